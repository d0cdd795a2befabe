"""The first line of a public docstring stands alone: it opens with a verb or a noun phrase, not with a stump."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.imports import parsed

PACKAGE = Path(__file__).resolve().parents[1] / "nacformats"
#: Words that begin a subordinate clause, or a phrase that only the name of the function completes.
STUMPS = {
    "as", "at", "because", "between", "but", "by", "for", "from", "here", "how", "if", "in", "it", "its", "of", "on",
    "or", "so", "such", "than", "that", "there", "these", "they", "this", "those", "to", "until", "what", "whatever",
    "when", "where", "wherever", "whether", "which", "whichever", "who", "whom", "whose", "why", "with",
    "without",
}  # fmt: skip

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def test_no_public_docstring_opens_with_a_stump() -> None:
    found = [
        f"{path.relative_to(PACKAGE.parent)}:{getattr(node, 'lineno', 1)}: {text.splitlines()[0]}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in public(parsed(path))
        if (text := ast.get_docstring(node) or "").strip()
        if text.split(None, 1)[0].rstrip(",:;.").lower() in STUMPS
    ]
    assert not found, f"{len(found)} docstrings open with a stump:\n" + "\n".join(found)


def public(node: ast.AST) -> Iterator[Documented]:
    """A module with its public classes and functions, and their public members; what is inside of a function is not."""
    if isinstance(node, ast.Module):
        yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If | ast.Try | ast.With):
            yield from public(child)
        elif isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and is_public(child.name):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public(child)


def is_public(name: str) -> bool:
    return not name.startswith("_") or name.endswith("__")


#: Rooms, and parts of rooms, in which the docstring of every function opens with a verb, be it private.
WITH_VERBS = ("codec/trees", "onnx", "ops", "schema", "targets")
#: Verbs that docstrings open with, and the word that those of context managers open with.
VERBS = {
    "add", "align", "answer", "append", "apply", "ask", "begin", "bind", "build", "check", "choose", "classify",
    "combine", "compare", "compile", "compute", "convert", "convolve", "copy", "count", "declare", "decode", "derive",
    "describe", "divide", "do", "emit", "encode", "end", "estimate", "fill", "find", "finish", "forget", "give", "go",
    "import", "keep", "let", "look", "lower", "make", "map", "mark", "multiply", "name", "normalize", "note", "observe",
    "open", "pad", "parse", "pass", "prepare", "put", "raise", "read", "reduce", "refuse", "register", "release",
    "remember", "render", "replace", "report", "resample", "resize", "return", "run", "say", "skip", "spread", "start",
    "store", "subscript", "take", "tell", "turn", "weigh", "within", "write", "yield",
}  # fmt: skip


def test_docstrings_of_functions_open_with_a_verb() -> None:
    found = [
        f"{path.relative_to(PACKAGE.parent)}:{node.lineno}: {text.splitlines()[0]}"
        for room in WITH_VERBS
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and not is_property(node) and (text := ast.get_docstring(node) or "")
        if text.split()[0].rstrip(".,:;").lower() not in VERBS
    ]
    assert not found, f"{len(found)} docstrings open without a verb:\n" + "\n".join(found)


def is_property(function: ast.FunctionDef) -> bool:
    return any(ast.unparse(each).endswith("property") for each in function.decorator_list)
