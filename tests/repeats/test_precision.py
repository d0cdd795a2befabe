"""Blocks against the modules of PyTorch; `python -m tests.repeats` measures many more architectures every night."""

from __future__ import annotations

import pytest

from tests.partners import partner


@pytest.mark.parametrize("name", ["transformer_encoder", "unet"])
def test_blocks_are_modules(name: str) -> None:
    partner("torch")
    from tests.repeats.__main__ import compiled, measured

    given = compiled(name)
    result = measured(given)
    assert (result.precision, result.recall) == (1, 1), (result.wrong, result.missed)
    assert measured(given, nameless=True).precision >= 0.5
