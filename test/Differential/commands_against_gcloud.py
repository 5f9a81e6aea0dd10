#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what trainlint says of commands with what an installed gcloud does with them.

What gcloud refuses before it sends anything has to be an error of trainlint, of the same
cause; what it sends must not be a structural error; and what it sends has to hold what the
import of the command holds. The commands are those of public repositories, the examples of
the catalog, and generated ones: every flag of every command with many values, without one,
doubled, misspelled, shortened, absent, and combinations of these.
"""

import argparse
import collections
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import gcloud_recorder

ROOT = pathlib.Path(__file__).resolve().parents[2]

POOL = "machine-type=n1-standard-4,replica-count=1,container-image-uri=us-docker.pkg.dev/project-1/images/train:1"
CONTAINER_POOL = """\
- machineSpec:
    machineType: n1-standard-4
  replicaCount: 1
  containerSpec:
    imageUri: us-docker.pkg.dev/project-1/images/train:1
"""

# What commands may name.
FILES = {
    "job.yaml": "workerPoolSpecs:\n" + CONTAINER_POOL,
    "study.yaml": "studySpec:\n  metrics:\n  - metricId: accuracy\n    goal: MAXIMIZE\n  parameters:\n"
                  "  - parameterId: rate\n    doubleValueSpec:\n      minValue: 0.1\n      maxValue: 1\n"
                  "trialJobSpec:\n  workerPoolSpecs:\n" + re.sub("^", "  ", CONTAINER_POOL, flags=re.M).rstrip() + "\n",
    "training.yaml": "trainingInput:\n  scaleTier: BASIC\n  region: us-central1\n",
    "startup.sh": "echo started\n",
}

# What a user has set before, so that no command lacks it.
PROPERTIES = {"compute/zone": "us-central1-b", "compute/region": "us-central1", "ai/region": "us-central1"}

# Commands that gcloud takes: words that all of them have, and alternatives that make them whole.
TRAINING = ("ai-platform jobs submit training", "job_1",
            ["--region=us-central1", "--module-name=trainer.task", "--packages=gs://bucket-1/trainer.tar.gz",
             "--runtime-version=2.1", "--python-version=3.7", "--scale-tier=basic"])
SEEDS = [
    TRAINING,
    ("ai-platform jobs submit training", "job_1",
     ["--region=us-central1", "--master-image-uri=gcr.io/project-1/train", "--scale-tier=custom",
      "--master-machine-type=n1-standard-8", "--master-accelerator=count=1,type=nvidia-tesla-t4",
      "--worker-machine-type=n1-standard-4", "--worker-count=3", "--parameter-server-machine-type=n1-standard-4",
      "--parameter-server-count=1"]),
    ("ml-engine jobs submit training", "job_1", TRAINING[2]),
    ("ai custom-jobs create", None, ["--region=us-central1", "--display-name=job-1", "--worker-pool-spec=" + POOL]),
    ("ai custom-jobs create", None, ["--region=us-central1", "--display-name=job-1", "--config=job.yaml"]),
    ("ai hp-tuning-jobs create", None, ["--region=us-central1", "--display-name=job-1", "--config=study.yaml"]),
    ("compute tpus create", "tpu-1",
     ["--zone=us-central1-b", "--accelerator-type=v2-8", "--version=2.12.0"]),
    ("compute tpus tpu-vm create", "tpu-1",
     ["--zone=us-central2-b", "--accelerator-type=v4-8", "--version=tpu-ubuntu2204-base"]),
    ("compute tpus tpu-vm create", "tpu-1",
     ["--zone=us-central2-b", "--type=v4", "--topology=2x2x1", "--version=tpu-ubuntu2204-base"]),
    ("compute tpus queued-resources create", "request-1",
     ["--zone=us-central2-b", "--node-id=tpu-1", "--accelerator-type=v4-8",
      "--runtime-version=tpu-ubuntu2204-base"]),
    ("compute tpus queued-resources create", "request-1",
     ["--zone=us-central2-b", "--node-count=2", "--accelerator-type=v4-8",
      "--runtime-version=tpu-ubuntu2204-base"]),
    ("compute tpus tpu-vm delete", "tpu-1", ["--zone=us-central2-b"]),
    ("compute tpus queued-resources delete", "request-1", ["--zone=us-central2-b"]),
    ("compute instances create", "vm-1",
     ["--zone=us-central1-a", "--machine-type=n1-standard-8", "--accelerator=type=nvidia-tesla-t4,count=1",
      "--maintenance-policy=TERMINATE"]),
    ("compute instance-templates create", "template-1",
     ["--machine-type=n1-standard-8", "--accelerator=type=nvidia-tesla-t4,count=1",
      "--maintenance-policy=TERMINATE"]),
    ("container node-pools create", "pool-1",
     ["--cluster=cluster-1", "--zone=us-central1-a", "--machine-type=n1-standard-8", "--num-nodes=2",
      "--accelerator=type=nvidia-tesla-t4,count=1"]),
    ("container clusters create", "cluster-1",
     ["--zone=us-central1-a", "--machine-type=n1-standard-8", "--num-nodes=2",
      "--accelerator=type=nvidia-tesla-t4,count=1"]),
    ("compute resource-policies create workload-policy", "policy-1",
     ["--region=us-central1", "--type=HIGH_THROUGHPUT", "--accelerator-topology=4x4x4"]),
    ("compute instance-groups managed create", "group-1",
     ["--zone=us-central1-a", "--size=2", "--template=template-1"]),
    ("compute instance-groups managed resize", "group-1", ["--zone=us-central1-a", "--size=2"]),
    ("projects add-iam-policy-binding", "project-1",
     ["--role=roles/ml.serviceAgent", "--member=serviceAccount:name@project-1.iam.gserviceaccount.com"]),
]

# Values that some flags take and others do not.
VALUES = ["name-1", "1", "0", "-1", "1.5", "2x", "true", "yes", "False", "key=value", "Key=value", "key=Value",
          "key=value,other=2", "key=value,other", "=value", "a,b", "gs://bucket-1/folder", "gs://bucket-1", "bucket-1",
          "2h", "90m30s", "6", "1d", "PT2H", "2 hours", "100GB", "100", "1.5TB", "100gb", "GB",
          "2026-12-01T00:00:00Z", "2026-12-01", "tomorrow", "", "-x", "--spot", "HIGH_THROUGHPUT", "high-throughput",
          "SPOT", "spot", "count=1,type=nvidia-tesla-t4", "type=nvidia-tesla-t4", "count=x,type=nvidia-tesla-t4",
          "nvidia-tesla-t4", "name@project-1.iam.gserviceaccount.com", "startup.sh", "key=startup.sh",
          "projects/project-1/locations/us-central1/keyRings/r/cryptoKeys/k", "any", "v4", "1.28", "10.0.0.0/16"]

# Values for flags that take a dictionary.
DICTIONARIES = {
    "worker-pool-spec": [
        POOL, POOL + ",accelerator-type=NVIDIA_TESLA_T4", POOL + ",accelerator-type=NVIDIA_TESLA_T4,accelerator-count=2",
        POOL + ",accelerator-count=2", POOL + ",accelerator-type=nvidia-tesla-t4", POOL + ",accelerator-type=NVIDIA_TESLA",
        POOL + ",colour=red", POOL + ",machine_type=x", POOL + ",local-package-path=.", POOL + ",script=task.py",
        POOL + ",python-module=trainer.task", POOL + ",executor-image-uri=gcr.io/project-1/train", POOL + ",", "," + POOL,
        POOL + ",replica-count=two", POOL + ",replica-count=0", POOL + ",replica-count=2,replica-count=3",
        POOL.replace(",", ", "), POOL.replace(",", ";"), "^;^" + POOL.replace(",", ";"), "machine-type=n1-standard-4",
        "machine-type=n1-standard-4,executor-image-uri=gcr.io/project-1/train",
        "machine-type=n1-standard-4,executor-image-uri=gcr.io/project-1/train,python-module=trainer.task",
        "machine-type=n1-standard-4,executor-image-uri=gcr.io/project-1/train,local-package-path=.",
        "machine-type=n1-standard-4,executor-image-uri=gcr.io/project-1/train,local-package-path=.,script=a,"
        "python-module=b",
        "replica-count=1,container-image-uri=gcr.io/project-1/train", "machine-type", "machine-type="],
    "accelerator": ["type=nvidia-tesla-t4", "type=nvidia-tesla-t4,count=0", "count=2", "type=nvidia-l4,count=1",
                    "type=nvidia-tesla-t4,count=1,gpu-driver-version=latest", "type=nvidia-tesla-t4,count=1,colour=red",
                    "type=nvidia-tesla-t4,count=two", "nvidia-tesla-t4", "type=nvidia-tesla-t4,count=1,gpu-driver-version=old",
                    "type=nvidia-tesla-a100,count=1,gpu-partition-size=1g.5gb",
                    "type=nvidia-tesla-t4,count=1,gpu-sharing-strategy=time-sharing,max-shared-clients-per-gpu=2"],
    "master-accelerator": ["count=1,type=NVIDIA_TESLA_T4", "count=0,type=nvidia-tesla-t4", "count=1,type=nvidia-h100",
                           "count=-1,type=nvidia-tesla-t4", "count=1, type=nvidia-tesla-t4", "count=1",
                           "count=1,type=nvidia-tesla-t4,kind=x", "type=nvidia-tesla-t4,count=1", "count=1,type=TPU_V2",
                           "count=1,type=tpu-v2", "count=01,type=nvidia-tesla-t4"],
    "data-disk": ["source=projects/p/zones/z/disks/d,mode=read-only", "source=d,mode=foo", "mode=read-write", "source=d"],
    "boot-disk": ["kms-key=projects/p", "colour=red"],
    "labels": ["team=a_b-1,stage=1", "1=a", "a=" + 64 * "b", 64 * "a" + "=b", "a=b,a=c", "a=b c", "\u00e9=\u00e9"],
    "scale-tier": ["basic", "BASIC_GPU", "basic_gpu", "Basic-Gpu", "custom", "basic-gpus", "CUSTOM", "premium-1"],
    "algorithm": ["random-search", "GRID_SEARCH", "Random_Search", "bayesian"],
    "type": ["v2", "V3", "v4", "v4 ", "V9", "HIGH_AVAILABILITY", "high-availability"],
    "service-account": ["123456789012345678901", "name@example.com", "name"],
    "provisioning-model": ["STANDARD", "SPOT", "RESERVATION_BOUND", "standard", "FLEX"],
    "maintenance-policy": ["TERMINATE", "terminate", "MIGRATE", "STOP"],
    "role": ["ml.developer", "roles/editor", "projects/p/roles/r"],
    "args": ["--epochs=10", "--epochs=10,--rate=0.1", "^;^a,b;c"],
    "job-dir": ["gs://bucket-1/job", "/tmp/job", "job", "gs://"],
    "staging-bucket": ["gs://bucket-1/", "gs://Bucket", "gs://b", "gs://bucket-1/folder"],
    "config": ["job.yaml", "training.yaml", "study.yaml"],
}

# Flags that say how gcloud runs, or that read files and ask services, are not the job's.
NOT_TRIED = {"--flags-file", "--access-token-file", "--account", "--billing-project", "--configuration", "--format",
             "--flatten", "--help", "--impersonate-service-account", "--log-http", "--project", "--trace-token",
             "--user-output-enabled", "--verbosity", "--document"}

# Rules that speak of the form of a command or of what it names.
STRUCTURAL = {"unknown-flag", "invalid-flag-value", "missing-flag", "exclusive-flags", "stray-argument",
              "accelerator-spelling", "not-cloud-storage", "copied-characters", "unknown-field", "wrong-type",
              "invalid-enum-value", "missing-field", "exclusive-fields", "unquoted-string", "invalid-format",
              "value-out-of-range", "item-count", "misplaced-field", "unknown-accelerator"}

# What gcloud says where it refuses a command for the sake of this machine.
OF_THIS_MACHINE = re.compile(
    r"Unable to read file|Failed to load YAML from|No such file|Directory '[^']*' is not found|"
    r"unable to parse|Error [Pp]arsing YAML|Failed to parse YAML|not found: \[|"
    r"core/project|The project property|Source directory \[|docker")

# Refusals, by what they say, and the rules that name the same cause.
CAUSES = [
    (r"unrecognized arguments", {"unknown-flag", "stray-argument", "copied-characters"}),
    (r"valid keys are|Bad syntax for dict arg|Invalid flag value \[", {"unknown-flag", "invalid-flag-value"}),
    (r"expected one argument|ignored explicit argument", {"invalid-flag-value"}),
    (r"At most one of|[Ee]xactly one of|not allowed simultaneously|Only one of|not allowed together|are not allowed:",
     {"exclusive-flags", "missing-flag", "image-and-runtime-version", "exclusive-fields", "missing-field",
      "worker-pool-task"}),
    (r"[Mm]ust be specified|required|must be given|Must have packages|must have packages|Missing required",
     {"missing-flag", "invalid-flag-value", "missing-field", "exclusive-flags", "scale-tier-conflict",
      "worker-pool-task", "accelerator-count"}),
    (r"Invalid value for \[region\]", {"unknown-region"}),
    (r"must be greater than 0", {"accelerator-count"}),
    (r"[Ii]nvalid accelerator|Found invalid value of \[accelerator-type\]",
     {"accelerator-spelling", "invalid-enum-value", "unknown-accelerator"}),
    (r"bucket|gs://", {"not-cloud-storage", "invalid-flag-value"}),
]

# Differences that stay, with their reason: a pattern of the command, one of what gcloud says
# ("" if it takes the command), and why.
KNOWN = [
    (r"gcloud beta compute tpus (tpu-vm|queued-resources)", "alternate release tracks",
     "the table does not say in which tracks a command is"),
    (r"[= ][A-Z][A-Z0-9_]+( |$)", "", "a word in capitals is left for the reader to fill in"),
    (r"[= ][A-Z][A-Z0-9_]+( |$)", ".", "a word in capitals is left for the reader to fill in"),
    (r"--labels[= ]\S*=[A-Z]", "Bad value", "a word in capitals is left for the reader to fill in"),
    (r"-time[= ]", "Unknown string format|month must be|day is out", "dates are read in many forms, and not checked"),
    (r"--type[= ](v5|v6|v7)", "Invalid choice", "newer releases have these words in GA"),
    (r"--scale-tier[= ](?i:custom)", "master-machine-type is required",
     "a warning: scripts that are older than the flag name the machine in their file"),
    (r" ai custom-jobs create$", "Must be specified", "a command without any words is a mention"),
    (r"--type[= ]'[^']* '", "Invalid choice", "a blank behind a word is overlooked"),
    (r"--data-disk=$", "required in dict arg", "a value that is empty has no parts to look for"),
    (r"--machine-type[= ]gs:", "", "the path of an object is no machine"),
    (r"--config=startup.sh", "has no attribute", "a file that is no YAML by its name is not read"),
    (r"--role[= ]", "", "a role without its prefix gets as far as the service, which has none of that name"),
    (r" container (clusters|node-pools) create ",
     "Cannot (specify|use)|must be specified|not supported for|could not parse resource|must be one of|Bad value|both or none|"
     "is not specified|enable autoprovisioning|arguments: --no-enable|node-taints|in conjunction|opportunistic-maintenance|IndexError|ArgumentTypeError",
     "what a cluster has beside its machines is checked by the names and types of its flags"),
    (r" compute instance-groups managed ",
     "has to be non-negative|simultaneously|instance-selection|is required|regional|wrong collection|could not parse resource|At most one of",
     "what a group has beside its size and template is checked by the names and types of its flags"),
]


class Case:
    """A command: its words behind `gcloud`."""

    def __init__(self, words, origin, files=None):
        self.words = list(words)
        self.origin = origin
        self.files = {**FILES, **self.packages(), **(files or {})}

    def packages(self):
        """A package where the command names one."""
        line = shlex.join(self.words)
        return {f"{path.rstrip('/')}/__init__.py": "" for path in re.findall(r"--package-path[= ]([\w./-]+)", line)}

    @property
    def text(self):
        return "gcloud " + shlex.join(self.words)


def flags_of_command(root, words):
    """The flags of a command of the installed gcloud: name to `bool`, `value`, `dynamic` or choices."""
    path = pathlib.Path(root) / "data" / "cli" / "gcloud_completions.py"
    spec = importlib.util.spec_from_file_location("gcloud_completions", path)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    tree = module.STATIC_COMPLETION_CLI_TREE
    found = {}
    for name in words:
        tree = tree.get("commands", {}).get(name)
        if tree is None:
            return {}
        found = tree.get("flags", {})
    return {name: kind for name, kind in found.items() if name.startswith("--") and name not in NOT_TRIED}


# ----------------------------------------------------------------------
# Commands that are made
# ----------------------------------------------------------------------


def words_of(seed, flags=None, argument=0, track=""):
    name, own, seeded = seed
    words = ([track] if track else []) + name.split()
    if own and argument == 0:
        words.append(own)
    return words + (seeded if flags is None else flags)


def without(flags, name):
    return [flag for flag in flags if flag.split("=")[0] != name]


def misspellings(name):
    letters = name[2:]
    yield "--" + letters[:-1]
    yield "--" + letters[1] + letters[0] + letters[2:]
    yield "--" + letters + "s"
    yield "--" + letters.upper()
    yield "-" + letters
    if "-" in letters:
        yield "--" + letters.replace("-", "_")
        yield "--" + letters.replace("-", "")
        yield "--" + letters.rpartition("-")[0]


def changed_flags(seed, name, kind, rng):
    """A command with one of its flags in many ways."""
    rest = without(seed[2], name)
    own = [flag.partition("=")[2] for flag in seed[2] if flag.split("=")[0] == name]
    is_switch = kind == "bool"
    good = own[0] if own else (kind[0] if isinstance(kind, list) and kind else "name-1")
    values = VALUES + DICTIONARIES.get(name[2:], []) + (kind if isinstance(kind, list) else [])
    if name.endswith("-accelerator"):
        values = values + DICTIONARIES["master-accelerator"]
    if is_switch:
        yield [*rest, name]
        yield [*rest, "--no-" + name[2:]]
        yield [*rest, name, name]
        yield [*rest, name + "=true"]
        yield [name, "true", *rest]
    else:
        for value in values:
            yield [*rest, f"{name}={value}"] if rng.random() < 0.7 else [*rest, name, value]
        yield [*rest, name]
        yield [name, *rest]
        yield [*rest, f"{name}={good}", f"{name}={good}"]
        yield [*rest, f"{name}={good}", f"{name}=name-2"]
        yield [*rest, "--no-" + name[2:]]
    for wrong in misspellings(name):
        yield [*rest, wrong if is_switch else f"{wrong}={good}"]
    if own:
        yield rest


def generate(seed, flags, rng):
    """All commands that are made of one seed."""
    own, seeded = seed[1], seed[2]
    yield words_of(seed)
    for track in ("alpha", "beta"):
        yield words_of(seed, track=track)
    yield words_of(seed, [word for flag in seeded for word in flag.split("=", 1)])
    yield words_of(seed, [*seeded, "extra"])
    yield words_of(seed, ["extra", *seeded])
    yield words_of(seed, [*seeded, "--", "--epochs", "10"])
    yield words_of(seed, [*seeded, "--"])
    yield words_of(seed, [*seeded, "--epochs", "10"])
    yield words_of(seed, [*seeded, "--epochs=10"])
    yield words_of(seed, [*seeded, "-q"])
    yield words_of(seed, [*seeded, "--quiet", "--verbosity=error", "--format=json"])
    yield words_of(seed, [*seeded, "--verbosity=loud"])
    yield words_of(seed, [*seeded, "--quiet=true"])
    yield words_of(seed, [*seeded, " "])
    yield words_of(seed, [*seeded, ""])
    yield words_of(seed, [*seeded, "\u2013async"])
    yield words_of(seed, seeded + seeded)
    yield words_of(seed, [])
    if own:
        yield words_of(seed, argument=1)
        yield words_of(seed, seeded + [own], argument=1)
        yield words_of(seed, seeded + [""], argument=1)
    for flag in seeded:
        yield words_of(seed, [other for other in seeded if other != flag])
    for name, kind in sorted(flags.items()):
        for words in changed_flags(seed, name, kind, rng):
            yield words_of(seed, words, track=rng.choice(["", "", "", "", "", "alpha", "beta"]))


def combine(seed, flags, rng):
    """A command with some flags more, each right or wrong."""
    chosen = rng.sample(sorted(flags), min(len(flags), rng.randint(1, 4)))
    words = list(seed[2])
    for name in chosen:
        kind = flags[name]
        if kind == "bool":
            words.append(name)
        else:
            values = kind if isinstance(kind, list) and kind else DICTIONARIES.get(name[2:], []) + VALUES
            words.append(f"{name}={rng.choice(values)}")
    if rng.random() < 0.2:
        words.pop(rng.randrange(len(words)))
    rng.shuffle(words)
    return words_of(seed, words, track=rng.choice(["", "", "", "beta", "alpha"]))


def generated(root, rng, names):
    for seed in SEEDS:
        if not any(seed[0].startswith(name) for name in names or [""]):
            continue
        flags = flags_of_command(root, seed[0].split())
        for words in generate(seed, flags, rng):
            yield Case(words, "generated")
        for _ in range(100):
            yield Case(combine(seed, flags, rng), "combined")


# ----------------------------------------------------------------------
# Commands that people wrote
# ----------------------------------------------------------------------

# What stands for a value that a text leaves open, by the end of its name.
OPEN = [("bucket", "gs://bucket-1"), ("dir", "gs://bucket-1/job"), ("region", "us-central1"), ("zone", "us-central1-b"),
        ("count", "2"), ("tier", "basic")]


def filled(text):
    """A command whose variables have values; None where what they stand for cannot be guessed."""
    def value(match):
        name = match.group(1).lower()
        for end, replacement in OPEN:
            if end in name:
                # gs://$BUCKET is as common as $BUCKET.
                before = text[:match.start()]
                if before.endswith("gs://") or before.endswith("/"):
                    return "bucket-1" if end == "bucket" else "job"
                return replacement
        return "name1"

    text = re.sub(r"\$\{?\{?\s*(\w+)[^}\s]*\}\}?|\$(\w+)", lambda m: value(m) if m.group(1) else value(
        re.match(r"\$(\w+)", m.group())), text)
    text = re.sub(r"\{([\w.]+)\}", value, text)
    return None if re.search(r"\$[({]|`|[<>|&;]|\{\{|\.\.\.", text) else text


def corpus_cases(corpus):
    for line in (corpus / "gcloud" / "commands.jsonl").read_text(encoding="utf-8").splitlines():
        text = filled(json.loads(line)["cmd"])
        try:
            words = shlex.split(text.replace("\\\n", " "), comments=True) if text else []
        except ValueError:
            continue
        if len(words) > 3 and words[0] == "gcloud" and "prediction" not in words:
            yield Case([word.strip() for word in words[1:]], "corpus")


def example_cases(trainlint):
    sys.path.insert(0, str(ROOT / "utils"))
    import rule_docs
    for rule in rule_docs.all_rules(trainlint):
        if not rule["example_name"].endswith(".sh"):
            continue
        for text in (rule["bad"], rule["good"]):
            for command in text.replace("\\\n", " ").splitlines():
                try:
                    words = shlex.split(command, comments=True)
                except ValueError:
                    continue
                if words[:1] == ["gcloud"] and "config" not in words:
                    yield Case(words[1:], "example of " + rule["name"])


# ----------------------------------------------------------------------
# Both sides
# ----------------------------------------------------------------------


# Commands that make nothing that trains are only checked beside one that does.
BESIDE = re.compile(r"gcloud (alpha |beta )?(compute instance-groups|projects) ")
TRAINS = ("gcloud compute tpus tpu-vm create tpu-0 --zone=us-central2-b --accelerator-type=v4-8 "
          "--version=tpu-ubuntu2204-base\n")


def judge(trainlint, cases, folder):
    """The errors of trainlint on each command: `[(rule, message)]`."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    names = []
    for number, case in enumerate(cases):
        names.append(f"{number:05}.sh")
        beside = TRAINS if BESIDE.match(case.text) else ""
        (folder / names[-1]).write_text(beside + case.text + "\n", encoding="utf-8")
    found = [[] for _ in cases]
    for begin in range(0, len(names), 500):
        result = subprocess.run([trainlint, "--isolated", "--format=json", *names[begin:begin + 500]], cwd=folder,
                                capture_output=True, text=True, check=False)
        assert result.returncode in (0, 1), result.stderr
        for finding in json.loads(result.stdout)["diagnostics"]:
            name = finding["file"]
            if name.endswith(".sh") and finding["severity"] == "error":
                found[int(name[-8:-3])].append((finding["rule"], finding["message"]))
    return found


