"""The command `nacformats compile`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import nacformats
from nacformats.cli import main
from tests.partners import partner

RESIDUAL = Path(__file__).resolve().parents[2] / "examples" / "residual.mic2"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A PyTorch program as a file, beside inputs for it."""
    torch = partner("torch")
    folder: Path = tmp_path_factory.mktemp("program")
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.GELU(), torch.nn.Linear(8, 2)).eval()
    x = torch.randn(3, 4, generator=torch.Generator().manual_seed(0))
    torch.export.save(torch.export.export(model, (x,)), folder / "model.pt2")
    np.savez(folder / "inputs.npz", in0=x.numpy())
    return folder / "model.pt2"


def test_a_program_is_compiled_checked_and_run(program: Path, tmp_path: Path) -> None:
    out = tmp_path / "model.nac"
    done = run("compile", program, out, "--check", program.with_name("inputs.npz"))
    assert done.exit_code == 0, done.output
    assert "4 parameters of 232 bytes" in done.output
    assert "close" in done.output or "equal" in done.output
    assert run("validate", out).exit_code == 0
    assert run("run", out, "--inputs", program.with_name("inputs.npz")).exit_code == 0


def test_nothing_is_replaced_unasked(program: Path, tmp_path: Path) -> None:
    out = tmp_path / "model.nac"
    out.write_bytes(b"precious")
    done = run("compile", program, out)
    assert done.exit_code == 2
    assert "--force" in done.output
    assert out.read_bytes() == b"precious"
    assert run("compile", program, out, "--force").exit_code == 0
    assert nacformats.detect(out) == "nac"


def test_weights_can_be_quantized_and_in_a_file_of_their_own(program: Path, tmp_path: Path) -> None:
    out = tmp_path / "model.nac"
    done = run("compile", program, out, "--quantize", "int8_channel", "--external-weights")
    assert done.exit_code == 0, done.output
    assert out.with_suffix(".safetensors").is_file()
    with nacformats.load(out, format="nac") as file:
        assert {file.parameters[number].quantization.name for number in file.parameters} >= {"int8_channel"}


def test_what_quantization_costs_is_reported(program: Path, tmp_path: Path) -> None:
    inputs = program.with_name("inputs.npz")
    done = run("compile", program, tmp_path / "model.nac", "--quantize", "INT8_TENSOR", "--report", "--check", inputs)
    assert done.exit_code == 0, done.output
    assert "relative error" in done.output
    assert "INT8_TENSOR" in done.output
    assert "differs" in done.output


