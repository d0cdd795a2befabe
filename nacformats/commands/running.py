"""The command `nacformats run`."""

from __future__ import annotations

import importlib
import io
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import click
import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.commands import sessions, terminal
from nacformats.commands.arrays import GivenArrays
from nacformats.commands.opening import check_target
from nacformats.commands.options import grouped, options_given, shared
from nacformats.commands.planning import PlanOptions, execute_plan, has_plan
from nacformats.errors import LimitError
from nacformats.graph.graph import Dim, Operation, Weight
from nacformats.ops.dtypes import DTYPES, category
from nacformats.plan.runner import MODES
from nacformats.printing import size_text
from nacformats.runtime.gather.tensors import Port
from nacformats.runtime.messages import describe_value
from nacformats.runtime.runs import Report, TraceCallback
from nacformats.runtime.session import Session, SessionOptions

#: What --random takes for a symbolic size that nothing else tells.
SYMBOLIC_SIZE = 2
#: Random integers are below this, so that they can serve as indices of small tables.
RANDOM_INTEGERS = 10
#: Bytes of a random number before it gets its element type.
_DRAWN_BYTES = 8


class RandomFiller:
    """Random arrays for what the caller did not give."""

    def __init__(self, generator: np.random.Generator, shapes: Mapping[str, str], arrays: GivenArrays) -> None:
        self.generator = generator
        self.shapes = shapes
        self.arrays = arrays
        self.symbols: dict[str, int] = {}

    def fill(self, ports: list[Port], given: dict[str, Array]) -> None:
        by_port = [given.get(port.name, given.get(f"in{position}")) for position, port in enumerate(ports)]
        for port, array in zip(ports, by_port, strict=True):
            self._learn(port, array)
        for port, array in zip(ports, by_port, strict=True):
            if array is None:
                given[port.name] = self._random(port)

    def _learn(self, port: Port, array: Array | None) -> None:
        """Learn the symbolic sizes that follow from what the caller gave for an input."""
        sizes = self._asked(port.name) if array is None else array.shape
        for dim, size in zip(port.shape or (), sizes, strict=False):
            if isinstance(dim, str):
                self.symbols.setdefault(dim, size)

    def _asked(self, name: str) -> list[int]:
        """Return the sizes that --shape gives for an input."""
        return parse_shape(self.shapes[name].partition(":")[0]) if name in self.shapes else []

    def _size(self, dim: Dim) -> Dim:
        """Return a symbolic size as a number; sums and products of symbols are left as they are."""
        if isinstance(dim, str) and dim.isidentifier():
            return self.symbols.setdefault(dim, SYMBOLIC_SIZE)
        return self.symbols.get(dim, dim) if isinstance(dim, str) else dim

    def _random(self, port: Port) -> Array:
        shape, dtype = port.shape, port.dtype or np.dtype(np.float32)
        shape = None if shape is None else tuple(map(self._size, shape))
        if port.name in self.shapes:
            text, _, dtype_name = self.shapes[port.name].partition(":")
            shape = tuple(parse_shape(text))
            if any(size < 0 for size in shape):
                raise terminal.CommandError(f"{text!r} is not a shape: a size is at least 0")
            dtype = _dtype(dtype_name) if dtype_name else dtype
        if shape is None or not all(isinstance(dim, int) for dim in shape):
            reason = f"the file does not say what shape {port.name!r} has: give it, as in --shape {port.name}=2x3"
            raise terminal.CommandError(reason)
        sizes = [int(dim or 0) for dim in shape]
        wanted = math.prod(sizes) * (dtype.itemsize + _DRAWN_BYTES)
        if not self.arrays.take(wanted):
            reason = f"{port.name!r} of shape {'x'.join(map(str, sizes))} is too large to be filled at random"
            expected = f"at most {size_text(self.arrays.left)}"
            raise LimitError(reason, expected=expected, hint="raise it with --max-memory")
        # NumPy has a limit to the rank, and the machine to its memory.
        with terminal.usage_errors(ValueError, MemoryError, about=f"{port.name!r} cannot be filled at random: "):
            return self._drawn(sizes, dtype)

    def _drawn(self, sizes: list[int], dtype: np.dtype[Any]) -> Array:
        if category(dtype) < 2:
            return self.generator.integers(0, 2 if dtype == np.bool_ else RANDOM_INTEGERS, sizes).astype(dtype)
        return self.generator.standard_normal(sizes).astype(dtype)


def parse_shape(text: str) -> list[int]:
    """Return the sizes that a text names: 2x3 is [2, 3], "scalar" is []."""
    if text == "scalar":
        return []
    try:
        return [int(size) for size in text.split("x")]
    except ValueError:
        raise terminal.CommandError(f"{text!r} is not a shape: write it as 2x3, or scalar") from None


def _dtype(name: str) -> np.dtype[Any]:
    if name not in DTYPES:
        raise terminal.CommandError(f"{name!r} is not an element type: known are {', '.join(DTYPES)}")
    return DTYPES[name]


