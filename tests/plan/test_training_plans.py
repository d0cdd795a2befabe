"""Plans that train the model of their file, and save it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import FormatError, InvalidError, LimitError, NacBuilder, Session, UnsupportedError
from nacformats.plan import Files, Host, PlanBudget, PlanRunner
from nacformats.plan.running import outside
from nacformats.plan.running.outside import _target
from tests.partners import partner
from tests.plan.test_later_instructions import DATA, LOAD, STEP, trainable
from tests.plan.test_machine import run

#: One step by hand: the parameters, and the loss before it.
OUTPUT = DATA["x"] @ np.ones((3, 2), np.float32)
LOSS = np.float32(np.mean(np.square(OUTPUT)))
STEPPED = 1 - 0.125 * DATA["x"].T @ (OUTPUT * 2 / OUTPUT.size)


def test_a_step_gives_the_loss_and_changes_what_runs_give() -> None:
    text = f"{LOAD}before = run_static 0 x\n{STEP}zero_grad 0\nafter = run_static 0 x\nreturn (loss, before, after)"
    loss, before, after = run(text, trainable(**DATA))
    assert type(loss) is np.float32
    assert np.isclose(loss, LOSS)
    assert np.array_equal(before, OUTPUT)
    assert np.allclose(after, DATA["x"] @ STEPPED)


def test_a_loop_of_steps_lowers_the_loss() -> None:
    text = f"{LOAD}n = 50\nfirst = train_step 0 mse (x) (y) rate\nloop n\n{STEP}end\nreturn (first, loss)"
    first, last = run(text.replace("0.125", "0.05"), trainable(**DATA))
    assert last < first / 100


def test_the_rate_of_the_program() -> None:
    """null is what the program says, 0.5."""
    text = LOAD.replace("0.125", "null") + STEP + "after = run_static 0 x\nreturn (after)"
    assert np.allclose(run(text, trainable(**DATA)), DATA["x"] @ (1 + (STEPPED - 1) * 4))


def test_each_run_begins_with_the_parameters_of_the_file() -> None:
    runner = PlanRunner(trainable(**DATA), plan=nacformats.plan.assemble(LOAD + STEP + "return (loss)"))
    assert runner.run() == runner.run()
    again = run(LOAD + STEP + 'unload model 0\nload_model 0 ""\n' + STEP + "return (loss)", trainable(**DATA))
    assert again == runner.run()


def test_targets_may_be_numbers_of_python() -> None:
    for value, dtype in ((1, "int64"), ([1, 2], "int64"), (0.5, "float32"), ([0.5], "float32"), (True, "bool")):
        assert _target(value).dtype == dtype
    assert _target(np.ones(2)).dtype == "float64"


def test_no_loss_is_null() -> None:
    assert run(LOAD + STEP.replace("mse", "none") + "return (loss)", trainable(**DATA)) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (LOAD + 'loss = train_step 0 mse (x) (y) rate none "v"', "the model has no parameter 'v': expected one of 'w'"),
        (LOAD + "loss = train_step 0 mse (x) (x) rate", "MODEL_TRAIN_STEP"),
        (LOAD + "loss = train_step 0 mse (x) () rate", "target"),
        (LOAD + "loss = train_step 0 mse () (y) rate", "MODEL_TRAIN_STEP"),
        (LOAD.replace("0.125", "-1.0") + STEP, "the learning rate is no finite number from 0 on: got -1.0"),
        (LOAD.replace("0.125", "nan") + STEP, "the learning rate is no finite number"),
        (LOAD.replace("0.125", '"fast"') + STEP, "the learning rate is no number"),
        (LOAD + 'y = "no"\n' + STEP, "a target is no tensor"),
    ],
)
def test_what_does_not_fit_names_the_instruction(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason.replace("(", r"\(")) as caught:
        run(text, trainable(**DATA))
    assert (caught.value.path, caught.value.offset is None) == ("orch.bytecode", False)


def test_training_is_bounded() -> None:
    with pytest.raises(LimitError, match="MODEL_TRAIN_STEP"):
        run(LOAD + STEP, trainable(**DATA), budget=PlanBudget(memory=240))
    with pytest.raises(LimitError, match="runs more than 50 instructions"):
        run(LOAD + "again:\n" + STEP + "branch_if rate again", trainable(**DATA), budget=PlanBudget(instructions=50))


def test_what_training_makes_counts() -> None:
    """The arrays, the rate, the parameter, the loss, the number and the zeros, with 64 bytes for each slot."""
    file, plan = trainable(**DATA), nacformats.plan.assemble(LOAD + STEP + "n = 90\nbig = create float32 zeros n")
    needed = (24 + 64) + (16 + 64) + 64 + 24 + 64 + 64 + (360 + 64)
    PlanRunner(file, plan=plan, budget=PlanBudget(memory=needed)).run()
    with pytest.raises(LimitError, match="TENSOR_CREATE"):
        PlanRunner(file, plan=plan, budget=PlanBudget(memory=needed - 1)).run()
    PlanRunner(file, plan=nacformats.plan.assemble(LOAD + STEP * 3), budget=PlanBudget(memory=needed)).run()


# saving

SAVE = "save_weights 0 path\n"


def saved(path: Path) -> Any:
    with Session(path) as session:
        return session.parameters["w"].copy()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file of its own folder."""
    (tmp_path / "model").mkdir()
    path = tmp_path / "model" / "model.nac"
    path.write_bytes(nacformats.dumps(trainable(**DATA)))
    return path


