#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks Python's own standard library, which trains nothing, and the same modules as
cells of notebooks: there must be no finding. A word of training is written below each
module; without one trainlint would not look into it.

usage: python_library.py TRAINLINT FOLDER"""

import json
import pathlib
import subprocess
import sys
import sysconfig

# Names and text that all checks wait for.
WORD = "\n# gcloud, torch_xla, aiplatform, TPUEstimator\n"


def main():
    trainlint, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    library = pathlib.Path(sysconfig.get_paths()["stdlib"])
    count = 0
    for path in sorted(library.rglob("*.py")):
        name = path.relative_to(library)
        if "site-packages" in name.parts or "dist-packages" in name.parts:
            continue
        text = path.read_bytes() + WORD.encode()
        module = folder / "modules" / name
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_bytes(text)
        notebook = folder / "notebooks" / name.with_suffix(".ipynb")
        notebook.parent.mkdir(parents=True, exist_ok=True)
        lines = text.decode("utf-8", "replace").splitlines(keepends=True)
        cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [],
                "source": lines}
        notebook.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4,
                                        "nbformat_minor": 2}, indent=1), encoding="utf-8")
        count += 1
    done = subprocess.run([trainlint, "--isolated", "--format=concise", str(folder)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0 or done.stdout.strip():
        print(done.stdout[-3000:] + done.stderr[-3000:])
        sys.exit(f"trainlint ends with {done.returncode}")
    print(f"{count} modules, no finding")


main()
