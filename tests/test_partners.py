"""A comparison without its partner is a skip with a reason, never a pass: one place looks for partners."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import partners
from tests.effort import some

ROOT = partners.TESTS.parent
#: Where something else is meant.
ELSEWHERE = {
    "tests/campaign/measure.py": "a module of POSIX",
    "tests/runtime/campaign.py": "a module of POSIX",
    "tests/onnx_campaign/worker.py": "a module of POSIX",
    "tests/kaitai_targets/targets.py": "a table of languages, each with the packages of Debian",
    "tests/zoo/checking.py": "a row of a table",
    "tests/partners.py": "the place",
}
FILES = [path for path in sorted(partners.TESTS.rglob("*.py")) if path.relative_to(ROOT).as_posix() not in ELSEWHERE]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def questions(tree: ast.AST) -> Iterator[str]:
    """What in a file asks for programs and libraries in its own way."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="importorskip"), args=[ast.Constant(value=str(name)), *_]):
                if name not in sys.stdlib_module_names:
                    yield f"importorskip of {name}"
            case ast.Call(func=ast.Attribute(attr="importorskip")):
                yield "importorskip"
            case ast.Call(func=ast.Attribute(attr="which" | "find_spec" | "missing_bundler" as name)):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id="kaitai"), attr="missing")):
                yield "kaitai.missing"
            case ast.ImportFrom(module="nacformats.targets.kaitai", names=names) if "missing" in map(_name, names):
                yield "kaitai.missing"
            case ast.ExceptHandler(type=ast.Name(id="ImportError" | "ModuleNotFoundError"), body=[*_, ast.Return()]):
                yield "except ImportError: return"


def _name(alias: ast.alias) -> str:
    return alias.name


def asked_at_import(tree: ast.Module) -> Iterator[int]:
    """Lines at which a module asks what is missing when it is imported, where no test is there to be skipped."""
    for statement in tree.body:
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
            for node in ast.walk(statement):
                if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "missing":
                    yield node.lineno


def test_partners_are_looked_for_in_one_place() -> None:
    for path in FILES:
        assert not list(questions(tree_of(path))), f"{path}: use `needs` or `partner` of tests/partners.py"
        assert not list(asked_at_import(tree_of(path))), f"{path}: use `needs` of tests/partners.py"


def uses(tree: ast.AST) -> Iterator[str]:
    """Programs that a file starts, and libraries that it imports, of those that may be missing."""
    for node in ast.walk(tree):
        match node:
            case ast.List(elts=[ast.Constant(value=str(name)), *_]) if name in partners.PROGRAMS:
                yield name
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name.partition(".")[0] in partners.MODULES)
            case ast.ImportFrom(module=str(name)) if name.partition(".")[0] in partners.MODULES:
                yield name


def test_what_uses_a_partner_asks_for_one() -> None:
    for path in FILES:
        used = {*uses(tree_of(path))}
        assert not used or not path.name.startswith("test_") or partners.asks(path), f"{path} uses {used}"


def over_files(tree: ast.AST) -> Iterator[str]:
    """Loops over the files of a folder, in which something is asserted."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and any(isinstance(each, ast.Assert) for each in ast.walk(node)):
            names = [call.func for call in ast.walk(node.iter) if isinstance(call, ast.Call)]
            called = {getattr(name, "attr", getattr(name, "id", "")) for name in names}
            if called & {"glob", "rglob", "iterdir"} and "some" not in called:
                yield f"line {node.lineno}: `for ... in {ast.unparse(node.iter)}`: put some() around the files"


def test_no_loop_over_files_has_nothing_to_assert() -> None:
    found = [f"{path.relative_to(ROOT)}: {line}" for path in FILES for line in over_files(tree_of(path))]
    assert not found, "\n".join(found)


def test_some_files_are_files() -> None:
    assert some(iter("ab")) == ["a", "b"]
    with pytest.raises(AssertionError, match="nothing to look at"):
        some(())


SKIPS = """
from tests.partners import missing, needs, partner

def test_asks_and_passes():
    if missing("nothing-of-the-kind"):
        return
    raise AssertionError

def test_asks_and_is_skipped():
    missing("nothing-of-the-kind")
    partner("nothing-of-the-kind")
    raise AssertionError

@needs("nothing-of-the-kind")
def test_needs():
    raise AssertionError

def test_passes():
    assert missing("numpy") is None
"""


def test_a_test_that_passes_without_its_partner_fails(tmp_path: Path) -> None:
    (tmp_path / "test_them.py").write_text(SKIPS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command += ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=100)
    assert "1 failed, 1 passed, 2 skipped" in done.stdout, done.stdout
    assert "passed without a partner that it asked for" in done.stdout
    assert "     2 nothing-of-the-kind is not installed\n" in done.stdout


def test_the_files_that_ask_are_found() -> None:
    asking = {path.relative_to(ROOT).as_posix() for path in partners.TESTS.rglob("test_*.py") if partners.asks(path)}
    assert {
        "tests/test_campaign.py",
        "tests/nac/test_nac_later_readers.py",  # by way of tests/campaign/readers.py
        "tests/viewer/test_page.py",  # by the fixtures beside it
        "tests/columns/test_lists.py",
    } <= asking
    assert "tests/stb/test_stb_glyphs.py" not in asking


def test_what_is_missing_is_said_in_a_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.partners"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    (line,) = done.stdout.splitlines()
    assert line.startswith(("nothing is missing", "skipped, where tests need it: "))
