"""What programs are asked: the good files of conformance/, and members of them that are set to drawn values."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nacformats.fuzz import Maker
from tests.conformance import vectors
from tests.conformance.answers import OK
from tests.languages.typed.walking import Line, Shown, changed, lines, read, text_of_real, walked

_REALS = (0.0, -0.0, 1.0, -2.5, 1e30, 5e-324, float("inf"), float("-inf"), float("nan"), 16777217.0)
_TEXTS = ("", "a", "ab", "abc", "abcd", "é", "ß€", "😀", "a\nb", "a\0b", "\ufeffx", "x" * 300)
_BYTES = (b"", b"\0", b"\n", b"ab", b"abc", b"\xff\xfe", b"\x80" * 4, b"a\nb", b"\7" * 300)


@dataclass(frozen=True)
class Question:
    """A file, and perhaps a member that is set; answer: what Python says; follows: whether it follows from others."""

    schema: str
    path: Path
    answer: list[str]
    member: str = ""
    value: str = ""
    encoding: str = "utf-8"
    follows: bool = False

    def line(self, language: str) -> str:
        """Return the line that asks it. A struct of C has text in the encoding of the file."""
        value = self.value
        return "\t".join([self.schema, str(self.path), *([self.member, value] if self.member else [])])


def files_of(what: Shown, folder: Path) -> list[Path]:
    """Return the good files of a schema: of conformance/, or those that the fuzzer draws into a folder."""
    subject = what.subject
    where = vectors.folder_of(subject)
    if where.is_dir():
        return [where / each.file for each in vectors.load(subject) if each.answer[0] == OK]
    maker, made = Maker(subject.path, max_size=600), []
    for seed in range(12):
        path = folder / f"{seed}{subject.suffix}"
        path.write_bytes(maker.sample(random.Random(seed)).data)
        made.append(path)
    return made


def questions(what: Shown, paths: Sequence[Path], count: int, seed: int) -> Iterator[Question]:
    """Yield a question about each file, and so many about members that are set."""
    name = what.views.name
    for path in paths:
        yield Question(name, path, walked(what, path.read_bytes()))
    rng = random.Random(f"{seed} {name}")
    for _ in range(count if paths else 0):
        path = rng.choice(paths)
        data = path.read_bytes()
        found = [each for each in lines(what, read(what, data)) if _can_be_set(what, each)]
        if not found:
            continue
        members = sorted({(each.record.NAME, each.member.id) for each in found})
        chosen = rng.choice(members)
        line = rng.choice([each for each in found if (each.record.NAME, each.member.id) == chosen])
        value = drawn(line, rng)
        encoding = what.encodings.get((line.record.NAME, line.member.id), "utf-8")
        if value[0] == "t" and value != "true" and not _is_encodable(value, encoding):
            continue
        follows = line.member.id in line.record.STALE
        yield Question(name, path, changed(what, data, line.path, value), line.path, value, encoding, follows)


def _is_encodable(value: str, encoding: str) -> bool:
    try:
        bytes.fromhex(value[1:]).decode().encode(encoding)
    except UnicodeError:
        return False
    return True


def _can_be_set(what: Shown, line: Line) -> bool:
    """Return whether a drawn value makes sense: not of what decides which kind another member is."""
    is_whole_list = line.index is None and line.member.is_list
    return (
        line.member.is_stored
        and line.member.id not in what.deciding
        and not is_whole_list
        and line.text
        and line.text[0] not in "{!["
    )


def drawn(line: Line, rng: random.Random) -> str:
    """Return a value at a bound, or any one, of the kind that a member has."""
    member = line.member
    kind = member.kind
    if kind == "value":
        kind = {"r": "real", "b": "bytes", "t": "text", "f": "bool"}.get(line.text[0], "varint")
        kind = "bool" if line.text == "true" else "svarint" if line.text[0] == "-" else kind
    match kind:
        case "bool":
            return rng.choice(("true", "false"))
        case "real":
            return text_of_real(rng.choice((*_REALS, rng.gauss(0, 1e6))))
        case "float":
            return text_of_real(rng.choice([struct.unpack("<f", struct.pack("<f", each))[0] for each in _REALS]))
        case "text":
            return f"t{rng.choice(_TEXTS).encode().hex()}"
        case "bytes":
            return f"b{rng.choice(_BYTES).hex()}"
    is_signed = kind in ("signed", "svarint")
    bits = 64 if kind.endswith("varint") else 8 * member.width
    top = min(rng.choice((bits, bits, 7, _bits_of(line))), bits)
    if is_signed:
        return str(rng.choice((-(1 << top - 1), 1 - (1 << top - 1), -1, 0, 1, (1 << top - 1) - 1, -64, -65, 63, 64)))
    least = (0, 1, (1 << top - 1) - 1, 1 << top - 1, (1 << top) - 1, rng.randrange(1 << top), 127, 128 % (1 << bits))
    return str(rng.choice(least))


def _bits_of(line: Line) -> int:
    """Return how many bits a field has, which may be fewer than its type."""
    return line.record._type.members[line.member.id].bits or 8 * line.member.width or 8
