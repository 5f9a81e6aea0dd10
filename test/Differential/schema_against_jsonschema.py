#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares trainlint's structural checks with python3-jsonschema.

Every document below the given folders, and changed copies of it, is judged twice:
by trainlint, and by an independent validator that reads the published schema.
Both have to agree on whether the document has the structure of its schema.
Scalars with placeholders are first replaced by a value that is legal in their
place, on both sides.

Manifests are judged by the definition of their kind, which may be in any of the
schemas of Kubernetes. See `is_taken` and `is_excused` for what is not compared.
"""

import argparse
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import jsonschema
import yaml

# The rules that stand for the schema. A finding of one of them that is no info
# says that the document does not have the structure.
STRUCTURAL = {"unknown-field", "wrong-type", "invalid-enum-value", "missing-field",
              "exclusive-fields", "unquoted-string", "invalid-format", "value-out-of-range",
              "item-count", "misplaced-field", "unknown-accelerator", "accelerator-spelling"}

PLACEHOLDER = re.compile(r"\$\{|\$\(|\$[A-Za-z_]|\{\{|\{%|\{[A-Za-z_]\w*\}|<[A-Za-z][^<>=\n]*>"
                         r"|\[\s*[A-Z][A-Z0-9_ -]+\s*\]|@[A-Za-z_]\w*@|%\([A-Za-z_]\w*\)")
CAPITALS = re.compile(r"[A-Z][A-Z0-9_ -]+")


class Loader(yaml.CSafeLoader):
    """Keeps keys as they are written, as trainlint and JSON do."""

    def construct_mapping(self, node, deep=False):
        self.flatten_mapping(node)
        return {key.value if isinstance(key, yaml.ScalarNode) else repr(key):
                self.construct_object(value, deep=True) for key, value in node.value}


Loader.add_constructor("tag:yaml.org,2002:map",
                       lambda loader, node: loader.construct_mapping(node, deep=True))
# As gcloud's reader, which follows YAML 1.1 in more than PyYAML does.
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^[yYnN]$"), list("yYnN"))
Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9][0-9_]*(\.[0-9_]*)?[eE][-+]?[0-9]+$"),
                             list("-+0123456789"))
Loader.bool_values = {**Loader.bool_values, "y": True, "n": False}

# gcloud takes no float for an integer.
ForGcloud = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)))


def joined(parts):
    """The schemas with all definitions in each, where they refer to one another's."""
    names = {part.get("$id"): part["$id"].rsplit(":", 1)[1] for part in parts if "$id" in part}
    if not any(f'"{name}#' in json.dumps(part) for part in parts for name in names):
        return parts
    defs = {}

    def qualified(schema, own):
        if isinstance(schema, list):
            return [qualified(item, own) for item in schema]
        if not isinstance(schema, dict):
            return schema
        changed = {key: qualified(value, own) for key, value in schema.items()}
        if isinstance(changed.get("$ref"), str):
            whose, name = changed["$ref"].split("#/$defs/")
            changed["$ref"] = f"#/$defs/{names[whose] if whose else own}.{name}"
        return changed

    changed = [qualified(part, names[part["$id"]]) for part in parts]
    for part in changed:
        own = names[part["$id"]]
        defs.update({f"{own}.{name}": schema for name, schema in part["$defs"].items()})
    return [{**part, "$defs": defs} for part in changed]


