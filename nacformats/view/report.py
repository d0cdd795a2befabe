"""The report of a file: everything that only Python knows of it, for a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from nacformats.api import format_of, other_kind
from nacformats.checks.validation import findings_of
from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from nacformats.findings import Finding
from nacformats.formats.base import Format
from nacformats.kinds import ONNX
from nacformats.limits import MAX_REPORTED
from nacformats.printing import size_text
from nacformats.view.protocol import PageFinding, PageLargeTensor, PagePort, PageReport, PageSummary
from nacformats.view.summaries.data import ShownPort, ShownShape, Summary, brief
from nacformats.view.summary import shown_model, summary_of

_KIBIBYTE = 1024


def report_of(source: Source, format: str | Format | None = None, *, strict: bool = True) -> PageReport:  # noqa: A002
    """Return the report of a file; of a damaged one as much as can be read.

    Args:
        source: its bytes, which stay open.
        format: its format; None detects it.
        strict: whether the findings are those of strict reading; how a tree is laid out is a warning in any case.

    Raises:
        UnsupportedError: no format claims the bytes.
    """
    if format is None and is_onnx(source):
        return _report_of_onnx(source)
    found = format_of(source, format, strict=False)
    summary, parts = _summary_and_parts(source, found)
    findings = list(map(_finding, findings_about(source, format, strict=strict)[: MAX_REPORTED + 1]))
    return replace(PageReport(found.name, page_summary(summary), findings), **parts)


def is_onnx(source: Source) -> bool:
    """Return True for the file of an ONNX model; the page has no schema for it."""
    return other_kind(source) is ONNX


def _report_of_onnx(source: Source) -> PageReport:
    from nacformats.view.models.onnx import parts_of_onnx  # noqa: PLC0415  it takes long to import

    return replace(PageReport(ONNX.name, page_summary(summary_of(source))), **parts_of_onnx(source))


def page_summary(summary: Summary) -> PageSummary:
    """Return a summary as a page shows it."""
    return PageSummary(
        summary.kind,
        list(_facts(summary)),
        list(map(_port, summary.inputs)),
        list(map(_port, summary.outputs)),
        summary.blocks,
        summary.dtypes,
        [PageLargeTensor(each.name, _type(each.dtype, each.shape), each.bytes) for each in summary.largest],
    )


def _facts(summary: Summary) -> Iterator[tuple[str, str]]:
    """Yield the lines of a summary that a page has no place of its own for."""
    if summary.size is not None:
        exact = f"{summary.size:,} bytes"
        yield "size", exact if summary.size < _KIBIBYTE else f"{size_text(summary.size)} ({exact})"
    yield from ((each.label, each.text) for each in summary.facts)
    for label, text in (("tokenizer", summary.tokenizer), ("plan", summary.plan)):
        if text is not None:
            yield label, text
    if "tensors" in summary.counts and all(each.label != "tensors" for each in summary.facts):
        yield "tensors", f"{summary.counts['tensors']:,}"


def _port(port: ShownPort) -> PagePort:
    return PagePort(port.name, "" if port.dtype is None else _type(port.dtype, port.shape))


def _type(dtype: str, shape: ShownShape | None) -> str:
    if shape is None:
        return dtype
    return f"{dtype}[{', '.join('?' if size is None else str(size) for size in shape)}]"


def findings_about(source: Source, given: str | Format | None, *, strict: bool) -> list[Finding]:
    """Return what is wrong with a file, and with its name says. Args and Raises: as for report_of."""
    found = format_of(source, given, strict=False)
    try:
        format_of(source, given, strict=strict)
        misnamed = []
    except FormatError as error:
        misnamed = [Finding.of(error, "wrong-format")]
    checked = findings_of(source, found, strict and not found.is_tree)  # nothing is written back: any layout will do
    return [*misnamed, *checked]


def _finding(finding: Finding) -> PageFinding:
    """Return a finding as a page shows it: its place apart from its message, with the line for a text."""
    line = "" if finding.line is None else f"line {finding.line}: "
    expected = "" if finding.expected is None else f", expected {finding.expected}"
    actual = "" if finding.actual is None else f", got {finding.actual}"
    message = brief(f"{line}{finding.reason}{expected}{actual}")
    return PageFinding(finding.severity, finding.rule, finding.path or "", finding.offset, message)


def _summary_and_parts(source: Source, found: Format) -> tuple[Summary, dict[str, Any]]:
    """Return the summary, and what depends on the model; nothing of that where it cannot be read, or is a tree."""
    shown = shown_model(found)
    if shown is None:
        return summary_of(source, found), {}
    try:
        with found.read(Source(source.view, source.name, mmap=source.mmap), False) as model:
            return summary_of(model), shown.parts(model)
    except FormatError:  # it is among the findings
        return summary_of(source, found), {}
