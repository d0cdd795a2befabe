"""The command `nacformats`: its commands are declared here, and imported when they are called.

Exit codes: 0 fine, 1 the file is bad, 2 usage.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from nacformats import __version__
from nacformats.commands import options
from nacformats.commands.group import Commands
from nacformats.commands.opening import MMAP
from nacformats.commands.terminal import DASH


@click.group(
    cls=Commands,
    params=[options.COLOR],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Inspect, check, convert, write and run NAC, MIC-B, mic@2, STB and TISA files.

    FILE may be - for standard input or standard output.
    Exit codes: 0 fine, 1 the file is bad, 2 usage (or a file that cannot be read or written).
    """


@main.command("inspect")
@click.argument("file", metavar="FILE")
@click.option("--section", metavar="S", help="Only this table, or this part of the tree, such as ops or tensors[3].")
@click.option("--hex", "hexdump", is_flag=True, help="Dump the bytes of every field.")
@click.option("--all", "full", is_flag=True, help="Show every element of every table and every repeated field.")
@click.option("--memory", is_flag=True, help="Show what the memory schedule of a NAC file keeps in fast memory.")
@click.option("--memory-svg", "drawing", metavar="OUT", help="Draw that as SVG.")
@click.option("--observe", is_flag=True, help="With --memory: run the model once to know how large results are.")
@click.option("--inputs", metavar="FILE.npz", help="With --observe: what to run it on; zeros by default.")
@options.LENIENT
@options.FORMAT
@options.SCHEMA
@MMAP
@options.AS_JSON
@options.FORCE
def inspect_command(**given: Any) -> None:
    """Show what is in FILE: its tables, and every field with offset, size and value.

    A bad file is shown as far as it can be read, and then what is wrong with it.
    """
    from nacformats.commands.inspecting import inspect_file  # noqa: PLC0415

    inspect_file(**given)


@main.command("validate")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@options.LENIENT
@options.FORMAT
@options.SCHEMA
@MMAP
@options.AS_JSON
def validate_command(**given: Any) -> None:
    """Report that each FILE is good, or everything that is wrong with it.

    A folder means the files below it that have the suffix of a format.
    """
    from nacformats.commands.validating import validate_files  # noqa: PLC0415

    validate_files(**given)


@main.command("convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--from", "read_as", type=options.FormatName("json", "schema"), help="Format of IN; detected by default.")
@click.option(
    "--to",
    "write_as",
    type=options.FormatName("json", "onnx", "mep", "schema"),
    help="Format of OUT; by default its suffix says.",
)
@click.option("--inputs", metavar="FILE.npz", help="Examples, for a .nac file that does not say what its inputs are.")
@click.option("--into", metavar="FILE.nac", help="Write this program to OUT, with the weights of IN.")
@click.option("--stored", is_flag=True, help="Keep quantized weights of a .nac file as they are stored.")
@options.NAC_VERSION
@options.SCHEMA
@options.LENIENT
@MMAP
@options.FORCE
def convert_command(**given: Any) -> None:
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
    from nacformats.commands.converting import convert_file  # noqa: PLC0415

    convert_file(**given)


@main.command("repair")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@options.FORMAT
@MMAP
@options.FORCE
def repair_command(**given: Any) -> None:
    """Read IN leniently and write OUT as its specification requires.

    STB tensors become aligned, and MIC-B and mic@2 canonical. A NAC file that strict reading refuses stays refused:
    what is wrong with it is more than spelling.
    """
    from nacformats.commands.converting import repair_file  # noqa: PLC0415

    repair_file(**given)


@main.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@options.LENIENT
@MMAP
@options.AS_JSON
def diff_command(**given: Any) -> None:
    """Show where two models differ, by path, whatever formats hold them.

    With --json: an array of differences; where the files cannot be compared, an object with the key "error", which is
    the last element of the array when that turns out halfway.

    Exit codes: 0 no difference, 1 differences, 2 usage (or a file that cannot be read).
    """
    from nacformats.commands.diffing.command import diff_files  # noqa: PLC0415

    diff_files(**given)


@main.command("generate")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when a file is stale.")
def generate_command(**given: Any) -> None:
    """Write generated/ from schemas/, in the checkout that this nacformats runs from. Call it there."""
    from nacformats.commands.generating import generate_files  # noqa: PLC0415

    generate_files(**given)


@main.command("schema")
@click.argument("name", required=False)
@click.option("--output", "-o", metavar="FILE", default=DASH, help="Write to FILE instead of standard output.")
@click.option("--inline/--no-inline", default=True, help="Include imported types (default), or leave them out.")
@options.FORCE
def schema_command(**given: Any) -> None:
    """Print the Kaitai Struct schema NAME, ready to be dropped into the Kaitai Web IDE; without NAME, list them."""
    from nacformats.commands.generating import show_schema  # noqa: PLC0415

    show_schema(**given)


@main.command("tokenize")
@click.argument("model", metavar="MODEL")
@click.argument("text", metavar="[TEXT]", required=False)
@click.option("--file", "-f", metavar="FILE", help="Take the text from FILE; - is standard input.")
@click.option("--decode", is_flag=True, help="The text is ids: print what they stand for.")
@click.option("--special/--no-special", default=None, help="Add the tokens of the template; with --decode, show them.")
@click.option("--resources", metavar="DIR", help="Where the vocabulary is, when it is not in MODEL.")
@click.option("--all", "full", is_flag=True, help="Show every token.")
@options.LENIENT
@MMAP
@options.AS_JSON
def tokenize_command(**given: Any) -> None:
    """Show the tokens that MODEL cuts TEXT into: id, token, and which characters of the text it is.

    MODEL is a NAC file with a tokenizer, or a tokenizer.json. TEXT - is standard input.
    """
    from nacformats.commands.tokenizing import show_tokens  # noqa: PLC0415

    show_tokens(**given)


@main.command("extract")
@click.argument("model", metavar="MODEL")
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--list", "listed", is_flag=True, help="Only list them.")
@options.LENIENT
@MMAP
@options.FORCE
def extract_command(**given: Any) -> None:
    """Write the files that a NAC file holds (its section RSRC) into the folder DIR, all or none.

    Names that lead out of DIR, or that some system gives another meaning, are refused.
    """
    from nacformats.commands.extracting import extract_resources  # noqa: PLC0415

    extract_resources(**given)


def _passed_on(name: str, module: str, short_help: str) -> None:
    """A command that is declared elsewhere, in a module that is imported only when the command is called."""

    @main.command(name, add_help_option=False, context_settings={"ignore_unknown_options": True}, short_help=short_help)
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    @click.pass_context
    def command(context: click.Context, arguments: tuple[str, ...]) -> Any:
        declared: click.Command = options.with_color(getattr(import_module(module), f"{name}_command"))
        with declared.make_context(name, list(arguments), parent=context.parent) as inner:
            return declared.invoke(inner)


for _command in main.commands.values():
    options.with_color(_command)
for _each in (
    ("run", "nacformats.commands.running", "Run the plan of a file, or its graph on inputs from .npz or .npy files."),
    ("train", "nacformats.commands.training", "Take steps of the training program of a NAC file."),
    ("compile", "nacformats.commands.compiling", "Compile a model of PyTorch, ONNX or Mind IR to a NAC file."),
    ("fuzz", "nacformats.commands.fuzzing", "Make files of a format or of a schema, for other people's parsers."),
):
    _passed_on(*_each)
