"""The commands `nacformats convert` and `nacformats repair`.

Files become others of any format, trees become JSON and back, graphs become ONNX models (extra `onnx`), plans become
text. Weights alone go from and to .safetensors, .gguf, .npz and .stb files, and into a program.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
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
#: What --to calls an ONNX model.
ONNX = "onnx"
_NAC, _STB = ".nac", ".stb"
#: The suffixes of files that hold weights.
_HOLDERS = (*conversion.WRITABLE_SUFFIXES, _NAC)


@dataclass(frozen=True)
class Conversion:
    """One conversion, as the command line gives it.

    Attributes:
        source, target: names of files.
        read_as, write_as: names of formats, or of OTHERS, JSON or SCHEMA; None: by the content and the suffix.
        inputs: an .npz file of example inputs by name, or in0, in1, ..., for an ONNX model.
        into: the .nac file whose program target gets, where weights are converted.
        stored: whether quantized parameters of a .nac file stay as they are.
        nac_version: that of target, a NAC file; None: that of source, or of `into`.
        schema: the format of the file that is not JSON.
        lenient: whether to read leniently.
        force: whether to replace target.
    """

    source: str
    target: str
    read_as: str | None
    write_as: str | None
    inputs: str | None
    into: str | None
    stored: bool
    nac_version: str | None
    schema: Format | None
    lenient: bool
    force: bool

    def run(self) -> None:
        """Read one file and write another; see `nacformats convert --help`."""
        source, target = self.source, self.target
        if _suffix(source) in (".onnx", ".pt2"):
            made = target if target == DASH else str(Path(target).with_suffix(_NAC))
            command = f"nacformats compile {shell_word(source)} {shell_word(made)}"
            raise CommandError(f"{source}: such a model is compiled: {command}")
        name = self._name_of_target()
        if self.nac_version is not None and name != FORMAT_NAME:
            raise CommandError(f"{target}: --nac-version is for {_NAC} files")
        if self.schema is None and (self.into is not None or is_about_weights(source, f"{target}.{name}")):
            check_used("where weights are converted", "write_as", "into", "stored", "nac_version")
            convert = self._weights
        elif name == ONNX:
            check_used(f"for {target}, an ONNX model", "write_as", "read_as", "inputs")
            convert = self._to_onnx
        elif name == PLAN_NAME:
            check_used(f"for {target}, the text of a plan", "write_as", "read_as")
            convert = self._plan
        else:
            check_used(f"for {target}", "write_as", "read_as", "schema", "nac_version")
            convert = partial(self._format, name)
        opening.check_target(target, force=self.force)
        convert()

    def _opened(self, format: str | Format | None) -> AbstractContextManager[Any]:  # noqa: A002
        opened: AbstractContextManager[Any] = opening.opened_model(self.source, format, strict=not self.lenient)
        return opened

    # What target becomes

    def _name_of_target(self) -> str:
        """Return what target becomes: the name of a format, one of OTHERS, or SCHEMA.

        --to says it, or else the suffix. A suffix that stands for nothing that can be written is refused.
        """
        if self.write_as is not None:
            self._check_named(self.write_as, self.schema)
            return self.write_as
        if self.schema is not None:
            return self._name_with_schema(self.schema)
        named = name_for(self.target)
        if named is None:
            known = ", ".join(writable_suffixes())
            missing = "; --schema FILE.ksy is missing if the file is of a schema of yours"
            missing = missing if _suffix(self.source) == JSON_SUFFIX else ""
            reason = f"no format has this suffix: known are {known}; --to names a format{missing}"
            raise CommandError(f"{self.target}: {reason}")
        return named

    def _check_named(self, write_as: str, schema: Format | None) -> None:
        """Refuse a --to that --schema or the suffix of target contradicts."""
        if (schema is None and write_as == SCHEMA) or (schema is not None and write_as not in (JSON, SCHEMA)):
            raise CommandError(f"--to {write_as}: --to schema goes with --schema, which writes only json besides")
        written = schema if write_as == SCHEMA else format_named(write_as)
        if written is not None:
            opening.check_suffix(self.target, written)
            return
        suffix = _suffix(self.target)
        of_schema = schema is not None and suffix == schema.suffix != ""
        if of_schema or name_for(self.target) not in (None, write_as):
            reason = f"{suffix} is the suffix of another format; that of {write_as} is {OTHERS[write_as]}"
            raise CommandError(f"{self.target}: {reason}")

    def _name_with_schema(self, schema: Format) -> str:
        """Return the format, JSON or the file that the schema describes: by its suffix, that of source, or
        one that says nothing.
        """
        target, suffix = self.target, _suffix(self.target)
        own = [each for each in (schema.suffix, _suffix(self.source)) if each not in ("", JSON_SUFFIX)]
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

    # From format to format, and JSON

    def _format(self, name: str) -> None:
        read = self._format_read()
        written = self.schema or format_named(name)
        if name == JSON:
            opening.check_format(self.source, read)
            with opening.about(self.source):
                document = document_for(opening.source_of(self.source), read, strict=not self.lenient)
            write_target(self.target, [document.encode()])
            return
        assert written is not None
        if self._is_json():
            self._from_json(written)
            return
        with self._opened(read) as model, opening.about(self.source):
            if not written.holds(model):
                reason = f"{type(model).__name__} cannot be written as {written.title}"
                raise CommandError(f"{self.source}: {reason}", BAD_FILE)
            if self.nac_version is not None:
                model = model.as_version(self.nac_version)
            if self.schema is None:
                opening.write_model(self.target, model, written, force=self.force)
            else:
                write_target(self.target, written.write(model))

    def _format_read(self) -> str | Format | None:
        """Return the format of source, where it is not JSON: what --from or --schema says; None: by the content."""
        source, read_as, schema = self.source, self.read_as, self.schema
        if (schema is None and read_as == SCHEMA) or (schema is not None and read_as not in (None, JSON, SCHEMA)):
            raise CommandError(f"--from {read_as}: --from schema goes with --schema, which reads only json besides")
        suffix = _suffix(source)
        if schema is not None and read_as is None and suffix in _YAML and suffix != schema.suffix:
            reason = f"a tree is read from JSON ({JSON_SUFFIX}), not from YAML"
            raise CommandError(f"{source}: {reason}; --from schema reads it as the file that the schema describes")
        return schema or read_as

    def _is_json(self) -> bool:
        """True if source is a tree as JSON. A schema may describe .json files: --from says which it is then."""
        if self.read_as is not None:
            return self.read_as == JSON
        return _suffix(self.source) == JSON_SUFFIX != (self.schema.suffix if self.schema else "")

    def _from_json(self, written: Format) -> None:
        from nacformats.formats.documents import tree_of  # noqa: PLC0415

        if written.codec is None:
            raise CommandError(f"{self.target}: {written.title} cannot be written from JSON")
        with opening.about(self.source):
            write_target(self.target, written.write(tree_of(opening.contents_of(self.source))))

    # Plans, ONNX models, weights

    def _plan(self) -> None:
        """Write the plan of a NAC file as text, of which `nacformats compile --plan` makes the same bytes."""
        if self.read_as not in (None, FORMAT_NAME):
            raise CommandError(f"--from {self.read_as}: only a NAC file has a plan")
        with self._opened(FORMAT_NAME) as model, opening.about(self.source):
            plan = model.plan
            if plan is None:
                raise CommandError(f"{self.source}: has no plan", BAD_FILE)
            write_target(self.target, [plan.disassemble().encode()])

    def _to_onnx(self) -> None:
        """Write the graph in source as an ONNX model; weights that do not fit it go to a file beside it."""
        from nacformats.onnx.writing.model import model_and_weights_of  # noqa: PLC0415  it takes long to import

        examples = None if self.inputs is None else GivenArrays(checked_memory(None)).named(self.inputs)
        with self._opened(self.read_as) as model, opening.about(self.source):
            if not isinstance(model, NacFile | MicGraph):
                raise CommandError(f"{self.source}: {type(model).__name__} holds no graph that ONNX could")
            with progress("converting"), usage_errors(ImportError):
                made = model_and_weights_of(model, examples)
            files = made.files(Path(self.target))
            opening.check_beside(self.target, files.keys() - {Path(self.target)}, "weights", force=self.force)
            opening.write_files(self.target, files)

    def _weights(self) -> None:
        """Write the weights in source as a file of weights or, with `into`, a program with them."""
        source, target, strict = self.source, self.target, not self.lenient
        _check_weights(source, target, self.into)
        with (
            opening.about(source),
            conversion.weights_in(source, stored=self.stored, strict=strict, mmap=opening.wanted_mmap()) as weights,
        ):
            if self.into is None:
                beside = [conversion.sidecar_of(target)] if _suffix(target) == _STB else []
                opening.check_beside(target, beside, "names", force=self.force)
                with progress(f"converting {source}"):
                    files = conversion.files_of_weights(weights, target)
                opening.write_files(target, files)
                return
            with opening.opened_model(self.into, strict=strict) as model:
                nac: Any = conversion.program_in(model)
                with opening.about(source):
                    conversion.put_into_nac(weights, nac)
                written = nac if self.nac_version is None else nac.as_version(self.nac_version)
                opening.write_model(target, written, formats()[FORMAT_NAME], force=self.force)


def _check_weights(source: str, target: str, into: str | None) -> None:
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


def _suffix(file: str) -> str:
    return Path(file).suffix.lower()


def repair_file(*, source: str, target: str, format: str | None, force: bool) -> None:  # noqa: A002
    """Read a file leniently and write it as its specification requires; see `nacformats repair --help`."""
    opening.check_target(target, force=force)
    with opening.opened_model(source, format, strict=False) as model:
        try:
            opening.write_model(target, model, formats()[model.format], force=force)
        except FormatError as error:
            raise CommandError(f"{source}: cannot be repaired: {error}", BAD_FILE) from None
