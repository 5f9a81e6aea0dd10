#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Collects what the coverage-guided fuzzers begin with: a folder for each target,
and beside it a dictionary where one helps.

usage: seeds.py SOURCE-ROOT CORPUS FOLDER

The seeds are inputs of the tests, examples of the pages, tables, and files that are
made here. The public files of the corpus are taken if they are there."""

import gzip
import hashlib
import importlib.util
import io
import json
import pathlib
import random
import re
import struct
import sys
import zipfile
import zlib

# The most bytes of an input that a fuzzer makes; seeds are not larger.
LARGEST = {"baseline": 4096, "checkpoints": 4096, "commands": 4096, "config": 4096,
           "coordination": 1024, "data": 16384, "hdf5": 16384, "jobs": 4096, "keras": 16384, "lsp": 16384, "modules": 8192,
           "notebooks": 8192, "onnx": 8192, "peers": 1024, "programs": 4096, "python": 4096,
           "stablehlo": 4096, "tables": 4096, "tensorflow": 8192, "yaml": 4096}
# How many public files are taken of each kind.
MOST_OF_CORPUS = 150

# Words that a fuzzer would not find by comparing.
WORDS = {
    "stablehlo": ["dense<", "tensor<", "tensor<*x", "?x", "xf32>", "xi4>", "complex<", "array<i64",
                  "loc(", "dims = ", "applies ", "across ", "dim_numbers", "pad = ", "stride = ",
                  "tuple<", "!quant.uniform<", "!stablehlo.token", "func.func", "return", "@main",
                  "stablehlo.add", "stablehlo.while", "stablehlo.reduce", "stablehlo.custom_call"],
    "yaml": ["---", "...", "%YAML 1.2", "%TAG", "&a", "*a", "<<", "!!", "!!binary", "? ", "- ",
             ": ", "|2-", ">+", "\\u2028", "\r\n", "\t"],
    "commands": ["gcloud ai-platform jobs submit training", "gcloud ai custom-jobs create",
                 "gcloud compute tpus tpu-vm create", "--worker-pool-spec=", "--config=",
                 "^:^", "<<EOF", "$(", "${", "```", "\\\n", "run: |", "define", "endef"],
    "python": ["%%bash\n", "%%time\n", "%bash\n", "%env ", "%time ", "!", "!!", " = !", "?",
               "f'{", "r'", "b'", "'''", "{{", "\\N{DASH}", "\\u00e9", "\\x41", "\\\n", "\r\n",
               "print ", "match x:\n case ", "lambda: ", "async ", ":= ", "**", "@"],
    "lsp": ["textDocument/", "didOpen", "didChange", "hover", "completion", "codeAction",
            "documentSymbol", "inlayHint", "foldingRange", "definition", "documentLink",
            "diagnostic", "workspace/executeCommand", "trainlint.explain", "trainlint.applyEdit",
            "file:///nowhere/", "Content-Length: ", "\r\n\r\n"],
}


class Seeds:
    def __init__(self, folder):
        self.folder = folder
        for target in LARGEST:
            (folder / target).mkdir(parents=True, exist_ok=True)

    def add(self, target, data):
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogateescape")
        if 0 < len(data) <= LARGEST[target]:
            name = hashlib.sha1(data).hexdigest()
            (self.folder / target / name).write_bytes(data)

    def add_all(self, target, pieces):
        for piece in pieces:
            self.add(target, piece)

    def add_job(self, text):
        self.add("jobs", text)
        self.add("yaml", text)

    def add_dictionaries(self):
        for target, words in WORDS.items():
            lines = ("".join(f"\\x{byte:02x}" for byte in word.encode()) for word in words)
            (self.folder / f"{target}.dict").write_text(
                "".join(f'"{line}"\n' for line in lines), encoding="utf-8")


def read(path):
    return path.read_text(encoding="utf-8", errors="surrogateescape")


# ----- inputs of the tests and examples of the pages

def parts(path):
    """The name and the text of a file, or of each file that a test splits into."""
    text = read(path)
    marks = list(re.finditer(r"^(?:#|//)--- (\S+)\n", text, re.MULTILINE))
    if not marks:
        yield path.name, text
    for mark, after in zip(marks, marks[1:] + [None]):
        yield mark[1], text[mark.end():after.start() if after else None]


def blocks(path):
    """The language, the file name and the text of each example of a page."""
    pattern = r"(?:<!-- file: (\S+) -->\n)?^```(\w+)\n(.*?)^```$"
    for found in re.finditer(pattern, read(path), re.MULTILINE | re.DOTALL):
        yield found[2], found[1] or "", found[3]


def add_text(seeds, name, text):
    kind = pathlib.PurePath(name).suffix
    if name.endswith(".trainlint.yaml"):
        seeds.add("config", text)
    elif '"findings"' in text and '"fingerprint"' in text:
        seeds.add("baseline", text)
    elif kind in (".yaml", ".yml", ".json") and '"class_name"' not in text:
        seeds.add_job(text)
        if "run:" in text:
            seeds.add("commands", f"{name}\n{text}")
    elif kind == ".py":
        seeds.add("modules", text)
        seeds.add("python", text)
    elif kind == ".ipynb":
        seeds.add("notebooks", text)
    elif kind in (".sh", ".md", ".mk") or name == "Makefile":
        seeds.add("commands", f"{name}\n{text}")
    elif kind == ".json":
        seeds.add("keras", text)
    elif kind == ".pbtxt":
        seeds.add("onnx" if "ir_version" in text else "tensorflow", text)
    elif kind == ".mlir":
        seeds.add_all("stablehlo", text.split("// -----"))


def add_tests(seeds, root):
    for path in sorted((root / "test").rglob("*")):
        if path.is_dir():
            continue
        if path.suffix in (".test", ".yaml", ".yml", ".json", ".pbtxt", ".mlir", ".sh", ".md",
                           ".py", ".ipynb") \
                or path.name == "Makefile":
            for name, text in parts(path):
                add_text(seeds, name, text)
        elif path.suffix in (".pb", ".onnx", ".keras", ".h5"):
            target = {".pb": "tensorflow", ".onnx": "onnx", ".keras": "keras", ".h5": "hdf5"}[path.suffix]
            seeds.add(target, path.read_bytes())
            if target == "hdf5":
                seeds.add("keras", path.read_bytes())


def add_pages(seeds, root):
    names = {"yaml": "a.yaml", "json": "a.json", "sh": "a.sh", "console": "a.sh", "mlir": "a.mlir",
             "pbtxt": "a.pbtxt", "python": "a.py"}
    for page in sorted((root / "docs").rglob("*.md")):
        for language, name, text in blocks(page):
            if name or language in names:
                add_text(seeds, name or names[language], text)


def add_tables(seeds, root):
    for path in sorted((root / "tables").glob("*.csv")):
        lines = read(path).splitlines(keepends=True)
        rows = [line for line in lines if not line.startswith("#")]
        head = [line for line in lines if line.startswith("#")]
        seeds.add("tables", f"{path.stem}\n" + "".join(rows[:8]))
        seeds.add("tables", f"{path.stem}\n" + "".join(head + rows[:4]))


def add_cells(seeds, notebooks):
    """Cells alone, and notebooks of a few of them: public ones are too large."""
    for path in notebooks:
        try:
            cells = json.loads(read(path)).get("cells", [])
        except ValueError:
            continue
        code = [cell for cell in cells if cell.get("cell_type") == "code"]
        for cell in code[:10]:
            seeds.add("python", "".join(cell["source"]))
        few = [{**cell, "outputs": []} for cell in code[:4]]
        for indent in (None, 1):
            seeds.add("notebooks", json.dumps({"cells": few, "metadata": {}, "nbformat": 4,
                                               "nbformat_minor": 2}, indent=indent))


def add_corpus(seeds, corpus):
    def some(folder, patterns):
        files = sorted(path for pattern in patterns for path in (corpus / folder).rglob(pattern))
        random.Random(1).shuffle(files)
        return [path.read_bytes() for path in files
                if path.stat().st_size <= max(LARGEST.values())][:MOST_OF_CORPUS]
    for folder in ("ai-platform", "vertex", "gke"):
        for data in some(folder, ["*.yaml", "*.yml", "*.json"]):
            seeds.add_job(data)
    seeds.add_all("tensorflow", some("graphs", ["*.pb", "*.meta", "*.pbtxt"]))
    seeds.add_all("onnx", some("graphs/onnx-node", ["*.onnx"]))
    seeds.add_all("keras", some("graphs/keras", ["*.json", "*.keras"]))
    seeds.add_all("stablehlo", some("graphs/stablehlo", ["*.mlir"]))
    for data in some("python", ["*.py"]):
        seeds.add("modules", data)
        seeds.add("python", data)
    add_cells(seeds, sorted((corpus / "python").rglob("*.ipynb")))
    commands = corpus / "gcloud" / "commands.jsonl"
    if commands.exists():
        for line in read(commands).splitlines()[:MOST_OF_CORPUS]:
            command = json.loads(line).get("command")
            if isinstance(command, str):
                seeds.add("commands", f"a.sh\n{command}\n")


# ----- files that are made here

def tensor_file(tensors, metadata):
    head, body = {"__metadata__": metadata} if metadata else {}, b""
    for name, (dtype, shape, data) in tensors.items():
        head[name] = {"dtype": dtype, "shape": shape,
                      "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + body


def npy(descr, shape, data, order="False", version=1):
    head = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}".encode()
    length = "<H" if version == 1 else "<I"
    size = 8 + struct.calcsize(length)
    head += b" " * (-(size + len(head) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack(length, len(head)) + head + data


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return (crc >> 15 | crc << 17) + 0xA282EAD8 & 0xFFFFFFFF


def record(data):
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", crc32c(length)) + data + struct.pack("<I", crc32c(data))


def field(number, data):
    return bytes([number << 3 | 2, len(data)]) + data


def example(features):
    entries = b"".join(field(1, field(1, name.encode()) + field(2, feature))
                       for name, feature in features.items())
    return field(1, entries)


def png(width, height, color, depth):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    row = b"\0" + bytes((width * channels * depth + 7) // 8)
    palette = chunk(b"PLTE", bytes(range(6))) if color == 3 else b""
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0))
            + palette + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def jpegs():
    if importlib.util.find_spec("PIL") is None:
        return
    from PIL import Image
    for mode in ("L", "RGB", "CMYK"):
        for progressive in (False, True):
            out = io.BytesIO()
            Image.new(mode, (9, 7)).save(out, "JPEG", progressive=progressive)
            yield out.getvalue()


def archive(entries, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in entries.items():
            file.writestr(zipfile.ZipInfo(name), data, compress_type=method)
    return out.getvalue()


def add_data(seeds):
    numbers = npy("<f4", "(2, 3)", bytes(24))
    records = record(example({"x": field(2, field(1, bytes(8))), "label": field(3, field(1, b"\1\2")),
                              "image": field(1, field(1, png(2, 2, 2, 8)))}))
    idx = b"\0\0\x08\3" + struct.pack(">III", 2, 2, 2) + bytes(8)
    made = [numbers, npy("<i8", "(3,)", bytes(24), version=2), npy(">f8", "(2, 2)", bytes(32), "True"),
            npy("|b1", "(4,)", bytes(4)), npy("<U3", "(1,)", bytes(12)), npy("|u1", "()", b"\7"),
            archive({"x_train.npy": numbers, "y_train.npy": npy("<i4", "(2,)", bytes(8))}),
            archive({"x.npy": numbers}, zipfile.ZIP_STORED), records, records * 2,
            example({"x": field(2, field(1, bytes(8)))}), idx, b"\0\0\x0d\1" + struct.pack(">If", 1, 1),
            gzip.compress(idx, mtime=0), gzip.compress(records, mtime=0), *jpegs()]
    made += [png(5, 3, color, depth) for color, depth in
             ((0, 1), (0, 8), (0, 16), (2, 8), (3, 2), (4, 8), (6, 8), (6, 16))]
    seeds.add_all("data", made)


def table(entries):
    """The index of a checkpoint of TensorFlow, whose lengths take a byte each."""
    def block(entries):
        text = b"".join(bytes((0, len(key), len(value))) + key + value for key, value in entries)
        text += struct.pack("<II", 0, 1) + b"\0"
        return text + struct.pack("<I", crc32c(text))

    content, nothing = block(entries), block([])
    index = block([(entries[-1][0], bytes((0, len(content) - 5)))])
    footer = bytes((len(content), len(nothing) - 5, len(content) + len(nothing), len(index) - 5))
    return content + nothing + index + footer.ljust(40, b"\0") + struct.pack("<Q", 0xDB4775248B80FB57)


def add_checkpoints(seeds):
    seeds.add("checkpoints", table([(b"", b"\x08\x01\x1a\x02\x08\x01"), (b"w", b"\x08\x01\x12\x00\x28\x04")]))
    key = field(1, b"VARIABLE_VALUE") + field(2, b"w") + field(3, b"a/.ATTRIBUTES/VARIABLE_VALUE")
    seeds.add("checkpoints", field(1, field(1, b"\x08\x01" + field(2, b"a")) + field(3, b"\x08\x01\x18\x02")) +
              field(1, field(2, key)))
    every = {f"t{number}": (dtype, [2], bytes(2 * size)) for number, (dtype, size) in
             enumerate((("F64", 8), ("F32", 4), ("F16", 2), ("BF16", 2), ("I64", 8), ("I32", 4),
                        ("I16", 2), ("I8", 1), ("U8", 1), ("BOOL", 1), ("U64", 8), ("F8_E4M3", 1)))}
    seeds.add("checkpoints", tensor_file(every, {"step": "3", "seed": "1"}))
    seeds.add("checkpoints", tensor_file({"w": ("F32", [], bytes(4)), "e": ("F32", [0, 3], b"")}, {}))
    seeds.add("checkpoints", tensor_file({}, {"a": "b"}))
    seeds.add("checkpoints", json.dumps({"metadata": {"total_size": 8, "step": "3"},
                                         "weight_map": {"w": "model-00001-of-00002.safetensors",
                                                        "e": "model-00002-of-00002.safetensors"}}).encode())


def add_messages(seeds):
    def message(kind, failed, group, rank, data):
        return struct.pack(f"<{9 + len(group)}q", kind, 3, 5, failed, 2 * (kind == 0), 0, rank,
                           len(group), len(data), *group) + data
    seeds.add_all("peers", [
        message(0, 0, [4, 5], 1, bytes(8)), message(1, 0, [], 0, b""), message(2, 0, [], 0, b""),
        message(1, 1, [], 0, b"why"), b"tl-peer2" + struct.pack("<qq", 1, 0) + bytes(32),
        "127.0.0.1 4711 " + "0f" * 32])
    join, beat, steps = b"\0\1\0\0\0", b"\5\1\0\0\0", bytes(range(4))
    joined = b"".join(bytes([index]) + join for index in range(3))
    def frame(kind, key, value):
        return b"TLco" + struct.pack("<HHIIIq", 1, kind, 1, len(key), len(value), 5) + key + value
    seeds.add_all("coordination", [
        frame(1, b"key", b"value"), frame(9, b"", b""), b"tl-coord" + struct.pack("<III", 1, 1, 2) + bytes(32),
        "node-1:8476", "[::1]:8476", "rack[1-2]node[01-16],x", joined,
        joined + b"\0\1\1\0\1\1ab" + b"\1\2\1\7\1\1ab" + b"\2\4\1\7\1\1ab",
        joined + b"".join(bytes([index, 8, 1, 3, 0, 0]) for index in steps[:3]),
        joined + b"\1\6\1\0\0\4fail" + b"\2\7\1\0\0\4fail", joined + b"\x8d" + b"\x0d" + bytes([0]) + beat,
        json.dumps({"cluster": {"workerpool0": ["a:1"]}, "task": {"type": "workerpool0", "index": 0}})])


def add_programs(seeds):
    def numbers(*values):
        return struct.pack(f"<{len(values)}q", *values)
    def text(data):
        return numbers(len(data)) + data
    types = numbers(1, 10, 2, 2, 3)
    nothing = numbers(0)
    exchange = numbers(1, 0, 0, 1, 2, 0, 1, 1, 0, 1, 10, 6, 0)
    seeds.add_all("programs", [
        types + types + nothing + numbers(64) + text(b"") + nothing + text(b"\x7fELF"),
        types + types + numbers(1, 0, 0, 1) + numbers(0) + text(bytes(16)) + exchange + text(b"\x7fELF"),
        nothing * 3 + numbers(0) + text(b"") + nothing + text(b"")])


def add_archives(seeds):
    """Models of Keras as archives, of those that are there as text."""
    for path in sorted((seeds.folder / "keras").iterdir())[:20]:
        data = path.read_bytes()
        if data.startswith(b"{"):
            seeds.add("keras", archive({"metadata.json": b'{"keras_version": "3.0.5"}',
                                        "config.json": data, "model.weights.h5": b"\x89HDF"}))


def add_baselines(seeds):
    finding = {"file": "a.yaml", "rule": "accelerator-count", "fingerprint": "0a1b", "count": 2}
    for value in ({"version": 1, "findings": [finding, {**finding, "file": "b/c.yaml"}]},
                  {"version": 1, "findings": []}, {"version": 2, "findings": [finding]}):
        seeds.add("baseline", json.dumps(value))


def add_conversations(seeds, root):
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("lsp", root / "test" / "Fuzz" / "lsp.py")
    lsp = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(lsp)
    inputs = [root / "docs" / "examples" / "v100.yaml"]
    inputs += [root / "test" / "LSP" / "Inputs" / name
               for name in ("v100.yaml", "submit.sh", "functions.pbtxt")]
    texts = [read(path) for path in inputs] + [""]
    for number in range(60):
        messages = lsp.conversation(random.Random(number), texts)
        if number % 6 == 0:
            seeds.add("lsp", b"".join(lsp.framed(value) for value in messages))
        else:
            # The target says `initialize` itself.
            lines = (json.dumps(value) for value in messages[1:]
                     if isinstance(value, dict))
            seeds.add("lsp", "\n".join(lines))


def main():
    root, corpus, folder = map(pathlib.Path, sys.argv[1:4])
    seeds = Seeds(folder)
    add_tests(seeds, root)
    add_pages(seeds, root)
    add_tables(seeds, root)
    add_corpus(seeds, corpus)
    add_data(seeds)
    add_checkpoints(seeds)
    add_messages(seeds)
    add_programs(seeds)
    add_archives(seeds)
    add_baselines(seeds)
    add_conversations(seeds, root)
    seeds.add_dictionaries()


if __name__ == "__main__":
    main()
