"""Files that other programs wrote, sound and damaged ones: the contract holds for all, in bounded time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from nacformats import validate
from nacformats.formats import formats
from tests.conftest import CORPUS
from tests.contract import check_contract

#: No file of the corpus may take more processor time than this to be checked, in seconds.
PATIENCE = 10.0
#: Larger files are not read under the whole contract.
CONTRACT_BYTES = 64 * 1024

NAMES = {entry.suffix: entry.name for entry in formats().values()}
FILES = sorted(path for path in CORPUS.rglob("*") if path.suffix in NAMES)


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CORPUS)))
def test_every_file_keeps_the_contract_in_bounded_time(path: Path) -> None:
    name, data = NAMES[path.suffix], path.read_bytes()
    start = time.process_time()
    for strict in (True, False):
        validate(data, strict=strict, format=name)
    assert time.process_time() - start < PATIENCE
    if len(data) <= CONTRACT_BYTES:
        check_contract(name, data)
