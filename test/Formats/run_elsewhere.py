# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a copy of a file in a temporary folder, with a report in SARIF."""

import shutil
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    copy = shutil.copy(sys.argv[1], folder)
    subprocess.run(["trainlint", "--isolated", "--format=sarif", copy], check=False)
