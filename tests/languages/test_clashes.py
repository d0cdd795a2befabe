"""Names that a generator changes stay apart, from each other and from its own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import nacformats
from nacformats.languages.targets import LANGUAGES, language_files
from nacformats.targets.loading import schema_of_file
from nacformats.targets.packages import files_of_schemas, read_schemas
from tests.generator.test_hostile_texts import COMPILERS, lay
from tests.partners import partner

SCHEMA = Path(__file__).with_name("clashes.ksy")


@pytest.mark.parametrize("keys", range(4))
def test_python_reads_each_field_by_its_own_type(keys: int) -> None:
    """Of two tables of cases whose names were one, the second counted; so it was with the names of enums."""
    cases = (1, 2, 3, 4), (4, 3, 2, 1)
    head = bytes([0, 1, 0, 2, 1, 2, 3, 8, 9, keys, 5, 6]) + bytes(range(13))
    data = head + bytes(cases[0][keys] + cases[1][keys]) + b"last"
    room = nacformats.open_schema(SCHEMA)
    tree = room.loads(data).fields
    assert [tree.static.name, tree.static_.name, tree["class"].name] == ["c_d", "d", "class__"]
    assert (tree["values"], tree["values_"], tree["static__"]) == (8, 9, 0)
    assert room.dumps(tree) == data


def test_c_compiles(tmp_path: Path) -> None:
    partner("cc")
    for name, text in files_of_schemas(read_schemas([SCHEMA]), ["c"]).items():
        (tmp_path / Path(name).name).write_text(text)
    for standard in ("c99", "gnu11"):  # gnu11 has macros such as linux
        checked = ["cc", f"-std={standard}", "-fsyntax-only", "-Wall", "-Werror"]
        compile_with([*checked, "clashes.c", "nacdump.c"], tmp_path)
    compile_with(["cc", "-std=c++17", "-fsyntax-only", "-x", "c++", "clashes.h"], tmp_path)


def compile_with(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=500)
    assert done.returncode == 0, done.stdout[:2000] + done.stderr[:2000]


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["rust", "go", "java"])
def test_other_languages_compile(language: str, tmp_path: Path) -> None:
    partner(COMPILERS[language][0])
    lay(tmp_path, files_of_schemas(read_schemas([SCHEMA]), [language], "hostile"))
    compile_with(COMPILERS[language], tmp_path / language)


@pytest.mark.parametrize("target", [each for each in LANGUAGES if each != "c"])  # C gives one another name
def test_two_schemas_that_would_be_one_are_refused(target: str, tmp_path: Path) -> None:
    field = "seq: [{id: x, type: u1}]\n"
    (tmp_path / "a_b.ksy").write_text(f"meta: {{id: a_b}}\n{field}")
    (tmp_path / "ab.ksy").write_text(f"meta: {{id: ab}}\n{field}")
    with pytest.raises(ValueError, match="choose another id"):
        files_of_schemas(read_schemas([tmp_path / f"{name}.ksy" for name in ("ab", "a_b")]), [target])


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_schema_takes_no_file_of_its_package(language: str, tmp_path: Path) -> None:
    made = []
    for names in (("machine", "record", "lib", "main", "core", "static"), ("aa", "bb", "cc", "dd", "ee", "ff")):
        for name in names:
            (tmp_path / f"{name}.ksy").write_text(f"meta: {{id: {name}}}\nseq: [{{id: x, type: u1}}]\n")
        made.append(language_files(language, "all", [schema_of_file(tmp_path / f"{name}.ksy") for name in names]))
    assert len(made[0]) == len(made[1])
