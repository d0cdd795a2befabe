"""What this package and Kaitai's Python parser make of a drawn schema and of its files."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError
from nacformats.formats.generic import fields_of
from nacformats.fuzz import Maker
from nacformats.fuzz.choices import RandomChoices
from nacformats.schema.model import SchemaError
from nacformats.schemas import SchemaFormat, open_schema
from tests.kaitai.compiler import Parser, RefusedByKaitaiError
from tests.kaitai.trees import Failure, ask, compare
from tests.kaitai_gallery.examine import OutOfTimeError, bounded

#: Seconds of work for one file under both, and for making the files of a schema.
FILE_SECONDS, FUZZ_SECONDS = 4, 1
#: Where Kaitai's Python parser refuses a file, or does not end, for a reason of its own: docs/kaitai.md.
THEIR_REASONS = {
    "AttributeError": "it asks for a field that is not in the file, which is null in the language",
    "more than": "it reads without an end",
}
#: Where bytes are in memory, in the words for them.
_ADDRESS = re.compile(r"<memory at \w+>")
#: Where we refuse a file, or an instance, that Kaitai's Python parser reads.
OUR_REASONS = {"the key of `xor` is empty": "it drops all the bytes"}


@dataclass
class Result:
    """Attributes:
    name: of the schema.
    outcomes: how many files came to what.
    findings: what is wrong, each with its file.
    leaves: how many were compared.
    placeless: ids of instances that are read where the stream stands.
    """

    name: str
    outcomes: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    leaves: int = 0
    placeless: frozenset[str] = frozenset()


def examine(path: Path, compiled: dict[str, Any] | None, files: int) -> Result:
    """Open a schema, and try so many files with what comes of it; compiled: what Kaitai makes of it, if it is asked."""
    result = Result(path.stem)
    try:
        theirs = None if compiled is None else Parser(compiled, path.stem)
    except RefusedByKaitaiError as error:
        result.outcomes["schema: Kaitai refuses"] += 1
        result.outcomes[f"  {' '.join(str(error).split())[:150]}"] += 1
        return result
    opened = ask(lambda: open_schema(path))
    if isinstance(opened, Failure):
        is_typed = isinstance(opened.error, SchemaError | ValueError)
        result.findings.append(f"schema {'refused' if is_typed else 'crashes'}: {opened}")
        return result
    result.placeless = frozenset(_placeless(yaml.safe_load(path.read_text(encoding="utf-8"))))
    for what, data in drawn_files(result, path, files):
        try:
            with bounded(FILE_SECONDS):
                found = list(_findings(result, opened, theirs, data))
        except OutOfTimeError as error:
            found = [f"time: {error}"]
        result.findings += [f"{each} [{what} {data.hex()}]" for each in found]
    return result


def _placeless(drawn: Any) -> Iterator[str]:
    """Yield the ids of the instances of a schema that have neither a value nor a place."""
    if isinstance(drawn, list):
        drawn = dict(enumerate(drawn))
    if isinstance(drawn, dict):
        for name, each in (drawn.get("instances") or {}).items():
            if not {"value", "pos"} & each.keys():
                yield name
        for each in drawn.values():
            yield from _placeless(each)


def drawn_files(result: Result, path: Path, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield files: made by our fuzzer, with one damage, with any bytes changed, cut, longer, and random ones."""
    rng = random.Random(path.stem)
    made = [bytes(rng.choice((0, 1, 2, 65, rng.randrange(256))) for _ in range(rng.randrange(60))) for _ in range(2)]
    try:
        with bounded(FUZZ_SECONDS):
            maker, choices = Maker(path), RandomChoices(rng)
            made += (maker.draw(choices, is_small=at > 0).data for at in range(count * 3 // 10))
            made += (maker.near(rng).data for _ in range(count // 10))
        result.outcomes["schema: fuzzed"] += 1
    except (SchemaError, ValueError, OutOfTimeError) as error:
        result.outcomes["schema: not fuzzed"] += 1
        result.outcomes[f"  not fuzzed: {type(error).__name__} {str(error).split(': ')[-1][:70]}"] += 1
    except Exception as error:  # noqa: BLE001  a defect, which is told
        result.findings.append(f"fuzz crashes: {type(error).__name__}: {error}")
    yield from (("made", data) for data in made[:count])
    for _ in range(count - len(made)):
        data = bytearray(rng.choice(made))
        way = rng.randrange(4)
        if way < 2 and data:
            for _ in range(rng.randint(1, 3)):
                data[rng.randrange(len(data))] = rng.choice((0, 1, 2, 65, 255, rng.randrange(256)))
        elif way == 2:
            del data[rng.randint(0, len(data)) :]
        else:
            data += rng.randbytes(rng.randint(1, 12))
        yield ("changed", "changed", "cut", "longer")[way], bytes(data)


def _findings(result: Result, schema: SchemaFormat, theirs: Parser | None, data: bytes) -> Iterator[str]:
    codec = _codec(schema)
    ours = ask(lambda: codec.read(Source(data)))
    if theirs is not None:
        try:
            with bounded(FILE_SECONDS // 2):
                outcome, difference = _compared(result, ask(lambda: theirs.read(data)), ours)
        except OutOfTimeError:
            outcome, difference = "Kaitai takes too long", ""
        result.outcomes[outcome] += 1
        yield from [difference] if difference else []
    yield from _verbs(result, schema, data, ours)


def _codec(schema: SchemaFormat) -> SchemaCodec:
    assert schema.format.codec is not None
    return schema.format.codec()


def _compared(result: Result, theirs: Any, ours: Any) -> tuple[str, str]:
    """Return what came of a file, and what differs."""
    if isinstance(ours, Failure):
        return "both refuse", "" if isinstance(theirs, Failure) or _is_ours(repr(ours)) else f"we refuse: {ours}"
    if isinstance(theirs, Failure):
        is_known = any(reason in repr(theirs) for reason in THEIR_REASONS)
        return "Kaitai refuses, for a reason of its own", "" if is_known else f"Kaitai refuses: {theirs}"
    compared = compare(theirs, ours)
    result.leaves += compared.leaves
    different = [each for each in compared.different if not _is_ours(each)]
    if compared.failures:  # where the stream stands after one is nobody's promise
        different = [each for each in different if _last_id(each) not in result.placeless]
    return "trees equal", f"different: {different[0]}" if different else ""


def _last_id(different: str) -> str:
    """Return the id of the member that differs."""
    return different.partition(": ")[0].rpartition(".")[2].partition("[")[0]


def _is_ours(found: str) -> bool:
    return any(reason in found for reason in OUR_REASONS)


def _verbs(result: Result, schema: SchemaFormat, data: bytes, read: Any) -> Iterator[str]:
    """What is wrong with what the verbs give: errors that are not typed, and what is not given back."""
    strict, lenient = (
        ask(lambda is_strict=is_strict: schema.loads(data, strict=is_strict)) for is_strict in (True, False)
    )
    found = ask(lambda: schema.validate(data))
    answers = {"reading": read, "strict reading": strict, "lenient reading": lenient, "validate": found}
    answers["validate --lenient"] = ask(lambda: schema.validate(data, strict=False))
    answers["reading a part"] = ask(lambda: _codec(schema).read_part(data, 0, is_lenient=True))
    if not isinstance(lenient, Failure):
        plain = answers["the fields"] = ask(lambda: fields_of(lenient.fields))
        answers["dumps of a lenient tree"] = ask(lambda: schema.dumps(lenient))
        answers["dumps of a dict"] = None if isinstance(plain, Failure) else ask(lambda: schema.dumps(plain))
    yield from _untyped(answers)
    if isinstance(found, list) and bool(found) != isinstance(strict, Failure):
        yield f"validate says {found[:1]}, strict reading gives {strict!r}"
    if isinstance(lenient, Failure) != isinstance(read, Failure):
        yield f"lenient reading gives {lenient!r}, reading {read!r}"
    if not isinstance(strict, Failure):
        result.outcomes["read strictly"] += 1
        yield from _not_given_back(schema, data, strict, lenient)


def _untyped(answers: dict[str, Any]) -> Iterator[str]:
    for name, answer in answers.items():
        if isinstance(answer, Failure) and isinstance(answer.error, OutOfTimeError):
            raise answer.error
        if isinstance(answer, Failure) and not isinstance(answer.error, FormatError):
            yield f"{name} raises {answer}"


def _not_given_back(schema: SchemaFormat, data: bytes, strict: Any, lenient: Any) -> Iterator[str]:
    written = ask(lambda: schema.dumps(strict))
    if isinstance(written, Failure):
        yield f"read strictly, not written: {written}"
    elif written != data:
        yield f"read strictly, written as {written.hex()}"
    trees = [_ADDRESS.sub("", repr(ask(lambda tree=tree: fields_of(tree.fields)))) for tree in (strict, lenient)]
    if trees[0] != trees[1]:
        yield f"strict {trees[0]}, lenient {trees[1]}"
