# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the places and the fixes of findings in public notebooks: what a place of the
file says is what the place in the cell shows, and a fixed notebook is JSON of which
nothing but the source of code cells has changed."""

import copy
import json
import pathlib
import shutil
import subprocess
import sys


def source_of(notebook, index):
    source = notebook["cells"][index]["source"]
    return source if isinstance(source, str) else "".join(source)


def decode(text, is_list):
    """What a part of the source of a cell says; it may go over several lines."""
    try:
        return "".join(json.loads(f'["{text}"]')) if is_list else json.loads(f'"{text}"')
    except ValueError:
        return None


def places_of(finding):
    yield finding
    yield from finding["related"]
    for fix in finding["fixes"]:
        yield from fix["edits"]


def check_place(place, text, notebook):
    if "cell" not in place:
        return place["range"] is None or notebook is None
    start, end = (place["range"][key]["offset"] for key in ("start", "end"))
    cell_start, cell_end = (place["cell_range"][key]["offset"] for key in ("start", "end"))
    shown = source_of(notebook, place["cell"]).encode()[cell_start:cell_end].decode()
    is_list = isinstance(notebook["cells"][place["cell"]]["source"], list)
    return decode(text[start:end].decode(), is_list) == shown


def without_sources(notebook):
    copied = copy.deepcopy(notebook)
    for cell in copied["cells"]:
        if cell["cell_type"] == "code":
            cell["source"] = ""
    return copied


def main():
    trainlint, corpus, work = sys.argv[1], pathlib.Path(sys.argv[2]) / "python", pathlib.Path(sys.argv[3])
    files = places = fixed = 0
    problems = []
    work.mkdir(parents=True)
    for path in sorted(corpus.rglob("*.ipynb")):
        files += 1
        text = path.read_bytes()
        try:
            notebook = json.loads(text)
        except ValueError:
            notebook = None
        copied = work / f"{files}.ipynb"
        shutil.copyfile(path, copied)
        copied.chmod(0o644)
        command = [trainlint, "--isolated"]
        report = subprocess.run([*command, "--format=json", copied], capture_output=True, text=True, check=False)
        for finding in json.loads(report.stdout)["diagnostics"]:
            for place in places_of(finding):
                if place["file"] != str(copied):
                    continue
                places += 1
                if not check_place(place, text, notebook):
                    problems.append(f"{path}: {finding['rule']}: {place}")
        subprocess.run([*command, "--fix", "--unsafe-fixes", copied], capture_output=True, check=False)
        after = copied.read_bytes()
        if notebook is None or after == text:
            continue
        fixed += 1
        if without_sources(json.loads(after)) != without_sources(notebook):
            problems.append(f"{path}: --fix changed more than the source of cells")
    for problem in problems:
        print(problem)
    print(f"{files} notebooks, {places} places, {fixed} fixed, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
