"""Undoes, before anything runs, what writers of NAC files lose or write differently than the model had it.

- `graphs`: operations under another name, missing selections of one result, rounded numbers in lists.
- `resolved`: one spelling for the operations of every graph, those of Mind IR included.
- `training`: operands of training programs, of which the public compiler keeps a constant only. Its one door is
  `restore_training`, which the steps of training call; nothing else knows of it.
- `mutation`: changes in place, which a graph of values cannot hold; it is refused where that would change a result.
"""

from __future__ import annotations

from nacformats.restoring.graphs import restore
from nacformats.restoring.resolved import resolution_of, resolved

__all__ = ["resolution_of", "resolved", "restore"]
