# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks kubectl what it makes of manifests, without a cluster.

`kubectl set image --local` decodes each document into the Go type of its kind before
it looks for containers, and says which documents it cannot decode: what it refuses no
cluster gets to see. It goes on after a document that it cannot decode, so that one
call judges thousands."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

# A document of a kind that nobody knows: its refusal divides those of its neighbors.
MARKER = '{"apiVersion": "v1", "kind": "Marker%06d"}'
MARKED = re.compile(r'no kind "Marker(\d+)" is registered')
SAID_OF = re.compile(r'^(?:error: )?unable to decode "[^"]*": ')
# Decoded, but no kind that has an image.
NO_REFUSAL = re.compile(r"the object is not a pod|no kind \"|unable to find container named"
                        r"|selector is only supported|arguments in resource/name form")
MOST_AT_ONCE = 2000


class Client:
    """The kubectl of this machine."""

    def __init__(self):
        self.path = shutil.which("kubectl")
        self.calls = 0

    def version(self):
        done = self.run("version", "--client")
        return done.stdout.split()[2] if done.returncode == 0 else "?"

    def field_names(self):
        """The names of all fields of all types of Kubernetes."""
        tags = re.findall(rb'json:"(\w+)[^"]*"(?: \w+:"[^"]*")* protobuf:"', pathlib.Path(self.path).read_bytes())
        return sorted({name.decode() for name in tags})

    def refusals(self, documents):
        """What it says of each of these objects in JSON; None if it decodes it."""
        said = []
        for start in range(0, len(documents), MOST_AT_ONCE):
            said += self.refusals_at_once(documents[start:start + MOST_AT_ONCE])
        return said

    def refusals_at_once(self, documents):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            for number, document in enumerate(documents):
                file.write(f"{document}\n{MARKER % number}\n")
            file.flush()
            lines = self.decode("-f", file.name)
        said, refusal = [], None
        for line in lines:
            marked = MARKED.search(line)
            if marked:
                if int(marked[1]) != len(said):
                    break
                said.append(refusal)
                refusal = None
            elif not NO_REFUSAL.search(line):
                refusal = SAID_OF.sub("", line)
        if len(said) != len(documents):
            raise RuntimeError(f"kubectl stopped at {documents[len(said)]!r}: {refusal}")
        return said

    def refusals_of_files(self, folder):
        """What it says of the files below a folder: by path, a list."""
        said = {}
        for line in self.decode("-R", "-f", str(folder)):
            file = re.search(re.escape(str(folder)) + r"/([^\":]+)", line)
            if file and not NO_REFUSAL.search(line):
                said.setdefault(file[1], []).append(SAID_OF.sub("", line))
        return said

    def decode(self, *files):
        return self.run("set", "image", "--local", *files, "*=image", "-o", "name").stderr.splitlines()

    def run(self, *arguments):
        self.calls += 1
        return subprocess.run([self.path, *arguments], capture_output=True, text=True, check=False,
                              env={**os.environ, "KUBECONFIG": os.devnull})
