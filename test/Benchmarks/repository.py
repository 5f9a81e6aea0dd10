# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a repository as trainlint meets it: among many files that are none of its
business there are some jobs of every kind."""

AI_PLATFORM = """trainingInput:
  scaleTier: CUSTOM
  region: us-central1
  runtimeVersion: "2.1"
  pythonVersion: "3.7"
  masterType: n1-highcpu-16
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: {count}
"""

VERTEX = """workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
    acceleratorType: NVIDIA_TESLA_T4
    acceleratorCount: {count}
  replicaCount: 1
  containerSpec:
    imageUri: us-docker.pkg.dev/project-{number}/images/train:latest
    args: [--epochs, "{number}"]
"""

GKE = """apiVersion: batch/v1
kind: Job
metadata:
  name: train-{number}
spec:
  parallelism: {count}
  completions: {count}
  completionMode: Indexed
  template:
    spec:
      restartPolicy: Never
      nodeSelector:
        cloud.google.com/gke-tpu-accelerator: tpu-v5-lite-podslice
        cloud.google.com/gke-tpu-topology: 4x4
      containers:
      - name: train
        image: python:3.10
        command: [python, train.py]
        resources:
          requests:
            google.com/tpu: 4
          limits:
            google.com/tpu: 4
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings-{number}
data:
  steps: "{number}000"
"""

SCRIPT = """#!/bin/bash
# Submits a job and waits for it.
set -euo pipefail
REGION=us-central1
JOB="job_$(date +%s)_{number}"
gcloud ai-platform jobs submit training "$JOB" \\
  --region "$REGION" --scale-tier custom \\
  --runtime-version 2.1 --python-version 3.7 \\
  --master-machine-type n1-highcpu-16 \\
  --master-accelerator count={count},type=nvidia-tesla-t4 \\
  --module-name trainer.task --package-path trainer \\
  -- --epochs {number}
gcloud compute tpus tpu-vm create "tpu-{number}" --zone us-central1-b \\
  --accelerator-type v2-8 --version tpu-ubuntu2204-base
"""

OTHER_SCRIPT = """#!/bin/bash
# Runs the tests of package {number}.
set -euo pipefail
cd "$(dirname "$0")/.."
for file in tests/test_*.py; do
  if ! python -m pytest -q "$file"; then
    echo "failed: $file" >&2
    exit 1
  fi
done
echo "all {number} packages are fine"
"""

README = """# Package {number}

Trains a model and keeps its checkpoints.

```bash
gcloud ai-platform jobs submit training job_{number} --region us-central1 \\
  --runtime-version 2.1 --python-version 3.7 --scale-tier basic
```

## Options

| option | meaning |
| --- | --- |
| `--epochs` | how often to go through the data |
| `--rate` | the learning rate |
"""

NOTES = """# Notes on experiment {number}

The loss went down to 0.{number} after a day. The data of the second run had
duplicates, which were removed.

- [x] clean the data
- [ ] train again

```python
model.fit(data, epochs={count})
```
"""

SETTINGS = """# Settings of service {number}.
service:
  name: service-{number}
  port: 80{count}0
  replicas: {count}
logging:
  level: info
  handlers:
  - console
  - file
database:
  host: db.internal
  pool: {{min: 1, max: {count}0}}
"""

WORKFLOW = """name: test-{number}
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        python: ["3.9", "3.10", "3.11"]
    steps:
    - uses: actions/checkout@v4
    - uses: actions/setup-python@v5
      with:
        python-version: ${{{{ matrix.python }}}}
    - run: pip install -r requirements.txt
    - run: python -m pytest -q tests/part_{number}
"""

DEPLOYMENT = """apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-{number}
spec:
  replicas: {count}
  selector:
    matchLabels: {{app: web-{number}}}
  template:
    metadata:
      labels: {{app: web-{number}}}
    spec:
      containers:
      - name: web
        image: nginx:1.25
        resources:
          limits: {{cpu: 500m, memory: 256Mi}}
"""

# The share of each in twenty files: a quarter are jobs.
KINDS = [
    ("jobs/config-{}.yaml", AI_PLATFORM, 1),
    ("vertex/job-{}.yaml", VERTEX, 1),
    ("manifests/train-{}.yaml", GKE, 1),
    ("scripts/submit-{}.sh", SCRIPT, 1),
    ("packages/{}/README.md", README, 1),
    ("scripts/test-{}.sh", OTHER_SCRIPT, 3),
    ("notes/{}.md", NOTES, 4),
    ("settings/{}.yaml", SETTINGS, 4),
    ("workflows/{}.yml", WORKFLOW, 2),
    ("manifests/web-{}.yaml", DEPLOYMENT, 2),
]


def write_repository(folder, count):
    """Writes `count` files; returns the names of those that each tool reads."""
    names = {"yaml": [], "shell": []}
    share = [kind for kind in KINDS for _ in range(kind[2])]
    for number in range(count):
        name, text, _ = share[number % len(share)]
        path = folder / name.format(number)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(number=number, count=number // len(share) % 4 + 1))
        if path.suffix == ".sh":
            names["shell"].append(str(path))
        elif path.suffix != ".md":
            names["yaml"].append(str(path))
    return names
