"""Programs that call every typed getter and setter of a package: made of its views, and of the names in its sources."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nacformats.languages.c_views import file_stem
from nacformats.languages.go import native
from nacformats.languages.java import is_choice
from nacformats.languages.typescript import kind_of
from nacformats.languages.views import SchemaViews, ViewMember
from nacformats.targets import packages
from tests.languages.typed.walking import MOST_LINES, Shown

HERE = Path(__file__).parent


@dataclass
class Names:
    """The methods of a class, by the place of the member."""

    get: dict[int, str] = field(default_factory=dict)
    has: dict[int, str] = field(default_factory=dict)
    set: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Source:
    """How methods are found in a printed source: those that open a class or a method, and the places that they use.

    Attributes:
        owner, method: their first groups are names; place: its first group is the number.
        has, set: what lines with a place have that ask whether it is there, and that set it; other: of no interest.
    """

    owner: str
    method: str
    place: str
    has: str
    set: str
    other: str


SOURCES = {
    "rust": Source(
        owner=r"impl (\w+) \{",
        method=r"    pub fn (\w+)\(&self",
        place=r"self\.0\.(?:get|ask|set|set_list)\((\d+)",
        has="\0",
        set=".0.set",
        other=".columns()",
    ),
    "go": Source(
        owner=r"func \(\w (\w+)\) ",
        method=r"func \(r \w+\) (\w+)\(",
        place=r"r\.Record\.(?:Get|Ask|Set|SetList|Columns)\((\d+)",
        has="return v.IsThere()",
        set="r.Record.Set",
        other="r.Record.C",
    ),
    "java": Source(
        owner=r".* class (\w+) extends Record\b",
        method=r" +public \S+(?:<\S+>)? (\w+)\(",
        place=r"\b(?:get|ask|set|columns)\((\d+)",
        has="\0",
        set=" set(",
        other="columns(",
    ),
    "typescript": Source(
        owner=r"export class (\w+) extends",
        method=r"    [gs]et (\w+)\(",
        place=r"\$(?:one|list|put|putList|columns)\((\d+)",
        has="\0",
        set="$put",
        other="$columns",
    ),
}


def names_of(language: str, text: str) -> dict[str, Names]:
    """Return the methods of the classes of a source."""
    by, found = SOURCES[language], dict[str, Names]()
    owner = method = ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if opened := re.match(by.owner, line):
            owner = opened[1]
        if opened := re.match(by.method, line):
            method = opened[1]
        place = re.search(by.place, line)
        if place is None or not owner or by.other in line:
            continue
        names, slot = found.setdefault(owner, Names()), int(place[1])
        is_has = by.has in line or (language == "go" and by.has in lines[number + 1])
        kind = names.set if by.set in line else names.has if is_has else names.get
        kind.setdefault(slot, method)
    return found


def files_of(language: str, all_shown: Sequence[Shown]) -> dict[str, str]:
    """Return the files of a package with all schemas, and its program."""
    files = package_files(language, all_shown)
    return files | _PROGRAMS[language](files, all_shown)


def package_files(language: str, all_shown: Sequence[Shown]) -> dict[str, str]:
    """Return the files of a package with all schemas."""
    given = [(each.subject.path, each.subject.model) for each in all_shown]
    made = packages.files_of_schemas(given, [language])
    return {name.removeprefix(f"{language}/"): text for name, text in made.items()}


def _template(name: str, words: Mapping[str, str]) -> str:
    return re.sub(
        r"@(\w+)@",
        lambda found: {"most": str(MOST_LINES), **words}[found[1]],
        (HERE / name).read_text(encoding="utf-8"),
    )


def _mark(member: ViewMember) -> str:
    return "~" if member.kind == "value" else "="


def _call(member: ViewMember) -> str:
    return ("records" if member.kind == "record" else "one") + "_list" * member.is_list


# Rust

_REFERRED = {"text": "each.as_str()", "bytes": "each.as_slice()"}


def _rust(files: Mapping[str, str], all_shown: Sequence[Shown]) -> dict[str, str]:
    crate = re.findall(r'name = "(\w+)"', files["Cargo.toml"])[0]
    modules = re.findall(r"^pub mod (\S+);", files["src/lib.rs"], re.MULTILINE)
    lines, arms = list[str](), list[str]()
    for module, each in zip(modules, all_shown, strict=True):
        views, names = each.views.views, names_of("rust", files[f"src/{module}.rs"])
        lines += [f"mod v_{module} {{ use super::*; use ::{crate}::{module}::*;"]
        lines += ["pub fn any(w: &mut Walk, v: &Any, p: &str) {"]
        lines += [f"if let Some(r) = {view.name}::of(v) {{ return visit_{view.name}(w, &r, p); }}" for view in views]
        lines += ["}"]
        for view in views:
            lines += [f"pub fn visit_{view.name}(w: &mut Walk, r: &{view.name}, above: &str) {{ w.any = any;"]
            lines += [_rust_member(member, names.get(view.name, Names()), each.views) for member in view.members]
            lines += ["}"]
        lines += ["}"]
        root = views[0].name
        arms += [f'"{each.views.name}" => {{ let r = ::{crate}::{module}::{root}::read(data)?; r.0.ask_all()?;']
        arms += [f'v_{module}::visit_{root}(w, &r, ""); r.write() }}']
    words = {"crate": crate, "visits": "\n".join(lines), "arms": "\n".join(arms)}
    return {"src/bin/typed.rs": _template("typed.rs", words)}


def _rust_member(member: ViewMember, names: Names, views: SchemaViews) -> str:
    got = f"r.{names.get[member.slot]}()"
    got = got if member.is_instance else f"Ok({got})"
    got = got if member.is_optional else f"{got}.map(Some)"
    setter = names.set.get(member.slot)
    read, put = _rust_conversions(member, views)
    if read:
        one = f"v.into_iter().map(|v| {read}).collect::<Vec<_>>()" if member.is_list else read
        got += f".map(|v| v.map(|v| {one}))"
    one = put or _REFERRED.get(member.kind, "each")
    if member.is_list:
        is_plain = one == "each" or (member.kind in _REFERRED and not put)
        value = "&v" if is_plain else f"&v.into_iter().map(|each| {one}).collect::<Vec<_>>()"
    else:
        value = one.replace("each", "v") if put else ("&" * (member.kind in (*_REFERRED, "record", "value"))) + "v"
    if member.is_conditional or member.is_instance:
        value = value if member.switch and not member.is_list else f"Some({value})"
    given = "None" if setter is None else f"Some(&|v| r.{setter}({value}))"
    last = f"&visit_{member.target}" if member.kind == "record" else f"'{_mark(member)}', &r.0"
    return f'w.{_call(member)}(above, "{member.id}", &|| {got}, {given}, {last});'


def _rust_conversions(member: ViewMember, views: SchemaViews) -> tuple[str, str]:
    """Return how a value of an enum or a switch becomes a plain one, and how it is made of one."""
    if member.switch:
        one = f"{member.switch}::of(&each)"
        return "v.any(&r.0)", one + '.expect("a case")' * member.is_list
    if not member.enum or member.kind == "value":
        return "", ""
    enum = next(each for each in views.enums if each.name == member.enum)
    number = f"{'i' if enum.is_signed else 'u'}{8 * enum.width}"
    if member.kind == "bool":
        return f"{number}::from(v) != 0", f"{enum.name}::from({number}::from(each))"
    own = f"{'i' if member.kind in ('signed', 'svarint') else 'u'}{8 * member.width}"
    return f"{number}::from(v) as {own}", f"{enum.name}::from(each as {number})"


# Go


def _go(files: Mapping[str, str], all_shown: Sequence[Shown]) -> dict[str, str]:
    module = files["go.mod"].partition("module ")[2].split()[0]
    folders = dict[str, str]()
    for path, text in files.items():
        if named := re.search(r'record.Schema\{Name: "(\w+)"', text):
            folders[named[1]] = path.split("/")[0]
    lines, arms = list[str](), list[str]()
    for each in all_shown:
        folder = folders[each.views.name]
        names, views = names_of("go", files[f"{folder}/{folder}.go"]), each.views.views
        kinds = dict(re.findall(r"r := (\w+)\{tree\.Tree\(\)\.New\((\d+)\)\}", files[f"{folder}/{folder}.go"]))
        by_type = {int(number): name for name, number in kinds.items()}
        by_name = {view.name: by_type[view.type] for view in views}
        lines += [f"func any_{folder}(w *walk, v record.Any, p string) {{"]
        for name in by_name.values():
            lines += [f"if r, ok := {folder}.As{name}(v); ok {{ visit_{folder}_{name}(w, r, p); return }}"]
        lines += ["}"]
        for view in views:
            name = by_name[view.name]
            lines += [f"func visit_{folder}_{name}(w *walk, r {folder}.{name}, above string) {{ w.any = any_{folder}"]
            lines += [_go_member(folder, by_name, member, names.get(name, Names())) for member in view.members]
            lines += ["}"]
        root = by_name[views[0].name]
        arms += [f'case "{each.views.name}":', f"r, err := {folder}.Read(data)"]
        arms += ["if err != nil { return nil, err }", "if err := r.AskAll(); err != nil { return nil, err }"]
        arms += [f'visit_{folder}_{root}(w, r, "")', "return r.Write()"]
    imports = "\n".join(f'"{module}/{folder}"' for folder in folders.values())
    words = {"module": module, "imports": imports, "visits": "\n".join(lines), "arms": "\n".join(arms)}
    return {"cmd/typed/main.go": _template("typed.go", words)}


def _go_member(folder: str, classes: Mapping[str, str], member: ViewMember, names: Names) -> str:
    asks, getter = "Asked" if member.is_instance else "", f"r.{names.get[member.slot]}"
    got = f"always{asks}({getter})"
    if member.is_optional and member.is_instance:
        got = f"maybeAsked(r.{names.has[member.slot]}, {getter})"
    elif member.is_optional and (member.is_list or not member.switch):
        got = f"maybe({getter})"
    elif member.switch:
        got = f"unlessNil({getter})"
    put = f"r.{names.set[member.slot]}" if member.slot in names.set else "nil"
    if member.enum and member.kind == "bool":
        got, put = got.replace(getter, f"truth({getter})"), f"setTruth({put})"
    made = f"{folder}.As{native(member.switch)}" if member.switch else "nil"
    last = f'"{_mark(member)}", r.Record, {made}'
    last = f"visit_{folder}_{classes[member.target]}" if member.kind == "record" else last
    return f'{_call(member)}(w, above, "{member.id}", {got}, {put}, {last})'


# Java


def _java(files: Mapping[str, str], all_shown: Sequence[Shown]) -> dict[str, str]:
    lines, arms = list[str](), list[str]()
    home = next(name for name in files if name.endswith("/Nacdump.java")).rpartition("/")[0]
    for each in all_shown:
        views = each.views.views
        root = views[0].name
        names = names_of("java", files[f"{home}/{root}.java"])
        classes = {view.name: root if view is views[0] else f"{root}.{view.name}" for view in views}
        schema = each.views.name
        lines += [f"static void any_{schema}(Walk w, Any v, String p) {{"]
        for view in views:
            called = f"visit_{schema}_{view.name}(w, {classes[view.name]}.of(v), p)"
            lines += [f"if ({classes[view.name]}.of(v) != null) {{ {called}; return; }}"]
        lines += ["}"]
        for view in views:
            head = f"static void visit_{schema}_{view.name}(Walk w, {classes[view.name]} r, String above)"
            lines += [f"{head} {{ w.any = Typed::any_{schema};"]
            lines += [_java_member(schema, root, member, names.get(view.name, Names())) for member in view.members]
            lines += ["}"]
        arms += [f'case "{schema}": {{ {root} r = {root}.read(data); r.askAll();']
        arms += [f'visit_{schema}_{root}(w, r, ""); return r.write(); }}']
    package = home.removeprefix("src/main/java/").replace("/", ".")
    words = {"visits": "\n".join(lines), "arms": "\n".join(arms), "package": package}
    return {"src/main/java/Typed.java": _template("Typed.java", words)}


def _java_member(schema: str, root: str, member: ViewMember, names: Names) -> str:
    get = f"r.{names.get[member.slot]}(){'.orElse(null)' * member.is_conditional}"
    put = f"v -> r.{names.set[member.slot]}(%s)" if member.slot in names.set else "null"
    kind, shown = "", ""
    if member.switch:
        kind, shown = f"{root}.{member.switch}", "each.any(r)"
    elif is_choice(member):
        kind, shown = f"{root}.{member.enum}", "each.number()"
    if kind:
        get = f"Walk.map{'All' * member.is_list}({get}, each -> {shown})"
    made = f"Walk.mapAll(v, {kind}::of)" if member.is_list else f"{kind}.of(v)"
    put = put.replace("%s", made if kind else "v")
    last = (
        f"Typed::visit_{schema}_{member.target}"
        if member.kind == "record"
        else f"'{_mark(member)}', \"{member.kind}\", r"
    )
    return f'w.{_call(member)}(above, "{member.id}", () -> {get}, {put}, {last});'


# TypeScript, as the JavaScript that is made of it


def _typescript(files: Mapping[str, str], all_shown: Sequence[Shown]) -> dict[str, str]:
    table = dict[str, dict[str, list[list[object]]]]()
    for each in all_shown:
        names = names_of("typescript", files[f"src/{each.views.name}.ts"])
        table[each.views.name] = {
            view.name: [
                [member.id, names[view.name].get[member.slot], _mark(member), _script_kind(member), member.is_stored]
                for member in view.members
            ]
            for view in each.views.views
        }
    return {"bin/typed.mjs": _template("typed.mjs", {"table": json.dumps(table)})}


def _script_kind(member: ViewMember) -> str:
    """Return the type of a member, as far as the program asks for it; of an enum, its name behind a sign."""
    if member.switch:
        return "$.Any"
    if is_choice(member):
        return f"#{member.enum}"
    return "real" if member.kind in ("real", "float") else kind_of(member)[0]


# C

_C_KINDS = {
    "real": "FLOAT",
    "float": "FLOAT",
    "bytes": "OCTETS",
    "bool": "TRUTH",
    "varint": "UNSIGNED",
    "svarint": "SIGNED",
}


def _c(files: Mapping[str, str], all_shown: Sequence[Shown]) -> dict[str, str]:
    stems = {each.views.name: file_stem(each.views.name) for each in all_shown}
    includes, lines, arms = list[str](), list[str](), list[str]()
    for each in all_shown:
        stem = stems[each.views.name]
        includes += [f'#include "{stem}.h"']
        kinds = dict(
            re.findall(r"^(\w+) \w+_new(?:_in)?\(nacf_record tree\)\n\{\n.*\n.*, (\d+)\);", files[f"{stem}.c"], re.M)
        )
        by_type = {int(number): name for name, number in kinds.items()}
        structs = {view.name: by_type[view.type] for view in each.views.views}
        lines += [f"static void visit_{name}(walk *w, nacf_record r, const char *above);" for name in structs.values()]
        lines += [f"static void any_{stem}(walk *w, nacf_any v, const char *above) {{"]
        for name in structs.values():
            lines += [f"if ({name}_of(v).record.tree) visit_{name}(w, {name}_of(v).record, above);"]
        lines += ["}"]
        for view in each.views.views:
            name = structs[view.name]
            accessors = [_c_accessors(name, member, structs) for member in view.members]
            lines += [part for parts, _ in accessors for part in parts]
            lines += [f"static void visit_{name}(walk *w, nacf_record r, const char *above) {{"]
            lines += [f"(void)r; (void)above; w->any = any_{stem};", *(call for _, call in accessors), "}"]
        root = structs[each.views.views[0].name]
        arms += [f'{{"{each.views.name}", &{stem}_schema, visit_{root}}},']
    words = {"includes": includes, "visits": lines, "arms": arms}
    return {"typed.c": _template("typed.c", {name: "\n".join(text) for name, text in words.items()})}


def _c_accessors(struct: str, member: ViewMember, structs: Mapping[str, str]) -> tuple[list[str], str]:
    """Return functions that get and set a member, whatever its type is, and the call that visits it."""
    prefix = f"{struct}_{member.slot}"
    at = ", k" if member.is_list else ""
    got = f"{struct}_get_{member.id}(({struct}){{r}}{at})"
    kind = _C_KINDS.get(member.kind, member.kind.upper())
    value = {
        "UNSIGNED": f"nacf_of_unsigned({got})",
        "SIGNED": f"nacf_of_signed({got})",
        "FLOAT": f"nacf_of_real((double){got})",
        "TRUTH": f"nacf_of_bool({got})",
        "TEXT": f"nacf_of_text(r, {got})",
        "OCTETS": f"nacf_of_octets(r, {got})",
        "VALUE": got,
        "RECORD": f"nacf_of_record({got}.record)",
    }[kind]
    lines = [f"static nacf_any get_{prefix}(nacf_record r, size_t k) {{ (void)k; return {value}; }}"]
    given = {
        "UNSIGNED": "nacf_unsigned(v)",
        "SIGNED": "nacf_signed(v)",
        "FLOAT": "nacf_real(v)",
        "TRUTH": "nacf_is_true(v)",
        "TEXT": "nacf_utf8(v)",
        "OCTETS": "nacf_octets(v)",
        "VALUE": "v",
    }.get(kind, "")
    setter, is_whole = "NULL", kind in ("TEXT", "OCTETS", "VALUE")
    if member.is_stored and kind != "RECORD":
        setter = f"set_{prefix}"
        head = f"static void {setter}(nacf_record r, size_t k, nacf_any v)"
        if member.is_list:
            count = f"{struct}_count_{member.id}(({struct}){{r}})"
            element = f"__typeof__({got})"
            body = f"size_t n = {count}, j; {element} *made = malloc((n + 1) * sizeof *made);"
            body += f" for (j = 0; j < n; j++) made[j] = {got.replace(', k)', ', j)')};"
            body += (
                f" made[k] = ({element}){given};" if kind not in ("TEXT", "OCTETS", "VALUE") else f" made[k] = {given};"
            )
            body += f" {struct}_set_{member.id}(({struct}){{r}}, made, n); free(made);"
        else:
            cast = "" if is_whole else f"(__typeof__({got}))"
            body = f"(void)k; {struct}_set_{member.id}(({struct}){{r}}, {cast}{given});"
        lines.append(f"{head} {{ {body} }}")
    visit = f"visit_{structs[member.target]}" if member.target else "NULL"
    flags = ", ".join(str(each).lower() for each in (member.is_instance, member.is_stored, member.is_list))
    count = f"{struct}_count_{member.id}(({struct}){{r}})" if member.is_list else "0"
    state = f"{struct}_has_{member.id}(({struct}){{r}})" if member.is_optional else "true"
    call = f"if (begin(w, above, \"{member.id}\", '{_mark(member)}', r, {member.slot}, {flags}))"
    call += f" visit_member(w, r, {state}, {flags}, {count}, get_{prefix}, {setter}, {visit});"
    return lines, call


_PROGRAMS = {"c": _c, "rust": _rust, "go": _go, "typescript": _typescript, "java": _java}
