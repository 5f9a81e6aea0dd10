# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what a training logs, and tells how its loss falls.

    falls.py METRIC PARTS < LOG

The last loss has to be below one of so many parts of the first.
"""

import json
import sys

name, parts = sys.argv[1], float(sys.argv[2])
losses = [json.loads(line)[name] for line in sys.stdin]
print(f"{len(losses)} losses from {losses[0]} to {losses[-1]}")
if not losses[-1] < losses[0] / parts:
    sys.exit("it does not fall")
