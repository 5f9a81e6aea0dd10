#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a checkpoint of TensorFlow by the description of its format, and compares it with a
safetensors file.

    tensorflow_checkpoint.py CHECKPOINT STATE.safetensors
"""

import json
import pathlib
import struct
import sys

import numpy

MAGIC = 0xDB4775248B80FB57
TYPES = {1: "F32", 2: "F64", 3: "I32", 4: "U8", 7: "text", 9: "I64", 10: "BOOL", 14: "BF16"}


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def texts(data, count):
    """The strings of a tensor, and what its checksum is of: their sizes as numbers of 32 bits, a
    checksum of these, and the strings."""
    sizes, at = [], 0
    for _ in range(count):
        size, at = varint(data, at)
        sizes.append(size)
    known = struct.pack(f"<{count}I", *sizes)
    assert struct.unpack_from("<I", data, at)[0] == crc32c(known)
    known += data[at:]
    at += 4
    strings = []
    for size in sizes:
        strings.append(data[at:at + size])
        at += size
    assert at == len(data)
    return strings, known


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def block(data, handle):
    offset, at = varint(handle, 0)
    size, _ = varint(handle, at)
    whole = data[offset:offset + size + 1]
    assert whole[-1] == 0 and crc32c(whole) == struct.unpack_from("<I", data, offset + size + 1)[0]
    restarts = struct.unpack_from("<I", whole, size - 4)[0]
    at, end, key = 0, size - 4 - 4 * restarts, b""
    while at < end:
        shared, at = varint(whole, at)
        rest, at = varint(whole, at)
        length, at = varint(whole, at)
        key = key[:shared] + whole[at:at + rest]
        yield key, whole[at + rest:at + rest + length]
        at += rest + length


def message(data):
    fields, at = {}, 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            value, at = struct.unpack_from("<I", data, at)[0], at + 4
        fields.setdefault(tag >> 3, []).append(value)
    return fields


def read_entries(prefix):
    """The entries of an index in their order."""
    index = pathlib.Path(f"{prefix}.index").read_bytes()
    assert struct.unpack_from("<Q", index, len(index) - 8)[0] == MAGIC
    footer = index[-48:]
    _, at = varint(footer, 0)
    _, at = varint(footer, at)
    entries = {}
    for _, handle in block(index, footer[at:]):
        entries.update(block(index, handle))
    return entries


def read(prefix):
    entries = read_entries(prefix)
    header = message(entries.pop(b""))
    shards = header[1][0]
    assert message(header[3][0])[1] == [1]
    contents = [pathlib.Path(f"{prefix}.data-{number:05}-of-{shards:05}").read_bytes() for number in range(shards)]
    for name, text in entries.items():
        fields = message(text)
        shard, offset, size = (fields.get(number, [0])[0] for number in (3, 4, 5))
        data = contents[shard][offset:offset + size]
        shape = [message(part).get(1, [0])[0] for part in message(fields[2][0]).get(2, [])]
        kind = TYPES[fields[1][0]]
        known = data
        if kind == "text":
            data, known = texts(data, int(numpy.prod(shape, dtype=int)))
        assert crc32c(known) == fields[6][0], name
        yield name.decode(), (kind, shape, data)


def read_state(path):
    data = pathlib.Path(path).read_bytes()
    size = struct.unpack_from("<Q", data)[0]
    for name, entry in json.loads(data[8:8 + size]).items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            yield name, (entry["dtype"], entry["shape"], data[8 + size + begin:8 + size + end])


def main():
    found, wanted = dict(read(sys.argv[1])), dict(read_state(sys.argv[2]))
    assert found == wanted, (sorted(found), sorted(wanted))
    numbers = sum(numpy.prod(shape, dtype=int) for _, shape, _ in found.values())
    print(f"{len(found)} tensors of {numbers} numbers are the same")


if __name__ == "__main__":
    main()
