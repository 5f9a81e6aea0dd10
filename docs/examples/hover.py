#!/usr/bin/env python3
"""Asks the language server of trainlint what it knows of a place, as an editor does.

usage: hover.py FILE LINE COLUMN, both from 1
"""

import json
import pathlib
import subprocess
import sys

path, line, column = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
document = {"uri": path.resolve().as_uri()}

with subprocess.Popen(["trainlint", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:

    def send(method, params=None, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        server.stdin.flush()

    def ask(method, params=None):
        send(method, params, id=method)
        while True:
            length = int(server.stdout.readline().split(b":")[1])
            server.stdout.readline()
            answer = json.loads(server.stdout.read(length))
            if answer.get("id") == method:
                return answer["result"]

    ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    send("initialized", {})
    send("textDocument/didOpen", {"textDocument": {
        **document, "languageId": "yaml", "version": 1, "text": path.read_text(encoding="utf-8")}})
    hover = ask("textDocument/hover", {
        "textDocument": document, "position": {"line": line - 1, "character": column - 1}})
    print(hover["contents"]["value"] if hover else "nothing is known of this place")
    ask("shutdown")
    send("exit")
