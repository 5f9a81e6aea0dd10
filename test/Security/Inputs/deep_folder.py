# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes, or removes, folders in each other whose path is longer than the system takes."""

import os
import sys

name = "x" * 200
levels = 25
if "--remove" not in sys.argv:
    for _ in range(levels):
        os.mkdir(name)
        os.chdir(name)
    sys.exit()
depth = 0
while os.path.isdir(name):
    os.chdir(name)
    depth += 1
for _ in range(depth):
    os.chdir("..")
    os.rmdir(name)