def test_what_the_passes_do_is_explained(program: Path, tmp_path: Path) -> None:
    done = run("compile", program, tmp_path / "model.nac", "--explain", "--passes", "dead,unused")
    assert done.exit_code == 0, done.output
    assert "dead: " in done.output
    assert "cse" not in done.output


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("absent.onnx", "out.nac"), 2, "no such file"),
        (("inputs.npz", "out.nac"), 2, "suffix"),
        (("model.pt2", "out.stb"), 2, ".stb is for STB"),
        (("model.pt2", "out.nac", "--check", "absent.npz"), 2, "absent.npz"),
        (("model.pt2", "out.nac", "--parameters", "inputs.npz"), 2, "Mind IR"),
        (("model.pt2", "out.nac", "--quantize", "INT3"), 2, "INT3"),
        (("model.onnx", "out.nac", "--trust"), 2, "--trust is for .pt2 files"),
        (("model.pt2", "out.nac", "--passes", "fuse"), 2, "Known are default"),
    ],
)
def test_what_is_wrong_is_told(
    arguments: tuple[str, ...], code: int, told: str, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(program.parent)
    done = run("compile", *arguments)
    assert done.exit_code == code, done.output
    assert told in done.output
    assert "Traceback" not in done.output
    assert not Path(arguments[1]).exists()


def test_a_damaged_program_is_refused(tmp_path: Path, program: Path) -> None:
    damaged: Any = tmp_path / "damaged.pt2"
    damaged.write_bytes(program.read_bytes()[:1000])
    done = run("compile", damaged, tmp_path / "out.nac")
    assert done.exit_code == 1, done.output
    assert "Traceback" not in done.output
    assert not (tmp_path / "out.nac").exists()


def test_a_mind_ir_graph_is_compiled(tmp_path: Path) -> None:
    text = "mic@2\nT0 f32 2 2\na x T0\np w T0\nm 0 1\nr 2\nO 3\n"
    source, weights = tmp_path / "graph.mic2", tmp_path / "weights.npz"
    source.write_text(text, encoding="utf-8")
    w = np.array([[1, -2], [3, 4]], np.float32)
    np.savez(weights, w=w)
    assert run("compile", source, tmp_path / "with.nac", "--parameters", weights).exit_code == 0
    assert run("compile", source, tmp_path / "without.nac").exit_code == 0
    x = np.array([[1, 2], [-3, 4]], np.float32)
    for name, inputs in (("with.nac", [x]), ("without.nac", [x, w])):
        with nacformats.Session(tmp_path / name) as session:
            (found,) = session.run(inputs)
        np.testing.assert_allclose(found, np.maximum(x @ w, 0))


def test_a_plan_goes_into_the_file(tmp_path: Path) -> None:
    plan, out = tmp_path / "plan.mep", tmp_path / "model.nac"
    plan.write_text('x = "done"\nreturn x\n')
    done = run("compile", RESIDUAL, out, "--plan", plan)
    assert done.exit_code == 0, done.output
    with nacformats.load(out, format="nac") as file:
        assert file.plan == nacformats.plan.assemble(plan.read_text())


def test_tokenizer_and_plan_of_another_file_go_into_it(tmp_path: Path) -> None:
    out, story = tmp_path / "model.nac", RESIDUAL.with_name("story") / "story.nac"
    weights = RESIDUAL.with_name("residual.weights.npz")
    done = run("compile", RESIDUAL, out, "--parameters", weights, "--tokenizer", story, "--plan", story)
    assert done.exit_code == 0, done.output
    with nacformats.load(out, format="nac") as file, nacformats.load(story, format="nac") as other:
        assert file.plan == other.plan
        assert nacformats.Tokenizer.of(file).resources == nacformats.Tokenizer.of(other).resources
        assert {resource.name for resource in file.resources} > {"interface.json"}
    done = run("compile", RESIDUAL, tmp_path / "other.nac", "--plan", RESIDUAL.with_name("mlp.nac"))
    assert (done.exit_code, "has no plan" in done.output) == (1, True)


def test_a_tokenizer_json_goes_into_the_file(tmp_path: Path) -> None:
    tokenizers = partner("tokenizers")
    library = tokenizers.Tokenizer(tokenizers.models.BPE({"a": 0, "b": 1, "ab": 2}, [("a", "b")]))
    library.save(str(tmp_path / "tokenizer.json"))
    out = tmp_path / "model.nac"
    done = run("compile", RESIDUAL, out, "--tokenizer", tmp_path / "tokenizer.json")
    assert done.exit_code == 0, done.output
    assert run("validate", out).output.startswith(f"{out}: ok")
    with nacformats.load(out, format="nac") as file:
        assert nacformats.Tokenizer.of(file).encode("abba").ids == library.encode("abba").ids


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (b"x = \n", 1, "line 1"),
        (b"print x\nx = 1\n", 1, "the plan cannot run"),
        (b"words = load_extern tokenizer 0\nreturn words\n", 1, "the plan cannot run"),
        (b'load_model 0 ""\nwords = load_extern tokenizer 0\nreturn words\n', 1, "the file has no tokenizer"),
        (b"\xff", 2, "no UTF-8 text"),
        (None, 2, "No such file"),
    ],
)
def test_a_plan_that_is_none_is_refused(tmp_path: Path, text: bytes | None, code: int, message: str) -> None:
    plan, out = tmp_path / "plan.mep", tmp_path / "model.nac"
    if text is not None:
        plan.write_bytes(text)
    done = run("compile", RESIDUAL, out, "--plan", plan)
    assert (done.exit_code, out.exists()) == (code, False)
    assert message in done.output
    assert str(plan) in done.output


def test_what_became_of_each_parameter(tmp_path: Path, program: Path) -> None:
    out = tmp_path / "small.nac"
    done = run("compile", program, out, "--quantize", "INT8_TENSOR", "--json")
    assert done.exit_code == 0, done.output
    assert "quantized" in done.stderr
    tensors = {each["name"]: each for each in json.loads(done.stdout)["tensors"]}
    assert {each["method"] for each in tensors.values()} == {"INT8_TENSOR", "NONE"}
    assert all(each["purpose"].startswith("weight of") == (each["method"] != "NONE") for each in tensors.values())
    assert run("compile", program, "-", "--json").exit_code == 2
