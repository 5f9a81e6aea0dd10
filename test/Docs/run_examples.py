#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every example of the documentation and compares what it prints.

The pages are those in the root and all of docs/ but docs/rules, which has a test of
its own. In a page

- a ```console block holds `$ command` lines, each followed by its output: what
  goes to standard output, then what goes to standard error. `...` alone on a line
  stands for any number of lines. A last line such as `[1]` is the exit status; it
  is left out if it is zero. A command that ends in a backslash goes on in the
  next line;
- `<!-- file: NAME -->` before a block, or `# file: NAME` in the first line of a
  ```yaml block, puts the block into a file for the commands below it;
- `<!-- from: PATH -->` before a block says that the block is an excerpt of a file
  of the repository; `...` alone on a line stands for what is left out;
- `<!-- setup: PATH -->` names a script of the repository that is run first, with the
  root of the repository as its argument. In such a page `git` and `pre-commit` are run,
  too. If the script ends with 77, what it needs is not there, and no command is run.

Each page has a folder of its own, which is the root of a repository for trainlint,
so that no other configuration applies. Links within the repository have to lead
somewhere, and docs/README.md has to lead to every page.

With --update the outputs are written anew into the pages; --page leaves out the
others.
"""

import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# What installs or builds is shown, not run, but for the commands listed here.
NOT_RUN = re.compile(r"(sudo|apt|apt-get|git|cmake|ninja|pip|npm|docker|pre-commit|(bash )?utils/)\b"
                     r"|bash utils/")
RUN_ALL_THE_SAME = ()
RUN_AFTER_SETUP = re.compile(r"(git|pre-commit)\b")
MISSING = 77
SECONDS = 120
LONGEST_DIFF = 60

FENCE = re.compile(r"(`{3,}|~{3,})([\w+-]*)$")
FILE = re.compile(r"<!-- file: (\S+) -->$")
FROM = re.compile(r"<!-- from: (\S+) -->$")
SETUP = re.compile(r"<!-- setup: (\S+) -->$")
FILE_LINE = re.compile(r"# file: (\S+)$")
LINK = re.compile(r"\]\(([^()\s]+)\)")
ELLIPSIS = "..."


class Block:
    """A fenced block: its language, its lines, and where those begin in the page."""

    def __init__(self, language, begin, before):
        self.language, self.begin, self.before = language, begin, before
        self.lines = []


def blocks_of(lines):
    """The blocks of a page; `before` is the line above the fence."""
    block, fence = None, None
    for number, line in enumerate(lines):
        if block is not None:
            if line == fence:
                yield block
                block = None
            else:
                block.lines.append(line)
            continue
        opened = FENCE.match(line)
        if opened:
            fence = opened[1]
            block = Block(opened[2], number + 1, lines[number - 1] if number else "")
    assert block is None, "a block is never closed"


def commands_of(lines):
    """The commands of a block: where each begins, its text and its output."""
    commands = []
    for number, line in enumerate(lines):
        if commands and commands[-1][1].endswith("\\") and not commands[-1][2]:
            commands[-1][1] += "\n" + line
        elif line.startswith("$ "):
            commands.append([number, line[2:], []])
        elif commands:
            commands[-1][2].append(line)
        else:
            raise AssertionError(f"`{line}` stands before the first command")
    return commands


def without_blank_end(lines):
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def matches(expected, found):
    """True if the lines are the same, but for what `...` stands for."""
    if ELLIPSIS not in expected:
        return expected == found
    parts, part = [], []
    for line in expected:
        if line == ELLIPSIS:
            parts.append(part)
            part = []
        else:
            part.append(line)
    first, *middle, last = parts + [part]
    if len(first) + len(last) > len(found) or found[:len(first)] != first:
        return False
    end = len(found) - len(last)
    if found[end:] != last:
        return False
    at = len(first)
    for part in middle:
        while found[at:at + len(part)] != part:
            at += 1
            if at + len(part) > end:
                return False
        at += len(part)
    return at <= end


