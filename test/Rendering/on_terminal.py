#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command on a terminal of a given width and prints what it writes, with
every escape character as ESC."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios


def main():
    columns, *command = sys.argv[1:]
    leader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ,
                struct.pack("HHHH", 50, int(columns), 0, 0))
    environment = dict(os.environ, TERM="xterm")
    environment.pop("COLUMNS", None)
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal,
                               env=environment)
    # A terminal that nobody has open any more may lose what was written last.
    written = b""
    while True:
        readable, _, _ = select.select([leader], [], [], 0.02)
        if readable:
            written += os.read(leader, 65536)
        elif process.poll() is not None:
            break
    os.close(terminal)
    text = written.decode().replace("\r\n", "\n").replace("\x1b", "ESC")
    sys.stdout.write(text)


main()