class Schema:
    """The schemas of a kind: a document has the structure of one of them. Their
    definitions of one name are the same where documents share them."""

    def __init__(self, paths, kind):
        parts = joined([json.loads(path.read_text()) for path in paths])
        checker = jsonschema.Draft202012Validator if kind == "gke" else ForGcloud
        self.validators = [checker(part) for part in parts]
        # Of manifests: the definition of each group and kind, and its validator.
        self.kinds = {}
        for part in parts if kind == "gke" else []:
            for form in part["anyOf"]:
                self.add_kind(form, part["$defs"])
        self.defs = {name: part for root in parts for name, part in root["$defs"].items()}
        forms = [form for root in parts
                 for form in root.get("anyOf", []) if "$ref" in form]
        self.root = {"forms": [root["$defs"][form["$ref"].rsplit("/", 1)[1]]
                               for root in parts for form in root.get("anyOf", [])]
                     } if forms else parts[0]
        self.parts = [*parts, *self.defs.values()]

    def add_kind(self, form, defs):
        fields = defs[form["$ref"].rsplit("/", 1)[1]]["properties"]
        validator = jsonschema.Draft202012Validator({**form, "$defs": defs})
        for version in fields["apiVersion"]["enum"]:
            for kind in fields["kind"]["enum"]:
                self.kinds[version, kind] = form, validator

    def kind_of(self, data):
        """The definition of a manifest's kind and its validator; None if it has none."""
        return self.kinds.get((str(data.get("apiVersion")), str(data.get("kind"))))

    def root_of(self, node):
        """What the text of a document is judged by."""
        if not self.kinds or not isinstance(node, yaml.MappingNode):
            return self.root
        found = self.kind_of({key.value: value.value for key, value in node.value
                              if isinstance(key, yaml.ScalarNode)})
        return self.resolve(found[0]) if found else None

    def resolve(self, schema):
        while schema is not None and "$ref" in schema:
            schema = self.defs[schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def below(self, schema, key):
        schema = self.resolve(schema)
        if schema is None:
            return None
        if "forms" in schema:
            found = [form for form in schema["forms"] if key in form["properties"]]
            return self.below(found[0], key) if found else None
        if isinstance(key, int):
            return self.resolve(schema.get("items"))
        found = schema.get("properties", {}).get(key)
        if found is None and isinstance(schema.get("additionalProperties"), dict):
            found = schema["additionalProperties"]
        return self.resolve(found)

    def legal(self, schema):
        """A value that the schema accepts, as YAML text."""
        schema = self.resolve(schema) or {}
        if "enum" in schema:
            return json.dumps(schema["enum"][0])
        types = schema.get("type", "string")
        types = [types] if isinstance(types, str) else types
        if "integer" in types or "number" in types:
            return "1"
        if "boolean" in types:
            return "true"
        if "array" in types:
            return "[]"
        if "object" in types:
            return "{}"
        by_pattern = {"s$": "\"60s\"", "projects/[0-9]": "\"projects/1/global/networks/n\"",
                      "cryptoKeys": "\"projects/p/locations/l/keyRings/r/cryptoKeys/k\""}
        for part, value in by_pattern.items():
            if part in schema.get("pattern", ""):
                return value
        return "\"a\""

    def of(self, data):
        found = self.kind_of(data)
        return [found[1]] if found else self.validators

    def verdict(self, data):
        return any(validator.is_valid(data) for validator in self.of(data))

    def errors(self, data):
        return [error for validator in self.of(data) for error in validator.iter_errors(data)]


def fill_in(text, schema):
    """Replaces placeholders by legal values; None if a key holds one."""
    edits = []

    def visit(node, where):
        if isinstance(node, yaml.ScalarNode):
            if PLACEHOLDER.search(node.value):
                edits.append((node.start_mark.index, node.end_mark.index, schema.legal(where)))
        elif isinstance(node, yaml.SequenceNode):
            for item in node.value:
                visit(item, schema.below(where, 0))
        else:
            for key, value in node.value:
                if not isinstance(key, yaml.ScalarNode) or PLACEHOLDER.search(key.value):
                    raise ValueError
                visit(value, schema.below(where, key.value))

    node = yaml.compose(text, Loader=yaml.CSafeLoader)
    try:
        if node is None:
            return None
        visit(node, schema.root_of(node))
    except ValueError:
        return None
    for begin, end, value in sorted(edits, reverse=True):
        text = text[:begin] + value + text[end:]
    return text


def spots(data, path=()):
    """All places of a document, as paths."""
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from spots(value, path + (key,))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from spots(value, path + (index,))


def part_of(data, path):
    for key in path:
        data = data[key]
    return data


VALUES = [None, True, "true", 0, 1, -1, 4, 1000, 1001, 1.5, 4.0, 1e300, "", "4", "-4", "4.5", "1e-3",
          "text", "CUSTOM", "custom", "NVIDIA_TESLA_T4", "nvidia-tesla-t4", "pd-ssd", "7200s", "7200", "SPOT", "us-central1", "projects/p/locations/l", "2x2", 100, 64001,
          "1.5s", "gs://a/b", [], [1], ["a"], [None], {}, {"a": 1}, "projects/1/global/networks/n",
          ["a"] * 101, list(range(1001)), "yes", "1.10", "2020-01-01", "A b", "MAXIMIZE", "DOUBLE"]


def documents(paths):
    """The documents of all files, with their names."""
    for path in paths:
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError:
            continue
        for number, document in enumerate(re.split(r"(?m)^---[ \t]*$", text)):
            yield f"{path.name}, document {number}", document


def is_taken(schema, data):
    """False for manifests whose structure is none of trainlint's business: of a kind, of
    a group or of a version without a schema. One without `apiVersion` may show a part
    of an object, of which no field is required."""
    return not schema.kinds or schema.kind_of(data) is not None


def mutate(rng, data, fields):
    data = copy.deepcopy(data)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        path = rng.choice(list(spots(data)))
        if not path:
            continue
        parent, key = part_of(data, path[:-1]), path[-1]
        kind = rng.randrange(6)
        if kind == 0:
            parent[key] = copy.deepcopy(rng.choice(VALUES))
        elif kind == 1:
            del parent[key]
        elif kind == 2 and isinstance(parent, dict):
            name = rng.choice([str(key).lower(), str(key) + "s", str(key)[:-1], rng.choice(fields)])
            parent[name] = parent.pop(key)
        elif kind == 3 and isinstance(parent, dict):
            parent[rng.choice(fields)] = copy.deepcopy(rng.choice(VALUES))
        elif kind == 4 and isinstance(parent, dict) and isinstance(parent[key], dict):
            inner = parent.pop(key)
            parent[key] = None
            parent.update(inner)
        elif isinstance(parent[key], list) and parent[key]:
            parent[key].append(copy.deepcopy(rng.choice(parent[key] + VALUES)))
        else:
            parent[key] = [parent[key]]
    return data


def run(tool, kind, texts):
    """What trainlint says of each document: the rules of its findings."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for index, text in enumerate(texts):
            path = pathlib.Path(folder) / f"{index}.yaml"
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            names.append(str(path))
        found = {name: [] for name in names}
        for start in range(0, len(names), 1000):
            result = subprocess.run(
                [tool, "--isolated", "--quiet", "--format=json", f"--kind={kind}",
                 *names[start:start + 1000]], stdout=subprocess.PIPE, check=False)
            for item in json.loads(result.stdout)["diagnostics"]:
                found[item["file"]].append(item)
        return [found[name] for name in names]


def structural(items, is_valid):
    rules = set()
    for item in items:
        # An item of a list of numbers shares its definition with fields, which may be
        # nothing, and is required nevertheless.
        if item["rule"] == "missing-field" and item["message"].endswith(" has no value") and is_valid:
            continue
        # The least waiting time is a check of its own: JSON Schema cannot compare
        # durations.
        if item["rule"] == "value-out-of-range" and "maxWaitTime" in item["message"]:
            continue
        # Empty pools may be without a machine type and a container, so that a check speaks
        # of them.
        if item["rule"] == "missing-field" and ("machineSpec.machineType" in item["message"] or
                                                "the worker pool has no" in item["message"]):
            continue
        if item["severity"] != "info" and item["rule"] in STRUCTURAL:
            rules.add(item["rule"])
    return rules


def is_word(error):
    """True if a schema refuses nothing but a word in capitals, which trainlint takes for a
    placeholder where no name of a closed list stands."""
    if not error.context:
        return (error.validator != "enum" and isinstance(error.instance, str)
                and CAPITALS.fullmatch(error.instance))
    branches = {}
    for part in error.context:
        branches.setdefault(part.relative_schema_path[0], []).append(part)
    return any(all(map(is_word, branch)) for branch in branches.values())


def is_patch(data, errors):
    """True if a manifest changes another, which has what is not here: its `spec` lacks a
    field, its pods have no containers, or a container has no image."""
    if any(error.validator == "required" and
           ([*error.absolute_path] == ["spec"] or error.message.startswith("'containers'"))
           for error in errors):
        return True
    lists = [part_of(data, path) for path in spots(data) if path[-1:] == ("containers",)]
    return any(isinstance(container, dict) and "image" not in container
               for containers in lists if isinstance(containers, list) for container in containers)


def is_excused(schema, data):
    """True if what the schema refuses of a document is meant to be accepted: words in
    capitals, and in a manifest that changes another what it does not have."""
    for validator in schema.of(data):
        errors = [error for error in validator.iter_errors(data) if not is_word(error)]
        if schema.kinds and is_patch(data, errors):
            errors = [error for error in errors if error.validator != "required"]
        if not errors:
            return True
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--schema", required=True, type=pathlib.Path, action="append")
    parser.add_argument("--kind", required=True)
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    args = parser.parse_args()

    rng = random.Random(args.seed)
    schema = Schema(args.schema, args.kind)
    fields = sorted({name for part in schema.parts for name in part.get("properties", {})})
    cases = []
    paths = sorted(path for folder in args.folders for path in folder.rglob("*")
                   if path.suffix in (".yaml", ".yml", ".json"))
    for name, document in documents(paths):
        try:
            text = fill_in(document, schema)
            if text is None:
                continue
            data = yaml.load(text, Loader=Loader)
        except yaml.YAMLError:
            continue
        if not isinstance(data, dict) or not is_taken(schema, data):
            continue
        cases.append((name, text, data))
        for number in range(args.mutants):
            changed = mutate(rng, data, fields)
            style = rng.choice([False, None, True])
            text = yaml.safe_dump(changed, default_flow_style=style, sort_keys=False)
            if rng.randrange(4) == 0:
                text = json.dumps(changed, indent=1)
            # Such as [CUSTOM], a list of one word: trainlint takes it for a placeholder.
            if PLACEHOLDER.search(text) or not is_taken(schema, changed):
                continue
            cases.append((f"{name}: mutant {number}", text, yaml.load(text, Loader=Loader)))

    wrong = valid = shown = 0
    for (name, text, data), items in zip(cases, run(args.tool, args.kind, [c[1] for c in cases])):
        # What is spelled in another way is checked as if it were not.
        if any(item["rule"] == "snake-case-field" for item in items):
            continue
        theirs = schema.verdict(data)
        ours = structural(items, theirs)
        valid += theirs
        if theirs == (not ours) or not ours and is_excused(schema, data):
            continue
        wrong += 1
        if shown < args.show:
            shown += 1
            errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:150]}"
                      for e in schema.errors(data)]
            print(f"{name}: jsonschema {errors or 'accepts'}, trainlint {sorted(ours) or 'accepts'}")
            if len(text) < 2500:
                print("    " + text.replace("\n", "\n    "))
    print(f"{len(cases)} documents, {valid} valid, {wrong} differences")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
