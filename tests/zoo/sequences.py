"""Networks of sequences that need nothing but PyTorch: recurrent, convolutional, attention, state spaces."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from tests.zoo.catalogue import Example, architecture

VOCABULARY, WIDTH = 40, 16


def words(batch: int, length: int) -> Any:
    return torch.randint(0, VOCABULARY, (batch, length))


def signals(batch: int, length: int) -> Any:
    return torch.randn(batch, length, WIDTH)


class Recurrent(nn.Module):
    def __init__(self, layer: nn.Module, width: int) -> None:
        super().__init__()
        self.embedding, self.layer, self.head = nn.Embedding(VOCABULARY, WIDTH), layer, nn.Linear(width, VOCABULARY)

    def forward(self, ids: Any, state: Any = None) -> Any:
        found, state = self.layer(self.embedding(ids), state)
        return self.head(found), state


@architecture("lstm", quick=True)
def lstm() -> Example:
    layer = nn.LSTM(WIDTH, 12, num_layers=2, batch_first=True, dropout=0.1)
    return Example(Recurrent(layer, 12), lambda b, n: (words(b, n), (torch.randn(2, b, 12), torch.randn(2, b, 12))))


@architecture("lstm_bidirectional")
def lstm_bidirectional() -> Example:
    return Example(Recurrent(nn.LSTM(WIDTH, 12, batch_first=True, bidirectional=True), 24), words)


@architecture("lstm_projected")
def lstm_projected() -> Example:
    return Example(Recurrent(nn.LSTM(WIDTH, 12, batch_first=True, proj_size=6), 6), words)


@architecture("gru")
def gru() -> Example:
    return Example(Recurrent(nn.GRU(WIDTH, 12, batch_first=True, num_layers=2, bidirectional=True), 24), words)


@architecture("rnn")
def rnn() -> Example:
    return Example(Recurrent(nn.RNN(WIDTH, 12, batch_first=True, nonlinearity="relu"), 12), words)


class Translator(nn.Module):
    """An encoder and a decoder of cells, with additive attention at each step."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding, self.encoder = nn.Embedding(VOCABULARY, WIDTH), nn.GRU(WIDTH, WIDTH, batch_first=True)
        self.cell = nn.LSTMCell(2 * WIDTH, WIDTH)
        self.query, self.key, self.score = nn.Linear(WIDTH, 8), nn.Linear(WIDTH, 8), nn.Linear(8, 1)
        self.head = nn.Linear(WIDTH, VOCABULARY)

    def forward(self, source: Any) -> Any:
        memory, last = self.encoder(self.embedding(source))
        h, c = last[0], torch.zeros_like(last[0])
        token = torch.zeros(source.shape[0], dtype=torch.long)
        steps = []
        for _ in range(4):
            weights = torch.softmax(self.score(torch.tanh(self.query(h)[:, None] + self.key(memory))), 1)
            h, c = self.cell(torch.cat([self.embedding(token), (weights * memory).sum(1)], -1), (h, c))
            steps.append(self.head(h))
            token = steps[-1].argmax(-1)
        return torch.stack(steps, 1)


@architecture("translator")
def translator() -> Example:
    return Example(Translator(), words)


class TextConvolution(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, WIDTH, padding_idx=0)
        self.convs = nn.ModuleList(nn.Conv1d(WIDTH, 8, size) for size in (2, 3, 4))
        self.head = nn.Linear(24, 3)

    def forward(self, ids: Any) -> Any:
        x = self.embedding(ids).transpose(1, 2)
        pooled = [functional.relu(conv(x)).max(dim=-1)[0] for conv in self.convs]
        return self.head(torch.cat(pooled, 1))


@architecture("text_convolution")
def text_convolution() -> Example:
    return Example(TextConvolution(), words)


class Causal(nn.Module):
    def __init__(self, dilation: int) -> None:
        super().__init__()
        self.pad = 2 * dilation
        self.conv = nn.utils.parametrizations.weight_norm(nn.Conv1d(WIDTH, WIDTH, 3, dilation=dilation))
        self.gate = nn.Conv1d(WIDTH, WIDTH, 3, dilation=dilation)

    def forward(self, x: Any) -> Any:
        padded = functional.pad(x, (self.pad, 0))
        return x + torch.tanh(self.conv(padded)) * torch.sigmoid(self.gate(padded))


