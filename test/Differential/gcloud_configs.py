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
    if keys & {"hyperparameterTuningJob", "customJob"}:
        return None
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
                # A busy machine may need too long for a process of its own.
                if not again.timed_out and (again.accepted, again.refusal, again.body) != (
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
                               "--severity=several-documents=error", "--region=us-central1", "."], cwd=place, capture_output=True, text=True, check=False)
        if done.returncode > 2 or not done.stdout:
            sys.exit(f"trainlint ends with {done.returncode}: {done.stderr[-500:]}")
        for found in json.loads(done.stdout)["diagnostics"]:
            path = pathlib.Path(found["file"])
            mine[int(path.stem)].findings.append(found)


def rules_of(document, severity="error"):
    return {found["rule"] for found in document.findings if found["severity"] == severity}


class Known:
    """What gcloud is known to do that trainlint does not follow: what it is and why, an example that
    shows it, and how it is told: by the text, the refusal and the messages of errors of the type."""

    def __init__(self, name, form, example, text=None, refusal=None, message=None, rule=None):
        self.name, self.form, self.example = name, form, example
        self.text, self.refusal, self.message, self.rule = text, refusal, message, rule

    def holds(self, document):
        messages = [found["message"] for found in document.errors() if found["rule"] in OF_CLIENT]
        return ((self.text is None or bool(re.search(self.text, document.text, re.MULTILINE)))
                and (self.refusal is None or bool(re.search(self.refusal, document.outcome.refusal)))
                and (self.message is None
                     or bool(messages) and all(re.search(self.message, message) for message in messages))
                and (self.rule is None or self.rule in rules_of(document)))


POOLED = "workerPoolSpecs:\n- replicaCount: 1\n  containerSpec: {imageUri: gcr.io/p/i}\n"
TRAINING = "trainingInput:\n  scaleTier: BASIC\n"
TUNED = ("studySpec:\n  metrics: [{metricId: a, goal: MINIMIZE}]\n"
         "  parameters: [{parameterId: b, doubleValueSpec: {minValue: 1, maxValue: 2}}]\n"
         "maxTrialCount: 1\nparallelTrialCount: 1\n"
         "trialJobSpec: {workerPoolSpecs: [{machineSpec: {machineType: n1-standard-4}, containerSpec: {imageUri: i}}]}\n")
PLACEHOLDER = r"\$\{|\$\(|\$[A-Za-z_]|\{\{|\{%|<[A-Za-z][^<>=\n]*>|\[[A-Z_]+\]"

