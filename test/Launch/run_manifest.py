#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a JobSet or a custom job of Vertex AI on this machine, without containers.

Each pod, or replica, is a process with the arguments and the environment that it would have in
the cluster; the names of hosts are those of this machine. What fails is started anew as the
manifest says: of a JobSet after the exit codes that its policy leaves alone. `--kill` kills the
last process once, when the first one has made some steps. Prints what the first process prints.
"""

import argparse
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys

import yaml

KEY = "0123456789abcdef" * 4
STEPS_BEFORE_KILL = 3


def free_port():
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


class JobSet:
    """The pods of a set, and what becomes of them."""

    def __init__(self, manifest):
        self.restarts = manifest["spec"]["failurePolicy"]["maxRestarts"]
        job = manifest["spec"]["replicatedJobs"][0]["template"]["spec"]
        self.count = job["completions"]
        self.policy = job.get("podFailurePolicy")
        self.container = job["template"]["spec"]["containers"][0]
        name = manifest["metadata"]["name"]
        self.first_pod = f"{name}-{manifest['spec']['replicatedJobs'][0]['name']}-0-0.{manifest['spec']['network']['subdomain']}"

    def processes(self):
        port = free_port()
        for index in range(self.count):
            environment = {"JOB_COMPLETION_INDEX": str(index)}
            for variable in self.container["env"]:
                environment[variable["name"]] = variable.get("value", KEY)
            yield [word.replace(f"{self.first_pod}:8476", f"localhost:{port}")
                   for word in self.container["args"]], environment

    def may_restart(self, codes):
        if not self.policy:
            return False
        [rule] = self.policy["rules"]
        return all(code in rule["onExitCodes"]["values"] for code in codes if code)


class VertexJob:
    """The replicas of the pools; the service starts them again as a whole."""

    def __init__(self, spec):
        self.pools = spec["workerPoolSpecs"]
        self.restarts = 1 if spec["scheduling"]["restartJobOnWorkerRestart"] else 0

    def processes(self):
        cluster = {f"workerpool{number}": [f"localhost:{free_port()}" for _ in range(pool["replicaCount"])]
                   for number, pool in enumerate(self.pools)}
        for number, pool in enumerate(self.pools):
            for index in range(pool["replicaCount"]):
                task = {"cluster": cluster, "task": {"type": f"workerpool{number}", "index": index}}
                environment = {variable["name"]: KEY for variable in pool["containerSpec"]["env"]}
                yield pool["containerSpec"]["args"], {**environment, "CLUSTER_SPEC": json.dumps(task)}

    @staticmethod
    def may_restart(codes):
        return True


def run_once(job, tool, kills):
    """The exit codes of all processes, as a container has them."""
    processes = [subprocess.Popen([tool, *arguments], env={**os.environ, **environment}, text=True,
                                  stdout=subprocess.PIPE if number == 0 else subprocess.DEVNULL)
                 for number, (arguments, environment) in enumerate(job.processes())]
    for number, line in enumerate(processes[0].stdout, start=1):
        print(line, end="", flush=True)
        if kills and number == STEPS_BEFORE_KILL:
            processes[-1].send_signal(signal.SIGKILL)
    codes = [process.wait() for process in processes]
    return [code if code >= 0 else 128 - code for code in codes]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("manifest", type=pathlib.Path)
    options = parser.parse_args()
    manifest = yaml.safe_load(options.manifest.read_text())
    job = JobSet(manifest) if manifest.get("kind") == "JobSet" else VertexJob(manifest)
    for attempt in range(job.restarts + 1):
        codes = run_once(job, options.tool, options.kill and attempt == 0)
        if not any(codes):
            return 0
        print("exit codes", *codes, flush=True)
        if not job.may_restart(codes):
            break
    return 1


if __name__ == "__main__":
    sys.exit(main())
