"""What a hostile file may ask of PyTorch without the caller's word: nothing that touches memory of others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from nacformats import FormatError, NacBuilder, UnsupportedError, dump
from nacformats.commands.running import run_command
from nacformats.runtime import Session
from nacformats.runtime.engines.base import ALLOWED
from tests.partners import partner
from tests.runtime.programs import Program, floats

torch = partner("torch")

FLOATS = np.ones((1, 1, 4, 4), np.float32)
FAR = np.full((1, 1, 2, 2), 1 << 40)

#: An operator and its arguments: what was seen to corrupt memory, to read memory of others, to end the process or to
#: write to the terminal.
ATTACKS: dict[str, tuple[str, list[Any]]] = {
    "gradients to a far index": (
        "aten.max_pool2d_with_indices_backward.default",
        [FLOATS[..., :2, :2], FLOATS, [2, 2], [2, 2], [0, 0], [1, 1], False, FAR],
    ),
    "strides of a view": ("aten._reshape_alias.default", [FLOATS, [1 << 20], [1]]),
    "strides of a window": ("aten.as_strided.default", [FLOATS, [1 << 20], [1], 0]),
    "strides by another library": ("inductor._reinterpret_tensor.default", [FLOATS, [1 << 20], [1], -(1 << 20)]),
    "a larger tensor": ("aten.resize.default", [FLOATS, [1 << 20]]),
    "a larger tensor in place": ("aten.resize_.default", [FLOATS, [1 << 20]]),
    "another storage": ("aten.set_.source_Tensor_storage_offset", [FLOATS, FLOATS, 0, [1 << 20], [1]]),
    "labels that are not there": (
        "aten.ctc_loss.IntList",
        [np.zeros((4, 1, 3), np.float32), np.full((1, 2), 1 << 40), [4], [2], 0, 0, False],
    ),
    "lengths that are not true": (
        "aten.segment_reduce.default",
        [FLOATS.reshape(-1), "sum", np.array([1 << 40]), None, None, 0, True, 0.0],
    ),
    "a maximum that was elsewhere": ("aten.max_unpool2d.default", [FLOATS[..., :2, :2], FAR, [4, 4]]),
    "a maximum below 0": (
        "aten.max_unpool3d.default",
        [FLOATS[:, :, None], -FAR[:, :, None], [4, 4, 4], [1] * 3, [0] * 3],
    ),
    "the least integer divided by -1": ("aten.lcm.default", [np.array([np.iinfo(np.int64).min]), np.array([-1])]),
    "the least integers divided by -1": (
        "aten.div.Tensor_mode",
        [np.full(64, np.iinfo(np.int64).min), np.full(64, -1), "trunc"],
    ),
    "raw text": ("aten._print.default", ["\x1b[2J\x07 injected"]),
    "a file": ("aten.from_file.default", ["/etc/hostname"]),
    "an offset of bags": ("aten.embedding_bag.default", [FLOATS[0, 0], np.array([0, 1]), np.array([0, 1 << 40])]),
    "bags of another length": ("aten._embedding_bag.default", [FLOATS[0, 0], np.array([0, 1]), np.array([-5])]),
    "a spectrum that is longer": ("aten._fft_c2r.default", [FLOATS.astype(np.complex64), [3], 0, 1 << 20]),
    "repeats that overflow": ("aten.repeat_interleave.Tensor", [np.array([1 << 62, 1 << 62, 1 << 62, (1 << 62) + 4])]),
    "pivots that are not there": (
        "aten.linalg_lu_solve.default",
        [FLOATS, np.full((1, 1, 4), 1 << 30, np.int32), FLOATS],
    ),
    "a mode that is not there": ("aten.grid_sampler_2d.default", [FLOATS, FLOATS[..., :2], 77, 77, False]),
    "a scale without end": ("aten.upsample_nearest1d.default", [FLOATS[0], [8], 1e-30]),
    "a factor whose square is 0": ("aten.pixel_shuffle.default", [FLOATS, 1 << 32]),
    "a bin beyond the last": ("aten.histc.default", [FLOATS * np.float32(3e38), 8, -3.4e38, 3.4e38]),
    "parameters of another size": (
        "aten.lstm.input",
        [
            np.ones((2, 5, 3), np.float32),
            [np.ones((2, 2, 4), np.float32)] * 2,
            [np.ones((16, 3), np.float32)] * 4,
            *(False, 2, 0.0, False, False, False),
        ],
    ),
    "states of another batch": (
        "aten.gru.input",
        [
            np.ones((2, 5, 3), np.float32),
            np.ones((1, 50, 4), np.float32),
            [np.ones((12, 3), np.float32), np.ones((12, 4), np.float32)],
            *(False, 1, 0.0, False, False, False),
        ],
    ),
    "statistics that are not there": ("aten._native_batch_norm_legit.no_stats", [FLOATS, None, None, False, 0.1, 1e-5]),
    "statistics of fewer channels": (
        "aten.native_batch_norm.default",
        [np.ones((2, 4096), np.float32), None, None, FLOATS[0, 0, 0], FLOATS[0, 0, 0], False, 0.1, 1e-5],
    ),
    "norms of another shape": ("aten._weight_norm.default", [np.ones((64, 64), np.float32), FLOATS[0, 0, 0], 1]),
    "a window without end": ("aten._upsample_bicubic2d_aa.default", [FLOATS, [8, 8], False, 1e-9, 1e-9]),
    "keys of fewer heads": (
        "aten._scaled_dot_product_flash_attention_for_cpu.default",
        [np.ones((4, 8, 16, 64), np.float32), FLOATS, FLOATS],
    ),
    "attention of no heads": (
        "aten._scaled_dot_product_flash_attention_for_cpu.default",
        [np.ones((0, 8, 4, 64), np.float32), np.ones((0, 8, 4, 64), np.float32), np.ones((0, 8, 4, 64), np.float32)],
    ),
    "attention of nothing": (
        "aten.scaled_dot_product_attention.default",
        [np.ones((2, 0, 4, 8), np.float32), np.ones((2, 0, 4, 8), np.float32), np.ones((2, 0, 4, 8), np.float32)],
    ),
    "a bool of 255": ("aten.masked_select.default", [FLOATS, np.full((1, 1, 4, 4), 255, np.uint8).view(np.bool_)]),
    "a sparse tensor": ("aten.to_sparse.default", [FLOATS]),
    "a sparse layout": ("aten._to_copy.default", [FLOATS, "float32", "sparse_coo"]),
    "a quantized tensor": ("aten.quantize_per_tensor.default", [FLOATS, 0.1, 0, "int8"]),
    "a schema of functions": ("higher_order.cond.default", [FLOATS]),
}
#: What has a kernel here, and gives a result that is memory of its own.
HARMLESS = {
    "the least integers divided by -1",
    "attention of no heads",
    "attention of nothing",
    "the least integer divided by -1",
    "strides of a view",
    "a bool of 255",
    "bags of another length",
    "a spectrum that is longer",
}


def program(operator: str, arguments: list[Any]) -> Program:
    """One operation; arrays are its weights."""
    made = Program()

    def operand(value: Any) -> Any:
        if isinstance(value, list):
            return [operand(item) for item in value]
        return made.parameter(f"w{len(made.values)}", value) if isinstance(value, np.ndarray) else value

    operands = [operand(argument) for argument in arguments]
    return made.output(made(operator, *operands))


def attack(name: str) -> list[str]:
    """Run an attack as both engines do; what was said."""
    said = []
    for engine in ("numpy", "torch"):
        for _ in range(3):
            try:
                Session(program(*ATTACKS[name]), engine=engine).run([])
            except FormatError as error:
                said.append(f"{engine}: {error}")
    return said


def run_attacks() -> None:
    for name in ATTACKS:
        assert attack(name) or name in HARMLESS, name


def test_attacks_are_refused_and_harm_nothing() -> None:
    """All of them in one process, which lives, has nothing to say, and finds its memory in order at the end."""
    done = subprocess.run(
        [sys.executable, "-c", "from tests.runtime.test_torch_trust import run_attacks; run_attacks()"],
        check=False,
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("operator", "options"),
    [
        ("aten._scaled_dot_product_flash_attention_for_cpu.default", [0.0, False]),
        ("aten.scaled_dot_product_attention.default", []),
    ],
)
def test_attention_reads_rows_that_are_not_in_one_piece(operator: str, options: list[Any]) -> None:
    """PyTorch's kernel reads from the first element of each row on, be it in one piece or not."""
    query, key, value = (floats(2, 3, size, 8, seed=size) for size in (5, 7, 7))
    mask = floats(2, 3, 5, 7)
    results = []
    for engine, order in (("numpy", "C"), ("torch", "C"), ("torch", "F")):
        *given, masked = (np.asarray(array, order=order) for array in (query, key, value, mask))
        made = program(operator, [*given, *options, masked])
        if options:
            made.output(made("getitem", made.outputs[0], 0))
        results.append(Session(made, engine=engine).run([])[0])
    for result in results[1:]:
        np.testing.assert_allclose(result, results[0], rtol=1e-4, atol=1e-5)


