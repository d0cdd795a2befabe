"""The TypeScript package: what users do with it, in Node.js; its types, where TypeScript is installed."""

from __future__ import annotations

import json
import random
import re
import subprocess
from pathlib import Path

import pytest

from nacformats.languages.packages import package_of
from nacformats.languages.typescript import as_declarations, as_javascript, as_typescript, typescript_files
from nacformats.schema.sources import ROOT
from nacformats.targets.loading import schema_of_file
from tests.effort import some
from tests.packages import package
from tests.partners import needs

COMPILER = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
needs_node = needs("node")
needs_compiler = needs("typescript")
HOSTILE = r"""
meta: {id: hostile, endian: le}
doc: "*/ process.exit(1) /* ` ${1} ⟨⟩ \\ \" // \u2028 end"
doc-ref: "https://example.org/*/"
seq:
  - {id: arguments, type: u8, doc: "*/ throw 1"}
  - {id: constructor, type: u1, enum: default}
  - {id: write, type: str, size: 1, encoding: ASCII, valid: {any-of: ["'`'", "'⟨a⟩'"]}, if: arguments == 0}
  - {id: to_json, type: class, repeat: expr, repeat-expr: 1}
types:
  class:
    seq: [{id: a_1, type: b3}, {id: a1, type: b5}, {id: new, type: f8}]
enums:
  default: {0: {id: zero, doc: "*/ throw 2"}, 1: one}
"""

#: Names that JavaScript has, and names that differ only where JavaScript's have no underscores.
NAMED = """
meta: {id: constructor, endian: le}
seq:
  - {id: proto, type: object, repeat: expr, repeat-expr: 2}
  - {id: proto_columns, type: array_buffer(3)}
  - {id: has_own_property, type: to_string}
types:
  object:
    seq: [{id: a_1, type: u1}, {id: a1, type: u1}, {id: constructor, type: u1, enum: value_of}, {id: to_json, type: u1}]
  array_buffer:
    params: [{id: value_of, type: u1}]
    seq: [{id: map, type: u1, if: value_of == 3}]
  to_string: {seq: [{id: big_int, type: symbol}]}
  symbol: {seq: [{id: prototype, type: u1, enum: value_of}]}
enums:
  value_of: {0: constructor, 1: prototype, 2: name, 3: length}
"""


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"[:3000]
    return done.stdout


def installed(folder: Path) -> Path:
    """Return a folder in which the package is installed, as `npm install` does."""
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "nacformats").symlink_to(package("typescript"), target_is_directory=True)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@needs_node
def test_what_users_do() -> None:
    assert (
        run("node", str(Path(__file__).with_name("typescript.mjs")), str(package("typescript")), str(ROOT), cwd=ROOT)
        == "done\n"
    )


@needs_node
def test_nacdump(tmp_path: Path) -> None:
    program = str(package("typescript") / "bin" / "nacdump.js")
    shown = run("node", program, str(ROOT / "examples" / "weights.stb"), cwd=tmp_path)
    assert json.loads(shown)["num_tensors"] == 3
    assert shown.startswith('{\n  "magic": {"$hex": "53544230"},\n')
    (tmp_path / "bad.stb").write_bytes(b"STB1")
    done = subprocess.run(["node", program, "bad.stb"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "bad.stb: magic (byte 0): wrong value: expected b'STB0', got b'STB1'\n"


def test_modules_run_in_browsers() -> None:
    """No module imports anything but those beside it, or names what only Node.js has."""
    for path in some((package("typescript") / "esm").glob("*.js")):
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r'^(?:import|export) .* from "(.*)";$', text, re.MULTILINE)) <= {
            f"./{each.name}" for each in path.parent.glob("*.js")
        }
        code = re.sub(r'/\*.*?\*/|"(?:[^"\\]|\\.)*"', "", text, flags=re.DOTALL)
        assert not re.search(r"\b(Buffer|process|require|global)\b[.(]", code), path


def hostile(folder: Path, text: str = HOSTILE) -> Path:
    (folder / "hostile.ksy").write_text(text, encoding="utf-8")
    schema = schema_of_file(folder / "hostile.ksy")
    for name, text in typescript_files(package_of("hostile", [schema])).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@needs_node
def test_texts_of_a_schema_are_no_code(tmp_path: Path) -> None:
    folder = hostile(tmp_path)
    (folder / "use.js").write_text(
        """import { DefaultEnum, Hostile } from "./esm/hostile.js";
const tree = Hostile.read(new Uint8Array([1, 0, 0, 0, 0, 0, 0, 128, 1, 0xa3, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]));
console.log(tree.arguments, tree.constructor_, DefaultEnum.one, tree.write_, tree.toJson_[0].new, tree.toJson_[0].a1,
    tree.toJson_[0].a1_);
console.log(tree.write().length);
"""
    )
    assert run("node", "use.js", cwd=folder).split() == [
        "9223372036854775809n",
        "one",
        "1",
        "undefined",
        "1",
        "5",
        "3",
        "18",
    ]


