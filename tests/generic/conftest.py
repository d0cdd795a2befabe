"""The toy format: what a stranger would describe in a schema, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nacformats.formats.base import Format
from nacformats.formats.generic import format_of_codec
from nacformats.targets.loading import codec_of_file

TOY = Path(__file__).with_name("toy.ksy")

TREE: dict[str, Any] = {
    "flavor": "sweet",
    "records": [
        {"id": 1, "kind": "point", "body": {"x": 1.5, "y": -0.1}},
        {"id": 300, "kind": 1, "body": {"text": "hé"}},
        {"id": 2, "kind": "label", "body": {"text": "longer", "note": "so"}},
        {"id": 2**64 - 1, "kind": "values", "body": {"values": [1, -2, 3], "is_signed": True, "width": 16}},
    ],
    "checksums": [1, 2, 3, 65535],
}
#: The same, annotated by hand.
DATA = bytes.fromhex(
    "544f5931 01 04 3f000000 01"  # magic, version, num_records, ofs_checksums, flavor
    "01 00 0000c03f 9a9999999999b9bf"
    "ac02 01 03 68c3a9"
    "02 01 06 6c6f6e676572 736f00"
    "ffffffffffffffffff01 07 03 0100 feff 0300 90"
    "0100 0200 0300 ffff"
)


@pytest.fixture(scope="session")
def toy() -> Format:
    return format_of_codec(codec_of_file(TOY))
