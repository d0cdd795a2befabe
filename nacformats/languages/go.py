"""Go 1.18: a module that needs no others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nacformats.languages import tree
from nacformats.languages.effects import CHANGING
from nacformats.languages.packages import Package, fixed_files
from nacformats.languages.printing import FreeNames, Printer, camel, lower_camel
from nacformats.languages.translate import ARRAYS, INTRINSICS, is_referred
from nacformats.languages.tree import Expression, Statement
from nacformats.languages.views import SchemaViews, View, ViewEnum, ViewMember
from nacformats.schema.reserved import reserved
from nacformats.schema.texts import comment_lines

_TYPES = {"Int": "int64", "U64": "uint64", "Real": "float64", "Text": "string", "Bytes": "[]byte", "None": ""}
_TYPES |= {"NoReturn": "Failed", "bool": "bool"} | {kind: f"[]uint{8 * width}" for kind, width in ARRAYS.items()}
#: Where sources are that are the same in every package.
_FOLDERS = {"main.go": "cmd/nacdump/", "record.go": "record/", "runtime.go": "internal/machine/"}
#: Numbers on a line of a table.
_PER_LINE = 16


#: Words that Go writes in capitals, in names such as NameOfId.
_WORDS_IN_CAPITALS = """
Api Ascii Cpu Crc Css Dns Eof Guid Html Http Https Id Ip Json Lhs Ram Rhs Rpc Sql Ssh Tcp Tls Ttl Udp Ui Uid Uuid Uri
Url Utf8 Vm Xml
"""
_INITIALISMS = re.compile(rf"({'|'.join(_WORDS_IN_CAPITALS.split())})(?=s?(?:[A-Z0-9]|$))")


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

    LANGUAGE = "go"
    TYPES = _TYPES
    LIST, CELL = "[]{}", "uint{}"
    INDENT = "\t"
    SEMICOLON = ""
    WORDS = reserved("go")

    # names

    def name(self, name: str) -> str:
        return super().name(lower_camel(name))

    def shared(self, name: str) -> str:
        """Return a name of a package, which is seen outside of it."""
        shown = name if name.isupper() or name in self.classes else camel(name)
        if shown != name and shown in self.classes:
            shown += "_"
        return shown

    def class_name(self, kind: str) -> str:
        return self.shared(kind)

    def cell(self, kind: str) -> str:
        return "byte" if kind == "Bytes" else super().cell(kind)

    # modules

    def taken(self) -> str:
        return re.sub(r"\n{3,}", "\n\n", super().taken())

    def module(self, module: tree.Module) -> str:
        self.put("package machine", "")
        self.contents(module)
        return self.taken()

    def definition(self, node: tree.Definition) -> None:
        if isinstance(node.value, tuple):
            items = [self.literal(tree.Literal("", each)) for each in node.value]
            self.table(node.name, self.type(node.type), items)
        else:
            self.put(f"const {node.name} {self.type(node.type)} = {self.literal(tree.Literal('', node.value))}")

    def table(self, name: str, kind: str, items: list[str]) -> None:
        self.put("", f"var {name} = {kind}{{")
        self.put(*("\t" + ", ".join(items[k : k + _PER_LINE]) + "," for k in range(0, len(items), _PER_LINE)), "}", "")

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
            if not (isinstance(default, tree.New) and is_referred(default.type))
        ]
        head = f"New{node.name}({', '.join(needed)}) {node.name}"
        self.put_function(head, "", f"return {node.name}{{{', '.join(fields)}}}")

    def put_function(self, head: str, doc: str, *lines: str) -> None:
        self.put("")
        self.doc(doc)
        with self.block(f"func {head}"):
            self.put(*lines)

    def procedure(self, node: tree.Function) -> None:
        self.function = node
        self.put("")
        self.doc(node.doc)
        parameters = ", ".join(f"{self.name(each.name)} {self.parameter(each)}" for each in node.parameters)
        with self.block(f"func {self.shared(node.name)}({parameters}) {self.type(node.result)}".rstrip()):
            self.statements(node.body)

    def parameter(self, node: tree.Parameter) -> str:
        return ("*" if node.type == "Machine" or _is_pointer(node) else "") + self.type(node.type)

    def comment(self, text: str) -> list[str]:
        """Return a comment, without two quotes, which gofmt changes."""
        lines = comment_lines(text.replace("``", "`").replace("''", "'"))
        return [f"// {line.strip()}".rstrip() for line in lines]

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
        yes, no = (replace(node, value=each) for each in (value.yes, value.no))  # type: ignore[call-arg]  # see above
        is_last = isinstance(node, tree.Return)
        self.flow(tree.If(value.condition, [yes], [] if is_last else [no]))
        if is_last:
            self.statement(no)

    def head(self, word: str, condition: Expression) -> str:
        if word == "while":
            return "for" if isinstance(condition, tree.Literal) else f"for {self.expression(condition)}"
        return f"{word} {self.expression(condition)}"

    def declare(self, node: tree.Declare) -> None:
        if isinstance(node.value, tree.New) and not node.value.arguments and is_referred(node.type):
            self.put(f"var {self.name(node.name)} {self.type(node.type)}")
        else:
            self.put(f"{self.name(node.name)} := {self.typed(node.value)}")

    def assign(self, target: Expression, value: Expression) -> None:
        place, shown = self.place(target), self.expression(value)
        if isinstance(target, tree.Item) and self.cell(target.of.type):
            shown = f"{self.cell(target.of.type)}({shown})"
        match value:
            case tree.Operation("Int", "+" | "-" as operator, left, tree.Literal(_, 1)) if left == target:
                self.put(f"{place}{operator}{operator}")
            case _:
                self.put(f"{place} = {shown}")

    def append(self, to: Expression, value: Expression) -> None:
        place, shown = self.place(to), self.deeper(1, value)
        cell = self.cell(to.type)
        self.put(f"{place} = append({place}, {f'{cell}({shown})' if cell else shown})")

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

    def operand(self, node: Expression, inside: Expression | None = None) -> str:
        is_chained = isinstance(node, tree.Operation | tree.Logic) and node.operator == getattr(inside, "operator", "")
        if is_chained:
            return self.expression(node)
        return f"({self.expression(node)})" if _is_binary(node) else self.deeper(1, node)

    def typed(self, node: Expression) -> str:
        """Return a value with its type, which numbers in Go are without."""
        is_constant = all(isinstance(part, tree.Literal | tree.Operation) for part in tree.parts(node))
        is_bare = is_constant and node.type in ("Int", "U64", "Real")
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
        return f"{'IntOf' if kind == 'U8s' else 'int64'}({self.place(node)})" if self.cell(kind) else self.place(node)

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
        parameters = [
            tree.Parameter("", kind, name in CHANGING and k == 0) for k, kind in enumerate(INTRINSICS[name][0])
        ]
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
        if is_referred(node.type):
            return f"{self.type(node.type)}{{}}"
        shown = (self.deeper(len(node.arguments) > 1, each) for each in node.arguments)
        return f"New{node.type}({', '.join(shown)})"

    def operation(self, node: tree.Operation) -> str:
        operator = "/" if node.operator == "//" else node.operator
        is_shift = operator in ("<<", ">>")
        left = (
            self.typed(node.left) if is_shift and isinstance(node.left, tree.Literal) else self.operand(node.left, node)
        )
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
    return parameter.is_changed and is_referred(parameter.type)


def _function(head: str, made: str) -> str:
    """Return a function literal as gofmt breaks it: on one line if its parts have at most 100 characters."""
    body = f"return {made}"
    return f"{head} {{ {body} }}" if len(head) + len(body) <= 100 else f"{head} {{\n\t\t{body}\n\t}}"


def native(name: str) -> str:
    """Return NameOfId as NameOfID."""
    return _INITIALISMS.sub(lambda found: found[0].upper(), name)


def go_text(text: str) -> str:
    """Return a text as a literal."""
    shown = (c if " " <= c < "\x7f" else f"\\U{ord(c):08x}" for c in text.replace("\\", "\\\\").replace('"', '\\"'))
    return f'"{"".join(shown)}"'


#: Of each kind of member: its type in Go, how a value is made of it, and how it is made a value.
_KINDS = {
    "unsigned": ("uint{bits}", "uint{bits}({v}.Unsigned())", "record.Unsigned(uint64({v}))"),
    "signed": ("int{bits}", "int{bits}({v}.Signed())", "record.Signed(int64({v}))"),
    "real": ("float64", "{v}.Real()", "record.Real({v})"),
    "float": ("float32", "{v}.Float()", "record.Float({v})"),
    "bool": ("bool", "{v}.IsTrue()", "record.Bool({v})"),
    "text": ("string", "{v}.Text()", "r.Record.Text({v})"),
    "bytes": ("[]byte", "{v}.Bytes()", "r.Record.Bytes({v})"),
    "varint": ("uint64", "{v}.Unsigned()", "record.Varint({v}, false)"),
    "svarint": ("int64", "{v}.Signed()", "record.Varint(uint64({v}), true)"),
    "value": ("record.Any", "{v}", "{v}"),
    "record": ("{target}", "{target}{{{v}.Record()}}", "{v}.Record.Any()"),
}


#: The kinds of values of the cases of a switch.
_VALUES = {"unsigned": "KindInteger && !v.IsNegative()", "signed": "KindInteger", "real": "KindReal"}
_VALUES |= {"bool": "KindBool", "text": "KindText", "bytes": "KindBytes"}


@dataclass
class GoViews(GoPrinter):
    """The package of a schema. Attributes: views, makers, askers, enums, switches: names of types and functions."""

    views: dict[str, str] = field(default_factory=dict)
    makers: dict[str, str] = field(default_factory=dict)
    askers: dict[str, str] = field(default_factory=dict)
    enums: dict[str, str] = field(default_factory=dict)
    switches: dict[str, str] = field(default_factory=dict)

    def schema(self, schema: SchemaViews, package: str, module: str) -> str:
        self.doc(f"Package {package} reads and writes files: {schema.title or schema.name}")
        name, extension = go_text(schema.name), go_text(schema.extension)
        self.part("schema.go", package=package, module=module, name=name, extension=extension)
        self.table("numbers", "[]int64", [str(each) for each in schema.tables.numbers])
        self.table("texts", "[]string", [go_text(each) for each in schema.tables.texts])
        names = FreeNames(("Schema", "Read", "ReadColumns", "New"))
        self.views = {each.name: names.free(native(each.name)) for each in schema.views}
        self.makers = {each.name: names.free(f"New{native(each.name)}") for each in schema.views}
        members = [member for view in schema.views for member in view.members]
        self.switches = {each.switch: names.free(native(each.switch)) for each in members if each.switch}
        names.taken.update(f"As{name}" for name in self.switches.values())
        self.askers = {each.name: names.free(f"As{native(each.name)}") for each in schema.views}
        self.enums = {enum.name: names.free(native(enum.name)) for enum in schema.enums}
        for enum in schema.enums:
            self.enum(enum, names)
        for view in schema.views:
            self.view(view, names)
        return self.taken()

    def enum(self, enum: ViewEnum, names: FreeNames) -> None:
        """Print a type of numbers, its constants, and their names."""
        name, number = self.enums[enum.name], f"{'' if enum.is_signed else 'u'}int{8 * enum.width}"
        constants, cases = list[str](), list[str]()
        for each, value, doc in enum.members:
            case = names.free(name + native(camel(each)))
            constants += [
                *self.comment(f"{case}: {doc}" if doc else f"{case} is {value}."),
                f"const {case} {name} = {value}",
                "",
            ]
            cases += [f"case {case}:", f"\treturn {go_text(each)}"]
        self.part("enum.go", name=name, number=number, constants=constants, cases=cases)

    def switch(self, view: View, member: ViewMember, names: FreeNames) -> None:
        """Print the interface of what a switch may hold, and how values become one of them."""
        name = self.switches[member.switch]
        self.part("switch.go", name=name, id=member.id, view=self.views[view.name])
        tests = list[str]()
        for case in sorted(member.cases, key=lambda case: case.kind == "signed"):
            kind, got, made = (each.format(bits=64, v="v", target="") for each in _KINDS[case.kind])
            own = self.views.get(case.target) or names.free(name + case.name)
            if case.target:
                tests += [f"if r, ok := {self.askers[case.target]}(v); ok {{", "\treturn r", "}"]
                made = "v.Record.Any()"
            else:
                self.put("", f"// {own} is a {name}.", f"type {own} {kind}")
                tests += [f"if v.Kind() == record.{_VALUES[case.kind]} {{", f"\treturn {own}({got})", "}"]
                made = made.replace("r.Record", "tree").replace("(v", f"({kind}(v)", 1)
            doc = f"in{name} makes a value of it."
            self.put_function(f"(v {own}) in{name}(tree record.Record) record.Any", doc, f"return {made}")
        doc = f"As{name} returns what a value is, or nil."
        self.put_function(f"As{name}(v record.Any) {name}", doc, *tests, "return nil")

    def kind(self, member: ViewMember) -> tuple[str, str, str]:
        """Return the type of a member, how a value becomes one, and how it becomes a value."""
        if member.switch:
            name = self.switches[member.switch]
            return name, f"As{name}(v)", f"v.in{name}(r.Record)"
        target = self.views.get(member.target, "")
        kind, got, made = (each.format(bits=8 * member.width, target=target, v="v") for each in _KINDS[member.kind])
        if not member.enum or member.kind == "value":
            return kind, got, made
        enum = self.enums[member.enum]
        got = f"{enum}(v.{'Signed' if member.kind in ('signed', 'svarint') else 'Unsigned'}())"
        given = "uint64(v)" if member.kind == "varint" else "v"
        return enum, got, "record.Bool(v != 0)" if member.kind == "bool" else _KINDS[member.kind][2].format(v=given)

    def view(self, view: View, names: FreeNames) -> None:
        name, maker = self.views[view.name], self.makers[view.name]
        self.put("")
        self.doc(view.doc or f"{name} is a record.")
        self.part("view.go", name=name, asker=self.askers[view.name], type=str(view.type))
        if view.is_root:
            self.part("root.go", name=name)
        methods = FreeNames(("Record", "JSON", "Write", "AskAll", "Tree", "IsThere"))
        for member in view.members:
            self.getter(name, member, methods)
        setters = {member: self.setter(name, member, methods) for member in view.members if member.is_stored}
        self.maker(view, maker, names.free(f"{name}Fields"), setters)
        for member in view.members:
            if member.columns:
                self.columns(name, member, methods.free(f"{native(camel(member.id))}Columns"), names)
            if member.switch:
                self.switch(view, member, names)

    def maker(self, view: View, maker: str, fields: str, setters: Mapping[ViewMember, str]) -> None:
        """Print a struct of what users give a new record, and the function that makes one of it."""
        name = self.views[view.name]
        given = {setter.removeprefix("Set"): member for member, setter in setters.items() if not member.is_derived}
        width = max(map(len, given), default=0)
        members, lines = list[str](), list[str]()
        for field_name, member in given.items():
            stars = "[]" * member.is_list or "*" * _is_pointed(member)
            members.append(f"{field_name:{width}} {stars}{self.kind(member)[0]}")
            shown = f"fields.{field_name}"
            may_go = member.is_conditional or member.is_instance
            test = f"{shown} != nil" if _is_pointed(member) or member.switch or may_go else ""
            test = f"{shown}.IsThere()" if member.kind == "record" and not member.is_list else test
            call = f"r.{setters[member]}({'*' * _is_pointed(member)}{shown})"
            lines += [f"if {test} {{", f"\t{call}", "}"] if test else [call]
        self.part("maker.go", fields=fields, maker=maker, name=name, type=str(view.type), members=members, lines=lines)

    def getter(self, view: str, member: ViewMember, names: FreeNames) -> None:
        kind, got, _ = self.kind(member)
        name = names.free(native(camel(member.id)))
        doc = " ".join(
            filter(None, (f"{name}: {member.doc}" if member.doc else f"{name} is the field {member.id}.", member.facts))
        )
        if member.is_list:
            kind, got = f"[]{kind}", f"record.List(v, {_function(f'func(v record.Any) {kind}', got)})"
        if member.is_instance:
            line = f"v, err := r.Record.Ask({member.slot})"
            self.put_function(f"(r {view}) {name}() ({kind}, error)", doc, line, f"return {got}, err")
        elif member.is_optional and (member.is_list or not member.switch):
            line = f"v := r.Record.Get({member.slot})"
            doc = f"{doc} It may be absent."
            self.put_function(f"(r {view}) {name}() ({kind}, bool)", doc, line, f"return {got}, v.IsThere()")
        else:
            line = f"v := r.Record.Get({member.slot})"
            self.put_function(f"(r {view}) {name}() {kind}", doc, line, f"return {got}")
        if member.is_optional and member.is_instance:
            has = names.free(f"Has{name}")
            line = f"v, err := r.Record.Ask({member.slot})"
            doc = f"{has} returns whether it is there."
            self.put_function(f"(r {view}) {has}() (bool, error)", doc, line, "return v.IsThere(), err")

    def setter(self, view: str, member: ViewMember, names: FreeNames) -> str:
        """Print what sets a member, and what takes it away if it may go; return its name."""
        kind, _, made = self.kind(member)
        name = names.free(f"Set{native(camel(member.id))}")
        line = f"r.Record.Set({member.slot}, {made})"
        if member.is_list:
            function = _function(f"func(v {kind}) record.Any", made)
            line = f"r.Record.SetList({member.slot}, record.Values(v, {function}))"
        head = f"(r {view}) {name}(v {'[]' * member.is_list}{kind})"
        self.put_function(head, f"{name} sets the field {member.id}.", line)
        if member.is_conditional or member.is_instance or member.switch:
            clear = names.free(f"Clear{native(camel(member.id))}")
            doc = f"{clear} takes the field {member.id} away."
            self.put_function(f"(r {view}) {clear}()", doc, f"r.Record.Clear({member.slot})")
        return name

    def columns(self, view: str, member: ViewMember, method: str, names: FreeNames) -> None:
        """Print the type of the columns of a list, and the method that returns them."""
        kind = names.free(f"{view}{native(camel(member.id))}")
        doc = f"{method} returns the columns of {member.id}, and whether the file was read with them."
        line = f"columns, ok := r.Record.Columns({member.slot})"
        self.put_function(f"(r {view}) {method}() ({kind}, bool)", doc, line, f"return {kind}{{columns}}, ok")
        self.put("", f"// {kind} has the columns of {member.id}.", f"type {kind} struct{{ record.Columns }}")
        methods = FreeNames(("Columns", "Count", "Starts"))
        for number, column in enumerate(member.columns):
            name, bits = methods.free(native(camel(column.name))), 8 * column.width
            result, made = f"uint{bits}", f"c.Columns.U{column.width}({number})"
            if column.kind in ("signed", "real"):
                result = f"{'int' if column.kind == 'signed' else 'float'}{bits}"
                made = f"record.{camel(result)}s({made})"
            doc = f"{name} returns the numbers of {column.name}."
            self.put_function(f"(c {kind}) {name}() []{result}", doc, f"return {made}")


def _is_pointed(member: ViewMember) -> bool:
    """Return whether a field of a struct literal is a pointer, since its zero would be a value."""
    is_plain = member.kind not in ("record", "bytes", "value") and not member.is_list
    return is_plain and (member.is_conditional or member.is_instance or bool(member.default))


def go_files(package: Package) -> dict[str, str]:
    """Return the files of a module, by their paths."""
    printer = GoViews(classes=frozenset(package.machine.classes))
    taken = FreeNames(("record", "machine", "main", "internal", "vendor", "testdata", "cmd", *GoPrinter.WORDS))
    folders = [taken.free(schema.name.replace("_", "")) for schema in package.schemas]
    module = package.module or package.name
    words = package.words | {"name": module} | package.example(lambda name: f"tree.{native(camel(name))}()")
    words |= {word: native(camel(words[word.lower()])) for word in ("Field", "List", "Part", "Element")}
    words["folder"] = folders[package.schemas.index(package.largest)]
    words["imports"] = "\n".join(sorted(f'\t"{module}/{folder}"' for folder in ["record", *folders]))
    words["listed"] = ", ".join(f"&{folder}.Schema" for folder in folders)
    files = {f"{_FOLDERS.get(name, '')}{name}": text for name, text in fixed_files("go", words).items()}
    files |= {f"internal/machine/{each.name}.go": printer.module(each) for each in package.machine.modules}
    views = zip(folders, package.schemas, strict=True)
    files |= {f"{folder}/{folder}.go": printer.schema(each, folder, module) for folder, each in views}
    return {path: f"\n{text}" if path.endswith(".go") else text for path, text in files.items()}
