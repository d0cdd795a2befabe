"""What each instruction does, against NumPy and by hand."""

from __future__ import annotations

import io
import json
import re
import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import FormatError, InvalidError, LimitError, NacBuilder, NacFile, UnsupportedError
from nacformats._generated.tables.mep import SCHEMA
from nacformats.formats.records.constants import Constant
from nacformats.plan import Files, Host, Plan, PlanBudget, PlanRunner, runner
from nacformats.plan.pictures import png_of
from nacformats.plan.running.state import HANDLERS
from tests.partners import partner


def runner_of(text: str, nac: NacFile | None = None, **options: Any) -> PlanRunner:
    return PlanRunner(nac, plan=nacformats.plan.assemble(text), **options)


def run(text: str, nac: NacFile | None = None, *answers: str, **options: Any) -> Any:
    return runner_of(text, nac, **options).run(answers)


def values(text: str, **options: Any) -> list[Any]:
    """The values of several slots as lists, so that they compare."""
    return [each.tolist() if hasattr(each, "tolist") else each for each in run(text, **options)]


def model(*, outputs: int = 1) -> NacFile:
    """y = 2 x, y = x + 1, ..."""
    builder = NacBuilder()
    x = builder.input("x")
    results = [
        builder.operation("aten.mul.Tensor", x, 2.0),
        builder.operation("aten.add.Tensor", x, 1.0),
        builder.operation("aten.relu.default", x),
    ]
    builder.output(*results[:outputs])
    return builder.build()


def test_every_opcode_has_a_handler() -> None:
    opcodes = {member.id for member in SCHEMA.enums["opcode"].members}
    assert HANDLERS.keys() | runner._FLOW.keys() == opcodes
    assert not HANDLERS.keys() & runner._FLOW.keys()


def test_the_corpus_gives_its_results(corpus: Path) -> None:
    case = corpus / "nac" / "mep_run"
    expected = json.loads((case / "mep_result.json").read_text())
    with nacformats.load(case / "model.nac", format="nac") as nac:
        runner = PlanRunner(nac)
        results = runner.run()
    assert runner.printed.splitlines() == expected["stdout"]
    assert isinstance(results, list)
    assert len(results) == len(expected["returns"])
    for result, wanted in zip(results, expected["returns"], strict=True):
        if isinstance(wanted, str):
            assert result == wanted
            continue
        assert str(result.dtype) == wanted["dtype"]
        assert list(result.shape) == wanted.get("shape", [])
        assert np.allclose(result, wanted.get("data", wanted.get("scalar")) if "scalar" in wanted else flat(wanted))


def flat(wanted: dict[str, Any]) -> Any:
    return np.array(wanted["data"]).reshape(wanted["shape"])


# values and flow


def test_the_end_of_a_program() -> None:
    assert run("x = 1\nreturn (x)") == 1
    assert run("x = 1\ny = 2\nreturn (x, y, x)") == [1, 2, 1]
    assert run("return ()") == []
    assert run("x = 1\nhalt\nreturn (x)") is None
    assert run("x = 1") is None
    assert run("") is None


@pytest.mark.parametrize("literal", ["null", "true", "5", "-2.5", '"text"', "[1, 2]", "[0.5]"])
def test_constants(literal: str) -> None:
    (constant,) = nacformats.plan.assemble(f"x = {literal}").constants.values()
    assert run(f"x = {literal}\ny = copy x\nreturn (y)") == constant.value


LOOP = "n = {}\nzero = 0\none = 1\ntotal = zero + zero\nloop n\ntotal = total + one\nend\nreturn (total)"


@pytest.mark.parametrize(("count", "runs"), [("0", 0), ("-3", 0), ("1", 1), ("7", 7), ("true", 1)])
def test_a_loop_runs_its_body_as_often_as_it_says(count: str, runs: int) -> None:
    assert run(LOOP.format(count)) == runs


@pytest.mark.parametrize("count", ["2.0", '"2"', "null", "[1, 2]", "[2.0]", "[4]"])
def test_a_count_is_an_integer(count: str) -> None:
    with pytest.raises(InvalidError, match="FLOW_LOOP_START: the count of the loop is no integer"):
        run(LOOP.format(count))


