# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images that CSV files name, against the same images in folders."""

import pathlib
import shutil

import numpy as np
from PIL import Image

from seen import losses, problem, seen, write_step

NAMES = ["cat", "dog", "owl"]


def write(path, *lines):
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(path).write_text("\n".join(lines) + "\n")
    return path


def main():
    random = np.random.default_rng(2)
    rows = []
    for label, name in enumerate(NAMES):
        for number in range(4):
            place = pathlib.Path("data/photos", name, f"{number}.png")
            place.parent.mkdir(parents=True, exist_ok=True)
            Image.fromarray(random.integers(0, 256, (9, 12, 3), "u1")).save(place)
            rows.append((f"photos/{name}/{number}.png", name, label))
    step = write_step("step.mlir", 6, (6, 8, 3))
    numbers = write("data/numbers.csv", "path,label", *(f"{path},{label}" for path, _, label in rows))
    words = write("data/words.csv", "label,file name", *(f'{name},"{path}"' for path, name, _ in rows))
    order = ("--no-shuffle", "--data")
    for steps in (1, 2):
        x, y = seen(step, steps, *order, "data/photos")
        for arguments in ((numbers,), (words, "--classes", "cat,dog,owl")):
            named, labels = seen(step, steps, *order, *arguments)
            np.testing.assert_array_equal(named, x)
            np.testing.assert_array_equal(labels, y)

    # All that is done with other images is done with these, on any number of threads and replicas.
    how = ("--random-resized-crop", "torch", "--random-flip", "--seed", 4)
    expected = losses(step, 8, *how, "--data", "data/photos")
    assert losses(step, 8, *how, "--data", numbers) == expected
    assert losses(step, 8, *how, "--data", numbers, "--data-threads", 1) == expected

    # Several files, each with paths of its own, a folder for all of them, and tabs.
    shutil.copytree("data/photos", "more/photos")
    for path, _, _ in rows[:6]:
        Image.fromarray(255 - np.asarray(Image.open(f"more/{path}"))).save(f"more/{path}")
    other = write("more/others.csv", "path,label", *(f"{path},{label}" for path, _, label in rows[:6]))
    x, _ = seen(step, 3, *order, f"{numbers},{other}", "--no-scale")
    first, _ = seen(step, 1, *order, numbers, "--no-scale")
    np.testing.assert_array_equal(x, seen(step, 1, *order, "more/photos", "--no-scale")[0])
    assert not np.array_equal(x, first)
    elsewhere = write("lists/all.tsv", "path\tlabel", *(f"{path}\t{label}" for path, _, label in rows))
    whole = write("lists/whole.csv", "path,label",
                  *(f"{pathlib.Path('data', path).absolute()},{label}" for path, _, label in rows))
    for file in (elsewhere, whole):
        root = "data" if file == elsewhere else pathlib.Path("data").absolute()
        np.testing.assert_array_equal(seen(step, 1, *order, file, "--image-root", root, "--no-scale")[0], first)

    pathlib.Path("data/text.png").write_text("no image")
    for line, message in (("photos/cat/9.png,0", "bad.csv:7:1: cannot read `data/photos/cat/9.png`: No such file or directory"),
                          ("text.png,0", "bad.csv:7:1: cannot use `data/text.png`: it is no JPEG or PNG file"),
                          ("../more/photos/cat/1.png,0", "bad.csv:7:1: `../more/photos/cat/1.png` is not below `data`; `--image-root` names the folder where paths begin"),
                          ("/etc/passwd,0", "bad.csv:7:1: `/etc/passwd` is not below `data`"),
                          (",0", "bad.csv:7:1: `` is not below `data`"),
                          ("photos/cat/1.png,owl", "bad.csv:7:18: `label`: `owl` is no number")):
        bad = write("data/bad.csv", "path,label", *(f"{path},{label}" for path, _, label in rows[:5]), line)
        code, found = problem(step, *order, bad)
        assert code != 0 and message in found, (code, found)
    for arguments, message in (
            (("--classes", "cat,dog", "--data", words), "words.csv:10:1: `label`: `owl` is no number, and none of the 2 classes"),
            (("--classes", "cat,cat", "--data", words), "option `--classes` takes a number, or different names with commas between them, not `cat,cat`"),
            (("--classes", "cat,", "--data", words), "not `cat,`"),
            (("--classes", "cat", "--data", words), "option `--classes` takes a whole number from 1, not `cat`"),
            (("--image-root", "data", "--fake-data"), "`--image-root` is for `--data`")):
        code, found = problem(step, *arguments)
        assert code == 2 and message in found, (code, found)
    print("named images are those of the folders")


if __name__ == "__main__":
    main()
