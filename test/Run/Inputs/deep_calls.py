# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program of two partitions in which 20,000 functions call each other, one the next."""

DEPTH = 20000
KIND = "tensor<4xf32>"


def call(number):
    return f"%0 = func.call @f{number}(%x) : ({KIND}) -> {KIND} return %0 : {KIND}"


print("module attributes {mhlo.num_partitions = 2 : i32} {\n"
      f'func.func @main(%x: {KIND} {{mhlo.sharding = "{{devices=[2]<=[2]}}"}}) -> {KIND} {{ {call(0)} }}')
for index in range(DEPTH):
    print(f"func.func private @f{index}(%x: {KIND}) -> {KIND} {{ {call(index + 1)} }}")
print(f"func.func private @f{DEPTH}(%x: {KIND}) -> {KIND} {{ return %x : {KIND} }}\n}}")
