"""A file that no format and no other reader takes: its first bytes, and what they may be."""

from __future__ import annotations

from nacformats.codec.streams import Source
from nacformats.view.summaries.data import PICKLED, UNKNOWN_FILE, Fact, Summary, brief

#: The first bytes of common files, where they are, and what such a file is.
_SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89HDF\r\n\x1a\n", "HDF5: a model of Keras, or arrays; export the model as ONNX"),
    (4, b"TFL3", "a TensorFlow Lite model: convert it to ONNX with tf2onnx"),
    (0, b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46", "PyTorch checkpoint before version 1.6"),
    *((0, b"\x80" + bytes([protocol]), "pickle of Python") for protocol in (2, 3, 4, 5)),
    (0, b"\x1f\x8b", "gzip: unpack it first"),
    (0, b"\x28\xb5\x2f\xfd", "Zstandard: unpack it first"),
    (0, b"BZh", "bzip2: unpack it first"),
    (0, b"\xfd7zXZ\0", "xz: unpack it first"),
    (257, b"ustar", "a tar archive: unpack it first"),
    (0, b"ggml", "GGML, the format before GGUF: convert it with llama.cpp"),
    (0, b"ggjt", "GGML, the format before GGUF: convert it with llama.cpp"),
    (8, b"ET12", "a program of ExecuTorch"),
    (0, b"PAR1", "Parquet: a table"),
    (0, b"ARROW1", "Arrow: a table"),
    (0, b"\x7fELF", "a program or library of Linux"),
    (0, b"MZ", "a program or library of Windows"),
    (0, b"\xcf\xfa\xed\xfe", "a program or library of macOS"),
    (0, b"\x89PNG", "a PNG image"),
    (0, b"\xff\xd8\xff", "a JPEG image"),
    (0, b"GIF8", "a GIF image"),
    (0, b"%PDF", "a PDF document"),
    (0, b"SQLite format 3\0", "an SQLite database"),
    (0, b"version https://git-lfs", "a pointer of Git LFS: `git lfs pull` fetches the file itself"),
    (0, b"<!DOCTYPE", "a page of HTML: perhaps a download that failed"),
    (0, b"<html", "a page of HTML: perhaps a download that failed"),
    (0, b"#!", "a script"),
)
_SHOWN_BYTES, _LINE_BYTES, _LINES = 1024, 16, 4
#: The first byte of a pickle.
_PICKLE = b"\x80"


def summary_of_unknown(source: Source) -> Summary:
    """Return the summary of any file."""
    head = bytes(source.view[:_SHOWN_BYTES])
    guess = guessed(head)
    facts = [Fact("perhaps", guess)] if guess else []
    facts += [] if head else [Fact("perhaps", "nothing: it is empty")]
    if guess and head[:1] == _PICKLE:
        return Summary(guess, facts=[Fact("pickled", PICKLED)])
    lines = [head[at : at + _LINE_BYTES] for at in range(0, min(len(head), _LINES * _LINE_BYTES), _LINE_BYTES)]
    facts += [Fact("bytes" if number == 0 else "", _dumped(line)) for number, line in enumerate(lines)]
    return Summary(UNKNOWN_FILE, facts=facts, commands=["inspect {file} --schema FILE.ksy"])


def guessed(head: bytes) -> str:
    """Return what a file may be by its first bytes, or "" where they say nothing."""
    for at, magic, name in _SIGNATURES:
        if head.startswith(magic, at):
            return name
    if not head:
        return ""
    if not any(head):
        return "zeros: perhaps a download that is not complete"
    try:
        text = head.decode()
    except UnicodeDecodeError as error:
        if error.start < len(head) - 3:  # a character may be cut off at the end
            return ""
        text = head[: error.start].decode()
    return f"text: {brief(text.splitlines()[0])}" if all(each.isprintable() or each.isspace() for each in text) else ""


def _dumped(line: bytes) -> str:
    text = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in line)
    return f"{line.hex(' '):47}  {text}"
