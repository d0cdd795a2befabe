"""The documents are current, and no link in them leads nowhere."""

from __future__ import annotations

import doctest
import importlib.util
import inspect
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import nacformats
from nacformats import limits
from nacformats.cli import main
from nacformats.formats import formats
from nacformats.formats.mep.opcodes import BY_NAME
from tests.effort import some

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
DOCUMENTS = [ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(DOCS.glob("*.md"))]
PAGES = [
    *DOCUMENTS,
    ROOT / "README.md",
    *sorted((DOCS / "api").glob("*.md")),
    *sorted((ROOT / "generated/docs").glob("*.md")),
]


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


def test_the_methods_of_plans_are_current(make: Any) -> None:
    assert make.METHODS_OF_PLANS.read_text(encoding="utf-8") == make.methods_of_plans(), "run `python docs/make.py`"


def test_the_instructions_of_plans_are_current(make: Any) -> None:
    assert (DOCS / "plans.md").read_text(encoding="utf-8") == make.plans_page(), "run `python docs/make.py`"


#: What the examples of instructions name, and a loop around those that need one.
NAMED = ("x", "y", "name", "text", "ids", "tokens", "more", "logits", "done", "tokenizer")


def test_every_instruction_has_an_example_that_assembles(make: Any) -> None:
    assert make.EXAMPLES.keys() == BY_NAME.keys()
    for name, example in make.EXAMPLES.items():
        before = "".join(f"{each} = 1\n" for each in NAMED) + "again:\n"
        before += "loop x\n" if name in ("flow_loop_end", "flow_break_loop_if") else ""
        after = "" if name == "flow_loop_end" else "\nend" if "loop" in name else ""
        plan = nacformats.plan.assemble(f"{before}{example}{after}")
        assert name in {each.name for each in plan.instructions}, example
        again = nacformats.plan.assemble(plan.disassemble())
        assert (again.bytecode, again.constants) == (plan.bytecode, plan.constants)


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


def test_the_api_pages_are_current(make: Any) -> None:
    made = make.api_pages()
    assert {path.name for path in (DOCS / "api").iterdir()} == made.keys(), "run `python docs/make.py`"
    for name, page in made.items():
        assert (DOCS / "api" / name).read_text(encoding="utf-8") == page, "run `python docs/make.py`"


def test_the_api_pages_describe_every_public_name(make: Any) -> None:
    pages = make.api_pages()
    for name in make.MODULES:
        module = pkgutil.resolve_name(name)
        assert f"]({name}.md)" in pages["index.md"]
        for public in getattr(module, "__all__", ()):
            if inspect.isclass(getattr(module, public)) or inspect.isroutine(getattr(module, public)):
                described = rf"^## (class )?`{public}`$|^Described on other pages: .*\[`{public}`\]"
                assert re.search(described, pages[f"{name}.md"], re.MULTILINE), f"{name}.{public}"


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page: of its headings, as GitHub and the site make them."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    found = set(re.findall(r'<a id="([^"]+)"', text))
    for heading in headings:
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        found.add(re.sub(r"[^\w\- ]", "", shown).strip().lower().replace(" ", "-"))
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", text):
        linked = (path.parent / target) if target else path
        assert linked.exists(), target
        assert not anchor or linked.suffix != ".md" or anchor in anchors(linked), f"{target}#{anchor}"


def test_the_index_lists_every_document() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for path in DOCUMENTS:
        link = path.name if path.parent == DOCS else f"../{path.name}"
        assert path.name == "index.md" or f"({link})" in index, f"docs/index.md does not list {path.name}"


def test_the_examples_give_what_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
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


def test_the_campaign_reads_as_many_files_as_is_said() -> None:
    from tests.test_campaign import MANY, NORMAL

    security = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    assert f"| {NORMAL:,}; {MANY:,} with `--hypothesis-profile=many` |" in security


def test_no_document_replaces_the_editable_installation() -> None:
    """`pip install ".[extra]"` in a checkout does, and `nacformats generate` has nothing to write to after that."""
    for path in [ROOT / "README.md", *DOCUMENTS]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""install ["']?\.\[""", text), path.name


def test_the_formats_are_counted_right() -> None:
    words = ("four", "five", "six", "seven", "eight")
    right = words[len(formats()) - 4]
    for path in [ROOT / "README.md", *DOCUMENTS]:
        for word in re.findall(r"\b(\w+) (?:file )?formats\b", path.read_text(encoding="utf-8").lower()):
            assert word == right or word not in words, (path.name, word)
    description = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["description"]
    for text in (description, nacformats.__doc__, main.help):
        for entry in formats().values():
            assert entry.title.split()[0] in str(text)


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml, in which a function of Python is named."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def settings() -> Any:
    """What mkdocs.yml says."""
    return yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Loader)


def listed(entry: Any) -> Iterator[str]:
    """Yield the pages and folders of the navigation."""
    for value in entry.values():
        if isinstance(value, str):
            yield value
        else:
            for each in value:
                yield from listed(each)


def test_the_navigation_lists_every_document() -> None:
    pages = {page for entry in settings()["nav"] for page in listed(entry)}
    for path in some(DOCS.rglob("*.md")):
        name = path.relative_to(DOCS).as_posix()
        assert name in pages or f"{path.parent.name}/" in pages, f"mkdocs.yml does not list {name}"
    for page in pages - {"layouts/"}:
        assert (DOCS / page).exists() or page.startswith("project/"), page


def test_nothing_is_fetched_from_elsewhere() -> None:
    found = settings()
    assert found["theme"]["font"] is False
    assert "repo_url" not in found, "the theme asks GitHub for the number of stars"
    assert not any("://" in each for each in (*found["extra"]["polyfills"], *found["extra_css"]))
