"""Texts of schemas and names of files are data: none of them becomes code, whatever is made of a schema.

A schema has a hostile text in every key that takes any; what is generated is taken apart by the rules of each language,
and what is left without its comments and literals must not have the word that all of these texts have.
"""

from __future__ import annotations

import ast
import html.parser
import json
import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from nacformats.schema.reading import read_schema
from nacformats.targets.loading import codec_of_file
from nacformats.targets.packages import ALL_TARGETS, files_of_schemas, read_schemas
from nacformats.targets.stubs import machine_stub
from nacformats.targets.viewer_tables import render_schemas
from tests.partners import partner

#: The word that no code may have.
CANARY = "canary"
TEXTS = (
    "*/ canary(); /*",
    '"""\ncanary()\n"""',
    "'''\ncanary()\n'''",
    '"; canary(); "',
    "'+canary()+'",
    "canary \\",
    "canary ??/",
    "canary\\\ncanary()",
    "\rcanary()",
    "\u2028canary()",
    "\u2029canary()",
    "\x85canary()",
    "\x0bcanary()\x0ccanary()",
    "\x1b[31mcanary\x07\x7f",
    "</script><script>canary()</script>",
    "<img src=x onerror=canary()>",
    "${canary()}",
    "`canary()`",
    "`` canary ` <b>canary</b> `",
    "{canary}",
    "{0.canary}",
    "%s%n canary",
    "??/\ncanary();",
    "\\u002a/ canary(); /\\u002a",
    "\\u000acanary();",
    "\n#define canary",
    "\n#error canary",
    "// \\\ncanary();",
    "\u202ecanary\u2066",
    "[canary](javascript:canary())",
    "[c]: javascript:canary()\n\n[c]",
    "![c](http://canary)",
    "]]> canary",
    "-->\n<script>canary()</script>",
    "\n```\ncanary();\n```\n",
    "\n\n    canary();\n",
    "\n~~~\ncanary();\n~~~\n",
    "@canary {@code canary}",
    "\u27e8canary\u27e9",
    "| canary | <b onclick=canary()> |",
    "`{onclick=canary()}` *x*{onclick=canary()}",
    "coding: utf-7 canary",
    "//go:generate canary\n//export canary\n// +build canary",
    "@name@docs canary",
    "canary " * 300,
)
EVERYTHING = " ".join(TEXTS)
#: What is left out of a text before it is code: comments and literals.
_QUOTED = r'"(?:\\.|[^"\\\n])*"'
_BLOCKS = rf"/\*.*?\*/|//[^\n]*|{_QUOTED}|'(?:\\.|[^'\\\n])*'"
_LEXERS = {
    ".c": _BLOCKS,
    ".h": _BLOCKS,
    ".go": _BLOCKS,
    ".java": _BLOCKS,
    ".ts": rf"{_BLOCKS}|`(?:\\.|[^`\\])*`",
    ".js": rf"{_BLOCKS}|`(?:\\.|[^`\\])*`",
    ".rs": rf"/\*.*?\*/|//[^\n]*|{_QUOTED}|\'(?:\\[^\n]|[^\'\\\n])\'",
    ".toml": rf"#[^\n]*|{_QUOTED}",
    ".mod": r"//[^\n]*",
    ".in": r"#[^\n]*",
    ".txt": r"#[^\n]*",
}


def code_of(suffix: str, text: str) -> str:
    """Return what is code in a source: no comments, no literals."""
    if suffix in (".c", ".h"):
        text = text.replace("??/", "\\").replace("\\\n", "")
    if suffix == ".java":
        text = re.sub(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})", lambda it: it[1] + chr(int(it[2], 16)), text)
    if suffix in (".js", ".ts"):
        text = re.sub("[\r\u2028\u2029]", "\n", text)
    return re.sub(_LEXERS[suffix], " ", text, flags=re.DOTALL)


def code_of_python(text: str) -> str:
    """Return the names of a module, and what is in format strings."""
    tree = ast.parse(text.encode())  # bytes, since a comment may name an encoding
    found = [getattr(node, key, "") for node in ast.walk(tree) for key in ("id", "attr", "name", "arg", "module")]
    return " ".join(map(str, found))


