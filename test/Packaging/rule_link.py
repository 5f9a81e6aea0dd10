# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the link to the page of a rule that a language server gives with a finding,
and whether there is such a page.

usage: rule_link.py PROGRAM
"""

import json
import pathlib
import subprocess
import sys
import urllib.parse

JOB = """trainingInput:
  scaleTier: CUSTOM
  region: us-central1
  masterType: n1-standard-32
  masterConfig: {acceleratorConfig: {type: NVIDIA_TESLA_V100, count: 2}}
"""
CAN = {"textDocument": {"publishDiagnostics": {"codeDescriptionSupport": True}}}
SAID = [
    {"id": 1, "method": "initialize", "params": {"capabilities": CAN}},
    {"method": "initialized", "params": {}},
    {"method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": "file:///nowhere/job.yaml", "languageId": "yaml", "version": 1, "text": JOB}}},
]


def framed(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def read(stream):
    length = 0
    while (line := stream.readline().strip()):
        name, value = line.split(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return json.loads(stream.read(length))


with subprocess.Popen([sys.argv[1], "lsp"], stdin=subprocess.PIPE,
                      stdout=subprocess.PIPE) as server:
    server.stdin.write(b"".join(map(framed, SAID)))
    server.stdin.flush()
    answer = {}
    while answer.get("method") != "textDocument/publishDiagnostics":
        answer = read(server.stdout)
    server.stdin.close()
link = answer["params"]["diagnostics"][0]["codeDescription"]["href"]
path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(link).path))
print(link, "is there" if path.is_file() else "is missing")
