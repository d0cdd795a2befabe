"""The types of the public API: a small client program passes `mypy --strict`, and mistakes in it do not."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from nacformats.schema.sources import ROOT
from tests.partners import partner

CLIENT = Path(__file__).with_name("client.py")

#: Lines that are wrong, and what mypy says of them.
MISTAKES = {
    'nacformats.load("x.stb", format="stb").perm': '"StbFile" has no attribute "perm"',
    'nacformats.load("x.stb").tensors': 'Item "NacFile" of "NacFile | MicGraph | StbFile | GgufFile',
    'nacformats.load("x.nac", weigths="w.safetensors")': "No overload variant",
    'nacformats.load("x.nac", format="nac", limits=None)': "No overload variant",
    'nacformats.dump(StbFile(), "x.stb", fromat="stb")': 'Unexpected keyword argument "fromat"',
    'nacformats.convert("x.mic2", "x.micb", nac_versoin="1.7")': 'Unexpected keyword argument "nac_versoin"',
    'nacformats.convert("x.nac", "y.nac", nac_version="1.9")': "incompatible type",
    'nacformats.load("x.nac", format="nac").trng = None': '"NacFile" has no attribute "trng"',
    'nacformats.load("x.nac", format="nac").set_parameter("w", 1, quantise="FP16")': "Unexpected keyword argument",
    'nacformats.NacBuilder(version="1.9")': 'Argument "version" to "NacBuilder" has incompatible type',
    'nacformats.validate("x.nac", "nac")': 'Too many positional arguments for "validate"',
    'nacformats.validate("x.nac", strict="nac")': 'Argument "strict" to "validate" has incompatible type "str"',
    'Session("x.nac", engine="pytorch")': 'Argument "engine" to "Session" has incompatible type',
    'nacformats.CompileOptions(quantize="INT4")': 'Argument "quantize" to "CompileOptions" has incompatible type',
    'kaitai.Stb.from_bytes(b"").num_tensor': '"Stb" has no attribute "num_tensor"',
    "kaitai.Stb.Dtype.float64": '"type[Dtype]" has no attribute "float64"',
    "constructs.elf": 'Module has no attribute "elf"',
    "columns.micb.graph_values": 'Module has no attribute "graph_values"',
    "nacformats.Sessions": 'Module has no attribute "Sessions"',
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What mypy says of the client, with the mistakes at its end."""
    partner("mypy")
    text = CLIENT.read_text(encoding="utf-8") + "\n\n" + "\n".join(MISTAKES) + "\n"
    program = tmp_path_factory.mktemp("client") / "client.py"
    program.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-pretty", f"--config-file={ROOT / 'pyproject.toml'}"]
    done = subprocess.run([*command, str(program)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


def test_a_client_passes_and_mistakes_are_found(found: list[str]) -> None:
    first = CLIENT.read_text(encoding="utf-8").count("\n") + 3
    errors: dict[int, list[str]] = {}
    for line in found:
        match = re.search(r"client\.py:(\d+): error: (.*)", line)
        if match is not None:
            errors.setdefault(int(match[1]), []).append(match[2])
    assert [line for number, line in errors.items() if number < first] == []
    for number, (mistake, words) in enumerate(MISTAKES.items(), first):
        assert any(words in error for error in errors.get(number, [])), (mistake, errors.get(number))
    assert not [line for line in found if "error:" in line and "client.py" not in line]
