# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares layers that change images at random with PyTorch, in f64. A range of one number leaves nothing to be
drawn, so that values and gradients can be compared; of wider ones it is looked at what they draw."""

import colorsys
import math

import numpy
import torch
from torch.nn import functional

from compare_keras import forward_of, outputs_of, sequential
from training import call, check, initial_state, optimize, run_unoptimized, signature, train

random = numpy.random.default_rng(17)
PADDINGS = {"constant": "zeros", "nearest": "border", "reflect": "reflection"}


def changed(kind, settings, x, form="training"):
    """What a layer makes of images; of those with their channels first too."""
    model = sequential((kind, settings), shape=x.shape, version="3.6.0")
    forward = optimize(model, f"--graph-to-forward=batch-size={x.shape[0]} form={form}", extension=".json")
    return outputs_of(forward, {"input": x})[0]["output", "layer0"]


def sampled(x, matrix, mode="reflect", interpolation="bilinear", filling=0.0):
    """Images at the places of a map of pixels, by PyTorch."""
    batch, height, width, _ = x.shape
    column, row = torch.meshgrid(torch.arange(width).double(), torch.arange(height).double(), indexing="xy")
    places = torch.stack([column, row, torch.ones_like(row)], -1) @ torch.tensor(numpy.array(matrix, float)).T
    grid = torch.stack([(2 * places[..., 0] + 1) / width - 1, (2 * places[..., 1] + 1) / height - 1], -1)
    images = (torch.as_tensor(x) - filling).permute(0, 3, 1, 2)
    found = functional.grid_sample(images, grid.expand(batch, -1, -1, -1), interpolation, PADDINGS[mode], align_corners=False)
    return found.permute(0, 2, 3, 1) + filling


def rotated(turns, height, width):
    c, s = math.cos(2 * math.pi * turns), math.sin(2 * math.pi * turns)
    matrix = numpy.array([[c, -s], [s, c]])
    middle = numpy.array([(width - 1) / 2, (height - 1) / 2])
    return numpy.concatenate([matrix, (middle - matrix @ middle)[:, None]], 1)


def maps(height, width):
    """Layers with the maps that they have."""
    return [
        ("RandomRotation", {"factor": [0.07, 0.07]}, rotated(0.07, height, width)),
        ("RandomRotation", {"factor": [-0.3, -0.3]}, rotated(-0.3, height, width)),
        ("RandomTranslation", {"height_factor": [0.3, 0.3], "width_factor": [-0.45, -0.45]},
         [[1, 0, 0.45 * width], [0, 1, -0.3 * height]]),
        ("RandomZoom", {"height_factor": [0.4, 0.4], "width_factor": [-0.2, -0.2]},
         [[0.8, 0, (width - 1) / 2 * 0.2], [0, 1.4, -(height - 1) / 2 * 0.4]]),
        ("RandomZoom", {"height_factor": [-0.3, -0.3]},
         [[0.7, 0, (width - 1) / 2 * 0.3], [0, 0.7, (height - 1) / 2 * 0.3]])]


def moved():
    x = random.normal(size=(2, 6, 7, 3))
    for kind, settings, matrix in maps(6, 7):
        for mode in PADDINGS:
            for interpolation in "bilinear", "nearest":
                filled = 0.5 if mode == "constant" else 0.0
                given = {**settings, "fill_mode": mode, "interpolation": interpolation, "fill_value": filled}
                check(f"{kind} {given}", changed(kind, given, x), sampled(x, matrix, mode, interpolation, filled).numpy(), 1e-9)
    settings = maps(7, 3)[0][1]
    check("channels first", changed("RandomRotation", {**settings, "data_format": "channels_first"}, x),
          sampled(x.transpose(0, 2, 3, 1), rotated(0.07, 7, 3)).numpy().transpose(0, 3, 1, 2), 1e-9)
    # Moved by whole pixels, what leaves one side comes back on the other.
    settings = {"height_factor": [0.5, 0.5], "width_factor": [1 / 7, 1 / 7], "fill_mode": "wrap"}
    check("wrap", changed("RandomTranslation", settings, x), numpy.roll(x, (3, 1), (1, 2)), 1e-9)
    # A turn of a quarter, against the clock.
    x = random.normal(size=(1, 5, 5, 2))
    check("quarter", changed("RandomRotation", {"factor": [0.25, 0.25]}, x), numpy.rot90(x, axes=(1, 2)), 1e-9)
    sides = [sampled(x, [[1, 0.3 * side, 0], [0.2 * side, 1, 0]]).numpy() for side in (1, -1)]
    found = changed("RandomShear", {"x_factor": [0.3, 0.3], "y_factor": [0.2, 0.2]}, x)
    check("RandomShear", min((abs(found - side).max() for side in sides)), 0, 1e-9)


def gradients():
    """What is learned before a layer is learned through it."""
    x, labels = random.normal(size=(1, 2, 6, 7, 3)), random.normal(size=(1, 2, 6, 7, 2))
    for kind, settings, matrix in maps(6, 7)[1:4]:
        model = sequential(("Conv2D", {"filters": 2, "kernel_size": 1, "use_bias": False}), (kind, settings), shape=(2, 6, 7, 3))
        step = optimize(forward_of(model, 2), "--stablehlo-make-step=loss=mse optimizer=sgd learning-rate=1")
        state = initial_state(step)
        _, kept = train(step, state, {"input": x, "labels": labels})
        k = torch.tensor(state["layer0/kernel"], requires_grad=True)
        functional.mse_loss(sampled(torch.tensor(x[0]) @ k[0, 0], matrix), torch.tensor(labels[0])).backward()
        check(f"{kind} trained", kept["layer0/kernel"], (k - k.grad).detach().numpy(), 1e-10)


def clipped(x, low, high):
    return numpy.clip(x, low, high)


def colors():
    x = random.random((3, 4, 5, 3)) * 255
    mean = x.mean((1, 2), keepdims=True)
    gray = (x * [0.2989, 0.587, 0.114]).sum(-1, keepdims=True)
    low, high = x.min((1, 2), keepdims=True), x.max((1, 2), keepdims=True)
    for kind, settings, wanted in (
            ("RandomBrightness", {"factor": [0.2, 0.2]}, clipped(x + 51, 0, 255)),
            ("RandomBrightness", {"factor": [-0.1, -0.1], "value_range": [0, 100]}, clipped(x - 10, 0, 100)),
            ("RandomContrast", {"factor": [-0.4, 0.4]}, clipped((x - mean) * 1.4 + mean, 0, 255)),
            ("RandomContrast", {"factor": [-0.3, 0.3], "value_range": [10, 200]}, clipped((x - mean) * 1.3 + mean, 10, 200)),
            ("RandomGrayscale", {"factor": 1.0}, numpy.broadcast_to(gray, x.shape)), ("RandomGrayscale", {"factor": 0.0}, x),
            ("RandomInvert", {"factor": [1.0, 1.0]}, 255 - x), ("RandomInvert", {"factor": [0.0, 0.0]}, x),
            ("Solarization", {}, 255 - x), ("AutoContrast", {}, (x - low) / (high - low) * 255)):
        check(f"{kind} {settings}", changed(kind, settings, x), wanted, 1e-9)
    check("flat", changed("AutoContrast", {"value_range": [0, 1]}, numpy.full((1, 2, 2, 1), 0.25)), numpy.full((1, 2, 2, 1), 0.25), 0)
    y = x / 255
    check("Solarization of 0 to 1", changed("Solarization", {"value_range": [0, 1]}, y), 1 - y, 1e-9)


def hue_and_saturation():
    """By Python's own conversions of colors."""
    x = random.random((3, 4, 5, 3))
    x[0, 0, 0], x[0, 0, 1], x[0, 0, 2] = 0.0, 0.5, (0.3, 0.7, 0.7)

    def turned(change, images=x):
        return numpy.array([colorsys.hsv_to_rgb(*change(*colorsys.rgb_to_hsv(*pixel))) for pixel in images.reshape(-1, 3)]
                           ).reshape(images.shape)
    saturated = lambda factor: turned(lambda h, s, v: (h, min(s * factor / (1 - factor + 1e-7), 1), v))
    for factor in (0.5, 0.2, 0.8, 0.0):
        settings = {"factor": [factor, factor], "value_range": [0, 1]}
        check(f"RandomSaturation {settings}", changed("RandomSaturation", settings, x), saturated(factor), 1e-9)
    first = changed("RandomSaturation", {"factor": [0.2, 0.2], "value_range": [0, 1], "data_format": "channels_first"},
                    x.transpose(0, 3, 1, 2))
    check("RandomSaturation first", first.transpose(0, 2, 3, 1), saturated(0.2), 1e-9)
    for factor in (0.0, 0.3, 1.0):
        sides = [turned(lambda h, s, v: ((h + side * factor / 2) % 1, s, v)) * 255 for side in (1, -1)]
        found = changed("RandomHue", {"factor": [factor, factor], "value_range": [0, 255]}, x * 255)
        # Each image is turned to one side or the other.
        for image in range(3):
            error = min(abs(found[image] - side[image]).max() for side in sides)
            check(f"RandomHue {factor}", error, 0, 1e-9)
    # One number alone goes from its negative, of which no saturation is left.
    many = changed("RandomSaturation", {"factor": 0.5, "value_range": [0, 1]}, numpy.broadcast_to(x[:1], (64, 4, 5, 3)))
    isgray = (numpy.ptp(many, -1) < 1e-9).all((1, 2))
    assert 16 < isgray.sum() < 48, isgray.sum()
    brighter = clipped(x + 0.1, 0, 1)
    mean = brighter.mean((1, 2), keepdims=True)
    contrasted = clipped((brighter - mean) * 1.2 + mean, 0, 1)
    jittered = turned(lambda h, s, v: (h, min(s * 0.4 / (0.6 + 1e-7), 1), v), contrasted)
    settings = {"value_range": [0, 1], "brightness_factor": [0.1, 0.1], "contrast_factor": [-0.2, 0.2],
                "saturation_factor": [0.4, 0.4], "hue_factor": [0.0, 0.0]}
    check("RandomColorJitter", changed("RandomColorJitter", settings, x), jittered, 1e-9)
    check("RandomColorJitter of nothing", changed("RandomColorJitter", {}, x), x, 0)


