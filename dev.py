#!/usr/bin/env python3
"""Set up, show and test nacformats in a fresh checkout: python3 dev.py demo | test | packages | docs | setup.

Needs Python 3.11 or newer and nothing else. Everything is installed into .venv beside this file; a second run
reuses it, and installs again only after pyproject.toml or the C sources, which the installation compiles, changed.
The npm packages that some tests need are installed as well where npm is, after package-lock.json changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
OUT = Path("build", "demo")

BINARY, OUTPUTS = OUT / "residual.micb", OUT / "outputs.npz"

#: What the demonstration runs: the main commands, on files of examples/. A command that does its work without a word is
#: followed by what it did: a text, or the file that it wrote.
DEMO: tuple[tuple[str, str | Path | None], ...] = (
    ("inspect examples/mlp.nac", None),
    ("validate examples", None),
    (f"convert --force examples/residual.mic2 {BINARY}", BINARY),
    (f"diff examples/residual.mic2 {BINARY}", "both hold the same graph"),
    (f"run examples/mlp.nac --inputs examples/mlp.inputs.npz --output {OUTPUTS} --force", OUTPUTS),
    (
        "run examples/residual.mic2 --inputs examples/residual.inputs.npz --parameters examples/residual.weights.npz",
        None,
    ),
    ('run examples/story/story.nac --seed 1 --answer "Once upon a time"', None),
)

#: Where mkdocs.yml puts the documentation site.
SITE = Path("build", "site")

#: Where the packages of other languages are made, and those that there are.
PACKAGES = Path("build", "packages")
LANGUAGES = ("c", "rust", "go", "typescript", "java", "javascript")

#: How much of the package the tests run.
COVERAGE = Path("build", "coverage.json")

#: What an installation is made of, besides Python files, which an editable one finds where they are.
INSTALLED = ("pyproject.toml", "hatch_build.py", "generated/native/*.c")

#: What npm installs, by its own list, and what it has to install.
NPM_INSTALLED, NPM_WANTED = ROOT / "node_modules" / ".package-lock.json", ROOT / "package-lock.json"

#: What a change has to pass besides the tests, beside which they run.
CHECKS = ("ruff check .", "ruff format --check .", "mypy")


class StepError(Exception):
    """A step failed; the message says which one and what to do."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("setup", help="install the package with everything that the tests need")
    commands.add_parser("demo", help="run the main commands on the files in examples/")
    fuzz = commands.add_parser("fuzz", help="read damaged files of every format with all readers")
    fuzz.add_argument("--count", type=int, default=100_000, help="how many files (default: 100,000)")
    fuzz.add_argument("--seed", type=int, default=0)
    commands.add_parser("nightly", add_help=False, help="run what takes too long for every change; --help says how")
    docs = commands.add_parser("docs", help="build the documentation site; a link that leads nowhere is an error")
    docs.add_argument("--serve", action="store_true", help="show it on http://127.0.0.1:8000, anew after each change")
    packages = commands.add_parser("packages", help="make packages of other languages, in build/packages/")
    packages.add_argument("--only", nargs="+", choices=LANGUAGES, default=LANGUAGES, metavar="LANGUAGE")
    commands.add_parser("dist", help="build the source and the wheels of a release, and try each")
    test = commands.add_parser("test", help="run ruff, mypy and pytest, which gets all other arguments")
    test.add_argument("--durations", action="store_true", help="say which tests and files of tests are the slowest")
    test.add_argument("--coverage", action="store_true", help="say how much of each room the tests run")
    test.add_argument("--tests-only", action="store_true", help="run pytest without ruff and mypy")
    arguments, others = parser.parse_known_args()
    if others and arguments.command not in ("test", "nightly"):
        parser.error(f"unrecognized arguments: {shlex.join(others)}")
    try:
        require_python()
        run_command(arguments, others)
    except StepError as failure:
        print(f"dev.py: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def run_command(arguments: argparse.Namespace, others: list[str]) -> None:
    if arguments.command == "setup":
        install("dev")
        install_npm()
    elif arguments.command == "demo":
        demo()
    elif arguments.command == "fuzz":
        fuzz(arguments.count, arguments.seed)
    elif arguments.command == "docs":
        build_site(serve=arguments.serve)
    elif arguments.command == "packages":
        make_packages(arguments.only)
    elif arguments.command == "dist":
        install("dev,release")
        run(BIN / "python", "-m", "tests.dist", problem="a part of the release does not work, see above")
    elif arguments.command == "nightly":
        install("dev")
        install_npm()
        run_all([["python", "-m", "tests.nightly", *others]])
    else:
        checks = () if arguments.tests_only else CHECKS
        run_tests(others, checks, durations=arguments.durations, coverage=arguments.coverage)


def require_python() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  an older Python reads this file too
        raise StepError(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]} ({sys.executable})")


