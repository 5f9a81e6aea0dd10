# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets trainlint write its report to a pipe and to a socket, and shows what came."""

import os
import socket
import stat
import subprocess
import sys
import threading


def lint(output):
    subprocess.run([sys.argv[1], "-q", "--format=concise", "-o", output, "job.yaml"],
                   timeout=60, check=False)


def through_pipe():
    got = []
    reader = threading.Thread(target=lambda: got.append(open("fifo").read()))
    reader.start()
    lint("fifo")
    reader.join()
    return got[0]


def through_socket():
    server = socket.socket(socket.AF_UNIX)
    server.bind("socket")
    server.listen()
    got = []

    def serve():
        with server.accept()[0] as peer:
            got.append(peer.makefile().read())
    reader = threading.Thread(target=serve)
    reader.start()
    lint("socket")
    reader.join()
    return got[0]


print("pipe:", through_pipe())
print("socket:", through_socket())
modes = [os.lstat(name).st_mode for name in ("fifo", "socket")]
if stat.S_ISFIFO(modes[0]) and stat.S_ISSOCK(modes[1]):
    print("still a pipe and a socket")
