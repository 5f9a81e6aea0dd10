# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Texts that somebody who means harm would put into names and values."""

# What each does to who shows it as it is.
TEXTS = {
    "escape": "a\x1b[31mb",
    "title": "a\x1b]0;OWNED\x07b",
    "line": "a\n::stop-commands::t\nb",
    "return": "a\r::add-mask::b",
    "tab": "a\tb",
    "delete": "a\x7fb",
    "c1": "a\x9b31mb",
    "next-line": "a\x85::add-mask::b",
    "turned": "a\u202egpj.b",
    "isolate": "a\u2066b\u2069",
    "mark": "a\u200e\u200f\u061cb",
    "separators": "a\u2028::error::x\u2029b",
    "byte-order": "a\ufeffb",
    "none": "a\uffffb\ufffe",
    "none-beyond": "a\U0001ffffb",
    "tag": "a\U000e0041b",
    "command": "::add-mask::b",
    "blank-command": " \u3000::error::b",
    "inner-command": "a##[add-mask]b",
    "azure": "a##vso[task.setvariable variable=x]b",
    "markup": "&<>\"'`b",
    "cdata": "]]>b",
    "shell": "$(touch x);`touch y`b",
    "backslash": "a\\nb",
    "markdown": "![a](https:x)[b](command:c)<b>`` ` ``",
    "option": "-qb",
    "long": "l" * 245,
}

# Names of files may be no text at all.
BYTES = {
    "latin": b"a\xe4b",
    "cut": b"a\xe2\x80",
    "surrogate": b"a\xed\xa0\x80b",
}


def names(ending):
    """Names of files in one folder, as bytes."""
    texts = [text.replace("/", ":").encode() for text in TEXTS.values()]
    return [text + ending for text in texts + list(BYTES.values())]