class Page:
    def __init__(self, path, options):
        self.path, self.options = path, options
        self.name = path.relative_to(options.source).as_posix()
        self.lines = path.read_text(encoding="utf-8").splitlines()
        self.folder = options.folder / self.name.replace("/", "-").removesuffix(".md")
        self.home = options.homes / self.folder.name
        self.has_setup = self.lacks_setup = False
        self.problems, self.skipped, self.run_count = [], [], 0
        # Lines of the page that an update replaces: begin, end, the new ones.
        self.changes = []

    def check(self):
        try:
            self.prepare()
            for block in blocks_of(self.lines):
                self.check_block(block)
        except AssertionError as problem:
            self.complain(0, str(problem))
        self.check_links()
        if self.options.update and self.changes:
            for begin, end, lines in reversed(self.changes):
                self.lines[begin:end] = lines
            self.path.write_text("\n".join(self.lines) + "\n", encoding="utf-8")

    def prepare(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / ".git").mkdir(parents=True)
        text = "\n".join(self.lines)
        # What the repository and a build of it hold beside the pages.
        if "docs/examples/" in text:
            shutil.copytree(self.options.source / "docs" / "examples",
                            self.folder / "docs" / "examples")
        if "build/bin/" in text:
            (self.folder / "build").mkdir()
            (self.folder / "build" / "bin").symlink_to(self.options.programs)
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir()
        for script in filter(None, map(SETUP.match, self.lines)):
            self.has_setup = True
            done = self.start(["bash", str(self.options.source / script[1]),
                               str(self.options.source)])
            self.lacks_setup |= done.returncode == MISSING
            assert done.returncode in (0, MISSING), done.stderr.decode()

    def complain(self, line, text):
        self.problems.append(f"{self.name}:{line + 1}: {text}")

    def check_block(self, block):
        source = FROM.match(block.before)
        if source:
            text = (self.options.source / source[1]).read_text(encoding="utf-8").splitlines()
            if not matches([ELLIPSIS, *block.lines, ELLIPSIS], text):
                self.complain(block.begin, f"the block is not in {source[1]} as it stands here")
            return
        named = FILE.match(block.before)
        if not named and block.language == "yaml" and block.lines:
            named = FILE_LINE.match(block.lines[0])
        if named:
            file = (self.folder / named[1]).resolve()
            assert file.is_relative_to(self.folder.resolve()), f"{named[1]} is elsewhere"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        elif block.language == "console":
            for number, command, output in commands_of(block.lines):
                self.check_command(block.begin + number, command, output)

    def check_command(self, line, command, output):
        if not self.may_run(command):
            self.skipped.append(f"{self.name}:{line + 1}: {command}")
            return
        self.run_count += 1
        expected = without_blank_end(output)
        found = self.run(command)
        if matches(expected, found):
            return
        if self.options.update:
            begin = line + 1 + command.count("\n")
            self.changes.append((begin, begin + len(expected), found))
            if ELLIPSIS in expected:
                self.complain(line, f"`{command}` had `...` and has its whole output now")
            return
        diff = list(difflib.unified_diff(expected, found, "in the page", "now", lineterm=""))
        if len(diff) > LONGEST_DIFF:
            diff[LONGEST_DIFF:] = [f"... and {len(diff) - LONGEST_DIFF} more lines"]
        self.complain(line, f"`{command}` prints something else\n"
                      + "\n".join("    " + changed for changed in diff))

    def may_run(self, command):
        if self.lacks_setup:
            return False
        if self.has_setup and RUN_AFTER_SETUP.match(command):
            return True
        return not NOT_RUN.match(command) or command in RUN_ALL_THE_SAME

    def start(self, words):
        environment = {"PATH": f"{self.options.programs}:{os.environ['PATH']}",
                       "HOME": str(self.home), "LC_ALL": "C.UTF-8",
                       "GIT_CONFIG_SYSTEM": os.devnull}
        return subprocess.run(words, cwd=self.folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=SECONDS, check=False)

    def run(self, command):
        # Users see the report before the summary, which goes to standard error.
        try:
            result = self.start(["bash", "-c", command])
        except subprocess.TimeoutExpired:
            return [f"no end after {SECONDS} seconds"]
        text = (result.stdout + result.stderr).decode("utf-8", errors="replace")
        lines = without_blank_end(text.split("\n"))
        return lines + ([f"[{result.returncode}]"] if result.returncode else [])

    def check_links(self):
        fence = None
        for number, line in enumerate(self.lines):
            opened = FENCE.match(line)
            if fence or opened:
                fence = None if line == fence else fence or opened[1]
                continue
            for target in LINK.findall(line):
                if re.match(r"[a-z]+:|#", target):
                    continue
                if not (self.path.parent / target.split("#")[0]).exists():
                    self.complain(number, f"the link to {target} leads nowhere")


def check_index(pages, source):
    """Every page has to be found from docs/README.md."""
    index = source / "docs" / "README.md"
    if not index.exists():
        return ["docs/README.md is not there"]
    linked = {(index.parent / target.split("#")[0]).resolve()
              for target in LINK.findall(index.read_text(encoding="utf-8"))}
    return [f"docs/README.md does not lead to {page.name}" for page in pages
            if page.path != index and page.name.startswith("docs/")
            and page.path.resolve() not in linked]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--update", action="store_true", help="write the outputs into the pages")
    parser.add_argument("--page", action="append", default=[], help="such as docs/formats.md")
    parser.add_argument("source", type=pathlib.Path, help="the root of the repository")
    parser.add_argument("programs", type=pathlib.Path, help="the folder of the built programs")
    parser.add_argument("folder", type=pathlib.Path, help="where the examples are run")
    options = parser.parse_args()
    options.source, options.programs = options.source.resolve(), options.programs.resolve()
    options.folder.mkdir(parents=True, exist_ok=True)
    options.folder = options.folder.resolve()
    # Nobody lives in a work tree.
    homes = tempfile.TemporaryDirectory(prefix="trainlint-homes")
    options.homes = pathlib.Path(homes.name).resolve()

    docs = options.source / "docs"
    paths = [*options.source.glob("*.md"), *docs.glob("*.md"), *docs.glob("*/*.md")]
    pages = [Page(path, options) for path in sorted(paths)
             if path.exists() and path.parent != docs / "rules"]
    for page in pages:
        if not options.page or page.name in options.page:
            page.check()
    problems = [problem for page in pages for problem in page.problems]
    problems += check_index(pages, options.source)
    for problem in problems:
        print(problem)
    for skipped in (command for page in pages for command in page.skipped):
        print(f"not run: {skipped}")
    print(f"{len(pages)} pages, {sum(page.run_count for page in pages)} commands run, "
          f"{sum(len(page.skipped) for page in pages)} not run, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
