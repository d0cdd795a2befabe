"""The compiler writes every version of NAC; the numbers are the same."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import nacformats
from nacformats.cli import main
from nacformats.compiler.frontends import graph_of_model
from nacformats.compiler.lowering import lower
from nacformats.compiler.passes import optimize
from nacformats.formats.nac.tables import fixed_names, nac_target
from nacformats.formats.records import VERSIONS
from tests.compiler.drafts import Draft
from tests.nac import oracle
from tests.partners import partner

MIND = Path(__file__).resolve().parents[2] / "examples" / "residual.mic2"
STORY = MIND.parent / "story" / "story.nac"
ARCHITECTURES = (
    "mlp",
    "lenet",
    "residual",
    "unet",
    "vae",
    "graph_attention",
    "lstm",
    "gru",
    "transformer_encoder",
    "cached_attention",
    "mamba_scan",
    "experts",
    "forecast",
)
#: Operations with a number of their own since v1.7, and what they are in v1.6.
RENAMED = {
    "nac.mul": "aten.mul.Tensor",
    "nac.div": "aten.div.Tensor",
    "nac.matmul": "aten.matmul.default",
    "nac.transpose": "aten.transpose.int",
}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.mark.sample("mlp", "lstm", "transformer_encoder", "experts")
@pytest.mark.parametrize("name", ARCHITECTURES)
def test_architectures_give_the_same_numbers_in_every_version(name: str) -> None:
    torch = partner("torch")
    from tests.zoo.catalogue import SIZES, load

    example = load("plain", "sequences")[name].example()
    args, kwargs = example.arguments(SIZES)
    outputs, names = {}, {}
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        graph = optimize(graph_of_model(torch.export.export(example.model, args, dict(kwargs))))
        for version in VERSIONS:
            data = nacformats.dumps(lower(graph, nac_target(version)))
            file = nacformats.loads(data, format="nac")
            assert file.version == version
            assert not [each for each in nacformats.validate(data) if each.severity == "error"]
            names[version] = {each.a: each.name for each in file.instructions}
            with nacformats.Session(file) as session:
                given = [each.numpy() for each in torch.utils._pytree.tree_leaves((args, dict(kwargs)))]
                outputs[version] = session.run(given[: len(session.inputs)])
    for version in VERSIONS:
        for one, other in zip(outputs["1.6"], outputs[version], strict=True):
            np.testing.assert_array_equal(one, other)
        fixed = fixed_names(version)
        assert all(fixed[number] == named for number, named in names[version].items() if number in fixed)
        assert not {named for number, named in names[version].items() if number not in fixed} & set(fixed.values())


def every_operation(draft: Draft) -> Any:
    x = draft.input("x", 2, 3)
    product = draft.operation("aten.matmul.default", x, draft.operation("aten.transpose.int", x, 0, 1))
    return draft.operation("aten.div.Tensor", draft.operation("aten.mul.Tensor", product, product), 2.0)


def test_operations_have_the_numbers_of_the_version() -> None:
    files = {}
    for version in VERSIONS:
        draft = Draft()
        files[version] = draft.lower(every_operation(draft), version=version)
    names = {version: [each.name for each in file.instructions] for version, file in files.items()}
    assert [RENAMED.get(str(name), name) for name in names["1.8"]] == names["1.6"]
    assert names["1.7"] == names["1.8"] != names["1.6"]
    assert set(RENAMED) <= set(names["1.8"])
    assert not files["1.8"].operation_names
    assert set(files["1.6"].operation_names) == {201, 202, 203, 204}


def test_newer_files_have_what_newer_readers_expect() -> None:
    for version in VERSIONS[1:]:
        data = nacformats.dumps(nacformats.compile(MIND, options=nacformats.CompileOptions(nac_version=version)))
        assert oracle.write(oracle.read(data)) == data
        file = nacformats.loads(data, format="nac")
        assert file.version == version
        assert file.sections.mmap is not None
        assert file.signatures[0] == ""
        assert file.sections.trng is None
        assert ("arrs" in file.section_names) == (version == "1.8")
    assert 0 not in nacformats.compile(MIND).signatures


def test_the_commands_write_the_version_that_is_asked_for(tmp_path: Path) -> None:
    for version in VERSIONS:
        for more in ((), ("--quantize", "int8_channel"), ("--external-weights",)):
            out = tmp_path / f"{version}{''.join(more)}.nac"
            assert run("compile", MIND, out, "--nac-version", version, *more).exit_code == 0
            with nacformats.load(out, format="nac") as file:
                assert file.version == version
    old = tmp_path / "old.nac"
    assert run("compile", MIND, old).exit_code == 0
    assert old.read_bytes() == (tmp_path / "1.6.nac").read_bytes()


@pytest.mark.sample("1.8")
@pytest.mark.parametrize("version", VERSIONS)
def test_every_option_goes_with_every_version(version: str, tmp_path: Path) -> None:
    torch = partner("torch")
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.GELU(), torch.nn.Linear(8, 2)).eval()
    x = torch.randn(3, 4, generator=torch.Generator().manual_seed(0))
    torch.export.save(torch.export.export(model, (x,)), tmp_path / "model.pt2")
    np.savez(tmp_path / "inputs.npz", in0=x.numpy())
    (tmp_path / "plan.mep").write_text("x = src_constant 1\nexec_return x\n")
    out = tmp_path / "out.nac"
    options = (
        "--nac-version",
        version,
        "--quantize",
        "INT8_CHANNEL",
        "--external-weights",
        "--passes",
        "default,-linear",
    )
    attached = ("--tokenizer", STORY, "--plan", tmp_path / "plan.mep")
    done = run(
        "compile", tmp_path / "model.pt2", out, *options, *attached, "--check", tmp_path / "inputs.npz", "--report"
    )
    assert done.exit_code == 0, done.output
    with nacformats.load(out, format="nac") as file:
        assert file.version == version
        assert {"proc", "rsrc", "orch"} <= set(file.section_names)
        with nacformats.Session(file) as session:
            np.testing.assert_allclose(session.run([x.numpy()])[0], model(x).detach().numpy(), atol=0.05)
    assert run("validate", out).exit_code == 0
    assert run("run", out).exit_code == 0


def test_a_plan_that_needs_a_later_version_asks_for_it() -> None:
    plan = nacformats.plan.assemble("mode = src_exec_mode\nexec_return mode\n")
    assert nacformats.compile(MIND, plan=plan, options=nacformats.CompileOptions(nac_version="1.7")).plan == plan
    with pytest.raises(nacformats.UnsupportedError, match=r"v1\.6 cannot hold .*SRC_EXEC_MODE.*NAC v1\.7 holds"):
        nacformats.compile(MIND, plan=plan)


def test_an_unknown_version_is_a_usage_error(tmp_path: Path) -> None:
    for command in ("compile", "convert"):
        done = run(command, MIND, tmp_path / "out.nac", "--nac-version", "1.5")
        assert done.exit_code == 2
        assert "known are 1.6, 1.7, 1.8" in done.output
    with pytest.raises(ValueError, match=r"known are 1\.6, 1\.7, 1\.8"):
        nacformats.compile(MIND, options=nacformats.CompileOptions(nac_version="2"))
    assert not list(tmp_path.iterdir())