def other_colors():
    x = random.random((3, 6, 5, 3)) * 255
    gray = (x * [0.2989, 0.587, 0.114]).sum(-1, keepdims=True)
    kernel = torch.full((3, 1, 3, 3), 1 / 13, dtype=torch.float64)
    kernel[:, :, 1, 1] = 5 / 13
    smooth = functional.conv2d(torch.tensor(x).permute(0, 3, 1, 2), kernel, padding=1, groups=3).permute(0, 2, 3, 1).numpy()
    kept = lambda bits: (x.astype(numpy.uint8) >> (8 - bits) << (8 - bits)).astype(float)
    for kind, settings, wanted in (
            ("RandomColorDegeneration", {"factor": [0.3, 0.3]}, clipped(x + 0.3 * (gray - x), 0, 255)),
            ("RandomSharpness", {"factor": [0.5, 0.5]}, x), ("RandomSharpness", {"factor": [0.0, 0.0]}, clipped(smooth, 0, 255)),
            ("RandomSharpness", {"factor": [0.9, 0.9], "value_range": [20, 200]}, clipped(x - 0.8 * (smooth - x), 20, 200)),
            ("RandomPosterization", {"factor": [3, 3]}, kept(3)), ("RandomPosterization", {"factor": [8, 8]}, kept(8)),
            ("RandomPosterization", {"factor": [1, 1]}, kept(1)), ("RandomErasing", {"factor": [0.0, 0.0]}, x)):
        check(f"{kind} {settings}", changed(kind, settings, x), wanted, 1e-9)
    y = numpy.repeat(x[:1], 64, 0)
    found = changed("RandomPosterization", {"factor": [2, 5]}, y)
    sorts = [(abs(found - numpy.repeat(kept(bits)[:1], 64, 0)) < 1e-9).all((1, 2, 3)) for bits in (2, 3, 4)]
    assert sum(sort.sum() for sort in sorts) == 64 and min(sort.sum() for sort in sorts) > 5, [sort.sum() for sort in sorts]


