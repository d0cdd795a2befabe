"""Drivers for languages that cannot look at their own records: C++ and Rust. One function for each type of a schema."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.codec.tables import class_name
from nacformats.schema.model import Field, SwitchKind, Type, uses
from tests.kaitai_targets.layout import Layout, Shown, path_of

_CPP_HEAD = r"""
#include <stdint.h>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
@INCLUDES@

static std::string out;

template <typename T> static void put_number(T value)
{
    char text[32];
    if (value < 0) std::snprintf(text, sizeof text, "%lld", (long long)value);
    else std::snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    out += text;
}

static void put_real(double value)
{
    char text[32];
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    std::snprintf(text, sizeof text, "\"r%016llx\"", (unsigned long long)bits);
    out += text;
}

static void put_bytes(const std::string &value)
{
    static const char digits[] = "0123456789abcdef";
    out += '"';
    for (std::size_t i = 0; i < value.size(); i++) {
        out += digits[(unsigned char)value[i] >> 4];
        out += digits[value[i] & 15];
    }
    out += '"';
}

static void put_record(kaitai::kstruct *value);
"""
_CPP_TAIL = r"""
static void answer(const std::string &schema, const std::string &path)
{
    try {
        std::ifstream file(path.c_str(), std::ifstream::binary);
        kaitai::kstream stream(&file);
        out = "[\"ok\",";
@ROOTS@
        out += "]";
    } catch (const std::exception &error) {
        std::string words = error.what();
        for (std::size_t i = 0; i < words.size(); i++)
            if (words[i] < ' ' || words[i] > '~' || words[i] == '"' || words[i] == '\\') words[i] = '?';
        out = "[\"no\",\"" + words.substr(0, 200) + "\"]";
    }
}

int main()
{
    std::string line;
    while (std::getline(std::cin, line)) {
        const std::size_t tab = line.find('\t');
        answer(line.substr(0, tab), line.substr(tab + 1));
        std::cout << out << '\n' << std::flush;
    }
    return 0;
}
"""


def cpp_driver(layout: Layout) -> str:
    includes = "\n".join(f'#include "{schema.name}.h"' for schema in layout.schemas)
    parts = [_CPP_HEAD.replace("@INCLUDES@", includes)]
    parts += [
        f"static void put({_cpp_class(target)} *value)\n{{\n{_cpp_body(layout, target)}}}\n" for target in layout.types
    ]
    tries = "".join(
        f"    if ({_cpp_class(each)} *it = dynamic_cast<{_cpp_class(each)} *>(value)) {{ put(it); return; }}\n"
        for each in layout.types
    )
    parts.append(f'static void put_record(kaitai::kstruct *value)\n{{\n{tries}    out += "null";\n}}\n')
    roots = "".join(
        f'        if (schema == "{schema.name}") {{ {schema.name}_t root(&stream); put(&root); }}\n'
        for schema in layout.schemas
    )
    return "\n".join(parts) + _CPP_TAIL.replace("@ROOTS@", roots)


def _cpp_class(target: Type) -> str:
    return "::".join(f"{each}_t" for each in path_of(target))


def _cpp_body(layout: Layout, target: Type) -> str:
    before, lines = "{", []
    for each in layout.shown(target):
        lines.append(f'    out += "{before}\\"{each.id}\\":";')
        before = ","
        if may_be_absent(each):
            lines.append(f'    if (value->_is_null_{each.id}()) out += "null"; else')
        lines.append(_cpp_value(each))
    lines.append('    out += "}";' if before == "," else '    (void)value;\n    out += "{}";')
    return "\n".join(lines) + "\n"


def _cpp_value(each: Shown) -> str:
    if not each.is_list:
        return f"    {_cpp_put(each, f'value->{each.id}()')}"
    put = _cpp_put(each, f"value->{each.id}()->at(i)")
    return f"""    {{
        out += '[';
        for (std::size_t i = 0; i < value->{each.id}()->size(); i++) {{ if (i) out += ','; {put} }}
        out += ']';
    }}"""


def _cpp_put(each: Shown, of: str) -> str:
    if each.kind == "enum":
        return f"put_number((long long){of});"
    if each.kind == "truth":
        return f"put_number((int){of});"
    if each.kind in ("text", "bytes"):
        return f"put_bytes({of});"
    if each.kind == "real":
        return f"put_real({of});"
    return f"put_record({of});" if each.kind == "record" else f"put_number({of});"


def may_be_absent(each: Shown) -> bool:
    """Return True for a member that some records lack."""
    kind = getattr(each.member, "kind", None)
    is_open = isinstance(kind, SwitchKind) and all(key is not None for key, _ in kind.cases)
    return each.member.condition is not None or is_open


# Rust

_RUST_HEAD = """#![allow(warnings)]
extern crate kaitai;
use kaitai::*;
use std::io::{BufRead, Write};
@MODULES@

