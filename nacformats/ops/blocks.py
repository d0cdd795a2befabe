"""Bytes that kernels make at once: they keep to these, and the cost of a call is estimated by them."""

from __future__ import annotations

#: Most bytes of the columns of a convolution that are multiplied at once.
COLUMN_BYTES = 4 << 20
#: Most bytes of the scores of an attention that are computed at once.
SCORE_BYTES = 8 << 20
