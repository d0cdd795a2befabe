"""A new operator is a row and at most a kernel: those of the contributing guide are added to a copy and run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nacformats
from tests.partners import partner

PACKAGE = Path(nacformats.__file__).parent
GUIDE = PACKAGE.parent / "CONTRIBUTING.md"
#: A block of the guide: the file that it belongs to, and what is added there.
BLOCK = re.compile(r"```(?:python)?\n# (nacformats/ops/\S+)\n(.*?)```", re.DOTALL)

PROGRAM = """
import numpy as np
import nacformats
from nacformats.formats.nac.builder import NacBuilder
from nacformats.onnx.writing.model import model_of
from nacformats.ops.meta import TensorMeta, result_meta
from nacformats.ops.meta.sizes import symbol
from nacformats.ops.table import canonical_operators

x = np.array([-8.0, 0.0, 27.0], np.float32)
for name, expected in (("aten.cube_root.default", [-2, 0, 3]), ("aten.softcap.default", np.tanh(x / 2) * 2)):
    builder = NacBuilder()
    builder.output(builder.operation(name, builder.input("x")))
    file = nacformats.loads(nacformats.dumps(builder.build()))
    with nacformats.Session(file) as session:
        np.testing.assert_allclose(session.run([x])[0], expected, rtol=1e-6)
    meta = TensorMeta(x.dtype, (symbol("n"), 3))
    assert result_meta(name, [meta]) == meta
    nodes = [node.op_type for node in model_of(file, [x]).graph.node]
    print(name, name in canonical_operators(), *nodes)
"""


def test_the_operators_of_the_guide_run(tmp_path: Path) -> None:
    """NumPy, meta and ONNX know an operator by its row and a kernel, and one by its row alone."""
    partner("onnx")
    shutil.copytree(PACKAGE, tmp_path / "nacformats", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("generated", "schemas"):
        (tmp_path / folder).symlink_to(PACKAGE.parent / folder)
    blocks = BLOCK.findall(GUIDE.read_text(encoding="utf-8"))
    assert len(blocks) == 3
    for file, text in blocks:
        with (tmp_path / file).open("a", encoding="utf-8") as target:
            target.write(text if file.endswith(".txt") else f"\n\n{text}")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", PROGRAM]
    options = {"cwd": tmp_path, "env": environment, "capture_output": True, "text": True, "timeout": 60}
    done = subprocess.run(command, check=False, **options)
    assert done.returncode == 0, done.stderr
    root, cap = (line.split() for line in done.stdout.splitlines())
    assert root[1] == "True"
    assert {"Pow", "Abs", "Sign"} <= set(root)
    assert cap[1] == "False"
    assert "Tanh" in cap
