"""C99 packages: the machine, and for each schema a header with functions for each member of its records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from nacformats.languages.c import CPrinter, c_text, int_literal
from nacformats.languages.packages import Package, fixed_files
from nacformats.languages.printing import FreeNames, leaves, snake
from nacformats.languages.views import SchemaViews, View, ViewEnum, ViewMember
from nacformats.schema.lines import filled_words
from nacformats.schema.reserved import reserved
from nacformats.schema.texts import harmless, markdown

_TAKEN = reserved("c-files")
_WIDTH = 116
#: Of each kind of member: its type, how it is got of the value v, and how a value is made of it.
_KINDS = {
    "unsigned": ("uint{bits}_t", "(uint{bits}_t)nacf_unsigned({v})", "nacf_of_unsigned({v})"),
    "signed": ("int{bits}_t", "(int{bits}_t)nacf_signed({v})", "nacf_of_signed({v})"),
    "real": ("double", "nacf_real({v})", "nacf_of_real({v})"),
    "float": ("float", "nacf_float({v})", "nacf_of_float({v})"),
    "bool": ("bool", "nacf_is_true({v})", "nacf_of_bool({v})"),
    "text": ("nacf_bytes", "nacf_utf8({v})", "nacf_of_text(self.record, {v})"),
    "bytes": ("nacf_bytes", "nacf_octets({v})", "nacf_of_octets(self.record, {v})"),
    "varint": ("uint64_t", "nacf_unsigned({v})", "nacf_of_varint({v}, false)"),
    "svarint": ("int64_t", "nacf_signed({v})", "nacf_of_varint((uint64_t){v}, true)"),
    "value": ("nacf_any", "{v}", "{v}"),
    "record": ("{target}", "{asker}({v})", "nacf_of_record({v}.record)"),
}


def file_stem(schema: str) -> str:
    """Return the name of the files of a schema, and of the type of its root."""
    is_taken = re.sub("(_format)*$", "", schema) in _TAKEN or schema in CPrinter.WORDS
    return f"{schema}_format" if is_taken else schema


@dataclass
class CViews(CPrinter):
    """The header and the source of a schema.

    Attributes:
        names: of all types and functions of the package; stem: of the files; schema_name: of its tables.
        views, askers, enums: names of types, of functions that give them, and types of enums, by their names.
        source: what the source has, while the lines are those of the header.
    """

    names: FreeNames = field(default_factory=FreeNames)
    stem: str = ""
    schema_name: str = ""
    views: dict[str, str] = field(default_factory=dict)
    askers: dict[str, str] = field(default_factory=dict)
    enums: dict[str, str] = field(default_factory=dict)
    source: list[str] = field(default_factory=list)

    def schema(self, schema: SchemaViews, stem: str) -> tuple[str, str]:
        """Return the header and the source."""
        self.stem, self.source = stem, []
        self.schema_name = self.names.free(f"{stem}_schema")
        self.views = {each.name: self.names.free(self.type_name(each)) for each in schema.views}
        self.askers = {each.name: self.names.free(f"{self.views[each.name]}_of") for each in schema.views}
        self.enums = {}
        for enum in schema.enums:
            self.enum(enum)
        for view in schema.views:
            self.about(view.doc)
            name = self.views[view.name]
            self.put(f"typedef struct {name} {{", "    nacf_record record;", f"}} {name};", "")
        for view in schema.views:
            self.view(view)
        contents, self.lines = self.lines, []
        self.about(schema.title or schema.name)
        guard = f"NACFORMATS_{stem}_H".upper()
        self.part("schema.h", guard=guard, schema=self.schema_name, contents=contents)
        return self.taken(), self.source_of(schema)

    def source_of(self, schema: SchemaViews) -> str:
        numbers, texts = schema.tables.numbers, schema.tables.texts
        self.part(
            "schema.c",
            stem=self.stem,
            numbers=list(leaves(", ".join(map(int_literal, numbers)), _WIDTH - 4, "")),
            texts=[f"NACF_TEXT({c_text(each)})," for each in texts or [""]],
            schema=self.schema_name,
            name=c_text(schema.name),
            extension=c_text(schema.extension),
            num_numbers=str(len(numbers)),
            num_texts=str(len(texts)),
            functions=self.source,
        )
        return self.taken()

    def type_name(self, view: View) -> str:
        return self.stem if view.is_root else f"{self.stem}_{snake(view.name)}"

    def about(self, *texts: str) -> None:
        """Put a comment of texts of the schema."""
        words = harmless(" ".join(" ".join(texts).split()))
        if not words:
            return
        lines = list(filled_words(words.split(), _WIDTH))
        if len(lines) == 1:
            self.put(f"/* {lines[0]} */")
        else:
            self.put("/*", *(f" * {line}" for line in lines), " */")

    def call_of(self, head: str, *lines: str) -> None:
        """Put the declaration of a function, and its definition."""
        self.put(f"{head};")
        self.source += ["", head, "{", *(f"    {line}" for line in lines), "}"]

    def functions(self, part: str, /, **words: str | list[str]) -> None:
        """Put the declarations of the functions of a part; their definitions are in the source."""
        before, self.lines = self.lines, []
        self.part(part, **words)
        for function in "\n".join(self.lines).split("\n\n"):
            *comment, head = function.partition("\n{")[0].splitlines()
            before += [*comment, f"{head};"]
            self.source += ["", *function.splitlines()[len(comment) :]]
        self.lines = before

    # enums

    def enum(self, enum: ViewEnum) -> None:
        """Print an enum; its members are macros where C has no room for their numbers."""
        name = self.names.free(f"{self.stem}_{snake(enum.name)}")
        upper = name.upper()
        members = [
            (self.names.free(f"{upper}_{each.upper()}"), each, number, doc) for each, number, doc in enum.members
        ]
        if not members:
            return
        if all(-(1 << 31) < number < 1 << 31 for _, _, number, _ in members):
            self.enums[enum.name] = name
            self.put(f"typedef enum {name} {{")
            self.depth += 1
            for member, _, number, doc in members:
                self.about(doc)
                self.put(f"{member} = {number},")
            self.depth -= 1
            self.put(f"}} {name};")
        else:
            for member, _, number, doc in members:
                self.about(doc)
                self.put(f"#define {member} {'U' * (number >> 63 == 1)}INT64_C({number})")
        firsts: dict[int, str] = {}
        for member, each, number, _ in members:
            firsts.setdefault(number, f"case {member}: return {c_text(each)};")
        kind = "uint64_t" if any(number >> 63 == 1 for _, _, number, _ in members) else "int64_t"
        self.functions("enum.c", namer=self.names.free(f"{name}_name"), kind=kind, known=[*firsts.values()])
        self.put("")

    # records

    def view(self, view: View) -> None:
        name, asker = self.views[view.name], self.askers[view.name]
        maker = self.names.free(f"{name}_new" if not view.is_root else f"{name}_new_in")
        made = self.names.free(f"{name}_any")
        self.functions("view.c", name=name, maker=maker, asker=asker, any=made, type=str(view.type))
        if view.is_root:
            verbs = ("read", "read_columns", "new", "write", "free")
            called: dict[str, str | list[str]] = {verb: self.names.free(f"{name}_{verb}") for verb in verbs}
            self.functions("root.c", name=name, schema=self.schema_name, **called)
        self.put("")
        for member in view.members:
            self.member(name, member)

    def kind(self, member: ViewMember) -> tuple[str, str, str]:
        """Return the type of a member, how a value becomes one, and how it becomes a value."""
        target, asker = self.views.get(member.target, ""), self.askers.get(member.target, "")
        kind, got, made = (
            each.format(bits=8 * member.width, target=target, asker=asker, v="{v}") for each in _KINDS[member.kind]
        )
        is_int = member.kind == "signed" or (member.kind == "unsigned" and member.width < 4)
        if member.enum in self.enums and is_int and member.width <= 4:
            enum = self.enums[member.enum]
            number = "(int64_t){v}" if member.kind == "signed" else "(uint64_t)(int64_t){v}"
            return enum, f"({enum}){got.partition(')')[2]}", made.replace("{v}", number)
        return kind, got, made

    def member(self, view: str, member: ViewMember) -> None:
        """Print the functions of a member: its words are between the name of the record and of the member."""

        def called(verb: str) -> str:
            return self.names.free(f"{view}_{verb}_{member.id}")

        kind, got, made = self.kind(member)
        value = f"nacf_get(self.record, {member.slot})"
        self.about(member.doc, member.facts)
        if member.is_instance:
            head = f"nacf_status {called('ask')}({view} self, nacf_error *error)"
            self.call_of(head, f"return nacf_ask(self.record, {member.slot}, error);")
        if member.is_optional:
            self.call_of(f"bool {called('has')}({view} self)", f"return nacf_is_there({value});")
        if member.is_list:
            self.call_of(f"size_t {called('count')}({view} self)", f"return nacf_count({value});")
            value = f"nacf_element({value}, index)"
            self.call_of(f"{kind} {called('get')}({view} self, size_t index)", f"return {got.format(v=value)};")
        else:
            self.call_of(f"{kind} {called('get')}({view} self)", f"return {got.format(v=value)};")
        if member.is_stored:
            self.setters(view, member, (kind, made), called("set"))
            if member.is_list:
                appended = f"nacf_append(self.record, {member.slot}, {made.format(v='value')});"
                self.call_of(f"void {called('append')}({view} self, {kind} value)", appended)
            if member.is_optional:
                line = f"nacf_set(self.record, {member.slot}, nacf_of_nothing());"
                self.call_of(f"void {called('unset')}({view} self)", line)
        if member.columns:
            head = f"nacf_columns {called('columns')}({view} self)"
            self.call_of(head, f"return nacf_columns_of(nacf_get(self.record, {member.slot}));")
            for number, column in enumerate(member.columns):
                self.column(called(f"column_{column.name}_of"), number, column.width)
        self.put("")

    def setters(self, view: str, member: ViewMember, made: tuple[str, str], name: str) -> None:
        kind, value = made
        if member.is_list:
            given = value.format(v="values[k]")
            self.functions("set_list.c", set=name, view=view, kind=kind, value=given, slot=str(member.slot))
        else:
            line = f"nacf_set(self.record, {member.slot}, {value.format(v='value')});"
            self.call_of(f"void {name}({view} self, {kind} value)", line)

    def column(self, name: str, number: int, width: int) -> None:
        kind = f"uint{8 * width}_t"
        head = f"const {kind} *{name}(nacf_columns columns, size_t *count)"
        self.call_of(head, f"return (const {kind} *)nacf_numbers(columns, {number}, {width}, count);")


def _printed(schema: SchemaViews, ids: str) -> Iterator[str]:
    """Yield lines that print members of a tree; ids: of them, or a text where there are none."""
    slots = {member.id: member.slot for member in schema.views[0].members}
    for each in ids.split(", "):
        if each.startswith('"'):
            yield f"        puts({each});"
        else:
            yield f'        show("{each}", nacf_get(tree.record, {slots[each]}));'


def c_files(package: Package) -> dict[str, str]:
    """Return the files of a library, by their names."""
    names = FreeNames(("nacf_value",))
    files_taken = FreeNames(("nacformats", "nacdump", "example"))
    stems = [files_taken.free(file_stem(schema.name)) for schema in package.schemas]
    shown = package.schemas.index(package.largest)
    words = package.words | package.example(lambda name: name)
    words |= {"stem": stems[shown], "prints": "\n".join(_printed(package.largest, words["prints"]))}
    words["includes"] = "\n".join(f'#include "{stem}.h"' for stem in stems)
    words["listed"] = ", ".join(f"&{stem}_schema" for stem in stems)
    words["table"] = "\n".join(
        f"| `{stem}.h` | {markdown(each.title or each.name)} | `{stem}_read`, `{stem}_write` |"
        for stem, each in zip(stems, package.schemas, strict=True)
    )
    printer = CPrinter(classes=package.machine.classes)
    printer.structure(package.machine.classes["Value"])
    words["value"] = printer.taken()
    files = fixed_files("c", words)
    files["README.md"] = files["README.md"].replace("@example", files["example.c"])
    language, api = files.pop("language.c"), files.pop("machine.c")
    files["nacformats.c"] = language + CPrinter().program(package.machine, api, ("Value",)) + api
    for stem, schema in zip(stems, package.schemas, strict=True):
        files[f"{stem}.h"], files[f"{stem}.c"] = CViews(names=names).schema(schema, stem)
    return files
