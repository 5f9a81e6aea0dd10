# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Windows of images, of random sizes: which there are against the definitions of torchvision and TensorFlow, what
becomes of them against Pillow and PyTorch.

Of an image two colors are ramps, which tell where a window was taken, and the third one is noise, which tells
whether it was.
"""

import math
import pathlib

import numpy as np
import torch
from PIL import Image

from seen import problem, run, seen, write_step

HEIGHT, WIDTH, SIDE = 60, 80, 16
COUNT, EPOCHS = 40, 8
random = np.random.default_rng(8)


def image_number(number):
    """An image whose red is three times the column and whose green is four times the row."""
    columns, rows = np.arange(WIDTH) * 3, np.arange(HEIGHT) * 4
    noise = random.integers(0, 256, (HEIGHT, WIDTH))
    return np.stack([np.tile(columns, (HEIGHT, 1)), np.tile(rows[:, None], (1, WIDTH)), noise], -1).astype("u1")


IMAGES = [image_number(number) for number in range(COUNT)]


def resized(image, window, form):
    top, left, height, width = window
    part = image[top:top + height, left:left + width]
    if form == "torch":
        return np.asarray(Image.fromarray(part).resize((SIDE, SIDE), Image.BILINEAR)).astype(float)
    tensor = torch.from_numpy(part.astype("f4")).permute(2, 0, 1)[None]
    scaled = torch.nn.functional.interpolate(tensor, (SIDE, SIDE), mode="bilinear", align_corners=False)
    return scaled[0].permute(1, 2, 0).numpy().astype(float)


def line_of(values, slope):
    """Where a window begins along a ramp and how long it is, about, and whether it is mirrored."""
    places = np.arange(SIDE) + 0.5
    inner = slice(2, SIDE - 2)
    step, begin = np.polyfit(places[inner], values[inner] / slope + 0.5, 1)
    if step < 0:
        return begin + step * SIDE, -step * SIDE, True
    return begin, step * SIDE, False


def window_of(image, found, form):
    """The window that a result is of, and whether it is mirrored."""
    left, width, is_mirrored = line_of(found[..., 0].mean(0), 3)
    top, height, _ = line_of(found[..., 1].mean(1), 4)
    straight = found[:, ::-1] if is_mirrored else found
    around = [range(max(round(value) - 2, least), round(value) + 3)
              for value, least in ((top, 0), (left, 0), (height, 1), (width, 1))]
    best = min((np.abs(resized(image, window, form) - straight).max(), window)
               for window in ((t, l, h, w) for t in around[0] for l in around[1] for h in around[2] for w in around[3])
               if window[0] + window[2] <= HEIGHT and window[1] + window[3] <= WIDTH)
    # Pillow rounds twice.
    assert best[0] <= 1.01, best
    return best[1], is_mirrored


def draw_torch(rng, area=(0.08, 1), ratio=(3 / 4, 4 / 3)):
    """As RandomResizedCrop draws."""
    for _ in range(10):
        target = HEIGHT * WIDTH * rng.uniform(*area)
        aspect = math.exp(rng.uniform(math.log(ratio[0]), math.log(ratio[1])))
        width, height = round(math.sqrt(target * aspect)), round(math.sqrt(target / aspect))
        if 0 < width <= WIDTH and 0 < height <= HEIGHT:
            return rng.integers(0, HEIGHT - height + 1), rng.integers(0, WIDTH - width + 1), height, width
    height, width = HEIGHT, WIDTH
    if WIDTH / HEIGHT < ratio[0]:
        height = round(WIDTH / ratio[0])
    elif WIDTH / HEIGHT > ratio[1]:
        width = round(HEIGHT * ratio[1])
    return (HEIGHT - height) // 2, (WIDTH - width) // 2, height, width


def draw_tensorflow(rng, area=(0.08, 1), ratio=(3 / 4, 4 / 3)):
    """As sample_distorted_bounding_box draws where the only box is the image, of which a tenth is to be covered."""
    whole = HEIGHT * WIDTH
    for _ in range(10):
        aspect = rng.uniform(*ratio)
        highest = round(math.sqrt(area[1] * whole / aspect))
        if round(highest * aspect) > WIDTH:
            highest = int((WIDTH + 0.5 - 1e-7) / aspect)
        highest = min(highest, HEIGHT)
        height = min(round(math.sqrt(area[0] * whole / aspect)), highest)
        height += rng.integers(0, highest - height + 1)
        for more in (0, 1, -1):
            width = round((height + more) * aspect)
            if area[0] * whole <= (height + more) * width <= area[1] * whole:
                break
        height += more
        if 0 < width <= WIDTH and 0 < height <= HEIGHT and height * width >= 0.1 * whole:
            top = rng.integers(0, HEIGHT - height) if height < HEIGHT else 0
            left = rng.integers(0, WIDTH - width) if width < WIDTH else 0
            return top, left, height, width
    return 0, 0, HEIGHT, WIDTH


def distance(some, others):
    """The greatest difference between the shares of two samples that are below a value."""
    some, others = np.sort(some), np.sort(others)
    at = np.concatenate([some, others])
    return np.abs(np.searchsorted(some, at, "right") / len(some) -
                  np.searchsorted(others, at, "right") / len(others)).max()


def compare(form, draw, step, *options, **limits):
    windows, mirrored = [], 0
    for epoch in range(1, EPOCHS + 1):
        x, y = seen(step, epoch, "--random-resized-crop", form, "--random-flip", "--no-scale", "--no-shuffle", *options,
                    "--data", "photos")
        for found, number in zip(x, y):
            window, is_mirrored = window_of(IMAGES[number], found, form)
            windows.append(window)
            mirrored += is_mirrored
    rng = np.random.default_rng(3)
    expected = np.array([draw(rng, **limits) for _ in range(20000)])
    windows = np.array(windows)
    # That of two samples of one distribution is greater in one of a thousand cases.
    limit = 1.95 * math.sqrt(1 / len(windows) + 1 / len(expected))
    for what, of in {"area": lambda w: w[:, 2] * w[:, 3], "ratio": lambda w: w[:, 3] / w[:, 2],
                     "top": lambda w: w[:, 0], "left": lambda w: w[:, 1],
                     "room": lambda w: w[:, 0] / np.maximum(HEIGHT - w[:, 2], 1)}.items():
        assert distance(of(windows), of(expected)) < limit, (form, what, distance(of(windows), of(expected)), limit)
    assert 0.4 < mirrored / len(windows) < 0.6, mirrored
    print(f"{form}: {len(windows)} windows are of the distribution, and resized as they should be")


def main():
    for number, image in enumerate(IMAGES):
        folder = pathlib.Path("photos", f"{number:02}")
        folder.mkdir(parents=True)
        Image.fromarray(image).save(folder / "1.png")
    step = write_step("step.mlir", COUNT, (SIDE, SIDE, 3))
    compare("torch", draw_torch, step)
    compare("tensorflow", draw_tensorflow, step)
    compare("torch", draw_torch, step, "--crop-area", "0.3,0.6", "--crop-ratio", "0.5,2",
            area=(0.3, 0.6), ratio=(0.5, 2))

    # Windows follow from the seed, the epoch and the example, and from nothing else.
    how = ("--random-resized-crop", "torch", "--random-flip", "--no-scale", "--no-shuffle", "--data", "photos")
    third, _ = seen(step, 3, *how)
    np.testing.assert_array_equal(seen(step, 3, "--data-threads", 1, *how)[0], third)
    half = write_step("half.mlir", COUNT // 2, (SIDE, SIDE, 3))
    np.testing.assert_array_equal(seen(half, 3, "--device", "cpu:2", *how)[0], third[:COUNT // 2])
    assert not np.array_equal(seen(step, 4, *how)[0], third)
    assert not np.array_equal(seen(step, 3, "--seed", 1, *how)[0], third)
    first = write_step("first.mlir", COUNT, (3, SIDE, SIDE))
    np.testing.assert_array_equal(seen(first, 3, *how)[0], third.transpose(0, 3, 1, 2))

    # Arrays of images are windows of themselves.
    whole = write_step("whole.mlir", COUNT, (HEIGHT, WIDTH, 3))
    np.savez("arrays.npz", x=np.array(IMAGES), y=np.arange(COUNT))
    of_files, _ = seen(whole, 2, *how)
    of_arrays, _ = seen(whole, 2, *how[:-1], "arrays.npz")
    np.testing.assert_array_equal(of_arrays, of_files)

    for message, *arguments in (
            ("`--random-crop` and `--random-resized-crop` exclude each other", "--random-crop", 2, *how),
            ("`--crop-area` needs `--random-resized-crop`", "--crop-area", "0.1,1", "--data", "photos"),
            ("option `--crop-area` takes two numbers up to 1, the smaller one first, such as 0.25,1, not `0.5`",
             "--crop-area", "0.5", *how),
            ("option `--crop-area` takes two numbers up to 1, the smaller one first, such as 0.25,1, not `0.5,2`",
             "--crop-area", "0.5,2", *how),
            ("option `--crop-ratio` takes two numbers up to 100, the smaller one first, such as 0.25,1, not `2,1`",
             "--crop-ratio", "2,1", *how)):
        code, found = problem(step, *arguments)
        assert code == 2 and message in found, (code, found)
    assert "option `--random-resized-crop` is for trainings" in run(
        "model.json", "--evaluate", "--random-resized-crop", "torch", "--data", "x").stderr
    print("windows follow from the seed alone")


if __name__ == "__main__":
    main()
