# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds out from kubectl which fields its types have, and what they take.

Nothing tells it but refusals: a field that takes neither a number nor a list is one
of the type, and which of a few values it takes tells of what type it is. Names to ask
for are those of all fields of all types of the program."""

import dataclasses
import json
import re

# The kinds that a training can be of, and what goes with them.
KINDS = {"Pod": "v1", "PodTemplate": "v1", "Job": "batch/v1", "CronJob": "batch/v1", "Deployment": "apps/v1",
         "StatefulSet": "apps/v1", "DaemonSet": "apps/v1", "ReplicaSet": "apps/v1", "Service": "v1",
         "ConfigMap": "v1"}

# A step of a path that is no field: an item of a list, a value of a map.
ITEM, VALUE = 0, 1

PROBES = ['"\u00e9"', "1.5", "true", "[]", "{}", '{"a": true}', "7", "5000000000", '"2020-01-01T00:00:00Z"',
          '"aGk="', '"1"']
# Which of them a type takes.
FORMS = {"+-------+++": "string", "-------+---": "?", "------++---": "int64", "------+----": "int32",
         "--+--------": "bool", "+-----+-+++": "int-or-string", "-+----++--+": "quantity",
         "+-------++ ": "?", "--------+--": "time", "---+-----+-": "bytes", "---+-------": "list",
         "----++-----": "object", "----+------": "map", "+++++++++++": "any", "-+----++---": "number"}
# As many names are asked for together; most of them are no field.
TOGETHER = 16


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a value can stand, and what it can be there."""
    kind: str
    path: tuple
    form: str = ""
    # The Go type, as kubectl names it.
    type: str = ""

    def below(self, step):
        return Place(self.kind, self.path + (step,))

    def document(self, text):
        """A manifest with this text at the place; it stands in a line of its own."""
        rest = self.path
        indent = "  " * len(rest)
        for number, step in reversed(list(enumerate(rest))):
            indent = "  " * number
            if step == ITEM:
                text = f"[\n{indent}{text}\n{indent}]"
            else:
                name = json.dumps("a" if step == VALUE else step)
                text = f"{{\n{indent}{name}: {text}\n{indent}}}"
        text = text.strip()[1:] if text.startswith("{") else text
        return f'{{"apiVersion": "{KINDS[self.kind]}", "kind": "{self.kind}", {text}'

    def __str__(self):
        words = ["[]" if step == ITEM else "*" if step == VALUE else step for step in self.path]
        return ".".join([self.kind, *words])


class Crawler:
    """Goes from the fields of the kinds to those of their types; each type once."""

    def __init__(self, client):
        self.client = client
        self.names = client.field_names()
        # By Go type, the fields: name and place.
        self.types = {}
        # Where values stand, each field of each type once.
        self.places = []

    def crawl(self, kinds):
        found = [Place(kind, (), "object", kind) for kind in kinds]
        while found:
            objects = []
            for place in found:
                if place.form == "object" and place.type not in self.types:
                    self.types[place.type] = {}
                    objects.append(place)
            fields = self.fields_of(objects)
            inner = [(None, place.below(ITEM if place.form == "list" else VALUE)) for place in found
                     if place.form in ("list", "map")]
            asked = [*((parent, place) for parent, place in fields), *inner]
            found = self.classify([place for _, place in asked])
            for (parent, _), place in zip(asked, found):
                if parent:
                    self.types[parent.type][place.path[-1]] = place
            self.places += found

    def fields_of(self, objects):
        """The fields of these places, each with its parent."""
        names = [name for name in self.names if name not in ("apiVersion", "kind")]
        groups = [names[start:start + TOGETHER] for start in range(0, len(names), TOGETHER)]
        asked = [(place, group) for place in objects for group in groups]
        asked = [(place, [name]) for (place, group), some in zip(asked, self.some_is_field(asked)) if some
                 for name in group]
        return [(place, place.below(name)) for (place, (name,)), some in zip(asked, self.some_is_field(asked))
                if some]

    def some_is_field(self, asked):
        """Whether one of the names is a field, for each place and names. Of a field that
        stands in an object of JSON twice, both values are decoded."""
        said = self.client.refusals(
            [place.document("{%s}" % ", ".join(f'"{name}": 1.5, "{name}": []' for name in names))
             for place, names in asked])
        return list(map(bool, said))

    def classify(self, places):
        said = self.client.refusals([place.document(probe) for place in places for probe in PROBES])
        classified = []
        for number, place in enumerate(places):
            answers = said[number * len(PROBES):(number + 1) * len(PROBES)]
            form = FORMS.get("".join("-" if answer else "+" for answer in answers), "?")
            if form == "?":
                raise RuntimeError(f"{place} takes {''.join('-' if a else '+' for a in answers)}: {answers}")
            named = re.search(r" of type (\S+)$", next(filter(None, answers), ""))
            classified.append(Place(place.kind, place.path, form, named[1] if named else ""))
        return classified
