# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts odd values into every place of a workload of every kind. Nothing may crash
or hang, and what is not known may not be an error of the checks on accelerators."""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

POD = {
    "metadata": {"annotations": {"cloud.google.com/gke-tpu-slice-topology": "4x4"}},
    "spec": {
        "nodeSelector": {"cloud.google.com/gke-tpu-accelerator": "tpu-v6e-slice",
                         "cloud.google.com/gke-tpu-topology": "4x4",
                         "node.kubernetes.io/instance-type": "ct6e-standard-4t"},
        "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {
            "nodeSelectorTerms": [{"matchExpressions": [
                {"key": "cloud.google.com/machine-family", "operator": "In", "values": ["ct6e"]}]}]}}},
        "tolerations": [{"key": "google.com/tpu", "operator": "Exists"}],
        "containers": [{"name": "a", "image": "a/b",
                        "resources": {"limits": {"google.com/tpu": 4},
                                      "requests": {"google.com/tpu": "4"}}}],
        "initContainers": [{"name": "b", "image": "a/b"}]}}
JOB = {"parallelism": 4, "completions": 4, "template": POD}
RAY = {"headGroupSpec": {"template": POD},
       "workerGroupSpecs": [{"groupName": "a", "replicas": 1, "numOfHosts": 4, "template": POD}]}
SPECS = {
    "Pod": POD["spec"],
    "Job": JOB,
    "CronJob": {"jobTemplate": {"spec": JOB}},
    "StatefulSet": {"replicas": 4, "template": POD},
    "JobSet": {"replicatedJobs": [{"name": "a", "replicas": 2, "template": {"spec": JOB}}]},
    "LeaderWorkerSet": {"replicas": 1, "leaderWorkerTemplate": {
        "size": 4, "leaderTemplate": POD, "workerTemplate": POD}},
    "RayCluster": RAY,
    "RayJob": {"rayClusterSpec": RAY},
    "RayService": {"rayClusterConfig": RAY},
}
ODD = [None, True, 0, -1, 10 ** 30, 0.5, "", "text", "0x0", "99999999999999999999x2", [], {},
       [None], [[]], {"": None}, {"google.com/tpu": {"a": []}}]
PLACEHOLDERS = ["${X}", "{{ x }}", "$(X)", "<X>"]
# The errors that a document may have although a value is not known: those that
# the text itself shows.
SHOWN = {"wrong-type", "unquoted-string", "value-out-of-range", "missing-field"}


def places(value, path=()):
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], path + (key,))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from places(value[index], path + (index,))


def changed(document, path, value):
    copied = copy.deepcopy(document)
    place = copied
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copied


def alias_bombs():
    """Small texts that stand for large ones, and ones that hold themselves."""
    large = ("{" + ", ".join(f"ke{i}y: 1" for i in range(3000)) +
             ", image: a, resources: {limits: {google.com/tpu: 1}}}")
    many = ", ".join(["*c"] * 3000)
    yield f"kind: Pod\nx: &c {large}\nspec: {{containers: [{many}], tolerations: [{many}]}}\n"
    yield (f"kind: JobSet\nx: &c {large}\nspec:\n  replicatedJobs:\n" +
           "  - {template: {spec: {template: {spec: {containers: [*c]}}}}}\n" * 3000)
    yield (f"kind: List\nx: &s {{containers: [{large}]}}\nitems:\n" +
           "- {kind: Pod, spec: *s}\n" * 3000)
    yield ("kind: List\nitems: &a\n- *a\n- kind: Pod\n  spec: &s\n    containers: &c\n    - *c\n    - *s\n"
           "    - {image: a, resources: &r {limits: *r, google.com/tpu: 4}}\n    nodeSelector: *s\n"
           "    affinity: &f {nodeAffinity: *f, requiredDuringSchedulingIgnoredDuringExecution: *f,\n"
           "                  nodeSelectorTerms: [*f]}\n")


def main():
    trainlint = sys.argv[1]
    documents = []
    for kind, spec in SPECS.items():
        whole = {"kind": kind, "metadata": {"name": "a"}, "spec": spec}
        for path in places(whole):
            if not path:
                continue
            documents += [(changed(whole, path, value), False) for value in ODD]
            documents += [(changed(whole, path, value), True) for value in PLACEHOLDERS]
    crashes = 0
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for index, (document, _) in enumerate(documents):
            name = str(pathlib.Path(folder) / f"{index}.json")
            pathlib.Path(name).write_text(json.dumps(document))
            names.append(name)
        for begin in range(0, len(names), 1000):
            part = names[begin:begin + 1000]
            result = subprocess.run([trainlint, "--isolated", "--kind=gke", "--format=json", *part],
                                    capture_output=True, text=True, timeout=120, check=False)
            if result.returncode not in (0, 1):
                crashes += 1
                print(f"exit code {result.returncode}: {result.stderr[:300]}")
                continue
            for finding in json.loads(result.stdout)["diagnostics"]:
                document, unknown = documents[int(pathlib.Path(finding["file"]).stem)]
                if unknown and finding["severity"] == "error" and finding["rule"] not in SHOWN:
                    crashes += 1
                    print(f"{finding['message']}: {json.dumps(document)}")
        for number, text in enumerate(alias_bombs()):
            path = pathlib.Path(folder) / f"bomb-{number}.yaml"
            path.write_text(text)
            for kind in ("auto", "gke"):
                result = subprocess.run([trainlint, "--isolated", f"--kind={kind}", "-q", str(path)],
                                        capture_output=True, timeout=10, check=False)
                if result.returncode not in (0, 1):
                    crashes += 1
                    print(f"{path.name}: exit code {result.returncode}")
    print(f"{len(documents)} documents, {crashes} crashes")


if __name__ == "__main__":
    main()
