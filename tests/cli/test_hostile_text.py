"""Names that a terminal would obey: they are escaped wherever a command, an error or a table shows them."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import unicodedata
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy
from click.testing import CliRunner, Result

import nacformats
from nacformats import FormatError, MicGraph, NacBuilder, StbFile
from nacformats.cli import main
from nacformats.findings import Finding
from nacformats.formats.stb import StbTensor
from nacformats.printing import printable
from nacformats.tokenizer import Manifest, Partition, Tokenizer, WordPieceEncode
from nacformats.tokenizer.resources.compiled import build_resources
from nacformats.tokenizer.vocabulary import Vocabulary
from tests.imports import walked

ROOT = Path(__file__).parents[2]
#: Sets a title, clears the screen, rings, goes to the start of the line; C1, DEL, bidirectional, invisible.
EVIL = "\x1b]0;owned\x07\x1b[2J\r\n\x9b2J\x7f\u202e\u2028\u2066\u200b\U000e0001\ufeff{x:.red}[red]"
#: As much of it as one token of mic@2 can hold.
TOKEN = "".join(EVIL.split())
#: Categories of characters of which nothing may be shown: controls, formats, surrogates, private, unassigned, lines.
WILD = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
#: What the package itself sends to a terminal: styles, and, of the progress bar, moves and the cursor.
OURS = re.compile(r"\x1b\[[0-9;?]*[mKAhl]")

needs_posix = pytest.mark.skipif(os.name != "posix", reason="file names with control characters, pseudo terminals")


def nac_of(*, operation: str = "aten.relu.default", external: bool = False, value: float = 0.5) -> bytes:
    builder = NacBuilder(external_weights=external)
    x = builder.input(EVIL)
    y = builder.operation("aten.add.Tensor", x, builder.parameter(EVIL, np.full(2, value, np.float32)), 1)
    y = builder.operation(operation, y)
    z = builder.operation(f"my.{EVIL}", y, EVIL) if operation != "aten.relu.default" else y
    builder.output(z)
    builder.resource(EVIL, b"resource")
    return nacformats.dumps(builder.build())


def tokenizer_of() -> bytes:
    """A tokenizer with tokens that a terminal would obey."""
    with nacformats.loads(nac_of(), format="nac") as nac:
        manifest = Manifest((Partition(), WordPieceEncode("##")))
        nac.set_tokenizer(Tokenizer(manifest, build_resources(Vocabulary({EVIL: 0, "[UNK]": 1, "x": 2}))))
        return nacformats.dumps(nac)


def micb_of(output: int = 2) -> bytes:
    graph = MicGraph()
    graph.add_symbol(EVIL)
    matrix = graph.add_type("f32", EVIL, 2)
    graph.arg(EVIL, matrix)
    graph.param(EVIL, matrix)
    graph.custom(EVIL, 0, 1)
    graph.output = output
    return nacformats.dumps(graph, format="micb")


def mic2_of(*, output: int = 1) -> bytes:
    return f"mic@2\nS {TOKEN}\nT0 f32 {TOKEN} 4\na {TOKEN} T0\nr 0\n{TOKEN} 0 {TOKEN}\nO {output}\n".encode()


def stb_of() -> bytes:
    return nacformats.dumps(StbFile([StbTensor.from_array(np.zeros(2, np.float32), 1)]))


#: Files by name; the suffix of each is that of its format, if there is one.
FILES: dict[str, Callable[[], bytes]] = {
    "runs.nac": nac_of,
    "unknown.nac": lambda: nac_of(operation=f"aten.{EVIL}"),
    "cut.nac": lambda: nac_of()[:-3],
    "damaged.nac": lambda: nac_of(operation=f"aten.{EVIL}").replace(b"owned", b"\xffwned"),
    "external.nac": lambda: nac_of(external=True),
    "tokenizer.nac": tokenizer_of,
    "names.micb": micb_of,
    "cut.micb": lambda: micb_of()[:-4],
    "long.micb": lambda: micb_of() + EVIL.encode(),
    "tokens.mic2": mic2_of,
    "lenient.mic2": f"mic@2\r\nT0 f32 {TOKEN}\r\na {TOKEN} T0\r\nr 0\r\nO 1\r\n".encode,
    "plain.stb": stb_of,
    "foreign.bin": EVIL.encode,
    "wrong.stb": EVIL.encode,
    "scores.scores": lambda: b"SCOR\x01" + bytes([len(EVIL.encode())]) + EVIL.encode() + bytes(2),
}
#: What is done with each; {file} is it, {same} another one of its kind that differs, {out} what may be written.
WORDS = (
    "inspect {file}",
    "inspect --all --hex {file}",
    "inspect --lenient --all {file}",
    "inspect --json --lenient {file}",
    "inspect --section evil {file}",
    "inspect --section data {file}",
    "inspect --section strings {file}",
    "inspect --section lines[1] {file}",
    "inspect --schema {scores} {file}",
    "inspect --schema {schema} {file}",
    "validate {file}",
    "validate --lenient {file}",
    "validate --json {file}",
    "validate --schema {scores} {file}",
    "convert {file} {out}.mic2 --force",
    "convert {file} {out}.micb --force --lenient",
    "convert {file} {out}.nac --force",
    "convert {file} {out}.json --force",
    "convert --from json {file} {out}.stb --force",
    "repair {file} {out} --force",
    "diff {file} {other}",
    "diff {other} {file}",
    "diff --lenient {file} {tokens}",
    "diff --json {file} {other}",
    "run {file} --random",
    "run {file} --random --shape evil=2 --trace --profile",
    "run {file} --random --shape evil=2x",
    "run {file} --random --lenient --shape evil=2:evil",
    "run {file} --inputs {inputs} --trace",
    "run {file} --inputs {odd}",
    "run {file} --input evil={inputs}",
    "run {file} --parameters {inputs} --random",
    "run {file} --parameters {inputs} --random --shape evil=2 --reshape evil=2",
    "run {file} --import evil",
    "run {file} --random --output evil.txt",
    "extract --list {file}",
    "extract {file} {out}",
    "tokenize {file} evil",
    "tokenize --json {file} xevil",
    "tokenize {file} --decode 0",
)
#: Usage: no file is needed for these.
USAGE = (
    "evil",
    "--evil",
    "inspect --evil x",
    "inspect --format evil x",
    "inspect evil evil",
    "inspect evil",
    "inspect --json evil",
    "inspect --schema evil x",
    "validate evil",
    "validate --json evil",
    "validate --format evil x",
    "convert evil evil",
    "convert evil evil.stb",
    "convert --to evil x y",
    "repair evil evil",
    "diff evil evil",
    "diff --json evil evil",
    "schema evil",
    "schema stb --output evil/x",
    "generate evil",
    "run evil",
    "run --evil",
    "run --inputs evil x",
    "run --shape evil x",
    "run --seed evil x",
    "run --engine evil x",
    "run --max-memory evil x",
    "run --timeout evil x",
    "extract evil evil",
    "tokenize evil evil",
    "tokenize evil.json evil",
    "tokenize --file evil x",
    "fuzz evil",
    "fuzz --evil",
    "fuzz micb --count evil",
    "fuzz micb --seed evil",
    "fuzz micb --out evil/x/evil --count evil",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All files, and what some commands need besides."""
    made = tmp_path_factory.mktemp("hostile")
    for name, content in FILES.items():
        (made / name).write_bytes(content())
    safetensors.numpy.save_file({EVIL: np.zeros(2, np.float32)}, made / "external.safetensors", {EVIL: EVIL})
    (made / "others").mkdir()
    for name, content in (("x.nac", nac_of(value=1.0, operation=f"b.{EVIL}")), ("x.micb", micb_of(output=1))):
        (made / "others" / name).write_bytes(content)
    (made / "odd.ksy").write_text('meta:\n  id: "x"\n  endian: le\nseq:\n  - id: "\\e]0;owned\\a"\n    type: u1\n')
    np.savez(made / "inputs.npz", **{EVIL: np.zeros(2, np.float32)})
    with zipfile.ZipFile(made / "odd.npz", "w") as archive:
        archive.writestr(f"{EVIL}.npy", b"not an array")
    return made