def test_what_is_not_allowed_names_the_instruction_and_the_way_out() -> None:
    with pytest.raises(UnsupportedError) as caught:
        Session(program("aten.ctc_loss.IntList", ATTACKS["labels that are not there"][1]), engine="torch")
    text = str(caught.value)
    assert "instruction 2 (aten.ctc_loss.IntList)" in text
    assert 'trust={"aten.ctc_loss.IntList"}' in text
    assert 'trust="all" (--trust)' in text


@pytest.mark.parametrize(
    "trust", ["", "some", "aten.relu.default", b"all", 1, {"relu"}, ["aten.relu.default", 3], {"a.b\n"}]
)
@pytest.mark.parametrize("engine", ["numpy", "torch"])
def test_trust_of_another_kind_is_misuse(trust: Any, engine: str) -> None:
    with pytest.raises(ValueError, match=r'expected "all", or names of operators') as caught:
        Session(Program(), engine=engine, trust=trust)
    assert not isinstance(caught.value, FormatError)


def test_trust_belongs_to_the_engine_that_is_made() -> None:
    from nacformats.runtime.engines.torch_engine import TorchEngine

    relu = program("prims.cos.default", [FLOATS])
    assert Session(relu, engine=TorchEngine(trust={"prims.cos.default"})).run([])[0].shape == FLOATS.shape
    with pytest.raises(ValueError, match="belongs to the engine"):
        Session(relu, engine=TorchEngine(), trust="all")


