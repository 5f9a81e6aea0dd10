#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the interpreter tests of the public StableHLO repository on the CPU device.

A test computes values and says with operations of a dialect of its own what they
should be. Here these operations are cut out: the function returns what they look
at and what they expect, and this script compares. What `interpreter.run_parallel`
runs is run in as many processes, whose results are put in as constants. Nothing of
that repository is part of this one, so a checkout has to be given.

    utils/conform_stablehlo.py build/bin/trainlint-test-cpu PATH/TO/stablehlo
"""

import argparse
import concurrent.futures
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

CHECK = re.compile(r"check\.expect_(eq_const|almost_eq_const|eq|almost_eq|close)\b")
PARALLEL = re.compile(r"(?:(%\w+)(?::(\d+))?\s*=\s*)?\"interpreter\.run_parallel\"\s*\(")
FOREIGN = re.compile(r"\b(interpreter\.(?:print|probe)|check\.expect_serialized_eq|chlo\.\w+)")
OPEN, CLOSE = "(<[{", ")>]}"


class Skip(Exception):
    """The test needs what the device does not have; says what."""


def balanced(text, start):
    """The end of the bracket that opens at `start`."""
    depth, quoted = 0, False
    for place in range(start, len(text)):
        char = text[place]
        if char == '"':
            quoted = not quoted
        if quoted or text[place - 1:place + 1] == "->":
            continue
        if char in OPEN:
            depth += 1
        elif char in CLOSE:
            depth -= 1
            if depth == 0:
                return place + 1
    raise Skip("a bracket is not closed")


def type_at(text, start):
    """A type and where it ends."""
    start += len(text[start:]) - len(text[start:].lstrip())
    found = re.compile(r"[!\w.]+").match(text, start)
    end = found.end()
    if text[end:end + 1] == "<":
        end = balanced(text, end)
    return text[start:end], end


def split_list(text):
    """Parts of a list, at commas outside of brackets."""
    parts, depth, begin = [], 0, 0
    for place, char in enumerate(text):
        if char in OPEN:
            depth += 1
        elif char in CLOSE and text[place - 1:place + 1] != "->":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[begin:place].strip())
            begin = place + 1
    return [part for part in parts + [text[begin:].strip()] if part]


class Checks:
    """A function without the operations that check, and what they ask."""

    def __init__(self, body):
        self.results, self.types, self.asked = [], [], []
        constants = []
        while found := CHECK.search(body):
            kind = found.group(1)
            rest = found.end()
            value = re.compile(r"\s*(%[\w#]+)\s*,\s*").match(body, rest)
            rest = value.end()
            if kind.endswith("const"):
                end = balanced(body, body.index("<", rest))
                literal = body[rest:end]
                kind_type, end = type_at(body, body.index(":", end) + 1)
                expected = f"%expected{len(self.asked)}"
                constants.append(f"{expected} = stablehlo.constant {literal} : {kind_type}")
            else:
                other = re.compile(r"(%[\w#]+)[^:]*?:").match(body, rest)
                expected = other.group(1)
                kind_type, end = type_at(body, other.end())
                if kind == "close":
                    _, end = type_at(body, body.index(",", end) + 1)
            tail = re.compile(r"[ ]*\{[^}]*\}|,\s*tolerance\s*=\s*[\d.e-]+").match(body, end)
            text = body[found.start():tail.end() if tail else end]
            tolerance = re.search(r"tolerance\s*=\s*([\d.e-]+)", text)
            steps = re.search(r"max_ulp_difference\s*=\s*(\d+)", text)
            self.asked.append((kind, kind_type, float(tolerance.group(1)) if tolerance else 1e-4,
                               int(steps.group(1)) if steps else 0))
            self.results += [value.group(1), expected]
            self.types += [kind_type, kind_type]
            body = body[:found.start()] + body[found.start() + len(text):]
        self.body = body
        self.constants = "\n  ".join(constants)


def functions(piece):
    """Functions of a piece: name, where the text between the brackets is, where the body is."""
    for found in re.finditer(r"func\.func\s+(?:public\s+|private\s+)?@([\w.$-]+)\s*\(", piece):
        arguments = found.end() - 1
        end = balanced(piece, arguments)
        brace = piece.index("{", end)
        # Attributes of results come before the body.
        if "attributes" in piece[end:brace]:
            brace = piece.index("{", balanced(piece, brace))
        yield found.group(1), (arguments, end), (brace, balanced(piece, brace))


def alone(piece, name):
    """The piece without other functions that check something."""
    for found, _, (begin, end) in reversed(list(functions(piece))):
        if found != name and CHECK.search(piece[begin:end]):
            piece = piece[:piece.rindex("func.func", 0, begin)] + piece[end:]
    return piece


def rewrite(piece, name):
    """The piece with function `name` returning what it checks, and what it checks."""
    piece = alone(piece, name)
    for found, arguments, (begin, end) in functions(piece):
        if found != name:
            continue
        checks = Checks(piece[begin + 1:end - 1])
        if not checks.asked:
            return None, None
        body = re.sub(r"(func\.)?return\b[^\n]*\s*$", "", checks.body.rstrip())
        results = f"func.return {', '.join(checks.results)} : {', '.join(checks.types)}"
        head = piece[:arguments[1]] + f" -> ({', '.join(checks.types)}) {{"
        return head + body + f"\n  {checks.constants}\n  {results}\n" + piece[end - 1:], checks
    raise Skip(f"function {name} is not there")


def run(tool, text, entry, files=(), replicas=1, partitions=1, options=()):
    """Results of a function, as lists of (type, bytes) for each process."""
    command = [tool, "-", f"--entry={entry}", "--hex", f"--replicas={replicas}",
               f"--partitions={partitions}", *options]
    command += [f"--input={path}" for path in files]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise Skip((done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[0])
    processes = [[]]
    for line in done.stdout.splitlines():
        if line.startswith("process ") and processes[-1]:
            processes.append([])
        elif line.startswith("tensor"):
            kind, _, digits = line.rpartition(" ")
            processes[-1].append((kind, bytes.fromhex(digits)))
    return processes


#===------------------------------------------------------------------------===#
# Comparison
#===------------------------------------------------------------------------===#

FORMATS = {"f64": "d", "f32": "f", "f16": "e", "i8": "b", "i16": "h", "i32": "i", "i64": "q",
           "ui8": "B", "ui16": "H", "ui32": "I", "ui64": "Q", "i1": "B", "i4": "b", "ui4": "B",
           "i2": "b", "ui2": "B"}


def decoded(kind, data):
    """Numbers of a tensor; parts of complex ones one after the other."""
    element = re.search(r"(?:x|<)((?:complex<\w+>)|[a-zA-Z]\w*)>$", kind).group(1)
    element = element.removeprefix("complex<").removesuffix(">")
    if element == "bf16":
        return [struct.unpack("<f", b"\0\0" + data[i:i + 2])[0] for i in range(0, len(data), 2)]
    if element == "f8E8M0FNU":
        return [math.nan if code == 255 else 2.0 ** (code - 127) for code in data]
    if element not in FORMATS:
        return list(data)
    return [value for value, in struct.iter_unpack("<" + FORMATS[element], data)]


def same(left, right):
    return left == right or (left != left and right != right)


def almost(left, right, tolerance):
    if same(left, right):
        return True
    return math.isfinite(left) and math.isfinite(right) and abs(left - right) <= tolerance


def ordered(data):
    """Bits as numbers in the order of the values."""
    size = len(data)
    bits = int.from_bytes(data, "little", signed=True)
    return bits if bits >= 0 else -(bits & ((1 << (8 * size - 1)) - 1))


def compare(checks, results):
    """What does not agree, or nothing."""
    for number, (kind, _, tolerance, steps) in enumerate(checks.asked):
        (actual_type, actual), (_, expected) = results[2 * number:2 * number + 2]
        left, right = decoded(actual_type, actual), decoded(actual_type, expected)
        if kind == "close":
            good = abs(ordered(actual) - ordered(expected)) <= steps
        elif kind.startswith("almost"):
            good = all(almost(a, b, tolerance) for a, b in zip(left, right))
        else:
            good = all(same(a, b) for a, b in zip(left, right))
        if not good or len(left) != len(right):
            return f"{left[:8]} instead of {right[:8]}"
    return None


#===------------------------------------------------------------------------===#
# Several processes
#===------------------------------------------------------------------------===#

def argument_types(piece, name):
    for found, (begin, end), _ in functions(piece):
        if found == name:
            return [part.split(":", 1)[1].split("{")[0].strip()
                    for part in split_list(piece[begin + 1:end - 1])]
    raise Skip(f"function {name} is not there")


def literal(kind, data):
    if kind.endswith(("xi1>", "<i1>")):
        shape = [int(size) for size in re.findall(r"(\d+)x", kind)]
        def nested(values, sizes):
            if not sizes:
                return "true" if values[0] else "false"
            step = len(values) // max(sizes[0], 1)
            return "[" + ", ".join(nested(values[i * step:(i + 1) * step], sizes[1:])
                                   for i in range(sizes[0])) + "]"
        return f"dense<{nested(data, shape)}>"
    return f"dense<\"0x{data.hex()}\">"


def settle_parallel(tool, piece, options):
    """Puts the results of programs that run in several processes in as constants."""
    while found := PARALLEL.search(piece):
        end = balanced(piece, found.end() - 1)
        operands = split_list(piece[found.end():end - 1])
        braces = piece.index("{", end)
        attributes = piece[braces:balanced(piece, braces)]
        if "infeed" in attributes:
            raise Skip("infeed")
        rest = braces + len(attributes)
        types = piece.index("(", rest)
        types_end = balanced(piece, types)
        arrow = piece.index("->", types_end) + 2
        after = arrow + len(piece[arrow:]) - len(piece[arrow:].lstrip())
        if piece[after] == "(":
            stop = balanced(piece, after)
            result_types = split_list(piece[after + 1:stop - 1])
        else:
            kind, stop = type_at(piece, after)
            result_types = [kind]
        operand_types = split_list(piece[types + 1:types_end - 1])
        rows = re.findall(r"\[([^\[\]]+)\]", re.search(r"programs\s*=\s*(\[.*\])", attributes,
                                                       re.S).group(1))
        grid = [[name.strip().lstrip("@") for name in row.split(",")] for row in rows]
        names = {name for row in grid for name in row}
        if len(names) != 1:
            raise Skip("processes that run different programs")
        name = names.pop()
        values = results_of_operands(tool, piece, found.start(), operands, operand_types, options)
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for number, data in enumerate(values):
                path = pathlib.Path(folder, f"{number}")
                path.write_bytes(data)
                files.append(path)
            processes = run(tool, program_only(piece), name, files, len(grid), len(grid[0]),
                            options)
        flat = iter([result for process in processes for result in process])
        lines = []
        for number, kind in enumerate(result_types):
            if "token" in kind:
                continue
            _, data = next(flat)
            lines.append(f"%settled{number} = stablehlo.constant {literal(kind, data)} : {kind}")
        tail = piece[stop:]
        if found.group(1):
            base = re.escape(found.group(1))
            tail = re.sub(base + r"#(\d+)", r"%settled\1", tail)
            tail = re.sub(base + r"\b", "%settled0", tail)
        piece = piece[:found.start()] + "\n  ".join(lines) + tail
    return piece


def program_only(piece):
    """The module without `main`, whose operations are not known to the device."""
    for name, _, (begin, end) in functions(piece):
        if name == "main":
            start = piece.rindex("func.func", 0, begin)
            return piece[:start] + piece[end:]
    return piece


def results_of_operands(tool, piece, before, operands, types, options):
    """Bytes of the values that are passed to programs, tokens left out."""
    wanted = [(value, kind) for value, kind in zip(operands, types) if "token" not in kind]
    if not wanted:
        return []
    head = piece[:before]
    start = head.rindex("func.func", 0, before)
    names, kinds = zip(*wanted)
    body = head[head.index("{", start) + 1:]
    text = (f"func.func @operands() -> ({', '.join(kinds)}) {{{body}\n"
            f"  return {', '.join(names)} : {', '.join(kinds)}\n}}")
    return [data for _, data in run(tool, text, "operands", options=options)[0]]


#===------------------------------------------------------------------------===#
# Files
#===------------------------------------------------------------------------===#

def judge_piece(tool, piece, options):
    """Nothing if the piece passes, else why not."""
    if foreign := FOREIGN.search(piece):
        raise Skip(f"needs {foreign.group(1)}")
    piece = settle_parallel(tool, piece, options)
    checked = 0
    for name, _, _ in list(functions(piece)):
        text, checks = rewrite(piece, name)
        if text is None:
            continue
        checked += 1
        results = run(tool, text, name, options=options)[0]
        if wrong := compare(checks, results):
            return f"@{name}: {wrong}"
    if checked == 0:
        # It only has to run.
        for name, (begin, end), _ in list(functions(piece)):
            if not piece[begin + 1:end - 1].strip():
                run(tool, piece, name, options=options)
    return None


def judge(tool, path, options):
    """Pieces that pass, pieces, and the first reason that one does not."""
    text = path.read_text()
    if "--args=" in text or "| FileCheck" in text:
        return 0, 1, "looks at what the interpreter prints"
    passed, reason, count = 0, None, 0
    for piece in re.split(r"(?m)^// -----.*$", text):
        piece = re.sub(r"(?m)^\s*//.*$", "", piece)
        if "func.func" not in piece:
            continue
        count += 1
        try:
            wrong = judge_piece(tool, piece, options)
        except (Skip, subprocess.TimeoutExpired) as problem:
            wrong = str(problem)
        passed += wrong is None
        reason = reason or wrong
    return passed, count, reason


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("files", nargs="*", help="only these, such as abs.mlir")
    parser.add_argument("--at-least", type=int, default=75,
                        help="number of files below which this fails")
    parser.add_argument("--no-library", action="store_true")
    args = parser.parse_args()
    options = ["--no-library"] if args.no_library else []
    folder = args.checkout / "stablehlo" / "tests" / "interpret"
    paths = [path for path in sorted(folder.rglob("*.mlir"))
             if not args.files or path.name in args.files]
    good = pieces = passing = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        verdicts = pool.map(lambda path: judge(args.tool, path, options), paths)
        for path, (passed, count, reason) in zip(paths, verdicts):
            pieces += count
            passing += passed
            if reason is None:
                good += 1
            else:
                print(f"{path.relative_to(folder)}: {passed} of {count}: {reason}"[:240])
    print(f"{good} of {len(paths)} files pass, {passing} of {pieces} pieces")
    return 0 if args.files or good >= args.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
