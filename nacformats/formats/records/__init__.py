"""Records, constants and rules: what NAC shares with the plans and manifests inside its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from nacformats._generated.tables.nac import SCHEMA

if TYPE_CHECKING:
    from nacformats.typing import NacVersion

FORMAT_NAME = SCHEMA.name
#: The versions of NAC, which the plans and manifests inside its files follow, oldest first.
VERSIONS = cast(
    "tuple[NacVersion, ...]",
    tuple(member.id.removeprefix("v").replace("_", ".") for member in SCHEMA.enums["header_size"].members),
)
