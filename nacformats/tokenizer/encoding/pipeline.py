"""The stages of a manifest, one after the other, and the steps that change text, with the source of each character."""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Literal, TypeAlias, cast

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.records import FORMAT_NAME
from nacformats.formats.tisa import steps as tisa
from nacformats.formats.tisa.manifest import PATH as MANIFEST
from nacformats.formats.tisa.manifest import Manifest
from nacformats.tokenizer.encoding.aligned import Aligned, AlignedFragment, Fragment, Placed, Protected
from nacformats.tokenizer.encoding.budget import Allowance
from nacformats.tokenizer.encoding.partitions import Cutter, Recognizer, Trimmer
from nacformats.tokenizer.encoding.patterns import parts_of, word_of
from nacformats.tokenizer.models import KnownFragments, TokenModel
from nacformats.tokenizer.vocabulary import TABLE, Vocabulary

_Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
FORMS = ("NFC", "NFD", "NFKC", "NFKD")
#: A step takes longer texts in pieces of so many characters: nothing interrupts what unicodedata and `str` do with one.
_PIECE = 512
#: No character is composed with one that is further in front of it.
_COMPOSED = 8
_FINAL_SIGMA = ("Σ", "σ")


#: What a character may become at most where a step is said to keep texts short: as many as UTF-8 has bytes.
_SHORT = 4


class Transform(ABC):
    """A step that changes every open fragment.

    Attributes:
        short: whether each character becomes a few at most, whatever the text is.
    """

    short = False

    def __init__(self, path: str) -> None:
        self.path = path

    @abstractmethod
    def apply(self, text: str) -> str:
        """Return the text after the step."""

    @abstractmethod
    def sources(self, text: str) -> list[int]:
        """Return the source of each character after the step, as the library `tokenizers` has it."""

    def growth(self, text: str) -> int:  # noqa: ARG002  most steps add nothing
        """Return an upper bound of the characters that the step adds beyond changes of single characters."""
        return 0

    def pieces(self, text: str) -> Iterable[str]:
        """Return the parts of a text that become what the text becomes, one after the other."""
        return (text,)

    def plain(self, fragments: list[Fragment], budget: Allowance) -> list[Fragment]:
        """Return the fragments after the step, empty ones left out."""
        return [after for each in fragments if (after := each if type(each) is Protected else self._one(each, budget))]

    def aligned(self, fragments: list[AlignedFragment], budget: Allowance) -> list[AlignedFragment]:
        """Return the fragments after the stage, with places."""
        done: list[AlignedFragment] = []
        for each in fragments:
            if isinstance(each, Aligned):
                changed = self._one(each.text, budget)
                each = each if changed == each.text else each.remade(changed, self._sources(each.text, budget))
                if not changed:
                    continue
            done.append(each)
        return done

    def _one(self, text: Fragment, budget: Allowance) -> str:
        assert isinstance(text, str)
        if len(text) <= _PIECE:
            return self._changed(text, budget)
        return "".join(self._changed(piece, budget) for piece in self.pieces(text))

    def _sources(self, text: str, budget: Allowance) -> list[int]:
        found: list[int] = []
        at = 0
        for piece in self.pieces(text):
            found += [at + source for source in self.sources(piece)]
            at += len(piece)
            budget.look(self.path, len(piece))
        return found

    def _changed(self, text: str, budget: Allowance) -> str:
        expected = self.growth(text)
        budget.grow(expected, self.path)
        changed = self.apply(text)
        budget.grow(len(changed) - len(text) - expected, self.path)
        budget.look(self.path, len(changed))
        return changed


class OfCharacters(Transform):
    """A step that changes each character alike, whatever is beside it, into a few at most."""

    short = True

    def pieces(self, text: str) -> Iterable[str]:
        return (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))