fn put_bytes(value: &[u8], out: &mut String) {
    out.push('"');
    for each in value { out.push_str(&format!("{:02x}", each)); }
    out.push('"');
}
"""
_RUST_TAIL = """
fn read(schema: &str, path: &str, out: &mut String) -> KResult<()> {
    let data = std::fs::read(path).unwrap();
    let stream = BytesReader::from(data);
    match schema {
@ROOTS@
        _ => panic!("no such schema"),
    }
    Ok(())
}

fn answer(schema: &str, path: &str) -> String {
    let mut out = String::from("[\\"ok\\",");
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read(schema, path, &mut out)));
    let words = match found {
        Ok(Ok(())) => { out.push(']'); return out; }
        Ok(Err(error)) => format!("{:?}", error),
        Err(_) => return String::from("[\\"panic\\",\\"\\"]"),
    };
    let is_odd = |c: char| c < ' ' || c > '~' || c == '"' || c == '\\\\';
    let plain: String = words.chars().map(|c| if is_odd(c) { '?' } else { c }).take(200).collect();
    format!("[\\"no\\",\\"{}\\"]", plain)
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (schema, path) = line.split_once('\\t').unwrap();
        println!("{}", answer(schema, path));
        std::io::stdout().flush().unwrap();
    }
}
"""


def rust_driver(layout: Layout) -> str:
    modules = "\n".join(f"mod {schema.name};\nuse {schema.name}::*;" for schema in layout.schemas)
    parts = [_RUST_HEAD.replace("@MODULES@", modules)]
    parts += ["\n".join(_rust_function(layout, target)) for target in layout.types]
    roots = "\n".join(
        f"        {schema.name!r} => {{ let root = {class_name(schema.name)}::read_into::<_, {class_name(schema.name)}>"
        f"(&stream, None, None)?; put_{schema.name}(&root, out)?; }}".replace("'", '"', 2)
        for schema in layout.schemas
    )
    return "\n".join(parts) + _RUST_TAIL.replace("@ROOTS@", roots)


def _rust_class(target: Type) -> str:
    return "_".join(map(class_name, path_of(target)))


def _rust_put(target: Type) -> str:
    return f"put_{'_'.join(path_of(target))}"


def _rust_function(layout: Layout, target: Type) -> Iterator[str]:
    yield f"fn {_rust_put(target)}(value: &{_rust_class(target)}, out: &mut String) -> KResult<()> {{"
    before = "{"
    for each in layout.shown(target):
        yield f"    out.push_str({_rust_text(before + chr(34) + each.id + chr(34) + ':')});"
        before = ","
        is_instance = not (isinstance(each.member, Field) and each.member in target.fields)
        yield f"    {{ let found = value.{each.id}(){'?' if is_instance else ''};"
        yield from _rust_value(target, each)
        yield "    }"
    yield f"    out.push_str({_rust_text('}' if before == ',' else '{}')});"
    yield "    Ok(())\n}"


def _rust_text(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


def _rust_value(target: Type, each: Shown) -> Iterator[str]:
    if not each.is_list:
        yield _rust_leaf(target, each, "found", "*found")
        return
    yield "    out.push('[');"
    yield "    for (i, each) in found.iter().enumerate() { if i > 0 { out.push(','); }"
    yield _rust_leaf(target, each, "each", "*each")
    yield "    } out.push(']');"


def _rust_leaf(target: Type, each: Shown, name: str, plain: str) -> str:
    match each.kind:
        case "number" | "unsigned":
            return f'    out.push_str(&format!("{{}}", {plain}));'
        case "truth":
            return f'    out.push_str(if {plain} {{ "1" }} else {{ "0" }});'
        case "enum":
            return f'    out.push_str(&format!("{{}}", i64::from(&{plain})));'
        case "real":
            return f'    out.push_str(&format!("\\"r{{:016x}}\\"", ({plain} as f64).to_bits()));'
        case "text":
            return f"    put_bytes({name}.as_bytes(), out);"
        case "bytes":
            return f"    put_bytes(&{name}, out);"
    kind = getattr(each.member, "kind", None)
    if isinstance(kind, SwitchKind):
        enum = f"{_rust_class(target)}_{class_name(each.id)}"
        held = dict.fromkeys(use.type for use in uses(kind))
        arms = " ".join(f"Some({enum}::{_rust_class(of)}(it)) => {_rust_put(of)}(it, out)?," for of in held)
        return f'    match &{plain} {{ {arms} None => out.push_str("null"), _ => panic!("bytes") }}'
    of = each.type.type  # type: ignore[union-attr]
    return f'    if {name}.is_none() {{ out.push_str("null"); }} else {{ {_rust_put(of)}(&{name}, out)?; }}'
