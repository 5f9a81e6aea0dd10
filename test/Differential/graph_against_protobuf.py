#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares trainlint's readers of TensorFlow graphs with the protobuf library.

Every graph below the given folders is read whole and, if it is small, cut off and
with random bytes changed. What the library reads, trainlint has to read, and
has to see the same in it: nodes, inputs, attributes, constants, functions,
versions, signatures. The range of every node is given to the library, too. What
the library refuses, trainlint may accept only where the message at fault is one
that it does not look into; such copies are counted."""

import argparse
import hashlib
import json
import math
import pathlib
import random
import re
import struct
import subprocess
import sys
import warnings

from google.protobuf import message as protobuf_message, text_format

import tensorflow_messages

CLASSES = tensorflow_messages.message_classes()
FORMATS = ("GraphDef", "MetaGraphDef", "SavedModel")
ELEMENT_LIMIT = 4096
# For each type: the field of its single values, and the form of an element.
INTEGERS = {"INT2": "b", "INT4": "b", "INT8": "b", "INT16": "h", "INT32": "i", "QINT8": "b",
            "QINT16": "h", "QINT32": "i", "UINT2": "B", "UINT4": "B", "UINT8": "B",
            "UINT16": "H", "QUINT8": "B", "QUINT16": "H", "INT64": "q", "UINT32": "I",
            "UINT64": "Q", "BOOL": "B"}
VALUES = {"FLOAT": "float_val", "DOUBLE": "double_val", "STRING": "string_val",
          "COMPLEX64": "scomplex_val", "INT64": "int64_val", "BOOL": "bool_val",
          "COMPLEX128": "dcomplex_val", "HALF": "half_val", "BFLOAT16": "half_val",
          "UINT32": "uint32_val", "UINT64": "uint64_val"}
VALUES.update({name: "int_val" for name in INTEGERS if name not in VALUES})
ELEMENT_SIZES = {name: struct.calcsize(form) for name, form in INTEGERS.items()}
ELEMENT_SIZES.update({"FLOAT": 4, "DOUBLE": 8, "HALF": 2, "BFLOAT16": 2})


def double_bits(value):
    if math.isnan(value):
        # Whose bits are not compared.
        return "NaN"
    return f"{struct.unpack('<Q', struct.pack('<d', value))[0]:X}"


def shape(message):
    return {"unknown": message.unknown_rank,
            "dims": [[dim.size, dim.name] for dim in message.dim]}


def real(kind, bits):
    """The value of the bits of a real type."""
    if kind == "HALF":
        return struct.unpack("<e", struct.pack("<H", bits & 0xFFFF))[0]
    return struct.unpack("<f", struct.pack("<I", (bits & 0xFFFF) << 16))[0]


# The bits of exponent and mantissa, the bias, and whether the largest exponent is for
# infinities and NaN (""), all bits set for NaN ("fn") or only 0x80 for NaN ("fnuz").
FLOAT8 = {"FLOAT8_E5M2": (5, 2, 15, ""), "FLOAT8_E4M3FN": (4, 3, 7, "fn"),
          "FLOAT8_E4M3FNUZ": (4, 3, 8, "fnuz"), "FLOAT8_E4M3B11FNUZ": (4, 3, 11, "fnuz"),
          "FLOAT8_E5M2FNUZ": (5, 2, 16, "fnuz")}
ELEMENT_SIZES.update({name: 1 for name in FLOAT8})


def float8(kind, byte):
    """The value of a real number of eight bits."""
    exponent_bits, mantissa_bits, bias, rest = FLOAT8[kind]
    sign = -1.0 if byte & 0x80 else 1.0
    exponent = byte >> mantissa_bits & (1 << exponent_bits) - 1
    mantissa = byte & (1 << mantissa_bits) - 1
    if rest == "fnuz" and byte == 0x80 or rest == "fn" and byte & 0x7F == 0x7F:
        return math.nan
    if not rest and exponent == (1 << exponent_bits) - 1:
        return math.nan if mantissa else sign * math.inf
    if exponent == 0:
        return sign * math.ldexp(mantissa, 1 - bias - mantissa_bits)
    return sign * math.ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits)


def wrap(form, value):
    """An integer as an element of a type holds it, unsigned 64 bits as signed."""
    size = struct.calcsize(form)
    value &= (1 << 8 * size) - 1
    if form.islower() or size == 8:
        value -= (value >> 8 * size - 1) << 8 * size
    return value


def content_elements(kind, content):
    if kind in INTEGERS:
        form = INTEGERS[kind]
        return [wrap(form, value[0]) for value in struct.iter_unpack("<" + form, content)]
    if kind in FLOAT8:
        return [double_bits(float8(kind, byte)) for byte in content]
    if kind in ("HALF", "BFLOAT16"):
        return [double_bits(real(kind, value[0])) for value in struct.iter_unpack("<H", content)]
    form = "<f" if kind == "FLOAT" else "<d"
    return [double_bits(value[0]) for value in struct.iter_unpack(form, content)]


def single_element(kind, value):
    if kind in FLOAT8:
        return double_bits(float8(kind, value))
    if kind in INTEGERS:
        return wrap(INTEGERS[kind], int(value))
    if kind in ("HALF", "BFLOAT16"):
        return double_bits(real(kind, value))
    return value.hex() if kind == "STRING" else double_bits(value)


def split_strings(content, count):
    sizes, at = [], 0
    for _ in range(count):
        size = shift = 0
        while True:
            if at == len(content) or shift > 63:
                return None
            size |= (content[at] & 127) << shift
            shift += 7
            at += 1
            if content[at - 1] < 128:
                break
        sizes.append(size)
    strings = []
    for size in sizes:
        strings.append(content[at:at + size].hex())
        at += size
    return strings if at == len(content) else None


def single_values(message, kind):
    return message.float8_val if kind in FLOAT8 else getattr(message, VALUES[kind])


def elements(message, kind):
    """The elements of a constant, or None where there are none to be read."""
    count = 1
    for dim in message.tensor_shape.dim:
        if dim.size < 0:
            return None
        count *= dim.size
    known = kind in ELEMENT_SIZES or kind == "STRING"
    if message.tensor_shape.unknown_rank or count > ELEMENT_LIMIT or not known:
        return None
    if message.tensor_content:
        if kind == "STRING":
            return split_strings(message.tensor_content, count)
        if len(message.tensor_content) != ELEMENT_SIZES[kind] * count:
            return None
        return content_elements(kind, message.tensor_content)
    values = [single_element(kind, value)
              for value in list(single_values(message, kind))[:count]]
    zero = "" if kind == "STRING" else 0 if kind in INTEGERS else double_bits(0.0)
    return values + [values[-1] if values else zero] * (count - len(values))


def tensor(message):
    number = message.dtype
    base = number - 100 if number > 100 else number
    known = 0 <= base < len(tensorflow_messages.DATA_TYPES)
    kind = tensorflow_messages.DATA_TYPES[base] if known else ""
    digest = hashlib.md5(message.tensor_content).hexdigest()
    count = len(single_values(message, kind)) if kind in VALUES or kind in FLOAT8 else 0
    result = {"type": number, "shape": shape(message.tensor_shape),
              "content": [len(message.tensor_content), digest], "count": count}
    values = elements(message, kind) if number == base else None
    if values is not None:
        result["elements"] = values
    return result


def value_of(kind, value):
    if kind == "s":
        return [kind, value.hex()]
    if kind == "f":
        return [kind, double_bits(value)]
    if kind == "shape":
        return [kind, shape(value)]
    if kind == "tensor":
        return [kind, tensor(value)]
    if kind == "func":
        return [kind, value.name, attrs(value.attr)]
    return [kind, value]


def attr_value(message):
    kind = message.WhichOneof("kind")
    if kind is None:
        return ["none"]
    if kind != "list":
        return value_of(kind, getattr(message, kind))
    return ["list"] + [value_of(field.name, value)
                       for field, values in message.list.ListFields() for value in values]


def attrs(message):
    return {name: attr_value(value) for name, value in message.items()}


def parse_input(text):
    """The text of an input: control, node, port, index."""
    if text.startswith("^"):
        return [text, True, text[1:], "", 0]
    before, colon, last = text.rpartition(":")
    index = 0
    if colon and last.isascii() and last.isdigit() and int(last) < 1 << 32:
        text_before, index = before, int(last)
    else:
        text_before = text
    name, _, port = text_before.partition(":")
    return [text, False, name, port, index]


def node(message):
    return {"name": message.name, "op": message.op, "device": message.device,
            "inputs": [parse_input(text) for text in message.input],
            "attrs": attrs(message.attr)}


def argument(message):
    return [message.name, message.type, message.type_attr, message.number_attr,
            message.type_list_attr, message.is_ref]


def function(message):
    signature = message.signature
    return {"name": signature.name, "nodes": [node(item) for item in message.node_def],
            "inputs": [argument(item) for item in signature.input_arg],
            "outputs": [argument(item) for item in signature.output_arg],
            "controlOutputs": list(signature.control_output),
            "declared": [[item.name, item.type] for item in signature.attr],
            "stateful": signature.is_stateful, "results": dict(message.ret),
            "controlResults": dict(message.control_ret), "attrs": attrs(message.attr)}


def graph(message):
    versions = message.versions
    return {"versions": {"producer": versions.producer, "minConsumer": versions.min_consumer,
                         "deprecated": message.version, "bad": list(versions.bad_consumers)},
            "nodes": [node(item) for item in message.node],
            "functions": [function(item) for item in message.library.function],
            "gradients": [[item.function_name, item.gradient_func]
                          for item in message.library.gradient]}


def signature_tensors(entries):
    return {name: [info.name, info.dtype, shape(info.tensor_shape)]
            for name, info in entries.items()}


def meta_graph(message):
    info, saver = message.meta_info_def, message.saver_def
    return {"version": info.meta_graph_version, "tensorFlowVersion": info.tensorflow_version,
            "tensorFlowGitVersion": info.tensorflow_git_version, "tags": list(info.tags),
            "strippedOps": [op.name for op in info.stripped_op_list.op],
            "saver": [saver.filename_tensor_name, saver.save_tensor_name, saver.restore_op_name],
            "collections": sorted(message.collection_def),
            "signatures": {name: {"method": item.method_name,
                                  "inputs": signature_tensors(item.inputs),
                                  "outputs": signature_tensors(item.outputs)}
                           for name, item in message.signature_def.items()},
            "graph": graph(message.graph_def)}


def reference(kind, message):
    """What trainlint has to print for a message, but for ranges."""
    version = 0
    if kind == "SavedModel":
        metas = [meta_graph(item) for item in message.meta_graphs]
        version = message.saved_model_schema_version
    elif kind == "MetaGraphDef":
        metas = [meta_graph(message)]
    else:
        meta = CLASSES["MetaGraphDef"]()
        metas = [meta_graph(meta)]
        metas[0]["graph"] = graph(message)
    return {"schemaVersion": version, "metaGraphs": metas}


# What trainlint prints, in the form of the reference.

LIST_ORDER = {"s": 2, "i": 3, "f": 4, "b": 5, "type": 6, "shape": 7, "tensor": 8, "func": 9}


def plain_value(value):
    if value[0] == "func":
        return ["func", value[1], plain_attrs(value[2])]
    if value[0] == "list":
        items = [plain_value(item) for item in value[1:]]
        return ["list"] + sorted(items, key=lambda item: LIST_ORDER[item[0]])
    return value


def plain_attrs(entries):
    return {name: plain_value(value) for name, value, _ in entries}


def plain_node(ours):
    return {"name": ours["name"], "op": ours["op"], "device": ours["device"],
            "inputs": [item[:5] for item in ours["inputs"]],
            "attrs": plain_attrs(ours["attrs"])}


def plain_function(ours):
    result = {key: ours[key] for key in ("name", "inputs", "outputs", "controlOutputs",
                                         "declared", "stateful")}
    result["nodes"] = [plain_node(item) for item in ours["nodes"]]
    result["results"] = dict(ours["results"])
    result["controlResults"] = dict(ours["controlResults"])
    result["attrs"] = plain_attrs(ours["attrs"])
    return result


def plain_meta(ours):
    result = dict(ours)
    result["collections"] = sorted(ours["collections"])
    result["signatures"] = {
        item["name"]: {"method": item["method"],
                       "inputs": {entry[0]: entry[1:] for entry in item["inputs"]},
                       "outputs": {entry[0]: entry[1:] for entry in item["outputs"]}}
        for item in ours["signatures"]}
    graph_part = ours["graph"]
    result["graph"] = {"versions": graph_part["versions"],
                       "nodes": [plain_node(item) for item in graph_part["nodes"]],
                       "functions": [plain_function(item) for item in graph_part["functions"]],
                       "gradients": graph_part["gradients"]}
    return result


def plain(ours):
    return {"schemaVersion": ours["schemaVersion"],
            "metaGraphs": [plain_meta(item) for item in ours["metaGraphs"]]}


# What the library for Python takes for blanks or escapes and that for C++ does not, or the
# other way round, and escapes of more than a byte, which the former spells in letters.
PYTHON_ONLY = re.compile(rb"[\x1c-\x1f]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2[\x80\x81]|\xe3\x80\x80|"
                         rb"\\(?:[^abfnrtv\\'\"0-7x]|[4-7][0-7]{2})")


def problems(ours):
    """All problems in what trainlint printed."""
    if isinstance(ours, dict):
        if "problem" in ours:
            yield ours["problem"]
        for value in ours.values():
            yield from problems(value)
    elif isinstance(ours, list):
        for value in ours:
            yield from problems(value)


def first_difference(ours, theirs, path=""):
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in {**ours, **theirs}:
            if key not in ours or key not in theirs:
                return f"{path}/{key}: only {'the library' if key in theirs else 'trainlint'}"
            found = first_difference(ours[key], theirs[key], f"{path}/{key}")
            if found:
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, (one, other) in enumerate(zip(ours, theirs)):
            found = first_difference(one, other, f"{path}[{index}]")
            if found:
                return found
        return None
    if ours == theirs:
        return None
    return f"{path}: {str(ours)[:100]} but the library has {str(theirs)[:100]}"


# Files


def parse(message, encoding, data, whole=True):
    """The message of a file, read into `message`, or None and why the library
    refuses it."""
    try:
        if encoding == "text":
            # Fields that are not described are skipped, as trainlint does. In
            # damaged copies the library would skip what are no fields, too.
            text_format.Merge(data.decode("utf-8-sig"), message, allow_unknown_field=whole)
        elif message.MergeFromString(data) != len(data):
            # The library for C++ refuses what the one for Python only ends at.
            return None, "an end of a group that was not begun"
    except (protobuf_message.DecodeError, text_format.ParseError, UnicodeDecodeError,
            RecursionError) as error:
        return None, str(error)
    return message, None


def ends_group(found, data):
    """True if the end of a group that was not begun is the last field of a file, which
    the library for Python takes for an end of the file."""
    return any(message == "a group ends that was not begun" and len(data) - offset <= 5
               and all(byte >= 128 for byte in data[offset:-1]) for offset, message in found)


def same_message(kind, encoding, data, expected):
    message, _ = parse(CLASSES[kind](), encoding, data)
    # Messages with a NaN are not equal to themselves.
    return message is not None and (message.SerializeToString(deterministic=True) ==
                                    expected.SerializeToString(deterministic=True))


def check_ranges(data, encoding, ours_nodes, their_nodes):
    """The range of each node, input and attribute holds that and nothing else."""
    for ours, theirs in zip(ours_nodes, their_nodes):
        begin, end = ours["range"]
        if not same_message("NodeDef", encoding, data[begin:end], theirs):
            return f"the range of node {ours['name']} holds another one"
        for (text, *_, (begin, end)) in ours["inputs"]:
            written = data[begin:end]
            if encoding == "text":
                value = text_format.Merge(b"s: " + written, CLASSES["AttrValue"]()).s
            else:
                value = written
            if value != text.encode():
                return f"the range of input {text} holds {written[:40]}"
    return None


def nodes_with_messages(ours, kind, message):
    """Pairs of node lists, of graphs and of functions."""
    if kind == "SavedModel":
        graphs = [item.graph_def for item in message.meta_graphs]
    else:
        graphs = [message.graph_def if kind == "MetaGraphDef" else message]
    for meta, their_graph in zip(ours["metaGraphs"], graphs):
        yield meta["graph"]["nodes"], their_graph.node
        for one, other in zip(meta["graph"]["functions"], their_graph.library.function):
            yield one["nodes"], other.node_def


class Counts:
    """What was compared."""

    def __init__(self):
        self.documents = self.refused = self.lenient = self.nodes = self.failures = 0


def compare(data, kind, encoding, ours, counts, ranges):
    """Why the two differ, or None."""
    message, reason = parse(CLASSES[kind](), encoding, data, whole=ranges)
    found = list(problems(ours))
    counts.documents += 1
    if message is None or ends_group(found, data):
        counts.refused += 1
        counts.lenient += not found
        return None
    if found:
        return f"trainlint refuses it: {found[0]}"
    difference = first_difference(plain(ours), reference(kind, message))
    if difference or not ranges:
        return difference
    for ours_nodes, their_nodes in nodes_with_messages(ours, kind, message):
        counts.nodes += len(ours_nodes)
        difference = check_ranges(data, encoding, ours_nodes, their_nodes)
        if difference:
            return difference
    return None


def run(tool, documents):
    """What trainlint prints for documents `(data, kind, encoding)`."""
    given = b"".join(b"%d %s\n" % (len(data), f"{kind} {encoding}".encode()) + data
                     for data, kind, encoding in documents)
    result = subprocess.run([tool], input=given, capture_output=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"{tool} failed: {result.stderr.decode()}")
    # Python's own splitting would break lines at other characters, too.
    return [json.loads(line) for line in result.stdout.split(b"\n")[:-1]]


def change(data, rng):
    data = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data))
        size = rng.randint(1, 8)
        what = rng.randrange(5)
        if what == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif what == 1:
            data[at] = rng.randrange(256)
        elif what == 2:
            del data[at:at + size]
        elif what == 3:
            data[at:at] = data[rng.randrange(len(data)):][:size]
        else:
            # The same again: later fields replace or extend earlier ones.
            data += data[at:]
        if not data:
            return b"\0"
    return bytes(data)


def copies(data, arguments, rng):
    """Damaged copies of a file."""
    if arguments.cuts:
        yield from (data[:end] for end in range(0, len(data), arguments.cuts))
    for _ in range(arguments.mutants):
        yield change(data, rng)


def graph_files(folders):
    for folder in folders:
        paths = [folder] if folder.is_file() else sorted(folder.rglob("*"))
        yield from (path for path in paths if path.is_file())


def compare_files(description, formats, compare_file):
    """Compares the files of some formats as the command line says."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--tool", required=True, help="trainlint-test-graph")
    parser.add_argument("--cuts", type=int, default=0, help="cut small files at every N-th byte")
    parser.add_argument("--mutants", type=int, default=0, help="changed copies of small files")
    parser.add_argument("--small", type=int, default=20000, help="the most bytes of a small file")
    parser.add_argument("--largest", type=int, default=1 << 32,
                        help="the most bytes of a file that is read")
    parser.add_argument("--keep", type=pathlib.Path, default="graph-difference.pb",
                        help="where the first copy with a difference is left")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()

    warnings.filterwarnings("ignore", message="Unexpected end-group tag")
    rng = random.Random(arguments.seed)
    counts = Counts()
    encodings = {"binary": 0, "text": 0}
    for path in graph_files(arguments.folders):
        data = path.read_bytes()
        if len(data) > arguments.largest:
            continue
        [ours] = run(arguments.tool, [(data, "", "")])
        kind, encoding = ours["format"], ours["encoding"]
        if kind not in formats:
            continue
        encodings[encoding] += 1
        pairs = [(data, ours, True)]
        if len(data) <= arguments.small:
            changed = [copy for copy in copies(data, arguments, rng)
                       if encoding == "binary" or not PYTHON_ONLY.search(copy)]
            read = run(arguments.tool, [(copy, kind, encoding) for copy in changed])
            pairs += [(copy, item, False) for copy, item in zip(changed, read)]
        for copy, item, ranges in pairs:
            difference = compare_file(copy, kind, encoding, item, counts, ranges)
            if difference:
                counts.failures += 1
                print(f"{path} ({len(copy)} bytes): {difference}")
                if counts.failures == 1 and copy is not data:
                    arguments.keep.write_bytes(copy)
    print(f"{encodings['binary']} binary and {encodings['text']} text files, "
          f"{counts.documents} documents, {counts.nodes} nodes with ranges, "
          f"{counts.refused} refused by the library ({counts.lenient} of them read), "
          f"{counts.failures} differences")
    return 1 if counts.failures or not counts.documents else 0


if __name__ == "__main__":
    sys.exit(compare_files(__doc__, FORMATS, compare))
