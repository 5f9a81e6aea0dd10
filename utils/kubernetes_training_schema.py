#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes schemas/kubernetes-*.schema.json, the kinds that training jobs are made of.

Names, types, required fields, words and limits come from the definitions that the
projects publish for the API server (CustomResourceDefinition). A folder holds clones
of their repositories, each named after its owner and name with a `+` between them:

  git clone https://github.com/kubernetes-sigs/jobset clones/kubernetes-sigs+jobset
  utils/kubernetes_training_schema.py clones

utils/kubernetes_training_schema.json says which files of which releases are read. What
one of them allows is allowed, what all of them demand is demanded, so that a manifest
is right if it is right for a release that somebody may run. Parts that are types of
Kubernetes itself are references into schemas/kubernetes.schema.json, which has to be
there. What the definitions do not tell, above all what we say of a field, stands in the
same JSON and is laid over them.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

import yaml

from kubernetes_schema import ROOT, write

OVERLAY = pathlib.Path(__file__).with_suffix(".json")
CORE = "urn:trainlint:schema:kubernetes"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# How much of a type of Kubernetes an object has to have to be that type: the releases
# have older and newer versions of it.
LIKENESS = 0.5
QUANTITY = "numkMGTPE"
# The type of an object that has metadata and a specification of this type.
TEMPLATES = {"PodSpec": "PodTemplateSpec", "JobSpec": "JobTemplateSpec",
             "PersistentVolumeClaimSpec": "PersistentVolumeClaimTemplate"}
OPEN = {"$ref": f"{CORE}#/$defs/any"}


def core(name):
    return {"$ref": f"{CORE}#/$defs/{name}"}


class Kubernetes:
    """The types of Kubernetes itself, found by their fields."""

    def __init__(self):
        schema = json.loads((ROOT / "schemas" / "kubernetes.schema.json").read_text())
        self.types = {name: frozenset(definition["properties"]) for name, definition in schema["$defs"].items()
                      if definition.get("properties") and definition.get("additionalProperties") is False
                      and "apiVersion" not in definition["properties"]
                      and not re.search("(Status|State|Condition)$", name)}
        self.required = {name: set(schema["$defs"][name].get("required", [])) for name in self.types}
        self.used = collections.Counter()

    def find(self, fields, required):
        """The type with these fields, or most of them and hardly any besides."""
        fields = frozenset(fields)
        # What definitions keep of the metadata of a template.
        if fields and fields <= {"annotations", "finalizers", "labels", "name", "namespace"} and "labels" in fields:
            return "ObjectMeta"
        if len(fields) < 2:
            return None
        likeness = {name: len(fields & own) / len(fields | own) for name, own in self.types.items()
                    if self.required[name] <= required}
        best = max(likeness, key=lambda name: (likeness[name], name))
        enough = LIKENESS if len(fields) > 4 else 1
        if likeness[best] < enough or [*likeness.values()].count(likeness[best]) > 1:
            return None
        self.used[best] += 1
        return best


def constraint(node):
    """What the simplest of the rules in the language of the API server come to."""
    found = {}
    for rule in node.get("x-kubernetes-validations", []):
        text = rule["rule"]
        if least := re.fullmatch(r"self >= (\d+)", text):
            found["minimum"] = int(least[1])
        elif words := re.fullmatch(r"self in \[(.*)\]", text):
            found["enum"] = re.findall(r"'([^']*)'", words[1])
    return found


