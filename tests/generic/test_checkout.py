"""A stranger's schema in a checkout: after `nacformats generate` it is a format like any other, without Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.generic.conftest import DATA, TOY
from tests.partners import partner
from tests.stamps import PACKAGE

pytestmark = pytest.mark.when_changed(*PACKAGE)

ROOT = Path(__file__).parents[2]
#: What a checkout is made of, as far as this test needs it.
PARTS = ("nacformats", "schemas", "generated", "viewer", "examples", "tests", "pyproject.toml", "package-lock.json")

VERBS = """
import sys
from pathlib import Path
import nacformats
from nacformats import FormatError
data = bytes.fromhex(sys.argv[1])
path = Path("some.toy")
path.write_bytes(data)
assert nacformats.detect(data) == nacformats.detect(path) == "toy"
assert nacformats.validate(path) == []
with nacformats.load(path) as tree:
    assert tree["records"][3]["body"]["values"] == [1, -2, 3]
    assert nacformats.dumps(tree) == data
    tree["records"][1]["kind"] = "point"
    tree["records"][1]["body"] = {"x": 0, "y": 1}
    del tree["records"][2], tree["checksums"][2]
    nacformats.dump(tree, "changed.toy")
changed = nacformats.loads(Path("changed.toy").read_bytes())
assert (changed["num_records"], changed["records"][1]["kind"].name) == (3, "point")
plain = {"flavor": "plain", "records": [], "checksums": []}
assert nacformats.loads(nacformats.dumps(plain, format="toy"))["flavor"] == 0
nacformats.dump(plain, "plain.toy")
for misuse in lambda: nacformats.dumps(plain), lambda: nacformats.dumps(plain, format="stb"):
    try:
        misuse()
    except TypeError:
        continue
    raise AssertionError("no TypeError")
try:
    nacformats.loads(data[:-1])
except FormatError as error:
    assert (error.format, error.path) == ("toy", "checksums[3]"), error
nacformats.convert("some.toy", "some.json")
nacformats.convert("some.json", "again.toy")
assert Path("again.toy").read_bytes() == data
"""

COMMANDS = """
import sys
from pathlib import Path
from click.testing import CliRunner
from nacformats.cli import main
data = bytes.fromhex(sys.argv[1])

def run(*words, code=0):
    done = CliRunner().invoke(main, words)
    assert done.exit_code == code, done.output
    return done.stdout

Path("data.toy").write_bytes(data)
assert "data.toy: ok (Toy records v1, 71 bytes)" in run("validate", "data.toy")
assert "[1]  300: LABEL, hé" in run("inspect", "data.toy", "--tables")
assert "values  1, -2, 3" in run("inspect", "data.toy", "--section", "records[3].body.values")
run("convert", "data.toy", "data.json")
run("convert", "data.json", "back.toy")
assert Path("back.toy").read_bytes() == data
assert run("diff", "data.toy", "back.toy") == ""
changed = Path("data.json").read_text().replace('"hé"', '"hey"')
Path("data.json").write_text(changed)
run("convert", "--force", "data.json", "back.toy")
shown = run("diff", "data.toy", "back.toy", code=1)
assert "! records[1].body.text: hé -> hey\\n" in shown
Path("bad.toy").write_bytes(data[:12] + b"\\x09" + data[13:])
shown = run("validate", "bad.toy", code=1)
assert "records[0].kind (byte 12): wrong value: expected one of 0 (point), 1 (label), 7 (values), got 9" in shown
assert "toy " in run("schema")
"""


def run(folder: Path, *arguments: str, code: int = 0, path: str | None = None) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "NO_COLOR": "1"}
    environment |= {} if path is None else {"PATH": path}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module", params=[pytest.param("with Node.js", marks=pytest.mark.nightly), "without"])
def checkout(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout with one schema more, generated with and without the Kaitai Struct compiler."""
    with_node = request.param == "with Node.js"
    if with_node:
        partner("ksc")
    folder = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        leave = shutil.ignore_patterns("__pycache__", "corpus")
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=leave)
        else:
            shutil.copy(source, folder / part)
    if with_node:
        (folder / "node_modules").symlink_to((ROOT / "node_modules").resolve())
    shutil.copy(TOY, folder / "schemas")
    shown = run(folder, "-m", "nacformats", "generate")
    assert "written: generated/tables/toy.py" in shown
    assert ("written: generated/kaitai/toy.py" in shown) == with_node
    notes = "" if with_node else shown[shown.index("note:") :]
    assert run(folder, "-m", "nacformats", "generate") == f"{notes}{folder / 'generated'}: up to date\n"
    return folder


@pytest.mark.nightly
def test_the_verbs(checkout: Path) -> None:
    run(checkout, "-c", VERBS, DATA.hex())


@pytest.mark.nightly
def test_the_commands(checkout: Path) -> None:
    run(checkout, "-c", COMMANDS, DATA.hex())


@pytest.mark.nightly
def test_the_contract_tests_follow(checkout: Path) -> None:
    """Given one example file, nothing else."""
    (checkout / "examples" / "some.toy").write_bytes(DATA)
    options = ("-q", "-n0", "-k", "toy", "-p", "no:cacheprovider")
    shown = run(checkout, "-m", "pytest", *options, "tests/test_contract.py")
    assert " passed" in shown
    assert "toy" in run(checkout, "-m", "tests.campaign", "--count", "384", "--processes", "1", "examples")
    (checkout / "examples" / "some.toy").unlink()


@pytest.mark.nightly
def test_a_schema_needs_no_installing(tmp_path: Path) -> None:
    """The same from the schema beside the data: no Node.js, nothing generated."""
    shutil.copy(TOY, tmp_path)
    (tmp_path / "data.toy").write_bytes(DATA)
    empty = tmp_path / "bin"
    empty.mkdir()

    def main(*arguments: str, code: int = 0) -> str:
        environment: dict[str, Any] = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": str(empty), "NO_COLOR": "1"}
        command = [sys.executable, "-m", "nacformats", *arguments]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    schema = ("--schema", "toy.ksy")
    assert "ok (Toy records v1, 71 bytes)" in main("validate", *schema, "data.toy")
    assert "records[3].body" not in main("inspect", *schema, "data.toy")
    main("convert", *schema, "data.toy", "data.json")
    main("convert", *schema, "data.json", "back.toy")
    assert (tmp_path / "back.toy").read_bytes() == DATA
    (tmp_path / "toy.ksy").write_text(TOY.read_text().replace("type: u2\n", "type: f2\n", 1))
    assert ": /instances/checksums/type: there is no type 'f2'" in main("validate", *schema, "data.toy", code=2)
    assert "give one of them" in main("validate", "--format", "stb", "--schema", str(TOY), "data.toy", code=2)
    (tmp_path / "cut.toy").write_bytes(DATA[:30])
    assert "records[1].body.text (byte 29)" in main("validate", "--schema", str(TOY), "cut.toy", code=1)
