"""A record: a class whose fields are bytes of a fixed layout and whose methods run interpreted and compiled.

The layout is a NumPy structured type, so a record is copied by `=`, lies in arrays, files and shared memory, and is
hashed by its bytes. Fields are put in an order without hidden padding: first those of the key, widest first, then a
visible tail up to a multiple of eight bytes, then the fields that are no part of the key, likewise. A last field of no
width is named after a digest of the rules, which makes the type unique (see `digest.py`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadParameter, BadPosition, BadRules
from zermelo.game.bits import hash_words
from zermelo.game.digest import digest
from zermelo.game.fields import ArrayField, Cells, Derived, NotInKey, Parameter, kind_of

RULES_FIELD = "_rules_"  # how the zero-width field begins that names the rules
RESERVED = frozenset(dir(np.void))  # names that every NumPy scalar has already

Field = tuple[np.dtype[Any], tuple[int, ...], bool]  # type, shape, outside the key


F = TypeVar("F", bound=Callable[..., Any])
Kind = TypeVar("Kind", bound="RecordType")  # one record class: a variant has all that its class has


def python_only(method: F) -> F:
    """Mark a method as Python only: it is never compiled (it may use strings, lists, anything)."""
    method._python_only = True  # type: ignore[attr-defined]  # functions take attributes; typing has no word for it
    return method


def inline(function: F) -> F:
    """Mark a function that becomes part of the kernels that call it, and so do methods that override it.

    For what is called at every move of a random game or at every node of a search: a call hands over each array as
    seven numbers, which was two fifths of a game of nine men's morris.
    """
    function._inline = True  # type: ignore[attr-defined]  # as above
    return function


def as_written(method: Any) -> Any:
    """A rule as its author wrote it, where Python is given one that also takes words."""
    return getattr(method, "_rule", method)


class RecordType(type):
    """The type of record classes: collects the fields, makes the layout, and calls variants by their parameters."""

    known: ClassVar[dict[str, RecordType]] = {}  # the rules' name in the layout -> the class

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> None:
        super().__init__(name, bases, namespace, **options)
        if not bases or bases == (np.void,):
            cls._fields: dict[str, ArrayField | tuple[np.dtype[Any], bool]] = {}
            cls._parameters: dict[str, Parameter] = {}
            cls._derived: dict[str, Derived] = {}
            cls._family: RecordType = cls
            cls._settings: dict[str, Any] = {}
            return
        parent = next(base for base in bases if isinstance(base, RecordType))
        cls._fields = dict(parent._fields)
        cls._parameters = dict(parent._parameters)
        cls._derived = dict(parent._derived)
        cls._settings = dict(parent._settings)
        if not namespace.get("_is_variant"):
            cls._family = cls
        cls._collect(namespace)
        for field in cls._fields:
            if not isinstance(inspect.getattr_static(cls, field, None), property):
                setattr(cls, field, cls._field_property(field))
        for key, item in cls._parameters.items():
            if isinstance(inspect.getattr_static(cls, key), Parameter):
                setattr(cls, key, item.default)
        if namespace.get("_is_variant") and (problem := cls.unfit()):  # type: ignore[attr-defined]  # of Record
            raise BadParameter(f"{name}: {problem}")
        for key, made in cls._derived.items():
            if namespace.get(key) is None or isinstance(namespace[key], Derived):
                setattr(cls, key, _frozen(made.function(cls)))

    def _collect(cls, namespace: dict[str, Any]) -> None:
        own = inspect.get_annotations(cls)  # those of this class alone: a variant declares none
        hints = get_type_hints(cls, include_extras=True) if own else {}
        for key, value in namespace.items():
            if isinstance(value, Parameter):
                cls._parameters[key] = value
            elif isinstance(value, Derived):
                cls._derived[key] = value
            elif isinstance(value, ArrayField):
                cls._declare(key, value)
            elif key in cls._parameters and key not in own:
                cls._settings[key] = value  # a subclass that fixes a parameter of its parent
            elif key in cls._derived:
                del cls._derived[key]
        for key in own:
            hint = hints.get(key)
            if any(isinstance(extra, np.dtype) for extra in getattr(hint, "__metadata__", ())):
                cls._declare(key, (kind_of(hint), isinstance(namespace.get(key), NotInKey)))

    def _declare(cls, name: str, field: ArrayField | tuple[np.dtype[Any], bool]) -> None:
        if name in RESERVED or name.startswith("_"):
            raise BadRules(
                f"{cls.__name__}.{name}: a field cannot have this name, NumPy uses it already; choose another word"
            )
        if any(isinstance(vars(base).get(name), FunctionType) for base in cls.__mro__):
            raise BadRules(f"{cls.__name__}.{name}: a field cannot have the name of a method of the contract")
        if any(_is_constant(vars(base).get(name)) for base in cls.__mro__[1:]):
            raise BadRules(f"{cls.__name__}.{name}: a field cannot have the name of a fact; choose another word")
        cls._fields[name] = field

    def _field_property(cls, name: str) -> property:
        """A field as CPython reads it: a board stays np.uint64, another number becomes an int as Numba widens it."""
        get, put = np.void.__getitem__, np.void.__setitem__
        field = cls._fields[name]
        if isinstance(field, ArrayField):

            def fill(self: Any, value: Any) -> None:
                get(self, name)[...] = value

            return property(lambda self: get(self, name).view(Cells), fill)
        if field[0] == np.uint64:
            return property(lambda self: get(self, name), lambda self, value: put(self, name, value))
        return property(lambda self: get(self, name).item(), lambda self, value: put(self, name, value))

    # ------------------------------------------------------------------ layout

    @property
    def layout(cls) -> np.dtype[Any]:
        """The NumPy type of one record; indexing an array of it gives instances of this class."""
        if "_layout" not in cls.__dict__:
            cls._make_layout()
        made: np.dtype[Any] = cls.__dict__["_layout"]
        return made

    @property
    def key_bytes(cls) -> int:
        """How many bytes at the front of a record are its key."""
        cls.layout  # noqa: B018  # makes it
        return int(cls.__dict__["_key_bytes"])

    @property
    def rules_name(cls) -> str:
        """The name of the zero-width field: class, parameters and digest of the rules."""
        return str((cls.layout.names or ("",))[-1])

    def _make_layout(cls) -> None:
        rows: list[tuple[Any, ...]] = []
        size = key_bytes = 0
        for outside in (False, True):
            part = [(name, *field[:2]) for name, field in cls._shaped() if field[2] == outside]
            for name, dtype, shape in sorted(part, key=lambda row: -row[1].itemsize):
                rows.append((name, dtype, shape) if shape else (name, dtype))
                size += dtype.itemsize * int(np.prod(shape, dtype=np.int64))
            if size % 8:
                rows.append((f"_tail{int(outside)}", np.uint8, (8 - size % 8,)))
                size += 8 - size % 8
            key_bytes = key_bytes if outside else size
        name = f"{RULES_FIELD}{cls._family.__name__}_{cls.rules_digest()}"
        layout = np.dtype([*rows, (name, np.int8, (0,))], align=True)
        if layout.itemsize != size:
            raise BadRules(f"{cls.__name__}: the layout has hidden padding ({layout.itemsize} bytes, {size} expected)")
        type.__setattr__(cls, "_key_bytes", key_bytes)
        type.__setattr__(cls, "_layout", np.dtype((cls, layout)))
        RecordType.known.pop(name, None)  # the one defined last is the last in order
        RecordType.known[name] = cls

    def _shaped(cls) -> Iterator[tuple[str, Field]]:
        for name, field in cls._fields.items():
            if isinstance(field, ArrayField):
                yield name, (field.dtype, field.shape_in(cls), not field.in_key)
            else:
                yield name, (field[0], (), field[1])

    def rules(cls) -> dict[str, FunctionType]:
        """The methods that the compiler may see, defaults of base classes included."""
        found: dict[str, FunctionType] = {}
        for base in reversed(cls.__mro__):
            if not isinstance(base, RecordType):
                continue
            for name, method in vars(base).items():
                if isinstance(method, FunctionType) and not name.startswith("_"):
                    found[name] = as_written(method)
        only_python = {name for name, method in found.items() if getattr(method, "_python_only", False)}
        for base in cls.__mro__:  # overriding a word of the base class gives a word
            only_python |= {n for n, m in vars(base).items() if getattr(m, "_python_only", False)}
        return {name: method for name, method in found.items() if name not in only_python}

    def constants(cls) -> dict[str, Any]:
        """Facts, parameters and tables: class values that rules read as `self.name`."""
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            if isinstance(base, RecordType):
                found.update({n: v for n, v in vars(base).items() if not n.startswith("_") and _is_constant(v)})
        return found

    def rules_digest(cls) -> str:
        """The digest of everything that the compiled rules of this class reach."""
        layout = [(name, str(field)) for name, field in cls._shaped()]
        values = [*sorted(cls.constants().items()), ("layout", repr(layout))]
        return digest(cls.rules().values(), values)

    # ------------------------------------------------------------------ variants and instances

    def variant(cls: Kind, **settings: Any) -> Kind:
        """This class with other shape parameters; the same settings always give the same class."""
        settings = {**cls._settings, **settings}
        for name, value in settings.items():
            if name not in cls._parameters:
                known = ", ".join([*cls._parameters, *cls.setup_parameters()]) or "none"
                raise BadParameter(f"{cls.__name__} has no parameter {name!r} (it has: {known})")
            if problem := cls._parameters[name].problem(value):
                raise BadParameter(f"{cls.__name__}: parameter {name} {problem}")
        changed = {n: v for n, v in settings.items() if v != cls._parameters[n].default}
        if changed == {n: getattr(cls, n) for n in changed} and not (set(cls._settings) - set(changed)):
            return cls
        family = cls._family
        cache: dict[tuple[Any, ...], RecordType] = family.__dict__.get("_variants") or {}
        type.__setattr__(family, "_variants", cache)
        key = tuple(sorted(changed.items()))
        if key not in cache:
            body = {**changed, "_is_variant": True, "_settings": changed, "__module__": family.__module__}
            body |= {"__qualname__": family.__qualname__, "__doc__": family.__doc__}
            made = RecordType(family.__name__, (family,), body)
            type.__setattr__(made, "_settings", changed)
            cache[key] = made
        return cast(Kind, cache[key])

    def setup_parameters(cls) -> dict[str, inspect.Parameter]:
        """The parameters of `start`: data that fills the first state, no reason to compile again."""
        return dict(list(inspect.signature(cls.start).parameters.items())[1:])  # type: ignore[attr-defined]  # of Game

    def __call__(cls, *places: Any, **settings: Any) -> Any:
        """A first state: `Go(size=9)`; shape parameters choose the variant, the others go to `start`."""
        if len(places) == 3 and isinstance(places[2], dict) and "__module__" in places[2]:  # class Mine(Game()):
            raise BadRules(f"class {places[0]}({cls.__name__}()) derives from a state: write {cls.__name__} without ()")
        setup_names = list(cls.setup_parameters())
        names = [*cls._parameters, *setup_names]
        if len(places) > len(names):
            raise BadParameter(f"{cls.__name__} takes at most {len(names)} parameters, {len(places)} given")
        settings = {**dict(zip(names, places, strict=False)), **settings}
        setup = {name: settings.pop(name) for name in setup_names if name in settings}
        state = cls.variant(**settings).blank()
        state.start(**setup)
        return state

    def blank(cls) -> Any:
        """A record of zeros."""
        return np.zeros(1, cls.layout)[0]

    def array(cls, count: int) -> NDArray[np.void]:
        """Records of zeros, side by side."""
        return np.zeros(count, cls.layout)

    def load(cls, path: Any) -> NDArray[np.void]:
        """An array of states from a .npy file that `numpy.save` wrote; the layout must be this class's."""
        stored = np.load(path, allow_pickle=False)
        ours = [row for row in np.dtype(cls.layout.descr).descr if not row[0].startswith(RULES_FIELD)]
        theirs = [row for row in stored.dtype.descr if not str(row[0]).startswith(RULES_FIELD)]
        if ours != theirs:
            raise BadPosition(f"{path} does not hold states of {cls.__name__}{cls._settings or ''}")
        return stored.view(cls.layout)


