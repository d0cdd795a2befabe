"""Rust: no_std with alloc, without unsafe code and without crates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from nacformats.languages import tree
from nacformats.languages.effects import CHANGING
from nacformats.languages.packages import Package, fixed_files
from nacformats.languages.printing import FreeNames, Printer, camel, leaves, quoted_text, snake
from nacformats.languages.translate import ARRAYS, INTRINSICS, is_referred
from nacformats.languages.tree import Expression
from nacformats.languages.views import SchemaViews, View, ViewEnum, ViewMember
from nacformats.schema.reserved import reserved
from nacformats.schema.texts import comment_lines, markdown

#: Crates that every program knows.
_CRATES = frozenset({"alloc", "core", "proc_macro", "std", "test"})
_WRAPPING = {"+": "wrapping_add", "-": "wrapping_sub", "*": "wrapping_mul"}
_TYPES = {"Int": "i64", "U64": "u64", "Real": "f64", "bool": "bool", "Text": "String", "Bytes": "Vec<u8>", "None": "()"}
_TYPES |= {kind: f"Vec<u{8 * width}>" for kind, width in ARRAYS.items()}


@dataclass
class RustPrinter(Printer):
    """Functions of the machine are methods of it; a failure is a Result."""

    LANGUAGE = "rust"
    TYPES = _TYPES
    LIST, CELL = "Vec<{}>", "u{}"
    WORDS = reserved("rust")

    # modules

    def module(self, module: tree.Module) -> str:
        self.put("", *(f"// {line}".rstrip() for line in module.doc.splitlines()), "")
        for constant in module.constants:
            self.definition(constant)
        for kind in module.classes:
            self.structure(kind)
        methods = [each for each in module.functions if each.is_method]
        if methods:
            with self.block("impl Machine"):
                for function in methods:
                    self.procedure(function)
        for function in module.functions:
            if not function.is_method:
                self.procedure(function)
        return self.taken()

    def definition(self, node: tree.Definition) -> None:
        if isinstance(node.value, tuple):
            kind = f"[{self.type(node.type[5:-1])}; {len(node.value)}]"
            self.put(f"pub static {node.name}: {kind} = [{', '.join(map(str, node.value))}];")
        elif isinstance(node.value, str):
            self.put(f"pub const {node.name}: &str = {quoted_text(node.value)};")
        else:
            self.put(f"pub const {node.name}: {self.type(node.type)} = {node.value};")

    def structure(self, node: tree.Class) -> None:
        self.put("")
        self.doc(node.doc)
        is_copied = node.is_value and all(kind != "Text" for _, kind, _ in node.fields)
        self.put("#[derive(Clone, Copy, Debug)]" if is_copied else "#[derive(Clone, Debug)]")
        with self.block(f"pub struct {node.name}"):
            self.put(*(f"pub {self.name(name)}: {self.type(kind)}," for name, kind, _ in node.fields))
        if node.fields:
            needed = [f"{self.name(name)}: {self.type(kind)}" for name, kind, default in node.fields if default is None]
            head = f"pub fn new({', '.join(needed)}) -> {node.name}"
            with self.block(f"impl {node.name}"), self.block(head), self.block(node.name):
                for name, _, default in node.fields:
                    self.put(self.name(name) + ("," if default is None else f": {self.owned(default)},"))

    def procedure(self, node: tree.Function) -> None:
        self.function, self.temporaries = node, 0
        self.put("")
        self.doc(node.doc)
        parameters = ["&mut self" if node.parameters[0].is_changed else "&self"] if node.is_method else []
        used = {part.name for part in tree.parts_of(node) if isinstance(part, tree.Local)}
        parameters += [
            f"{'' if each.name in used else '_'}{self.name(each.name)}: {self.given(each)}"
            for each in node.parameters[node.is_method :]
        ]
        result = "Failed" if node.result == "NoReturn" else self.type(node.result)
        if node.can_fail and node.result != "NoReturn":
            result = f"Result<{result}, Failed>"
        with self.block(
            f"pub fn {self.name(node.name)}({', '.join(parameters)}){'' if result == '()' else f' -> {result}'}"
        ):
            self.statements(node.body)
            if node.can_fail and node.result == "None" and not isinstance(node.body[-1], tree.Return | tree.Fail):
                self.put("Ok(())")

    def given(self, parameter: tree.Parameter) -> str:
        """Return the type of a parameter."""
        if not is_referred(parameter.type):
            return self.type(parameter.type)
        if parameter.is_changed:
            return f"&mut {self.type(parameter.type)}"
        return f"&[{self.cell(parameter.type) or self.type(parameter.type[5:-1])}]"

    # statements

    def head(self, word: str, condition: Expression) -> str:
        return f"{word} {self.expression(condition)}"

    def declare(self, node: tree.Declare) -> None:
        kind = f": {self.type(node.type)}" if isinstance(node.value, tree.New) and node.type.startswith("list") else ""
        mutable = "mut " if node.is_changed else ""
        self.put(f"let {mutable}{self.name(node.name)}{kind} = {self.owned(node.value)};")

    def assign(self, target: Expression, value: Expression) -> None:
        shown = self.owned(value)
        if isinstance(target, tree.Item) and self.cell(target.of.type):
            shown = self.element(value, self.cell(target.of.type))
        if _indices_compute(target):
            name = self.temporary()
            self.put(f"let {name} = {shown};")
            shown = name
        place, operator = self.target(target), "="
        match value:
            case tree.Operation(kind, computed, left, right) if kind == "Int" or computed not in _WRAPPING:
                is_cell = isinstance(target, tree.Item) and self.cell(target.of.type)
                if kind != "Text" and not is_cell and self.place(left) == place:
                    operator, shown = f"{computed.replace('//', '/')}=", self.expression(right)
        self.put(f"{place} {operator} {shown};")

    def target(self, node: Expression) -> str:
        """Return a place that is changed, whose indices are computed before."""
        match node:
            case tree.Member(_, of, name):
                return f"{self.target(of)}.{self.name(name)}"
            case tree.Item(_, of, tree.Local() | tree.Literal() | tree.Constant() as index):
                return f"{self.target(of)}[{self.index(index)}]"
            case tree.Item(_, of, index):
                name = self.temporary()
                self.put(f"let {name} = {self.index(index)};")
                return f"{self.target(of)}[{name}]"
        return self.place(node)

    def append(self, to: Expression, value: Expression) -> None:
        shown = self.owned(value)
        if self.cell(to.type):
            shown = self.element(value, self.cell(to.type))
        if any(isinstance(part, tree.Local) and part.name == "m" for part in tree.parts(value)):
            name = self.temporary()
            self.put(f"let {name} = {shown};")
            shown = name
        self.put(f"{self.target(to)}.push({shown});")

    def element(self, value: Expression, kind: str) -> str:
        """Return a number as an element of bytes or of an array."""
        return self.expression(value) if isinstance(value, tree.Literal) else f"{self.operand(value)} as {kind}"

    def clear(self, of: Expression) -> None:
        self.put(f"{self.target(of)}.clear();")

    def counting(self, node: tree.Count) -> str:
        return f"for {self.name(node.name)} in {self.operand(node.first)}..{self.operand(node.last)}"

    def give(self, value: Expression | None) -> None:
        shown = "()" if value is None else self.owned(value)
        if isinstance(value, tree.Local):  # its last use
            shown = self.place(value)
        if self.function.can_fail:
            shown = shown[:-1] if isinstance(value, tree.Call) and shown.endswith(")?") else f"Ok({shown})"
        self.put("return;" if shown == "()" else f"return {shown};")

    def fail(self, call: Expression | None) -> None:
        if call is None:
            self.put("Failed")
        elif self.function.result == "NoReturn":
            self.put(f"return {self.expression(call)};")
        else:
            self.put(f"return Err({self.expression(call)});")

    # expressions

    def owned(self, node: Expression) -> str:
        """Return a value that may be moved."""
        shown = self.expression(node)
        is_literal = isinstance(node, tree.Literal | tree.Constant) or (
            isinstance(node, tree.Item) and isinstance(node.of, tree.Constant)
        )
        if node.type == "Text" and is_literal:
            return f"{shown}.to_string()"
        if node.type == "Text" and isinstance(node, tree.Local | tree.Member | tree.Item):
            return f"{shown}.clone()"
        return shown

    def literal(self, node: tree.Literal) -> str:
        match node.value:
            case str() as text:
                return quoted_text(text).replace("\\u00", "\\x")
            case float() as number:
                return repr(number)
        return super().literal(node)

    def place(self, node: Expression) -> str:
        match node:
            case tree.Local(_, "m") if self.function.is_method:
                return "self"
        return super().place(node)

    def load(self, node: Expression) -> str:
        shown = self.place(node)
        if isinstance(node, tree.Item) and _works(node.index):
            name = self.temporary()
            shown = f"{{ let {name} = {self.index(node.index)}; {self.place(node.of)}[{name}] }}"
        if isinstance(node, tree.Item) and node.of.type == "U8s":
            return f"int_of({shown})"
        return f"{shown} as i64" if isinstance(node, tree.Item) and self.cell(node.of.type) else shown

    def index(self, node: Expression) -> str:
        return str(node.value) if isinstance(node, tree.Literal) else f"{self.operand(node)} as usize"

    def length(self, of: Expression) -> str:
        return f"{self.place(of)}.len() as i64"

    def pop(self, of: Expression) -> str:
        return f'{self.place(of)}.pop().expect("it is not empty")'

    def succeeds(self, function: tree.Function) -> str:
        return f"self.{self.name(function.name)}().is_ok()"

    def call(self, node: tree.Call) -> str:
        assert node.function is not None
        is_result = node.function.can_fail and node.function.result != "NoReturn"
        given = list(zip(node.arguments, node.function.parameters, strict=True))[node.function.is_method :]
        before, shown = self.arguments(given, node.function.is_method)
        call = f"{'self.' if node.function.is_method else ''}{self.name(node.name)}({shown})"
        if is_result and self.function.result == "NoReturn":
            call = f"match {call} {{ Ok(value) => value, Err(failed) => return failed }}"
        elif is_result:
            call += "?"
        return f"{{ {before}{call} }}" if before else call

    def intrinsic(self, name: str, arguments: list[Expression]) -> str:
        if name in ("min", "max"):
            return f"core::cmp::{name}({', '.join(map(self.expression, arguments))})"
        kinds = INTRINSICS[name][0]
        given = [
            (each, tree.Parameter("", kind, name in CHANGING and k == 0))
            for k, (each, kind) in enumerate(zip(arguments, kinds, strict=True))
        ]
        before, shown = self.arguments(given, kinds[0] == "Bytes")
        return f"{{ {before}{name}({shown}) }}" if before else f"{name}({shown})"

    def arguments(self, given: list[tuple[Expression, tree.Parameter]], is_borrowing: bool) -> tuple[str, str]:
        """Return what has to be computed before a call that borrows the machine, and the arguments."""
        before, shown = [], []
        texts = [self.argument(*each) for each in given]
        borrowed = texts[0].removeprefix("&mut ") if texts and texts[0].startswith("&mut self.") else ""
        is_shared = bool(borrowed) and any(borrowed in text for text in texts[1:])
        is_nested = is_shared or (is_borrowing and any(_works(argument) for argument, _ in given))
        for text, (argument, parameter) in zip(texts, given, strict=True):
            if is_nested and not (_is_simple(argument) or is_referred(parameter.type)):
                name = self.temporary()
                before.append(f"let {name} = {text}; ")
                text = name
            shown.append(text)
        return "".join(before), ", ".join(shown)

    def argument(self, node: Expression, parameter: tree.Parameter) -> str:
        if parameter.type == "Text" and not parameter.name:
            return self.expression(node) if isinstance(node, tree.Literal) else f"&{self.expression(node)}"
        if not is_referred(parameter.type):
            return self.owned(node)
        if isinstance(node, tree.Local) and any(each.name == node.name for each in self.function.parameters):
            return self.place(node)
        return f"&{'mut ' if parameter.is_changed else ''}{self.place(node)}"

    def new(self, node: tree.New) -> str:
        if node.type == "Bytes" or node.type.startswith("list["):
            return "Vec::new()"
        if node.type in ARRAYS:
            return f"alloc::vec![0; {self.index(node.arguments[0])}]"
        return f"{node.type}::new({', '.join(map(self.owned, node.arguments))})"

    def operation(self, node: tree.Operation) -> str:
        if node.type == "Text":
            pieces = list(_pieces(node))
            return f'format!("{"{}" * len(pieces)}", {", ".join(map(self.expression, pieces))})'
        if node.type == "U64" and isinstance(node.left, tree.Literal):
            node = tree.Operation("U64", node.operator, tree.Local("U64", f"{node.left.value}u64"), node.right)
        if node.type == "U64" and node.operator in _WRAPPING:
            return f"{self.operand(node.left)}.{_WRAPPING[node.operator]}({self.expression(node.right)})"
        return super().operation(node)

    def computed(self, node: Expression) -> str:
        if isinstance(node, tree.Unary) and node.operator == "~":
            return f"!{self.operand(node.of)}"
        return super().computed(node)

    def convert(self, of: Expression) -> str:
        return f"{self.operand(of)} as u64" if of.type == "Int" else self.expression(of)

    def choice(self, condition: Expression, yes: Expression, no: Expression) -> str:
        return f"if {self.expression(condition)} {{ {self.owned(yes)} }} else {{ {self.owned(no)} }}"


def _works(node: Expression) -> bool:
    """Return whether a value is computed by a function that changes the machine."""
    return any(
        isinstance(part, tree.Call)
        and part.function is not None
        and part.function.is_method
        and part.function.parameters[0].is_changed
        for part in tree.parts(node)
    )


def _is_simple(node: Expression) -> bool:
    return isinstance(node, tree.Literal | tree.Constant | tree.Local)


def _indices_compute(node: Expression) -> bool:
    """Return whether the indices of a place have to be computed first, which is after the value."""
    return any(isinstance(part, tree.Item) and not _is_simple(part.index) for part in tree.parts(node))


def _pieces(node: Expression) -> Iterator[Expression]:
    match node:
        case tree.Operation("Text", "+", left, right):
            yield from _pieces(left)
            yield from _pieces(right)
        case _:
            yield node


# views

#: Of each kind of member: its type, the type that it is set to, how it is got of the value v, and made a value.
_KINDS = {
    "unsigned": ("u{bits}", "u{bits}", "v.unsigned() as u{bits}", "of_uint({v} as u64)"),
    "signed": ("i{bits}", "i{bits}", "v.signed() as i{bits}", "of_signed({v} as u64)"),
    "real": ("f64", "f64", "v.real()", "of_real({v})"),
    "float": ("f32", "f32", "v.float()", "of_float({v}.to_bits() as u64, 4)"),
    "bool": ("bool", "bool", "v.is_true()", "of_bool({v})"),
    "text": ("String", "&str", "v.text()", "self.0.kept_text({v})"),
    "bytes": ("Vec<u8>", "&[u8]", "v.bytes()", "self.0.kept_bytes({v})"),
    "varint": ("u64", "u64", "v.unsigned()", "of_varint({v}, 0, false)"),
    "svarint": ("i64", "i64", "v.signed()", "of_varint({v} as u64, 0, true)"),
    "record": ("{target}", "&{target}", "{target}(v.record())", "of_record({v}.0.node)"),
    "value": ("Any", "&Any", "v", "{v}.value"),
}


#: What lists of borrowed values are set to.
_BORROWED = {"&str": "impl core::convert::AsRef<str>", "&[u8]": "impl core::convert::AsRef<[u8]>"}


@dataclass
class RustViews(RustPrinter):
    """The module of a schema. Attributes: numbers: what the numbers of enums are, by their names."""

    numbers: dict[str, str] = field(default_factory=dict)

    def schema(self, schema: SchemaViews) -> str:
        self.put(*(f"//! {markdown(line)}" for line in comment_lines(schema.title)), "")
        numbers, texts = schema.tables.numbers, schema.tables.texts
        self.part(
            "schema.rs",
            numbers=list(leaves(", ".join(map(str, numbers)), 112, "")),
            num_numbers=str(len(numbers)),
            texts=[f"{rust_text(each)}," for each in texts] or [","],
            num_texts=str(len(texts)),
        )
        self.numbers = {enum.name: f"{'i' if enum.is_signed else 'u'}{8 * enum.width}" for enum in schema.enums}
        for enum in schema.enums:
            self.enum(enum)
        for view in schema.views:
            self.view(view)
            for member in view.members:
                if member.switch:
                    self.switch(member)
                if member.columns:
                    self.columns(f"{view.name}{camel(member.id)}", member)
        return self.taken()

    def enum(self, enum: ViewEnum) -> None:
        """Print an enum that keeps numbers which the schema does not name."""
        kind, names = self.numbers[enum.name], FreeNames()
        cases = [(names.free(self.name(camel(name))), number, name, doc) for name, number, doc in enum.members]
        other = names.free("Unknown")
        self.put("", f"/// The enum {snake(enum.name)}.", "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]")
        with self.block(f"pub enum {enum.name}"):
            for case, number, name, doc in cases:
                self.about(doc, f"{name}, {number}.")
                self.put(f"{case},")
            self.put("/// A number that the schema does not name.", f"{other}({kind}),")
        self.part(
            "enum.rs",
            name=enum.name,
            number=kind,
            other=other,
            made=[f"{number} => Self::{case}," for case, number, _, _ in cases],
            numbers=[f"{enum.name}::{case} => {number}," for case, number, _, _ in cases],
            shown=[f'Self::{case} => f.write_str("{name}"),' for case, _, name, _ in cases],
        )

    def switch(self, member: ViewMember) -> None:
        """Print the enum of what a switch may hold; numbers that are not below 0 are unsigned ones."""
        cases = sorted(member.cases, key=lambda case: case.kind == "signed")
        held = {case.name: case.target or _KINDS[case.kind][0].format(bits=64) for case in cases}
        self.put("", f"/// What {member.id} may be.", "#[derive(Clone, Debug)]")
        with self.block(f"pub enum {member.switch}"):
            self.put(*(f"{case}({kind})," for case, kind in held.items()))
        tried = [f".or_else(|| Case::of(v).map(Self::{case}))" for case in held]
        made = [f"Self::{case}(v) => Case::any(v, tree)," for case in held]
        self.part("switch.rs", name=member.switch, tried=tried, made=made)
        for case, kind in held.items():
            with self.block(f"impl core::convert::From<{kind}> for {member.switch}"):
                self.put(f"fn from(v: {kind}) -> Self {{ Self::{case}(v) }}")

    def about(self, text: str, instead: str = "") -> None:
        """Put documentation of the schema; rustdoc reads Markdown, and runs lines that are indented."""
        self.doc("\n".join(markdown(" ".join(line.split())) for line in comment_lines(text)) or instead)

    def view(self, view: View) -> None:
        self.put("")
        self.about(view.doc, f"The type {snake(view.name)}.")
        self.part("class.rs", name=view.name, type=str(view.type))
        if view.is_root:
            self.part("root.rs", name=view.name)
        with self.block(f"impl {view.name}"):
            names = FreeNames(("read", "read_columns", "empty", "new_in", "of", "any", "write", "clone"))
            methods = [names.free(self.name(member.id)) for member in view.members]
            for method, member in zip(methods, view.members, strict=True):
                self.getter(method, member)
            for member in view.members:
                if member.is_stored:
                    self.setter(names, member)
                if member.columns:
                    made = f"{view.name}{camel(member.id)}"
                    value = f"self.0.{f'ask({member.slot}).ok()?' if member.is_instance else f'get({member.slot})'}"
                    self.put("", f"/// The columns of {member.id}, if the file was read with them.")
                    with self.block(f"pub fn {names.free(f'{member.id}_columns')}(&self) -> Option<{made}>"):
                        self.put(f"{value}.columns().map({made})")

    def kind(self, member: ViewMember) -> tuple[str, str, str, str]:
        """Return the row of _KINDS of a member: of an enum and of a switch, with their types."""
        kind, given, got, made = (
            each.format(bits=8 * member.width, target=member.target, v="{v}") for each in _KINDS[member.kind]
        )
        if member.switch:
            return member.switch, f"&{member.switch}", "Case::of(&{v})", "{v}.any(&self.0).value"
        if not member.enum or member.kind == "value":
            return kind, given, got, made
        number = self.numbers[member.enum]
        got = f"{member.enum}::from({{v}}.{'signed' if number[0] == 'i' else 'unsigned'}() as {number})"
        plain = f"{number}::from({{v}})" + " != 0" * (member.kind == "bool")
        return member.enum, member.enum, got, made.format(v=plain)

    def getter(self, method: str, member: ViewMember) -> None:
        kind, _, got, _ = self.kind(member)
        value = f"self.0.{'ask' if member.is_instance else 'get'}({member.slot})" + "?" * member.is_instance
        one = got.format(v="v")
        if member.is_list:
            mapper = "filter_map" if member.switch else "map"
            mapped = "" if one == "v" else f".into_iter().{mapper}(|v| {one}).collect()"
            kind, one = f"Vec<{kind}>", f"v.elements(){mapped}"
        if member.is_optional:
            is_flat = member.switch and not member.is_list
            kind = f"Option<{kind}>"
            one = f"{value}.present()" + ("" if one == "v" else f".{'and_then' if is_flat else 'map'}(|v| {one})")
        else:
            one = re.sub(r"(?<!\w)v(?=$|\.)", lambda _: value, one, count=1)
        result = f"Result<{kind}, Error>" if member.is_instance else kind
        self.put("")
        self.about(member.doc, f"The field {member.id}.")
        if member.facts:
            self.doc(f"\n{markdown(member.facts)}")
        with self.block(f"pub fn {method}(&self) -> {result}"):
            self.put(f"Ok({one})" if member.is_instance and not one.endswith("?") else one.removesuffix("?"))

    def columns(self, name: str, member: ViewMember) -> None:
        """Print the class of the columns of a list."""
        self.put("", f"/// The columns of {member.id}.", "#[derive(Clone, Debug)]")
        self.put(f"pub struct {name}(pub Columns);", "")
        with self.block(f"impl {name}"):
            names = FreeNames()
            for number, column in enumerate(member.columns):
                kind = {"signed": "i", "real": "f"}.get(column.kind, "u") + str(8 * column.width)
                each = {"signed": f"v as {kind}", "real": f"{kind}::from_bits(v)"}.get(column.kind)
                made = f"iter().map(|&v| {each}).collect()" if each else "clone()"
                with self.block(f"pub fn {names.free(self.name(column.name))}(&self) -> Vec<{kind}>"):
                    self.put(f"self.0.copy({number}, |c| c.u{column.width}.{made})")

    def setter(self, names: FreeNames, member: ViewMember) -> None:
        """Print what sets a member, and what gives it to a new record."""
        _, kind, _, made = self.kind(member)
        is_one_of = bool(member.switch) and not member.is_list
        may_go = member.is_conditional or member.is_instance or is_one_of
        line = f"self.0.set({member.slot}, {made.format(v='value')});"
        if member.is_list:
            each = f"|{'&' * (kind[0] != '&')}v| {made.format(v='v.as_ref()' if kind in _BORROWED else 'v')}"
            kind = f"&[{_BORROWED.get(kind, kind.removeprefix('&'))}]"
            line = f"self.0.set_list({member.slot}, value.iter().map({each}).collect());"
        kind = member.switch if is_one_of else kind
        given = f"impl Into<Option<{kind}>>" if is_one_of else f"Option<{kind}>" if may_go else kind
        method = names.free(f"set_{member.id}")
        self.put("", f"/// Set {member.id}{'; `None` takes it away' * may_go}.")
        with self.block(f"pub fn {method}(&self, value: {given})"):
            if may_go:
                value = "value" + ".into()" * is_one_of
                self.put(f"let Some(value) = {value} else {{ return self.0.set({member.slot}, nothing()) }};")
            self.put(line)
        if not member.is_derived:
            self.put("", f"/// Return the record with {member.id}.")
            with self.block(f"pub fn {names.free(f'with_{member.id}')}(self, value: {kind}) -> Self"):
                self.put(f"self.{method}({'Some(value)' if may_go else 'value'});", "self")


def rust_text(text: str) -> str:
    shown = (c if " " <= c < "\x7f" and c not in '"\\' else f"\\u{{{ord(c):x}}}" for c in text)
    return f'"{"".join(shown)}"'


def rust_files(package: Package) -> dict[str, str]:
    """Return the files of a crate, by their paths."""
    printer = RustViews()
    taken = FreeNames(("machine", "record", "lib", "main", "bin", "alloc", "core", "std"))
    names = [taken.free(printer.name(schema.name)) for schema in package.schemas]
    listed = [
        f"    ({rust_text(each.name)}, {rust_text(each.extension)}, {name}::machine),"
        for name, each in zip(names, package.schemas, strict=True)
    ]
    crate = package.name + "_format" * (package.name in _CRATES or package.name in printer.WORDS)
    given = package.words | {"name": crate} | package.example(lambda name: f"tree.{printer.name(name)}()")
    given |= {"schema": names[package.schemas.index(package.largest)]}
    given |= {"modules": "\n".join(f"pub mod {name};" for name in names), "listed": "\n".join(listed)}
    paths = {"nacdump.rs": "src/bin/nacdump.rs", "Cargo.toml": "Cargo.toml", "README.md": "README.md"}
    files = {paths.get(name, f"src/{name}"): text for name, text in fixed_files("rust", given).items()}
    files["src/machine.rs"] += "".join(map(printer.module, package.machine.modules))
    return files | {f"src/{name}.rs": printer.schema(each) for name, each in zip(names, package.schemas, strict=True)}
