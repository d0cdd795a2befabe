"""The schemas whose files readers are held to: those of the package, three of strangers, or anybody's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from nacformats.codec.trees.codec import SchemaCodec
from nacformats.schema.model import Bits, NumberKind, Schema, SwitchKind, switched_kinds
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import ROOT, schema_names, schema_path
from nacformats.schema.writing import reached_types
from nacformats.targets.loading import codec_of_file, schema_of_file

#: The schemas of strangers, from which readers are generated as from anybody's.
STRANGERS = ("docs/scores.ksy", "tests/c/stranger.ksy", "tests/c/oddities.ksy", "tests/c/corners.ksy")


@dataclass(frozen=True)
class Subject:
    """A schema.

    Attributes:
        path: of the .ksy.
        is_ours: whether it is one of schemas/, which one package has readers for.
    """

    path: Path
    is_ours: bool

    @property
    def name(self) -> str:
        return self.model.name

    @cached_property
    def model(self) -> Schema:
        return schema_model(self.path.stem) if self.is_ours else schema_of_file(self.path)

    @cached_property
    def codec(self) -> SchemaCodec:
        return SchemaCodec.generated(self.path.stem) if self.is_ours else codec_of_file(self.path)

    @property
    def suffix(self) -> str:
        return f".{self.model.extension or self.name}"

    @cached_property
    def has_places(self) -> bool:
        """Whether instances have places in a file, so that bytes past the last field may belong to one."""
        return any(target.placed for target in reached_types(self.model))

    @cached_property
    def truths(self) -> frozenset[tuple[str, str, str]]:
        """The fields of one bit, by schema, type and id: an enum does not make a number of them."""
        return frozenset(
            (target.schema, target.qualified, member.id)
            for target in reached_types(self.model)
            for member in (*target.fields, *target.placed)
            if isinstance(member.kind, Bits) and member.kind.width == 1
        )

    @cached_property
    def floats(self) -> Mapping[tuple[str, str, str], NumberKind]:
        """The fields that may be floats, by schema, type and id. The width is 8 where a switch chooses it."""
        found = {}
        for target in reached_types(self.model):
            for member in (*target.fields, *target.placed):
                kinds = [
                    each for each in switched_kinds(member.kind) if isinstance(each, NumberKind) and each.kind == "f"
                ]
                for kind in kinds[:1]:
                    is_chosen = isinstance(member.kind, SwitchKind)
                    found[target.schema, target.qualified, member.id] = replace(kind, width=8) if is_chosen else kind
        return found


@cache
def ours() -> tuple[Subject, ...]:
    """Return the schemas of the package."""
    return tuple(Subject(schema_path(name), is_ours=True) for name in schema_names())


@cache
def strangers() -> tuple[Subject, ...]:
    return tuple(Subject(ROOT / path, is_ours=False) for path in STRANGERS)


def subjects() -> tuple[Subject, ...]:
    """Return all of which conformance/ has files."""
    return ours() + strangers()
