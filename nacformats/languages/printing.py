"""The walk over a program that the printers of all languages share, and the syntax that most of them have."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import ClassVar

from nacformats.languages import tree
from nacformats.languages.translate import CELLS
from nacformats.languages.tree import Expression, Statement

#: By language, the files that are the same in every package, and parts of those that are printed.
RUNTIMES = Path(__file__).with_name("runtimes")
_WORD = re.compile(r"@(?:(\w+)|\{(\w+)\})")
_ALONE = re.compile(r"(\s*)@(\w+)")


@dataclass
class Printer(ABC):
    """Prints statements as lines. A language overrides what it writes in another way.

    Attributes:
        lines, depth: what is printed, and how far it is indented now.
        function: the one that is printed.
        temporaries: how many names it has made for what has to be computed before.
    """

    lines: list[str] = field(default_factory=list)
    depth: int = 0
    function: tree.Function = field(default_factory=lambda: tree.Function("", [], "None", ""))
    temporaries: int = 0

    LANGUAGE = ""
    #: Types that are not called as in the neutral language; what is a list, and an element of so many bits.
    TYPES: ClassVar[Mapping[str, str]] = {}
    LIST, CELL = "{}[]", ""
    INDENT = "    "
    SEMICOLON = ";"
    AND, OR, NOT = "&&", "||", "!"
    EQUAL, UNEQUAL = "==", "!="
    #: What ids may not be called, and what they are called then.
    WORDS: ClassVar[frozenset[str]] = frozenset()

    # lines

    def put(self, *lines: str) -> None:
        self.lines += [self.INDENT * self.depth + line if line else "" for line in lines]

    @contextmanager
    def block(self, head: str, end: str = "}") -> Iterator[None]:
        self.put(f"{head} {{".lstrip())
        self.depth += 1
        yield
        self.depth -= 1
        self.put(end)

    def taken(self) -> str:
        """Return what is printed, and begin anew."""
        text = "\n".join(self.lines) + "\n"
        self.lines = []
        return text

    def doc(self, text: str) -> None:
        self.put(*self.comment(text))

    def comment(self, text: str) -> list[str]:
        """Return the lines of a comment that documents what follows."""
        return [f"/// {line}".rstrip() for line in text.splitlines()]

    def part(self, part: str, /, **words: str | list[str]) -> None:
        """Put a part of a file, with its words; one that stands alone on a line may be several lines, or none."""
        texts = {name: word for name, word in words.items() if isinstance(word, str)}
        for line in file_text(RUNTIMES / self.LANGUAGE / "parts" / part).splitlines():
            alone = _ALONE.fullmatch(line)
            lines = words.get(alone[2]) if alone else None
            if alone and isinstance(lines, list):
                self.put(*(each and alone[1] + each for each in lines))
            else:
                self.put(with_words(line, texts))

    def name(self, name: str) -> str:
        """Return a name by the conventions of the language; its own words get an underscore."""
        return f"{name}_" if name.rstrip("_") in self.WORDS else name

    def type(self, kind: str) -> str:
        """Return a type of the neutral language as this one has it."""
        if kind in self.TYPES:
            return self.TYPES[kind]
        return self.LIST.format(self.type(kind[5:-1])) if kind.startswith("list[") else self.class_name(kind)

    def class_name(self, kind: str) -> str:
        return kind

    def cell(self, kind: str) -> str:
        """Return the type of the elements of bytes or an array, or "" for what is neither."""
        return self.CELL.format(8 * CELLS[kind]) if kind in CELLS else ""

    def temporary(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    # modules

    def contents(self, module: tree.Module) -> None:
        """Print what a module defines."""
        for constant in module.constants:
            self.definition(constant)
        for kind in module.classes:
            self.structure(kind)
        for function in module.functions:
            self.procedure(function)

    @abstractmethod
    def definition(self, node: tree.Definition) -> None: ...

    @abstractmethod
    def structure(self, node: tree.Class) -> None: ...

    @abstractmethod
    def procedure(self, node: tree.Function) -> None: ...

    # statements

    def statements(self, body: Iterable[Statement]) -> None:
        for each in body:
            self.statement(each)

    def statement(self, node: Statement) -> None:
        match node:
            case tree.Declare():
                self.declare(node)
            case tree.Assign(target, value):
                self.assign(target, value)
            case tree.Perform(call):
                self.put(self.expression(call) + self.SEMICOLON)
            case tree.Append(to, value):
                self.append(to, value)
            case tree.Clear(of):
                self.clear(of)
            case tree.Return(value):
                self.give(value)
            case tree.Fail(call):
                self.fail(call)
            case tree.Break() | tree.Continue():
                self.put(type(node).__name__.lower() + self.SEMICOLON)
            case _:
                self.flow(node)

    def flow(self, node: Statement) -> None:
        match node:
            case tree.If(condition, body, other):
                self.branch(self.head("if", condition), body, other)
            case tree.While(condition, body):
                with self.block(self.head("while", condition)):
                    self.statements(body)
            case tree.Count():
                with self.block(self.counting(node)):
                    self.statements(node.body)

    def branch(self, head: str, body: list[Statement], other: list[Statement]) -> None:
        self.put(f"{head} {{")
        while True:
            self.depth += 1
            self.statements(body)
            self.depth -= 1
            match other:
                case []:
                    break
                case [tree.If(condition, body, other)]:
                    self.put(f"}} else {self.head('if', condition)} {{")
                case _:
                    self.put("} else {")
                    body, other = other, []
        self.put("}")

    def head(self, word: str, condition: Expression) -> str:
        return f"{word} ({self.expression(condition)})"

    @abstractmethod
    def declare(self, node: tree.Declare) -> None: ...

    def assign(self, target: Expression, value: Expression) -> None:
        self.put(f"{self.place(target)} = {self.expression(value)}{self.SEMICOLON}")

    @abstractmethod
    def append(self, to: Expression, value: Expression) -> None: ...

    @abstractmethod
    def clear(self, of: Expression) -> None: ...

    @abstractmethod
    def counting(self, node: tree.Count) -> str: ...

    def give(self, value: Expression | None) -> None:
        self.put(("return" if value is None else f"return {self.expression(value)}") + self.SEMICOLON)

    @abstractmethod
    def fail(self, call: Expression | None) -> None: ...

    # expressions

    def expression(self, node: Expression) -> str:
        match node:
            case tree.Literal():
                return self.literal(node)
            case tree.Constant(_, name):
                return self.constant(name)
            case tree.Local() | tree.Member() | tree.Item():
                return self.load(node)
            case tree.Length(_, of):
                return self.length(of)
            case tree.Pop(_, of):
                return self.pop(of)
            case tree.New():
                return self.new(node)
            case tree.Call():
                return self.called(node)
        return self.computed(node)

    def called(self, node: tree.Call) -> str:
        match node:
            case tree.Call(_, "succeeds", _, tree.Function() as function):
                return self.succeeds(function)
            case tree.Call(_, name, arguments, None):
                return self.intrinsic(name, arguments)
        return self.call(node)

    def computed(self, node: Expression) -> str:
        match node:
            case tree.Operation():
                return self.operation(node)
            case tree.Comparison(_, operator, left, right):
                shown = {"==": self.EQUAL, "!=": self.UNEQUAL}.get(operator, operator)
                return self.comparison(shown, left, right)
            case tree.Logic(_, operator, left, right):
                shown = self.AND if operator == "and" else self.OR
                return f"{self.operand(left, node)} {shown} {self.operand(right)}"
            case tree.Unary(_, "not", of):
                return f"{self.NOT}{self.operand(of)}"
            case tree.Unary(_, operator, of):
                return f"{operator}{self.operand(of)}"
            case tree.Convert(_, of):
                return self.convert(of)
            case tree.Choice(_, condition, yes, no):
                return self.choice(condition, yes, no)
        raise AssertionError(node)

    def operand(self, node: Expression, inside: Expression | None = None) -> str:
        """Return an expression as a part of another one, in brackets if it needs them.

        Args:
            inside: the chain of the same operator that it begins, which needs none.
        """
        text = self.expression(node)
        match node, inside:
            case (tree.Operation(_, one), tree.Operation(_, other)) | (tree.Logic(_, one), tree.Logic(_, other)):
                if one == other:
                    return text
        return f"({text})" if is_loose(text) else text

    def literal(self, node: tree.Literal) -> str:
        match node.value:
            case bool():
                return str(node.value).lower()
            case str():
                return quoted_text(node.value)
        return str(node.value)

    def constant(self, name: str) -> str:
        return name

    def load(self, node: Expression) -> str:
        """Return the value of a place."""
        return self.place(node)

    def place(self, node: Expression) -> str:
        match node:
            case tree.Local(_, name):
                return self.name(name)
            case tree.Constant(_, name):
                return self.constant(name)
            case tree.Member(_, of, name):
                return f"{self.place(of)}.{self.name(name)}"
            case tree.Item(_, of, index):
                return f"{self.place(of)}[{self.index(index)}]"
        return self.expression(node)

    def index(self, node: Expression) -> str:
        return self.expression(node)

    @abstractmethod
    def length(self, of: Expression) -> str: ...

    @abstractmethod
    def pop(self, of: Expression) -> str: ...

    @abstractmethod
    def succeeds(self, function: tree.Function) -> str: ...

    def intrinsic(self, name: str, arguments: list[Expression]) -> str:
        return f"{self.name(name)}({', '.join(map(self.expression, arguments))})"

    def call(self, node: tree.Call) -> str:
        return f"{self.name(node.name)}({', '.join(map(self.expression, node.arguments))})"

    @abstractmethod
    def new(self, node: tree.New) -> str: ...

    def operation(self, node: tree.Operation) -> str:
        operator = "/" if node.operator == "//" else node.operator
        return f"{self.operand(node.left, node)} {operator} {self.operand(node.right)}"

    def comparison(self, operator: str, left: Expression, right: Expression) -> str:
        return f"{self.operand(left)} {operator} {self.operand(right)}"

    def convert(self, of: Expression) -> str:
        """Return a number as U64; a computed one may have more than its 64 bits."""
        return self.operand(of)

    def choice(self, condition: Expression, yes: Expression, no: Expression) -> str:
        return f"{self.operand(condition)} ? {self.operand(yes)} : {self.operand(no)}"


@cache
def file_text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def with_words(text: str, words: Mapping[str, str]) -> str:
    """Return a text with the words that it has as @name or @{name}."""
    return _WORD.sub(lambda found: words.get(found[1] or found[2], found[0]), text)


class FreeNames:
    """Gives names that are not taken yet. Attributes: taken: names."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = set(taken)

    def free(self, name: str) -> str:
        """Return a name, with underscores where it is taken."""
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name