def asked(gcloud, cases):
    return [gcloud.run(case.words, files=case.files) for case in cases]


def ask(cases, processes):
    """What gcloud does with each command."""
    parts = [cases[number::processes] for number in range(processes)]
    gclouds = [gcloud_recorder.Gcloud(properties=PROPERTIES) for _ in parts]
    try:
        with concurrent.futures.ThreadPoolExecutor(processes) as pool:
            answers = list(pool.map(asked, gclouds, parts))
    finally:
        for gcloud in gclouds:
            gcloud.close()
    outcomes = [None] * len(cases)
    for number, part in enumerate(answers):
        outcomes[number::processes] = part
    return outcomes


def difference(outcome, errors):
    """What is different, or None."""
    rules = {rule for rule, _ in errors}
    if outcome.accepted:
        wrong = rules & STRUCTURAL
        return "error on what gcloud takes" if wrong else None
    if OF_THIS_MACHINE.search(outcome.refusal):
        return None
    if not rules:
        return "no error on what gcloud refuses"
    for pattern, causes in CAUSES:
        if re.search(pattern, outcome.refusal):
            return None if rules & causes else "error of another cause"
    return None if rules & STRUCTURAL else "error of another cause"


def known_reason(case, outcome):
    says = "" if outcome.accepted else outcome.refusal
    for command, refusal, reason in KNOWN:
        if re.search(command, case.text) and (re.search(refusal, says) if refusal else not says):
            return reason
    return None


