# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks the language server about every place of texts with hostile names.

In the Markdown that it answers, names are code: editors find no link, no image and
no markup of HTML in it.

usage: hovers.py
"""

import json
import re
import subprocess
import sys

from hostile import TEXTS
from outgoing import problems_of

TEXT = {"capabilities": {"textDocument": {
    "hover": {"contentFormat": ["markdown"]},
    "completion": {"completionItem": {"documentationFormat": ["markdown"]}}}}}


def pbtxt(text):
    name = "\"" + "".join(f"\\{byte:03o}" for byte in text.encode()) + "\""
    return (f"node {{ name: {name}\n op: 'Placeholder'\n attr {{ key: 'dtype' value {{ type: "
            f"DT_FLOAT }} }} }}\nnode {{ name: 'b'\n op: {name}\n input: {name}\n device: {name}\n"
            f"attr {{ key: {name}\n value {{ func {{ name: {name}\n }} }} }} }}\n"
            f"library {{ function {{ signature {{ name: {name}\n input_arg {{ name: {name}\n "
            f"type_attr: {name} }} }}\n node_def {{ name: 'c' op: 'Identity'\n input: {name} }} }} "
            f"}}\n")


def mlir(text):
    name = "\"" + "".join(f"\\{byte:02X}" for byte in text.encode()) + "\""
    return (f"func.func @{name}(%a: tensor<4xf32>) -> tensor<4xf32> {{\n"
            f"  %0 = func.call @{name}(%a) : (tensor<4xf32>) -> tensor<4xf32>\n"
            f"  return %0 : tensor<4xf32>\n}}\n")


def job(text):
    name = json.dumps(text)
    return (f"trainingInput:\n  {name}: {name}\n  scaleTier: {name}\n  region: {name}\n"
            f"  masterType: {name}\n  masterConfig: {{acceleratorConfig: {{count: 2, type: {name}}}"
            f"}}\nlabels:\n  {name}: {name}\n# trainlint: ignore[{text}]\n")


def script(text):
    name = "'" + text.replace("'", "") + "'"
    return (f"gcloud ai-platform jobs submit training {name} \\\n --region {name} \\\n"
            f" --scale-tier {name} \\\n --labels {name}={name} \\\n --config {name}\n")


def conversation():
    identity = 0
    yield {"id": 0, "method": "initialize", "params": TEXT}
    yield {"method": "initialized", "params": {}}
    for number, text in enumerate(TEXTS.values()):
        for ending, language, make in (("pbtxt", "pbtxt", pbtxt), ("mlir", "mlir", mlir),
                                       ("yaml", "yaml", job), ("sh", "shellscript", script)):
            uri = f"file:///nowhere/{number}.{ending}"
            content = make(text)
            document = {"uri": uri, "languageId": language, "version": 1, "text": content}
            yield {"method": "textDocument/didOpen", "params": {"textDocument": document}}
            for row, line in enumerate(content.split("\n")):
                for column in range(0, min(len(line), 240), 4):
                    identity += 1
                    yield {"id": identity, "method": "textDocument/hover", "params": {
                        "textDocument": {"uri": uri},
                        "position": {"line": row, "character": column}}}
    yield {"id": identity + 1, "method": "shutdown"}
    yield {"method": "exit"}


def answers(output):
    while output:
        header, _, output = output.partition(b"\r\n\r\n")
        length = int(re.search(rb"Content-Length: (\d+)", header)[1])
        yield json.loads(output[:length])
        output = output[length:]


def without_code(markdown):
    """Markdown without what CommonMark takes for code."""
    out, at = "", 0
    while at < len(markdown):
        fence = re.compile("`+").match(markdown, at)
        if not fence:
            out += markdown[at]
            at += 1
            continue
        end = re.compile(f"(?<!`){fence[0]}(?!`)").search(markdown, fence.end())
        # A blank line ends a paragraph, and with it what was to be code.
        if end and "\n\n" not in markdown[at:end.start()]:
            at = end.end()
        else:
            out += fence[0]
            at = fence.end()
    return out


def main():
    messages = b""
    for message in conversation():
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        messages += b"Content-Length: %d\r\n\r\n" % len(body) + body
    done = subprocess.run(["trainlint-lsp-server"], input=messages, capture_output=True, check=True)
    hovers, problems = 0, []
    for message in answers(done.stdout):
        result = message.get("result")
        if not isinstance(result, dict) or "contents" not in result:
            continue
        hovers += 1
        text = result["contents"]["value"]
        problems += problems_of(text.encode())
        if re.search(r"[\[\]<>`]|!\(|://|www\.", without_code(text)):
            problems.append(f"markup: {text!r}")
    for problem in sorted(set(problems))[:20]:
        print(problem)
    print("hovers" if hovers > 500 else f"only {hovers} hovers", f"{len(problems)} problems",
          sep=", ")


sys.exit(main())