class Reader:
    """Translates the definition of a kind into the subset of JSON Schema that is compiled."""

    def __init__(self, kubernetes, forms):
        self.kubernetes = kubernetes
        self.forms = forms

    def read(self, node):
        if node.get("x-kubernetes-int-or-string"):
            return core("quantity") if QUANTITY in node.get("pattern", "") else core("intOrString")
        if node.get("x-kubernetes-preserve-unknown-fields") or "type" not in node:
            return dict(OPEN)
        return getattr(self, node["type"])({**node, **constraint(node)})

    def field(self, name, node):
        if node.get("type") == "object" and name == "metadata" and "additionalProperties" not in node:
            return core("ObjectMeta")
        # What controllers write.
        if node.get("type") == "object" and name == "status":
            return dict(OPEN)
        return self.read(node)

    def object(self, node):
        out = {"type": ["object", "null"]}
        if "properties" in node:
            # The API server fills in what has a default before it looks.
            defaults = {name for name, field in node["properties"].items() if "default" in field}
            required = set(node.get("required", [])) - defaults
            if name := self.kubernetes.find(node["properties"], required):
                return core(name)
            out["properties"] = {name: self.field(name, field) for name, field in node["properties"].items()}
            spec = out["properties"].get("spec", {}).get("$ref", "").rpartition("/")[2]
            if out["properties"].keys() == {"metadata", "spec"} and spec in TEMPLATES:
                return core(TEMPLATES[spec])
            out["additionalProperties"] = False
            if required:
                out["required"] = sorted(required)
        elif isinstance(node.get("additionalProperties"), dict):
            out["additionalProperties"] = self.read(node["additionalProperties"])
        else:
            out["properties"], out["additionalProperties"] = {}, False
        if "maxProperties" in node:
            out["maxProperties"] = node["maxProperties"]
        return {**out, "x-trainlint-empty": "allowed"}

    def array(self, node):
        out = {"type": ["array", "null"], "items": self.read(node["items"])}
        for limit in ("minItems", "maxItems"):
            if limit in node:
                out[limit] = node[limit]
        if node.get("x-kubernetes-list-type") == "map":
            out["x-trainlint-keys"] = node["x-kubernetes-list-map-keys"]
        return {**out, "x-trainlint-empty": "allowed"}

    def string(self, node):
        if node.get("format") in ("date-time", "date"):
            return core("time")
        if "enum" in node:
            return {"type": ["string", "null"], "enum": [word for word in node["enum"] if word]}
        out = {"type": ["string", "null"]}
        if "maxLength" in node and node["maxLength"] < 65536:
            out["maxLength"] = node["maxLength"]
        if pattern := node.get("pattern"):
            if pattern not in self.forms:
                sys.exit(f"no words for the pattern {pattern}")
            out["pattern"], out["x-trainlint-form"] = self.forms[pattern]
        elif "maxLength" in out:
            out["x-trainlint-form"] = f"at most {out['maxLength']} characters"
        return core("string") if len(out) == 1 else out

    def integer(self, node):
        limits = {limit: node[limit] for limit in ("minimum", "maximum") if limit in node}
        if not limits:
            return core("int32" if node.get("format") == "int32" else "int64")
        if node.get("format") == "int32":
            limits = {"minimum": -2**31, "maximum": 2**31 - 1, **limits}
        return {"type": ["integer", "null"], **limits}

    def number(self, _node):
        return core("number")

    def boolean(self, _node):
        return core("boolean")


class Merger:
    """What one of two releases allows."""

    def __init__(self, kubernetes):
        self.types = kubernetes.types

    def merge(self, left, right):
        if left == right:
            return left
        if "$ref" in left or "$ref" in right:
            return self.references(left, right)
        if left["type"] != right["type"]:
            return {"type": sorted({*left["type"], *right["type"]})}
        out = {"type": left["type"]}
        if "properties" in left and "properties" in right:
            out["properties"] = {**left["properties"], **right["properties"]}
            for name in left["properties"].keys() & right["properties"].keys():
                out["properties"][name] = self.merge(left["properties"][name], right["properties"][name])
            out["additionalProperties"] = False
            if required := sorted({*left.get("required", [])} & {*right.get("required", [])}):
                out["required"] = required
        elif left["type"][0] == "object":
            if not all(isinstance(side.get("additionalProperties"), dict) for side in (left, right)):
                return dict(OPEN)
            out["additionalProperties"] = self.merge(left["additionalProperties"], right["additionalProperties"])
        if "items" in left:
            out["items"] = self.merge(left["items"], right["items"])
        if "enum" in left and "enum" in right:
            out["enum"] = [*left["enum"], *(word for word in right["enum"] if word not in left["enum"])]
        for keyword in ("pattern", "x-trainlint-form", "x-trainlint-keys", "x-trainlint-empty"):
            if keyword in left and left[keyword] == right.get(keyword):
                out[keyword] = left[keyword]
        for keyword, widest in (("minimum", min), ("minItems", min), ("maximum", max), ("maxItems", max),
                                ("maxLength", max), ("maxProperties", max)):
            if keyword in left and keyword in right:
                out[keyword] = widest(left[keyword], right[keyword])
        return out

    def references(self, left, right):
        references = [side["$ref"].rpartition("/")[2] if "$ref" in side else "" for side in (left, right)]
        if "any" in references:
            return dict(OPEN)
        numbers = {"int32", "int64"}
        if set(references) <= numbers:
            return core("int64")
        if set(references) <= numbers | {"string", "intOrString"}:
            return core("intOrString")
        # Limits that one release has and another has not.
        plain = {"int32": "integer", "int64": "integer", "string": "string"}
        for side, other, name in ((left, right, references[1]), (right, left, references[0])):
            if name in plain and side.get("type", [None])[0] == plain[name]:
                return other
        # What an older release has less of.
        if "" in references:
            return left if references[0] else right
        if all(name in self.types for name in references):
            return max(left, right, key=lambda side: len(self.types[side["$ref"].rpartition("/")[2]]))
        sys.exit(f"cannot merge {left} and {right}")


