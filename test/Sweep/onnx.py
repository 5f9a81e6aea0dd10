#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks every operator of ONNX, one model for each cell:

- in the opset before it came, in each set that changed it, and in the set that
  deprecated it;
- with the least and the most inputs and outputs, and with one fewer and one more;
- without each attribute that it needs, with each attribute of another type, and with
  one that it does not have; the last two in older forms as well, which are not known.

The expected rules of each cell are worked out here from the table, without trainlint's
own reading of it. With --facts the table is also compared with the collected facts that
it was made from.
"""

import collections
import json
import pathlib
import subprocess
import tempfile

import sweep

# A value of each type of attribute, in the text format.
VALUES = {"int": "i: 1 type: INT", "float": "f: 1 type: FLOAT", "string": 's: "x" type: STRING',
          "ints": "ints: 1 type: INTS", "floats": "floats: 1 type: FLOATS",
          "strings": 'strings: "x" type: STRINGS', "graph": "g { } type: GRAPH",
          "tensor": "t { data_type: 1 float_data: 1 } type: TENSOR",
          "sparse_tensor": "sparse_tensor { values { data_type: 1 } } type: SPARSE_TENSOR",
          "type_proto": "tp { tensor_type { elem_type: 1 } } type: TYPE_PROTO"}
SET, ARITY, ATTRIBUTE = "onnx-opset", "onnx-arity", "onnx-attribute"
# More than any operator with a bound has.
MANY = 40
WITHOUT_INPUTS = ("Constant", "RandomNormal", "RandomUniform", "SequenceEmpty")
# So many files are checked in one run.
BATCH = 4000

# What the made-up attributes and empty graphs mean is no matter of the tables.
IGNORED = ["--ignore=op-input-shape"]


class Operator:
    def __init__(self, row):
        self.domain, self.name = row["domain"], row["op"]
        self.deprecated = row["deprecated"] == "yes"
        self.versions = [int(item) for item in row["versions"].split("|")]
        self.inputs = self.bounds(row, "inputs")
        self.outputs = self.bounds(row, "outputs")
        self.attributes = {}
        for item in row["attributes"].split():
            name, kind = item.split(":")
            self.attributes[name.rstrip("!")] = (kind, name.endswith("!"))

    @staticmethod
    def bounds(row, what):
        most = row[f"most-{what}"]
        return int(row[f"least-{what}"]), int(most) if most else None

    def needed(self, without=None):
        return {name: VALUES[kind] for name, (kind, needed) in self.attributes.items()
                if needed and name != without}

    def model(self, version, inputs=None, outputs=None, attributes=None):
        inputs = self.inputs[0] if inputs is None else inputs
        outputs = self.outputs[0] if outputs is None else outputs
        attributes = self.needed() if attributes is None else attributes
        parts = ['input: "x"'] * inputs + [f'output: "o{i}"' for i in range(outputs)]
        parts += [f'attribute {{ name: "{name}" {value} }}' for name, value in attributes.items()]
        return (f'ir_version: 8\nopset_import {{ domain: "{self.domain}" version: {version} }}\n'
                f'graph {{ input {{ name: "x" }}\nnode {{ op_type: "{self.name}" '
                f'domain: "{self.domain}" {" ".join(parts)} }} }}\n')


def count_cells(operator, version, rules):
    """Models with other numbers of inputs and outputs. `rules` is what a wrong one has."""
    for what in ("inputs", "outputs"):
        least, most = getattr(operator, what)
        cells = [(least, []), (MANY if most is None else most, [])]
        cells += [(least - 1, rules)] if least else []
        cells += [(most + 1, rules)] if most is not None else []
        for number, expected in cells:
            yield operator.model(version, **{what: number}), expected


def attribute_cells(operator, version, rules):
    """Models with other attributes."""
    needed = operator.needed()
    yield operator.model(version, attributes={**needed, "no_such": VALUES["int"]}), rules
    yield operator.model(version, attributes={**needed, "__own": VALUES["int"]}), []
    for name, (kind, is_needed) in operator.attributes.items():
        if is_needed:
            yield operator.model(version, attributes=operator.needed(without=name)), rules
        yield operator.model(version, attributes={**needed, name: VALUES[kind]}), []
        for other, value in VALUES.items():
            # What a graph and a sparse tensor are is not told from the attribute alone.
            if {kind, other} in ({"graph", "int"}, {"tensor", "sparse_tensor"}) or kind == other:
                continue
            yield operator.model(version, attributes={**needed, name: value}), rules


def cells(operator, newest):
    first, last = operator.versions[0], operator.versions[-1]
    if first > 1:
        yield operator.model(first - 1), [SET]
    if operator.deprecated:
        yield operator.model(last), [SET]
        yield operator.model(newest + 1), [SET]
        yield operator.model(last - 1), []
        return
    for version in operator.versions:
        if version != last:
            # The form of an older version is not known.
            yield from count_cells(operator, version, [])
    yield from count_cells(operator, last, [ARITY])
    yield from attribute_cells(operator, newest, [ATTRIBUTE])
    # An opset that is newer than the table may have changed it.
    yield from attribute_cells(operator, newest + 1, [])


def check(tool, every, operators):
    newest = collections.defaultdict(int)
    for operator in operators:
        newest[operator.domain] = max(newest[operator.domain], operator.versions[-1])
    models = [cell for operator in operators for cell in cells(operator, newest[operator.domain])]
    models = models[::every]
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        paths = [folder / f"{number}.pbtxt" for number in range(len(models))]
        for path, (text, _) in zip(paths, models):
            path.write_text(text)
        found = collections.defaultdict(list)
        for begin in range(0, len(paths), BATCH):
            result = subprocess.run([tool, "--isolated", "--kind=graph", "--format=json", *IGNORED,
                                     *paths[begin:begin + BATCH]],
                                    capture_output=True, check=False)
            for finding in json.loads(result.stdout)["diagnostics"]:
                found[int(pathlib.Path(finding["file"]).stem)].append(finding["rule"])
    for number, (text, expected) in enumerate(models):
        if sorted(set(found[number])) != expected:
            wrong.append(f"{found[number]} instead of {expected} in\n{text}")
    return len(models), wrong


def compare_with_facts(table, facts):
    """What the table and the facts do not have in common."""
    known = {(row["domain"], row["op"]): row for row in table}
    wrong = []
    for row in sweep.rows(facts):
        ours = known.pop((row["domain"], row["op"]), None)
        if ours is None:
            wrong.append(f"{row['op']} is not in the table")
            continue
        if ours["versions"].split("|") != row["all_since_versions"].split():
            wrong.append(f"{row['op']}: versions {ours['versions']}")
        if (ours["deprecated"] == "yes") != (row["deprecated"] == "y"):
            wrong.append(f"{row['op']}: deprecated {ours['deprecated']}")
        given = [item for item in row["attributes"].split("; ") if item]
        if len(given) != len(ours["attributes"].split()):
            wrong.append(f"{row['op']}: attributes {ours['attributes']}")
        for what, key in (("inputs", "input_arity"), ("outputs", "output_arity")):
            ports = [item for item in row[what].split("; ") if item]
            # The facts have the outputs of operators without inputs in their place.
            if what == "inputs" and row["op"] in WITHOUT_INPUTS:
                ports = []
            least, most = (row[key] or f"{len(ports)} - {len(ports)}").split(" - ")
            if [ours[f"least-{what}"], ours[f"most-{what}"] or "inf"] != [least, most]:
                wrong.append(f"{row['op']}: {what} {ours[f'least-{what}']} to {ours[f'most-{what}']}")
    return wrong + [f"{op} of {domain} is not in the facts" for domain, op in known]


def main():
    arguments = sweep.options(every="check one of so many cells").parse_args()
    table = sweep.rows(arguments.tables / "onnx-ops.csv")
    count, wrong = check(arguments.tool, arguments.every, [Operator(row) for row in table])
    facts = arguments.facts / "tpu" / "onnx_ops.csv" if arguments.facts else None
    if facts and facts.exists():
        wrong += compare_with_facts(table, facts)
    sweep.finish(count, wrong)


if __name__ == "__main__":
    main()
