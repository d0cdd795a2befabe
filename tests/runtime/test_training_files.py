"""Training programs of NAC files: read, run, trained parameters saved, and the command `nacformats train`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import nacformats
from nacformats import FormatError, InvalidError, UnsupportedError
from nacformats.cli import main
from nacformats.formats.nac.builder import NacBuilder
from nacformats.graph.graph import Input, Saved, Target, Weight
from nacformats.graph.of_nac import training_of
from nacformats.runtime import Budget, Session
from tests.partners import partner
from tests.runtime.programs import floats

VERSIONS = ["1.7", "1.8"]
W, B = floats(3, 2, seed=1), floats(2, seed=2)
X, Y = floats(5, 3, seed=3), floats(5, 2, seed=4)
RATE = 0.125


def written(folder: Path, version: str = "1.8", quantize: str | None = None, *, external: bool = False) -> Path:
    """x @ w + b, trained with the mean of the squares of what it lacks to the target."""
    b = NacBuilder(version=version, quantize=quantize, external_weights=external)
    x = b.input("x")
    sums = b.operation("nac.add", b.operation("nac.matmul", x, b.parameter("w", W)), b.parameter("b", B))
    b.output(sums)
    t = b.training()
    rate, one = t.constant(RATE), t.constant(1.0)
    gradient = t.operation("aten.mse_loss_backward.default", one, t.saved(sums), t.target(0), 1)
    transposed = t.operation("nac.transpose", t.saved(x))
    t.update("w", t.operation("nac.matmul", transposed, gradient), rate)
    t.update("b", t.operation("aten.sum.dim_IntList", gradient, [0]), rate)
    t.finish()
    nacformats.dump(b.build(), folder / "model.nac")
    return folder / "model.nac"


def expected(rate: float = RATE, w: Any = W, b: Any = B) -> tuple[Any, Any]:
    difference = 2 / Y.size * (X.astype(np.float64) @ w + b - Y)
    return w - rate * X.T @ difference, b - rate * difference.sum(0)


# reading


@pytest.mark.parametrize("version", VERSIONS)
def test_a_program_is_what_the_file_holds(tmp_path: Path, version: str) -> None:
    with nacformats.load(written(tmp_path, version)) as file:
        program = training_of(file)
        offsets = [instruction.offset for instruction in file.training]
        names = {number: parameter.name for number, parameter in file.parameters.items()}
    assert program is not None
    assert [value.index for value in program.graph.values] == list(range(len(offsets) - 1))
    assert [value.offset for value in program.graph.values] == offsets[:-1]
    assert [value.source for value in program.graph.every(Saved)] == [4, 0]
    assert [value.number for value in program.graph.every(Target)] == [0]
    assert [value.default for value in program.graph.every(Input)] == [RATE, 1.0]
    assert [(update.name, names[update.parameter]) for update in program.updates] == [("w", "w"), ("b", "b")]


def test_files_without_a_program(tmp_path: Path) -> None:
    b = NacBuilder()
    b.output(b.operation("nac.neg", b.input("x")))
    file = b.build()
    assert training_of(file) is None
    with pytest.raises(UnsupportedError, match="there is no training program"):
        Session(file).train_step([X], Y)


def test_a_parameter_of_the_program_is_the_one_of_the_session() -> None:
    b = NacBuilder(version="1.8")
    b.output(b.operation("nac.mul", b.input("x"), b.parameter("b", B)))
    t = b.training()
    t.update("b", t.parameter("b"), t.constant(0.5))
    t.finish()
    file = b.build()
    program = training_of(file)
    assert program is not None
    assert [value.name for value in program.graph.every(Weight)] == ["b"]
    session = Session(file)
    for factor in (0.5, 0.25):
        session.train_step([B])
        np.testing.assert_allclose(session.parameters["b"], B * factor)


# running


@pytest.mark.parametrize("engine", ["numpy", "torch", "onnxruntime"])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_step(tmp_path: Path, version: str, engine: str) -> None:
    partner(engine)
    path = written(tmp_path, version)
    before = path.read_bytes()
    with Session(path, engine=engine) as session:
        for _ in range(2):
            w, b = session.parameters["w"], session.parameters["b"]
            step = session.train_step([X], Y)
            np.testing.assert_allclose(step.loss, np.square(X @ w + b - Y).mean(), rtol=1e-5)
            for name, array in zip("wb", expected(w=w, b=b), strict=True):
                np.testing.assert_allclose(session.parameters[name], array, rtol=1e-5)
        losses = [session.train_step([X], Y).loss for _ in range(100)]
    assert losses[-1] is not None
    assert step.loss is not None
    assert losses[-1] < 0.5 * step.loss
    assert path.read_bytes() == before


def test_a_list_of_numbers_is_one_target(corpus: Path) -> None:
    file, steps = corpus / "nac_v18" / "mlp_trng" / "model.nac", []
    for target in ([1, 2], np.array([1, 2])):
        with Session(file) as session:
            steps.append(session.train_step([floats(2, 16)], target))
    assert steps[0].loss == steps[1].loss is not None


def test_errors_name_the_instruction_and_its_byte(tmp_path: Path) -> None:
    path = written(tmp_path)
    with Session(path) as session, pytest.raises(FormatError) as caught:
        session.train_step([X], floats(4, 2))
    with nacformats.load(path) as file:
        index = next(each.index for each in file.training if "mse" in (each.name or ""))
        offset = file.training[index].offset
    assert caught.value.path == f"trng.instructions[{index}] (aten.mse_loss_backward.default)"
    assert caught.value.offset == offset


def test_another_byte_is_another_step(tmp_path: Path) -> None:
    """The numbers come from TRNG: its first reduction becomes that of a sum."""
    path = written(tmp_path)
    with nacformats.load(path) as file:
        (one, two) = (next(n for n, each in file.constants.items() if each.value == value) for value in (1, RATE))
        assert one != two
        instruction = next(each for each in file.training if "mse" in (each.name or ""))
        file.set_constant(instruction.c[-1], 2)
        nacformats.dump(file, tmp_path / "other.nac")
    with Session(tmp_path / "other.nac") as session:
        session.train_step([X], Y, lr=RATE / Y.size)
        for name, array in zip("wb", expected(), strict=True):
            np.testing.assert_allclose(session.parameters[name], array, rtol=1e-5)


# the corpus: files of the public compiler


class Model:
    """fc3(tanh(fc2(relu(fc1(x))))) in PyTorch, with the parameters of a session."""

    def __init__(self, torch: Any, parameters: Any) -> None:
        self.torch = torch
        self.parameters = {name: torch.tensor(array).requires_grad_() for name, array in parameters.items()}

    def __call__(self, x: Any) -> Any:
        linear, p = self.torch.nn.functional.linear, self.parameters
        hidden = linear(x, p["fc1.weight"], p["fc1.bias"]).relu()
        return linear(linear(hidden, p["fc2.weight"]).tanh(), p["fc3.weight"], p["fc3.bias"])


@pytest.mark.parametrize("engine", ["numpy", "torch", "onnxruntime"])
@pytest.mark.parametrize("version", ["nac_v17", "nac_v18"])
def test_a_step_of_a_file_of_the_public_compiler(corpus: Path, version: str, engine: str) -> None:
    torch = partner("torch")
    partner(engine)
    folder = corpus / version / "mlp_trng"
    with np.load(folder / "inputs.npz") as archive:
        (x,) = archive.values()
    y = np.arange(len(x)) % 4
    with Session(folder / "model.nac", engine=engine) as session:
        for lr in (None, 0.05):
            model = Model(torch, session.parameters)
            loss = torch.nn.functional.cross_entropy(model(torch.tensor(x)), torch.tensor(y))
            loss.backward()
            torch.optim.SGD(model.parameters.values(), lr=lr or 0.001).step()
            step = session.train_step([x], y, lr=lr)
            assert set(step.updated) == set(model.parameters)
            np.testing.assert_allclose(step.loss, loss.item(), rtol=1e-5)
            for name, tensor in model.parameters.items():
                np.testing.assert_allclose(session.parameters[name], tensor.detach().numpy(), rtol=1e-5)
        losses = [session.train_step([x], y, lr=0.1).loss for _ in range(100)]
    assert losses[0] is not None
    assert losses[-1] is not None
    assert losses[-1] < 0.1 * losses[0]


# saving


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("external", [False, True])
@pytest.mark.parametrize("quantize", [None, "FP16", "INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8"])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_trained_file_can_be_trained_on(tmp_path: Path, version: str, quantize: str | None, external: bool) -> None:
    path, target = written(tmp_path, version, quantize, external=external), tmp_path / "trained.nac"
    with Session(path) as session:
        first = session.train_step([X], Y).loss
        for _ in range(20):
            session.train_step([X], Y)
        session.save(target)
    with nacformats.load(target) as file:
        assert file.version == version
        assert len(file.training) > 0
    with Session(target) as session:
        second = session.train_step([X], Y).loss
    assert first is not None
    assert second is not None
    assert second < 0.7 * first


def damaged(data: bytes, spans: list[tuple[int, int]], rng: random.Random) -> bytes:
    """The file with a few other bytes in some of its sections."""
    found = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 3])):
        start, stop = rng.choice(spans)
        place = rng.randrange(start + 8, stop)
        found[place] = rng.choice([0, 1, 255, rng.randrange(256), found[place] ^ 1 << rng.randrange(8)])
    return bytes(found)


@pytest.mark.sample(each=2)
@pytest.mark.parametrize("version", ["nac_v17", "nac_v18"])
def test_damaged_programs_are_errors_and_change_nothing(corpus: Path, version: str) -> None:
    path = corpus / version / "mlp_trng" / "model.nac"
    data, rng, x = path.read_bytes(), random.Random(version), floats(2, 16)
    with nacformats.load(path) as file:
        spans = [(each.start, each.stop) for each in file.extents if each.name in ("trng", "trng", "cnst", "perm")]
    done = failed = 0
    for _ in range(150):
        try:
            session = Session(
                nacformats.loads(damaged(data, spans, rng), strict=False), budget=Budget(memory=1 << 28, seconds=20)
            )
            before = {name: array.copy() for name, array in session.parameters.items()}
        except FormatError:
            continue
        try:
            session.train_step([x], [1, 2])
            done += 1
        except FormatError:
            failed += 1
            assert all(np.array_equal(session.parameters[name], array) for name, array in before.items())
    assert done > 5
    assert failed > 20


def test_weights_in_shards_become_one_file(tmp_path: Path) -> None:
    import safetensors.numpy as safetensors

    path = written(tmp_path, external=True)
    whole = tmp_path / "model.safetensors"
    for number, name in enumerate("wb", 1):
        shard = {name: safetensors.load_file(whole)[name]}
        safetensors.save_file(shard, tmp_path / f"model-0000{number}-of-00002.safetensors")
    whole.unlink()
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    with Session(path) as session:
        session.train_step([X], Y)
        session.save(tmp_path / "trained.nac")
        with pytest.raises(ValueError, match="is a file that the session runs"):
            session.save(tmp_path / "model.new")
        with Session(tmp_path / "trained.nac") as trained:
            for name in "wb":
                np.testing.assert_array_equal(trained.parameters[name], session.parameters[name])
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    assert {each.name for each in tmp_path.iterdir()} - before.keys() == {"trained.nac", "trained.safetensors"}


# the command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    written(tmp_path)
    np.savez("inputs.npz", x=X)
    np.savez("targets.npz", anything=Y)
    np.savez("numbered.npz", target0=Y)
    np.savez("wrong.npz", target0=Y, target2=Y)
    np.savez("two.npz", target0=Y, target1=Y)
    return tmp_path


def train(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["train", "model.nac", "-i", "inputs.npz", *arguments])


@pytest.mark.parametrize("targets", ["targets.npz", "numbered.npz"])
def test_the_command_trains_and_writes(folder: Path, targets: str) -> None:
    before = (folder / "model.nac").read_bytes()
    done = train("--targets", targets, "--steps", "25", "--lr", "0.2", "-o", "trained.nac")
    assert done.exit_code == 0, done.output
    with Session("model.nac") as session:
        losses = [session.train_step([X], Y, lr=0.2).loss for _ in range(25)]
        for place in (0, 24):
            assert f"{losses[place]:.6g}" in done.output
        with Session("trained.nac") as trained:
            for name in "wb":
                np.testing.assert_array_equal(trained.parameters[name], session.parameters[name])
    assert sum(line.startswith("│") for line in done.output.splitlines()) == 10
    assert "… 15 steps between them (--all)" in done.output
    every = train("--targets", targets, "--steps", "25", "--all").output
    assert sum(line.startswith("│") for line in every.splitlines()) == 25
    assert "…" not in every
    assert (folder / "model.nac").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--targets", "wrong.npz"], "expected the arrays target0, target1, and found target0, target2"),
        (["--targets", "two.npz"], "the training program takes 1 target"),
        ([], "the training program takes 1 target"),
        (["--targets", "targets.npz", "--lr", "-1"], "-1.0 is not a finite number of at least 0"),
        (["--targets", "targets.npz", "--steps", "0"], "0 is not in the range"),
        (["--targets", "targets.npz", "-o", "model.nac"], "exists; --force replaces it"),
        (["--targets", "targets.npz", "-o", "model.nac", "--force"], "is a file that the session runs"),
        (["--targets", "targets.npz", "-o", "-"], "the model may be two files"),
        (["--targets", "targets.npz", "-o", "trained.micb"], ".micb is for MIC-B v2"),
        (["--targets", "inputs.npz", "--max-memory", "1"], "are left (raise it with --max-memory)"),
    ],
)
def test_wrong_usage_of_the_command(folder: Path, arguments: list[str], words: str) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    done = train(*arguments)
    assert done.exit_code == 2, done.output
    assert words in " ".join(done.output.split())
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_a_bad_program_is_the_fault_of_the_file(folder: Path) -> None:
    b = NacBuilder(version="1.8")
    x = b.input("x")
    b.output(b.operation("nac.mul", x, b.parameter("b", B)))
    t = b.training()
    t.update("b", t.saved(x), t.constant(0.5))
    t.finish()
    nacformats.dump(b.build(), folder / "model.nac")
    np.savez("inputs.npz", x=floats(3, 2))
    done = train()
    assert done.exit_code == 1
    assert "model.nac: nac: trng.instructions[2] (<OUTPUT>)" in done.output
    with pytest.raises(InvalidError):
        Session(folder / "model.nac").train_step([floats(3, 2)])


def test_weights_beside_the_target_are_not_replaced_unasked(folder: Path) -> None:
    written(folder, external=True)
    (folder / "trained.safetensors").write_bytes(b"mine")
    arguments = ["--targets", "targets.npz", "-o", "trained.nac"]
    assert "trained.safetensors: exists" in train(*arguments).output
    assert (folder / "trained.safetensors").read_bytes() == b"mine"
    assert train(*arguments, "--force").exit_code == 0
