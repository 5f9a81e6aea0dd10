#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the index of a large GraphDef beside the protobuf library for C++.

The graph is written here, byte by byte. The library parses it with the classes that
protoc generates, which is the fastest it has, from descriptions that the differential
test has, too: into messages of its own in ordinary memory, and once more in an arena. Both
programs take the time themselves and begin with the file in memory; the median of several
runs in turn counts. Debian: libprotobuf-dev, protobuf-compiler, python3-protobuf."""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PROGRAM = r"""
#include "tensorflow.pb.h"
#include <google/protobuf/arena.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <malloc.h>
#include <string>

static size_t used() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

int main(int, char **argv) {
  std::ifstream in(argv[2], std::ios::binary);
  std::string file((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::string how = argv[1];
  size_t before = used();
  auto begin = std::chrono::steady_clock::now();
  google::protobuf::Arena arena;
  tensorflow::GraphDef own;
  auto *graph = &own;
  if (how == "arena")
    graph = google::protobuf::Arena::CreateMessage<tensorflow::GraphDef>(&arena);
  bool ok = how == "text"
                ? google::protobuf::TextFormat::ParseFromString(file, graph)
                : graph->ParseFromArray(file.data(), file.size());
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%d %.6f %zu\n", ok ? graph->node_size() : -1, took.count(), used() - before);
}
"""


def varint(value):
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    return varint(number << 3 | 2) + varint(len(value)) + value


def attr(name, value):
    return field(5, field(1, name) + field(2, value))


# What the nodes of real graphs have: a type, a boolean, shapes, a constant.
ATTRS = (attr(b"T", b"\x30\x01") + attr(b"transpose_a", b"\x28\x00") +
         attr(b"_output_shapes", field(1, field(7, field(2, b"\x08\x20") + field(2, b"\x08\x40")))))
CONSTANT = attr(b"dtype", b"\x30\x03") + attr(
    b"value", field(8, b"\x08\x03" + field(2, field(2, b"\x08\x08")) + field(4, bytes(32))))
OPS = (b"Const", b"MatMul", b"AddV2", b"Identity", b"Mul", b"ReadVariableOp", b"Sum", b"Reshape")


def binary_node(index):
    name = b"model/layer_%d/node_%d" % (index // 8, index)
    before = b"model/layer_%d/node_%d" % ((index - 1) // 8, index - 1)
    op = OPS[index % len(OPS)]
    inputs = b"" if index % 8 == 0 else field(3, before) + field(3, before + b":1")
    return field(1, field(1, name) + field(2, op) + inputs + field(4, b"/job:worker/gpu:0") +
                 (CONSTANT if op == b"Const" else ATTRS))


def text_node(index):
    name, before = (f"model/layer_{i // 8}/node_{i}" for i in (index, index - 1))
    op = OPS[index % len(OPS)].decode()
    return f"""node {{
  name: "{name}"
  op: "{op}"
  input: "{before}"
  device: "/job:worker/gpu:0"
  attr {{
    key: "T"
    value {{
      type: DT_FLOAT
    }}
  }}
  attr {{
    key: "_output_shapes"
    value {{
      list {{
        shape {{
          dim {{
            size: 32
          }}
          dim {{
            size: 64
          }}
        }}
      }}
    }}
  }}
}}
""".encode()


# The forward part of a model without mistakes, one op for each node of a layer.
TYPE = attr(b"T", b"\x30\x01")
WEIGHT = attr(b"dtype", b"\x30\x01") + attr(
    b"value", field(8, b"\x08\x01" + field(2, field(2, b"\x08\x08") * 2) + field(4, bytes(256))))
LAYER = (b"Const", b"MatMul", b"AddV2", b"Relu", b"Mul", b"Tanh", b"Sub", b"Identity")


def valid_node(index):
    layer = index // 8
    op = LAYER[index % 8]
    name = b"model/layer_%d/node_%d" % (layer, index)
    before = b"model/layer_%d/node_%d" % ((index - 1 - (index % 8 == 1)) // 8, index - 1 - (index % 8 == 1))
    weight = b"model/layer_%d/node_%d" % (layer, layer * 8)
    inputs = b""
    if op != b"Const":
        first = weight if index < 8 and index % 8 == 1 else before
        inputs = field(3, first)
        if op in (b"MatMul", b"AddV2", b"Mul", b"Sub"):
            inputs += field(3, weight)
    return field(1, field(1, name) + field(2, op) + inputs +
                 (WEIGHT if op == b"Const" else TYPE))


# A model after training, with its weights in it: few nodes, each second one large.
SIDE = 4096


def write_frozen(path, size):
    """A chain of products with constants of 64 MiB, none of them zero. Returns its nodes.

    Written in parts: what this program holds counts for those that it starts."""
    part = b"\x00\x00\x80\x3f" * SIDE
    shape = field(2, field(2, varint(1 << 3) + varint(SIDE)) * 2)
    nodes = 0
    with path.open("wb") as out:
        while out.tell() < size:
            name = b"dense_%d" % nodes
            # What stands before the elements: tensor, value, entry and node, each with the
            # size of what it holds.
            head, inside = b"", SIDE * len(part)
            for number, before in ((4, b"\x08\x01" + shape), (8, b""), (2, field(1, b"value")),
                                   (5, field(1, name + b"/kernel") + field(2, b"Const") +
                                    attr(b"dtype", b"\x30\x01")), (1, b"")):
                head = before + varint(number << 3 | 2) + varint(inside + len(head)) + head
            out.write(head)
            for _ in range(SIDE):
                out.write(part)
            before = name + b"/kernel" if nodes == 0 else b"dense_%d" % (nodes - 2)
            out.write(field(1, field(1, name) + field(2, b"MatMul") + field(3, before) +
                            field(3, name + b"/kernel") + TYPE))
            nodes += 2
    return nodes


def lint(program, options, path):
    """Seconds and the largest resident size in bytes of a whole run without findings."""
    begin = time.perf_counter()
    process = subprocess.Popen([program, *options, path], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{program} found something in a graph without mistakes")
    return time.perf_counter() - begin, usage.ru_maxrss * 1024


# Of so few nodes the program itself is more than they are.
FEW = 1000


def measure_lint(program, library, path, nodes, repetitions):
    """Whole runs of the linter beside whole runs of a program that parses and does no more."""
    size = path.stat().st_size
    print(f"lint: {nodes} nodes, {size / 1e6:.0f} MB, the whole program")
    commands = {"trainlint": (program, ("-q", "--isolated", "--kind=graph")),
                "trainlint, for a TPU": (program, ("-q", "--isolated", "--kind=graph", "--target=tpu-v3-8"))}
    if library:
        commands["protobuf, heap"] = (library, ("heap",))
    results = {name: [] for name in commands}
    for _ in range(repetitions):
        for name, (command, options) in commands.items():
            results[name].append(lint(command, options, path))
    base = statistics.median(entry[0] for entry in results[list(commands)[-1]])
    for name, found in results.items():
        seconds = statistics.median(entry[0] for entry in found)
        memory = max(entry[1] for entry in found)
        beyond = (f"{max(0, memory - size) / nodes:8.0f} bytes a node beyond the file"
                  if nodes > FEW else f"{memory / 1e6:8.0f} MB")
        print(f"  {name:24} {seconds * 1000:8.0f} ms {seconds / base:6.2f} x, {beyond}")


def write_graph(path, nodes, node):
    with path.open("wb") as out:
        for begin in range(0, nodes, 10000):
            out.write(b"".join(map(node, range(begin, min(begin + 10000, nodes)))))


def build(folder):
    """The program with the library, or None."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Differential"))
    try:
        import tensorflow_messages
        from google.protobuf import descriptor_pb2
    except ImportError:
        return None
    if not shutil.which("protoc") or not shutil.which("g++"):
        return None
    files = descriptor_pb2.FileDescriptorSet(file=[tensorflow_messages.description().file])
    (folder / "graph.set").write_bytes(files.SerializeToString())
    (folder / "parse.cpp").write_text(PROGRAM)
    subprocess.run(["protoc", "--descriptor_set_in=graph.set", "--cpp_out=.", "tensorflow.proto"],
                   cwd=folder, check=True)
    subprocess.run(["g++", "-O2", "-DNDEBUG", "-I.", "parse.cpp", "tensorflow.pb.cc", "-o", "parse",
                    "-lprotobuf", "-lpthread"], cwd=folder, check=True)
    return folder / "parse"


