# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the `CHECK` lines of tests of conversions anew: the code that a node becomes
stands above the node. Other prefixes and all other lines stay as they are.

    update_checks.py TOOLS [--function=NAME] FILE..."""

import argparse
import os
import pathlib
import re
import subprocess
import sys

DEFINITION = re.compile(r"((?:%\w+(?::\d+)?)(?:, %\w+(?::\d+)?)*) = \"?([\w.]+)")
ARGUMENT = re.compile(r"(%\w+): (tensor<[^>]*(?:<[^>]*>)?>)( \{[^}]*\})?")
CAPTURE = re.compile(r"%\[\[(\w+):(?:\[\^[^\]]*\]\*|\.\*)\]\]")
END = sys.maxsize


def without_locations(line):
    result, at = "", 0
    while (begin := line.find(" loc(", at)) >= 0:
        result += line[at:begin]
        at, depth, quoted = begin + len(" loc("), 1, False
        while depth:
            quoted ^= line[at] == '"'
            if not quoted:
                depth += (line[at] == "(") - (line[at] == ")")
            at += 1
    return (result + line[at:]).strip()


class Names:
    """What values are called in the test: as their ops, with a number where that is taken."""

    def __init__(self):
        self.of, self.taken = {}, {}

    def define(self, value, hint):
        name = re.sub(r"\W+", "_", hint).upper().strip("_") or "VALUE"
        if name[0].isdigit():
            name = "V" + name
        number = self.taken.get(name, 0)
        self.taken[name] = number + 1
        self.of[value] = f"{name}_{number}" if number else name
        return self.of[value]

    def use(self, text):
        text = text.replace("[[", "{{\\[\\[}}")
        return re.sub(r"%\w+", lambda m: f"%[[{self.of[m[0]]}]]" if m[0] in self.of else m[0], text)


def argument_lines(head, names):
    for value, kind, attributes in ARGUMENT.findall(head):
        attributes = (attributes or "").strip()
        name = re.search(r'trainlint\.name = "([^"]*)"', attributes)
        role = re.search(r'role = "(\w+)"', attributes)
        if name:
            attributes = attributes[:name.end()]
        attributes = re.sub(r"aliasing_output = \d+", "aliasing_output = {{[0-9]+}}", attributes)
        hint = name[1] if name else role[1] if role else "arg"
        yield f"CHECK-SAME:    %[[{names.define(value, hint)}:[^:]*]]: {kind} {attributes}".rstrip()


def check_line(code, names):
    if match := DEFINITION.match(code):
        rest = names.use(code[match.end(1):])
        values = [value.partition(":") for value in match[1].split(", ")]
        hint = match[2].split(".")[-1]
        several = len(values) > 1 or values[0][1]
        pattern = "[^,: ]*" if several else ".*"
        defined = [f"%[[{names.define(value, hint)}:{pattern}]]{colon}{count}"
                   for value, colon, count in values]
        return "CHECK: " + ", ".join(defined) + rest
    if code.startswith("^bb"):
        code = re.sub(r"^\^bb\d+", "^{{.*}}", code)
        return "CHECK: " + re.sub(r"(%\w+):", lambda m: f"%[[{names.define(m[1], 'arg')}:[^:]*]]:", code)
    return "CHECK: " + names.use(code)


def lines_by_place(output, file, function):
    """Lists of checks by the lines of the file that they come from."""
    names, places, pending, place, inside = Names(), {}, [], 0, False
    for line in output.splitlines():
        found = re.search(re.escape(file.name) + r'":(\d+)', line)
        code = without_locations(line)
        head = re.match(r"func\.func (?:private )?@(\w+)\((.*)$", code)
        if head:
            inside = head[1] == function
            if inside:
                places[0] = [f"CHECK-LABEL: func.func @{function}(",
                             *argument_lines(head[2].partition(") -> ")[0], names)]
            continue
        if not inside or code in ("", "}"):
            continue
        pending.append(check_line(code, names))
        if code.startswith("return"):
            places[END] = pending
            return places
        if found:
            place = max(place, int(found[1]))
            places.setdefault(place, []).extend(pending)
            pending = []
    return places


def tidy(places):
    """Forgets the names of values that nothing uses, and arguments without uses."""
    text = "\n".join(line for lines in places.values() for line in lines)

    def is_used(name):
        return f"[[{name}]]" in text
    for lines in places.values():
        lines[:] = [line for line in lines if not line.startswith("CHECK-SAME") or
                    is_used(CAPTURE.search(line)[1])]
        lines[:] = [CAPTURE.sub(lambda m: m[0] if is_used(m[1]) else "%{{.*}}", line) for line in lines]


def update(file, tools, function):
    comment = "# " if file.suffix == ".pbtxt" else "// "
    source = [line for line in file.read_text(encoding="utf-8").split("\n")
              if not re.match(r"\s*(#|//) CHECK", line)]
    # The places are those of the lines that stay.
    file.write_text("\n".join(source), encoding="utf-8")
    run = next(match[1] for line in source if (match := re.search(r"RUN: (.*?)(?: 2>.*)? \| FileCheck %s$", line)))
    command = run.replace("%s", str(file)) + " --mlir-print-debuginfo --mlir-print-local-scope"
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, shell=True, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    places = lines_by_place(done.stdout, file, function)
    tidy(places)
    first = min(place for place in places if place)
    places[first] = places.pop(0) + places[first]
    ends = places.pop(END)
    result = []
    for number, line in enumerate(source, 1):
        indentation = re.match(r"\s*", line)[0]
        result += [indentation + comment + check for check in places.get(number, [])]
        result.append(line)
    at = len(result)
    while re.match(r"\s*(\}|versions|graph\.return|$)", result[at - 1]):
        at -= 1
    result[at:at] = [("" if comment == "# " else "    ") + comment + check for check in ends]
    file.write_text("\n".join(result), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("tools", help="the folder of the programs")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--function", help="`main` of a step, else `forward`")
    arguments = parser.parse_args()
    for file in arguments.files:
        step = file.suffix == ".pbtxt"
        update(file.resolve(), pathlib.Path(arguments.tools).resolve(),
               arguments.function or ("main" if step else "forward"))


main()