def test_a_loop_without_runs_skips_all_that_is_inside() -> None:
    text = """
    none = 0
    two = 2
    total = none + none
    loop two
        loop none
            loop two
                total = total + two
            end
            s = format "{}" (total)
            t = create float32 ones two
        end
        total = total + two
    end
    return (total)
    """
    assert run(text) == 4


def test_nested_loops_count_each_for_itself() -> None:
    text = """
    two = 2
    three = 3
    one = 1
    total = one - one
    loop three
        loop two
            loop three
                total = total + one
            end
        end
        total = total + one
    end
    return (total)
    """
    assert run(text) == 3 * (2 * 3 + 1)


def test_a_break_leaves_the_loop() -> None:
    text = """
    many = 1000
    one = 1
    limit = 5
    total = one - one
    outer = one - one
    loop limit
        loop many
            total = total + one
            done = total > limit
            break_if done
        end
        outer = outer + one
    end
    return (total, outer)
    """
    assert values(text) == [10, 5]


def test_a_branch_out_of_a_loop_forgets_it() -> None:
    text = """
    two = 2
    one = 1
    yes = true
    four = 4
    total = one - one
    again = one - one
    start:
    again = again + one
    loop two
        total = total + one
        branch_if yes out
    end
    out:
    more = again < four
    branch_if more start
    return (total, again)
    """
    assert values(text) == [4, 4]


def test_a_branch_into_a_loop_is_refused_at_its_end() -> None:
    text = "yes = true\nn = 2\nbranch_if yes inside\nloop n\ninside:\nx = 1\nend\n"
    with pytest.raises(InvalidError, match="FLOW_LOOP_END: the loop was not begun"):
        run(text)


def test_a_branch_to_the_end_of_a_loop_goes_on_with_it() -> None:
    text = """
    n = 3
    one = 1
    yes = true
    total = one - one
    loop n
        total = total + one
        branch_if yes next
        total = total + n
        next:
    end
    return (total)
    """
    assert run(text) == 3


@pytest.mark.parametrize(
    ("literal", "expected"),
    [("true", 1), ("false", 0), ("0", 0), ("0.0", 0), ('""', 0), ('"no"', 1), ("null", 0), ("[]", 0), ("[0]", 1)],
)
def test_conditions(literal: str, expected: int) -> None:
    text = f"c = {literal}\nr = 1\nbranch_if c yes\nr = 0\nyes:\nreturn (r)"
    assert run(text) == expected


def test_a_condition_on_several_elements_is_refused() -> None:
    with pytest.raises(InvalidError, match="FLOW_BRANCH_IF: the condition is neither true nor false"):
        run("n = 3\nc = create float32 ones n\nbranch_if c end\nend:")


def test_an_empty_slot_cannot_be_read() -> None:
    with pytest.raises(InvalidError, match="slot 1 is empty") as caught:
        run("x = 1\ny = copy s1\n")
    assert (caught.value.path, caught.value.offset) == ("orch.bytecode", 4)
    with pytest.raises(InvalidError, match="slot 0 is empty"):
        run("x = 1\nunload slot x\nreturn (x)")


def test_an_error_names_the_byte_of_the_file(tmp_path: Path) -> None:
    nac = model()
    nac.set_plan(nacformats.plan.assemble("x = 1\ny = x + s200"))
    (tmp_path / "m.nac").write_bytes(nacformats.dumps(nac))
    with nacformats.load(tmp_path / "m.nac", format="nac") as read:
        with pytest.raises(InvalidError, match="MATH_BINARY: slot 200 is empty") as caught:
            PlanRunner(read).run()
        assert read.source is not None
        assert caught.value.offset is not None
        assert bytes(read.source.view[caught.value.offset :][:5]) == bytes([0x61, 0, 1, 0, 200])


# numbers and tensors

ARRAYS = {
    "a": np.array([[1.5, -2.0, 3.0], [0.5, 3.0, -1.0]], np.float32),
    "b": np.array([2.0, 0.5, -1.0], np.float32),
    "i": np.array([[3, 1, 2]], np.int64),
}


