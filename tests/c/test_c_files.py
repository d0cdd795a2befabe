"""The generated C for whole files: clean under strict compilers and sanitizers, and of one opinion with Python."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats.languages.targets import language_files
from nacformats.schema.model import Schema, SchemaError
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import ROOT
from nacformats.targets.loading import schema_of_file
from tests.columns.native import compiler
from tests.conformance.answers import EQUAL, NO, OK, OURS, Answer, answer_of_machine, back_differs, compare
from tests.conformance.by_hand import odd_file
from tests.conformance.programs import Program
from tests.conformance.schemas import Subject
from tests.effort import effort
from tests.languages.test_reading import UNUSUAL, UNUSUAL_FILES
from tests.stamps import GENERATORS

pytestmark = pytest.mark.when_changed(*GENERATORS)

HERE = Path(__file__).parent
PROGRAM = "nacdump.c"
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-pedantic"]
SANITIZERS = ["-g", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
#: A log with everything that the schema of strangers has.
LOG = {
    "version": 1,
    "has_names": True,
    "quality": 2,
    "checksum": 77,
    "stations": [
        {
            "name": "Köln",
            "height": -300,
            "place": [1.5, -2.25],
            "readings": [
                {"kind": 1, "body": {"speed": 2.5, "direction": -20}},
                {"kind": 2, "body": 7},
                {"kind": 3, "body": {"text": "fog"}},
                {"kind": 9},
            ],
        }
    ],
    "chunks": [{"tag": 0, "body": {"values": [1, -2, 3]}}, {"tag": 1}, {"tag": 2, "body": {"values": [5]}}],
    "notes": ["a", "end"],
}


def c_files(model: Schema) -> dict[str, str]:
    return language_files("c", model.name, [model])


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the runtime, compiled with sanitizers; skips what needs it where the compiler has none."""
    folder = tmp_path_factory.mktemp("runtime")
    files = c_files(schema_model("stb"))
    for name in ("nacformats.h", "nacformats.c"):
        (folder / name).write_text(files[name])
    built = run(
        [*compiler(), *STRICT, *SANITIZERS, "-c", "-o", str(folder / "runtime.o"), str(folder / "nacformats.c")]
    )
    assert built.returncode == 0, built.stderr[:3000]
    main = folder / "nothing.c"
    main.write_text("int main(void) { return 0; }\n")
    if run([*compiler(), *SANITIZERS, "-o", str(folder / "nothing"), str(main)]).returncode != 0:
        pytest.skip("the compiler here has no sanitizers")
    return folder / "runtime.o"


def run(command: list[str], text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=300, check=False)


def built_program(schema: Path, main: Path, runtime: Path, folder: Path) -> Path:
    """Return a program with the generated sources of a schema, built with all warnings and sanitizers."""
    model = schema_of_file(schema)
    files = c_files(model)
    for name, text in files.items():
        (folder / name).write_text(text)
    others = ("nacformats.c", PROGRAM, "example.c")
    sources = [name for name in files if name.endswith(".c") and name not in others]
    program = folder / main.stem
    paths = [str(folder / name) for name in sources]
    command = [*compiler(), *STRICT, *SANITIZERS, f"-I{folder}", str(main), *paths]
    built = run([*command, str(runtime), "-o", str(program)])
    assert built.returncode == 0, built.stderr[:3000]
    return program


class Dumped:
    """What the program that prints files says about those of a schema."""

    def __init__(self, schema: Path, runtime: Path, folder: Path) -> None:
        self.subject = Subject(schema, is_ours=False)
        self._program = Program([str(built_program(schema, folder / PROGRAM, runtime, folder)), "--serve"])
        self._folder = folder

    def answer(self, data: bytes) -> Answer:
        path = self._folder / "file.bin"
        path.write_bytes(data)
        said = self._program.ask(self.subject.name, path)
        assert said[0] in (OK, NO), (data.hex(), said)
        return said

    def checked(self, data: bytes) -> Answer:
        """Return the answer, which is that of Python: tree, path, offset and words, written back."""
        expected, said = answer_of_machine(self.subject, data), self.answer(data)
        assert compare(expected, said, OURS) == (EQUAL, ""), data.hex()
        if said[0] == OK:
            assert not back_differs(expected, said), (data.hex(), said[2], expected[2])
        return said


