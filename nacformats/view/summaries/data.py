"""A summary as plain data and as lines, and the parts that several kinds of files share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nacformats.printing import size_text
from nacformats.view.texts import joined_and_cut

#: How many entries of each list a summary holds; `counts` says how many there are.
MOST_LISTED = 64
#: How many tensors it names, the largest ones.
MOST_LARGEST = 5
#: Characters of a name or of any other text from the file that are kept.
LONGEST_TEXT = 240

#: The label of the fact that says why more cannot be said.
PROBLEM = "problem"

#: The kind of a file that nothing here takes.
UNKNOWN_FILE = "unknown file"

#: Said of every pickle.
PICKLED = "loading it runs code of its writer: not read; save its weights as .safetensors where you trust it"

#: Sizes of a tensor: numbers, names of symbolic sizes, None for what is not known.
ShownShape = tuple[int | str | None, ...]


@dataclass(frozen=True)
class Fact:
    """A line about a file: its label and its text."""

    label: str
    text: str


@dataclass(frozen=True)
class ShownPort:
    """An input or an output: its name, and its type and sizes where they are known."""

    name: str
    dtype: str | None = None
    shape: ShownShape | None = None


@dataclass(frozen=True)
class TypeShare:
    """The tensors of one type: how many there are, and their bytes together; None where one has no known size."""

    dtype: str
    tensors: int
    bytes: int | None


@dataclass(frozen=True)
class LargeTensor:
    """One of the tensors that take the most bytes."""

    name: str
    dtype: str
    shape: ShownShape | None
    bytes: int


@dataclass(frozen=True)
class FilePart:
    """A part of a file: a section, a field, an entry of an archive, or a file in a folder.

    Attributes:
        name: what it is called.
        offset: where it begins in the file, in bytes; None where that has no meaning.
        bytes: its size; None where it is not known.
        text: what it holds, in a few words.
    """

    name: str
    offset: int | None = None
    bytes: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Summary:
    """One screen about a file. `dataclasses.asdict` makes it JSON. Texts are those of the file: escape them.

    Attributes:
        kind: what it is, such as "NAC v1.6 program".
        name: of the file, or "".
        size: in bytes; None for what was never a file.
        format: name of the format that reads it; None where none does.
        facts: other lines, in order.
        inputs, outputs: of a program.
        blocks: lines about the repeated blocks of a program.
        dtypes: the tensors by type, those that take the most bytes first.
        largest: the tensors that take the most bytes.
        tokenizer, plan: what they consist of; None where there is none, or where the kind of file has no place for one.
        parts: sections, fields, entries or files.
        counts: how many "inputs", "outputs", "tensors" and "parts" there are; the lists hold the first MOST_LISTED.
        commands: what to do with it next: commands, as they are typed.
    """

    kind: str
    name: str = ""
    size: int | None = None
    format: str | None = None
    facts: list[Fact] = field(default_factory=list)
    inputs: list[ShownPort] = field(default_factory=list)
    outputs: list[ShownPort] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    dtypes: list[TypeShare] = field(default_factory=list)
    largest: list[LargeTensor] = field(default_factory=list)
    tokenizer: str | None = None
    plan: str | None = None
    parts: list[FilePart] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)


def weighed(
    sizes: Sequence[int | None],
    kinds: Sequence[Hashable],
    describe: Callable[[int], tuple[str, ShownShape | None]],
    label: Callable[[Any], str] = str,
) -> dict[str, Any]:
    """Return the fields of a summary that follow from tensors as columns: dtypes and largest.

    Args:
        sizes: in bytes; None where one is not known.
        kinds: what each is stored as.
        describe: index -> name and shape of a tensor.
        label: kind -> its name.
    """
    by_kind: dict[Hashable, list[int | None]] = {}
    for kind, size in zip(kinds, sizes, strict=True):
        by_kind.setdefault(kind, []).append(size)
    shares = [TypeShare(label(kind), len(each), added(each)) for kind, each in by_kind.items()]
    order = np.argsort(-np.array([size or 0 for size in sizes], np.float64), kind="stable")[:MOST_LARGEST].tolist()
    large = [(*describe(index), label(kinds[index]), size) for index in order if (size := sizes[index])]
    return {
        "dtypes": sorted(shares, key=lambda share: (-(share.bytes or 0), share.dtype))[:MOST_LISTED],
        "largest": [LargeTensor(brief(name), kind, shape, size) for name, shape, kind, size in large],
    }


def added(sizes: Iterable[int | None]) -> int | None:
    """Return the sum of sizes; None where one is not known."""
    total = 0
    for size in sizes:
        if size is None:
            return None
        total += size
    return total


def brief(text: str) -> str:
    """Return a text from a file, cut where it is long."""
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"


def count_text(count: int, noun: str) -> str:
    """Return a number with its noun: "1 tensor", "2 tensors"."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def first_of(words: Iterable[str], most: int = 8) -> str:
    """Return the first of some words, and how many more there are."""
    every = list(words)
    more = [f"{len(every) - most:,} more"] if len(every) > most else []
    return ", ".join([*map(brief, every[:most]), *more])


def head_rows(summary: Summary, *, weights: bool = False) -> Iterator[tuple[str, str]]:
    """Yield labels and texts: inputs, outputs, facts, tokenizer and plan; with `weights`, those of a program too."""
    yield from _ports("inputs", summary, summary.inputs)
    yield from _ports("outputs", summary, summary.outputs)
    if weights and "inputs" in summary.counts:
        yield "weights", weights_text(summary)
    yield from ((fact.label, fact.text) for fact in summary.facts)
    if summary.tokenizer is not None:
        yield "tokenizer", summary.tokenizer
    if summary.plan is not None:
        yield "plan", summary.plan


def weights_text(summary: Summary) -> str:
    """Return how many tensors there are, and how large they are by their types."""
    number = count_text(summary.counts.get("tensors", 0), "parameter")
    if not summary.dtypes:
        return number
    shares = ", ".join(f"{share.dtype} {size_text(share.bytes)}" for share in summary.dtypes)
    return f"{number}, {size_text(added(share.bytes for share in summary.dtypes))} ({shares})"


def _ports(label: str, summary: Summary, ports: Sequence[ShownPort]) -> Iterator[tuple[str, str]]:
    count = summary.counts.get(label)
    if count is None:
        return
    text = joined_and_cut(", ", map(port_text, ports)) or "none"
    yield label, f"{count:,}: {text}" if count > len(ports) else text


def port_text(port: ShownPort) -> str:
    """Return an input or output as people write it: ids int64[1, length]."""
    dtype = "" if port.dtype is None else f" {port.dtype}"
    return f"{port.name}{dtype}" if port.shape is None else f"{port.name}{dtype}[{shape_text(port.shape, ', ')}]"


def shape_text(shape: ShownShape, between: str = "×") -> str:
    """Return the sizes of a tensor as a text; `?` for one that is not known."""
    return joined_and_cut(between, ("?" if size is None else str(size) for size in shape))
