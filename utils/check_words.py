#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refuses the words that docs/glossary.md retires.

The glossary has tables whose last column holds them, separated by commas; `*` stands
for any end of a word. `<!-- refused: WHERE... -->` above a table says where they are
refused: in the prose of the `pages`, in the records of the `rules`, in the `options` of
the programs, in the texts that sources hold, which are `messages`, in all that sources
hold, which is `code`, and in `tests`. Examples and names of files in pages are no prose:
they show what is there. In code and tests the words of an identifier count, too:
`isFoldedTwice` and `is_folded_twice` have three.

`<!-- refused: WHERE...; later: WHERE... -->` says where words still stand that are to
go. `--all` refuses them there as well, to see what is left.
"""

import pathlib
import re
import sys

WHERE = re.compile(r"^<!-- refused: ([\w ]+)(?:; later: ([\w ]+))? -->$")
FENCE = re.compile(r"^(`{3,}|~{3,})")
CAMEL_CASE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
NO_PROSE = re.compile(r"`[^`]*`|<!--.*?-->|\]\([^)]*\)")
TD_COMMENT = re.compile(r"//.*")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def pages(root):
    paths = [*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("docs/*/*.md"),
             *root.glob(".github/*.md")]
    # Pages of rules are written from the records; the glossary names what it retires.
    return [path for path in paths if path.parent != root / "docs" / "rules"
            and path != root / "docs" / "glossary.md"]


def code(root):
    return [path for folder in ("lib", "tools", "utils/TableGen", "utils/TableCompiler",
                                "utils/SchemaCompiler")
            for path in (root / folder).glob("**/*") if path.suffix in (".cpp", ".h", ".td", ".def")]


def tests(root):
    """Those that hold text, but not the test of these words."""
    endings = (".test", ".mlir", ".pbtxt", ".yaml", ".py", ".sh", ".cpp", ".h", ".js")
    return [path for path in (root / "test").glob("**/*")
            if path.suffix in endings and path != root / "test" / "Docs" / "words.test"]


SOURCES = {
    "pages": pages,
    "rules": lambda root: root.glob("lib/Diagnostics/Rules/*.td"),
    "options": lambda root: [*root.glob("lib/**/*Options.td"), *root.glob("tools/*/*.cpp")],
    "messages": lambda root: [path for path in code(root) if path.suffix == ".cpp"],
    "code": code,
    "tests": tests,
}


def retired_words(glossary, everywhere):
    """Patterns of retired words with the word to use, for each kind of source."""
    words, kinds = {kind: [] for kind in SOURCES}, []
    for line in glossary.read_text(encoding="utf-8").splitlines():
        if found := WHERE.match(line):
            kinds = found[1].split() + (found[2] or "").split() * everywhere
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 3 or cells[0] in ("word", "---"):
            continue
        for old in filter(None, (word.strip() for word in cells[2].split(","))):
            pattern = r"\b" + re.escape(old).replace(r"\*", r"\w*").replace(r"\ ", r"\s+") + r"\b"
            for kind in kinds:
                words[kind].append((re.compile(pattern, re.IGNORECASE), cells[0]))
    return words


def blank(found):
    return re.sub(r"[^\n]", " ", found[0])


def prose_of(path, kind):
    """The text of a file in which words count, with the lines as they are."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if kind in ("code", "tests"):
        return CAMEL_CASE.sub(" ", text.replace("_", " "))
    if path.suffix == ".td":
        return TD_COMMENT.sub(blank, text)
    if path.suffix == ".cpp":
        return "\n".join("" if line.startswith("#include") else " ".join(STRING.findall(line))
                         for line in text.splitlines())
    lines, fence = [], None
    for line in text.splitlines():
        opened = FENCE.match(line)
        if fence:
            fence = None if line == fence else fence
            line = ""
        elif opened:
            fence, line = opened[1], ""
        lines.append(NO_PROSE.sub(blank, line))
    return "\n".join(lines)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--all"]
    root = pathlib.Path(arguments[0]).resolve()
    words = retired_words(root / "docs" / "glossary.md", everywhere="--all" in sys.argv)
    count = files = 0
    for kind, source in SOURCES.items():
        for path in sorted(source(root)) if words[kind] else ():
            files += 1
            text = prose_of(path, kind)
            uses = [(found.start(), found[0], new) for pattern, new in words[kind]
                    for found in pattern.finditer(text)]
            count += len(uses)
            for at, old, new in sorted(uses):
                line, said = text.count("\n", 0, at) + 1, " ".join(old.split())
                print(f"{path.relative_to(root)}:{line}: `{said}` is `{new}` in docs/glossary.md")
    total = len({pattern.pattern for kind in words.values() for pattern, _ in kind})
    print(f"{files} files, {total} retired words, {count} found")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
