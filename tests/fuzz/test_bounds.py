"""Whatever the schema: files are no larger than the limit, drawing ends soon, and what is called valid is read."""

from __future__ import annotations

import random
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from nacformats import limits
from nacformats.codec.streams import Source
from nacformats.errors import InvalidError
from nacformats.formats import formats, generic
from nacformats.formats.generic import format_of_codec
from nacformats.fuzz import Maker
from nacformats.fuzz.corpora import ACCEPTED, Corpus, CorpusFile
from nacformats.fuzz.maker import refusal_of
from nacformats.limits import MAX_DRAWN_BYTES, MOST_DRAWN_BYTES
from nacformats.schema.model import SchemaError
from nacformats.targets.loading import codec_of_file
from tests.effort import effort

SCORES = Path(__file__).resolve().parents[2] / "docs" / "scores.ksy"


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    return tmp_path / "odd.ksy"


def write(path: Path, seq: str, rest: str = "") -> Path:
    path.write_text(f"meta: {{id: odd, endian: le, bit-endian: be, encoding: UTF-8}}\nseq:\n{seq}\n{rest}")
    return path


def entries(path: Path, count: int = 20, **options: int) -> list[CorpusFile]:
    found = list(Corpus(format_of_codec(codec_of_file(path)), path, count=count, **options))
    assert {entry.verdict for entry in found} == {ACCEPTED}
    return found


@contextmanager
def little_memory(extra: int = 500 * 1024**2) -> Iterator[None]:
    """Within this block, the process may take so many bytes more."""
    resource = pytest.importorskip("resource")  # where memory can be limited
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + extra, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


# Terminators that are not consumed

FOLLOWED = {
    "text": "{id: b, type: str, terminator: 0x40}",
    "text that ends alike": "{id: b, type: str, terminator: 0x7c}",
    "text that includes its end": "{id: b, type: str, terminator: 0x40, include: true}",
    "bytes": "{id: b, size: 5}",
    "the rest": "{id: b, size-eos: true}",
    "a number": "{id: b, type: u2be}",
    "many numbers": "{id: b, type: s4, repeat: expr, repeat-expr: 3}",
    "a float": "{id: b, type: f8}",
    "a record": "{id: b, type: pair}",
    "a record of a given size": "{id: b, type: pair, size: 9}",
    "a record up to a byte": "{id: b, type: texts, terminator: 0x40}",
    "bits": "{id: b, contents: '|'}\n  - {id: c, type: b3}\n  - {id: d, type: b5}",
    "more of them": "{id: b, terminator: 0x7c, consume: false, repeat: expr, repeat-expr: 3}\n  - {id: c, type: u1}",
}
TYPES = """
types:
  pair: {seq: [{id: x, type: u2}, {id: y, type: s1}]}
  texts: {seq: [{id: x, type: str, size-eos: true}]}
"""


@pytest.mark.parametrize("name", FOLLOWED)
def test_what_follows_a_text_begins_with_its_terminator(name: str, schema: Path) -> None:
    first = "  - {id: a, type: str, terminator: 0x7c, consume: false}"
    found = entries(write(schema, f"{first}\n  - {FOLLOWED[name]}", TYPES))
    assert len(found) == 20
    assert all(b"|" in entry.data for entry in found)


def test_a_terminator_that_nothing_follows(schema: Path) -> None:
    optional = "  - {id: a, type: strz, consume: false, eos-error: false}"
    assert len(entries(write(schema, optional))) == 20
    required = Maker(write(schema, "  - {id: a, type: strz, consume: false}"))
    assert all(required.sample(random.Random(seed)).data.endswith(b"\0") for seed in range(20))


def test_records_that_include_their_terminator(schema: Path) -> None:
    found = entries(write(schema, "  - {id: a, type: texts, terminator: 0x40, include: true, repeat: eos}", TYPES))
    assert any(entry.data.count(b"@") > 2 for entry in found)


