# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Goes through a Dockerfile without Docker.

usage: run_image.py DOCKERFILE SOURCE BUILD FOLDER JOB CHROOT...

Of the stage that builds, the files that it copies have to be there and the targets
that it builds have to exist. The last stage begins with nothing: what it copies is put
into FOLDER, the folder of the build standing for the stage that builds, and its entry
point is run there by `CHROOT... FOLDER` on a copy of JOB in its working folder.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

BASES = {"scratch", "debian:12", "debian:12-slim"}


def stages_of(text):
    """Each stage as its base, its name and its instructions; arguments have the values
    that they have if nobody gives another."""
    stages, arguments = [], {}
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        instruction, _, rest = line.partition(" ")
        if instruction == "ARG" and not stages:
            name, _, value = rest.partition("=")
            arguments[name] = value
        elif instruction == "FROM":
            base, _, name = rest.partition(" AS ")
            base = re.sub(r"\$\{(\w+)\}", lambda found: arguments[found[1]], base)
            stages.append((base, name, []))
        else:
            stages[-1][2].append((instruction, rest))
    return stages


def expect(condition, text):
    if not condition:
        sys.exit(text)


def check_build(instructions, source, build):
    for instruction, rest in instructions:
        if instruction == "COPY":
            copied = rest.split()[0]
            expect((source / copied).exists(), f"COPY {copied}: there is no such file")
        for target in re.findall(r"ninja -C /build (\S+)", rest):
            done = subprocess.run(["ninja", "-C", build, "-n", target], check=False,
                                  capture_output=True, text=True)
            expect(done.returncode == 0, f"{target}: {done.stdout}")
        for script in re.findall(r"/source/(\S+\.sh)", rest):
            done = subprocess.run(["bash", "-n", source / script], check=False)
            expect(done.returncode == 0, f"{script} is no script")


def fill(instructions, source, build, root):
    """Does what a stage says; returns its working folder and its entry point."""
    work, entry = "/", None
    for instruction, rest in instructions:
        if instruction == "COPY":
            words = rest.split()
            stage = words.pop(0) if words[0].startswith("--from=") else None
            place, target = words
            origin = build / pathlib.Path(place).relative_to("/build") if stage else source / place
            (root / target.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(origin, root / target.lstrip("/"))
        elif instruction == "WORKDIR":
            work = rest
            (root / rest.lstrip("/")).mkdir(parents=True)
        elif instruction == "ENTRYPOINT":
            entry = json.loads(rest)
        else:
            expect(instruction == "USER" and re.fullmatch(r"[1-9]\d*:[1-9]\d*", rest),
                   f"{instruction} {rest} is not expected in an image with nothing in it")
    return work, entry


def main():
    dockerfile, source, build, root, job = map(pathlib.Path, sys.argv[1:6])
    stages = stages_of(dockerfile.read_text())
    for base, name, instructions in stages:
        expect(base in BASES, f"FROM {base}: another base is expected")
        if name == "build":
            check_build(instructions, source, build)
        else:
            users = [rest for instruction, rest in instructions if instruction == "USER"]
            expect(users and not users[-1].startswith(("0", "root")), "what is run is run by root")
    base, _, instructions = stages[-1]
    expect(base == "scratch", "the last stage does not begin with nothing")
    work, entry = fill(instructions, source, build, root)
    shutil.copy(job, root / work.lstrip("/"))
    # Only `sh -c` could change the folder, which an empty root has not.
    done = subprocess.run([*sys.argv[6:], root, *entry, "-q", "--format=concise",
                           f"{work}/{job.name}"], check=False)
    sys.exit(done.returncode)


main()
