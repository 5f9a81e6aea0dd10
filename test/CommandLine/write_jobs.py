#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes 300 configurations below a folder: jobs with findings of several rules,
jobs without any, broken files, templates and what is no job."""

import pathlib
import sys

JOBS = [
    "trainingInput:\n  scaleTier: BASICS\n  region: us-central{i}\n",
    "trainingInput:\n  scaleTier: CUSTOM\n  region: us-central1\n"
    "  masterType: n1-highcpu-16\n  masterConfig:\n    acceleratorConfig:\n"
    "      type: NVIDIA_TESLA_T4\n      count: {i}\n",
    "trainingInput: {{scaleTier: BASIC, region: us-central1,"
    " runtimeVersion: 1.{i}}}\n",
    "trainingInput: {{scaleTier: BASIC, region: us-central1}}\n",
    "trainingInput: [job{i}\n",
    "trainingInput:\n  scaleTier: {{{{ tier }}}}-{i}\n",
    "kind: Deployment\nname: d{i}\n",
    "trainingInput:\n  scaleTier: &t CUSTOMS{i}\n  region: us-central1\n"
    "  workerType: *t\n---\ntrainingInput:\n  color: red{i}\n",
    # One that takes much longer than its neighbors.
    "trainingInput:\n  region: us-central1\n  scaleTier: BASIC\n  args: [{items}]\n"
    "  pythonVersion: 3.{i}\n",
    "trainingInput:\n  scaleTier: ${{TIER}}\n  region: europe-west{i}\n"
    "  jobDir: out{i}\n",
]


def main():
    root = pathlib.Path(sys.argv[1])
    for i in range(300):
        folder = root / f"d{i % 7}" / (f"e{i % 3}" if i % 2 else "")
        folder.mkdir(parents=True, exist_ok=True)
        text = JOBS[i % len(JOBS)].format(i=i, items="x, " * (i * 10))
        (folder / f"job{i:03}.yaml").write_text(text, encoding="utf-8")


main()