#: The engine that runs many operations at once, so that there is no progress to show.
WHOLE = "onnxruntime"


@dataclass(frozen=True)
class GraphOptions:
    """The options about inputs and outputs of the graph."""

    inputs_file: str | None
    single: dict[str, str]
    weights_file: str | None
    random: bool
    shapes: dict[str, str]
    reshape: dict[str, str]
    output: str | None
    trace: bool
    profile: bool


def _pairs(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """NAME=VALUE options as a dict."""
    pairs = {}
    for value in values:
        name, separator, rest = value.partition("=")
        if not (name and separator and rest):
            raise click.BadParameter(f"{value!r} is not of the form NAME=VALUE")
        pairs[name] = rest
    return pairs


@click.command("run")
@click.argument("model", metavar="MODEL")
@click.option("--inputs", "inputs_file", metavar="FILE.npz", help="Inputs by name; in0, in1, ... are positions.")
@click.option("--input", "single", callback=_pairs, multiple=True, metavar="NAME=FILE.npy", help="One input.")
@click.option("--parameters", "weights_file", metavar="FILE.npz", help="Weights by name, for a Mind IR graph.")
@click.option("--random", is_flag=True, help="Fill inputs (and weights of a Mind IR graph) that are not given.")
@click.option("--seed", type=click.IntRange(min=0), help="Of --random (default 0), and of what a plan draws.")
@click.option(
    "--shape", "shapes", callback=_pairs, multiple=True, metavar="NAME=2x3[:DTYPE]", help="Of a random input or weight."
)
@click.option("--reshape", callback=_pairs, multiple=True, metavar="VALUE=2x3", help="Target of a Mind IR reshape.")
@click.option(
    "--output", "-o", metavar="FILE.npz", help="Write the outputs as out0, out1, ... (parts of a tuple: out0.0, out0.1)"
)
@click.option("--import", "modules", multiple=True, metavar="MODULE", help="Python module that registers operations.")
@sessions.with_session_options
@click.option("--trace", is_flag=True, help="Print every intermediate result as it is computed.")
@click.option("--profile", is_flag=True, help="Print time and memory by operation.")
@click.option("--no-plan", is_flag=True, expose_value=False, help="Run the graph, although the file has a plan.")
@click.option("--answer", "answers", multiple=True, metavar="TEXT", help="Answer to a prompt of the plan, in order.")
@click.option("--files", "folder", metavar="DIR", help="Let the plan read the files in DIR.")
@click.option("--write", "may_write", is_flag=True, help="Let it write files there as well.")
@click.option("--mode", type=click.Choice(MODES), help="What the plan is told to do; by default both.")
@click.option("--save", metavar="FILE", help="Where the plan puts MODEL with new parameters, if it saves it.")
@click.option("--max-instructions", "instructions", type=click.IntRange(min=0), metavar="N", help="Of the plan.")
@click.option(
    "--max-output", "printed", metavar="SIZE", callback=sessions.size_option, help="Of what the plan prints and writes."
)
@shared("lenient", "mmap", "force")
@grouped(graph=GraphOptions, plan=PlanOptions, choices=sessions.SessionChoices)
def run_command(
    model: str,
    graph: GraphOptions,
    plan: PlanOptions,
    choices: sessions.SessionChoices,
    seed: int | None,
    modules: tuple[str, ...],
    lenient: bool,
    force: bool,
) -> None:
    """Run MODEL, a NAC file or a Mind IR graph, once.

    A NAC file that has a plan runs that: it may ask for answers, and prints what it makes. --no-plan, and every option
    about inputs and outputs of the graph, run the graph instead.

    Without --output the outputs are described, not written.
    """
    plan.check(model, force=force)
    about_graph = options_given("no_plan", *(field.name for field in fields(GraphOptions)))
    if graph.output is not None:
        check_target(graph.output, force=force)
    for name in modules:
        _import(name)
    given = _Given(graph, choices, seed)
    with sessions.model_for_session(model, strict=not lenient) as opened:
        if _runs_plan(model, opened, about_graph):
            execute_plan(opened, plan, choices, seed)
            return
        session, outputs = _run_graph(model, opened, graph, choices, given)
    if graph.profile:
        _show_profile(session.last_run, err=graph.output == terminal.DASH)
    if graph.output is None:
        rows = [(name, describe_value(value), _range(value)) for name, value in outputs.items()]
        terminal.show_table(("output", "type", "range"), rows)
    else:
        terminal.write_target(graph.output, [_archive(outputs)])


class _Given:
    """The arrays that the command line gives, and what fills in the others."""

    def __init__(self, graph: GraphOptions, choices: sessions.SessionChoices, seed: int | None) -> None:
        arrays = GivenArrays(choices.memory)
        self.inputs = arrays.named(graph.inputs_file) if graph.inputs_file else {}
        self.inputs |= {name: arrays.single(file) for name, file in graph.single.items()}
        self.weights = arrays.named(graph.weights_file) if graph.weights_file else {}
        drawn = np.random.default_rng(seed or 0)
        self.filler = RandomFiller(drawn, graph.shapes, arrays) if graph.random else None


def _run_graph(
    file: str, model: Any, graph: GraphOptions, choices: sessions.SessionChoices, given: _Given
) -> tuple[Session, Mapping[str, Any]]:
    """Return the session of a model, and the outputs of its run by name."""
    targets = {_index(name): parse_shape(text) for name, text in graph.reshape.items()}
    make = partial(choices.session, model, options=SessionOptions(shapes=targets))
    session = _session(make, file, given.weights, given.filler)
    if given.filler is not None:
        given.filler.fill(session.inputs, given.inputs)
    with terminal.progress("running", session.operation_count) as advance:
        whole = choices.engine == WHOLE and not graph.trace  # a trace would keep it from running as a whole
        trace = None if whole else _tracer(graph.trace, advance)
        return session, session.run(given.inputs, trace=trace, profile=graph.profile)


def _runs_plan(file: str, model: object, about_graph: list[str]) -> bool:
    """True if a plan is to be run; tells when there is one that is not."""
    if has_plan(model) and not about_graph:
        return True
    about_plan = options_given(*(field.name for field in fields(PlanOptions)))
    if about_plan:
        reason = f"{about_graph[0]} runs the graph" if has_plan(model) else "the file has none"
        raise terminal.CommandError(f"{file}: {about_plan[0]} is about a plan: {reason}")
    if has_plan(model) and about_graph[0] != "--no-plan":
        terminal.show(f"{file}: has a plan, which is not run: {about_graph[0]} is about the graph", err=True)
    return False


def _session(
    make: Callable[..., Session], file: str, weights: dict[str, Array], filler: RandomFiller | None
) -> Session:
    session = sessions.made_session(partial(make, parameters=weights), file, "run")
    absent = [value for value in session.graph.every(Weight) if value.load is None and value.name not in weights]
    if filler is None or not absent:
        return session
    filler.fill([Port(value.name, value.index, value.type.shape, value.type.dtype) for value in absent], weights)
    return make(parameters=weights)


def _import(name: str) -> None:
    """Import a module from the current folder or an installed one, for the operations that it registers."""
    sys.path.insert(0, "")
    try:
        importlib.import_module(name)
    except Exception as error:
        raise terminal.CommandError(f"--import {name}: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove("")


def _index(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise terminal.CommandError(f"{text!r} is not the number of a value") from None


def _archive(outputs: Mapping[str, Any]) -> memoryview:
    buffer = io.BytesIO()
    arrays: Any = {name: np.asarray(value) for name, value in _parts(outputs)}
    np.savez(buffer, **arrays)
    return buffer.getbuffer()


def _parts(outputs: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the outputs by name; those of an output that is a tuple by name and position, such as out0.1."""
    for name, value in outputs.items():
        if isinstance(value, tuple | list):
            yield from _parts({f"{name}.{position}": part for position, part in enumerate(value)})
        else:
            yield name, value


def _tracer(wanted: bool, advance: Any) -> TraceCallback | None:
    """Return what is called after each operation: it prints it, or moves the progress bar where there is one."""
    if wanted:
        return lambda operation, result: terminal.show(_trace_line(operation, result), err=True)
    return (lambda _operation, _result: advance(1)) if sys.stderr.isatty() else None


def _trace_line(operation: Operation, result: Any) -> str:
    width = terminal.line_width(err=True)
    rest = f"{describe_value(result)} {_range(result)}".rstrip()
    room = 44 if width is None else min(max(width - 8 - len(rest), 16), 44)
    name = terminal.squeezed(operation.operator, room if width else None)
    return f"{operation.index:6} {name:{room}} {rest}".rstrip()


def _range(result: Any) -> str:
    """Return the smallest and the largest element of an array of numbers."""
    if not isinstance(result, np.ndarray) or not result.size or result.dtype.kind in "bc":
        return ""
    low, high = (float(np.asarray(bound)) for bound in (result.min(), result.max()))
    return f"{low:.6g} to {high:.6g}"


def _show_profile(report: Report, *, err: bool) -> None:
    """Time and new memory by operation, the slowest first."""
    total = sum(cost.seconds for cost in report.operations.values()) or 1.0
    rows = []
    for name, cost in sorted(report.operations.items(), key=lambda entry: -entry[1].seconds):
        shares = f"{cost.seconds * 1e3:.3f}", f"{100 * cost.seconds / total:.1f}", f"{cost.bytes / 2**20:.2f}"
        rows.append((name, str(cost.calls), *shares))
    numbers = ("calls", "ms", "%", "MiB")
    title = f"{report.seconds * 1e3:.3f} ms, peak {report.peak_bytes / 2**20:.2f} MiB"
    terminal.show_table(("operation", *numbers), rows, title=title, numbers=numbers, err=err)
    for note in report.notes:
        terminal.show(note, err=err)