def erased():
    """Patches of one number, as large as the root of their share says on each side."""
    x = random.random((64, 20, 30, 3)) * 100
    found = changed("RandomErasing", {"factor": [1.0, 1.0], "scale": [0.09, 0.25], "fill_value": [7, 8, 9]}, x)
    is_patch = (found == [7, 8, 9]).all(-1)
    assert ((found == x).all(-1) | is_patch).all()
    for image in is_patch:
        rows, columns = image.any(1).nonzero()[0], image.any(0).nonzero()[0]
        # 0.3 to 0.5 of each side, whose ends lie between pixels.
        assert 5 <= len(rows) <= 11 and 8 <= len(columns) <= 16, (rows, columns)
        assert image.sum() == len(rows) * len(columns) == (rows[-1] - rows[0] + 1) * (columns[-1] - columns[0] + 1)
    assert len({tuple(image.nonzero()[0][:1]) + tuple(image.nonzero()[1][:1]) for image in is_patch}) > 30
    noise = changed("RandomErasing", {"factor": [1.0, 1.0], "scale": [1.0, 1.0], "value_range": [0, 10]}, x)
    assert noise.min() == 0 and noise.max() == 10 and 0.4 < (noise == 0).mean() < 0.6, noise.mean()
    half = changed("RandomErasing", {"factor": [0.5, 0.5], "scale": [1.0, 1.0], "fill_value": 5}, x)
    assert 16 < (half == 5).all((1, 2, 3)).sum() < 48


