"""Side by side with peers: `python -m benchmarks` prints one table of ratios."""

from __future__ import annotations
