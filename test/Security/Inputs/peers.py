# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Disturbs the processes of a job, and plays one of them.

    peers.py FOLDER
"""

import hashlib
import hmac
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import time

ROOT = pathlib.Path(sys.argv[1])
SECONDS = 120
# Longer than a test takes where nobody is waited for.
PATIENT = "--option=peer_timeout=100"


def expect(what, is_true, *seen):
    print(f"{what}: {'yes' if is_true else 'NO'}", *(() if is_true else seen), flush=True)


def start(store, index, *options, steps=3, count=2):
    return subprocess.Popen(
        ["trainlint-run", str(ROOT / "mlp.mlir"), "--train", "--fake-data", "--num-replicas", str(count),
         "--steps", str(steps), "--process", f"{index}/{count}", "--store", str(ROOT / store), *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(process):
    out, err = process.communicate(timeout=SECONDS)
    return process.returncode, err


def address_file(store, index):
    return ROOT / store / (f"trainlint/cpu/{index}".encode().hex() + ".value")


def address(store, index=0):
    """Where a process is reached, and its secret."""
    file = address_file(store, index)
    for _ in range(SECONDS * 20):
        if file.exists():
            host, port, word = file.read_text().split(" ")
            return (host, int(port)), bytes.fromhex(word)
        time.sleep(0.05)
    raise AssertionError(f"{file} does not come")


def hello(connector, listener, nonce=b"n" * 32):
    return b"tl-peer3" + struct.pack("<qq", connector, listener) + nonce


def mac(secret, role, start, nonce):
    return hmac.new(secret, role + start + nonce, hashlib.sha256).digest()


def receive(connection, size):
    out = b""
    while len(out) < size:
        more = connection.recv(size - len(out))
        assert more, "the connection has ended"
        out += more
    return out


def is_ended(connection):
    """Whether nothing but an answer that was under way comes any more."""
    connection.settimeout(SECONDS)
    try:
        return len(connection.recv(64)) in (0, 64) and connection.recv(1) == b""
    except ConnectionResetError:
        return True


def shake_hands(where, secret, index):
    """Plays a process up to the point where messages begin."""
    connection = socket.create_connection(where)
    first = hello(index, 0)
    connection.sendall(first)
    challenge = receive(connection, 64)
    nonce = challenge[:32]
    assert challenge[32:] == mac(secret, b"listener", first, nonce)
    connection.sendall(mac(secret, b"connector", first, nonce))
    return connection


def head(kind=0, run=0, process=1, failed=0, operation=0, round=0, group=0, number=0, size=0):
    return struct.pack("<9q", kind, run, process, failed, operation, round, group, number, size)


# One of them sends half of what it should.
first = start("silent", 0, PATIENT)
where, secret = address("silent")
silent = [socket.create_connection(where) for _ in range(5)]
silent[0].sendall(hello(1, 0)[:20])
second = start("silent", 1, PATIENT)
ends = [end(first), end(second)]
expect("silent connections hold nobody", ends == [(0, ""), (0, "")], ends)
modes = {path.stat().st_mode & 0o777 for path in (ROOT / "silent").rglob("*") if path.is_file()}
expect("the store is for its user alone",
       modes == {0o600} and (ROOT / "silent").stat().st_mode & 0o777 == 0o700, modes)

first = start("strangers", 0, PATIENT)
where, secret = address("strangers")


def is_refused(*parts):
    """Sends parts, each after an answer if one comes."""
    connection = socket.create_connection(where)
    connection.sendall(parts[0])
    for part in parts[1:]:
        receive(connection, 64)
        connection.sendall(part)
    return is_ended(connection)


word = secret.hex().encode()
refused = [is_refused(word[:32] + struct.pack("<q", 1) + b"x" * 16),
           is_refused(hello(1, 0), b"x" * 32),
           is_refused(hello(1, 0), secret),
           is_refused(hello(0, 0)), is_refused(hello(2, 0)), is_refused(hello(-1, 0)), is_refused(hello(1, 1)),
           is_refused(b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain, text/html\r\n\r\n")]
expect("words that are wrong", all(refused), refused)
connection = socket.create_connection(where)
connection.sendall(hello(1, 0))
echoed = receive(connection, 64)[32:]
connection.sendall(echoed)
refused = [is_ended(connection),
           is_refused(mac(secret, b"connector", hello(1, 0), bytes(32)) + hello(1, 0)[:24]),
           is_refused(head()),
           is_refused(hello(1, 0), mac(secret, b"listener", hello(1, 0), bytes(32)))]
hasty = socket.create_connection(where)
hasty.sendall(hello(1, 0) + mac(secret, b"connector", hello(1, 0), bytes(32)))
receive(hasty, 64)
refused.append(is_ended(hasty))
expect("steps in the wrong order", all(refused), refused)
second = start("strangers", 1, PATIENT)
ends = [end(first), end(second)]
assert ends == [(0, ""), (0, "")], ends


def answer_to(store, *messages):
    """What the first process says to messages of the second one."""
    process = start(store, 0, PATIENT)
    connection = shake_hands(*address(store), 1)
    for message in messages:
        connection.sendall(message)
    return end(process)


told = answer_to("large", head(size=1 << 40))
expect("a message that is too large",
       told[0] == 1 and "the client of process 1 sends" in told[1] and "1099511627776 bytes" in told[1], told)
told = answer_to("damaged", b"\xff" * 200)
expect("what is no message",
       told[0] == 1 and "the client of process 1 sent what is no message" in told[1], told)
told = answer_to("others", head(process=0))
expect("another one's process",
       told[0] == 1 and "the client of process 1 speaks for process 0, which is not its own" in told[1], told)

timeout = "--option=peer_timeout=4"
running = [start("stopped", index, timeout, steps=100_000_000) for index in range(2)]
assert json.loads(running[0].stdout.readline())["step"] == 1
running[1].send_signal(signal.SIGSTOP)
told = end(running[0])
running[1].kill()
running[1].communicate()
expect("a process that is stopped",
       told[0] == 1 and "the client of process 1 was silent for 4 s" in told[1], told)

told = end(start("absent", 0, "--option=peer_timeout=1"))
expect("a process that never comes", told[0] == 1 and "process 1 did not connect within 1 s" in told[1], told)
listener = socket.create_server(("127.0.0.1", 0))
(ROOT / "mute").mkdir(mode=0o700)
file = address_file("mute", 0)
file.write_text(f"127.0.0.1 {listener.getsockname()[1]} {'a' * 64}")
file.chmod(0o600)
told = end(start("mute", 1, "--option=peer_timeout=1"))
expect("an address that does not answer",
       told[0] == 1 and "cannot reach process 0 at `127.0.0.1`" in told[1] and "it does not answer" in told[1], told)
told = end(start("silent", 0, PATIENT))
expect("a store that was used",
       told[0] == 1 and "each job needs a store that is empty when it begins" in told[1], told)
(ROOT / "open").mkdir()
(ROOT / "open").chmod(0o777)
told = end(start("open", 0, PATIENT))
expect("a store that others may write", told[0] == 1 and "can be written by everybody" in told[1], told)
address_file("mute", 1).unlink()
file.chmod(0o666)
told = end(start("mute", 1, PATIENT))
expect("an address that others may write",
       told[0] == 1 and "the store cannot be used" in told[1] and "can be written by everybody" in told[1], told)
