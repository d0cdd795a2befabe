"""The commands `nacformats convert` and `nacformats repair`.

Files become others of any format, trees become JSON and back, graphs become ONNX models (extra `onnx`), plans become
text. Weights alone go from and to .safetensors, .gguf, .npz and .stb files, and into a program.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nacformats.api import JSON_SUFFIX, document_for
from nacformats.commands import opening
from nacformats.commands.arrays import GivenArrays
from nacformats.commands.options import check_used
from nacformats.commands.terminal import BAD_FILE, DASH, CommandError, progress, usage_errors, write_target
from nacformats.conversion import weights as conversion
from nacformats.conversion.files import OTHERS, PLAN, is_about_weights, name_for, writable_suffixes
from nacformats.errors import FormatError
from nacformats.files import is_special
from nacformats.formats import format_named, formats
from nacformats.formats.base import Format
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.tables import FORMAT_NAME
from nacformats.printing import shell_word
from nacformats.runtime.budget import checked_memory

#: What --from and --to call a tree as JSON, and a file as --schema describes it.
JSON, SCHEMA = "json", "schema"
#: Suffixes that say nothing about a file.
_ANYTHING = ("", ".bin")
#: Suffixes of trees as YAML, which is neither read nor written.
_YAML = (".yaml", ".yml")
#: What --to calls the text of a plan.
PLAN_NAME = PLAN.removeprefix(".")


def name_of_target(source: str, target: str, write_as: str | None, schema: Format | None) -> str:
    """Return what target becomes: the name of a format, one of OTHERS, or SCHEMA.

    --to says it, or else the suffix. A suffix that stands for nothing that can be written is refused.
    """
    if write_as is not None:
        _check_named(target, write_as, schema)
        return write_as
    if schema is not None:
        return _name_with_schema(source, target, schema)
    named = name_for(target)
    if named is None:
        known = ", ".join(writable_suffixes())
        missing = (
            "; --schema FILE.ksy is missing if the file is of a schema of yours" if _is_json(source, None, None) else ""
        )
        raise CommandError(f"{target}: no format has this suffix: known are {known}; --to names a format{missing}")
    return named


def _check_named(target: str, write_as: str, schema: Format | None) -> None:
    """Refuse a --to that --schema or the suffix of target contradicts."""
    if (schema is None and write_as == SCHEMA) or (schema is not None and write_as not in (JSON, SCHEMA)):
        raise CommandError(f"--to {write_as}: --to schema goes with --schema, which writes only json besides")
    written = schema if write_as == SCHEMA else format_named(write_as)
    if written is not None:
        opening.check_suffix(target, written)
        return
    suffix = Path(target).suffix.lower()
    of_schema = schema is not None and suffix == schema.suffix != ""
    if of_schema or name_for(target) not in (None, write_as):
        reason = f"{suffix} is the suffix of another format; that of {write_as} is {OTHERS[write_as]}"
        raise CommandError(f"{target}: {reason}")


def _name_with_schema(source: str, target: str, schema: Format) -> str:
    """Return the format, JSON or the file that the schema describes: by its suffix, that of source, or
    one that says nothing.
    """
    suffix = Path(target).suffix.lower()
    own = [each for each in (schema.suffix, Path(source).suffix.lower()) if each not in ("", JSON_SUFFIX)]
    if target == DASH or is_special(target) or suffix in (*_ANYTHING, *own):
        opening.check_suffix(target, schema)
        return SCHEMA
    if suffix == JSON_SUFFIX:
        return JSON
    if name_for(target) is not None:
        opening.check_suffix(target, schema)
    known = ", ".join(dict.fromkeys((*own, *_ANYTHING[1:], JSON_SUFFIX)))
    reason = f"{suffix} is none of the suffixes that are written with this schema: {known}"
    raise CommandError(f"{target}: {reason}; --to schema allows others that are of no format")


def convert_format(
    source: str,
    target: str,
    read_as: str | None,
    name: str,
    schema: Format | None,
    nac_version: str | None,
    *,
    strict: bool,
    force: bool,
) -> None:
    """Read source and write target.

    Args:
        source, target: names of files.
        read_as: the name of a format, JSON or SCHEMA; None: by the content and the suffix.
        name: what target becomes, as name_of_target has it.
        schema: the format of the file that is not JSON.
        nac_version: that of target, a NAC file; None: that of source.
        strict: whether to read strictly.
        force: whether to replace target.
    """
    opening.check_target(target, force=force)
    read = _format_read(source, read_as, schema)
    if name == JSON:
        _to_json(source, target, read, strict=strict)
        return
    written = schema or format_named(name)
    assert written is not None
    if _is_json(source, read_as, schema):
        _from_json(source, target, written)
        return
    with opening.opened_model(source, read, strict=strict) as model, opening.about(source):
        if not written.holds(model):
            raise CommandError(f"{source}: {type(model).__name__} cannot be written as {written.title}", BAD_FILE)
        if nac_version is not None:
            model = model.as_version(nac_version)
        if schema is None:
            opening.write_model(target, model, written, force=force)
        else:
            write_target(target, written.write(model))


def _format_read(source: str, read_as: str | None, schema: Format | None) -> str | Format | None:
    """Return the format of source, where it is not JSON: what --from or --schema says; None: by the content."""
    if (schema is None and read_as == SCHEMA) or (schema is not None and read_as not in (None, JSON, SCHEMA)):
        raise CommandError(f"--from {read_as}: --from schema goes with --schema, which reads only json besides")
    suffix = Path(source).suffix.lower()
    if schema is not None and read_as is None and suffix in _YAML and suffix != schema.suffix:
        reason = f"a tree is read from JSON ({JSON_SUFFIX}), not from YAML"
        raise CommandError(f"{source}: {reason}; --from schema reads it as the file that the schema describes")
    return schema or read_as


def _to_json(source: str, target: str, read: str | Format | None, *, strict: bool) -> None:
    opening.check_format(source, read)
    with opening.about(source):
        document = document_for(opening.source_of(source), read, strict=strict)
    write_target(target, [document.encode()])


def _from_json(source: str, target: str, written: Format) -> None:
    from nacformats.formats.documents import tree_of  # noqa: PLC0415

    if written.codec is None:
        raise CommandError(f"{target}: {written.title} cannot be written from JSON")
    with opening.about(source):
        write_target(target, written.write(tree_of(opening.contents_of(source))))


def _is_json(source: str, read_as: str | None, schema: Format | None) -> bool:
    """True if source is a tree as JSON. A schema may describe .json files itself: --from says which it is then."""
    suffix = Path(source).suffix.lower()
    return read_as == JSON or (read_as is None and suffix == JSON_SUFFIX != (schema.suffix if schema else ""))


def write_plan(source: str, target: str, read_as: str | None, *, strict: bool, force: bool) -> None:
    """Write the plan of a NAC file as text, of which `nacformats compile --plan` makes the same bytes.

    Args:
        source: the NAC file.
        target: the text.
        read_as: the format of source; None: NAC.
        strict: whether to read strictly.
        force: whether to replace target.
    """
    opening.check_target(target, force=force)
    if read_as not in (None, FORMAT_NAME):
        raise CommandError(f"--from {read_as}: only a NAC file has a plan")
    with opening.opened_model(source, FORMAT_NAME, strict=strict) as model, opening.about(source):
        plan = model.plan
        if plan is None:
            raise CommandError(f"{source}: has no plan", BAD_FILE)
        write_target(target, [plan.disassemble().encode()])


#: What --to calls it.
ONNX = "onnx"


def convert_to_onnx(
    source: str, target: str, read_as: str | None, inputs: str | None, *, strict: bool, force: bool
) -> None:
    """Read the graph in source and write it as an ONNX model; weights that do not fit it go to a file beside it.

    Args:
        source: a NAC file or a Mind IR graph.
        target: the name of the model; its weights may become `<target>.data`.
        read_as: the format of source.
        inputs: an .npz file of example inputs by name, or in0, in1, ...
        strict: whether to read strictly.
        force: whether to replace target.
    """
    from nacformats.onnx.writing.model import model_and_weights_of  # noqa: PLC0415  it takes long to import

    opening.check_target(target, force=force)
    examples = None if inputs is None else GivenArrays(checked_memory(None)).named(inputs)
    with opening.opened_model(source, read_as, strict=strict) as model, opening.about(source):
        if not isinstance(model, NacFile | MicGraph):
            raise CommandError(f"{source}: {type(model).__name__} holds no graph that ONNX could")
        with progress("converting"), usage_errors(ImportError):
            made = model_and_weights_of(model, examples)
        files = made.files(Path(target))
        opening.check_beside(target, files.keys() - {Path(target)}, "weights", force=force)
        opening.write_files(target, files)


_NAC, _STB = ".nac", ".stb"
#: The suffixes of files that hold weights.
_HOLDERS = (*conversion.WRITABLE_SUFFIXES, _NAC)


def convert_weights(
    source: str, target: str, into: str | None, nac_version: str | None, *, stored: bool, strict: bool, force: bool
) -> None:
    """Read the weights in source and write them as target.

    Args:
        source: a file that holds weights.
        target: such a file or, with `into`, a .nac file.
        into: the .nac file whose program target gets.
        nac_version: that of target, with `into`; None: that of `into`.
        stored: whether quantized parameters of a .nac file stay as they are.
        strict: whether to read strictly.
        force: whether to replace target.
    """
    opening.check_target(target, force=force)
    _check(source, target, into)
    with (
        opening.about(source),
        conversion.weights_in(source, stored=stored, strict=strict, mmap=opening.wanted_mmap()) as weights,
    ):
        if into is not None:
            with opening.opened_model(into, strict=strict) as model:
                nac: Any = conversion.program_in(model)
                with opening.about(source):
                    conversion.put_into_nac(weights, nac)
                written = nac if nac_version is None else nac.as_version(nac_version)
                opening.write_model(target, written, formats()["nac"], force=force)
        else:
            _write_weights(source, target, weights, force=force)


def _check(source: str, target: str, into: str | None) -> None:
    """Refuse what is no conversion of weights."""
    if DASH in (source, into):
        raise CommandError("weights are read from a file with a name")
    if Path(source).is_dir():
        raise CommandError(f"{source}: is a folder: `nacformats inspect {shell_word(source)}` lists its files")
    if _suffix(source) not in _HOLDERS:
        raise CommandError(f"{source}: weights are in files of {', '.join(_HOLDERS)}")
    if into is not None and _suffix(target) != _NAC:
        raise CommandError(f"{target}: with --into the target is a {_NAC} file")
    if into is None and _suffix(target) == _NAC:
        reason = f"{source} holds no program: --into FILE.nac names one that gets these weights"
        raise CommandError(f"{target}: {reason}")
    if into is None and _suffix(target) not in conversion.WRITABLE_SUFFIXES:
        raise CommandError(f"{target}: weights become a file of {', '.join(conversion.WRITABLE_SUFFIXES)}")


def _write_weights(source: str, target: str, weights: conversion.Weights, *, force: bool) -> None:
    beside = [conversion.sidecar_of(target)] if _suffix(target) == _STB else []
    opening.check_beside(target, beside, "names", force=force)
    with opening.about(source), progress(f"converting {source}"):
        files = conversion.files_of_weights(weights, target)
    opening.write_files(target, files)


def _suffix(file: str) -> str:
    return Path(file).suffix.lower()


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
        made = target if target == DASH else str(Path(target).with_suffix(_NAC))
        command = f"nacformats compile {shell_word(source)} {shell_word(made)}"
        raise CommandError(f"{source}: such a model is compiled: {command}")
    name = name_of_target(source, target, write_as, schema)
    how = {"strict": not lenient, "force": force}
    if nac_version is not None and name != FORMAT_NAME:
        raise CommandError(f"{target}: --nac-version is for {_NAC} files")
    if schema is None and (into is not None or is_about_weights(source, f"{target}.{name}")):
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
    opening.check_target(target, force=force)
    with opening.opened_model(source, format, strict=False) as model:
        try:
            opening.write_model(target, model, formats()[model.format], force=force)
        except FormatError as error:
            raise CommandError(f"{source}: cannot be repaired: {error}", BAD_FILE) from None
