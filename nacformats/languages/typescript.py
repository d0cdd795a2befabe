"""TypeScript for browsers and Node.js: modules as TypeScript, as JavaScript, and as declarations of types.

What is printed is TypeScript whose types stand between two marks: JavaScript is the same text without them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from nacformats.languages import tree
from nacformats.languages.packages import Package, fixed_files
from nacformats.languages.printing import FreeNames, Printer, block_comment, leaves, lower_camel
from nacformats.languages.translate import ARRAYS, NeutralProgram
from nacformats.languages.tree import Expression
from nacformats.languages.views import SchemaViews, View, ViewEnum, ViewMember
from nacformats.schema.reserved import reserved
from nacformats.schema.texts import comment_lines, markdown

_TYPES = {"Int": "number", "U64": "bigint", "Real": "number", "bool": "boolean", "Text": "string"}
_TYPES |= {"None": "void", "NoReturn": "never"}
#: Around what only TypeScript has. No text of a schema holds these: they are escaped there.
_ON, _OFF = "⟨", "⟩"
_ERASED = re.compile(f"{_ON}[^{_OFF}]*{_OFF}")
_CONSTANT = re.compile(r"export const (.*) = ")
_CLASS = re.compile(r"export class (.*) \{$")
_ROUTINE = re.compile(r"(?:export |    )((?:function |static \w+\(|get |set |constructor|\$?\w+[(<]).*?) \{( .*\})?$")
#: Lines of the numbers of an enum, and what declares them.
_OBJECTS = (
    (re.compile(r"export const (\w+) = \{$"), r"export declare const \1: {"),
    (re.compile(r"    (\w+: -?\d+n?),$"), r"    readonly \1;"),
    (re.compile(r"\} as const;$"), "};"),
)
_WIDTH = 120
#: Classes of numbers that can grow.
_ARRAYS = {"Bytes": "Uint8Array", "U1s": "Uint8Array", "U2s": "Uint16Array", "U4s": "Uint32Array"}


def only_typed(text: str) -> str:
    """Return a text that JavaScript does not have."""
    return f"{_ON}{text}{_OFF}"


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
        elif declared := _of_object(line):
            made.append(declared)
        elif found := _CONSTANT.match(line):
            made.append(f"export declare const {found[1]};")
            closing = "" if line.endswith(";") else "]"
        elif found := _CLASS.match(line):
            made.append(f"export declare class {found[1]} {{")
        elif found := _ROUTINE.match(line):
            made.append(f"{indent}{'' if indent else 'export declare '}{found[1]};")
            closing = "" if found[2] else f"{indent}}}"
        elif not indent and line.endswith(("[", "{")) and not line.startswith("export "):
            closing = "]" if line.endswith("[") else "}"
        elif line.startswith(("export ", "import ", "}", "/**", " *", "    ")):
            made.append(line)
    return "\n".join(made) + "\n"


def _of_object(line: str) -> str:
    """Return what declares a line of an object of numbers; of other lines, nothing."""
    return next((found.expand(made) for pattern, made in _OBJECTS if (found := pattern.match(line))), "")


@dataclass
class TypescriptPrinter(Printer):
    """A failure is an exception; U64 is a bigint, Int a number."""

    LANGUAGE = "typescript"
    TYPES = _TYPES
    EQUAL, UNEQUAL = "===", "!=="
    WORDS = reserved("typescript")

    def name(self, name: str) -> str:
        return super().name(name if name.isupper() else lower_camel(name))

    def comment(self, text: str) -> list[str]:
        """Return a doc comment; text of a schema cannot end it."""
        return block_comment(list(map(markdown, comment_lines(text.replace(_ON, "<").replace(_OFF, ">")))))

    def typed(self, kind: str) -> str:
        return only_typed(f": {self.type(kind)}")

    # modules

    def module(self, module: tree.Module) -> str:
        self.contents(module)
        return self.taken()

    def definition(self, node: tree.Definition) -> None:
        suffix = "n" if "U64" in node.type else ""
        if isinstance(node.value, tuple):
            items = [f"{each}{suffix}" for each in node.value]
            self.put(f"export const {node.name}{self.typed(node.type)} = [")
            self.put(*leaves(", ".join(items), _WIDTH, self.INDENT), "];")
        else:
            value = self.literal(tree.Literal(node.type, node.value))
            self.put(f"export const {node.name}{self.typed(node.type)} = {value};")

    def structure(self, node: tree.Class) -> None:
        self.doc(node.doc)
        fields = [(self.name(name), self.typed(kind), default) for name, kind, default in node.fields]
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
        parameters = ", ".join(f"{self.name(each.name)}{self.typed(each.type)}" for each in node.parameters)
        with self.block(f"export function {self.name(node.name)}({parameters}){self.typed(node.result)}"):
            self.statements(node.body)

    # statements

    def declare(self, node: tree.Declare) -> None:
        word = "let" if node.is_changed else "const"
        self.put(f"{word} {self.name(node.name)}{self.typed(node.type)} = {self.expression(node.value)};")

    def assign(self, target: Expression, value: Expression) -> None:
        match target:
            case tree.Item(_, tree.Expression("U8s") as of, index):
                self.put(f"{self.place(of)}.set({self.index(index)}, {self.expression(value)});")
            case tree.Item(_, tree.Expression("Bytes") as of, index):
                self.put(f"{self.place(of)}.data[{self.index(index)}] = {self.expression(value)};")
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
        shown = json.dumps(node.value) if isinstance(node.value, str) else super().literal(node)
        return f"{shown}n" if node.type == "U64" else shown

    def place(self, node: Expression) -> str:
        match node:
            case tree.Item(_, tree.Expression("U8s") as of, index):
                return f"{self.place(of)}.get({self.index(index)})"
            case tree.Item(_, tree.Expression("Bytes") as of, index):  # which may be read page by page
                return f"{self.place(of)}.at({self.index(index)})"
            case tree.Item(_, of, index) if _is_growable(of.type):
                return f"{self.place(of)}.data[{self.index(index)}]"
        return super().place(node)

    def length(self, of: Expression) -> str:
        return f"{self.place(of)}.{'count' if of.type == 'U8s' else 'size' if _is_growable(of.type) else 'length'}"

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


#: Types of members, and what makes them of values and back.
_KINDS = {
    "real": ("number", "toReal", "fromReal"),
    "float": ("number", "toReal", "fromFloat"),
    "bool": ("boolean", "toBool", "fromBool"),
    "text": ("string", "toText", "fromText"),
    "bytes": ("$.Octets", "toBytes", "fromBytes"),
    "varint": ("bigint", "toBigint", "fromVarint"),
    "svarint": ("bigint", "toBigint", "fromSvarint"),
    "value": ("$.Any", "toAny", "fromAny"),
}
#: Types of the cases of a switch that are no records.
_CASES = {"unsigned": "number | bigint", "signed": "number | bigint", "real": "number", "bool": "boolean"}
_CASES |= {"text": "string", "bytes": "$.Octets"}
#: Kinds of columns by what numbers they have; all others are unsigned.
_LETTERS = {"signed": "i", "real": "f"}
#: Members that every view has.
_OF_VIEWS = frozenset({"constructor", "hasOwnProperty", "isPrototypeOf", "toJson", "toLocaleString", "toString"})
_OF_VIEWS |= {"propertyIsEnumerable", "valueOf", "write"}


def is_of_enum(member: ViewMember) -> bool:
    """Return whether the type of a member is that of its enum; a single bit stays what it is."""
    return bool(member.enum) and not member.switch and member.kind in ("unsigned", "signed", "value")


def kind_of(member: ViewMember) -> tuple[str, str, str]:
    """Return the type of a member, and what makes it of a value and back."""
    if is_of_enum(member):
        return member.enum, f"${member.enum}.to", f"${member.enum}.of"
    if member.switch:
        return member.switch, f"$.oneOf{only_typed(f'<{member.switch}>')}()", "$.fromAny"
    if member.target:
        return member.target, f"$.toRecord{only_typed(f'<{member.target}>')}", f'$.fromRecord("{member.target}")'
    if member.kind in ("unsigned", "signed"):
        kind, to, of = (
            ("bigint", "toBigint", "fromBigint") if member.width == 8 else ("number", "toNumber", "fromNumber")
        )
    else:
        kind, to, of = _KINDS[member.kind]
    return kind, f"$.{to}", f"$.{of}"


@dataclass
class TypescriptViews(TypescriptPrinter):
    """The module of a schema.

    Attributes:
        interfaces: lines of types that its classes name; literals: the types of what a record can be made of, by its
            class, and those of what a switch can be set to, by its name.
    """

    interfaces: list[str] = field(default_factory=list)
    literals: dict[str, str] = field(default_factory=dict)

    def schema(self, schema: SchemaViews) -> str:
        texts = ", ".join(map(json.dumps, schema.tables.texts))
        switches = [each for view in schema.views for each in view.members if each.switch]
        names = [*(view.name for view in schema.views), *(each.switch for each in switches)]
        free = FreeNames([*names, *(enum.name for enum in schema.enums)]).free
        self.literals = {name: free(f"{name}Init") for name in names}
        self.put('import * as $ from "./_machine.js";', f"const TEXTS = [{texts}];", "const NUMBERS = [")
        self.put(*leaves(", ".join(map(str, schema.tables.numbers)), _WIDTH, self.INDENT), "];")
        for enum in schema.enums:
            self.enum(enum)
        for view in schema.views:
            self.view(view)
            self.literal_of(view)
        for member in switches:
            self.switch(member)
        self.put(*map(only_typed, self.interfaces))
        classes = ", ".join(f"[{view.type}, {view.name}]" for view in schema.views)
        suffix = f".{schema.extension}" if schema.extension else ""
        given = f"{json.dumps(schema.name)}, {json.dumps(suffix)}, NUMBERS, TEXTS, [{classes}]"
        self.put("/** The schema: its files are read without naming their type. */")
        self.put(f"export const schema{only_typed(': $.Schema')} = new $.Schema({given});")
        return self.taken()

    def enum(self, enum: ViewEnum) -> None:
        """Print the numbers of an enum, and its type: a literal, or the number that has no name."""
        suffix, kind, to = ("n", "bigint", "toBigint") if enum.width == 8 else ("", "number", "toNumber")
        self.doc(f"The numbers of {enum.name}, by their names.")
        with self.block(f"export const {enum.name} =", f"}}{only_typed(' as const')};"):
            for name, number, doc in enum.members:
                self.doc(doc)
                self.put(f"{name}: {number}{suffix},")
        self.put(only_typed(f"export type {enum.name} = keyof typeof {enum.name} | {kind};"))
        self.put(f"const ${enum.name} = $.enumOf{only_typed(f'<{enum.name}>')}({enum.name}, $.{to});")

    def switch(self, member: ViewMember) -> None:
        """Add the type of a switch, and that of what it can be set to."""
        plain = [_CASES[each.kind] for each in member.cases if not each.target]
        records = [each.target for each in member.cases if each.target]
        named = [f'({self.literals[each]} & {{ readonly $type: "{each}" }})' for each in records]
        self.interfaces += [
            f"/** What {member.id} may be: records are told apart by `$type`. */",
            f"export type {member.switch} = {' | '.join(dict.fromkeys([*records, *plain]))};",
            f"/** What {member.id} may be set to. */",
            f"export type {self.literals[member.switch]} = {' | '.join([member.switch, *named])};",
        ]

    def literal_of(self, view: View) -> None:
        """Add the type of object literals that records are made of: what has to be given is not optional."""
        names = FreeNames(_OF_VIEWS)
        lines = [f"/** The fields of a new {view.name}: what may be left out is absent, has a default, or is found. */"]
        lines += [f"export interface {self.literals[view.name]} {{"]
        for member in view.members:
            name = names.free(lower_camel(member.id))
            if member.columns:
                names.free(f"{name}Columns")
            if member.is_stored:
                is_needed = not (member.is_optional or member.is_derived or member.default is not None)
                kind = self.given(member)
                lines += [f"    readonly {name}{'' if is_needed else '?'}: {kind}{' | undefined' * (not is_needed)};"]
        self.interfaces += [*lines, "}"]

    def given(self, member: ViewMember) -> str:
        """Return the type that a member can be set to."""
        kind = kind_of(member)[0]
        if kind in self.literals:
            kind = self.literals[kind] if member.switch else f"{kind} | {self.literals[kind]}"
        if member.is_list:
            return f"readonly ({kind})[]" if " | " in kind else f"readonly {kind}[]"
        return kind

    def view(self, view: View) -> None:
        self.doc(view.doc)
        with self.block(f"export class {view.name} extends $.View"):
            self.put(f'get $type(){only_typed(f": {chr(34)}{view.name}{chr(34)}")} {{ return "{view.name}"; }}')
            part = "root.ts" if view.is_root else "record.ts"
            self.part(part, name=view.name, init=self.literals[view.name], type=str(view.type))
            names = FreeNames(_OF_VIEWS)
            for member in view.members:
                name = names.free(lower_camel(member.id))
                self.accessors(name, member)
                if member.columns:
                    self.columns(names.free(f"{name}Columns"), view, member)

    def columns(self, name: str, view: View, member: ViewMember) -> None:
        """Put what gives a list as columns, and the type of these."""
        kind = f"{view.name}{name[:1].upper()}{name[1:]}"
        free = FreeNames().free
        keys = {
            free(lower_camel(column.name)): _LETTERS.get(column.kind, "u") + str(column.width)
            for column in member.columns
        }
        lines = [f"/** The columns of {member.id}. */", f"export interface {kind} {{"]
        lines += ["    /** How many records they have. */", "    readonly $count: number;"]
        self.interfaces += [*lines, *(f'    readonly {key}: $.Arrays["{width}"];' for key, width in keys.items()), "}"]
        given = ", ".join(f'["{key}", "{width}"]' for key, width in keys.items())
        self.doc(f"The records of {member.id} as columns; undefined where a number of one is too large for that.")
        result, cast = only_typed(f": {kind} | undefined"), only_typed(f" as {kind} | undefined")
        self.put(f"get {name}(){result} {{")
        self.put(f"    return this.$columns({member.slot}, {str(member.is_instance).lower()}, [{given}]){cast};", "}")

    def accessors(self, name: str, member: ViewMember) -> None:
        one, to, of = kind_of(member)
        kind = f"readonly {one}[]" if member.is_list else one
        shown = f"this.${'list' if member.is_list else 'one'}({member.slot}, {str(member.is_instance).lower()}, {to})"
        absent = " | undefined" * (member.is_optional or member.kind == "value")
        self.doc("\n".join(filter(None, [member.doc, member.facts])))
        if member.is_list and not absent:
            shown += " ?? []"
        elif not absent:
            shown += only_typed("!")
        self.put(f"get {name}(){only_typed(f': {kind}{absent}')} {{ return {shown}; }}")
        if member.is_stored:
            put = f"this.${'putList' if member.is_list else 'put'}({member.slot}, value, {of})"
            self.put(f"set {name}(value{only_typed(f': {self.given(member)}{absent}')}) {{ {put}; }}")


def typescript_files(package: Package) -> dict[str, str]:
    """Return the files of an npm package, by their paths."""
    names = [schema.name for schema in package.schemas]
    given = package.example(lambda name: f"tree.{lower_camel(name)}")
    wide = {each.id for each in package.largest.views[0].members if kind_of(each)[0] == "bigint"}
    given["one"] = "1n" if given["field"] in wide else "1"
    given |= {key: lower_camel(given[key]) for key in ("list", "field", "part")}
    fixed = fixed_files("typescript", package.words | given)
    modules = {"_machine": _machine(package.machine, fixed), "_index": _index(names)}
    modules |= {schema.name: TypescriptViews().schema(schema) for schema in package.schemas}
    files = {name: fixed[name] for name in ("package.json", "tsconfig.json", "README.md")}
    files["bin/nacdump.js"] = fixed["nacdump.js"]
    for name, text in modules.items():
        files[f"src/{name}.ts"] = as_typescript(text)
        files[f"esm/{name}.js"] = as_javascript(text)
        files[f"esm/{name}.d.ts"] = as_declarations(text)
    return files


def _machine(machine: NeutralProgram, fixed: dict[str, str]) -> str:
    kinds = (fixed["array.ts"].replace("CLASS", name).replace("ARRAY", array) for name, array in _ARRAYS.items())
    modules = map(TypescriptPrinter().module, machine.modules)
    return "".join((*kinds, fixed["intrinsics.ts"], *modules, fixed["records.ts"]))


def _index(names: list[str]) -> str:
    lines = [f'import {{ schema as ${name} }} from "./{name}.js";' for name in names]
    lines.append('import { Schema } from "./_machine.js";')
    lines.append('export { FormatError, Schema, View } from "./_machine.js";')
    if len(names) == 1:
        lines.append(f'export * from "./{names[0]}.js";')
    lines.append("/** All schemas of the package. */")
    listed = ", ".join(f"${name}" for name in names)
    return "\n".join([*lines, f"export const schemas{only_typed(': readonly Schema[]')} = [{listed}];", ""])