def damaged(data: bytes, rng: random.Random) -> bytes:
    made = bytearray(data)
    at = rng.randrange(len(made) + 1)
    match rng.randrange(4):
        case 0:
            del made[at:]
        case 1:
            made[at:at] = rng.randbytes(rng.randint(1, 4))
        case 2:
            made[at : at + 1] = bytes([rng.choice((0, 1, 2, 127, 128, 255))])
        case _:
            made[at : at + 1] = bytes(byte ^ 1 << rng.randrange(8) for byte in made[at : at + 1])
    return bytes(made)


@pytest.mark.nightly
def test_c_and_python_agree_on_a_strangers_schema(runtime: Path, tmp_path: Path) -> None:
    room = nacformats.open_schema(HERE / "stranger.ksy")
    dumped = Dumped(HERE / "stranger.ksy", runtime, tmp_path)
    rng = random.Random(5)
    seeds = [room.dumps(LOG), *room.fuzz(20)]
    files = seeds + [damaged(rng.choice(seeds), rng) for _ in range(effort(150, 20_000))]
    step = effort(1, 10)  # Python takes ten times as long
    said = [dumped.checked(data) if number % step == 0 else dumped.answer(data) for number, data in enumerate(files)]
    assert sum(each[0] == OK and each[2] is True for each in said) > len(seeds) // 2


@pytest.mark.nightly
def test_what_few_schemas_have(runtime: Path, tmp_path: Path) -> None:
    """It is the schema that the machine of other languages is tested with."""
    schema = tmp_path / "unusual.ksy"
    schema.write_text(UNUSUAL)
    dumped, rng = Dumped(schema, runtime, tmp_path), random.Random(3)
    for data in UNUSUAL_FILES + [damaged(rng.choice(UNUSUAL_FILES), rng) for _ in range(effort(100, 5_000))]:
        assert compare(answer_of_machine(dumped.subject, data), dumped.answer(data), OURS) == (EQUAL, ""), data.hex()


def sums_tree(rng: random.Random) -> dict[str, Any]:
    """Return a tree of sums.ksy, without what follows from the rest."""
    bodies = [{"words": ["ab" * rng.randrange(9)] * rng.randrange(4)} for _ in range(2)]
    chunks = [{"kind": 7, "body": body, "has_sum": rng.randrange(3), "reserved": 5} for body in bodies]
    hidden = {"name": "moore", "numbers": [3, 9], "text": "ok"}
    return {
        "chunks": chunks,
        "key": rng.randrange(256),
        "hidden": hidden,
        "masked": "sea",
        "all": {"data": rng.randbytes(9)},
    }


@pytest.mark.nightly
def test_checksums_and_parts_that_are_processed(runtime: Path, tmp_path: Path) -> None:
    """Sums of all kinds are checked and derived; an error in bytes that no file has is where they come from."""
    room = nacformats.open_schema(HERE / "sums.ksy")
    dumped = Dumped(HERE / "sums.ksy", runtime, tmp_path)
    rng = random.Random(7)
    refused_at = refusals(dumped, [room.dumps(sums_tree(rng)) for _ in range(20)])
    sums = {f"all.{name}" for name in room.loads(room.dumps(sums_tree(rng)))["all"]} - {"all.data"}
    assert sums | {"", "hidden.name", "hidden.check", "masked", "chunks[0].crc", "chunks[1].sum"} <= refused_at


