"""Editors of NAC files, Mind IR graphs and ONNX models."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np

import nacformats
from nacformats import MicGraph, NacFile
from nacformats.formats.mic.objects import Node, Param
from nacformats.formats.nac.builder import make_operations
from nacformats.formats.nac.columns.instructions import Fields
from nacformats.formats.nac.columns.quantizing import store
from nacformats.formats.nac.columns.tensors import NewTensors, dequantize
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation
from nacformats.formats.records.rows import IdTable
from tests.comparing.edits import EditedRow

#: Operators of one operand that edits insert.
_UNARY = ("aten.relu.default", "aten.sigmoid.default", "aten.tanh.default", "aten.neg.default", "aten.exp.default")


class NacEditor:
    """Edits a NAC file through its bytes."""

    def __init__(self, file: NacFile) -> None:
        self._bytes = self._written(file)
        self.model = nacformats.loads(self._bytes, format="nac")

    @staticmethod
    def _written(file: NacFile) -> bytes:
        file.sections.mmap = None  # a schedule is of one program
        return nacformats.dumps(file)

    def rows(self) -> list[EditedRow]:
        rows: list[EditedRow] = []
        names = self.model.sections.data.inputs if self.model.sections.data else {}
        for index, fields in enumerate(self.model.sections.ops or ()):
            uses = [rows[index + each] if each else None for each in fields.d] if self._takes(fields) else []
            can_go = fields.a >= FIRST_REGULAR and not fields.is_element
            content = (fields.a, fields.b, fields.c, tuple(None if each else 0 for each in fields.d), names.get(index))
            rows.append(EditedRow(index, uses, content, can_go))
        return rows

    @staticmethod
    def _takes(fields: Fields) -> bool:
        return fields.a >= FIRST_REGULAR or fields.a == FixedOperation.output

    def fixed(self) -> int:
        return 0

    def built(self, rows: list[EditedRow], scaled: str = "", renamed: str = "", retyped: str = "") -> NacFile:
        file: NacFile = nacformats.loads(self._bytes, format="nac")
        places = {row: place for place, row in enumerate(rows)}
        made, names = [], {}
        custom = dict(file.operation_names)
        signatures = dict(file.signatures)
        for place, row in enumerate(rows):
            a, b, c, _, name = row.content
            if isinstance(a, str):
                a = self._number(a, custom)
                b = self._signature(b, signatures)
            d = tuple(0 if each is None else places[each] - place for each in row.uses)
            made.append(Fields(a, b, c, d))
            if name is not None:
                names[place] = name
        sections = file.sections
        sections.ops = make_operations(made, version=file.sections.ops.version)
        sections.cmap = IdTable(sorted(custom.items()))
        sections.perm = IdTable(sorted(signatures.items()))
        if sections.data is not None:
            sections.data = self._data(file, names, scaled, renamed, retyped)
        return nacformats.loads(nacformats.dumps(file), format="nac")

    @staticmethod
    def _number(name: str, custom: dict[int, str]) -> int:
        for number, known in custom.items():
            if known == name:
                return number
        number = next(each for each in range(254, 30, -1) if each not in custom)
        custom[number] = name
        return number

    @staticmethod
    def _signature(codes: str, signatures: dict[int, str]) -> int:
        for number, known in signatures.items():
            if known == codes:
                return number
        number = max(signatures, default=0) + 1
        signatures[number] = codes
        return number

    def _data(self, file: NacFile, names: dict[int, str], scaled: str, renamed: str, retyped: str) -> Any:
        data = file.sections.data
        assert data is not None
        parameters = dict(data.parameters)
        number = next((key for key, name in parameters.items() if name in (scaled, renamed, retyped)), None)
        if renamed:
            parameters[number] = f"{renamed}.renamed"
        tensors = data.tensors
        if tensors is not None and (scaled or retyped):
            listed = dict(tensors)
            array = dequantize(listed[number])
            if scaled:
                kept = listed[number].quantization
                listed[number] = store((array * 1.5).astype(array.dtype), kept)
            else:
                listed[number] = store(array.astype(np.float16 if array.dtype == np.float32 else np.float32))
            tensors = IdTable.of_rows(list(listed), NewTensors(list(listed.values())))
        tables = {"parameters": IdTable(sorted(parameters.items())), "inputs": IdTable(sorted(names.items()))}
        return replace(data, **tables, tensors=tensors)

    def new_row(self, draw: random.Random, source: EditedRow) -> EditedRow:
        return EditedRow(None, [source], (draw.choice(_UNARY), "T", (), (None,), None))

    def like(self, row: EditedRow, new: EditedRow) -> bool:
        return self.model.operation_names.get(row.content[0]) == new.content[0]

    def retyped(self, draw: random.Random, row: EditedRow) -> bool:
        _, b, c, d, name = row.content
        row.content = (f"custom.edited{draw.randrange(3)}", self.model.signatures.get(b, ""), c, d, name)
        return bool(b)

    def parameters(self, kind: str) -> list[str]:
        parameters = self.model.parameters
        found = []
        for number in parameters.stored:
            each = parameters[number]
            if each.name is None or not self.model.internal_weights:
                continue
            array = each.array()
            is_float = array.dtype in (np.float32, np.float16) and 0 < np.abs(array).max(initial=0) < np.inf
            if kind == "rename" or (is_float and not (kind == "retype" and each.quantization)):
                found.append(each.name)
        return found


class MicEditor:
    """Edits a Mind IR graph."""

    def __init__(self, graph: MicGraph) -> None:
        self.model = graph

    def rows(self) -> list[EditedRow]:
        rows: list[EditedRow] = []
        for place, value in enumerate(self.model.values):
            inputs = value.inputs if isinstance(value, Node) else ()
            rows.append(EditedRow(place, [rows[each] for each in inputs], value, isinstance(value, Node)))
        assert self.model.output is not None
        rows.append(EditedRow(len(rows), [rows[self.model.output]], None))
        return rows

    def fixed(self) -> int:
        return 0

    def built(self, rows: list[EditedRow], renamed: str = "", retyped: str = "", scaled: str = "") -> MicGraph:
        graph = MicGraph(symbols=list(self.model.symbols), types=list(self.model.types), format=self.model.format)
        places = {row: place for place, row in enumerate(rows)}
        for row in rows[:-1]:
            value = row.content
            if isinstance(value, Node):
                value = replace(value, inputs=tuple(places[each] for each in row.uses if each is not None))
            elif isinstance(value, Param) and value.name == renamed:
                value = Param(f"{renamed}.renamed", value.type)
            elif isinstance(value, Param) and value.name == retyped:
                kind = self.model.types[value.type]
                value = Param(value.name, graph.add_type("f16" if kind.dtype == "f32" else "f32", *kind.dims))
            graph.values.append(value)
        last = rows[-1].uses[0]
        assert last is not None
        graph.output = places[last]
        return graph

    def new_row(self, draw: random.Random, source: EditedRow) -> EditedRow:
        return EditedRow(None, [source], Node(draw.choice(("relu", "gelu", "tanh", "sigmoid"))))

    def like(self, row: EditedRow, new: EditedRow) -> bool:
        return isinstance(row.content, Node) and row.content.op == new.content.op

    def retyped(self, draw: random.Random, row: EditedRow) -> bool:
        node = row.content
        if node.params or node.name:
            return False
        same = [("relu", "gelu", "tanh", "sigmoid"), ("add", "sub", "mul", "div")]
        for group in same:
            if node.op in group:
                row.content = replace(node, op=draw.choice([each for each in group if each != node.op]))
                return True
        return False

    def parameters(self, kind: str) -> list[str]:
        names = [value.name for value in self.model.values if isinstance(value, Param)]
        return [name for name in names if names.count(name) == 1] if kind != "scale" else []


class OnnxEditor:
    """Edits an ONNX model in memory. Rows are its inputs, nodes and outputs."""

    def __init__(self, message: Any) -> None:
        self._message = message
        self.model = self._wrapped(message)

    @staticmethod
    def _wrapped(message: Any) -> Any:
        from nacformats.comparing.onnx import ComparedOnnx

        return ComparedOnnx(message)

    def rows(self) -> list[EditedRow]:
        graph = self._message.graph
        held = {tensor.name for tensor in graph.initializer}
        known: dict[str, EditedRow] = {}
        rows: list[EditedRow] = []
        for port in graph.input:
            if port.name not in held:
                rows.append(EditedRow(len(rows), [], port.name))
                known[port.name] = rows[-1]
        for node in graph.node:
            can_go = len(node.output) == 1 and not any(each.HasField("g") for each in node.attribute)
            uses = [known.get(name) for name in node.input]
            rows.append(EditedRow(len(rows), uses, node, can_go and all(_is_single(use) for use in uses)))
            known |= dict.fromkeys(node.output, rows[-1])
        rows += [EditedRow(len(rows) + n, [known.get(p.name)], ("output", n)) for n, p in enumerate(graph.output)]
        return rows

    def fixed(self) -> int:
        held = {tensor.name for tensor in self._message.graph.initializer}
        return sum(port.name not in held for port in self._message.graph.input)

    def built(self, rows: list[EditedRow], scaled: str = "", renamed: str = "", retyped: str = "") -> Any:
        import onnx

        message = onnx.ModelProto()
        message.CopyFrom(self._message)
        graph = message.graph
        del graph.node[:]
        names = {row: self._fresh(row, number) for number, row in enumerate(rows)}
        for row in rows:
            if isinstance(row.content, tuple) and row.uses[0] is not None:
                source, port = row.uses[0], graph.output[row.content[1]]
                if isinstance(source.content, str):
                    graph.node.append(onnx.helper.make_node("Identity", [source.content], [port.name]))
                else:
                    names[source][_part_of(source, self._message.graph.output[row.content[1]].name)] = port.name
        for row in rows:
            if isinstance(row.content, onnx.NodeProto):
                graph.node.append(self._node(row, names, renamed))
        self._change(graph, scaled, renamed, retyped)
        return self._wrapped(message)

    @staticmethod
    def _fresh(row: EditedRow, number: int) -> list[str]:
        if isinstance(row.content, str | tuple):
            return [str(row.content)]
        return [f"value{number}_{part}" if name else "" for part, name in enumerate(row.content.output)]

    @staticmethod
    def _node(row: EditedRow, names: dict[EditedRow, list[str]], renamed: str) -> Any:
        import onnx

        node = onnx.NodeProto()
        node.CopyFrom(row.content)
        for position, use in enumerate(row.uses):
            if use is not None:
                node.input[position] = names[use][_part_of(use, row.content.input[position])]
            elif renamed and node.input[position] == renamed:
                node.input[position] = f"{renamed}.renamed"
        node.output[:] = names[row]
        return node

    @staticmethod
    def _change(graph: Any, scaled: str, renamed: str, retyped: str) -> None:
        from onnx import numpy_helper

        for tensor in graph.initializer:
            array = numpy_helper.to_array(tensor)
            if tensor.name == scaled:
                tensor.CopyFrom(numpy_helper.from_array((array * 1.5).astype(array.dtype), scaled))
            elif tensor.name == retyped:
                tensor.CopyFrom(numpy_helper.from_array(array.astype(np.float16), retyped))
            elif tensor.name == renamed:
                tensor.name = f"{renamed}.renamed"

    def new_row(self, draw: random.Random, source: EditedRow) -> EditedRow:
        import onnx

        node = onnx.helper.make_node(draw.choice(("Relu", "Sigmoid", "Tanh", "Neg", "Exp")), ["x"], ["y"])
        return EditedRow(None, [source], node)

    def like(self, row: EditedRow, new: EditedRow) -> bool:
        return getattr(row.content, "op_type", "") == new.content.op_type

    def retyped(self, draw: random.Random, row: EditedRow) -> bool:
        import onnx

        node = onnx.NodeProto()
        node.CopyFrom(row.content)
        node.op_type = f"Edited{draw.randrange(3)}"
        row.content = node
        return True

    def parameters(self, kind: str) -> list[str]:
        from onnx import numpy_helper

        found = []
        for tensor in self._message.graph.initializer:
            array = numpy_helper.to_array(tensor)
            is_float = array.dtype == np.float32 and np.abs(array).max(initial=0) > 0
            if (kind == "rename" and array.ndim) or is_float:
                found.append(tensor.name)
        return found


def _outputs(row: EditedRow) -> list[str]:
    return [row.content] if isinstance(row.content, str) else list(row.content.output)


def _is_single(use: EditedRow | None) -> bool:
    return use is None or len(_outputs(use)) == 1


def _part_of(use: EditedRow, name: str) -> int:
    return _outputs(use).index(name) if len(_outputs(use)) > 1 else 0


def editor_of(model: Any) -> Any:
    """Return the editor of a model."""
    if isinstance(model, NacFile):
        return NacEditor(model)
    return MicEditor(model) if isinstance(model, MicGraph) else OnnxEditor(model)
