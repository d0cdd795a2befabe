"""JSON files: a tokenizer of Hugging Face, the configuration of a model, the index of its shards, any other."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from nacformats.codec.streams import Source
from nacformats.kinds import CONFIG, INDEX, TOKENIZER, kind_of_json, read_json
from nacformats.printing import size_text
from nacformats.view.summaries.data import Fact, FilePart, Summary, brief, count_text, first_of

#: Keys of a configuration that are shown, by what they are called here.
_CONFIGURED = {
    "architecture": ("architectures",),
    "family": ("model_type",),
    "layers": ("num_hidden_layers", "n_layer", "num_layers"),
    "width": ("hidden_size", "n_embd", "d_model"),
    "heads": ("num_attention_heads", "n_head"),
    "context": ("max_position_embeddings", "n_positions"),
    "vocabulary": ("vocab_size",),
    "dtype": ("dtype", "torch_dtype"),
}


def summary_of_json(source: Source) -> Summary:
    """Return the summary of a JSON document, by the keys that it has.

    Raises: as read_json.
    """
    document = read_json(source.view)
    if not isinstance(document, dict):
        return Summary("JSON", facts=[Fact("value", _kind_of(document))])
    kind = kind_of_json(document)
    if kind is TOKENIZER:
        return _tokenizer(document)
    if kind is INDEX:
        return _index(document)
    if kind is CONFIG:
        return Summary(kind.title, facts=list(config_facts(document)))
    parts = [FilePart(brief(str(key)), text=_kind_of(value)) for key, value in list(document.items())[:24]]
    return Summary("JSON", parts=parts, counts={"parts": len(document)})


def config_facts(document: Mapping[str, Any]) -> Iterator[Fact]:
    """Yield what a config.json says about the size of a model."""
    for label, keys in _CONFIGURED.items():
        value = next((document[key] for key in keys if document.get(key) is not None), None)
        if isinstance(value, list):
            value = first_of(map(str, value))
        if isinstance(value, str | int | float):
            yield Fact(label, f"{value:,}" if isinstance(value, int) else brief(str(value)))


def _tokenizer(document: Mapping[str, Any]) -> Summary:
    model = document["model"]
    vocabulary, merges = model.get("vocab"), model.get("merges")
    added = document.get("added_tokens")
    tokens = [each.get("content") for each in added if isinstance(each, dict)] if isinstance(added, list) else []
    facts = [Fact("model", brief(str(model.get("type") or _model_type(model))))]
    if isinstance(vocabulary, dict | list):
        facts.append(Fact("tokens", f"{len(vocabulary):,}"))
    if isinstance(merges, list):
        facts.append(Fact("merges", f"{len(merges):,}"))
    if tokens:
        facts.append(Fact("added", f"{len(tokens):,}: {first_of(map(str, tokens))}"))
    stages = ("normalizer", "pre_tokenizer", "post_processor", "decoder")
    facts += [Fact(each.replace("_", "-"), _stage(document[each])) for each in stages if document.get(each)]
    commands = ["tokenize {file} TEXT", "compile MODEL OUT.nac --tokenizer {file}"]
    return Summary(TOKENIZER.title, facts=facts, commands=commands)


def _model_type(model: Mapping[str, Any]) -> str:
    """Return the kind of a model that does not say it, as older files do not."""
    return "BPE" if "merges" in model else "Unigram" if isinstance(model.get("vocab"), list) else "WordPiece"


def _stage(stage: Any) -> str:
    """Return the types of a component and of those in it."""
    if not isinstance(stage, dict):
        return ""
    inner = next((each for key, each in stage.items() if isinstance(each, list) and key.endswith("s")), [])
    kinds = [str(each.get("type")) for each in inner if isinstance(each, dict) and "type" in each]
    return first_of(kinds) if kinds else brief(str(stage.get("type")))


def _index(document: Mapping[str, Any]) -> Summary:
    homes = [str(each) for each in document["weight_map"].values()]
    shards = list(dict.fromkeys(homes))
    size = document["metadata"].get("total_size") if isinstance(document.get("metadata"), dict) else None
    facts = [Fact("tensors", f"{len(homes):,} in {count_text(len(shards), 'file')}: {first_of(shards)}")]
    facts += [Fact("bytes", size_text(size))] if isinstance(size, int) and 0 <= size < 1 << 60 else []
    return Summary(INDEX.title, facts=facts)


def _kind_of(value: Any) -> str:
    if isinstance(value, dict):
        return count_text(len(value), "key")
    if isinstance(value, list):
        return count_text(len(value), "element")
    return brief(json.dumps(value))
