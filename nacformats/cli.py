"""The command `nacformats`: one function a command. Exit 0: fine, 1: the file is bad, 2: usage."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nacformats import __version__
from nacformats.commands.group import Commands
from nacformats.commands.opening import MMAP, about, check_ends, check_target, opened_model, source_of, write_model
from nacformats.commands.options import (
    AS_JSON,
    COLOR,
    FORCE,
    FORMAT,
    LENIENT,
    NAC_VERSION,
    SCHEMA,
    FormatName,
    check_is_nac,
    check_used,
    chosen_format,
    with_color,
)
from nacformats.commands.terminal import BAD_FILE, DASH, USAGE, CommandError, progress, show, show_json, write_file
from nacformats.commands.widths import line_width
from nacformats.errors import FormatError
from nacformats.formats import formats
from nacformats.formats.base import Format

if TYPE_CHECKING:
    from nacformats.codec.streams import Source
    from nacformats.codec.walk import FieldNode
    from nacformats.commands.inspection import Inspection, ShownTable

Item = TypeVar("Item")


@click.group(
    cls=Commands, params=[COLOR], context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Inspect, check, convert, write and run NAC, MIC-B, mic@2, STB and TISA files.

    FILE may be - for standard input or standard output.
    Exit codes: 0 fine, 1 the file is bad, 2 usage (or a file that cannot be read or written).
    """


@main.command()
@click.argument("file", metavar="FILE")
@click.option("--section", metavar="S", help="Only this table, or this part of the tree, such as ops or tensors[3].")
@click.option("--hex", "hexdump", is_flag=True, help="Dump the bytes of every field.")
@click.option("--all", "full", is_flag=True, help="Show every element of every table and every repeated field.")
@click.option("--memory", is_flag=True, help="Show what the memory schedule of a NAC file keeps in fast memory.")
@click.option("--memory-svg", "drawing", metavar="OUT", help="Draw that as SVG.")
@click.option("--observe", is_flag=True, help="With --memory: run the model once to know how large results are.")
@click.option("--inputs", metavar="FILE.npz", help="With --observe: what to run it on; zeros by default.")
@LENIENT
@FORMAT
@SCHEMA
@MMAP
@AS_JSON
@FORCE
def inspect(
    file: str,
    section: str | None,
    hexdump: bool,
    full: bool,
    memory: bool,
    drawing: str | None,
    observe: bool,
    inputs: str | None,
    lenient: bool,
    format: str | None,  # noqa: A002
    schema: Format | None,
    as_json: bool,
    force: bool,
) -> None:
    """Show what is in FILE: its tables, and every field with offset, size and value.

    A bad file is shown as far as it can be read, and then what is wrong with it.
    """
    if memory or drawing is not None:
        from nacformats.commands.memory import show_memory  # noqa: PLC0415

        used = ("memory", "drawing", "observe", "inputs", "format", "schema")
        check_used("with --memory and --memory-svg", *used, *(("full", "as_json") if drawing is None else ()))
        how: dict[str, bool] = {"full": full, "as_json": as_json, "force": force}
        show_memory(file, chosen_format(format, schema), drawing, inputs, observed=observe, strict=not lenient, **how)
        return
    if observe or inputs is not None:
        raise CommandError("--observe and --inputs go with --memory or --memory-svg", USAGE)
    from nacformats.commands import inspection  # noqa: PLC0415  what only some commands need is imported by them
    from nacformats.commands.refusals import refusals_as_json, refused_inspection  # noqa: PLC0415

    if hexdump and as_json:
        raise CommandError("--hex is for people and --json for programs: give one of them", USAGE)
    source: Source | None = None
    with about(file), ExitStack() as stack:
        with refusals_as_json(as_json, lambda error: refused_inspection(file, source, error)):
            source = stack.enter_context(source_of(file))
            with progress(f"reading {file}"):
                whole = as_json or "[" in (section or "")  # not only the first elements of each section
                described = chosen_format(format, schema)
                found = _inspected(source, described, strict=not lenient, full=full, whole=whole)
                selected = _selected(found, section, file)
        if as_json:
            show_json(inspection.inspection_document(file, found, *selected))
        else:
            how = {"full": full, "hexdump": hexdump}
            for line in inspection.inspection_lines(file, source, found, selected, **how, width=line_width()):
                show(line)
    click.get_current_context().exit(0 if found.valid else BAD_FILE)


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@LENIENT
@FORMAT
@SCHEMA
@MMAP
@AS_JSON
def validate(
    files: tuple[str, ...],
    lenient: bool,
    format: str | None,  # noqa: A002
    schema: Format | None,
    as_json: bool,
) -> None:
    """Report that each FILE is good, or everything that is wrong with it.

    A folder means the files below it that have the suffix of a format.
    """
    from nacformats.commands.reports import expanded, show_reports, validation_report  # noqa: PLC0415

    described = chosen_format(format, schema)
    listed = list(expanded(files))
    with progress("validating", len(listed)) as advance:
        reports = (validation_report(file, described, strict=not lenient) for file in listed)
        code = show_reports(_advancing(reports, advance), as_json=as_json)
    click.get_current_context().exit(code)


