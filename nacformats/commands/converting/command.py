"""The commands `nacformats convert` and `nacformats repair`."""

from __future__ import annotations

from pathlib import Path

from nacformats.commands.converting.formats import PLAN_NAME, convert_format, name_of_target, write_plan
from nacformats.commands.converting.onnx import ONNX, convert_to_onnx
from nacformats.commands.converting.weights import convert_weights, is_about_weights
from nacformats.commands.opening import check_target, opened_model, write_model
from nacformats.commands.options import check_is_nac, check_used
from nacformats.commands.terminal import BAD_FILE, USAGE, CommandError
from nacformats.errors import FormatError
from nacformats.formats import formats
from nacformats.formats.base import Format


def convert_file(
    *,
    source: str,
    target: str,
    read_as: str | None,
    write_as: str | None,
    inputs: str | None,
    into: str | None,
    stored: bool,
    nac_version: str | None,
    schema: Format | None,
    lenient: bool,
    force: bool,
) -> None:
    """Read one file and write another; see `nacformats convert --help`."""
    if Path(source).suffix.lower() in (".onnx", ".pt2"):
        raise CommandError(f"{source}: such a model is compiled: nacformats compile {source} {target}", USAGE)
    name = name_of_target(source, target, write_as, schema)
    how = {"strict": not lenient, "force": force}
    if nac_version is not None:
        check_is_nac(target, name)
    if schema is None and is_about_weights(source, name, into):
        check_used("where weights are converted", "write_as", "into", "stored", "nac_version")
        convert_weights(source, target, into, nac_version, stored=stored, **how)
    elif name == ONNX:
        check_used(f"for {target}, an ONNX model", "write_as", "read_as", "inputs")
        convert_to_onnx(source, target, read_as, inputs, **how)
    elif name == PLAN_NAME:
        check_used(f"for {target}, the text of a plan", "write_as", "read_as")
        write_plan(source, target, read_as, **how)
    else:
        check_used(f"for {target}", "write_as", "read_as", "schema", "nac_version")
        convert_format(source, target, read_as, name, schema, nac_version, **how)


def repair_file(*, source: str, target: str, format: str | None, force: bool) -> None:  # noqa: A002
    """Read a file leniently and write it as its specification requires; see `nacformats repair --help`."""
    check_target(target, force=force)
    with opened_model(source, format, strict=False) as model:
        try:
            write_model(target, model, formats()[model.format], force=force)
        except FormatError as error:
            raise CommandError(f"{source}: cannot be repaired: {error}", BAD_FILE) from None
