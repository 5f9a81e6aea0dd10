#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what trainlint says of job files with what gcloud does with them.

Each file is given to the command that takes files of its form: `ai-platform jobs submit
training`, `ai custom-jobs create` or `ai hp-tuning-jobs create`. What gcloud refuses before it
sends anything has to be an error, and the error has to speak of what gcloud speaks of. What it
sends must have no finding that says it would not be sent; errors that only the service can tell
are counted. The request that it sends has the machines, counts and arguments that trainlint reads
out of the same file.

Files are those below the given folders, the examples of all rules, and generated ones: every
field of the schemas with every kind of value, missing, doubled and misspelled. `--every N` takes one
of N of the generated ones. What gcloud is known to do wrong stands in KNOWN, with its reason and an
example that has to show it.
"""

import argparse
import collections
import json
import pathlib
import pickle
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "utils")]
import gcloud_recorder  # noqa: E402
import rule_docs  # noqa: E402

SCHEMAS = HERE.parents[1] / "schemas"

# What says that gcloud refuses a file.
OF_CLIENT = {"yaml-syntax", "wrong-type", "unquoted-string", "several-documents", "unreadable-value"}

COMMANDS = {
    "ai-platform": ["ai-platform", "jobs", "submit", "training", "job1", "--region=us-central1",
                    "--packages=gs://bucket/trainer.tar.gz", "--module-name=trainer.task",
                    "--staging-bucket=gs://bucket"],
    "custom": ["ai", "custom-jobs", "create", "--region=us-central1", "--display-name=d"],
    "tuning": ["ai", "hp-tuning-jobs", "create", "--region=us-central1", "--display-name=d"],
}
KINDS = {"ai-platform": "ai-platform", "custom": "vertex", "tuning": "vertex"}


class Document:
    """A job file, the command that takes it, and where it comes from."""

    def __init__(self, form, text, origin, suffix=".yaml"):
        self.form, self.text, self.origin, self.suffix = form, text, origin, suffix
        self.outcome = None
        self.findings = []

    def errors(self):
        return [found for found in self.findings if found["severity"] == "error"]


def form_of(text):
    """The command that takes a file, by its fields; None if it is for another tool."""
    keys = set(re.findall(r"^(?:\{\s*)?[ \t]{0,4}[\"']?([A-Za-z]+)[\"']?[ \t]*:", text, re.MULTILINE))
    top = set(re.findall(r"^[\"']?([A-Za-z]+)[\"']?[ \t]*:", text, re.MULTILINE)) or keys
    if top & {"trainingInput"}:
        return "ai-platform"
    if top & {"studySpec", "trialJobSpec"}:
        return "tuning"
    if top & {"workerPoolSpecs"} and "jobSpec" not in keys:
        return "custom"
    return None


# ----------------------------------------------------------------------------------------------
# Generated files
# ----------------------------------------------------------------------------------------------

# One of each kind of value, as it is written.
VALUES = [
    "", "~", "null", "Null",
    "true", "yes", "off", "NO", "y", "N", "True", "tRue",
    "0", "7", "-1", "+5", "0777", "08", "0o17", "0x1F", "0b11", "1_000", "12:30", "190:20:30", "99999999999999999999",
    "1.10", "4.0", "1e3", "1E3", "1.5e+3", "1.5e3", ".5", "-.5", ".inf", "-.INF", ".nan", "1.", "+1.5", "685_230.15",
    "190:20:30.15", "1.2.3", "1-2", "0.", "00", "0_7", "0x_f", "-0", "1e", "1__0",
    "2020-01-01", "2020-01-01T00:00:00Z", "2020-1-1 1:2:3", "2020-01-1",
    "text", "two words", '""', '"7"', "'7.5'", '"true"', '" 7"', '"4_0"', '"+4"', '"0x10"', '"null"', '"1e3"', '"nan"',
    "~a", "=", "<<", "a: b", "#", "*a", "&a", "&a text", "@a", "- a", "? a", "!a", "%a",
    "!!str 5", '!!int "5"', "!!float 5", '!!bool "yes"', "!!binary aGk=", "!foo 5", "! 5", "!!null ''",
    "!!timestamp 2020-01-01", "!!set {a}", "!!omap [a: b]", "!!str", "!!seq [a]", "!!map {a: b}", "!!str [a]", "!<tag:yaml.org,2002:str> 5",
    "[]", "{}", "[text]", "[7]", "[true]", "[~]", "[[]]", "[[text]]", "[{}]", "[text, 7]", "[text, 1.10]", "[2020-01-01]",
    "{k: v}", "{k: ~}", "{k: 7}", "{7: v}", "{~: v}", "{[a]: v}", "{2020-01-01: v}", "[text, text]",
    "|\n  text", ">-\n  folded\n  text", "|", "'it''s'", '"\\u00e9"', '"\\q"',
]
# What is done to a field besides.
DEEDS = ["missing", "twice", "twice the same", "misspelled", "snake case", "other case", "quoted key", "complex key",
         "as a list item", "in a list"]


class Schemas:
    """The fields of a form, as the published schema has them."""

    def __init__(self, name, definition=None):
        root = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
        self.definitions = root["$defs"]
        self.root = self.definitions[definition] if definition else root

    def resolve(self, schema):
        while "$ref" in schema:
            schema = self.definitions[schema["$ref"].rsplit("/", 1)[1]]
        return schema

    @staticmethod
    def types(schema):
        types = schema.get("type", "string")
        return [types] if isinstance(types, str) else types

    def legal(self, schema, depth=0):
        """A value that the schema accepts."""
        schema = self.resolve(schema)
        types = self.types(schema)
        if "enum" in schema:
            return next(word for word in schema["enum"] if word)
        if "object" in types:
            return {name: self.legal(schema["properties"][name], depth + 1) for name in schema.get("required", [])}
        if "array" in types:
            return [self.legal(schema["items"], depth + 1)] if schema.get("minItems") else []
        if "boolean" in types:
            return "true"
        if "integer" in types or "number" in types:
            return "1"
        for part, value in (("s$", '"60s"'), ("projects/[0-9]", '"projects/1/global/networks/n"'),
                            ("cryptoKeys", '"projects/p/locations/l/keyRings/r/cryptoKeys/k"')):
            if part in schema.get("pattern", ""):
                return value
        return "a"

    def paths(self, schema=None, path=()):
        """The ways to all fields; a list stands for its first item."""
        schema = self.resolve(schema or self.root)
        if len(path) > 12 or path.count("conditionalParameterSpecs") > 1:
            return
        below = list(schema.get("properties", {}).items())
        if isinstance(schema.get("additionalProperties"), dict):
            below.append(("key", schema["additionalProperties"]))
        if "items" in schema:
            below.append((0, schema["items"]))
        for step, part in below:
            yield path + (step,)
            yield from self.paths(part, path + (step,))

    def at(self, path):
        schema = self.resolve(self.root)
        for step in path:
            if step == 0:
                schema = schema["items"]
            else:
                schema = schema.get("properties", {}).get(step) or schema["additionalProperties"]
            schema = self.resolve(schema)
        return schema


POOL = {"machineSpec": {"machineType": "n1-standard-4"}, "replicaCount": "1", "containerSpec": {"imageUri": "gcr.io/p/i"}}
STUDY = {"metrics": [{"metricId": "loss", "goal": "MINIMIZE"}],
         "parameters": [{"parameterId": "rate", "doubleValueSpec": {"minValue": "0.1", "maxValue": "1"}}]}


def forms():
    """Each form with its schema and the fields that every generated file has."""
    yield "ai-platform", Schemas("ai-platform-job.schema.json"), {"trainingInput": {"scaleTier": "BASIC"}}
    yield "custom", Schemas("vertex-custom-job.schema.json", "customJobSpec"), {"workerPoolSpecs": [POOL]}
    yield "tuning", Schemas("vertex-hyperparameter-tuning-job.schema.json", "tuningJob"), {
        "maxTrialCount": "2", "parallelTrialCount": "1", "studySpec": STUDY,
        "trialJobSpec": {"workerPoolSpecs": [POOL]}}


def copied(value):
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


# Fields of which a mapping has only one.
EXCLUSIVE = [{"containerSpec", "pythonPackageSpec"},
             {"doubleValueSpec", "integerValueSpec", "categoricalValueSpec", "discreteValueSpec"}]


def prepared(schemas, base, path):
    """A file that has the mapping or list of the field at `path`, and that mapping or list."""
    document = copied(base)
    place = document
    for depth, step in enumerate(path[:-1]):
        if isinstance(place, dict):
            for group in EXCLUSIVE:
                if step in group:
                    for other in group - {step}:
                        place.pop(other, None)
        legal = schemas.legal(schemas.at(path[:depth + 1]))
        if step == 0:
            if not place:
                place.append(legal)
        elif step not in place or not isinstance(place[step], (dict, list)):
            place[step] = legal
        place = place[step]
        if not isinstance(place, list if path[depth + 1] == 0 else dict):
            return document, None
    if isinstance(place, dict):
        for group in EXCLUSIVE:
            if path[-1] in group:
                for other in group - {path[-1]}:
                    place.pop(other, None)
    return document, place


class Entries(list):
    """A mapping as it is written, key by key."""


def written(value, indent=""):
    """Block YAML after a key or a dash; texts are written as they are."""
    if isinstance(value, dict):
        value = Entries(value.items())
    if isinstance(value, Entries):
        if not value:
            return " {}\n"
        return "\n" + "".join(f"{indent}{key}:{written(item, indent + '  ')}" for key, item in value)
    if isinstance(value, list):
        if not value:
            return " []\n"
        out = "\n"
        for item in value:
            text = written(item, indent + "  ")
            # The first key follows the dash.
            out += f"{indent}- {text[len(indent) + 3:]}" if text.startswith("\n") else f"{indent}-{text}"
        return out
    lines = value.split("\n")
    return "".join(f" {line}\n" if number == 0 else f"{indent}{line.strip()}\n" for number, line in enumerate(lines))


def text_of(document):
    return written(document).lstrip("\n").removeprefix(" ")


def snake(name):
    return re.sub("[A-Z]", lambda found: "_" + found.group().lower(), name)


def changed(place, step, deed, value):
    """Does something to a field of a mapping or an item of a list; what was the mapping or list is
    returned. None if it cannot be done."""
    legal = value
    if isinstance(place, list):
        if deed == "in a list":
            return [[legal]]
        if deed == "missing":
            return []
        return [legal, legal] if deed == "twice the same" else None
    others = Entries((key, item) for key, item in place.items() if key != step)
    if deed == "missing":
        return others
    names = {"misspelled": step[:-1] + "x" + step[-1], "snake case": snake(step), "other case": step.upper(),
             "quoted key": f'"{step}"', "complex key": f"? {step}\n"}
    if deed in names:
        if deed == "complex key":
            return None
        return Entries([*others, (names[deed], legal)]) if names[deed] != step else None
    if deed.startswith("twice"):
        other = legal if deed.endswith("same") or not isinstance(legal, str) else "other"
        return Entries([*others, (step, legal), (step, other)])
    if deed in ("in a list", "as a list item"):
        return Entries([*others, (step, [legal])])
    return None


def replaced(document, old, new):
    """The document with one mapping or list in place of another."""
    if document is old:
        return new
    if isinstance(document, dict):
        return {key: replaced(item, old, new) for key, item in document.items()}
    if isinstance(document, list) and not isinstance(document, Entries):
        return [replaced(item, old, new) for item in document]
    return document


def generated(every):
    """One of `every` files with one field changed, and the whole files around."""
    number = 0
    for form, schemas, base in forms():
        for text in WHOLE:
            yield Document(form, text.replace("BASE", text_of(base)), f"whole file of {form}: {text[:40]!r}")
        for path in schemas.paths():
            document, place = prepared(schemas, base, path)
            if place is None:
                continue
            step = path[-1]
            name = f"{form}: {'.'.join(map(str, path))}"
            for value in [*VALUES, *DEEDS]:
                number += 1
                # A prime keeps fields and values from meeting in step.
                if number * 7919 % every:
                    continue
                if value in DEEDS:
                    legal = place[step] if isinstance(place, dict) and step in place else schemas.legal(schemas.at(path))
                    new = changed(place, step, value, legal)
                elif step == 0:
                    new = [value]
                else:
                    new = Entries([*((key, item) for key, item in place.items() if key != step), (step, value)])
                if new is not None:
                    yield Document(form, text_of(replaced(document, place, new)), f"{name} = {value!r}")


# Files as a whole: BASE is one without mistakes.
WHOLE = [
    "BASE", "", "~\n", "[]\n", "{}\n", "text\n", "7\n", "- BASE\n", "---\nBASE", "BASE...\n", "---\nBASE---\n", "BASE---\nBASE",
    "# comment\nBASE", "\ufeffBASE", "%YAML 1.1\n---\nBASE", "%TAG ! tag:yaml.org,2002:\n---\nBASE", "BASE---\n---\n",
    "BASEunknown: 7\n", "BASEunknown: {a: b}\n", "BASEunknown: [a]\n", "BASEunknown: 2020-01-01\n", "BASEunknown: !foo a\n",
    "BASEunknown: =\n", "BASE7: text\n", "BASE~: text\n", "BASE[a]: text\n", "BASE2020-01-01: text\n", "BASE!!binary aGk=: text\n",
    "BASEyes: text\n", "BASE? a\n: b\n", "BASEunknown: &a [*a]\n", "BASEunknown: &a {b: *a}\n", "BASEunknown: *nowhere\n",
    "a: &a text\nBASEb: *a\n", "BASE<<: {unknown: 7}\n", "BASE<<: text\n", "BASE<<: [text]\n", "BASE\t\n", "BASE\tunknown: 7\n",
    "BASEunknown: 'open\n", "BASEunknown: \"\\q\"\n", "BASEunknown: [a\n", "BASEunknown: {a: b\n", "BASE  unknown: 7\n", "BASE unknown: 7\n",
    "BASEunknown: a: b\n", "BASEunknown:7\n", "BASEunknown : 7\n", "BASE\"unknown\":7\n", "BASE{unknown: 7}\n", "BASE- unknown\n",
    "BASEunknown: @a\n", "BASEunknown: `a`\n", "BASEunknown: %a\n", "BASEunknown: a #b\n", "BASEunknown: a\x07b\n",
    "BASEunknown: \"a\x7fb\"\n", "BASEunknown: a\u0085b\n", "BASEunknown: \U0001f600\n", "BASEunknown: |2\n  a\n", "BASEunknown: |\n a\n  b\n",
]


def examples(tool):
    """The examples of the rules that are job files for one of the commands."""
    for rule in rule_docs.all_rules(tool):
        if rule["program"] != "trainlint":
            continue
        for which in ("bad", "good"):
            form = form_of(rule[which])
            if form and rule["example_name"].endswith((".yaml", ".json")) and rule["example_name"] != ".trainlint.yaml":
                yield Document(form, rule[which], f"{which} example of {rule['name']}")


def files(folders):
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix not in (".yaml", ".yml", ".json") or not path.is_file():
                continue
            text = path.read_bytes().decode("utf-8", "replace")
            form = form_of(text)
            if form:
                yield Document(form, text, str(path), path.suffix)


# ----------------------------------------------------------------------------------------------
# Both sides
# ----------------------------------------------------------------------------------------------


class Cache:
    """What gcloud said before, so that a run that follows a change of trainlint need not ask again."""

    def __init__(self, path):
        self.path = path
        self.known = pickle.loads(path.read_bytes()) if path and path.exists() else {}

    def run(self, gcloud, arguments, given):
        key = (gcloud.version, *arguments, *given.values())
        if key not in self.known:
            self.known[key] = gcloud.run(arguments, given)
        return self.known[key]

    def save(self):
        if self.path:
            self.path.write_bytes(pickle.dumps(self.known))


def ask_gcloud(documents, fresh, cache):
    """What gcloud makes of each; some again in a process of their own, as a user would."""
    different = 0
    with gcloud_recorder.Gcloud() as gcloud:
        for number, document in enumerate(documents):
            name = "job" + document.suffix
            arguments = [*COMMANDS[document.form], f"--config={name}"]
            document.outcome = cache.run(gcloud, arguments, {name: document.text})
            if fresh and number % (len(documents) // fresh + 1) == 0:
                again = gcloud.run(arguments, {name: document.text}, fresh=True)
                if (again.accepted, again.refusal, again.body) != (
                        document.outcome.accepted, document.outcome.refusal, document.outcome.body):
                    print(f"{document.origin}: a process of its own says {again.refusal or again.body}, "
                          f"the other {document.outcome.refusal or document.outcome.body}")
                    different += 1
        return gcloud.version, different


def ask_trainlint(tool, documents, folder):
    for kind in ("ai-platform", "vertex"):
        place = folder / kind
        place.mkdir(parents=True)
        mine = [document for document in documents if KINDS[document.form] == kind]
        for number, document in enumerate(mine):
            (place / f"{number:06}{document.suffix}").write_bytes(document.text.encode())
        if not mine:
            continue
        done = subprocess.run([tool, "check", "--isolated", "--no-ignores", "--format=json", f"--kind={kind}",
                               "--region=us-central1", "."], cwd=place, capture_output=True, text=True, check=False)
        if done.returncode > 2 or not done.stdout:
            sys.exit(f"trainlint ends with {done.returncode}: {done.stderr[-500:]}")
        for found in json.loads(done.stdout)["diagnostics"]:
            path = pathlib.Path(found["file"])
            mine[int(path.stem)].findings.append(found)


# What gcloud is known to let pass or to refuse wrongly: the name, why trainlint says otherwise, an
# example, and how it is told.
class Known:
    def __init__(self, name, form, example, holds):
        self.name, self.form, self.example, self.holds = name, form, example, holds


def rules_of(document, severity="error"):
    return {found["rule"] for found in document.findings if found["severity"] == severity}


def values_in(body):
    if isinstance(body, dict):
        for value in body.values():
            yield from values_in(value)
    elif isinstance(body, list):
        for value in body:
            yield from values_in(value)
    else:
        yield body


KNOWN = []


def judged(document):
    """What gcloud and trainlint do not agree on; None if they agree."""
    outcome, errors = document.outcome, document.errors()
    if outcome.timed_out:
        return "gcloud takes too long"
    if not outcome.accepted:
        if not errors:
            return f"gcloud refuses it, and it has no error: {outcome.refusal.splitlines()[0]}"
        named = re.search(r"for field (\w+)", outcome.refusal)
        spoken = [found["message"] + " ".join(found.get("related", [{}])[0].get("message", "") for _ in "1"
                                              if found.get("related")) for found in errors]
        if named and named[1] != "value" and not any(named[1] in text for text in spoken):
            return f"gcloud refuses {named[1]}, and no error speaks of it: {outcome.refusal.splitlines()[0]}"
        return None
    of_client = rules_of(document) & OF_CLIENT
    if of_client:
        messages = "; ".join(found["message"] for found in errors if found["rule"] in OF_CLIENT)
        return f"gcloud sends it, and it is refused: {messages}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", default="trainlint")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--fresh", type=int, default=0, help="so many commands run in a process of their own as well")
    parser.add_argument("--keep", type=pathlib.Path, help="put the files that are not agreed on here")
    parser.add_argument("--cache", type=pathlib.Path, help="keep here what gcloud says, for the next run")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    if not gcloud_recorder.installation():
        sys.exit("no gcloud on PATH: nothing is compared")
    documents = [*files(options.folders), *examples(options.tool), *generated(options.every)]
    cache = Cache(options.cache)
    version, different = ask_gcloud(documents, options.fresh, cache)
    cache.save()
    with tempfile.TemporaryDirectory() as folder:
        ask_trainlint(options.tool, documents, pathlib.Path(folder))
    problems, known, service = [], collections.Counter(), collections.Counter()
    for document in documents:
        problem = judged(document)
        name = next((entry.name for entry in KNOWN if problem and entry.holds(document)), None)
        if name:
            known[name] += 1
        elif problem:
            problems.append((document, problem))
        elif document.outcome.accepted:
            service.update(rules_of(document))
    for document, problem in problems:
        print(f"{document.origin}: {problem}")
    if options.keep:
        shutil.rmtree(options.keep, ignore_errors=True)
        options.keep.mkdir(parents=True)
        for number, (document, problem) in enumerate(problems):
            (options.keep / f"{number:05}{document.suffix}").write_text(f"{document.text}\n# {document.origin}\n# {problem}\n")
    for name, count in known.most_common():
        print(f"known: {count} x {name}")
    print("left to the service: " + ", ".join(f"{count} {name}" for name, count in service.most_common()))
    accepted = sum(document.outcome.accepted for document in documents)
    print(f"gcloud {version}: {len(documents)} files, {accepted} sent, {len(documents) - accepted} refused, "
          f"{len(problems) + different} disagreements")
    return 1 if problems or different else 0


if __name__ == "__main__":
    sys.exit(main())
