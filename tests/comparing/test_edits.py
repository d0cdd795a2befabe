"""Each of a thousand seeded edits of twenty models is named exactly, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.comparing.edits import edits, misnamed
from tests.comparing.models import MODELS, editor_named


def check(name: str, folder: Path, count: int, seed: int) -> None:
    editor = editor_named(name, folder)
    made = list(edits(editor, seed, count))
    assert len(made) == count
    wrong = [found for found in (misnamed(editor.model, each) for each in made) if found]
    assert not wrong, f"{len(wrong)} of {len(made)}:\n" + "\n".join(wrong)


@pytest.mark.parametrize("name", ["mlp", "residual.mic2", "mlp.onnx", "blocks"])
def test_edits_are_named_exactly(name: str, tmp_path: Path) -> None:
    check(name, tmp_path, 12, seed=7)


@pytest.mark.nightly
@pytest.mark.parametrize("name", MODELS)
def test_a_thousand_edits_are_named_exactly(name: str, tmp_path: Path) -> None:
    assert len(MODELS) == 20
    check(name, tmp_path, 50, seed=22)