@architecture("tcn")
def tcn() -> Example:
    return Example(nn.Sequential(*(Causal(2**i) for i in range(3))), lambda b, n: torch.randn(b, WIDTH, n))


@architecture("transformer_encoder", quick=True)
def transformer_encoder() -> Example:
    layer = nn.TransformerEncoderLayer(WIDTH, 4, 32, batch_first=True, norm_first=True, activation="gelu")
    return Example(nn.TransformerEncoder(layer, 2, enable_nested_tensor=False), signals)


class FullTransformer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Transformer(WIDTH, 2, 1, 1, 32, batch_first=True)

    def forward(self, source: Any, target: Any) -> Any:
        mask = torch.triu(torch.full((target.shape[1], target.shape[1]), -math.inf), diagonal=1)
        return self.body(source, target, tgt_mask=mask, tgt_is_causal=False)


@architecture("transformer")
def transformer() -> Example:
    return Example(FullTransformer(), lambda b, n: (signals(b, n), signals(b, n + 2)))


class CachedAttention(nn.Module):
    """One step of a decoder with rotary positions, grouped heads and a cache that grows."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(WIDTH, width, bias=False) for width in (16, 8, 8))
        self.norm = nn.RMSNorm(WIDTH)

    def rotate(self, x: Any, positions: Any) -> Any:
        angles = positions[:, None].float() * (1.0 / 100 ** (torch.arange(0, 4, 2).float() / 4))
        cos, sin = torch.cat([angles, angles], -1).cos(), torch.cat([angles, angles], -1).sin()
        a, b = x.chunk(2, -1)
        return x * cos + torch.cat([-b, a], -1) * sin

    def forward(self, x: Any, past: Any) -> Any:
        b, n, _ = x.shape
        start = past["k"].shape[2]
        positions = torch.arange(start, start + n)
        y = self.norm(x)
        q = self.rotate(self.q(y).view(b, n, 4, 4).transpose(1, 2), positions)
        k = self.rotate(self.k(y).view(b, n, 2, 4).transpose(1, 2), positions)
        k, v = torch.cat([past["k"], k], 2), torch.cat([past["v"], self.v(y).view(b, n, 2, 4).transpose(1, 2)], 2)
        mask = torch.arange(start + n)[None] <= positions[:, None]
        found = functional.scaled_dot_product_attention(
            q, k.repeat_interleave(2, 1), v.repeat_interleave(2, 1), attn_mask=mask
        )
        return x + found.transpose(1, 2).reshape(b, n, 16), {"k": k, "v": v}


@architecture("cached_attention", quick=True)
def cached_attention() -> Example:
    def inputs(batch: int, length: int) -> Any:
        past = {"k": torch.randn(batch, 2, length, 4), "v": torch.randn(batch, 2, length, 4)}
        return signals(batch, 2), past

    return Example(CachedAttention(), lambda b, n: ((inputs(b, n)), {}))


class StateSpace(nn.Module):
    """Mamba's selective scan, step by step, with a causal convolution before it."""

    def __init__(self) -> None:
        super().__init__()
        self.into, self.out = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.conv = nn.Conv1d(WIDTH, WIDTH, 4, groups=WIDTH, padding=3)
        self.select, self.rate = nn.Linear(WIDTH, 9), nn.Linear(1, WIDTH)
        self.decay, self.skip = (
            nn.Parameter(torch.arange(1.0, 5).log().repeat(WIDTH, 1)),
            nn.Parameter(torch.ones(WIDTH)),
        )

    def forward(self, x: Any) -> Any:
        y, gate = self.into(x).chunk(2, -1)
        y = functional.silu(self.conv(y.transpose(1, 2))[..., : x.shape[1]].transpose(1, 2))
        step, b, c = self.select(y).split([1, 4, 4], dim=-1)
        step = functional.softplus(self.rate(step))
        decay = torch.exp(step.unsqueeze(-1) * -torch.exp(self.decay))
        drive = (step * y).unsqueeze(-1) * b.unsqueeze(2)
        state = torch.zeros(x.shape[0], WIDTH, 4)
        found = []
        for i in range(8):
            state = decay[:, i] * state + drive[:, i]
            found.append((state * c[:, i, None]).sum(-1))
        y = torch.stack(found, 1) + y * self.skip
        return self.out(y * functional.silu(gate))