@pytest.fixture
def files(tmp_path: Path) -> Files:
    for name, array in ARRAYS.items():
        np.save(tmp_path / f"{name}.npy", array)
    return Files(tmp_path, write=True)


def load(*names: str) -> str:
    return "".join(f'{name} = load_datafile array "{name}.npy"\n' for name in names)


@pytest.mark.parametrize(("sign", "function"), [("+", np.add), ("-", np.subtract), ("*", np.multiply)])
def test_arithmetic_is_that_of_numpy(files: Files, sign: str, function: Any) -> None:
    a, b, i = ARRAYS.values()
    found = run(
        load("a", "b", "i") + f"n = 0.5\nx = a {sign} b\ny = a {sign} n\nz = i {sign} a\nreturn (x, y, z)",
        host=Host(files=files),
    )
    for result, wanted in zip(found, (function(a, b), function(a, 0.5), function(i, a)), strict=True):
        assert result.dtype == wanted.dtype
        assert np.array_equal(result, wanted)


@pytest.mark.parametrize(
    ("sign", "function"), [("==", np.equal), ("!=", np.not_equal), (">", np.greater), ("<", np.less)]
)
def test_comparisons_are_those_of_numpy(files: Files, sign: str, function: Any) -> None:
    a, b, _ = ARRAYS.values()
    text = (
        load("a", "b") + f'n = 0.5\ns = "a"\nt = "b"\nx = a {sign} b\ny = a {sign} n\nz = s {sign} t\nreturn (x, y, z)'
    )
    found = run(text, host=Host(files=files))
    assert np.array_equal(found[0], function(a, b))
    assert np.array_equal(found[1], function(a, 0.5))
    assert found[2] is {"==": False, "!=": True, ">": False, "<": True}[sign]


def test_integers_wrap_around() -> None:
    assert run("a = 9223372036854775807\nb = 1\nc = a + b\nreturn (c)") == -(2**63)


@pytest.mark.parametrize(
    "text",
    [
        'a = "x"\nb = 1\nc = a + b',
        'a = "x"\nb = "y"\nc = a + b',
        "a = null\nb = 1\nc = a * b",
        'a = "x"\nb = 1\nc = a > b',
        "a = [1, 2]\nb = [1, 2, 3]\nc = a + b",
        'a = "x"\nc = unary softmax a',
        "a = 1\nc = unary softmax a",
        "a = []\nc = aggregate argmax a",
        "a = [1]\nb = 5\nc = extract a b",
        "a = 1\nb = 0\nc = extract a b",
        "a = [1, 2]\nc = info item a",
        "a = [1, 2]\nb = 1\nc = info size a b",
        "a = [1.5]\nc = create float32 ones a",
        "a = [-1]\nc = create float32 ones a",
        'a = "x"\nc = create float32 values a',
        "a = nan\nc = create float32 arange a",
        "a = 1\nb = 0\nc = manipulate pad a a b",
        "a = [1]\nb = -1\nc = manipulate pad a b b",
        "b = 0\nc = combine concat () b",
        "a = [1]\nb = 3\nc = combine concat (a, a) b",
        "a = [1]\nb = 0\nc, d = top_k a a\nc = sample a b a\nc = sample c b a\nb = -1\nc, d = top_k a b",
        'a = [1]\nb = "hot"\nc = sample a b b',
    ],
)
def test_values_that_do_not_fit_are_typed_errors(text: str) -> None:
    with pytest.raises(InvalidError) as caught:
        run(text)
    assert caught.value.path == "orch.bytecode"
    assert caught.value.offset is not None


def test_tensors_are_made() -> None:
    text = """
    list = [3, 1]
    number = 2.5
    n = 4
    a = create int64 values list
    b = create float32 values number
    c = create int64 arange n
    d = create float32 ones list
    e = create float32 ones n
    return (a, b, c, d, e)
    """
    found = run(text)
    assert [str(each.dtype) for each in found] == ["int64", "float32", "int64", "float32", "float32"]
    assert [each.tolist() for each in found] == [[[3, 1]], [[2.5]], [[0, 1, 2, 3]], [[1.0]] * 3, [1.0] * 4]


