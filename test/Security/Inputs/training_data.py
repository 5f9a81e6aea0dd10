# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes data files that give far more than they have."""

import gzip
import io
import os
import struct
import sys
import zipfile

import numpy as np
from PIL import Image

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Train"))
from make_data import record
from images import encoded, example

ZEROS = np.zeros((1000, 200_000), "u1")


def npy(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def overlapping(name, entry, count):
    """An archive whose directory names one entry many times."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a000.npy", entry)
    data = out.getvalue()
    begin = data.index(b"PK\1\2")
    end = data.index(b"PK\5\6")
    directory = b"".join(data[begin:end].replace(b"a000", b"a%03d" % i) for i in range(count))
    tail = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count, count, len(directory), begin, 0)
    with open(name, "wb") as file:
        file.write(data[:begin] + directory + tail)


def progressive(scans):
    """A image in whose file a small scan stands many times."""
    data = encoded(Image.new("RGB", (64, 64), (1, 2, 3)), "JPEG", progressive=True)
    begins = [i for i in range(len(data) - 1) if data[i:i + 2] == b"\xff\xda"]
    size, begin = min((b - a, a) for a, b in zip(begins, begins[1:]))
    return data[:begins[-1]] + data[begin:begin + size] * scans + data[begins[-1]:]


np.savez_compressed("zeros.npz", x=ZEROS)
overlapping("overlapping.npz", npy(ZEROS[:100]), 50)
for name, data in (("zeros.gz", npy(ZEROS)), ("twice.gz", gzip.compress(npy(ZEROS[:9])))):
    with gzip.open(name, "wb") as file:
        file.write(data)
solid = encoded(Image.new("RGB", (5000, 4900)), "JPEG")
for name, image in (("scans", progressive(300)), ("few", progressive(25)), ("solid", solid)):
    with open(f"{name}.tfrecord", "wb") as file:
        file.write(record(example(image, 0)) * 2)
