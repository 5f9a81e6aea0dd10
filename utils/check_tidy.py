#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs clang-tidy on C++ sources, with the checks of .clang-tidy.

A file takes some ten seconds, so that nobody runs it on all of them: the files are
named, or --changed takes those that a branch has changed. The build folder has to
have been built, since headers are generated.

The flags come from the compile commands of the folder. Its files may be compiled
several at once and with a precompiled header of another compiler, so that only what
names folders, definitions and the language is taken from them.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLANG_TIDY = "clang-tidy-14"
FOLDERS = ("lib/", "tools/", "utils/", "test/")
# What a branch has changed is checked in minutes; the rest of a larger one is named.
MOST_CHANGED = 20


def flags_of(build):
    """What the files of the project are compiled with; they differ in a few folders."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    wanted, flags = ("-D", "-I", "-std="), []
    for command in commands:
        if "TRAINLINT_VERSION" not in command["command"]:
            continue
        words = iter(shlex.split(command["command"]))
        for word in words:
            found = [word, next(words)] if word == "-isystem" else [word]
            if word != "-isystem" and not word.startswith(wanted):
                continue
            if found not in flags:
                flags.append(found)
    return [word for found in flags for word in found]


def git(*words):
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True,
                          check=False)


def changed_files(base):
    """The sources that differ from where the branch began; none without a base."""
    for name in ([base] if base else ["origin/main", "main"]):
        begin = git("merge-base", name, "HEAD")
        if begin.returncode == 0:
            break
    else:
        print("there is no branch to compare with")
        return []
    names = git("diff", "--name-only", "--diff-filter=d", begin.stdout.strip()).stdout.splitlines()
    sources = [name for name in names if name.endswith(".cpp") and name.startswith(FOLDERS)]
    if len(sources) > MOST_CHANGED:
        print(f"{len(sources)} sources have changed; the first {MOST_CHANGED} are checked")
    return [ROOT / name for name in sources[:MOST_CHANGED]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--changed", nargs="?", const="", metavar="BASE",
                        help="what differs from a branch; that is origin/main or main")
    parser.add_argument("build", type=pathlib.Path, help="the build folder")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    files = options.files if options.changed is None else changed_files(options.changed)
    flags = flags_of(options.build)

    def check(path):
        return subprocess.run([CLANG_TIDY, "--quiet", str(path), "--", *flags], cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              check=False)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in pool.map(check, [path.resolve() for path in files]):
            failed += done.returncode != 0
            print(done.stdout, end="")
    print(f"{len(files)} files, {failed} with problems")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
