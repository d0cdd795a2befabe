"""A few rounds of tests/crashes.py, which has all of them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.effort import effort


@pytest.mark.nightly
@pytest.mark.skipif(not hasattr(os, "fork"), reason="writers are made by forking")
def test_the_old_file_or_the_new_one() -> None:
    command = [sys.executable, "-m", "tests.crashes", "--rounds", str(effort(2, 8))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) >= 6
    assert all(line.endswith("0 wrong") for line in lines)
