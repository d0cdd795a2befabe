"""The command, for tests of what it prints about a comparison."""

from __future__ import annotations

from tests.cli.conftest import run as run  # noqa: PLC0414
