"""The quick architectures of the zoo, in every way that needs no further library."""

from __future__ import annotations

import pytest

from tests.partners import partner

partner("torch")

from tests.zoo.catalogue import Architecture, load
from tests.zoo.checking import Wanted, examine

QUICK = [each for each in load("plain", "sequences").values() if each.quick]


@pytest.mark.sample(each=6)
@pytest.mark.parametrize("architecture", QUICK, ids=lambda each: each.name)
def test_the_compiled_file_gives_what_pytorch_gives(architecture: Architecture) -> None:
    result = examine(architecture, Wanted(no_passes=True, dynamic=True))
    assert not result.failed
    assert result.checks["compiled"] == result.checks["no passes"] == ""


def test_the_list_has_more_than_a_hundred_architectures() -> None:
    names = {*load("plain", "sequences", "vision", "language", "detection")}
    assert len(names) >= 100
    assert {"bert", "gpt2_cache", "llama", "mixtral", "t5", "whisper", "swin", "detr", "mamba_scan", "dlrm"} <= names
