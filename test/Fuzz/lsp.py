#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says damaged things to a language server, which has to live through them.

Half of the conversations hold messages with values of other types, with fields
that are gone or doubled and with positions that are nowhere; behind them the
server has to answer `shutdown` and end with 0. The other half are damaged byte by
byte, so that messages may begin in the middle of others; there the server has to
end by itself when its input does. The seed of a failure is printed, with which it
can be had again."""

import argparse
import copy
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

URIS = ("file:///nowhere/a.yaml", "untitled:Untitled-1", "vscode-notebook-cell:/a#b",
        "file:///nowhere/a.sh", "file:///nowhere/a.pbtxt", "file:///nowhere/.trainlint.yaml", "",
        "%", "file://%00")
# How many of them are opened when a conversation begins.
OPENED = 5
LANGUAGES = ("yaml", "json", "shellscript", "pbtxt", "python", "")
METHODS = ("hover", "completion", "codeAction", "documentSymbol", "inlayHint", "foldingRange",
           "definition", "documentLink", "diagnostic")
ODD_VALUES = (None, True, 0, -1, 1e308, 2**31, 2**63, "", "\ud800", "\0", "🚀" * 100, [], {},
              [[]], {"a": {"b": []}}, "file:///nowhere/a.yaml", [None] * 50)
# LLVM's archives are built without the sanitizer, so it must not be told of what
# only one side of the border knows.
ENVIRONMENT = {"ASAN_OPTIONS": "allow_user_poisoning=0:detect_container_overflow=0", **os.environ}
LIMIT_SECONDS = 60


def position(rng):
    return {"line": rng.choice((0, 1, 2, 5, 40, -1, 2**31, 2**40)),
            "character": rng.choice((0, 1, 3, 12, 80, -5, 2**33))}


def text_range(rng):
    return {"start": position(rng), "end": position(rng)}


def piece(rng, texts):
    text = rng.choice(texts)
    begin = rng.randrange(len(text) + 1)
    return text[begin:begin + rng.randrange(60)]


def message(rng, texts, number):
    """A message as a client may send it, in any order."""
    uri = rng.choice(URIS)
    document = {"uri": uri, "version": number}
    kind = rng.randrange(10)
    if kind == 0:
        return {"method": "textDocument/didOpen", "params": {"textDocument": {
            **document, "languageId": rng.choice(LANGUAGES), "text": rng.choice(texts)}}}
    if kind <= 4:
        changes = [{"range": text_range(rng), "text": piece(rng, texts)}
                   for _ in range(rng.randrange(4))]
        return {"method": "textDocument/didChange",
                "params": {"textDocument": document, "contentChanges": changes}}
    if kind == 5:
        return {"method": rng.choice(("textDocument/didClose", "textDocument/didSave",
                                      "$/cancelRequest", "workspace/didChangeWatchedFiles")),
                "params": {"textDocument": document, "id": number - 1,
                           "changes": [{"uri": rng.choice(URIS), "type": 2}]}}
    if kind == 6:
        return {"id": number, "method": "workspace/executeCommand",
                "params": {"command": rng.choice(("trainlint.explain", "trainlint.applyEdit", "x")),
                           "arguments": [rng.choice(("tpu-zone", {"changes": {}}, 5))]}}
    return {"id": number, "method": "textDocument/" + rng.choice(METHODS), "params": {
        "textDocument": document, "position": position(rng), "range": text_range(rng),
        "context": {"diagnostics": [], "only": ["quickfix"]}}}


def places(value, path=()):
    """The paths of all values in a message."""
    yield path
    items = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for key, below in items:
        yield from places(below, path + (key,))


def damage(rng, value):
    """Replaces, removes or nests a value."""
    value = copy.deepcopy(value)
    path = rng.choice([path for path in places(value) if path])
    parent = value
    for key in path[:-1]:
        parent = parent[key]
    if path == ("method",) and parent[path[-1]] == "exit":
        return value
    kind = rng.randrange(4)
    if kind == 0:
        del parent[path[-1]]
    elif kind == 1 and isinstance(parent, dict):
        parent["x" + str(path[-1])] = parent[path[-1]]
    elif kind == 2:
        for _ in range(rng.choice((1, 5, 60))):
            parent[path[-1]] = [parent[path[-1]]]
    else:
        parent[path[-1]] = rng.choice(ODD_VALUES)
    return value


def framed(value):
    body = json.dumps({"jsonrpc": "2.0", **value}).encode() if isinstance(value, dict) else \
        json.dumps(value).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def conversation(rng, texts):
    encoding = rng.choice(("utf-8", "utf-16", "utf-32", 5))
    capabilities = {"general": {"positionEncodings": [encoding]}}
    if rng.randrange(2):
        capabilities["textDocument"] = {"diagnostic": {}, "completion": {
            "completionItem": {"snippetSupport": True}}}
    first = {"id": 0, "method": "initialize", "params": {"capabilities": capabilities}}
    if rng.randrange(5) == 0:
        first = damage(rng, first)
        first["id"], first["method"] = 0, "initialize"
    messages = [first, {"method": "initialized", "params": {}}]
    for uri in URIS[:OPENED]:
        messages.append({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": rng.choice(LANGUAGES[:4]), "version": 1,
            "text": rng.choice(texts)}}})
    for number in range(1, rng.randrange(2, 40)):
        said = message(rng, texts, number)
        for _ in range(rng.randrange(3)):
            said = damage(rng, said)
        if said.get("method") not in ("shutdown", "exit"):
            messages.append(said)
    return messages


def placed(value, folder):
    """A message whose files lie in a folder."""
    if isinstance(value, dict):
        return {key: placed(below, folder) for key, below in value.items()}
    if isinstance(value, list):
        return [placed(below, folder) for below in value]
    if isinstance(value, str):
        return value.replace("/nowhere/", folder + "/")
    return value


def damage_bytes(rng, data):
    data = bytearray(data)
    for _ in range(rng.randrange(1, 20)):
        at = rng.randrange(len(data))
        kind = rng.randrange(3)
        if kind == 0:
            data[at] = rng.randrange(256)
        elif kind == 1:
            del data[at:at + rng.randrange(1, 30)]
        else:
            data[at:at] = rng.choice((b"\r\n\r\n", b"Content-Length: 99999999999\r\n\r\n", b"{",
                                      b"\0", b"[" * 100000, b"\xff\xfe", b"Content-Length: 0\r\n\r\n"))
        if not data:
            break
    return bytes(data)


def answers(output):
    """The ids of the answers in what a server has written."""
    ids = set()
    at = 0
    while at < len(output):
        head, _, _ = output[at:].partition(b"\r\n\r\n")
        length = int(head.split(b":")[1])
        begin = at + len(head) + 4
        value = json.loads(output[begin:begin + length])
        if "method" not in value:
            ids.add(str(value.get("id")))
        at = begin + length
    return ids


def play(server, seed, texts, folder):
    """What is wrong with the server after the conversation of a seed; or None. The
    configuration in the folder says that the jobs train a graph."""
    rng = random.Random(seed)
    messages = placed(conversation(rng, texts), folder)
    messages += [{"id": "last", "method": "shutdown"}, {"method": "exit"}]
    data = b"".join(framed(value) for value in messages)
    whole = rng.randrange(2) == 0
    if not whole:
        data = damage_bytes(rng, data)
    try:
        result = subprocess.run([server], input=data, capture_output=True, check=False,
                                timeout=LIMIT_SECONDS, env=ENVIRONMENT)
    except subprocess.TimeoutExpired:
        return "does not end"
    if result.returncode < 0:
        return "ended with " + signal.Signals(-result.returncode).name
    if result.returncode not in (0, 1):
        return f"exit code {result.returncode}: {result.stderr[-2000:].decode(errors='replace')}"
    if not whole:
        return None
    got = answers(result.stdout)
    if result.returncode != 0 or "last" not in got:
        return f"exit code {result.returncode}, `shutdown` answered: {'last' in got}"
    # Whoever asks with an id that can be one gets an answer, whatever it asked.
    asked = {str(value["id"]) for value in messages
             if isinstance(value.get("method"), str)
             and isinstance(value.get("id"), (int, float, str))
             and not isinstance(value.get("id"), bool) and value["id"] != ""
             and value["id"] not in ODD_VALUES}
    missing = asked - got
    return f"no answer to {sorted(missing)}" if missing else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--seed", type=int, help="play this conversation only")
    parser.add_argument("inputs", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in arguments.inputs]
    texts.append("")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, ".trainlint.yaml").write_text("graphs: {'*': a.pbtxt}\n",
                                                           encoding="utf-8")
        if arguments.seed is not None:
            problem = play(arguments.server, arguments.seed, texts, folder)
            sys.exit(problem and f"seed {arguments.seed}: {problem}")
        begin = time.monotonic()
        count = 0
        while time.monotonic() - begin < arguments.seconds:
            problem = play(arguments.server, count, texts, folder)
            if problem:
                sys.exit(f"seed {count}: {problem}")
            count += 1
        print(f"{count} conversations, no failure")


if __name__ == "__main__":
    main()