def demo() -> None:
    """Run every command of DEMO; show what it prints, or say what it did."""
    install(None)
    (ROOT / OUT).mkdir(parents=True, exist_ok=True)
    for command, done in DEMO:
        print(f"\n$ nacformats {command}", flush=True)
        run(BIN / "nacformats", *shlex.split(command), problem=f"`nacformats {command}` failed")
        if isinstance(done, Path):
            print(f"done: wrote {done} ({(ROOT / done).stat().st_size:,} bytes)")
        elif done:
            print(f"done: {done}")


def fuzz(count: int, seed: int) -> None:
    """The campaign of generated and damaged files."""
    install("dev")
    campaign = [BIN / "python", "-m", "tests.campaign", "--count", str(count), "--seed", str(seed)]
    run(*campaign, problem="a file broke a promise, see above")


def make_packages(languages: Sequence[str]) -> None:
    """Make the packages of some languages anew: their readers and writers of all formats."""
    install(None)
    if "javascript" in languages:
        install_npm()
    for language in languages:
        shutil.rmtree(ROOT / PACKAGES / language, ignore_errors=True)
    command = [BIN / "nacformats", "generate", "--output", PACKAGES, "--for", ",".join(languages)]
    run(*command, problem="the packages cannot be made, see above", stdout=subprocess.DEVNULL)
    print(f"wrote {', '.join(str(PACKAGES / language) for language in languages)}")


def build_site(*, serve: bool) -> None:
    """Build the documentation site of mkdocs.yml."""
    install("docs")
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # an advertisement
    if serve:
        run(BIN / "mkdocs", "serve", problem="the site cannot be shown, see above")
    else:
        run(BIN / "mkdocs", "build", "--quiet", problem="the site cannot be built, see above")
        print(f"wrote {SITE / 'index.html'}")


def run_tests(pytest_args: list[str], checks: Sequence[str], *, durations: bool, coverage: bool) -> None:
    """Run the checks beside the tests; all of them, even if an early one fails."""
    install("dev")
    install_npm()
    pytest = ["pytest", "-q", *(pytest_args or ["-n", "auto", "--dist", "worksteal"])]
    pytest += ["--durations=50"] if durations else []
    pytest += ["--cov=nacformats", f"--cov-report=json:{COVERAGE}"] if coverage else []
    passes(["python", "-m", "tests.partners"])
    failed = []
    with ExitStack() as ending:
        started = [ending.enter_context(beside(shlex.split(check))) for check in checks]
        failed += [] if passes(pytest) else [shlex.join(pytest)]
        failed += [shlex.join(each.tool) for each in started if not each.passes()]
    if coverage:
        print_coverage()
    if failed:
        raise StepError("failed: " + "; ".join(failed))


def print_coverage() -> None:
    """Print how many of the statements of each room the tests ran."""
    rooms: dict[str, tuple[int, int]] = {}
    for name, file in json.loads((ROOT / COVERAGE).read_text())["files"].items():
        folders = Path(name).parts[:-1]
        for room in ("all", "/".join(folders[:3])):
            covered, statements = rooms.get(room, (0, 0))
            summary = file["summary"]
            rooms[room] = covered + summary["covered_lines"], statements + summary["num_statements"]
    for room, (covered, statements) in sorted(rooms.items()):
        print(f"{covered / max(statements, 1):7.1%} of {statements:6,} statements: {room}")


