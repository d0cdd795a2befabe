"""Go 1.18: a module that needs no others."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from nacformats.generator.languages import tree
from nacformats.generator.languages.packages import Package
from nacformats.generator.languages.printing import Printer, camel, lower_camel
from nacformats.generator.languages.translate import ARRAYS, CHANGING, INTRINSICS
from nacformats.generator.languages.tree import Expression, Statement
from nacformats.generator.languages.views import SchemaViews, View, ViewMember, documentation

_TYPES = {"Int": "int64", "U64": "uint64", "Real": "float64", "Text": "string", "Bytes": "[]byte", "None": ""}
_TYPES |= {"NoReturn": "Failed", "bool": "bool"}
#: Elements of bytes and arrays.
_CELLS = {"Bytes": "byte"} | {kind: f"uint{8 * width}" for kind, width in ARRAYS.items()}
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

func NumberAt(numbers []uint64, index int64) uint64 { return numbers[index] }

func SetHalves(numbers *[]uint64, index, low, high int64) {
	(*numbers)[index] = uint64(low) | uint64(high)<<32
}

func AddHalves(numbers *[]uint64, low, high int64) {
	*numbers = append(*numbers, uint64(low)|uint64(high)<<32)
}

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
    return kind in _CELLS or kind.startswith("list[")


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
        classes: names that no function has.
        level: how deep the printed expression is by gofmt's rules: from 2 on there are no blanks around + and the like.
    """

    classes: frozenset[str] = frozenset()
    level: int = 1

    INDENT = "\t"
    SEMICOLON = ""
    WORDS: frozenset[str] = frozenset(
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
        return shown

    def type(self, kind: str) -> str:
        if kind.startswith("list["):
            return f"[]{self.type(kind[5:-1])}"
        return _TYPES[kind] if kind in _TYPES else f"[]{_CELLS[kind]}" if kind in _CELLS else self.shared(kind)

    # modules

    def taken(self) -> str:
        return re.sub(r"\n{3,}", "\n\n", super().taken())

    def module(self, module: tree.Module) -> str:
        self.put("package machine", "")
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
            self.put("", f"var {node.name} = {self.type(node.type)}{{")
            self.put(*("\t" + ", ".join(items[k : k + _PER_LINE]) + "," for k in range(0, len(items), _PER_LINE)), "}", "")
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
        if isinstance(node.value, tree.New) and not node.value.arguments and _is_referred(node.type):
            self.put(f"var {self.name(node.name)} {self.type(node.type)}")
        else:
            self.put(f"{self.name(node.name)} := {self.typed(node.value)}")

    def assign(self, target: Expression, value: Expression) -> None:
        place, shown = self.place(target), self.expression(value)
        if isinstance(target, tree.Item) and target.of.type in _CELLS:
            shown = f"{_CELLS[target.of.type]}({shown})"
        match value:
            case tree.Operation("Int", "+" | "-" as operator, left, tree.Literal(_, 1)) if left == target:
                self.put(f"{place}{operator}{operator}")
            case _:
                self.put(f"{place} = {shown}")

    def append(self, to: Expression, value: Expression) -> None:
        place, shown = self.place(to), self.deeper(1, value)
        self.put(f"{place} = append({place}, {f'{_CELLS[to.type]}({shown})' if to.type in _CELLS else shown})")

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
        kind = node.of.type if isinstance(node, tree.Item) else ""
        return f"{'IntOf' if kind == 'U8s' else 'int64'}({self.place(node)})" if kind in _CELLS else self.place(node)

    def index(self, node: Expression) -> str:
        return self.deeper(1, node)

    def length(self, of: Expression) -> str:
        return f"int64(len({self.place(of)}))"

    def pop(self, of: Expression) -> str:
        return f"Pop({self.address(of)})"

    def address(self, node: Expression) -> str:
        place = self.place(node)
        return place[2:-1] if place.startswith("(*") else f"&{place}"

    def succeeds(self, function: tree.Function) -> str:
        return f"Succeeds({self.shared(function.name)}, m)"

    def intrinsic(self, name: str, arguments: list[Expression]) -> str:
        parameters = [tree.Parameter("", kind, name in CHANGING and k == 0) for k, kind in enumerate(INTRINSICS[name][0])]
        return f"{camel(name)}({self.arguments(arguments, parameters)})"

    def call(self, node: tree.Call) -> str:
        assert node.function is not None
        return f"{self.shared(node.name)}({self.arguments(node.arguments, node.function.parameters)})"

    def arguments(self, nodes: list[Expression], parameters: list[tree.Parameter]) -> str:
        return ", ".join(
            self.address(node) if _is_pointer(parameter) else self.deeper(len(nodes) > 1, node)
            for node, parameter in zip(nodes, parameters, strict=True)
        )

    def new(self, node: tree.New) -> str:
        if node.type in ARRAYS:
            return f"make({self.type(node.type)}, {self.deeper(1, node.arguments[0])})"
        if _is_referred(node.type):
            return f"{self.type(node.type)}{{}}"
        return f"New{node.type}({self.list_of(node.arguments)})"

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
        kind, condition_shown = self.type(yes.type), self.deeper(1, condition)
        if _is_safe(yes) and _is_safe(no):
            return f"Choose[{kind}]({condition_shown}, {self.deeper(1, yes)}, {self.deeper(1, no)})"
        self.level, before = 1, self.level
        functions = [f"func() {kind} {{ return {self.expression(each)} }}" for each in (yes, no)]
        self.level = before
        return f"Lazily({condition_shown}, {', '.join(functions)})"


def _is_pointer(parameter: tree.Parameter) -> bool:
    return parameter.is_changed and _is_referred(parameter.type)


def go_text(text: str) -> str:
    """Return a text as a literal."""
    shown = (c if " " <= c < "\x7f" else f"\\U{ord(c):08x}" for c in text.replace("\\", "\\\\").replace('"', '\\"'))
    return f'"{"".join(shown)}"'


#: Of each kind of member: its type in Go, how a value is made of it, and how it is made a value.
_KINDS = {
    "unsigned": ("uint{bits}", "uint{bits}({v}.Unsigned())", "record.Unsigned(uint64({v}))"),
    "signed": ("int{bits}", "int{bits}({v}.Signed())", "record.Signed(int64({v}))"),
    "real": ("float{bits}", "float{bits}({v}.Real())", "record.Real(float64({v}))"),
    "bool": ("bool", "{v}.IsTrue()", "record.Bool({v})"),
    "text": ("string", "{v}.Text()", "r.Record.Text({v})"),
    "bytes": ("[]byte", "{v}.Bytes()", "r.Record.Bytes({v})"),
    "varint": ("uint64", "{v}.Unsigned()", "record.Varint({v}, false)"),
    "svarint": ("int64", "{v}.Signed()", "record.Varint(uint64({v}), true)"),
    "value": ("record.Any", "{v}", "{v}"),
    "record": ("{target}", "{target}{{{v}.Record()}}", "{v}.Any()"),
}


class _Names:
    """Names that are there once."""

    def __init__(self, *taken: str) -> None:
        self.taken = set(taken)

    def new(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name


@dataclass
class GoViews(GoPrinter):
    """The package of a schema."""

    def schema(self, schema: SchemaViews, package: str, module: str) -> str:
        self.put(*(f"// {line}".rstrip() for line in documentation(schema.title or schema.name)))
        self.put(f"package {package}", "", f'import "{module}/record"', "")
        self.put("// Schema reads and writes the files.")
        with self.block("var Schema = record.Schema", "}"):
            name, extension = go_text(schema.name), go_text(schema.extension)
            self.put(f"Name: {name}, Extension: {extension}, Numbers: numbers, Texts: texts,")
        self.table("numbers", "int64", [str(each) for each in schema.tables.numbers])
        self.table("texts", "string", [go_text(each) for each in schema.tables.texts])
        names = _Names("Schema", "Read", "New", *(f"{start}{view.name}" for view in schema.views for start in ("", "New")))
        for enum in schema.enums:
            self.put("")
            for name, number, doc in enum.members:
                self.doc("\n".join(documentation(doc)))
                self.put(f"const {names.new(enum.name + camel(name))} = {number}")
        for view in schema.views:
            self.view(view)
        return self.taken()

    def table(self, name: str, kind: str, items: list[str]) -> None:
        self.put("", f"var {name} = []{kind}{{")
        self.put(*("\t" + ", ".join(items[k : k + _PER_LINE]) + "," for k in range(0, len(items), _PER_LINE)), "}", "")

    def view(self, view: View) -> None:
        name = view.name
        self.put("")
        self.doc("\n".join(documentation(view.doc)) or f"{name} is a record.")
        self.put(f"type {name} struct{{ record.Record }}", "")
        self.put(f"// New{name} returns a new record without fields in the tree of another one.")
        with self.block(f"func New{name}(tree record.Record) {name}"):
            self.put(f"return {name}{{tree.New({view.type})}}")
        if view.is_root:
            self.put("", "// Read reads a file.")
            with self.block(f"func Read(data []byte) ({name}, error)"):
                self.put("made, err := Schema.Read(data)", f"return {name}{{made}}, err")
            self.put("", "// New returns an empty tree, to be filled in.")
            with self.block(f"func New() {name}"):
                self.put(f"return {name}{{Schema.New()}}")
        names = _Names("Record", "JSON", "Write")
        for member in view.members:
            self.getter(name, member, names)
        for member in view.members:
            if member.is_stored:
                self.setter(name, member, names)

    def getter(self, view: str, member: ViewMember, names: _Names) -> None:
        kind, got, _ = (each.format(bits=8 * member.width, target=member.target, v="v") for each in _KINDS[member.kind])
        name = names.new(camel(member.id))
        function = f"func(v record.Any) {kind} {{ return {got} }}"
        result, made = (f"[]{kind}", f"record.List(v, {function})") if member.is_list else (kind, got)
        given = "Ask" if member.is_instance else "Get"
        self.put("")
        self.doc("\n".join(documentation(member.doc)) or f"{name} is the field {member.id}.")
        with self.block(f"func (r {view}) {name}() {f'({result}, error)' if member.is_instance else result}"):
            self.put(f"v{', err' * member.is_instance} := r.Record.{given}({member.slot})")
            self.put(f"return {made}{', err' * member.is_instance}")
        if member.is_optional:
            has = names.new(f"Has{name}")
            self.put("", f"// {has} returns whether it is there.")
            with self.block(f"func (r {view}) {has}() {'(bool, error)' if member.is_instance else 'bool'}"):
                self.put(f"v{', err' * member.is_instance} := r.Record.{given}({member.slot})")
                self.put(f"return v.IsThere(){', err' * member.is_instance}")

    def setter(self, view: str, member: ViewMember, names: _Names) -> None:
        kind, _, made = (each.format(bits=8 * member.width, target=member.target, v="v") for each in _KINDS[member.kind])
        name = names.new(f"Set{camel(member.id)}")
        self.put("", f"// {name} sets the field {member.id}.")
        with self.block(f"func (r {view}) {name}(v {'[]' * member.is_list}{kind})"):
            if member.is_list:
                function = f"func(v {kind}) record.Any {{ return {made} }}"
                self.put(f"r.Record.SetList({member.slot}, record.Values(v, {function}))")
            else:
                self.put(f"r.Record.Set({member.slot}, {made})")


RECORD = """\
// Package record has what the packages of all schemas share: records, their values, and errors.
package record

import (
	"fmt"
	"sync"

	"@/internal/machine"
)

// Error says which field is wrong, as a path such as tensors[3].ofs_body, at which byte of the file, and why.
type Error struct {
	Path    string
	Offset  int64
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("%s (byte %d): %s", e.Path, e.Offset, e.Message) }

// Schema is a format of files.
type Schema struct {
	Name, Extension string
	Numbers         []int64
	Texts           []string
	once            sync.Once
	loaded          machine.Machine
}

func (s *Schema) machine() *machine.Machine {
	s.once.Do(func() {
		s.loaded = machine.NewMachine()
		machine.LoadSchema(&s.loaded, s.Numbers, s.Texts)
	})
	made := s.loaded
	made.Buffers = append([][]byte(nil), made.Buffers...)
	return &made
}

// Read reads a file.
func (s *Schema) Read(data []byte) (Record, error) {
	m := s.machine()
	machine.BeginFile(m, data)
	return Record{m, 0}, try(m, machine.ReadFile)
}

// New returns an empty tree.
func (s *Schema) New() Record {
	m := s.machine()
	return Record{m, machine.NewTree(m)}
}

// Answer reads a file, writes it back, and returns a line of JSON: ["ok", TREE, BACK] or ["no", PATH, OFFSET, MESSAGE].
func (s *Schema) Answer(data []byte) string { return machine.Answer(s.machine(), data) }

// Dump returns a file as JSON.
func (s *Schema) Dump(data []byte) (string, error) {
	m := s.machine()
	text := machine.Shown(m, data)
	if text == "" {
		return "", failure(m)
	}
	return text, nil
}

func try(m *machine.Machine, function func(m *machine.Machine)) error {
	if machine.Succeeds(function, m) {
		return nil
	}
	return failure(m)
}

func failure(m *machine.Machine) error { return &Error{m.ErrorPath, m.ErrorOffset, m.ErrorMessage} }

// Record is a record of a tree; copies are the same record. A tree is for one goroutine at a time.
type Record struct {
	tree *machine.Machine
	node int64
}

// New returns a new record of the same tree.
func (r Record) New(typeOf int64) Record { return Record{r.tree, machine.NewRecord(r.tree, typeOf)} }

// Get returns a member by its place.
func (r Record) Get(slot int64) Any {
	if r.tree == nil {
		return Any{}
	}
	return Any{r.tree, machine.SlotValue(r.tree, r.node, slot)}
}

// Ask returns a member by its place; an instance is read, or computed, the first time.
func (r Record) Ask(slot int64) (made Any, err error) {
	if r.tree == nil {
		return made, nil
	}
	err = try(r.tree, func(m *machine.Machine) { made = Any{m, machine.AskSlot(m, r.node, slot)} })
	return made, err
}

// Set sets a member by its place.
func (r Record) Set(slot int64, value Any) { machine.SetSlot(r.tree, r.node, slot, value.value) }

// SetList sets a list by its place.
func (r Record) SetList(slot int64, values []Any) {
	made := make([]machine.Value, len(values))
	for k, each := range values {
		made[k] = each.value
	}
	machine.SetList(r.tree, r.node, slot, made)
}

// Write returns the bytes of the tree; counts, lengths, offsets and checksums follow from it.
func (r Record) Write() ([]byte, error) {
	err := try(r.tree, machine.WriteFile)
	return append([]byte(nil), r.tree.Written...), err
}

// JSON returns the record as JSON.
func (r Record) JSON() string {
	var text []byte
	machine.PutJson(r.tree, &text, r.node, true)
	return string(text)
}

// Any returns the record as a value.
func (r Record) Any() Any { return Any{r.tree, machine.OfRecord(r.node)} }

// Text returns a text as a value of the tree.
func (r Record) Text(text string) Any { return Any{r.tree, machine.KeepText(r.tree, []byte(text))} }

// Bytes returns bytes as a value of the tree.
func (r Record) Bytes(data []byte) Any { return Any{r.tree, machine.KeepBytes(r.tree, data)} }

// Any is a value of any kind.
type Any struct {
	tree  *machine.Machine
	value machine.Value
}

// Unsigned returns a number as a value.
func Unsigned(number uint64) Any { return Any{nil, machine.OfUint(number)} }

// Signed returns a number as a value.
func Signed(number int64) Any { return Any{nil, machine.OfSigned(uint64(number))} }

// Real returns a number as a value.
func Real(number float64) Any { return Any{nil, machine.OfReal(number)} }

// Bool returns a truth as a value.
func Bool(truth bool) Any { return Any{nil, machine.OfBool(truth)} }

// Varint returns a number of variable length, as short as it can be.
func Varint(number uint64, isSigned bool) Any { return Any{nil, machine.OfVarint(number, 0, isSigned)} }

// IsThere returns whether there is a value.
func (v Any) IsThere() bool { return v.value.Kind != machine.NOTHING }

// Unsigned returns a number without a sign.
func (v Any) Unsigned() uint64 { return machine.TwosComplement(v.value) }

// Signed returns a number.
func (v Any) Signed() int64 { return int64(machine.TwosComplement(v.value)) }

// Real returns a float.
func (v Any) Real() float64 {
	if v.value.Kind != machine.REAL {
		return float64(v.Signed())
	}
	return machine.RealOfBits(v.value.Number, v.value.A)
}

// IsTrue returns whether it is true.
func (v Any) IsTrue() bool { return v.value.Number != 0 }

// Text returns a text.
func (v Any) Text() string { return machine.TextOfValue(v.tree, v.value) }

// Bytes returns a copy of bytes.
func (v Any) Bytes() []byte { return machine.CopiedBytes(v.tree, v.value) }

// Record returns the record that it is.
func (v Any) Record() Record {
	if v.value.Kind != machine.RECORD {
		return Record{}
	}
	return Record{v.tree, v.value.A}
}

// List returns the elements of a list.
func List[T any](list Any, of func(Any) T) []T {
	count := machine.CountOfValue(list.tree, list.value)
	made := make([]T, count)
	for k := int64(0); k < count; k++ {
		made[k] = of(Any{list.tree, machine.ElementOfValue(list.tree, list.value, k)})
	}
	return made
}

// Values returns values of elements.
func Values[T any](elements []T, of func(T) Any) []Any {
	made := make([]Any, len(elements))
	for k, each := range elements {
		made[k] = of(each)
	}
	return made
}
"""
NACDUMP = """\
// Command nacdump prints files as JSON: nacdump FILE, nacdump --schema NAME FILE, or nacdump --serve.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"@/record"
@imports
)

var schemas = []*record.Schema{@schemas}

func schemaOf(name, path string) *record.Schema {
	for _, each := range schemas {
		if each.Name == name || (name == "" && each.Extension != "" && strings.HasSuffix(path, "."+each.Extension)) {
			return each
		}
	}
	return nil
}

func dump(name, path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	schema := schemaOf(name, path)
	if schema == nil {
		return "", fmt.Errorf("%s: no schema has this name or suffix; give one by --schema NAME", path)
	}
	text, err := schema.Dump(data)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return text, nil
}

func answer(line string) string {
	name, path, _ := strings.Cut(line, "\t")
	schema := schemaOf(name, path)
	data, err := os.ReadFile(path)
	if schema == nil || err != nil {
		return `["no", "", 0, "there is no such schema or file"]`
	}
	return schema.Answer(data)
}

func serve() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Println(answer(strings.TrimSuffix(line, "\n")))
	}
}

func main() {
	words := os.Args[1:]
	name := ""
	if len(words) == 3 && words[0] == "--schema" {
		name, words = words[1], words[2:]
	}
	if len(words) != 1 {
		fmt.Fprintln(os.Stderr, "usage: nacdump [--schema NAME] FILE, or nacdump --serve")
		os.Exit(2)
	}
	if words[0] == "--serve" {
		serve()
		return
	}
	text, err := dump(name, words[0])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(text)
}
"""


def go_files(package: Package) -> dict[str, str]:
    """Return the files of a module, by their paths."""
    printer = GoViews(classes=frozenset(package.machine.classes))
    taken = _Names("record", "machine", "main", "internal", "vendor", "testdata", "cmd", *GoPrinter().WORDS)
    folders = [taken.new(schema.name.replace("_", "")) for schema in package.schemas]
    imports = "\n".join(sorted(f'\t"{package.name}/{folder}"' for folder in folders))
    listed = ", ".join(f"&{folder}.Schema" for folder in folders)
    files = {
        "go.mod": f"module {package.name}\n\ngo 1.18\n",
        "record/record.go": RECORD,
        "cmd/nacdump/main.go": NACDUMP.replace("@imports", imports).replace("@schemas", listed),
        "internal/machine/runtime.go": RUNTIME,
    }
    files = {path: text.replace('"@/', f'"{package.name}/') for path, text in files.items()}
    files |= {f"internal/machine/{each.name}.go": printer.module(each) for each in package.machine.modules}
    views = zip(folders, package.schemas, strict=True)
    return files | {f"{folder}/{folder}.go": printer.schema(each, folder, package.name) for folder, each in views}
