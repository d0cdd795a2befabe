"""The arguments of one call, as far as they are known before a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from nacformats.graph.graph import Ref


@dataclass(frozen=True, slots=True)
class ScalarRef:
    """A referenced value that is needed as a Python number, although it may be a tensor of one element."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class BoundArguments:
    """The arguments of one call: constants, Refs, ScalarRefs, and lists of these."""

    positional: tuple[Any, ...]
    keywords: dict[str, Any] = field(default_factory=dict)
