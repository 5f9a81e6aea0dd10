# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the files of diff.test."""

import os

JOB = """trainingInput:
  region: us-central1
  jobDir: |
    ::stop-commands::token
  runtimeVersion: 2.1
  # \u202e
  scaleTier: BASIC
  pythonVersion: 3.7
  labels: {}
  # ##[add-mask]x
"""
os.mkdir("names")
for name, text in (("job.yaml", JOB),
                   ("escape.yaml", "trainingInput:\n  region: us-central1\n"
                                   "  runtimeVersion: 2.1 # ##[add-mask]\u202e\n"),
                   ("names/a\n::error::\x1b[m.yaml", "trainingInput: {runtimeVersion: 2.1}\n")):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