# ----------------------------------------------------------------------
# What is sent, and what is imported
# ----------------------------------------------------------------------

LINE = re.compile(r"^\s+(\w+) (\[.*\]|\"(?:[^\"\\]|\\.)*\"|[-\w.]+)( at #loc\d*)?$")


def value_of(text):
    text = re.sub(r" at #loc\d*", "", text)
    text = re.sub(r"\\([0-9A-F]{2})", lambda match: "\\u00" + match.group(1), text)
    try:
        return json.loads(text)
    except ValueError:
        return text


def imported_jobs(translate, path):
    """The jobs of the dialect: the fields of each, and its pools."""
    result = subprocess.run([translate, "--import-commands", path], capture_output=True, text=True, check=False)
    jobs = []
    for line in result.stdout.splitlines():
        opened = re.match(r"\s+job\.(\w+)(?: (\w+))?", line)
        if opened and opened.group(1) == "training":
            jobs.append({"platform": opened.group(2), "pools": []})
            fields = jobs[-1]
        elif opened and opened.group(1) == "pool":
            fields = {"role": opened.group(2)}
            jobs[-1]["pools"].append(fields)
        elif opened:
            fields = {}
        elif jobs and (found := LINE.match(line)):
            fields[found.group(1)] = value_of(found.group(2))
    return jobs


