# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checkpoints of objects and a SavedModel, written by the description of their formats.

    object_checkpoint.py make STATE.safetensors       writes the folder `model` for plain.pbtxt, whose
                                                      variables are those of the state, and checkpoints
    object_checkpoint.py check PREFIX BEFORE STATE    compares a checkpoint with the one that it came
                                                      from, and its variables with a state
"""

import os
import pathlib
import re
import struct
import sys

from tensorflow_checkpoint import MAGIC, crc32c, read, read_state

F32, TEXT, INT64 = 1, 7, 9
END = "/.ATTRIBUTES/VARIABLE_VALUE"
OBJECTS = "_CHECKPOINTABLE_OBJECT_GRAPH"
# The keys of the variables.
HIDDEN, LOGITS = "net/layers/0/w" + END, "net/layers/1/w" + END
COUNTER = "save_counter" + END


def varint(value):
    out = b""
    while value > 127:
        out += bytes((value & 127 | 128,))
        value >>= 7
    return out + bytes((value,))


def field(number, value):
    """One of a message; numbers that are 0 are left out."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value) if value else b""
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def block(entries, interval):
    """Keys leave out what they share with the one before, but for every so many."""
    out, restarts, last = b"", [], b""
    for number, (key, value) in enumerate(entries):
        shared = 0
        if number % interval == 0:
            restarts.append(len(out))
        else:
            shared = len(os.path.commonprefix([key, last]))
        out += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        last = key
    restarts = restarts or [0]
    out += struct.pack(f"<{len(restarts) + 1}I", *restarts, len(restarts)) + b"\0"
    return out + struct.pack("<I", crc32c(out))


def write(prefix, tensors, shards=1):
    """Tensors of numbers go to the last file, others to the first."""
    files = [b""] * shards
    entries = [(b"", field(1, shards) + field(3, field(1, 1)))]
    for key, (kind, shape, data) in sorted(tensors.items()):
        shard, known = shards - 1, data
        if kind == TEXT:
            sizes = struct.pack(f"<{len(data)}I", *map(len, data))
            checksum = struct.pack("<I", crc32c(sizes))
            known = sizes + checksum + b"".join(data)
            shard, data = 0, b"".join(map(varint, map(len, data))) + checksum + b"".join(data)
        sizes = b"".join(field(2, field(1, size)) for size in shape)
        entries.append((key.encode(), field(1, kind) + field(2, sizes) + field(3, shard) +
                        field(4, len(files[shard])) + field(5, len(data)) + b"\x35" +
                        struct.pack("<I", crc32c(known))))
        files[shard] += data
    content, nothing = block(entries, 16), block([], 1)
    last = entries[-1][0]
    index = block([(bytes((last[0] + 1,)), varint(0) + varint(len(content) - 5))], 1)
    footer = varint(len(content)) + varint(len(nothing) - 5) + varint(len(content + nothing)) + varint(len(index) - 5)
    pathlib.Path(f"{prefix}.index").write_bytes(content + nothing + index + footer.ljust(40, b"\0") +
                                                struct.pack("<Q", MAGIC))
    for number, data in enumerate(files):
        pathlib.Path(f"{prefix}.data-{number:05}-of-{shards:05}").write_bytes(data)


def node(children=(), name=None, key=None):
    attribute = field(1, "VARIABLE_VALUE") + (field(2, name) if name else b"") + field(3, key) if key else None
    return field(1, b"".join(field(1, field(1, number) + field(2, text)) for text, number in children) +
                 (field(2, attribute) if key else b""))


def objects(hidden, logits):
    """What the variables are called is given. The objects know each other in a circle, and one that
    is not there."""
    return (node([("net", 1), ("save_counter", 4)]) + node([("layers", 2), ("root", 0), ("gone", 1 << 31)]) +
            node([("0", 3), ("1", 5)]) + node(name=hidden, key=HIDDEN) + node(name="save_counter", key=COUNTER) +
            node(name=logits, key=LOGITS))