def test_an_unknown_element_type_is_float32() -> None:
    plan = nacformats.plan.assemble("n = 4\na = create int64 arange n\nreturn (a)")
    bytecode = bytearray(plan.bytecode)
    bytecode[bytecode.index(b"\x30") + 2] = 77
    found = PlanRunner(None, plan=Plan.from_bytecode(bytes(bytecode), plan.constants)).run()
    assert isinstance(found, np.ndarray)
    assert found.dtype == np.float32


def test_parts_shapes_and_joins(files: Files) -> None:
    text = (
        load("a", "i")
        + """
    zero = 0
    one = 1
    minus = -1
    shape = info shape a
    size = info size a minus
    second = extract a one
    item = info item second
    both = combine concat (a, a) one
    padded = manipulate pad i one minus
    cube = create float32 ones shape
    return (shape, size, second, item, both, padded)
    """
    )
    shape, size, second, item, both, padded = run(text, host=Host(files=files))
    a = ARRAYS["a"]
    assert (shape, size) == ((2, 3), 3)
    assert second == a[0, 1]
    assert item == a[0, 1]
    assert np.array_equal(both, np.concatenate([a, a], 1))
    assert padded.tolist() == [[-1, 3, 1, 2]]


def test_extraction_by_rank(tmp_path: Path) -> None:
    cube = np.arange(24).reshape(2, 3, 4)
    np.save(tmp_path / "cube.npy", cube)
    text = 'i = 2\nc = load_datafile array "cube.npy"\nrow = extract c i\nx = extract row i\nreturn (row, x)'
    row, x = run(text, host=Host(files=Files(tmp_path)))
    assert row.tolist() == cube[0, 2, :].tolist()
    assert row.base is None
    assert x == cube[0, 2, 2]


def test_the_largest_and_softmax(files: Files) -> None:
    text = load("a") + "k = 2\np = unary softmax a\nm = aggregate argmax a\nat, v = top_k a k\nreturn (p, m, at, v)"
    p, m, at, v = run(text, host=Host(files=files))
    a = ARRAYS["a"]
    assert np.allclose(p.sum(-1), 1)
    assert m.tolist() == a.argmax(-1).tolist()
    assert (at.tolist(), v.tolist()) == ([4, 2], [3.0, 3.0])


SAMPLING = """
n = 50
logits = create float32 arange n
zero = 0
half = 20.0
k = 30
times = 40
s = "-"
loop times
    x = sample logits half k
    s = format "{} {}" (s, x)
end
return (s)
"""


def test_a_seed_repeats_a_run() -> None:
    first, again, other = (runner_of(SAMPLING, seed=seed).run() for seed in (1, 1, 2))
    assert first == again != other
    assert runner_of(SAMPLING).run() != runner_of(SAMPLING).run()
    assert min(map(int, str(first).split()[1:])) >= 20


# models


def test_models_give_their_outputs_in_order() -> None:
    text = """
    load_model 3 ""
    n = 2
    x = create float32 ones n
    a, b, c = run_static 3 x
    d = run_static 3 a
    return (a, b, c, d)
    """
    assert values(text, nac=model(outputs=3)) == [[2.0, 2.0], [2.0, 2.0], [1.0, 1.0], [4.0, 4.0]]
    with pytest.raises(InvalidError, match="MODEL_RUN_STATIC: model 3 has fewer outputs"):
        run(text, model())


def test_what_goes_wrong_in_a_model_says_where() -> None:
    with pytest.raises(InvalidError, match="model 1 is not loaded"):
        run('load_model 0 ""\nx = 1.0\ny = run_static 1 x', model())
    with pytest.raises(InvalidError, match="model 0 is not loaded"):
        run('load_model 0 ""\nunload model 0\nx = 1.0\ny = run_static 0 x', model())
    with pytest.raises(InvalidError, match="an input of the model is no tensor"):
        run('load_model 0 ""\nx = "text"\ny = run_static 0 x', model())
    with pytest.raises(FormatError, match="MODEL_RUN_STATIC: inputs: no value for input 'x'"):
        run('load_model 0 ""\ny = run_static 0 ()', model())
    with pytest.raises(InvalidError, match="the plan is in no file"):
        run('load_model 0 ""')


