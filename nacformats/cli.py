"""The command `nacformats`: which commands there are; each is imported when it is called.

Exit codes: 0 fine, 1 the file is bad, 2 usage.
"""

from __future__ import annotations

from typing import Any

import click

from nacformats import __version__
from nacformats.commands import completing, options, paging, terminal
from nacformats.commands.ending import Commands
from nacformats.commands.group import with_examples


@click.group(
    cls=Commands,
    params=[options.COLOR, paging.NO_PAGER],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Inspect, check, convert, write and run NAC, MIC-B, mic@2, STB, TISA, GGUF and safetensors files.

    A FILE alone is inspected. FILE may be - for standard input or standard output.
    Exit codes: 0 fine, 1 the file is bad, 2 usage (or a file that cannot be read or written).
    """


@main.command("inspect")
@click.argument("file", metavar="FILE")
@click.option("--section", metavar="S", help="Only this table, or this part of the tree, such as ops or tensors[3].")
@click.option("--hex", "hexdump", is_flag=True, help="Dump the bytes of every field.")
@click.option("--tables", is_flag=True, help="Show its tables, and every field with offset, size and value.")
@click.option(
    "--all",
    "full",
    is_flag=True,
    help="The same with every element of every table and field, and blocks that repeat unfolded.",
)
@click.option("--memory", is_flag=True, help="Show what the memory schedule of a NAC file keeps in fast memory.")
@click.option("--memory-svg", "drawing", metavar="OUT", help="Draw that as SVG.")
@click.option("--observe", is_flag=True, help="With --memory: run the model once to know how large results are.")
@click.option("--inputs", metavar="FILE.npz", help="With --observe: what to run it on; zeros by default.")
@options.shared("lenient", "format", "schema", "mmap", "json", "force")
def inspect_command(**given: Any) -> None:
    """Show what is in FILE on one screen: what it is, inputs and outputs, types, what takes the most bytes.

    With --tables, --section, --hex or --all: its tables, and every field with offset, size and value. A bad file is
    shown as far as it can be read, and then what is wrong with it.
    """
    from nacformats.commands.inspecting import inspect_file  # noqa: PLC0415

    inspect_file(**given)


@main.command("validate")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@options.shared("lenient", "format", "schema", "mmap", "json")
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
@options.shared("nac-version", "schema", "lenient", "mmap", "force")
def convert_command(**given: Any) -> None:
    """Read IN and write it as OUT, in the format that the suffix of OUT names.

    Weights go from .nac, .safetensors, .gguf, .npz and .stb files to .safetensors, .gguf, .npz and .stb (names and
    metadata are in OUT.stb.json) and, with --into, to a .nac file. Quantized ones become float32.

    A .nac, .mic2 or .micb file becomes an .onnx model (extra onnx), in which sizes that may vary stay open. Weights
    that are too large for one file go to OUT.data.

    The plan of a .nac file becomes text (.mep), of which compile --plan makes the same bytes.

    A .nac file stays of its version unless --nac-version names another one. What an older version cannot hold is
    refused, and listed.

    Files of a format that is a schema alone (with --schema, any file) can be converted to .json and back. With
    --schema, OUT has the suffix of the schema or of IN, .bin or none; --to schema takes any suffix
    that no format has.
    """
    from nacformats.commands.converting import Conversion  # noqa: PLC0415

    Conversion(**given).run()


@main.command("repair")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@options.shared("format", "mmap", "force")
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
@options.shared("lenient", "schema", "mmap", "json")
@click.option("--all", "everything", is_flag=True, help="Show everything: no part is cut, and what is equal is listed.")
@click.option("--html", "page", metavar="OUT.html", help="Write the page that `view A B` makes.")
@options.shared("force")
def diff_command(**given: Any) -> None:
    """Show where two models differ, whatever formats hold them: .nac, .onnx, .micb, .mic2, .safetensors, .gguf, .stb.

    With --schema, two files of any format that a schema describes: an element that was inserted into a list is one
    difference.

    Programs are aligned: rows that were inserted (+), removed (-), moved (~) or have changed (!), in the block that
    they are in. Parameters are paired by name, and what was renamed (>) is found; NMSE is the mean squared error
    relative to the larger of the two. Where one file has no program, weights only are compared.

    With --json: all of it as one object; where the files cannot be compared, an object with the key "error".

    Exit codes: 0 no difference, 1 differences, 2 usage (or a file that cannot be read).
    """
    from nacformats.commands.diffing import diff_files  # noqa: PLC0415

    diff_files(**given)


@main.command("view")
@click.argument("files", metavar="[FILE] [OTHER]", nargs=-1)
@click.option("--output", "-o", metavar="OUT.html", help="Write the page here instead of into a temporary folder.")
@click.option("--open/--no-open", "opened", default=None, help="Open it in a browser (by default, without --output).")
@options.shared("lenient", "format", "schema", "mmap", "force")
def view_command(**given: Any) -> None:
    """Make a page to look into FILE, and open it in a browser: one HTML file that works without a network.

    It shows the summary, every field with its bytes, the program as a list and as a graph, tensors, the memory
    schedule, the plan, the tokenizer and findings. With OTHER, two models are compared. A file of more than 32 MiB is
    not in the page: drop it there. Without FILE, the page shows whatever is dropped on it.

    A bad file is shown as far as it can be read, and then what is wrong with it.
    """
    from nacformats.commands.viewing import view_files  # noqa: PLC0415

    view_files(**given)


@main.command("query")
@click.argument("file", metavar="FILE")
@click.argument("sql", metavar="[SQL]", required=False)
@click.option(
    "--to", "write_as", type=click.Choice(["parquet", "csv", "json", "arrow"]), help="Write the rows as this."
)
@click.option("--output", "-o", metavar="OUT", help="Write the rows here; its suffix says how.")
@click.option("--all", "full", is_flag=True, help="Show every row.")
@options.shared("lenient", "format", "schema", "mmap", "force")
def query_command(**given: Any) -> None:
    """Ask SQL of the tables of FILE (extra query: DuckDB); without SQL, list the tables and their columns.

    A program has the table ops, weights have tensors or parameters, any schema a table for each list of records. A
    query sees these tables and nothing else: no files, no network.
    """
    from nacformats.commands.querying import query_file  # noqa: PLC0415

    query_file(**given)


@main.command("generate")
@click.option("--schema", "schemas", multiple=True, metavar="FILE.ksy", help="A schema of yours; may be repeated.")
@click.option("--output", "-o", metavar="FOLDER", help="Where the files are written, in a folder for each target.")
@click.option(
    "--for",
    "targets",
    metavar="TARGETS",
    help="What is made, with commas in between: python, c, docs (the default), rust, go, typescript, java, javascript.",
)
@click.option("--go-module", metavar="PATH", help="The path of the module of Go: example.org/telemetry.")
@click.option("--java-package", metavar="NAME", help="The package of all classes of Java: org.example.telemetry.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when a file is stale.")
@options.shared("force")
def generate_command(**given: Any) -> None:
    """Make readers, writers and documents from Kaitai Struct schemas of your own.

    \b
    python      a typed package: load, loads, dump, dumps, validate, and a class for each type
    c           C99 that reads and writes whole files: a header, a source, an example, CMakeLists.txt
    rust, go, typescript, java
                a package as the tools of the language take it, which reads and writes whole files
    javascript  the parser that the Kaitai Struct compiler makes (needs Node.js)
    docs        the reference of the format and a picture of its layout

    Without --schema, the files are for the formats of this package. Without --output as well, it writes generated/ from
    schemas/ in the checkout that this nacformats runs from.
    """  # noqa: D301  click keeps the lines of a paragraph that begins with \b
    from nacformats.commands.generating import generate_files  # noqa: PLC0415

    generate_files(**given)


@main.command("schema")
@click.argument("name", required=False)
@click.option("--output", "-o", metavar="FILE", default=terminal.DASH, help="Write to FILE instead of standard output.")
@click.option("--inline/--no-inline", default=True, help="Include imported types (default), or leave them out.")
@options.shared("force")
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
@options.shared("lenient", "mmap", "json")
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
@options.shared("lenient", "mmap", "force")
def extract_command(**given: Any) -> None:
    """Write the files that a NAC file holds (its section RSRC) into the folder DIR, all or none.

    Names that lead out of DIR, or that some system gives another meaning, are refused.
    """
    from nacformats.commands.extracting import extract_resources  # noqa: PLC0415

    extract_resources(**given)


@main.command("completion")
@click.argument("shell", type=click.Choice(completing.SHELLS))
def completion_command(shell: str) -> None:
    """Print what makes SHELL complete commands, options, names of files, and the sections of a file."""
    completing.completion_script(shell)


def _finished(command: click.Command, name: str) -> click.Command:
    """Return a command with what all of them have."""
    if name in paging.PAGED:
        command = paging.with_pager(command)
    return completing.completed(with_examples(options.with_color(command), name))


main.finish = _finished
with_examples(main, "")
for _name, _command in main.commands.items():
    _finished(_command, _name)
for _name, _module, _help in (
    ("run", "running", "Run the plan of a file, or its graph on inputs from .npz or .npy files."),
    ("train", "training", "Take steps of the training program of a NAC file."),
    ("compile", "compiling", "Compile a model of PyTorch, ONNX or Mind IR to a NAC file."),
    ("fuzz", "fuzzing", "Make files of a format or of a schema, for other people's parsers."),
):
    main.add_elsewhere(_name, f"nacformats.commands.{_module}", _help)
