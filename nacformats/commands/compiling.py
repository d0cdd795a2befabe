"""The command `nacformats compile`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from nacformats.codec.columns.arrays import Array
from nacformats.commands import terminal
from nacformats.commands.arrays import GivenArrays
from nacformats.commands.attachments import plan_from, require_sound, tokenizer_from
from nacformats.commands.opening import about, check_suffix, check_target, write_model
from nacformats.commands.options import grouped, shared
from nacformats.commands.terminal import aligned_rows, line_width
from nacformats.compiler import CompileOptions, comparing
from nacformats.compiler import compile as compiled_from
from nacformats.compiler.frontends import MIND_SUFFIXES, PROGRAM_SUFFIX, why_not_compiled
from nacformats.compiler.passes import PASSES, Explanation, select_passes
from nacformats.formats import formats
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.tables import FORMAT_NAME, Quantization
from nacformats.formats.records import VERSIONS
from nacformats.printing import printable, size_text
from nacformats.runtime import Session
from nacformats.runtime.budget import checked_memory
from nacformats.typing import CanonicalSet, NacVersion, QuantizationName

METHODS = tuple(method.name.upper() for method in Quantization if method is not Quantization.none)


@dataclass(frozen=True)
class _Storing:
    """The options about how IN becomes OUT."""

    quantize: QuantizationName | None
    external_weights: bool
    passes: str
    canonical: CanonicalSet | None
    explain: bool
    nac_version: NacVersion | None

    def options(self, target: str) -> CompileOptions:
        """Return them as the compiler takes them."""
        return CompileOptions(
            quantize=self.quantize,
            passes=self.passes,
            canonical=self.canonical,
            external_weights=self.external_weights,
            observer=Explanation(partial(_show_text, err=target == terminal.DASH)) if self.explain else None,
            nac_version=self.nac_version or VERSIONS[0],
        )


@dataclass(frozen=True)
class _Beside:
    """The options about what else goes into OUT."""

    weights_file: str | None
    tokenizer_file: str | None
    plan_file: str | None


@dataclass(frozen=True)
class _Checking:
    """The options about what is shown of OUT."""

    inputs_file: str | None
    report: bool
    as_json: bool


@click.command("compile")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT.nac")
@click.option("--quantize", type=click.Choice(METHODS, case_sensitive=False), help="How weights are stored.")
@click.option("--external-weights", is_flag=True, help="Write the weights to OUT.safetensors.")
@click.option(
    "--passes", default="default", show_default=True, help=f"Optimizations: {', '.join(PASSES)}; none; -NAME."
)
@click.option("--canonical", type=click.Choice(("core",)), help="Lower to the operators that have no decomposition.")
@click.option("--explain", is_flag=True, help="Print what each pass changed, and the graph before and after it.")
@click.option("--parameters", "weights_file", metavar="FILE.npz", help="Weights by name, for a Mind IR graph.")
@click.option("--tokenizer", "tokenizer_file", metavar="FILE", help="Put this tokenizer.json into OUT.")
@click.option("--plan", "plan_file", metavar="FILE.mep", help="Put this plan into OUT: what `run` does with the model.")
@click.option("--check", "inputs_file", metavar="FILE.npz", help="Run IN and OUT on these inputs and compare.")
@click.option(
    "--report", is_flag=True, help="Print what --quantize costs: the error of each tensor and, with --check, output."
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print the report as one JSON document, and all else on standard error."
)
@click.option(
    "--trust", is_flag=True, help="Let PyTorch load IN as it is, which runs whatever programs a .pt2 file holds."
)
@shared("nac-version", "force")
@grouped(storing=_Storing, beside=_Beside, checking=_Checking)
def compile_command(
    source: str, target: str, storing: _Storing, beside: _Beside, checking: _Checking, trust: bool, force: bool
) -> None:
    """Compile IN to a NAC file, of version 1.6 unless --nac-version says otherwise.

    IN is an ONNX model (.onnx), a program that torch.export.save wrote (.pt2), or a Mind IR graph (.mic2, .micb).
    Modules of PyTorch are compiled in Python: nacformats.compile(module, example_inputs).

    --check compares with what onnxruntime or PyTorch computes; exit code 1 when an output differs.
    """
    check_target(target, force=force)
    check_suffix(target, formats()[FORMAT_NAME])
    if checking.as_json and target == terminal.DASH:
        raise terminal.CommandError("--json and OUT both write to standard output: name a file")
    arrays = GivenArrays(checked_memory(None))
    weights_file = beside.weights_file
    parameters = arrays.named(weights_file) if weights_file else None
    given = arrays.named(checking.inputs_file) if checking.inputs_file else None
    _check_arguments(source, storing.passes, weights_file, trust=trust)
    tokenizer = None if beside.tokenizer_file is None else tokenizer_from(beside.tokenizer_file)
    plan = None if beside.plan_file is None else plan_from(beside.plan_file)
    make = partial(compiled_from, Path(source), parameters=parameters, trust=trust)
    options = storing.options(target)
    with about(source), terminal.usage_errors(ImportError), terminal.progress(f"compiling {source}"):
        file = make(tokenizer=tokenizer, plan=plan, options=options)
    if plan is not None:
        require_sound(str(beside.plan_file), plan, file)
    with about(target):
        write_model(target, file, formats()[FORMAT_NAME], force=force)
    aside = checking.as_json or target == terminal.DASH
    terminal.show(_summary(target, file, storing.quantize), err=aside)
    if checking.report or checking.as_json:
        with about(source):
            exact = make(options=CompileOptions(passes=options.passes, canonical=options.canonical))
            inputs = None if given is None else _in_order(file, given)
            cost = comparing.quantization_report(exact, file, inputs)
            _show_report(cost, as_json=checking.as_json, err=target == terminal.DASH)
    if given is not None:
        with about(source), terminal.usage_errors(ImportError):
            _check(source, file, given, exact=storing.quantize is None, trust=trust, err=aside)


def _show_report(report: comparing.QuantizationReport, *, as_json: bool, err: bool) -> None:
    if as_json:
        terminal.show_json([json.dumps(report.document()), "\n"])
    else:
        for headings, rows in report.tables():
            lines = aligned_rows(([printable(cell) for cell in row] for row in (headings, *rows)), line_width(err=err))
            _show_text("\n".join(lines), err=err)


def _show_text(text: str, *, err: bool) -> None:
    for line in text.splitlines():
        terminal.show(line, err=err)


def _check_arguments(source: str, passes: str, weights_file: str | None, *, trust: bool) -> None:
    suffix = Path(source).suffix.lower()
    if (reason := why_not_compiled(Path(source))) is not None:
        raise terminal.CommandError(reason)
    if weights_file is not None and suffix not in MIND_SUFFIXES:
        raise terminal.CommandError(f"{source}: --parameters is for a Mind IR graph; this model has weights of its own")
    if trust and suffix != PROGRAM_SUFFIX:
        raise terminal.CommandError(f"{source}: --trust is for {PROGRAM_SUFFIX} files; nothing in this one is run")
    if not Path(source).is_file():
        raise terminal.CommandError(f"{source}: there is no such file")
    with terminal.usage_errors(ValueError, about="--passes: "):
        select_passes(passes)


def _summary(target: str, file: NacFile, quantize: str | None) -> str:
    parameters = file.parameters
    quantized = sum(each.quantization is not Quantization.none for each in parameters.values())
    of_which = f", of which {quantized:,} quantized" if quantize else ""
    stored = sum(len(parameters[number].tensor.raw) for number in parameters.stored)
    counted = (
        _counted(len(file.instructions), "instruction"),
        _counted(file.num_inputs, "input"),
        _counted(file.num_outputs, "output"),
        f"{_counted(len(parameters), 'parameter')} of {size_text(stored)}{of_which}",
    )
    return f"{target}: {', '.join(counted)}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _check(source: str, file: NacFile, given: Mapping[str, Array], *, exact: bool, trust: bool, err: bool) -> None:
    """Compare the outputs, and end with exit code 1 when they differ although the weights are stored as they are."""
    compared = comparing.compare_outputs(Path(source), file, _in_order(file, given), trust=trust)
    rows = [(each.name, each.expected, each.actual, f"{each.difference:.3g}", _verdict(each)) for each in compared]
    terminal.show_table(("output", "model", "compiled", "largest difference", "verdict"), rows, err=err)
    if exact and not all(each.within for each in compared):
        allowed = f"{comparing.RTOL:g} of each element plus {comparing.ATOL:g}"
        reason = f"{source}: the compiled file gives other results (allowed: {allowed})"
        raise terminal.CommandError(reason, terminal.BAD_FILE)


def _in_order(file: NacFile, given: Mapping[str, Array]) -> list[Array]:
    """Return the inputs by their position in the model, whether they are given by name or as in0, in1, ..."""
    with Session(file) as session:
        names = [port.name for port in session.inputs]
    arrays = [given.get(name, given.get(f"in{position}")) for position, name in enumerate(names)]
    missing = [name for name, array in zip(names, arrays, strict=True) if array is None]
    if missing:
        holds = ", ".join(given) or "nothing"
        raise terminal.CommandError(f"--check has no input {', '.join(missing)}: it holds {holds}")
    return [array for array in arrays if array is not None]


def _verdict(compared: comparing.RunComparison) -> str:
    return "equal" if compared.difference == 0 and compared.within else "close" if compared.within else "differs"
