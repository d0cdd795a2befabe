"""Java 17: a Maven project without dependencies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nacformats.languages import tree
from nacformats.languages.packages import Package, fixed_files
from nacformats.languages.printing import FreeNames, Printer, block_comment, camel, lower_camel
from nacformats.languages.tree import Expression
from nacformats.languages.views import SchemaViews, View, ViewCase, ViewEnum, ViewMember
from nacformats.schema.reserved import reserved
from nacformats.schema.texts import comment_lines

_TYPES = {"Int": "long", "U64": "long", "Real": "double", "bool": "boolean", "Text": "String", "None": "void"}
_TYPES |= {"NoReturn": "Failed"}
#: Classes of numbers that can grow.
_ARRAYS = {"Bytes": "Bytes", "U1s": "Bytes", "U2s": "Shorts", "U4s": "Ints", "U8s": "Longs"}
_ARRAYS |= {"list[Int]": "Longs", "list[U64]": "Longs"}
#: Of these classes: what an element is cast to, and the bits that it has.
_CELLS = {"Bytes": ("byte", "0xffL"), "Shorts": ("short", "0xffffL"), "Ints": ("int", "0xffffffffL"), "Longs": ("", "")}
#: Files that are no classes of the package itself: where they are in the project, or in the folder of the package.
_OUTSIDE = {"pom.xml": "pom.xml", "README.md": "README.md"}
_INSIDE = {"Support.java": "machine/Support.java"}
#: What begins a tag of HTML, which Javadoc has.
_TAG = re.compile("<(?=[A-Za-z/!?])")
#: Characters of a text that is data; Java has no longer ones than 65,535 bytes.
_MOST_TEXT = 2000


def java_text(text: str) -> str:
    """Return a text as a literal; Java reads escapes of code points before it knows what a text is."""
    units = memoryview(text.encode("utf-16-le", "surrogatepass")).cast("H")
    return f'"{"".join(map(_escaped, units))}"'


def _signed(number: int) -> int:
    """Return a number of 64 bits as Java has it."""
    return number - 2**64 if number >= 2**63 else number


def _escaped(unit: int) -> str:
    if unit < 32:
        return f"\\{unit:03o}"
    if unit > 126:
        return f"\\u{unit:04x}"
    return f"\\{chr(unit)}" if chr(unit) in '"\\' else chr(unit)


def _pieces(text: str) -> Iterator[str]:
    for start in range(0, max(len(text), 1), _MOST_TEXT):
        yield java_text(text[start : start + _MOST_TEXT])


@dataclass
class JavaPrinter(Printer):
    """A module is a class of static functions; a failure is an exception. Attributes: package: that of all classes."""

    package: str = ""

    LANGUAGE = "java"
    TYPES = _TYPES | _ARRAYS
    LIST = "ArrayList<{}>"
    WORDS = reserved("java")

    # modules

    def module(self, module: tree.Module, names: Iterable[str]) -> str:
        """Return the class of a module. Args: names: of all modules."""
        home = f"{self.package}.machine"
        self.put(f"package {home};", "")
        self.put(*(f"import static {home}.{name}.*;" for name in ("Support", *map(camel, names))), "")
        self.put("import java.util.ArrayList;", f"import {home}.Support.*;", f"import {home}.Model.*;", "")
        self.doc(module.doc)
        with self.block(f"public final class {camel(module.name)}"):
            self.put(f"private {camel(module.name)}() {{}}")
            self.contents(module)
        return self.taken()

    def definition(self, node: tree.Definition) -> None:
        match node.value:
            case tuple() as items:
                numbers = ",".join(str(_signed(each)) for each in items)
                shown = f"Longs.of({', '.join(_lines(numbers))})"
            case value:
                shown = self.literal(tree.Literal(node.type, value))
        self.put(f"public static final {self.type(node.type)} {node.name} = {shown};")

    def structure(self, node: tree.Class) -> None:
        needed = [(self.name(name), self.type(kind)) for name, kind, default in node.fields if default is None]
        self.put("")
        self.doc(node.doc)
        with self.block(f"public static final class {node.name}"):
            for name, kind, default in node.fields:
                start = "" if default is None else f" = {self.expression(default)}"
                self.put(f"public {'final ' * node.is_value}{self.type(kind)} {self.name(name)}{start};")
            self.put("")
            with self.block(f"public {node.name}({', '.join(f'{kind} {name}' for name, kind in needed)})"):
                self.put(*(f"this.{name} = {name};" for name, _ in needed))

    def procedure(self, node: tree.Function) -> None:
        self.function = node
        self.put("")
        self.doc(node.doc)
        parameters = ", ".join(f"{self.type(each.type)} {self.name(each.name)}" for each in node.parameters)
        with self.block(f"public static {self.type(node.result)} {self.name(node.name)}({parameters})"):
            self.statements(node.body)

    def name(self, name: str) -> str:
        return super().name(lower_camel(name))

    def comment(self, text: str) -> list[str]:
        return block_comment([_TAG.sub("&lt;", line) for line in comment_lines(text)])

    # statements

    def declare(self, node: tree.Declare) -> None:
        self.put(f"{self.type(node.type)} {self.name(node.name)} = {self.expression(node.value)};")

    def assign(self, target: Expression, value: Expression) -> None:
        match target:
            case tree.Item(_, of, index) if of.type in _ARRAYS:
                self.put(f"{self.item_of(of, index)} = {self.cast(of.type, value)};")
            case tree.Item(_, of, index):
                self.put(f"{self.place(of)}.set({self.index(index)}, {self.expression(value)});")
            case _:
                super().assign(target, value)

    def item_of(self, of: Expression, index: Expression) -> str:
        return f"{self.place(of)}.data[{self.index(index)}]"

    def cast(self, kind: str, value: Expression) -> str:
        to = _CELLS[_ARRAYS[kind]][0]
        if to == "int" and isinstance(value, tree.Length):  # it is one
            to = ""
        return f"({to}) {self.operand(value)}" if to else self.expression(value)

    def append(self, to: Expression, value: Expression) -> None:
        self.put(f"{self.place(to)}.add({self.expression(value)});")

    def clear(self, of: Expression) -> None:
        self.put(f"{self.place(of)}.clear();")

    def counting(self, node: tree.Count) -> str:
        name = self.name(node.name)
        return f"for (long {name} = {self.expression(node.first)}; {name} < {self.operand(node.last)}; {name}++)"

    def fail(self, call: Expression | None) -> None:
        made = "new Failed()" if call is None else self.expression(call)
        self.put(f"{'return' if self.function.result == 'NoReturn' else 'throw'} {made};")

    # expressions

    def literal(self, node: tree.Literal) -> str:
        match node.value:
            case bool():
                return super().literal(node)
            case str() as text:
                return java_text(text)
            case int() as number if node.type != "Real":
                return f"{_signed(number)}L"
        return repr(float(node.value))

    def place(self, node: Expression) -> str:
        match node:
            case tree.Item(_, of, index) if of.type in _ARRAYS:
                return self.item_of(of, index)
            case tree.Item(_, of, index):
                return f"{self.place(of)}.get({self.index(index)})"
        return super().place(node)

    def load(self, node: Expression) -> str:
        if not isinstance(node, tree.Item) or node.of.type not in _ARRAYS:
            return self.place(node)
        if node.of.type == "U8s":
            return f"intOf({self.place(node)})"
        mask = _CELLS[_ARRAYS[node.of.type]][1]
        return f"({self.place(node)} & {mask})" if mask else self.place(node)

    def index(self, node: Expression) -> str:
        return str(node.value) if isinstance(node, tree.Literal) else f"(int) {self.operand(node)}"

    def length(self, of: Expression) -> str:
        return f"{self.place(of)}.size{'' if of.type in _ARRAYS else '()'}"

    def pop(self, of: Expression) -> str:
        return f"{self.place(of)}.pop()" if of.type in _ARRAYS else f"pop({self.place(of)})"

    def succeeds(self, function: tree.Function) -> str:
        return f"succeeds(m, each -> {self.name(function.name)}(each))"

    def intrinsic(self, name: str, arguments: list[Expression]) -> str:
        shown = super().intrinsic(name, arguments)
        return f"Math.{shown}" if name in ("min", "max") else shown

    def new(self, node: tree.New) -> str:
        kind = "ArrayList<>" if self.type(node.type).startswith("ArrayList") else self.type(node.type)
        return f"new {kind}({', '.join(map(self.expression, node.arguments))})"

    def operation(self, node: tree.Operation) -> str:
        left, operator, right = node.left, node.operator, node.right
        if node.type == "U64" and operator in ("//", "%"):
            name = "divideUnsigned" if operator == "//" else "remainderUnsigned"
            return f"Long.{name}({self.expression(left)}, {self.expression(right)})"
        if node.type == "U64" and operator in ("<<", ">>"):
            if isinstance(right, tree.Literal):
                return f"{self.operand(left)} {'<<' if operator == '<<' else '>>>'} {self.expression(right)}"
            return f"shift{'Left' if operator == '<<' else 'Right'}({self.expression(left)}, {self.expression(right)})"
        return super().operation(node)

    def comparison(self, operator: str, left: Expression, right: Expression) -> str:
        if left.type == "Text":
            return f"{'!' if operator == '!=' else ''}{self.operand(left)}.equals({self.expression(right)})"
        if left.type == "U64" and operator not in ("==", "!="):
            return f"Long.compareUnsigned({self.expression(left)}, {self.expression(right)}) {operator} 0"
        return super().comparison(operator, left, right)

    def convert(self, of: Expression) -> str:
        return self.expression(of)


def _lines(text: str) -> Iterator[str]:
    """Yield numbers with commas between them as texts, each of which has whole ones."""
    while len(text) > _MOST_TEXT:
        end = text.rindex(",", 0, _MOST_TEXT)
        yield java_text(text[:end])
        text = text[end + 1 :]
    yield java_text(text)


#: Of each kind of member: its type in Java, that of an element, how a value becomes one, and how one becomes a value.
_KINDS = {
    "unsigned": ("long", "Long", "{v}.number()", "unsigned({v})"),
    "signed": ("long", "Long", "{v}.number()", "signed({v})"),
    "real": ("double", "Double", "{v}.real()", "real({v})"),
    "float": ("float", "Float", "{v}.floating()", "floating({v})"),
    "bool": ("boolean", "Boolean", "{v}.isTrue()", "truth({v})"),
    "text": ("String", "String", "{v}.text()", "text({v})"),
    "bytes": ("byte[]", "byte[]", "{v}.bytes()", "bytes({v})"),
    "varint": ("long", "Long", "{v}.number()", "varint({v}, false)"),
    "svarint": ("long", "Long", "{v}.number()", "varint({v}, true)"),
    "value": ("Any", "Any", "{v}", "{v}"),
    "record": ("{target}", "{target}", "{v}.record({target}::new)", "{v}.any()"),
}
#: Kinds of numbers that an int has room for.
_NARROW = {("unsigned", 1): "int", ("unsigned", 2): "int"}
_NARROW |= {("signed", width): "int" for width in (1, 2, 4)}
_INTEGERS = {1: "byte", 2: "short", 4: "int", 8: "long"}
_REALS = {4: "float", 8: "double"}
_UNSIGNED = ", which have no sign"
#: Of the cases of a switch: the kind of value, what else has to hold, and of what an object is made.
_CASES = {
    "signed": ("INTEGER", " && value.isNegative()", "value.number()"),
    "unsigned": ("INTEGER", "", "value.number()"),
    "real": ("REAL", "", "value.real()"),
    "bool": ("BOOL", "", "value.isTrue()"),
    "text": ("TEXT", "", "value.text()"),
    "bytes": ("BYTES", "", "value.bytes()"),
    "record": ("RECORD", "", "value.record({target}::new)"),
}


@dataclass
class JavaViews(JavaPrinter):
    """The class of a schema, which is its root, with those of its types in it.

    Attributes:
        classes: their names; types: the numbers of those of records.
        roles: the types of switches that a record is a case of, by its class.
    """

    classes: FreeNames = field(default_factory=FreeNames)
    types: dict[str, int] = field(default_factory=dict)
    roles: dict[str, list[str]] = field(default_factory=dict)

    def schema(self, schema: SchemaViews) -> str:
        root, *others = schema.views
        switches = [each for view in schema.views for each in view.members if each.cases]
        self.types = {view.name: view.type for view in schema.views}
        self.classes = FreeNames([*self.types, *(each.name for each in schema.enums), *(m.switch for m in switches)])
        self.roles = {view.name: [m.switch for m in switches if _has(m, view.name)] for view in others}
        texts = schema.tables.texts
        sizes = [len(each.encode("utf-16-le")) // 2 for each in texts]
        self.put(f"package {self.package};", "", "import java.util.List;", "import java.util.Optional;", "")
        self.doc("\n".join([schema.title, root.doc]) or f"Files of {schema.name}.")
        with self.block(f"public final class {root.name} extends Record"):
            self.part(
                "Schema.java",
                name=java_text(schema.name),
                extension=java_text(schema.extension),
                numbers=[f"{each}," for each in _lines(",".join(map(str, schema.tables.numbers)))],
                sizes=[f"{each}," for each in _lines(",".join(map(str, sizes)))],
                texts=[f"{each}," for each in _pieces("".join(texts))],
            )
            for enum in schema.enums:
                self.enum(enum)
            for member in switches:
                self.switch(member, root.name)
            self.part("Root.java", name=root.name)
            self.members(root)
            for view in others:
                self.record(view)
        return self.taken()

    def method(self, head: str, body: str, doc: str) -> None:
        self.put(*_method(head, body, doc))

    def enum(self, enum: ViewEnum) -> None:
        """Print the type of an enum: constants that a compiler knows, and a record for any other number."""
        constants = (
            [*self.comment(doc), f"{enum.name} {name.upper()} = Known.{name.upper()};"] for name, _, doc in enum.members
        )
        self.part(
            "Enum.java",
            name=enum.name,
            constants=[line for lines in constants for line in lines],
            numbers=[f"{name.upper()}({_signed(each)}L, {java_text(name)})," for name, each, _ in enum.members],
            shown="toString" if enum.is_signed or enum.width < 8 else "toUnsignedString",
        )

    def switch(self, member: ViewMember, root: str) -> None:
        """Print the type of a switch: records are cases by themselves, all else is in a record of Java."""
        names = FreeNames([root, member.switch])
        others = [each for each in member.cases if each.kind != "record" or each.target == root]
        called = {each: names.free(each.name) for each in others}
        permitted = [*(each.target for each in member.cases if each not in called)]
        permitted += [f"{member.switch}.{name}" for name in called.values()]
        is_signed = "unsigned" not in {each.kind for each in others}
        cases = sorted(member.cases, key=lambda each: list(_CASES).index(each.kind))
        self.part(
            "Switch.java",
            id=member.id,
            name=member.switch,
            permitted=", ".join(permitted),
            tests=[line for each in cases for line in self.case(each, called.get(each, each.target), is_signed)],
            records=[line for case, name in called.items() for line in self.held(member, case, name)],
        )

    def held(self, member: ViewMember, case: ViewCase, name: str) -> list[str]:
        """Return the record that holds what a switch is, if that is no record."""
        kind, *_, made = _KINDS[case.kind]
        given = made.format(v="value")
        body = f"return {'' if case.target else 'tree.'}{given};"
        return [
            "",
            f"/** What {member.id} is, if it is no record. */",
            f"record {name}({kind.format(target=case.target)} value) implements {member.switch} {{",
            "    @Override",
            *(f"    {line}" for line in _body("public Any any(Record tree)", body)),
            "}",
        ]

    def case(self, case: ViewCase, name: str, is_signed: bool) -> list[str]:
        """Return what makes an object of a value, if it is one of a case."""
        kind, more, made = _CASES[case.kind]
        asked = f"value.kind() == Any.Kind.{kind}{'' if is_signed else more}"
        if case.target:
            asked, made = f"value.isOf({self.types[case.target]})", made.format(target=case.target)
        if name == case.target:
            made = "value.record()"
        return _body(f"if ({asked})", f"return new {name}({made});")

    def record(self, view: View) -> None:
        roles = self.roles[view.name]
        self.put("")
        self.doc(view.doc or f"A record {view.name}.")
        with self.block(
            f"public static final class {view.name} extends Record{' implements ' * bool(roles)}{', '.join(roles)}"
        ):
            self.part("Made.java", name=view.name, type=str(view.type))
            self.members(view)

    def members(self, view: View) -> None:
        self.part("Members.java", name=view.name, type=str(view.type))
        names = FreeNames(("any", "askAll", "builder", "create", "json", "of", "write", "read", "readColumns"))
        names.taken |= self.WORDS
        for member in view.members:
            self.getter(member, names)
        setters = {}
        for member in view.members:
            if member.is_stored:
                setters[member] = self.setter(member, names)
            if member.columns:
                self.columns(member, names.free(f"{lower_camel(member.id)}Columns"))
        self.builder(view, setters)

    def builder(self, view: View, setters: dict[ViewMember, str]) -> None:
        """Print the class that makes a record by the names of its fields."""
        names, lines = FreeNames(("build", *self.WORDS)), list[str]()
        for member, setter in setters.items():
            doc = "\n".join(filter(None, [member.doc, member.facts])) or f"Set {member.id}."
            head = f"public Builder {names.free(lower_camel(member.id))}({self.given(member)} v)"
            lines += ["", *self.comment(doc), *_body(head, f"made.{setter}(v);", "return this;")]
        self.part("Builder.java", name=view.name, setters=lines)

    def columns(self, member: ViewMember, method: str) -> None:
        """Print the class of the columns of a list, and the method that returns them."""
        kind = self.classes.free(f"{method[:1].upper()}{method[1:]}")
        names, lines = FreeNames(("count", "starts", *self.WORDS)), list[str]()
        for number, column in enumerate(member.columns):
            made, array = ("reals", _REALS) if column.kind == "real" else ("numbers", _INTEGERS)
            lines += _method(
                f"public {array[column.width]}[] {names.free(lower_camel(column.name))}()",
                f"return {made}{column.width}({number});",
                f"Return the numbers of {column.name}{_UNSIGNED * (column.kind not in ('signed', 'real'))}.",
            )
        self.part("Columns.java", id=member.id, kind=kind, method=method, slot=str(member.slot), columns=lines)

    def getter(self, member: ViewMember, names: FreeNames) -> None:
        name = names.free(lower_camel(member.id))
        given = f"{'ask' if member.is_instance else 'get'}({member.slot})"
        is_plain = not member.is_list and not member.is_conditional
        kind, element, got, _ = _kind(member, given if is_plain else "v")
        if member.is_list:
            kind = element = f"List<{element}>"
            got = f"{'each' if member.is_conditional else given}.list(v -> {got})"
        if member.is_conditional:
            kind, got = f"Optional<{element}>", f"{given}.optional({'each' if member.is_list else 'v'} -> {got})"
        throws = " throws FormatException" * member.is_instance
        self.put("")
        self.doc("\n".join(filter(None, [member.doc or f"Return the field {member.id}.", member.facts])))
        with self.block(f"public {kind} {name}(){throws}"):
            self.put(f"return {got};")

    def setter(self, member: ViewMember, names: FreeNames) -> str:
        """Print what sets a field, and what takes it away where it may be absent; return the name of the first."""
        made = _kind(member, "each" if member.is_list else "v")[3]
        name = names.free(f"set{camel(member.id)}")
        self.method(
            f"public void {name}({self.given(member)} v)",
            f"set({member.slot}, {'v, each -> ' * member.is_list}{made});",
            f"Set the field {member.id}.",
        )
        if member.is_conditional:
            clear = names.free(f"clear{camel(member.id)}")
            self.method(f"public void {clear}()", f"clear({member.slot});", f"Take the field {member.id} away.")
        return name

    def given(self, member: ViewMember) -> str:
        """Return the type that a setter takes."""
        kind, element, *_ = _kind(member, "")
        return f"List<{element}>" if member.is_list else kind


def _body(head: str, *lines: str) -> list[str]:
    return [f"{head} {{", *(f"    {line}" for line in lines), "}"]


def _method(head: str, body: str, doc: str) -> list[str]:
    """Return the lines of a method of one statement."""
    return ["", f"/** {doc} */", *_body(head, body)]


def _has(member: ViewMember, name: str) -> bool:
    return any(each.target == name for each in member.cases)


def _kind(member: ViewMember, value: str) -> tuple[str, str, str, str]:
    """Return the type of a member, that of an element, and a value as it is got and as it is set."""
    kind, element, got, made = (each.format(v=value, target=member.target) for each in _KINDS[member.kind])
    if member.switch:
        return member.switch, member.switch, f"{member.switch}.of({value})", f"{value}.any(this)"
    if is_choice(member):
        return member.enum, member.enum, f"{value}.choice({member.enum}::of)", f"{member.kind}({value}.number())"
    narrow = _NARROW.get((member.kind, member.width), "")
    if narrow:
        return narrow, "Integer", f"({narrow}) {got}", made
    return kind, element, got, made


def is_choice(member: ViewMember) -> bool:
    """Return whether the type of a member is that of its enum; a single bit stays what it is."""
    return bool(member.enum) and member.kind in ("unsigned", "signed", "value")


def java_package(name: str) -> str:
    """Return a name as that of a package, whose parts are no words of the language."""
    words = reserved("java") | {"java", "javax"}
    return ".".join(f"{part}_" if part in words else part for part in name.split("."))


def java_files(package: Package) -> dict[str, str]:
    """Return the files of a project, by their paths."""
    home = java_package(package.module or package.name)
    printer = JavaViews(package=home)
    root = f"src/main/java/{home.replace('.', '/')}"
    modules = package.machine.modules
    given = package.example(lambda name: f"tree.{printer.name(name)}()")
    words = package.words | given | {"package": home, "Field": camel(given["field"]), "List": camel(given["list"])}
    words |= {key: printer.name(given[key]) for key in ("list", "part")}
    words["listed"] = ", ".join(f"{each.views[0].name}.SCHEMA" for each in package.schemas)
    for module in modules:
        for each in module.functions:
            words[f"{each.name}_in"] = f"{home}.machine.{camel(module.name)}.{printer.name(each.name)}"
    fixed = fixed_files("java", words)
    files = {_OUTSIDE.get(name, f"{root}/{_INSIDE.get(name, name)}"): text for name, text in fixed.items()}
    names = [each.name for each in modules]
    files |= {f"{root}/machine/{camel(each.name)}.java": printer.module(each, names) for each in modules}
    return files | {f"{root}/{each.views[0].name}.java": printer.schema(each) for each in package.schemas}