@pytest.mark.parametrize(
    ("operator", "arguments", "said"),
    [
        ("aten.to_sparse.default", [FLOATS], "gives a tensor of float32, sparse_coo, on cpu"),
        ("aten.quantize_per_tensor.default", [FLOATS, 0.1, 0, "int8"], "."),
        ("aten.to_mkldnn.default", [FLOATS], "gives a tensor of float32, _mkldnn, on cpu"),
        ("aten._nested_from_padded_tensor.default", [FLOATS, FLOATS], "."),
        ("higher_order.cond.default", [FLOATS], "."),
        ("aten.split.str", [FLOATS], "."),
    ],
)
def test_results_that_are_no_arrays_are_typed_errors(operator: str, arguments: list[Any], said: str) -> None:
    with pytest.raises(FormatError, match=said):
        Session(program(operator, arguments), engine="torch", trust="all").run([])


def test_tensors_of_functions_of_the_caller_may_be_no_arrays() -> None:
    made = Program()
    made.output(made("my.op", made.input()))
    for function in (lambda x: x.to_sparse(), lambda x: x.to("meta"), lambda x: x.to(torch.float8_e4m3fn)):
        with pytest.raises(UnsupportedError, match="cannot become an array"):
            Session(made, engine="torch", operations={"my.op": function}).run([floats(2)])