class Lower(OfCharacters):
    """Lower case, character by character, so that a sigma at the end of a word is like any other."""

    def apply(self, text: str) -> str:
        return text.replace(*_FINAL_SIGMA).lower()

    def sources(self, text: str) -> list[int]:
        return _repeated([len(each.lower()) for each in text])


class Normalize(Transform):
    """A normalization form of Unicode."""

    def __init__(self, path: str, form: str) -> None:
        super().__init__(path)
        if form not in FORMS:
            reason, known = "there is no such form of Unicode", "NFC, NFD, NFKC or NFKD"
            raise InvalidError(reason, format=FORMAT_NAME, path=path, expected=known, actual=form)
        self._form = cast(_Form, form)
        self._decomposed: _Form = "NFKD" if "K" in form else "NFD"

    def apply(self, text: str) -> str:
        if text.isascii():
            return text
        return unicodedata.normalize(self._form, text if len(text) <= 2 * _PIECE else self._ordered(text))

    def pieces(self, text: str) -> Iterator[str]:
        """Yield parts that nothing is moved or composed between; a run of marks is in one, however long it is."""
        start, at = 0, _PIECE
        while at < len(text):
            if self._begins(text, at):
                yield text[start:at]
                start, at = at, at + _PIECE
            elif at - start < limits.MIN_GROWN_TEXT:
                at += 1
            else:
                reason = f"the text has {limits.MIN_GROWN_TEXT:,} marks in a row"
                raise LimitError(reason, format=FORMAT_NAME, path=self.path)
        yield text[start:]

    def _begins(self, text: str, at: int) -> bool:
        """True if a character goes together with nothing in front of it."""
        if text[at] < "\x80":
            return True
        front, last = text[max(0, at - _COMPOSED) : at], text[at]
        normal = partial(unicodedata.normalize, self._form)
        begins = not unicodedata.combining(unicodedata.normalize(self._decomposed, last)[0])
        return begins and normal(front + last) == normal(front) + normal(last)

    def _ordered(self, text: str) -> str:
        """Return a text that has the same form, with its marks in order: unicodedata orders them in quadratic time."""
        characters = chain.from_iterable(unicodedata.normalize(self._decomposed, each) for each in text)
        runs = groupby(characters, lambda each: unicodedata.combining(each) > 0)
        return "".join(
            chain.from_iterable(sorted(run, key=unicodedata.combining) if marks else run for marks, run in runs)
        )

    def sources(self, text: str) -> list[int]:
        """Both texts are the same when they are decomposed, but for the order; each character is some parts of that."""
        parts = _repeated(self._parts(text))
        sources, at = [], 0
        for count in self._parts(self.apply(text)):
            sources.append(parts[min(at, len(parts) - 1)])
            at += count
        return sources

    def _parts(self, text: str) -> list[int]:
        return [1 if each < "\x80" else len(unicodedata.normalize(self._decomposed, each)) for each in text]


class ReplaceText(Transform):
    """Replacement of a literal text by another."""

    def __init__(self, path: str, pattern: str, value: str) -> None:
        super().__init__(path)
        if not pattern:
            raise InvalidError("a text to be replaced must not be empty", format=FORMAT_NAME, path=path)
        self._pattern, self._value = pattern, value
        self.short = len(value) <= _SHORT * len(pattern)

    def growth(self, text: str) -> int:
        longer = len(self._value) - len(self._pattern)
        return longer * text.count(self._pattern) if longer > 0 else 0

    def apply(self, text: str) -> str:
        return text.replace(self._pattern, self._value)

    def sources(self, text: str) -> list[int]:
        sources: list[int] = []
        at = 0
        for kept in text.split(self._pattern):
            if at:
                sources += [at - 1] * len(self._value)  # the last character of what was found
            sources += range(at, at + len(kept))
            at += len(kept) + len(self._pattern)
        return sources


