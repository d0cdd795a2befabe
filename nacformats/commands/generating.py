"""The commands `nacformats generate` and `nacformats schema`."""

from __future__ import annotations

import click

from nacformats.commands.opening import check_ends, check_target
from nacformats.commands.terminal import CommandError, show, usage_errors, write_target
from nacformats.generator import generate
from nacformats.generator.sources import bundle, load_schema, schema_names, schema_text


def generate_files(*, check: bool) -> None:
    """Write generated/, or check it; see `nacformats generate --help`."""
    with usage_errors(ValueError):
        folder = generate.checkout()
        outcome = generate.generate(check)
    for line in outcome.lines():
        show(line)
    if not (outcome.changed or outcome.removed or outcome.failures):
        show(f"{folder / 'generated'}: up to date")
    click.get_current_context().exit(0 if outcome.ok else 1)


def show_schema(*, name: str | None, output: str, inline: bool, force: bool) -> None:
    """Write a schema of the package, or list them; see `nacformats schema --help`."""
    if name is None:
        for known in schema_names():
            show(f"{known:10} {load_schema(known)['meta']['title']}")
        return
    if name not in schema_names():
        raise CommandError(f"unknown schema {name!r}: known are {', '.join(schema_names())}")
    check_target(output, force=force)
    check_ends(output, ".ksy", ".yaml", ".yml")
    write_target(output, [(bundle(name) if inline else schema_text(name)).encode()])
