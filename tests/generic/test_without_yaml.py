"""Schemas are for generating: no file is read, checked, shown or converted with YAML or with the generator."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "yaml" or name.startswith(("nacformats.schema.", "nacformats.targets")):
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Blocked())
from pathlib import Path
import nacformats
from nacformats.cli import main
examples, out = Path(sys.argv[1]), Path(sys.argv[2])
for path in sorted(examples.glob("*.*")):
    if path.suffix not in (".nac", ".micb", ".mic2", ".stb"):
        continue
    with nacformats.load(path) as model:
        assert nacformats.dumps(model) == path.read_bytes()
    assert nacformats.detect(path)
    data = path.read_bytes()
    for damaged in data[: len(data) // 2], data[:60] + b"\\xff" + data[61:]:
        assert isinstance(nacformats.validate(damaged, format=nacformats.detect(path)), list)
    main(["inspect", "--all", str(path)], standalone_mode=False)
    main(["inspect", "--json", str(path)], standalone_mode=False)
    main(["validate", str(path)], standalone_mode=False)
    main(["diff", str(path), str(path)], standalone_mode=False)
main(["convert", str(examples / "residual.micb"), str(out / "residual.mic2")], standalone_mode=False)
assert "yaml" not in sys.modules
"""


@pytest.mark.nightly
def test_files_are_read_checked_shown_and_converted_without_schemas(tmp_path: Path) -> None:
    examples = Path(__file__).parents[2] / "examples"
    command = [sys.executable, "-c", CODE, str(examples), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
