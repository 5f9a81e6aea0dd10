#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plays a conversation with a language server and prints what it answers.

A conversation is a sequence of JSON messages, one after the other, and of lines
that begin with `#`. Messages without "jsonrpc" get it. `#wait METHOD` waits
until the server has sent a message of that method, `#wait N` until it has
answered request N, and `#raw TEXT` sends bytes as they are, with the escapes of
Python. A JSON string of the form {"$file": "name"} stands for the text of a
file beside the conversation. What the server sends is printed with its fields
sorted; the exit code of the server is the last line."""

import json
import pathlib
import queue
import subprocess
import sys
import threading

LIMIT_SECONDS = 20


def messages(stream):
    """What a server writes."""
    while True:
        length = None
        while True:
            line = stream.readline()
            if not line:
                return
            if not line.strip():
                break
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        yield json.loads(stream.read(length))


class Conversation:
    def __init__(self, command, folder):
        self.folder = folder
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers = queue.Queue()
        self.seen = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for message in messages(self.server.stdout):
            self.answers.put(message)
        self.answers.put(None)

    def send(self, data):
        try:
            self.server.stdin.write(data)
            self.server.stdin.flush()
        except BrokenPipeError:
            pass

    def fill_in(self, value):
        if isinstance(value, dict):
            if list(value) == ["$file"]:
                return (self.folder / value["$file"]).read_text(encoding="utf-8")
            return {key: self.fill_in(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.fill_in(item) for item in value]
        return value

    def say(self, message):
        message = {"jsonrpc": "2.0", **self.fill_in(message)}
        body = json.dumps(message).encode()
        self.send(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def take(self):
        message = self.answers.get(timeout=LIMIT_SECONDS)
        if message is not None:
            message.pop("jsonrpc", None)
            print(json.dumps(message, indent=1, sort_keys=True, ensure_ascii=False))
        return message

    def wait(self, wanted):
        """Prints what comes up to the message that is waited for."""
        while True:
            message = self.take()
            if message is None:
                sys.exit("the server has ended before " + wanted)
            if message.get("method") == wanted:
                return
            if wanted.isdigit() and message.get("id") == int(wanted) and "method" not in message:
                return

    def play(self, text):
        decoder = json.JSONDecoder()
        at = 0
        while at < len(text):
            line = text[at:].split("\n", 1)[0]
            if line.startswith("#wait "):
                self.wait(line[6:].strip())
            elif line.startswith("#raw "):
                self.send(line[5:].encode().decode("unicode_escape").encode("latin-1"))
            elif line.startswith("{"):
                message, at = decoder.raw_decode(text, at)
                self.say(message)
                continue
            at += len(line) + 1

    def end(self):
        self.server.stdin.close()
        while self.take() is not None:
            pass
        print("exit code", self.server.wait(timeout=LIMIT_SECONDS))


def main():
    script = pathlib.Path(sys.argv[1])
    conversation = Conversation(sys.argv[2:], script.parent)
    conversation.play(script.read_text(encoding="utf-8"))
    conversation.end()


if __name__ == "__main__":
    main()