@architecture("mamba_scan")
def mamba_scan() -> Example:
    return Example(StateSpace(), lambda batch, _: torch.randn(batch, 8, WIDTH))


class LinearAttention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)

    def forward(self, x: Any) -> Any:
        q, k, v = self.qkv(x).unflatten(-1, (3, 2, 8)).permute(2, 0, 3, 1, 4)
        q, k = functional.elu(q) + 1, functional.elu(k) + 1
        sums = torch.einsum("bhnd,bhne->bhnde", k, v).cumsum(2)
        return torch.einsum("bhnd,bhnde->bhne", q, sums) / torch.einsum("bhnd,bhnd->bhn", q, k.cumsum(2)).unsqueeze(-1)


@architecture("linear_attention")
def linear_attention() -> Example:
    return Example(LinearAttention(), signals)


class Experts(nn.Module):
    """A sparse mixture: the two best of four experts, computed densely and weighted."""

    def __init__(self) -> None:
        super().__init__()
        self.router = nn.Linear(WIDTH, 4, bias=False)
        self.up, self.down = nn.Parameter(torch.randn(4, WIDTH, 32) / 4), nn.Parameter(torch.randn(4, 32, WIDTH) / 6)

    def forward(self, x: Any) -> Any:
        weights, chosen = torch.topk(torch.softmax(self.router(x), -1), 2, dim=-1)
        weights = weights / weights.sum(-1, keepdim=True)
        gates = torch.zeros(*x.shape[:-1], 4).scatter(-1, chosen, weights)
        found = torch.einsum("bnw,ewh->bneh", x, self.up).relu()
        return torch.einsum("bneh,ehw,bne->bnw", found, self.down, gates)


@architecture("experts")
def experts() -> Example:
    return Example(Experts(), signals)


class Spectrogram(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("window", torch.hann_window(32))
        self.net = nn.Sequential(nn.Conv1d(17, 8, 3, padding=1), nn.GLU(1), nn.AdaptiveAvgPool1d(1), nn.Flatten())

    def forward(self, wave: Any) -> Any:
        spectrum = torch.stft(wave, 32, 16, window=self.window, return_complex=True).abs().pow(2)
        return self.net(torch.log10(spectrum + 1e-6))


@architecture("spectrogram")
def spectrogram() -> Example:
    return Example(Spectrogram(), lambda batch, _: torch.randn(batch, 128))


class Tagger(nn.Module):
    """Emissions and the best path of a conditional random field, by Viterbi's algorithm."""

    def __init__(self) -> None:
        super().__init__()
        self.emit, self.moves = nn.Linear(WIDTH, 5), nn.Parameter(torch.randn(5, 5))

    def forward(self, x: Any) -> Any:
        emissions = self.emit(x)
        score, back = emissions[:, 0], []
        for i in range(1, 8):
            best, origin = (score.unsqueeze(2) + self.moves).max(1)
            score = best + emissions[:, i]
            back.append(origin)
        tags = [score.argmax(1)]
        for origin in reversed(back):
            tags.append(origin.gather(1, tags[-1][:, None]).squeeze(1))
        return torch.stack(tags[::-1], 1), score.logsumexp(-1)


@architecture("viterbi_tagger")
def viterbi_tagger() -> Example:
    return Example(Tagger(), lambda batch, _: torch.randn(batch, 8, WIDTH))


class Forecast(nn.Module):
    """Normalised patches of a series, a trend by a moving average, and quantiles."""

    def __init__(self) -> None:
        super().__init__()
        self.patch, self.mix, self.head = nn.Linear(8, WIDTH), nn.Linear(7, 7), nn.Linear(7 * WIDTH, 12)

    def forward(self, series: Any) -> Any:
        mean, deviation = series.mean(-1, keepdim=True), series.std(-1, keepdim=True) + 1e-5
        x = (series - mean) / deviation
        trend = functional.avg_pool1d(functional.pad(x.unsqueeze(1), (2, 2), mode="replicate"), 5, 1).squeeze(1)
        patches = self.patch((x - trend).unfold(-1, 8, 4))
        y = self.head((patches + self.mix(patches.mT).mT).flatten(1)).view(-1, 4, 3)
        return y.sort(-1).values * deviation.unsqueeze(-1) + mean.unsqueeze(-1)


@architecture("forecast")
def forecast() -> Example:
    return Example(Forecast(), lambda batch, _: torch.randn(batch, 32))