def run(command):
    """Nodes, seconds and bytes as a program prints them."""
    output = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                            check=True).stdout
    nodes, seconds, size = output.split()
    return int(nodes), float(seconds), int(size)


def measure(title, commands, path, nodes, repetitions):
    """Prints the medians of programs that are run in turn, the first of them ours."""
    results = {name: [] for name in commands}
    for _ in range(repetitions):
        for name, command in commands.items():
            found = run([*command, path])
            if found[0] != nodes:
                raise SystemExit(f"{name} read {found[0]} nodes of {nodes}")
            results[name].append(found)
    size = path.stat().st_size
    print(f"{title}: {nodes} nodes, {size / 1e6:.0f} MB")
    ours = None
    for name, found in results.items():
        seconds = statistics.median(entry[1] for entry in found)
        ours = ours or seconds
        print(f"  {name:24} {seconds * 1000:8.0f} ms {size / seconds / 1e6:8.0f} MB/s "
              f"{found[0][2] / nodes:8.0f} bytes a node {seconds / ours:8.1f} x")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool", help="trainlint-test-graph")
    parser.add_argument("--trainlint", help="the linter, to measure whole runs of it")
    parser.add_argument("--nodes", type=int, default=1000000)
    parser.add_argument("--frozen", type=int, default=10 ** 9,
                        help="the bytes of a graph that is mostly constants")
    parser.add_argument("--repetitions", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        library = build(folder)
        if not library:
            print("without the protobuf library and its compiler only trainlint is measured")
        for title, node, nodes, ways in (
                ("binary", binary_node, arguments.nodes, ("heap", "arena")),
                ("text", text_node, arguments.nodes // 10, ("text",))):
            path = folder / f"graph.{title}"
            write_graph(path, nodes, node)
            commands = {"trainlint": [arguments.tool]}
            if library:
                commands.update({f"protobuf, {way}": [library, way] for way in ways})
            measure(title, commands, path, nodes, arguments.repetitions)
            path.unlink()
        if arguments.trainlint:
            path = folder / "graph.pb"
            write_graph(path, arguments.nodes, valid_node)
            measure_lint(arguments.trainlint, library, path, arguments.nodes,
                         arguments.repetitions)
            nodes = write_frozen(path, arguments.frozen)
            measure_lint(arguments.trainlint, library, path, nodes, arguments.repetitions)
    return 0


if __name__ == "__main__":
    sys.exit(main())
