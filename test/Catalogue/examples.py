# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bad example of every rule has the finding and the fix that the record
promises, and the good one has neither it nor any error. Codes keep their rules,
and every rule has a test."""

import concurrent.futures
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "utils"))
import rule_docs  # noqa: E402


def findings_of(trainlint, rule, text):
    """The findings; those on the configuration and those of other programs are always text."""
    _, result = rule_docs.check_example(trainlint, rule, text, form="json")
    if rule["example_name"] == ".trainlint.yaml" or rule["program"] != "trainlint":
        return [{"rule": name, "severity": severity, "fixes": []}
                for severity, name in re.findall(r" (error|warning): .* \[([a-z-]+)\]$", result.stderr, re.M)]
    return json.loads(result.stdout)["diagnostics"]


def problems_of(trainlint, rule):
    name = rule["name"]
    bad = [f for f in findings_of(trainlint, rule, rule["bad"]) if f["rule"] == name]
    if not bad:
        yield f"{name}: the bad example does not have it"
    good = findings_of(trainlint, rule, rule["good"])
    for finding in good:
        if finding["rule"] == name or finding["severity"] == "error":
            yield f"{name}: the good example has {finding['rule']}"
    fixes = {fix["applicability"] for finding in bad for fix in finding["fixes"]}
    shown = "safe" if "safe" in fixes else "unsafe" if fixes else "none"
    if shown != rule["fix"]:
        yield f"{name}: its record says fix `{rule['fix']}`, its example shows `{shown}`"


def main():
    trainlint, codes, tests = sys.argv[1:]
    rules = rule_docs.all_rules(trainlint)
    problems = []
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda rule: list(problems_of(trainlint, rule)), rules):
            problems += found

    # A code that was given out stays with its rule for ever.
    given = dict(line.split() for line in pathlib.Path(codes).read_text().splitlines())
    now = {rule["code"]: rule["name"] for rule in rules}
    for code, name in given.items():
        if now.get(code) != name:
            problems.append(f"{code} was {name} and is {now.get(code)}; codes are never used again")
    for code, name in now.items():
        if code not in given:
            problems.append(f"{code} {name} is not in {pathlib.Path(codes).name} yet")

    # Every rule has a test that expects its finding.
    texts = [path.read_text(errors="replace") for path in pathlib.Path(tests).rglob("*")
             if path.suffix in (".yaml", ".test", ".mlir", ".pbtxt", ".py", ".ipynb", ".txt") and path.is_file()]
    for rule in rules:
        own = list((pathlib.Path(tests) / "Rules").glob(rule["name"] + ".*"))
        if not own and not any(f"[{rule['name']}]" in text for text in texts):
            problems.append(f"{rule['name']} has no test")

    for problem in problems:
        print(problem)
    print(f"{len(rules)} rules, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
