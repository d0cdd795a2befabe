"""The verb `validate`."""

# ruff: noqa: A002  `format` is what everybody calls it

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from nacformats.api import format_of, other_kind
from nacformats.checks.others import OTHER_CHECKS
from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, LimitError
from nacformats.files import PathLike
from nacformats.findings import Finding
from nacformats.formats import formats
from nacformats.formats.base import Format

Checks = tuple[tuple[Callable[[Any], Iterable[Finding]], ...], Mapping[str, Callable[[Any], Iterable[Finding]]]]


def _of_nac() -> Checks:
    from nacformats.checks import attachments as of  # noqa: PLC0415  few files have any

    return (of.check_plan, of.check_tokenizer), {"of_program": of.check_changes}


#: By format, the checks of a model beyond those of its format, in order; and those that have a place among these.
_CHECKS: Mapping[str, Callable[[], Checks]] = {"nac": _of_nac}


def validate(
    path_or_bytes: PathLike | Buffer, *, format: str | None = None, strict: bool = True, mmap: bool | None = None
) -> list[Finding]:
    """List everything that is wrong with a file, or worth knowing about it; an empty list means that all is well.

    There is a finding of severity "error" exactly when load (with the same arguments) raises, or when the plan or the
    tokenizer of a NAC file cannot run: its rule is "nac.manifest" or "nac.tokenizer", or begins with "nac.plan". The
    rest of the file can be used then.
    """
    try:
        with Source.of(path_or_bytes, mmap) as source:
            return verdict_on(source, format, strict)[2]
    except FormatError as error:
        return [refusal(error)]


def verdict_on(source: Source, format: str | Format | None, strict: bool) -> tuple[str | None, str, list[Finding]]:
    """Return the name of the format of a file, None for one of no format that is checked, its title, and the findings.

    Raises:
        FormatError: no format claims the bytes.
    """
    kind = other_kind(source) if format is None else None
    if kind is not None and kind in OTHER_CHECKS:
        return None, kind.title, OTHER_CHECKS[kind](source)
    found = format_of(source, format, strict=strict)
    return found.name, found.title_of(source), findings_of(source, found, strict)


def findings_of(source: Source, format: Format, strict: bool) -> list[Finding]:
    """Return the findings about a file of a format, as `validate` does."""
    is_ours = formats().get(format.name) is format  # a schema from elsewhere may have the same name
    checks = _CHECKS.get(format.name) if is_ours else None
    others, among = ((), {}) if checks is None else checks()
    return format.check(source, strict, *others, **among)


def refusal(error: FormatError) -> Finding:
    """Return the finding for a file that was refused, with the rule that it breaks or a general one."""
    return Finding.of(error, error.rule or ("limit" if isinstance(error, LimitError) else "wrong-format"))
