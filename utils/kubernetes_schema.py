#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes schemas/kubernetes.schema.json, the kinds of Kubernetes itself.

Names, types and required fields come from the published types of the API, as the
npm package @kubernetes/client-node has them:

  npm pack @kubernetes/client-node && tar xzf kubernetes-client-node-*.tgz
  utils/kubernetes_schema.py package

What the types do not tell stands in utils/kubernetes_schema.json and is laid over
them: which texts are amounts, the words of fields that take few, by which fields the
items of a list are told apart, and what we say of a field. Without a package the file is written anew with the types it has, so that a
description can be changed without one; with --check nothing is written, and a file
that would change is an error.
"""

import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "schemas" / "kubernetes.schema.json"
OVERLAY = pathlib.Path(__file__).with_suffix(".json")
WIDTH = 100

# What the overlay brings, and what is taken off before it is laid on anew.
SIMPLE = {("string", ""): "string", ("string", "byte"): "bytes", ("string", "int-or-string"): "intOrString",
          ("IntOrString", ""): "intOrString", ("IntOrString", "int-or-string"): "intOrString",
          ("number", "int32"): "int32", ("number", "int64"): "int64", ("number", "double"): "number",
          ("boolean", ""): "boolean", ("Date", "date-time"): "time", ("any", ""): "any"}


def definition_name(model):
    """`V1PodSpec` to `PodSpec`: the kinds that are read have one version each."""
    return re.sub(r"^(Core|Apps|Batch)?V\d+((alpha|beta)\d+)?", "", model)


class Package:
    """The models of @kubernetes/client-node."""

    FIELD = re.compile(r"^    '([^']+)'(\??): ", re.MULTILINE)
    TYPES = re.compile(r"attributeTypeMap = (\[.*?\n\]);", re.DOTALL)

    def __init__(self, folder):
        self.models = folder / "dist" / "gen" / "models"
        version = re.search(r"OpenAPI spec version: release-(\S+)", (self.models / "V1Pod.js").read_text())
        self.version = version[1]

    def fields(self, model):
        """The fields of a model: name, type, format and whether it is required."""
        declared = (self.models / f"{model}.d.ts").read_text()
        required = {name: not optional for name, optional in self.FIELD.findall(declared)}
        types = json.loads(self.TYPES.search((self.models / f"{model}.js").read_text())[1])
        return [(field["baseName"], field["type"], field["format"], required[field["name"]])
                for field in types]


class Generator:
    def __init__(self, package, overlay):
        self.package = package
        self.overlay = overlay
        self.definitions = {}
        self.pending = []

    def type_of(self, text, form):
        """The schema of a type that TypeScript spells so."""
        if (text, form) in SIMPLE:
            return {"$ref": f"#/$defs/{SIMPLE[text, form]}"}
        if items := re.fullmatch(r"Array<(.*)>", text):
            return {"type": ["array", "null"], "items": self.type_of(items[1], form),
                    "x-trainlint-empty": "allowed"}
        if values := re.fullmatch(r"\{ \[key: string\]: (.*); \}", text):
            return {"type": ["object", "null"], "additionalProperties": self.type_of(values[1], form),
                    "x-trainlint-empty": "allowed"}
        if (self.package.models / f"{text}.js").exists():
            self.pending.append(text)
            return {"$ref": f"#/$defs/{definition_name(text)}"}
        sys.exit(f"no type `{text}` of format `{form}`")

    def define(self, model, version=None):
        name = definition_name(model)
        if name in self.definitions:
            return
        properties, required = {}, []
        self.definitions[name] = {"type": ["object", "null"], "properties": properties,
                                  "additionalProperties": False, "x-trainlint-empty": "allowed"}
        for field, text, form, is_required in sorted(self.package.fields(model)):
            properties[field] = self.type_of(text, form)
            if is_required:
                required.append(field)
        if version:
            properties["apiVersion"] = {"type": "string", "enum": [version]}
            properties["kind"] = {"type": "string", "enum": [name]}
            required = ["apiVersion", "kind", *required]
            self.definitions[name]["type"] = "object"
            del self.definitions[name]["x-trainlint-empty"]
        if required:
            self.definitions[name]["required"] = required

    def run(self):
        kinds = self.overlay["kinds"]
        for kind, version in kinds.items():
            self.define(f"V1{kind}", version)
        while self.pending:
            self.define(self.pending.pop())
        return self.definitions


def field_at(definitions, place):
    """The definition and the field that `Pod.spec` names."""
    name, _, field = place.partition(".")
    if field not in definitions.get(name, {}).get("properties", {}):
        sys.exit(f"no field `{place}` for the overlay")
    return definitions[name], field


def become(field, schema):
    """Another type in place of the one that a field, or its items or values, has."""
    for inner in ("items", "additionalProperties"):
        if inner in field:
            field[inner] = schema
            return
    field.clear()
    field.update(schema)


def lay_over(definitions, overlay):
    """Gives the fields what their types do not tell."""
    definitions.update(overlay["definitions"])
    for place in overlay["quantities"]:
        definition, name = field_at(definitions, place)
        become(definition["properties"][name], {"$ref": "#/$defs/quantity"})
    for place, (least, most) in overlay["ranges"].items():
        definition, name = field_at(definitions, place)
        become(definition["properties"][name],
               {"type": ["integer", "null"], "minimum": least, "maximum": most})
    for place, words in overlay["words"].items():
        definition, name = field_at(definitions, place)
        # The empty text is as good as no value, except where there has to be one.
        empty = [] if name in definition.get("required", []) else [""]
        become(definition["properties"][name],
               {"type": ["string", "null"], "enum": [*words, *empty, None]})
    for place, keys in overlay["keys"].items():
        definition, name = field_at(definitions, place)
        definition["properties"][name]["x-trainlint-keys"] = keys
    for place, words in overlay["fields"].items():
        definition, name = field_at(definitions, place)
        field = definition["properties"][name]
        # Another definition replaces the type.
        if "$ref" in words:
            field.clear()
        field.update(words)


def write(value, indent=0):
    """JSON with what fits on a line on a line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or indent + len(line) < WIDTH and indent > 2:
        return line
    margin = " " * (indent + 2)
    if isinstance(value, list):
        parts = [margin + write(item, indent + 2) for item in value]
        return "[\n" + ",\n".join(parts) + "\n" + " " * indent + "]"
    parts = [f"{margin}{json.dumps(key)}: {write(item, indent + 2)}" for key, item in value.items()]
    return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", nargs="?", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()

    overlay = json.loads(OVERLAY.read_text())
    if args.package:
        package = Package(args.package)
        version = package.version
        definitions = Generator(package, overlay).run()
    else:
        old = json.loads(TARGET.read_text())
        version = re.search(r"Kubernetes (\S+) ", old["$comment"])[1]
        definitions = old["$defs"]
    lay_over(definitions, overlay)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:trainlint:schema:kubernetes",
        "$comment": f"Generated by utils/kubernetes_schema.py from the types of Kubernetes {version} and "
                    "utils/kubernetes_schema.json; not for editing.",
        "title": "Kubernetes manifest",
        "description": overlay["description"],
        "anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in overlay["kinds"]],
        "$defs": dict(sorted(definitions.items(), key=lambda item: item[0])),
    }
    text = write(schema) + "\n"
    if not args.check:
        TARGET.write_text(text)
    elif text != TARGET.read_text():
        sys.exit("schemas/kubernetes.schema.json is not what utils/kubernetes_schema.py writes")


if __name__ == "__main__":
    main()