class Filter(OfCharacters):
    """Removal of the characters of some categories."""

    def __init__(self, path: str, categories: tuple[str, ...]) -> None:
        super().__init__(path)
        self._table = _Dropped(categories)
        self._keeps_ascii = all(self._table[code] is not None for code in range(128))

    def apply(self, text: str) -> str:
        return text if self._keeps_ascii and text.isascii() else text.translate(self._table)

    def sources(self, text: str) -> list[int]:
        return [at for at, each in enumerate(text) if self._table[ord(each)] is not None]


class _Dropped(dict[int, int | None]):
    """None for the characters that are dropped; each is looked up once."""

    def __init__(self, categories: tuple[str, ...]) -> None:
        super().__init__()
        self._categories = frozenset(categories)

    def __missing__(self, code: int) -> int | None:
        found = self[code] = None if unicodedata.category(chr(code)) in self._categories else code
        return found


class PrependText(Transform):
    """Prefix for a text that is not empty and does not begin with it."""

    def __init__(self, path: str, value: str) -> None:
        super().__init__(path)
        self._value = value
        self.short = len(value) < _SHORT

    def growth(self, text: str) -> int:  # noqa: ARG002  it is the same for every text
        return len(self._value)

    def apply(self, text: str) -> str:
        return text if not text or text.startswith(self._value) else self._value + text

    def sources(self, text: str) -> list[int]:
        return [*[0] * (len(self.apply(text)) - len(text)), *range(len(text))]


class ByteCharacters(OfCharacters):
    """A printable character for each byte of the UTF-8 form."""

    def growth(self, text: str) -> int:
        return 0 if text.isascii() else 3 * len(text)

    def apply(self, text: str) -> str:
        return text.encode().decode("latin-1").translate(TABLE)

    def sources(self, text: str) -> list[int]:
        return _repeated([len(each.encode()) for each in text])


def _repeated(counts: list[int]) -> list[int]:
    """Return 0, 1, 2, ..., each as often as the counts say."""
    return [at for at, count in enumerate(counts) for _ in range(count)]


def transform(step: tisa.Step, path: str) -> Transform | None:
    """Return the transform of a step, or None when it is none."""
    match step:
        case tisa.Lowercase():
            return Lower(path)
        case tisa.UnicodeNorm(form):
            return Normalize(path, form)
        case tisa.Replace(pattern, value):
            return ReplaceText(path, pattern, value)
        case tisa.FilterCategory(categories):
            return Filter(path, categories)
        case tisa.Prepend(value):
            return PrependText(path, value)
        case tisa.ByteEncode():
            return ByteCharacters(path)
    return None


ModelStep = tisa.BpeEncode | tisa.WordPieceEncode | tisa.UnigramEncode
#: An id, and the place in the text that it is for.
PlacedId = tuple[int, int, int]


#: What a step makes of fragments: both as plain text and with places.
Stage: TypeAlias = Transform | Recognizer | Trimmer | Cutter


