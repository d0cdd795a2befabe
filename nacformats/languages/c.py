"""C99: one source of the machine, and a header and a source for each schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from nacformats.languages import tree
from nacformats.languages.effects import CHANGING
from nacformats.languages.printing import Printer, snake
from nacformats.languages.translate import ARRAYS, INTRINSICS, NeutralProgram, is_referred
from nacformats.languages.tree import Expression, Statement
from nacformats.schema.reserved import reserved
from nacformats.schema.texts import comment_lines

_TYPES = {"Int": "int64_t", "U64": "uint64_t", "Real": "double", "bool": "bool", "None": "void", "NoReturn": "void"}
_TYPES |= {"Text": "nacf_text", "Bytes": "nacf_buffer", "list[Int]": "nacf_int_list"}
#: Lists that the language's own part has.
_OWN_LISTS = ("Int", "Text", "Bytes")
#: Functions of the language that take memory.
_TAKING = frozenset({"text_of_int", "text_of_bytes", "put_text", "put_range", "put_fill", "add_halves"})
_RENAMED = {"min": "min_of", "max": "max_of"}


def c_text(text: str) -> str:
    """Return a text as a literal in UTF-8."""
    shown = (chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in text.encode())
    return f'"{"".join(shown)}"'


def taking_memory(program: NeutralProgram) -> frozenset[str]:
    """Return the names of the functions that take memory, or call one that does."""
    parts = {each.name: list(tree.parts_of(each)) for module in program.modules for each in module.functions}
    found = {name for name, each in parts.items() if any(map(_takes, each))}
    while True:
        calling = {name for name, each in parts.items() if any(_calls(part, found) for part in each)}
        if calling <= found:
            return frozenset(found)
        found |= calling


def _takes(part: Expression | Statement) -> bool:
    match part:
        case tree.Append() | tree.Operation("Text"):
            return True
        case tree.New(kind):
            return kind in ARRAYS
        case tree.Call(_, name, _, None):
            return name in _TAKING
    return False


def _calls(part: Expression | Statement, names: set[str]) -> bool:
    return isinstance(part, tree.Call) and part.name in names


def _works(node: Expression) -> bool:
    """Return whether something changes while a value is computed."""
    for part in tree.parts(node):
        match part:
            case tree.Pop():
                return True
            case tree.Call(_, "succeeds"):
                return True
            case tree.Call(_, name, _, None):
                if name in CHANGING:
                    return True
            case tree.Call(function=tree.Function() as function):
                if function.can_fail or any(each.is_changed for each in function.parameters):
                    return True
    return False


def _is_stable(node: Expression) -> bool:
    """Return whether a value is the same after something else has changed."""
    match node:
        case tree.Literal() | tree.Constant():
            return True
        case tree.Local(kind):
            return kind != "Machine" and not is_referred(kind)
        case tree.Item(_, tree.Constant()):
            return _is_stable(node.index)
        case tree.Member(_, of):
            return _is_stable(of)
        case tree.Operation(_, _, left, right) | tree.Comparison(_, _, left, right) | tree.Logic(_, _, left, right):
            return _is_stable(left) and _is_stable(right)
        case tree.Unary(_, _, of) | tree.Convert(_, of):
            return _is_stable(of)
    return False


@dataclass
class CPrinter(Printer):
    """Functions are static and take the machine first, or the arena if they need memory and have no machine.

    A failure is a jump to the function of the library that was called. What has to be computed before something else is
    a constant in front of the statement, since C has no order of arguments.

    Attributes:
        taking: the functions that take memory; classes: by name.
        lazily: how many expressions around the printed one may not compute it.
    """

    taking: frozenset[str] = frozenset()
    classes: Mapping[str, tree.Class] = field(default_factory=dict)
    lazily: int = 0

    LANGUAGE = "c"
    TYPES = _TYPES
    LIST, CELL = "{}_list", "uint{}_t"
    WORDS = reserved("c")

    # declarations

    def class_name(self, kind: str) -> str:
        return f"nacf_{snake(kind)}"

    def comment(self, text: str) -> list[str]:
        """Return a comment that ends on its last line."""
        shown = "\n * ".join(line.strip() for line in comment_lines(text))
        return [line.rstrip() for line in f"/* {shown} */".splitlines()] if shown else []

    def program(self, program: NeutralProgram, used: str = "", declared: Iterable[str] = ()) -> str:
        """Return what modules define; all functions are static.

        Args:
            used: the source that calls them; those that nothing needs are left out. Without one, all are there.
            declared: classes that a header has.
        """
        words = frozenset(re.findall(r"\w+", used))
        self.taking, self.classes = taking_memory(program), program.classes
        functions = needed_functions(program, words)
        types = {part.type for part in _all_parts(program, functions) if isinstance(part, Expression)}
        lists = {kind[5:-1] for kind in types | _field_types(program) if kind.startswith("list[")} - set(_OWN_LISTS)
        known = {part.name for part in _all_parts(program, functions) if isinstance(part, tree.Constant)}
        known |= {each.removeprefix("NACM_") for each in words}
        for module in program.modules:
            for constant in module.constants:
                if constant.name in known:
                    self.definition(constant)
            for kind in module.classes:
                if kind.name not in declared:
                    self.structure(kind)
                if kind.name in lists:
                    self.put("", f"NACF_LIST({self.type(f'list[{kind.name}]')}, {self.type(kind.name)})")
        self.put("")
        self.put(*(f"{self.signature(each)};" for each in functions))
        for function in functions:
            self.procedure(function)
        return self.taken()

    def definition(self, node: tree.Definition) -> None:
        if not isinstance(node.value, tuple):
            self.put(f"#define NACM_{node.name} {self.literal(tree.Literal(node.type, node.value))}")
            return
        element = node.type[5:-1]
        items = [self.literal(tree.Literal(element, each)) for each in node.value]
        self.put(f"static const {self.type(element)} NACM_{node.name}[] = {{{', '.join(items)}}};")

    def structure(self, node: tree.Class) -> None:
        self.put("")
        self.doc(node.doc)
        with self.block(f"typedef struct {self.type(node.name)}", f"}} {self.type(node.name)};"):
            self.put(*(f"{self.field_type(node, name)} {self.name(name)};" for name in _laid_out(node)))
            if node.name == "Machine":
                self.put("nacf_arena *arena;")
        if node.name == "Machine":
            self.put("", "static bool succeeds(void (*function)(nacf_machine *m), nacf_machine *m);", "")
            with self.block("static nacf_machine made_machine(nacf_arena *arena)"):
                defaults = {name: self.expression(default) for name, _, default in node.fields if default is not None}
                fields = (defaults[name] for name in _laid_out(node))
                self.put(f"return (nacf_machine){{{', '.join(fields)}, arena}};")

    def field_type(self, node: tree.Class, name: str) -> str:
        """Return the type of a field; in rows, which are the numbers of a schema, flags are numbers."""
        kind = next(kind for known, kind, _ in node.fields if known == name)
        if name in node.widths:
            return f"int{8 * node.widths[name]}_t"
        return self.type("Int" if kind == "bool" and node.name.endswith("Row") else kind)

    def signature(self, node: tree.Function) -> str:
        parameters = [self.parameter(each, node) for each in node.parameters]
        if self.needs_arena(node):
            parameters.insert(0, "nacf_arena *arena")
        ends = "NACF_NORETURN " if node.result == "NoReturn" else ""
        return f"static {ends}{self.type(node.result)} {self.name(node.name)}({', '.join(parameters) or 'void'})"

    def needs_arena(self, node: tree.Function) -> bool:
        return node.name in self.taking and not node.is_method

    def parameter(self, node: tree.Parameter, function: tree.Function) -> str:
        kind, name = self.type(node.type), self.name(node.name)
        if node.type == "Machine":
            return f"{kind} *m" if node.is_changed or function.can_fail else f"const {kind} *m"
        if is_referred(node.type):
            return f"{kind} *{name}" if node.is_changed else f"const {kind} *{name}"
        return f"{kind} {name}"

    def procedure(self, node: tree.Function) -> None:
        self.function, self.temporaries = node, 0
        used = {part.name for part in tree.parts_of(node) if isinstance(part, tree.Local)}
        if node.name in self.taking or node.result == "NoReturn":
            used.add("m")
        self.put("")
        self.doc(node.doc)
        with self.block(self.signature(node)):
            self.put(*(f"(void){self.name(each.name)};" for each in node.parameters if each.name not in used))
            self.statements(node.body)

    # statements

    def statement(self, node: Statement) -> None:
        match node:
            case tree.Perform(tree.Pop(_, of)):
                self.put(f"{_dotted(self.place(of), 'size')}--;")
            case _:
                super().statement(node)

    def head(self, word: str, condition: Expression) -> str:
        if word == "while":
            with self.perhaps():
                shown = self.expression(condition)
            return "for (;;)" if shown == "true" else f"while ({shown})"
        return super().head(word, condition)

    def branch(self, head: str, body: list[Statement], other: list[Statement]) -> None:
        """Print a condition; one that follows another and has to be computed before is inside of it."""
        self.put(f"{head} {{")
        self.inside(body)
        match other:
            case []:
                self.put("}")
            case [tree.If(condition, body, others)] if not self.computes_before(condition):
                first = len(self.lines)
                self.branch(self.head("if", condition), body, others)
                self.lines[first] = self.INDENT * self.depth + "} else " + self.lines[first].lstrip()
            case _:
                self.put("} else {")
                self.inside(other)
                self.put("}")

    def inside(self, body: list[Statement]) -> None:
        self.depth += 1
        self.statements(body)
        self.depth -= 1

    def computes_before(self, node: Expression) -> bool:
        before, temporaries = list(self.lines), self.temporaries
        self.expression(node)
        found = self.temporaries != temporaries
        self.lines, self.temporaries = before, temporaries
        return found

    def declare(self, node: tree.Declare) -> None:
        kind, name = self.type(node.type), self.name(node.name)
        if _is_empty(node.value):
            self.put(f"{kind} {name} = {{0}};")
        else:
            self.put(f"{kind} {name} = {self.expression(node.value)};")

    def assign(self, target: Expression, value: Expression) -> None:
        shown = self.expression(value)
        if _works(value) and not _is_stable(target):
            shown = self.before(value.type, shown)
        if isinstance(target, tree.Item) and self.cell(target.of.type):
            shown = f"({self.cell(target.of.type)})({shown})"
        if isinstance(target, tree.Member) and self.width(target):
            shown = self.narrowed(value, shown, self.width(target))
        self.put(f"{self.place(target)} = {shown};")

    def append(self, to: Expression, value: Expression) -> None:
        shown = self.expression(value)
        if _works(value):
            shown = self.before(value.type, shown)
        if self.cell(to.type):
            shown = f"({self.cell(to.type)})({shown})"
        self.put(f"push_{self.type(to.type)}({self.arena}, {self.address(to)}, {shown});")

    def clear(self, of: Expression) -> None:
        self.put(f"{_dotted(self.place(of), 'size')} = 0;")

    def counting(self, node: tree.Count) -> str:
        name, first = self.name(node.name), self.expression(node.first)
        with self.perhaps():
            below = self.operand(node.last)
        return f"for (int64_t {name} = {first}; {name} < {below}; {name}++)"

    def fail(self, call: Expression | None) -> None:
        self.put("stop(m->arena, NACF_FAILS);" if call is None else f"{self.expression(call)};")

    # expressions

    @property
    def arena(self) -> str:
        return "m->arena" if self.function.is_method else "arena"

    @contextmanager
    def perhaps(self) -> Iterator[None]:
        """Print what may not be computed, or several times."""
        self.lazily += 1
        yield
        self.lazily -= 1

    def before(self, kind: str, shown: str) -> str:
        """Compute a value before the statement; return its name."""
        if self.lazily:
            raise AssertionError(f"{self.function.name}: {shown} has to be computed before, and may not be")
        name = self.temporary()
        self.put(f"{self.type(kind)} {name} = {shown};")
        return name

    def in_order(self, nodes: list[Expression], shown: list[str]) -> list[str]:
        """Return values whose order is that of Python: one that changes something is computed before the others."""
        working = [k for k, each in enumerate(nodes) if _works(each)]
        if not working:
            return shown
        last = working[-1]
        if any(not _is_stable(each) for each in nodes[last + 1 :]):
            last += 1
        return [
            self.before(node.type, text) if k < last and not (_is_stable(node) or text.startswith("&")) else text
            for k, (node, text) in enumerate(zip(nodes, shown, strict=True))
        ]

    def literal(self, node: tree.Literal) -> str:
        match node.value:
            case str() as text:
                return f"(nacf_text)NACF_TEXT({c_text(text)})"
            case bool() | float():
                return str(node.value).lower()
        if node.type == "Real":
            return f"{node.value}.0"
        return f"UINT64_C({node.value})" if node.type == "U64" else int_literal(int(node.value))

    def constant(self, name: str) -> str:
        return f"NACM_{name}"

    def place(self, node: Expression) -> str:
        match node:
            case tree.Local(_, "m"):
                return "(*m)"
            case tree.Local(kind, name):
                is_given = any(each.name == name for each in self.function.parameters)
                return f"(*{self.name(name)})" if is_given and is_referred(kind) else self.name(name)
            case tree.Member(_, of, name):
                return _dotted(self.place(of), self.name(name))
            case tree.Item(_, tree.Constant(_, name), index):
                return f"{self.constant(name)}[{self.expression(index)}]"
            case tree.Item(_, of, index):
                shown = self.expression(index)
                if _works(index):
                    shown = self.before("Int", shown)
                return f"{_dotted(self.place(of), 'items')}[{shown}]"
        return super().place(node)

    def width(self, node: tree.Member) -> int:
        """Return the bytes of a field that has fewer than its type, or 0."""
        return self.classes[node.of.type].widths.get(node.name, 0)

    @staticmethod
    def narrowed(node: Expression, shown: str, width: int) -> str:
        return shown if isinstance(node, tree.Literal) else f"(int{8 * width}_t){_bracketed(shown)}"

    def load(self, node: Expression) -> str:
        if isinstance(node, tree.Member) and self.width(node):
            return f"(int64_t){self.place(node)}"
        kind = node.of.type if isinstance(node, tree.Item) else ""
        if not self.cell(kind):
            return self.place(node)
        return f"int_of({self.place(node)})" if kind == "U8s" else f"(int64_t){_bracketed(self.place(node))}"

    def length(self, of: Expression) -> str:
        if isinstance(of, tree.Constant):
            return f"(int64_t)(sizeof {self.constant(of.name)} / sizeof {self.constant(of.name)}[0])"
        return _dotted(self.place(of), "size")

    def pop(self, of: Expression) -> str:
        place = self.place(of)
        return f"{_dotted(place, 'items')}[--{_dotted(place, 'size')}]"

    def address(self, node: Expression) -> str:
        """Return a list as an argument."""
        match node:
            case tree.Local() | tree.Member() | tree.Item():
                place = self.place(node)
                return place[2:-1] if place.startswith("(*") and place.endswith(")") else f"&{place}"
        return f"&{self.before(node.type, self.expression(node))}"

    def succeeds(self, function: tree.Function) -> str:
        return f"succeeds({self.name(function.name)}, m)"

    def intrinsic(self, name: str, arguments: list[Expression]) -> str:
        shown = self.arguments(arguments, INTRINSICS[name][0])
        if name in _TAKING:
            shown.insert(0, self.arena)
        return f"{_RENAMED.get(name, name)}({', '.join(shown)})"

    def call(self, node: tree.Call) -> str:
        assert node.function is not None
        shown = self.arguments(node.arguments, [each.type for each in node.function.parameters])
        if self.needs_arena(node.function):
            shown.insert(0, self.arena)
        return f"{self.name(node.name)}({', '.join(shown)})"

    def arguments(self, nodes: list[Expression], kinds: Iterable[str]) -> list[str]:
        shown = [
            "m" if kind == "Machine" else self.address(node) if is_referred(kind) else self.expression(node)
            for node, kind in zip(nodes, kinds, strict=True)
        ]
        given = [k for k, each in enumerate(nodes) if each.type != "Machine" and not is_referred(each.type)]
        ordered = self.in_order([nodes[k] for k in given], [shown[k] for k in given])
        for k, text in zip(given, ordered, strict=True):
            shown[k] = text
        return shown

    def new(self, node: tree.New) -> str:
        if node.type in ARRAYS:
            return f"zeros_{self.type(node.type)}({self.arena}, {self.expression(node.arguments[0])})"
        if is_referred(node.type):
            return f"({self.type(node.type)}){{0}}"
        return self.made(node)

    def made(self, node: tree.New) -> str:
        given = iter(self.in_order(node.arguments, [self.expression(each) for each in node.arguments]))
        kind, values = self.classes[node.type], dict[str, str]()
        nodes = iter(node.arguments)
        for name, _, default in kind.fields:
            value = next(nodes) if default is None else default
            shown = next(given) if default is None else self.expression(default)
            values[name] = self.narrowed(value, shown, kind.widths[name]) if name in kind.widths else shown
        return f"({self.type(node.type)}){{{', '.join(values[name] for name in _laid_out(kind))}}}"

    def operation(self, node: tree.Operation) -> str:
        if node.type == "Text":
            left, right = self.in_order(
                [node.left, node.right], [self.expression(node.left), self.expression(node.right)]
            )
            return f"joined_text({self.arena}, {left}, {right})"
        left, right = self.in_order([node.left, node.right], [self.operand(node.left, node), self.operand(node.right)])
        if node.operator == "<<" and isinstance(node.left, tree.Literal) and node.type == "Int":
            left = f"INT64_C({node.left.value})"
        return f"{left} {'/' if node.operator == '//' else node.operator} {right}"

    def comparison(self, operator: str, left: Expression, right: Expression) -> str:
        shown = self.in_order([left, right], [self.operand(left), self.operand(right)])
        if left.type == "Text":
            return f"{'!' * (operator == '!=')}same_text({', '.join(shown)})"
        return f"{shown[0]} {operator} {shown[1]}"

    def computed(self, node: Expression) -> str:
        if not isinstance(node, tree.Logic):
            return super().computed(node)
        left = self.operand(node.left, node)
        with self.perhaps():
            return f"{left} {'&&' if node.operator == 'and' else '||'} {self.operand(node.right)}"

    def convert(self, of: Expression) -> str:
        return f"(uint64_t){_bracketed(self.expression(of))}" if of.type == "Int" else self.expression(of)

    def choice(self, condition: Expression, yes: Expression, no: Expression) -> str:
        shown = self.operand(condition)
        with self.perhaps():
            return f"{shown} ? {self.operand(yes)} : {self.operand(no)}"


def int_literal(number: int) -> str:
    return str(number) if abs(number) < 2**31 else f"INT64_C({number})"


def _dotted(place: str, name: str) -> str:
    is_pointer = place.startswith("(*") and place.endswith(")") and place.count("(") == 1
    return f"{place[2:-1]}->{name}" if is_pointer else f"{place}.{name}"


def _bracketed(text: str) -> str:
    return f"({text})" if " " in text else text


def _laid_out(node: tree.Class) -> list[str]:
    """Return the names of fields, the larger ones first, so that nothing is between them."""
    if node.name.endswith("Row"):
        return [name for name, _, _ in node.fields]
    widths = {name: 1 if kind == "bool" else node.widths.get(name, 8) for name, kind, _ in node.fields}
    return sorted(widths, key=lambda name: -widths[name])


def _is_empty(node: Expression) -> bool:
    return isinstance(node, tree.New) and is_referred(node.type) and not node.arguments


def _all_parts(program: NeutralProgram, functions: list[tree.Function]) -> Iterator[Expression | Statement]:
    """Yield the parts of functions, and of what fields begin with."""
    for function in functions:
        yield from tree.parts_of(function)
    for _, _, default in (each for kind in program.classes.values() for each in kind.fields):
        if default is not None:
            yield from tree.parts(default)


def _field_types(program: NeutralProgram) -> set[str]:
    return {kind for module in program.modules for each in module.classes for _, kind, _ in each.fields}


def needed_functions(program: NeutralProgram, wanted: frozenset[str]) -> list[tree.Function]:
    """Return the functions that some call, directly or not, in their order; all if none is wanted."""
    functions = {each.name: each for module in program.modules for each in module.functions}
    needed = set(wanted) & functions.keys() or set(functions)
    waiting = list(needed)
    while waiting:
        parts = tree.parts_of(functions[waiting.pop()])
        called = {part.function.name for part in parts if isinstance(part, tree.Call) and part.function is not None}
        waiting += (called - needed) & functions.keys()
        needed |= called
    return [each for name, each in functions.items() if name in needed]
