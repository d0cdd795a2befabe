"""What writers of NAC files lose or write another way than the model had it, undone before anything runs.

- `graphs`: operations under another name, selections of one result that are missing, rounded numbers in lists.
- `names`: one standard operation for several of ATen's; the operands tell which.
- `arguments`: the names of keyword arguments, and the lists that are laid out item by item.
- `mutation`: changes in place, which a graph of values cannot hold; it is refused where that would change a result.
"""

from __future__ import annotations

from nacformats.runtime.exporter.graphs import restore

__all__ = ["restore"]
