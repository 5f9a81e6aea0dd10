# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks at lock files of npm: they fit their package.json, every package has a digest
and none has an address.

usage: npm_locks.py FOLDER...
"""

import json
import pathlib
import sys

for folder in map(pathlib.Path, sys.argv[1:]):
    wanted = json.loads((folder / "package.json").read_text())
    lock = json.loads((folder / "package-lock.json").read_text())["packages"]
    if lock.pop("")["devDependencies"] != wanted["devDependencies"]:
        sys.exit(f"{folder}: the lock is that of other packages")
    for name, package in lock.items():
        if not package.get("integrity", "").startswith("sha512-"):
            sys.exit(f"{folder}: {name} has no digest")
        if "resolved" in package:
            sys.exit(f"{folder}: {name} has an address")
    print(f"{folder}: {len(lock)} packages")
