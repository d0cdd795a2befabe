"""The NumPy kernels: one small function an operation, torch semantics. Importing this package fills the table."""

from __future__ import annotations

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
