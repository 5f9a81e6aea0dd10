# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What no output may hold, whatever the input was.

Names and values of inputs must not steer a terminal, turn the text around them, or
command the service that keeps a log.
"""

import re
import subprocess
import unicodedata

# A workflow command of trainlint's own.
OWN_COMMAND = re.compile(r"::(error|warning|notice) file=[^:\n]*,title=trainlint \([a-z0-9-]+\)::")
SERVICE_COMMAND = re.compile(r"##[A-Za-z0-9]*\[")


def is_harmful(character):
    """Controls, what reorders or breaks lines, and code points that are none."""
    code = ord(character)
    return (unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs")
            and character not in "\n\N{SOFT HYPHEN}") or code & 0xFFFE == 0xFFFE


def problems_of(output, own_commands=False, tabs=False):
    """What is wrong with the bytes that a program wrote."""
    try:
        text = output.decode()
    except UnicodeDecodeError as error:
        return [f"no UTF-8: {output[max(error.start - 20, 0):error.end + 20]!r}"]
    found = [f"U+{ord(character):04X} in {text[max(at - 20, 0):at + 20]!r}"
             for at, character in enumerate(text)
             if is_harmful(character) and not (tabs and character == "\t")]
    for line in text.split("\n"):
        # Python's idea of blanks is that of the runner, or wider.
        if line.strip().startswith("::") and not (own_commands and OWN_COMMAND.match(line)):
            found.append(f"a command: {line!r}")
        if SERVICE_COMMAND.search(line):
            found.append(f"a command within a line: {line!r}")
    return found[:5]


class Runs:
    """Runs programs, and keeps what is wrong with what they write."""

    def __init__(self):
        self.problems = []
        self.count = 0

    def run(self, *command, own_commands=False, tabs=False, stdin=b"", codes=(0, 1, 2),
            **options):
        done = subprocess.run(command, input=stdin, capture_output=True, check=False, **options)
        self.count += 1
        shown = repr([str(word)[:80] for word in command])
        if done.returncode not in codes:
            self.problems.append(f"{shown}: exit code {done.returncode}: {done.stderr[-300:]!r}")
        for name, output in (("output", done.stdout), ("errors", done.stderr)):
            self.problems += [f"{shown}: {name}: {problem}" for problem in
                              problems_of(output, own_commands and name == "output", tabs)]
        return done

    def expect(self, condition, what):
        if not condition:
            self.problems.append(what)

    def finish(self):
        for problem in self.problems[:40]:
            print(problem)
        print(f"{self.count} runs, {len(self.problems)} problems")
        return 1 if self.problems else 0
