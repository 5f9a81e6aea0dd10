# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of PyTorch that are small, but have every kind of layer of the real ones."""

import io
import math
import warnings

import torch
from torch import nn
from torch.nn import functional


class Attention(nn.Module):
    """Heads of attention; `causal` hides what comes later, by a buffer."""

    def __init__(self, width, heads, length=0):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        if length:
            self.register_buffer("mask", torch.tril(torch.ones(length, length)).bool())
        else:
            self.mask = None

    def forward(self, x, hidden=None):
        batch, length, width = x.size()
        q, k, v = self.qkv(x).split(width, dim=2)
        shape = (batch, length, self.heads, width // self.heads)
        q, k, v = (part.view(shape).transpose(1, 2) for part in (q, k, v))
        scores = q @ k.transpose(-2, -1) / math.sqrt(k.size(-1))
        if self.mask is not None:
            scores = scores.masked_fill(~self.mask[:length, :length], float("-inf"))
        if hidden is not None:
            scores = scores + hidden
        y = scores.softmax(-1) @ v
        return self.out(y.transpose(1, 2).contiguous().view(batch, length, width))


class Block(nn.Module):
    """Attention and a network for each position, after normalization."""

    def __init__(self, width, heads, length=0, activation=nn.GELU, dropout=0.0, expand=2):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads, length)
        self.mlp = nn.Sequential(nn.Linear(width, expand * width), activation(),
                                 nn.Linear(expand * width, width), nn.Dropout(dropout))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class Decoder(nn.Module):
    """A language model of tokens; the last layer shares the embedding's weight."""

    def __init__(self, words=17, length=6, width=8, heads=2, depth=2, expand=2):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.positions = nn.Embedding(length, width)
        self.blocks = nn.ModuleList(Block(width, heads, length, expand=expand) for _ in range(depth))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, words, bias=False)
        self.head.weight = self.words.weight

    def forward(self, tokens):
        positions = torch.arange(tokens.size(1), device=tokens.device).unsqueeze(0)
        x = self.words(tokens) + self.positions(positions)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


class Bottleneck(nn.Module):
    def __init__(self, inputs, width, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, width, 1, bias=False)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.conv3 = nn.Conv2d(width, 4 * width, 1, bias=False)
        self.bn1, self.bn2, self.bn3 = nn.BatchNorm2d(width), nn.BatchNorm2d(width), nn.BatchNorm2d(4 * width)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = None
        if stride != 1 or inputs != 4 * width:
            self.downsample = nn.Sequential(nn.Conv2d(inputs, 4 * width, 1, stride, bias=False),
                                            nn.BatchNorm2d(4 * width))

    def forward(self, x):
        y = self.relu(self.bn1(self.conv1(x)))
        y = self.bn3(self.conv3(self.relu(self.bn2(self.conv2(y)))))
        return self.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet(nn.Module):
    def __init__(self, classes=5, width=2, blocks=(2, 1), channels=3):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, 2 * width, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(2 * width)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        layers, inputs = [], 2 * width
        for stage, count in enumerate(blocks):
            for number in range(count):
                size = width * 2 ** stage
                layers.append(Bottleneck(inputs, size, 2 if stage and not number else 1))
                inputs = 4 * size
        self.layers = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(inputs, classes)

    def forward(self, x):
        x = self.maxpool(torch.relu(self.bn1(self.conv1(x))))
        return self.fc(torch.flatten(self.avgpool(self.layers(x)), 1))


def double_convolution(inputs, outputs):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1), nn.GroupNorm(2, outputs), nn.SiLU(),
                         nn.Conv2d(outputs, outputs, 3, padding=1), nn.GroupNorm(2, outputs), nn.SiLU())