def train_and_save(path: Path, name: str, **host: Any) -> PlanRunner:
    plan = nacformats.plan.assemble(LOAD + STEP + f'path = "{name}"\n' + SAVE)
    with nacformats.load(path, format="nac") as file:
        runner = PlanRunner(file, plan=plan, host=Host(**host))
        runner.run()
    return runner


@pytest.mark.parametrize("name", ["", "model.nac"])
def test_the_own_file_goes_where_the_caller_says(own: Path, tmp_path: Path, name: str) -> None:
    before = own.read_bytes()
    train_and_save(own, name, save=tmp_path / "new.nac", files=Files(own.parent, write=True))
    assert np.allclose(saved(tmp_path / "new.nac"), STEPPED)
    assert own.read_bytes() == before
    for host in ({}, {"files": Files(own.parent, write=True)}):
        with pytest.raises(UnsupportedError, match=r"may not replace the file that it is in \(say where"):
            train_and_save(own, name, **host)
    assert own.read_bytes() == before


def test_a_caller_does_not_name_the_file_itself(own: Path) -> None:
    with pytest.raises(ValueError, match="the file that the plan is in"):
        train_and_save(own, "", save=own)


def test_a_model_goes_to_a_file_of_the_folder(own: Path, tmp_path: Path) -> None:
    (tmp_path / "out" / "deep").mkdir(parents=True)
    files = Files(tmp_path / "out", write=True)
    for name in ("a.nac", "deep/b.nac", "a.nac"):
        train_and_save(own, name, files=files)
    assert sorted(each.name for each in (tmp_path / "out").rglob("*")) == ["a.nac", "b.nac", "deep"]
    assert np.allclose(saved(tmp_path / "out" / "deep" / "b.nac"), STEPPED)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../a.nac", "leads out"),
        ("/a.nac", "refused"),
        ("no/a.nac", "no such file"),
        ("link.nac", "it is a link"),
        ("linked/a.nac", "refused"),
        ("deep", "refused"),
        ("model.nac", "it is the file of a model that is open"),
    ],
)
def test_names_lead_to_files_of_the_folder(own: Path, tmp_path: Path, name: str, reason: str) -> None:
    (own.parent / "deep").mkdir()
    (own.parent / "link.nac").symlink_to(tmp_path / "secret")
    (own.parent / "linked").symlink_to(tmp_path)
    other = tmp_path / "other.nac"
    other.write_bytes(own.read_bytes())
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(FormatError, match=reason):
        train_and_save_with_open(other, own, name)
    assert sorted(tmp_path.rglob("*")) == before


def train_and_save_with_open(other: Path, own: Path, name: str) -> None:
    """The plan is in `other`, and has loaded a file of the folder as well."""
    text = 'load_model 1 "model.nac"\n' + LOAD + STEP + f'path = "{name}"\n' + SAVE
    with nacformats.load(other, format="nac") as file:
        PlanRunner(file, plan=nacformats.plan.assemble(text), host=Host(files=Files(own.parent, write=True))).run()