class Page(html.parser.HTMLParser):
    """What of a page would run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        bad = [key for key, value in attrs if key.startswith("on") or (value or "").startswith("javascript")]
        if bad or tag not in _TAGS or (tag == "img" and not dict(attrs)["src"].endswith(".svg")):
            self.found.append(f"<{tag} {attrs}>")


_TAGS = {
    "h1",
    "h2",
    "h3",
    "p",
    "code",
    "a",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "em",
    "strong",
    "ul",
    "ol",
    "li",
}
_TAGS |= {"pre", "img", "hr", "br", "blockquote"}


def _markdown(markdown_it: Any) -> Any:
    """Return what renders Markdown, with links to anything: some do."""
    renderer = markdown_it.MarkdownIt("commonmark").enable("table")
    renderer.validateLink = lambda _: True
    return renderer


def what_runs(name: str, text: str) -> str:
    """Return what a file has of code."""
    suffix = Path(name).suffix
    if suffix in (".py", ".pyi"):
        return code_of_python(text)
    if suffix == ".md":
        import markdown_it  # rich needs it

        page = Page()
        page.feed(_markdown(markdown_it).render(re.sub("^<!-- [^<>]* -->", "", text)))
        return " ".join(CANARY + each for each in page.found)
    if suffix == ".svg":
        kinds = {f"{{http://www.w3.org/2000/svg}}{kind}" for kind in ("svg", "title", "style", "rect", "text", "path")}
        return " ".join(CANARY + each.tag for each in ET.fromstring(text).iter() if each.tag not in kinds)
    if suffix == ".json":
        assert isinstance(json.loads(re.sub("^//.*", "", text)), dict | list)
        return ""
    if suffix == ".rs":
        documents = re.findall(r"//[/!](.*)", text)
        runs = [each for each in documents if CANARY in each and each.startswith("  ")]
        runs += [CANARY for each in documents if re.match(r"\s*(```|~~~)", each)]
        return code_of(suffix, text) + " ".join(runs)
    if suffix == ".go":
        return code_of(suffix, text) + " ".join(re.findall(r"^//\w.*|^// \+.*", text, re.MULTILINE))
    if suffix in _LEXERS:
        return code_of(suffix, text)
    assert suffix in (".xml", ".typed", ".gitignore"), name
    return text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.c", "/* x */ canary(); /* */"),
        ("a.c", '"??/" canary'),
        ("a.h", '"x" canary'),
        ("a.py", '"""x"""\ncanary()'),
        ("a.py", "# coding: utf-7\n+AGMAYQBuAGEAcgB5-()"),
        ("a.java", "/* \\u002a/ canary(); /* */"),
        ("a.js", "// \u2028canary()"),
        ("a.rs", "/// ```\n/// canary();\n/// ```\n"),
        ("a.rs", "///     canary();"),
        ("a.go", "//go:generate canary"),
        ("a.md", "a <img src=x onerror=canary()>"),
        ("a.md", "<b onclick=canary()>"),
        ("a.md", "[c](javascript:canary())"),
        ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>canary()</script></svg>'),
        ("a.toml", '"x"\ncanary = 1'),
    ],
)
def test_what_runs_is_found(name: str, text: str) -> None:
    assert CANARY in what_runs(name, text)


def hostile(text: str) -> dict[str, Any]:
    """Return a schema that has a text wherever any is allowed."""
    literal = json.dumps(re.sub("[^ -~]", "", text)[:3000])
    documented: dict[str, Any] = {"doc": text, "doc-ref": text}
    return {
        "meta": {
            "id": "hostile",
            "title": text,
            "application": text,
            "license": text,
            "tags": [text],
            "endian": "le",
            "xref": {"rfc": text, text[:100]: text},
            "encoding": "UTF-8",
            "file-extension": "hostile",
        },
        **documented,
        "-webide-representation": text,
        "-" + text[:100]: text,
        "seq": [
            {"id": "magic", "contents": text[:100].encode("utf-8", "ignore").decode(), **documented},
            {"id": "kind", "type": "u1", "enum": "kinds", "-role": text, "-since": text, **documented},
            {"id": "word", "type": "str", "size": 8, "valid": {"any-of": [literal, '"b"']}, **documented},
            {"id": "same", "type": "strz", "valid": literal, **documented},
            {"id": "items", "type": "item", "repeat": "expr", "repeat-expr": "kind.to_i", **documented},
            {
                "id": "rest",
                "size-eos": True,
                "if": f"word != {literal}",
                "-orig-id": text,
                "-holds": text,
                **documented,
            },
        ],
        "instances": {"said": {"value": literal, **documented}, "first": {"pos": 0, "type": "u1", **documented}},
        "types": {"item": {**documented, "seq": [{"id": "number", "type": "u2", "valid": {"max": 99}, **documented}]}},
        "enums": {"kinds": {0: {"id": "none", **documented, "-orig-id": text, "-since": text}, 1: "one"}},
    }


NAMES = (
    "canary\n#error canary\n\ncanary()\n.ksy",
    "coding=utf-7 +AGMAYQBuAGEAcgB5-.ksy",
    "--><script>canary<.ksy",
    "canary\\.ksy",
    "canary\u2028canary()\u202e.ksy",
    "`<b onclick=canary()>`.ksy",
    '""" canary""".ksy',
    "canary??.ksy",
)


def written(folder: Path, text: str, name: str = "hostile.ksy") -> Path:
    path = folder / name
    try:
        path.write_text(yaml.safe_dump(hostile(text), allow_unicode=True), encoding="utf-8")
    except OSError:
        pytest.skip("this system has no files of such names")
    return path


def check(files: dict[str, str]) -> None:
    for name, text in files.items():
        assert CANARY not in what_runs(name, text), name


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("target", ALL_TARGETS)
def test_no_text_becomes_code(target: str, tmp_path: Path) -> None:
    if target == "javascript":
        partner("ksc")
    files = files_of_schemas(read_schemas([written(tmp_path, EVERYTHING)]), [target])
    assert any(CANARY in text for text in files.values())
    check(files)


@pytest.mark.sample(each=15)
@pytest.mark.parametrize("index", range(len(TEXTS)))
def test_no_text_becomes_code_alone(index: int, tmp_path: Path) -> None:
    """Alone, since one text may hide what another one does."""
    check(files_of_schemas(read_schemas([written(tmp_path, TEXTS[index])]), ["python", "c", "docs"]))


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", NAMES)
def test_no_name_of_a_file_becomes_code(name: str, tmp_path: Path) -> None:
    files = files_of_schemas(read_schemas([written(tmp_path, "canary", name)]), ["python", "c", "docs"])
    check(files)


def test_a_schema_in_memory_runs_no_text(tmp_path: Path) -> None:
    """The Python that is made in memory and the stubs have it only in literals as well; the page's tables are JSON."""
    text = EVERYTHING + f'"""\nopen({str(tmp_path / "ran")!r}, "w")\n"""'
    schema = read_schema(hostile(text))
    check({"a.pyi": machine_stub(schema, "."), "a.json": render_schemas([schema])})
    codec_of_file(written(tmp_path, text))
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("bad", ['x"; canary(); "', "a b\n", "", 3, ["ok", "</script>"], "x" * 99, "../x"])
def test_a_suffix_is_one(bad: object) -> None:
    schema = {"meta": {"id": "one", "file-extension": bad}}
    if bad == "":
        assert read_schema(schema).extension == ""
    else:
        with pytest.raises(ValueError, match="file-extension"):
            read_schema(schema)


