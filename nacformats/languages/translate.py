"""Modules in the neutral language, read and typed."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import NoReturn

from nacformats.languages import tree
from nacformats.languages.effects import find_effects
from nacformats.languages.tree import Expression, Statement

MACHINE = Path(__file__).with_name("machine")
#: Functions that every language has of its own: the types of their parameters, and of the result.
INTRINSICS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "int_of": (("U64",), "Int"),
    "bits_of_real": (("Real", "Int"), "U64"),
    "real_of_bits": (("U64", "Int"), "Real"),
    "real_of": (("U64",), "Real"),
    "truncated": (("Real",), "U64"),
    "text_of_int": (("Int",), "Text"),
    "text_of_bytes": (("Bytes", "Int", "Int"), "Text"),
    "put_text": (("Bytes", "Text"), "None"),
    "put_range": (("Bytes", "Bytes", "Int", "Int"), "None"),
    "put_fill": (("Bytes", "Int", "Int"), "None"),
    "cut": (("Bytes", "Int"), "None"),
    "min": (("Int", "Int"), "Int"),
    "max": (("Int", "Int"), "Int"),
    "number_at": (("U8s", "Int"), "U64"),
    "set_halves": (("U8s", "Int", "Int", "Int"), "None"),
    "add_halves": (("U8s", "Int", "Int"), "None"),
}
_OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_MOST_INT = 2**53
#: Ints of records that have fewer bytes.
_NARROW = {"Int4": 4, "Int1": 1}


class NeutralError(Exception):
    """A module is not in the neutral language; the message has the module and the line."""


@dataclass
class NeutralProgram:
    """All modules, and what their names mean."""

    modules: list[tree.Module] = field(default_factory=list)
    constants: dict[str, tree.Definition] = field(default_factory=dict)
    classes: dict[str, tree.Class] = field(default_factory=dict)
    functions: dict[str, tree.Function] = field(default_factory=dict)


def read_machine(loops: str = "") -> NeutralProgram:
    """Return the machine, with the module of the loops of some schemas if there is one."""
    sources = {path.stem: path.read_text() for path in sorted(MACHINE.glob("[!_]*.py"))}
    return read_program(sources | ({"loops": loops} if loops else {}))


def read_program(sources: Mapping[str, str]) -> NeutralProgram:
    """Return modules, by their names; those that are imported come first.

    Args: sources: the texts.

    Raises:
        NeutralError: one is not in the neutral language.
    """
    program = NeutralProgram()
    parsed = {name: ast.parse(text) for name, text in sources.items()}
    for each in parsed.values():
        _Unqualified(each).visit(each)
    bodies: list[tuple[_Body, ast.FunctionDef]] = []
    for name in _in_order(parsed):
        module = tree.Module(name, ast.get_docstring(parsed[name]) or "")
        program.modules.append(module)
        bodies += _Declarations(program, module).read(parsed[name])
    for body, node in bodies:
        body.read(node)
    find_effects(program.modules)
    return program


def _in_order(parsed: Mapping[str, ast.Module]) -> Iterable[str]:
    done: dict[str, None] = {}

    def visit(name: str) -> None:
        for node in parsed[name].body:
            for imported in _imported(node):
                if imported in parsed and imported not in done:
                    visit(imported)
        done[name] = None

    for name in parsed:
        if name not in done:
            visit(name)
    return done


def _imported(node: ast.stmt) -> list[str]:
    """Return the names of modules that a statement may import, without their packages."""
    if not isinstance(node, ast.ImportFrom):
        return []
    return [(node.module or "").rpartition(".")[2], *(each.name for each in node.names)]


class _Unqualified(ast.NodeTransformer):
    """Names of other modules stand alone: no two modules have one of the same name."""

    def __init__(self, module: ast.Module) -> None:
        imports = [each for node in module.body if isinstance(node, ast.ImportFrom) for each in node.names]
        self.modules = {each.asname or each.name for each in imports}

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        match node.value:
            case ast.Name(module) if module in self.modules:
                return ast.copy_location(ast.Name(node.attr, node.ctx), node)
        return node


def _refuse(module: str, node: ast.AST, reason: str) -> NoReturn:
    raise NeutralError(f"{module}.py:{getattr(node, 'lineno', 0)}: {reason}: {ast.unparse(node)[:80]}")


def _type_name(node: ast.expr | None) -> str:
    return "None" if node is None else ast.unparse(node).strip("'\"")


@dataclass
class _Declarations:
    program: NeutralProgram
    module: tree.Module

    def read(self, parsed: ast.Module) -> Iterable[tuple[_Body, ast.FunctionDef]]:
        for node in parsed.body:
            match node:
                case ast.ImportFrom() | ast.Import() | ast.Expr(ast.Constant(str())):
                    pass
                case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
                    self.constant(name, value, node)
                case ast.Assign([ast.Tuple(names)], ast.Call(ast.Name("range"), ends)):
                    numbers = range(*map(ast.literal_eval, ends))
                    for each, number in zip(names, numbers, strict=True):
                        self.constant(ast.unparse(each), ast.Constant(number), node)
                case ast.ClassDef():
                    self.kind(node)
                case ast.FunctionDef(decorator_list=[ast.Name("later")]):
                    self.function(node)
                case ast.FunctionDef():
                    function = self.function(node)
                    self.module.functions.append(function)
                    yield _Body(self.program, self.module.name, function), node
                case _:
                    _refuse(self.module.name, node, "this cannot be at the top of a module")

    def constant(self, name: str, value: ast.expr, node: ast.AST) -> None:
        found = self.number(value)
        is_wide = isinstance(node, ast.AnnAssign) and "U64" in ast.unparse(node.annotation)
        kind = "Text" if isinstance(found, str) else "U64" if is_wide else "Int"
        if name in self.program.constants:
            _refuse(self.module.name, node, "a constant of this name exists")
        definition = tree.Definition(name, f"list[{kind}]" if isinstance(found, tuple) else kind, found)
        self.program.constants[name] = definition
        self.module.constants.append(definition)

    def number(self, node: ast.expr) -> int | str | tuple[int, ...]:
        try:
            found: object = ast.literal_eval(node)
        except ValueError:
            found = None
        match found:
            case int() | str():
                return found
            case tuple() if all(isinstance(each, int) for each in found):
                return found
        _refuse(self.module.name, node, "a constant is a number, a text or a tuple of numbers")

    def kind(self, node: ast.ClassDef) -> None:
        fields: list[tuple[str, str, Expression | None]] = []
        widths: dict[str, int] = {}
        is_value = any("frozen=True" in ast.unparse(each) for each in node.decorator_list)
        for each in node.body:
            match each:
                case ast.AnnAssign(ast.Name(name), annotation, default):
                    kind = _type_name(annotation)
                    if kind in _NARROW:
                        kind, widths[name] = "Int", _NARROW[kind]
                    body = _Body(self.program, self.module.name, tree.Function("", [], "None", ""))
                    fields.append((name, kind, None if default is None else body.default(default, kind)))
                case ast.Expr(ast.Constant(str())):
                    pass
                case _:
                    _refuse(self.module.name, each, "a class has fields only")
        made = tree.Class(node.name, ast.get_docstring(node) or "", is_value, fields, widths)
        self.program.classes[node.name] = made
        self.module.classes.append(made)

    def function(self, node: ast.FunctionDef) -> tree.Function:
        parameters = [tree.Parameter(each.arg, _type_name(each.annotation)) for each in node.args.args]
        known = self.program.functions.get(node.name)
        is_given = any(ast.unparse(each) == "gives" for each in node.decorator_list)
        if (known is not None) != is_given:
            _refuse(self.module.name, node, "@gives is for a function that is there as @later in a module further down")
        made = known or tree.Function(node.name, [], "", "")
        made.parameters, made.result, made.doc = parameters, _type_name(node.returns), ast.get_docstring(node) or ""
        self.program.functions[node.name] = made
        return made


@dataclass
class _Body:
    """The body of one function; `scopes` has the types of the local names of each block that is open."""

    program: NeutralProgram
    module: str
    function: tree.Function
    scopes: list[dict[str, tree.Declare | tree.Parameter]] = field(default_factory=list)

    def read(self, node: ast.FunctionDef) -> None:
        self.scopes = [{each.name: each for each in self.function.parameters}]
        self.function.body = self.block(node.body)

    def block(self, nodes: list[ast.stmt]) -> list[Statement]:
        self.scopes.append({})
        made = [each for node in nodes for each in self.statement(node)]
        self.scopes.pop()
        return made

    def known(self, name: str) -> tree.Declare | tree.Parameter | None:
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    # statements

    def statement(self, node: ast.stmt) -> Iterable[Statement]:
        match node:
            case ast.Expr(ast.Constant(str())) | ast.Pass():
                return []
            case ast.Expr(ast.Call() as call):
                return [self.perform(call)]
            case ast.Raise():
                return [tree.Fail(None)]
            case ast.Return(value):
                return [tree.Return(None if value is None else self.expression(value, self.function.result))]
            case ast.AnnAssign(ast.Name(name), annotation, ast.expr() as value):
                return [self.declare(name, self.expression(value, _type_name(annotation)), node)]
            case ast.Assign([target], ast.Call(ast.Name("take_rows"), [rows, ast.Name(kind), numbers, start])):
                return self.rows(target, rows, kind, (numbers, start))
            case ast.Assign([ast.Name(name)], value) if self.known(name) is None:
                return [self.declare(name, self.expression(value), node)]
            case ast.Assign([target], value):
                return [self.assign(target, value)]
            case ast.AugAssign(target, operator, value):
                return [self.assign(target, ast.copy_location(ast.BinOp(target, operator, value), node))]
        return [self.flow(node)]

    def rows(self, target: ast.expr, rows: ast.expr, kind: str, given: tuple[ast.expr, ast.expr]) -> list[Statement]:
        """Return the loop that makes rows of the numbers of a table, one field after the other."""
        numbers, start = map(ast.unparse, given)
        kinds = [kind_of for _, kind_of, _ in self.program.classes[kind].fields]
        places = ("row", *(f"row + {k}" for k in range(1, len(kinds))))
        read = (f"{numbers}[{at}]{' != 0' * (kind_of == 'bool')}" for at, kind_of in zip(places, kinds, strict=True))
        loop = f"""
            for k in range({numbers}[{start}]):
                row = {start} + 1 + {len(kinds)} * k
                {ast.unparse(rows)}.append({kind}({", ".join(read)}))
        """
        taken = f"{ast.unparse(target)} = {start} + 1 + {len(kinds)} * {numbers}[{start}]"
        nodes = ast.parse(f"{dedent(loop)}\n{taken}").body
        return [made for node in nodes for made in self.statement(node)]

    def perform(self, node: ast.Call) -> Statement:
        match node:
            case ast.Call(ast.Attribute(of, "append"), [value]):
                to = self.expression(of)
                return tree.Append(to, self.expression(value, type_of_element(to.type)))
            case ast.Call(ast.Attribute(of, "clear"), []):
                return tree.Clear(self.expression(of))
        made = self.expression(node)
        return tree.Fail(made) if made.type == "NoReturn" else tree.Perform(made)

    def flow(self, node: ast.stmt) -> Statement:
        match node:
            case ast.If(test, body, other):
                return tree.If(self.truth(test), self.block(body), self.block(other))
            case ast.While(test, body, []):
                return tree.While(self.truth(test), self.block(body))
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), [*ends]), body, []) if len(ends) in (1, 2):
                first = self.expression(ends[0], "Int") if len(ends) == 2 else tree.Literal("Int", 0)
                last = self.expression(ends[-1], "Int")
                self.scopes.append({name: tree.Declare(name, "Int", first)})
                made = tree.Count(name, first, last, self.block(body))
                self.scopes.pop()
                return made
            case ast.Break():
                return tree.Break()
            case ast.Continue():
                return tree.Continue()
        _refuse(self.module, node, "this statement is not in the neutral language")

    def declare(self, name: str, value: Expression, node: ast.AST) -> Statement:
        if value.type in ("None", "list[]"):
            _refuse(self.module, node, "a local needs a type")
        made = tree.Declare(name, value.type, value)
        self.scopes[-1][name] = made
        return made

    def assign(self, target: ast.expr, value: ast.expr) -> Statement:
        place = self.expression(target)
        if isinstance(place, tree.Local):
            local = self.known(place.name)
            if isinstance(local, tree.Parameter):
                _refuse(self.module, target, "a parameter is not assigned to")
            assert local is not None
            local.is_changed = True
        return tree.Assign(place, self.expression(value, place.type))

    # expressions

    def default(self, node: ast.expr, kind: str) -> Expression:
        match node:
            case ast.Call(ast.Name("field"), [], [ast.keyword("default_factory", ast.Name())]):
                return tree.New(kind, [])
        return self.expression(node, kind)

    def truth(self, node: ast.expr) -> Expression:
        made = self.expression(node)
        if made.type != "bool":
            _refuse(self.module, node, f"a condition is a bool, not {made.type}")
        return made

    def expression(self, node: ast.expr, wanted: str = "") -> Expression:
        made = self.typed(node, wanted)
        if wanted and isinstance(made, tree.Literal) and made.type == "Int" and wanted in ("U64", "Real"):
            made.type = wanted
        if wanted and made.type != wanted:
            _refuse(self.module, node, f"{wanted} is needed, and not {made.type}")
        return made

    def typed(self, node: ast.expr, wanted: str) -> Expression:
        match node:
            case ast.Constant(bool() | int() | float() | str() as value):
                return _literal(value)
            case ast.List([]) if wanted.startswith("list"):
                return tree.New(wanted, [])
            case ast.Name(name):
                return self.name(name, node)
            case ast.Attribute(of, name):
                return self.member(of, name, node)
            case ast.Subscript(of, index):
                list_of = self.expression(of)
                return tree.Item(type_of_element(list_of.type), list_of, self.expression(index, "Int"))
            case ast.Call():
                return self.call(node)
            case ast.IfExp(test, yes, no):
                return self.choice(test, yes, no, wanted)
        return self.computed(node, wanted)

    def computed(self, node: ast.expr, wanted: str) -> Expression:
        match node:
            case ast.BoolOp(operator, [first, *rest]):
                made = self.truth(first)
                for each in rest:
                    made = tree.Logic("bool", "and" if isinstance(operator, ast.And) else "or", made, self.truth(each))
                return made
            case ast.Compare(left, [compared], [right]):
                one, other = self.pair(left, right, "")
                return tree.Comparison("bool", _COMPARISONS[type(compared)], one, other)
            case ast.BinOp(left, computed, right):
                return self.operation(_OPERATORS[type(computed)], *self.pair(left, right, wanted))
            case ast.UnaryOp(unary, of):
                return self.unary(unary, of)
        _refuse(self.module, node, "this expression is not in the neutral language")

    def name(self, name: str, node: ast.AST) -> Expression:
        local = self.known(name)
        if local is not None:
            return tree.Local(local.type, name)
        if name in self.program.constants:
            return tree.Constant(self.program.constants[name].type, name)
        if name == "MOST_INT":
            return tree.Literal("Int", _MOST_INT - 1)
        _refuse(self.module, node, "an unknown name")

    def member(self, of: ast.expr, name: str, node: ast.AST) -> Expression:
        object_of = self.expression(of)
        kind = self.program.classes.get(object_of.type)
        found = next((kind_of for field_name, kind_of, _ in kind.fields if field_name == name), "") if kind else ""
        if not found:
            _refuse(self.module, node, f"{object_of.type} has no such field")
        return tree.Member(found, object_of, name)

    def choice(self, test: ast.expr, yes: ast.expr, no: ast.expr, wanted: str) -> Expression:
        condition = self.truth(test)
        one, other = self.pair(yes, no, wanted)
        return tree.Choice(one.type, condition, one, other)

    def pair(self, left: ast.expr, right: ast.expr, wanted: str) -> tuple[Expression, Expression]:
        """Return two operands of one type: a literal takes that of the other one."""
        wanted = wanted if wanted in ("U64", "Real") else ""
        one, other = self.typed(left, wanted), self.typed(right, wanted)
        for each, beside in ((one, other), (other, one)):
            if isinstance(each, tree.Literal) and each.type == "Int" and beside.type in ("U64", "Real"):
                each.type = beside.type
        if isinstance(one, tree.Literal) and isinstance(other, tree.Literal) and wanted and one.type == "Int":
            one.type = other.type = wanted
        if one.type != other.type:
            _refuse(self.module, left, f"{one.type} and {other.type} do not mix")
        return one, other

    def operation(self, operator: str, left: Expression, right: Expression) -> Expression:
        if isinstance(left, tree.Literal) and isinstance(right, tree.Literal) and operator == "<<":
            number = int(left.value) << int(right.value)
            return tree.Literal("U64" if number >= _MOST_INT else left.type, number)
        return tree.Operation(left.type, operator, left, right)

    def unary(self, operator: ast.unaryop, of: ast.expr) -> Expression:
        match operator:
            case ast.Not():
                return tree.Unary("bool", "not", self.truth(of))
            case ast.USub():
                made = self.expression(of)
                if isinstance(made, tree.Literal) and not isinstance(made.value, str):
                    return tree.Literal(made.type, -made.value)
                return tree.Unary(made.type, "-", made)
        return tree.Unary("U64", "~", self.expression(of, "U64"))

    def call(self, node: ast.Call) -> Expression:
        match node:
            case ast.Call(ast.Name("u64"), [of]):
                made = self.typed(of, "U64" if isinstance(of, ast.BinOp | ast.UnaryOp) else "")
                if isinstance(made, tree.Literal):
                    return tree.Literal("U64", int(made.value) % 2**64)
                return tree.Convert("U64", made)
            case ast.Call(ast.Name("len"), [of]):
                return tree.Length("Int", self.expression(of))
            case ast.Call(ast.Name("succeeds"), [ast.Name(name), ast.Name("m")]):
                return tree.Call("bool", "succeeds", [], self.program.functions[name])
            case ast.Call(ast.Attribute(of, "pop"), []):
                place = self.expression(of)
                return tree.Pop(type_of_element(place.type), place)
            case ast.Call(ast.Name(name), arguments):
                return self.named(name, arguments, node)
        _refuse(self.module, node, "this call is not in the neutral language")

    def named(self, name: str, arguments: list[ast.expr], node: ast.Call) -> Expression:
        if name in self.program.functions:
            function = self.program.functions[name]
            return tree.Call(
                function.result,
                name,
                self.given(arguments, [each.type for each in function.parameters], node),
                function,
            )
        if name in INTRINSICS:
            wanted, result = INTRINSICS[name]
            return tree.Call(result, name, self.given(arguments, wanted, node))
        if name in self.program.classes:
            needed = [kind for _, kind, default in self.program.classes[name].fields if default is None]
            return tree.New(name, self.given(arguments, needed, node))
        if name == "Bytes" or name in ARRAYS:
            return tree.New(name, self.given(arguments, ["Int"] * (name in ARRAYS), node))
        _refuse(self.module, node, "an unknown function")

    def given(self, arguments: list[ast.expr], wanted: Iterable[str], node: ast.Call) -> list[Expression]:
        types = list(wanted)
        if len(types) != len(arguments) or node.keywords:
            _refuse(self.module, node, f"{len(types)} arguments are needed")
        return [self.expression(each, kind) for each, kind in zip(arguments, types, strict=True)]


def _literal(value: bool | int | float | str) -> Expression:
    match value:
        case bool():
            return tree.Literal("bool", value)
        case int():
            return tree.Literal("Int" if value < _MOST_INT else "U64", value)
    return tree.Literal("Real" if isinstance(value, float) else "Text", value)


#: Arrays of numbers without a sign, and the bytes of each; elements are Ints.
ARRAYS = {"U1s": 1, "U2s": 2, "U4s": 4, "U8s": 8}
#: The same with bytes.
CELLS = {"Bytes": 1} | ARRAYS


def is_referred(kind: str) -> bool:
    """Return whether values of a type are in one place: lists, bytes and arrays."""
    return kind in CELLS or kind.startswith("list[")


def type_of_element(kind: str) -> str:
    """Return the type of the elements of a list, an array or bytes."""
    if kind.startswith("list["):
        return kind[5:-1]
    return "Int"