# The limit


@pytest.mark.sample("nac-1000", "micb-150", "mic2-150", "stb-150", "stb-1000", "tisa-1000")
@pytest.mark.parametrize("limit", [150, 1000])
@pytest.mark.parametrize("name", formats())
def test_no_file_of_a_format_is_larger(name: str, limit: int) -> None:
    for near in (False, True):
        corpus = Corpus(formats()[name], count=8, near=near, max_size=limit)
        assert all(len(entry.data) <= limit for entry in corpus)


LARGE = {
    "lists of lists": ("  - {id: a, type: outer, repeat: expr, repeat-expr: 200}", 200),
    "a fixed size": ("  - {id: a, size: 20000}", 20_000),
    "a count that is computed": (
        "  - {id: a, type: u1}\n  - {id: b, type: u8, repeat: expr, repeat-expr: a * 50 + 10}",
        81,
    ),
    "a part far away": ("  - {id: a, type: u1}\ninstances:\n  b: {pos: 30000 + a, type: u1}", 30_001),
}
OUTER = """
types:
  outer: {seq: [{id: count, type: u1}, {id: items, type: inner, repeat: expr, repeat-expr: count}]}
  inner: {seq: [{id: count, type: u1}, {id: items, type: u8, repeat: expr, repeat-expr: count}]}
"""


@pytest.mark.sample("a fixed size", "a count that is computed", "a part far away")
@pytest.mark.parametrize("name", LARGE)
def test_no_file_of_a_schema_is_larger(name: str, schema: Path) -> None:
    seq, least = LARGE[name]
    write(schema, seq, OUTER)
    for limit in (least + 100, MAX_DRAWN_BYTES):
        found = entries(schema, count=12, max_size=limit)
        assert len(found) >= 8
        assert max(len(entry.data) for entry in found) <= limit
    assert max(len(entry.data) for entry in entries(schema, count=6)) <= MAX_DRAWN_BYTES


@pytest.mark.sample("a fixed size", "a count that is computed", "a part far away")
@pytest.mark.parametrize("name", LARGE)
def test_a_limit_that_is_too_low_is_refused_with_the_smallest_size(name: str, schema: Path) -> None:
    seq, least = LARGE[name]
    message = r"no file of at most 50 bytes was found: the smallest that was found takes [\d,]+$"
    with pytest.raises(SchemaError, match=message) as caught:
        entries(write(schema, seq, OUTER), max_size=50)
    assert least <= int(str(caught.value).rpartition(" ")[2].replace(",", "")) <= least + 300


def test_limits_are_checked() -> None:
    for wrong in (-1, MOST_DRAWN_BYTES + 1):
        with pytest.raises(ValueError, match="max_size"):
            Maker("stb", max_size=wrong)


# Schemas that ask for too much

