# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that a seeded generator draws: the architectures in other sizes, and stacks of
blocks. Each comes with its inputs by name."""

import torch
from torch import nn

import architectures as real

ACTIVATIONS = [nn.ReLU, nn.ReLU6, nn.LeakyReLU, nn.ELU, nn.SELU, nn.CELU, nn.GELU, nn.SiLU, nn.Sigmoid, nn.Tanh,
               nn.Softplus, nn.Softsign, nn.LogSigmoid, nn.Hardswish, nn.Hardsigmoid, nn.Hardtanh, nn.PReLU, nn.Mish,
               nn.Tanhshrink, nn.Softshrink, nn.Hardshrink]


class Function(nn.Module):
    """A layer that PyTorch has as a function only."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *inputs):
        return self.function(*inputs)


class Residual(nn.Module):
    def __init__(self, *layers):
        super().__init__()
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return x + self.layers(x)


class Branches(nn.Module):
    """Paths that are joined along the channels."""

    def __init__(self, *branches):
        super().__init__()
        self.branches = nn.ModuleList(branches)

    def forward(self, x):
        return torch.cat([branch(x) for branch in self.branches], dim=1)


class First(nn.Module):
    """What a recurrent layer returns first."""

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return self.layer(x)[0]


class Bags(nn.Module):
    """Sums of rows, as many as each example has."""

    def __init__(self, rows, width, sizes):
        super().__init__()
        self.bag = nn.EmbeddingBag(rows, width, mode="sum")
        # Those of data would give results of any size.
        self.register_buffer("offsets", torch.tensor([0] + sizes[:-1]).cumsum(0))

    def forward(self, items):
        return self.bag(items, self.offsets)


def images(random, rank):
    """A stack of blocks for images of one to three dimensions, and a shape for it."""
    convolution = (nn.Conv1d, nn.Conv2d, nn.Conv3d)[rank - 1]
    transposed = (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)[rank - 1]
    batch_norm = (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)[rank - 1]
    instance_norm = (nn.InstanceNorm1d, nn.InstanceNorm2d, nn.InstanceNorm3d)[rank - 1]
    largest = (nn.MaxPool1d, nn.MaxPool2d, nn.MaxPool3d)[rank - 1]
    average = (nn.AvgPool1d, nn.AvgPool2d, nn.AvgPool3d)[rank - 1]
    adaptive = (nn.AdaptiveAvgPool1d, nn.AdaptiveAvgPool2d, nn.AdaptiveAvgPool3d)[rank - 1]
    shape = [random.choice([2, 3, 4])] + [random.randint(9, 14) for _ in range(rank)]
    channels, layers = shape[0], []
    activation = lambda: random.choice(ACTIVATIONS)()

    def plain():
        nonlocal channels
        width = 2 * random.randint(2, 4)
        layer = convolution(channels, width, random.randint(1, 3), random.randint(1, 2), random.randint(0, 2),
                            dilation=random.choice([1, 1, 2]), bias=random.random() < 0.5)
        channels = width
        return layer

    def grouped():
        return convolution(channels, channels, 3, padding=1, groups=channels)

    def wider():
        nonlocal channels
        width = random.randint(2, 4) * 2
        layer = transposed(channels, width, random.randint(2, 3), 2, random.randint(0, 1),
                           output_padding=random.randint(0, 1))
        channels = width
        return layer

    def normal():
        kinds = [batch_norm(channels), instance_norm(channels, affine=random.random() < 0.5),
                 nn.LocalResponseNorm(random.randint(2, 4))]
        if channels % 2 == 0:
            kinds.append(nn.GroupNorm(2, channels))
        return random.choice(kinds)

    def pool():
        size = random.randint(2, 3)
        if random.random() < 0.5:
            return largest(size, random.randint(1, 2), random.randint(0, 1), ceil_mode=random.random() < 0.3)
        return average(size, random.randint(1, 2), random.randint(0, 1), count_include_pad=random.random() < 0.5)

    def other():
        kinds = [Function(lambda x: x.flip(-1)), Function(lambda x: x[..., 1:-1]), Function(lambda x: x.softmax(1)),
                 Function(lambda x: x * x.mean(dim=tuple(range(2, x.dim())), keepdim=True)),
                 Function(lambda x: x.clamp(-0.8, 0.9)), Function(lambda x: torch.where(x > 0, x, x * 0.1)),
                 Function(lambda x: x / (x.norm(dim=1, keepdim=True) + 1e-3)), nn.Upsample(scale_factor=2),
                 Function(lambda x: x.abs().sqrt() + x.square()), Function(lambda x: x - x.amax(1, keepdim=True)),
                 Function(lambda x: nn.functional.pad(x, [1, 2], value=0.5))]
        if rank == 2:
            kinds += [nn.ReflectionPad2d(1), nn.ReplicationPad2d(2), nn.ZeroPad2d((0, 1, 2, 0)),
                      nn.Upsample(scale_factor=2, mode="bilinear", align_corners=random.random() < 0.5)]
        return random.choice(kinds)

    def several():
        nonlocal channels
        before = channels
        width = 2 * random.randint(1, 2)
        layer = Branches(convolution(before, width, 1), convolution(before, width, 3, padding=1),
                         largest(3, 1, 1))
        channels = 2 * width + before
        return layer

    def residual():
        return Residual(convolution(channels, channels, 3, padding=1), normal(), activation())

    for _ in range(random.randint(2, 4)):
        layers += [random.choice([plain, plain, grouped, wider, several, residual])(),
                   random.choice([normal, normal, pool, other])(), activation()]
    end = random.random()
    if end < 0.5:
        layers += [adaptive(1), nn.Flatten(), nn.Linear(channels, 3), random.choice([nn.Softmax(1), nn.LogSoftmax(1)])]
    elif end < 0.7:
        layers += [Function(lambda x: x.amax(dim=tuple(range(2, x.dim())))), nn.Linear(channels, 3)]
    return nn.Sequential(*layers), shape


