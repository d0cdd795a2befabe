"""Makes files of a schema, and files with one damage, from a random.Random; nothing here needs Hypothesis.

Of damages, what breaks a rule of the field itself is preferred, since a reader must refuse that and knows where: wrong
magic bytes, a number that `valid` refuses or that its enum does not have, text that is not in its encoding, a number of
variable length without an end, and a file that is cut inside a field. Fields without any rule get other numbers (0, the
largest, one more, one less, another highest bit); readers accept most of those.

Counts, lengths, offsets and what a switch depends on are left to their own rules but for one damage in STRAY_EVERY: a
wrong number there that no rule refuses moves everything after it, and readers refuse the file wherever the bytes
stop making sense.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from nacformats import limits
from nacformats.api import read_source
from nacformats.codec.streams import OverBudgetError, Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.record import TreeRecord
from nacformats.errors import FormatError, InvalidError
from nacformats.formats.base import Format
from nacformats.fuzz.choices import Choices, RandomChoices, ReplayedChoices
from nacformats.fuzz.elements import ContentsElement, IntegerElement, VarintElement
from nacformats.fuzz.fields import Element
from nacformats.fuzz.hints import Hints
from nacformats.fuzz.output import DrawnEntry, DrawnNode, OversizeError, PendingError, Sample, UnsatisfiedError, span_of
from nacformats.fuzz.plans import Plans
from nacformats.fuzz.run import WHOLE, DrawingBudget, Lessons, Run
from nacformats.fuzz.texts import TextElement
from nacformats.schema.model import Schema, SchemaError
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import schema_names, schema_path
from nacformats.targets.loading import bounded_recursion, machine_of_schema, schema_of_file

#: One damage in so many is one whose refusal may name another field.
STRAY_EVERY = 100
#: How often a field without any rule is damaged, and how often a file is cut.
_FREE_SHARE = 0.2
_CUT_SHARE = 0.1
#: How often a place for a damage is looked for.
_TRIES = 200

#: What is left of a number of variable length that is continued for ever.
_ENDLESS = b"\x80" * 10 + b"\x01"


@dataclass(frozen=True)
class Near:
    """A generated file with one damage.

    Attributes:
        data: its bytes.
        path: the field that was damaged, as FormatError and `inspect --section` name it.
        damage: what was done to it.
        sample: the file as it was.
    """

    data: bytes
    path: str
    damage: str
    sample: Sample


#: New bytes of a field and what they are.
_Change = tuple[str, bytes]


class Damager:
    """Damages the files of a schema."""

    def __init__(self, plans: Plans) -> None:
        self._is_sequential = not any(plan.placed for plan in plans.all)
        self._knows_size = plans.closures.ask_size

    def near(self, rng: random.Random, sample: Sample) -> Near:
        """Return a file with one damage.

        Raises:
            ValueError: the file has no field that can be damaged.
        """
        entries = sample.entries
        ways = (self._wanted(rng.random()), _forbidden, _free, self._cut, _stray) if entries else ()
        for way in ways:
            for _ in range(_TRIES):
                entry = _one(rng, entries[int(rng.random() * len(entries))])
                change = way(rng, entry, sample.data)
                if change is not None:
                    return Near(change[1], span_of(entry).path, change[0], sample)
        raise ValueError(f"{sample.schema}: the file has no field that can be damaged")

    def _wanted(self, share: float) -> Callable[[random.Random, DrawnEntry, bytes], _Change | None]:
        """Return the kind of damage."""
        if share < 1 / STRAY_EVERY:
            return _stray
        if share < _FREE_SHARE:
            return _free
        return self._cut if share > 1 - _CUT_SHARE else _forbidden

    def _cut(self, rng: random.Random, entry: DrawnEntry, data: bytes) -> _Change | None:
        """Return the file up to a byte inside the field."""
        _, element, _, at, size = entry
        if element.is_bits or not size or self._knows_size:
            return None
        if not self._is_sequential and at + size < len(data):
            return None
        if isinstance(element, TextElement) and element.field.size is None:
            return None
        return "cut", data[: at + int(rng.random() * size)]


def _one(rng: random.Random, entry: DrawnEntry) -> DrawnEntry:
    """Return the value; of many that were drawn at once, one of them."""
    node, element, index, at, size = entry
    if index >= -1:
        return entry
    index = int(rng.random() * (-1 - index))
    return node, element, index, at + index * size, size


def _forbidden(rng: random.Random, entry: DrawnEntry, data: bytes) -> _Change | None:
    """Return a change that a rule of the field refuses."""
    _, element, _, at, size = entry
    if isinstance(element, ContentsElement):
        return "wrong magic", _with(data, at, _flipped(rng, element.contents))
    if isinstance(element, IntegerElement):
        return _forbidden_number(rng, entry, element, data)
    if isinstance(element, TextElement) and size:
        return _forbidden_text(rng, entry, element, data)
    return None


def _forbidden_number(rng: random.Random, entry: DrawnEntry, element: IntegerElement, data: bytes) -> _Change | None:
    node, _, _, at, size = entry
    rules = element.field.rules
    if isinstance(element, VarintElement) and rng.random() < 0.2:
        return "endless", data[:at] + _ENDLESS + data[at + size :]
    if rules.is_empty:
        return None
    value = element.read(data, at, size)
    for name, number in _numbers(rng, element, value, node):
        if element.low <= number <= element.high and not _holds(element, number, node):
            return f"{name}: {number}", element.rewritten(data, at, size, number)
    return None


def _numbers(rng: random.Random, element: IntegerElement, value: int, node: DrawnNode) -> Iterator[tuple[str, int]]:
    """Yield other numbers, in any order; those just outside of what is allowed are among them."""
    numbers = [*_changes(value, element)]
    with suppress(PendingError, UnsatisfiedError):  # what the field is compared with is not known
        domain = element.domain(node, lambda _: 0)
        if domain.low is not None:
            numbers.append(("below the least", domain.low - 1))
        if domain.high is not None:
            numbers.append(("above the most", domain.high + 1))
    numbers.append(("another number", rng.randint(element.low, element.high)))
    rng.shuffle(numbers)
    return iter(numbers)


def _changes(value: int, element: IntegerElement) -> tuple[tuple[str, int], ...]:
    """Return other numbers, and what they are called."""
    return (
        ("zero", 0),
        ("the largest", element.high),
        ("one more", value + 1),
        ("one less", value - 1),
        ("the highest bit", _high_bit(value, element)),
    )


def _high_bit(value: int, element: IntegerElement) -> int:
    bits = (element.high - element.low).bit_length()
    flipped = (value & (1 << bits) - 1) ^ 1 << bits - 1
    return flipped if flipped <= element.high else flipped - (1 << bits)


def _other_number(rng: random.Random, entry: DrawnEntry, data: bytes, *, is_structural: bool) -> _Change | None:
    node, element, _, at, size = entry
    if not isinstance(element, IntegerElement) or element.field.role.is_structural != is_structural:
        return None
    if not is_structural and not element.field.rules.is_empty:
        return None
    value = element.read(data, at, size)
    changes = _changes(value, element)
    name, number = changes[int(rng.random() * len(changes))]
    if number == value or not element.low <= number <= element.high or not _holds(element, number, node):
        return None
    return f"{name}: {number}", element.rewritten(data, at, size, number)


#: Another value of a field without any rule, on which nothing depends.
_free = partial(_other_number, is_structural=False)
#: Another number that others depend on and that no rule of its own refuses.
_stray = partial(_other_number, is_structural=True)


def _forbidden_text(rng: random.Random, entry: DrawnEntry, element: TextElement, data: bytes) -> _Change | None:
    node, _, _, at, size = entry
    place = at + int(rng.random() * size)
    if element.texts.encoding in ("utf-8", "ascii"):
        return "not text", _with(data, place, b"\xff")
    if element.field.rules.is_empty:
        return None
    new = _with(data, place, bytes([data[place] ^ 1]))
    try:
        value = element.texts.decoded(new[at : at + size])
    except UnicodeDecodeError:
        return "not text", new
    return ("another text", new) if not _holds(element, value, node) else None


def _holds(element: Element, value: Any, node: DrawnNode) -> bool:
    """True if the rules of a field let a value pass; True where that is not known."""
    try:
        return element.field.rules.holds(element.convert(value) if isinstance(element, IntegerElement) else value, node)
    except (PendingError, UnsatisfiedError):
        return True


def _with(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def _flipped(rng: random.Random, data: bytes) -> bytes:
    at = int(rng.random() * len(data))
    return data[:at] + bytes([data[at] ^ 1 << int(rng.random() * 8)]) + data[at + 1 :]


#: The instances of no more records of a file are asked for.
_MOST_RECORDS = 4096


class Judge:
    """Reads the files of a schema: drawn ones are read before they are called valid, with every instance."""

    def __init__(self, codec: SchemaCodec) -> None:
        self._codec = codec

    def refusal(self, data: bytes, *, is_strict: bool, is_lazy: bool) -> FormatError | None:
        """Return why reading refuses some bytes; None when it accepts them.

        Args:
            data: the bytes.
            is_strict: whether writing has to give them back, where files of the schema are written.
            is_lazy: whether instances may be bad.
        """
        try:
            root = self._codec.read(Source(data))
            is_whole = root.IS_FAITHFUL and root._io.pos == len(data)
            if not is_lazy:
                _ask_for_all(root)
            is_checked = is_strict and not is_whole and not root.UNWRITABLE
            if is_checked and b"".join(self._codec.chunks(root, fresh=True)) != data:
                return InvalidError("is not what writing gives", format=self._codec.name)
        except OverBudgetError:  # so many instances are not asked for by anybody
            return None
        except FormatError as error:
            return error.with_traceback(None)  # its frames would keep the bytes alive
        return None


def _ask_for_all(root: TreeRecord) -> None:
    """Read every instance. FormatError for one that is bad."""
    seen: set[Any] = set()
    waiting: list[Any] = [root]
    while waiting and len(seen) < _MOST_RECORDS:
        record = waiting.pop()
        if record._key in seen:
            continue
        seen.add(record._key)
        for attributes in (record.FIELDS, record.PLACED, record.VALUES):
            for attribute in attributes.values():
                waiting += _records(getattr(record, attribute))


def _records(value: Any) -> Sequence[Any]:
    """Return the records in the value of a member."""
    if isinstance(value, TreeRecord):
        return [value]
    if isinstance(value, Sequence) and len(value) and isinstance(value[0], TreeRecord):
        return value[:_MOST_RECORDS]
    return ()


#: So many attempts at a file have to be written back byte for byte; what the schema says is enough for later ones.
_STRICT_TRIES = 4
#: One file in so many is small.
SMALL_EVERY = 3


class Maker:
    """Makes files of a schema.

    Attributes:
        schema: name of the schema.
        cases: of every switch in the schema, the path of its field there and a value that it tells apart; None: any
            other value.
        reached: those of them that were in files so far.
    """

    def __init__(
        self,
        schema: str | Path | Schema,
        *,
        hints: Hints | Mapping[str, Any] | str | Path | None = None,
        max_size: int | None = None,
        search: Iterable[str | Path] = (),
    ) -> None:
        """Plan how files of a schema are made.

        Args:
            schema: name of one in schemas/, path of a .ksy, or a model of nacformats.schema.reading.
            hints: what the schema does not say, or the path of such a file; None: NAME.hints.yaml beside the schema.
            max_size: files have no more bytes, and are about as large; None: no more than MAX_DRAWN_BYTES, and about
                USUAL_DRAWN_BYTES.
            search: folders in which imports that begin with a `/` are looked for first.

        Raises:
            OSError: the file cannot be read.
            SchemaError: the schema is outside the subset, or a hint is wrong; the message begins with the path.
            ValueError: max_size is negative, or more than MOST_DRAWN_BYTES.
        """
        if max_size is not None and not 0 <= max_size <= limits.MOST_DRAWN_BYTES:
            raise ValueError(f"max_size is {max_size:,}: expected 0 to {limits.MOST_DRAWN_BYTES:,}")
        model, beside = _model(schema, list(search))
        if model.root.params:
            raise SchemaError("/params", "the schema is for others to import: a file on its own gives it no arguments")
        self.schema = model.name
        self.max_size = limits.MAX_DRAWN_BYTES if max_size is None else max_size
        self._usual = limits.USUAL_DRAWN_BYTES if max_size is None else max_size - max_size // 8
        with bounded_recursion():
            self._plans = Plans(model, _hints(hints, beside))
        self._judge = Judge(machine_of_schema(model))
        self.cases = frozenset(self._plans.cases)
        self.reached: set[tuple[str, Any]] = set()
        self._damager = Damager(self._plans)

    def sample(self, rng: random.Random) -> Sample:
        """Return a file that is valid by the schema, and that our reader accepts where the schema is a file.

        Raises:
            SchemaError: no value was found for a field, which needs a hint; the message begins with its path.
        """
        return self.draw(RandomChoices(rng))

    def near(self, rng: random.Random, *, sample: Sample | None = None) -> Near:
        """Return a file with exactly one damage in one field; see the module for which.

        Args:
            rng: where choices come from.
            sample: the file that is damaged, which a Maker of the schema made; one sample may be damaged many times.

        Raises:
            SchemaError: no value was found for a field.
            ValueError: the file has no field that can be damaged.
        """
        if sample is not None:
            return self._damager.near(rng, sample)
        for _ in range(limits.MAX_DRAWN_FILES):
            drawn = self.sample(rng)
            if drawn.entries:
                return self._damager.near(rng, drawn)
        raise ValueError(f"{self.schema}: files without any field")

    def draw(self, choices: Choices, *, is_small: bool | None = None) -> Sample:
        """Return the same from any choices; it is small (about SMALL_DRAWN_BYTES), is not, or is one time in
        SMALL_EVERY.
        """
        if is_small is None:
            is_small = choices.index(SMALL_EVERY) == 0
        low, high = (0, min(limits.SMALL_DRAWN_BYTES, self._usual)) if is_small else (self._usual // 4, self._usual)
        budget, lessons = DrawingBudget(self.max_size), Lessons()
        for attempt in range(limits.MAX_DRAWN_FILES):
            target = choices.integer(low, high) * (limits.MAX_DRAWN_FILES - attempt) // limits.MAX_DRAWN_FILES
            budget.share()
            run = Run(choices, target, budget, lessons, _limit(choices, target, lessons))
            if attempt > limits.MAX_DRAWN_FILES // 4:
                run.most = budget.most  # the schema may leave no choice
            lessons.is_generous = attempt > limits.MAX_DRAWN_FILES * 3 // 4
            found = self._attempted(run, is_strict=attempt < _STRICT_TRIES)
            if isinstance(found, Sample):
                return found
            failure = found
            lessons.blame(found)
        raise self._failed(failure)

    def _attempted(self, run: Run, *, is_strict: bool = True) -> Sample | UnsatisfiedError:
        """Return a file, or why there is none. What is drawn is read: nothing is taken for valid that our reader
        refuses.
        """
        try:
            sample = self._drawn(run)
        except UnsatisfiedError as error:
            return error
        except PendingError as error:
            run.lessons.learn(error.of)
            return UnsatisfiedError("/", "an expression depends on what comes later")
        except RecursionError:
            return UnsatisfiedError("/", "records inside of each other without an end")
        refusal = self._judge.refusal(sample.data, is_strict=is_strict, is_lazy=run.lessons.is_generous)
        if refusal is None:
            return sample
        blamed = self._plans.blamed(refusal.path or "")
        return UnsatisfiedError("/", f"our reader refuses what was drawn ({refusal})", blamed, 0)

    def _failed(self, why: UnsatisfiedError) -> SchemaError:
        """Return the error that no file was found."""
        if self._least is not None and self._least > self.max_size:
            least = f"the smallest that was found takes {self._least:,}"
            return SchemaError("/", f"no file of at most {self.max_size:,} bytes was found: {least}")
        is_large = isinstance(why, OversizeError)
        remedy = "allow more (--max-size)" if is_large else "a hint is needed (see nacformats.fuzz.hints)"
        return SchemaError(why.path or "/", f"{why.reason}; {remedy}")

    @cached_property
    def _least(self) -> int | None:
        """The size of the smallest file that is easily found, whatever the limit; None if none is."""
        budget = DrawingBudget(limits.MOST_DRAWN_BYTES)
        budget.steps = limits.MAX_DRAWN_STEPS
        tries: list[Choices] = [ReplayedChoices([])]
        tries += [RandomChoices(random.Random(seed)) for seed in range(limits.MAX_DRAWN_FILES)]  # noqa: S311  no secrets
        runs = [Run(choices, 0, budget, Lessons()) for choices in tries]
        for run in runs:
            run.most = budget.most
        found = [self._attempted(run) for run in runs]
        return min((len(each.data) for each in found if isinstance(each, Sample)), default=None)

    def _drawn(self, run: Run) -> Sample:
        root = DrawnNode(self._plans.root.lazy, None, "", -1)
        root._root = root
        self._plans.root.draw_fields(run, root)
        run.align()
        run.close(run.stream)
        run.finish()
        self.reached |= run.reached
        return Sample(bytes(run.segment), self.schema, run.segment.entries)


def _limit(choices: Choices, target: int, lessons: Lessons) -> int | None:
    """Return the size of a file, where it has to be known before it is drawn."""
    if not lessons.is_sized:
        return None
    return lessons.modest(WHOLE, choices) if WHOLE in lessons.blamed else choices.length(0, target)


def _model(schema: str | Path | Schema, search: list[str | Path]) -> tuple[Schema, Path]:
    """Return a schema, and where it is."""
    if isinstance(schema, Schema):
        return schema, schema_path(schema.name)
    if isinstance(schema, str) and schema in schema_names():
        return schema_model(schema), schema_path(schema)
    return schema_of_file(schema, search), Path(schema)


def _hints(hints: Hints | Mapping[str, Any] | str | Path | None, beside: Path) -> Hints:
    if hints is None:
        return Hints.beside(beside)
    if isinstance(hints, Hints):
        return hints
    return Hints(hints) if isinstance(hints, Mapping) else Hints.of_file(Path(hints))


def refusal_of(format: Format, data: bytes) -> FormatError | None:  # noqa: A002
    """Return why strict reading refuses some bytes; None when it accepts them."""
    try:
        read_source(Source(data), format, strict=True).close()
    except FormatError as error:
        return error.with_traceback(None)  # its frames would keep the bytes alive
    return None
