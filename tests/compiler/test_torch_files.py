"""Files of torch.export.save: nothing that they hold runs, whatever it pretends to be."""

from __future__ import annotations

import copy
import io
import json
import pickle
import sys
import zipfile
from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from tests.effort import effort
from tests.partners import partner

torch = partner("torch")

Records = dict[str, bytes]
#: A module that nothing else imports.
UNUSED = "wsgiref.handlers"
MODEL = "models/model.json"
WEIGHTS, CONSTANTS = "data/weights/model_weights_config.json", "data/constants/model_constants_config.json"


class Program:
    """What unpickles to a call that makes a file: the mark of a program that ran."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> Any:
        return open, (str(self.mark), "w")


@cache
def _saved() -> Records:
    """The records of a program with a weight, a constant, a size that varies and a change in place."""

    class Model(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = torch.nn.Linear(4, 4)

        def forward(self, x: Any, *, scale: Any) -> Any:
            y = self.linear(x)
            y.add_(torch.tensor([1.0, 2.0, 3.0, 4.0]))
            return {"y": y * scale, "rows": x.shape[0] // 2 + 1}

    shapes = {"x": {0: torch.export.Dim("rows", min=2, max=64)}, "scale": None}
    program = torch.export.export(Model(), (torch.rand(6, 4),), {"scale": torch.rand(4)}, dynamic_shapes=shapes)
    stream = io.BytesIO()
    torch.export.save(program, stream)
    with zipfile.ZipFile(stream) as archive:
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}


def write(path: Path, records: Records, **options: Any) -> Path:
    with zipfile.ZipFile(path, "w", **options) as archive:
        for name, data in records.items():
            archive.writestr(name if "version" in records else f"model/{name}", data)
    return path


def changed(record: str, change: Callable[[Any], Any]) -> Records:
    """The records after a change of a document."""
    records = dict(_saved())
    document = json.loads(records[record])
    change(document)
    return records | {record: json.dumps(document).encode()}


def pickled(value: Any) -> bytes:
    stream = io.BytesIO()
    torch.save(value, stream)
    return stream.getvalue()


def nodes(document: Any) -> list[Any]:
    found: list[Any] = document["graph_module"]["graph"]["nodes"]
    return found


def with_text(text: str, *keys: Any) -> Records:
    """The records with a text in a place of the description."""

    def change(document: Any) -> None:
        for key in keys[:-1]:
            document = document[key]
        document[keys[-1]] = text

    return changed(MODEL, change)


def everywhere(document: Any, old: str, new: str) -> Any:
    """A document with another text, also where it is a key."""
    if isinstance(document, dict):
        return {everywhere(key, old, new): everywhere(value, old, new) for key, value in document.items()}
    if isinstance(document, list):
        return [everywhere(item, old, new) for item in document]
    return new if document == old else document


def renamed(old: str, new: str) -> Records:
    records = dict(_saved())
    document = everywhere(json.loads(records[MODEL]), old, new)
    return records | {MODEL: json.dumps(document).encode()}


def entry(records: Records, table: str, **changes: Any) -> Records:
    """The records with another description of the first tensor of a table."""
    document = json.loads(records[table])
    next(iter(document["config"].values())).update(changes)
    return records | {table: json.dumps(document).encode()}


def containers(context: Any, kind: str = "builtins.dict") -> str:
    leaf = {"type": None, "context": None, "children_spec": []}
    return json.dumps([1, {"type": kind, "context": context, "children_spec": [leaf, leaf]}])


SIGNATURE = ("graph_module", "module_call_graph", 0, "signature")
NODES = ("graph_module", "graph", "nodes")
SIZE = ("graph_module", "graph", "sym_int_values")


def attacks(mark: Path) -> dict[str, Records]:
    """Files that make the file `mark` when PyTorch loads them as they are, or when what they name is used."""
    run = f"open({str(mark)!r}, 'w')"
    hidden = f"getattr(__import__('pathlib'), 'Path')({str(mark)!r}).touch()"
    enum = {"__enum__": True, "fqn": f"{UNUSED}:x.y", "name": "z"}
    factory = {"default_factory_module": UNUSED, "default_factory_name": "x"}
    program = pickled({"linear.weight": Program(mark)})
    good = _saved()
    formula = next(iter(json.loads(good[MODEL])["graph_module"]["graph"]["sym_int_values"]))
    return {
        "weight": entry(good, WEIGHTS, use_pickle=True) | {"data/weights/weight_0": pickled(Program(mark))},
        "bare pickle": entry(good, WEIGHTS, use_pickle=True) | {"data/weights/weight_0": pickle.dumps(Program(mark))},
        "weights at once": good | {"data/weights/model.pt": program},
        "constant": entry(good, CONSTANTS, use_pickle=True) | {"data/constants/tensor_0": pickled(Program(mark))},
        "constants at once": good | {"data/constants/model.pt": program},
        "custom object": entry(good, CONSTANTS, path_name="custom_obj_0", use_pickle=True)
        | {"data/constants/custom_obj_0": pickled(Program(mark))},
        "opaque object": entry(good, CONSTANTS, path_name="opaque_obj_0", use_pickle=True)
        | {"data/constants/opaque_obj_0": pickle.dumps(Program(mark))},
        "sample inputs": good | {"data/sample_inputs/model.pt": pickled(((Program(mark),), {}))},
        "old weights": {
            "version": b"8.20",
            "serialized_exported_program.json": good[MODEL],
            "serialized_state_dict.pt": program,
            "serialized_constants.pt": pickled({}),
            "serialized_example_inputs.pt": pickled(((Program(mark),), {})),
        },
        "machine code": good | {"data/aotinductor/model/model.so": b"\x7fELF", "data/aotinductor/model/a.cpp": b""},
        "guards": with_text("", "guards_code") | changed(MODEL, lambda d: d.update(guards_code=[run, hidden])),
        "size": with_text(run, *SIZE, formula, "as_expr", "expr_str"),
        "size of a symbol": with_text(f"Symbol({run!r})", *SIZE, formula, "as_expr", "expr_str"),
        "size of an attribute": with_text("Integer.__class__", *SIZE, formula, "as_expr", "expr_str"),
        "size of a text": with_text(f"sympify({run!r})", *SIZE, formula, "as_expr", "expr_str"),
        "name of an input": renamed("x", f"x, y={hidden}"),
        "name of a node": renamed("linear", f"linear = {hidden}; y"),
        "name of a line": renamed("linear", f"linear\n    {hidden}\n    y"),
        "argument of a call": renamed("self", f"x={hidden}, self"),
        "parameter": renamed("linear.weight", f'linear.x"), {hidden}, getattr(self, "x'),
        "forward": changed(
            MODEL,
            lambda d: d["graph_module"]["module_call_graph"][0]["signature"].update(
                forward_arg_names=[f"x={hidden}", "scale"]
            ),
        ),
        "function": with_text("torch.os.system", *NODES, 0, "target"),
        "import": with_text("torch.ops.import_module", *NODES, 0, "target"),
        "operator of files": with_text(
            "torch.ops.aten.from_file.default", *("graph_module", "graph", "nodes"), 1, "target"
        ),
        "enum": with_text(containers(json.dumps([enum, enum])), *SIGNATURE, "out_spec"),
        "hidden enum": with_text(
            containers(json.dumps([enum, enum]).replace("__enum__", "\\u005f_enum__")), *SIGNATURE, "out_spec"
        ),
        "factory": with_text(containers(factory, "collections.defaultdict"), *SIGNATURE, "out_spec"),
        "stack": changed(MODEL, lambda d: nodes(d)[0]["metadata"].update(source_fn_stack=f"x,{run}", custom="[")),
        "verifier": changed(MODEL, lambda d: d.update(verifiers=[run])),
    }


#: Attacks on what is not read at all: the file compiles.
UNREAD = {"sample inputs", "machine code", "guards", "stack"}


def test_nothing_runs(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    for name, records in attacks(mark).items():
        path = write(tmp_path / "attack.pt2", records)
        with nullcontext() if name in UNREAD else pytest.raises(FormatError):
            nacformats.compile(path)
        assert not mark.exists(), name
        assert UNUSED not in sys.modules, name


@pytest.mark.parametrize("name", ["weight", "custom object", "size", "name of an input", "enum", "operator of files"])
def test_trust_is_offered(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "attack.pt2", attacks(tmp_path / "mark")[name])
    with pytest.raises(UnsupportedError, match="--trust"):
        nacformats.compile(path)


def test_a_caller_may_trust(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    records = attacks(mark)["sample inputs"]
    nacformats.compile(write(tmp_path / "trusted.pt2", records), trust=True)
    assert mark.exists()


def test_what_is_read_is_what_pytorch_reads(tmp_path: Path) -> None:
    path = write(tmp_path / "model.pt2", _saved())
    read, trusted = nacformats.compile(path), nacformats.compile(path, trust=True)
    assert nacformats.dumps(read) == nacformats.dumps(trusted)


OUT_OF_PROPORTION: dict[str, Callable[[Records], Records]] = {
    "expanded": lambda r: entry(
        r,
        WEIGHTS,
        tensor_meta=json.loads(r[WEIGHTS])["config"]["linear.weight"]["tensor_meta"]
        | {"sizes": [{"as_int": 2**20}] * 2, "strides": [{"as_int": 0}] * 2},
    ),
    "cut off": lambda r: r | {"data/weights/weight_0": b"abcd"},
    "outside": lambda r: entry(
        r,
        WEIGHTS,
        tensor_meta=json.loads(r[WEIGHTS])["config"]["linear.weight"]["tensor_meta"]
        | {"storage_offset": {"as_int": 2**62}},
    ),
    "negative": lambda r: entry(
        r,
        WEIGHTS,
        tensor_meta=json.loads(r[WEIGHTS])["config"]["linear.weight"]["tensor_meta"]
        | {"strides": [{"as_int": -1}, {"as_int": 1}]},
    ),
    "no tensors": lambda r: r | {WEIGHTS: b"[]"},
    "nested": lambda r: r | {MODEL: b"[" * 100_000 + b"]" * 100_000},
    "no text": lambda r: r | {MODEL: b"\xff\xfe{}"},
    "missing": lambda r: {name: data for name, data in r.items() if name != "data/weights/weight_0"},
}


def test_an_operator_of_the_callers_own_gets_no_text(tmp_path: Path) -> None:
    """It may be the name of a file."""

    @torch.library.custom_op("nacformats_tests::noted", mutates_args=())
    def noted(x: torch.Tensor, name: str) -> torch.Tensor:  # type: ignore[name-defined]
        Path(name).touch()
        return x.clone()

    noted.register_fake(lambda x, name: (Path(name).touch(), torch.empty_like(x))[1])
    mark = tmp_path / "mark"

    class Model(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            y = x.clone()
            y.add_(1)
            return torch.ops.nacformats_tests.noted(y, str(mark))

    torch.export.save(torch.export.export(Model(), (torch.ones(2),)), tmp_path / "model.pt2")
    mark.unlink(missing_ok=True)
    with pytest.raises(UnsupportedError, match=r"nacformats_tests\.noted"):
        nacformats.compile(tmp_path / "model.pt2")
    assert not mark.exists()


@pytest.mark.parametrize("name", OUT_OF_PROPORTION)
def test_tensors_that_do_not_fit_are_refused(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "model.pt2", OUT_OF_PROPORTION[name](dict(_saved())))
    with pytest.raises((InvalidError, LimitError)):
        nacformats.compile(path)


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9",
        "Pow(Integer(9), Pow(Integer(9), Integer(9)))",
        "Pow(Pow(Pow(Integer(9), Integer(9)), Integer(9)), Integer(9))",
        "(s0 + s1 + s2)**12",
        "LShift(1, 10**10)",
        "-" * 9_000 + "1",
        "(" * 4_000 + "1" + ")" * 4_000,
        "1" * 11_000,
        "1 if s0 else 2",
        "[s0 for s0 in range(9)]",
        "lambda: 1",
        "s0.is_integer",
        "s0()",
        "Symbol('s0').__class__",
        "Float('1e9999999')",
        "s99999999999",
        "f'{s0}'",
        "s0\0",
        "",
    ],
)
def test_sizes_that_are_no_formulas(text: str) -> None:
    from nacformats.compiler.frontends.torch_export.vetting import expansion

    with pytest.raises(FormatError):
        expansion(text)


def test_sizes_that_pytorch_writes() -> None:
    from nacformats.compiler.frontends.torch_export.vetting import expansion

    for text in (
        "Symbol('s77', positive=True, integer=True)",
        "Add(FloorDiv(Symbol('s77', positive=True, integer=True), Integer(2)), Integer(1))",
        "Mul(Rational(1, 2), Pow(Symbol('u0', integer=True), Integer(-1)))",
        "Max(1, s0 + 2*s1)",
        "Eq(Mod(s0, 8), 0)",
        "((s0 - 1)//2)**2 + 3",
        "Float('0.5', precision=53)",
        "StrictGreaterThan(Symbol('u3', integer=True), Integer(0))",
        "oo",
    ):
        assert expansion(text) > 0


def test_archives_of_other_kinds_say_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "model.pt2"
    torch.save({"weight": torch.ones(2)}, path)
    with pytest.raises(UnsupportedError, match=r"torch\.save wrote it"):
        nacformats.compile(path)
    torch.jit.script(torch.nn.ReLU()).save(str(path))
    with pytest.raises(UnsupportedError, match=r"TorchScript|torch\.save"):
        nacformats.compile(path)
    write(path, {"data/aotinductor/model/model.so": b"\x7fELF"})
    with pytest.raises(UnsupportedError, match="machine code"):
        nacformats.compile(path)
    for name in ("model.pt", "model.pth", "model.bin", "model.ckpt"):
        with pytest.raises(ValueError, match="holds weights and no program"):
            nacformats.compile(tmp_path / name)


def test_archives_are_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "model.pt2"
    with pytest.raises(UnsupportedError, match="compressed"):
        nacformats.compile(write(path, _saved(), compression=zipfile.ZIP_DEFLATED))
    write(path, _saved())
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(f"model/{MODEL}", b"{}")
    with pytest.raises(UnsupportedError, match="same name"):
        nacformats.compile(path)
    write(path, {"data/weights/model.pt": b"x" * 1_000})
    data = path.read_bytes().replace((1_000).to_bytes(4, "little") * 2, (2**31).to_bytes(4, "little") * 2)
    path.write_bytes(data)
    with pytest.raises(InvalidError, match="larger than the file"):
        nacformats.compile(path)


def test_damaged_descriptions_raise_errors_of_the_package(tmp_path: Path) -> None:
    """Every field of the description once as something else."""
    good = json.loads(_saved()[MODEL])
    good["graph_module"]["graph"]["nodes"] = nodes(good)[:3]
    places = list(_places(good))
    path = tmp_path / "model.pt2"
    for number, place in enumerate(places[:: max(1, len(places) // effort(15, 40))]):
        document = copy.deepcopy(good)
        target = document
        for key in place[:-1]:
            target = target[key]
        target[place[-1]] = [None, 2**70, -1, "text", [], {}, [[]], {"as_int": 1}][number % 8]
        write(path, _saved() | {MODEL: json.dumps(document).encode()})
        with suppress(FormatError):
            nacformats.compile(path)


def _places(document: Any, *path: Any) -> Any:
    items = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in items:
        yield (*path, key)
        yield from _places(value, *path, key)