@pytest.mark.nightly
def test_the_checksum_of_the_tutorial(runtime: Path, tmp_path: Path) -> None:
    """A stale one is made right; a wrong one is refused."""
    text = (ROOT / "docs" / "tutorials" / "format.md").read_text(encoding="utf-8").split("`weather.ksy`:")[1]
    schema = tmp_path / "weather.ksy"
    schema.write_text(text.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    done = run([str(built_program(schema, HERE / "make_weather.c", runtime, tmp_path)), str(tmp_path / "made")])
    assert done.returncode == 0, done.stderr
    room = nacformats.open_schema(schema)
    made = (tmp_path / "made").read_bytes()
    assert room.loads(made)["stations"][0]["station"]["crc"] not in (0, 7)
    assert "stations[0].station.crc" in refusals(Dumped(schema, runtime, tmp_path), [made])


def refusals(dumped: Dumped, seeds: list[bytes]) -> set[str]:
    """Return where both refuse damaged files; of the others both have the same trees, and write the same back."""
    rng = random.Random(8)
    files = seeds + [damaged(rng.choice(seeds), rng) for _ in range(effort(600, 20_000))]
    return {said[1] for said in map(dumped.checked, files) if said[0] == NO}


ODD_TREE = {
    "order": 1,
    "switched": {"number": 7, "signed": -2, "real": {"$real": "3ff8000000000000"}, "inner": {"number": 513}},
    "low": 5,
    "middle": 1023,
    "high": 5,
    "masked": {"$hex": "61626364"},
    "turned": {"first": 1, "second": 2},
    "keyed": {"$hex": "78797a"},
    "padded": "é",
    "ended": "ab",
    "wide": "hi",
    "lines": [{"text": "one"}, {"text": ""}],
    "num_left": 4,
    "rest": {"numbers": [1, 2], "first": 1792},
    "_unnamed14": 9,
}


@pytest.mark.nightly
def test_oddities(runtime: Path, tmp_path: Path) -> None:
    """Switched byte order, bits of both orders, process, padding, encodings, parents, streams."""
    dumped = Dumped(HERE / "oddities.ksy", runtime, tmp_path)
    good = odd_file()
    rng = random.Random(6)
    bad = [good[:-6] + b"\x07" + good[-5:], good.replace(b"\x01\x02", b"\xad\xde")]
    files = [good, *bad, *(damaged(good, rng) for _ in range(effort(200, 20_000)))]
    said = [dumped.checked(data) for data in files]
    assert said[0][1] == ODD_TREE
    assert said[1][:3] == ["no", "num_left", len(good) - 6]
    assert said[2][:3] == ["no", "switched.inner.number", 15]


def test_instances_that_go_round_in_circles_end(runtime: Path, tmp_path: Path) -> None:
    dumped = Dumped(HERE / "chain.ksy", runtime, tmp_path)
    files = (b"\x00\x00", b"\x02\x00\x00\x00", b"\x00\x00\x02\x01", b"\x01\x01" * 900)
    said = [dumped.answer(data) for data in files]
    assert said[0] == ["ok", {"first": {"ofs_next": 0, "kind": 0}}, True]
    assert said[1][1]["first"]["next"] == {"ofs_next": 0, "kind": 0}
    assert said[3][0] == "no"
    assert said[3][3] == "nested too deeply"


def test_terminators_that_may_be_missing_at_the_end(runtime: Path, tmp_path: Path) -> None:
    """Each is written where something follows, after empty texts as well, and in all its bytes."""
    schema = tmp_path / "lines.ksy"
    schema.write_text(
        "meta: {id: lines, endian: le, encoding: UTF-16LE}\nseq:\n  - {id: num_lines, type: u1}\n"
        "  - {id: lines, type: strz, eos-error: false, repeat: expr, repeat-expr: num_lines}\n"
        "  - {id: rest, size-eos: true}\n"
    )
    dumped = Dumped(schema, runtime, tmp_path)
    for data in (b"\1a\0\0\0", b"\1a\0", b"\2\0\0\0\0x", b"\3a\0\0\0\0\0\0\0\0", b"\2a\0\0\0b\0"):
        said = dumped.checked(data)
        assert said[0] == OK


#: A text that a switch chooses, with a terminator of its own; bytes without a case; what is read again.
ENDED_BY_A_CASE = """
meta: {id: ended, endian: le, encoding: ASCII}
seq:
  - {id: kind, type: u1}
  - {id: name, type: {switch-on: kind, cases: {1: strz, 2: u2}}, include: true}
  - {id: body, type: {switch-on: kind, cases: {9: part}}, size: 3, pad-right: 65}
  - {id: none, type: {switch-on: kind, cases: {9: part}}, terminator: 7}
  - {id: line, terminator: 255, include: true, consume: false}
  - {id: end, type: u1}
  - {id: key, size: 1, terminator: 0}
  - {id: masked, size-eos: true, process: xor(key)}
types: {part: {seq: [{id: x, type: u1}]}}
"""


def test_what_a_switch_ends_and_what_is_not_consumed(runtime: Path, tmp_path: Path) -> None:
    schema = tmp_path / "ended.ksy"
    schema.write_text(ENDED_BY_A_CASE)
    dumped = Dumped(schema, runtime, tmp_path)
    good = (b"\1ab\0xAAline\xffk", b"\2abxAAline\xffkmm", b"\3xAAline\xff\0", b"\3xAA\xffk")
    assert [dumped.checked(data)[::2] for data in good] == [[OK, True]] * 4
    assert [dumped.checked(data)[0] for data in (b"\1ab", b"\1ab\0xAAline", b"\3xAA\xff\0mm")] == [NO] * 3


def test_a_tree_that_a_program_makes_is_written(runtime: Path, tmp_path: Path) -> None:
    """Counts, lengths, offsets and the magic number follow from what the program fills in."""
    program = built_program(HERE / "stranger.ksy", HERE / "make.c", runtime, tmp_path)
    done = run([str(program), str(tmp_path / "made.wlog")])
    assert done.returncode == 0, done.stderr
    tree = nacformats.open_schema(HERE / "stranger.ksy").load(tmp_path / "made.wlog")
    assert tree["num_stations"] == 1
    assert tree["stations"][0]["name"] == "Kiel"
    assert [chunk["len_body"] for chunk in tree["chunks"]] == [8]
    assert list(tree["chunks"][0]["body"]["values"]) == [3, -4]
    for notes, place in ((["a"], "notes[0]"), (["a", "end", "b"], "notes[1]")):
        done = run([str(program), str(tmp_path / "made.wlog"), *notes])
        assert (done.returncode, done.stderr.split(":")[0]) == (1, place)


def test_the_example_of_the_document_copies_a_file(runtime: Path, tmp_path: Path) -> None:
    schema = ROOT / "docs" / "scores.ksy"
    example = c_files(schema_of_file(schema))["example.c"].split("\n", 1)[1]
    assert len(example.splitlines()) <= 60
    assert f"```c\n{example}```" in (ROOT / "docs" / "c.md").read_text(encoding="utf-8")
    main = tmp_path / "copying.c"
    main.write_text(example)
    program = built_program(schema, main, runtime, tmp_path)
    data = b"SCOR\2\3Ada\244\1\4Alan\214\1"
    (tmp_path / "in.scores").write_bytes(data)
    done = run([str(program), str(tmp_path / "in.scores"), str(tmp_path / "out.scores")])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "num_entries: 2\n"
    assert (tmp_path / "out.scores").read_bytes() == data
    (tmp_path / "in.scores").write_bytes(data[:-3])
    done = run([str(program), str(tmp_path / "in.scores"), str(tmp_path / "out.scores")])
    assert (done.returncode, done.stderr) == (
        1,
        "entries[1].name (byte 12): the file ends too early: expected 4 more bytes, got 3\n",
    )


def test_an_encoding_that_the_machine_does_not_know_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.ksy"
    path.write_text("meta: {id: one}\nseq:\n  - {id: a, type: str, size: 4, encoding: Shift_JIS}\n")
    with pytest.raises(SchemaError, match="/seq/0/encoding"):
        c_files(schema_of_file(path))


def test_a_schema_may_be_called_like_a_header(tmp_path: Path) -> None:
    path = tmp_path / "time.ksy"
    path.write_text("meta: {id: time, endian: le}\nseq:\n  - {id: class, type: u4}\n  - {id: node, type: f4}\n")
    files = c_files(schema_of_file(path))
    assert {"time_format.h", "time_format.c"} < set(files)
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    for name in ("time_format.c", "example.c"):
        built = run([*compiler(), *STRICT, "-fsyntax-only", f"-I{tmp_path}", str(tmp_path / name)])
        assert built.returncode == 0, built.stderr[:3000]
