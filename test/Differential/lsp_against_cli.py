#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the language server says of files with what the command line says.

Each file is opened in the server, which has to find the same rules at the same places
in the same words. Beside that, every kind of request is made at some places of the
file, and has to be answered."""

import argparse
import json
import pathlib
import random
import subprocess
import sys

LANGUAGES = {".yaml": "yaml", ".yml": "yaml", ".json": "json", ".md": "markdown", ".sh": "shellscript"}
REQUESTS = ("hover", "completion", "definition", "codeAction", "documentSymbol", "inlayHint",
            "foldingRange", "documentLink")
BATCH = 100


def findings_of_cli(tool, files):
    """By file, the findings as the server would place them."""
    result = subprocess.run([tool, "--isolated", "--format=json", *map(str, files)], check=False,
                            capture_output=True, text=True)
    found = {str(path): [] for path in files}
    for one in json.loads(result.stdout)["diagnostics"]:
        # What is found in a file that a command names stands at the command.
        places = [one, *one["related"]]
        for path in {str(place["file"]) for place in places} & set(found):
            place = next(place for place in places if str(place["file"]) == path)
            if path != str(one["file"]) and not is_command(path):
                continue
            start, end = place["range"]["start"], place["range"]["end"]
            found[path].append((one["rule"], start["line"] - 1, end["line"] - 1, one["message"]))
    return found


def is_command(path):
    return path.endswith((".sh", ".md", "Makefile"))


class Server:
    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def receive(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("the server has ended")
            if not line.strip():
                return json.loads(self.process.stdout.read(length))
            if line.lower().startswith(b"content-length"):
                length = int(line.split(b":")[1])

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        self.process.stdin.flush()
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    sys.exit(f"{method} {params}: {message['error']}")
                return message["result"]


def check(server, path, text, rng):
    """The findings of the server; asks for other things on the way."""
    uri = path.resolve().as_uri()
    document = {"textDocument": {"uri": uri}}
    language = LANGUAGES.get(path.suffix, "makefile")
    server.send({"method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": uri, "languageId": language, "version": 1, "text": text}}})
    items = server.ask("textDocument/diagnostic", document)["items"]
    lines = text.split("\n")
    for method in REQUESTS:
        line = rng.randrange(len(lines))
        position = {"line": line, "character": rng.randrange(len(lines[line]) + 1)}
        server.ask("textDocument/" + method, {
            **document, "position": position, "range": {"start": position, "end": position},
            "context": {"diagnostics": []}})
    server.send({"method": "textDocument/didClose", "params": document})
    return [(item["code"], item["range"]["start"]["line"], item["range"]["end"]["line"],
             item["message"].split("\nhelp: ")[0].split("\ntable: ")[0]) for item in items]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("inputs", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    files = sorted({path for folder in arguments.inputs for path in folder.rglob("*")
                    if path.is_file() and (path.suffix in LANGUAGES or path.name == "Makefile")})
    rng = random.Random(7)
    server = Server(arguments.server)
    server.ask("initialize", {"capabilities": {"textDocument": {"diagnostic": {}, "completion": {
        "completionItem": {"snippetSupport": True}}}}})
    compared = findings = 0
    problems = []
    for begin in range(0, len(files), BATCH):
        batch = files[begin:begin + BATCH]
        expected = findings_of_cli(arguments.tool, batch)
        for path in batch:
            try:
                text = path.read_bytes().decode()
            except UnicodeDecodeError:
                # A client has text, not bytes.
                continue
            # A mark of the byte order is not part of the text that editors hold.
            if text.startswith("\ufeff") or "\x85" in text or "\u2028" in text:
                continue
            got = check(server, path, text, rng)
            compared += 1
            findings += len(got)
            if sorted(got) != sorted(expected[str(path)]):
                problems.append(path)
                print(f"{path}:\n  server {sorted(set(got) - set(expected[str(path)]))}\n"
                      f"  tool   {sorted(set(expected[str(path)]) - set(got))}")
    server.ask("shutdown", None)
    server.send({"method": "exit"})
    server.process.stdin.close()
    code = server.process.wait(timeout=10)
    print(f"{compared} files, {findings} findings, {len(problems)} differences, exit code {code}")
    sys.exit(bool(problems) or code)


if __name__ == "__main__":
    main()
