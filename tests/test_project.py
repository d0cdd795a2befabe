"""What a hosted service does with the project: workflows that parse, call our commands, and name what is supported."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.effort import some

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = re.findall(r"^Programming Language :: Python :: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.MULTILINE)
#: What a step may run: our door, with one of its commands, and tools that others publish.
COMMAND = re.compile(
    r"python dev\.py (?:setup|test|nightly|dist|docs|packages)|\.ci/run"
    r"|npm ci( --[\w-]+)*|\.venv/bin/python -m pip install .*"
    r"|sudo apt-get update && sudo apt-get install [\w. -]+"
    r"|for each in build/packages/.*|gh release .*"
)
#: An action is pinned to a whole version.
ACTION = re.compile(r"[\w.-]+/[\w./-]+@v\d+\.\d+\.\d+")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_our_commands_and_pinned_actions(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert True in workflow, "it says when it runs (YAML reads `on` as true)"
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes" if "needs" not in job else "needs"], name
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), step
            assert COMMAND.fullmatch(step["run"]) if "run" in step else ACTION.fullmatch(step["uses"]), step


def test_the_matrix_is_what_the_classifiers_say() -> None:
    matrix = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))["jobs"]["test"][
        "strategy"
    ]
    assert matrix["matrix"]["python"] == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    systems = {"ubuntu": "POSIX :: Linux", "macos": "MacOS", "windows": "Microsoft :: Windows"}
    for each in matrix["matrix"]["os"]:
        assert f"Operating System :: {systems[each.partition('-')[0]]}" in PROJECT["classifiers"]


@pytest.mark.parametrize("name", ["docs/stability.md", "SECURITY.md"])
def test_documents_name_the_supported_versions(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert f"Python {PYTHONS[0]} to {PYTHONS[-1]}" in text


def test_other_files_of_the_service_parse() -> None:
    for path in (*some((ROOT / ".github").rglob("*.yml")), ROOT / ".pre-commit-config.yaml"):
        assert yaml.safe_load(path.read_text(encoding="utf-8")), path
