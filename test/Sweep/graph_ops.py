#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what every op of TensorFlow means in a TPU computation, one small graph for
each cell:

- every op inside of a computation and outside, with element types that a TPU takes,
  and inside with soft placement;
- every op inside, for each of its attributes with a type that a TPU does not take;
- every op inside, for each input that the compiler has to know, with data of a step.

The expected verdict of each cell is worked out here from the tables, without
trainlint's own reading of them. With --facts the tables are also compared with the
collected facts that they were made from.
"""

import json
import re
import subprocess
import tempfile
import pathlib

import sweep
from sweep import rows

MARK = 'attr { key: "_tpu_replicate" value { s: "cluster" } }'
# So many graphs are checked by one run.
BATCH = 2000
# What cannot be read would have no finding, so that is looked for, too.
RULES = ["graph-syntax", "tpu-unsupported-op", "tpu-unsupported-dtype", "tpu-compile-time-constant",
         "tpu-reference-variable", "tpu-placeholder", "tpu-host-op"]
# From the one that every op has to the one that few have.
TYPES = ["float", "int32", "int64", "bool", "bfloat16", "complex64", "uint8", "int8", "half",
         "double", "uint32", "uint64", "int16", "uint16", "qint8", "quint8", "qint32", "qint16",
         "quint16", "complex128", "string", "resource", "variant", "int4", "uint4",
         "float8_e5m2"]


class Tables:
    def __init__(self, folder):
        self.ops = {row["op"]: row for row in rows(folder / "tf-ops.csv")}
        self.tpu = {row["op"]: row for row in rows(folder / "tf-ops-tpu.csv")}
        self.sets = {row["name"]: row["types"].split(",") for row in rows(folder / "tf-type-sets.csv")}

    def expand(self, words):
        return {name for word in words.split(",") for name in self.sets.get(word, [word])}

    def attributes(self, op):
        """The attributes of an op by name: kind, allowed words, least value, default."""
        result = {}
        for text in self.ops.get(op, {}).get("attributes", "").split():
            name, rest = text.split(":", 1)
            kind, allowed, least, default = re.fullmatch(
                r"(list\(\w+\)|\w+)(?:\{(.*?)\})?(?:>=(-?\d+))?(?:=(.*))?", rest).groups()
            result[name] = (kind, allowed, least, default)
        return result

    def constraints(self, op):
        """The types that each attribute of an op may have on a TPU."""
        return {part.partition("=")[0]: self.expand(part.partition("=")[2])
                for part in self.tpu[op]["types"].split()}


def value(kind, text):
    if kind == "type":
        return f"type: DT_{text.upper()}"
    if kind == "string":
        return f's: "{text}"'
    if kind == "bool":
        return f"b: {text}"
    if kind == "float":
        return f"f: {text}"
    if kind == "func":
        return f'func {{ name: "{text}" }}'
    if kind == "shape":
        return "shape { }"
    if kind == "tensor":
        return "tensor { dtype: DT_FLOAT tensor_shape { } float_val: 1 }"
    return f"i: {text}"


class Graph:
    """One node of an op with all that it needs, as the text of a GraphDef."""

    def __init__(self, tables, op, types, at_run_time=None):
        self.tables, self.op = tables, op
        self.attributes = tables.attributes(op)
        self.types = types
        self.at_run_time = at_run_time
        self.sources = []

    def type_of(self, attribute):
        return self.types.get(attribute) or self.allowed(attribute)

    def allowed(self, attribute):
        """A type that both the op and the TPU take."""
        allowed = self.attributes.get(attribute, (None, None, None, None))[1]
        here = self.tables.expand(allowed) if allowed else set(TYPES)
        here &= self.tables.constraints(self.op).get(attribute, set(TYPES))
        return next(name for name in TYPES if name in here)

    def source(self, name, element, reference):
        if reference:
            op, extra = "VariableV2", 'attr { key: "shape" value { shape { } } }'
        elif name == self.at_run_time:
            op, extra = "InfeedDequeue", 'attr { key: "shape" value { shape { } } } ' + MARK
        elif element in ("resource", "variant"):
            op, extra = "Placeholder", ""
        else:
            op, extra = "Const", ('attr { key: "value" value { tensor { dtype: '
                                  f"DT_{element.upper()} tensor_shape {{ }} }} }} }}")
        node = f"in{len(self.sources)}"
        self.sources.append(f'node {{ name: "{node}" op: "{op}" attr {{ key: "dtype" value '
                            f"{{ type: DT_{element.upper()} }} }} {extra} }}")
        return node

    def inputs(self):
        for text in self.tables.ops.get(self.op, {}).get("inputs", "").split():
            name, kind = text.split(":", 1)
            reference = kind.startswith("Ref(")
            if reference:
                kind = kind[4:-1]
            if kind.endswith("..."):
                yield self.source(name, self.type_of(kind[:-3]), reference)
                continue
            count, _, kind = kind.rpartition("*")
            element = self.type_of(kind) if kind in self.attributes else kind
            for _ in range(max(1, self.least(count)) if count else 1):
                yield self.source(name, element, reference)

    def least(self, attribute):
        least = self.attributes[attribute][2]
        return max(1, int(least or 1))

    def text(self, inside, soft):
        inputs = " ".join(f'input: "{name}"' for name in self.inputs())
        parts = []
        for name, (kind, allowed, least, default) in self.attributes.items():
            one = kind.removeprefix("list(").removesuffix(")")
            if one == "type":
                content = value(one, self.type_of(name))
            elif one == "int":
                content = value(one, max(1, int(least or 1)) if kind == "int" else 1)
            elif default is not None and kind == one:
                continue
            else:
                content = value(one, allowed.split(",")[0] if allowed else
                                {"bool": "false", "float": "1"}.get(one, "f"))
            if kind != one:
                # Lists of types have one for each input; others are as long as they must be.
                count = 1 if one == "type" else int(least or 1)
                content = f"list {{ {' '.join([content] * count)} }}"
            parts.append(f'attr {{ key: "{name}" value {{ {content} }} }}')
        for name, element in self.types.items():
            if name not in self.attributes:
                parts.append(f'attr {{ key: "{name}" value {{ type: DT_{element.upper()} }} }}')
        # Limits that have nothing to do with the op itself.
        soft_attr = 'attr { key: "allow_soft_placement" value { b: true } }' if soft else ""
        metadata = ('node { name: "metadata" op: "TPUReplicateMetadata" attr { key: "num_replicas" '
                    f"value {{ i: 1 }} }} {soft_attr} {MARK} }}\n" if inside else "")
        node = (f'node {{ name: "node" op: "{self.op}" {inputs} {" ".join(parts)} '
                f'{MARK if inside else ""} }}')
        return metadata + "\n".join(self.sources) + "\n" + node + "\n"


def verdict(row, soft):
    """The finding of an op inside of a computation with types that a TPU takes."""
    if row["support"] in ("yes", "functionalized", "marker", "unverified"):
        return None
    if row["support"] == "no":
        rule = "tpu-host-op" if row["host"] else "tpu-unsupported-op"
        return rule, "warning" if soft else "error"
    if row["support"] == "ignored":
        return "tpu-host-op", "warning"
    rule = {"reference": "tpu-reference-variable", "placeholder": "tpu-placeholder"}
    return rule.get(row["support"], "tpu-unsupported-op"), "error"


def cells(tables):
    for op, row in tables.tpu.items():
        plain = {name: Graph(tables, op, {}).allowed(name) for name in tables.constraints(op)
                 if op not in tables.ops}
        yield f"{op} inside", Graph(tables, op, plain).text(True, False), verdict(row, False)
        yield f"{op} with soft placement", Graph(tables, op, plain).text(True, True), verdict(row, True)
        yield f"{op} outside", Graph(tables, op, plain).text(False, False), None
        for name, allowed in tables.constraints(op).items():
            wrong = next((kind for kind in TYPES if kind not in allowed), None)
            if wrong:
                yield (f"{op} {name}={wrong}", Graph(tables, op, plain | {name: wrong}).text(True, False),
                       ("tpu-unsupported-dtype", "error"))
        for name in row["constants"].split():
            yield (f"{op} {name} at run time", Graph(tables, op, {}, name).text(True, False),
                   ("tpu-compile-time-constant", "error"))


def compare_facts(tables, facts):
    """The tables against the facts; returns what differs."""
    wrong = []
    schema = {row["op"]: row for row in rows(facts / "tpu" / "tf_ops_schema.csv")}
    if schema.keys() != tables.ops.keys():
        wrong.append("other ops than the facts have")
    for op, row in schema.items():
        ours = tables.ops.get(op)
        if not ours:
            continue
        attributes = []
        for text in row["attrs"].split(" | ") if row["attrs"] else []:
            name, kind, allowed, rest = re.fullmatch(r"(\w+):([\w()]+)(\{.*?\})?(.*)", text).groups()
            words = tables.expand(allowed[1:-1]) if allowed else None
            attributes.append((name, kind, words, rest.replace(", ", ",")))
        mine = []
        for text in ours["attributes"].split():
            name, kind, allowed, rest = re.fullmatch(r"(\w+):([\w()]+)(\{.*?\})?(.*)", text).groups()
            mine.append((name, kind, tables.expand(allowed[1:-1]) if allowed else None, rest))
        for place, same in (("inputs", ours["inputs"].split() == row["inputs"].replace(";", " ").split()),
                            ("outputs", ours["outputs"].split() == row["outputs"].replace(";", " ").split()),
                            ("attributes", mine == attributes),
                            ("stateful", (ours["stateful"] == "yes") == (row["stateful"] == "y")),
                            ("removed", ours["removed"] == row["deprecated_at_graph_version"])):
            if not same:
                wrong.append(f"{op}: {place} differ from the facts")
    support = {"yes": "yes", "yes-functionalized": "functionalized", "rewrite-only": "marker",
               "host-side-tpu-runtime": "host-runtime", "unverified": "unverified"}
    inside = {"auto_outside_compilation_if_soft_placement_else_error": "no",
              "error_ref_variable": "reference", "error_denylisted": "placeholder",
              "place_outside": "variable-handle"}
    known = {row["op"]: row for row in rows(facts / "tpu" / "tf_ops_tpu.csv")}
    if known.keys() != tables.tpu.keys():
        wrong.append("other ops of TPUs than the facts have")
    for op, row in known.items():
        ours = tables.tpu.get(op)
        if not ours:
            continue
        expected = support.get(row["supported_on_tpu"]) or inside[row["if_used_inside_tpu_computation"]]
        if "listed as unsupported inside TPU computations" in row["notes"]:
            expected = "ignored"
        types = {part.partition("=")[0]: tables.expand(part.partition("=")[2].strip("{}").replace("ALL", "tpu"))
                 for part in row["type_constraints"].split(";") if part}
        if ours["support"] != expected:
            wrong.append(f"{op}: {ours['support']}, not {expected} as in the facts")
        if tables.constraints(op) != types:
            wrong.append(f"{op}: types differ from the facts")
        if ours["constants"].split() != [name for name in row["compile_time_const_inputs"].split(";") if name]:
            wrong.append(f"{op}: constants differ from the facts")
    return wrong


def findings(tool, folder, count):
    """The findings of each file of a folder: rule and severity."""
    result = {}
    for first in range(0, count, BATCH):
        names = [f"{folder}/{number}.pbtxt" for number in range(first, min(count, first + BATCH))]
        command = [tool, "--isolated", "--format=json", "--kind=graph",
                   "--select=" + ",".join(RULES), *names]
        output = subprocess.run(command, capture_output=True, text=True, check=False)
        for finding in json.loads(output.stdout)["diagnostics"]:
            name = pathlib.Path(finding["file"]).name
            result.setdefault(name, []).append((finding["rule"], finding["severity"]))
    return result


def main():
    args = sweep.options(every="take every so many cells only").parse_args()
    tables = Tables(args.tables)
    wrong = compare_facts(tables, args.facts) if args.facts and args.facts.is_dir() else []
    chosen = list(cells(tables))[::args.every]
    with tempfile.TemporaryDirectory() as folder:
        for number, (_, text, _) in enumerate(chosen):
            (pathlib.Path(folder) / f"{number}.pbtxt").write_text(text)
        found = findings(args.tool, folder, len(chosen))
    for number, (name, _, expected) in enumerate(chosen):
        given = found.get(f"{number}.pbtxt", [])
        if given != ([expected] if expected else []):
            wrong.append(f"{name}: expected {expected}, found {given}")
    sweep.finish(len(chosen), wrong)


if __name__ == "__main__":
    main()
