"""Java 17: a Maven project without dependencies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nacformats.languages import tree
from nacformats.languages.packages import Package, fixed_files
from nacformats.languages.printing import FreeNames, Printer, camel, lower_camel
from nacformats.languages.tree import Expression
from nacformats.languages.views import SchemaViews, View, ViewEnum, ViewMember
from nacformats.schema.reserved import reserved
from nacformats.schema.texts import comment_lines

_TYPES = {"Int": "long", "U64": "long", "Real": "double", "bool": "boolean", "Text": "String", "None": "void"}
_TYPES |= {"NoReturn": "Failed"}
#: Classes of numbers that can grow.
_ARRAYS = {"Bytes": "Bytes", "U1s": "Bytes", "U2s": "Shorts", "U4s": "Ints", "U8s": "Longs"}
_ARRAYS |= {"list[Int]": "Longs", "list[U64]": "Longs"}
#: Of these classes: what an element is cast to, and the bits that it has.
_CELLS = {"Bytes": ("byte", "0xffL"), "Shorts": ("short", "0xffffL"), "Ints": ("int", "0xffffffffL"), "Longs": ("", "")}
_PACKAGE = "nacformats"
_PLACES = {"pom.xml": "pom.xml", "README.md": "README.md"}
_PLACES["Support.java"] = "src/main/java/nacformats/machine/Support.java"
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
    """A module is a class of static functions; a failure is an exception."""

    WORDS = reserved("java")

    # modules

    def module(self, module: tree.Module, names: Iterable[str]) -> str:
        """Return the class of a module. Args: names: of all modules."""
        self.put("package nacformats.machine;", "", "import static nacformats.machine.Support.*;")
        self.put(*(f"import static nacformats.machine.{camel(name)}.*;" for name in names), "")
        self.put(
            "import java.util.ArrayList;", "import nacformats.machine.Support.*;", "import nacformats.machine.Model.*;"
        )
        self.put("")
        self.doc(module.doc)
        with self.block(f"public final class {camel(module.name)}"):
            self.put(f"private {camel(module.name)}() {{}}")
            self.contents(module)
        return self.taken()

    def type(self, kind: str) -> str:
        if kind in _ARRAYS:
            return _ARRAYS[kind]
        if kind.startswith("list["):
            return f"ArrayList<{self.type(kind[5:-1])}>"
        return _TYPES.get(kind, kind)

    def definition(self, node: tree.Definition) -> None:
        match node.value:
            case tuple() as items if node.type == "list[Text]":
                shown = f"new ArrayList<>(java.util.List.of({', '.join(java_text(str(each)) for each in items)}))"
            case tuple() as items:
                numbers = ",".join(str(_signed(int(each))) for each in items)
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

    def doc(self, text: str) -> None:
        lines = [_TAG.sub("&lt;", line) for line in comment_lines(text)]
        if len(lines) == 1:
            self.put(f"/** {lines[0]} */")
        elif lines:
            self.put("/**", *(f" * {line}".rstrip() for line in lines), " */")

    # statements

    def declare(self, node: tree.Declare) -> None:
        self.put(f"{self.type(node.type)} {self.name(node.name)} = {self.expression(node.value)};")

    def assign(self, target: Expression, value: Expression) -> None:
        match target:
            case tree.Item(_, of, index) if of.type in _ARRAYS:
                self.put(f"{self.cell(of, index)} = {self.cast(of.type, value)};")
            case tree.Item(_, of, index):
                self.put(f"{self.place(of)}.set({self.index(index)}, {self.expression(value)});")
            case _:
                super().assign(target, value)

    def cell(self, of: Expression, index: Expression) -> str:
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
                return self.cell(of, index)
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
    "unsigned": ("long", "java.lang.Long", "{v}.number()", "unsigned({v})"),
    "signed": ("long", "java.lang.Long", "{v}.number()", "signed({v})"),
    "real": ("double", "java.lang.Double", "{v}.real()", "real({v})"),
    "float": ("float", "java.lang.Float", "{v}.floating()", "floating({v})"),
    "bool": ("boolean", "java.lang.Boolean", "{v}.isTrue()", "truth({v})"),
    "text": ("java.lang.String", "java.lang.String", "{v}.text()", "text({v})"),
    "bytes": ("byte[]", "byte[]", "{v}.bytes()", "bytes({v})"),
    "varint": ("long", "java.lang.Long", "{v}.number()", "varint({v}, false)"),
    "svarint": ("long", "java.lang.Long", "{v}.number()", "varint({v}, true)"),
    "value": ("nacformats.Any", "nacformats.Any", "{v}", "{v}"),
    "record": ("{target}", "{target}", "{v}.record({target}::new)", "{v}.any()"),
}
#: Kinds of numbers that an int has room for.
_NARROW = {("unsigned", 1): "int", ("unsigned", 2): "int"}
_NARROW |= {("signed", width): "int" for width in (1, 2, 4)}
_INTEGERS = {1: "byte", 2: "short", 4: "int", 8: "long"}
_REALS = {4: "float", 8: "double"}
_UNSIGNED = ", which have no sign"


@dataclass
class JavaViews(JavaPrinter):
    """The class of a schema, which is its root, with those of its types in it. Attributes: classes: their names."""

    classes: FreeNames = field(default_factory=FreeNames)

    def schema(self, schema: SchemaViews) -> str:
        self.put("package nacformats.formats;", "")
        root, *others = schema.views
        self.classes = FreeNames([*(view.name for view in schema.views), *(enum.name for enum in schema.enums)])
        texts = schema.tables.texts
        self.doc("\n".join([schema.title, root.doc]) or f"Files of {schema.name}.")
        with self.block(f"public final class {root.name} extends nacformats.Record"):
            self.put("/** Reads and writes the files. */", "public static final nacformats.Schema SCHEMA =")
            self.put(f"        new nacformats.Schema({java_text(schema.name)}, {java_text(schema.extension)},")
            self.texts(_lines(",".join(map(str, schema.tables.numbers))), ",")
            self.texts(_lines(",".join(str(len(each.encode("utf-16-le")) // 2) for each in texts)), ",")
            self.texts(_pieces("".join(texts)), ");")
            for enum in schema.enums:
                self.enum(enum)
            self.root(root)
            for view in others:
                self.put("")
                self.doc(view.doc or f"A record {view.name}.")
                with self.block(f"public static final class {view.name} extends nacformats.Record"):
                    self.members(view)
        return self.taken()

    def texts(self, lines: Iterable[str], end: str) -> None:
        self.put("        new java.lang.String[] {", *(f"            {line}," for line in lines), f"        }}{end}")

    def enum(self, enum: ViewEnum) -> None:
        self.put("", f"/** Numbers of {enum.name}. */")
        with self.block(f"public static final class {enum.name}"):
            self.put(f"private {enum.name}() {{}}")
            for name, number, doc in enum.members:
                self.doc(doc)
                self.put(f"public static final long {name.upper()} = {_signed(number)}L;")

    def root(self, view: View) -> None:
        self.put("", "/** Read a file. */")
        with self.block(f"public static {view.name} read(byte[] data) throws nacformats.FormatException"):
            self.put(f"return new {view.name}(SCHEMA.read(data));")
        self.put("", "/** Read a file whose lists become columns where they can. */")
        with self.block(f"public static {view.name} readColumns(byte[] data) throws nacformats.FormatException"):
            self.put(f"return new {view.name}(SCHEMA.readColumns(data));")
        self.put("", "/** Return an empty tree, to be filled in. */")
        with self.block(f"public static {view.name} create()"):
            self.put(f"return new {view.name}(SCHEMA.create());")
        self.members(view)

    def members(self, view: View) -> None:
        self.put("", "/** Make a record that is known to be one of these. */")
        with self.block(f"public {view.name}(nacformats.Record record)"):
            self.put("super(record);")
        self.put("", "/** Make a new record without fields in the tree of another one. */")
        with self.block(f"public static {view.name} createIn(nacformats.Record tree)"):
            self.put(f"return new {view.name}(tree.create({view.type}));")
        self.put("", "/** Return the record that a value is, or null if it is none of these. */")
        with self.block(f"public static {view.name} of(nacformats.Any value)"):
            self.put(f"return value.isOf({view.type}) ? new {view.name}(value.record()) : null;")
        names = FreeNames(("any", "askAll", "create", "json", "of", "write", "read", "readColumns", *self.WORDS))
        for member in view.members:
            self.getter(member, names)
        for member in view.members:
            if member.is_stored:
                self.setter(member, names)
            if member.columns:
                self.columns(member, names.free(f"{lower_camel(member.id)}Columns"))

    def columns(self, member: ViewMember, method: str) -> None:
        """Print the class of the columns of a list, and the method that returns them."""
        kind = self.classes.free(f"{method[:1].upper()}{method[1:]}")
        self.put("", f"/** Return the columns of {member.id}; null if the file was not read with them. */")
        with self.block(f"public {kind} {method}()"):
            self.put(f"nacformats.Columns columns = columns({member.slot});")
            self.put(f"return columns == null ? null : new {kind}(columns);")
        self.put("", f"/** The columns of {member.id}. */")
        names = FreeNames(("count", "starts", *self.WORDS))
        with self.block(f"public static final class {kind} extends nacformats.Columns"):
            with self.block(f"private {kind}(nacformats.Columns columns)"):
                self.put("super(columns);")
            for number, column in enumerate(member.columns):
                made, array = ("reals", _REALS) if column.kind == "real" else ("numbers", _INTEGERS)
                self.put(
                    "",
                    f"/** Return the numbers of {column.name}{_UNSIGNED * (column.kind not in ('signed', 'real'))}. */",
                )
                with self.block(f"public {array[column.width]}[] {names.free(lower_camel(column.name))}()"):
                    self.put(f"return {made}{column.width}({number});")

    def getter(self, member: ViewMember, names: FreeNames) -> None:
        name = names.free(lower_camel(member.id))
        given = f"{'ask' if member.is_instance else 'get'}({member.slot})"
        kind, element, got, _ = _kind(member, "v" if member.is_list else given)
        throws = " throws nacformats.FormatException" * member.is_instance
        shown = f"{given}.list(v -> {got})" if member.is_list else got
        self.put("")
        self.doc(member.doc or f"Return the field {member.id}.")
        with self.block(f"public {f'java.util.List<{element}>' if member.is_list else kind} {name}(){throws}"):
            self.put(f"return {shown};")
        if member.is_optional:
            self.put("", f"/** Return true if {member.id} is there. */")
            with self.block(f"public boolean {names.free(f'has{camel(member.id)}')}(){throws}"):
                self.put(f"return {given}.isThere();")

    def setter(self, member: ViewMember, names: FreeNames) -> None:
        kind, element, _, made = _kind(member, "each" if member.is_list else "v")
        self.put("", f"/** Set the field {member.id}. */")
        given = f"java.util.List<{element}>" if member.is_list else kind
        with self.block(f"public void {names.free(f'set{camel(member.id)}')}({given} v)"):
            self.put(f"set({member.slot}, {'v, each -> ' * member.is_list}{made});")


def _kind(member: ViewMember, value: str) -> tuple[str, str, str, str]:
    """Return the type of a member, that of an element, and a value as it is got and as it is set."""
    kind, element, got, made = (each.format(v=value, target=member.target) for each in _KINDS[member.kind])
    narrow = _NARROW.get((member.kind, member.width), "")
    if narrow:
        return narrow, "java.lang.Integer", f"({narrow}) {got}", made
    return kind, element, got, made


def java_files(package: Package) -> dict[str, str]:
    """Return the files of a project, by their paths."""
    printer = JavaViews()
    root = "src/main/java/nacformats"
    modules = package.machine.modules
    words = package.words | package.example(lambda name: f"tree.{printer.name(name)}()")
    words["listed"] = ", ".join(f"{_PACKAGE}.formats.{each.views[0].name}.SCHEMA" for each in package.schemas)
    for module in modules:
        for each in module.functions:
            words[f"{each.name}_in"] = f"nacformats.machine.{camel(module.name)}.{printer.name(each.name)}"
    files = {_PLACES.get(name, f"{root}/{name}"): text for name, text in fixed_files("java", words).items()}
    names = [each.name for each in modules]
    files |= {f"{root}/machine/{camel(each.name)}.java": printer.module(each, names) for each in modules}
    return files | {f"{root}/formats/{each.views[0].name}.java": printer.schema(each) for each in package.schemas}
