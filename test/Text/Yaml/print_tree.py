#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what trainlint-test-yaml reads in a file, one node on a line.

A node comes with the places of its begin and its end, as an editor counts them:
lines and characters from 1, without a byte order mark. The lines are counted
here, in the bytes of the file, so that a test sees what the offsets mean.
"""

import json
import subprocess
import sys


class Places:
    """Lines and columns of byte offsets."""

    def __init__(self, data):
        self.data = data
        self.starts = [0]
        for i, byte in enumerate(data):
            if byte == 0x0A or (byte == 0x0D and data[i + 1:i + 2] != b"\n"):
                self.starts.append(i + 1)

    def __call__(self, offset):
        line = sum(start <= offset for start in self.starts)
        before = self.data[self.starts[line - 1]:offset]
        before = before.decode("utf-8", "replace").removeprefix("\ufeff")
        return f"{line}:{1 + len(before)}"

    def range(self, begin, end):
        return f"{self(begin)}-{self(end)}"


def describe(node, places):
    kind, begin, end, *rest, anchor = node
    words = [places.range(begin, end), kind]
    if anchor:
        words.append("&" + anchor)
    if kind == "scalar":
        style, value, scalar_type = rest
        words += [style, scalar_type, json.dumps(value)]
    elif kind == "alias":
        words.append("*" + rest[0])
    elif rest[0]:
        words.append("flow")
    return " ".join(word for word in words if word)


def main():
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            data = file.read()
        message = b"%d\n%s" % (len(data), data)
        result = subprocess.run(["trainlint-test-yaml"], input=message,
                                stdout=subprocess.PIPE, check=True)
        tree = json.loads(result.stdout)
        places = Places(data)
        print("documents", tree["documents"])
        if not tree["ok"]:
            print(places(tree["at"]), "problem:", tree["problem"])
        for node in tree.get("nodes", []):
            print(describe(node, places))
        for comment in tree.get("comments", []):
            print("comment", json.dumps(comment))
        if "disagreement" in tree:
            print("disagreement:", tree["disagreement"])


main()
