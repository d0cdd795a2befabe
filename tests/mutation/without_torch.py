"""A plugin of pytest: PyTorch cannot be imported, as on a machine that does not have it."""

from __future__ import annotations

import sys

sys.modules["torch"] = None  # type: ignore[assignment]
