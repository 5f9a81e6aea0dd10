#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keeps the page on operators of ONNX in step with onnx-backend.txt.

Between two comments the page says how many of ONNX's tests compute what they should, and
what stands in the way of the others. The exit code is 1 if the page says something else,
unless --update writes it.

    onnx_operators.py docs/onnx-operators.md --update
"""

import argparse
import collections
import pathlib
import re
import sys

RATCHET = pathlib.Path(__file__).with_name("onnx-backend.txt")
BEGIN, END = "<!-- begin: onnx-backend.txt -->\n", "<!-- end: onnx-backend.txt -->\n"

# An operator or a value, and what is said of it.
REASON = re.compile(r"(\w+) `[^`]*` (?:cannot be lowered to StableHLO: )?(.*)")


def cause(reason):
    """What stands in the way, and the operator that it is said of if it is one."""
    found = REASON.match(reason)
    operator, text = found.groups() if found else (None, reason)
    if operator in ("input", "output"):
        operator = None
    text = re.sub(r"\[[^\]]*\d[^\]]*\]", "[...]", text)
    return re.sub(r"\btensor<[^>]*>", "tensor", text), operator


def page(lines):
    """What the lines of the file come to."""
    count = next(int(line.split()[1]) for line in lines if line.startswith("tests "))
    random = sum(line.startswith("random ") for line in lines)
    refused = [line.removeprefix("refused ").split(": ", 1)[1] for line in lines
               if line.startswith("refused ")]
    disputed = sum(line.startswith("disputed ") for line in lines)
    causes = collections.defaultdict(list)
    for reason in refused:
        text, operator = cause(reason)
        causes[text].append(operator)
    rows = sorted(causes.items(), key=lambda item: (-len(item[1]), item[0]))
    text = (f"Of {count} tests {count - random - disputed - len(refused)} compute what they should, {random} draw "
            f"numbers at random, whose types and shapes are right, {disputed} contradicts the standard, and "
            f"{len(refused)} are refused:\n\n"
            "| cause | tests | operators |\n| --- | --- | --- |\n")
    for reason, operators in rows:
        names = ", ".join(sorted({operator for operator in operators if operator}))
        text += f"| {reason} | {len(operators)} | {names} |\n".replace("|  |", "| |")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--update", action="store_true", help="write the page anew")
    options = parser.parse_args()
    old = options.page.read_text(encoding="utf-8")
    begin, end = old.index(BEGIN) + len(BEGIN), old.index(END)
    new = old[:begin] + page(RATCHET.read_text(encoding="utf-8").splitlines()) + old[end:]
    if options.update:
        options.page.write_text(new, encoding="utf-8")
    elif new != old:
        print(f"{options.page} is not what {RATCHET.name} says; --update writes it")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
