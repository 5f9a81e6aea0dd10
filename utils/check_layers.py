#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks who includes whom. Three places say which library uses which: the includes,
LINK in the CMakeLists.txt files and the table of docs/architecture.md. The includes
are the truth; the others are compared with them, and --update writes the table."""

import argparse
import collections
import functools
import graphlib
import pathlib
import re
import sys

PAGE = pathlib.Path("docs/architecture.md")
HEADING = "| directory | what it does | uses |"

# What is linked and not included, on purpose: (target, library): reason.
UNINCLUDED = {
    ("trainlint-pjrt-cpu", "TrainlintCpu"): "compiles programs behind Program.h",
    ("trainlint-test-cpu", "TrainlintCpu"): "compiles programs behind Program.h",
}

SUFFIXES = {".cpp", ".def", ".h", ".td"}
INCLUDE = re.compile(r'^[ \t]*#?[ \t]*include[ \t]+"([^"]+)"', re.MULTILINE)
KEYWORDS = {"SOURCES", "LINK", "LLVM", "DEPENDS", "EXPORTS", "MLIR", "PIC", "STATIC",
            "ARCHIVES", "DYLIB"}
Target = collections.namedtuple("Target", "name file line directory sources links")
Use = collections.namedtuple("Use", "file line header")


class Tree:
    """The targets of a source tree and the files that belong to them."""

    def __init__(self, root):
        self.root = root
        self.targets = {}
        self.owners = {}
        for top in ("lib", "tools", "test"):
            for file in sorted((root / top).rglob("CMakeLists.txt")):
                self.read_targets(file, file.parent)
        # What has no source of its own belongs to the first library of the directory.
        self.first = {}
        for target in self.targets.values():
            self.first.setdefault(target.directory, target.name)

    def read_targets(self, file, place):
        """Takes the targets that a file of CMake defines for a directory."""
        text = re.sub(r"#.*", "", file.read_text())
        for call in re.finditer(r"\binclude\((\S+\.cmake)\)", text):
            self.read_targets(file.parent / call[1], place)
        variables = collections.defaultdict(list)
        for call in re.finditer(r"\bfile\(GLOB (\w+) CONFIGURE_DEPENDS (\w[^)]*)\)", text):
            variables[call[1]] += [str(path.relative_to(place))
                                   for path in sorted(place.glob(call[2]))]
        for call in re.finditer(r"\bset\((\w+)\s([^)]*)\)", text):
            variables[call[1]] += call[2].split()
        for call in re.finditer(r"\btrainlint_add_(library|tool|plugin)\(([^)]*)\)", text):
            name, *words = call[2].split()
            lists, keyword = collections.defaultdict(list), None
            for word in words:
                if word in KEYWORDS:
                    keyword = word
                elif word.startswith("${"):
                    lists[keyword] += variables[word[2:-1]]
                else:
                    lists[keyword].append(word)
            directory = place.relative_to(self.root)
            links = [link for link in lists["LINK"] if link.startswith("Trainlint")]
            line = text.count("\n", 0, call.start()) + 1
            self.targets[name] = Target(name, file.relative_to(self.root), line, directory,
                                        lists["SOURCES"], links)
            if call[1] == "library":
                for source in lists["SOURCES"]:
                    self.owners[directory / source] = name

    def owner(self, path):
        """The library of a file, None if it belongs to no library."""
        source = path.with_name(path.name.partition(".")[0] + ".cpp")
        if source in self.owners or path.parts[0] != "lib":
            return self.owners.get(source)
        return next((self.first[directory] for directory in path.parents
                     if directory in self.first), None)

    def files(self, target):
        """The files of a tool, which has no directory of its own in test/."""
        for source in target.sources:
            path = target.directory / source
            yield path
            if (self.root / path.with_suffix(".h")).exists():
                yield path.with_suffix(".h")

    def uses(self):
        """(target, library that it uses): each include that says so."""
        files = [(self.owner(path.relative_to(self.root)), path)
                 for path in sorted((self.root / "lib").rglob("*"))
                 if path.suffix in SUFFIXES]
        for target in self.targets.values():
            if target.directory.parts[0] != "lib":
                files += [(target.name, self.root / path) for path in self.files(target)]
        found = collections.defaultdict(list)
        for name, path in files:
            text, file = path.read_text(), path.relative_to(self.root)
            for include in INCLUDE.finditer(text):
                used = self.used(include[1], file.parent)
                if used and used != name:
                    line = text.count("\n", 0, include.start()) + 1
                    found[name, used].append(Use(file, line, include[1]))
        return found

    @functools.cache
    def used(self, header, directory):
        """The library of a header that is included, None if it is not ours."""
        path = pathlib.Path("lib") / header
        # Generated headers are not in the tree, but the directory of their library is.
        if (self.root / path).exists() or {path.parent, path.parent.parent} & self.first.keys():
            return self.owner(path)
        beside = self.owner(directory / header) if directory.parts[0] == "test" else None
        return beside or self.owner(pathlib.Path("test") / header)


def check_links(tree, uses):
    """LINK names what is included, and nothing else."""
    allowed = set()
    for target in tree.targets.values():
        place = f"{target.file}:{target.line}: {target.name}"
        included = {used for user, used in uses if user == target.name}
        for name in sorted(included - set(target.links)):
            use = uses[target.name, name][0]
            yield f"{place} has no LINK to {name}; {use.file}:{use.line} includes {use.header}"
        for name in target.links:
            if name in included:
                continue
            if (target.name, name) in UNINCLUDED:
                allowed.add((target.name, name))
                continue
            yield f"{place} has a LINK to {name} and includes nothing of it"
        for name in sorted({name for name in target.links if target.links.count(name) > 1}):
            yield f"{place} names {name} twice"
        for name in sorted(set(target.links) - tree.targets.keys()):
            yield f"{place} has a LINK to {name}, which is no library"
    for user, used in sorted(UNINCLUDED.keys() - allowed):
        yield f"utils/check_layers.py: {user} needs no exception for {used} any more"


def directories(tree, uses):
    """What the libraries of lib/ say of its directories."""
    found = {target.directory: {} for target in tree.targets.values()
             if target.directory.parts[0] == "lib"}
    for (user, used), places in uses.items():
        above, below = tree.targets[user].directory, tree.targets[used].directory
        if above != below and above in found:
            found[above].setdefault(below, []).extend(places)
    return {str(directory.relative_to("lib")):
            {str(below.relative_to("lib")): places for below, places in its.items()}
            for directory, its in found.items()}


def braced(names):
    """Names of directories for the table, those of one parent together."""
    parents = collections.defaultdict(list)
    for name in sorted(names):
        parent, _, last = name.rpartition("/")
        parents[parent].append(last)
    words = [f"`{name}`" for name in parents.pop("", [])]
    for parent, its in parents.items():
        words.append(f"`{parent}/{its[0]}`" if len(its) == 1 else
                     f"`{parent}/{{{','.join(its)}}}`")
    return ", ".join(sorted(words)) or "nothing"


def read_table(lines):
    """The rows of the table as (number of the line, its cells)."""
    start = lines.index(HEADING) + 2
    for number in range(start, len(lines)):
        if not lines[number].startswith("|"):
            return
        yield number, [cell.strip() for cell in lines[number].strip("|").split(" | ")]


def check_order(rows, graph):
    """Each directory has a row and uses only those in the rows above its own."""
    order = {}
    for number, cells in rows:
        name = cells[0].strip("`")
        if name in order:
            yield f"{PAGE}:{number + 1}: {name} has a row already"
        if name not in graph:
            yield f"{PAGE}:{number + 1}: lib/{name} has no library"
        order[name] = number
    for name in sorted(graph.keys() - order.keys()):
        yield f"{PAGE}: the table has no row for {name}"
    for name, uses in sorted(graph.items()):
        for used, places in sorted(uses.items()):
            if name not in order or used not in order or order[used] < order[name]:
                continue
            for use in places:
                yield (f"{use.file}:{use.line}: {name} must not include {use.header}: "
                       f"{used} has a later row in {PAGE}")


def check_circles(graph):
    """Directories that hold others do not use each other in a circle either. The
    order of the rows says nothing of them."""
    for depth in range(1, max(name.count("/") for name in graph) + 1):
        outer = collections.defaultdict(set)
        for name, uses in graph.items():
            above, *below = ("/".join(end.split("/")[:depth]) for end in (name, *uses))
            outer[above].update(set(below) - {above})
        try:
            graphlib.TopologicalSorter(outer).prepare()
        except graphlib.CycleError as error:
            yield f"lib: {' uses '.join(reversed(error.args[1]))}"
            return


def check_table(lines, rows, graph):
    """Writes the last column; returns the rows that it changed."""
    for number, cells in rows:
        uses = braced(graph.get(cells[0].strip("`"), {}))
        row = f"| {cells[0]} | {cells[1]} | {uses} |"
        if lines[number] != row:
            lines[number] = row
            yield f"{PAGE}:{number + 1}: {cells[0]} uses {uses}; --update writes it"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="write the table of the page")
    parser.add_argument("root", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    options = parser.parse_args()
    tree = Tree(options.root)
    uses = tree.uses()
    graph = directories(tree, uses)
    lines = (options.root / PAGE).read_text().split("\n")
    rows = list(read_table(lines))
    problems = [*check_links(tree, uses), *check_order(rows, graph)]
    problems = problems or list(check_circles(graph))
    stale = list(check_table(lines, rows, graph))
    if options.update:
        (options.root / PAGE).write_text("\n".join(lines))
    else:
        problems += stale
    for problem in problems:
        print(problem)
    if problems:
        print(f"{len(problems)} problem{'s' if len(problems) > 1 else ''}")
        return 1
    print(f"{len(tree.targets)} targets, {len(rows)} directories, 0 problems")
    return 0


if __name__ == "__main__":
    sys.exit(main())