def test_the_name_of_the_file_means_the_file(tmp_path: Path) -> None:
    (tmp_path / "own.nac").write_bytes(nacformats.dumps(model()))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "other.nac").write_bytes(nacformats.dumps(model(outputs=2)))
    text = 'load_model 0 "{}"\nx = 1.0\na = run_static 0 x\nreturn (a)'
    with nacformats.load(tmp_path / "own.nac", format="nac") as nac:
        assert run(text.format("own.nac"), nac) == 2.0
        with pytest.raises(UnsupportedError, match=r"RES_LOAD_MODEL: the plan may not open the file 'sub/other\.nac'"):
            run(text.format("sub/other.nac"), nac)
        assert run(text.format("sub/other.nac"), nac, host=Host(files=Files(tmp_path))) == 2.0
        for path in ("../own.nac", str(tmp_path / "own.nac")):
            with pytest.raises(InvalidError, match="is refused"):
                run(text.format(path), nac, host=Host(files=Files(tmp_path / "sub")))


def test_sessions_are_closed_and_the_own_file_is_not(tmp_path: Path) -> None:
    (tmp_path / "own.nac").write_bytes(nacformats.dumps(model()))
    text = 'load_model 0 ""\nload_model 1 ""\nunload model 0\nx = 1.0\na = run_static 1 x\nreturn (a)'
    with nacformats.load(tmp_path / "own.nac", format="nac") as nac:
        assert [run(text, nac), run(text, nac)] == [2.0, 2.0]
        assert len(nac.instructions) > 0


# tokenizers


def test_tokenizers_encode_and_decode(corpus: Path) -> None:
    text = """
    load_model 7 ""
    t = load_extern tokenizer 7
    s = "Hello, world!"
    ids = encode t s
    tensor = create int64 values ids
    back = decode t tensor
    first = aggregate argmax ids
    token = get_id t "the"
    one = decode t token
    return (ids, back, token, one)
    """
    with nacformats.load(corpus / "nac" / "tok_bpe" / "model.nac", format="nac") as nac:
        tokenizer = nacformats.Tokenizer.of(nac)
        ids = tokenizer.encode("Hello, world!").ids
        token = tokenizer.token_to_id("the")
        assert token is not None
        assert run(text, nac) == [ids, "Hello, world!", token, "the"]
        start = 'load_model 0 ""\nt = load_extern tokenizer 0\n'
        with pytest.raises(InvalidError, match="PREPROC_GET_ID: the vocabulary has no token 'no such token'"):
            run(start + 'x = get_id t "no such token"', nac)
        with pytest.raises(InvalidError, match="PREPROC_ENCODE: what is encoded is no text: got a tokenizer"):
            run(start + "x = encode t t", nac)
        with pytest.raises(InvalidError, match="PREPROC_DECODE: what is decoded are no token ids"):
            run(start + "f = 1.5\nx = decode t f", nac)
        for line in ('x = format "{}" (t)', "x = t + t", "print t", "x = create int64 values t", "branch_if t -1"):
            with pytest.raises(FormatError, match=r"orch\.bytecode \(byte"):
                run(start + line, nac)


def test_a_model_without_a_tokenizer_says_so() -> None:
    with pytest.raises(FormatError, match="RES_LOAD_EXTERN: "):
        run('load_model 0 ""\nt = load_extern tokenizer 0', model())


def test_other_values_are_no_tokenizers() -> None:
    assert run('t = load_extern constant "x"\nreturn (t)') == "x"
    with pytest.raises(InvalidError, match="there is no tokenizer in the slot"):
        run('t = "x"\nx = encode t t')
    with pytest.raises(InvalidError, match="model 0 is not loaded"):
        run("t = load_extern tokenizer 0")


