#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares trainlint's reader of ONNX models with the protobuf library, as
graph_against_protobuf.py does for those of TensorFlow."""

import hashlib
import struct
import sys

import graph_against_protobuf as common
import onnx_messages

CLASSES = onnx_messages.message_classes()
# For each type by its number: its bits, the field of its single values, and the form of
# an element.
TYPES = {1: (32, "float_data", "FLOAT"), 2: (8, "int32_data", "B"), 3: (8, "int32_data", "b"),
         4: (16, "int32_data", "H"), 5: (16, "int32_data", "h"), 6: (32, "int32_data", "i"),
         7: (64, "int64_data", "q"), 8: (0, "string_data", "STRING"),
         9: (8, "int32_data", "B"), 10: (16, "int32_data", "HALF"),
         11: (64, "double_data", "DOUBLE"), 12: (32, "uint64_data", "I"),
         13: (64, "uint64_data", "Q"), 14: (64, "float_data", ""), 15: (128, "double_data", ""),
         16: (16, "int32_data", "BFLOAT16"), 17: (8, "int32_data", "FLOAT8_E4M3FN"),
         18: (8, "int32_data", "FLOAT8_E4M3FNUZ"), 19: (8, "int32_data", "FLOAT8_E5M2"),
         20: (8, "int32_data", "FLOAT8_E5M2FNUZ"), 21: (4, "int32_data", ""), 22: (4, "int32_data", ""),
         23: (4, "int32_data", ""), 24: (8, "int32_data", "FLOAT8_E8M0"), 25: (2, "int32_data", ""),
         26: (2, "int32_data", "")}


def element_count(dims):
    count = 1
    for size in dims:
        if size < 0:
            return None
        count *= size
        if count >= 1 << 63:
            return None
    return count


def real(form, bits):
    """The value of the bits of a real type."""
    if form == "FLOAT8_E8M0":
        return float("nan") if bits & 0xFF == 0xFF else 2.0 ** ((bits & 0xFF) - 127)
    if form.startswith("FLOAT8"):
        return common.float8(form, bits & 0xFF)
    return common.real(form, bits)


def content_elements(form, bits, content):
    if form in ("FLOAT", "DOUBLE"):
        letter = "<f" if form == "FLOAT" else "<d"
        return [common.double_bits(value[0]) for value in struct.iter_unpack(letter, content)]
    if len(form) == 1:
        return [common.wrap(form, value[0]) for value in struct.iter_unpack("<" + form, content)]
    letter = "<B" if bits == 8 else "<H"
    return [common.double_bits(real(form, value[0]))
            for value in struct.iter_unpack(letter, content)]


def single_element(form, value):
    if form == "STRING":
        return value.hex()
    if len(form) == 1:
        return common.wrap(form, value)
    return common.double_bits(value if form in ("FLOAT", "DOUBLE") else real(form, value))


def elements(message, count):
    """The elements of a tensor, or None where there are none to be read."""
    bits, field, form = TYPES.get(message.data_type, (0, "", ""))
    if count is None or count > common.ELEMENT_LIMIT or message.data_location == 1 or not form:
        return None
    if not message.raw_data:
        values = getattr(message, field)
        return [single_element(form, value) for value in values] if len(values) == count else None
    if form == "STRING" or len(message.raw_data) * 8 != count * bits:
        return None
    return content_elements(form, bits, message.raw_data)


def external(message, key):
    """Of entries with one key the last one holds."""
    return ([entry.value for entry in message.external_data if entry.key == key] or [""])[-1]


def tensor(message):
    bits, field, _ = TYPES.get(message.data_type, (0, "", ""))
    count = element_count(message.dims)
    result = {"name": message.name, "type": message.data_type, "dims": list(message.dims),
              "content": [len(message.raw_data), hashlib.md5(message.raw_data).hexdigest()],
              "count": len(getattr(message, field)) if field else 0,
              "isExternal": message.data_location == 1}
    for key in ("location", "offset", "length"):
        result[key] = external(message, key)
    if count is not None and bits and count * bits < 1 << 64:
        result["size"] = (count * bits + 7) // 8
    values = elements(message, count)
    if values is not None:
        result["elements"] = values
    return result


def sparse(message):
    return {"values": tensor(message.values), "indices": tensor(message.indices),
            "dims": list(message.dims)}


def dimension(message):
    return message.dim_value if message.WhichOneof("kind") == "dim_value" else message.dim_param


def type_value(message):
    kind = message.WhichOneof("kind")
    number, shape, element = 0, None, None
    if kind in ("tensor_type", "sparse_tensor_type"):
        inner = getattr(message, kind)
        number = inner.elem_type
        if inner.HasField("shape"):
            shape = [dimension(item) for item in inner.shape.dim]
    elif kind == "map_type":
        number = message.map_type.key_type
        if message.map_type.HasField("value_type"):
            element = type_value(message.map_type.value_type)
    elif kind in ("sequence_type", "optional_type"):
        inner = getattr(message, kind)
        if inner.HasField("elem_type"):
            element = type_value(inner.elem_type)
    return [kind or "", number, shape, element]


def value_info(message):
    return [message.name, type_value(message.type)]


# The field of each type of attribute and how a value of it is printed.
ATTRIBUTES = {1: ("f", common.double_bits), 2: ("i", int), 3: ("s", bytes.hex),
              4: ("t", tensor), 5: ("g", lambda message: graph(message)),
              6: ("floats", common.double_bits), 7: ("ints", int), 8: ("strings", bytes.hex),
              9: ("tensors", tensor), 10: ("graphs", lambda message: graph(message)),
              11: ("sparse_tensor", sparse), 12: ("sparse_tensors", sparse),
              13: ("tp", type_value), 14: ("type_protos", type_value)}


def attribute(message):
    number = message.type
    if number == 0:
        fields = {field.name for field, _ in message.ListFields()}
        number = min((key for key, (name, _) in ATTRIBUTES.items() if name in fields), default=0)
    if number not in ATTRIBUTES:
        return [message.name, number, message.ref_attr_name, []]
    name, show = ATTRIBUTES[number]
    value = getattr(message, name)
    is_list = name in ("tensors", "graphs", "type_protos", "floats", "ints", "strings",
                       "sparse_tensors")
    value = [show(item) for item in value] if is_list else show(value)
    return [message.name, number, message.ref_attr_name, value]


def node(message):
    return {"name": message.name, "op": message.op_type, "domain": message.domain,
            "overload": message.overload, "inputs": list(message.input),
            "outputs": list(message.output),
            "attributes": [attribute(item) for item in message.attribute]}


def graph(message):
    return {"name": message.name, "nodes": [node(item) for item in message.node],
            "initializers": [tensor(item) for item in message.initializer],
            "sparse": [sparse(item) for item in message.sparse_initializer],
            "inputs": [value_info(item) for item in message.input],
            "outputs": [value_info(item) for item in message.output],
            "values": [value_info(item) for item in message.value_info]}


def opsets_of(items):
    return [[item.domain, item.version] for item in items]


def function(message):
    return {"name": message.name, "domain": message.domain, "overload": message.overload,
            "inputs": list(message.input), "outputs": list(message.output),
            "attributes": list(message.attribute),
            "defaults": [attribute(item) for item in message.attribute_proto],
            "opsets": opsets_of(message.opset_import),
            "values": [value_info(item) for item in message.value_info],
            "nodes": [node(item) for item in message.node]}


def reference(message):
    """What trainlint has to print for a model, but for ranges."""
    return {"irVersion": message.ir_version, "producer": message.producer_name,
            "producerVersion": message.producer_version, "domain": message.domain,
            "modelVersion": message.model_version,
            "opsets": opsets_of(message.opset_import),
            "metadata": [[item.key, item.value] for item in message.metadata_props],
            "graph": graph(message.graph),
            "functions": [function(item) for item in message.functions]}


# What trainlint prints, in the form of the reference.


def plain_attribute(ours):
    name, number, given, value, _ = ours
    if number == 5:
        value = plain_graph(value)
    elif number == 10:
        value = [plain_graph(item) for item in value]
    return [name, number, given, value]


def plain_node(ours):
    result = {key: value for key, value in ours.items() if key != "range"}
    result["attributes"] = [plain_attribute(item) for item in ours["attributes"]]
    return result


def plain_graph(ours):
    return {**ours, "nodes": [plain_node(item) for item in ours["nodes"]]}


def plain(ours):
    functions = [{**item, "nodes": [plain_node(node) for node in item["nodes"]],
                  "defaults": [plain_attribute(one) for one in item["defaults"]]}
                 for item in ours["functions"]]
    result = {key: value for key, value in ours.items() if key not in ("format", "encoding")}
    return {**result, "graph": plain_graph(ours["graph"]), "functions": functions}


def check_ranges(data, encoding, ours_nodes, their_nodes):
    """The range of each node holds it and nothing else, here and in graphs below."""
    for ours, theirs in zip(ours_nodes, their_nodes):
        begin, end = ours["range"]
        found, _ = common.parse(CLASSES["NodeProto"](), encoding, data[begin:end])
        if found is None or node(found) != node(theirs):
            return f"the range of node {ours['name']} holds another one"
        for one, other in zip(ours["attributes"], theirs.attribute):
            if one[1] == 5:
                wrong = check_ranges(data, encoding, one[3]["nodes"], other.g.node)
                if wrong:
                    return wrong
    return None


def compare(data, _, encoding, ours, counts, ranges):
    """Why the two differ, or None."""
    message, _ = common.parse(CLASSES["ModelProto"](), encoding, data, whole=ranges)
    found = list(common.problems(ours))
    counts.documents += 1
    if message is None or common.ends_group(found, data):
        counts.refused += 1
        counts.lenient += not found
        return None
    if found:
        return f"trainlint refuses it: {found[0]}"
    difference = common.first_difference(plain(ours), reference(message))
    if difference or not ranges:
        return difference
    counts.nodes += len(message.graph.node)
    return check_ranges(data, encoding, ours["graph"]["nodes"], message.graph.node)


if __name__ == "__main__":
    sys.exit(common.compare_files(__doc__, ("ONNX",), compare))
