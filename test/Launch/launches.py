#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches jobs with every launcher, and checks what is written.

The jobs are those of the given folders, and a generated one for each slice of TPU and each
number of GPUs that the tables have. What is written for one has no finding of trainlint's, is
decoded by kubectl, is sent by gcloud (both if they are there) and is read by a shell; what is not
written is refused with a reason. `--every N` takes one of N of the generated jobs.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Differential"), str(HERE.parent / "Sweep")]
import gcloud_recorder  # noqa: E402
import kubectl_client  # noqa: E402
from sweep import rows  # noqa: E402

try:
    import yaml
except ImportError:
    yaml = None

LAUNCHERS = {"jobset": ".yaml", "vertex": ".yaml", "xpk": ".sh", "slurm": ".sh"}
STORAGE = {"jobset": ["--checkpoints=gs://bucket/run"], "vertex": ["--checkpoints=gs://bucket/run"],
           "xpk": ["--volume=runs:/runs", "--checkpoints=/runs/run"], "slurm": ["--checkpoints=run"]}
MODEL = {
    "class_name": "Sequential", "keras_version": "2.15.0",
    "config": {"name": "small", "layers": [{"class_name": "Dense", "config": {
        "name": "dense", "batch_input_shape": [None, 4], "dtype": "float32", "units": 3}}]},
    "training_config": {
        "loss": {"class_name": "SparseCategoricalCrossentropy", "config": {"from_logits": True}},
        "optimizer_config": {"class_name": "SGD", "config": {"learning_rate": 0.5}}}}


# ----------------------------------------------------------------------------------------------
# Jobs
# ----------------------------------------------------------------------------------------------

def manifest(labels, resource, count, pods):
    """A Job of Kubernetes."""
    selector = "".join(f"        {name}: {value}\n" for name, value in labels.items())
    return ("apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: job\nspec:\n  completionMode: Indexed\n"
            f"  parallelism: {pods}\n  completions: {pods}\n  template:\n    spec:\n      restartPolicy: Never\n"
            f"      nodeSelector:\n{selector}      containers:\n      - name: train\n        image: gcr.io/p/i\n"
            f"        resources:\n          limits:\n            {resource}: {count}\n")


def pool(machine, replicas, **fields):
    """A worker pool of Vertex AI."""
    lines = "".join(f"    {name}: {value}\n" for name, value in fields.items())
    return (f"- machineSpec:\n    machineType: {machine}\n{lines}  replicaCount: {replicas}\n"
            "  containerSpec: {imageUri: gcr.io/p/i}\n")


def chips_of(topology):
    chips = 1
    for side in topology.split("x"):
        chips *= int(side)
    return chips


