# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes 50 small images with labels in every format that trainings read."""

import gzip
import pathlib
import struct
import sys

import numpy as np

CRC_TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    CRC_TABLE.append(byte)


def masked_crc(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def record(data):
    length = struct.pack("<Q", len(data))
    return b"".join((length, struct.pack("<I", masked_crc(length)), data, struct.pack("<I", masked_crc(data))))


def field(number, data):
    assert len(data) < 128
    return bytes((number << 3 | 2, len(data))) + data


def example(image, label):
    features = {"image_raw": field(1, field(1, image)), "label": field(3, field(1, bytes((label,))))}
    entries = b"".join(field(1, field(1, name.encode()) + field(2, value)) for name, value in features.items())
    return field(1, entries)


def idx(array):
    return struct.pack(">HBB", 0, 8, array.ndim) + struct.pack(f">{array.ndim}I", *array.shape) + array.tobytes()


def main():
    root = pathlib.Path(sys.argv[1])
    random = np.random.default_rng(1)
    images = random.integers(0, 256, (50, 4, 4), "u1")
    labels = (images.reshape(50, 16) @ random.standard_normal((16, 10))).argmax(axis=1).astype("u1")
    for name in ("idx", "gz", "npy", "records"):
        (root / name).mkdir(exist_ok=True)
    files = {"train-images-idx3-ubyte": images, "train-labels-idx1-ubyte": labels,
             "t10k-images-idx3-ubyte": images[:5], "t10k-labels-idx1-ubyte": labels[:5]}
    for name, array in files.items():
        (root / "idx" / name).write_bytes(idx(array))
        (root / "gz" / (name + ".gz")).write_bytes(gzip.compress(idx(array)))
    (root / "idx" / "README.txt").write_text("what is no data is left out\n")
    np.save(root / "npy/test.images.npy", images[:5])
    np.save(root / "npy/images.npy", images)
    np.save(root / "npy/y_train.npy", labels.astype("i8"))
    np.savez_compressed(root / "data.npz", x_train=images, y_train=labels, x_test=images[:5], y_test=labels[:5])
    for part, rows in enumerate((range(0, 30), range(30, 50))):
        data = b"".join(record(example(images[row].tobytes(), int(labels[row]))) for row in rows)
        (root / f"records/train-{part:05}-of-00002").write_bytes(data)


if __name__ == "__main__":
    main()
