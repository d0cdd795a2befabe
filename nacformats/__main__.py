"""`python -m nacformats`: the command without its script."""

from __future__ import annotations

from nacformats.cli import main

main(prog_name="nacformats")
