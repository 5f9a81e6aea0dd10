#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command on a graph that comes late, and prints what goes to standard error.

The graph is a named pipe. It is written once a line of progress has come, or after a
second and a half. What takes a line of the terminal away is printed as <line>."""

import os
import pty
import select
import subprocess
import sys
import time

GRAPH = b'node { name: "x" op: "NoOp" }\n'
WAIT = 1.5


def main():
    path, where, terminal, *command = sys.argv[1:]
    if os.path.exists(path):
        os.unlink(path)
    os.mkfifo(path)
    leader, follower = pty.openpty() if where == "terminal" else os.pipe()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=follower, env=dict(os.environ, TERM=terminal))
    os.close(follower)
    time.sleep(WAIT)
    shown = bytearray()
    while select.select([leader], [], [], 0)[0]:
        shown += os.read(leader, 65536)
    with open(path, "wb") as out:
        out.write(GRAPH)
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    process.wait()
    os.unlink(path)
    print(shown.decode().replace("\r\n", "\n").replace("\r\x1b[K", "<line>"))


main()
