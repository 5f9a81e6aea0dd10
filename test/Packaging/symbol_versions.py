#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the newest versions of the C and the C++ library that files ask for, and the
libraries that they need. `--copy-needed ROOT` also copies those of this system to where
the loader looks for them below a root."""

import argparse
import pathlib
import re
import shutil
import subprocess

# The loader, whose name depends on the processor.
LOADER = re.compile(r"ld-linux.*")


def read(file, *options):
    return subprocess.run(["llvm-readelf", *options, str(file)], capture_output=True, text=True, check=True).stdout


def newest(text, library):
    """The newest of the versions of a library, such as `GLIBC_2.34`."""
    versions = {tuple(map(int, found.split("."))) for found in re.findall(rf"\b{library}_([0-9.]+)", text)}
    return f"{library}_{'.'.join(map(str, max(versions)))}" if versions else f"no {library}"


def copy_needed(root, files):
    """The libraries at the places where `ldd` finds them."""
    for file in files:
        said = subprocess.run(["ldd", str(file)], capture_output=True, text=True, check=True).stdout
        for path in re.findall(r"(/\S+) \(0x", said):
            target = root / path.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists():
                shutil.copy(path, target)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--copy-needed", type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    for file in options.files:
        versions = read(file, "--version-info")
        needed = re.findall(r"NEEDED.*\[(.+)\]", read(file, "--dynamic-table"))
        print(f"{file.name}: {newest(versions, 'GLIBC')} {newest(versions, 'GLIBCXX')}")
        print("needs", *sorted(name for name in needed if not LOADER.fullmatch(name)))
    if options.copy_needed:
        copy_needed(options.copy_needed, options.files)


if __name__ == "__main__":
    main()
