"""The files of conformance/ are what they are said to be, and the readers that can be run quickly agree on them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance import vectors
from tests.conformance.answers import (
    ALL,
    BROKEN,
    DIFFERENT,
    EQUAL,
    NO,
    OK,
    SURPLUS,
    UNCLAIMED,
    WRONGLY_ACCEPTED,
    WRONGLY_REFUSED,
    Answer,
    Claims,
    Score,
    answer_of_machine,
    back_differs,
    compare,
)
from tests.conformance.by_hand import BY_HAND
from tests.conformance.holding import Case, hold, table
from tests.conformance.making import made_vectors
from tests.conformance.mass import Drawing
from tests.conformance.programs import Program
from tests.conformance.pythons import MissingError
from tests.conformance.readers import LANGUAGES, ProgramReader, Reader, all_readers
from tests.conformance.schemas import Subject, ours, strangers, subjects
from tests.conformance.trees import difference
from tests.effort import each
from tests.stamps import GENERATORS

ROOT = vectors.ROOT


def committed(subject: Subject) -> list[Case]:
    folder = vectors.folder_of(subject)
    return [Case(subject, folder / each.file, each.answer) for each in vectors.load(subject)]


ALL_CASES = [case for subject in subjects() for case in committed(subject)]


# what is committed


def test_every_schema_has_good_and_bad_files_from_all_origins() -> None:
    for subject in subjects():
        found = [(each.file.partition("-")[0], each.answer[0]) for each in vectors.load(subject)]
        assert {"hand", "damage"} <= {origin for origin, _ in found}, subject.name
        assert {OK, NO} == {verdict for _, verdict in found}, subject.name
        folder = vectors.folder_of(subject)
        assert {path.name for path in folder.iterdir()} == {each.file for each in vectors.load(subject)} | {
            vectors.EXPECTED
        }
    assert {path.name for path in vectors.FOLDER.iterdir() if path.is_dir()} == {each.name for each in subjects()}


def test_it_is_small() -> None:
    assert sum(path.stat().st_size for path in vectors.FOLDER.rglob("*") if path.is_file()) <= vectors.MOST_BYTES


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("subject", subjects(), ids=lambda subject: subject.name)
def test_what_is_expected_is_what_python_says(subject: Subject) -> None:
    for vector in vectors.load(subject):
        data = (vectors.folder_of(subject) / vector.file).read_bytes()
        found = answer_of_machine(subject, data)
        assert compare(vector.answer, found, ALL) == (EQUAL, ""), vector.file
        assert vector.answer[0] == NO or not back_differs(vector.answer, found), vector.file
    by_hand = {f"hand-{name}{subject.suffix}": data for name, _, data in BY_HAND[subject.name]}
    for name, data in by_hand.items():
        assert (vectors.folder_of(subject) / name).read_bytes() == data


@pytest.mark.nightly
@pytest.mark.parametrize("subject", subjects(), ids=lambda subject: subject.name)
def test_what_is_committed_is_what_would_be_written(subject: Subject) -> None:
    made = list(made_vectors(subject))
    text = (vectors.folder_of(subject) / vectors.EXPECTED).read_text(encoding="utf-8")
    assert text == vectors.text_of(vector for vector, _ in made)
    for vector, data in made:
        assert (vectors.folder_of(subject) / vector.file).read_bytes() == data


# readers


def assert_good(readers: list[Reader], cases: list[Case]) -> None:
    results = hold(readers, cases)
    assert not list(results.wrong())
    if results.missing:
        pytest.skip("; ".join(f"{name}: {why}" for name, why in results.missing.items()))
    for reader in readers:
        counted = sum(score.counts.total() for (name, _), score in results.scores.items() if name == reader.name)
        assert counted == sum(reader.knows(case.subject) for case in cases)


@pytest.mark.sample("construct")
@pytest.mark.parametrize("name", ["construct", "kaitai-python", "kaitai-javascript"])
def test_the_readers_of_others_agree(name: str) -> None:
    assert_good([all_readers()[name]()], [case for case in ALL_CASES if case.subject.is_ours])


@pytest.mark.when_changed(*GENERATORS, "conformance/**/*")
@pytest.mark.parametrize(
    "name", [pytest.param(each.name, marks=() if each.name == "c" else pytest.mark.nightly) for each in LANGUAGES]
)
def test_the_packages_agree(name: str) -> None:
    assert_good([all_readers()[name]()], ALL_CASES[:: each(3)])


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["construct", *(each.name for each in LANGUAGES)])
def test_they_agree_on_generated_and_damaged_files(name: str, tmp_path: Path) -> None:
    drawing = Drawing(subjects(), tmp_path, seed=20, keeps=True)
    assert_good([all_readers()[name]()], [*drawing.generated(400), *drawing.damaged(1000)])


# programs


def case(name: str) -> Case:
    return next(each for each in ALL_CASES if each.path.name == name)


def program(text: str) -> Program:
    return Program([sys.executable, "-c", text], patience=5)


def test_a_program_is_held_to_the_files() -> None:
    """Python itself, by the protocol."""
    reader = ProgramReader("mine", [sys.executable, "-m", "tests.conformance.nacdump", "--serve"])
    results = hold([reader], [each for each in ALL_CASES if each.subject.name in ("glyph", "scores")])
    assert results.is_good("mine")
    lines = list(table([reader], subjects(), results))
    assert lines[0] == "| reader | glyph | scores | written back |"
    assert lines[2] == "| mine | 11 | 19 | 6 |"


def test_programs_that_die_hang_or_talk() -> None:
    path = case("hand-two.scores").path
    for text, words in (
        ("raise SystemExit(3)", "the program ended (exit code 3): "),
        ("import sys\nfor line in sys.stdin: print('tree', flush=True)", "no line of JSON"),
        ("import sys\nfor line in sys.stdin: print('{}', flush=True)", "not a list: b'{}"),
        ("input(); print('[', end='', flush=True)", "the program ended (exit code 0): "),
        ("input(); raise ValueError('twelve')", "ValueError: twelve"),
    ):
        talking = program(text)
        for _ in range(2):  # it is started anew
            answer = talking.ask("scores", path)
            assert answer[0] == "error"
            assert words in answer[1]
        talking.close()
    silent = Program([sys.executable, "-c", "input(); input()"], patience=0.5)
    assert silent.ask("scores", path) == ["error", "no answer in 0 s"]
    silent.close()


def test_a_reader_that_is_wrong_is_found() -> None:
    """One that gives the answer to another file."""
    good, bad = case("hand-two.scores"), case("hand-surplus.scores")

    class Wrong:
        name, is_held, claims = "wrong", True, ALL

        def knows(self, subject: Subject) -> bool:
            return True

        def answer(self, subject: Subject, path: Path) -> Answer:
            return (bad if path == good.path else good).expected

        def close(self) -> None: ...

    results = hold([Wrong()], [good, bad])
    assert not results.is_good("wrong")
    assert [line.partition(": ")[2] for line in results.wrong()] == [
        "scores/hand-two.scores: refused wrongly:  (byte 9): belongs to no field",
        "scores/hand-surplus.scores: accepted wrongly: it has to be refused:  (byte 9): belongs to no field",
    ]


def test_a_reader_that_is_missing_is_told() -> None:
    class Missing(ProgramReader):
        def answer(self, subject: Subject, path: Path) -> Answer:
            raise MissingError("there is no cargo")

    results = hold([Missing("mine", ["mine"])], [case("hand-two.scores")])
    assert results.missing == {"mine": "there is no cargo"}


# comparing

TREE = {"a": 1, "b": [{"c": {"$real": "3f800000"}}, {"c": {"$hex": "00"}}], "d": "x"}


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (TREE, None),
        ({**TREE, "a": True}, "a: 1 is expected, got True"),
        ({**TREE, "a": 1.0}, "a: 1 is expected, got 1.0"),
        ({**TREE, "d": "y"}, "d: 'x' is expected, got 'y'"),
        ({**TREE, "e": 1}, "e: is not expected"),
        ({key: TREE[key] for key in "ab"}, "d: is missing"),
        ({key: TREE[key] for key in "bad"}, "the root: the keys are in another order: b, a, d"),
        ({**TREE, "b": []}, "b: 2 elements are expected, got 0"),
        ({**TREE, "b": [{"c": {"$real": "3ff0000000000000"}}, {"c": {"$hex": "00"}}]}, None),
        (
            {**TREE, "b": [{"c": {"$real": "bff0000000000000"}}, {"c": {"$hex": "00"}}]},
            "b[0].c: 3f800000 is expected, got bff0000000000000",
        ),
        (
            {**TREE, "b": [{"c": {"$real": "3f800000"}}, {"c": {"$hex": "01"}}]},
            "b[1].c.$hex: '00' is expected, got '01'",
        ),
    ],
)
def test_how_trees_differ(other: object, words: str | None) -> None:
    assert difference(TREE, other) == words


def test_answers_are_compared_by_what_a_reader_claims() -> None:
    structure = Claims(places=False, writes=False, is_whole=False, bits=False, digits=False)
    good, bad, surplus = [OK, {"a": 1}, True], [NO, "a", 3, "wrong"], [NO, "", 4, SURPLUS]
    pairs = [
        (good, good, EQUAL, EQUAL), (good, [OK, {"a": 2}, True], DIFFERENT, DIFFERENT),
        (good, bad, WRONGLY_REFUSED, WRONGLY_REFUSED), (bad, good, WRONGLY_ACCEPTED, WRONGLY_ACCEPTED),
        (surplus, good, WRONGLY_ACCEPTED, UNCLAIMED), (bad, [NO, "a", 3, "else"], EQUAL, EQUAL),
        (bad, [NO, "b", 3, "wrong"], DIFFERENT, EQUAL), (bad, [NO, "a", 4, "wrong"], DIFFERENT, EQUAL),
        (good, ["error", "x"], BROKEN, BROKEN), (good, [], BROKEN, BROKEN),
        ([OK, {"a": 2**53 + 1}, True], [OK, {"a": 2**53}, True], DIFFERENT, EQUAL),
        ([OK, {"a": {"$real": "7fa00001"}}, True], [OK, {"a": {"$real": "7fe00001"}}, True], DIFFERENT, EQUAL),
        ([OK, {"$padding": {"a": 1}}, True], [OK, {}, True], DIFFERENT, EQUAL),
    ]  # fmt: skip
    for expected, found, of_all, of_structure in pairs:
        assert compare(expected, found, ALL)[0] == of_all, (expected, found)
        assert compare(expected, found, structure)[0] == of_structure, (expected, found)


def test_what_is_not_written_back_is_counted() -> None:
    score = Score()
    for back in (True, False, "a: cannot be written"):
        score.add("x", [OK, {}, True], [OK, {}, back], ALL)
    assert (score.written, score.unwritten, score.is_good) == (1, 2, False)
    score = Score()
    score.add("x", [OK, {}, "a: one"], [OK, {}, "b: other words"], ALL)
    assert (score.written, score.unwritten, score.is_good) == (0, 0, True)


@pytest.mark.nightly
def test_the_command() -> None:
    command = [sys.executable, "-m", "tests.conformance", "python", "--schema", "glyph"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[2]) == (0, "| python | 11 | 1 |")
    done = subprocess.run([*command, "--generated", "4"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[2]) == (0, "| python | 4 | 4 |")
    done = subprocess.run(
        [*command, "--schema", "docs/scores.ksy"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "glyph | scores" in done.stdout
    done = subprocess.run(
        [*command[:-3], "--program", "cat", "--schema", "glyph"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "no answer" in done.stdout


def test_lines_are_json() -> None:
    for subject in (*ours(), *strangers()):
        for line in (vectors.folder_of(subject) / vectors.EXPECTED).read_text(encoding="utf-8").splitlines()[:3]:
            assert list(json.loads(line)) == ["file", "about", "answer"]