KNOWN = [
    # What it sends although it cannot be meant.
    Known("a boolean for an integer is sent as the text True, which the service refuses", "ai-platform",
          TRAINING + "  workerCount: yes\n", message="takes (an integer|a list), this is true or false"),
    Known("a number that no word of the API has goes to the service as it is", "ai-platform",
          "trainingInput:\n  scaleTier: 1.5\n", message="takes one of its words, this is a number"),
    Known("an empty list in place of one value is dropped without a word", "ai-platform",
          TRAINING + "  pythonModule: []\n", text=r"\[\]|!!omap|!!seq", message="this is a list$"),
    Known("a list or a mapping in place of a word of the API goes to the service as it is", "ai-platform",
          "trainingInput:\n  hyperparameters: {goal: [a]}\n",
          message="takes text, this is a (list|mapping)$"),
    Known("of a key that is given twice the first value is taken without a word", "ai-platform",
          TRAINING + "  workerCount: 4\n  workerCount: other\n", rule="duplicate-key"),
    Known("digits in quotes may have blanks, a sign and underscores", "ai-platform",
          TRAINING + "  workerCount: ' +4_0 '\n", text=r"['\"][-+ ]*[0-9_]+ *['\"]", message="takes an? (integer|number), this is text"),
    Known("a number in quotes may be nan", "ai-platform",
          TRAINING + "  hyperparameters: {params: [{parameterName: a, minValue: 'nan'}]}\n",
          text=r"nan|inf|_", message="takes a number, this is text"),
    Known("a next line character is no line break to its reader", "ai-platform", TRAINING + "unknown: a\u0085b\n",
          text="\u0085"),
    # What it refuses for reasons of its own.
    Known("a file that is a template or holds placeholders is not known yet", "ai-platform",
          TRAINING + "  workerCount: ${COUNT}\n", text=PLACEHOLDER),
    Known("an empty file is no job", "custom", "# nothing\n", text=r"\A\ufeff?(\s*(#.*)?$)*\Z"),
    Known("a file with an empty mapping has no field that could be wrong", "tuning", "{}\n", text=r"\A\{\}\n\Z",
          refusal="May not change values"),
    Known("a word of the API may be null to `custom-jobs create`, but not to `hp-tuning-jobs create`", "tuning",
          "maxTrialCount: 2\nparallelTrialCount: 1\n"
          "studySpec:\n  metrics: [{metricId: a, goal: MINIMIZE}]\n  algorithm: ~\n"
          "  parameters: [{parameterId: b, doubleValueSpec: {minValue: 1, maxValue: 2}}]\n"
          "trialJobSpec: {workerPoolSpecs: [{machineSpec: {machineType: n1-standard-4}, containerSpec: {imageUri: i}}]}\n",
          text=r":\s*(~|[nN]ull|#.*|&\w*|!!null.*|)$",
          refusal=r"Failed to parse value\(s\)"),
    Known("it ends with a stack trace where the bytes of `etag`, which only the service sets, are not base64", "ai-platform",
          TRAINING + "etag: '-.5'\n", text=r"etag", refusal="Incorrect padding|Invalid base64|only ASCII characters"),
    Known("the bytes of `etag`, which only the service sets, may be any value that looks like base64", "ai-platform",
          TRAINING + "etag: true\n", text=r"etag", message="`etag` takes text"),
    Known("it ends with a stack trace where a list that only the service sets has no mappings as its items", "tuning",
          TUNED + "trials: [[text]]\n", text=r"trials", refusal="has no attribute 'items'|not JSON serializable"),
    Known("an empty mapping in place of a list that only the service sets is dropped without a word", "tuning",
          TUNED + "trials: {}\n", text=r"trials", message="`trials` takes a list, this is a mapping"),
    Known("it ends with a stack trace where a value that may have any form has a list for a key", "ai-platform",
          TRAINING + "trainingOutput: {[a]: v}\n", text=r"\{\[a\]: v\}", refusal="keys must be str"),
    Known("the tag without a name leaves the type open to its reader, and makes text of it to others", "ai-platform",
          TRAINING + "  args: [! 5]\n", text=r"! 5"),
]


def judged(document):
    """What gcloud and trainlint do not agree on; None if they agree."""
    outcome, errors = document.outcome, document.errors()
    if outcome.timed_out:
        return "gcloud takes too long"
    if not outcome.accepted:
        if not errors:
            return f"gcloud refuses it, and it has no error: {' '.join(outcome.refusal.split())}"
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


def unknown_fields(documents, root):
    """The files with a field that the API has and this gcloud, which is older or newer, has not."""
    names = set()
    for path in (pathlib.Path(root) / "lib/googlecloudsdk/generated_clients/apis").glob("*/v1/*_v1_messages.py"):
        if path.parent.parent.name in ("aiplatform", "ml"):
            names.update(re.findall(r"^\s+(\w+) = _messages\.\w+Field\(", path.read_text(encoding="utf-8"), re.MULTILINE))
    newer = {step for _, schemas, _ in forms() for path in schemas.paths() for step in path
             if isinstance(step, str) and step != "key" and step not in names}
    pattern = re.compile(r"(?<![\w])(" + "|".join(sorted(newer)) + r")[\"']?\s*:") if newer else re.compile(r"(?!)")
    return {document for document in documents if pattern.search(document.text)}


# ----------------------------------------------------------------------------------------------
# Requests beside the job dialect
# ----------------------------------------------------------------------------------------------


def whole(value):
    return None if value is None else int(value)


def given(fields):
    """What is there, with the texts of numbers as numbers."""
    return {name: value for name, value in fields.items() if value not in (None, [], "")}


def pool_of_ai_platform(role, body, pool):
    config = body.get(f"{role}Config") or {}
    accelerator, disk = config.get("acceleratorConfig") or {}, config.get("diskConfig") or {}
    return given({
        "role": pool, "machine_type": body.get(f"{role}Type"), "replicas": whole(body.get(f"{role}Count")),
        "accelerator_type": accelerator.get("type"), "accelerator_count": whole(accelerator.get("count")),
        "image": config.get("imageUri"), "container_command": config.get("containerCommand"),
        "container_args": config.get("containerArgs"), "tpu_tf_version": config.get("tpuTfVersion"),
        "disk_type": disk.get("bootDiskType"), "disk_size_gb": whole(disk.get("bootDiskSizeGb"))})


