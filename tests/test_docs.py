"""The documents are current, and no link in them leads nowhere."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nacformats import limits
from nacformats.cli import main

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
DOCUMENTS = [ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(DOCS.glob("*.md"))]


@pytest.fixture(scope="module")
def make() -> Any:
    """docs/make.py, which is a script."""
    spec = importlib.util.spec_from_file_location("docs_make", DOCS / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_rules_are_current(make: Any) -> None:
    assert (DOCS / "rules.md").read_text(encoding="utf-8") == make.rules_page(), "run `python docs/make.py`"


def test_the_limits_are_current_and_complete(make: Any) -> None:
    page = make.limits_page()
    assert (DOCS / "limits.md").read_text(encoding="utf-8") == page, "run `python docs/make.py`"
    assert set(re.findall(r"^\| `(\w+)`", page, re.MULTILINE)) == {name for name in vars(limits) if name.isupper()} - {
        "DEFAULT_LIMITS"
    }


def test_the_page_about_versions_is_current_and_complete(make: Any) -> None:
    page = make.versions_page()
    assert (DOCS / "versions.md").read_text(encoding="utf-8") == page, "run `python docs/make.py`"
    for newer in ("20 `nac_mul`", "4 `saved`", "15 `save_for_grad`", "`ofs_trng`", "`ofs_arrs`"):
        assert newer in page


def test_the_page_about_versions_shows_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "new.nac").write_bytes((ROOT / "tests/corpus/nac_v18/mlp_trng/model.nac").read_bytes())
    page = (DOCS / "versions.md").read_text(encoding="utf-8")
    found = re.search(r"^\$ nacformats (.*)\n([^`]*(`[^`]+`[^`]*)*)\n```$", page, re.MULTILINE)
    assert found is not None
    done = CliRunner().invoke(main, found[1].split(), prog_name="nacformats")
    assert done.stderr.split() == found[2].split()


def test_the_api_page_is_current(make: Any) -> None:
    assert (DOCS / "api.md").read_text(encoding="utf-8") == make.api_page(), "run `python docs/make.py`"


def test_the_api_page_describes_every_public_name(make: Any) -> None:
    page = make.api_page()
    for name in make.MODULES:
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", ()):
            if inspect.isclass(getattr(module, public)) or inspect.isroutine(getattr(module, public)):
                assert re.search(rf"^### (class )?`{public}`$", page, re.MULTILINE), f"{name}.{public}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_the_index_lists_every_document() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for path in DOCUMENTS:
        link = path.name if path.parent == DOCS else f"../{path.name}"
        assert path.name == "index.md" or f"({link})" in index, f"docs/index.md does not list {path.name}"


def test_the_examples_give_what_they_show() -> None:
    for path in DOCUMENTS:
        report: list[str] = []
        for text in re.findall(r"^```pycon\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
            results = doctest.DocTestRunner().run(test, out=report.append)
            assert results.attempted
            assert not results.failed, "".join(report)


def test_the_passes_are_described() -> None:
    from nacformats.compiler.passes import PASSES

    page = (DOCS / "compiling.md").read_text(encoding="utf-8")
    for entry in PASSES.values():
        kept = "bit for bit" if entry.tolerance == 0 else f"within {entry.tolerance:g} of the largest element"
        assert f"| `{entry.name}` | {entry.sentence} | {kept} |" in page
