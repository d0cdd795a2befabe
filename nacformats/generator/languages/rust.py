"""Rust: no_std with alloc, without unsafe code and without crates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nacformats.generator.languages import tree
from nacformats.generator.languages.printing import Printer, quoted_text
from nacformats.generator.languages.translate import ARRAYS, CHANGING, INTRINSICS
from nacformats.generator.languages.tree import Expression

_WRAPPING = {"+": "wrapping_add", "-": "wrapping_sub", "*": "wrapping_mul"}
_TYPES = {"Int": "i64", "U64": "u64", "Real": "f64", "bool": "bool", "Text": "String", "Bytes": "Vec<u8>", "None": "()"}


def rust_type(kind: str) -> str:
    if kind.startswith("list["):
        return f"Vec<{rust_type(kind[5:-1])}>"
    if kind in ARRAYS:
        return f"Vec<{_cell(kind)}>"
    return _TYPES.get(kind, kind)


def _cell(kind: str) -> str:
    """Return the type of the elements of bytes or an array, or "" for lists."""
    return "u8" if kind == "Bytes" else f"u{8 * ARRAYS[kind]}" if kind in ARRAYS else ""


@dataclass
class RustPrinter(Printer):
    """Functions of the machine are methods of it; a failure is a Result."""

    WORDS = frozenset(
        """abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen
        if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true
        try type typeof union unsafe unsized use virtual where while yield""".split()  # noqa: SIM905  a text is read easily
    )

    # modules

    def module(self, module: tree.Module) -> str:
        self.put(*(f"//! {line}".rstrip() for line in module.doc.splitlines()), "", "use super::*;", "")
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
            items = ", ".join(quoted_text(each) if isinstance(each, str) else str(each) for each in node.value)
            element = "&str" if node.type == "list[Text]" else rust_type(node.type[5:-1])
            self.put(f"pub static {node.name}: [{element}; {len(node.value)}] = [{items}];")
        elif isinstance(node.value, str):
            self.put(f"pub const {node.name}: &str = {quoted_text(node.value)};")
        else:
            self.put(f"pub const {node.name}: {rust_type(node.type)} = {node.value};")

    def structure(self, node: tree.Class) -> None:
        self.put("")
        self.doc(node.doc)
        is_copied = node.is_value and all(kind != "Text" for _, kind, _ in node.fields)
        self.put("#[derive(Clone, Copy, Debug)]" if is_copied else "#[derive(Clone, Debug)]")
        with self.block(f"pub struct {node.name}"):
            self.put(*(f"pub {self.name(name)}: {rust_type(kind)}," for name, kind, _ in node.fields))
        if node.fields:
            needed = [f"{self.name(name)}: {rust_type(kind)}" for name, kind, default in node.fields if default is None]
            head = f"pub fn new({', '.join(needed)}) -> {node.name}"
            with self.block(f"impl {node.name}"), self.block(head), self.block(node.name):
                for name, _, default in node.fields:
                    self.put(self.name(name) + ("," if default is None else f": {self.owned(default)},"))

    def procedure(self, node: tree.Function) -> None:
        self.function, self.temporaries = node, 0
        self.put("")
        self.doc(node.doc)
        parameters = ["&mut self"] if node.is_method else []
        parameters += [f"{self.name(each.name)}: {_given(each)}" for each in node.parameters[node.is_method :]]
        result = "Failed" if node.result == "NoReturn" else rust_type(node.result)
        if node.can_fail and node.result != "NoReturn":
            result = f"Result<{result}, Failed>"
        with self.block(
            f"pub fn {self.name(node.name)}({', '.join(parameters)}){'' if result == '()' else f' -> {result}'}"
        ):
            self.statements(node.body)
            if node.can_fail and node.result == "None" and not isinstance(node.body[-1], tree.Return | tree.Fail):
                self.put("Ok(())")

    # statements

    def head(self, word: str, condition: Expression) -> str:
        return f"{word} {self.expression(condition)}"

    def declare(self, node: tree.Declare) -> None:
        kind = f": {rust_type(node.type)}" if isinstance(node.value, tree.New) and node.type.startswith("list") else ""
        mutable = "mut " if node.is_changed else ""
        self.put(f"let {mutable}{self.name(node.name)}{kind} = {self.owned(node.value)};")

    def assign(self, target: Expression, value: Expression) -> None:
        shown = self.owned(value)
        if isinstance(target, tree.Item) and _cell(target.of.type):
            shown = f"{self.operand(value)} as {_cell(target.of.type)}"
        if _indices_compute(target):
            name = self.temporary()
            self.put(f"let {name} = {shown};")
            shown = name
        self.put(f"{self.target(target)} = {shown};")

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
        if _cell(to.type):
            shown = f"{self.operand(value)} as {_cell(to.type)}"
        if any(isinstance(part, tree.Local) and part.name == "m" for part in tree.parts(value)):
            name = self.temporary()
            self.put(f"let {name} = {shown};")
            shown = name
        self.put(f"{self.target(to)}.push({shown});")

    def clear(self, of: Expression) -> None:
        self.put(f"{self.target(of)}.clear();")

    def counting(self, node: tree.Count) -> str:
        return f"for {self.name(node.name)} in {self.operand(node.first)}..{self.operand(node.last)}"

    def give(self, value: Expression | None) -> None:
        shown = "()" if value is None else self.owned(value)
        if isinstance(value, tree.Local):  # its last use
            shown = self.place(value)
        if self.function.can_fail:
            shown = f"Ok({shown})"
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
        if isinstance(node, tree.Item) and node.of.type == "U8s":
            return f"int_of({shown})"
        return f"{shown} as i64" if isinstance(node, tree.Item) and _cell(node.of.type) else shown

    def index(self, node: Expression) -> str:
        if isinstance(node, tree.Literal):
            return str(node.value)
        return f"{self.operand(node)} as usize"

    def length(self, of: Expression) -> str:
        return f"{self.place(of)}.len() as i64"

    def pop(self, of: Expression) -> str:
        return f'{self.place(of)}.pop().expect("it is not empty")'

    def succeeds(self, function: tree.Function) -> str:
        return f"self.{self.name(function.name)}().is_ok()"

    def call(self, node: tree.Call) -> str:
        assert node.function is not None
        question = "?" if node.function.can_fail and node.function.result != "NoReturn" else ""
        given = list(zip(node.arguments, node.function.parameters, strict=True))[node.function.is_method :]
        before, shown = self.arguments(given, node.function.is_method)
        call = f"{'self.' if node.function.is_method else ''}{self.name(node.name)}({shown}){question}"
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
        is_nested = is_borrowing and any(_works(argument) for argument, _ in given)
        for argument, parameter in given:
            text = self.argument(argument, parameter)
            if is_nested and not (_is_simple(argument) or _is_referred(parameter.type)):
                name = self.temporary()
                before.append(f"let {name} = {text}; ")
                text = name
            shown.append(text)
        return "".join(before), ", ".join(shown)

    def argument(self, node: Expression, parameter: tree.Parameter) -> str:
        if not _is_referred(parameter.type):
            return self.owned(node)
        if isinstance(node, tree.Local) and any(each.name == node.name for each in self.function.parameters):
            return self.place(node)
        return f"&{'mut ' if parameter.is_changed else ''}{self.place(node)}"

    def pointed(self, node: tree.Pointed) -> str:
        shown = [f"&{self.place(each)}" if _is_referred(each.type) else self.owned(each) for each in node.arguments]
        return f"({self.place(node.of)})({', '.join(shown)})"

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
        if node.type == "U64" and node.operator in _WRAPPING:
            left = self.operand(node.left)
            if isinstance(node.left, tree.Literal):
                left += "u64"
            return f"{left}.{_WRAPPING[node.operator]}({self.expression(node.right)})"
        return super().operation(node)

    def computed(self, node: Expression) -> str:
        if isinstance(node, tree.Unary) and node.operator == "~":
            return f"!{self.operand(node.of)}"
        return super().computed(node)

    def convert(self, of: Expression) -> str:
        return f"{self.operand(of)} as u64" if of.type == "Int" else self.expression(of)

    def choice(self, condition: Expression, yes: Expression, no: Expression) -> str:
        return f"if {self.expression(condition)} {{ {self.owned(yes)} }} else {{ {self.owned(no)} }}"


def _is_referred(kind: str) -> bool:
    return kind == "Bytes" or kind in ARRAYS or kind.startswith("list[")


def _given(parameter: tree.Parameter) -> str:
    if not _is_referred(parameter.type):
        return rust_type(parameter.type)
    if parameter.is_changed:
        return f"&mut {rust_type(parameter.type)}"
    return f"&[{_cell(parameter.type) or rust_type(parameter.type[5:-1])}]"


def _works(node: Expression) -> bool:
    """Return whether a value is computed by the machine."""
    return any(
        isinstance(part, tree.Call) and part.function is not None and part.function.is_method
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