# text and the host


def test_formats_show_values_of_numpy_as_those_of_python(files: Files) -> None:
    text = load("b") + 'n = 3\nm = n + n\ns = format "{1} {0:.1f} {2}" (n, b, m)\nreturn (s)'
    assert run(text, host=Host(files=files)) == "[2.0, 0.5, -1.0] 3.0 6"


def test_templates_are_checked_before_anything_runs() -> None:
    runner = runner_of('x = 1\nprint x\ns = format "{0.__class__}" (x)')
    with pytest.raises(UnsupportedError, match=r"STRING_FORMAT: the template '\{0\.__class__\}' is refused") as caught:
        runner.run()
    assert caught.value.offset == 9
    assert runner.printed == ""


def test_serialization(files: Files) -> None:
    text = (
        load("b")
        + """
    n = 3
    s = "é"
    x = serialize_object b text
    y = serialize_object b json
    z = serialize_object n json
    w = serialize_object s json
    return (x, y, z, w)
    """
    )
    assert run(text, host=Host(files=files)) == ["[ 2.   0.5 -1. ]", "[2.0, 0.5, -1.0]", "3", '"\\u00e9"']


@pytest.mark.parametrize(
    ("shape", "dtype", "size"),
    [
        ((5, 7), np.uint8, (7, 5, 1)),
        ((5, 7, 3), np.uint8, (7, 5, 3)),
        ((3, 5, 7), np.float32, (7, 5, 3)),
        ((1, 4, 5, 7), np.float64, (7, 5, 4)),
        ((1, 5, 7, 2), np.float32, (7, 5, 2)),
    ],
)
def test_pictures(tmp_path: Path, shape: tuple[int, ...], dtype: type, size: tuple[int, int, int]) -> None:
    drawn = np.random.default_rng(0).random(shape)
    array = (drawn * 255).astype(dtype) if dtype is np.uint8 else drawn.astype(dtype)
    np.save(tmp_path / "x.npy", array)
    text = 'x = load_datafile array "x.npy"\ny = serialize_object x png\nreturn (y)'
    png = run(text, host=Host(files=Files(tmp_path)))
    width, height, pixels = decoded(png)
    assert (width, height, pixels.shape[2]) == size
    wanted = array if dtype is np.uint8 else np.rint(array * 255).astype(np.uint8)
    wanted = wanted.reshape([side for side in wanted.shape if side != 1 or wanted.ndim < 3])
    wanted = wanted.transpose(1, 2, 0) if wanted.shape[-1] == 7 and wanted.ndim == 3 else wanted
    assert np.array_equal(pixels.reshape(wanted.shape), wanted)


