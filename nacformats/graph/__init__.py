"""The graph that all models become (`graph`), and how a model becomes one (`models`, `of_nac`)."""

from __future__ import annotations
