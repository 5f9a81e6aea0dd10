# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives each document of a folder to the script alone, and prints what becomes of it.

    refuse_each.py SCRIPT FOLDER
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile


def main():
    script, folder = sys.argv[1:]
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        with tempfile.TemporaryDirectory() as alone:
            shutil.copy(path, alone)
            run = subprocess.run([sys.executable, script, alone, "--output", alone + "/out"],
                                 capture_output=True, text=True)
        print(f"{path.stem}: {run.returncode} {(run.stdout + run.stderr).strip()}")


main()
