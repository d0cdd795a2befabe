"""Checksums in drawn files: which fields they are over, and their numbers once the file is known."""

from __future__ import annotations

from nacformats.codec.checksums import CHECKSUMS
from nacformats.fuzz.fields import FieldPlan
from nacformats.fuzz.output import DrawnNode, Site, SummedBytes
from nacformats.fuzz.roles import Roles
from nacformats.schema import expressions as ex
from nacformats.schema.model import Checksum, NumberKind, SchemaError, Type

#: The stream that a record is in, as what a checksum is over.
WHOLE_STREAM = "_io"


def summed_fields(plan: FieldPlan, roles: Roles) -> set[tuple[int, str]]:
    """Return the fields whose bytes the checksum in a field is over, by the identities of their types.

    Raises:
        SchemaError: there is no such field, or the checksum is no number of a fixed size.
    """
    found: set[tuple[int, str]] = set()
    if plan.checksum is None:
        return found
    path = f"{plan.path}/-checksum"
    if not isinstance(plan.member.kind, NumberKind) or plan.member.kind.kind == "f" or plan.member.repeat is not None:
        raise SchemaError(path, "a checksum is a single whole number of 1, 2, 4 or 8 bytes")
    for name in plan.checksum.over:
        targets = [] if name == WHOLE_STREAM else [plan.owner]
        *steps, last = name.split(".")
        for step in steps:
            targets = [each for target in targets for each in roles.types_of(target, ex.Name(step))]
        fields = {(id(target), last) for target in targets if _has(target, last)}
        if name != WHOLE_STREAM and not fields:
            raise SchemaError(f"{path}/over", f"there is no field {name}")
        found |= fields
    return found


def _has(target: Type, name: str) -> bool:
    return any(member.id == name for member in target.stored)


def extent_name(name: str) -> str:
    """Return the name under which a record remembers where a field is."""
    return f"{name} extent"


def write_checksum(checksum: Checksum, site: Site) -> None:
    """Write the number of a checksum, from the bytes as they are."""
    width = len(site.element.encode(0))
    extents = [_extent(site.node, name) for name in checksum.over]
    value = CHECKSUMS[checksum.kind](_without(extent, site, width) for extent in extents if extent is not None)
    value &= (1 << 8 * width) - 1
    site.write(value if value <= site.element.high else value - (1 << 8 * width))


def _extent(node: DrawnNode, name: str) -> SummedBytes | None:
    """Return the bytes of a field; None where it is not there."""
    if name == WHOLE_STREAM:
        stream = node._io
        return SummedBytes(stream.segment, stream.start, stream.total())
    *steps, last = name.split(".")
    holder: DrawnNode | None = node
    for step in steps:
        holder = None if holder is None else holder.__dict__.get(step)
    return None if holder is None else holder.__dict__.get(extent_name(last))


def _without(extent: SummedBytes, site: Site, width: int) -> bytes:
    """Return some bytes, in which those of the number itself are zeros."""
    data = extent.segment.data[extent.at : extent.at + extent.size]
    if extent.segment is site.segment:
        for at in range(max(site.at, extent.at), min(site.at + width, extent.at + extent.size)):
            data[at - extent.at] = 0
    return bytes(data)
