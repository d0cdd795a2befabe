"""Draw docs/inspect.svg, the picture of the README: what `nacformats inspect` prints on a terminal.

Run `python docs/make_picture.py` from the root of the checkout; a test holds the text in the picture to the command.
"""

from __future__ import annotations

import io
from pathlib import Path

from click.testing import CliRunner
from rich.console import Console
from rich.text import Text

from nacformats.cli import main

COMMAND = ("inspect", "examples/mlp.nac", "--section", "ops")
PICTURE = Path(__file__).with_name("inspect.svg")


def draw() -> str:
    """The picture as SVG text."""
    shown = CliRunner().invoke(main, COMMAND, color=True, catch_exceptions=False).output
    lines = [Text.from_ansi(line) for line in shown.splitlines()]
    console = Console(
        record=True,
        file=io.StringIO(),
        width=max(line.cell_len for line in lines) + 2,
        color_system="truecolor",
        force_terminal=True,
    )
    console.print(Text.assemble("$ ", ("nacformats " + " ".join(COMMAND), "bold")))
    for line in lines:
        console.print(line, soft_wrap=True)
    return console.export_svg(title="nacformats", unique_id="inspect")


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