def job_of_ai_platform(body):
    body = body.get("trainingInput") or {}
    scheduling = body.get("scheduling") or {}
    pools = [pool_of_ai_platform(role, body, pool)
             for role, pool in (("master", "chief"), ("worker", "worker"), ("parameterServer", "parameter_server"),
                                ("evaluator", "evaluator"))]
    return given({
        "scale_tier": body.get("scaleTier"), "runtime_version": body.get("runtimeVersion"),
        "python_version": body.get("pythonVersion"), "args": body.get("args"), "job_dir": body.get("jobDir"),
        "use_chief_in_tf_config": body.get("useChiefInTfConfig"), "max_running_time": scheduling.get("maxRunningTime"),
        "max_wait_time": scheduling.get("maxWaitTime"),
        "pools": [pool for pool in pools if len(pool) > 1]})


def job_of_vertex(spec):
    scheduling = spec.get("scheduling") or {}
    pools = []
    for role, pool in zip(("chief", "worker", "parameter_server", "evaluator"), spec.get("workerPoolSpecs") or []):
        machine, disk = pool.get("machineSpec") or {}, pool.get("diskSpec") or {}
        container, package = pool.get("containerSpec") or {}, pool.get("pythonPackageSpec") or {}
        accelerator = machine.get("acceleratorType")
        pools.append(given({
            "role": role, "machine_type": machine.get("machineType"), "replicas": whole(pool.get("replicaCount")),
            "accelerator_type": None if accelerator == "ACCELERATOR_TYPE_UNSPECIFIED" else accelerator,
            "accelerator_count": whole(machine.get("acceleratorCount")), "tpu_topology": machine.get("tpuTopology"),
            "image": container.get("imageUri") or package.get("executorImageUri"),
            "package_uris": package.get("packageUris"), "container_command": container.get("command"),
            "container_args": container.get("args"), "disk_type": disk.get("bootDiskType"),
            "disk_size_gb": whole(disk.get("bootDiskSizeGb"))}))
    return given({
        "job_dir": (spec.get("baseOutputDirectory") or {}).get("outputUriPrefix"),
        "max_running_time": scheduling.get("timeout"), "max_wait_time": scheduling.get("maxWaitDuration"),
        "strategy": scheduling.get("strategy"), "persistent_resource": spec.get("persistentResourceId"),
        "pools": [pool for pool in pools if len(pool) > 1]})


def job_of_request(document):
    body = document.outcome.body
    if document.form == "ai-platform":
        return job_of_ai_platform(body)
    return job_of_vertex(body.get("jobSpec" if document.form == "custom" else "trialJobSpec") or {})


# What the flags of the command say instead of the file, and what a request does not have.
NOT_OF_FILE = {"region", "package_uris", "python_module", "job_id", "zone"}
FIELDS_OF_POOL = {"machine_type", "replicas", "accelerator_type", "accelerator_count", "tpu_topology", "image", "package_uris",
                  "container_command", "container_args", "tpu_tf_version", "disk_type", "disk_size_gb"}


# A value that trainlint does not claim to know.
UNKNOWN = "?"


def without_unknown(sent, read):
    """What is sent, without the values that are not known."""
    if isinstance(sent, dict) and isinstance(read, dict):
        return {name: without_unknown(value, read.get(name)) for name, value in sent.items() if read.get(name) != UNKNOWN}
    if isinstance(sent, list) and isinstance(read, list) and len(sent) == len(read):
        return [without_unknown(*pair) for pair in zip(sent, read)]
    return sent


def value_of(text):
    """A value of the dialect without the places of its parts."""
    text = re.sub(r'("(?:[^"\\]|\\.)*")|\s+at (?:#loc\d*|loc\([^)]*\))', lambda found: found[1] or "", text).strip()
    text = re.sub(r"\\([0-9A-F]{2})", lambda found: f"\\x{found[1]}", text)
    parts = re.findall(r'"(?:[^"\\]|\\.)*"|[-+.\w]+', text)
    values = [part[1:-1].encode().decode("unicode_escape").encode("latin-1").decode("utf-8", "replace") if part[0] == '"'
              else {"true": True, "false": False}.get(part, part) for part in parts]
    values = [int(value) if isinstance(value, str) and parts[index][0] != '"' and re.fullmatch(r"-?\d+", value) else value
              for index, value in enumerate(values)]
    return values if text.startswith("[") else values[0] if values else None


