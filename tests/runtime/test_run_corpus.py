"""Files that the reference compiler wrote give what the original models gave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nacformats import FormatError, InvalidError, UnsupportedError, load
from nacformats.formats.nac.file.model import NacFile
from nacformats.runtime import Session, SessionOptions
from tests.conftest import CORPUS
from tests.partners import needs

ENGINES = [pytest.param(name, marks=needs(name)) for name in ("numpy", "torch", "onnxruntime")]
CASES = sorted(path.parent for path in CORPUS.glob("nac/*/expected.npz"))
BROKEN = {"broken_bf16", "broken_strlist"}


def soft_threshold(x: Any, threshold: float, mode: str, sizes: list[int]) -> Any:
    """The operation of the case `custom_op`."""
    assert mode == "soft"
    absolute = abs(x)
    return x / absolute * (absolute - threshold) * (absolute > threshold) * sum(sizes)


def supplied(name: str, session: Session, inputs: list[Any], expected: list[Any]) -> dict[int, Any]:
    """Values that the writer lost: known from the model, or worked out from what it gave."""
    match name:
        case "lifted":
            return {0: np.array([1, 2, 3], np.float32), 1: np.float32(0.5)}
        case "non_persistent":
            return {4: np.array([1, 0, 1], np.float32)}
        case "consts":
            return {4: expected[3]}
        case "fold_getattr":
            return {1: np.linalg.lstsq(inputs[0], expected[0], rcond=None)[0]}
    raise AssertionError(f"{name} needs {session.lifted}, and nobody says what it was")


def arrays(path: Path, prefix: str) -> list[Any]:
    if not path.is_file():
        return []
    with np.load(path) as archive:
        return [archive[f"{prefix}{place}"] for place in range(len(archive.files))]


def opened(path: Path) -> NacFile:
    """The one case that is not sound (its header counts outputs that are not there) needs leniency."""
    file: NacFile = load(path, strict=path.parent.name != "output_const")
    return file


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", [case for case in CASES if case.name not in BROKEN], ids=lambda case: case.name)
def test_a_file_gives_what_the_model_gave(case: Path, engine: str) -> None:
    inputs = arrays(case / "inputs.npz", "in")
    dequantized = case / "expected_dequantized.npz"
    expected = arrays(dequantized if dequantized.is_file() else case / "expected.npz", "out")
    with opened(case / "model.nac") as file:
        session = Session(file, engine=engine, operations={"nactest.soft_threshold.default": soft_threshold})
        values: dict[int, Any] = {}
        if any(port.required for port in session.lifted):
            first = next(port for port in session.lifted if port.required)
            with pytest.raises(InvalidError, match=rf"instruction {first.index} .*its value is not in the file"):
                session.run(inputs)
            values = supplied(case.name, session, inputs, expected)
        results = session.run(inputs, values=values)
        again = session.run({f"in{place}": array for place, array in enumerate(inputs)}, values=values)
        for place, (result, wanted) in enumerate(zip(results, expected, strict=True)):
            np.testing.assert_allclose(result, wanted, rtol=1e-4, atol=1e-5)
            assert (result.dtype, result.shape) == (wanted.dtype, wanted.shape)
            np.testing.assert_array_equal(again[f"out{place}"], result)


def test_there_is_a_corpus_to_run(corpus: Path) -> None:
    assert len(CASES) > 30


@pytest.mark.parametrize("engine", ENGINES)
def test_an_operation_of_a_library_is_named_until_it_is_registered(corpus: Path, engine: str) -> None:
    with (
        load(corpus / "nac" / "custom_op" / "model.nac") as file,
        pytest.raises(UnsupportedError, match=r"instruction 4 \(nactest.soft_threshold.default\) \(byte 153\)"),
    ):
        Session(file, engine=engine)


def test_crafted_files_run_or_are_refused(corpus: Path) -> None:
    folder = corpus / "nac_crafted"
    ran = []
    for fact in json.loads((folder / "behaviour.json").read_text()):
        shapes = [[2, 3]] if isinstance(fact["inputs"], str) else fact["inputs"]
        for strict in (True, False):
            try:
                with Session(folder / fact["file"], options=SessionOptions(strict=strict)) as session:
                    session.run([np.ones(shape, np.float32) for shape in shapes])
            except FormatError as error:
                assert str(error)  # noqa: PT017  any refusal will do, as long as it says something
            else:
                ran.append(fact["file"])
    assert {"ok.nac", "2_outputs.nac", "getitem_on_tensor.nac", "const_code_d_nonzero_dynamic.nac"} <= set(ran)