if TYPE_CHECKING:

    class Memory:
        """What a record inherits from NumPy's scalars, as far as others should rely on it."""

        def __init__(self, *places: Any, **settings: Any) -> None: ...

        def tobytes(self) -> bytes:
            """The record as bytes."""
            ...

else:
    Memory = np.void


class Record(Memory, metaclass=RecordType):
    """Base of games, random generators and the work spaces of kernels."""

    @classmethod
    def unfit(cls) -> str | None:
        """What is wrong with this combination of parameters, or None."""
        return None

    @python_only
    def start(self) -> None:
        """Fill the first state; all fields are zero before."""

    def key(self) -> np.uint64:
        """A 64-bit hash of the key fields."""
        return hash_words(self)

    @python_only
    def copy(self) -> Self:
        """Another record with the same content."""
        twin = np.zeros(1, type(self).layout)
        twin[0] = self
        made: Self = twin[0]
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or type(self).rules_name != type(other).rules_name:
            return NotImplemented
        if type(self).key is not Record.key:
            return bool(self.key() == other.key())
        size = type(self).key_bytes
        return self.tobytes()[:size] == other.tobytes()[:size]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(int(self.key()))

    def __reduce__(self) -> Any:
        return _restore, (type(self)._family, type(self)._settings, self.tobytes())

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __str__(self) -> str:
        return repr(self)

    def __repr__(self) -> str:
        settings = ", ".join(f"{name}={value!r}" for name, value in type(self)._settings.items())
        return f"<{type(self).__name__}({settings}) {self.tobytes()[: type(self).key_bytes].hex()}>"


def _restore(family: RecordType, settings: dict[str, Any], data: bytes) -> Any:
    cls = family.variant(**settings)
    return np.frombuffer(bytearray(data), cls.layout)[0]


def _is_constant(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return not isinstance(value, np.void)
    if isinstance(value, tuple):
        return all(_is_constant(part) for part in value)
    return isinstance(value, bool | int | float | np.generic)


def _frozen(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        value = value.view(Cells)
        value.flags.writeable = False
    return value
