# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks public jobs of Vertex AI against the verdicts of readers."""

import sys

import verdicts

# Where trainlint and the reading differ, and why trainlint is right.
KNOWN = set()

sys.exit(verdicts.compare("vertex", KNOWN))
