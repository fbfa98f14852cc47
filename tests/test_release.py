"""The release recipe: what it builds can be installed and used elsewhere, and what is incomplete is refused."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / ".ci" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.xdist_group("page")  # not while the page is being tested: the build may make it anew
def test_a_release_is_built_installed_and_used(tmp_path: Path, long_run: bool) -> None:
    if not long_run:
        pytest.skip("needs --long: half a minute on an idle machine and a package index; `make release` does the same")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--dest",
        str(tmp_path / "probe"),
        "hatchling",
    ]
    if subprocess.run(pip, capture_output=True, check=False).returncode:
        pytest.skip("no package index can be reached: a release is built and tried with packages from there")
    command = [sys.executable, str(ROOT / ".ci" / "release.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("built and tried: zermelo-")


def test_a_wheel_without_its_page_is_no_release(release: ModuleType, tmp_path: Path) -> None:
    wheel, sdist = tmp_path / "zermelo-1.0.0-py3-none-any.whl", tmp_path / "zermelo-1.0.0.tar.gz"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("zermelo/py.typed", "")
    tarfile.open(sdist, "w:gz").close()
    with pytest.raises(release.Failed, match="the wheel has no page"):
        release.check_content(sdist, wheel)
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr(release.PAGE, "")
    with pytest.raises(release.Failed, match="the sdist has no page"):
        release.check_content(sdist, wheel)
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("tests/x.py", "")
    with pytest.raises(release.Failed, match="more than the package"):
        release.check_content(sdist, wheel)


def test_a_wheel_without_books_weights_or_course_is_no_release(release: ModuleType, tmp_path: Path) -> None:
    wheel = tmp_path / "zermelo-1.0.0-py3-none-any.whl"
    needed = ("book/shipped/chess.zbook", "learn/weights/kalah", "lab/course_text/02-minimax.md")
    with zipfile.ZipFile(wheel, "w") as archive:
        for folder, ending in release.DATA:
            for path in release.sources_of(folder).glob(f"*{ending}"):
                archive.writestr(f"zermelo/{folder}/{path.name}", "")
    release.check_data(wheel)
    for lost in needed:
        poorer = tmp_path / "poorer.whl"
        with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(poorer, "w") as archive:
            for name in whole.namelist():
                if lost not in name:
                    archive.writestr(name, "")
        with pytest.raises(release.Failed, match=f"the wheel has no {lost}"):
            release.check_data(poorer)
