# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Disturbs the coordinator of a job, and plays one of its processes.

    coordinator.py FOLDER
"""

import hashlib
import hmac
import os
import pathlib
import socket
import struct
import subprocess
import sys
import time

ROOT = pathlib.Path(sys.argv[1])
SECONDS = 120
SECRET = b"0123456789abcdef"
(ROOT / "key").write_bytes(SECRET + b"\n")
JOIN, PUT, GET, ALIVE, WELCOME = 0, 1, 2, 5, 10


def expect(what, is_true, *seen):
    print(f"{what}: {'yes' if is_true else 'NO'}", *(() if is_true else seen), flush=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def start(port, index, *options):
    return subprocess.Popen(
        ["trainlint-run", str(ROOT / "mlp.mlir"), "--train", "--fake-data", "--num-replicas", "2", "--steps", "3",
         "--process", f"{index}/2", "--coordinator", f"127.0.0.1:{port}", "--coordinator-key", str(ROOT / "key"),
         *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(process):
    out, err = process.communicate(timeout=SECONDS)
    return process.returncode, err


def connect(port):
    for _ in range(SECONDS * 20):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError(f"nobody listens at {port}")


def hello(process=1, count=2, version=1, nonce=b"n" * 32):
    return b"tl-coord" + struct.pack("<III", version, process, count) + nonce


def mac(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def receive(connection, size):
    out = b""
    while len(out) < size:
        more = connection.recv(size - len(out))
        if not more:
            raise ConnectionResetError
        out += more
    return out


def is_ended(connection, *parts):
    """Whether the coordinator ends the connection, whatever it says before."""
    try:
        for part in parts:
            connection.sendall(part)
        while connection.recv(4096):
            pass
    except (ConnectionResetError, BrokenPipeError):
        pass
    except TimeoutError:
        return False
    return True


class Process:
    """One side of a connection behind the handshake."""

    def __init__(self, port, secret=SECRET, first=None):
        self.connection = connect(port)
        self.first = first or hello()
        self.connection.sendall(self.first)
        challenge = receive(self.connection, 76)
        self.answer = challenge[:44]
        assert challenge[44:] == mac(SECRET, b"coordinator", self.first, self.answer)
        self.connection.sendall(mac(secret, b"process", self.first, self.answer))
        self.key = mac(secret, b"session", self.first, self.answer)
        self.sent = 0

    def frame(self, kind, key=b"", value=b"", number=0, request=1, size=None, version=1):
        head = b"TLco" + struct.pack("<HHIIIq", version, kind, request, len(key),
                                     len(value) if size is None else size, number)
        self.sent += 1
        body = head + key + value
        return body + mac(self.key, b"P", struct.pack("<Q", self.sent - 1), body)

    def join(self):
        self.connection.sendall(self.frame(JOIN, value=b"elsewhere"))
        head = receive(self.connection, 28)
        assert struct.unpack("<H", head[6:8])[0] == WELCOME
        receive(self.connection, sum(struct.unpack("<II", head[12:20])) + 32)
        return self


port = free_port()
first = start(port, 0)
slow = [connect(port) for _ in range(80)]
for number, connection in enumerate(slow):
    connection.sendall(hello()[:number % 52])
ends = [end(start(port, 1)), end(first)]
expect("silent connections hold nobody", ends == [(0, ""), (0, "")], ends)

port = free_port()
first = start(port, 0)
refused = [is_ended(connect(port), part) for part in
           (b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain, text/html\r\n\r\n", b"\xff" * 1000000,
            b"TLco" * 100, bytes(52))]
expect("what is no hello", all(refused), refused)
refused = [is_ended(connect(port), hello(), b"x" * 32), is_ended(connect(port), hello(version=2), b"x" * 32),
           is_ended(connect(port), hello(), mac(SECRET, b"process", hello(), hello()[:44]))]
wrong = Process(port, secret=b"fedcba9876543210")
refused.append(is_ended(wrong.connection))
expect("wrong proofs", all(refused), refused)

# What was sent by a process is sent again.
recorded = Process(port)
whole = [recorded.first, mac(SECRET, b"process", recorded.first, recorded.answer), recorded.frame(JOIN, value=b"x")]
recorded.connection.close()
connection = connect(port)
connection.sendall(whole[0])
receive(connection, 76)
reflected = connect(port)
reflected.sendall(hello())
challenge = receive(reflected, 76)
refused = [is_ended(connection, *whole[1:]), is_ended(reflected, challenge[44:])]
expect("what was recorded", all(refused), refused)

refused = []
for kind, options in ((PUT, {}), (JOIN, {"version": 2}), (JOIN, {"size": 0xFFFFFFFF}), (99, {}),
                      (JOIN, {"number": -1}), (WELCOME, {})):
    stranger = Process(port)
    refused.append(is_ended(stranger.connection, stranger.frame(kind, **options)))
expect("frames that are none before the job begins", all(refused), refused)
ends = [end(start(port, 1)), end(first)]
expect("the job begins all the same", ends == [(0, ""), (0, "")], ends)


def answer_to(make):
    """What the first process says to bytes of the second one."""
    port = free_port()
    process = start(port, 0)
    other = Process(port).join()
    other.connection.sendall(make(other))
    told = end(process)
    return told, told[0] == 75 and "process 1 on `elsewhere` sent what is no message" in told[1]


told, is_named = answer_to(lambda other: other.frame(PUT, b"k", b"v", size=1 << 31))
expect("a value that is too large", is_named and "it is too long" in told[1], told)
told, is_named = answer_to(lambda other: b"\xff" * 200)
expect("what is no frame", is_named and "it begins with other bytes" in told[1], told)
told, is_named = answer_to(lambda other: other.frame(ALIVE)[:-1] + b"\0\0")
expect("a frame that was changed", is_named and "its seal" in told[1], told)
told, is_named = answer_to(lambda other: other.frame(ALIVE) * 2)
expect("a frame that was repeated", is_named and "its seal" in told[1], told)

# One that says half of a frame and nothing more.
port = free_port()
process = start(port, 0, "--heartbeat-timeout", "2")
half = Process(port).join()
half.connection.sendall(half.frame(PUT, b"k", bytes(1000))[:500])
told = end(process)
expect("half a frame", told[0] == 75 and "process 1 on `elsewhere` was silent for 2 s" in told[1], told)
