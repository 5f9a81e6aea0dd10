# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what the run of train.test has written, with readers of its own."""

import json
import pathlib
import struct
import sys
import xml.etree.ElementTree

from make_data import masked_crc


def tensors_of(path):
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + size])
    metadata = header.pop("__metadata__", {})
    return metadata, {name: (entry["dtype"], entry["shape"], raw[8 + size:][slice(*entry["data_offsets"])])
                      for name, entry in header.items()}


def records_of(path):
    raw = path.read_bytes()
    while raw:
        (size,) = struct.unpack("<Q", raw[:8])
        head, data, tail = raw[8:12], raw[12:12 + size], raw[12 + size:16 + size]
        assert struct.unpack("<I", head) == (masked_crc(raw[:8]),)
        assert struct.unpack("<I", tail) == (masked_crc(data),)
        yield data
        raw = raw[16 + size:]


def fields_of(message):
    """The fields of a message: numbers, and bytes of what has a length."""
    def varint():
        nonlocal message
        value = shift = 0
        while True:
            byte, message = message[0], message[1:]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while message:
        tag = varint()
        if tag & 7 == 0:
            yield tag >> 3, varint()
            continue
        size = {1: 8, 5: 4, 2: None}[tag & 7]
        size = varint() if size is None else size
        yield tag >> 3, message[:size]
        message = message[size:]


def main():
    lines = {line["step"]: line for line in map(json.loads, open(sys.argv[1]))}
    files = sorted(path.name for path in pathlib.Path("run").iterdir())
    print("checkpoints:", *files)
    metadata, last = tensors_of(pathlib.Path("run") / files[-1])
    (count,) = struct.unpack("<q", last["global_step"][2])
    print(f"step {metadata['step']}, seed {metadata['seed']}, examples {metadata['examples']}, global_step {count}")
    if tensors_of(pathlib.Path("end.safetensors"))[1] == last:
        print("the last checkpoint is the state at the end")

    (board,) = pathlib.Path("board").iterdir()
    version, *events = (dict(fields_of(record)) for record in records_of(board))
    steps = []
    for event in events:
        values = [dict(fields_of(value)) for _, value in fields_of(event[5])]
        found = {value[1].decode(): struct.unpack("<f", value[2])[0] for value in values}
        assert found == {name: lines[event[2]][name] for name in ("loss", "accuracy")}, found
        steps.append(str(event[2]))
    print(f"events: version {version[3].decode()}; loss and accuracy at {' '.join(steps)}, as the lines say")

    image = xml.etree.ElementTree.parse("loss.svg").getroot()
    line = image.find("{http://www.w3.org/2000/svg}polyline")
    print(f"curve: {image.tag.split('}')[1]} with {len(line.get('points').split())} points")


if __name__ == "__main__":
    main()
