"""Undoes, before anything runs, what writers of NAC files lose or write differently than the model had it.

- `graphs`: operations under another name, missing selections of one result, rounded numbers in lists.
- `names`: one standard operation for several of ATen's; the operands tell which.
- `arguments`: the names of keyword arguments, and lists that are spelled out item by item.
- `mind`: the operations of Mind IR in those of ATen.
- `resolved`: one spelling for the operations of every graph.
- `training`: operands of training programs, of which the public compiler keeps a constant only; steps import it.
- `mutation`: changes in place, which a graph of values cannot hold; it is refused where that would change a result.
"""

from __future__ import annotations

from nacformats.runtime.restoring.graphs import restore
from nacformats.runtime.restoring.resolved import Resolution, resolution_of, resolved, resolved_with_origins

__all__ = ["Resolution", "resolution_of", "resolved", "resolved_with_origins", "restore"]
