"""TypeScript for browsers and Node.js: modules as TypeScript, as JavaScript, and as declarations of types.

What is printed is TypeScript whose types stand between two marks: JavaScript is the same text without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from nacformats.generator.languages import tree
from nacformats.generator.languages.printing import Printer, leaves, lower_camel
from nacformats.generator.languages.translate import ARRAYS, NeutralProgram
from nacformats.generator.languages.tree import Expression

_TYPES = {
    "Int": "number",
    "U64": "bigint",
    "Real": "number",
    "bool": "boolean",
    "Text": "string",
    "None": "void",
    "NoReturn": "never",
}
#: Around what only TypeScript has. No text of a schema holds these: they are escaped there.
_ON, _OFF = "⟨", "⟩"
_ERASED = re.compile(f"{_ON}[^{_OFF}]*{_OFF}")
_CONSTANT = re.compile(r"export const (.*) = ")
_CLASS = re.compile(r"export class (.*) \{$")
_ROUTINE = re.compile(r"(?:export |    )((?:function |static |get |set |constructor|\w+\().*) \{$")
_WIDTH = 120


def typescript_type(kind: str) -> str:
    if kind.startswith("list["):
        return f"{typescript_type(kind[5:-1])}[]"
    return _TYPES.get(kind, kind)


def only_typed(text: str) -> str:
    """Return a text that JavaScript does not have."""
    return f"{_ON}{text}{_OFF}"


def typed(kind: str) -> str:
    return only_typed(f": {typescript_type(kind)}")


def as_typescript(text: str) -> str:
    return text.replace(_ON, "").replace(_OFF, "")


def as_javascript(text: str) -> str:
    """Return a module without its types; lines that had nothing else are gone."""
    erased = ((line, _ERASED.sub("", line)) for line in text.splitlines())
    return "".join(f"{new.rstrip()}\n" for line, new in erased if new.strip() or not line.strip())


def as_declarations(text: str) -> str:
    """Return the types of a module: bodies end where they are no longer indented."""
    made: list[str] = []
    closing = ""
    for line in as_typescript(text).splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        if closing:
            closing = "" if line.startswith(closing) else closing
        elif found := _CONSTANT.match(line):
            made.append(f"export declare const {found[1]};")
            closing = "" if line.endswith(";") else "]"
        elif found := _CLASS.match(line):
            made.append(f"export declare class {found[1]} {{")
        elif found := _ROUTINE.match(line):
            made.append(f"{indent}{'' if indent else 'export declare '}{found[1]};")
            closing = f"{indent}}}"
        elif line.startswith(("export ", "import ", "}", "/**", " *", "    ")):
            made.append(line)
    return "\n".join(made) + "\n"


@dataclass
class TypescriptPrinter(Printer):
    """A failure is an exception; U64 is a bigint, Int a number."""

    EQUAL, UNEQUAL = "===", "!=="
    WORDS = frozenset(
        """arguments await break case catch class const continue debugger default delete do else enum eval export
        extends false finally for function if implements import in instanceof interface let new null package private
        protected public return static super switch this throw true try typeof undefined var void while with
        yield""".split()  # noqa: SIM905  a text is read easily
    )

    def name(self, name: str) -> str:
        return super().name(name if name.isupper() else lower_camel(name))

    def doc(self, text: str) -> None:
        self.put(*comment(text))

    # modules

    def module(self, module: tree.Module) -> str:
        for constant in module.constants:
            self.definition(constant)
        for kind in module.classes:
            self.structure(kind)
        for function in module.functions:
            self.procedure(function)
        return self.taken()

    def definition(self, node: tree.Definition) -> None:
        suffix = "n" if "U64" in node.type else ""
        if isinstance(node.value, tuple):
            items = [
                self.literal(tree.Literal("Text", v)) if isinstance(v, str) else f"{v}{suffix}" for v in node.value
            ]
            self.put(f"export const {node.name}{typed(node.type)} = [")
            self.put(*leaves(", ".join(items), _WIDTH, self.INDENT), "];")
        else:
            value = self.literal(tree.Literal(node.type, node.value))
            self.put(f"export const {node.name}{typed(node.type)} = {value};")

    def structure(self, node: tree.Class) -> None:
        self.doc(node.doc)
        fields = [(self.name(name), typed(kind), default) for name, kind, default in node.fields]
        with self.block(f"export class {node.name}"):
            for name, kind, _ in fields:
                self.put(only_typed(f"{'readonly ' if node.is_value else ''}{name}{as_typescript(kind)};"))
            needed = (f"{name}{kind}" for name, kind, default in fields if default is None)
            with self.block(f"constructor({', '.join(needed)})"):
                for name, _, default in fields:
                    self.put(f"this.{name} = {name if default is None else self.expression(default)};")

    def procedure(self, node: tree.Function) -> None:
        self.function, self.temporaries = node, 0
        self.doc(node.doc)
        parameters = ", ".join(f"{self.name(each.name)}{typed(each.type)}" for each in node.parameters)
        with self.block(f"export function {self.name(node.name)}({parameters}){typed(node.result)}"):
            self.statements(node.body)

    # statements

    def declare(self, node: tree.Declare) -> None:
        word = "let" if node.is_changed else "const"
        self.put(f"{word} {self.name(node.name)}{typed(node.type)} = {self.expression(node.value)};")

    def assign(self, target: Expression, value: Expression) -> None:
        match target:
            case tree.Item(_, tree.Expression("U8s") as of, index):
                self.put(f"{self.place(of)}.set({self.index(index)}, {self.expression(value)});")
            case _:
                super().assign(target, value)

    def append(self, to: Expression, value: Expression) -> None:
        self.put(f"{self.place(to)}.push({self.expression(value)});")

    def clear(self, of: Expression) -> None:
        self.put(f"{self.place(of)}.{'clear()' if _is_growable(of.type) else 'length = 0'};")

    def counting(self, node: tree.Count) -> str:
        name, first, last = self.name(node.name), self.expression(node.first), self.expression(node.last)
        if isinstance(node.last, tree.Literal | tree.Constant):
            return f"for (let {name} = {first}; {name} < {last}; {name}++)"
        end = self.temporary()
        return f"for (let {name} = {first}, {end} = {last}; {name} < {end}; {name}++)"

    def fail(self, call: Expression | None) -> None:
        self.put("throw new Failed();" if call is None else f"{self.expression(call)};")

    # expressions

    def literal(self, node: tree.Literal) -> str:
        shown = super().literal(node)
        return f"{shown}n" if node.type == "U64" else shown

    def place(self, node: Expression) -> str:
        match node:
            case tree.Item(_, tree.Expression("U8s") as of, index):
                return f"{self.place(of)}.get({self.index(index)})"
            case tree.Item(_, of, index) if _is_growable(of.type):
                return f"{self.place(of)}.data[{self.index(index)}]"
        return super().place(node)

    def length(self, of: Expression) -> str:
        return f"{self.place(of)}.{'size' if _is_growable(of.type) else 'length'}"

    def pop(self, of: Expression) -> str:
        return f"{self.place(of)}.pop(){only_typed('!')}"

    def succeeds(self, function: tree.Function) -> str:
        return f"succeeds({self.name(function.name)}, m)"

    def intrinsic(self, name: str, arguments: list[Expression]) -> str:
        match name, arguments:
            case (("min" | "max"), _):
                return f"Math.{super().intrinsic(name, arguments)}"
            case "text_of_int", [of]:
                return f"String({self.expression(of)})"
            case "real_of", [of]:
                return f"Number({self.expression(of)})"
        return super().intrinsic(name, arguments)

    def new(self, node: tree.New) -> str:
        if node.type.startswith("list["):
            return "[]"
        return f"new {node.type}({', '.join(map(self.expression, node.arguments))})"

    def operation(self, node: tree.Operation) -> str:
        shown = super().operation(node)
        match node:
            case tree.Operation("Int", "//"):
                return f"Math.floor({shown})"
            case tree.Operation("Int", ">>"):
                return shown.replace(">>", ">>>") if shown.count(">>") == 1 else f"({shown}) >>> 0"
            case tree.Operation("Int", "<<" | "|" | "^") | tree.Operation("Int", "&", _, tree.Expression()):
                return shown if _is_small(node) else f"({shown}) >>> 0"
        return shown

    def convert(self, of: Expression) -> str:
        if of.type == "Int":
            return f"u64({self.expression(of)})"
        return f"BigInt.asUintN(64, {self.expression(of)})"


def _is_small(node: tree.Operation) -> bool:
    """Return whether bits that are taken out of a number leave bit 31 alone."""
    return node.operator == "&" and isinstance(node.right, tree.Literal) and int(node.right.value) < 1 << 31


def _is_growable(kind: str) -> bool:
    return kind == "Bytes" or kind in ARRAYS


def comment(text: str) -> Iterable[str]:
    """Yield a doc comment; text of a schema cannot end it."""
    safe = re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029⟨⟩]", "", text).replace("*/", "*\\/")
    lines = [line.rstrip() for line in safe.splitlines()]
    if len(lines) == 1:
        yield f"/** {lines[0]} */"
    elif lines:
        yield "/**"
        yield from (f" * {line}".rstrip() for line in lines)
        yield " */"


_ARRAY = """/** Numbers that can grow: the first `size` of `data`. */
export class CLASS {
    ⟨data: ARRAY;⟩
    ⟨size: number;⟩
    constructor(data⟨: ARRAY | number⟩ = 0) {
        this.data = typeof data === "number" ? new ARRAY(data) : data;
        this.size = this.data.length;
    }
    reserve(count⟨: number⟩)⟨: void⟩ {
        if (this.size + count > this.data.length) {
            const grown = new ARRAY(Math.max(this.size + count, 2 * this.data.length, 16));
            grown.set(this.data.subarray(0, this.size));
            this.data = grown;
        }
    }
    push(number⟨: number⟩)⟨: void⟩ {
        if (this.size === this.data.length) {
            this.reserve(1);
        }
        this.data[this.size++] = number;
    }
    pop()⟨: number⟩ {
        return this.data[--this.size];
    }
    clear()⟨: void⟩ {
        this.size = 0;
    }
    view()⟨: ARRAY⟩ {
        return this.data.subarray(0, this.size);
    }
}
"""
_U8S = """/** Numbers of 64 bits that can grow, as halves. */
export class U8s {
    ⟨readonly halves: U4s;⟩
    constructor(count⟨: number⟩) {
        this.halves = new U4s(2 * count);
    }
    get size()⟨: number⟩ {
        return this.halves.size / 2;
    }
    get(index⟨: number⟩)⟨: number⟩ {
        const high = this.halves.data[2 * index + 1];
        return high < 2097152 ? high * 4294967296 + this.halves.data[2 * index] : 9007199254740991;
    }
    set(index⟨: number⟩, number⟨: number⟩)⟨: void⟩ {
        this.halves.data[2 * index] = number;
        this.halves.data[2 * index + 1] = Math.floor(number / 4294967296);
    }
    push(number⟨: number⟩)⟨: void⟩ {
        this.halves.push(number);
        this.halves.push(Math.floor(number / 4294967296));
    }
    clear()⟨: void⟩ {
        this.halves.size = 0;
    }
    view()⟨: BigUint64Array⟩ {
        return new BigUint64Array(this.halves.data.buffer, 0, this.size);
    }
}
"""
_PRELUDE = """/** Reading or writing has failed; the machine knows why. */
export class Failed {
}
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
const scratch = new DataView(new ArrayBuffer(8));
export function u64(number⟨: number⟩)⟨: bigint⟩ {
    return number < 0 ? BigInt.asUintN(64, BigInt(number)) : BigInt(number);
}
export function intOf(number⟨: bigint⟩)⟨: number⟩ {
    return number > 9007199254740991n ? 9007199254740991 : Number(number);
}
export function bitsOfReal(real⟨: number⟩, width⟨: number⟩)⟨: bigint⟩ {
    if (width === 8) {
        scratch.setFloat64(0, real);
        return scratch.getBigUint64(0);
    }
    scratch.setFloat32(0, real);
    return BigInt(scratch.getUint32(0));
}
export function realOfBits(bits⟨: bigint⟩, width⟨: number⟩)⟨: number⟩ {
    if (width === 8) {
        scratch.setBigUint64(0, bits);
        return scratch.getFloat64(0);
    }
    scratch.setUint32(0, Number(bits));
    return scratch.getFloat32(0);
}
export function truncated(real⟨: number⟩)⟨: bigint⟩ {
    if (Number.isNaN(real)) {
        return 0n;
    }
    return real >= 2 ** 64 ? 0xffffffffffffffffn : BigInt(Math.trunc(real));
}
export function textOfBytes(data⟨: Bytes⟩, start⟨: number⟩, end⟨: number⟩)⟨: string⟩ {
    return decoder.decode(data.data.subarray(start, end));
}
export function putText(to⟨: Bytes⟩, text⟨: string⟩)⟨: void⟩ {
    to.reserve(3 * text.length);
    to.size += encoder.encodeInto(text, to.data.subarray(to.size)).written;
}
export function putRange(to⟨: Bytes⟩, data⟨: Bytes⟩, start⟨: number⟩, end⟨: number⟩)⟨: void⟩ {
    to.reserve(end - start);
    to.data.set(data.data.subarray(start, end), to.size);
    to.size += end - start;
}
export function putFill(to⟨: Bytes⟩, count⟨: number⟩, byte⟨: number⟩)⟨: void⟩ {
    to.reserve(count);
    to.data.fill(byte, to.size, to.size + count);
    to.size += count;
}
export function cut(data⟨: Bytes⟩, size⟨: number⟩)⟨: void⟩ {
    data.size = size;
}
export function numberAt(numbers⟨: U8s⟩, index⟨: number⟩)⟨: bigint⟩ {
    const data = numbers.halves.data;
    return (BigInt(data[2 * index + 1]) << 32n) | BigInt(data[2 * index]);
}
export function setHalves(numbers⟨: U8s⟩, index⟨: number⟩, low⟨: number⟩, high⟨: number⟩)⟨: void⟩ {
    numbers.halves.data[2 * index] = low;
    numbers.halves.data[2 * index + 1] = high;
}
export function addHalves(numbers⟨: U8s⟩, low⟨: number⟩, high⟨: number⟩)⟨: void⟩ {
    numbers.halves.push(low);
    numbers.halves.push(high);
}
export function succeeds(run⟨: (m: Machine) => void⟩, m⟨: Machine⟩)⟨: boolean⟩ {
    try {
        run(m);
    }
    catch (error) {
        if (error instanceof Failed) {
            return false;
        }
        throw error;
    }
    return true;
}
"""


def machine_source(machine: NeutralProgram) -> str:
    """Return the module of the machine."""
    arrays = {"Bytes": "Uint8Array", "U1s": "Uint8Array", "U2s": "Uint16Array", "U4s": "Uint32Array"}
    kinds = "".join(_ARRAY.replace("CLASS", name).replace("ARRAY", array) for name, array in arrays.items())
    return kinds + _U8S + _PRELUDE + "".join(map(TypescriptPrinter().module, machine.modules))
