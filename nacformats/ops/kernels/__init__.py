"""The NumPy kernels: one small function an operation, torch semantics. Importing this package fills the table."""

from __future__ import annotations

import importlib
import pkgutil

from nacformats.ops.kernels._formulas import complete

for _module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_module.name)

complete()