def blurred():
    """A kernel of one size in both directions, beyond which nothing counts."""
    x = random.random((2, 9, 8, 3)) * 255
    line = numpy.exp(-0.5 * (numpy.arange(-2, 3) / 0.800001) ** 2)
    kernel = torch.tensor(numpy.outer(line, line) / line.sum() ** 2).expand(3, 1, 5, 5)
    wanted = functional.conv2d(torch.tensor(x).permute(0, 3, 1, 2), kernel, padding=2, groups=3).permute(0, 2, 3, 1).numpy()
    given = {"factor": [1.0, 1.0], "kernel_size": 5, "sigma": [0.8, 0.8]}
    check("RandomGaussianBlur", changed("RandomGaussianBlur", given, x), wanted, 1e-9)
    first = {**given, "kernel_size": [5, 5], "value_range": [20, 200], "data_format": "channels_first"}
    check("RandomGaussianBlur first", changed("RandomGaussianBlur", first, x.transpose(0, 3, 1, 2)),
          clipped(wanted, 20, 200).transpose(0, 3, 1, 2), 1e-9)
    check("RandomGaussianBlur never", changed("RandomGaussianBlur", {**given, "factor": 0.0}, x), x, 0)
    # A number alone is the greatest probability, and the greatest deviation.
    found = changed("RandomGaussianBlur", {}, numpy.broadcast_to(x[:1], (64, 9, 8, 3)))
    kept = (found == x[0]).all((1, 2, 3))
    assert 16 < kept.sum() < 48 and len({image.tobytes() for image in found[~kept]}) == 1, kept.sum()


def places(kind, settings, batch, height, width):
    """Where the pixels of a result come from, told by images of their rows and of their columns."""
    row, column = numpy.meshgrid(numpy.arange(float(height)), numpy.arange(float(width)), indexing="ij")
    images = numpy.broadcast_to(numpy.stack([row, column], -1), (batch, height, width, 2))
    return changed(kind, {**settings, "value_range": [-1e4, 1e4]}, images), row, column


def perspective():
    """All pixels go by one map of a plane, which moves three corners by so much of their own places."""
    height, width, batch, outside = 12, 15, 24, -1e8
    settings = {"factor": [1.0, 1.0], "scale": 0.6, "fill_value": outside}
    found, row, column = places("RandomPerspective", settings, batch, height, width)
    moves = []
    for image in found:
        # Where no pixel of the outside has a part.
        y, x = (image.min(-1) >= 0).nonzero()
        v, u = image[y, x].T
        zero, one = 0 * x, 0 * x + 1
        rows = numpy.concatenate([numpy.stack([x, y, one, zero, zero, zero, -u * x, -u * y], 1),
                                  numpy.stack([zero, zero, zero, x, y, one, -v * x, -v * y], 1)])
        numbers, *_ = numpy.linalg.lstsq(rows, numpy.concatenate([u, v]), rcond=None)
        matrix = numpy.append(numbers, 1).reshape(3, 3)
        check("plane", rows @ numbers, numpy.concatenate([u, v]), 1e-9)
        corners = numpy.array([[0, 0, 1], [width - 1, 0, 1], [0, height - 1, 1], [width - 1, height - 1, 1]], float)
        moved = corners @ numpy.linalg.inv(matrix).T
        moved = moved[:, :2] / moved[:, 2:]
        check("fixed corner and sides", [*moved[0], moved[1, 1], moved[2, 0]], 0, 1e-8)
        moves += [moved[1, 0] / (width - 1) - 1, moved[2, 1] / (height - 1) - 1, *(moved[3] / corners[3, :2] - 1)]
    assert len(set(moves)) == 4 * batch and abs(numpy.array(moves)).max() <= 0.3 + 1e-9 and numpy.std(moves) > 0.1
    x = random.random((2, 4, 5, 3))
    for given in {"scale": 0.0, "factor": [1.0, 1.0]}, {"factor": 0.0}:
        check(f"RandomPerspective {given}", changed("RandomPerspective", given, x), x, 1e-12)


def bent_by(images, offsets, mode, filling):
    """Pixels at places between others, each of which is looked up by itself."""
    height, width = images.shape[:2]
    row, column = numpy.meshgrid(numpy.arange(height), numpy.arange(width), indexing="ij")
    fixed = {"nearest": lambda i, n: i.clip(0, n - 1), "constant": lambda i, n: i.clip(0, n - 1), "wrap": lambda i, n: i % n,
             "reflect": lambda i, n: numpy.minimum(i % (2 * n), (2 * n - 1) - i % (2 * n)),
             "mirror": lambda i, n: numpy.minimum(i % (2 * n - 2), (2 * n - 2) - i % (2 * n - 2))}[mode]
    y, x = row + offsets, column + offsets
    total = 0
    for down in 0, 1:
        for across in 0, 1:
            i, j = numpy.floor(y).astype(int) + down, numpy.floor(x).astype(int) + across
            weight = abs(1 - down - (y - numpy.floor(y))) * abs(1 - across - (x - numpy.floor(x)))
            pixels = images[fixed(i, height), fixed(j, width)]
            if mode == "constant":
                isthere = (i >= 0) & (i < height) & (j >= 0) & (j < width)
                pixels = numpy.where(isthere[..., None], pixels, filling)
            total = total + weight[..., None] * pixels
    return total


