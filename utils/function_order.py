#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the order in which functions lie in `trainlint`, or checks a program against it.

Start-up touches a tenth of the program, a function here and there, and the system maps
each piece when it is touched. So the functions that short runs call lie next to each
other: first those of a job's configuration, then those of other inputs. The linker passes
over names that no function has any more; written anew now and then, the list stays short of
them. Names are those of the compiler, so the list is of the release build with GCC.

    utils/function_order.py build/bin/trainlint            # needs valgrind
    utils/function_order.py build/bin/trainlint --check    # needs nm
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ORDER = ROOT / "utils/cmake/FunctionOrder.txt"
# A configuration without findings comes first: it is what is checked most often, before a commit
# and for each file that is saved.
FLAWLESS = """trainingInput:
  scaleTier: CUSTOM
  region: us-central1
  runtimeVersion: "2.11"
  pythonVersion: "3.7"
  masterType: n1-highcpu-16
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 2
  args:
  - --steps=1000
"""
INPUTS = ["v100.yaml", "hover.py", "mnist-estimator.pbtxt", "keras-classifier.json"]
HEADER = """# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Written by utils/function_order.py: functions that short runs call.
"""
# How many of the names a program has to have, and in how many bytes they lie.
LEAST_KNOWN, MOST_BYTES = 0.8, 3 << 20


def called_functions(program, file):
    """The names of all functions that the check of a file calls, as the linker knows them."""
    with tempfile.NamedTemporaryFile() as profile:
        subprocess.run(["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={profile.name}",
                        program, "--isolated", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        text = pathlib.Path(profile.name).read_text()
    # `fn=(12) name` the first time; recursive calls have a number behind the name.
    names = re.findall(r"^c?fn=\(\d+\) (\S+)$", text, re.MULTILINE)
    return sorted({name.split("'")[0] for name in names})


def write_order(program):
    names = {}
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as flawless:
        flawless.write(FLAWLESS)
        flawless.flush()
        for file in [flawless.name, *(ROOT / "docs/examples" / name for name in INPUTS)]:
            names.update(dict.fromkeys(called_functions(program, file)))
    ORDER.write_text(HEADER + "".join(f"{name}\n" for name in names))
    print(f"{len(names)} functions")


def check_order(program):
    wanted = {line for line in ORDER.read_text().splitlines() if not line.startswith("#")}
    places = {}
    for line in subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines():
        address, _, name = line.rpartition(" ")
        if name in wanted and address.strip()[-1:] in "tTwW":
            places.setdefault(name, int(address.split()[0], 16))
    known = len(places) / len(wanted)
    # A few names are shared by functions of several files.
    middle = sorted(places.values())[len(places) // 20:-len(places) // 20 or None]
    size = middle[-1] - middle[0]
    print(f"{known:.0%} of the functions are there, nine of ten in {size >> 10} KiB")
    return known >= LEAST_KNOWN and size <= MOST_BYTES


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--check", action="store_true", help="check instead of writing")
    args = parser.parse_args()
    program = pathlib.Path(args.program).resolve()
    if not args.check:
        write_order(program)
    elif not check_order(program):
        sys.exit("the order is stale, or the program was linked without it")


if __name__ == "__main__":
    main()