def decoded(png: bytes) -> tuple[int, int, Any]:
    """Width, height and pixels of a PNG file without filters, its checksums checked."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    stream, chunks = io.BytesIO(png[8:]), {}
    while head := stream.read(8):
        size, kind = struct.unpack(">I4s", head)
        chunks[kind] = stream.read(size)
        assert struct.unpack(">I", stream.read(4))[0] == zlib.crc32(kind + chunks[kind])
    width, height, bits, colour, *methods = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (bits, methods) == (8, [0, 0, 0])
    channels = {0: 1, 4: 2, 2: 3, 6: 4}[colour]
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + width * channels)
    assert not rows[:, 0].any()
    return width, height, rows[:, 1:].reshape(height, width, channels)


def test_output_goes_to_the_host() -> None:
    text = 'a = "one"\nb = 2\nprint a no_newline\nprint b\nio_write b stderr\ndebug_print a "m"\n'
    printed: list[tuple[str, str]] = []
    errors: list[tuple[str, str]] = []

    def keep(kept: list[tuple[str, str]]) -> Any:
        return lambda text, *, end, flush: kept.append((text, end))

    run(text, host=Host(print=keep(printed), error=keep(errors)))
    assert printed == [("one", ""), ("2", "\n"), ("[DEBUG] m: one", "\n")]
    assert errors == [("2", "\n")]
    runner = runner_of(text)
    runner.run()
    assert runner.printed == "one2\n2\n[DEBUG] m: one\n"


def test_prompts_are_answered_in_order() -> None:
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return "last"

    text = """
    a = user_prompt text "A?"
    b = user_prompt integer "B?"
    c = user_prompt number "C?"
    d = user_prompt text "D?"
    return (a, b, c, d)
    """
    assert run(text, None, " x ", " 12 ", "2.5", host=Host(input=answer)) == [" x ", 12, 2.5, "last"]
    assert asked == ["D?"]


@pytest.mark.parametrize("answer", ["", "x", "1.5", "9" * 30, "9" * 5000, "0x10"])
def test_an_answer_that_is_no_integer_is_refused(answer: str) -> None:
    with pytest.raises(InvalidError, match="the answer is no integer"):
        run('a = user_prompt integer "A?"', None, answer)


def test_nobody_answers() -> None:
    def end(prompt: str) -> str:
        raise EOFError

    with pytest.raises(UnsupportedError, match="SRC_USER_PROMPT: the plan asks for an answer, and nobody is there"):
        run('a = user_prompt text "A?"')
    with pytest.raises(InvalidError, match="the input ended before the prompt was answered"):
        run('a = user_prompt text "A?"', host=Host(input=end))


def test_what_the_host_raises_comes_out_as_it_is() -> None:
    def fail(*_: object, **__: object) -> str:
        raise BrokenPipeError("gone")

    with pytest.raises(BrokenPipeError, match="gone"):
        run('a = "x"\nprint a', host=Host(print=fail))
    with pytest.raises(BrokenPipeError, match="gone"):
        run('a = user_prompt text "A?"', host=Host(input=fail))
    with pytest.raises(TypeError, match="expected a str"):
        run('a = user_prompt text "A?"', host=Host(input=lambda _prompt: 5))  # type: ignore[arg-type, return-value]


def test_files_are_written(files: Files, tmp_path: Path) -> None:
    text = (
        load("a")
        + """
    name = "out.txt"
    s = "é"
    io_write s file name
    io_write s file name append
    picture = "out.png"
    png = serialize_object a png
    io_write png file picture
    """
    )
    with pytest.raises(InvalidError, match="is no picture"):
        run(load("i") + "i = serialize_object i png", host=Host(files=files))
    run(text, host=Host(files=files))
    assert (tmp_path / "out.txt").read_text("utf-8") == "éé"
    assert decoded((tmp_path / "out.png").read_bytes())[:2] == (3, 2)
    with pytest.raises(InvalidError, match=r"IO_WRITE: the file 'out\.txt' is refused: files may be read here"):
        run(text, host=Host(files=Files(tmp_path)))


def test_files_by_a_name_that_was_computed(files: Files) -> None:
    text = 'n = "b"\nname = format "{}.npy" (n)\nx = load_dynamic name array\nreturn (x)'
    assert run(text, host=Host(files=files)).tolist() == ARRAYS["b"].tolist()


def test_objects_are_not_unpickled(tmp_path: Path) -> None:
    np.save(tmp_path / "evil.npy", np.array([Exploding()], object), allow_pickle=True)
    (tmp_path / "text.npy").write_bytes(b"no array")
    text = 'x = load_datafile array "{}.npy"'
    with pytest.raises(InvalidError, match="holds objects, not numbers"):
        run(text.format("evil"), host=Host(files=Files(tmp_path)))
    with pytest.raises(InvalidError, match=re.escape("the file 'text.npy' cannot be read as an .npy file")):
        run(text.format("text"), host=Host(files=Files(tmp_path)))


class Exploding:
    def __reduce__(self) -> Any:
        return pytest.fail, ("unpickled",)


LOAD_PICTURE = 'n = "x.png"\nx = load_dynamic n image\nreturn (x)'


def test_pictures_need_pillow_and_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.png").write_bytes(png_of(np.zeros((2, 2), np.uint8)))
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(UnsupportedError, match=r"RES_LOAD_DYNAMIC: .* needs the library Pillow"):
        run(LOAD_PICTURE, host=Host(files=Files(tmp_path)))


def test_pictures_become_tensors_as_for_imagenet(tmp_path: Path) -> None:
    partner("PIL")
    picture = np.zeros((512, 512, 3), np.uint8)
    picture[:, 256:] = [255, 51, 102]
    (tmp_path / "x.png").write_bytes(png_of(picture))
    tensor = run(LOAD_PICTURE, host=Host(files=Files(tmp_path)))
    assert (tensor.shape, tensor.dtype) == ((1, 3, 224, 224), np.float32)
    mean, deviation = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])
    assert np.allclose(tensor[0, :, 100, 5], -mean / deviation, atol=1e-5)
    assert np.allclose(tensor[0, :, 100, 220], (np.array([1.0, 0.2, 0.4]) - mean) / deviation, atol=1e-5)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", InvalidError),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", InvalidError),
        (png_of(np.zeros((8, 8), np.uint8))[:-30], InvalidError),
        (png_of(np.zeros((6_000, 6_000), np.uint8)), LimitError),
    ],
    ids=["cut", "a program", "damaged", "large"],
)
def test_pictures_are_not_trusted(tmp_path: Path, data: bytes, kind: type[FormatError]) -> None:
    partner("PIL")
    (tmp_path / "x.png").write_bytes(data)
    with pytest.raises(kind, match="RES_LOAD_DYNAMIC") as caught:
        run(LOAD_PICTURE, host=Host(files=Files(tmp_path)), budget=PlanBudget(memory=64 * 1024**2))
    assert caught.value.path == "orch.bytecode"


# programs that can never run


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("n = 2\nloop n", "FLOW_LOOP_START: the loop has no end"),
        ("flow_loop_end 0", "FLOW_LOOP_END: no loop begins before its end"),
        ("c = true\nbranch_if c 1\nx = 1", "where no instruction begins"),
        ("c = true\nbranch_if c -100", "where no instruction begins"),
        ("c = true\nbranch_if c 100", "where no instruction begins"),
        ("c = true\nflow_break_loop_if c 0", "there is no loop to leave"),
    ],
)
def test_programs_that_lead_nowhere_are_refused_before_they_run(text: str, reason: str) -> None:
    with pytest.raises(InvalidError, match=reason):
        run(text)


@pytest.mark.parametrize(
    ("text", "byte", "number"),
    [
        ("x = 1\ny = x + x", -4, 9),
        ("x = 1\ny = x == x", -4, 4),
        ("x = 1\ny = unary softmax x", -3, 6),
        ("x = 1\ny = serialize_object x json", -1, 3),
        ("x = 1\nprint x", -1, 3),
        ('x = user_prompt text "A?"', -3, 3),
    ],
)
def test_numbers_without_a_meaning_are_named(text: str, byte: int, number: int) -> None:
    plan = nacformats.plan.assemble(text)
    bytecode = bytearray(plan.bytecode)
    bytecode[byte] = number
    with pytest.raises(UnsupportedError, match=f" {number} is not known: expected one of"):
        PlanRunner(None, plan=Plan.from_bytecode(bytes(bytecode), plan.constants)).run()


def test_constants_have_to_be_there() -> None:
    plan = nacformats.plan.assemble("x = 1")
    with pytest.raises(InvalidError, match="SRC_CONSTANT: there is no constant 0"):
        PlanRunner(None, plan=Plan.from_bytecode(plan.bytecode, {7: Constant.of(1)})).run()


def test_a_file_without_a_plan_says_so() -> None:
    with pytest.raises(InvalidError, match="the file has no plan"):
        PlanRunner(model())
    with pytest.raises(InvalidError, match="no plan"):
        PlanRunner(None)


def test_budgets_are_checked() -> None:
    for wrong in ({"instructions": -1}, {"output": -1}, {"memory": -1}, {"seconds": 0}):
        with pytest.raises(ValueError, match="expected"):
            PlanBudget(**wrong)
    for wrong in ({"instructions": 1.5}, {"output": "x"}, {"memory": True}):
        with pytest.raises(TypeError, match="expected"):
            PlanBudget(**wrong)  # type: ignore[arg-type]