@pytest.mark.parametrize("layout", ["sparse_csr", "_mkldnn"])
def test_the_only_layout_is_strided(layout: str) -> None:
    with pytest.raises(FormatError, match="is not a layout that the torch engine has: strided"):
        Session(program("aten.zeros_like.default", [FLOATS, "float32", layout]), engine="torch")


def test_a_name_is_no_attribute_of_torch() -> None:
    made = Program()
    x = made.input()
    made.output(made("aten.sum.default", x))
    made.values[-1].attributes["dtype"] = "Tensor"  # type: ignore[attr-defined]
    with pytest.raises(FormatError, match="'Tensor' is not a dtype"):
        Session(made, engine="torch")


def test_bytes_become_no_bools() -> None:
    for engine in ("numpy", "torch"):
        session = Session(program("aten.view.dtype", [np.full(4, 255, np.uint8), "bool"]), engine=engine)
        with pytest.raises(UnsupportedError, match="bytes read as bool"):
            session.run([])
        odd = np.full(4, 255, np.uint8).view(np.bool_)
        assert Session(program("aten.sum.default", [odd]), engine=engine).run([]) == [4]
        assert Session(program("aten.nonzero.default", [odd]), engine=engine).run([])[0].shape == (4, 1)


@pytest.mark.parametrize("trust", [None, "all", {"mylib.scan.default"}])
@pytest.mark.parametrize(
    "operator",
    [
        *(
            "",
            ".",
            "..",
            "aten",
            "aten.",
            "aten..",
            "aten.relu.no_such",
            "aten.__file__.default",
            "aten.__doc__",
            "a.b.c.d",
        ),
        *(
            "load_library.__call__.default",
            "__class__.__init__.__call__",
            "aten._dir.default",
            "aten.add.__class__",
            "a.b.c.d",
        ),
        *("aten.relu.default\x1b[2J", "aten.r\u00e9lu.default", "\ud800.a.b", "aten.relu\n.default", "_ops.x.y"),
    ],
)
def test_names_that_are_no_operators_are_unknown(operator: str, trust: Any) -> None:
    with pytest.raises(UnsupportedError, match="has no operation"):
        Session(program(operator, []), engine="torch", trust=trust)


def test_the_default_overload_need_not_be_named() -> None:
    assert Session(program("aten.relu", [-FLOATS]), engine="torch").run([])[0].sum() == 0
    for operator, trust in (("prims.cos", "prims.cos.default"), ("prims.cos.default", "prims.cos")):
        assert Session(program(operator, [FLOATS]), engine="torch", trust={trust}).run([])[0].shape == FLOATS.shape


def test_every_allowed_operator_is_known() -> None:
    """PyTorch may lack some in another version; then the NumPy kernel is used."""
    from nacformats.runtime.engines import torch_engine

    assert [name for name in sorted(ALLOWED) if torch_engine._operator(name) is None] == []


def test_the_command_asks_for_the_word(tmp_path: Path) -> None:
    builder = NacBuilder()
    builder.output(builder.operation("aten.special_zeta.default", builder.input("x"), builder.input("y")))
    dump(builder.build(), tmp_path / "model.nac")
    arguments = [str(tmp_path / "model.nac"), "--engine", "torch", "--random", "--shape", "x=2", "--shape", "y=2"]
    refused = CliRunner().invoke(run_command, arguments)
    assert "--trust" in str(refused.exception)
    assert CliRunner().invoke(run_command, [*arguments, "--trust"]).exit_code == 0
