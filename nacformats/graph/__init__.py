"""The graph that all models become (`graph`), and how a model becomes one (`models`)."""

from __future__ import annotations
