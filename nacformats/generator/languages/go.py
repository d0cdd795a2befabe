"""Go 1.18: a module that needs no others."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from nacformats.generator.languages import tree
from nacformats.generator.languages.printing import Printer, camel, lower_camel
from nacformats.generator.languages.translate import CHANGING, INTRINSICS
from nacformats.generator.languages.tree import Expression, Statement

_TYPES = {"Int": "int64", "U64": "uint64", "Real": "float64", "Text": "string", "Bytes": "[]byte", "None": ""}
_TYPES |= {"NoReturn": "Failed"}
#: Numbers on a line of a table.
_PER_LINE = 16

#: What the machine needs of Go.
RUNTIME = """\
package machine

import (
	"math"
	"strconv"
)

// Failed is what the machine panics with; the machine knows why.
type Failed struct{}

// Succeeds returns whether a function of the machine does not fail.
func Succeeds(function func(m *Machine), m *Machine) (ok bool) {
	defer func() {
		if thrown := recover(); thrown != nil {
			if _, isFailed := thrown.(Failed); !isFailed {
				panic(thrown)
			}
			ok = false
		}
	}()
	function(m)
	return true
}

func Choose[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

func Lazily[T any](condition bool, yes, no func() T) T {
	if condition {
		return yes()
	}
	return no()
}

func Pop[T any](list *[]T) T {
	last := len(*list) - 1
	popped := (*list)[last]
	*list = (*list)[:last]
	return popped
}

func Min(a, b int64) int64 { return Choose(a < b, a, b) }

func Max(a, b int64) int64 { return Choose(a < b, b, a) }

func IntOf(number uint64) int64 { return int64(Choose(number < 1<<53, number, 1<<53-1)) }

func BitsOfReal(number float64, width int64) uint64 {
	if width == 8 {
		return math.Float64bits(number)
	}
	return uint64(math.Float32bits(float32(number)))
}

func RealOfBits(bits uint64, width int64) float64 {
	if width == 8 {
		return math.Float64frombits(bits)
	}
	return float64(math.Float32frombits(uint32(bits)))
}

func RealOf(number uint64) float64 { return float64(number) }

func Truncated(number float64) uint64 {
	if number < 1<<64 {
		return uint64(number)
	}
	return Choose[uint64](number != number, 0, math.MaxUint64)
}

func TextOfInt(number int64) string { return strconv.FormatInt(number, 10) }

func TextOfBytes(data []byte, start, end int64) string { return string(data[start:end]) }

func PutText(to *[]byte, text string) { *to = append(*to, text...) }

func PutRange(to *[]byte, data []byte, start, end int64) { *to = append(*to, data[start:end]...) }

func PutFill(to *[]byte, count, value int64) {
	for ; count > 0; count-- {
		*to = append(*to, byte(value))
	}
}

func Cut(data *[]byte, size int64) { *data = (*data)[:size] }
"""


def _is_referred(kind: str) -> bool:
    return kind == "Bytes" or kind.startswith("list[")


def _is_binary(node: Expression) -> bool:
    while isinstance(node, tree.Convert) and node.of.type == "U64":
        node = node.of
    return isinstance(node, tree.Operation | tree.Comparison | tree.Logic)


def _is_safe(node: Expression) -> bool:
    """Return whether a value can be computed where it is not needed."""
    kinds = tree.Literal | tree.Constant | tree.Local | tree.Member | tree.Operation | tree.Comparison | tree.Convert
    risks = ("//", "%", "<<", ">>")
    return all(isinstance(part, kinds) and getattr(part, "operator", "") not in risks for part in tree.parts(node))


@dataclass
class GoPrinter(Printer):
    """A failure is a panic, which `Succeeds` recovers. The lines are as gofmt has them.

    Attributes:
        package: the package that is printed; imported: names of the package of the machine that another one uses.
        classes: names that no function has.
        level: how deep the printed expression is by gofmt's rules: from 2 on there are no blanks around + and the like.
    """

    package: str = "machine"
    imported: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    level: int = 1

    INDENT = "\t"
    SEMICOLON = ""
    WORDS = frozenset(
        """append bool break byte case chan const continue default defer else fallthrough false float64 for func go goto
        if import int64 interface len machine map nil package panic range return select string struct switch true type
        uint64 var""".split()  # noqa: SIM905  a text is read easily
    )

    # names

    def name(self, name: str) -> str:
        return super().name(lower_camel(name))

    def shared(self, name: str) -> str:
        """Return a name of a package, which is seen outside of it."""
        shown = name if name.isupper() or name in self.classes else camel(name)
        if shown != name and shown in self.classes:
            shown += "_"
        return f"machine.{shown}" if name in self.imported or name in INTRINSICS else shown

    def type(self, kind: str) -> str:
        if kind.startswith("list["):
            return f"[]{self.type(kind[5:-1])}"
        return _TYPES[kind] if kind in _TYPES else self.shared(kind)

    # modules

    def module(self, module: tree.Module) -> str:
        self.put(f"package {self.package}", "")
        for constant in module.constants:
            self.definition(constant)
        for kind in module.classes:
            self.structure(kind)
        for function in module.functions:
            self.procedure(function)
        return self.taken()

    def definition(self, node: tree.Definition) -> None:
        if isinstance(node.value, tuple):
            items = [self.literal(tree.Literal("", each)) for each in node.value]
            with self.block(f"var {node.name} = {self.type(node.type)}"):
                self.put(*(", ".join(items[k : k + _PER_LINE]) + "," for k in range(0, len(items), _PER_LINE)))
        else:
            self.put(f"const {node.name} {self.type(node.type)} = {self.literal(tree.Literal('', node.value))}")

    def structure(self, node: tree.Class) -> None:
        self.put("")
        self.doc(node.doc)
        width = max((len(camel(name)) for name, _, _ in node.fields), default=0)
        with self.block(f"type {node.name} struct"):
            self.put(*(f"{camel(name):{width}} {self.type(kind)}" for name, kind, _ in node.fields))
        needed = [f"{self.name(name)} {self.type(kind)}" for name, kind, default in node.fields if default is None]
        fields = [
            f"{camel(name)}: {self.name(name) if default is None else self.expression(default)}"
            for name, _, default in node.fields
            if not (isinstance(default, tree.New) and _is_referred(default.type))
        ]
        self.put("")
        with self.block(f"func New{node.name}({', '.join(needed)}) {node.name}"):
            self.put(f"return {node.name}{{{', '.join(fields)}}}")

    def procedure(self, node: tree.Function) -> None:
        self.function = node
        self.put("")
        self.doc(node.doc)
        parameters = ", ".join(f"{self.name(each.name)} {self.parameter(each)}" for each in node.parameters)
        with self.block(f"func {self.shared(node.name)}({parameters}) {self.type(node.result)}".rstrip()):
            self.statements(node.body)

    def parameter(self, node: tree.Parameter) -> str:
        return ("*" if node.type == "Machine" or _is_pointer(node) else "") + self.type(node.type)

    def doc(self, text: str) -> None:
        """Put a comment, without what gofmt changes: lines that are indented, and two quotes."""
        text = text.replace("``", "`").replace("''", "'")
        self.put(*(f"// {line.strip()}".rstrip() for line in text.strip().splitlines()))

    # statements

    def statement(self, node: Statement) -> None:
        """Print a statement; one with a value of two, of which only one can be computed, becomes two."""
        value = node.value if isinstance(node, tree.Declare | tree.Assign | tree.Return | tree.Append) else None
        if not isinstance(value, tree.Choice) or (_is_safe(value.yes) and _is_safe(value.no)):
            super().statement(node)
            return
        if isinstance(node, tree.Declare):
            self.put(f"var {self.name(node.name)} {self.type(node.type)}")
            node = tree.Assign(tree.Local(node.type, node.name), value)
        yes, no = replace(node, value=value.yes), replace(node, value=value.no)
        is_last = isinstance(node, tree.Return)
        self.flow(tree.If(value.condition, [yes], [] if is_last else [no]))
        if is_last:
            self.statement(no)

    def head(self, word: str, condition: Expression) -> str:
        if word == "while":
            return "for" if isinstance(condition, tree.Literal) else f"for {self.expression(condition)}"
        return f"{word} {self.expression(condition)}"

    def declare(self, node: tree.Declare) -> None:
        if isinstance(node.value, tree.New) and _is_referred(node.type):
            self.put(f"var {self.name(node.name)} {self.type(node.type)}")
        else:
            self.put(f"{self.name(node.name)} := {self.typed(node.value)}")

    def assign(self, target: Expression, value: Expression) -> None:
        place, shown = self.place(target), self.expression(value)
        if isinstance(target, tree.Item) and target.of.type == "Bytes":
            shown = f"byte({shown})"
        match value:
            case tree.Operation("Int", "+" | "-" as operator, left, tree.Literal(_, 1)) if left == target:
                self.put(f"{place}{operator}{operator}")
            case _:
                self.put(f"{place} = {shown}")

    def append(self, to: Expression, value: Expression) -> None:
        place, shown = self.place(to), self.deeper(1, value)
        self.put(f"{place} = append({place}, {f'byte({shown})' if to.type == 'Bytes' else shown})")

    def clear(self, of: Expression) -> None:
        place = self.place(of)
        self.put(f"{place} = nil" if of.type == "Bytes" else f"{place} = {place}[:0]")

    def counting(self, node: tree.Count) -> str:
        name = self.name(node.name)
        below = tree.Comparison("bool", "<", tree.Local("Int", node.name), node.last)
        return f"for {name} := {self.typed(node.first)}; {self.expression(below)}; {name}++"

    def fail(self, call: Expression | None) -> None:
        if call is None:
            self.put("return Failed{}")
        else:
            shown = self.expression(call)
            self.put(f"return {shown}" if self.function.result == "NoReturn" else f"panic({shown})")

    # expressions

    def deeper(self, steps: int, node: Expression) -> str:
        """Return an expression that is so many levels deeper."""
        self.level, before = max(self.level + steps, 1), self.level
        shown = self.expression(node)
        self.level = before
        return shown

    def list_of(self, nodes: list[Expression]) -> str:
        return ", ".join(self.deeper(len(nodes) > 1, each) for each in nodes)

    def operand(self, node: Expression, inside: Expression | None = None) -> str:
        is_chained = isinstance(node, tree.Operation | tree.Logic) and node.operator == getattr(inside, "operator", "")
        if is_chained:
            return self.expression(node)
        return f"({self.expression(node)})" if _is_binary(node) else self.deeper(1, node)

    def typed(self, node: Expression) -> str:
        """Return a value with its type, which numbers in Go are without."""
        is_bare = isinstance(node, tree.Literal) and node.type in ("Int", "U64", "Real")
        return f"{self.type(node.type)}({self.expression(node)})" if is_bare else self.expression(node)

    def literal(self, node: tree.Literal) -> str:
        if isinstance(node.value, str):
            return go_text(node.value)
        return super().literal(node)

    def constant(self, name: str) -> str:
        return self.shared(name)

    def place(self, node: Expression) -> str:
        match node:
            case tree.Local(_, name):
                is_pointer = any(each.name == name and _is_pointer(each) for each in self.function.parameters)
                shown = "m" if name == "m" else self.name(name)
                return f"(*{shown})" if is_pointer else shown
            case tree.Member(_, of, name):
                return f"{self.place(of)}.{camel(name)}"
        return super().place(node)

    def load(self, node: Expression) -> str:
        is_byte = isinstance(node, tree.Item) and node.of.type == "Bytes"
        return f"int64({self.place(node)})" if is_byte else self.place(node)

    def index(self, node: Expression) -> str:
        return self.deeper(1, node)

    def length(self, of: Expression) -> str:
        return f"int64(len({self.place(of)}))"

    def pop(self, of: Expression) -> str:
        return f"{self.own('Pop')}({self.address(of)})"

    def own(self, name: str) -> str:
        """Return the name of a function of the runtime."""
        return f"machine.{name}" if self.imported else name

    def address(self, node: Expression) -> str:
        place = self.place(node)
        return place[2:-1] if place.startswith("(*") else f"&{place}"

    def succeeds(self, function: tree.Function) -> str:
        return f"{self.own('Succeeds')}({self.shared(function.name)}, m)"

    def intrinsic(self, name: str, arguments: list[Expression]) -> str:
        parameters = [tree.Parameter("", kind, name in CHANGING and k == 0) for k, kind in enumerate(INTRINSICS[name][0])]
        return f"{self.own(camel(name))}({self.arguments(arguments, parameters)})"

    def call(self, node: tree.Call) -> str:
        assert node.function is not None
        return f"{self.shared(node.name)}({self.arguments(node.arguments, node.function.parameters)})"

    def arguments(self, nodes: list[Expression], parameters: list[tree.Parameter]) -> str:
        return ", ".join(
            self.address(node) if _is_pointer(parameter) else self.deeper(len(nodes) > 1, node)
            for node, parameter in zip(nodes, parameters, strict=True)
        )

    def new(self, node: tree.New) -> str:
        if _is_referred(node.type):
            return f"{self.type(node.type)}{{}}"
        made = self.shared(node.type)
        return f"{made[: -len(node.type)]}New{node.type}({self.list_of(node.arguments)})"

    def operation(self, node: tree.Operation) -> str:
        operator = "/" if node.operator == "//" else node.operator
        is_shift = operator in ("<<", ">>")
        left = self.typed(node.left) if is_shift and isinstance(node.left, tree.Literal) else self.operand(node.left, node)
        blank = " " if self.level == 1 else ""
        return f"{left}{blank}{operator}{blank}{self.operand(node.right)}"

    def computed(self, node: Expression) -> str:
        match node:
            case tree.Unary(_, operator, of):
                shown = {"not": "!", "~": "^"}.get(operator, operator)
                return shown + (f"({self.deeper(-1, of)})" if _is_binary(of) else self.expression(of))
        return super().computed(node)

    def convert(self, of: Expression) -> str:
        return f"uint64({self.expression(of)})" if of.type == "Int" else self.expression(of)

    def choice(self, condition: Expression, yes: Expression, no: Expression) -> str:
        kind = self.type(yes.type)
        shown = [self.deeper(1, each) for each in (condition, yes, no)]
        if _is_safe(yes) and _is_safe(no):
            return f"{self.own('Choose')}[{kind}]({', '.join(shown)})"
        return f"{self.own('Lazily')}({shown[0]}, {', '.join(f'func() {kind} {{ return {each} }}' for each in shown[1:])})"


def _is_pointer(parameter: tree.Parameter) -> bool:
    return parameter.is_changed and _is_referred(parameter.type)


def go_text(text: str) -> str:
    """Return a text as a literal."""
    shown = (c if " " <= c < "\x7f" else f"\\U{ord(c):08x}" for c in text.replace("\\", "\\\\").replace('"', '\\"'))
    return f'"{"".join(shown)}"'