def hostile(words: str, **files: object) -> list[str]:
    """The arguments, with the hostile text for "evil", and files by their names in braces."""
    arguments = [word.replace("evil", EVIL) for word in words.split()]
    for name, file in files.items():
        arguments = [word.replace(f"{{{name}}}", str(file)) for word in arguments]
    return arguments


def call(arguments: list[str], *, color: bool = False) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="nacformats", color=color)


def assert_tame(text: str) -> None:
    """Nothing but lines of text that a terminal shows as it is, and styles of our own."""
    wild = {char for char in OURS.sub("", text) if unicodedata.category(char) in WILD} - {"\n"}
    assert not wild, f"{sorted(map(ascii, wild))} in {text!r}"


def assert_ended(result: Result) -> None:
    assert result.exit_code in (0, 1, 2), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.sample(each=9)
@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("name", FILES)
def test_names_in_files_are_escaped(folder: Path, name: str, words: str, tmp_path: Path) -> None:
    other = folder / "others" / f"x{Path(name).suffix}"
    files = {
        "file": folder / name,
        "other": other if other.exists() else folder / "tokens.mic2",
        "tokens": folder / "tokens.mic2",
        "scores": ROOT / "docs" / "scores.ksy",
        "schema": folder / "odd.ksy",
        "inputs": folder / "inputs.npz",
        "odd": folder / "odd.npz",
        "out": tmp_path / "out",
    }
    result = call(hostile(words, **files), color=True)
    assert_ended(result)
    assert_tame(result.output)


