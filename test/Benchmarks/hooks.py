#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what the hooks add to a commit: in a fresh repository without a hook, with
pre-commit and a hook of the installed trainlint, and with Git's own hook that runs
`trainlint --changed`; each for a commit of a Python file and of a job. What
pre-commit itself takes is the difference between the first two columns."""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

JOB = "trainingInput: {scaleTier: BASIC, region: us-central1}\n# %d\n"
CONFIG = """repos:
  - repo: %s
    rev: v1.0
    hooks: [{id: trainlint-system}]
"""
OWN_HOOK = "#!/bin/sh\nexec trainlint --quiet --changed\n"


def commits(folder, environment, name, text, repetitions):
    """Milliseconds of a commit of one file."""
    seconds = []
    for number in range(repetitions):
        (folder / name).write_text(text % number, encoding="utf-8")
        subprocess.run(["git", "add", name], cwd=folder, env=environment, check=True)
        begin = time.perf_counter()
        subprocess.run(["git", "commit", "-qm", "change"], cwd=folder, env=environment, check=True,
                       capture_output=True)
        seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds) * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trainlint", type=pathlib.Path)
    parser.add_argument("--repetitions", type=int, default=10)
    arguments = parser.parse_args()
    source = pathlib.Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        environment = {**os.environ, "HOME": str(home), "PRE_COMMIT_HOME": str(home / "cache"),
                       "PATH": f"{arguments.trainlint.resolve().parent}:{os.environ['PATH']}",
                       "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        for role in ("AUTHOR", "COMMITTER"):
            environment |= {f"GIT_{role}_NAME": "a", f"GIT_{role}_EMAIL": "a@example.com"}

        def git(folder, *words):
            subprocess.run(["git", *words], cwd=folder, env=environment, check=True)

        def repository(name):
            folder = home / name
            folder.mkdir()
            git(folder, "init", "-q")
            return folder

        hooks = repository("hooks")
        shutil.copy(source / ".pre-commit-hooks.yaml", hooks)
        git(hooks, "add", ".")
        git(hooks, "commit", "-qm", "hooks")
        git(hooks, "tag", "v1.0")
        print("milliseconds of a commit   unrelated   of a job")
        for title in ("without a hook", "pre-commit", "trainlint --changed"):
            folder = repository(title.replace(" ", "-"))
            (folder / "first").touch()
            git(folder, "add", ".")
            git(folder, "commit", "-qm", "first")
            if title == "pre-commit":
                (folder / ".pre-commit-config.yaml").write_text(CONFIG % hooks, encoding="utf-8")
                git(folder, "add", ".")
                for words in (("install", "--install-hooks"), ("run",)):
                    subprocess.run(["pre-commit", *words], cwd=folder, env=environment, check=True,
                                   capture_output=True)
            elif title != "without a hook":
                hook = folder / ".git/hooks/pre-commit"
                hook.write_text(OWN_HOOK, encoding="utf-8")
                hook.chmod(0o755)
            unrelated = commits(folder, environment, "main.js", "print(%d)\n",
                                arguments.repetitions)
            job = commits(folder, environment, "job.yaml", JOB, arguments.repetitions)
            print(f"{title:24} {unrelated:9.1f} {job:10.1f}")


if __name__ == "__main__":
    main()
