"""`python -m nacformats`, and the script: the command, which an interrupt ends quietly from its first import on."""

from __future__ import annotations

import sys


def run() -> None:
    """Run the command with the arguments of the process."""
    try:
        from nacformats.cli import main  # noqa: PLC0415  this takes a moment

        main(prog_name="nacformats")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
