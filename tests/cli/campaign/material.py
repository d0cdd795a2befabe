"""The files of the campaign: good ones of every kind, damaged ones, hostile ones, and what is no file."""

from __future__ import annotations

import io
import itertools
import json
import random
import struct
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

import nacformats
from nacformats.fuzz.choices import RandomChoices
from tests.campaign.files import CORPUS, EXAMPLES, FILE_BYTES, MEANINGFUL_FILES, ROOT
from tests.campaign.mutations import mutated, spliced
from tests.cli.campaign.hostile import TEXTS, hostile
from tests.programs.steps import make_step

#: What files are of: the suffix says it, except for a tokenizer.json.
SUFFIXES = {
    **{kind: f".{kind}" for kind in ("nac", "micb", "mic2", "stb", "tisa", "mep", "safetensors", "npz", "npy", "json")},
    **{kind: f".{kind}" for kind in ("onnx", "pt2", "ksy", "toy")},
    "tokenizer": ".json",
    "trainable": ".nac",
    "inputs": ".npz",
    "targets": ".npz",
}
#: What is as hostile as files of another kind.
ALIKE = {"trainable": "nac", "inputs": "npz", "targets": "npz"}
#: Of a hundred files that are no originals, how many are of which origin.
ORIGINAL, GENERATED, MUTATED, SPLICED, HOSTILE, ANY = "original", "generated", "mutated", "spliced", "hostile", "any"
ORIGINS = {GENERATED: 15, MUTATED: 35, SPLICED: 8, HOSTILE: 35, ANY: 7}
#: How many of the originals of a kind, the last ones, are large and have more turns than others.
LARGE = 3
#: What is no regular file with bytes, or is where it should not be. HUGE is sparse.
DIRECTORY, FIFO, LOOP, BROKEN, UNREADABLE, HUGE = "directory", "fifo", "loop", "broken link", "unreadable", "huge"
ODDITIES = (DIRECTORY, FIFO, LOOP, BROKEN, UNREADABLE, HUGE)
#: How large a HUGE file is, in bytes: nobody can read it whole.
HUGE_BYTES = 2**40
#: Names that are no files of the folder.
PLACES = ("-", "", ".", "..", "missing", "no/such/folder", "/dev/null", "/dev/full", "/dev/fd/0", "/proc/self/mem")
#: What comes before the suffix of a name: mostly nothing special.
PLAIN_STEMS = ("a", "b", "model", "x.y", "data-1")
ODD_STEMS = (
    "new\nline",
    "\x1b[31mred",
    "\udcff\udcfe",
    "n" * 240,
    "\u202eright",
    "-dash",
    "--force",
    " ",
    "a=b",
    "%s{}",
    "'\"$(x)",
    "[red]x[bold]",
    "e\u0301é",
)


#: The schema of the files of the kind "toy".
TOY = ROOT / "tests" / "generic" / "toy.ksy"


@dataclass(frozen=True)
class File:
    """A file that a case puts into its folder: bytes, or one of ODDITIES with what it would have held."""

    name: str
    data: bytes
    oddity: str | None = None


def good_file(rng: random.Random, kind: str) -> File:
    """A file of one kind as it should be."""
    return File(rng.choice(PLAIN_STEMS) + SUFFIXES[kind], _original(rng, kind))


def drawn_file(rng: random.Random, kind: str) -> File:
    """A file of one kind; often it is damaged, and sometimes its name, what is there, or all of it is odd."""
    data = drawn_bytes(rng, kind)
    suffix = SUFFIXES[kind] if rng.random() < 0.93 else rng.choice((*SUFFIXES.values(), "", ".JSON", ".bin", ".gz"))
    stem = rng.choice(PLAIN_STEMS) if rng.random() < 0.9 else rng.choice(ODD_STEMS)
    oddity = rng.choice(ODDITIES) if rng.random() < 0.05 else None
    return File(stem + suffix, data, oddity)


def drawn_bytes(rng: random.Random, kind: str, good: int = 40) -> bytes:
    """What is in a file of one kind; good: how many originals there are for a hundred of other files."""
    origin = rng.choices((ORIGINAL, *ORIGINS), (good, *ORIGINS.values()))[0]
    if origin == ANY:
        return rng.choice((b"", b"\0", b"{", rng.randbytes(50), rng.choice(TEXTS), _original(rng, _any_kind(rng))))
    if origin == HOSTILE:
        return hostile(ALIKE.get(kind, kind), rng)
    if origin == GENERATED and kind in MEANINGFUL_FILES:
        return MEANINGFUL_FILES[kind](RandomChoices(rng))
    original = _original(rng, kind)
    if origin == MUTATED:
        return mutated(rng, original)
    return spliced(rng, original, _original(rng, kind)) if origin == SPLICED else original


def _any_kind(rng: random.Random) -> str:
    return rng.choice(list(originals()))


def _original(rng: random.Random, kind: str) -> bytes:
    files = originals()[kind]
    return rng.choice(files[-LARGE:] if rng.random() < 0.15 else files)


