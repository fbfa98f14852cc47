"""Build the sdist and the wheel, and try the wheel in an empty environment: `python .ci/release.py [FOLDER]`.

The page must be in both, books, weights and the course in the wheel; the installed program must tell its version, count
moves and serve the page.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = "zermelo/interfaces/web/page/index.html"
DATA = ("book/shipped", ".zbook"), ("learn/weights", ".npz"), ("lab/course_text", ".md")


class Failed(Exception):
    """What is wrong with the release, in a sentence."""


def expect(holds: bool, problem: str) -> None:
    """Stop with a sentence unless something holds."""
    if not holds:
        raise Failed(problem)


def build(folder: Path) -> tuple[Path, Path]:
    """The sdist and the wheel made from it, the only ones of this version in the folder."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    sdist, wheel = folder / f"zermelo-{version}.tar.gz", folder / f"zermelo-{version}-py3-none-any.whl"
    for old in (sdist, wheel):
        old.unlink(missing_ok=True)
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)], check=True)
    for made in (sdist, wheel):
        expect(made.is_file(), f"{made.name} was not built")
    return sdist, wheel


def sources_of(folder: str) -> Path:
    """Where a folder of the wheel comes from."""
    return ROOT / "docs" / "course" if folder == "lab/course_text" else ROOT / "src" / "zermelo" / folder


def check_content(sdist: Path, wheel: Path) -> None:
    """The page is in both, and nothing that does not belong there."""
    inside = zipfile.ZipFile(wheel).namelist()
    expect(PAGE in inside, "the wheel has no page: npm's registry is needed to build it")
    expect("zermelo/py.typed" in inside, "the wheel has no py.typed")
    strangers = [
        name for name in inside if not name.startswith(("zermelo/", f"{wheel.name.rsplit('-', 3)[0]}.dist-info/"))
    ]
    expect(not strangers, f"the wheel holds more than the package: {strangers[:3]}")
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    expect(f"src/{PAGE}" in names, "the sdist has no page")
    for needed in (
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "web/build.py",
        "web/package-lock.json",
        "tests/conftest.py",
    ):
        expect(needed in names, f"the sdist has no {needed}")
    expect(not any("node_modules" in name or "__pycache__" in name for name in names), "the sdist holds fetched files")


def check_data(wheel: Path) -> None:
    """Books, weights and the course of the tree are in the wheel."""
    inside = zipfile.ZipFile(wheel).namelist()
    for folder, ending in DATA:
        with_it = {path.name for path in sources_of(folder).glob(f"*{ending}")}
        expect(bool(with_it), f"the tree has no {folder}/*{ending}")
        missing = [name for name in sorted(with_it) if f"zermelo/{folder}/{name}" not in inside]
        expect(not missing, f"the wheel has no {folder}/{', '.join(missing)}")


def install(wheel: Path, folder: Path) -> Path:
    """An environment with nothing but the wheel and what it asks for; where its programs are."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, str(wheel)], check=True)
    return programs


def smoke(programs: Path, version: str, home: Path) -> None:
    """What a newcomer does first, away from the sources."""
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}
    environment |= {"ZERMELO_DATA": str(home / "data"), "PYTHONUNBUFFERED": "1"}

    def run(*words: str) -> str:
        command = [str(programs / "zermelo"), *words]
        done = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)
        expect(done.returncode == 0, f"zermelo {' '.join(words)} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout.strip()

    expect(run("--version") == f"zermelo {version}", f"zermelo --version does not say {version}")
    expect(run("perft", "tic_tac_toe", "5").splitlines()[-1] == "15120", "perft tic_tac_toe 5 is not 15120")
    expect(len(json.loads(run("games", "--json"))) > 60, "zermelo games does not list the games")
    serve = [str(programs / "zermelo"), "serve", "--no-browser"]
    with subprocess.Popen(serve, cwd=home, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            check_server(server)
        finally:
            server.terminate()


def check_server(server: subprocess.Popen[str]) -> None:
    """It says where it is, and answers there with the page and the games."""
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.search(r"http://[\d.]+:\d+/", line)
    expect(found is not None, f"the server did not say where it is: {line!r}")
    assert found is not None
    page, games = fetch(found[0]), json.loads(fetch(found[0] + "api/games"))
    expect("<script" in page and "/assets/" in page, "the server does not answer with the page")
    expect(any(row["name"] == "chess" for row in games), "the server does not list the games")


def fetch(address: str) -> str:
    """What is at an address, once the server has come up."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.1)
    raise Failed(f"nothing answers at {address}")


def main() -> int:
    """Make a release and try it."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").resolve()
    try:
        sdist, wheel = build(folder)
        check_content(sdist, wheel)
        check_data(wheel)
        with tempfile.TemporaryDirectory(prefix="zermelo-release-", ignore_cleanup_errors=True) as empty:
            programs = install(wheel, Path(empty) / "environment")
            smoke(programs, wheel.name.split("-")[1], Path(empty))
    except (Failed, subprocess.CalledProcessError) as problem:
        print(f"release: {problem}", file=sys.stderr)
        return 1
    print(f"built and tried: {sdist.name} {sdist.stat().st_size:,} bytes, {wheel.name} {wheel.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
