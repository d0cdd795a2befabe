"""What is imported when: the package alone and its help need none of the large libraries, and reading only its own."""

from __future__ import annotations

import builtins
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nacformats

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
#: Modules that take long to import, and the rooms of the formats.
HEAVY = {"numpy", "kaitaistruct", "construct", "yaml", "ml_dtypes", "safetensors", "rich", "torch"}
ROOMS = {"nacformats.formats.mic.format", "nacformats.formats.nac.format", "nacformats.formats.stb.model"}
ROOMS |= {"nacformats.formats.gguf.model", "nacformats.formats.safetensors.model"}
#: What nobody needs who reads a file.
WRITING = {"construct", "yaml", "rich", "torch", "safetensors"}


def imported(program: str) -> set[str]:
    """The modules that are there after a program."""
    shown = f"{program}\nimport sys\nprint('modules:', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("modules:")[2].split())


def after_command(*arguments: str) -> str:
    return f"from nacformats.cli import main\nmain({arguments!r}, standalone_mode=False)"


@pytest.mark.parametrize(
    "program",
    [
        "import nacformats",
        "from nacformats import load, loads, dump, dumps, detect, validate, convert, FormatError",
        "import nacformats\nnacformats.detect(b'STB0')",
        "from nacformats.formats import formats\nassert '.nac' in [each.suffix for each in formats().values()]",
        after_command("--help"),
        after_command("inspect", "--help"),
        after_command("--version"),
    ],
)
def test_nothing_large_is_imported_early(program: str) -> None:
    assert imported(program) & (HEAVY | ROOMS) == set()


@pytest.mark.parametrize(
    ("file", "room"),
    [
        ("mlp.nac", "nacformats.formats.nac.format"),
        ("residual.micb", "nacformats.formats.mic.format"),
        ("residual.mic2", "nacformats.formats.mic.format"),
        ("weights.stb", "nacformats.formats.stb.model"),
        ("tiny.gguf", "nacformats.formats.gguf.model"),
        ("weights.safetensors", "nacformats.formats.safetensors.model"),
    ],
)
def test_a_file_brings_its_room_and_no_other(file: str, room: str) -> None:
    found = imported(f"import nacformats\nnacformats.load({str(EXAMPLES / file)!r})")
    assert found & ROOMS == {room}
    assert found & WRITING == set()


#: What takes long to import, and what opening a good file and reading its last element has no need of.
UNNEEDED = {"dataclasses", "pathlib", "urllib.parse", "ipaddress", "json", "pkgutil", "heapq", "base64", "ml_dtypes"}
UNNEEDED |= {f"nacformats.{name}" for name in ("files", "folders", "findings", "printing", "formats.generic")}
UNNEEDED |= {f"nacformats.codec.{name}" for name in ("companions", "locator", "columns.leaping", "columns.native")}
UNNEEDED |= {f"nacformats.formats.nac.{name}" for name in ("external", "instructions", "programs", "resources")}
UNNEEDED |= {"nacformats.formats.stb.rules", "nacformats.formats.stb.layout", "nacformats.formats.documents"}


@pytest.mark.parametrize(
    ("use", "most"),
    [
        ("load({!r}).tensors[0].array()".format(str(EXAMPLES / "weights.stb")), 41),
        ("load({!r}).parameters[1].array()".format(str(EXAMPLES / "mlp.nac")), 59),
    ],
)
def test_opening_a_file_imports_little(use: str, most: int) -> None:
    """Every module counts: it is read, and its classes are made, in every program that opens a file."""
    found = imported(f"import nacformats\nnacformats.{use}") - imported("import numpy")
    assert found & UNNEEDED == set()
    assert len([name for name in found if name.startswith("nacformats")]) <= most


def test_a_model_is_written_without_the_rooms_of_others() -> None:
    program = (
        "graph = nacformats.MicGraph()\ngraph.output = graph.arg('x', graph.add_type('f32'))\nnacformats.dumps(graph)"
    )
    found = imported(f"import nacformats\n{program}")
    assert found & ROOMS == {"nacformats.formats.mic.format"}


def test_what_guesses_is_not_imported_by_what_needs_no_guess() -> None:
    """Restoring a training program is for files that have one: no run of another model brings it."""
    run = f"import nacformats\nsession = nacformats.Session({str(EXAMPLES / 'mlp.nac')!r})\n"
    run += "session.run([[[0.5] * 8]])\n"
    given = """
from nacformats.formats.base import Model
from nacformats.graph.graph import TrainingProgram
from nacformats.runtime.training.step import training_program
training_program(session.graph, TrainingProgram(session.graph), session.graph)
"""
    guessing = {"nacformats.restoring.training", "nacformats.ops.derivatives"}
    assert imported(run + given) & guessing == set()


def test_modules_of_public_names_are_there_without_being_imported() -> None:
    modules = "columns constructs errors findings formats glyphs kaitai limits plan tokenizer typing"
    program = f"import nacformats; print(*(getattr(nacformats, name).__name__ for name in {modules.split()}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert [name.rpartition(".")[2] for name in done.stdout.split()] == modules.split()
    with pytest.raises(AttributeError, match="no attribute 'tokenise'"):
        nacformats.tokenise  # noqa: B018


def test_every_public_name_is_there() -> None:
    assert len(nacformats.__all__) <= 31
    for name in nacformats.__all__:
        assert getattr(nacformats, name).__name__ == name
    assert set(nacformats.__all__) <= set(dir(nacformats))
    assert not {*nacformats.__all__} & {*vars(builtins)}, "`from nacformats import *` would hide them"


def test_what_is_listed_is_public_and_described() -> None:
    """`dir` and `help` show the public names, and nothing that the module needs itself."""
    words = set(re.findall(r"\w+", str(nacformats.__doc__)))
    for name in dir(nacformats):
        assert name == "__version__" or name in words, name
        assert getattr(nacformats, name) is not None
    assert {"GgufFile", "SafetensorsFile", "Tree", "compile", "limits"} <= {*dir(nacformats)}


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'lood'"):
        nacformats.lood  # noqa: B018


def test_what_is_generated_is_found_by_public_names() -> None:
    from nacformats import columns, constructs, kaitai

    for module, name in ((kaitai, "Stb"), (constructs, "stb"), (columns, "micb")):
        assert name in dir(module)
        assert getattr(module, name)
        with pytest.raises(AttributeError, match="there is no schema 'elf': known are"):
            getattr(module, "elf")  # noqa: B009