def number(value):
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d+", value) else value


def sent_pool(spec):
    """A worker pool of Vertex AI."""
    machine = spec.get("machineSpec", {})
    container, package = spec.get("containerSpec", {}), spec.get("pythonPackageSpec", {})
    return {"machine_type": machine.get("machineType"), "accelerator_type": machine.get("acceleratorType"),
            "accelerator_count": number(machine.get("acceleratorCount")), "replicas": number(spec.get("replicaCount")),
            "image": container.get("imageUri") or package.get("executorImageUri"),
            "container_args": container.get("args") or package.get("args"),
            "container_command": container.get("command"), "package_uris": package.get("packageUris")}


# What a pool has where a flag asks for it; other values are those that gcloud puts in.
ASKED = {"machine_type": "--machine-type", "accelerator_type": "--accelerator", "accelerator_count": "count=",
         "replicas": "--num-nodes", "maintenance_policy": "--maintenance-policy",
         "provisioning": r"--provisioning-model|--spot|--preemptible|--flex-start"}


def sent_machines(case, config, **more):
    """A pool of VMs or of nodes."""
    accelerator = (config.get("guestAccelerators") or config.get("accelerators") or [{}])[0]
    scheduling = config.get("scheduling", {})
    pool = {"machine_type": config.get("machineType", "").rsplit("/", 1)[-1],
            "accelerator_type": accelerator.get("acceleratorType", "").rsplit("/", 1)[-1],
            "accelerator_count": number(accelerator.get("acceleratorCount")),
            "maintenance_policy": scheduling.get("onHostMaintenance"),
            "provisioning": scheduling.get("provisioningModel") or ("FLEX_START" if config.get("flexStart") else
                            "SPOT" if config.get("spot") or config.get("preemptible") else None), **more}
    return {name: value for name, value in pool.items() if re.search(ASKED[name], case.text)}


