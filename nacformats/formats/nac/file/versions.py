"""Changing the version of a file: what each version has, and what an older one cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from nacformats.codec.tables import MemberEntry, table_of
from nacformats.errors import FormatError, UnsupportedError
from nacformats.formats.nac.columns.arrays import NewArrays
from nacformats.formats.nac.columns.instructions import Lengths, Mask, Operations, instruction_path
from nacformats.formats.nac.columns.memory_map import MemoryMap
from nacformats.formats.nac.columns.memory_map import record_path as path_of_command
from nacformats.formats.nac.columns.uses import end_of
from nacformats.formats.nac.file.contents import NacContents
from nacformats.formats.nac.file.external import ExternalWeights
from nacformats.formats.nac.file.sections import SECTIONS
from nacformats.formats.nac.tables import (
    FIRST_REGULAR,
    FORMAT_NAME,
    VERSION_BYTES,
    FixedOperation,
    MemoryAction,
    fixed_names,
    known_version,
)
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.rows import IdTable

if TYPE_CHECKING:
    from nacformats.formats.mep.program import Plan
    from nacformats.formats.tisa.manifest import Manifest
    from nacformats.typing import NacVersion

_File = TypeVar("_File", bound=NacContents)

#: An error names this many of the things that a version cannot hold.
SHOWN = 10
#: It shows this many characters of the name of an array.
_LONGEST_SHOWN = 60
_OLDEST = VERSIONS[0]
#: The first version whose instructions are laid out in another way.
_NEW_LAYOUT = next(version for version in VERSIONS if VERSION_BYTES[version] != VERSION_BYTES[_OLDEST])
#: The first version whose weights may be in several files.
_SHARDS_SINCE = "1.8"
_ONE_FILE = "`nacformats convert` with --stored writes one file of weights, {}"
# The enums of the variants that B tells apart, by operation.
_VARIANTS = {FixedOperation.input: "input_source", FixedOperation.output: "output_kind"}


@dataclass(frozen=True)
class Need:
    """Something in a file that a version of the format does not have.

    Attributes:
        path: where it is, such as "ops.instructions[3].b".
        what: what it is, in words.
    """

    path: str
    what: str

    def __str__(self) -> str:
        return f"{self.path} ({self.what})"


@dataclass(frozen=True)
class _Kind:
    """Needs that are alike. There can be many of them, and few are looked at.

    Attributes:
        since: the first version that has them.
        count: how many there are.
        at: number of one -> the need.
        remedy: how to do without them, or "".
    """

    since: str
    count: int
    at: Callable[[int], Need]
    remedy: str = ""


def has(version: str, since: str) -> bool:
    """Return True if a version has what came with another one."""
    return VERSIONS.index(since) <= VERSIONS.index(version)


@cache
def sections_since() -> dict[str, str]:
    """Return the first version that has each section, by name."""
    placed = table_of(FORMAT_NAME).root.members
    return {name: placed[name].since or _OLDEST for name in SECTIONS}


@cache
def _newer(enum: str) -> tuple[MemberEntry, ...]:
    """Return the members of an enum that the oldest version does not have."""
    return tuple(member for member in table_of(FORMAT_NAME).enums[enum].members if member.since)


def least_version(file: NacContents) -> tuple[str, list[Need]]:
    """Return the least version that a file needs, and why: SHOWN at most of what the versions before it do not have."""
    kinds = _kinds(file)
    least = max((kind.since for kind in kinds), key=VERSIONS.index, default=_OLDEST)
    return least, _first([kind for kind in kinds if kind.since == least])


def check_fits(file: NacContents, version: str) -> None:
    """Refuse what a version cannot hold, or reads as something else.

    Raises:
        UnsupportedError: it lists all of it, SHOWN things by name.
    """
    kinds = [kind for kind in _kinds(file) if not has(version, kind.since)]
    if kinds:
        least, _ = least_version(file)
        remedies = (kind.remedy for kind in kinds if kind.remedy)
        raise _refusal(kinds, f"NAC v{version} cannot hold", "; ".join([f"NAC v{least} holds all of it", *remedies]))
    program = file.sections.ops
    if program is not None and VERSION_BYTES[version] != VERSION_BYTES[file.version] == VERSION_BYTES[_OLDEST]:
        changed = [*_variants(program), *_elements(file, program, version)]
        if changed:
            raise _refusal(changed, f"NAC v{version} would read otherwise:", "its readers expect more words there")


def as_version(file: _File, version: NacVersion) -> _File:
    """See NacFile.as_version."""
    known_version(version)
    file.check_open()
    if version != file.version:
        check_fits(file, version)
    made = file._as_made.copy()
    for name, held in vars(file._as_made).items():
        setattr(made, name, _section(name, held, version))
    if has(version, sections_since()["arrs"]) and not has(file.version, sections_since()["arrs"]):
        made.arrs = NewArrays(())  # as its writers have it
    found = replace(file, sections=made, version=version)
    found.source, found._locate = file.source, file._locate
    for name, held in vars(file.sections).items():
        if not file.was_read(name):  # it was replaced: sections have lost their places, but not their order
            setattr(found.sections, name, _section(name, held, version))
    _keep_names(file, found)
    return found


def _section(name: str, held: Any, version: str) -> Any:
    """Return a section as a version has it. Of what the version does not have, there is nothing left to lose."""
    if not has(version, sections_since()[name]):
        return None
    if isinstance(held, Operations) and held.version != VERSION_BYTES[version]:
        return Operations(held.columns, held.has_c, held.locate, version=VERSION_BYTES[version], section=held.section)
    return held


def _keep_names(file: NacContents, found: NacContents) -> None:
    """Add to `cmap` the names that a version has not fixed, of operations that run: the numbers stay."""
    before, after = fixed_names(file.version), fixed_names(found.version)
    lost = {number: name for number, name in before.items() if number not in after}
    if file.sections.ops is None or not lost:
        return
    used = np.unique(file.sections.ops.a[: end_of(file.sections.ops)]).tolist()
    names = [(number, lost[number]) for number in used if number in lost and number not in file.operation_names]
    if names:
        table = file.sections.cmap or IdTable()
        numbers, rows = [*(number for number, _ in names), *table.numbers], [*(name for _, name in names), *table.rows]
        found.sections.cmap = IdTable.of_rows(numbers, rows)


# what a file needs


def _kinds(file: NacContents) -> list[_Kind]:
    """Return the needs of a file beyond the oldest version."""
    found = [*_sections(file), *_attachments(file), *_shards(file)]
    if file.sections.mmap is not None:
        found += _actions(file.sections.mmap)
    if file.sections.ops is not None:
        found += [*_variants(file.sections.ops), *_elements(file, file.sections.ops, file.version)]
    return found


def _sections(file: NacContents) -> Iterator[_Kind]:
    if file.sections.trng is not None:
        need = Need("trng", f"a training program of {len(file.sections.trng):,} instructions")
        remedy = "`NacFile.sections.trng = None` leaves training out"
        yield _Kind(sections_since()["trng"], 1, lambda _: need, remedy)
    if file.sections.arrs is not None and len(file.sections.arrs):
        names = file.sections.arrs.names
        yield _Kind(
            sections_since()["arrs"],
            len(names),
            lambda place: Need(f"arrs.arrays[{place}]", f"the array {names[place][:_LONGEST_SHOWN]!r}"),
            "`NacFile.sections.arrs = None` leaves arrays out",
        )


def _actions(schedule: MemoryMap) -> Iterator[_Kind]:
    def need(place: int) -> Need:
        record = int(np.searchsorted(schedule.offsets, place, "right")) - 1
        action = MemoryAction(int(schedule.actions[place])).name.upper()
        return Need(path_of_command(record, place - int(schedule.offsets[record])), f"the action {action}")

    for member in _newer("memory_action"):
        yield from _some(member.since, schedule.actions == member.number, need)


def _variants(ops: Operations) -> Iterator[_Kind]:
    """Yield INPUT and OUTPUT of kinds that came later, outside of the training program."""
    for operation, enum in _VARIANTS.items():
        for member in _newer(enum):
            what = f"{operation.name.upper()} of the kind {member.id}"
            mask = (ops.a == operation) & (ops.b == member.number)
            yield from _some(member.since, mask, partial(_variant, what))


def _variant(what: str, index: int) -> Need:
    return Need(instruction_path(index, "b"), what)


def _elements(file: NacContents, ops: Operations, version: str) -> Iterator[_Kind]:
    """Yield operations without a signature that in files of a version take an element of a value."""
    names = () if file.sections.cmap is None else file.sections.cmap.entries
    before, after = (
        Lengths(file.signatures, file.num_outputs, VERSION_BYTES[each], names).with_c(ops.a, ops.b)
        for each in (_OLDEST, version)
    )

    def need(index: int) -> Need:
        return Need(instruction_path(index), f"{file.operation_names[int(ops.a[index])]} without a signature")

    yield from _some(_NEW_LAYOUT, (ops.a >= FIRST_REGULAR) & after & ~before, need)


def _attachments(file: NacContents) -> Iterator[_Kind]:
    """Yield the needs of the plan and the tokenizer. What cannot be read of them has no version."""
    with suppress(FormatError):
        yield from _of_plan(file.plan)
    with suppress(FormatError):
        yield from _of_manifest(file.manifest)


def _shards(file: NacContents) -> Iterator[_Kind]:
    """Yield the need of several files of weights. What cannot be read of them is told when they are needed."""
    weights = file.weights
    if isinstance(weights, ExternalWeights):
        with suppress(FormatError):
            files = weights.files
            if len(files) > 1:
                need = Need("has_internal_weights", f"weights in {len(files):,} files, {files[0].path.name} and on")
                yield _Kind(_SHARDS_SINCE, 1, lambda _: need, _ONE_FILE.format(weights.path.name))


def _of_plan(plan: Plan | None) -> Iterator[_Kind]:
    if plan is None:
        return
    for before, since in pairwise(VERSIONS):
        later = {each.offset for each in plan.beyond(since)}
        found = [each for each in plan.beyond(before) if each.offset not in later]
        yield from _listed(since, "orch.bytecode", [f"{each.name.upper()} at byte {each.offset}" for each in found])


def _of_manifest(manifest: Manifest | None) -> Iterator[_Kind]:
    steps = () if manifest is None else manifest.steps
    found = [f"the suffix {suffix!r} of BPE_ENCODE" for step in steps if (suffix := getattr(step, "suffix", None))]
    since = table_of("tisa").types["Tisa.BpeOperands"].members["suffixes"].since
    yield from _listed(since, "proc.manifest", found)


def _listed(since: str, path: str, what: Sequence[str]) -> Iterator[_Kind]:
    if what:
        yield _Kind(since, len(what), lambda number: Need(path, what[number]))


def _some(since: str, mask: Mask, need: Callable[[int], Need]) -> Iterator[_Kind]:
    """Yield the needs at the places of a mask, if there are any."""
    places = np.flatnonzero(mask)
    if len(places):
        yield _Kind(since, len(places), lambda number: need(int(places[number])))


# how it is told


def _first(kinds: Sequence[_Kind]) -> list[Need]:
    """Return SHOWN of the needs, some of each kind."""
    turns = ((place, number) for number in range(SHOWN) for place, kind in enumerate(kinds) if number < kind.count)
    return [kinds[place].at(number) for place, number in sorted(islice(turns, SHOWN))]


def _refusal(kinds: Sequence[_Kind], verb: str, hint: str) -> FormatError:
    needs, count = _first(kinds), sum(kind.count for kind in kinds)
    more = f" and {count - len(needs):,} more" if count > len(needs) else ""
    reason = f"{verb} {', '.join(map(str, needs))}{more}"
    return UnsupportedError(reason, format=FORMAT_NAME, path=needs[0].path, hint=hint)
