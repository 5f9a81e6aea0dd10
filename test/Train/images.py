# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes record files of encoded images, and compares what a step was given with
what Pillow and NumPy make of them.

    images.py write FOLDER
    images.py compare STATE.safetensors
"""

import io
import json
import pathlib
import struct
import sys
import zlib

import numpy as np
from PIL import Image

from make_data import record

SIZE = (6, 8)


def field(number, data):
    """A field of any length."""
    size, rest = [], len(data)
    while True:
        size.append(rest & 127 | (128 if rest > 127 else 0))
        rest >>= 7
        if not rest:
            return bytes([number << 3 | 2, *size]) + data


def example(image, label):
    features = {"image/encoded": field(1, field(1, image)),
                "image/class/label": field(3, field(1, bytes((label,))))}
    entries = b"".join(field(1, field(1, name.encode()) + field(2, value)) for name, value in features.items())
    return field(1, entries)


def encoded(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def images():
    """Files of all kinds: sizes that are larger, smaller, higher, wider and as they should be."""
    random = np.random.default_rng(1)
    ramp = np.add.outer(np.arange(40), np.arange(60))[..., None] * [1, 2, 2.5] % 256
    smooth = Image.fromarray(ramp.astype(np.uint8))
    noise = Image.fromarray(random.integers(0, 256, (6, 8, 3), np.uint8))
    clear = noise.resize((20, 30)).convert("RGBA")
    clear.putalpha(Image.fromarray(random.integers(0, 2, (30, 20), np.uint8) * 255))
    return [encoded(smooth, "JPEG", quality=95), encoded(noise, "PNG"), encoded(smooth.convert("L"), "JPEG"),
            encoded(smooth.convert("CMYK"), "JPEG", quality=95), encoded(smooth.resize((5, 90)), "PNG"),
            encoded(noise.convert("L").resize((3, 3)), "PNG"), encoded(noise.convert("P"), "PNG"),
            encoded(smooth, "JPEG", progressive=True), encoded(clear, "PNG")]


def places(size, count, step):
    at = np.clip((size - count * step) / 2 + (np.arange(count) + 0.5) * step - 0.5, 0, size - 1)
    first = at.astype(int)
    return first, np.minimum(first + 1, size - 1), at - first


def expected(data):
    image = Image.open(io.BytesIO(data))
    if image.mode == "RGBA":
        image = Image.alpha_composite(Image.new("RGBA", image.size, (0, 0, 0, 255)), image)
    if image.mode == "CMYK":
        inks = 255 - np.asarray(image).astype(int)
        pixels = inks[..., :3] * inks[..., 3:] // 255
    else:
        pixels = np.asarray(image.convert("RGB"))
    step = min(pixels.shape[0] / SIZE[0], pixels.shape[1] / SIZE[1])
    (top, bottom, down), (left, right, along) = (places(pixels.shape[i], SIZE[i], step) for i in range(2))
    down, along = down[:, None, None], along[None, :, None]
    rows = [pixels[line][:, left] * (1 - along) + pixels[line][:, right] * along for line in (top, bottom)]
    return rows[0] * (1 - down) + rows[1] * down


def write(folder):
    folder.mkdir(parents=True, exist_ok=True)
    files = images()
    (folder / "good.tfrecord").write_bytes(b"".join(record(example(data, i)) for i, data in enumerate(files)))
    bad = {"cut": files[0][:len(files[0]) // 2], "cut-png": files[1][:-30], "empty": files[0][:3]}
    for name, data in bad.items():
        (folder / f"{name}.tfrecord").write_bytes(record(example(files[0], 0)) + record(example(data, 1)))
    (folder / "mixed.tfrecord").write_bytes(record(example(files[0], 0)) + record(example(b"none", 1)))
    huge = bytearray(files[1])
    huge[16:24] = struct.pack(">II", 100000, 100000)
    huge[29:33] = struct.pack(">I", zlib.crc32(huge[12:29]))
    (folder / "huge.tfrecord").write_bytes(record(example(bytes(huge), 0)) * 2)


def compare(path):
    """One state has the colors of a pixel side by side, the other one plane after plane."""
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    head = json.loads(raw[8:8 + size])
    seen, planes = (np.frombuffer(raw[8 + size:][slice(*head[name]["data_offsets"])], np.float32)
                    .reshape(head[name]["shape"]) for name in ("seen", "planes"))
    given = [seen, planes.transpose(0, 2, 3, 1)]
    wanted = np.stack([expected(data) for data in images()])
    for values in given:
        apart = np.abs(values * 255 - wanted).max()
        # Rounded to bytes.
        if values.shape != wanted.shape or not apart <= 0.501:
            sys.exit(f"{values.shape}, {apart} apart")
    print(f"{len(wanted)} images as Pillow and NumPy have them")


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(pathlib.Path(sys.argv[2]))
    else:
        compare(pathlib.Path(sys.argv[2]))
