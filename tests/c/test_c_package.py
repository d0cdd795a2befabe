"""The C of schemas as a package: CMake and pkg-config take it, and the example of its README does what it says."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from nacformats.schema.sources import ROOT
from nacformats.targets.packages import files_of_schemas, read_schemas
from tests.c.test_c_files import STRICT
from tests.columns.native import compiler
from tests.packages import package
from tests.partners import partner
from tests.stamps import GENERATORS

pytestmark = pytest.mark.when_changed(*GENERATORS)

#: A project that uses an installed package.
PROJECT = """cmake_minimum_required(VERSION 3.10)
project(user C)
find_package(@ REQUIRED)
add_executable(reading reading.c)
target_link_libraries(reading @::@)
"""


def run(command: Sequence[str | Path], folder: Path) -> str:
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, (command, (done.stdout + done.stderr)[-3000:])
    return done.stdout


def example(made: Path, folder: Path) -> Path:
    """Return the program of the README of a package."""
    text = (made / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```c\n(.*?)```", text, re.DOTALL)
    assert found
    assert len(text.splitlines()) <= 110
    path = folder / "reading.c"
    path.write_text(found[1], encoding="utf-8")
    return path


def installed(made: Path, folder: Path) -> Path:
    """Return where a package was installed to."""
    partner("cmake", "pkg-config")
    compiler()
    build, prefix = folder / "build", folder / "prefix"
    run(["cmake", "-S", made, "-B", build, f"-DCMAKE_INSTALL_PREFIX={prefix}"], folder)
    run(["cmake", "--build", build, "-j2"], folder)
    run(["cmake", "--install", build], folder)
    return prefix


def use(name: str, main: Path, prefix: Path, folder: Path) -> list[Path]:
    """Return the program that pkg-config builds, and the one that CMake builds."""
    path = f"PKG_CONFIG_PATH={next(prefix.rglob('*.pc')).parent}"
    flags = run(["env", path, "pkg-config", "--cflags", "--libs", name], folder).split()
    by_config = folder / "by_config"
    run([*compiler(), *STRICT, main, *flags, "-o", by_config], folder)
    (folder / "CMakeLists.txt").write_text(PROJECT.replace("@", name))
    run(["cmake", "-S", folder, "-B", folder / "user", f"-DCMAKE_PREFIX_PATH={prefix}"], folder)
    run(["cmake", "--build", folder / "user"], folder)
    return [by_config, folder / "user" / "reading"]


@pytest.mark.nightly
def test_the_readme_of_our_package(tmp_path: Path) -> None:
    """Without CMake: the sources are compiled as they are."""
    main, program = example(package("c"), tmp_path), tmp_path / "reading"
    run(
        [
            *compiler(),
            *STRICT,
            f"-I{package('c')}",
            main,
            package("c") / "nac.c",
            package("c") / "nacformats.c",
            "-o",
            program,
        ],
        tmp_path,
    )
    assert (
        run([program, ROOT / "examples" / "mlp.nac", tmp_path / "back"], tmp_path)
        == "version: 1\nquantization_method: 0\nnum_inputs: 1\nnum_outputs: 1\n"
    )


@pytest.mark.nightly
def test_our_package_is_installed(tmp_path: Path) -> None:
    prefix = installed(package("c"), tmp_path)
    for program in use("nacformats", example(package("c"), tmp_path), prefix, tmp_path):
        assert "num_inputs: 1\n" in run([program, ROOT / "examples" / "mlp.nac", tmp_path / "back"], tmp_path)
    assert '"magic": ' in run([prefix / "bin" / "nacdump", ROOT / "examples" / "mlp.nac"], tmp_path)


def test_the_package_of_a_stranger_is_installed(tmp_path: Path) -> None:
    files = files_of_schemas(read_schemas([ROOT / "docs" / "scores.ksy"]), ["c"])
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    prefix = installed(tmp_path / "c", tmp_path)
    data = tmp_path / "two.scores"
    data.write_bytes(b"SCOR\2\3Ada\244\1\4Alan\214\1")
    for program in use("scores", example(tmp_path / "c", tmp_path), prefix, tmp_path):
        assert run([program, data, tmp_path / "back"], tmp_path) == "num_entries: 2\n"
    assert '"num_entries": 2' in run([prefix / "bin" / "nacdump", data], tmp_path)
