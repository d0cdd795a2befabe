"""A file that no format and no other reader takes: its first bytes, and what they may be."""

from __future__ import annotations

from nacformats.codec.streams import Source
from nacformats.kinds import guessed
from nacformats.view.summaries.data import PICKLED, UNKNOWN_FILE, Fact, Summary

_SHOWN_BYTES, _LINE_BYTES, _LINES = 1024, 16, 4
#: The first byte of a pickle.
_PICKLE = b"\x80"


def summary_of_unknown(source: Source) -> Summary:
    """Return the summary of any file."""
    head = bytes(source.view[:_SHOWN_BYTES])
    guess = guessed(head)
    facts = [Fact("perhaps", ": ".join(filter(None, guess)))] if guess else []
    if guess and head[:1] == _PICKLE:
        return Summary(guess.title, facts=[Fact("pickled", PICKLED)])
    lines = [head[at : at + _LINE_BYTES] for at in range(0, min(len(head), _LINES * _LINE_BYTES), _LINE_BYTES)]
    facts += [Fact("bytes" if number == 0 else "", _dumped(line)) for number, line in enumerate(lines)]
    return Summary(UNKNOWN_FILE, facts=facts, commands=["inspect {file} --schema FILE.ksy"])


def _dumped(line: bytes) -> str:
    text = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in line)
    return f"{line.hex(' '):47}  {text}"
