"""The package on a system without what POSIX has and Windows has not."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign.files import EXAMPLES

TESTS = sorted(Path(__file__).parent.rglob("*.py"))
#: Removes what Windows lacks before the package is imported, and does with files what people do.
CODE = """
import mmap, os, re, signal, sys
import click.testing, construct, kaitaistruct, numpy, rich.console  # these know their systems

MISSING = {
    os: r"fork.*|vfork|posix_.*|sched_.*|mkfifo|mknod|nice|uname|sysconf.*|confstr.*|pathconf.*|f?statvfs|chroot"
    r"|l?chown|f(chown|chmod|chdir|datasync|pathconf)|(get|set)(e|res)?[ug]id|(get|set)groups|initgroups"
    r"|(get|set)(pgid|pgrp|sid|priority)|getloadavg|killpg|wait|wait[34]|waitid|tc[gs]etpgrp|sync|lockf|openpty"
    r"|p(read|write)v?|readv|writev|sendfile|splice|copy_file_range|memfd_create|eventfd.*|pipe2|ttyname|ctermid"
    r"|O_(NONBLOCK|NOFOLLOW|CLOEXEC|DIRECTORY|D?SYNC|DIRECT|NOATIME|NOCTTY|PATH|ASYNC|TMPFILE|RSYNC)"
    r"|.*xattr|EX_.*|P_ALL|P_P?G?ID|W[A-Z]+|set_?blocking|register_at_fork",
    signal: r"SIG(HUP|KILL|ALRM|USR[12]|PIPE|CHLD|QUIT|STOP|TSTP|TTIN|TTOU|URG|XCPU|XFSZ|VTALRM|PROF|BUS|SYS|TRAP)"
    r"|alarm|[gs]etitimer|pause|pthread_.*|sig(wait|pending|timedwait).*|siginterrupt",
    mmap: r"MADV_.*|PROT_.*|MAP_.*",
}
for module, names in MISSING.items():
    for name in [name for name in dir(module) if re.fullmatch(names, name)]:
        delattr(module, name)
assert not any(hasattr(os, name) for name in ("fchmod", "geteuid", "sysconf", "O_NONBLOCK"))
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"):
    sys.modules[name] = None

from pathlib import Path

import nacformats
from nacformats.cli import main
from nacformats.files import TEMPORARY
from nacformats.runtime import Session
from click.testing import CliRunner

examples, folder = map(Path, sys.argv[1:])
for path in sorted(examples.iterdir()):
    if path.suffix in (".nac", ".micb", ".mic2", ".stb"):
        for mmap in (None, True, False):
            with nacformats.load(path, mmap=mmap) as model:
                target = folder / path.name
                nacformats.dump(model, target)
                nacformats.dump(model, target)
            assert target.read_bytes() == path.read_bytes()
            assert nacformats.validate(path, mmap=mmap) == []
builder = nacformats.NacBuilder(external_weights=True)
builder.output(builder.parameter("w", [1.0, 2.0]))
nacformats.dump(builder.build(), folder / "external.nac")
with nacformats.load(folder / "external.nac") as external:
    assert external.parameters["w"].array().tolist() == [1.0, 2.0]
for words in (
    ["inspect", examples / "mlp.nac"],
    ["validate", "--json", examples],
    ["convert", examples / "residual.mic2", folder / "x.micb"],
    ["repair", "--force", examples / "weights.stb", folder / "weights.stb"],
    ["diff", examples / "weights.stb", folder / "weights.stb"],
    ["run", examples / "mlp.nac", "--inputs", examples / "mlp.inputs.npz"],
):
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exit_code == 0, (words, result.output, result.exception)
assert not [path for path in folder.iterdir() if TEMPORARY.fullmatch(path.name)]
print("fine")
"""


@pytest.mark.skipif(os.name != "posix", reason="nothing is to be removed there")
def test_nothing_of_posix_is_needed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", CODE, str(EXAMPLES), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.stderr == ""
    assert done.stdout == "fine\n"


def test_test_modules_are_imported_without_posix() -> None:
    """What a system may lack is imported where it is used, or where its absence is seen to."""
    missing = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
    assert not {str(path): found for path in TESTS if (found := imported(path) & missing)}
    assert len(TESTS) > 50


def imported(path: Path) -> set[str]:
    """What a module imports for sure."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
    return names
