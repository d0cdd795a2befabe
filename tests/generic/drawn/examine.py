"""What this package and Kaitai's Python parser make of a drawn schema and of its files."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from nacformats.formats.generic import fields_of
from nacformats.fuzz import Maker
from nacformats.generator.model import SchemaError
from nacformats.schemas import SchemaFormat, open_schema
from tests.kaitai.compiler import Parser, RefusedByKaitaiError
from tests.kaitai.trees import Failure, ask, compare
from tests.kaitai_gallery.examine import OutOfTimeError, bounded

#: Seconds of work for one file under both, and for making the files of a schema.
FILE_SECONDS, FUZZ_SECONDS = 4, 2
#: Files that the fuzzer makes are about as large.
FILE_BYTES = 512
#: Where Kaitai's Python parser refuses a file, or does not end, for a reason of its own: docs/kaitai.md.
THEIR_REASONS = {
    "AttributeError": "it asks for a field that is not in the file, which is null in the language",
    "more than": "it reads without an end",
}


@dataclass
class Result:
    """Attributes:
    name: of the schema.
    outcomes: how many files came to what.
    findings: what is wrong, each with its file.
    leaves: how many were compared.
    """

    name: str
    outcomes: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    leaves: int = 0


def examine(path: Path, compiled: dict[str, Any], files: int) -> Result:
    """Open a schema, and try so many files with what comes of it."""
    result = Result(path.stem)
    try:
        theirs = Parser(compiled, path.stem)
    except RefusedByKaitaiError as error:
        result.outcomes[f"schema: Kaitai refuses {'our draw' if 'Error' not in str(error)[:20] else ''}".strip()] += 1
        result.outcomes[f"  {str(error)[:150]}"] += 1
        return result
    opened = ask(lambda: open_schema(path))
    if isinstance(opened, Failure):
        is_typed = isinstance(opened.error, SchemaError | ValueError)
        result.findings.append(f"schema {'refused' if is_typed else 'crashes'}: {opened}")
        return result
    for what, data in _files(result, path, files):
        try:
            with bounded(FILE_SECONDS):
                found = list(_findings(result, opened, theirs, data))
        except OutOfTimeError as error:
            found = [f"time: {error}"]
        result.findings += [f"{each} [{what} {data.hex()}]" for each in found]
    return result


def _files(result: Result, path: Path, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield files: made by our fuzzer, with one damage, with any bytes changed, cut, longer, and random ones."""
    rng = random.Random(path.stem)
    made = [bytes(rng.choice((0, 1, 2, 65, rng.randrange(256))) for _ in range(rng.randrange(60))) for _ in range(2)]
    try:
        with bounded(FUZZ_SECONDS):
            maker = Maker(path, max_size=FILE_BYTES)
            made += (maker.sample(rng).data for _ in range(count * 2 // 5))
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


def _findings(result: Result, schema: SchemaFormat, theirs: Parser, data: bytes) -> Iterator[str]:
    codec = schema.format.room().codec()  # type: ignore[operator, unused-ignore]
    ours = ask(lambda: codec.read(Source(data)))
    outcome = "both refuse"
    try:
        with bounded(FILE_SECONDS // 2):
            their = ask(lambda: theirs.read(data))
            if isinstance(ours, Failure):
                if not isinstance(their, Failure):
                    yield f"we refuse: {ours}"
            elif isinstance(their, Failure):
                outcome = "Kaitai refuses, for a reason of its own"
                if not any(reason in repr(their) for reason in THEIR_REASONS):
                    yield f"Kaitai refuses: {their}"
            else:
                compared = compare(their, ours)
                result.leaves += compared.leaves
                outcome = "trees equal"
                if compared.different:
                    yield f"different: {compared.different[0]}"
    except OutOfTimeError:
        outcome = "Kaitai takes too long"
    result.outcomes[outcome] += 1
    yield from _verbs(result, schema, codec, data, ours)


def _verbs(result: Result, schema: SchemaFormat, codec: Any, data: bytes, read: Any) -> Iterator[str]:
    """What is wrong with what the verbs give: only typed errors, and bytes back from strict reading."""
    strict = ask(lambda: schema.loads(data))
    lenient = ask(lambda: schema.loads(data, strict=False))
    answers = {"read": read, "strict": strict, "lenient": lenient}
    answers["validate"] = found = ask(lambda: schema.validate(data))
    answers["validate leniently"] = ask(lambda: schema.validate(data, strict=False))
    answers["reading a part"] = ask(lambda: codec.read_part(data, 0, is_lenient=True))
    if not isinstance(lenient, Failure):
        answers["fields"] = plain = ask(lambda: fields_of(lenient.fields))
        answers["written leniently"] = ask(lambda: schema.dumps(lenient))
        answers["written anew"] = ask(lambda: schema.dumps(plain)) if not isinstance(plain, Failure) else None
    for name, answer in answers.items():
        if isinstance(answer, Failure) and not isinstance(answer.error, FormatError):
            if isinstance(answer.error, OutOfTimeError):
                raise answer.error
            yield f"{name} raises {answer}"
    if isinstance(found, list) and bool(found) != isinstance(strict, Failure):
        yield f"validate says {found[:1]}, strict reading gives {strict!r}"
    if isinstance(lenient, Failure) != isinstance(read, Failure):
        yield f"lenient reading gives {lenient!r}, reading {read!r}"
    if isinstance(strict, Failure):
        return
    result.outcomes["read strictly"] += 1
    written = ask(lambda: schema.dumps(strict))
    if isinstance(written, Failure):
        yield f"read strictly, not written: {written}"
    elif written != data:
        yield f"read strictly, written as {written.hex()}"
    if not isinstance(lenient, Failure):
        trees = [ask(lambda tree=tree: repr(fields_of(tree.fields))) for tree in (strict, lenient)]
        if repr(trees[0]) != repr(trees[1]):
            yield f"strict {trees[0]!r}, lenient {trees[1]!r}"