class UNet(nn.Module):
    """Each way up takes what the way down had at that size; the image may have a size
    that halves do not make up again."""

    def __init__(self, channels=2, width=4, depth=2):
        super().__init__()
        sizes = [width * 2 ** level for level in range(depth + 1)]
        self.down = nn.ModuleList(double_convolution(a, b) for a, b in zip([channels] + sizes, sizes))
        self.up = nn.ModuleList(nn.ConvTranspose2d(b, a, 2, 2) for a, b in zip(sizes, sizes[1:]))
        self.join = nn.ModuleList(double_convolution(2 * size, size) for size in sizes[:-1])
        self.pool = nn.MaxPool2d(2)
        self.last = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        kept = []
        for number, level in enumerate(self.down):
            x = level(self.pool(x) if number else x)
            kept.append(x)
        for number in reversed(range(len(self.up))):
            x, skip = self.up[number](x), kept[number]
            high, wide = skip.size(2) - x.size(2), skip.size(3) - x.size(3)
            x = functional.pad(x, [wide // 2, wide - wide // 2, high // 2, high - high // 2])
            x = self.join[number](torch.cat([skip, x], dim=1))
        return self.last(x)


class RecurrentLanguage(nn.Module):
    """A language model of two recurrent layers from a state that is an input."""

    def __init__(self, words=13, width=4, hidden=5, layers=2):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.drop = nn.Dropout(0.0)
        self.lstm = nn.LSTM(width, hidden, layers, batch_first=True)
        self.head = nn.Linear(hidden, words)

    def forward(self, tokens, h, c):
        y, _ = self.lstm(self.drop(self.words(tokens)), (h, c))
        return self.head(self.drop(y))


def networks(width, expand, depth):
    """The networks for each position in the layers of a transformer."""
    return nn.ModuleList(nn.Sequential(nn.Linear(width, expand * width), nn.GELU(), nn.Linear(expand * width, width))
                         for _ in range(depth))


class Encoder(nn.Module):
    """A classifier of texts in the manner of BERT."""

    def __init__(self, words=19, length=7, width=8, heads=2, depth=2, classes=3, expand=2):
        super().__init__()
        self.words = nn.Embedding(words, width, padding_idx=0)
        self.positions = nn.Embedding(length, width)
        self.kinds = nn.Embedding(2, width)
        self.register_buffer("numbers", torch.arange(length).expand((1, -1)))
        self.norm, self.drop = nn.LayerNorm(width, eps=1e-12), nn.Dropout(0.0)
        self.attention = nn.ModuleList(Attention(width, heads) for _ in range(depth))
        self.mlp = networks(width, expand, depth)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 * depth))
        self.pooler = nn.Linear(width, width)
        self.head = nn.Linear(width, classes)

    def forward(self, tokens, mask, kinds):
        numbers = self.numbers[:, :tokens.size(1)]
        x = self.words(tokens) + self.kinds(kinds) + self.positions(numbers)
        x = self.drop(self.norm(x))
        hidden = (1.0 - mask[:, None, None, :].to(x.dtype)) * -10000.0
        for number, (attention, mlp) in enumerate(zip(self.attention, self.mlp)):
            x = self.norms[2 * number](x + attention(x, hidden))
            x = self.norms[2 * number + 1](x + mlp(x))
        return self.head(torch.tanh(self.pooler(x[:, 0])))


class VisionTransformer(nn.Module):
    def __init__(self, image=8, patch=4, channels=3, width=8, heads=2, depth=2, classes=4, expand=2):
        super().__init__()
        self.patches = nn.Conv2d(channels, width, patch, patch)
        self.token = nn.Parameter(torch.randn(1, 1, width) * 0.1)
        self.positions = nn.Parameter(torch.randn(1, (image // patch) ** 2 + 1, width) * 0.1)
        layer = lambda: nn.MultiheadAttention(width, heads, batch_first=True)
        self.attention = nn.ModuleList(layer() for _ in range(depth))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 * depth))
        self.mlp = networks(width, expand, depth)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, classes)

    def forward(self, images):
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(images.shape[0], -1, -1), x], dim=1) + self.positions
        for number, (attention, mlp) in enumerate(zip(self.attention, self.mlp)):
            y = self.norms[2 * number](x)
            x = x + attention(y, y, y, need_weights=False)[0]
            x = x + mlp(self.norms[2 * number + 1](x))
        return self.head(self.norm(x)[:, 0])


class Squeeze(nn.Module):
    """Weights channels by what is in all of them."""

    def __init__(self, channels):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.down, self.up = nn.Conv2d(channels, 2, 1), nn.Conv2d(2, channels, 1)
        self.relu, self.gate = nn.ReLU(), nn.Hardsigmoid()

    def forward(self, x):
        return x * self.gate(self.up(self.relu(self.down(self.pool(x)))))


class InvertedResidual(nn.Module):
    def __init__(self, inputs, outputs, stride, expand, activation, squeeze=False):
        super().__init__()
        width = inputs * expand
        self.layers = nn.Sequential(
            nn.Conv2d(inputs, width, 1, bias=False), nn.BatchNorm2d(width), activation(),
            nn.Conv2d(width, width, 3, stride, 1, groups=width, bias=False), nn.BatchNorm2d(width), activation(),
            Squeeze(width) if squeeze else nn.Identity(),
            nn.Conv2d(width, outputs, 1, bias=False), nn.BatchNorm2d(outputs))
        self.is_residual = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.layers(x) if self.is_residual else self.layers(x)


