# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images that are cropped, flipped and normalized, against NumPy."""

import pathlib

import numpy as np
from PIL import Image

from seen import losses, problem, run, seen, write_step

random = np.random.default_rng(5)
IMAGES = random.integers(1, 256, (16, 6, 8, 3), "u1")
MEAN, STD = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])
NORMALIZE = ("--mean", "0.485,0.456,0.406", "--std", "0.229,0.224,0.225")


def windows(image, crop):
    """All windows of an image that is surrounded by zeros, and their mirror images."""
    padded = np.pad(image, ((crop, crop), (crop, crop), (0, 0)))
    for top in range(2 * crop + 1):
        for left in range(2 * crop + 1):
            window = padded[top:top + image.shape[0], left:left + image.shape[1]]
            yield (top, left, False), window
            yield (top, left, True), window[:, ::-1]


def main():
    step = write_step("last.mlir", 16, (6, 8, 3))
    first = write_step("first.mlir", 16, (3, 6, 8))
    np.savez("last.npz", x=IMAGES, y=np.arange(16))
    np.savez("first.npz", x=IMAGES.transpose(0, 3, 1, 2), y=np.arange(16))
    order = ("--no-shuffle", "--data")

    wanted = (IMAGES / 255 - MEAN) / STD
    x, _ = seen(step, 1, *NORMALIZE, *order, "last.npz")
    np.testing.assert_allclose(x, wanted, 1e-6, 1e-6)
    x, _ = seen(first, 1, *NORMALIZE, *order, "first.npz")
    np.testing.assert_allclose(x, wanted.transpose(0, 3, 1, 2), 1e-6, 1e-6)
    x, _ = seen(step, 1, "--no-scale", "--mean", "100", "--std", "1/2", *order, "last.npz")
    np.testing.assert_array_equal(x, (IMAGES.astype("f4") - 100) * 2)

    # Each image is one of its windows; over some epochs all kinds are seen, and no two epochs agree.
    moved = ("--random-crop", 2, "--random-flip", "--no-scale")
    kinds, epochs = set(), []
    for steps in range(1, 13):
        x, y = seen(step, steps, *moved, *order, "last.npz")
        for image, number in zip(x, y):
            found = [kind for kind, window in windows(IMAGES[number], 2) if np.array_equal(window, image)]
            assert len(found) == 1, found
            kinds.add(found[0])
        epochs.append(x)
    assert {kind[0] for kind in kinds} == {kind[1] for kind in kinds} == set(range(5)), kinds
    assert {kind[2] for kind in kinds} == {False, True}
    assert not np.array_equal(epochs[0], epochs[1])
    # Threads, replicas and the layout of colors change nothing, and the seed does.
    np.testing.assert_array_equal(seen(step, 5, *moved, "--data-threads", 1, *order, "last.npz")[0], epochs[4])
    np.testing.assert_array_equal(seen(first, 5, *moved, *order, "first.npz")[0], epochs[4].transpose(0, 3, 1, 2))
    half = write_step("half.mlir", 8, (6, 8, 3))
    np.testing.assert_array_equal(seen(half, 5, *moved, "--device", "cpu:2", *order, "last.npz")[0], epochs[4][:8])
    assert not np.array_equal(seen(step, 5, *moved, "--seed", 1, *order, "last.npz")[0], epochs[4])

    # Files are brought to a larger size, of which the window is a part.
    for number, image in enumerate(IMAGES):
        folder = pathlib.Path("photos", f"{number:02}")
        folder.mkdir(parents=True)
        Image.fromarray(image.repeat(2, 0).repeat(2, 1)).resize((10, 10), Image.NEAREST).save(folder / "1.png")
    large = write_step("larger.mlir", 16, (10, 10, 3))
    small = write_step("smaller.mlir", 16, (6, 6, 3))
    whole, _ = seen(large, 1, "--no-scale", *order, "photos")
    x, _ = seen(small, 3, "--random-crop", 2, "--no-scale", *order, "photos")
    for image, window in zip(whole, x):
        assert any(np.array_equal(image[top:top + 6, left:left + 6], window) for top in range(5) for left in range(5))

    # Bytes in a row have the layout of the input, and without one there is none.
    flat = write_step("flat.mlir", 16, (144,))
    np.savez("flat.npz", x=IMAGES.reshape(16, 144), y=np.arange(16))
    np.testing.assert_array_equal(seen(step, 5, *moved, *order, "flat.npz")[0], epochs[4])
    np.testing.assert_array_equal(seen(flat, 5, *moved, *order, "last.npz")[0], epochs[4].reshape(16, 144))
    np.savez("floats.npz", x=IMAGES.astype("f4"), y=np.arange(16))
    for message, *arguments in (
            ("random crops and `--random-flip` are for images, and an example is tensor<144xui8>", flat, "--random-flip", "--data", "flat.npz"),
            ("`--mean` or `--std` has 2 numbers, and an example 3 colors", step, "--mean", "1,2", "--data", "last.npz"),
            ("`--mean` or `--std` has 3 numbers, and an example is no image", flat, *NORMALIZE, "--data", "flat.npz"),
            ("are for images that become floating-point numbers, and the data has none", step, "--random-flip", "--data", "floats.npz"),
            ("`--mean` has 3 numbers and `--std` 2", step, "--mean", "1,2,3", "--std", "1,2", "--data", "last.npz"),
            ("option `--std` takes numbers other than 0, such as 0.5 or 0.49,0.46,0.41, not `0`", step, "--std", "0", "--data", "last.npz")):
        code, found = problem(*arguments)
        assert code == 2 and message in found, (code, found)
    assert "option `--random-flip` is for trainings" in run("model.json", "--evaluate", "--random-flip", "--data", "x").stderr
    print("images are changed as NumPy changes them")


if __name__ == "__main__":
    main()
