# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks files whose content has hostile names and values.

usage: values.py FOLDER
"""

import json
import os
import shutil
import sys
import xml.etree.ElementTree

from hostile import BYTES, TEXTS
from outgoing import Runs

runs = Runs()


def quote_pbtxt(text):
    return b'"' + b"".join(b"\\%03o" % byte for byte in text) + b'"'


def quote_mlir(text):
    return b'"' + b"".join(b"\\%02X" % byte for byte in text) + b'"'


def field(number, value):
    """A field of a message in binary."""
    def varint(rest):
        out = b""
        while rest > 0x7F:
            out += bytes([rest & 0x7F | 0x80])
            rest >>= 7
        return out + bytes([rest])
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def graph(text):
    """Nodes that are wrong in many ways."""
    name = quote_pbtxt(text)
    node = b'node { name: %s op: %s input: %s device: %s attr { key: %s value { s: %s } } }\n'
    out = b"".join(
        node % (quote_pbtxt(text + end), op, quote_pbtxt(text + ref), name, name, name)
        for op in (b'"MatMul"', b'"NoOp"', b'"Const"', b'"Placeholder"', b'"AddV2"', name)
        for end, ref in ((op + b"1", b":5"), (op + b"2", b"x"), (op + b"3", op + b"2")))
    function = (b"library { function { signature { name: %s input_arg { name: %s type_attr: %s } "
                b"output_arg { name: %s type: DT_FLOAT } } %s ret { key: %s value: %s } } }\n")
    inner = b"node_def { name: %s op: %s input: %s }" % (name, name, name)
    return out + function % (name, name, name, name, inner, name, name)


def onnx(text):
    nodes = b"".join(
        field(1, field(1, text + end) + field(2, text + end + b"o") + field(3, text) +
              field(4, op) + field(7, domain) + field(5, field(1, text) + field(4, text)))
        for end, op, domain in ((b"1", b"MatMul", b""), (b"2", text, b""), (b"3", b"Add", text),
                                (b"4", b"Conv", b""), (b"5", b"MatMul", b"")))
    tensor = field(1, 3) + field(2, 99) + field(8, text)
    value = field(1, text) + field(2, field(1, field(1, 77) + field(2, field(1, field(2, text)))))
    body = nodes + field(2, text) + field(5, tensor) + field(11, value) + field(12, value)
    return (field(1, 4) + field(2, text) + field(8, field(1, text) + field(2, 3)) +
            field(8, field(1, b"") + field(2, 999)) + field(7, body))


def keras(text):
    def layer(kind, ending):
        return {"class_name": kind, "name": text + ending, "module": text, "registered_name": text,
                "config": {"name": text + ending, "units": text, "activation": text, text: text,
                           "dtype": text, "padding": text},
                "inbound_nodes": [{"args": [{"class_name": "__keras_tensor__", "config": {
                    "shape": [None, 4], "dtype": text, "keras_history": [text, 0, 0]}}]}]}
    layers = [layer(kind, ending) for ending, kind in
              enumerate(["Dense", "Conv2D", text, "InputLayer", "Dense"], start=0)
              for ending in [str(ending)]]
    return json.dumps({"class_name": "Functional", "module": text, "config": {
        "name": text, "layers": layers, "input_layers": [[text, 0, 0]],
        "output_layers": [[text, 0, 0]]}, "keras_version": text, "backend": text}).encode()


def job(text):
    value = json.dumps(text)
    vertex = {"displayName": text, text: text, "jobSpec": {"workerPoolSpecs": [
        {"machineSpec": {"machineType": text, "acceleratorType": text, text: 1},
         "replicaCount": text, "containerSpec": {"imageUri": text, "args": [text], "env": text}}]}}
    pod = {"nodeSelector": {"cloud.google.com/gke-tpu-accelerator": text,
                            "cloud.google.com/gke-tpu-topology": text, text: text},
           "containers": [{"name": text, "resources": {"limits": {"google.com/tpu": text}}}]}
    manifest = {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": text},
                "spec": {"template": {"spec": pod}, "completions": text}}
    platform = {"trainingInput": {
        text: text, "scaleTier": text, "region": text, "masterType": text,
        "runtimeVersion": text, "pythonVersion": text, "workerCount": text, "args": text,
        "masterConfig": {"acceleratorConfig": {"type": text, "count": text}},
        "hyperparameters": {"goal": text, "params": [{"parameterName": text, "type": text}] * 2}},
        "labels": {text: text}}
    return [(b"a.json", json.dumps(platform).encode()),
            (b"b.json", json.dumps(platform, ensure_ascii=False).encode()),
            (b"c.yaml", json.dumps(vertex).encode()),
            (b"d.yaml", json.dumps(manifest).encode()),
            (b"e.yaml", f"trainingInput: &{value}\n  ? {value}\n  : !!{value} x\n".encode())]


def raw(text):
    """Files that have a text as it is, beside what a fix changes."""
    lines = text.replace(b"\n", b"\n    ")
    return [(b"a.yaml", b"trainingInput:\n  region: us-central1\n  jobDir: |\n    " + lines +
             b"\n  runtimeVersion: 2.1\n  pythonVersion: 3.7 # " + text + b"\n# " + text + b"\n"),
            (b"b.yaml", b"# trainlint: ignore[" + text + b"]\ntrainingInput: {regio: '" + text +
             b"'}\n" + text + b": 1\n"),
            (b"c.sh", b"#!/bin/sh\ngcloud ai-platform jobs submit training '" + text +
             b"' --region '" + text + b"' --" + text + b"=1 --scale-tier='" + text +
             b"' --config '" + text + b"' --master-machine-type \\\n '" + text + b"' --regio x\n"),
            (b"d.mlir", b"func.func @" + quote_mlir(text) + b"(%a: tensor<4xf32>) -> tensor<3xf32> "
             b"{\n  %0 = stablehlo.add %a, %a : tensor<4xf32> // " + text +
             b"\n  func.call @" + quote_mlir(text + b"x") + b"() : () -> ()\n"
             b"  return %0 : tensor<4xf32> loc(" + quote_mlir(text) + b":1:1)\n}\n"),
            (b"e.mlir", b"module { \"" + text + b".op\"() {a = " + quote_mlir(text) +
             b"} : () -> () }\n"),
            (b"f.pbtxt", b"node { name: '" + text + b"' op: 'A' }\n" + text + b": 1\n"),
            (b"g.md", b"```yaml\ntrainingInput: {regio: '" + text + b"'}\n```\n" + text + b"\n")]


def configurations(text):
    value = json.dumps(text)
    for key in ("baseline", "tables", "as-of", "fail-on", "ignore", "select", "exclude", text):
        yield f"{json.dumps(key)}: {value}\n".encode()
        yield f"{json.dumps(key)}: [{value}]\n".encode()
    for key in ("graphs", "files", "severity", "training", text):
        yield f"{json.dumps(key)}: {{'*': {value}, {value}: {value}}}\n".encode()


def write(name, content):
    with open(name, "wb") as file:
        file.write(content)


def check(name, content):
    write(name, content)
    for form in ("text", "github", "junit"):
        done = runs.run("trainlint", "--isolated", "--target=tpu-v3-8", f"--format={form}", name,
                        own_commands=form == "github")
        if form == "junit" and done.returncode != 2:
            xml.etree.ElementTree.fromstring(done.stdout)
    # Lines of a patch have tabs.
    runs.run("trainlint", "--isolated", "--diff", "--unsafe-fixes", name, tabs=True)
    os.remove(name)


def check_configurations():
    """What is said of a configuration, of a baseline and of tables."""
    write("job.yaml", b"trainingInput: {regio: x}\n")
    for text in TEXTS.values():
        for content in configurations(text):
            write(".trainlint.yaml", content)
            runs.run("trainlint", "job.yaml")
            runs.run("trainlint", "--format=github", "job.yaml", own_commands=True)
        os.remove(".trainlint.yaml")
        write("baseline.json", json.dumps({"version": 1, "findings": text}).encode())
        runs.run("trainlint", "--baseline=baseline.json", "job.yaml")
        write("baseline.json", text.encode())
        runs.run("trainlint", "--baseline=baseline.json", "job.yaml")
        check_tables(text)


def check_tables(text):
    os.makedirs("tables", exist_ok=True)
    line = text.replace("\n", " ").encode()
    table = (b"# about: " + line + b"\n# source: " + line + b"\n# as-of: 2025-07\n# note: " + line +
             b"\n# column accelerator: text key -> accelerators.name\n# column count: integer key\n"
             b"# column max-vcpus: integer\n# column max-memory-gb: integer\n"
             b"accelerator,count,max-vcpus,max-memory-gb\nNVIDIA_TESLA_K80,1,8,52\n")
    broken = table + line + b",1,8,52\nNVIDIA_TESLA_P4,1," + line + b",52\n"
    zones = (b"# about: x\n# source: x\n# as-of: 2025-07\n# column region: text key\n"
             b"# column since: date optional\nregion,since\n\"" + line.replace(b'"', b'""') +
             b"\",\n")
    for name, content in (("accelerator-limits", table), ("accelerator-limits", broken),
                          ("ai-platform-regions", zones)):
        write(f"tables/{name}.csv", content)
        runs.run("trainlint", "tables", "--tables=tables")
        runs.run("trainlint", "tables", "--tables=tables", name)
        runs.run("trainlint", "tables", "--tables=tables", "--json", name)
        runs.run("trainlint", "--isolated", "--tables=tables", "job.yaml")
    shutil.rmtree("tables")


def main():
    folder = sys.argv[1]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    os.chdir(folder)
    for text in TEXTS.values():
        for name, content in job(text):
            check(name, content)
        check(b"k.json", keras(text))
    for text in [text.encode() for text in TEXTS.values()] + list(BYTES.values()):
        for name, content in raw(text):
            check(name, content)
        check(b"g.pbtxt", graph(text))
        check(b"m.onnx", onnx(text))
    check_configurations()
    return runs.finish()


sys.exit(main())
