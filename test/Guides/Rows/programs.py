# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs and notebooks as the files of rows."""

import json


def program(text, **others):
    """A program, and other files by their names; `__` in a name is a slash, and `_py` the extension."""
    files = {name.replace("__", "/").replace("_py", ".py").replace("_txt", ".txt"): body
             for name, body in others.items()}
    return {"submit.py": text, **files}


def notebook(*cells):
    """A notebook of code cells."""
    def cell(text):
        return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [],
                "source": text.splitlines(keepends=True)}
    document = {"cells": [cell(text) for text in cells], "metadata": {"language_info": {"name": "python"}},
                "nbformat": 4, "nbformat_minor": 5}
    return {"submit.ipynb": json.dumps(document, indent=1)}


def variants(pattern, bad, good):
    """Two programs of one pattern, with `<>` replaced."""
    return program(pattern.replace("<>", bad)), program(pattern.replace("<>", good))


def row(number, rule, severity, pattern, bad, good):
    """A row of one pattern."""
    return (number, rule, severity, *variants(pattern, bad, good))
