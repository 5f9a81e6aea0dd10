# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a report of a finding about a script and its configuration file has
each place in its file."""

import json
import sys

SCRIPT, CONFIG = "scripts/far/gpus.sh", "config.yaml"


def places_in_json(report):
    finding, = report["diagnostics"]
    for place in [finding, *finding["related"]]:
        yield place["file"], place["range"]["start"]["line"], place["range"]["start"]["column"]
    for fix in finding["fixes"]:
        for edit in fix["edits"]:
            assert edit["file"] == SCRIPT, "only the script is changed"


def places_in_sarif(report):
    result, = report["runs"][0]["results"]
    for location in result["locations"] + result["relatedLocations"]:
        place = location["physicalLocation"]
        yield (place["artifactLocation"]["uri"], place["region"]["startLine"],
               place["region"]["startColumn"])
    for fix in result["fixes"]:
        for change in fix["artifactChanges"]:
            assert change["artifactLocation"]["uri"] == SCRIPT, "only the script is changed"


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        report = json.load(file)
    places = list((places_in_json if sys.argv[1] == "json" else places_in_sarif)(report))
    expected = [(SCRIPT, 2, 30), (CONFIG, 3, 15), (SCRIPT, 2, 37)]
    assert places[0] == expected[0] and sorted(places) == sorted(expected), places


main()