HOSTILE = {
    "a position": "  - {id: a, type: u8}\ninstances:\n  b: {pos: a * a * a, type: u1}",
    "a size": "  - {id: a, type: u8}\n  - {id: b, size: a * 1000000007 + 5}",
    "a size below zero": "  - {id: a, type: u1}\n  - {id: b, size: a - 300}",
    "a count of nothing": "  - {id: a, type: none, repeat: expr, repeat-expr: 4000000000}",
    "a count of nothing that is drawn": "  - {id: n, type: u4}\n  - {id: a, type: none, repeat: expr, repeat-expr: n}",
    "a count that is no number": "  - {id: a, type: f4}\n  - {id: b, type: u1, repeat: expr, repeat-expr: a.to_i}",
    "a floating point size": "  - {id: a, type: f4}\n  - {id: b, size: (a * 1e30).to_i}",
    "a division by zero": "  - {id: a, type: u1}\n  - {id: b, size: 10 / (a - a)}",
    "lists of lists of lists": "  - {id: a, type: wide, repeat: expr, repeat-expr: 60000}",
    "records without an end": "  - {id: a, type: deep}",
    "many records without an end": "  - {id: a, type: many}",
    "a list that does not end": "  - {id: a, type: u1, repeat: until, repeat-until: _ > 300}",
    "a rule that nothing keeps": "  - {id: a, type: u8, valid: {expr: _ * _ == 7}}",
    "a text that is no number": "  - {id: a, type: str, size: 3}\n  - {id: b, size: a.to_i}",
    "a stream in itself": "  - {id: a, type: parts, size: 60000, repeat: eos}",
}
HOSTILE_TYPES = """
types:
  none: {}
  deep: {seq: [{id: x, type: u1}, {id: y, type: deep}]}
  many: {seq: [{id: x, type: many, repeat: expr, repeat-expr: 3}, {id: y, type: u1}]}
  wide: {seq: [{id: x, type: none, repeat: expr, repeat-expr: 60000}]}
  parts: {seq: [{id: x, type: none, repeat: eos}, {id: y, type: u1}]}
"""


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("name", HOSTILE)
def test_what_asks_for_too_much_is_refused_soon(name: str, schema: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seq, colon, instances = HOSTILE[name].partition("\ninstances:")
    write(schema, seq, f"instances:{instances}{HOSTILE_TYPES}" if colon else HOSTILE_TYPES)
    start = time.process_time()
    monkeypatch.setattr(limits, "MAX_DRAWN_STEPS", effort(1_000, 30_000))
    with little_memory(), suppress(ValueError):  # of which SchemaError is one
        assert all(len(entry.data) <= MAX_DRAWN_BYTES for entry in entries(schema, count=3))
    assert time.process_time() - start < 20


# What is called valid


def test_what_our_reader_refuses_is_not_called_valid(schema: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two fields that have to be alike, which no rule of a field says before the second one is drawn."""
    write(schema, "  - {id: a, type: u1}\n  - {id: b, type: b4}\n  - {id: c, type: b4, valid: {expr: _ == 0 or b < 3}}")
    maker, reader = Maker(schema), format_of_codec(codec_of_file(schema))
    for seed in range(30):
        assert refusal_of(reader, maker.sample(random.Random(seed)).data) is None
    judge, odd = "nacformats.fuzz.maker.Judge.refusal", InvalidError("no", path="a")
    monkeypatch.setattr(judge, lambda _, data, **_options: odd if data[0] % 2 else None)
    assert all(maker.sample(random.Random(seed)).data[0] % 2 == 0 for seed in range(30))
    monkeypatch.setattr(judge, lambda *_, **_options: InvalidError("nothing will do"))
    with pytest.raises(SchemaError, match=r"our reader refuses what was drawn \(nothing will do\)"):
        maker.sample(random.Random(1))


def test_what_is_not_made_is_counted(schema: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = Corpus(format_of_codec(codec_of_file(SCORES)), SCORES, count=50)
    made = corpus.candidate

    def some(index: int) -> object:
        if index % 3:
            raise SchemaError("/seq/0", "nothing was found")
        return made(index)

    monkeypatch.setattr(corpus, "candidate", some)
    assert [entry.index for entry in corpus] == list(range(0, 50, 3))
    assert corpus.unmade == {"/seq/0: nothing was found": 33}


# Encodings of wide units


@pytest.mark.parametrize("encoding", ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"])
def test_texts_of_wide_units_end_at_a_zero_unit(encoding: str, schema: Path) -> None:
    names = ("{}", "include: true", "consume: false", "eos-error: false")
    fields = "\n".join(
        f"  - {{id: a{at}, type: strz, encoding: {encoding}, {option.strip('{}')}}}" for at, option in enumerate(names)
    )
    part = f"  - {{id: part, type: wide, size: 24}}\n  - {{id: last, type: str, size: 16, encoding: {encoding}}}"
    types = f"types:\n  wide: {{seq: [{{id: x, type: strz, encoding: {encoding}, eos-error: false}}]}}"
    found = entries(write(schema, f"{fields}\n{part}", types))
    assert len(found) == 20
    codec = codec_of_file(schema)
    texts = [generic.read_tree(codec, Source(entry.data))["a0"] for entry in found]
    assert len(set(map(len, texts))) > 3
    assert all(entry.data.startswith(f"{text}\0".encode(encoding)) for entry, text in zip(found, texts, strict=True))


def test_files_of_any_depth_are_read_or_refused(schema: Path) -> None:
    node = "types:\n  node: {seq: [{id: x, type: u1}, {id: y, type: node, repeat: expr, repeat-expr: x}]}"
    reader = format_of_codec(codec_of_file(write(schema, "  - {id: a, type: node}", node)))
    refusals = [refusal_of(reader, b"\1" * depth + b"\0") for depth in (10, 230, 300, 1000)]
    assert refusals[0] is None
    assert all(error is None or "too deeply" in str(error) for error in refusals[1:])
    assert refusals[-1] is not None


# Expressions that have no value, or none that a field could have

ODD_FIELDS = {
    "a shift without an end": "{id: a, type: u4, valid: 1 << 4000000000}",
    "a text without an end": "{id: a, type: str, size: 4, valid: \"'a' * 4000000000\"}",
    "a length without an end": "{id: a, type: strz, valid: {expr: _.length >= 4000000000}}",
    "a number among texts": "{id: a, type: u1, valid: {any-of: [\"'a'\", '1 / 0']}}",
    "a text below a number": "{id: a, type: u2, valid: {min: \"'a'\"}}",
    "a text below a float": "{id: a, type: f4, valid: {min: \"'a'\"}}",
    "a float that is too large": "{id: a, type: f4, valid: {min: '1.5e308'}}",
    "a fraction of a number": "{id: a, type: u1, valid: {expr: _ == 2.5}}",
    "a step that is a text": "{id: a, type: u1, valid: {expr: \"_ % 'a' == 0\"}}",
    "a step past the largest": "{id: a, type: u1, valid: {expr: _ > 5 and _ % 1000 == 3}}",
    "a number for a text": "{id: a, type: str, size: 3, valid: {eq: 4000000000}}",
    "letters that the encoding has not": "{id: a, type: str, size: 1, encoding: ASCII, valid: {eq: \"'é'\"}}",
    "a size that is a text": "{id: a, size: \"'a'\"}",
}


@pytest.mark.parametrize("field", ODD_FIELDS.values(), ids=ODD_FIELDS)
def test_an_expression_without_a_value_is_an_error_of_the_schema(field: str, schema: Path) -> None:
    write(schema, f"  - {field}")
    start = time.process_time()
    with little_memory(), pytest.raises(SchemaError):
        Maker(schema).sample(random.Random(1))
    assert time.process_time() - start < 3


def test_an_instance_in_what_is_no_stream_is_an_error_of_the_schema(schema: Path) -> None:
    write(schema, "  - {id: a, type: u1}", "instances: {b: {io: a, pos: 0, type: u1}}")
    with pytest.raises(SchemaError):
        Maker(schema).sample(random.Random(1))


def test_halves_of_floats_are_no_whole_numbers(schema: Path) -> None:
    found = entries(write(schema, "  - {id: a, type: f8}\n  - {id: b, type: f8, valid: a / 2}"))
    halves = [struct.unpack("<2d", entry.data) for entry in found]
    assert any(half % 1 for _, half in halves)


def test_bounds_between_two_numbers_are_rounded_to_what_the_field_can_have(schema: Path) -> None:
    write(schema, "  - {id: a, type: u1, valid: {expr: _ > 2.5 and _ <= 4.5}}")
    maker = Maker(schema)
    assert {maker.sample(random.Random(seed)).data for seed in range(20)} == {b"\3", b"\4"}
