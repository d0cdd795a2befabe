"""The steps that change text: as it is, and with the source of each character."""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from typing import Literal, cast

import regex

from nacformats.errors import InvalidError
from nacformats.formats.records.versions import FORMAT_NAME
from nacformats.formats.tisa.steps import ByteEncode, FilterCategory, Lowercase, Prepend, Replace, Step, UnicodeNorm
from nacformats.tokenizer.machine.aligned import Aligned, AlignedFragment, Fragment, Protected
from nacformats.tokenizer.machine.budget import Allowance
from nacformats.tokenizer.vocabulary import TABLE

_Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
FORMS = ("NFC", "NFD", "NFKC", "NFKD")
#: Long runs of combining characters, which unicodedata orders in quadratic time.
_LONG_RUN = regex.compile(r"\P{CCC=0}{64,}")
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

    def plain(self, fragments: list[Fragment], budget: Allowance) -> list[Fragment]:
        """Return the fragments after the step, empty ones left out."""
        return [after for each in fragments if (after := each if type(each) is Protected else self._one(each, budget))]

    def aligned(self, fragments: list[AlignedFragment], budget: Allowance) -> list[AlignedFragment]:
        """Return the fragments after the stage, with places."""
        done: list[AlignedFragment] = []
        for each in fragments:
            if isinstance(each, Aligned):
                changed = self._one(each.text, budget)
                each = each if changed == each.text else each.remade(changed, self.sources(each.text))
                if not changed:
                    continue
            done.append(each)
        return done

    def _one(self, text: Fragment, budget: Allowance) -> str:
        assert isinstance(text, str)
        expected = self.growth(text)
        budget.grow(expected, self.path)
        changed = self.apply(text)
        budget.grow(len(changed) - len(text) - expected, self.path)
        budget.look(self.path, len(changed))
        return changed


class Lower(Transform):
    """Lower case, character by character, so that a sigma at the end of a word is like any other."""

    short = True

    def apply(self, text: str) -> str:
        return text.replace(*_FINAL_SIGMA).lower()

    def sources(self, text: str) -> list[int]:
        return _repeated([len(each.lower()) for each in text])


class Normalize(Transform):
    """A normalization form of Unicode."""

    def __init__(self, path: str, form: str) -> None:
        super().__init__(path)
        if form not in FORMS:
            raise InvalidError(
                "there is no such form of Unicode",
                format=FORMAT_NAME,
                path=path,
                expected="NFC, NFD, NFKC or NFKD",
                actual=form,
            )
        self._form = cast(_Form, form)
        self._decomposed: _Form = "NFKD" if "K" in form else "NFD"

    def apply(self, text: str) -> str:
        return text if text.isascii() else unicodedata.normalize(self._form, _LONG_RUN.sub(_ordered, text))

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


class Filter(Transform):
    """Removal of the characters of some categories."""

    short = True

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


class ByteCharacters(Transform):
    """A printable character for each byte of the UTF-8 form."""

    short = True

    def growth(self, text: str) -> int:
        return 0 if text.isascii() else 3 * len(text)

    def apply(self, text: str) -> str:
        return text.encode().decode("latin-1").translate(TABLE)

    def sources(self, text: str) -> list[int]:
        return _repeated([len(each.encode()) for each in text])


def _ordered(run: regex.Match[str]) -> str:
    """Return a run in its canonical order, which every form has."""
    parts = "".join(unicodedata.normalize("NFD", each) for each in run[0])
    return "".join(sorted(parts, key=unicodedata.combining))


def _repeated(counts: list[int]) -> list[int]:
    """0, 1, 2, ..., each as often as the counts say."""
    return [at for at, count in enumerate(counts) for _ in range(count)]


def transform(step: Step, path: str) -> Transform | None:
    """Return the transform of a step, or None when it is none."""
    match step:
        case Lowercase():
            return Lower(path)
        case UnicodeNorm(form):
            return Normalize(path, form)
        case Replace(pattern, value):
            return ReplaceText(path, pattern, value)
        case FilterCategory(categories):
            return Filter(path, categories)
        case Prepend(value):
            return PrependText(path, value)
        case ByteEncode():
            return ByteCharacters(path)
    return None
