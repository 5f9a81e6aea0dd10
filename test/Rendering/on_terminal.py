#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command on a terminal of a given width and prints what it writes, with
every escape character as ESC."""

import fcntl
import os
import pty
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
    os.close(terminal)
    written = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        written += part
    process.wait()
    text = written.decode().replace("\r\n", "\n").replace("\x1b", "ESC")
    sys.stdout.write(text)


main()