class MobileNet(nn.Module):
    """`stages` are numbers of channels, each with the stride of its block; the last ones
    weight channels."""

    def __init__(self, classes=4, width=4, channels=3, expand=2, stages=((4, 1), (6, 2)), hidden=8):
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(channels, width, 3, 2, 1, bias=False), nn.BatchNorm2d(width),
                                   nn.Hardswish())
        blocks, half = [], len(stages) // 2
        for number, (outputs, stride) in enumerate(stages):
            blocks.append(InvertedResidual(width, outputs, stride, expand,
                                           nn.Hardswish if number >= half else nn.ReLU6, squeeze=number >= half))
            width = outputs
        self.blocks = nn.Sequential(*blocks)
        self.last = nn.Sequential(nn.Linear(width, hidden), nn.Hardswish(), nn.Dropout(0.0),
                                  nn.Linear(hidden, classes))

    def forward(self, x):
        return self.last(self.blocks(self.first(x)).mean([2, 3]))


class Generator(nn.Module):
    """Makes images of noise."""

    def __init__(self, noise=6, width=4, channels=3):
        super().__init__()
        self.layers = nn.Sequential(
            nn.ConvTranspose2d(noise, 2 * width, 2, 1, 0, bias=False), nn.BatchNorm2d(2 * width), nn.ReLU(True),
            nn.ConvTranspose2d(2 * width, width, 4, 2, 1, bias=False), nn.BatchNorm2d(width), nn.LeakyReLU(0.2),
            nn.Upsample(scale_factor=2), nn.Conv2d(width, width, 3, padding=1), nn.PReLU(),
            nn.ConvTranspose2d(width, channels, 3, 2, 1, output_padding=1), nn.Tanh())

    def forward(self, noise):
        return self.layers(noise.view(noise.size(0), -1, 1, 1))


class Recommender(nn.Module):
    """Products of all pairs of embeddings, in the manner of DLRM. Gradients of the tables
    may be `sparse`."""

    def __init__(self, dense=5, rows=(11, 7, 5), width=4, sparse=False):
        super().__init__()
        self.bottom = nn.Sequential(nn.Linear(dense, 8), nn.ReLU(), nn.Linear(8, width), nn.ReLU())
        self.tables = nn.ModuleList(nn.EmbeddingBag(count, width, mode="sum") for count in rows[:-1])
        self.single = nn.Embedding(rows[-1], width, sparse=sparse)
        self.sparse = sparse
        count = len(rows) + 1
        self.register_buffer("lower", torch.tril_indices(count, count, -1), persistent=False)
        self.top = nn.Sequential(nn.Linear(width + count * (count - 1) // 2, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, dense, bags, single):
        x = self.bottom(dense)
        # A bag has as many items in each example.
        vectors = [x] + [functional.embedding(bags[:, i], table.weight, sparse=self.sparse).sum(1)
                         for i, table in enumerate(self.tables)] + [self.single(single)]
        whole = torch.stack(vectors, dim=1)
        products = torch.einsum("bik,bjk->bij", whole, whole)
        pairs = products[:, self.lower[0], self.lower[1]]
        return self.top(torch.cat([x, pairs], dim=1))


class Autoencoder(nn.Module):
    """A variational one; the noise is an input."""

    def __init__(self, channels=1, width=4, latent=3):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(channels, width, 3, 2, 1), nn.ELU(), nn.Conv2d(width, width, 3, 2, 1),
                                     nn.Softplus())
        self.mean, self.logarithm = nn.Linear(4 * width, latent), nn.Linear(4 * width, latent)
        self.expand = nn.Linear(latent, 4 * width)
        self.decoder = nn.Sequential(nn.ConvTranspose2d(width, width, 4, 2, 1), nn.ELU(),
                                     nn.ConvTranspose2d(width, channels, 4, 2, 1), nn.Sigmoid())

    def forward(self, x, noise):
        y = self.encoder(x)
        shape = y.shape
        y = y.flatten(1)
        mean, logarithm = self.mean(y), self.logarithm(y)
        z = mean + noise * torch.exp(0.5 * logarithm)
        image = self.decoder(self.expand(z).view(shape))
        divergence = -0.5 * torch.sum(1 + logarithm - mean.pow(2) - logarithm.exp(), dim=1)
        return image, divergence


def export(model, inputs, names, outputs, dynamic=True, **settings):
    """The bytes of the ONNX file that PyTorch writes, with the names of inputs and
    outputs, and a batch of any size if it is `dynamic`."""
    file = io.BytesIO()
    settings = {"opset_version": 17, **settings}
    axes = {name: {0: "batch"} for name in (*names, *outputs)} if dynamic is True else dynamic or None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(model, inputs, file, input_names=list(names), output_names=list(outputs),
                          dynamic_axes=axes, **settings)
    return file.getvalue()
