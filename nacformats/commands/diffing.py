"""The command `nacformats diff`: a comparison as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import click

from nacformats.commands import terminal
from nacformats.commands.inspection.document import comparison_refused, refusals_as_json
from nacformats.commands.opening import about, check_ends, check_target, opened_model, wanted_mmap
from nacformats.comparing import document
from nacformats.comparing.comparison import compare_models, compared_file
from nacformats.comparing.models import ComparableModel, comparable_model
from nacformats.errors import FormatError
from nacformats.formats.base import Format
from nacformats.formats.nac import NacFile
from nacformats.printing import printable

#: What opens a line, and its color.
_SIGNS: dict[document.ComparedMark, tuple[str, str | None]] = {
    "same": (" ", None),
    "inserted": ("+", "green"),
    "removed": ("-", "red"),
    "moved": ("~", "cyan"),
    "changed": ("!", "yellow"),
    "renamed": (">", "cyan"),
}
#: Lines of each part of a comparison that are shown without --all, so that all of them fit a screen.
_ROWS_SHOWN, _PARAMETERS_SHOWN, _PLACES_SHOWN = 24, 16, 12


def diff_files(
    *,
    first: str,
    second: str,
    lenient: bool,
    schema: Format | None,
    as_json: bool,
    everything: bool,
    page: str | None,
    force: bool,
) -> None:
    """Show where two files differ; see `nacformats diff --help`."""
    if page is not None:
        if as_json or everything:
            raise terminal.CommandError("--html does not go with --json or --all: the page has everything")
        if terminal.DASH in (first, second):
            raise terminal.CommandError("--html reads the files again: give their names")
        check_target(page, force=force)
        check_ends(page, ".html", ".htm")
    with refusals_as_json(as_json, comparison_refused):
        try:
            with _opened(first, not lenient, schema) as one, _opened(second, not lenient, schema) as other:
                found = _compared(one, other, (terminal.shown_name(first), terminal.shown_name(second)))
        except terminal.CommandError as error:
            raise terminal.CommandError(str(error), problem=error.problem, file=error.file) from None
    if page is not None:
        from nacformats.commands.viewing import write_page  # noqa: PLC0415  text needs none of it

        difference = document.difference_document(found)
        write_page(page, (first, second), schema, strict=not lenient, difference=difference)
    elif as_json:
        terminal.show_json([json.dumps(document.difference_document(found)), "\n"])
    else:
        for line in _lines(found, everything=everything):
            _show(line)
    click.get_current_context().exit(0 if found.same else terminal.BAD_FILE)


@contextmanager
def _opened(file: str, strict: bool, schema: Format | None) -> Iterator[ComparableModel]:
    if schema is not None:
        with opened_model(file, schema, strict=False) as tree:  # nothing is written back: any layout will do
            yield comparable_model(tree)
        return
    if file == terminal.DASH or Path(file).is_dir():
        with opened_model(file, strict=strict) as model:
            if isinstance(model, NacFile) and not model.internal_weights and model.weights is None:
                reason = "standard input does not say where the weights are: give the name of a file"
                raise terminal.CommandError(reason)
            yield comparable_model(model)
        return
    with about(file), terminal.usage_errors(ValueError, ImportError, about=f"{printable(file)}: "):
        opened: AbstractContextManager[ComparableModel] = compared_file(file, strict=strict, mmap=wanted_mmap())
        with opened as model:
            yield model


def _compared(one: ComparableModel, other: ComparableModel, names: tuple[str, str]) -> document.ComparedModels:
    try:
        return compare_models(one, other, names=names)
    except FormatError as error:
        raise terminal.CommandError(str(error), problem=error) from None
    except TypeError as error:
        raise terminal.CommandError(terminal.in_one_line(error)) from None


#: A line: what opens it, and the text after that.
_Line = tuple[document.ComparedMark | None, str]


def _lines(found: document.ComparedModels, *, everything: bool) -> Iterator[_Line]:
    """Yield the lines of a comparison; none where nothing differs, unless everything is asked for."""
    if found.same and not everything:
        return
    yield from ((None, f"= {line}") for line in found.summary)
    rows = list(_row_lines(found, everything=everything))
    parameters = [(each.mark, _parameter_text(each)) for each in found.parameters if everything or each.mark != "same"]
    places = [(each.mark, _place_text(each)) for each in found.other]
    for lines, most in ((rows, _ROWS_SHOWN), (parameters, _PARAMETERS_SHOWN), (places, _PLACES_SHOWN)):
        shown = lines if everything else lines[:most]
        yield from shown
        if len(shown) < len(lines):
            yield None, f"= {len(lines) - len(shown):,} more: --all shows them"


def _row_lines(found: document.ComparedModels, *, everything: bool) -> Iterator[_Line]:
    blocks = _headings(found)
    open_blocks: list[str] = []
    for place, row in enumerate(found.rows):
        if row.mark == "same" and not everything:
            continue
        inside = blocks.get(place, [])
        for depth, title in enumerate(inside):
            if open_blocks[depth : depth + 1] != [title]:
                yield None, f"{'  ' * depth}@ {title}"
                open_blocks = inside[: depth + 1]
        open_blocks = inside
        yield row.mark, _row_text(row)


def _headings(found: document.ComparedModels) -> dict[int, list[str]]:
    """Return the blocks that each row is in, the outer ones first."""
    headings: dict[int, list[str]] = {}
    for block in found.blocks:
        for number, (start, stop) in enumerate(block.instances):
            name = block.names[number] if number < len(block.names) else ""
            title = f"{name or f'block {number + 1}'} of {block.title}"
            for place in range(start, stop):
                if found.rows[place].mark != "same":
                    headings.setdefault(place, []).append(title)
    return headings


def _row_text(row: document.ComparedRow) -> str:
    path = _joined(row.path_left, row.path_right)
    if row.mark == "same" or row.left is None or row.right is None:
        return f"{path}: {row.right_text if row.left is None else row.left_text}{_said(row.changes)}"
    texts = row.left_text if row.mark == "moved" and not row.changes else f"{row.left_text} -> {row.right_text}"
    return f"{path}: {texts}{_said(row.changes)}"


def _joined(left: str, right: str) -> str:
    """Return two paths as one: "values[3 -> 4]"."""
    if not left or not right or left == right:
        return left or right
    before, bracket, number = left.rpartition("[")
    other, _, its_number = right.rpartition("[")
    if bracket and before == other:
        return f"{before}[{number.removesuffix(']')} -> {its_number}"
    return f"{left} -> {right}"


def _said(changes: Any) -> str:
    parts = [_part_text(each) for each in changes]
    return f" ({'; '.join(parts)})" if parts else ""


def _part_text(part: document.ComparedPart) -> str:
    if not part.left:
        return f"+ {part.what} {part.right}"
    return f"- {part.what} {part.left}" if not part.right else f"{part.what}: {part.left} -> {part.right}"


def _parameter_text(found: document.ComparedParameter) -> str:
    if found.left is None or found.right is None:
        return f"weights[{found.left or found.right}]: {found.left_type or found.right_type}"
    name = found.left if found.left == found.right else f"{found.left} -> {found.right}"
    types = found.left_type if found.left_type == found.right_type else f"{found.left_type} -> {found.right_type}"
    text = f"weights[{name}]: {types}"
    numbers = [f"{what} {value:.4g}" for what, value in _numbers(found) if value is not None]
    if found.different:
        text += f": {found.different:,} of {found.elements:,} elements differ"
        text += "".join(f", {each}" for each in numbers)
    elif found.changes and found.elements:
        text += ": the numbers are equal"
    told = {"name", "type", "shape", "dtype", "dims"}
    return text + _said([part for part in found.changes if part.what not in told])


def _numbers(found: document.ComparedParameter) -> list[tuple[str, float | None]]:
    return [("NMSE", found.nmse), ("cosine", found.cosine), ("largest", found.largest)]


def _place_text(found: document.ComparedPlace) -> str:
    if found.mark == "inserted":
        return f"{found.path}: {found.right}"
    return f"{found.path}: {found.left}" if found.mark == "removed" else f"{found.path}: {found.left} -> {found.right}"


def _show(line: _Line) -> None:
    mark, text = line
    sign, color = ("", None) if mark is None else _SIGNS[mark]
    shown = printable(text if mark is None else f"{sign} {text}")
    for row in terminal.wrapped(shown, terminal.line_width()):
        terminal.show([terminal.styled(row, fg=color)] if color else row)
