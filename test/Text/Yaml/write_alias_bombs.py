#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes files whose aliases stand for billions of nodes."""

HEAD = "trainingInput:\n  scaleTier: BASIC\n  region: us-central1\n"


def pairs(count):
    names = [f"n{i}" for i in range(count + 1)]
    return zip(names, names[1:])


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


levels = "".join(f"  - &{new} [{', '.join(['*' + old] * 9)}]\n"
                 for old, new in pairs(9))
write("list.yaml", f"labels:\n  - &n0 [x]\n{levels}{HEAD}  args: *n9\n")

levels = "".join(
    f"  - &{new} {{masterConfig: *{old}, workerConfig: *{old}}}\n"
    for old, new in pairs(40))
write("map.yaml", "labels:\n  - &n0 {masterConfig: x}\n"
      f"{levels}trainingInput: *n40\n")

write("self.yaml", HEAD.replace(":\n", ": &self\n", 1) +
      "  args: &items [*items, [*items]]\n  scheduling: *self\n")

levels = "".join(f"  - &{new} {{scheduling: *{old}}}\n"
                 for old, new in pairs(5000))
write("chain.yaml", "labels:\n  - &n0 {maxWaitTime: 1s}\n"
      f"{levels}trainingInput: *n5000\n")

# Merge keys reach each mapping on billions of ways.
levels = "".join(f"  - &{new} {{<<: [{', '.join(['*' + old] * 9)}]}}\n"
                 for old, new in pairs(9))
write("merge.yaml", "labels:\n  - &n0 {region: mars}\n"
      f"{levels}trainingInput:\n  scaleTier: BASIC\n  <<: *n9\n")
levels = "".join(f"  - &n{i} {{<<: [*n{i - 1}, *n{i - 2}]}}\n" for i in range(2, 45))
write("ladder.yaml", "labels:\n  - &n0 {region: mars}\n  - &n1 {jobDir: x}\n"
      f"{levels}trainingInput:\n  scaleTier: BASIC\n  <<: *n44\n")
keys = "".join(f"    key{i}: x\n" for i in range(20000))
write("keys.yaml", f"labels: &many\n{keys}{HEAD}  <<: *many\n")