def test_suffixes_of_real_schemas_are_allowed() -> None:
    for real in ("src.rpm", "DS_Store", "ntf.r0", "3ds", "h++", "napp_header", ["vpp_pc", "s3m"]):
        assert read_schema({"meta": {"id": "one", "file-extension": real}}).extension


def test_c_compiles(tmp_path: Path) -> None:
    partner("cc")
    files = files_of_schemas(read_schemas([written(tmp_path, EVERYTHING)]), ["c"])
    lay(tmp_path, files)
    command = [
        "cc",
        "-std=c99",
        "-fsyntax-only",
        "-Wall",
        "-Werror",
        "-trigraphs",
        "-Wno-comment",
        "hostile.c",
        "nacdump.c",
    ]
    done = subprocess.run(command, cwd=tmp_path / "c", capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr[:2000]


def lay(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


COMPILERS = {
    "rust": ["cargo", "test", "--offline", "--quiet"],
    "go": ["go", "vet", "./..."],
    "typescript": ["node", "bin/nacdump.js", "none"],
    "java": ["javac", "-d", "classes", "-sourcepath", "src/main/java", "src/main/java/hostile/Nacdump.java"],
    "javascript": ["node", "--check", "Hostile.js"],
}


@pytest.mark.nightly
@pytest.mark.parametrize("target", COMPILERS)
def test_other_languages_compile(target: str, tmp_path: Path) -> None:
    command = COMPILERS[target]
    partner(command[0])
    if target == "javascript":
        partner("ksc")
    lay(tmp_path, files_of_schemas(read_schemas([written(tmp_path, EVERYTHING)]), [target]))
    done = subprocess.run(command, cwd=tmp_path / target, capture_output=True, text=True, check=False, timeout=500)
    expected = 2 if target == "typescript" else 0
    assert done.returncode == expected, done.stdout[-2000:] + done.stderr[-2000:]
