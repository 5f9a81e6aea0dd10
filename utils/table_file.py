# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A file of tables/, whose comments and columns stay as they are written."""

import csv
import re


class TableFile:
    def __init__(self, path):
        self.name = path.stem
        lines = path.read_text(encoding="utf-8").splitlines()
        begin = next(i for i, line in enumerate(lines) if not line.startswith("#"))
        self.head = lines[:begin]
        reader = csv.reader(lines[begin:])
        self.columns = next(reader)
        described = [re.match(r"# column (\S+): \S+( key)?", line) for line in self.head]
        self.keys = [match.group(1) for match in described if match and match.group(2)]
        self.rows = {}
        for cells in reader:
            row = dict(zip(self.columns, cells))
            self.rows[self.key(row)] = row
        self.before = {key: dict(row) for key, row in self.rows.items()}

    def key(self, row):
        return tuple(row[column] for column in self.keys)

    def add(self, **cells):
        """Adds a row, or changes the cells of the one that is there; `_` stands for `-`."""
        row = {column: "" for column in self.columns}
        row.update({column.replace("_", "-"): str(cell) for column, cell in cells.items()})
        known = self.rows.setdefault(self.key(row), row)
        known.update({column.replace("_", "-"): str(cell) for column, cell in cells.items()})

    def changed(self):
        return self.rows != self.before

    def differences(self):
        """Lines for people: rows that are new, rows that changed, rows that are gone."""
        for key in sorted(self.rows.keys() | self.before.keys()):
            name = " ".join(key)
            old, new = self.before.get(key), self.rows.get(key)
            if old is None:
                cells = [f"{c} {v}" for c, v in new.items() if v and c not in self.keys]
                yield f"  + {name}" + (": " + ", ".join(cells) if cells else "")
            elif new is None:
                yield f"  - {name}"
            elif old != new:
                cells = [f"{c} {old[c] or 'empty'} -> {new[c] or 'empty'}"
                         for c in self.columns if old[c] != new[c]]
                yield f"  ~ {name}: " + ", ".join(cells)

    def stamp(self, commands, date):
        """Names the commands as sources, and their date as that of the table."""
        mine = [f"# source: {command}, of {date}" for command in commands]
        kept = [line for line in self.head
                if not any(line.startswith(f"# source: {command},") for command in commands)]
        at = max(i for i, line in enumerate(kept) if line.startswith("# source:"))
        kept[at + 1:at + 1] = mine
        self.head = [f"# as-of: {date}" if line.startswith("# as-of:") else line for line in kept]

    def write(self, path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write("\n".join(self.head) + "\n")
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(self.columns)
            for _, row in sorted(self.rows.items()):
                writer.writerow([row[column] for column in self.columns])
