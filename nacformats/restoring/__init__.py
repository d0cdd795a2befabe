"""Undoes, before anything runs, what writers of NAC files lose or write differently than the model had it.

- `graphs`: operations under another name, missing selections of one result, rounded numbers in lists.
- `names`: one standard operation for several of ATen's; the operands tell which.
- `arguments`: the names of keyword arguments, and lists that are spelled out item by item.
- `resolved`: one spelling for the operations of every graph, those of Mind IR included.
- `training`: operands of training programs, of which the public compiler keeps a constant only; steps import it.
- `mutation`: changes in place, which a graph of values cannot hold; it is refused where that would change a result.
"""

from __future__ import annotations

from nacformats.restoring.graphs import restore
from nacformats.restoring.resolved import resolution_of, resolved

__all__ = ["resolution_of", "resolved", "restore"]