class Clones:
    def __init__(self, folder):
        self.folder = folder

    def file(self, repository, release, path):
        folder = self.folder / repository.replace("/", "+")
        git = folder / "repo" if (folder / "repo").exists() else folder
        result = subprocess.run(["git", "-C", str(git), "show", f"{release}:{path}"], capture_output=True,
                                text=True, check=False)
        return result.stdout if result.returncode == 0 else None

    def versions(self, source):
        """The kinds that the files of a source define, by kind and version, oldest release first."""
        for release in source["releases"]:
            for path in source["files"]:
                text = self.file(source["repository"], release, path)
                # A kind may be younger than the release.
                for document in yaml.load_all(text, LOADER) if text else []:
                    spec = document["spec"]
                    for version in spec["versions"]:
                        yield (spec["group"], version["name"], spec["names"]["kind"],
                               version["schema"]["openAPIV3Schema"])


def make_kind(kind, versions, body):
    properties = body["properties"]
    properties["apiVersion"] = {"type": "string", "enum": versions}
    properties["kind"] = {"type": "string", "enum": [kind]}
    properties["metadata"] = core("ObjectMeta")
    # What the controllers write.
    properties["status"] = dict(OPEN)
    return {"type": "object", "properties": properties, "additionalProperties": False,
            "required": ["apiVersion", "kind", *body.get("required", [])]}


def fields_below(node, path):
    """All fields with their paths; items of lists and values of mappings stand for their list or mapping."""
    for name, field in node.get("properties", {}).items():
        yield (*path, name), node["properties"], name
        yield from fields_below(field, (*path, name))
    for inner in (node.get("items"), node.get("additionalProperties")):
        if isinstance(inner, dict):
            yield from fields_below(inner, path)


def lay_over(kinds, fields, unused):
    """`replicatedJobs.replicas` is that field wherever it stands; what is `optional` need
    not be given, because the controllers fill it in."""
    for name, kind in kinds.items():
        for path, holder, field in [*fields_below(kind, (name,))]:
            for length in range(len(path), 0, -1):
                words = fields.get(".".join(path[-length:]))
                if words is None:
                    continue
                unused.discard(".".join(path[-length:]))
                target = dict(holder[field])
                for keyword, value in words.items():
                    if keyword == "optional":
                        items = target.get("items", target)
                        items["required"] = [name for name in items["required"] if name not in value]
                        if not items["required"]:
                            del items["required"]
                    elif keyword == "$ref":
                        target = {**{key: old for key, old in target.items() if key == "description"}, keyword: value}
                    else:
                        target[keyword] = value
                holder[field] = target
                break


def item_name(field):
    """`volumeClaimPolicies` to `volumeClaimPolicy`."""
    return re.sub(r"ies$", "y", field) if field.endswith("ies") else re.sub(r"s$", "", field)


