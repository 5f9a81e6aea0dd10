# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes parts of ONNX models as Protobuf text."""


def attribute(name, value):
    """A word, a number, or a list of either."""
    if isinstance(value, str):
        return f'attribute {{ name: "{name}" type: STRING s: "{value}" }}'
    if isinstance(value, float):
        return f'attribute {{ name: "{name}" type: FLOAT f: {value} }}'
    if isinstance(value, int):
        return f'attribute {{ name: "{name}" type: INT i: {value} }}'
    if len(value) != 0 and isinstance(value[0], str):
        strings = " ".join(f'strings: "{word}"' for word in value)
        return f'attribute {{ name: "{name}" type: STRINGS {strings} }}'
    return f'attribute {{ name: "{name}" type: INTS {" ".join(f"ints: {v}" for v in value)} }}'