@pytest.mark.parametrize("words", USAGE)
def test_arguments_are_escaped(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(hostile(words), color=True)
    assert result.exit_code == 2 or words.startswith("inspect evil")
    assert_ended(result)
    assert_tame(result.output)
    assert "owned" in result.output


@pytest.mark.parametrize(
    "name", ["runs.nac", "unknown.nac", "names.micb", "lenient.mic2", "scores.scores", "external.nac"]
)
def test_what_is_escaped_is_shown(folder: Path, name: str) -> None:
    """Otherwise the tests above could not fail."""
    options = ["--schema", str(ROOT / "docs" / "scores.ksy")] if name.endswith(".scores") else []
    result = call(["inspect", "--all", "--lenient", *options, str(folder / name)])
    assert "owned" in result.output
    assert r"\x1b" in result.output


@pytest.mark.parametrize(("first", "second"), [("runs.nac", "others/x.nac"), ("names.micb", "lenient.mic2")])
def test_diff_shows_what_is_escaped(folder: Path, first: str, second: str) -> None:
    result = call(["diff", "--lenient", str(folder / first), str(folder / second)])
    assert result.exit_code == 1
    assert "owned" in result.output
    assert_tame(result.output)


@pytest.mark.sample(each=3)
@needs_posix
@pytest.mark.parametrize("name", ["runs.nac", "cut.micb", "lenient.mic2", "plain.stb", "foreign.bin"])
@pytest.mark.parametrize("suffix", ["", "\udcff"])
def test_names_of_files_are_escaped(folder: Path, name: str, suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"{EVIL}{suffix}{Path(name).suffix}"
    file.write_bytes((folder / name).read_bytes())
    for words in WORDS:
        files = dict.fromkeys(("other", "tokens", "scores", "schema", "inputs", "odd"), file)
        result = call(hostile(words, **files, file=file, out=f"{file}.out"))
        assert_ended(result)
        assert_tame(result.output)


#: The command as on a machine that is fast enough for no bar of progress to appear.
_WITHOUT_BAR = [
    sys.executable,
    "-c",
    "from nacformats.commands import terminal; terminal.PATIENCE = 600; from nacformats.__main__ import run; run()",
]


@pytest.mark.sample(each=6)
@needs_posix
@pytest.mark.parametrize(
    "words",
    [
        "inspect --all {folder}/runs.nac",
        "run {folder}/runs.nac --random --trace --profile",
        "diff {folder}/runs.nac {folder}/others/x.nac",
        "validate {folder}",
        "inspect --section evil {folder}/names.micb",
        "--evil",
    ],
)
def test_nothing_else_reaches_a_terminal(folder: Path, words: str) -> None:
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*_WITHOUT_BAR, *hostile(words, folder=folder)],
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
    ) as child:
        os.close(theirs)
        shown = bytearray()
        try:
            while piece := os.read(ours, 1 << 16):
                shown += piece
        except OSError:  # how Linux says that the other side is closed
            pass
        assert child.wait(timeout=60) in (0, 1, 2)
    os.close(ours)
    assert b"owned" in shown
    assert_tame(shown.decode().replace("\r\n", "\n"))


