"""Kinds of files that are no formats here and that people have: who makes their summary."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from nacformats import kinds
from nacformats.codec.streams import Source
from nacformats.view.summaries.data import Summary

_ROOM = "nacformats.view.summaries"
#: What makes the summary of a kind: module and function.
_MAKERS = {
    kinds.ZIP: ("archives", "summary_of_zip"),
    kinds.NPZ: ("archives", "summary_of_zip"),
    kinds.PROGRAM: ("archives", "summary_of_zip"),
    kinds.NPY: ("arrays", "summary_of_npy"),
    kinds.ONNX: ("onnx", "summary_of_onnx"),
    kinds.SCHEMA: ("texts", "summary_of_text"),
    kinds.PLAN: ("texts", "summary_of_text"),
    kinds.JSON: ("json_files", "summary_of_json"),
    kinds.UNKNOWN: ("unknown", "summary_of_unknown"),
}


def summary_of_other(source: Source) -> Summary:
    """Return the summary of a file that is of no format.

    Raises:
        FormatError: it is damaged, or too large to be looked into.
    """
    module, function = _MAKERS[kinds.outer_kind_of(source)]
    make: Callable[[Source], Summary] = getattr(import_module(f"{_ROOM}.{module}"), function)
    return make(source)
