# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Begins a job of two processes as each launcher does, by the variables that it sets.

    launchers.py STEP.mlir
"""

import json
import os
import socket
import subprocess
import sys

STEP, SECONDS = sys.argv[1], 120
LAUNCHERS = ("RANK", "WORLD_SIZE", "MASTER_", "OMPI_", "PMI_", "SLURM_", "JOB", "TPU_", "MEGASCALE_", "CLUSTER_SPEC",
             "TF_CONFIG", "TRAINLINT_", "JAX_", "TORCHELASTIC_", "REPLICATED_", "PROCESSES_", "CLOUD_ML_")
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(LAUNCHERS)}
CLEAN["TRAINLINT_COORDINATOR_KEY"] = "0123456789abcdef0123456789abcdef"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def try_job(where, variables):
    """What is wrong with a job whose processes have these variables."""
    running = [subprocess.Popen(
        ["trainlint-run", STEP, "--train", "--fake-data", "--num-replicas", "2", "--steps", "2", "--coordinator", where],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**CLEAN, **{name: value(index) for name, value in variables.items()}}) for index in range(2)]
    ends = [(*process.communicate(timeout=SECONDS), process.returncode) for process in running]
    steps = [json.loads(line)["step"] for line in ends[0][0].splitlines()]
    return "yes" if [code for _, _, code in ends] == [0, 0] and steps == [1, 2] and not ends[1][0] else f"NO {ends}"


def cluster(port, *roles):
    hosts = {role: ["127.0.0.1:%d" % port] for role in roles}
    return lambda index: json.dumps({"cluster": hosts, "task": {"type": roles[index], "index": 0}})


port, given = free_port(), f"127.0.0.1:{free_port()}"
print("torchrun:", try_job("auto", {
    "RANK": str, "WORLD_SIZE": lambda _: "2", "MASTER_ADDR": lambda _: "localhost", "MASTER_PORT": lambda _: str(port)}))
print("Open MPI:", try_job(given, {"OMPI_COMM_WORLD_RANK": str, "OMPI_COMM_WORLD_SIZE": lambda _: "2"}))
print("PMI:", try_job(given, {"PMI_RANK": str, "PMI_SIZE": lambda _: "2"}))
# The port follows from the number of the job.
print("Slurm:", try_job("auto", {
    "SLURM_PROCID": str, "SLURM_NTASKS": lambda _: "2", "SLURM_JOB_ID": lambda _: str(os.getpid()),
    "SLURM_JOB_NODELIST": lambda _: "localhost,other[1-3]"}))
print("Kubernetes:", try_job(given, {"JOB_COMPLETION_INDEX": str, "TRAINLINT_PROCESSES": lambda _: "2"}))
print("TPU hosts:", try_job(given, {"TPU_WORKER_ID": str, "TPU_WORKER_HOSTNAMES": lambda _: "t-0,t-1"}))
print("Vertex AI:", try_job("auto", {"CLUSTER_SPEC": cluster(free_port(), "workerpool0", "workerpool1")}))
print("TF_CONFIG:", try_job("auto", {"TF_CONFIG": cluster(free_port(), "chief", "worker")}))
