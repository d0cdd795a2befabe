"""Summaries of archives (exported programs and checkpoints of PyTorch, arrays of NumPy, others) and of .npy files.

Nothing is unpickled: of a pickle, no more is said than what the archive says. Of arrays, only headers are read, and
they are not believed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from io import BytesIO
from math import prod
from typing import Any

import numpy as np

from nacformats.codec.streams import Source
from nacformats.errors import FormatError, InvalidError
from nacformats.files.archives import Archive
from nacformats.formats.elements import ELEMENT_KINDS
from nacformats.kinds import (
    CHECKPOINT,
    MOST_JSON_BYTES,
    NPY,
    NPZ,
    PROGRAM,
    SCRIPT,
    archive_of,
    kind_of_archive,
    read_json,
)
from nacformats.printing import size_text
from nacformats.runtime.gather.saved import read_header
from nacformats.view.summaries import data
from nacformats.view.summaries.data import PROBLEM, Fact

#: The file of an exported program in its archive, and the endings of the files that describe its weights.
_PROGRAM, _WEIGHTS = "models/model.json", "_weights_config.json"
#: The types of elements by the number that an exported program has for them, and their bytes.
_TYPES = {0: ("unknown", 0)} | {each.exported: (each.name, each.itemsize) for each in ELEMENT_KINDS if each.exported}


def summary_of_zip(source: Source) -> data.Summary:
    """Return the summary of an archive by the files that are in it.

    Raises:
        FormatError: it is damaged, or holds two files of one name.
    """
    archive = archive_of(source)
    names = list(archive)
    kind = kind_of_archive(names)
    if kind is PROGRAM:
        return _program(archive, names)
    if kind in (SCRIPT, CHECKPOINT):
        return _pickled(archive, names, kind.title)
    if kind is NPZ:
        return summary_of_npz(archive, names)
    return data.Summary(kind.title, parts=_members(archive, names), counts={"parts": len(names)})


def _members(archive: Archive, names: Sequence[str]) -> list[data.FilePart]:
    return [data.FilePart(data.brief(name), bytes=_size(archive, name)) for name in names[: data.MOST_LISTED]]


def _size(archive: Archive, name: str) -> int | None:
    try:
        return archive.size(name)
    except FormatError:  # it is encrypted, or compressed in an unusual way
        return None


def _pickled(archive: Archive, names: Sequence[str], kind: str) -> data.Summary:
    storages = [name for name in names if "/data/" in f"/{name}"]
    size = sum(_size(archive, name) or 0 for name in storages)
    facts = [Fact("storages", f"{len(storages):,}, {size_text(size)}"), Fact("pickled", data.PICKLED)]
    code = [name for name in names if name.endswith(".py")]
    facts += [Fact("code", data.first_of(code, 4))] if code else []
    return data.Summary(kind, facts=facts, parts=_members(archive, names)[:8], counts={"parts": len(names)})


# Exported programs


def _program(archive: Archive, names: Sequence[str]) -> data.Summary:
    try:
        return _described(archive, names)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        if isinstance(error, FormatError):
            raise
        said = f"{type(error).__name__}: {data.brief(str(error))}"
        facts = [Fact(PROBLEM, f"its description is not as PyTorch writes it ({said})")]
        return data.Summary(
            PROGRAM.title, facts=facts, parts=_members(archive, names)[:16], counts={"parts": len(names)}
        )


def _described(archive: Archive, names: Sequence[str]) -> data.Summary:
    program = _document(archive, next(name for name in names if name.endswith(_PROGRAM)))
    graph, signature = program["graph_module"]["graph"], program["graph_module"]["signature"]
    targets = Counter(str(node["target"]).removeprefix("torch.ops.") for node in graph["nodes"])
    inputs = _ports(graph, [each["user_input"] for each in signature["input_specs"] if "user_input" in each])
    outputs = _ports(graph, [each["user_output"] for each in signature["output_specs"] if "user_output" in each])
    often = data.first_of((f"{name} {count}" for name, count in targets.most_common(6)), 6)
    weights = [name for name in names if name.endswith(_WEIGHTS)]
    nodes, kinds = data.count_text(sum(targets.values()), "node"), data.count_text(len(targets), "kind")
    facts = [
        Fact("program", f"{nodes} of {kinds}: {often}"),
        Fact("written by", f"PyTorch {data.brief(str(program.get('torch_version')))}"),
        Fact("extra", "compile needs the extra torch"),
    ]
    return data.Summary(
        PROGRAM.title,
        facts=facts,
        inputs=inputs[: data.MOST_LISTED],
        outputs=outputs[: data.MOST_LISTED],
        counts={"inputs": len(inputs), "outputs": len(outputs)},
        commands=["compile {file} model.nac"],
        **(_weights(_document(archive, weights[0])) if weights else {}),
    )


def _document(archive: Archive, name: str) -> Any:
    """Return a JSON file of the archive. Raises FormatError: it is damaged, no JSON, or too large."""
    if archive.size(name) > MOST_JSON_BYTES:
        raise InvalidError("too long to be read", path=data.brief(name))
    with archive.reading(name) as stream:
        return read_json(stream.read(MOST_JSON_BYTES + 1), data.brief(name))


def _ports(graph: Mapping[str, Any], specs: Sequence[Mapping[str, Any]]) -> list[data.ShownPort]:
    return [_port(graph, spec["arg"]) for spec in specs]


def _port(graph: Mapping[str, Any], argument: Mapping[str, Any]) -> data.ShownPort:
    tensor = argument.get("as_tensor")
    if tensor is None:
        return data.ShownPort(data.brief(str(next(iter(argument.values()), "?"))))
    meta = graph["tensor_values"][tensor["name"]]
    return data.ShownPort(data.brief(str(tensor["name"])), _type(meta), _shape(meta))


def _weights(document: Mapping[str, Any]) -> dict[str, Any]:
    described = [(str(name), entry["tensor_meta"]) for name, entry in document["config"].items()]
    shapes = [_shape(meta) for _, meta in described]
    sizes = [_bytes(meta, shape) for (_, meta), shape in zip(described, shapes, strict=True)]
    kinds = [_type(meta) for _, meta in described]
    return data.weighed(sizes, kinds, lambda index: (described[index][0], shapes[index]))


def _type(meta: Mapping[str, Any]) -> str:
    number = int(meta["dtype"])
    return _TYPES[number][0] if 0 <= number < len(_TYPES) else f"type {number}"


def _bytes(meta: Mapping[str, Any], shape: data.ShownShape) -> int | None:
    """Return how many bytes a tensor takes; None where its type or a size is not known."""
    number, sizes = int(meta["dtype"]), [size for size in shape if isinstance(size, int) and size >= 0]
    is_known = 0 <= number < len(_TYPES) and len(sizes) == len(shape)
    return prod(sizes) * _TYPES[number][1] if is_known else None


def _shape(meta: Mapping[str, Any]) -> data.ShownShape:
    return tuple(map(_dim, meta["sizes"]))


def _dim(size: Mapping[str, Any]) -> int | None:
    """Return a size; None for one that may vary."""
    return int(size["as_int"]) if "as_int" in size else None


#: The header of an array is in its first bytes; of an archive, so many arrays are looked at.
_HEADER_BYTES, _MOST_ARRAYS = 16_384, 10_000
_SUFFIX = ".npy"
_Header = tuple[str, str, tuple[int, ...], int]


def summary_of_npy(source: Source) -> data.Summary:
    """Return the summary of one array. Raises FormatError: it is none."""
    shape, is_fortran, dtype = read_header(BytesIO(source.view[:_HEADER_BYTES]))
    size = prod(shape) * dtype.itemsize
    facts = [Fact("array", f"{_dtype(dtype)}[{', '.join(map(str, shape))}]"), Fact("elements", f"{prod(shape):,}")]
    facts += [Fact("order", "Fortran")] if is_fortran else []
    facts += [Fact(PROBLEM, f"its header says {size:,} bytes, more than the file has")] if size > source.size else []
    return data.Summary(NPY.title, facts=facts, commands=["run MODEL.nac --input NAME={file}"])


def summary_of_npz(archive: Archive, names: Sequence[str]) -> data.Summary:
    """Return the summary of the arrays of an archive, of which no more than the headers is read."""
    arrays, problems = [], []
    for name in names[:_MOST_ARRAYS]:
        try:
            arrays.append(_header(archive, name))
        except FormatError as error:
            problems.append(f"{data.brief(name)}: {error}")
    weighed = data.weighed(
        [size for *_, size in arrays],
        [dtype for _, dtype, *_ in arrays],
        lambda index: (arrays[index][0], arrays[index][2]),
    )
    facts = [Fact("arrays", data.count_text(len(names), "array"))]
    facts += [Fact(PROBLEM, each) for each in problems[:4]]
    commands = ["run MODEL.nac --inputs {file}"]
    return data.Summary(NPZ.title, facts=facts, counts={"tensors": len(names)}, commands=commands, **weighed)


def _header(archive: Archive, name: str) -> _Header:
    with archive.reading(name) as stream:
        shape, _, dtype = read_header(stream)
    return name.removesuffix(_SUFFIX), _dtype(dtype), shape, prod(shape) * dtype.itemsize


def _dtype(dtype: np.dtype[Any]) -> str:
    return "objects (pickled: not read)" if dtype.hasobject else data.brief(str(dtype))
