"""Comparison of two models, or of two files whatever formats hold them: programs, parameters, and everything else."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from nacformats.api import is_onnx_file, load
from nacformats.comparing.changes import AlignedPrograms, RowChanges
from nacformats.comparing.core import Difference
from nacformats.comparing.document import ComparedMark, ComparedModels, ComparedPlace, ComparedRow, ComparedSide
from nacformats.comparing.folding import compared_blocks
from nacformats.comparing.models import ComparableModel, comparable_model, other_differences
from nacformats.comparing.nac import check_external_weights, schedules_of, tensor_to_compare
from nacformats.comparing.onnx import ComparedOnnx
from nacformats.comparing.parameters import ParameterComparison, parameter_pairs, renumbered_parameters
from nacformats.conversion.weights import read_sidecar, shapes_of
from nacformats.errors import FormatError
from nacformats.files import PathLike
from nacformats.formats.base import Model
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.file.external import ExternalWeights, has_quantized
from nacformats.formats.safetensors import SafetensorsFile
from nacformats.limits import MAX_PLACES_COMPARED, MAX_ROWS_COMPARED

_MARKS: dict[str | None, ComparedMark] = {None: "changed", "first": "removed", "second": "inserted"}
#: The order in which differences are counted for people.
_COUNTED: tuple[ComparedMark, ...] = ("inserted", "removed", "moved", "changed", "renamed")


def compare_models(left: Any, right: Any, *, names: tuple[str, str] = ("left", "right")) -> ComparedModels:
    """Return what differs between two models.

    Programs are compared as the files have them where both are of one format, else as graphs of operators where both
    have one; parameters wherever both have some; everything else where both are of one format.

    Args:
        left, right: the models, as load gives them.
        names: what they are called.

    Raises:
        TypeError: the two have nothing that can be compared.
        FormatError: a part of a file that is read only now is wrong, or a file with external weights cannot be read.
    """
    return _Comparison(comparable_model(left), comparable_model(right), names).found


class _Comparison:
    """One comparison; its result is `found`."""

    def __init__(self, left: ComparableModel, right: ComparableModel, names: tuple[str, str]) -> None:
        self._left, self._right = left, right
        self._is_one_kind = type(left.model) is type(right.model)
        self.found = ComparedModels(ComparedSide(names[0], left.title), ComparedSide(names[1], right.title))
        for model in (left.model, right.model):
            if isinstance(model, NacFile):
                check_external_weights(model)
        self._renumbered: Mapping[str, str] = {}
        if left.tensors and right.tensors:
            self._renumbered = renumbered_parameters(left.tensors(), right.tensors())
        aligned = self._aligned()
        pairs = self._compare_parameters(aligned)
        if aligned is not None:
            if self.found.parameters:
                aligned.part_parameters(pairs)
            self._keep(RowChanges(aligned, pairs).rows(), len(aligned.left) + len(aligned.right))
            self.found.blocks = compared_blocks(aligned.left, aligned.right, self.found.rows)
        self._require_something(aligned)
        if self._is_one_kind:
            self._compare_rest()
        self._summarize(aligned)

    def _aligned(self) -> AlignedPrograms | None:
        left, right = self._left, self._right
        if self._is_one_kind and left.program and right.program:
            return AlignedPrograms(left.program(), right.program(), self._renumbered)
        if not (left.graph and right.graph):
            return None
        try:
            return AlignedPrograms(left.graph(), right.graph(), self._renumbered)
        except FormatError as error:
            self.found.same = False
            self.found.summary.append(f"programs are not compared: {error}")
            return None

    def _keep(self, rows: Iterator[ComparedRow], count: int) -> None:
        """Keep the rows; where they are too many, one for all equal rows that follow one another."""
        if count <= MAX_ROWS_COMPARED:
            self.found.rows = list(rows)
            return
        for is_same, run in groupby(rows, key=lambda row: row.mark == "same"):
            if is_same:
                first = next(run)
                left_out = sum(1 for _ in run)
                self.found.omitted["rows"] = self.found.omitted.get("rows", 0) + left_out
                self.found.rows.append(replace(first, count=left_out + 1))
            else:
                self.found.rows += run

    def _compare_parameters(self, aligned: AlignedPrograms | None) -> Mapping[str, str]:
        if self._left.tensors is None or self._right.tensors is None:
            return {}
        left, right = self._left.tensors(), self._right.tensors()
        roles = () if aligned is None else aligned.parameters()
        pairs = parameter_pairs(left, right, roles, self._renumbered)
        self.found.parameters = ParameterComparison(left, right, pairs, one_format=self._is_one_kind).found()
        return pairs

    def _require_something(self, aligned: AlignedPrograms | None) -> None:
        if self._is_one_kind or aligned is not None or (self._left.graph and self._right.graph):
            return
        if self._left.tensors is None or self._right.tensors is None or not self._has_elements():
            raise TypeError(f"{self._left.title} and {self._right.title} hold nothing that can be compared")

    def _has_elements(self) -> bool:
        """True if both models hold elements of tensors, or one of them has no parameter at all."""
        each = [(self._left.tensors or dict)(), (self._right.tensors or dict)()]
        return all(not tensors or any(tensor.raw for tensor in tensors.values()) for tensors in each)

    def _compare_rest(self) -> None:
        left, right, found = self._left.model, self._right.model, self.found
        self._take(other_differences(left, right))
        if isinstance(left, NacFile) and (left.sections.mmap is not None or right.sections.mmap is not None):
            if all(row.mark == "same" for row in found.rows):
                self._take(schedules_of(left, right))
            else:
                counts = [len(model.sections.mmap or ()) for model in (left, right)]
                if any(counts):
                    found.summary.append("schedules are of different programs: {:,} records, {:,}".format(*counts))

    def _take(self, differences: Iterable[Difference]) -> None:
        listed = iter(differences)
        room = MAX_PLACES_COMPARED - len(self.found.other)
        self.found.other += map(_place, islice(listed, room))
        omitted = sum(1 for _ in listed)
        if omitted:
            self.found.omitted["other"] = self.found.omitted.get("other", 0) + omitted

    def _summarize(self, aligned: AlignedPrograms | None) -> None:
        found, left, right = self.found, self._left, self._right
        lines = []
        if aligned is not None:
            counts = Counter[ComparedMark]()
            for row in found.rows:
                counts[row.mark] += row.count
            sizes = f"program: {len(aligned.left):,} rows, {len(aligned.right):,}"
            lines.append(f"{sizes}: {_counted(counts)}")
        elif left.tensors and right.tensors and not self._is_one_kind:
            alone = [each for each in (left, right) if each.graph is None]
            lines += [f"weights only: {each.title} holds no program" for each in alone]
        if found.parameters:
            lines.append(f"parameters: {_counted(Counter(each.mark for each in found.parameters))}")
        if found.other:
            count = len(found.other) + found.omitted.get("other", 0)
            lines.append(f"other: {count:,} {'places differ' if count > 1 else 'place differs'}")
        found.summary[:0] = lines
        marks = {each.mark for each in found.rows} | {each.mark for each in found.parameters}
        found.same = found.same and not found.other and marks <= {"same"}


def _counted(counts: Counter[ComparedMark]) -> str:
    parts = [f"{counts[mark]:,} {mark}" for mark in _COUNTED if counts[mark]]
    return ", ".join([*parts, f"{counts['same']:,} equal"])


def _place(found: Difference) -> ComparedPlace:
    shown = found.as_dict()
    return ComparedPlace(found.path, _MARKS[found.only], shown["first"], shown["second"])


def compare(
    left: PathLike | Model, right: PathLike | Model, *, strict: bool = True, mmap: bool | None = None
) -> ComparedModels:
    """Return what differs between two models, whatever formats hold them.

        found = nacformats.compare("old.nac", "new.onnx")
        [row for row in found.rows if row.mark != "same"]
        [(each.left, each.nmse) for each in found.parameters if each.mark == "changed"]

    Programs are aligned by structure, parameters paired by name, content or role, everything else of two files of one
    format is compared place by place. Where one has no program, weights only are compared.

    Args:
        left, right: paths of .nac, .onnx (extra `onnx`), .micb, .mic2, .safetensors, .gguf or .stb files, or models as
            load gives them.
        strict, mmap: as for nacformats.load.

    Raises:
        FormatError: a file cannot be read.
        TypeError: the two have nothing that can be compared.
        ImportError: reading a file needs an extra that is not installed.
    """
    with ExitStack() as stack:
        models: list[Model | ComparableModel] = []
        names: list[str | None] = []
        for model in (left, right):
            if isinstance(model, Model):
                models.append(model)
                names.append(model.source.name if model.source is not None else None)
            else:
                models.append(stack.enter_context(compared_file(model, strict=strict, mmap=mmap)))
                names.append(os.fsdecode(model))
        sides = [str(name or side) for name, side in zip(names, ("left", "right"), strict=True)]
        return compare_models(*models, names=(sides[0], sides[1]))


@contextmanager
def compared_file(path: PathLike, *, strict: bool = True, mmap: bool | None = None) -> Iterator[ComparableModel]:
    """Give the model in a file, while it is open. strict, mmap: as for nacformats.load.

    Raises:
        FormatError: the file cannot be read.
        ImportError: reading it needs an extra that is not installed.
    """
    suffix = Path(os.fsdecode(path)).suffix.lower()
    if suffix == ".onnx" or is_onnx_file(path):
        yield comparable_model(ComparedOnnx(os.fsdecode(path)))
        return
    sidecar = read_sidecar(path) if suffix == ".stb" else None
    if sidecar is None:
        with load(path, strict=strict, mmap=mmap) as model:
            if isinstance(model, SafetensorsFile) and has_quantized(model.metadata, model.tensors):
                with closing(ExternalWeights(Path(os.fsdecode(path)), mmap)) as weights:
                    found = {name: tensor_to_compare(weights.tensor(name)) for name in weights.names}
                    yield replace(comparable_model(model), tensors=lambda: found)
            else:
                yield comparable_model(model)
        return
    names = {each["id"]: each["name"] for each in sidecar["tensors"]}
    with load(path, strict=strict, mmap=mmap, shape_table=shapes_of(sidecar)) as model:
        yield comparable_model(model, names)
