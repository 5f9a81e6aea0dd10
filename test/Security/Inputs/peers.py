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


def write(path, text, mode=0o600):
    """Writes a file as a process does: whole, and for its user alone."""
    half = path.with_suffix(".half")
    half.write_text(text)
    half.chmod(mode)
    half.rename(path)


def wait_for(read):
    """What `read` gives when it gives something; a file may not be there yet."""
    for _ in range(SECONDS * 50):
        try:
            found = read()
        except FileNotFoundError:
            found = None
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it does not come")


def meet(store):
    """Plays the second process until the first one begins; gives the folder of the attempt."""
    folder = ROOT / store
    wait_for(folder.exists)
    write(folder / "hello-1", "b" * 32)
    attempt = wait_for(lambda: "b" * 32 in (folder / "attempt").read_text() and
                       (folder / "attempt").read_text().splitlines()[0])
    write(folder / "ready-1", attempt)
    wait_for(lambda: (folder / "begin").read_text() == attempt)
    return folder / f"attempt-{attempt}"


def admit(store):
    """Lets the real second process into an attempt that was begun without it."""
    folder = ROOT / store
    word = wait_for(lambda: (folder / "hello-1").read_text() not in ("", "b" * 32) and
                    (folder / "hello-1").read_text())
    write(folder / "attempt", (folder / "attempt").read_text().splitlines()[0] + "\n" + word)


def lead(store):
    """Plays the first process until the second one begins; gives the folder of the attempt."""
    folder, attempt = ROOT / store, "c" * 32
    word = wait_for(lambda: (folder / "hello-1").read_text())
    (folder / f"attempt-{attempt}").mkdir(mode=0o700, exist_ok=True)
    write(folder / "attempt", f"{attempt}\n{word}")
    wait_for(lambda: (folder / "ready-1").read_text() == attempt)
    return folder / f"attempt-{attempt}"


def address_file(folder, index):
    return folder / (f"trainlint/cpu/{index}".encode().hex() + ".value")


def address(folder, index=0):
    """Where a process is reached, and its secret."""
    host, port, word = wait_for(address_file(folder, index).read_text).split(" ")
    return (host, int(port)), bytes.fromhex(word)


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
where, secret = address(meet("silent"))
silent = [socket.create_connection(where) for _ in range(5)]
silent[0].sendall(hello(1, 0)[:20])
second = start("silent", 1, PATIENT)
admit("silent")
ends = [end(first), end(second)]
expect("silent connections hold nobody", ends == [(0, ""), (0, "")], ends)
modes = {path.stat().st_mode & 0o777 for path in (ROOT / "silent").rglob("*") if path.is_file()}
expect("the store is for its user alone",
       modes == {0o600} and (ROOT / "silent").stat().st_mode & 0o777 == 0o700, modes)

first = start("strangers", 0, PATIENT)
where, secret = address(meet("strangers"))


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
admit("strangers")
ends = [end(first), end(second)]
assert ends == [(0, ""), (0, "")], ends


def answer_to(store, *messages):
    """What the first process says to messages of the second one."""
    process = start(store, 0, PATIENT)
    connection = shake_hands(*address(meet(store)), 1)
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

process = start("absent", 0, "--option=peer_timeout=1")
meet("absent")
told = end(process)
expect("a process that never comes", told[0] == 1 and "process 1 did not connect within 1 s" in told[1], told)
listener = socket.create_server(("127.0.0.1", 0))


def follow(store, mode, *options):
    """What the second process says to an address where nobody answers."""
    process = start(store, 1, *options)
    folder = lead(store)
    write(address_file(folder, 0), f"127.0.0.1 {listener.getsockname()[1]} {'a' * 64}", mode)
    write(ROOT / store / "begin", "c" * 32)
    return end(process)


told = follow("mute", 0o600, "--option=peer_timeout=1")
expect("an address that does not answer",
       told[0] == 1 and "cannot reach process 0 at `127.0.0.1`" in told[1] and "it does not answer" in told[1], told)
pair = [start("silent", index, PATIENT) for index in range(2)]
ends = [end(process) for process in pair]
expect("a store that was used", ends == [(0, ""), (0, "")], ends)
(ROOT / "open").mkdir()
(ROOT / "open").chmod(0o777)
told = end(start("open", 0, PATIENT))
expect("a store that others may write", told[0] == 1 and "can be written by everybody" in told[1], told)
told = follow("shown", 0o666, PATIENT)
expect("an address that others may write",
       told[0] == 1 and "the store cannot be used" in told[1] and "can be written by everybody" in told[1], told)
