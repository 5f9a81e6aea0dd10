# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sets traps in the repository of the working directory: whatever Git can be told to
run makes the file that is named."""

import os
import subprocess
import sys

trap = sys.argv[1]
command = f"touch {trap}"
settings = {
    "core.fsmonitor": f"{command};false",
    "core.pager": command,
    "core.sshCommand": command,
    "core.askPass": command,
    "core.editor": command,
    "core.alternateRefsCommand": command,
    "diff.external": command,
    "diff.evil.command": command,
    "diff.evil.textconv": command,
    "filter.evil.clean": f"{command};cat",
    "filter.evil.smudge": f"{command};cat",
    "filter.evil.required": "true",
    # A name that looks like a setting.
    "filter.a=b.clean": f"{command};cat",
    "extensions.partialClone": "origin",
    "remote.origin.promisor": "true",
    "remote.origin.url": f"ext::sh -c touch% {trap}",
    "remote.origin.uploadpack": command,
    "protocol.ext.allow": "always",
    "alias.diff": f"!{command}",
    "alias.rev-parse": f"!{command}",
}
for key, value in settings.items():
    subprocess.run(["git", "config", key, value], check=True)
with open(".gitattributes", "w", encoding="utf-8") as file:
    file.write("*.yaml filter=evil diff=evil\n*.json filter=a=b\n")
os.makedirs(".git/hooks", exist_ok=True)
for hook in ("post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman"):
    path = f".git/hooks/{hook}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\n{command}\n")
    os.chmod(path, 0o755)