def restore():
    """The function with which a SavedModel restores itself."""
    inputs = ["prefix", "assignvariableop_a", "assignvariableop_1_b"]
    kinds = ["DT_STRING", "DT_RESOURCE", "DT_RESOURCE"]
    arguments = " ".join(f'input_arg {{ name: "{name}" type: {kind} }}' for name, kind in zip(inputs, kinds))
    keys = " ".join(f'string_val: "{key}"' for key in (LOGITS, HIDDEN))
    text = f"""function {{ signature {{ name: "restore_all" {arguments} is_stateful: true }}
  node_def {{ name: "keys" op: "Const" attr {{ key: "dtype" value {{ type: DT_STRING }} }}
    attr {{ key: "value" value {{ tensor {{ dtype: DT_STRING tensor_shape {{ dim {{ size: 2 }} }} {keys} }} }} }} }}
  node_def {{ name: "slices" op: "Const" attr {{ key: "dtype" value {{ type: DT_STRING }} }}
    attr {{ key: "value" value {{ tensor {{ dtype: DT_STRING tensor_shape {{ dim {{ size: 2 }} }}
      string_val: "" string_val: "" }} }} }} }}
  node_def {{ name: "RestoreV2" op: "RestoreV2" input: "prefix" input: "keys:output:0" input: "slices:output:0"
    attr {{ key: "dtypes" value {{ list {{ type: DT_FLOAT type: DT_FLOAT }} }} }} }}
"""
    for number, name in enumerate(inputs[1:]):
        text += f"""  node_def {{ name: "Identity_{number}" op: "Identity" input: "RestoreV2:tensors:{number}"
    attr {{ key: "T" value {{ type: DT_FLOAT }} }} }}
  node_def {{ name: "Assign_{number}" op: "AssignVariableOp" input: "{name}" input: "Identity_{number}:output:0"
    attr {{ key: "dtype" value {{ type: DT_FLOAT }} }} }}
"""
    call = """node { name: "restore_prefix" op: "Placeholder" attr { key: "dtype" value { type: DT_STRING } }
  attr { key: "shape" value { shape { } } } }
node { name: "restore" op: "StatefulPartitionedCall" input: "restore_prefix" input: "logits/kernel" input: "hidden/kernel"
  attr { key: "f" value { func { name: "restore_all" } } } attr { key: "Tout" value { list { } } }
  attr { key: "Tin" value { list { type: DT_STRING type: DT_RESOURCE type: DT_RESOURCE } } } }
"""
    return text + "}\n", call


def make(state):
    state = dict(read_state(state))
    tensors = {HIDDEN: (F32, *state["hidden/kernel"][1:]), LOGITS: (F32, *state["logits/kernel"][1:]),
               COUNTER: (INT64, [], struct.pack("<q", 3)), "table/-keys": (TEXT, [2], [b"one", b"longer"])}

    def write_objects(prefix, message, **how):
        write(prefix, tensors | {OBJECTS: (TEXT, [], [message])}, **how)

    model = pathlib.Path("model")
    (model / "variables").mkdir(parents=True)
    (model / "assets" / "more").mkdir(parents=True)
    (model / "assets" / "more" / "words.txt").write_text("word\n")
    (model / "fingerprint.pb").write_bytes(b"\x08\x01")
    # Both have the same name, which no graph has twice.
    write_objects(model / "variables" / "variables", objects("Variable", "Variable"), shards=2)
    graph = pathlib.Path("plain.pbtxt").read_text()
    graph = re.sub(r'node \{ name: "[^"]*/Assign".*?\n\}\n', "", graph, flags=re.DOTALL)
    function, call = restore()
    graph = call + graph.replace("library {\n", "library {\n" + function)
    (model / "saved_model.pbtxt").write_text(
        f'saved_model_schema_version: 1\nmeta_graphs {{\nmeta_info_def {{ tags: "serve" }}\ngraph_def {{\n{graph}}}\n'
        'saver_def { filename_tensor_name: "restore_prefix:0" restore_op_name: "restore" version: V2 }\n}\n')
    write_objects("ckpt-3", objects("hidden/kernel", "logits/kernel"))
    write_objects("partly.ckpt", objects("hidden/kernel", ""))
    write_objects("other.ckpt", objects("a", "b"))
    broken = objects("hidden/kernel", "logits/kernel")
    write_objects("broken.ckpt", broken[:-2])
    write("shape.ckpt", tensors | {OBJECTS: (TEXT, [], [objects("hidden/kernel", "logits/kernel")]),
                                   HIDDEN: (F32, [5, 6], state["hidden/kernel"][2])})


def check(prefix, before, state):
    found, known, state = dict(read(prefix)), dict(read(before)), dict(read_state(state))
    changed = {HIDDEN: state["hidden/kernel"], LOGITS: state["logits/kernel"]}
    assert found == known | changed, sorted(found)
    print(f"{len(found)} tensors, {sum(found[key] != known[key] for key in found)} of them are new")


if sys.argv[1] == "make":
    make(sys.argv[2])
else:
    check(*sys.argv[2:])
