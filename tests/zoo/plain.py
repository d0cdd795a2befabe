"""Networks that need nothing but PyTorch: images, points, tables, graphs."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from tests.zoo.catalogue import Example, architecture


def images(channels: int = 3, size: int = 32) -> Any:
    return lambda batch, _length: torch.randn(batch, channels, size, size)


def rows(width: int) -> Any:
    return lambda batch, _length: torch.randn(batch, width)


def conv_block(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


@architecture("mlp")
def mlp() -> Example:
    return Example(
        nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Dropout(), nn.Linear(32, 4), nn.Softmax(-1)), rows(16)
    )


class LeNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, 6, 5), nn.Conv2d(6, 16, 5)
        self.fc1, self.fc2 = nn.Linear(256, 64), nn.Linear(64, 10)

    def forward(self, x: Any) -> Any:
        x = functional.max_pool2d(functional.relu(self.conv1(x)), 2)
        x = functional.max_pool2d(functional.relu(self.conv2(x)), 2)
        return functional.log_softmax(self.fc2(functional.relu(self.fc1(torch.flatten(x, 1)))), dim=1)


@architecture("lenet")
def lenet() -> Example:
    return Example(LeNet(), images(1, 28))


class Residual(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.short = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x: Any) -> Any:
        y = functional.relu(self.bn1(self.conv1(x)), inplace=True)
        y = self.bn2(self.conv2(y))
        y += self.short(x)
        return functional.relu_(y)


@architecture("residual", quick=True)
def residual() -> Example:
    layers = [Residual(3, 8, 1), Residual(8, 16, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 5)]
    return Example(nn.Sequential(*layers), images())


class UNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down1, self.down2, self.middle = conv_block(3, 8), conv_block(8, 16), conv_block(16, 32)
        self.up2, self.up1 = nn.ConvTranspose2d(32, 16, 2, 2), nn.Upsample(scale_factor=2, mode="bilinear")
        self.merge2, self.merge1, self.head = conv_block(32, 16), conv_block(24, 8), nn.Conv2d(8, 2, 1)

    def forward(self, x: Any) -> Any:
        a = self.down1(x)
        b = self.down2(functional.max_pool2d(a, 2))
        y = self.middle(functional.avg_pool2d(b, 2))
        y = self.merge2(torch.cat([self.up2(y), b], 1))
        return self.head(self.merge1(torch.cat([self.up1(y), a], 1)))


@architecture("unet")
def unet() -> Example:
    return Example(UNet(), images())


@architecture("autoencoder")
def autoencoder() -> Example:
    encoder = [nn.Conv2d(3, 8, 3, 2, 1), nn.LeakyReLU(), nn.Conv2d(8, 16, 3, 2, 1), nn.Tanh()]
    decoder = [nn.ConvTranspose2d(16, 8, 4, 2, 1), nn.ELU(), nn.ConvTranspose2d(8, 3, 3, 2, 1, 1), nn.Sigmoid()]
    return Example(nn.Sequential(*encoder, *decoder), images())


class Variational(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder, self.decoder = nn.Linear(20, 8), nn.Linear(4, 20)

    def forward(self, x: Any, noise: Any) -> Any:
        mean, variance = self.encoder(x).chunk(2, dim=-1)
        return self.decoder(mean + noise * torch.exp(0.5 * variance)), mean, variance


@architecture("vae")
def vae() -> Example:
    return Example(Variational(), lambda batch, _: (torch.randn(batch, 20), torch.randn(batch, 4)))


@architecture("dcgan_generator")
def dcgan_generator() -> Example:
    layers: list[nn.Module] = [nn.ConvTranspose2d(10, 16, 4), nn.BatchNorm2d(16), nn.ReLU(True)]
    layers += [nn.ConvTranspose2d(16, 8, 4, 2, 1), nn.BatchNorm2d(8), nn.ReLU(True), nn.ConvTranspose2d(8, 3, 4, 2, 1)]
    return Example(nn.Sequential(*layers, nn.Tanh()), images(10, 1))


class SuperResolution(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.last = nn.Conv2d(3, 16, 5, padding=2), nn.Conv2d(16, 27, 3, padding=1)
        self.act = nn.PReLU(16)

    def forward(self, x: Any) -> Any:
        rough = functional.interpolate(x, scale_factor=3, mode="bicubic", align_corners=False)
        return (functional.pixel_shuffle(self.last(self.act(self.first(x))), 3) + rough).clamp(-1, 1)


@architecture("super_resolution")
def super_resolution() -> Example:
    return Example(SuperResolution(), images(3, 12))


class SpatialTransformer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.locate = nn.Linear(3 * 12 * 12, 6)
        self.head = nn.Conv2d(3, 4, 3)

    def forward(self, x: Any) -> Any:
        theta = self.locate(x.flatten(1)).view(-1, 2, 3)
        grid = functional.affine_grid(theta, list(x.shape), align_corners=False)
        return self.head(functional.grid_sample(x, grid, align_corners=False, padding_mode="border"))


@architecture("spatial_transformer")
def spatial_transformer() -> Example:
    return Example(SpatialTransformer(), images(3, 12))


class PyramidHead(nn.Module):
    """A feature pyramid with class and box heads, and the best boxes by score."""

    def __init__(self) -> None:
        super().__init__()
        self.stem, self.next = nn.Conv2d(3, 8, 3, 2, 1), nn.Conv2d(8, 8, 3, 2, 1)
        self.lateral, self.classes, self.boxes = nn.Conv2d(8, 8, 1), nn.Conv2d(8, 4, 3, 1, 1), nn.Conv2d(8, 4, 3, 1, 1)
        self.register_buffer("scale", torch.tensor([0.1, 0.1, 0.2, 0.2]))

    def forward(self, x: Any) -> Any:
        fine = functional.silu(self.stem(x))
        coarse = functional.silu(self.next(fine))
        fine = self.lateral(fine) + functional.interpolate(coarse, size=fine.shape[-2:], mode="nearest")
        levels = (fine, coarse)
        scores = torch.cat([self.classes(level).permute(0, 2, 3, 1).flatten(1, 2) for level in levels], 1).sigmoid()
        deltas = torch.cat([self.boxes(level).permute(0, 2, 3, 1).flatten(1, 2) for level in levels], 1) * self.scale
        best, kinds = scores.max(-1)
        values, places = best.topk(5, dim=1)
        boxes = deltas.gather(1, places.unsqueeze(-1).expand(-1, -1, 4))
        corners = torch.cat([boxes[..., :2] - boxes[..., 2:].exp() / 2, boxes[..., :2] + boxes[..., 2:].exp() / 2], -1)
        return {"boxes": corners, "scores": values, "classes": kinds.gather(1, places)}


@architecture("detection_head")
def detection_head() -> Example:
    return Example(PyramidHead(), images())


class TimeBlock(nn.Module):
    """A block of a diffusion U-Net: group norms, a time embedding that scales and shifts, attention over pixels."""

    def __init__(self, channels: int = 16) -> None:
        super().__init__()
        self.channels = channels
        self.stem, self.head = nn.Conv2d(3, channels, 3, padding=1), nn.Conv2d(channels, 3, 3, padding=1)
        self.norm1, self.norm2 = nn.GroupNorm(4, channels), nn.GroupNorm(4, channels)
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1)
        self.time = nn.Sequential(nn.Linear(channels, 4 * channels), nn.SiLU(), nn.Linear(4 * channels, 2 * channels))
        self.qkv, self.proj = nn.Conv2d(channels, 3 * channels, 1), nn.Conv2d(channels, channels, 1)

    def forward(self, x: Any, steps: Any) -> Any:
        half = self.channels // 2
        rates = torch.exp(-math.log(10000) * torch.arange(half, dtype=torch.float32, device=x.device) / half)
        angles = steps[:, None].float() * rates[None]
        shift, scale = self.time(torch.cat([angles.cos(), angles.sin()], -1))[:, :, None, None].chunk(2, dim=1)
        x = self.stem(x)
        y = self.conv1(functional.silu(self.norm1(x)))
        y = x + self.conv2(functional.silu(self.norm2(y) * (1 + scale) + shift))
        b, c, h, w = y.shape
        q, k, v = self.qkv(y).reshape(b, 3, c, h * w).unbind(1)
        attention = torch.softmax(torch.einsum("bci,bcj->bij", q, k) / math.sqrt(c), -1)
        return self.head(y + self.proj(torch.einsum("bij,bcj->bci", attention, v).reshape(b, c, h, w)))


@architecture("diffusion_block", quick=True)
def diffusion_block() -> Example:
    return Example(TimeBlock(), lambda batch, _: (torch.randn(batch, 3, 8, 8), torch.randint(0, 1000, (batch,))))


class PointNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.align = nn.Linear(32, 9)
        self.early = nn.Sequential(nn.Conv1d(3, 32, 1), nn.BatchNorm1d(32), nn.ReLU())
        self.points = nn.Sequential(nn.Conv1d(3, 32, 1), nn.BatchNorm1d(32), nn.ReLU(), nn.Conv1d(32, 64, 1))
        self.head = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, 10))
        self.register_buffer("identity", torch.eye(3), persistent=False)

    def forward(self, points: Any) -> Any:
        rotation = self.align(self.early(points).max(dim=2).values).view(-1, 3, 3) + self.identity
        turned = torch.bmm(points.transpose(1, 2), rotation).transpose(1, 2)
        return self.head(torch.amax(self.points(turned), dim=2)), rotation


@architecture("pointnet")
def pointnet() -> Example:
    return Example(PointNet(), lambda batch, length: torch.randn(batch, 3, length * 4))


class Recommender(nn.Module):
    """DLRM: embedding bags, a bottom and a top network, and the pairwise products of features."""

    def __init__(self) -> None:
        super().__init__()
        self.tables = nn.ModuleList(nn.EmbeddingBag(50, 8, mode="sum") for _ in range(3))
        self.bottom = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 8), nn.ReLU())
        self.top = nn.Sequential(nn.Linear(8 + 6, 16), nn.ReLU(), nn.Linear(16, 1), nn.Sigmoid())
        rows, columns = torch.tril_indices(4, 4, offset=-1)
        self.register_buffer("rows", rows)
        self.register_buffer("columns", columns)

    def forward(self, dense: Any, sparse: Any) -> Any:
        x = self.bottom(dense)
        features = torch.stack([x, *(table(sparse[:, i]) for i, table in enumerate(self.tables))], 1)
        products = torch.bmm(features, features.transpose(1, 2))[:, self.rows, self.columns]
        return self.top(torch.cat([x, products], 1)).squeeze(-1)


@architecture("dlrm")
def dlrm() -> Example:
    return Example(Recommender(), lambda batch, _: (torch.randn(batch, 5), torch.randint(0, 50, (batch, 3, 4))))


class OffsetBags(nn.Module):
    """Bags of different lengths, given by their offsets."""

    def __init__(self) -> None:
        super().__init__()
        self.bag = nn.EmbeddingBag(30, 6, mode="mean", include_last_offset=False)
        self.head = nn.Linear(6, 2)

    def forward(self, words: Any, offsets: Any) -> Any:
        return self.head(self.bag(words, offsets))


@architecture("text_bags")
def text_bags() -> Example:
    return Example(
        OffsetBags(),
        lambda batch, length: (torch.randint(0, 30, (batch * length,)), torch.arange(0, batch * length, length)),
    )


class GraphConvolution(nn.Module):
    """Messages along edges, summed at their targets with index_add, and a mean over the nodes of each graph."""

    def __init__(self) -> None:
        super().__init__()
        self.lift, self.message, self.update = nn.Linear(6, 16), nn.Linear(32, 16), nn.GRUCell(16, 16)
        self.head = nn.Linear(16, 3)

    def forward(self, nodes: Any, edges: Any, owners: Any) -> Any:
        x = torch.relu(self.lift(nodes))
        source, target = edges[0], edges[1]
        for _ in range(2):
            messages = torch.tanh(self.message(torch.cat([x[source], x[target]], -1)))
            x = self.update(torch.zeros_like(x).index_add(0, target, messages), x)
        graphs = torch.zeros(4, 16, dtype=x.dtype).scatter_add(0, owners[:, None].expand(-1, 16), x)
        counts = torch.zeros(4).scatter_add(0, owners, torch.ones(owners.shape[0]))
        return self.head(graphs / counts.clamp(min=1)[:, None])


@architecture("graph_convolution")
def graph_convolution() -> Example:
    def inputs(_batch: int, length: int) -> Any:
        nodes = length * 2
        return (
            torch.randn(nodes, 6),
            torch.randint(0, nodes, (2, length * 5)),
            torch.randint(0, 4, (nodes,)).sort().values,
        )

    return Example(GraphConvolution(), inputs)


class GraphAttention(nn.Module):
    """Softmax over the edges that end at a node, by scatter_reduce."""

    def __init__(self) -> None:
        super().__init__()
        self.lift, self.source, self.target = nn.Linear(6, 8), nn.Linear(8, 1), nn.Linear(8, 1)

    def forward(self, nodes: Any, edges: Any) -> Any:
        x = self.lift(nodes)
        source, target = edges.unbind(0)
        scores = functional.leaky_relu(self.source(x)[source] + self.target(x)[target], 0.2).squeeze(-1)
        largest = torch.full((nodes.shape[0],), -1e9).scatter_reduce(0, target, scores, "amax")
        weights = (scores - largest[target]).exp()
        sums = torch.zeros(nodes.shape[0]).index_add_(0, target, weights)
        weights = weights / (sums[target] + 1e-9)
        return torch.zeros_like(x).index_add_(0, target, weights[:, None] * x[source])


@architecture("graph_attention")
def graph_attention() -> Example:
    return Example(
        GraphAttention(), lambda _, length: (torch.randn(length, 6), torch.randint(0, length, (2, length * 3)))
    )


class FourierOperator(nn.Module):
    """A layer of a Fourier neural operator."""

    def __init__(self) -> None:
        super().__init__()
        self.lift, self.project, self.skip = nn.Linear(1, 8), nn.Linear(8, 1), nn.Conv1d(8, 8, 1)
        self.real, self.imaginary = nn.Parameter(torch.randn(8, 8, 5) / 8), nn.Parameter(torch.randn(8, 8, 5) / 8)

    def forward(self, x: Any) -> Any:
        y = self.lift(x.unsqueeze(-1)).transpose(1, 2)
        modes = torch.fft.rfft(y)[..., :5]
        mixed = torch.einsum("bim,iom->bom", modes, torch.complex(self.real, self.imaginary))
        y = torch.fft.irfft(functional.pad(mixed, (0, 4)), n=16) + self.skip(y)
        return self.project(functional.gelu(y).transpose(1, 2)).squeeze(-1)


@architecture("fourier_operator")
def fourier_operator() -> Example:
    return Example(FourierOperator(), rows(16))


class RadianceField(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(39, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU())
        self.density, self.colour = nn.Linear(32, 1), nn.Linear(32, 3)

    def forward(self, points: Any) -> Any:
        frequencies = 2.0 ** torch.arange(6)
        angles = (points.unsqueeze(-1) * frequencies).flatten(-2)
        y = self.body(torch.cat([points, angles.sin(), angles.cos()], -1))
        density, colour = functional.softplus(self.density(y)), torch.sigmoid(self.colour(y))
        alpha = 1 - torch.exp(-density.squeeze(-1) * 0.1)
        clear = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1 - alpha + 1e-10], -1), -1)[:, :-1]
        return ((alpha * clear).unsqueeze(-1) * colour).sum(1)


@architecture("radiance_field")
def radiance_field() -> Example:
    return Example(RadianceField(), lambda batch, length: torch.randn(batch, length, 3))


class MixerLayer(nn.Module):
    def __init__(self, tokens: int, width: int) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.across = nn.Sequential(nn.Linear(tokens, 32), nn.GELU(), nn.Linear(32, tokens))
        self.within = nn.Sequential(nn.Linear(width, 32), nn.GELU(), nn.Linear(32, width))

    def forward(self, x: Any) -> Any:
        x = x + self.across(self.norm1(x).mT).mT
        return x + self.within(self.norm2(x))


class Mixer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, 16, 8, 8)
        self.layers, self.head = nn.Sequential(MixerLayer(16, 16), MixerLayer(16, 16)), nn.Linear(16, 5)

    def forward(self, x: Any) -> Any:
        return self.head(self.layers(self.patches(x).flatten(2).transpose(1, 2)).mean(1))


@architecture("mlp_mixer")
def mlp_mixer() -> Example:
    return Example(Mixer(), images())


class Editing(nn.Module):
    """Assignments into views, in-place methods, a region without gradients, constants, None, and a value twice."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(6, 6)
        self.register_buffer("offset", torch.randn(6), persistent=False)

    def forward(self, x: Any) -> Any:
        with torch.no_grad():
            y = self.linear(x).clone()
        y[:, 0].add_(1)
        y[:, 1:3] = torch.tensor([0.25, -0.5])
        y[y > 1] = 1.0
        z = torch.empty_like(y)
        z.copy_(y).mul_(2)
        return {"y": y + self.offset, "same": [y, y], "x": x, "number": 3, "nothing": None, "z": z}


@architecture("editing")
def editing() -> Example:
    return Example(Editing(), rows(6))


class FeatureInteraction(nn.Module):
    """A cross network, a factorization machine and one hot codes: deep learning on tables."""

    def __init__(self) -> None:
        super().__init__()
        self.codes = nn.Embedding(12, 4)
        self.cross = nn.ModuleList(nn.Linear(16, 16) for _ in range(2))
        self.head = nn.Linear(16 + 4 + 12, 1)

    def forward(self, dense: Any, kinds: Any) -> Any:
        found = self.codes(kinds)
        machine = 0.5 * (found.sum(1).pow(2) - found.pow(2).sum(1))
        first = torch.cat([dense, found.flatten(1)], 1)
        x = first
        for layer in self.cross:
            x = first * layer(x) + x
        counts = functional.one_hot(kinds, 12).sum(1).float()
        return torch.sigmoid(self.head(torch.cat([x, machine, counts], 1)))


@architecture("feature_interaction")
def feature_interaction() -> Example:
    return Example(FeatureInteraction(), lambda batch, _: (torch.randn(batch, 4), torch.randint(0, 12, (batch, 3))))