def sent_job(case, outcome):
    """The job that the body of a request holds, in the words of the dialect; None for other commands."""
    body, path = outcome.body, outcome.path
    if "/nodes?" in path or "/queuedResources?" in path:
        spec = body.get("tpu", {}).get("nodeSpec", [{}])[0]
        node = spec.get("node", body)
        config = node.get("acceleratorConfig", {})
        zone = re.search("/locations/([a-z0-9-]*)/", path)
        if not zone:
            return None
        # Where no flag gives the zone, it is what the user has set.
        job = {**({"zone": zone.group(1)} if "--zone" in case.text else {}),
               "runtime_version": node.get("runtimeVersion") or node.get("tensorflowVersion")}
        pool = {"tpu_topology": config.get("topology")}
        if "acceleratorConfig" not in node and "--accelerator-type" in case.text:
            pool["accelerator_type"] = node.get("acceleratorType")
        return {**job, "pools": [pool]}
    if "/instances?" in path or "/instanceTemplates?" in path:
        return {"pools": [sent_machines(case, body.get("properties", body))]}
    if "/nodePools?" in path or path.partition("?")[0].endswith("/clusters"):
        pools = body["cluster"].get("nodePools", []) if "cluster" in body else [body["nodePool"]]
        return {"pools": [sent_machines(case, pool.get("config", {}), replicas=pool.get("initialNodeCount"))
                          for pool in pools]}
    if "/customJobs?" in path:
        return {"pools": [sent_pool(spec) for spec in body["jobSpec"].get("workerPoolSpecs", [])]}
    if "/hyperparameterTuningJobs?" in path:
        return {"pools": [sent_pool(spec) for spec in body["trialJobSpec"].get("workerPoolSpecs", [])]}
    if path.partition("?")[0].endswith("/jobs"):
        training = body["trainingInput"]
        job = {"job_id": body.get("jobId"), "scale_tier": training.get("scaleTier"), "region": training.get("region"),
               "runtime_version": training.get("runtimeVersion"), "python_version": training.get("pythonVersion"),
               "python_module": training.get("pythonModule"), "job_dir": training.get("jobDir"),
               "args": training.get("args"), "use_chief_in_tf_config": training.get("useChiefInTfConfig"), "pools": []}
        for role, name, part in (("chief", "master", "masterConfig"), ("worker", "worker", "workerConfig"),
                                 ("parameter_server", "parameterServer", "parameterServerConfig")):
            config = training.get(part, {})
            accelerator = config.get("acceleratorConfig", {})
            pool = {"machine_type": training.get(name + "Type"), "replicas": number(training.get(name + "Count")),
                    "image": config.get("imageUri"), "accelerator_type": accelerator.get("type"),
                    "accelerator_count": number(accelerator.get("count"))}
            if any(pool.values()):
                job["pools"].append({"role": role, **pool})
        return job
    return None


