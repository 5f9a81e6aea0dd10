# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: notebook.py [--text] [--nbformat3] [--kernel LANGUAGE] CELLS > NOTEBOOK.ipynb

Makes a notebook of cells that people can read: each stands below a line
`# %%`, with `[markdown]` or `[raw]` behind it for one that is not code, and
tags as in `# %% tags=skip-execution`. With --text the source of a cell is one
text, else a list of lines.
"""

import argparse
import json
import re
import sys


def cells_of(text):
    parts = re.split(r"^# %%(.*)\n", text, flags=re.MULTILINE)
    for head, body in zip(parts[1::2], parts[2::2]):
        kind = re.search(r"\[(\w+)\]", head)
        tags = re.search(r"tags=(\S+)", head)
        yield (kind.group(1) if kind else "code",
               tags.group(1).split(",") if tags else [],
               body.rstrip("\n"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--text", action="store_true")
    parser.add_argument("--nbformat3", action="store_true")
    parser.add_argument("--kernel")
    parser.add_argument("cells")
    args = parser.parse_args()
    cells = []
    with open(args.cells, encoding="utf-8", newline="") as file:
        for kind, tags, body in cells_of(file.read()):
            cell = {"cell_type": kind, "metadata": {"tags": tags} if tags else {}}
            is_old_code = args.nbformat3 and kind == "code"
            source = body if args.text else body.splitlines(keepends=True)
            cell["input" if is_old_code else "source"] = source
            if is_old_code:
                cell.update(language="python", outputs=[])
            elif kind == "code":
                cell.update(execution_count=None, outputs=[])
            cells.append(cell)
    metadata = {}
    if args.kernel:
        metadata["kernelspec"] = {"display_name": args.kernel, "language": args.kernel,
                                  "name": args.kernel.lower()}
    if args.nbformat3:
        notebook = {"metadata": metadata, "nbformat": 3, "nbformat_minor": 0,
                    "worksheets": [{"cells": cells, "metadata": {}}]}
    else:
        notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 4}
    json.dump(notebook, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