@cache
def originals() -> Mapping[str, Sequence[bytes]]:
    """Good files by kind: those of the checkout, and small ones that are made here."""
    found: dict[str, list[bytes]] = {kind: [] for kind in SUFFIXES if kind not in ("json", "tokenizer")}
    folders = (EXAMPLES, CORPUS, ROOT / "docs", ROOT / "schemas", ROOT / "tests" / "generic", ROOT / "tests" / "fuzz")
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        kind = path.suffix[1:]
        if kind in found and path.stat().st_size <= FILE_BYTES:
            found[kind].append(path.read_bytes())
    found["ksy"] += [TOY.read_bytes()] * len(found["ksy"])  # there are files for it
    for made in (_made(), _large(), _step()):
        for kind, files in made.items():
            found.setdefault(kind, []).extend(files)
    found["nac"].append((EXAMPLES / "story" / "story.nac").read_bytes())
    return {kind: files for kind, files in found.items() if files}


def _made() -> dict[str, list[bytes]]:
    """Files of the kinds that the checkout has none of."""
    header = json.dumps({"fc1.weight": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}}).encode()
    return {
        "safetensors": [struct.pack("<Q", len(header)) + header + bytes(16)],
        "npy": [_npy(np.ones((2, 3), np.float32)), _npy(np.array(7)), _npy(np.zeros((0, 4), "<U3"))],
        "npz": [_npz(x=np.ones((2, 3), np.float32)), _npz(in0=np.ones((1, 8), np.float32), in1=np.arange(3))],
        "json": [json.dumps(tree).encode() for tree in _TREES],
        "tokenizer": [json.dumps(_TOKENIZER).encode()],
        "toy": [_TOY],
        "onnx": [],
        "pt2": _pt2(),
    }


def _step() -> dict[str, list[bytes]]:
    """One model that can be trained, and run, with what it takes: any of these files go together."""
    drawn = (make_step(RandomChoices(random.Random(seed))) for seed in itertools.count())
    step = next(each for each in drawn if each.fits and each.program.inputs and each.targets)
    inputs = {f"in{number}": array for number, array in enumerate(step.program.inputs)}
    targets = {f"target{number}": array for number, array in enumerate(step.targets)}
    model = nacformats.dumps(step.program.model)
    return {"trainable": [model], "inputs": [_npz(**inputs)], "targets": [_npz(**targets)]}


def _large() -> dict[str, list[bytes]]:
    """Good files of some ten kilobytes, with as many parts as fit: what takes too long for each part takes too long."""
    chain = "mic@2\nT0 f32 4\na x T0\n" + "".join(f"+ {at} {at // 2}\n" for at in range(4_000)) + "O 4000\n"
    wide = "mic@2\nT0 f32 4\n" + "".join(f"a x{at} T0\n" for at in range(2_000)) + "r 7\nO 2000\n"
    graphs = [nacformats.loads(text.encode(), format="mic2") for text in (chain, wide)]
    entries = {f"w{at}": {"dtype": "F32", "shape": [1], "data_offsets": [4 * at, 4 * at + 4]} for at in range(1_000)}
    header = json.dumps(entries).encode()
    records = [{"id": at, "kind": "label", "body": {"text": "abc"}} for at in range(1_000)]
    steps = [{"opcode": "prepend", "operands": {"value": "ab"}}] * 1_000
    vocab = {"[UNK]": 0, **{f"a{at}": at + 1 for at in range(3_000)}}
    return {
        "mic2": [chain.encode(), wide.encode()],
        "micb": [nacformats.dumps(graph, format="micb") for graph in graphs],
        "nac": [nacformats.dumps(nacformats.compile(graph)) for graph in graphs],
        "safetensors": [struct.pack("<Q", len(header)) + header + bytes(4_000)],
        "npz": [_npz(**{f"in{at}": np.ones(4, np.float32) for at in range(200)})],
        "tisa": [nacformats.dumps({"steps": steps}, format="tisa")],
        "json": [json.dumps({"flavor": 1, "records": records, "checksums": [1] * 1_000}).encode()],
        "mep": ["".join(f'src_constant a, "{at}"\n' for at in range(3_000)).encode()],
        "tokenizer": [json.dumps({**_TOKENIZER, "model": {**_TOKENIZER["model"], "vocab": vocab}}).encode()],
    }


def _npy(array: np.ndarray) -> bytes:
    made = io.BytesIO()
    np.save(made, array)
    return made.getvalue()


def _npz(**arrays: np.ndarray) -> bytes:
    made = io.BytesIO()
    np.savez(made, **arrays)
    return made.getvalue()


def _pt2() -> list[bytes]:
    """A program of PyTorch, where that was imported, which takes seconds."""
    if "torch" not in sys.modules:
        return [_npz(data=np.ones(3))]
    import torch

    made = io.BytesIO()
    torch.export.save(torch.export.export(torch.nn.Linear(2, 3).eval(), (torch.ones(1, 2),)), made)
    return [made.getvalue()]


#: A file as tests/generic/toy.ksy describes it.
_TOY = bytes.fromhex("544f59310102140000000101000103616263020102000001000200")
_TREES: Sequence[object] = (
    {"steps": [{"opcode": "prepend", "operands": {"value": "x"}}]},
    {"flavor": "sweet", "records": [{"id": 1, "kind": "label", "body": {"text": "abc"}}], "checksums": [1]},
    {"scores": []},
)
_TOKENIZER: dict[str, Any] = {
    "version": "1.0",
    "added_tokens": [],
    "normalizer": {"type": "Lowercase"},
    "pre_tokenizer": {"type": "Whitespace"},
    "decoder": None,
    "post_processor": None,
    "model": {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": {"[UNK]": 0, "a": 1, "##b": 2, "hello": 3},
    },
}
