"""The summaries of files that hold tensors by name: GGUF and safetensors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nacformats.formats.gguf import GgufFile
from nacformats.formats.nac.columns.quantizing import DTYPE_NUMBERS
from nacformats.formats.safetensors import SafetensorsFile
from nacformats.formats.weights import WeightFile
from nacformats.view.summaries.data import Fact, ShownShape, Summary, Weighed, brief, count_text

_COMMANDS = ("inspect {file} --tables", "validate {file}")
_OF_GGUF = ("convert {file} weights.safetensors", "query {file}")
_OF_SAFETENSORS = ("convert {file} weights.npz", "convert {file} OUT.nac --into FILE.nac")
#: Keys of GGUF whose values are shown, with what they are called; {} is the architecture.
_SHOWN_KEYS = {
    "general.name": "name",
    "general.architecture": "architecture",
    "general.license": "license",
    "{}.block_count": "blocks",
    "{}.embedding_length": "width",
    "{}.context_length": "context",
    "{}.attention.head_count": "heads",
    "{}.vocab_size": "vocabulary",
}
_ARCHITECTURE, _TOKENIZER = "general.architecture", "tokenizer.ggml."
#: Texts of safetensors that are shown.
_MOST_TEXTS = 4


def summary_of_gguf(file: GgufFile, title: str) -> Summary:
    """Return the summary of a GGUF file."""
    facts = [*_facts_of_gguf(file), Fact("metadata", count_text(len(file.metadata), "key"))]
    return _summary(file, f"{title} model", facts, _OF_GGUF, _tokenizer(file))


def summary_of_safetensors(file: SafetensorsFile, title: str) -> Summary:
    """Return the summary of a safetensors file."""
    texts = list(file.metadata.items())
    facts = [Fact(brief(key), brief(text)) for key, text in texts[:_MOST_TEXTS]]
    if len(texts) > _MOST_TEXTS:
        facts.append(Fact("metadata", count_text(len(texts), "text")))
    return _summary(file, f"{title} tensors", facts, _OF_SAFETENSORS)


def _summary(
    file: WeightFile, kind: str, facts: list[Fact], commands: tuple[str, ...], tokenizer: str | None = None
) -> Summary:
    tensors = list(file.tensors.values())

    def describe(index: int) -> tuple[str, ShownShape | None]:
        return tensors[index].name, tensors[index].shape

    facts = [Fact("tensors", count_text(len(tensors), "tensor")), *facts]
    weighed = Weighed([tensor.nbytes for tensor in tensors], [tensor.dtype for tensor in tensors], describe)
    counts = {"tensors": len(tensors)}
    parts = weighed.parts()
    kinds = {tensor.dtype: tensor for tensor in tensors}.values()
    is_known = all(each.is_readable and each.numpy_dtype in (None, *DTYPE_NUMBERS) for each in kinds)
    others = commands if is_known else ("query {file}",)
    return Summary(kind, facts=facts, counts=counts, tokenizer=tokenizer, commands=[*_COMMANDS, *others], **parts)


def _facts_of_gguf(file: GgufFile) -> Iterator[Fact]:
    architecture = file.metadata.get(_ARCHITECTURE, "")
    for pattern, label in _SHOWN_KEYS.items():
        key = pattern.format(architecture)
        if key in file.metadata and file.metadata.length_of(key) is None:
            yield Fact(label, _text(file.metadata[key]))


def _text(value: Any) -> str:
    return brief(value) if isinstance(value, str) else f"{value:,}"


def _tokenizer(file: GgufFile) -> str | None:
    """Return what the tokenizer of a file is; None where it has none."""
    metadata = file.metadata
    model, lists = metadata.get(f"{_TOKENIZER}model"), ("tokens", "merges")
    lengths = {each: metadata.length_of(f"{_TOKENIZER}{each}") for each in lists if f"{_TOKENIZER}{each}" in metadata}
    parts = [brief(model)] if isinstance(model, str) else []
    parts += [f"{length:,} {each}" for each, length in lengths.items() if length is not None]
    return ", ".join(parts) or None
