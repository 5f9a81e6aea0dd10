#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Has trainlint-test-yaml read every beginning of a file."""

import json
import subprocess
import sys


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    texts = [data[:length] for length in range(len(data) + 1)]
    message = b"".join(b"%d\n%s" % (len(text), text) for text in texts)
    result = subprocess.run(["trainlint-test-yaml"], input=message,
                            stdout=subprocess.PIPE, check=True)
    refused = 0
    trees = result.stdout.splitlines()
    assert len(trees) == len(texts), "the reader has stopped early"
    for text, line in zip(texts, trees):
        tree = json.loads(line)
        if not tree["ok"]:
            refused += 1
            assert tree["problem"] and 0 <= tree["at"] <= len(text), (text, tree)
        for node in tree.get("nodes", []):
            begin, end = node[1], node[2]
            assert 0 <= begin <= end <= len(text), (text, node)
    print(len(texts), "texts,", refused, "of them refused")


main()
