"""Trains the story teller and packs it: python examples/story/train.py [FOLDER] makes story.nac, in a few minutes.

It needs the extras torch and tokenizers. The same seed gives the same file on the same kind of processor with the same
version of PyTorch.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

import nacformats

sys.path.insert(0, str(Path(__file__).parent))
from stories import story
from tokens import VOCABULARY, train_tokenizer

PLAN = Path(__file__).with_name("plan.mep")
SEED = 1
#: Numbers for each token, layers, heads of their attention, and numbers inside of their networks.
WIDTH, LAYERS, HEADS, INNER = 96, 3, 4, 288
STEPS, BATCH, RATE = 1300, 24, 4e-3


class Block(nn.Module):
    """Attention to earlier tokens and a small network for each token, both added to what comes in."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.shift = nn.Parameter(torch.zeros(WIDTH))
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH, bias=False)
        self.up, self.down = nn.Linear(WIDTH, INNER, bias=False), nn.Linear(INNER, WIDTH, bias=False)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        normed = self.norm1(x)
        normed = normed + self.shift * functional.pad(normed[:, :-1], (0, 0, 1, 0))  # some of the token before
        q, k, v = (part.unflatten(-1, (HEADS, -1)).transpose(1, 2) for part in self.qkv(normed).chunk(3, dim=-1))
        attended = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        x = x + self.out(attended.transpose(1, 2).flatten(2))
        return x + self.down(functional.gelu(self.up(self.norm2(x))))


class StoryTeller(nn.Module):
    """A transformer whose attention gets weaker with the distance (ALiBi), so that a text may have any length."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens = nn.Embedding(VOCABULARY, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.register_buffer("slopes", torch.tensor([-1.0, -0.25, -0.0625, 0.0]).view(HEADS, 1, 1))
        nn.init.normal_(self.tokens.weight, std=0.05)

    def hidden(self, ids: Tensor) -> Tensor:
        place = torch.arange(ids.shape[1])
        distance = (place.unsqueeze(1) - place).float()
        bias = torch.where(distance < 0, float("-inf"), self.slopes * distance)
        x = self.tokens(ids)
        for block in self.blocks:
            x = block(x, bias)
        return self.norm(x)

    def forward(self, ids: Tensor) -> Tensor:
        """Scores of the next token, [batch, VOCABULARY], for ids of [batch, length]."""
        return functional.linear(self.hidden(ids)[:, -1], self.tokens.weight)


def samples(tokenizer: Tokenizer) -> Iterator[list[int]]:
    """Stories as ids, without end. Some begin in the middle, and some are cut in two, as prompts cut them."""
    random = Random(SEED + 1)
    while True:
        text = story(random)
        if random.random() < 0.3:
            text = "\n".join(text.split("\n")[random.randrange(4) :])
        cut = random.randrange(80) if random.random() < 0.3 else 0
        first, second = (tokenizer.encode(part) for part in (text[:cut], text[cut:]))
        yield [*first.ids, *second.ids[1:], second.ids[0]]


def batches(tokenizer: Tokenizer) -> Iterator[Tensor]:
    """Batches of ids, [BATCH, length]; what follows the end of a story is -1."""
    stream = samples(tokenizer)
    while True:
        listed = sorted(islice(stream, 16 * BATCH), key=len)  # of about the same length, so that little is padded
        order = torch.randperm(16).tolist()
        for start in (BATCH * number for number in order):
            rows = [torch.tensor(ids) for ids in listed[start : start + BATCH]]
            yield nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=-1)


def train(tokenizer: Tokenizer) -> StoryTeller:
    torch.manual_seed(SEED)
    torch.set_num_threads(1)  # sums come out the same on a machine with more cores
    model = StoryTeller()
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters")
    matrices = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": matrices, "weight_decay": 0.05}, {"params": others, "weight_decay": 0.0}],
        lr=RATE,
        betas=(0.9, 0.98),
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min((step + 1) / 100, 1 - step / STEPS))
    began = time.monotonic()
    for step, ids in enumerate(islice(batches(tokenizer), STEPS)):
        scores = functional.linear(model.hidden(ids[:, :-1].clamp(min=0)), model.tokens.weight)
        loss = functional.cross_entropy(scores.flatten(0, 1), ids[:, 1:].flatten(), ignore_index=-1)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % 100 == 99:
            print(f"step {step + 1:5}: loss {loss.item():.3f}, {time.monotonic() - began:4.0f} s", flush=True)
    return model.eval()


def pack(model: StoryTeller, tokenizer: Tokenizer) -> nacformats.NacFile:
    """The model with its tokenizer and the plan as one file."""
    example = torch.zeros(1, 8, dtype=torch.int64)
    return nacformats.compile(
        model,
        (example,),
        dynamic_shapes=({1: torch.export.Dim("length", min=3)},),  # torch.export takes 1 and 2 for special cases
        options=nacformats.CompileOptions(quantize="INT8_CHANNEL"),
        tokenizer=nacformats.tokenizer.compile_tokenizer(tokenizer.to_str()),
        plan=nacformats.plan.assemble(PLAN.read_text(encoding="utf-8")),
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    taught = train_tokenizer()
    nacformats.dump(pack(train(taught), taught), folder / "story.nac")
