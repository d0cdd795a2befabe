"""The ONNX nodes that operators become: `emitter` has nodes in the making, the other modules a rule for each operator.

Rows hold the rules that are formulas; `complex_numbers` has what stands for complex tensors. Importing
this package fills the table of rules. Nothing here needs the package onnx.
"""

from __future__ import annotations

import importlib
import pkgutil

for _module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_module.name)
