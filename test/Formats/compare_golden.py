# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares outputs with the golden files of their names, and shows the changes.

With UPDATE_GOLDEN in the environment the golden files are written anew.
"""

import difflib
import os
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
failed = False
for name in sys.argv[2:]:
    golden = folder / name
    text = pathlib.Path(name).read_text(encoding="utf-8")
    if os.environ.get("UPDATE_GOLDEN"):
        folder.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8")
        continue
    wanted = golden.read_text(encoding="utf-8")
    if text != wanted:
        failed = True
        sys.stdout.writelines(difflib.unified_diff(
            wanted.splitlines(True), text.splitlines(True), str(golden), name))
sys.exit(failed)
