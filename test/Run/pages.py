# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and looks at its memory meanwhile: no page may be written to and run
at any time. Says so, and whether there was machine code that is no part of a file.

usage: pages.py COMMAND...
"""

import subprocess
import sys


def pages(process):
    """The permissions and the file of each mapping."""
    try:
        with open(f"/proc/{process.pid}/maps", encoding="utf-8") as maps:
            for line in maps:
                fields = line.split(maxsplit=5)
                yield fields[1], fields[5].strip() if len(fields) > 5 else ""
    except OSError:
        return


def main():
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
    made = False
    while process.poll() is None:
        for permissions, file in pages(process):
            if "w" in permissions and "x" in permissions:
                process.kill()
                sys.exit(f"{file or 'memory of no file'} can be written to and run")
            made |= "x" in permissions and not file
    if process.returncode != 0:
        sys.exit(f"ends with {process.returncode}")
    print("no page was writable and executable;",
          "machine code was made" if made else "no machine code was made")


main()