class Pipeline:
    """Text to the ids of the model, without what a template adds."""

    def __init__(self, manifest: Manifest, vocabulary: Vocabulary, make: Callable[[ModelStep], TokenModel]) -> None:
        """
        Args:
            manifest: what to do.
            vocabulary: of the model.
            make: the model of a step.

        Raises:
            FormatError: the steps cannot be run in this order, or a regular expression cannot be compiled.
        """
        steps = [(step, step_path(index)) for index, step in enumerate(manifest.steps)]
        front, step, self._path = _split(steps)
        _check_patterns(front)
        self._model, self._bytes = make(step), vocabulary.byte_ids is not None
        self._stages: Sequence[Stage] = _stages(front, vocabulary)
        at = _first_of_words(self._stages)
        self._head, self._tail = self._stages[:at], self._stages[at:]
        self._known = KnownFragments()

    def ids(self, text: str, budget: Allowance) -> list[int]:
        """Encode a text."""
        fragments: list[Fragment] = [text] if text else []
        for stage in self._head:
            fragments = stage.plain(fragments, budget)
        self._grow((each for each in fragments if isinstance(each, str)), budget)
        words = _Words(self._known, partial(self._encode, budget=budget))
        return list(chain.from_iterable(map(words.__getitem__, fragments)))

    def _encode(self, fragment: str, budget: Allowance) -> Iterator[int]:
        fragments: list[Fragment] = [fragment]
        for stage in self._tail:
            fragments = stage.plain(fragments, budget)
        encode, look = self._model.encode, partial(budget.look, self._path)
        return chain.from_iterable(
            each.ids if isinstance(each, Protected) else encode(each, look) for each in fragments
        )

    def pieces(self, text: str, budget: Allowance) -> list[PlacedId]:
        """Return the ids of a text, each with the characters that it is for, from start to stop."""
        fragments: list[AlignedFragment] = [Aligned.original(text)] if text else []
        for stage in self._stages:
            fragments = stage.aligned(fragments, budget)
        self._grow((each.text for each in fragments if isinstance(each, Aligned)), budget)
        return [piece for fragment in fragments for piece in self._placed(fragment, budget)]

    def _grow(self, texts: Iterable[str], budget: Allowance) -> None:
        """Account for the bytes that unknown characters become."""
        if self._bytes:
            budget.grow(3 * sum(len(each) for each in texts if not each.isascii()), self._path)

    def _placed(self, fragment: AlignedFragment, budget: Allowance) -> list[PlacedId]:
        if isinstance(fragment, Placed):
            return [(each, fragment.start, fragment.stop) for each in fragment.protected.ids]
        pieces = self._model.encode_pieces(fragment.text, partial(budget.look, self._path))
        return [(each, *fragment.span(start, stop)) for each, start, stop in pieces]


class Fragments:
    """The steps in front of a model, which cut a text into fragments."""

    def __init__(self, steps: Sequence[tisa.Step], vocabulary: Vocabulary) -> None:
        """Raise FormatError when the steps cannot be run."""
        numbered = [(step, step_path(index)) for index, step in enumerate(steps)]
        _check_patterns(numbered)
        self._stages = _stages(numbered, vocabulary)

    def of(self, text: str, budget: Allowance) -> list[str]:
        """Return the fragments that a model would see."""
        fragments: list[Fragment] = [text] if text else []
        for stage in self._stages:
            fragments = stage.plain(fragments, budget)
        return [each for each in fragments if isinstance(each, str)]


class _Words(dict[Fragment, tuple[int, ...]]):
    """The ids of the fragments of one text. Those that were seen in other texts are remembered: words repeat."""

    def __init__(self, known: KnownFragments, encode: Callable[[str], Iterable[int]]) -> None:
        super().__init__()
        self._known = known
        self._encode = encode

    def __missing__(self, fragment: Fragment) -> tuple[int, ...]:
        if isinstance(fragment, Protected):
            return fragment.ids
        ids = self[fragment] = self._known.ids(fragment, self._encode)
        return ids


def step_path(index: int) -> str:
    """Return the path of a step for errors."""
    return f"{MANIFEST}.steps[{index}]"


def _first_of_words(stages: Sequence[Stage]) -> int:
    """Return the first of the last stages, behind a cut into words, that give the same for a word wherever it is.

    They run once for each word. A stage that makes text longer has to account for each time that it does.
    """
    cuts = [at for at, stage in enumerate(stages) if isinstance(stage, Cutter)]
    first = len(stages)
    while cuts and first > cuts[0] + 1 and _is_of_words(stages[first - 1]):
        first -= 1
    return first


def _is_of_words(stage: Stage) -> bool:
    """True if a stage treats a fragment alike wherever it is, and does not make it much longer."""
    return stage.short if isinstance(stage, Transform) else isinstance(stage, Recognizer | Cutter)


