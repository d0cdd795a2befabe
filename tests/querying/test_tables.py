"""The columns of every format as tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import nacformats
from nacformats import limits
from nacformats.querying.columns import CodedColumn
from tests.effort import effort, some

EXAMPLES = Path("examples")
STORY = EXAMPLES / "story" / "story.nac"


def test_a_program_has_the_columns_of_its_instructions() -> None:
    with nacformats.load(STORY) as nac, nacformats.tables(STORY) as found:
        ops = found["ops"]
        assert ops.count == len(nac.instructions)
        assert ops["name"].tolist() == [each.name for each in nac.instructions]
        assert ops["signature"].tolist() == [each.signature for each in nac.instructions]
        assert ops["offset"].tolist() == [each.offset for each in nac.instructions]
        assert ops["a"].tolist() == [each.a for each in nac.instructions]
        assert ops["input"].tolist() == [each.input_name for each in nac.instructions]
        assert (ops["dtype"][0], ops["shape"][0]) == ("int64", [1, None])


def test_operands_are_the_results_that_are_taken() -> None:
    with nacformats.load(EXAMPLES / "mlp.nac") as nac:
        operands = nacformats.tables(nac)["operands"]
        pairs = sorted(zip(operands["op"].tolist(), operands["source"].tolist(), strict=True))
        expected = [
            (each.index, ref.index) for each in nac.instructions for ref in each.operands if hasattr(ref, "index")
        ]
        assert pairs == sorted(expected)


def test_parameters_are_views_where_they_can_be() -> None:
    with nacformats.load(STORY) as nac, nacformats.tables(nac) as found:
        parameters = found["parameters"]
        assert int(parameters["bytes"].sum()) == 339_556
        by_name = dict(zip(parameters["name"], parameters["shape"], strict=True))
        assert by_name["tokens.weight"] == [640, 96]
        assert np.shares_memory(found["ops"]["a"], nac.sections.ops.a)  # type: ignore[union-attr]
        assert isinstance(found["ops"].column("name"), CodedColumn)


def test_every_corpus_file_has_tables(corpus: Path) -> None:
    for path in some(sorted(corpus.rglob("*.*"))[:: effort(4, 1)]):
        if path.suffix not in {".nac", ".stb", ".mic2", ".micb", ".tisa", ".safetensors", ".gguf"}:
            continue
        try:
            found = nacformats.tables(path)
        except nacformats.FormatError:
            continue
        with found:
            for table in found.values():
                assert all(len(table[name]) == table.count for name in table), (path, table)


def test_other_formats() -> None:
    graph = nacformats.tables(EXAMPLES / "residual.mic2")
    assert graph["ops"]["name"].tolist() == ["arg", "param", "param", "matmul", "add", "relu", "add"]
    assert graph["operands"]["source"].tolist() == [0, 1, 3, 2, 4, 5, 0]
    tensors = nacformats.tables(EXAMPLES / "weights.stb")["tensors"]
    assert tensors["shape"].tolist() == [[4, 3], [3, 5], [2, 2, 3]]
    with pytest.raises(TypeError, match="has no tables"):
        nacformats.tables(nacformats.formats.base.Model())


def test_a_number_without_a_meaning_is_shown(corpus: Path) -> None:
    path = next(corpus.rglob("dtype_reserved_4.stb"))
    with nacformats.load(path, strict=False) as stb:
        assert "reserved (4)" in nacformats.tables(stb)["tensors"]["dtype"].tolist()


def test_a_schema_has_a_table_for_each_list_of_records() -> None:
    scores = nacformats.open_schema("docs/scores.ksy")
    found = nacformats.tables(scores.loads(b"SCOR\x02\x03Ada\xa4\x01\x04Alan\x8c\x01"))
    assert list(found) == ["scores", "entries"]
    assert found["entries"]["name"].tolist() == ["Ada", "Alan"]
    assert found["entries"]["score"].tolist() == [420, 396]
    steps = nacformats.tables(EXAMPLES / "words.tisa")
    assert steps["steps_operands_rules"]["parent"].tolist() == [3, 3, 3]
    assert steps["steps"]["opcode"][0] == "unicode_norm"


def test_records_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nacformats.querying.trees.MAX_QUERIED_ROWS", 3)
    with pytest.raises(nacformats.LimitError, match="too many records"):
        nacformats.tables(EXAMPLES / "words.tisa")
    assert limits.MAX_QUERIED_ROWS > 3
