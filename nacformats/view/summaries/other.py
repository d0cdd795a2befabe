"""Kinds of files that are no formats here and that people have: who makes their summary."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from nacformats import kinds
from nacformats.codec.streams import Source
from nacformats.limits import MAX_PLAN_TEXT
from nacformats.view.summaries.data import PICKLED, UNKNOWN_FILE, Fact, Summary, brief, count_text

_ROOM = "nacformats.view"
#: What makes the summary of a kind: module and function.
_MAKERS = {
    kinds.ZIP: ("summaries.archives", "summary_of_zip"),
    kinds.NPZ: ("summaries.archives", "summary_of_zip"),
    kinds.PROGRAM: ("summaries.archives", "summary_of_zip"),
    kinds.NPY: ("summaries.archives", "summary_of_npy"),
    kinds.ONNX: ("models.onnx", "summary_of_onnx"),
    kinds.SCHEMA: ("summaries.other", "summary_of_text"),
    kinds.PLAN: ("summaries.other", "summary_of_text"),
    kinds.JSON: ("summaries.json_files", "summary_of_json"),
    kinds.UNKNOWN: ("summaries.other", "summary_of_unknown"),
}


def summary_of_other(source: Source) -> Summary:
    """Return the summary of a file that is of no format.

    Raises:
        FormatError: it is damaged, or too large to be looked into.
    """
    module, function = _MAKERS[kinds.outer_kind_of(source)]
    make: Callable[[Source], Summary] = getattr(import_module(f"{_ROOM}.{module}"), function)
    return make(source)


_SCHEMA = ".ksy"


def summary_of_text(source: Source) -> Summary:
    """Return the summary of a Kaitai Struct schema, or of a plan as text."""
    lines = bytes(source.view[:MAX_PLAN_TEXT]).decode(errors="replace").splitlines()
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    facts = [Fact("lines", count_text(len(lines), "line")), Fact("begins", brief(first.strip()))]
    if (source.name or "").lower().endswith(_SCHEMA):
        titles = [line.partition(":")[2].strip() for line in lines[:50] if line.strip().startswith(("title:", "id:"))]
        facts = [Fact("describes", brief(", ".join(titles))), facts[0]] if titles else facts
        commands = ["inspect FILE --schema {file}", "generate --schema {file} -o FOLDER", "fuzz {file}"]
        return Summary(kinds.SCHEMA.title, facts=facts, commands=commands)
    return Summary(kinds.PLAN.title, facts=facts, commands=["compile MODEL OUT.nac --plan {file}"])


_SHOWN_BYTES, _LINE_BYTES, _LINES = 1024, 16, 4
#: The first byte of a pickle.
_PICKLE = b"\x80"


def summary_of_unknown(source: Source) -> Summary:
    """Return the summary of any file."""
    head = bytes(source.view[:_SHOWN_BYTES])
    guess = kinds.guessed(head)
    facts = [Fact("perhaps", ": ".join(filter(None, guess)))] if guess else []
    if guess and head[:1] == _PICKLE:
        return Summary(guess.title, facts=[Fact("pickled", PICKLED)])
    lines = [head[at : at + _LINE_BYTES] for at in range(0, min(len(head), _LINES * _LINE_BYTES), _LINE_BYTES)]
    facts += [Fact("bytes" if number == 0 else "", _dumped(line)) for number, line in enumerate(lines)]
    return Summary(UNKNOWN_FILE, facts=facts, commands=["inspect {file} --schema FILE.ksy"])


def _dumped(line: bytes) -> str:
    text = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in line)
    return f"{line.hex(' '):47}  {text}"