@pytest.mark.parametrize("weights", ["m.safetensors", "m-00001-of-00001.safetensors"])
def test_open_weights_are_not_written_to(tmp_path: Path, weights: str) -> None:
    builder = NacBuilder(external_weights=True, version="1.8")
    w = builder.parameter("w", np.ones(2, np.float32))
    builder.output(builder.operation("aten.mul.Tensor", builder.input("x"), w))
    nacformats.dump(builder.build(), tmp_path / "m.nac")
    (tmp_path / "m.safetensors").rename(tmp_path / weights)
    before = (tmp_path / weights).read_bytes()
    for text in ("io_write text file path", "save_weights 0 path"):
        plan = nacformats.plan.assemble(f'load_model 0 ""\ntext = "x"\npath = "{weights}"\n{text}')
        with nacformats.load(tmp_path / "m.nac", format="nac") as file:
            runner = PlanRunner(file, plan=plan, host=Host(files=Files(tmp_path, write=True)))
            with pytest.raises(InvalidError, match="it is the file of a model that is open"):
                runner.run()
    assert (tmp_path / weights).read_bytes() == before


def test_a_folder_for_reading_is_not_written_to(own: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="read here, not written"):
        train_and_save(own, "a.nac", files=Files(tmp_path))
    with pytest.raises(UnsupportedError, match="may not open the file"):
        train_and_save(own, "a.nac")


def test_what_is_saved_counts_as_output(own: Path, tmp_path: Path) -> None:
    plan = nacformats.plan.assemble(LOAD + 'path = "a.nac"\n' + SAVE)
    with nacformats.load(own, format="nac") as file:
        host = Host(files=Files(tmp_path, write=True))
        with pytest.raises(LimitError, match="prints and writes more than"):
            PlanRunner(file, plan=plan, host=host, budget=PlanBudget(output=own.stat().st_size - 1)).run()
        assert not (tmp_path / "a.nac").exists()
        PlanRunner(file, plan=plan, host=host, budget=PlanBudget(output=own.stat().st_size)).run()
        assert (tmp_path / "a.nac").exists()


# losses


def test_losses_are_those_of_pytorch() -> None:
    torch = partner("torch")
    functions, draw = torch.nn.functional, np.random.default_rng(0)
    for shape in ((5, 4), (2, 3, 4), (4,)):
        logits, other = draw.normal(size=(2, *shape)).astype(np.float32)
        classes = np.asarray(draw.integers(0, 4, shape[:-1]))
        chances = np.exp(other) / np.exp(other).sum(-1, keepdims=True)
        rows = torch.tensor(logits.reshape(-1, 4))
        for target, flat in ((classes, classes.reshape(-1)), (chances, chances.reshape(-1, 4))):
            expected = functions.cross_entropy(rows, torch.tensor(flat))
            assert np.isclose(outside.cross_entropy([logits], [target]), expected)
        expected = functions.mse_loss(*map(torch.tensor, (logits, other)))
        assert np.isclose(outside.mse([logits], [other]), expected)


def test_classes_of_pictures_are_along_the_second_axis() -> None:
    torch = partner("torch")
    draw = np.random.default_rng(1)
    logits, classes = draw.normal(size=(2, 4, 3, 5)).astype(np.float32), draw.integers(0, 4, (2, 3, 5))
    chances = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    for target in (classes, chances):
        expected = torch.nn.functional.cross_entropy(*map(torch.tensor, (logits, target)))
        assert np.isclose(outside.cross_entropy([logits], [target]), expected)


def test_targets_that_do_not_count() -> None:
    logits, classes = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32), np.array([1, -100])
    assert outside.cross_entropy([logits], [classes]) == outside.cross_entropy([logits[:1]], [classes[:1]])
    assert np.isnan(outside.cross_entropy([logits], [np.array([-100] * 2)]))


@pytest.mark.parametrize(
    ("name", "outputs", "targets", "reason"),
    [
        ("cross_entropy", [np.ones((2, 3))], [np.array([0, 3])], "targets from 0 to 3 for 3 classes"),
        ("cross_entropy", [np.ones((2, 3))], [np.array([0])], "does not fit"),
        ("cross_entropy", [np.ones((2, 3))], [np.ones(2)], "does not fit"),
        ("cross_entropy", [np.ones(())], [np.array(0)], "a last axis"),
        ("cross_entropy", [np.ones((2, 3))], [], "no target"),
        ("mse", [], [np.ones(2)], "no output"),
        ("mse", [np.ones((2, 3))], [np.ones(3)], "does not fit"),
    ],
)
def test_losses_that_cannot_be_computed(name: str, outputs: list[Any], targets: list[Any], reason: str) -> None:
    compute = outside.LOSSES[name]
    assert compute is not None
    with pytest.raises(InvalidError, match=reason):
        compute(outputs, targets)
