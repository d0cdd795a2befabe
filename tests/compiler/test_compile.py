"""Models through the whole compiler."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from tests.partners import partner

torch = partner("torch")


def test_the_width_that_a_configuration_says() -> None:
    model = torch.nn.Linear(4, 8).eval()
    for config, expected in (({}, 4), ({"n_embd": 12}, 12), ({"d_model": None, "hidden_size": 1 << 20}, 4)):
        model.config = type("Config", (), config)()
        assert nacformats.compile(model, (torch.zeros(1, 4),)).d_model == expected


def test_a_small_model_gives_what_pytorch_gives() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2)).eval()
    x = torch.randn(3, 4)
    data = nacformats.dumps(nacformats.compile(model, (x,)))
    with nacformats.Session(nacformats.loads(data)) as session:
        (found,) = session.run([x.numpy()])
    np.testing.assert_allclose(found, model(x).detach().numpy(), rtol=1e-4, atol=1e-5)
    assert not list(nacformats.validate(data))


def test_the_collector_rests_while_a_model_is_compiled() -> None:
    seen = []
    model = torch.nn.Linear(4, 8).eval()
    nacformats.compile(
        model, (torch.zeros(1, 4),), options=nacformats.CompileOptions(observer=lambda *_: seen.append(gc.isenabled()))
    )
    with pytest.raises(TypeError):
        nacformats.compile(None)
    assert gc.isenabled()
    assert seen
    assert not any(seen)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"args": torch.ones(1, 3)}, r"one Tensor: write \(example,\)"),
        ({"args": {"input": torch.ones(1, 3)}}, "inputs by name are kwargs"),
        ({"args": None}, "expected a tuple"),
        ({"kwargs": torch.ones(1, 3)}, "expected a dict"),
        ({"args": (np.ones((1, 3), np.float32),)}, r"torch\.as_tensor"),
        ({"kwargs": {"input": np.ones((1, 3), np.float32)}}, r"torch\.as_tensor"),
        ({"args": (torch.ones(1, 3),), "tokenizer": 3}, "tokenizer: expected"),
        ({"args": (torch.ones(1, 3),), "plan": b"HALT"}, "plan: expected"),
    ],
)
def test_arguments_of_another_kind_are_refused_by_name(given: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        nacformats.compile(torch.nn.Linear(3, 2).eval(), **given)


def test_a_tokenizer_and_a_plan_by_their_paths(tmp_path: Path) -> None:
    (tmp_path / "plan.mep").write_text('x = "done"\nreturn x\n')
    (tmp_path / "tokenizer.json").write_text('{"model": {"type": "BPE", "vocab": {"a": 0, "b": 1}, "merges": []}}')
    model, example = torch.nn.Linear(3, 2).eval(), (torch.ones(1, 3),)
    nac = nacformats.compile(
        model,
        example,
        tokenizer=str(tmp_path / "tokenizer.json"),
        plan=tmp_path / "plan.mep",
        options=nacformats.CompileOptions(nac_version="1.8"),
    )
    nacformats.dump(nac, tmp_path / "whole.nac")
    again = nacformats.compile(model, example, tokenizer=tmp_path / "whole.nac", plan=str(tmp_path / "whole.nac"))
    for each in (nac, again):
        assert each.plan.disassemble() == nac.plan.disassemble() != ""
        assert nacformats.tokenizer.Tokenizer.of(each).encode("ab").ids == [0, 1]


def test_what_holds_no_program_says_what_to_do(tmp_path: Path) -> None:
    weights = torch.nn.Linear(3, 2).state_dict()
    with pytest.raises(TypeError, match="OrderedDict holds weights and no program"):
        nacformats.compile(weights)
    for name in ("model.pt", "pytorch_model.bin", "model.safetensors"):
        with pytest.raises(ValueError, match="holds weights and no program"):
            nacformats.compile(tmp_path / name)
    with pytest.raises(ValueError, match="is a folder"):
        nacformats.compile(tmp_path)


def test_a_method_of_quantization_is_suggested() -> None:
    for given, meant in (("int8", "INT8_TENSOR or INT8_CHANNEL"), ("float16", "FP16"), ("BLOCKFP8", "BLOCK_FP8")):
        with pytest.raises(ValueError, match=rf"did you mean {meant}\?"):
            nacformats.compile(
                torch.nn.Linear(3, 2).eval(), (torch.ones(1, 3),), options=nacformats.CompileOptions(quantize=given)
            )  # type: ignore[arg-type]


def test_tensors_of_bfloat16_are_weights_and_inputs() -> None:
    graph = nacformats.load(Path(__file__).parents[2] / "examples" / "residual.mic2")
    given = {"w": torch.full((8, 8), 0.5).bfloat16(), "b": torch.zeros(8, requires_grad=True)}
    nac = nacformats.compile(graph, parameters=given)
    with nacformats.Session(nac) as session:
        assert session.run([np.ones((1, 8), np.float32)])[0].tolist() == [[5.0] * 8]
    model = torch.nn.Linear(3, 2).bfloat16().eval()
    x = torch.ones(1, 3).bfloat16()
    with nacformats.Session(nacformats.compile(model, (x,))) as session:
        found = session.run([x])[0].astype(np.float32)
    np.testing.assert_allclose(found, model(x).detach().float().numpy(), rtol=1e-2)
