#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures trainlint's language server beside yaml-language-server on one file.

Both get the same messages in turn, in one run, and yaml-language-server the schema
that trainlint publishes. What counts are the ratios; the targets of the project are
printed beside them. yaml-language-server waits 200 ms after a keystroke before it
checks, which is part of what a user sees."""

import argparse
import json
import pathlib
import queue
import shutil
import statistics
import subprocess
import threading
import time

URI = "file:///nowhere/config.yaml"
TARGETS = {"initialize": 20.0, "keystroke": 5.0, "hover": 2.0, "completion": 2.0}


def config_of(lines):
    """A job of about as many lines, with a machine that has to be hovered over."""
    head = ["trainingInput:", "  scaleTier: CUSTOM", "  region: us-central1",
            "  runtimeVersion: '2.1'", "  masterType: n1-standard-32", "  masterConfig:",
            "    acceleratorConfig:", "      type: NVIDIA_TESLA_V100", "      count: 2",
            "  args:"]
    return "\n".join(head + [f"  - --option-{i}={i}" for i in range(lines - len(head))]) + "\n"


def graph_of(nodes):
    """A graph in text of about as many nodes, layer behind layer."""
    weight = ("tensor { dtype: DT_FLOAT tensor_shape { dim { size: 4 } dim { size: 4 } } "
              "float_val: 0.5 }")
    kind = "attr {{ key: \"{}\" value {{ type: DT_FLOAT }} }}"
    text = [f"node {{\n  name: \"first\"\n  op: \"Const\"\n  {kind.format('dtype')}\n"
            f"  attr {{ key: \"value\" value {{ {weight} }} }}\n}}\n"]
    before = "first"
    for layer in range(nodes // 3):
        scope = f"layer{layer // 100}/block{layer % 100}"
        text.append(f"node {{\n  name: \"{scope}/w\"\n  op: \"Const\"\n  {kind.format('dtype')}\n"
                    f"  attr {{ key: \"value\" value {{ {weight} }} }}\n}}\n")
        text.append(f"node {{\n  name: \"{scope}/MatMul\"\n  op: \"MatMul\"\n  input: \"{before}\"\n"
                    f"  input: \"{scope}/w\"\n  {kind.format('T')}\n}}\n")
        text.append(f"node {{\n  name: \"{scope}/Relu\"\n  op: \"Relu\"\n"
                    f"  input: \"{scope}/MatMul\"\n  {kind.format('T')}\n}}\n")
        before = f"{scope}/Relu"
    return "".join(text)


def script_of(size):
    """A script of about as many bytes that builds a model and submits its job: functions with
    branches and dicts, as trainers have them."""
    head = ("import argparse\nfrom google.cloud import aiplatform\n\nMACHINE = 'n1-standard-8'\n"
            "aiplatform.init(location='us-central1', staging_bucket='gs://bucket')\n\n")
    tail = ("job = aiplatform.CustomContainerTrainingJob(display_name='a', container_uri='gcr.io/p/i')\n"
            "job.run(machine_type=MACHINE, accelerator_type='NVIDIA_TESLA_T4', accelerator_count=3)\n")
    block = ("def layer_{0}(x, width=64, rate=0.5):\n"
             "    \"\"\"Adds a layer.\"\"\"\n"
             "    settings = {{'units': width * {0}, 'activation': 'relu', 'rate': rate}}\n"
             "    if rate > 0.5:\n        settings['name'] = f'layer_{{width}}_{0}'\n"
             "    for index in range(4):\n        x = tf.keras.layers.Dense(**settings)(x)\n"
             "    return x\n\nMODEL_{0} = layer_{0}(None, width={0})\n\n")
    blocks = []
    while sum(map(len, blocks)) < size:
        blocks.append(block.format(len(blocks)))
    return head + "".join(blocks) + tail


class Server:
    """A language server that answers in the order of its own choice."""

    def __init__(self, command):
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.messages = queue.Queue()
        self.number = 0
        self.version = 1
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    return
                if not line.strip():
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self.messages.put((time.perf_counter(), json.loads(stream.read(length))))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def until(self, wanted):
        """The time and the first message of which `wanted` is true."""
        while True:
            at, message = self.messages.get(timeout=30)
            # A server may want to know the configuration of the editor.
            if "method" in message and "id" in message:
                count = len((message.get("params") or {}).get("items", [])) or 1
                result = [None] * count if message["method"] == "workspace/configuration" else None
                self.send({"id": message["id"], "result": result})
            if wanted(message):
                return at, message

    def ask(self, method, params):
        """The seconds to an answer, and the answer."""
        self.number += 1
        begin = time.perf_counter()
        self.send({"id": self.number, "method": method, "params": params})
        at, message = self.until(lambda one: one.get("id") == self.number and "method" not in one)
        return at - begin, message.get("result")

    def start(self, schema):
        capabilities = {"textDocument": {"publishDiagnostics": {}, "completion": {
            "completionItem": {"snippetSupport": True}}}, "workspace": {"configuration": False}}
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        seconds = time.perf_counter() - self.begun
        self.send({"method": "initialized", "params": {}})
        self.send({"method": "workspace/didChangeConfiguration", "params": {"settings": {
            "yaml": {"schemas": {schema: "/**/config.yaml"}, "validate": True, "hover": True,
                     "completion": True, "schemaStore": {"enable": False}}}}})
        return seconds

    def open(self, text, uri=URI, language="yaml"):
        self.uri = uri
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": language, "version": self.version, "text": text}}})
        self.published()

    def published(self):
        return self.until(lambda one: one.get("method") == "textDocument/publishDiagnostics"
                          and one["params"].get("version", self.version) == self.version)

    def type(self, line, text="x", character=6):
        self.version += 1
        place = {"line": line, "character": character}
        self.send({"method": "textDocument/didChange", "params": {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": {"start": place, "end": place}, "text": text}]}})

    def keystroke(self, line, text="x", character=6):
        """The seconds from a character to the diagnostics of the new text."""
        begin = time.perf_counter()
        self.type(line, text, character)
        return self.published()[0] - begin

    def megabytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def end(self):
        self.ask("shutdown", None)
        self.send({"method": "exit"})
        self.process.wait(timeout=10)


def measure(command, schema, text, repetitions):
    """Milliseconds of each thing that is asked, and megabytes."""
    starts = []
    for _ in range(repetitions):
        server = Server(command)
        starts.append(server.start(schema))
        server.end()
    server = Server(command)
    server.start(schema)
    server.open(text)
    place = {"textDocument": {"uri": URI}}
    lines = text.count("\n")
    keystrokes, hovers, completions = [], [], []
    silent = False
    for index in range(repetitions):
        keystrokes.append(server.keystroke(lines - 2 - index % 10))
        seconds, answer = server.ask("textDocument/hover",
                                     {**place, "position": {"line": 4, "character": 16}})
        hovers.append(seconds)
        silent |= not answer
        seconds, answer = server.ask("textDocument/completion",
                                     {**place, "position": {"line": 1, "character": 13}})
        assert answer, answer
        completions.append(seconds)
    values, machines = [], []
    for _ in range(repetitions):
        for out, line, character in ((values, 8, 14), (machines, 4, 14)):
            out.append(server.ask("textDocument/completion", {
                **place, "position": {"line": line, "character": character}})[0])
    memory = server.megabytes()
    server.end()
    median = {name: statistics.median(seconds) * 1000 for name, seconds in (
        ("initialize", starts), ("keystroke", keystrokes), ("hover", hovers),
        ("completion", completions), ("count", values), ("machine type", machines))}
    return median, memory, silent


def measure_graph(command, nodes, repetitions):
    """Prints what a large graph costs."""
    text = graph_of(nodes)
    server = Server(command)
    server.start("")
    begin = time.perf_counter()
    server.open(text, "file:///nowhere/graph.pbtxt", "pbtxt")
    opened = time.perf_counter() - begin
    single = statistics.median(server.keystroke(0, "#\n", 0) for _ in range(repetitions))
    # Characters that come while an older text is checked: the last one does not wait
    # for those before it.
    series = []
    for _ in range(repetitions):
        for _ in range(5):
            server.type(0, "#\n", 0)
            time.sleep(0.1)
        begin = time.perf_counter()
        server.type(0, "#\n", 0)
        series.append(server.published()[0] - begin)
    # A name in the middle of the file, whose user names a node that there is no more.
    lines = text.split("\n")
    named = next(i for i in range(len(lines) // 2, len(lines))
                 if lines[i].startswith("  name") and "/MatMul" in lines[i])
    added = 7 * repetitions
    inside = statistics.median(server.keystroke(named + added, "x", lines[named].index("MatMul"))
                               for _ in range(repetitions))
    place = {"textDocument": {"uri": server.uri}, "position": {"line": 40, "character": 9}}
    print(f"\n{nodes} nodes, {len(text) / 1e6:.1f} MB")
    print(f"{'opened':30} {opened * 1000:8.0f} ms")
    print(f"{'keystroke':30} {single * 1000:8.0f} ms   at most 300 ms")
    print(f"{'keystroke in a name':30} {inside * 1000:8.0f} ms   at most 300 ms")
    print(f"{'keystroke during a check':30} {statistics.median(series) * 1000:8.0f} ms")
    for method in ("documentSymbol", "foldingRange", "definition"):
        server.ask("textDocument/" + method, place)
        seconds = statistics.median(server.ask("textDocument/" + method, place)[0]
                                    for _ in range(repetitions))
        print(f"{method:30} {seconds * 1000:8.1f} ms")
    print(f"{'memory':30} {server.megabytes():8.0f} MB")
    server.end()


def measure_script(command, size, repetitions):
    """Prints what a script in Python costs."""
    text = script_of(size)
    server = Server(command)
    server.start("")
    server.open(text, "file:///nowhere/submit.py", "python")
    single = statistics.median(server.keystroke(3, "8", 21) for _ in range(repetitions))
    print(f"\n{len(text) / 1000:.0f} kB of Python")
    print(f"{'keystroke':15} {single * 1000:8.2f} ms {TARGETS['keystroke']:>40.0f} ms")
    server.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", help="trainlint-lsp-server")
    parser.add_argument("--yaml-language-server", metavar="SCRIPT",
                        help="its bin/yaml-language-server, run with node")
    parser.add_argument("--schema", type=pathlib.Path, default=pathlib.Path(
        __file__).parents[2] / "schemas/ai-platform-job.schema.json")
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--script", type=int, default=35000, help="bytes of a script")
    parser.add_argument("--nodes", type=int, default=100000, help="of a large graph")
    parser.add_argument("--repetitions", type=int, default=20)
    arguments = parser.parse_args()
    text = config_of(arguments.lines)
    schema = arguments.schema.resolve().as_uri()

    ours, our_memory, _ = measure([arguments.server], schema, text, arguments.repetitions)
    theirs, their_memory, silent = {}, None, False
    node = shutil.which("node")
    if arguments.yaml_language_server and node:
        theirs, their_memory, silent = measure(
            [node, arguments.yaml_language_server, "--stdio"], schema, text,
            min(arguments.repetitions, 10))
    print(f"{arguments.lines} lines        trainlint  yaml-language-server  ratio  target")
    for name, milliseconds in ours.items():
        other = theirs.get(name)
        ratio = f"{other / milliseconds:5.0f}x" if other else "     -"
        shown = f"{other:17.1f} ms" if other else f"{'-':>20}"
        target = f"{TARGETS[name]:.0f} ms" if name in TARGETS else ""
        print(f"{name:15} {milliseconds:8.2f} ms {shown} {ratio}  {target}")
    other = f"{their_memory:17.1f} MB" if their_memory else f"{'-':>20}"
    ratio = f"{their_memory / our_memory:5.0f}x" if their_memory else "     -"
    print(f"{'memory':15} {our_memory:8.1f} MB {other} {ratio}  30 MB")
    if silent:
        print("yaml-language-server had nothing to say about the machine type")
    measure_script([arguments.server], arguments.script, arguments.repetitions)
    measure_graph([arguments.server], arguments.nodes, min(arguments.repetitions, 5))


if __name__ == "__main__":
    main()
