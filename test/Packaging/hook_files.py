# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which of the names on standard input each hook takes.

usage: hook_files.py MANIFEST

The kinds of the files are not looked at, as they need the files.
"""

import re
import sys

import yaml

with open(sys.argv[1], encoding="utf-8") as manifest:
    hooks = yaml.safe_load(manifest)
names = sys.stdin.read().split()
for hook in hooks:
    taken = [name for name in names if re.search(hook["files"], name)
             and not re.search(hook.get("exclude", "^$"), name)]
    print(f"{hook['id']}: {' '.join(taken)}")
