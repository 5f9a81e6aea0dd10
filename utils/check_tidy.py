#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs clang-tidy on C++ sources, with the checks of .clang-tidy.

The files are named; or --changed takes those that a branch has changed, --recent those
of the last commits, and --all takes every file, joined as they are compiled, which takes
a quarter of an hour on two cores. The build folder has to have been built, since headers
are generated.

A file has the flags of its compile command, or of the command that compiles it with
others. Of one for another compiler than clang only what names folders, definitions and
the language is taken, without the precompiled header; it takes some ten seconds then.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLANG_TIDY = "clang-tidy-22"
FOLDERS = ("lib/", "tools/", "utils/", "test/")
# What a branch has changed is checked in minutes; the rest of a larger one is named.
MOST_CHANGED = 20


class Commands:
    """What the files of the project are compiled with."""

    def __init__(self, build):
        self.of_source, self.units = {}, []
        for command in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
            source = pathlib.Path(command["file"])
            if source.suffix not in (".cpp", ".cxx") or source.name == "cmake_pch.hxx.cxx":
                continue
            flags = self.flags_of(shlex.split(command["command"]))
            sources = self.joined(source) if source.suffix == ".cxx" else [source]
            if sources:
                self.units.append((source, flags))
            for name in sources:
                self.of_source.setdefault(name, flags)

    @staticmethod
    def joined(unity):
        if not unity.exists():
            return []
        lines = re.findall(r'^#include "(.*)"$', unity.read_text(encoding="utf-8"), re.MULTILINE)
        return [pathlib.Path(line) for line in lines if line.endswith(".cpp")]

    @staticmethod
    def flags_of(words):
        is_clang = any("clang" in pathlib.Path(word).name for word in words[:8])
        wanted = ("-D", "-I", "-std=") + (("-f", "-O", "-W") if is_clang else ())
        flags, words = [], iter(words)
        for word in words:
            if word in ("-isystem", "-Xclang"):
                value = next(words)
                if word == "-isystem" or is_clang:
                    flags += [word, value]
            elif word.startswith(wanted):
                flags.append(word)
        return flags

    def of(self, source):
        """Those of a neighbour for a file that is not compiled."""
        if source in self.of_source:
            return self.of_source[source]
        # A test of this script is no file of the project, and a fuzzer is one of another build.
        flags = next(flags for name, flags in self.of_source.items()
                     if name.is_relative_to(ROOT / "lib/Support"))
        return [*flags, f"-I{ROOT / 'test'}"]


def git(*words):
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True,
                          check=False)


def sources_of(names):
    """The sources among the files, and those beside the headers."""
    sources = []
    for name in names:
        path = (ROOT / name).with_suffix(".cpp")
        if name.startswith(FOLDERS) and name.endswith((".cpp", ".h")) and path.exists() and \
                path not in sources:
            sources.append(path)
    return sources


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
    sources = sources_of(names)
    if len(sources) > MOST_CHANGED:
        print(f"{len(sources)} sources have changed; the first {MOST_CHANGED} are checked")
    return sources[:MOST_CHANGED]


def recent_files(count):
    """The sources that the last commits touched, the newest first."""
    log = git("log", "--no-merges", "-50", "--name-only", "--diff-filter=d", "--format=")
    return sources_of(log.stdout.splitlines())[:count]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--changed", nargs="?", const="", metavar="BASE",
                        help="what differs from a branch; that is origin/main or main")
    parser.add_argument("--recent", type=int, metavar="COUNT",
                        help="so many of the files that the last commits touched")
    parser.add_argument("--all", action="store_true", help="everything that is compiled")
    parser.add_argument("build", type=pathlib.Path, help="the build folder")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    commands = Commands(options.build)
    files = [path.resolve() for path in options.files]
    if options.changed is not None:
        files += changed_files(options.changed)
    if options.recent:
        files += recent_files(options.recent)
    units = [(path, commands.of(path)) for path in dict.fromkeys(files)]
    if options.all:
        units += commands.units

    def check(unit):
        path, flags = unit
        # What is joined lies in the build folder, where there is no .clang-tidy.
        config = [f"--config-file={ROOT / '.clang-tidy'}"] if path.suffix == ".cxx" else []
        return subprocess.run([CLANG_TIDY, "--quiet", *config, str(path), "--", *flags], cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              check=False)

    failed, said = 0, set()
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for done in pool.map(check, units):
            failed += done.returncode != 0
            # A header says the same to each file that includes it.
            for finding in re.split(r"^(?=\S+:\d+:\d+: (?:error|warning): )", done.stdout,
                                    flags=re.MULTILINE):
                if finding not in said:
                    print(finding, end="", flush=True)
                said.add(finding)
    print(f"{len(units)} files, {failed} with problems")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