def share(kinds):
    """Objects that stand in several places become definitions, named after their field."""
    counts, names = collections.Counter(), {}

    def spelling(node):
        return json.dumps({key: value for key, value in node.items() if key != "description"}, sort_keys=True)

    def visit(node, act):
        for field, inner in [*node.get("properties", {}).items()]:
            node["properties"][field] = act(field, inner)
        for keyword in ("items", "additionalProperties"):
            if isinstance(node.get(keyword), dict):
                node[keyword] = act(None, node[keyword])
        return node

    def count(field, node, holder):
        name = holder + "Spec" if field == "spec" and holder in kinds else field or item_name(holder)
        if "properties" in node:
            counts[spelling(node)] += 1
            names.setdefault(spelling(node), name)
        return visit(node, lambda inner, below: count(inner, below, name))

    for name, kind in kinds.items():
        visit(kind, lambda field, node, name=name: count(field, node, name))
    definitions, taken = {}, {}

    def replace(_field, node):
        text = spelling(node)
        node = visit(node, replace)
        if counts[text] < 2:
            return node
        if text not in taken:
            base = name = names[text]
            number = 2
            while name in definitions or name in kinds:
                name, number = f"{base}{number}", number + 1
            taken[text] = name
            definitions[name] = {key: value for key, value in node.items() if key != "description"}
        reference = {"$ref": f"#/$defs/{taken[text]}"}
        return {**({"description": node["description"]} if "description" in node else {}), **reference}

    for kind in kinds.values():
        visit(kind, replace)
    return {**kinds, **dict(sorted(definitions.items()))}


def generate(file, clones, kubernetes, overlay):
    reader = Reader(kubernetes, overlay["forms"])
    merger = Merger(kubernetes)
    bodies = {}
    for source in file["sources"]:
        for group, version, kind, schema in clones.versions(source):
            version = f"{group}/{version}"
            if version not in file["versions"]:
                continue
            body = reader.read({**schema, "properties": {
                name: field for name, field in schema["properties"].items() if name not in ("metadata", "status")}})
            place = (kind, file["versions"][version])
            known = bodies.get(place)
            bodies[place] = (merger.merge(known[0], body) if known else body, (known[1] if known else set()) | {version})
    kinds, same = {}, {}
    # The newest version of a kind comes first and has its name.
    for (kind, _), (body, versions) in sorted(bodies.items(), key=lambda item: (item[0][0], -item[0][1])):
        versions = [version for version in file["versions"] if version in versions]
        form = (kind, json.dumps(body, sort_keys=True))
        if form in same:
            same[form]["properties"]["apiVersion"]["enum"] += versions
            continue
        name = kind if kind not in kinds else kind + versions[0].rpartition("/")[2].capitalize()
        kinds[name] = same[form] = make_kind(kind, versions, body)
    return kinds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", type=pathlib.Path)
    parser.add_argument("--verbose", action="store_true", help="say which types of Kubernetes were found")
    args = parser.parse_args()
    overlay = json.loads(OVERLAY.read_text())
    kubernetes = Kubernetes()
    clones = Clones(args.clones)
    unused = set(overlay["fields"])
    for name, file in overlay["files"].items():
        kinds = generate(file, clones, kubernetes, overlay)
        lay_over(kinds, overlay["fields"], unused)
        releases = ", ".join(f"{source['repository']} {source['releases'][0]} to {source['releases'][-1]}"
                             for source in file["sources"])
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:trainlint:schema:{name}",
            "$comment": f"Generated by utils/kubernetes_training_schema.py from the definitions of {releases} and "
                        "utils/kubernetes_training_schema.json; not for editing.",
            "title": file["title"],
            "description": file["description"],
            "anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in kinds],
            "$defs": share(kinds),
        }
        (ROOT / "schemas" / f"{name}.schema.json").write_text(write(schema) + "\n")
    if unused:
        sys.exit(f"no such fields: {', '.join(sorted(unused))}")
    if args.verbose:
        for name, count in kubernetes.used.most_common():
            print(f"{count:6} {name}")


if __name__ == "__main__":
    main()
