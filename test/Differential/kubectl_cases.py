# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes manifests that have one field wrong, or right in an unusual spelling."""

import dataclasses
import re

from kubectl_types import ITEM, VALUE, Place

# What a field is given: right for some types, wrong for the others.
VALUES = """
x | '' | "5" | 'true' | '1.5' | "" | a b
1 | 0 | -1 | +5 | 7.0 | 1. | .5 | 1.5 | 1.10 | 1e2 | 100e-1 | 1e400 | 1E3 | 01 | 0777 | 0o17 | 0x1F | 0b11 | 1_000 | -0
2147483647 | 2147483648 | -2147483649 | 9223372036854775807 | 9223372036854775808 | 123456789012345678901234567890
true | false | True | TRUE | yes | No | on | OFF | y | n | Y
null | ~ | Null | nULL |
2020-01-01 | 2020-01-01T00:00:00Z | 2020-01-01T00:00:00.5+01:00 | '2020-01-01T00:00:00Z' | 2020-01-01 00:00:00 | 12:30 | 12:30:45
1Gi | '1 Gi' | 1K | 1k | 500m | 1e3Gi | 1E | ' 1' | '1 ' | 0x10Gi | -1Gi | 3n | 2u
!!str 5 | !!str yes | !!int "5" | !!float 1 | !!float "1.5" | !!bool "true" | !!null "" | !own x | !own 5 | !!str | ! 5
aGk= | aGk | '****' | = | '<<' | 80% | '80'
[] | {} | [x] | [1] | [true] | [null] | [''] | [[x]] | [{}] | [x, 1] | [[]] | [{}, 5]
{a: x} | {a: 1} | {a: yes} | {a: null} | {a: [x]} | {a: {}} | {a: 1Gi} | {1: x} | {yes: x} | {1.10: x} | {a: 2020-01-01} | {a: ''}
"""


def values():
    return [text for line in VALUES.strip().splitlines() for text in (part.strip() for part in line.split("|"))]


@dataclasses.dataclass(frozen=True)
class Case:
    """A manifest, and what was done to it. It is YAML also where it looks like JSON."""
    place: Place
    done: str
    text: str
    # A field that the server does not know, which kubectl leaves to it.
    is_unknown: bool = False
    # A field that stands twice.
    is_doubled: bool = False

    def group(self):
        """What is alike of other cases."""
        return (self.place.form, self.is_unknown or self.is_doubled or self.done)

    def __str__(self):
        return f"{self.place} ({self.place.type or self.place.form}): {self.done}"


def in_yaml(place, value):
    return "---\n" + place.document(value)


def misspelt(name):
    """Other spellings of a name, and names that are near."""
    yield name.lower()
    yield name.upper()
    yield name[0].upper() + name[1:]
    yield re.sub(r"(?=[A-Z])", "_", name).lower()
    yield name[:-1]
    yield name + "s"
    yield name[:1] + name[2:]


class Cases:
    """Manifests of what a crawler found."""

    def __init__(self, crawler):
        self.crawler = crawler

    def all(self):
        yield from self.of_values()
        yield from self.of_names()
        yield from self.doubled()
        yield from self.of_heads()

    def of_values(self):
        for place in self.crawler.places:
            for value in values():
                yield Case(place, value or "nothing", in_yaml(place, value))

    def objects(self):
        for place in self.crawler.places:
            if place.form == "object":
                yield place, self.crawler.types[place.type]

    def of_names(self):
        """Fields that their object does not have, and that each object does not have."""
        for place, fields in self.objects():
            for name in [*fields, "trainlint"]:
                for other in misspelt(name):
                    if other and other not in fields:
                        yield Case(place, other, in_yaml(place, "{%s: null}" % other), is_unknown=True)
            yield Case(place, "spec", in_yaml(place, "{spec: {}}"), is_unknown="spec" not in fields)
            yield Case(place, "image", in_yaml(place, "{image: 5}"), is_unknown="image" not in fields)

    def doubled(self):
        for place, fields in self.objects():
            for name in fields:
                for first, second in (("null", "null"), ("[[]]", "null"), ("null", "[[]]")):
                    text = in_yaml(place, "{%s: %s, %s: %s}" % (name, first, name, second))
                    yield Case(place, f"{name}: {first}, {name}: {second}", text, is_doubled=True)

    def of_heads(self):
        """Documents that do not say what they are, or say it wrong."""
        for kind, fields in (("Pod", "spec: {}"), ("Job", "spec: {}"), ("ConfigMap", "data: {}")):
            place = Place(kind, (), "object", kind)
            for version in ("v1", "apps/v1", "batch/v1", "batch/v2", "v2", "1", "null", "''", "a/b/c", "[v1]"):
                for name in (kind, kind.lower(), "5", "null", "''", "[Pod]", "true"):
                    yield Case(place, f"apiVersion {version}, kind {name}",
                               f"apiVersion: {version}\nkind: {name}\n{fields}\n")
            yield Case(place, "no apiVersion", f"kind: {kind}\n{fields}\n")
            yield Case(place, "no kind", f"apiVersion: v1\n{fields}\n")
            yield Case(place, "Kind", f"apiVersion: v1\nKind: {kind}\n{fields}\n")
