# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets a program crash while it waits for its input, and shows what it says.

usage: crash.py PROGRAM [ARGUMENT...]

The signal goes out when the program catches it and waits, however long its start takes.
"""

import pathlib
import re
import signal
import subprocess
import sys
import time

# Far more than a start takes; a program that never catches the signal gets it then.
LONGEST_START = 60


def waits_and_catches(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    if not re.search(r"^State:\s*S", status, re.MULTILINE):
        return False
    caught = int(re.search(r"^SigCgt:\s*([0-9a-f]+)", status, re.MULTILINE)[1], base=16)
    return caught >> (signal.SIGSEGV - 1) & 1


with subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                      stderr=subprocess.PIPE, text=True, errors="replace") as program:
    end = time.monotonic() + LONGEST_START
    while not waits_and_catches(program) and time.monotonic() < end:
        time.sleep(0.01)
    program.send_signal(signal.SIGSEGV)
    _, said = program.communicate()
print(said, end="")
print(f"ended by {signal.Signals(-program.returncode).name}" if program.returncode < 0
      else f"exit code {program.returncode}")
