"""How each type and each field of a schema is drawn."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from nacformats.codec.constructs import Varint
from nacformats.fuzz.closures import Closures, OfNode
from nacformats.fuzz.hints import Hint, Hints
from nacformats.fuzz.output import PENDING, DrawnNode, PendingError, Site, Stream, UnsatisfiedError
from nacformats.fuzz.roles import Roles, all_types
from nacformats.fuzz.rules import Domain, Rules
from nacformats.fuzz.run import Run
from nacformats.fuzz.texts import TextMaker
from nacformats.generator import expressions as ex
from nacformats.generator.derivation import is_bare
from nacformats.generator.model import (
    NATIVE,
    Bits,
    Field,
    Kind,
    Number,
    Raw,
    Schema,
    Switch,
    Text,
    Type,
    Use,
    ValueInstance,
    uses,
)
from nacformats.generator.reading import SchemaError

#: How often one value is drawn before its record is drawn again.
_TRIES = 40
#: How often a record is drawn before the one that holds it is drawn again.
_RECORD_TRIES = 8
#: How often a field is one of the numbers that something else asks for.
_OFTEN = 0.85
#: A list or a text without any limit but the size of the file.
_BOUNDLESS = 1 << 40

#: What an expression may raise that uses a field which is not in the file, or divides by 0.
_UNDEFINED = (AttributeError, TypeError, LookupError, ArithmeticError)

_FLOATS = (0.0, 1.0, -1.0, 0.5, -2.5, 1e-3, 65504.0, 3.0e38, float("inf"), float("-inf"), float("nan"))


class Plans:
    """The plans of all types of a schema."""

    def __init__(self, schema: Schema, hints: Hints) -> None:
        types = all_types(schema)
        self.schema = schema
        self.hints = hints
        self.closures = Closures(schema, types)
        self.roles = Roles(schema, types)
        self._made: dict[int, TypePlan] = {}
        self.root = self.of(schema.root)
        hints.check_used()

    def of(self, target: Type) -> TypePlan:
        """The plan of a type."""
        if id(target) not in self._made:
            plan = self._made[id(target)] = TypePlan(target)
            plan.fill(self)
        return self._made[id(target)]


class TypePlan:
    """How a record of a type is drawn.

    Attributes:
        lazy: what is computed or drawn when it is asked for.
        fields, placed: the plans of its fields, and of its instances with `pos`.
    """

    def __init__(self, target: Type) -> None:
        self.type = target
        self.id = target.id
        self.params = tuple(param.id for param in target.params)
        self.lazy: dict[str, OfNode] = {}
        self.fields: list[FieldPlan] = []
        self.placed: list[FieldPlan] = []
        self.weightless = _is_weightless(target, ())
        self.least = _least(target, ())

    def fill(self, plans: Plans) -> None:
        """Plan the members; types that use each other need that to come later."""
        target = self.type
        self.lazy = {value.id: _instance(plans.closures, target, value) for value in target.values}
        self.fields = [FieldPlan(plans, target, member) for member in target.fields]
        self.placed = [plan for plan in (FieldPlan(plans, target, each) for each in target.placed) if plan.is_drawn]
        self.lazy |= {plan.id: plan.draw_early for plan in self.placed}
        by_id = {plan.id: plan for plan in self.fields}
        for plan in self.placed:
            plan.tell_offset(by_id)
        for plan in (*self.fields, *self.placed):
            plan.tell_length(by_id)

    def draw(
        self, run: Run, parent: DrawnNode, step: str, index: int | None, arguments: tuple[OfNode, ...]
    ) -> DrawnNode:
        """A record, drawn again while its fields cannot be satisfied."""
        mark = run.mark()
        for attempt in range(_RECORD_TRIES):
            node = DrawnNode(self, parent, step, index)
            own = node.__dict__
            own["_root"] = parent._root
            for name, argument in zip(self.params, arguments, strict=True):
                own[name] = argument(parent)
            try:
                self.draw_fields(run, node)
            except UnsatisfiedError as error:
                run.spend(error.path, error.reason)
                run.rewind(mark)
                if attempt == _RECORD_TRIES - 1:
                    raise
            except _UNDEFINED as error:
                run.spend(self.type.path, f"{type(error).__name__}: {error}")
                run.rewind(mark)
            else:
                return node
        raise UnsatisfiedError(self.type.path, "its expressions have no values")

    def draw_fields(self, run: Run, node: DrawnNode) -> None:
        """Draw the fields of a record, and leave its instances for later."""
        run.enter(self.type.path)
        node._io = stream = run.stream
        node._run = run
        own = node.__dict__
        for plan in self.fields:
            own[plan.id] = plan.draw(run, node)
        if self.placed:
            stream_of = [(plan, stream if plan.io is None else plan.io(node)) for plan in self.placed]
            for plan, there in stream_of:
                there.queue.append((node, plan))
        run.depth -= 1


class FieldPlan:
    """How a field is drawn, or an instance with `pos`.

    Attributes:
        id, path: its name and its path in the schema.
        label: what it is, in a word.
        bits: whether it is a bit field.
        rules: its `valid`.
        offset: of an instance: the field that tells where it is.
        length: of a field of a given size: the field that tells its size, and how many bytes count as one.
    """

    def __init__(self, plans: Plans, owner: Type, member: Field) -> None:
        self.id = member.id
        self.path = member.path
        self.member = member
        self.owner = owner
        closures = plans.closures
        self.hint: Hint = plans.hints.of(owner, member, closures)
        self.is_drawn = self.hint.draw
        self.rules = Rules(closures, owner, member)
        self.role = plans.roles.of(owner, member.id)
        self.condition = self._closure(closures, member.condition, "if")
        self.count = self._closure(closures, member.count, "repeat-expr")
        self.size = self._closure(closures, member.size, "size")
        self.pos = self._closure(closures, member.pos, "pos")
        self.io = self._closure(closures, member.io, "io")
        self.until = None
        if member.until is not None:
            self.until = closures.of_value(owner, member.until, f"{member.path}/repeat-until")
        self.bits = isinstance(member.kind, Bits)
        self.offset: FieldPlan | None = None
        self.is_offset = False
        self.offset_condition: OfNode | None = None
        self.length: tuple[FieldPlan, int] | None = None
        self.is_length = False
        self.scale = 0
        self.encode: Callable[[int], bytes] = _no_number
        self.convert: Callable[[Any], Any] = _same
        self.low: Any = None
        self.high: Any = None
        self.label = ""
        self.least = _least_of_element(member, ())
        self.spread = sum(max(1, _spread(use.type)) - 1 for use in uses(member.kind))
        self.weightless = isinstance(member.kind, Use) and _is_weightless(member.kind.type, ())
        self.draw_one = self._element(plans, member.kind)
        self.draws_blocks = self._is_block(member)
        self.numbers = [each.number for each in member.enum.members] if member.enum is not None else []
        self.cases = [case for case in self.role.cases if isinstance(case, str) == isinstance(member.kind, Text)]
        self._is_counting = self.role.counts
        self._reserves = False
        self._unit = 1

    def _closure(self, closures: Closures, expression: ex.Expression | None, key: str) -> OfNode | None:
        if expression is None:
            return None
        return closures.of_node(self.owner, expression, f"{self.path}/{key}")

    # What tells of what

    def tell_offset(self, fields: dict[str, FieldPlan]) -> None:
        """Of an instance with `pos`: let the field know that holds its position."""
        assert self.member.pos is not None
        found = next((plan for plan in fields.values() if is_bare(self.member.pos, plan.id)), None)
        if found is not None and isinstance(found.member.kind, Number) and not found.is_offset:
            self.offset, found.is_offset, found.offset_condition = found, True, self.condition

    def tell_length(self, fields: dict[str, FieldPlan]) -> None:
        """Of a record of a given size: let the field know that holds its size."""
        member = self.member
        if member.count is not None:
            for plan in fields.values():
                if is_bare(member.count, plan.id) and not plan._unit > 1:
                    plan._unit = max(1, self.least + self.spread)
        if member.size is None or member.repeat is not None:
            return
        for plan in fields.values():
            scale = _scale(member.size, plan.id)
            if not scale:
                continue
            plan._unit = scale
            plan._reserves = member.pos is not None
            is_record = isinstance(member.kind, Use | Switch)
            if (
                is_record
                and isinstance(plan.member.kind, Number)
                and plan.member.kind.kind == "u"
                and not plan.is_length
            ):
                self.length, plan.is_length = (plan, scale), True

    # Drawing

    def draw(self, run: Run, node: DrawnNode) -> Any:
        """The value of the field: drawn, and written."""
        if self.condition is not None and not self.condition(node):
            return None
        if not self.bits:
            run.bits = 0
        if self.member.repeat is None:
            return self.draw_one(run, node, -1)
        return self._list(run, node)

    def draw_early(self, node: DrawnNode) -> Any:
        """The value of an instance that is asked for before its turn."""
        run: Run = node._run
        if self.condition is not None and not self.condition(node):
            return None
        if self.weightless and self.member.count is not None:
            return _Lookups(self, run, node, self.count(node))  # type: ignore[misc]
        stream = node._io if self.io is None else self.io(node)
        segment, value = run.aside(stream, lambda: self.draw(run, node))
        node.__dict__[f"{self.id} aside"] = segment
        return value

    def place(self, run: Run, node: DrawnNode) -> None:
        """Draw an instance at the end of its stream, or add what was drawn early, and write where it is."""
        assert self.pos is not None
        if self.weightless and self.offset is None:
            return
        if self.condition is not None and not self.condition(node):
            return
        stream = run.stream
        end = len(run.segment.data) - stream.start
        position = self._position(node, end)
        run.bits = 0
        if position < end and self.id not in node.__dict__:
            node.__dict__[self.id] = self.draw_early(node)
        segment = node.__dict__.pop(f"{self.id} aside", None)
        if position < end:
            if segment is not None and segment.data:
                raise UnsatisfiedError(self.path, "overlaps what is before it (a hint `draw: false` leaves it out)")
            return
        run.pad_to(stream.start + position)
        if segment is not None:
            run.segment.append(segment)
        elif self.id not in node.__dict__:
            if self.size is not None:
                run.reserve(-int(self.size(node)))
            node.__dict__[self.id] = self.draw(run, node)

    def _position(self, node: DrawnNode, end: int) -> int:
        """Where an instance is; its offset is chosen and written if it is not known yet."""
        assert self.pos is not None
        if self.offset is None:
            return int(self.pos(node))
        if node.__dict__[self.offset.id] is not PENDING:
            return int(self.pos(node))
        site: Site = node.__dict__.pop(f"{self.offset.id} site")
        domain = self.offset.rules.domain(node, lambda _: 0)
        position = max(end, domain.low or 0)
        align = max(self.offset.member.align, self.offset.hint.align)
        position += -position % align
        site.write(position)
        return position

    def write_last(self, site: Site) -> None:
        """Write a number that follows from the whole file."""
        domain = self.rules.domain(site.node, lambda _: 0)
        if domain.listed is None or domain.is_pending:
            site.write(0)
        else:
            site.write(int(domain.listed[0]))

    # Lists

    def _list(self, run: Run, node: DrawnNode) -> list[Any]:
        if self.count is not None:
            count = int(self.count(node))
            left = run.left()
            if count < 0 or (left is not None and count * self.least > left):
                raise UnsatisfiedError(f"{self.path}/repeat-expr", f"a count of {count}")
            if self.draws_blocks:
                return self._block(run, node, count)
            return self._elements(run, node, count)
        if self.until is not None:
            return self._until(run, node)
        return self._to_end(run, node)

    def _elements(self, run: Run, node: DrawnNode, count: int) -> list[Any]:
        values: list[Any] = []
        node.__dict__[self.id] = values
        draw, is_plain = self.draw_one, self.bits
        for index in range(count):
            node._index = index
            if not is_plain:
                run.bits = 0
            values.append(draw(run, node, index))
        return values

    def _to_end(self, run: Run, node: DrawnNode) -> list[Any]:
        values: list[Any] = []
        node.__dict__[self.id] = values
        if run.stream.limit is None:
            room = run.room() // max(1, self.least)
            return self._elements(run, node, run.choices.length(0, room))
        while run.left():
            node._index = len(values)
            values.append(self._fitting(run, node, len(values)))
        return values

    def _fitting(self, run: Run, node: DrawnNode, index: int) -> Any:
        mark = run.mark()
        for _ in range(_TRIES):
            value = self.draw_one(run, node, index)
            left = run.left()
            if left is not None and left >= 0 and run.mark()[2] != mark[2]:
                return value
            run.rewind(mark)
        raise UnsatisfiedError(self.path, "the elements do not fill their stream")

    def _until(self, run: Run, node: DrawnNode) -> list[Any]:
        """Elements up to one that ends the list; how many is drawn first, so that lists get short."""
        assert self.until is not None
        values: list[Any] = []
        node.__dict__[self.id] = values
        wanted = run.choices.length(0, run.room() // max(1, self.least))
        while True:
            is_last = len(values) >= wanted
            mark = run.mark()
            for _ in range(_TRIES):
                node._index = len(values)
                value = self.draw_one(run, node, len(values))
                values.append(value)
                if self._ends(run, node, value, is_last=is_last):
                    return values
                if not is_last:
                    break
                values.pop()
                run.rewind(mark)
            else:
                raise UnsatisfiedError(f"{self.path}/repeat-until", "no element that ends the list was found")

    def _ends(self, run: Run, node: DrawnNode, value: Any, *, is_last: bool) -> bool:
        assert self.until is not None
        run.stream.ends = is_last
        try:
            return bool(self.until(value, node))
        finally:
            run.stream.ends = False

    @staticmethod
    def _is_block(member: Field) -> bool:
        is_number = isinstance(member.kind, Number) and member.kind.kind != "f"
        return is_number and not member.valid and member.enum is None

    def _block(self, run: Run, node: DrawnNode, count: int) -> list[Any]:
        """The numbers of a list, drawn at once."""
        kind = self.member.kind
        assert isinstance(kind, Number)
        if run.stream.avoided or self.cases:
            return self._elements(run, node, count)
        data = run.choices.block(count * kind.width)
        run.write_list(self, node, count, data)
        return list(struct.unpack(f"{_ENDIAN[kind.endian]}{count}{_code(kind)}", data))

    # Elements

    def _element(self, plans: Plans, kind: Kind) -> Callable[[Run, DrawnNode, int], Any]:
        member = self.member
        if member.contents is not None:
            self.label = "contents"
            return self._contents
        if isinstance(kind, Raw | Text):
            self.label = "bytes" if isinstance(kind, Raw) else "str"
            self.texts = TextMaker(kind.encoding if isinstance(kind, Text) else None)
            return self._text
        if member.size is None and not member.to_end and member.terminator is None:
            return self._kind(plans, kind)
        inner = self._kind(plans, kind)
        return lambda run, node, index: self._part(run, node, index, inner)

    def _kind(self, plans: Plans, kind: Kind) -> Callable[[Run, DrawnNode, int], Any]:
        match kind:
            case Number():
                return self._number(kind)
            case Bits(width, endian):
                return self._bit_field(width, little=endian == "le")
            case Use(target, arguments) if target.schema in NATIVE:
                return self._varint()
            case Use(target, arguments):
                return self._record(plans, target, arguments)
            case Switch():
                return self._switch(plans, kind)
            case Raw() | Text():
                maker = TextMaker(kind.encoding if isinstance(kind, Text) else None)
                return lambda run, node, index: self._rest(run, node, index, maker)
        raise AssertionError(kind)

    def _contents(self, run: Run, node: DrawnNode, index: int) -> bytes:
        contents = self.member.contents
        assert contents is not None
        run.write(self, node, index, contents)
        return contents

    def _number(self, kind: Number) -> Callable[[Run, DrawnNode, int], Any]:
        self.label = f"{kind.kind}{kind.width}"
        pack = struct.Struct(f"{_ENDIAN[kind.endian]}{_code(kind)}").pack
        self.encode = pack
        if kind.kind == "f":
            return lambda run, node, index: self._float(run, node, index, pack)
        bits = 8 * kind.width
        self.low, self.high = (0, (1 << bits) - 1) if kind.kind == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)

        def draw(run: Run, node: DrawnNode, index: int) -> Any:
            value, is_pending = self._value(run, node, index)
            if is_pending:
                return self._pending(run, node, index, pack(0))
            data = pack(value)
            if run.stream.avoided and any(byte in run.stream.avoided for byte in data):
                raise UnsatisfiedError(self.path, "holds a byte that would end it")
            run.write(self, node, index, data)
            return value

        return draw

    def _pending(self, run: Run, node: DrawnNode, index: int, data: bytes) -> Any:
        site = Site(node, self, run.segment, len(run.segment.data))
        run.write(self, node, index, data)
        run.segment.sites.append(site)
        node.__dict__[f"{self.id} site"] = site
        if not self.is_offset and not self.is_length:
            run.last.append((self, site))
        if not self.rules.is_empty:
            run.checks.append((self, node, PENDING))
        return PENDING

    def _float(self, run: Run, node: DrawnNode, index: int, pack: Callable[..., bytes]) -> float:
        domain = self.rules.domain(node, run.choices.index)
        value = _FLOATS[run.choices.index(len(_FLOATS))]
        if domain.listed:
            value = float(domain.listed[run.choices.index(len(domain.listed))])
        elif domain.low is not None or domain.high is not None:
            low = domain.low if domain.low is not None else domain.high - 1.0
            high = domain.high if domain.high is not None else domain.low + 1.0
            value = low + (high - low) * run.choices.integer(0, 16) / 16
        data = pack(value)
        value = struct.unpack(">f" if len(data) == 4 else ">d", data if pack(1.0)[0] else data[::-1])[0]
        if not self.rules.is_empty and not self.rules.holds(value, node):
            raise UnsatisfiedError(f"{self.path}/valid", "no number keeps the rule")
        run.write(self, node, index, data)
        return value  # type: ignore[no-any-return]

    def _bit_field(self, width: int, *, little: bool) -> Callable[[Run, DrawnNode, int], Any]:
        self.label = f"b{width}"
        self.low, self.high = 0, (1 << width) - 1
        is_flag = width == 1 and self.member.enum is None

        def draw(run: Run, node: DrawnNode, index: int) -> Any:
            value, _ = self._value(run, node, index)
            run.write_bits(self, node, index, int(value), width, little=little)
            return bool(value) if is_flag else value

        return draw

    def _varint(self) -> Callable[[Run, DrawnNode, int], Any]:
        self.label = "uleb128"
        self.low, self.high = 0, (1 << 64) - 1
        self.encode = lambda number: Varint(number).encoded
        self.convert = Varint

        def draw(run: Run, node: DrawnNode, index: int) -> Any:
            value = self._value(run, node, index)[0]
            run.write(self, node, index, value.encoded)
            return value

        return draw

    def _record(
        self, plans: Plans, target: Type, arguments: tuple[ex.Expression, ...]
    ) -> Callable[[Run, DrawnNode, int], Any]:
        plan = plans.of(target)
        if len(arguments) != len(target.params):
            raise SchemaError(f"{self.path}/type", f"{target.id} takes {len(target.params)} arguments")
        closures = tuple(plans.closures.of_node(self.owner, each, f"{self.path}/type") for each in arguments)
        rules, name = self.rules, self.id
        if rules.is_empty:
            return lambda run, node, index: plan.draw(run, node, name, None if index < 0 else index, closures)

        def draw(run: Run, node: DrawnNode, index: int) -> Any:
            mark = run.mark()
            for _ in range(_TRIES):
                value = plan.draw(run, node, name, None if index < 0 else index, closures)
                try:
                    if rules.holds(value, node):
                        return value
                except PendingError:
                    run.checks.append((self, node, value))
                    return value
                run.rewind(mark)
            raise UnsatisfiedError(f"{self.path}/valid", "no record that keeps the rule was found")

        return draw

    def _switch(self, plans: Plans, kind: Switch) -> Callable[[Run, DrawnNode, int], Any]:
        path = f"{self.path}/type"
        on = plans.closures.of_node(self.owner, kind.on, path)
        keyed = [(plans.closures.of_node(self.owner, key, path), case) for key, case in kind.cases if key is not None]
        cases = [(key(None), FieldCase(self, plans, case).draw) for key, case in keyed]
        table = dict(reversed(cases))
        otherwise = next((FieldCase(self, plans, case).draw for key, case in kind.cases if key is None), None)
        if otherwise is None and (self.member.size is not None or self.member.to_end or self.member.terminator):
            raw = TextMaker(None)
            otherwise = lambda run, node, index: self._rest(run, node, index, raw)  # noqa: E731

        def draw(run: Run, node: DrawnNode, index: int) -> Any:
            chosen = table.get(on(node), otherwise)
            return None if chosen is None else chosen(run, node, index)

        return draw

    # Values of integers

    def _value(self, run: Run, node: DrawnNode, index: int) -> tuple[Any, bool]:
        """A number, and whether it is only known later."""
        if self.is_offset and index < 0:
            pending = self._offset_value(run, node)
            if pending is not None:
                return pending
        if self.is_length and index < 0 and not self.cases:
            return 0, True
        domain = self.rules.domain(node, run.choices.index) if not self.rules.is_empty else _FREE
        if domain.is_pending:
            return 0, True
        for _ in range(_TRIES):
            value = self.convert(self._choose(run, node, domain))
            if self.rules.is_empty:
                return value, False
            try:
                if self.rules.holds(value, node):
                    return value, False
            except PendingError:
                run.checks.append((self, node, value))
                return value, False
            run.spend(f"{self.path}/valid")
        raise UnsatisfiedError(f"{self.path}/valid", "no number that keeps the rule was found")

    def _offset_value(self, run: Run, node: DrawnNode) -> tuple[int, bool] | None:
        """0 where an offset may say that nothing is there; otherwise it is known later."""
        condition = self.offset_condition
        if condition is None:
            return 0, True
        own = node.__dict__
        own[self.id] = 0
        absent = not condition(node)
        del own[self.id]
        if not absent or run.choices.flag(self.hint.often):
            return 0, True
        try:
            return (0, False) if self.rules.is_empty or self.rules.holds(0, node) else (0, True)
        except PendingError:
            return 0, True

    def _choose(self, run: Run, node: DrawnNode, domain: Domain) -> Any:
        choices, hint = run.choices, self.hint
        low, high = self._bounds(node, domain)
        if domain.listed is not None:
            return self._one_of([each for each in domain.listed if low <= each <= high], run)
        listed = hint.listed(node) if hint.listed is not None else None
        if not listed:
            listed = self.numbers or self.cases
        if listed and (self.must_be_member or choices.flag(_OFTEN)):
            kept = [each for each in listed if low <= each <= high]
            if kept:
                return kept[choices.index(len(kept))]
        if low > high:
            raise UnsatisfiedError(f"{self.path}/valid", f"no number from {low} to {high}")
        if self._is_counting:
            value = choices.length(low, min(high, low + run.room() // self._unit))
            if self._reserves:
                run.reserve(value * self._unit)
        else:
            value = choices.integer(low, high)
        if domain.step > 1:
            value += (domain.rest - value) % domain.step
        return value

    def _bounds(self, node: DrawnNode, domain: Domain) -> tuple[Any, Any]:
        hint = self.hint
        low = self.low if domain.low is None else max(self.low, domain.low)
        high = self.high if domain.high is None else min(self.high, domain.high)
        low = low if hint.low is None else max(low, hint.low(node))
        return low, high if hint.high is None else min(high, hint.high(node))

    @property
    def must_be_member(self) -> bool:
        """Whether only members of the enum are allowed."""
        return any(rule.rule == "in-enum" for rule in self.member.valid)

    def _one_of(self, listed: list[Any], run: Run) -> Any:
        if not listed:
            raise UnsatisfiedError(f"{self.path}/valid", "no value is left")
        return listed[run.choices.index(len(listed))] if len(listed) > 1 else listed[0]

    # Bytes, text, and records inside of them

    def _text(self, run: Run, node: DrawnNode, index: int) -> Any:
        member = self.member
        mark = run.mark()
        domain = self.rules.domain(node, run.choices.index)
        for _ in range(_TRIES):
            data, value = self._bytes(run, node, domain)
            run.write(self, node, index, data)
            self._terminate(run)
            if self.rules.is_empty or self.rules.holds(value, node):
                return value
            run.spend(f"{member.path}/valid")
            run.rewind(mark)
        raise UnsatisfiedError(f"{member.path}/valid", "no text that keeps the rule was found")

    def _bytes(self, run: Run, node: DrawnNode, domain: Domain) -> tuple[bytes, Any]:
        """The bytes of a text without a terminator that is skipped, and its value."""
        end = self.member.terminator
        listed = domain.listed if domain.listed is not None else self.cases
        avoided = run.stream.avoided + (bytes([end.byte]) if end is not None else b"")
        if listed and (domain.listed is not None or run.choices.flag(_OFTEN)):
            data = self.texts.encoded(listed[run.choices.index(len(listed))])
            if self._fits(node, data, avoided):
                return data, self.texts.decoded(data)
        data = self.texts.draw(run.choices, self._length(run, node, domain, low=int(end is not None)), avoided)
        if end is not None and end.include:
            data += bytes([end.byte])
        return data, self.texts.decoded(data)

    def _fits(self, node: DrawnNode, data: bytes, avoided: bytes) -> bool:
        if any(byte in avoided for byte in data):
            return False
        return self.size is None or len(data) == self.size(node)

    def _length(self, run: Run, node: DrawnNode, domain: Domain, low: int) -> int:
        """How many bytes a text has."""
        if self.size is not None:
            size = self.size(node)
            left = run.left()
            if size < 0 or (left is not None and size > left):
                raise UnsatisfiedError(f"{self.path}/size", f"a size of {size}")
            return int(size)
        if self.member.to_end and run.stream.limit is not None:
            return max(0, run.left() or 0)
        unit = self.texts.unit
        low = max(low * (self.member.terminator is not None and not self.member.terminator.required), domain.low_length)
        room = run.room()
        high = low + max(0, room - low) if domain.high_length is None else domain.high_length
        return unit * run.choices.length(low, max(low, min(high, low + room) // unit))

    def _terminate(self, run: Run) -> None:
        end = self.member.terminator
        if end is None or end.include or not end.consume:
            return
        if end.required:
            run.segment.data.append(end.byte)
        else:
            run.separate_before(bytes([end.byte]))

    def _rest(self, run: Run, node: DrawnNode, index: int, maker: TextMaker) -> Any:
        """The bytes of a part of the stream that has no type of its own."""
        left = run.left()
        size = run.choices.length(0, run.room()) if left is None else left
        data = maker.draw(run.choices, size, run.stream.avoided)
        run.write(self, node, index, data)
        return maker.decoded(data)

    def _part(self, run: Run, node: DrawnNode, index: int, inner: Callable[[Run, DrawnNode, int], Any]) -> Any:
        """A record in a stream of its own."""
        if self.length is not None and node.__dict__[self.length[0].id] is PENDING:
            return self._sized_after(run, node, index, inner, *self.length)
        stream = self._stream(run)
        if self.size is not None:
            stream.limit = int(self.size(node))
            left = run.left()
            if stream.limit < 0 or (left is not None and stream.limit > left):
                raise UnsatisfiedError(f"{self.path}/size", f"a size of {stream.limit}")
        elif self.member.to_end:
            stream.limit = run.left()
        value = run.within(stream, lambda: inner(run, node, index))
        self._terminate(run)
        return value

    def _stream(self, run: Run) -> Stream:
        end = self.member.terminator
        avoided = run.stream.avoided + (bytes([end.byte]) if end is not None else b"")
        if run.stream.separator:
            run._separate(run.stream)
        return Stream(run.segment, len(run.segment.data), avoided=avoided)

    def _sized_after(
        self,
        run: Run,
        node: DrawnNode,
        index: int,
        inner: Callable[[Run, DrawnNode, int], Any],
        length: FieldPlan,
        scale: int,
    ) -> Any:
        """Draw a record first and write its length then; if it asks for its length, the other way round."""
        mark = run.mark()
        site: Site = node.__dict__.pop(f"{length.id} site")
        stream = self._stream(run)
        try:
            value = run.within(stream, lambda: inner(run, node, index))
        except PendingError:
            run.rewind(mark)
            site.write(run.choices.length(0, run.room() // scale))
            return self._part(run, node, index, inner)
        assert stream.size is not None
        run.pad_to(len(run.segment.data) + -stream.size % scale)
        size = len(run.segment.data) - stream.start
        stream.size = size
        if size // scale > length.high:
            raise UnsatisfiedError(self.path, "longer than its length can tell")
        site.write(size // scale)
        return value


class FieldCase:
    """One of the kinds that a switched field may hold."""

    def __init__(self, field: FieldPlan, plans: Plans, kind: Kind) -> None:
        self.field = field
        self._draw: Callable[[Run, DrawnNode, int], Any] | None = None
        self._plans, self._kind = plans, kind

    def _made(self, plans: Plans, kind: Kind) -> Callable[[Run, DrawnNode, int], Any]:
        own = object.__new__(FieldPlan)
        own.__dict__.update(self.field.__dict__)
        return own._kind(plans, kind)

    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        """Draw it; the plan of its type is made when it is first needed."""
        if self._draw is None:
            self._draw = self._made(self._plans, self._kind)
        return self._draw(run, node, index)


class _Lookups(list[Any]):
    """A list of records without bytes: each is made when it is asked for."""

    def __init__(self, plan: FieldPlan, run: Run, node: DrawnNode, count: int) -> None:
        super().__init__()
        self._plan, self._run, self._node, self._count = plan, run, node, count
        self._made: dict[int, Any] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < self._count:
            raise UnsatisfiedError(self._plan.path, f"there is no element {index}")
        if index not in self._made:
            outer = self._node.__dict__.get("_index")
            self._node._index = index
            run = self._run
            depth = run.depth
            self._made[index] = run.aside(self._node._io, lambda: self._plan.draw_one(run, self._node, index))[1]
            run.depth = depth
            self._node._index = outer
        return self._made[index]


_FREE = Domain()
_ENDIAN = {"le": "<", "be": ">"}


def _code(kind: Number) -> str:
    if kind.kind == "f":
        return {4: "f", 8: "d"}[kind.width]
    code = {1: "b", 2: "h", 4: "i", 8: "q"}[kind.width]
    return code.upper() if kind.kind == "u" else code


def _same(value: Any) -> Any:
    return value


def _no_number(value: int) -> bytes:
    raise AssertionError(value)


def _instance(closures: Closures, owner: Type, value: ValueInstance) -> OfNode:
    compute = closures.of_node(owner, value.value, f"{value.path}/value")
    if value.condition is None:
        return compute
    condition = closures.of_node(owner, value.condition, f"{value.path}/if")
    return lambda node: compute(node) if condition(node) else None


def _scale(size: ex.Expression, name: str) -> int:
    """The factor of a field in a size; 0 if the size is something else."""
    match size:
        case ex.Binary("*", left, ex.Literal(int(scale))) | ex.Binary("*", ex.Literal(int(scale)), left):
            return scale if is_bare(left, name) else 0
    return int(is_bare(size, name))


def _is_weightless(target: Type, seen: tuple[Type, ...]) -> bool:
    """Whether records of a type take no bytes."""
    if target in seen:
        return True
    return not target.placed and all(
        isinstance(member.kind, Use)
        and member.size is None
        and member.kind.type.schema not in NATIVE
        and _is_weightless(member.kind.type, (*seen, target))
        for member in target.fields
    )


def _spread(target: Type) -> int:
    """How many bytes the alignment of what a record points to may take."""
    names = [ex.Name(member.id) for member in target.fields]
    return sum(
        field.align
        for field, name in zip(target.fields, names, strict=True)
        for each in target.placed
        if each.pos == name
    )


def _least(target: Type, seen: tuple[Type, ...]) -> int:
    """How many bytes a record of a type takes at least."""
    if target in seen:
        return 0
    bits = 0
    for member in target.fields:
        if member.condition is None and member.repeat is None:
            bits += (
                member.kind.width if isinstance(member.kind, Bits) else 8 * _least_of_element(member, (*seen, target))
            )
    return bits // 8


def _least_of_element(member: Field, seen: tuple[Type, ...]) -> int:
    if member.contents is not None:
        return len(member.contents)
    if member.size is not None:
        return member.size.value if isinstance(member.size, ex.Literal) and isinstance(member.size.value, int) else 0
    if member.terminator is not None:
        return int(member.terminator.required)
    match member.kind:
        case Number(_, width, _):
            return width
        case Use(target, _):
            return 1 if target.schema in NATIVE else _least(target, seen)
        case Switch(_, cases):
            sizes = [_least(case.type, seen) if isinstance(case, Use) else 0 for _, case in cases]
            return min(sizes) if any(key is None for key, _ in cases) else 0
    return 0
