"""Machine code only for what Python calls.

Numba turns every function into machine code at once, each of the hundred and fifty helpers of a search too, although
they are only ever part of a kernel. Here a library of code is emitted when somebody asks for an address in it; until
then it is kept as LLVM's bitcode, which is all that a caller links.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding as llvm
from numba import _dynfunc, jit, njit
from numba.core import codegen
from numba.core.cpu import CPUContext
from numba.core.environment import lookup_environment
from numba.core.runtime.nrt import rtsys
from numba.core.typing.templates import _OverloadFunctionTemplate

ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of environments begin: what a function needs of the interpreter


class LazyLibrary(codegen.JITCodeLibrary):
    """Code that becomes machine code when its address is asked for."""

    _emitted = False

    def _optimize_functions(self, module: Any) -> None:
        # as Numba does, but not for the declarations of what other libraries hold
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                manager, builder = self._codegen._function_pass_manager()
                with self._recorded_timings.record(function.name, builder):
                    manager.run(function, builder)

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def emit(self) -> None:
        """Turn the module into machine code, or load that which was kept."""
        if self._emitted:
            return
        self._emitted = True
        runtime = rtsys._library  # first of all: a recursive function needs an address in it while it is emitted
        if runtime is not None and runtime is not self:
            runtime.emit()
        super()._finalize_final_module()
        loaded = self._shared_module if self._disable_inspection else None
        if loaded is not None:
            self._codegen._engine._load_defined_symbols(loaded)
        for variable in (loaded or self._final_module).global_variables:
            if variable.name.startswith(ENVIRONMENT):
                environment = lookup_environment(variable.name)
                if environment is not None:
                    self._codegen.set_env(variable.name, environment)

    def get_pointer_to_function(self, name: str) -> Any:
        """The address of a function; 0 where it is not defined."""
        self._ensure_finalized()
        self.emit()
        return super().get_pointer_to_function(name)

    def defines(self, name: str) -> bool:
        """Whether the code of a function is here."""
        self._ensure_finalized()
        try:
            module = self._shared_module if self._disable_inspection else self._final_module
            return not module.get_function(name).is_declaration
        except NameError:
            return False

    def serialize_using_object_code(self) -> Any:
        """What is kept on disk: object code only where there is some."""
        self._ensure_finalized()
        bitcode = self._get_module_for_linking().as_bitcode()
        return self.name, "object", (self._get_compiled_object() if self._emitted else None, bitcode)

    @classmethod
    def _unserialize(cls, code: Any, state: Any) -> Any:
        name, kind, data = state
        self = code.create_library(name)
        if kind == "bitcode":
            self._final_module = llvm.parse_bitcode(data)
        else:
            object_code, bitcode = data
            shared = llvm.parse_bitcode(bitcode)
            self.enable_object_caching()
            if object_code is None:
                self._final_module = shared
            else:
                self._set_compiled_object(object_code)
            self._shared_module = shared
        self._finalize_final_module()
        return self


def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
    """What a dispatcher calls and Python with it; without a wrapper for Python nothing is emitted."""
    wrapper = fndesc.llvm_cpython_wrapper_name
    address = library.get_pointer_to_function(wrapper) if library.defines(wrapper) else 0
    name = fndesc.qualname.split(".")[-1]
    text = f"compiled wrapper for {fndesc.qualname!r}"
    made = _dynfunc.make_function(fndesc.lookup_module(), name, text, address, env, (library,))
    library.codegen.set_env(self.get_env_name(fndesc), env)
    return made


def set_env(self: Any, name: str, environment: Any) -> None:
    """Tell emitted code its environment; code that is not emitted yet is told when it is."""
    if self._engine.is_symbol_defined(name):
        told(self, name, environment)


UNCALLED = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def jit_decorator(self: Any) -> Any:
    """How the body of an overload is compiled: nobody calls it from Python or from C."""
    made = decorator(self)
    return (lambda **options: made(**{**UNCALLED, **options})) if made in (jit, njit) else made


llvm.ffi.lib._lock._cblist.clear()  # Numba's clocks round every call of LLVM: a twentieth of the wait
told = codegen.JITCPUCodegen.set_env
codegen.JITCPUCodegen._library_class = LazyLibrary
codegen.JITCPUCodegen.set_env = set_env
CPUContext.get_executable = get_executable
decorator = _OverloadFunctionTemplate._get_jit_decorator
_OverloadFunctionTemplate._get_jit_decorator = jit_decorator
