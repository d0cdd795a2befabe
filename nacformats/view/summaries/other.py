"""Kinds of files that are no formats here and that people have: who makes their summary."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple

from nacformats.codec.streams import Source
from nacformats.view.summaries.data import Summary

_ROOM = "nacformats.view.summaries"
_SPACES = b" \t\r\n\xef\xbb\xbf"


class _Kind(NamedTuple):
    """A kind of files: its first bytes or its suffixes, and the module and function that make the summary."""

    magic: tuple[bytes, ...]
    suffixes: tuple[str, ...]
    module: str
    function: str


#: The first that fits makes the summary; content is looked at before names.
_KINDS: Sequence[_Kind] = (
    _Kind((b"PK\x03\x04", b"PK\x05\x06"), (), "archives", "summary_of_zip"),
    _Kind((b"\x93NUMPY",), (".npy",), "arrays", "summary_of_npy"),
    _Kind((), (".onnx",), "onnx", "summary_of_onnx"),
    _Kind((), (".pt2", ".npz"), "archives", "summary_of_zip"),
    _Kind((), (".ksy", ".mep"), "texts", "summary_of_text"),
)
_JSON = _Kind((), (".json",), "json_files", "summary_of_json")
_UNKNOWN = _Kind((), (), "unknown", "summary_of_unknown")


def summary_of_other(source: Source) -> Summary:
    """Return the summary of a file that is of no format.

    Raises:
        FormatError: it is damaged, or too large to be looked into.
    """
    kind = _kind_of(source)
    make: Callable[[Source], Summary] = getattr(import_module(f"{_ROOM}.{kind.module}"), kind.function)
    return make(source)


def _kind_of(source: Source) -> _Kind:
    head = bytes(source.view[:64])
    suffix = os.path.splitext(source.name or "")[1].lower()  # noqa: PTH122  bytes need no Path
    found = next((kind for kind in _KINDS if kind.magic and head.startswith(kind.magic)), None)
    found = found or next((kind for kind in _KINDS if suffix in kind.suffixes), None)
    if found is None and (suffix in _JSON.suffixes or head.lstrip(_SPACES)[:1] == b"{"):
        return _JSON
    return found or _UNKNOWN