def run_all(tools: Sequence[Sequence[str]]) -> None:
    """Run every tool, even if an early one fails."""
    failed = [shlex.join(tool) for tool in tools if not passes(tool)]
    if failed:
        raise StepError("failed: " + "; ".join(failed))


def passes(tool: Sequence[str]) -> bool:
    """Run a tool."""
    print(f"\n$ {shlex.join(tool)}", flush=True)
    command = [str(BIN / tool[0]), *tool[1:]]
    return subprocess.run(command, cwd=ROOT, env=environment_of_tools(), check=False).returncode == 0


@dataclass
class Beside:
    """A tool that runs beside another one. Attributes: output: all that it writes."""

    tool: Sequence[str]
    process: subprocess.Popen[bytes]
    output: BinaryIO

    def passes(self) -> bool:
        """Wait for the tool, and show what it wrote."""
        code = self.process.wait()
        self.output.seek(0)
        print(f"\n$ {shlex.join(self.tool)}\n{self.output.read().decode(errors='replace')}", end="", flush=True)
        return code == 0


@contextmanager
def beside(tool: Sequence[str]) -> Iterator[Beside]:
    """Start a tool, and end it with what it runs beside."""
    command = [str(BIN / tool[0]), *tool[1:]]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=ROOT, env=environment_of_tools(), stdout=output, stderr=output)
        try:
            yield Beside(tool, process, output)
        finally:
            process.kill()
            process.wait()


def environment_of_tools() -> dict[str, str]:
    """Return the environment that tools run in.

    Python may keep what it compiles, whatever the environment says: the tests start it very often. Each core has a
    worker of pytest, so libraries start no threads of their own to wait for them.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {"OMP_NUM_THREADS": "1", **environment}


def install(extra: str | None) -> None:
    """Install the package into .venv, unless that was done for the same INSTALLED files."""
    stamp = VENV / f".installed-{extra or 'core'}"
    wanted = installed_sha256()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    make_venv()
    print("Installing nacformats and what it needs (a minute the first time)", flush=True)
    target = f"{ROOT}[{extra}]" if extra else str(ROOT)
    pip = [BIN / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", target]
    run(*pip, problem="pip failed, see above; the first time, a package index has to be reachable")
    stamp.write_text(wanted)


def install_npm() -> None:
    """Install the packages of package-lock.json, unless npm did. Tests are skipped without them, and nothing fails."""
    if npm_packages(NPM_WANTED) <= npm_packages(NPM_INSTALLED):
        return
    npm = shutil.which("npm")
    if npm is None:
        print("npm is not here: the tests of what its packages make or run will be skipped", flush=True)
        return
    print("Installing the npm packages of package-lock.json", flush=True)
    command = [npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode:
        print("npm ci failed: the tests of what its packages make or run will be skipped", flush=True)


def npm_packages(lock: Path) -> set[tuple[str, str]]:
    """The packages that a lock file of npm has on every system, with their digests."""
    if not lock.is_file():
        return set()
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return {(name, each["integrity"]) for name, each in packages.items() if name and not each.get("optional")}


def installed_sha256() -> str:
    digest = hashlib.sha256()
    for path in sorted(path for pattern in INSTALLED for path in ROOT.glob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def make_venv() -> None:
    if (BIN / ("pip.exe" if os.name == "nt" else "pip")).exists():
        return
    print(f"Making a virtual environment in {VENV}", flush=True)
    venv = [sys.executable, "-m", "venv", "--clear", VENV]
    run(*venv, problem="no virtual environment could be made (Debian and Ubuntu: apt install python3-venv)")


def run(*command: str | Path, problem: str, stdout: int | None = None) -> None:
    if subprocess.run([str(word) for word in command], cwd=ROOT, stdout=stdout, check=False).returncode:
        raise StepError(problem)


if __name__ == "__main__":
    sys.exit(main())