def generated(tables):
    """Name, text and suffix of a job for each row of the tables."""
    offered = {row["name"] for row in rows(tables / "gke-tpu-accelerators.csv") if row["status"] == "offered"}
    for row in rows(tables / "gke-tpu-topologies.csv"):
        if row["accelerator"] not in offered:
            continue
        labels = {"cloud.google.com/gke-tpu-accelerator": row["accelerator"],
                  "cloud.google.com/gke-tpu-topology": row["topology"]}
        chips = int(row["chips-per-node"])
        yield (f"gke-{row['accelerator']}-{row['topology']}-{chips}",
               manifest(labels, "google.com/tpu", chips, chips_of(row["topology"]) // chips), ".yaml")
    for row in rows(tables / "tpu-types.csv"):
        yield (f"cloud-{row['name']}", "gcloud compute tpus tpu-vm create pod --accelerator-type="
               f"{row['name']} --zone=\"$ZONE\" --version=\"$VERSION\"\n", ".sh")
    for row in rows(tables / "vertex-tpu-topologies.csv"):
        yield (f"vertex-{row['machine-type']}-{row['topology']}",
               "workerPoolSpecs:\n" + pool(row["machine-type"], 1, tpuTopology=row["topology"]), ".yaml")
    for row in rows(tables / "vertex-cloud-tpu-cores.csv"):
        for cores in (row["cores"], row["pod-cores"]):
            yield (f"vertex-{row['accelerator']}-{cores}", "workerPoolSpecs:\n" + pool(
                "cloud-tpu", 1, acceleratorType=row["accelerator"], acceleratorCount=cores), ".yaml")
    names = {row["name"]: row["flag-name"] for row in rows(tables / "accelerators.csv")}
    for row in rows(tables / "gke-gpus.csv"):
        for count in row["counts"].split("|"):
            for pods in (1, 3):
                yield (f"gke-{row['accelerator']}-{count}-{pods}", manifest(
                    {"cloud.google.com/gke-accelerator": names[row["accelerator"]]}, "nvidia.com/gpu", count, pods),
                       ".yaml")
    for row in rows(tables / "vertex-accelerator-counts.csv"):
        for count in row["counts"].split("|"):
            text = "workerPoolSpecs:\n" + "".join(
                pool(row["machine-type"], replicas, acceleratorType=row["accelerator"], acceleratorCount=count)
                for replicas in (1, 2))
            yield f"vertex-{row['machine-type']}-{row['accelerator']}-{count}", text, ".yaml"
    for row in rows(tables / "ai-platform-accelerator-counts.csv"):
        for count in row["counts"].split("|"):
            is_tpu = row["accelerator"].startswith("TPU")
            role = "worker" if is_tpu else "master"
            text = (f"trainingInput:\n  scaleTier: CUSTOM\n  region: us-central1\n  {role}Type: {row['machine-type']}\n"
                    f"  {role}Config:\n    acceleratorConfig: {{type: {row['accelerator']}, count: {count}}}\n"
                    + ("  masterType: n1-standard-4\n  workerCount: 1\n" if is_tpu else "")
                    + '  runtimeVersion: "2.1"\n  pythonVersion: "3.7"\n')
            yield f"ai-{row['machine-type']}-{row['accelerator']}-{count}", text, ".yaml"


def collect(options, folder):
    """The files of all jobs."""
    jobs = []
    for number, (name, text, suffix) in enumerate(generated(options.tables)):
        if number % options.every == 0:
            job = folder / (name + suffix)
            job.write_text(text)
            jobs.append(job)
    for corpus in options.folders:
        jobs += sorted(path for path in corpus.rglob("*") if path.suffix in (".yaml", ".yml", ".json", ".sh"))
    return jobs


# ----------------------------------------------------------------------------------------------
# Launches
# ----------------------------------------------------------------------------------------------

class Launch:
    """What came of a job and a launcher."""

    def __init__(self, job, launcher, done):
        self.job, self.launcher = job, launcher
        self.is_written = done.returncode == 0
        self.text = done.stdout
        self.said = done.stderr
        self.path = None

    def reason(self):
        """Why it is not written: the last line; None if that is no reason."""
        lines = self.said.strip().splitlines()
        said = re.match(r"trainlint-run: (.+)", lines[-1]) if lines else None
        return said[1] if said else None


def launch(tool, model, job, launcher):
    """A batch that all replicas can share is found by asking."""
    batch = 64
    for _ in range(2):
        done = subprocess.run(
            [tool, str(job), f"--graph={model}", "--isolated", "--fake-data", "--steps=10", f"--batch-size={batch}",
             "--job-name=job", f"--emit={launcher}", *STORAGE[launcher]],
            capture_output=True, text=True, errors="replace", check=False)
        shared = re.search(r"cannot be shared by (\d+) replicas", done.stderr)
        if not shared:
            break
        batch = int(shared[1])
    return Launch(job, launcher, done)


def findings(tool, folder, suffix):
    """The findings on all files of a kind, by their paths."""
    done = subprocess.run([tool, "--isolated", "--format=json", *map(str, sorted(
        folder.glob("*" + suffix)))], capture_output=True, text=True, check=False)
    found = collections.defaultdict(list)
    for finding in json.loads(done.stdout)["diagnostics"]:
        found[finding["file"]].append(finding)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--tables", required=True, type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for what is written")
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "jobs").mkdir()
        model = folder / "model.json"
        model.write_text(json.dumps(MODEL))
        jobs = collect(options, folder / "jobs")
        tasks = [(job, launcher) for job in jobs for launcher in LAUNCHERS]
        with concurrent.futures.ThreadPoolExecutor(2) as pool_of_threads:
            launches = list(pool_of_threads.map(lambda task: launch(options.run, model, *task), tasks))
        written = options.keep or folder / "written"
        written.mkdir(exist_ok=True)
        wrong = check(options.tool, launches, written)
    counts = collections.Counter(each.launcher for each in launches if each.is_written)
    for line in wrong[:20]:
        print(line)
    print(", ".join(f"{counts[name]} {name}" for name in LAUNCHERS))
    print(f"{len(jobs)} jobs, {sum(counts.values())} launches, {len(launches) - sum(counts.values())} refused, "
          f"{len(wrong)} wrong")
    return bool(wrong)


def check(tool, launches, written):
    """What is wrong."""
    wrong = []
    for number, each in enumerate(launches):
        if not each.is_written:
            if each.reason() is None:
                wrong.append(f"{each.job.name} {each.launcher}: {each.said.strip()[-300:]}")
            continue
        each.path = written / f"{number}-{each.launcher}{LAUNCHERS[each.launcher]}"
        each.path.write_text(each.text)
    for launcher, suffix in LAUNCHERS.items():
        found = findings(tool, written, f"-{launcher}{suffix}") if any(
            each.is_written and each.launcher == launcher for each in launches) else {}
        for each in launches:
            if each.path and each.launcher == launcher:
                # What is wrong with the job itself was said when it was launched.
                wrong += [f"{each.job.name} {launcher}: {finding['message']} [{finding['rule']}]"
                          for finding in found.get(str(each.path), [])
                          if finding["severity"] != "info" and f"[{finding['rule']}]" not in each.said]
                if suffix == ".sh":
                    wrong += shell_problems(each)
    return wrong + kubectl_problems(launches) + gcloud_problems(launches)


def shell_problems(each):
    done = subprocess.run(["bash", "-n", str(each.path)], capture_output=True, text=True, check=False)
    return [f"{each.job.name} {each.launcher}: {done.stderr.strip()}"] if done.returncode else []


def kubectl_problems(launches):
    """A JobSet holds the template of a Job, which kubectl has a type for."""
    if not shutil.which("kubectl") or not yaml:
        return []
    sets = [each for each in launches if each.is_written and each.launcher == "jobset"]
    jobs = [yaml.safe_load(each.text)["spec"]["replicatedJobs"][0]["template"]["spec"] for each in sets]
    said = kubectl_client.Client().refusals([json.dumps(
        {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "job"}, "spec": job}) for job in jobs])
    return [f"{each.job.name} jobset: kubectl: {refusal}" for each, refusal in zip(sets, said) if refusal]


def gcloud_problems(launches):
    """What gcloud sends to the service."""
    if not shutil.which("gcloud"):
        return []
    wrong = []
    with gcloud_recorder.Gcloud() as gcloud:
        for each in launches:
            if not each.is_written or each.launcher != "vertex":
                continue
            outcome = gcloud.run(["ai", "custom-jobs", "create", "--region=us-central1", "--display-name=job",
                                  "--config=job.yaml"], files={"job.yaml": each.text})
            if not outcome.accepted:
                wrong.append(f"{each.job.name} vertex: gcloud: {outcome.refusal}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