def _split(steps: list[tuple[tisa.Step, str]]) -> tuple[list[tuple[tisa.Step, str]], ModelStep, str]:
    """Return the steps in front of the model, the step of the model, and its path."""
    at = next((index for index, (step, _) in enumerate(steps) if isinstance(step, ModelStep)), None)
    if at is None:
        raise _invalid("no step of the manifest is a model", MANIFEST, "BPE, WordPiece or Unigram")
    for index, (step, path) in enumerate(steps):
        if index > at and not isinstance(step, tisa.Compose):
            raise _invalid(f"{type(step).__name__} comes after the model", path, "nothing, or Compose")
        if index < at and isinstance(step, tisa.Compose):
            raise _invalid("Compose comes before the model, so that there are no ids", path, "Compose at the end")
    model, where = steps[at]
    assert isinstance(model, ModelStep)
    return steps[:at], model, where


def _invalid(reason: str, path: str, expected: str) -> FormatError:
    return InvalidError(reason, format=FORMAT_NAME, path=path, expected=expected)


def _check_patterns(steps: list[tuple[tisa.Step, str]]) -> None:
    """Raise LimitError when compiling the regular expressions of all partitions would take long, or much memory."""
    length = parts = 0
    for step, path in steps:
        for rule, where in _rules(step, path) if isinstance(step, tisa.Partition) else ():
            if rule.protected and word_of(rule.pattern):
                continue
            length += len(rule.pattern)
            if length > limits.MAX_PATTERNS_TEXT:
                raise _too_much("long", path, f"{limits.MAX_PATTERNS_TEXT:,} characters")
            parts += parts_of(rule.pattern, where)
            if parts > limits.MAX_PATTERN_PARTS:
                raise _too_much(
                    "large", path, f"{limits.MAX_PATTERN_PARTS:,} parts, when what is repeated is written out,"
                )


def _too_much(what: str, path: str, most: str) -> FormatError:
    reason = f"the regular expressions are too {what} together"
    return LimitError(reason, format=FORMAT_NAME, path=path, expected=f"at most {most} in a manifest")


def _stages(steps: list[tuple[tisa.Step, str]], vocabulary: Vocabulary) -> list[Stage]:
    """Return the stages; the protected rules of the first partition match the text as it is given.

    Then it needs no second look where the partition runs, unless the text has changed in between.
    """
    stages: list[Stage] = []
    first = next((index for index, (step, _) in enumerate(steps) if isinstance(step, tisa.Partition)), None)
    if first:
        stages += _recognizers(protected_rules(*steps[first]), vocabulary)
    for step, path in steps:
        changes = transform(step, path)
        if changes is not None:
            stages.append(changes)
        elif isinstance(step, tisa.Partition):
            stages += _partition(step, path, vocabulary)
    return stages


def _partition(step: tisa.Partition, path: str, vocabulary: Vocabulary) -> list[Stage]:
    protected = protected_rules(step, path)
    stages: list[Stage] = _recognizers(protected, vocabulary)
    if any(rule.trim for rule, _ in protected):
        stages.append(Trimmer())
    rules = [(rule, where) for rule, where in _rules(step, path) if not rule.protected]
    if rules:
        stages.append(Cutter(rules))
    return stages


def _recognizers(rules: list[tuple[tisa.Rule, str]], vocabulary: Vocabulary) -> list[Stage]:
    return [Recognizer(rules, vocabulary.ids.get, vocabulary.unknown)] if rules else []


def protected_rules(step: tisa.Step, path: str) -> list[tuple[tisa.Rule, str]]:
    """Return the protected rules of a partition, each with its path."""
    return [(rule, where) for rule, where in _rules(step, path) if rule.protected]


def _rules(step: tisa.Step, path: str) -> list[tuple[tisa.Rule, str]]:
    """Return the rules of a partition, each with its path."""
    assert isinstance(step, tisa.Partition)
    return [(rule, f"{path}.operands.rules[{index}]") for index, rule in enumerate(step.rules)]