ROLES = ["chief", "worker", "parameter_server", "evaluator", "host"]
# What flags give to all pools at once is not imported.
LEFT_OPEN = {"container_args", "container_command", "package_uris"}


def field_differences(sent, held):
    """The fields that the request and the import hold otherwise. What the import does not know it may
    leave open."""
    for name, value in sent.items():
        if name == "pools":
            continue
        mine = held.get(name)
        if mine == "?" or (name in LEFT_OPEN and mine is None) or (value in (None, [], "") and mine in (None, [], "")):
            continue
        if value != mine and str(value).lower() != str(mine).lower():
            yield f"{name}: sent {value!r}, imported {mine!r}"
    if "pools" not in sent:
        return
    if any("role" in pool for pool in sent["pools"]):
        held = {**held, "pools": sorted(held["pools"], key=lambda pool: ROLES.index(pool["role"]))}
    if len(sent["pools"]) != len(held["pools"]):
        yield f"pools: sent {len(sent['pools'])}, imported {len(held['pools'])}"
        return
    for number, (theirs, ours) in enumerate(zip(sent["pools"], held["pools"])):
        for text in field_differences(theirs, ours):
            yield f"pool {number}: {text}"


def body_differences(translate, folder, number, case, outcome):
    sent = sent_job(case, outcome)
    # The tool reads no other file.
    if sent is None or "--config" in case.text:
        return None
    jobs = imported_jobs(translate, folder / f"{number:05}.sh")
    if len(jobs) != 1:
        return [f"{len(jobs)} jobs imported"]
    return list(field_differences(sent, jobs[0]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trainlint", required=True)
    parser.add_argument("--translate")
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--sample", type=int, default=300, help="how many generated commands; 0 for all")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--commands", action="append", help="of these commands only")
    parser.add_argument("--processes", type=int, default=min(4, os.cpu_count() or 1))
    parser.add_argument("--show", type=int, default=20, help="how many differences are printed")
    options = parser.parse_args()
    # Commands run in a folder of their own.
    options.trainlint = shutil.which(options.trainlint) and os.path.abspath(shutil.which(options.trainlint))
    root = gcloud_recorder.installation()
    if not root:
        print("gcloud is not there: nothing is compared")
        return 0
    rng = random.Random(options.seed)
    made = list(generated(root, rng, options.commands))
    made = list({case.text: case for case in made}.values())
    if options.sample and options.sample < len(made):
        made = rng.sample(made, options.sample)
    cases = made + ([] if options.commands else list(example_cases(options.trainlint)))
    if options.corpus and not options.commands:
        cases += corpus_cases(options.corpus)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        found = judge(options.trainlint, cases, folder)
        outcomes = ask(cases, options.processes)
        counts, known, differences = collections.Counter(), collections.Counter(), []
        for position, (case, outcome, errors) in enumerate(zip(cases, outcomes, found)):
            counts["accepted" if outcome.accepted else "refused"] += 1
            what = difference(outcome, errors)
            if what is None and outcome.accepted and not errors and options.translate and outcome.body:
                fields = body_differences(options.translate, folder, position, case, outcome)
                counts["bodies"] += fields is not None
                what = "; ".join(fields) if fields else None
            reason = known_reason(case, outcome) if what else None
            if reason:
                known[reason] += 1
            elif what:
                differences.append((what, case, outcome, errors))
    for what, case, outcome, errors in differences[:options.show]:
        says = "takes it" if outcome.accepted else outcome.refusal.split("\nUsage:")[0][:300].replace("\n", " ")
        print(f"{what} ({case.origin})\n  {case.text}\n  gcloud: {says}")
        for rule, message in errors:
            print(f"  trainlint: {message} [{rule}]")
    for reason, count in sorted(known.items()):
        print(f"{count:5} known: {reason}")
    print(f"gcloud {gcloud_recorder.version(root)}: {len(cases)} commands, {counts['refused']} refused, "
          f"{counts['accepted']} taken, {counts['bodies']} requests compared, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
