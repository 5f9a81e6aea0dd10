# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a report with what reads its format: check_formats.py FORMAT REPORT"""

import json
import sys

# What GitLab's documentation asks of an entry.
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "location", "severity"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^[^/]"},
                    "lines": {"type": "object", "required": ["begin"],
                              "properties": {"begin": {"type": "integer", "minimum": 1}}},
                },
            },
        },
    },
}


def check_gitlab(path):
    import jsonschema
    report = json.load(open(path, encoding="utf-8"))
    jsonschema.validate(report, GITLAB)
    prints = [entry["fingerprint"] for entry in report]
    assert len(prints) == len(set(prints)), "fingerprints repeat"
    return len(report)


def check_junit(path):
    from junitparser import Failure, JUnitXml
    report = JUnitXml.fromfile(path)
    cases = [case for suite in report for case in suite]
    for suite in report:
        failures = [case for case in suite
                    if any(isinstance(result, Failure) for result in case.result)]
        assert suite.tests == len(list(suite)), "`tests` is not the number of cases"
        assert suite.failures == len(failures), "`failures` is not the number of failures"
    return len(cases)


def check_sarif(path):
    log = json.load(open(path, encoding="utf-8"))
    [run] = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"], result["ruleId"]
        # GitHub shows at least one place and refuses an empty list of changes.
        assert result["locations"], result
        for fix in result.get("fixes", []):
            assert fix["artifactChanges"] and fix["artifactChanges"][0]["replacements"], result
        for location in result["locations"] + result["relatedLocations"]:
            uri = location["physicalLocation"]["artifactLocation"]["uri"]
            assert not uri.startswith("/") and "\\" not in uri, uri
    return len(run["results"])


CHECKS = {"gitlab": check_gitlab, "junit": check_junit, "sarif": check_sarif}
print(CHECKS[sys.argv[1]](sys.argv[2]), "entries")
