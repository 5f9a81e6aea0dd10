# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a launcher ends as its program does, by the signal that ended that.

usage: end_by_signal.py LAUNCHER ARGUMENT...

The arguments have to make the program wait for its standard input.
"""

import os
import pathlib
import signal
import subprocess
import sys
import time


def child_of(parent):
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            return int(status.parent.name)
    return None


def main():
    with subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE) as launcher:
        program = None
        for _ in range(200):
            program = child_of(launcher.pid)
            if program:
                break
            time.sleep(0.05)
        if not program:
            sys.exit("the launcher has started nothing")
        os.kill(program, signal.SIGTERM)
        code = launcher.wait(timeout=20)
    if code != -signal.SIGTERM:
        sys.exit(f"the launcher has ended with {code}")


main()