def sequences(random):
    """A stack of blocks for sequences, and a shape for it."""
    length, width = random.randint(3, 7), 2 * random.randint(2, 4)
    shape, layers = [length, width], []
    for _ in range(random.randint(1, 3)):
        kind = random.randrange(5)
        if kind == 0:
            both, hidden = random.random() < 0.5, random.randint(2, 5)
            layer = random.choice([nn.LSTM, nn.GRU, nn.RNN])
            layers.append(First(layer(width, hidden, random.randint(1, 2), batch_first=True, bidirectional=both,
                                      bias=random.random() < 0.7)))
            layers.append(nn.Linear(hidden * (2 if both else 1), width))
        elif kind == 1:
            layers.append(real.Block(width, 2, random.choice([0, length]), activation=random.choice(ACTIVATIONS)))
        elif kind == 2:
            layers += [Residual(nn.Linear(width, width), random.choice(ACTIVATIONS)()), nn.LayerNorm(width)]
        elif kind == 3:
            layers += [Function(lambda x: x.transpose(1, 2)), nn.Conv1d(width, width, 3, padding=1),
                       Function(lambda x: x.transpose(1, 2)), nn.LayerNorm(width)]
        else:
            layers.append(Function(random.choice([lambda x: x.cumsum(1), lambda x: x - x.mean(1, keepdim=True),
                                                  lambda x: x * torch.arange(x.size(1), dtype=x.dtype)[:, None],
                                                  lambda x: torch.einsum("bik,bjk->bij", x, x) @ x,
                                                  lambda x: x.chunk(2, -1)[0].repeat(1, 1, 2),
                                                  lambda x: torch.cat([x.min(1, keepdim=True)[0], x], 1)])))
    layers.append(random.choice([Function(lambda x: x[:, -1]), Function(lambda x: x.mean(1)),
                                 Function(lambda x: x.topk(2, dim=1)[0]), Function(lambda x: x.argmax(-1)),
                                 Function(lambda x: x.reshape(x.size(0), -1))]))
    return nn.Sequential(*layers), shape


def architecture(random, name, batch):
    """One of the architectures in a random size, with inputs."""
    heads = random.randint(1, 3)
    width = heads * 2 * random.randint(1, 3)
    depth, length = random.randint(1, 2), random.randint(3, 8)
    depths = {"heads": heads, "width": width, "depth": depth}
    tokens = torch.randint(9, (batch, length))
    size = random.randint(8, 20)
    image = torch.randn(batch, 3, size, random.randint(8, 20))
    if name == "decoder":
        return real.Decoder(9, length + random.randint(0, 2), **depths), {"tokens": tokens}
    if name == "encoder":
        mask = (torch.arange(length) < torch.randint(1, length + 1, (batch, 1))).long()
        return real.Encoder(9, 8, **depths), {"tokens": tokens, "mask": mask, "kinds": tokens % 2}
    if name == "lstm":
        layers, hidden = random.randint(1, 3), random.randint(2, 6)
        states = {key: torch.randn(layers, batch, hidden) for key in "hc"}
        return real.RecurrentLanguage(9, width, hidden, layers), {"tokens": tokens, **states}
    if name == "resnet":
        return real.ResNet(width=random.randint(1, 3), blocks=[depth] * random.randint(1, 3)), {"x": image}
    if name == "unet":
        return real.UNet(3, 2 * random.randint(1, 3), depth), {"x": image}
    if name == "vision":
        patch, count = random.randint(2, 4), random.randint(2, 3)
        return (real.VisionTransformer(patch * count, patch, **depths),
                {"x": torch.randn(batch, 3, patch * count, patch * count)})
    if name == "mobile":
        return real.MobileNet(width=random.randint(3, 6), expand=random.randint(1, 3)), {"x": image}
    if name == "generator":
        return real.Generator(size, random.randint(2, 5)), {"x": torch.randn(batch, size)}
    if name == "recommender":
        return (real.Recommender(size, width=width),
                {"dense": torch.randn(batch, size), "bags": torch.randint(5, (batch, 2, 3)),
                 "single": torch.randint(5, (batch,))})
    return real.Autoencoder(latent=size), {"image": torch.rand(batch, 1, 8, 8), "noise": torch.randn(batch, size)}


ARCHITECTURES = ["decoder", "resnet", "unet", "lstm", "encoder", "vision", "mobile", "generator", "recommender",
                 "autoencoder"]


def draw(random, number):
    """A model with its inputs by name, and what it is called."""
    batch = random.randint(1, 4)
    kind = number % 20
    if kind < 10:
        name = ARCHITECTURES[kind]
        return (name, *architecture(random, name, batch))
    if kind < 16:
        rank = random.choice([1, 2, 2, 2, 3])
        model, shape = images(random, rank)
        return f"images of {rank} dimensions", model, {"x": torch.randn(batch, *shape)}
    if kind < 19:
        model, shape = sequences(random)
        return "sequences", model, {"x": torch.randn(batch, *shape)}
    rows, sizes = random.randint(4, 9), [random.randint(1, 3) for _ in range(batch)]
    return "bags", Bags(rows, random.randint(2, 5), sizes), {"items": torch.randint(rows, (sum(sizes),))}
