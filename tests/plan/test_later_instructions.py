"""The instructions of NAC v1.7 and v1.8: what they do, how they are written, and which version they need."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import FormatError, InvalidError, LimitError, NacBuilder, NacFile
from nacformats.formats.mep.opcodes import OPCODES
from nacformats.plan import Files, Host, Plan, PlanBudget, PlanBuilder, PlanRunner, run_plan, verify_plan
from tests.plan.test_machine import ARRAYS, load, run

FUNCTIONS = {"sqrt": np.sqrt, "abs": np.abs, "neg": np.negative, "exp": np.exp, "reciprocal": lambda x: 1 / x}
OPERATIONS = {"div": np.divide, "pow": np.power, "max": np.maximum, "min": np.minimum}


@pytest.fixture
def files(tmp_path: Any) -> Files:
    for name, array in ARRAYS.items():
        np.save(tmp_path / f"{name}.npy", array)
    return Files(tmp_path, write=True)


# numbers


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_those_of_numpy(files: Files, name: str) -> None:
    text = load("a", "i") + f"n = 2.5\nx = unary {name} a\ny = unary {name} i\nz = unary {name} n\nreturn (x, y, z)"
    with np.errstate(all="ignore"):
        wanted = [FUNCTIONS[name](each) for each in (ARRAYS["a"], ARRAYS["i"], 2.5)]
    if name == "reciprocal":
        text = text.replace("unary reciprocal i", "unary neg i")
        wanted[1] = -ARRAYS["i"]
    for result, each in zip(run(text, host=Host(files=files)), wanted, strict=True):
        assert np.asarray(result).dtype == np.asarray(each).dtype
        assert np.array_equal(result, each, equal_nan=True)


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_are_those_of_numpy(files: Files, name: str) -> None:
    text = load("a", "b", "i") + f"n = 2.0\nx = binary {name} a b\ny = binary {name} a n\nz = binary {name} i n\n"
    a, b, i = ARRAYS.values()
    with np.errstate(all="ignore"):
        wanted = [OPERATIONS[name](*each) for each in ((a, b), (a, 2.0), (i, 2.0))]
    for result, each in zip(run(text + "return (x, y, z)", host=Host(files=files)), wanted, strict=True):
        assert result.dtype == each.dtype
        assert np.array_equal(result, each, equal_nan=True)


def test_operators_are_short_for_operations() -> None:
    assert run("a = 7\nb = 2\nc = a / b\nd = a ** b\nreturn (c, d)") == [3.5, 49]
    short, long = (nacformats.plan.assemble(f"a = 7\nb = 2\nc = {each}") for each in ("a ** b", "binary pow a b"))
    assert short.bytecode == long.bytecode
    builder = PlanBuilder()
    a = builder.constant(7)
    builder.return_(a / 2, a**2)
    assert run_plan(plan=builder.build()) == [3.5, 49]


def test_division_by_zero() -> None:
    assert run("a = 1.0\nb = 0\nc = a / b\nreturn (c)") == np.inf
    assert np.isnan(run("a = 0.0\nb = 0.0\nc = a / b\nreturn (c)"))
    assert run("a = 0.0\nb = unary reciprocal a\nreturn (b)") == np.inf
    for text in (
        "a = 1\nb = 0\nc = a / b",
        "a = [1, 2]\nb = [0, 1]\nc = a / b",
        "a = true\nb = false\nc = a / b",
        "a = [2, 0]\nb = unary reciprocal a",
    ):
        with pytest.raises(InvalidError, match="an integer is divided by 0"):
            run(text)


@pytest.mark.parametrize(
    "text",
    [
        "a = [2, 3]\nb = -1\nc = a ** b",  # NumPy has no integer for it
        'a = "x"\nc = unary exp a',
        'a = "x"\nb = 2\nc = a / b',
        "a = null\nb = 2\nc = binary max a b",
        "a = [1, 2]\nb = [1, 2, 3]\nc = binary min a b",
        "a = [1]\nb = 2\nc = manipulate unsqueeze a b",
        "a = [1]\nb = -3\nc = manipulate unsqueeze a b",
        "a = [1, 2]\nb = 0\nc = manipulate squeeze a b",
        "a = [1]\nb = 1\nc = manipulate squeeze a b",
        "a = 1\nb = 0\nc = manipulate squeeze a b",
        "a = [1]\nb = 0.0\nc = manipulate squeeze a b",
        'a = "x"\nb = 0\nc = manipulate unsqueeze a b',
        "a = [-1]\nc = create float32 zeros a",
        "a = [1.5]\nc = create float32 zeros a",
    ],
)
def test_values_that_do_not_fit_are_typed_errors(text: str) -> None:
    with pytest.raises(InvalidError) as caught:
        run(text)
    assert (caught.value.path, caught.value.offset is None) == ("orch.bytecode", False)


def test_huge_numbers_take_no_time() -> None:
    assert run("a = 9223372036854775807\nb = a ** a\nc = unary exp a\nreturn (b, c)") == [
        np.power(np.int64(2**63 - 1), np.int64(2**63 - 1)),
        np.inf,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "n = [1000000, 1000000]\nx = create float32 zeros n",
        "n = [4000000]\nx = create float32 zeros n\ny = unary exp x",
        "n = [3000, 1]\nm = [1, 3000]\nx = create float32 zeros n\ny = create float32 zeros m\nz = x ** y",
    ],
)
def test_what_is_too_large_is_refused_before_it_is_made(text: str) -> None:
    with pytest.raises(LimitError):
        run(text, budget=PlanBudget(memory=50_000_000))


# shapes


def test_axes_come_and_go() -> None:
    text = """
    list = [1, 2, 3]
    x = create int64 values list
    zero = 0
    last = -1
    a = manipulate unsqueeze x zero
    b = manipulate unsqueeze x last
    c = manipulate squeeze x zero
    d = manipulate squeeze b last
    n = 7
    e = manipulate unsqueeze n zero
    return (a, b, c, d, e)
    """
    found = run(text)
    assert [each.shape for each in found] == [(1, 1, 3), (1, 3, 1), (3,), (1, 3), (1,)]
    assert found[3].tolist() == [[1, 2, 3]]


def test_there_are_only_so_many_axes() -> None:
    text = "x = [1]\nzero = 0\nn = {}\nloop n\nx = manipulate unsqueeze x zero\nend\nreturn (x)"
    assert run(text.format(63)).shape == (1,) * 64
    with pytest.raises(LimitError, match="too many axes"):
        run(text.format(64))


def test_zeros() -> None:
    found = run("n = [2, 3]\na = create float32 zeros n\nb = create int64 zeros n\nreturn (a, b)")
    assert [(str(each.dtype), each.tolist()) for each in found] == [
        (kind, [[0] * 3] * 2) for kind in ("float32", "int64")
    ]


# the mode


@pytest.mark.parametrize("mode", ["infer", "train", "infer_train"])
def test_the_plan_is_told_its_mode(mode: Any) -> None:
    plan = nacformats.plan.assemble("x = exec_mode\nreturn (x)")
    assert PlanRunner(None, plan=plan, mode=mode).run() == run_plan(plan=plan, mode=mode) == mode


def test_without_a_word_the_plan_may_do_both() -> None:
    assert run("x = exec_mode\nreturn (x)") == "infer_train"
    with pytest.raises(ValueError, match="expected one of infer, train, infer_train"):
        PlanRunner(None, plan=nacformats.plan.assemble("halt"), mode="predict")  # type: ignore[arg-type]


# the text form


def train_step(logits: int, weight: int, bias: int) -> Plan:
    octets = bytes.fromhex("82 00 00 00 00 01 02") + bytes([logits]) + weight.to_bytes(2, "little")
    pool = nacformats.plan.assemble('a = "x"\nb = "y"').constants
    return Plan.from_bytecode(octets + bias.to_bytes(2, "little"), pool)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((0, 0, 0), "s2"),
        ((3, 0, 0), "s2 s3"),
        ((0, 1, 0), 's2 none "y"'),
        ((0, 0, 1), 's2 none none "y"'),
        ((7, 1, 9), 's2 s7 "y" @9'),
    ],
)
def test_what_there_is_none_of(numbers: tuple[int, int, int], words: str) -> None:
    plan = train_step(*numbers)
    text = plan.disassemble()
    assert text.splitlines()[-1].strip() == f"s1 = model_train_step 0 cross_entropy () () {words}"
    assert nacformats.plan.assemble(text).bytecode == plan.bytecode


def test_none_is_a_name_elsewhere() -> None:
    assert run("none = 1\nx = none + none\nreturn (x)") == 2


def test_what_is_named_is_never_none() -> None:
    """Number 0 means none: names of slots and constants that are written get another one."""
    text = 'loss = train_step 0 mse () () loss head "w" "b"\nhead = "w"\nother = 1'
    (step, *_) = nacformats.plan.assemble(text).instructions
    assert all(step.operands[name] for name in ("logits", "weight", "bias"))
    builder = PlanBuilder()
    head = builder.constant("w")
    builder.train_step([], [], 0.5, logits=head, weight="w", bias="b")
    plan = builder.build()
    step = next(each for each in plan.instructions if each.name == "model_train_step")
    assert all(step.operands[name] for name in ("logits", "weight", "bias"))
    assert {plan.constants[step.operands["weight"]].value, plan.constants[step.operands["bias"]].value} == {"w", "b"}  # type: ignore[index]
    assert not [each for each in plan.verify() if each.rule == "nac.plan-slot"]


def test_names_that_may_be_none_leave_slot_0_to_others() -> None:
    names = [f"v{number}" for number in range(254)]
    text = "\n".join(f"{name} = 1" for name in names)
    plan = nacformats.plan.assemble(f"head = 1\nloss = train_step 0 none () () v0 head\n{text}")
    assert len({each.operands["out"] for each in plan.instructions}) == 256


# versions


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("", "1.6"),
        ("x = 1\ny = x + x", "1.6"),
        ('x = user_prompt integer "n"', "1.6"),
        ("x = exec_mode", "1.7"),
        ('load_model 0 ""\nzero_grad 0', "1.7"),
        ("x = 1\ny = x / x", "1.8"),
        ("x = 1\ny = unary exp x", "1.8"),
        ("x = 1\ny = create float32 zeros x", "1.8"),
        ("x = 1\ny = manipulate squeeze x x", "1.8"),
        ('x = exec_mode\ny = load_array "a"', "1.8"),
    ],
)
def test_the_version_that_a_plan_needs(text: str, version: str) -> None:
    plan = nacformats.plan.assemble(text)
    assert plan.version_needed == version
    assert bool(plan.beyond("1.6")) == (version != "1.6")
    assert bool(plan.beyond("1.7")) == (version == "1.8")
    assert plan.beyond("1.8") == ()


def test_every_later_opcode_says_its_version() -> None:
    later = {opcode.name: opcode.since for opcode in OPCODES.values() if opcode.since}
    assert later == {
        "src_exec_mode": "1.7",
        "res_load_array": "1.8",
        "model_train_step": "1.7",
        "model_zero_grad": "1.7",
        "model_save_weights": "1.7",
    }


def test_errors_of_the_machine_are_typed() -> None:
    for text in ("zero_grad 0", 'p = ""\nsave_weights 0 p', "r = 1\nl = train_step 0 mse () () r"):
        with pytest.raises(FormatError, match="model 0 is not loaded"):
            run(text)


def trainable(**arrays: Any) -> NacFile:
    """y = x w, trained by the mean of (y - target)^2."""
    builder = NacBuilder(version="1.8")
    x = builder.input("x")
    y = builder.operation("aten.matmul.default", x, builder.parameter("w", np.ones((3, 2), np.float32)))
    builder.output(y)
    program = builder.training()
    seed, target = program.constant(1.0), program.target(0)
    gradient = program.operation("aten.mse_loss_backward.default", seed, program.saved(y), target, 1)
    turned = program.operation("aten.t.default", program.saved(x))
    program.update("w", program.operation("aten.matmul.default", turned, gradient), program.constant(0.5))
    program.finish()
    for name, array in arrays.items():
        builder.array(name, array)
    return builder.build()


DATA = {"x": np.array([[1, 2, 3], [0, 1, 0]], np.float32), "y": np.zeros((2, 2), np.float32)}
LOAD = 'load_model 0 ""\nx = load_array "x"\ny = load_array "y"\nrate = 0.125\n'
STEP = "loss = train_step 0 mse (x) (y) rate\n"


def test_a_plan_in_a_file_of_an_older_version_is_a_finding() -> None:
    file = trainable(**DATA)
    plan = nacformats.plan.assemble(LOAD + STEP + "z = unary exp loss")
    assert verify_plan(plan, file) == plan.verify() == []
    old = NacFile()
    found = [each for each in verify_plan(plan, old) if each.rule == "nac.plan-version"]
    assert [each.expected for each in found] == [f"a file of NAC v{v} or later" for v in ("1.8", "1.8", "1.7", "1.8")]
    assert {each.severity for each in found} == {"error"}
    assert "it came with NAC v1.7, and the file is v1.6" in found[2].reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (STEP, None),
        ("loss = train_step 0 mse (x) (y) rate x", None),
        ('loss = train_step 0 mse (x) (y) rate none "w"', None),
        ('loss = train_step 0 mse (x) (y) rate none "v"', "the file has no parameter 'v'"),
        ('loss = train_step 0 mse (x) (y) rate none none "b"', "the file has no parameter 'b'"),
        ("loss = train_step 0 mse (x, x) (y) rate", "the model takes another number of inputs"),
        ('z = load_array "z"', "the file has no array 'z'"),
        ("zero_grad 1", "model 1 is not loaded"),
    ],
)
def test_the_file_has_what_the_plan_names(text: str, reason: str | None) -> None:
    found = verify_plan(nacformats.plan.assemble(LOAD + text), trainable(**DATA))
    assert [each.rule for each in found] == ["nac.plan-model"] * (reason is not None)
    assert all(str(reason) in str(each) for each in found)


def test_a_file_without_a_training_program_trains_nothing() -> None:
    builder = NacBuilder(version="1.7")
    builder.output(builder.input("x"))
    plan = nacformats.plan.assemble('load_model 0 ""\nx = 1.0\nloss = train_step 0 mse (x) (x) x')
    found = verify_plan(plan, builder.build())
    assert [each.rule for each in found] == ["nac.plan-model"]
    assert "no training program" in found[0].reason
    with pytest.raises(FormatError, match="no training program"):
        run_plan(builder.build(), plan=plan)


# arrays


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int64", "int32", "uint8", "bool"])
def test_arrays_of_the_file(dtype: str) -> None:
    array = np.arange(6).reshape(2, 3).astype(dtype)
    data = nacformats.dumps(trainable(x=array, empty=array[:0]))
    plan = nacformats.plan.assemble('x = load_array "x"\ny = load_array "empty"\nreturn (x, y)')
    with nacformats.loads(data, format="nac") as file:
        x, y = run_plan(file, plan=plan)  # type: ignore[misc]
    assert (x.dtype, y.dtype, y.shape) == (array.dtype, array.dtype, (0, 3))
    assert np.array_equal(x, array)


def test_an_array_that_is_not_there() -> None:
    text = 'x = load_array "z"'
    with pytest.raises(InvalidError, match="the file has no array 'z': expected one of 'x', 'y'"):
        run(text, trainable(**DATA))
    with pytest.raises(InvalidError, match="there are none"):
        run(text, trainable())
    with pytest.raises(InvalidError, match="the plan is in no file"):
        run(text)


def test_arrays_count() -> None:
    file = trainable(x=np.zeros(1_000_000, np.float32))
    with pytest.raises(LimitError, match="RES_LOAD_ARRAY"):
        run('x = load_array "x"\ny = load_array "x"', file, budget=PlanBudget(memory=6_000_000))
