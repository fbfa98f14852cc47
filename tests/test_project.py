"""What the project says about itself is said once, or agrees: version, changelog, citation, workflows, make targets."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import zermelo
from tests.conftest import KINDS, SAMPLE, SEARCHED, SHAPES, SLOW, SWEEPS
from zermelo.games import catalogue

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read_yaml(place: str) -> Any:
    return yaml.safe_load((ROOT / place).read_text(encoding="utf-8"))


def test_the_version_is_that_of_the_project() -> None:
    assert zermelo.__version__ == PROJECT["version"], "pyproject.toml has changed: run make setup"
    shown = subprocess.run([sys.executable, "-m", "zermelo", "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout == f"zermelo {PROJECT['version']}\n"


def test_the_changelog_and_the_citation_are_of_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d|unreleased)$", text, re.MULTILINE)
    assert entries[0][0] == PROJECT["version"]
    assert len(re.findall(r"^## ", text, re.MULTILINE)) == len(entries)
    assert [version for version, date in entries if date == "unreleased"] in ([], [PROJECT["version"]])
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= {"Added", "Changed", "Deprecated", "Fixed", "Removed"}
    assert read_yaml("CITATION.cff")["version"] == PROJECT["version"]
    assert read_yaml("CITATION.cff")["license"] == PROJECT["license"]


def test_workflows_and_forms_are_well_formed() -> None:
    places = sorted((ROOT / ".github").rglob("*.yml"))
    assert len(places) >= 5
    for place in places:
        assert isinstance(yaml.safe_load(place.read_text(encoding="utf-8")), dict), place
    for form in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        if form.name != "config.yml":
            assert {"name", "description", "body"} <= set(read_yaml(str(form.relative_to(ROOT)))), form


def test_integration_runs_on_the_versions_that_are_promised() -> None:
    jobs = read_yaml(".github/workflows/ci.yml")["jobs"]
    promised = [entry.rpartition(" ")[2] for entry in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", entry)]
    assert jobs["linux"]["strategy"]["matrix"]["python"] == promised
    assert PROJECT["requires-python"] == f">={promised[0]}"
    assert {"run": ".ci/run"} in jobs["linux"]["steps"]
    tests = next(step["run"] for step in jobs["smoke"]["steps"] if "pytest" in step.get("run", ""))
    for place in re.findall(r"tests/\S+", tests):
        assert (ROOT / place).exists(), place


def test_hooks_call_programs_of_the_environment() -> None:
    (local,) = read_yaml(".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    wanted = " ".join(PROJECT["optional-dependencies"]["test"] + PROJECT["optional-dependencies"]["develop"])
    packages = {"lint-imports": "import-linter", "check-jsonschema": "check-jsonschema"}
    for hook in local["hooks"]:
        folder, _, program = hook["entry"].split()[0].rpartition("/")
        assert folder == ".venv/bin"
        small = program.startswith("check-") or program.endswith(("-fixer", "-hook"))
        assert packages.get(program, "pre-commit-hooks" if small else program) in wanted, program


def test_what_is_listed_as_slow_exists() -> None:
    for listed in (*SLOW, *SWEEPS):
        place, _, name = listed.partition("::")
        path = ROOT / "tests" / place
        assert path.exists(), listed
        assert not name or f"def {name}(" in path.read_text(encoding="utf-8"), listed
    assert {*SAMPLE, *SHAPES, *KINDS, *SEARCHED} <= set(catalogue.entries())


def test_every_make_target_is_described() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    declared = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert declared is not None
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for target in declared[1].split():
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
        assert f"| `make {target}` |" in table, target