def test_errors_and_findings_are_escaped_and_keep_what_they_quote() -> None:
    error = FormatError(f"no {EVIL}", path=EVIL, expected=EVIL, actual=EVIL, hint=EVIL)
    finding = Finding.of(error, "wrong-format")
    for text in (str(error), str(finding)):
        assert_tame(text)
        assert "\n" not in text
    assert (error.path, finding.actual) == (EVIL, EVIL)


def test_what_is_escaped() -> None:
    for char in (*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), *"\u200e\u200f\u061c\u202a\u202e\u2066\u2069"):
        assert printable(f"a{char}b").isascii()
        assert printable(f"a{char}b") != f"a{char}b"
    for char in "\u200b\ufeff\u2028\u2029\ud800\ue000\U000e0041\u0378\xa0\u3164":
        assert printable(char) == char.encode("unicode_escape").decode()
    for text in ("", "plain text", r"C:\folder", "größe", "重み", "🙂", "é"):
        assert printable(text) == text


def test_only_one_module_writes_to_the_terminal() -> None:
    """Whoever prints has to go by `nacformats.commands.terminal`, which escapes."""
    found = {}
    for path in sorted((ROOT / "nacformats").rglob("*.py")):
        text = path.read_text("utf-8")
        nodes = walked(path) if MAY_WRITE.search(text) else ()
        calls = [dotted(node.func) for node in nodes if isinstance(node, ast.Call)]
        writing = [call for call in calls if WRITES.fullmatch(call)]
        if writing:
            found[path.relative_to(ROOT / "nacformats").as_posix()] = writing
    assert set(found) == {"commands/terminal.py", "commands/paging.py"}  # the pager gets what the first one wrote


def dotted(node: ast.AST) -> str:
    """A name, or one of a module; nothing else writes."""
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return f"{dotted(node.value)}.{node.attr}"
    return ""


#: Calls that write to a standard stream.
#: What a module has somewhere that holds such a call; to parse the others takes seconds.
MAY_WRITE = re.compile("print|echo|click|Console|stdout|stderr|logging|showwarning")
WRITES = re.compile(
    r"print|pprint|(click\.|typer\.)?s?echo|click\.\w*(prompt|confirm|pager|progressbar)|(rich\.\w+\.)?(r?print|Console)"
    r"|sys\.(__)?std(out|err)(__)?(\.buffer)?\.write(lines)?|traceback\.print_\w+"
    r"|logging\.(?!disable)\w+|warnings\.showwarning"
)


def test_a_stream_that_lacks_a_character_shows_its_escape() -> None:
    code = "import sys; from nacformats.cli import main; main(['inspect', '/重み'])"
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=environment, timeout=60)
    assert done.returncode == 2
    assert b"\\u91cd\\u307f" in done.stderr
