"""Kinds of files that people have and no format here claims: what each is, and what to do with it."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Collection
from functools import cache
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import Any, NamedTuple

from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.files.archives import Archive
from nacformats.printing import shell_word, shortened, size_text

#: A longer document is not read, nor one that has more values.
MOST_JSON_BYTES, MOST_JSON_VALUES = 64 * 1024**2, 4_000_000


class OtherKind(NamedTuple):
    """A kind of files.

    Attributes:
        name: for programs.
        title: for people.
        advice: the command that takes such a file, and what it does; `{file}` is its name.
    """

    name: str
    title: str
    advice: str = "`nacformats inspect {file}` shows what is in it"


_COMPILED = "`nacformats compile {file} model.nac` makes a .nac file of it"
_SCHEMA = "`nacformats inspect {file} --schema FILE.ksy` reads what a schema of your own describes"
ONNX = OtherKind("onnx", "ONNX model", _COMPILED)
PROGRAM = OtherKind("pt2", "exported program of PyTorch (torch.export)", _COMPILED)
SCRIPT = OtherKind("torchscript", "TorchScript program (torch.jit.save)")
CHECKPOINT = OtherKind(
    "checkpoint", "PyTorch checkpoint (torch.save)", "save its weights as .safetensors where you trust it"
)
NPZ = OtherKind("npz", "NumPy arrays (.npz)", "`nacformats convert {file} weights.safetensors` makes tensors of them")
NPY = OtherKind("npy", "NumPy array")
ZIP = OtherKind("zip", "zip archive")
TOKENIZER = OtherKind(
    "tokenizer", "tokenizer (Hugging Face tokenizer.json)", "`nacformats tokenize {file} TEXT` uses it"
)
INDEX = OtherKind(
    "index", "index of the shards of a model (Hugging Face)", "`nacformats validate {file}` compares it with the shards"
)
CONFIG = OtherKind("config", "configuration of a model (Hugging Face)")
#: How the name of an index ends.
INDEX_SUFFIX = ".index.json"
JSON = OtherKind("json", "JSON")
SCHEMA = OtherKind("ksy", "Kaitai Struct schema", "`nacformats FILE --schema {file}` reads what it describes")
PLAN = OtherKind(
    "mep", "plan as text (MEP)", "`nacformats compile MODEL OUT.nac --plan {file}` puts it into a .nac file"
)
UNKNOWN = OtherKind("unknown", "unknown format", _SCHEMA)

#: By the first bytes, and by suffix where these say nothing. An ONNX model begins with its version, and a field.
_MAGIC = ((b"PK\x03\x04", ZIP), (b"PK\x05\x06", ZIP), (b"\x93NUMPY", NPY))
_ONNX_HEAD = re.compile(rb"\x08[\x01-\x1f][\x12\x1a\x22\x2a\x32\x3a\x42]")
KIND_SUFFIXES = {".onnx": ONNX, ".npy": NPY, ".npz": NPZ, ".pt2": PROGRAM, ".json": JSON, ".ksy": SCHEMA, ".mep": PLAN}
_SPACES = b" \t\r\n\xef\xbb\xbf"


def kind_of_file(source: Source) -> OtherKind:
    """Return what a file is that no format claims, by its content, and by its name where that says nothing."""
    found = outer_kind_of(source)
    try:
        if found is ZIP:
            return kind_of_archive(list(archive_of(source)))
        if found is JSON:
            is_index = os.fsdecode(source.name or "").lower().endswith(INDEX_SUFFIX)
            return INDEX if is_index else kind_of_json(read_json(source.view))
        return found
    except FormatError:  # it is damaged
        return KIND_SUFFIXES.get(_suffix(source), found)


def outer_kind_of(source: Source) -> OtherKind:
    """Return the same without a look into archives and documents."""
    head = bytes(source.view[:64])
    found = next((kind for magic, kind in _MAGIC if head.startswith(magic)), None) or KIND_SUFFIXES.get(_suffix(source))
    if found is not None:
        return found
    if head.lstrip(_SPACES)[:1] == b"{":
        return JSON
    return ONNX if _ONNX_HEAD.match(head) else UNKNOWN


def kind_of_archive(names: Collection[str]) -> OtherKind:
    """Return what a zip archive is by the files in it."""
    ends = {name.partition("/")[2] for name in names} | set(names)
    marks = (("models/model.json", PROGRAM), ("constants.pkl", SCRIPT), ("data.pkl", CHECKPOINT))
    found = next((kind for mark, kind in marks if mark in ends), None)
    return found or (NPZ if names and all(name.endswith(".npy") for name in names) else ZIP)


def kind_of_json(document: object) -> OtherKind:
    """Return what a JSON document is by its keys."""
    if not isinstance(document, dict):
        return JSON
    if isinstance(document.get("model"), dict) and ("added_tokens" in document or "pre_tokenizer" in document):
        return TOKENIZER
    if isinstance(document.get("weight_map"), dict):
        return INDEX
    return CONFIG if "model_type" in document or "architectures" in document else JSON


def unreadable(source: Source) -> UnsupportedError:
    """Return the error for a file that no format claims: what it is, and what takes it."""
    kind, head = kind_of_file(source), bytes(source.view[:64])
    file = "FILE" if source.name is None else shell_word(os.fsdecode(source.name))
    hint = kind.advice.format(file=file)
    if kind is not UNKNOWN:
        return UnsupportedError(f"{kind.title}: none of the formats that are read here", hint=hint)
    guess = guessed(bytes(source.view[:1024])) or Likeness(f"it begins with {head[:16].hex(' ')}")
    return UnsupportedError(f"{kind.title}: {guess.title}", offset=0, hint=guess.advice or hint)


def archive_of(source: Source) -> Archive:
    """Return the archive in a file. Raises FormatError: it is damaged, or holds two files of one name."""
    return Archive(BufferedReader(_ViewReader(source.view)))


class _ViewReader(RawIOBase):
    """The bytes of a file as a stream, without a copy of all of them."""

    def __init__(self, view: memoryview) -> None:
        self._view, self._at = view, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        at = offset + {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: len(self._view)}[whence]
        if at < 0:
            raise ValueError("a place before the file")
        self._at = at
        return at

    def readinto(self, buffer: Any) -> int:
        piece = self._view[self._at : self._at + len(buffer)]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)


def read_json(data: Buffer, name: str | None = None) -> Any:
    """Return the value of a JSON document, within limits of time and memory.

    Args:
        data: the document.
        name: what errors call it, where it is a part of a file.

    Raises:
        InvalidError: it is no JSON.
        LimitError: it is too long, has too many values, or is nested too deeply.
    """
    if len(data) > MOST_JSON_BYTES:
        raise LimitError("too long to be read", path=name, expected=f"at most {size_text(MOST_JSON_BYTES)}")
    text = bytes(data)
    if text.count(b",") + text.count(b"[") + text.count(b"{") > MOST_JSON_VALUES:
        raise LimitError("too many values to be read", path=name, expected=f"at most {MOST_JSON_VALUES:,}")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidError(f"not JSON: {error.msg}", path=name, line=error.lineno, column=error.colno) from None
    except ValueError as error:  # no text, or a number of thousands of digits
        raise InvalidError(f"not JSON: {error}", path=name) from None
    except RecursionError:
        raise LimitError("JSON is nested too deeply", path=name) from None


class Likeness(NamedTuple):
    """Describes what a file of no known format may be, and what to do with it, where that can be said."""

    title: str
    advice: str = ""


@cache
def _signatures() -> list[tuple[int, bytes, Likeness]]:
    """Return the first bytes of common files, where they are, and what such a file is."""
    texts = tomllib.loads(Path(__file__).with_name("signatures.toml").read_text(encoding="utf-8"))
    return [(at, magic.encode("latin-1"), Likeness(*words)) for at, magic, *words in texts["signatures"]]


def signed(head: bytes) -> Likeness | None:
    """Return what a file is by a signature in its first bytes, or None where they have none."""
    return next((guess for at, magic, guess in _signatures() if head.startswith(magic, at)), None)


def guessed(head: bytes) -> Likeness | None:
    """Return what a file may be by its first bytes, or None where they say nothing."""
    if not head:
        return Likeness("an empty file")
    if (found := signed(head)) is not None:
        return found
    if not any(head):
        return Likeness("zeros", "perhaps a download that is not complete")
    try:
        text = head.decode()
    except UnicodeDecodeError as error:
        if error.start < len(head) - 3:  # a character may be cut off at the end
            return None
        text = head[: error.start].decode()
    if not all(each.isprintable() or each.isspace() for each in text):
        return None
    first = text.strip().partition("\n")[0]
    return Likeness(f'text that begins with "{shortened(first, 60)}"' if first else "nothing but white space")


def _suffix(source: Source) -> str:
    return os.path.splitext(os.fsdecode(source.name or ""))[1].lower()  # noqa: PTH122  bytes need no Path
