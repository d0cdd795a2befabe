"""Parsers of other languages by way of Kaitai: what of them is right stays right. Most of it is in the nightly tier."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("resource")

from nacformats.schema.sources import schema_names
from tests.kaitai_targets.comparing import DIFFERENT, EQUAL, INEXACT, Reference, difference
from tests.kaitai_targets.layout import Layout
from tests.kaitai_targets.measuring import CRASHED, Result, Trial, measure
from tests.kaitai_targets.targets import TARGETS
from tests.partners import needs
from tests.stamps import GENERATORS

pytestmark = [needs("ksc"), pytest.mark.when_changed(*GENERATORS)]


def measured(name: str, trial: Trial) -> Result:
    """What a target makes of the files; the test is skipped where something is missing."""
    if (reason := TARGETS[name].missing()) is not None:
        pytest.skip(f"{name}: {reason}")
    return measure(TARGETS[name], trial)


@pytest.mark.nightly
def test_a_schema_in_another_language() -> None:
    with Trial(generated=6, each=40, names=("stb",)) as trial:
        result = measured("javascript", trial)
        assert result.made.compiled == ["stb"]
        assert result.count(EQUAL, INEXACT, is_good=True) == sum(file.tree is not None for file in trial.files) > 2
        assert result.count("refused", is_good=False) > 0


@pytest.mark.nightly
def test_python_reads_the_same_by_casts() -> None:
    with Trial(generated=4, each=60, names=("micb", "uleb128")) as trial:
        check_casts(trial)


@pytest.mark.nightly
def test_python_reads_all_files_the_same_by_casts() -> None:
    with Trial(generated=60) as trial:
        check_casts(trial)


def check_casts(trial: Trial) -> None:
    """Check that a file has the same tree by a schema with casts, or is refused by both."""
    layout = Layout(trial.schemas, is_portable=True)
    reference = Reference(layout, trial.texts(is_portable=True))
    differing = []
    for file in trial.files:
        found = reference.tree(file.schema, file.path.read_bytes())
        if (found is None) != (file.tree is None) or difference(file.tree, found)[0] != EQUAL:
            differing.append((file.schema, file.path.name))
    assert differing == []
    assert {file.schema for file in trial.files if file.tree is not None} == {*trial.names} - {"uleb128"}


@pytest.fixture(scope="module")
def everything() -> Iterator[Trial]:
    with Trial(generated=20, each=3) as trial:
        yield trial


@pytest.mark.nightly
@pytest.mark.parametrize("name", TARGETS)
def test_all_schemas_in_other_languages(name: str, everything: Trial) -> None:
    """All schemas compile, and what is not a limit of the target is read as Python does."""
    result = measured(name, everything)
    assert result.made.compiled == [schema.name for schema in everything.schemas], result.made.refused
    limits = TARGETS[name].limits
    wrong = [
        (each.file.schema, each.file.path.name, each.detail) for each in result.failures if each.file.tree is not None
    ]
    assert [each for each in wrong if each[0] not in limits] == []
    assert {schema for schema, _, _ in wrong} <= {*limits} <= {*schema_names()}
    inexact = result.count(INEXACT, is_good=True)
    assert not inexact or name == "javascript"
    if name not in ("cpp_stl", "php", "go", "rust"):
        assert result.count(CRASHED, is_good=False) == 0


def test_differences_have_a_place() -> None:
    tree = {"a": 1, "b": [{"c": "00"}, {"c": None}], "d": (1 << 60) + 1, "e": "r7ff8000000000000"}
    assert difference(tree, tree | {"e": "rfff8000000000001", "b": [{"c": "00"}, {"c": 0}]}) == (EQUAL, "")
    assert difference(tree, tree | {"d": 1 << 60}) == (INEXACT, ".d")
    assert difference(tree, tree | {"b": [{"c": "01"}, {"c": None}]}) == (DIFFERENT, '.b[0].c: "01", and not "00"')
    assert difference(tree, {"a": 1})[0] == DIFFERENT


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    monkeypatch.setenv("KAITAI_RUNTIMES", str(tmp_path))
    assert TARGETS["go"].missing() == "no runtime library: KAITAI_RUNTIMES has to name a folder with go/"
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert TARGETS["go"].missing() == "go is not installed (Debian: golang-go)"
