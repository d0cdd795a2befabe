"""The specs of Kaitai's test suite (spec/ks/*.kst): what they demand of a schema and a file, and what comes of it."""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from nacformats.errors import FormatError, TruncatedError
from nacformats.schema import expressions as ex
from nacformats.schema.parsing import parse_expression
from tests.kaitai.compiler import Parser, RefusedByKaitaiError, yaml_of
from tests.kaitai.ours import OurParser, is_record, member_of, modelled
from tests.kaitai.reasons import said_of
from tests.kaitai.trees import Failure, ask, compare, shown

RIGHT, DIFFERENT, SCHEMA, FILE, NOT_COMPARABLE = (
    "right",
    "different",
    "schema refused",
    "file refused",
    "not comparable",
)
KINDS = (RIGHT, DIFFERENT, SCHEMA, FILE, NOT_COMPARABLE)
#: The processes that Kaitai Struct itself has; others, and opaque types, are code in the language of the parser.
PROCESSES = ("xor", "rol", "ror", "zlib")
HOST_CODE = "needs code in the language of the parser"


@dataclass
class SpecResult:
    """Attributes:
    kind: one of KINDS; asserts: how many held; reason: what is not right.
    is_modelled: whether the front end takes the schema.
    tree: "equal", "both refuse", "different", or why there is none of Kaitai's; leaves: how many were compared.
    written: "back", or why the file is not written back byte for byte; empty where there is no tree.
    """

    id: str
    kind: str
    asserts: int = 0
    reason: str = ""
    tree: str = ""
    leaves: int = 0
    written: str = ""
    differences: list[str] = field(default_factory=list)
    is_modelled: bool = True

    @property
    def fields(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class EnumValue:
    """A member of an enum, as a spec names it."""

    number: int
    id: str


class Suite:
    """A checkout of kaitai_struct_tests."""

    def __init__(self, folder: Path, gallery: Path | None = None) -> None:
        self.folder = folder
        self.search = [path for path in (folder / "formats" / "ks_path", gallery) if path is not None and path.is_dir()]
        self.schemas = folder / "formats"
        self.specs = sorted((folder / "spec" / "ks").glob("*.kst"))
        self.compiled: dict[Path, dict[str, Any]] = {}

    def schema(self, spec: Path) -> Path:
        return self.schemas / f"{spec.stem}.ksy"

    def run(self, spec: Path) -> SpecResult:
        """Run one spec."""
        demands, path = yaml_of(spec), self.schema(spec)
        host = HOST_CODE if _needs_host_code(yaml_of(path)) else ""
        try:
            parser = OurParser(path, self.search)
        except (ValueError, OSError) as error:
            reason = said_of(path, error)
            is_modelled = not isinstance(ask(lambda: modelled(path, self.search)), Failure)
            return SpecResult(spec.stem, NOT_COMPARABLE if host else SCHEMA, reason=reason, is_modelled=is_modelled)
        data = (self.folder / "src" / demands["data"]).read_bytes()
        result = _judged(spec.stem, parser, data, demands, self.schemas)
        self._compare(result, parser, path, data)
        return result

    def _compare(self, result: SpecResult, parser: OurParser, path: Path, data: bytes) -> None:
        """Compare the trees, where Kaitai has one, and write ours back."""
        ours = ask(lambda: parser.read(data))
        if not isinstance(ours, Failure):
            result.written = parser.read_only or parser.unwritten(ours, data) or "back"
        try:
            theirs = ask(lambda: Parser(self.compiled[path], path.stem).read(data))
        except RefusedByKaitaiError as error:
            theirs = Failure(error)
        if isinstance(theirs, Failure):
            refused = isinstance(theirs.error, RefusedByKaitaiError)
            result.tree = f"none: {theirs}" if refused or not isinstance(ours, Failure) else "both refuse"
            if result.kind == FILE and result.tree == "both refuse":
                result.kind, result.reason = NOT_COMPARABLE, "it looks at what is read before both refuse the file"
            return
        if isinstance(ours, Failure):
            result.tree = "none of ours"
            return
        compared = compare(theirs, ours)
        result.leaves, result.differences = compared.leaves, compared.different
        result.tree = "different" if compared.different else "equal"
        if compared.different and result.kind == RIGHT:
            result.kind, result.reason = DIFFERENT, f"tree: {compared.different[0]}"


def _needs_host_code(ksy: Any) -> bool:
    if isinstance(ksy, list):
        return any(map(_needs_host_code, ksy))
    if not isinstance(ksy, dict):
        return False
    process = ksy.get("process")
    is_own = isinstance(process, str) and process.partition("(")[0].strip() not in PROCESSES
    return is_own or ksy.get("ks-opaque-types") is True or any(map(_needs_host_code, ksy.values()))


def _judged(name: str, parser: OurParser, data: bytes, demands: dict[str, Any], schemas: Path) -> SpecResult:
    tree = ask(lambda: parser.read(data))
    if isinstance(tree, Failure) and not isinstance(tree.error, FormatError):
        return SpecResult(name, DIFFERENT, reason=f"a defect: {tree!r}")
    if "exception" in demands:
        return _judged_refusal(name, tree, demands["exception"])
    if isinstance(tree, Failure):
        return SpecResult(name, FILE, reason=str(tree.error))
    held = 0
    for each in demands.get("asserts") or ():
        wrong = _wrong(tree, each, schemas)
        if wrong:
            return SpecResult(name, DIFFERENT, held, wrong)
        held += 1
    return SpecResult(name, RIGHT, held)


def _judged_refusal(name: str, tree: Any, exception: Any) -> SpecResult:
    demanded = str(exception["type"] if isinstance(exception, dict) else exception)
    if not isinstance(tree, Failure):
        return SpecResult(name, DIFFERENT, reason=f"it is read, although {demanded} is demanded")
    if isinstance(tree.error, TruncatedError) != demanded.startswith("EndOfStream"):
        return SpecResult(name, DIFFERENT, reason=f"{demanded} is demanded, not: {tree.error}")
    return SpecResult(name, RIGHT, 1)


def _wrong(tree: Any, demand: dict[str, Any], schemas: Path) -> str:
    """Return how an assert fails; nothing where it holds."""
    actual = ask(lambda: Evaluator(tree, schemas).of(demand["actual"]))
    if "exception" in demand:
        refused = isinstance(actual, Failure) and isinstance(actual.error, FormatError)
        return "" if refused else f"{demand['actual']}: {demand['exception']} is demanded, not {shown(actual)}"
    if isinstance(actual, Failure):
        return f"{demand['actual']}: {actual!r}"
    expected = Evaluator(None, schemas).of(demand["expected"])
    return "" if same(actual, expected) else f"{demand['actual']}: {shown(actual)} instead of {shown(expected)}"


def same(actual: Any, expected: Any) -> bool:
    """Return True if a value is what a spec expects."""
    if isinstance(expected, EnumValue):
        return int(actual) == expected.number and getattr(actual, "name", "").lower().rstrip("_") == expected.id
    if expected is None or isinstance(expected, bool):
        return actual is expected
    if isinstance(expected, float):
        return isinstance(actual, int | float) and math.isclose(actual, expected, rel_tol=1e-6)
    if isinstance(expected, list):
        return [*actual] == expected
    if isinstance(expected, int) and isinstance(actual, bool):
        return False
    return bool(actual == expected)


class Evaluator:
    """Evaluates expressions of the language over a tree of ours; without one, over nothing.

    Args:
        schemas: the folder with the schemas whose enums are named.
    """

    def __init__(self, tree: Any, schemas: Path) -> None:
        self.tree = tree
        self.schemas = schemas

    def of(self, text: Any) -> Any:
        if text == "null":
            return None
        if not hasattr(ex, "ArrayLiteral") and isinstance(text, str) and (array := re.match(r"\[([^]]*)\]", text)):
            items = [self.of(each) for each in array[1].replace("'", '"').split(",") if each.strip()]
            return bytes(items) if text.endswith("bytes>") else items
        return self._value(parse_expression(text)) if isinstance(text, str) else text

    def _value(self, expression: ex.Expression) -> Any:  # noqa: C901  one line for each kind of expression
        match expression:
            case ex.Literal(value):
                return value
            case ex.Name("_root"):
                return self.tree
            case ex.Name(name):
                return member_of(self.tree, name)
            case ex.Member(enum, name):
                return self._member(enum, name)
            case ex.Index(of, at):
                return self._value(of)[self._value(at)]
            case ex.Cast(of, "bytes"):
                return bytes(self._value(of))
            case ex.Cast(of, _):
                return self._value(of)
            case ex.Attribute(of, name, ()):
                return self._attribute(self._value(of), name)
            case ex.Unary("-", operand):
                return -self._value(operand)
            case ex.Binary(symbol, left, right) if symbol in ("+", "-"):
                return self._value(left) + (1 if symbol == "+" else -1) * self._value(right)
        if hasattr(ex, "ArrayLiteral") and isinstance(expression, ex.ArrayLiteral):
            return [self._value(each) for each in expression.items]
        raise NotImplementedError(f"the expression {expression}")

    @staticmethod
    def _attribute(of: Any, name: str) -> Any:
        if is_record(of):
            return member_of(of, name)
        if name in ("length", "size"):
            return of.size if hasattr(of, "size") else len(of)
        if name in ("to_i", "value"):  # that of a number of variable length, which is an int here
            return int(of)
        if name == "to_s":
            return str(of)
        raise NotImplementedError(f"the attribute {name} of {shown(of)}")

    def _member(self, path: tuple[str, ...], name: str) -> EnumValue:
        node = yaml_of(self.schemas / f"{path[0]}.ksy")
        for step in path[1:-1]:
            node = node["types"][step]
        for number, member in node["enums"][path[-1]].items():
            if (member["id"] if isinstance(member, dict) else str(member).lower()) == name:
                return EnumValue(int(number), name)
        raise LookupError(f"{'::'.join((*path, name))} is no member")