@needs_node
def test_names_are_those_of_no_object(tmp_path: Path) -> None:
    folder = hostile(tmp_path, NAMED)
    (folder / "use.js").write_text(
        """import { Constructor } from "./esm/constructor.js";
const tree = Constructor.read(new Uint8Array([1, 2, 3, 4, 5, 6, 0, 8, 9, 2]));
const { $count, ...columns } = tree.protoColumns;
const plain = Object.entries(columns).map(([key, numbers]) => [key, [...numbers]]);
console.log(JSON.stringify([plain, $count, tree.protoColumns_.map, tree.hasOwnProperty_.bigInt.prototype]));
console.log(tree.write().length, JSON.parse(tree.toJson()).has_own_property.big_int.prototype);
"""
    )
    shown, written = run("node", "use.js", cwd=folder).splitlines()
    columns = [["a1", [1, 5]], ["a1_", [2, 6]], ["constructor", [3, 0]], ["toJson", [4, 8]]]
    assert json.loads(shown) == [columns, 2, 9, "name"]
    assert written == "10 2"


@needs_compiler
def test_names_are_those_of_no_type(tmp_path: Path) -> None:
    run("node", str(COMPILER), "-p", "tsconfig.json", "--noEmit", cwd=hostile(tmp_path, NAMED))


def test_types_are_erased() -> None:
    text = """/** Text. */
export class A extends B {
    ⟨readonly a: number;⟩
    constructor(a⟨: number⟩) {
        this.a = a;
    }
    get b()⟨: string⟩ { return `${this.a}`; }
}
const hidden = [
    1,
];
export const SHOWN⟨: number[]⟩ = [
    2,
];
"""
    assert "readonly a: number;" in as_typescript(text)
    assert as_javascript(text).splitlines()[2:4] == ["    constructor(a) {", "        this.a = a;"]
    assert as_declarations(text).splitlines() == [
        "/** Text. */",
        "export declare class A extends B {",
        "    readonly a: number;",
        "    constructor(a: number);",
        "    get b(): string;",
        "}",
        "export declare const SHOWN: number[];",
    ]


USER = """import { readFileSync } from "node:fs";
import { FormatError, schemas } from "nacformats";
import { Micb } from "nacformats/micb";
import { Dtype, Stb, TensorDescriptor } from "nacformats/stb";

const tree: Stb = Stb.read(readFileSync("file"));
const count: number = tree.numTensors;
const size: bigint = tree.lenFile;
const tensors: readonly TensorDescriptor[] = tree.tensors ?? [];
const made: TensorDescriptor = TensorDescriptor.create(tree, { dtype: "float32" });
made.dims = [count, 2, 3];
tree.tensors = [...tensors, made];
const written: Uint8Array = tree.write();
const tags: Uint8Array | undefined = Micb.read(written).valuesColumns?.tag;
const names: string[] = schemas.map((each) => each.name);
const path: (error: FormatError) => string = (error) => error.path;
console.log(size, tags, names, path, Dtype.float32 === count, made.dtype === "float32");
// @ts-expect-error: no number
made.rank = "2";
"""
OPTIONS = ["--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"]


@pytest.mark.nightly
@needs_compiler
def test_strict_types(tmp_path: Path) -> None:
    """The sources, the declarations, and a program of a user are what `tsc --strict` wants."""
    run("node", str(COMPILER), "-p", str(package("typescript")), "--noEmit", cwd=ROOT)
    folder = installed(tmp_path)
    (folder / "node.d.ts").write_text(
        'declare module "node:fs" { export function readFileSync(p: string): Uint8Array; }'
    )
    (folder / "use.ts").write_text(USER)
    run("node", str(COMPILER), *OPTIONS, "--noEmit", "--types", "", "use.ts", "node.d.ts", cwd=folder)


@pytest.mark.nightly
@needs_compiler
def test_strict_types_of_a_hostile_schema(tmp_path: Path) -> None:
    run("node", str(COMPILER), "-p", ".", "--noEmit", cwd=hostile(tmp_path))


@pytest.mark.nightly
@needs_compiler
def test_the_compiler_makes_the_same(tmp_path: Path) -> None:
    """The JavaScript that is printed is what the compiler makes of the TypeScript, but for lines and brackets."""
    run("node", str(COMPILER), "-p", str(package("typescript")), "--outDir", str(tmp_path), cwd=ROOT)
    for path in some((package("typescript") / "esm").iterdir()):
        made = (tmp_path / path.name).read_text(encoding="utf-8")
        if path.suffix == ".js":
            made = re.sub(r"static \{ this\.(\w+ = \w+;) \}", r"static \1", made)
            assert bare(made) == bare(path.read_text(encoding="utf-8")), path.name


def bare(text: str) -> str:
    """Return JavaScript without comments, blanks and brackets."""
    return re.sub(r"[\s,()]+", "", re.sub(r"/\*.*?\*/|^//.*$", "", text, flags=re.DOTALL | re.MULTILINE))


@pytest.mark.nightly
@needs_node
def test_damaged_files_end_in_errors() -> None:
    """Nothing but a FormatError comes out of a minute of damaged files, each in 2 s, in bounded memory."""
    program = Path(__file__).with_name("typescript_fuzz.mjs")
    seed = random.SystemRandom().randrange(1 << 31)
    lines = run("node", str(program), str(package("typescript")), str(ROOT), "60", str(seed), cwd=ROOT).splitlines()
    assert len(lines) == 1, f"seed {seed}: {lines[0]}"
