"""What holds for every format and any bytes whatever; the tests and the campaign of damaged files call it."""

from __future__ import annotations

from typing import Any, NamedTuple

from nacformats import FormatError, detect, dumps, loads, validate
from nacformats.comparing.comparison import compare_models
from nacformats.formats.mic import is_canonical

#: The formats with several spellings of one thing, of which validate says which is canonical.
CANONICAL = ("micb", "mic2")


class Read(NamedTuple):
    """What became of some bytes.

    Attributes:
        refusal: why they are not loaded strictly, or None.
        is_canonical: whether they are what writing gives.
    """

    refusal: FormatError | None
    is_canonical: bool


#: Rules about programs inside a file, which reading does not look into.
INSIDE = ("nac.plan", "nac.manifest", "nac.tokenizer")


def check_contract(name: str, data: bytes) -> bool:
    """Assert the contract of a format for some bytes, strictly and leniently; returns whether they load strictly."""
    return read_under_contract(name, data).refusal is None


def read_under_contract(name: str, data: bytes) -> Read:
    """As check_contract; returns why they do not load strictly, and whether they are what writing gives."""
    detect(data)
    strict, refusal = check_reading(name, data, strict=True)
    lenient, _ = check_reading(name, data, strict=False)
    assert lenient is not None or strict is None, "strict reading allows what lenient reading refuses"
    canonical = strict is not None and check_write_back(name, strict, data)
    if strict is None and lenient is not None:
        check_writing(name, lenient)
    if name in CANONICAL and detect(data) == name:
        check_canonical(data, strict, lenient, canonical=canonical)
    return Read(refusal, canonical)


def check_reading(name: str, data: bytes, *, strict: bool) -> tuple[Any, FormatError | None]:
    """Read; the model, or why the bytes are refused: by a FormatError, with a place, and by validate as well."""
    found = [finding for finding in validate(data, strict=strict, format=name) if finding.severity == "error"]
    for finding in found:
        check_place(finding, data)
    errors = [finding for finding in found if not finding.rule.startswith(INSIDE)]
    model, refusal = _read(name, data, strict)
    assert (refusal is None) == (not errors), f"loading: {refusal}; validate: {errors[:1]}"
    if refusal is not None:
        check_place(refusal, data)
    return model, refusal


def _read(name: str, data: bytes, strict: bool) -> tuple[Any, FormatError | None]:
    """The model and everything in it, or why it is refused."""
    try:
        model = loads(data, format=name, strict=strict)
        assert compare_models(model, model).same  # which looks at every part, also those that are read lazily
    except FormatError as error:
        return None, error
    return model, None


def check_place(problem: Any, data: bytes) -> None:
    """The place that an error or a finding names exists: inside the file, or at its end."""
    assert problem.reason
    assert str(problem).isprintable(), repr(str(problem))
    if problem.offset is not None:
        assert 0 <= problem.offset <= len(data), f"{problem}: the file has {len(data)} bytes"
    if problem.line is not None:
        lines = data.count(b"\n") + 1
        assert 1 <= problem.line <= lines, f"{problem}: the text has {lines} lines"
    assert problem.offset is not None or problem.line is not None, f"{problem}: no place"


def check_write_back(name: str, model: Any, data: bytes) -> bool:
    """What was read strictly comes back byte for byte; only Mind IR has forms that are read and not canonical.

    Returns whether the bytes are what writing gives.
    """
    written = dumps(model, format=name)
    if written == data:
        return True
    assert name in CANONICAL, f"{name} reads what it does not write back, from byte {first_difference(written, data)}"
    rules = {finding.rule for finding in validate(data, format=name)}
    assert f"{name}.not-canonical" in rules, "read, not written back, and called canonical"
    again = loads(written, format=name)
    assert dumps(again, format=name) == written
    assert compare_models(model, again).same, "the canonical form holds something else"
    return False


def check_canonical(data: bytes, strict: Any, lenient: Any, *, canonical: bool) -> None:
    """is_canonical, which reads leniently, refuses what that refuses, and says the same as reading and writing."""
    try:
        found = is_canonical(data)
    except FormatError:
        assert lenient is None, "is_canonical refuses what is read"
        return
    assert lenient is not None, "is_canonical reads what is refused"
    assert strict is None or found == canonical, f"is_canonical says {found}"


def first_difference(one: bytes, other: bytes) -> int:
    """The first byte that is not the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def check_writing(name: str, model: Any) -> None:
    """What was read can be written, or is refused with a FormatError; what was written reads the same and is stable."""
    try:
        written = dumps(model, format=name)
    except FormatError:
        return
    again = loads(written, format=name)
    assert compare_models(model, again).same
    assert dumps(again, format=name) == written