def elastic():
    """Offsets are the same down and across, and as smooth as a Gaussian makes them."""
    size, batch = 48, 16
    settings = {"factor": [1.0, 1.0], "scale": [1.0, 1.0]}
    found, row, column = places("RandomElasticTransform", {**settings, "fill_mode": "nearest"}, batch, size, size)
    isdown, isacross = ((0 < found) & (found < size - 1)).transpose(3, 0, 1, 2)
    down, across = found[..., 0] - row, found[..., 1] - column
    check("offsets", down[isdown & isacross], across[isdown & isacross], 1e-9)
    offsets, isknown = numpy.where(isdown, down, across), isdown | isacross
    inner = offsets[:, 10:-10, 10:-10]
    # Of noise of deviation s, blurred by s, the deviation is 1 / (2 sqrt(pi)); alpha is a tenth of the size.
    assert isknown[:, 10:-10, 10:-10].all() and abs(inner.std() / (0.1 * size * 0.2821) - 1) < 0.15, inner.std()
    likeness = (inner[:, :, 3:] * inner[:, :, :-3]).mean() / (inner ** 2).mean()
    assert abs(likeness - math.exp(-9 / (4 * (0.05 * size) ** 2))) < 0.06, likeness
    images = random.random((batch, size, size, 2)) * 255
    for mode in "reflect", "mirror", "wrap", "nearest", "constant":
        bent = changed("RandomElasticTransform", {**settings, "fill_mode": mode, "fill_value": 50.0}, images)
        wanted = numpy.stack([bent_by(image, offset, mode, 50.0) for image, offset in zip(images, offsets)])
        check(f"elastic {mode}", bent[isknown], wanted[isknown], 1e-9)
    x = images[:, :6, :7]
    for given in {"scale": 0.0}, {"factor": 0.0}:
        check(f"RandomElasticTransform {given}", changed("RandomElasticTransform", given, x), x, 0)


def equalized(x, low, high, bins=256):
    """Each channel by the counts of its values in all images."""
    v, result = (x - low) * (255 / (high - low)), numpy.empty(x.shape)
    for channel in range(x.shape[-1]):
        one = v[..., channel]
        counts = numpy.bincount((one * (bins - 1) / 255).clip(0, bins - 1).astype(int).ravel(), minlength=bins)
        sums = counts.cumsum()
        first = sums[sums.nonzero()[0][0]]
        table = ((sums - first) * 255 / max(sums[-1] - first, 1)).round().clip(0, 255)
        isflat = (counts > 0).sum() <= 1
        result[..., channel] = one if isflat else table[(one / 255 * (bins - 1)).clip(0, bins - 1).astype(int)]
    return result * ((high - low) / 255) + low


