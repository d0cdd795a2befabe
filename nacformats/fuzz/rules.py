"""`valid:` the other way round: from rules to the values that they allow."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice
from operator import add
from typing import Any

from nacformats.fuzz.closures import Closures, OfNode, OfValue, defined
from nacformats.fuzz.output import DrawnNode, PendingError
from nacformats.schema import expressions as ex
from nacformats.schema.model import Field, Type, ValidRule

#: How a comparison reads from the other side, and how it is negated.
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
#: More ways to keep a rule are not looked at one by one.
_MOST_WAYS = 16


@dataclass
class RuleWay:
    """One way to keep all rules of a field: a conjunction.

    Attributes:
        guards: conditions on other fields.
        bounds: comparisons of the value with what an expression gives.
        lengths: the same for the length of the value.
        steps: `_ % step == rest`.
    """

    guards: list[OfNode] = field(default_factory=list)
    bounds: list[tuple[str, OfNode]] = field(default_factory=list)
    lengths: list[tuple[str, OfNode]] = field(default_factory=list)
    steps: list[tuple[OfNode, OfNode]] = field(default_factory=list)
    listed: list[tuple[OfNode, ...]] = field(default_factory=list)


@dataclass
class Domain:
    """The values that the rules allow as far as they are known.

    Attributes:
        low, high: bounds, included; None: none.
        low_length, high_length: the same of the length.
        listed: the only values.
        step, rest: the value modulo step.
        is_pending: the only value is not known yet.
        is_exact: whether there are no other rules to keep.
    """

    low: Any = None
    high: Any = None
    low_length: int = 0
    high_length: int | None = None
    listed: list[Any] | None = None
    step: int = 1
    rest: int = 0
    is_pending: bool = False
    is_exact: bool = False


#: No rules at all.
FREE = Domain(is_exact=True)


class Rules:
    """The rules of one field.

    Attributes:
        ways: the ways to keep them; always one at least.
        predicate: whether a value keeps them in a record.
    """

    def __init__(self, closures: Closures, owner: Type, member: Field) -> None:
        self._closures = closures
        self._owner = owner
        self._path = f"{member.path}/valid"
        self._is_exact = True
        parts = [_as_expression(rule) for rule in member.valid if rule.rule not in ("in-enum", "any-of")]
        if member.repeat is None:
            parts = [_of_value(part, member.id) for part in parts]
        among = [rule.operands for rule in member.valid if rule.rule == "any-of"]
        choices = [tuple(closures.of_node(owner, operand, self._path) for operand in operands) for operands in among]
        whole = [closures.of_value(owner, part, self._path) for part in parts]
        self._checks: list[OfValue] = [*whole, *(_among(each) for each in choices)]
        if any(rule.rule == "in-enum" for rule in member.valid) and member.enum is not None:
            self._checks.append(_member_of({each.number for each in member.enum.members}))
        self.ways = [RuleWay(listed=list(choices))]
        for part in parts:
            self.ways = self._conjoined(self.ways, self._ways(part))
        self._domain: Callable[[RuleWay, DrawnNode, type], Domain] = defined(self._domain_of, self._path)

    def holds(self, value: Any, node: DrawnNode) -> bool:
        """True if a value keeps all rules.

        Raises:
            PendingError: that depends on what is not known yet.
        """
        return all(check(value, node) for check in self._checks)

    def may_hold(self, value: Any, node: DrawnNode) -> bool:
        """True if a value keeps all rules as far as that is known."""
        try:
            return self.holds(value, node)
        except PendingError:
            return False

    @property
    def is_empty(self) -> bool:
        """True if there are none."""
        return not self._checks

    def _ways(self, expression: ex.Expression) -> list[RuleWay]:
        """Return the disjunction of conjunctions that an expression is."""
        match expression:
            case ex.Binary("and", left, right):
                return self._conjoined(self._ways(left), self._ways(right))
            case ex.Binary("or", left, right):
                return (self._ways(left) + self._ways(right))[:_MOST_WAYS]
            case ex.Unary("not", operand):
                negated = _negated(operand)
                return [RuleWay()] if negated is None else self._ways(negated)
            case ex.Conditional(condition, yes, no) if not _mentions_value(condition):
                when = ex.Binary("and", condition, yes)
                otherwise = ex.Binary("and", ex.Unary("not", condition), no)
                return self._ways(ex.Binary("or", when, otherwise))
        if not _mentions_value(expression):
            return [RuleWay(guards=[self._closures.of_node(self._owner, expression, self._path)])]
        return [self._atom(expression)]

    def _conjoined(self, left: list[RuleWay], right: list[RuleWay]) -> list[RuleWay]:
        pairs = ((vars(one).values(), vars(other).values()) for one in left for other in right)
        return [RuleWay(*map(add, one, other)) for one, other in islice(pairs, _MOST_WAYS)]

    def _atom(self, expression: ex.Expression) -> RuleWay:
        def closure(operand: ex.Expression) -> OfNode:
            return self._closures.of_node(self._owner, operand, self._path)

        def number(operand: ex.Expression) -> OfNode:
            return self._closures.of_number(self._owner, operand, self._path)

        match expression:
            case ex.Binary("==", ex.Binary("%", left, step), rest) if _is_value(left) and not _mentions_value(step):
                if not _mentions_value(rest):
                    return RuleWay(steps=[(number(step), number(rest))])
            case ex.Binary(operator, left, right) if operator in _MIRRORED and _mentions_value(left) != _mentions_value(
                right
            ):
                if _mentions_value(right):
                    operator, left, right = _MIRRORED[operator], right, left
                self._is_exact &= operator != "!="
                if _is_value(left):
                    return RuleWay(bounds=[(operator, closure(right))])
                if isinstance(left, ex.Attribute) and left.id in ("length", "size") and _is_value(left.of):
                    return RuleWay(lengths=[(operator, number(right))])
            case _ if _is_value(expression):
                return RuleWay(bounds=[("==", lambda _: True)])
        self._is_exact = False
        return RuleWay()

    def domain(self, node: DrawnNode, pick: Callable[[int], int], values: type) -> Domain:
        """Return what the rules allow in a record, in one of the ways whose conditions hold.

        Args:
            node: the record.
            pick: chooses one of so many.
            values: int or float where the bounds and what is listed are to be of that type; object: of any.

        Raises:
            UnsatisfiedError: a value is compared with what it cannot be compared with.
        """
        if len(self.ways) == 1:
            return self._domain(self.ways[0], node, values)
        ways = [way for way in self.ways if _holds(way, node)] or self.ways
        return self._domain(ways[pick(len(ways))], node, values)

    def _domain_of(self, way: RuleWay, node: DrawnNode, values: type) -> Domain:
        domain = Domain(is_exact=self._is_exact and not way.guards)
        for operator, operand in way.bounds:
            _bound(domain, operator, operand, node, values)
        for operator, operand in way.lengths:
            _bound_length(domain, operator, operand, node)
        for step, rest in way.steps:
            domain.step, domain.rest, domain.is_exact = step(node), rest(node), False
        for choices in way.listed:
            known = [_plain(choice(node)) for choice in choices]
            domain.listed = known if domain.listed is None else [each for each in domain.listed if each in known]
        if values is not object and domain.listed is not None:
            numbers = [each for each in domain.listed if isinstance(each, int | float)]
            domain.listed = [values(each) for each in numbers if values(each) == each]
        if values is float:
            domain.low = None if domain.low is None else float(domain.low)
            domain.high = None if domain.high is None else float(domain.high)
        return domain


def _plain(value: Any) -> Any:
    """Return a value that others are compared with. PendingError when it is not known yet."""
    return value if isinstance(value, int | float | str | bytes) else int(value)


def _bound(domain: Domain, operator: str, operand: OfNode, node: DrawnNode, values: type) -> None:
    try:
        limit = _plain(operand(node))
    except PendingError:
        domain.is_pending |= operator == "=="
        domain.is_exact = False
        return
    if values is int and operator not in ("==", "!="):
        limit = math.ceil(limit) if operator in ("<", ">=") else math.floor(limit)
    if operator == "==":
        domain.listed = [limit]
    elif operator in (">", ">="):
        limit = limit + 1 if operator == ">" and isinstance(limit, int) else limit
        domain.low = limit if domain.low is None else max(domain.low, limit)
    elif operator in ("<", "<="):
        limit = limit - 1 if operator == "<" and isinstance(limit, int) else limit
        domain.high = limit if domain.high is None else min(domain.high, limit)


def _bound_length(domain: Domain, operator: str, operand: OfNode, node: DrawnNode) -> None:
    limit = operand(node)
    if operator in ("==", ">", ">="):
        domain.low_length = max(domain.low_length, limit + (operator == ">"))
    if operator in ("==", "<", "<="):
        highest = limit - (operator == "<")
        domain.high_length = highest if domain.high_length is None else min(domain.high_length, highest)


def _holds(way: RuleWay, node: DrawnNode) -> bool:
    try:
        return all(guard(node) for guard in way.guards)
    except PendingError:
        return True


def _as_expression(rule: ValidRule) -> ex.Expression:
    operators = {"eq": "==", "min": ">=", "max": "<="}
    if rule.rule == "expr":
        return rule.operands[0]
    return ex.Binary(operators[rule.rule], ex.Name("_"), rule.operands[0])


def _of_value(expression: Any, name: str) -> Any:
    """Return an expression with `_` in place of the name of the field itself."""
    if expression == ex.Name(name):
        return ex.Name("_")
    if isinstance(expression, tuple):
        return tuple(_of_value(part, name) for part in expression)
    if not isinstance(expression, ex.Expression):
        return expression
    return replace(expression, **{key: _of_value(part, name) for key, part in vars(expression).items()})


def _among(choices: tuple[OfNode, ...]) -> OfValue:
    return lambda it, this: any(choice(this) == it for choice in choices)


def _member_of(numbers: set[int]) -> OfValue:
    return lambda it, _: it in numbers


def _negated(expression: ex.Expression) -> ex.Expression | None:
    match expression:
        case ex.Binary(operator, left, right) if operator in _NEGATED:
            return ex.Binary(_NEGATED[operator], left, right)
        case ex.Binary("and" | "or" as operator, left, right):
            return ex.Binary("or" if operator == "and" else "and", ex.Unary("not", left), ex.Unary("not", right))
        case ex.Unary("not", operand):
            return operand
        case _ if _is_value(expression):
            return ex.Binary("==", expression, ex.Literal(False))
    return None if _mentions_value(expression) else ex.Binary("==", expression, ex.Literal(False))


def _mentions_value(expression: ex.Expression) -> bool:
    return any(part == ex.Name("_") for part in ex.walk(expression))


def _is_value(expression: ex.Expression) -> bool:
    while isinstance(expression, ex.Cast):
        expression = expression.of
    return expression == ex.Name("_") or (
        isinstance(expression, ex.Attribute) and expression.id in ("value", "to_i") and _is_value(expression.of)
    )
