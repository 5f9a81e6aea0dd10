# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the features that tests name with those that the suite knows, and shows
what it says where one is missing.

    features.py SOURCE"""

import pathlib
import re
import sys

SOURCE = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(SOURCE / "test"))
import suite_features


class Lit:
    """What lit does with what it is told."""

    def note(self, text):
        print("note:", text)

    def fatal(self, text):
        print("CI: error:", text)


def named():
    for path in sorted((SOURCE / "test").rglob("*")):
        if path.suffix not in (".test", ".mlir", ".pbtxt", ".yaml", ".yml", ".json"):
            continue
        if "node_modules" in path.parts or "Inputs" in path.parts:
            continue
        for names in re.findall(r"^\W*REQUIRES: (.*)$", path.read_text(encoding="utf-8", errors="replace"), re.M):
            yield from ((path, name.strip()) for name in names.split(","))


def main():
    known = set(suite_features.INSTALLED) | set(suite_features.ELSEWHERE) | suite_features.OPTIONAL
    unknown = [f"{path}: {name}" for path, name in named() if name not in known]
    if unknown:
        sys.exit("features of unknown origin:\n" + "\n".join(unknown))
    print(f"tests name {len({name for _, name in named()})} features, all of them known")
    everything = set(suite_features.INSTALLED) | set(suite_features.ELSEWHERE)
    present = everything - {"python-torch"}
    suite_features.check(present, Lit(), {})
    suite_features.check(present, Lit(), {"CI": "true"})
    suite_features.check((present | {"python-torch"}) - {"vsce"}, Lit(), {"CI": "true"})
    suite_features.check(everything - {"gcloud"}, Lit(), {"CI": "true"})
    print("nothing is missing:")
    suite_features.check(everything, Lit(), {"CI": "true"})


main()