def block_comment(lines: list[str]) -> list[str]:
    """Return a comment for Javadoc and its like."""
    if len(lines) < 2:
        return [f"/** {line} */" for line in lines]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def is_loose(text: str) -> bool:
    """Return whether an expression has an operator outside of all brackets."""
    depth = 0
    for k, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if char == " " and depth == 0 and not text.startswith('"'):
            return k > 0
    return False


def quoted_text(text: str) -> str:
    """Return a text as a literal, with escapes that all languages have."""
    shown = (c if " " <= c < "\x7f" else f"\\u{ord(c):04x}" for c in text.replace("\\", "\\\\").replace('"', '\\"'))
    return f'"{"".join(shown)}"'


def camel(name: str) -> str:
    """Return a name as NameOfThis."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def lower_camel(name: str) -> str:
    """Return a name as nameOfThis; underscores that it begins with stay."""
    made = camel(name)
    return made[:1].lower() + made[1:]


def snake(name: str) -> str:
    """Return NameOfThis as name_of_this."""
    return "".join(f"_{char.lower()}" if char.isupper() and k else char.lower() for k, char in enumerate(name))


def leaves(text: str, width: int, prefix: str) -> Iterator[str]:
    """Yield a list of items, which are cut at ", ", as lines of at most so many characters."""
    line = prefix
    for item in text.split(", "):
        if len(line) + len(item) > width and line.strip():
            yield line.rstrip()
            line = prefix
        line += f"{item}, "
    yield line.rstrip(", ") + ","
