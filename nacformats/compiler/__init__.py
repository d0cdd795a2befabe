"""Models of PyTorch, ONNX and Mind IR become NAC files.

    front end: model -> Graph        frontends/
    passes:    Graph -> Graph        passes/
    lowering:  Graph -> NacFile      lowering/

Between the front end and the lowering, a graph is in one dialect: operators have the names of ATen's overloads
("aten.linear.default"), positional arguments are operands, keyword arguments are attributes by name, and one result of
several is taken by the operation "getitem". Parameters, buffers and tensor constants are Weights. Such a graph can be
run: `Session(graph)`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nacformats.api import load
from nacformats.compiler.comparing import QuantizationReport, quantization_report
from nacformats.compiler.frontends import graph_of_model
from nacformats.compiler.lowering import lower
from nacformats.compiler.passes import DEFAULT_PASSES, Observer, optimize
from nacformats.compiler.passes.canonical import lower_to_core
from nacformats.files import PathLike
from nacformats.formats import formats
from nacformats.formats.mep.program import Plan, assemble
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.file.versions import check_fits
from nacformats.formats.nac.tables import FORMAT_NAME, nac_target
from nacformats.formats.records import VERSIONS
from nacformats.garbage import collector_paused
from nacformats.tokenizer import Tokenizer, compile_tokenizer

if TYPE_CHECKING:
    from nacformats.typing import CanonicalSet, NacVersion, QuantizationName

__all__ = ["CompileOptions", "QuantizationReport", "compile", "quantization_report"]


@dataclass(frozen=True, kw_only=True)
class CompileOptions:
    """The way from a model to a NAC file.

    Attributes:
        quantize: how weights are stored: None, "FP16", "INT8_TENSOR", "INT8_CHANNEL" or "BLOCK_FP8" (specification
            2.2.2). Only floating point weights are quantized.
        passes: the optimizations in order, by name, or a text such as "default", "none", "fold,cse" or "default,-bn";
            docs/compiling.md describes them.
        canonical: "core" lowers every operation to the canonical set of operators, after the passes: those that have no
            decomposition (docs/operators.md).
        external_weights: whether dump writes the tensors to a .safetensors file beside the .nac file.
        nac_version: of the file: "1.6", "1.7" or "1.8"; docs/versions.md says what differs.
        observer: called after each pass with the pass and the graphs before and after it.

    Raises:
        ValueError: there is no such canonical set.
    """

    quantize: QuantizationName | None = None
    passes: str | Iterable[str] = DEFAULT_PASSES
    canonical: CanonicalSet | None = None
    external_weights: bool = False
    nac_version: NacVersion = VERSIONS[0]
    observer: Observer | None = None

    def __post_init__(self) -> None:
        if self.canonical not in (None, "core"):
            raise ValueError(f"there is no canonical set {self.canonical!r}: expected 'core'")


_DEFAULT = CompileOptions()


def compile(  # noqa: A001  the name of the verb
    model: object,
    args: Sequence[object] = (),
    *,
    kwargs: Mapping[str, object] | None = None,
    dynamic_shapes: object = None,
    parameters: Mapping[str, object] | None = None,
    tokenizer: Tokenizer | PathLike | None = None,
    plan: Plan | PathLike | None = None,
    trust: bool = False,
    options: CompileOptions = _DEFAULT,
) -> NacFile:
    """Return a NAC file that computes what a model computes.

        nac = nacformats.compile(module, (torch.zeros(1, 3, 224, 224),))
        nacformats.dump(nac, "module.nac")

    Nothing of the model is changed. The file describes its inputs and outputs, names, dtypes and shapes, in the
    resource interface.json. Weights that are stored as they are are borrowed from the model, not copied.

    Args:
        model: a torch.nn.Module in eval mode, an ExportedProgram, an onnx.ModelProto, a MicGraph, or the path of a
            .onnx, .pt2, .mic2 or .micb file.
        args, kwargs: example inputs of a Module, as torch.export takes them: a tuple of tensors, and a dict by name.
        dynamic_shapes: which of their sizes may vary, as torch.export takes it; the others are fixed.
        parameters: weights of a Mind IR graph by name; those that are left out become inputs.
        tokenizer: goes into the file: its manifest into `proc`, its vocabulary into `rsrc` (sections 6.2, 6.3). Or the
            path of a tokenizer.json, of its folder, or of a .nac file.
        plan: goes into the file: what `nacformats run` does with the model (section 9). Or the path of a .mep file or
            of a .nac file.
        trust: whether PyTorch may load a .pt2 file as it is, which runs whatever programs the file holds. Without it,
            the file is read as data, and what is not data is refused.
        options: how weights are stored, which passes are made, and of what version the file is.

    Raises:
        UnsupportedError: it lists every operation that cannot be expressed, with its place in the model, or what the
            tokenizer and the plan need of a later version; or the model is in training mode, and that matters.
        LimitError: the model does not fit the format; it says what does not, and what to do.
        ImportError: PyTorch or ONNX is not installed.
        TypeError: the model is of no known kind, or an argument does not go with it.
        ValueError: a name of a pass or a method or a version is unknown, or no known kind of file has the suffix.
    """
    tokenizer = None if tokenizer is None else tokenizer_to_attach(tokenizer)
    plan = None if plan is None else plan_to_attach(plan)
    with collector_paused():
        target = nac_target(options.nac_version, options.quantize)
        graph = graph_of_model(model, args, kwargs, dynamic_shapes=dynamic_shapes, parameters=parameters, trust=trust)
        optimized = optimize(graph, options.passes, options.observer)
        if options.canonical is not None:
            optimized = lower_to_core(optimized)
        file = lower(optimized, target, external_weights=options.external_weights)
    if tokenizer is not None:
        file.set_tokenizer(tokenizer)
    if plan is not None:
        file.set_plan(plan)
    if tokenizer is not None or plan is not None:
        check_fits(file, options.nac_version)
    return file


_SAVED = "save another library's as tokenizer.json, and give the path of that"


def tokenizer_to_attach(given: object) -> Tokenizer:
    """Return a tokenizer, or that of a tokenizer.json, of its folder, or of a NAC file.

    Raises:
        TypeError: it is none of these.
        FormatError, OSError: the file cannot be read, or holds none.
    """
    if isinstance(given, Tokenizer):
        return given
    if not isinstance(given, str | os.PathLike):
        kinds = "a nacformats.tokenizer.Tokenizer or a path"
        raise TypeError(f"tokenizer: expected {kinds}, got {type(given).__name__}; {_SAVED}")
    if not _is_nac(given):
        return compile_tokenizer(Path(given))
    with load(given, format="nac") as nac:
        return Tokenizer.of(nac)


def plan_to_attach(given: object) -> Plan:
    """Return a plan, or that of an assembler text (.mep) or of a NAC file.

    Raises:
        TypeError: it is none of these.
        ValueError: the NAC file has no plan.
        FormatError, OSError: the file cannot be read, or holds none.
    """
    if isinstance(given, Plan):
        return given
    if not isinstance(given, str | os.PathLike):
        raise TypeError(f"plan: expected a nacformats.plan.Plan or a path, got {type(given).__name__}")
    if not _is_nac(given):
        return assemble(Path(given).read_text(encoding="utf-8-sig"))
    with load(given, format="nac") as nac:
        plan: Plan | None = nac.plan
    if plan is None:
        raise ValueError(f"{os.fspath(given)}: has no plan")
    return plan


def _is_nac(path: PathLike) -> bool:
    return Path(path).suffix.lower() == formats()[FORMAT_NAME].suffix
