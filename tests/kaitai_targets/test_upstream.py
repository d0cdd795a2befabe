"""The examples in docs/upstream.md: what Python makes of them, and what other languages do. A mended one fails here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("resource")

from nacformats.schema.sources import ROOT, read_yaml
from nacformats.targets.loading import schema_of_file
from tests.kaitai_targets.comparing import Reference
from tests.kaitai_targets.layout import Layout
from tests.kaitai_targets.targets import TARGETS, CrashedError, Server, Target, make
from tests.partners import needs

DOCUMENT = (ROOT / "docs" / "upstream.md").read_text(encoding="utf-8")
REFUSED, CRASHES, UNCOMPILED = "refused", "crashes", "does not compile"
_EXAMPLE = re.compile(
    r"^## (?P<title>[^\n]+)\n(?:(?!^## ).)*?```yaml\n(?P<schema>.*?)```\n\nBytes `(?P<data>[0-9a-f ]*)`, "
    r"expected(?:: (?P<verdict>refused)| `(?P<tree>[^`]+)`)\.\n\n(?P<found>(?:- `\w+`: [^\n]+\n)+)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Example:
    """A schema, the bytes of a file, the tree that is right (None: none), and what targets make of it."""

    title: str
    schema: str
    data: bytes
    tree: Any
    found: dict[str, str]


def examples() -> Iterator[Example]:
    for match in _EXAMPLE.finditer(DOCUMENT):
        found = dict(re.findall(r"^- `(\w+)`: `?([^`\n]+)`?$", match["found"], re.MULTILINE))
        tree = json.loads(match["tree"]) if match["tree"] else None
        yield Example(match["title"], match["schema"], bytes.fromhex(match["data"]), tree, found)


EXAMPLES = list(examples())
every_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)


def answer(target: Target, example: Example, folder: Path) -> str:
    """Return what a target makes of an example, in the words of the document."""
    (folder / "toy.ksy").write_text(example.schema, encoding="utf-8")
    (folder / "data").write_bytes(example.data)
    (folder / "made").mkdir(exist_ok=True)
    plain = replace(target, is_portable=False, mends=())
    made = make(plain, [schema_of_file(folder / "toy.ksy")], {"toy": read_yaml(example.schema)}, folder / "made")
    if made.refused:
        return UNCOMPILED
    with Server(made, plain, folder / "made") as server:
        try:
            kind, tree = json.loads(server.ask("toy", folder / "data"))
        except CrashedError:
            return CRASHES
    return {"ok": json.dumps(tree), "no": REFUSED, "panic": CRASHES}[kind]


def test_all_examples_are_found() -> None:
    assert len(EXAMPLES) == DOCUMENT.count("```yaml") == len({example.title for example in EXAMPLES})
    assert {target for example in EXAMPLES for target in example.found} <= {*TARGETS}


@needs("ksc")
@pytest.mark.sample(each=20)
@every_example
def test_python_gives_the_tree_that_is_right(example: Example, tmp_path: Path) -> None:
    (tmp_path / "toy.ksy").write_text(example.schema, encoding="utf-8")
    layout = Layout([schema_of_file(tmp_path / "toy.ksy")])
    assert Reference(layout, {"toy": read_yaml(example.schema)}).tree("toy", example.data) == example.tree


@pytest.mark.nightly
@needs("ksc")
@every_example
def test_other_languages_do_what_is_said(example: Example, tmp_path: Path) -> None:
    absent = {name: reason for name in example.found if (reason := TARGETS[name].missing())}
    for name in example.found.keys() - absent.keys():
        (tmp_path / name).mkdir()
        assert answer(TARGETS[name], example, tmp_path / name) == example.found[name], name
    if absent:
        pytest.skip("; ".join(f"{name}: {reason}" for name, reason in absent.items()))