@main.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--from", "read_as", type=FormatName("json", "schema"), help="Format of IN; detected by default.")
@click.option(
    "--to",
    "write_as",
    type=FormatName("json", "onnx", "mep", "schema"),
    help="Format of OUT; by default its suffix says.",
)
@click.option("--inputs", metavar="FILE.npz", help="Examples, for a .nac file that does not say what its inputs are.")
@click.option("--into", metavar="FILE.nac", help="Write this program to OUT, with the weights of IN.")
@click.option("--stored", is_flag=True, help="Keep quantized weights of a .nac file as they are stored.")
@NAC_VERSION
@SCHEMA
@LENIENT
@MMAP
@FORCE
def convert(
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
    """Read IN and write it as OUT, in the format that the suffix of OUT names.

    Weights go from .nac, .safetensors and .stb files to .safetensors, from .safetensors to .stb (names and metadata are
    in OUT.stb.json) and, with --into, to a .nac file. Those of a .nac file are dequantized.

    A .nac, .mic2 or .micb file becomes an .onnx model (extra onnx), in which sizes that may vary stay open. Weights
    that are too large for one file go to OUT.data.

    The plan of a .nac file becomes text (.mep), of which compile --plan makes the same bytes.

    A .nac file stays of its version unless --nac-version names another one. What an older version cannot hold is
    refused, and listed.

    Files of a format that is a schema alone (with --schema, any file) can be converted to .json and back. With
    --schema, OUT has the suffix of the schema or of IN, .bin or none; --to schema takes any suffix
    that no format has.
    """
    from nacformats.commands import converting, plan_out  # noqa: PLC0415
    from nacformats.commands.onnx_out import ONNX, convert_to_onnx  # noqa: PLC0415
    from nacformats.commands.weights import convert_weights, is_about_weights  # noqa: PLC0415

    if Path(source).suffix.lower() in (".onnx", ".pt2"):
        raise CommandError(f"{source}: such a model is compiled: nacformats compile {source} {target}", USAGE)
    name = converting.name_of_target(source, target, write_as, schema)
    how = {"strict": not lenient, "force": force}
    if nac_version is not None:
        check_is_nac(target, name)
    if schema is None and is_about_weights(source, name, into):
        check_used("where weights are converted", "write_as", "into", "stored", "nac_version")
        convert_weights(source, target, into, nac_version, stored=stored, **how)
    elif name == ONNX:
        check_used(f"for {target}, an ONNX model", "write_as", "read_as", "inputs")
        convert_to_onnx(source, target, read_as, inputs, **how)
    elif name == plan_out.NAME:
        check_used(f"for {target}, the text of a plan", "write_as", "read_as")
        plan_out.write_plan(source, target, read_as, **how)
    else:
        check_used(f"for {target}", "write_as", "read_as", "schema", "nac_version")
        converting.convert_file(source, target, read_as, name, schema, nac_version, **how)


@main.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@FORMAT
@MMAP
@FORCE
def repair(source: str, target: str, format: str | None, force: bool) -> None:  # noqa: A002
    """Read IN leniently and write OUT as its specification requires.

    STB tensors become aligned, and MIC-B and mic@2 canonical. A NAC file that strict reading refuses stays refused:
    what is wrong with it is more than spelling.
    """
    check_target(target, force=force)
    with opened_model(source, format, strict=False) as model:
        try:
            write_model(target, model, formats()[model.format], force=force)
        except FormatError as error:
            raise CommandError(f"{source}: cannot be repaired: {error}", BAD_FILE) from None


@main.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@LENIENT
@MMAP
@AS_JSON
def diff(first: str, second: str, lenient: bool, as_json: bool) -> None:
    """Show where two models differ, by path, whatever formats hold them.

    With --json: an array of differences; where the files cannot be compared, an object with the key "error", which is
    the last element of the array when that turns out halfway.

    Exit codes: 0 no difference, 1 differences, 2 usage (or a file that cannot be read).
    """
    from nacformats.commands.diffing import differences_of  # noqa: PLC0415
    from nacformats.commands.diffing.showing import show_differences  # noqa: PLC0415
    from nacformats.commands.refusals import comparison_refused, refusals_as_json  # noqa: PLC0415

    with refusals_as_json(as_json, comparison_refused):
        try:
            with opened_model(first, strict=not lenient) as one, opened_model(second, strict=not lenient) as other:
                code = show_differences(differences_of(one, other), as_json=as_json)
        except CommandError as error:
            raise CommandError(str(error), USAGE, error.problem, error.file) from None
    click.get_current_context().exit(code)


@main.command()
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when a file is stale.")
def generate(check: bool) -> None:
    """Write generated/ from schemas/, in the checkout that this nacformats runs from. Call it there."""
    from nacformats.generator import generate as generator  # noqa: PLC0415

    try:
        folder = generator.checkout()
        outcome = generator.generate(check)
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None
    for line in outcome.lines():
        show(line)
    if not (outcome.changed or outcome.removed or outcome.failures):
        show(f"{folder / 'generated'}: up to date")
    click.get_current_context().exit(0 if outcome.ok else 1)


@main.command()
@click.argument("name", required=False)
@click.option("--output", "-o", metavar="FILE", default=DASH, help="Write to FILE instead of standard output.")
@click.option("--inline/--no-inline", default=True, help="Include imported types (default), or leave them out.")
@FORCE
def schema(name: str | None, output: str, inline: bool, force: bool) -> None:
    """Print the Kaitai Struct schema NAME, ready to be dropped into the Kaitai Web IDE; without NAME, list them."""
    from nacformats.generator.bundle import bundle  # noqa: PLC0415
    from nacformats.generator.sources import load_schema, schema_names, schema_text  # noqa: PLC0415

    if name is None:
        for known in schema_names():
            show(f"{known:10} {load_schema(known)['meta']['title']}")
        return
    if name not in schema_names():
        raise CommandError(f"unknown schema {name!r}: known are {', '.join(schema_names())}", USAGE)
    check_target(output, force=force)
    check_ends(output, ".ksy", ".yaml", ".yml")
    write_file(output, [(bundle(name) if inline else schema_text(name)).encode()])


@main.command()
@click.argument("model", metavar="MODEL")
@click.argument("text", metavar="[TEXT]", required=False)
@click.option("--file", "-f", metavar="FILE", help="Take the text from FILE; - is standard input.")
@click.option("--decode", is_flag=True, help="The text is ids: print what they stand for.")
@click.option("--special/--no-special", default=None, help="Add the tokens of the template; with --decode, show them.")
@click.option("--resources", metavar="DIR", help="Where the vocabulary is, when it is not in MODEL.")
@click.option("--all", "full", is_flag=True, help="Show every token.")
@LENIENT
@MMAP
@AS_JSON
def tokenize(
    model: str,
    text: str | None,
    file: str | None,
    decode: bool,
    special: bool | None,
    resources: str | None,
    full: bool,
    lenient: bool,
    as_json: bool,
) -> None:
    """Show the tokens that MODEL cuts TEXT into: id, token, and which characters of the text it is.

    MODEL is a NAC file with a tokenizer, or a tokenizer.json. TEXT - is standard input.
    """
    from nacformats.commands import tokenizing  # noqa: PLC0415
    from nacformats.commands.attachments import text_from  # noqa: PLC0415
    from nacformats.commands.refusals import comparison_refused, refusals_as_json  # noqa: PLC0415

    if (text is None) == (file is None):
        raise CommandError("give a text, or --file", USAGE)
    wanted = not decode if special is None else special
    how = {"decode": decode, "special": wanted, "full": full, "as_json": as_json, "strict": not lenient}
    with refusals_as_json(as_json, comparison_refused):
        given = text if file is None and text != DASH else text_from(file or DASH)
        tokenizing.show_tokens(model, given or "", resources, **how)


@main.command()
@click.argument("model", metavar="MODEL")
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--list", "listed", is_flag=True, help="Only list them.")
@LENIENT
@MMAP
@FORCE
def extract(model: str, folder: str | None, listed: bool, lenient: bool, force: bool) -> None:
    """Write the files that a NAC file holds (its section RSRC) into the folder DIR, all or none.

    Names that lead out of DIR, or that some system gives another meaning, are refused.
    """
    from nacformats.commands import extracting  # noqa: PLC0415

    if listed == (folder is not None):
        raise CommandError("give a folder, or --list", USAGE)
    extracting.extract_resources(model, folder, strict=not lenient, force=force)


def _passed_on(name: str, module: str, short_help: str) -> None:
    """A command that is declared elsewhere, in a module that is imported only when the command is called."""

    @main.command(
        name,
        add_help_option=False,
        context_settings={"ignore_unknown_options": True},
        short_help=short_help,
    )
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    @click.pass_context
    def command(context: click.Context, arguments: tuple[str, ...]) -> Any:
        declared: click.Command = with_color(getattr(import_module(module), f"{name}_command"))
        with declared.make_context(name, list(arguments), parent=context.parent) as inner:
            return declared.invoke(inner)


for _command in main.commands.values():
    with_color(_command)
for _each in (
    ("run", "nacformats.commands.running", "Run the plan of a file, or its graph on inputs from .npz or .npy files."),
    ("train", "nacformats.commands.training", "Take steps of the training program of a NAC file."),
    ("compile", "nacformats.commands.compiling", "Compile a model of PyTorch, ONNX or Mind IR to a NAC file."),
    ("fuzz", "nacformats.commands.fuzzing", "Make files of a format or of a schema, for other people's parsers."),
):
    _passed_on(*_each)


def _advancing(items: Iterable[Item], advance: Callable[[float], None]) -> Iterator[Item]:
    """The items; each advances a progress bar when it is done."""
    for item in items:
        yield item
        advance(1)


def _inspected(
    source: Source,
    format: str | Format | None,  # noqa: A002
    *,
    strict: bool,
    full: bool,
    whole: bool,
) -> Inspection:
    from nacformats.commands import inspection  # noqa: PLC0415

    reads, part_reads = inspection.SHOWN_READS, inspection.SECTION_READS
    if full or whole:
        reads = part_reads = sys.maxsize if full else inspection.MAX_READS
    return inspection.inspect_source(source, format, strict=strict, reads=reads, part_reads=part_reads)


def _selected(found: Inspection, section: str | None, file: str) -> tuple[list[ShownTable], FieldNode | None]:
    try:
        return found.select(section)
    except ValueError as error:
        raise CommandError(f"{file}: {error}", USAGE) from None
