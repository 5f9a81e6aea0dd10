# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Manifests as texts that readers of YAML may read in several ways."""

POD = """apiVersion: v1
kind: Pod
metadata: {name: a}
spec: {containers: [{name: c, image: x}]}
"""
OTHER = POD.replace("name: a", "name: b")
# Refused by whoever reads it.
BAD = POD.replace("image: x", "image: 5")
IN_JSON = '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [%s]}}'


def in_metadata(text):
    return POD.replace("name: a", f"name: a, {text}")


def with_base(container, base="{name: c, image: x}"):
    return (f"metadata: {{name: a, labels: &b {base}}}\napiVersion: v1\nkind: Pod\n"
            f"spec: {{containers: [{container}]}}\n")


def encoded():
    """By what was done: texts in other encodings, with other ends of lines."""
    for name, text in (("right", POD), ("wrong", BAD)):
        yield f"{name}, byte order mark", b"\xef\xbb\xbf" + text.encode()
        yield f"{name}, CRLF", text.replace("\n", "\r\n").encode()
        yield f"{name}, CR", text.replace("\n", "\r").encode()
        yield f"{name}, UTF-16 little", b"\xff\xfe" + text.encode("utf-16-le")
        yield f"{name}, UTF-16 big", b"\xfe\xff" + text.encode("utf-16-be")
        yield f"{name}, later byte order mark", POD.encode() + b"---\n" + b"\xef\xbb\xbf" + text.encode()
        yield f"{name}, NEL", text.replace("\n", "\u0085", 1).encode()
        yield f"{name}, no last end of line", text.rstrip("\n").encode()
    yield "control character", POD.encode() + b"# \x07\n"
    yield "null character", POD.encode() + b"# \0\n"
    yield "tab as indentation", b"apiVersion: v1\nkind: Pod\nmetadata:\n\tname: a\n"
    yield "tab after a colon", POD.replace("kind: Pod", "kind:\tPod").encode()
    yield "no-break space", POD.replace("kind: Pod", "kind:\u00a0Pod").encode()


def divided():
    """Streams of documents."""
    yield "empty", ""
    yield "a comment", "# nothing\n"
    yield "nothing but dividers", "---\n---\n"
    yield "null", "~\n"
    yield "list", "- a\n"
    yield "text", "a\n"
    yield "pods in a list", f"[{IN_JSON % ''}]\n"
    for name, text in (("right", OTHER), ("wrong", BAD)):
        yield f"{name}, first", f"{text}---\n{POD}"
        yield f"{name}, second", f"{POD}---\n{text}"
        yield f"{name}, divider with a comment", f"{POD}--- # next\n{text}"
        yield f"{name}, divider with blanks", f"{POD}---  \t\n{text}"
        yield f"{name}, document end", f"{POD}...\n---\n{text}"
        yield f"{name}, after a comment", f"# first\n---\n{text}"
        yield f"{name}, after an empty one", f"---\n---\n{text}"
        yield f"{name}, document end alone", f"{POD}...\n{text}"
        yield f"{name}, divider with content", f"--- {{a: b}}\n---\n{text}"
        yield f"{name}, directive", f"%YAML 1.1\n---\n{text}"
        yield f"{name}, directive of 1.2", f"%YAML 1.2\n---\n{text}"
        yield f"{name}, item of a List", ("apiVersion: v1\nkind: List\nitems:\n- "
                                         + text.replace("\n", "\n  ").rstrip() + "\n")
    yield "divider in a block", POD.replace("{name: a}", "\n  name: a\n  annotations:\n    x: |\n      ---\n      b")
    yield "dashes", f"{POD}----\n{OTHER}"


def built():
    """Anchors, aliases, merges and doubled keys."""
    yield "alias", in_metadata("labels: {x: &x a, y: *x}")
    yield "alias of a number", in_metadata("labels: {x: &x 5, y: *x}")
    yield "alias of nothing", in_metadata("labels: {y: *x}")
    yield "alias of another document", in_metadata("labels: {x: &x a}") + "---\n" + in_metadata("labels: {y: *x}")
    yield "merge", with_base("{<<: *b}")
    yield "merge of a wrong one", with_base("{<<: *b}", "{name: c, image: [5]}")
    yield "merge, then the field", with_base("{<<: *b, image: z}")
    yield "the field, then the merge", with_base("{image: z, <<: *b}")
    yield "merge of a text", in_metadata("<<: 5")
    yield "merge of a list", with_base("{<<: [*b, {image: z}]}")
    yield "doubled key", in_metadata("labels: {a: b, a: c}")
    yield "doubled key, first wrong", POD.replace("image: x", "image: 5, image: x")
    yield "doubled key, last wrong", POD.replace("image: x", "image: x, image: 5")
    yield "keys that are no text", in_metadata("labels: {1: a, yes: b, 1.10: c, 2020-01-01: d}")
    yield "key of nothing", in_metadata("labels: {~: a}")
    yield "key of a list", in_metadata("labels: {? [a] : b}")
    yield "infinite", in_metadata("labels: {a: .inf}")
    yield "no number", in_metadata("labels: {a: .nan}")
    yield "infinite amount", POD.replace("image: x", "image: x, resources: {limits: {cpu: .inf}}")
    yield "infinite priority", POD.replace("{containers", "{priority: -.inf, containers")
    yield "JSON", IN_JSON % '{"name": "c", "image": "x"}'
    yield "JSON, wrong", IN_JSON % '{"name": "c", "image": 5}'
    yield "JSON, comma too many", IN_JSON % '{"name": "c", "image": "x"},'
    yield "JSON in a comment's file", "# c\n" + IN_JSON % '{"name": "c", "image": "x"}'
    yield "many brackets", in_metadata(f"labels: {'[' * 200}{']' * 200}")


def texts():
    yield from encoded()
    for name, text in (*divided(), *built()):
        yield name, text.encode()
