"""A tokenizer: text to ids and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import islice
from operator import index
from typing import TYPE_CHECKING

from nacformats.codec.streams import whole
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.records import FORMAT_NAME
from nacformats.formats.tisa.manifest import PATH as MANIFEST
from nacformats.formats.tisa.manifest import Manifest
from nacformats.formats.tisa.resources import ALL
from nacformats.formats.tisa.steps import Behavior, BpeEncode, Compose, Partition, WordPieceEncode
from nacformats.lazy import NotebookObject
from nacformats.limits import MAX_DECODED_TEXT
from nacformats.tokenizer.decoding import Speller, looks_special, speller_of
from nacformats.tokenizer.encoding.budget import Allowance, checked_text
from nacformats.tokenizer.encoding.partitions import named_tokens
from nacformats.tokenizer.encoding.pipeline import ModelStep, Pipeline, protected_rules, step_path
from nacformats.tokenizer.models import Bpe, TokenModel, Unigram, WordPiece, never
from nacformats.tokenizer.resources.reading import read_merges, read_vocabulary, resources_of

if TYPE_CHECKING:
    from nacformats.files import PathLike
    from nacformats.formats.nac.file.model import NacFile

TextOffsets = list[tuple[int, int]]
#: Ids that are decoded between two looks at the clock.
_DECODED_AT_ONCE = 4096


class Encoding(NotebookObject):
    """Encode a text.

    Attributes:
        ids: what the model takes.
    """

    def __init__(
        self, ids: list[int], tokens: Callable[[list[int]], list[str]], offsets: Callable[[], list[tuple[int, int]]]
    ) -> None:
        self.ids = ids
        self._tokens = tokens
        self._offsets = offsets

    @cached_property
    def tokens(self) -> list[str]:
        """The token of each id, as the vocabulary has it."""
        return self._tokens(self.ids)

    @cached_property
    def offsets(self) -> TextOffsets:
        """The span of characters in the text for each id; (0, 0) for ids that a template adds.

        They are computed when they are asked for, which takes longer than the ids.
        """
        return self._offsets()

    def first(self, count: int) -> list[str]:
        """Return the tokens of the first ids, without making those of the others."""
        return self._tokens(self.ids[:count])

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"Encoding(ids={self.ids})"


class Tokenizer:
    """A manifest with its resources: encodes text and decodes ids.

    Get one from `Tokenizer.of(file)` or `nacformats.tokenizer.compile_tokenizer`.

    Attributes:
        manifest: the steps.
        resources: the files that it needs, by name, as the section `rsrc` holds them.
    """

    def __init__(self, manifest: Manifest, resources: Mapping[str, bytes]) -> None:
        """
        Args:
            manifest: the steps.
            resources: `vocab.b`, and `merges.b` for BPE; or what they were made from.

        Raises:
            FormatError: the manifest cannot be run, or a resource is missing or damaged.
        """
        self.manifest = manifest
        self.resources = {name: resources[name] for name in ALL if name in resources}
        self._vocabulary = read_vocabulary(self.resources)
        with self._placing():
            self._pipeline = Pipeline(manifest, self._vocabulary, self._model_of)
            self._template = self._ids_of_template()
        self._speller = speller_of(manifest, self._vocabulary)
        self._special_ids: frozenset[int] | None = None

    @classmethod
    def from_bytes(cls, manifest: bytes, resources: Mapping[str, bytes], *, start: int = 0) -> Tokenizer:
        """Make a tokenizer from the bytes of its manifest.

        Args:
            manifest: what the section `proc` holds.
            resources: as for the class.
            start: where the manifest is in its file, for errors.

        Raises:
            FormatError: as for the class, and for a manifest that cannot be read.
        """
        return cls(Manifest.parse(manifest, start=start), resources)

    @classmethod
    def of(cls, file: NacFile, *, directory: PathLike | None = None) -> Tokenizer:
        """Return the tokenizer of a file, with resources of `rsrc` or of `<stem>-tokenizer/` beside it (section 6.2).

        Args:
            file: the file.
            directory: where the resources are, when it is neither of these.

        Raises:
            FormatError: there is none, its manifest cannot be run, or a resource is missing or damaged.
            ValueError: the file is closed.
        """
        file.check_open()
        if file.sections.proc is None:
            hint = "nacformats.tokenizer.compile_tokenizer makes a tokenizer, and set_tokenizer puts it into the file"
            raise InvalidError("the file has no tokenizer", format=FORMAT_NAME, path="proc", hint=hint)
        manifest, resources = whole(file.sections.proc), resources_of(file, directory)
        return cls.from_bytes(manifest, resources, start=file.manifest_start)

    def __repr__(self) -> str:
        steps = ", ".join(type(step).__name__ for step in self.manifest.steps)
        return f"<Tokenizer of {self.vocab_size} tokens: {steps}>"

    def encode(
        self, text: str, *, add_special_tokens: bool = True, allowance: Callable[[int], Allowance] = Allowance
    ) -> Encoding:
        """Encode a text.

        Args:
            text: at most `limits.MAX_TOKENIZED_TEXT` characters.
            add_special_tokens: whether the tokens of the template are put around it.
            allowance: called with the length of the text, gives the time and the room that are left of a longer run,
                such as that of a plan.

        Raises:
            LimitError: the text is too long, a step makes it too long, or it takes too long.
            InvalidError: the text holds half of a surrogate pair.
        """
        template = self._template if add_special_tokens else None
        budget = allowance(len(checked_text(text)))
        with self._placing():
            ids = self._pipeline.ids(text, budget)
            if template is not None:
                budget.grow((template.count(None) - 1) * len(ids), self._template_path)
                ids = _filled(template, ids)
        left = budget.remaining()
        return Encoding(ids, self._tokens_of, lambda: self._offsets(text, template, left))

    def encode_batch(self, texts: Iterable[str], *, add_special_tokens: bool = True) -> list[Encoding]:
        """Encode several texts; errors as in `encode`."""
        return [self.encode(text, add_special_tokens=add_special_tokens) for text in texts]

    def decode(
        self, ids: Iterable[int], *, skip_special_tokens: bool = True, look: Callable[[], object] = never
    ) -> str:
        """Decode ids. Ids that the vocabulary does not have are left out.

        Args:
            ids: integers of any kind.
            skip_special_tokens: whether tokens that are not text are left out.
            look: called now and then, to raise an error when it takes too long.

        Raises:
            LimitError: their tokens have more than `limits.MAX_DECODED_TEXT` characters together.
        """
        stream = self.decode_stream(skip_special_tokens=skip_special_tokens)
        numbers, parts, length = map(index, ids), [], 0
        while chunk := list(islice(numbers, _DECODED_AT_ONCE)):
            look()
            known = stream.tokens_of(chunk)
            length += sum(map(len, known))
            if length > MAX_DECODED_TEXT:
                raise LimitError("the decoded text is too long", expected=f"at most {MAX_DECODED_TEXT:,} characters")
            parts.append(stream.spell(known))
        return "".join(parts) + stream.finish()

    def decode_batch(self, batch: Iterable[Iterable[int]], *, skip_special_tokens: bool = True) -> list[str]:
        """Decode several lists of ids."""
        return [self.decode(ids, skip_special_tokens=skip_special_tokens) for ids in batch]

    def decode_stream(self, *, skip_special_tokens: bool = True) -> DecodeStream:
        """Return a decoder of ids that come one by one, such as those that a model generates."""
        skipped = self.special_ids if skip_special_tokens else frozenset()
        return DecodeStream(self._vocabulary.tokens, skipped, self._speller())

    def token_to_id(self, token: str) -> int | None:
        """Return the id of a token, or None."""
        return self._vocabulary.ids.get(token)

    def id_to_token(self, id: int) -> str | None:  # noqa: A002  the name that the field has for it
        """Return the token of an id, or None."""
        return self._vocabulary.tokens.get(id)

    @property
    def vocab_size(self) -> int:
        """The number of tokens."""
        return len(self._vocabulary)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """The ids by token."""
        return self._vocabulary.ids

    @property
    def special_ids(self) -> frozenset[int]:
        """The ids that are no text: what protected rules name, unless they isolate it, and what the template adds.

        Where a manifest has neither, these are the tokens in angle or square brackets.
        """
        return self.find_special_ids()

    def find_special_ids(self, allowance: Callable[[int], Allowance] = Allowance) -> frozenset[int]:
        """Find the special ids, once; the regular expressions of rules are tried on every token.

        Args:
            allowance: as for `encode`.

        Raises:
            LimitError: it takes too long.
        """
        if self._special_ids is None:
            partitions = ((at, step) for at, step in enumerate(self.manifest.steps) if isinstance(step, Partition))
            protected = [rule for at, step in partitions for rule in protected_rules(step, step_path(at))]
            rules = [rule for rule in protected if rule[0].behavior is not Behavior.isolate]
            ids = {self._vocabulary.ids[token] for token in named_tokens(rules, self._vocabulary.ids, allowance)}
            ids |= {each for each in self._template or () if each is not None}
            if not ids and not protected:
                ids = {number for token, number in self._vocabulary.ids.items() if looks_special(token)}
            self._special_ids = frozenset(ids)
        return self._special_ids

    def _model_of(self, step: ModelStep) -> TokenModel:
        """Return the model of a step. FormatError when it needs a resource that is missing or damaged."""
        if isinstance(step, BpeEncode):
            return Bpe(self._vocabulary, read_merges(self.resources), step.suffix or "")
        if isinstance(step, WordPieceEncode):
            return WordPiece(self._vocabulary, step.marker)
        return Unigram(self._vocabulary)

    def _tokens_of(self, ids: list[int]) -> list[str]:
        tokens = self._vocabulary.tokens
        return [tokens.get(each, "") for each in ids]

    def _offsets(self, text: str, template: tuple[int | None, ...] | None, cost: float) -> TextOffsets:
        """Return the places of the ids, in the seconds that the ids have left."""
        with self._placing():
            budget = Allowance(len(text), cost=cost)
            places = [(start, stop) for _, start, stop in self._pipeline.pieces(text, budget)]
        if template is None:
            return places
        return [place for each in template for place in (places if each is None else [(0, 0)])]

    @contextmanager
    def _placing(self) -> Iterator[None]:
        """Errors within this block say at which byte of the file the step is."""
        try:
            yield
        except FormatError as error:
            if error.offset is None and error.path is not None and error.path.startswith(f"{MANIFEST}."):
                with suppress(FormatError):  # a step that does not fit a file is nowhere
                    error.offset = self.manifest.offset(error.path.removeprefix(f"{MANIFEST}."))
            raise

    @cached_property
    def _template_path(self) -> str:
        steps = self.manifest.steps
        return step_path(next((at for at, step in enumerate(steps) if isinstance(step, Compose)), len(steps)))

    def _ids_of_template(self) -> tuple[int | None, ...] | None:
        templates = [step.template for step in self.manifest.steps if isinstance(step, Compose)]
        if not templates:
            return None
        if len(templates) > 1 or None not in templates[0]:
            reason = "a manifest has one template, with a place for the ids"
            raise InvalidError(reason, format=FORMAT_NAME, path=self._template_path)
        return tuple(self._id_of_part(part) for part in templates[0])

    def _id_of_part(self, part: int | str | None) -> int | None:
        if not isinstance(part, str):
            return part
        if part not in self._vocabulary.ids:
            reason = f"the template adds the token {part!r}, which the vocabulary does not have"
            raise InvalidError(reason, format=FORMAT_NAME, path=self._template_path)
        return self._vocabulary.ids[part]


class DecodeStream:
    """A decoder of ids one by one; its texts together are what `Tokenizer.decode` returns for all of them."""

    def __init__(self, tokens: Mapping[int, str], skipped: frozenset[int], speller: Speller) -> None:
        self._tokens = tokens
        self._skipped = skipped
        self._speller = speller

    def step(self, id: int) -> str:  # noqa: A002  the name that the field has for it
        """Return the text that is certain after one more id: never half a character, and maybe nothing.

        Raises:
            TypeError: the id is no integer.
        """
        return self.spell(self.tokens_of((index(id),)))

    def tokens_of(self, ids: Iterable[int]) -> list[str]:
        """Return the tokens of some ids that are not skipped."""
        tokens, skipped = self._tokens, self._skipped
        return [tokens[each] for each in ids if each in tokens and each not in skipped]

    def spell(self, tokens: Iterable[str]) -> str:
        """Return the text that is certain after some more tokens."""
        return self._speller.feed_all(tokens)

    def finish(self) -> str:
        """Return the rest of the text when no id follows."""
        return self._speller.finish()


def _filled(template: tuple[int | None, ...], ids: list[int]) -> list[int]:
    """Return the template with the ids in their places."""
    return [each for part in template for each in (ids if part is None else (part,))]
