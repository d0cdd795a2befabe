"""Draw the pictures of the documents, docs/NAME.svg: what commands print on a terminal.

Run `python docs/make_picture.py [NAME]` from the root of the checkout; a test holds the text in the pictures to the
commands.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path

from click.testing import CliRunner
from rich.console import Console
from rich.text import Text

import nacformats
from nacformats.cli import main
from nacformats.plan.host import Host
from nacformats.plan.runner import PlanRunner

FOLDER = Path(__file__).parent
STORY, SEED = "examples/story/story.nac", 1
PROMPT = "Once upon a time there was a robot named Zed."
#: The command of each picture.
PICTURES = {
    "inspect": "inspect examples/mlp.nac --section ops",
    "story": f'run {STORY} --seed {SEED} --answer "{PROMPT}"',
}
#: How fast tokens appear, in seconds for each.
PACE = 0.06


def draw(name: str) -> str:
    """A picture as SVG text."""
    command = PICTURES[name]
    shown = CliRunner().invoke(main, shlex.split(command), color=True, catch_exceptions=False).output
    lines = [Text("$ ") + Text(f"nacformats {command}", "bold"), *map(Text.from_ansi, shown.splitlines())]
    console = Console(
        record=True,
        file=io.StringIO(),
        width=max(line.cell_len for line in lines) + 2,
        color_system="truecolor",
        force_terminal=True,
    )
    for line in lines:
        console.print(line, soft_wrap=True)
    return console.export_svg(title="nacformats", unique_id=name)


def tokens() -> list[str]:
    """What the plan of the story prints, in the pieces in which it does."""
    pieces: list[str] = []
    with nacformats.load(STORY, format="nac") as nac:
        host = Host(print=lambda text, *, end, flush: pieces.append(text + end))  # noqa: ARG005
        PlanRunner(nac, host=host, seed=SEED).run([PROMPT])
    return pieces


def revealed(picture: str, pieces: Iterable[str]) -> str:
    """The picture with the pieces appearing one after the other, below the first line; then it stays."""
    steps: dict[int, list[tuple[float, int]]] = {}
    line, column, clock = 1, 0, 1.0
    for piece in pieces:
        for number, part in enumerate(piece.split("\n")):
            line, column = (line + 1, len(part)) if number else (line, column + len(part))
            steps.setdefault(line, [(0.0, 0)]).append((clock, column))
        clock += PACE
    for line, events in steps.items():
        rect = re.compile(rf'(<clipPath id="story-line-{line}">\s*<rect [^>]*width="([\d.]+)"[^>]*)/>')
        picture = rect.sub(lambda found, events=events: f"{found[1]}>{_animation(events, clock)}</rect>", picture)
    return picture


def _animation(events: list[tuple[float, int]], total: float) -> str:
    """The width of a line by time. A viewer that shows no animations shows all of the line."""
    values = ";".join(f"{12.2 * column + 0.5 * (column > 0):.1f}" for _, column in events)
    times = ";".join(f"{time / total:.4f}" for time, _ in events)
    return (
        f'<animate attributeName="width" calcMode="discrete" dur="{total:.1f}s" fill="freeze" '
        f'values="{values}" keyTimes="{times}"/>'
    )


if __name__ == "__main__":
    for wanted in sys.argv[1:] or PICTURES:
        drawn = draw(wanted)
        if wanted == "story":
            drawn = revealed(drawn, tokens())
        (FOLDER / f"{wanted}.svg").write_text(drawn, encoding="utf-8")
