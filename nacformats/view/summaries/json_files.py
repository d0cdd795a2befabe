"""JSON files: a tokenizer of Hugging Face, the configuration of a model, the index of its shards, any other."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from nacformats.codec.streams import Buffer, Source
from nacformats.errors import InvalidError, LimitError
from nacformats.printing import size_text
from nacformats.view.summaries.data import Fact, FilePart, Summary, brief, count_text, first_of

#: A longer document is not read, nor one that has more values.
MOST_JSON_BYTES, MOST_JSON_VALUES = 64 * 1024**2, 4_000_000
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


def read_json(data: Buffer, name: str | None = None) -> Any:
    """Return the value of a JSON document, within limits of time and memory.

    Args:
        data: the document.
        name: what errors call it, where it is a part of a file.

    Raises:
        InvalidError: it is no JSON.
        LimitError: it is too long, has too many values, or is nested too deeply.
    """
    if len(data) > MOST_JSON_BYTES:
        raise LimitError("too long to be read", path=name, expected=f"at most {size_text(MOST_JSON_BYTES)}")
    text = bytes(data)
    if text.count(b",") + text.count(b"[") + text.count(b"{") > MOST_JSON_VALUES:
        raise LimitError("too many values to be read", path=name, expected=f"at most {MOST_JSON_VALUES:,}")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidError(f"not JSON: {error.msg}", path=name, line=error.lineno, column=error.colno) from None
    except ValueError as error:  # no text, or a number of thousands of digits
        raise InvalidError(f"not JSON: {error}", path=name) from None
    except RecursionError:
        raise LimitError("JSON is nested too deeply", path=name) from None


def summary_of_json(source: Source) -> Summary:
    """Return the summary of a JSON document, by the keys that it has.

    Raises: as read_json.
    """
    document = read_json(source.view)
    if not isinstance(document, dict):
        return Summary("JSON", facts=[Fact("value", _kind_of(document))])
    if isinstance(document.get("model"), dict) and ("added_tokens" in document or "pre_tokenizer" in document):
        return _tokenizer(document)
    if isinstance(document.get("weight_map"), dict):
        return _index(document)
    if "model_type" in document or "architectures" in document:
        return Summary("configuration of a model (Hugging Face)", facts=list(config_facts(document)))
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
    return Summary("tokenizer (Hugging Face tokenizer.json)", facts=facts, commands=commands)


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
    return Summary("index of the shards of a model (Hugging Face)", facts=facts)


def _kind_of(value: Any) -> str:
    if isinstance(value, dict):
        return count_text(len(value), "key")
    if isinstance(value, list):
        return count_text(len(value), "element")
    return brief(json.dumps(value))
