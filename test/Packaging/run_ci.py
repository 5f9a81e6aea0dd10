# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of a CI configuration as the service would.

usage: run_ci.py github WORKFLOW EVENT
       run_ci.py gitlab CONFIGURATION

The working directory stands for what the service has checked out. EVENT is `push`,
`pull_request` or `fork`, a pull request from a fork. Of a GitHub workflow each step is
run whose condition holds; actions are not run, but what they are given is checked.
Prints which steps are run; a job ends with the first one that fails, and the whole as
the first job that fails.
"""

import json
import pathlib
import re
import subprocess
import sys

import yaml

# What each level may hold, of all that the services know; a misspelled key does nothing.
WORKFLOW_KEYS = {"name", "on", "permissions", "jobs"}
GITHUB_JOB_KEYS = {"if", "runs-on", "permissions", "steps"}
STEP_KEYS = {"name", "if", "env", "run", "uses", "with"}
ACTIONS = {"actions/checkout": {"fetch-depth", "persist-credentials"},
           "github/codeql-action/upload-sarif": {"sarif_file", "category"}}
GITLAB_JOB_KEYS = {"image", "rules", "script", "artifacts"}
SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def expect(condition, text):
    if not condition:
        sys.exit(text)


class StepFailed(Exception):
    """A step of a job has failed."""


def expect_keys(mapping, allowed, what):
    unknown = set(mapping) - allowed
    expect(not unknown, f"{what} has {sorted(map(str, unknown))}")


def shell(script, name, environment=None):
    """Runs a script as both services do: it ends with the first command that fails."""
    print(f"-- {name}", flush=True)
    assignments = [f"{key}={value}" for key, value in (environment or {}).items()]
    done = subprocess.run(["env", *assignments, "bash", "--noprofile", "--norc", "-eo",
                           "pipefail", "-c", script], check=False)
    if done.returncode:
        print(f"-- ends with {done.returncode}", flush=True)
        raise StepFailed(done.returncode)


def context_of(event):
    return {"github.event_name": "push" if event == "push" else "pull_request",
            "github.base_ref": "" if event == "push" else "main"}


def holds(condition, context):
    name, operator, value = re.fullmatch(r"(\S+) (==|!=) (\S+)", condition).groups()
    expect(name in context, f"{name} is not known here")
    return (context[name] == value.strip("'")) == (operator == "==")


def check_upload(given):
    report = json.loads(pathlib.Path(given["sarif_file"]).read_text())
    expect(report["version"] == "2.1.0" and len(report["runs"]) == 1, "no SARIF 2.1.0")
    for result in report["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        expect(pathlib.Path(place).exists(), f"{place} is not in the repository")
    print(f"-- uploads {len(report['runs'][0]['results'])} findings")


def run_step(step, context):
    expect_keys(step, STEP_KEYS, "a step")
    expect(("run" in step) != ("uses" in step), "a step has to have one of `run` and `uses`")
    if "if" in step and not holds(step["if"], context):
        return
    if "uses" in step:
        action, _, version = step["uses"].partition("@")
        # A tag can come to mean other commits.
        expect(action in ACTIONS and re.fullmatch(r"[0-9a-f]{40}", version), step["uses"])
        expect_keys(step["with"], ACTIONS[action], action)
        if "sarif_file" in step["with"]:
            check_upload(step["with"])
        return
    # What is put into a script as text could be commands of whoever names a branch.
    expect("${{" not in step["run"], "a script holds an expression")
    environment = {key: re.sub(r"\$\{\{ (\S+) \}\}", lambda match: context[match[1]], value)
                   for key, value in step.get("env", {}).items()}
    shell(step["run"], step["name"], environment)


def run_github(workflow, event):
    # YAML 1.1 takes `on` for a boolean, GitHub does not.
    workflow["on"] = workflow.pop(True)
    expect_keys(workflow, WORKFLOW_KEYS, "the workflow")
    expect(event == "fork" or event in workflow["on"], f"{event} does not start it")
    expect(workflow["permissions"] == {"contents": "read"}, "it may do more than read")
    context, result = context_of(event), 0
    for name, job in workflow["jobs"].items():
        expect_keys(job, GITHUB_JOB_KEYS, "a job")
        if "if" in job and not holds(job["if"], context):
            continue
        print(f"-- job {name}", flush=True)
        expect(event == "push" or "permissions" not in job, "a pull request may do more than read")
        try:
            for step in job["steps"]:
                run_step(step, context)
        except StepFailed as failed:
            result = result or failed.args[0]
    sys.exit(result)


def check_versions(text):
    """Behind the hash of a commit, people want to read which version it is."""
    for line in text.splitlines():
        if "uses:" in line:
            expect(re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line)


def run_gitlab(configuration):
    for job in configuration.values():
        expect_keys(job, GITLAB_JOB_KEYS, "a job")
        reports = job["artifacts"]["reports"]
        expect(job["artifacts"]["when"] == "always", "a job that fails leaves no report")
        result = 0
        try:
            shell("\n".join(job["script"]), "script")
        except StepFailed as failed:
            result = failed.args[0]
        finally:
            issues = json.loads(pathlib.Path(reports["codequality"]).read_text())
            for issue in issues:
                expect({"description", "check_name", "fingerprint", "severity", "location"}
                       <= set(issue), "an issue lacks what GitLab needs")
                expect(issue["severity"] in SEVERITIES, issue["severity"])
                place = issue["location"]["path"]
                expect(pathlib.Path(place).exists(), f"{place} is not in the repository")
            expect(len({issue["fingerprint"] for issue in issues}) == len(issues),
                   "two issues have one fingerprint")
            print(f"-- reports {len(issues)} issues", flush=True)
        sys.exit(result)


def main():
    service, file = sys.argv[1:3]
    text = pathlib.Path(file).read_text()
    configuration = yaml.safe_load(text)
    if service == "github":
        check_versions(text)
        run_github(configuration, sys.argv[3])
    else:
        run_gitlab(configuration)


main()