def jobs_of_dialect(text):
    """The jobs that trainlint-opt prints."""
    jobs, fields = [], None
    for line in text.splitlines():
        line = line.strip()
        op = re.fullmatch(r"job\.(\w+)(?: (\w+))?", line)
        if op and op[1] == "training":
            jobs.append({"pools": []})
            fields = jobs[-1]
        elif op and op[1] == "pool":
            fields = {"role": op[2]}
            jobs[-1]["pools"].append(fields)
        elif op:
            fields = {}
        elif fields is not None and re.match(r"[a-z_]+ \S", line):
            name, _, value = line.partition(" ")
            fields[name] = UNKNOWN if value.startswith("?") else value_of(value)
    for job in jobs:
        job["pools"] = [pool for pool in ({name: value for name, value in given(pool).items()
                                           if name == "role" or name in FIELDS_OF_POOL} for pool in job["pools"])
                        if len(pool) > 1]
    return jobs


def compare_requests(opt, documents, folder):
    """The requests of files without an error against the dialect."""
    chosen = [document for document in documents
              if document.outcome.accepted and form_of(document.text) == document.form and not document.errors() and not rules_of(document, "warning") & {"wrong-type"}
              and not re.search(r"^(---|%|\.\.\.)", document.text, re.MULTILINE) and document.suffix != ".json"
              and not re.search(PLACEHOLDER, document.text)]
    unlike = []
    path = folder / "all.yaml"
    path.write_text("\n---\n".join(document.text.lstrip("\ufeff") for document in chosen), encoding="utf-8")
    done = subprocess.run([opt, path], capture_output=True, text=True, check=False)
    jobs = jobs_of_dialect(done.stdout)
    if len(jobs) != len(chosen):
        return 0, [(Document("custom", "", "trainlint-opt"), f"{len(jobs)} jobs of {len(chosen)} files: {done.stderr[-300:]}")]
    for document, job in zip(chosen, jobs):
        sent = job_of_request(document)
        read = {name: value for name, value in given(job).items() if name not in NOT_OF_FILE and name in (*sent, "pools", *OF_JOB)}
        if document.form == "ai-platform":
            read["pools"] = sorted(read.get("pools", []), key=lambda pool: pool["role"])
            sent["pools"] = sorted(sent.get("pools", []), key=lambda pool: pool["role"])
        sent = without_unknown(sent, read)
        read = without_unknown(read, read)
        if given(read) != given(sent):
            unlike.append((document, f"gcloud sends {given(sent)}, and trainlint reads {given(read)}"))
    return len(chosen), unlike


OF_JOB = ("scale_tier", "runtime_version", "python_version", "args", "job_dir", "use_chief_in_tf_config", "max_running_time",
          "max_wait_time", "strategy", "persistent_resource")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", default="trainlint")
    parser.add_argument("--opt", help="trainlint-opt, to compare the requests with what it reads")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--fresh", type=int, default=0, help="so many commands run in a process of their own as well")
    parser.add_argument("--keep", type=pathlib.Path, help="put the files that are not agreed on here")
    parser.add_argument("--cache", type=pathlib.Path, help="keep here what gcloud says, for the next run")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    if not gcloud_recorder.installation():
        print("gcloud is not there: nothing is compared")
        return 0
    documents = [*files(options.folders), *examples(options.tool), *generated(options.every)]
    cache = Cache(options.cache)
    shown = [Document(entry.form, entry.example, f"known: {entry.name}") for entry in KNOWN]
    version, different = ask_gcloud(documents + shown, options.fresh, cache)
    cache.save()
    unknown = unknown_fields(documents, gcloud_recorder.installation())
    with tempfile.TemporaryDirectory() as folder:
        ask_trainlint(options.tool, documents + shown, pathlib.Path(folder))
        compared, unlike = compare_requests(options.opt, documents, pathlib.Path(folder)) if options.opt else (0, [])
    problems, known, service = unlike, collections.Counter(), collections.Counter()
    for entry, document in zip(KNOWN, shown):
        if not judged(document) or not entry.holds(document):
            problems.append((document, "gcloud and trainlint agree now: " + (document.outcome.refusal or "sent")))
    for document in documents:
        if document in unknown:
            known["a field that this gcloud does not know has any type"] += 1
            continue
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
          f"{compared} requests compared, {len(problems) + different} disagreements")
    return 1 if problems or different else 0


if __name__ == "__main__":
    sys.exit(main())