def by_tiles(x, grid, limit):
    """By the tables of the four tiles around each pixel, whose counts are limited."""
    _, height, width, channels = x.shape
    rows, columns = -(-height // grid[0]), -(-width // grid[1])
    padded = numpy.pad(x, ((0, 0), (0, rows * grid[0] - height), (0, columns * grid[1] - width), (0, 0)), "symmetric")
    bins, result = padded.clip(0, 255).astype(int), numpy.zeros(x.shape)

    def table(image, down, across, channel):
        tile = bins[image, down * rows:(down + 1) * rows, across * columns:(across + 1) * columns, channel]
        counts = numpy.bincount(tile.ravel(), minlength=256).astype(float)
        if limit > 0:
            kept = numpy.minimum(counts, limit * tile.size / 256)
            counts = kept + (counts - kept).sum() / 256
        sums = counts.cumsum()
        return ((sums - sums[0]) * 255 / ((tile.size - sums[0]) or 1)).clip(0, 255)
    for image, y, x_, channel in numpy.ndindex(*x.shape):
        for axis_down in 0, 1:
            for axis_across in 0, 1:
                place, at = (y - rows / 2) / rows, (x_ - columns / 2) / columns
                down = min(max(math.floor(place) + axis_down, 0), grid[0] - 1)
                across = min(max(math.floor(at) + axis_across, 0), grid[1] - 1)
                weight = abs(1 - axis_down - place % 1) * abs(1 - axis_across - at % 1)
                result[image, y, x_, channel] += weight * table(image, down, across, channel)[bins[image, y, x_, channel]]
    return result


def histograms():
    x = random.random((3, 7, 5, 3)) ** 2 * 255
    x[..., 1], x[0, 0, 0, 0], x[0, 0, 1, 0] = 42.5, 0, 255
    for low, high, bins in (0, 255, 256), (0, 255, 10), (-1, 1, 32):
        given = x / 255 * (high - low) + low
        settings = {"value_range": [low, high], "bins": bins}
        check(f"Equalization {settings}", changed("Equalization", settings, given), equalized(given, low, high, bins), 1e-12)
    first = changed("Equalization", {"data_format": "channels_first"}, x.transpose(0, 3, 1, 2))
    check("Equalization first", first.transpose(0, 2, 3, 1), equalized(x, 0, 255), 1e-12)
    check("Equalization used", changed("Equalization", {}, x, "evaluation"), x, 0)
    kind = "ContrastLimitedAdaptiveHistogramEqualization"
    for grid, limit in ((2, 3), 4.0), ((1, 1), 0.0), ((3, 2), 40.0):
        settings = {"tile_grid_size": grid, "clip_limit": limit}
        for form in "training", "evaluation":
            check(f"tiles {settings}", changed(kind, settings, x, form), by_tiles(x, grid, limit), 1e-9)
    first = changed(kind, {"tile_grid_size": [2, 2], "value_range": [0, 1], "data_format": "channels_first"}, x.transpose(0, 3, 1, 2) / 255)
    check("tiles first", first.transpose(0, 2, 3, 1), by_tiles(x, (2, 2), 4.0) / 255, 1e-9)
    # Nothing is learned through counts.
    inputs, labels = random.random((1, 2, 6, 7, 3)), random.random((1, 2, 6, 7, 2))
    wide = {"value_range": [-5, 5]}
    for layer in ("Equalization", wide), (kind, {"tile_grid_size": [2, 2], **wide}):
        model = sequential(("Conv2D", {"filters": 2, "kernel_size": 1, "use_bias": False}), layer, shape=(2, 6, 7, 3))
        step = optimize(forward_of(model, 2), "--stablehlo-make-step=loss=mse optimizer=sgd learning-rate=1")
        state = initial_state(step)
        _, kept = train(step, state, {"input": inputs, "labels": labels})
        check(f"{layer[0]} trained", kept["layer0/kernel"], state["layer0/kernel"], 0)


def mixed():
    """Each image with another one of the batch, by shares of a beta distribution."""
    batch, drawn_in_torch = 400, torch.distributions.Beta(0.2, 0.2)
    x = numpy.eye(batch)[:, None, None, :]
    found = changed("MixUp", {"alpha": 0.2}, x)[:, 0, 0, :]
    check("sums", found.sum(1), 1, 1e-12)
    own = found.diagonal()
    others = numpy.where(numpy.eye(batch) > 0, -1, found)
    order = others.argmax(1)
    ismixed = others.max(1) > 0
    # One that is mixed with itself, or with next to nothing, does not tell with which.
    assert ((found > 0).sum(1) <= 2).all() and len(set(order[ismixed])) == ismixed.sum() > 0.8 * batch
    torch.manual_seed(3)
    wanted = drawn_in_torch.sample((100000,)).numpy()
    for border in 0.01, 0.1, 0.3, 0.5, 0.8, 0.95, 0.999:
        assert abs((own < border).mean() - (wanted < border).mean()) < 0.08, border
    assert abs(own.var() - 1 / (4 * 1.4)) < 0.03
    # For a shape of 1 all shares are equally probable, for a large one they are near the middle.
    even = changed("MixUp", {"alpha": 1.0}, x)[:, 0, 0, :].diagonal()
    assert abs(even.mean() - 0.5) < 0.05 and abs(even.var() - 1 / 12) < 0.01, even.var()
    near = changed("MixUp", {"alpha": 200.0}, x)[:, 0, 0, :].diagonal()
    assert abs(near[near < 1].std() / (0.5 / math.sqrt(401)) - 1) < 0.1
    small = changed("MixUp", {"alpha": 1e-6}, x)[:, 0, 0, :].diagonal()
    assert numpy.isfinite(small).all() and (abs(small - 0.5) > 0.49).all()
    images = random.random((200, 12, 16, 2)) * 0.5 + 1 * numpy.arange(200)[:, None, None, None]
    cut = changed("CutMix", {"factor": [1.0, 1.0]}, images)
    whose = numpy.floor(cut[..., 0]).astype(int)
    check("pixels", cut, images[whose, numpy.arange(12)[:, None], numpy.arange(16)], 0)
    sizes = []
    for number, image in enumerate(whose):
        iscut = image != number
        rows, columns = iscut.any(1).nonzero()[0], iscut.any(0).nonzero()[0]
        sizes.append(iscut.mean())
        if len(rows):
            assert len(set(image[iscut])) == 1 and iscut.sum() == (rows[-1] - rows[0] + 1) * (columns[-1] - columns[0] + 1)
    # Each share is as probable as each other one.
    assert abs(numpy.mean(sizes) - 0.5) < 0.06 and abs(numpy.var(sizes) - 1 / 12) < 0.02, (numpy.mean(sizes), numpy.var(sizes))
    assert (changed("CutMix", {"factor": 0.0, "data_format": "channels_first"}, images) % 1 == images % 1).all((1, 2, 3)).any()


def sharpened(x):
    """What a sharpness of 0 leaves: a mean of the pixels around, the middle of which counts five times."""
    padded = numpy.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    around = sum(padded[:, i:i + x.shape[1], j:j + x.shape[2]] for i in range(3) for j in range(3))
    return clipped((around + 4 * x) / 13, 0, 255)


def stretched(x):
    low, high = x.min((1, 2), keepdims=True), x.max((1, 2), keepdims=True)
    return numpy.where(low == high, x, (x - low) / numpy.where(low == high, 1, high - low) * 255)


# What layers that are chosen from do where their factor is 0: most of them change nothing.
WAYS = {"same": lambda x: x, "sharper": sharpened, "bits": lambda x: numpy.floor(x / 128) * 128, "inverse": lambda x: 255 - x,
        "contrast": stretched, "equalized": lambda x: equalized(x, 0, 255)}


def by_seeds(kind, settings, x, seeds):
    """What a layer makes of images with some seeds. Its program is large, and is run without being optimized."""
    model = sequential((kind, settings), shape=x.shape, version="3.9.0")
    forward = optimize(model, f"--graph-to-forward=batch-size={x.shape[0]}", extension=".json")
    given = {"input": x}
    for seed in seeds:
        arrays = [given.get(value.role, numpy.array([seed, 4], numpy.uint64)) for value in signature(forward, "forward")[0]]
        yield call(forward, "forward", arrays, run_unoptimized)[0]


def learned_through(kind, settings):
    """What is learned before layers that are chosen is what the loss says in one direction."""
    # A layer before it, which changes nothing, lets it draw others than those through which nothing is learned.
    inputs, labels = random.random((1, 2, 5, 6, 3)), random.random((1, 2, 5, 6, 3))
    model = sequential(("Conv2D", {"filters": 3, "kernel_size": 1, "use_bias": False}),
                       ("RandomErasing", {"factor": 0.0}), (kind, {**settings, "value_range": [-50, 50]}),
                       shape=(2, 5, 6, 3), version="3.9.0")
    step = optimize(forward_of(model, 2), "--stablehlo-make-step=loss=mse optimizer=sgd learning-rate=1")
    state = initial_state(step, execute=run_unoptimized)
    batches = {"input": inputs, "labels": labels}
    direction = random.normal(size=state["layer0/kernel"].shape)

    def at(distance):
        moved = {**state, "layer0/kernel": state["layer0/kernel"] + distance * direction}
        metrics, kept = train(step, moved, batches, execute=run_unoptimized)
        return metrics["loss"][0], kept["layer0/kernel"] - moved["layer0/kernel"]
    slope = (at(1e-6)[0] - at(-1e-6)[0]) / 2e-6
    found = -(at(0)[1] * direction).sum()
    assert found != 0
    check(f"{kind} learned through", found, slope, 1e-6 * max(1, abs(slope)))


def chosen():
    """RandAugment applies layers by numbers."""
    x = numpy.floor(random.random((2, 5, 6, 3)) * 255)
    seen = {}
    for seed, found in enumerate(by_seeds("RandAugment", {"factor": [0.0, 0.0], "num_ops": 1}, x, range(6))):
        name = next((name for name, way in WAYS.items() if abs(found - way(x)).max() < 1e-9), None)
        assert name, f"seed {seed}"
        seen[name] = seen.get(name, 0) + 1
    assert len(seen) >= 3, seen
    twice = [second(first(x)) for first in WAYS.values() for second in WAYS.values()]
    for found in by_seeds("RandAugment", {"factor": [0.0, 0.0]}, x, range(3)):
        assert min(abs(found - way).max() for way in twice) < 1e-9
    check("RandAugment of no layer", changed("RandAugment", {"num_ops": 0}, x), x, 0)
    assert numpy.isfinite(changed("RandAugment", {"factor": 0.8}, x)).all()
    learned_through("RandAugment", {})


def parts_of(found, x, depth):
    """How much two chains of layers may count in what AugMix made of images: all lists of parts that explain it."""
    chains, change = [x], (found - x).ravel()
    for _ in range(depth):
        chains = [way(chain) for chain in chains for way in WAYS.values()]
    changes = numpy.unique([(chain - x).ravel() for chain in chains], axis=0)
    changes = changes[changes.any(1)]
    choices = [[]] + [[i] for i in range(len(changes))] + [[i, j] for j in range(len(changes)) for i in range(j)]
    for choice in choices:
        parts = numpy.linalg.lstsq(changes[choice].T, change, rcond=None)[0]
        if abs(changes[choice].T @ parts - change).max() < 1e-9 and (parts > -1e-9).all() and parts.sum() < 1 + 1e-9:
            yield parts


def chains():
    """AugMix adds to images what chains of layers make of them, by shares that are drawn."""
    x = numpy.floor(random.random((2, 5, 6, 3)) * 255)
    two = {"factor": [0.0, 0.0], "num_chains": 2}
    found = [next(parts_of(images, x, 1)) for images in by_seeds("AugMix", {**two, "chain_depth": 1}, x, range(8))]
    assert len({len(parts) for parts in found}) > 1 and numpy.std(numpy.concatenate(found)) > 0.05, found
    # The larger alpha is, the more alike they are: half are the images, and a quarter is each chain.
    for images in by_seeds("AugMix", {**two, "chain_depth": 2, "alpha": 1e10}, x, range(3)):
        expected = [], [0.25], [0.5], [0.25, 0.25]
        assert any(len(parts) == len(wanted) and numpy.allclose(parts, wanted, atol=1e-3)
                   for parts in parts_of(images, x, 2) for wanted in expected)
    check("AugMix of no layer", next(by_seeds("AugMix", {"chain_depth": 0}, x, [0])), x, 1e-12)
    # What brightens and what needs three channels is left out.
    some = {"all_ops": False, "data_format": "channels_first", "value_range": [0, 100]}
    images = next(by_seeds("AugMix", some, random.random((2, 2, 5, 6)) * 100, [0]))
    assert 0 <= images.min() and images.max() <= 100
    learned_through("AugMix", {})


def drawn():
    """What is drawn is another one for each image, and lies where it should."""
    x = numpy.broadcast_to(numpy.arange(20.0)[:, None], (64, 1, 20, 1)) + 0 * random.random((64, 3, 20, 1))
    shifts = x[:, 1, 10, 0] - changed("RandomTranslation", {"height_factor": 0.0, "width_factor": 0.2}, x)[:, 1, 10, 0]
    assert abs(shifts).max() <= 4 and len(set(shifts)) == 64 and abs(shifts.mean()) < 1, shifts
    flips = changed("RandomFlip", {"mode": "horizontal"}, x)
    kept = (flips == x).all((1, 2, 3))
    assert (kept | (flips == x[:, :, ::-1]).all((1, 2, 3))).all() and 16 < kept.sum() < 48, kept
    y = random.normal(size=(64, 2, 3, 1))
    flips = changed("RandomFlip", {}, y)
    sides = [y, y[:, ::-1], y[:, :, ::-1], y[:, ::-1, ::-1]]
    counts = [int((flips == side).all((1, 2, 3)).sum()) for side in sides]
    assert sum(counts) == 64 and min(counts) > 5, counts
    more = changed("RandomBrightness", {"factor": [0.1, 0.3], "value_range": [0, 1]}, 0 * y)[:, 0, 0, 0]
    assert 0.1 <= more.min() < 0.15 and 0.25 < more.max() <= 0.3, more
    # All images of a batch are cropped at one place.
    cropped = changed("RandomCrop", {"height": 2, "width": 7}, x)
    starts = {int(start) for start in cropped[:, 0, 0, 0]}
    assert cropped.shape == (64, 2, 7, 1) and len(starts) == 1 and starts <= set(range(14)), starts
    check("RandomCrop", cropped, x[:, :2, min(starts):min(starts) + 7], 0)
    whole = changed("RandomCrop", {"height": 3, "width": 20}, x)
    check("RandomCrop of the whole", whole, x, 0)


def used():
    """Where nothing is learned images stay as they are, or become as large as the crop."""
    x = random.normal(size=(2, 6, 9, 2))
    for kind in ("RandomFlip", "RandomRotation", "RandomZoom", "RandomTranslation", "RandomContrast", "RandomBrightness",
                 "RandomInvert", "RandomGrayscale", "Solarization", "RandomHue", "RandomErasing", "RandomShear", "RandomHeight", "RandomWidth",
                 "MixUp", "CutMix", "RandAugment", "AugMix", "RandomGaussianBlur", "RandomPerspective", "RandomElasticTransform"):
        settings = {"factor": 0.3, "height_factor": 0.3, "width_factor": 0.3}
        check(f"{kind} used", changed(kind, settings, x, "evaluation"), x, 0)

    def resized(images, size):
        y = functional.interpolate(torch.tensor(images).permute(0, 3, 1, 2), size, mode="bilinear", align_corners=False)
        return y.permute(0, 2, 3, 1).numpy()
    # As wide as 9 for a height of 6 is, in the middle.
    check("RandomCrop used", changed("RandomCrop", {"height": 4, "width": 4}, x, "evaluation"), resized(x[:, :, 1:7], 4), 1e-9)
    check("RandomCrop larger", changed("RandomCrop", {"height": 12, "width": 9}, x), resized(x[:, :, 2:6], (12, 9)), 1e-9)
    aspect = {"height": 5, "width": 10, "crop_to_aspect_ratio": True}
    check("Resizing cropped", changed("Resizing", aspect, x), resized(x[:, 1:5], (5, 10)), 1e-9)
    aspect = {"height": 8, "width": 8, "pad_to_aspect_ratio": True, "fill_value": 2.0}
    padded = numpy.pad(x, ((0, 0), (1, 1), (0, 0), (0, 0)), constant_values=2.0)
    check("Resizing padded", changed("Resizing", aspect, x), resized(padded, 8), 1e-9)


for part in (moved, gradients, colors, hue_and_saturation, other_colors, erased, blurred, perspective, elastic, histograms, mixed, chosen, chains, drawn, used):
    part()
