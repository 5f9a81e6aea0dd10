# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the folder of compiled programs does when it is new, used, damaged or not its
user's.

    cache.py FOLDER
"""

import os
import pathlib
import subprocess
import sys

TEXT = """
func.func @twice() -> tensor<3xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @square() -> tensor<3xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = stablehlo.multiply %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @sums() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    %2 = stablehlo.add %1, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def run(folder, entry, *options):
    return subprocess.run(
        ["trainlint-test-cpu", "-", f"--entry={entry}", f"--cache-folder={folder}", *options],
        input=TEXT, capture_output=True, text=True, check=True, timeout=60).stdout


def only_file(folder):
    (file,) = folder.iterdir()
    return file


def expect(what, is_true):
    print(f"{what}: {'yes' if is_true else 'NO'}")


def main():
    root = pathlib.Path(sys.argv[1])
    twice, square = root / "twice", root / "deep/square"
    expected = run(twice, "twice")
    other = run(square, "square")
    expect("others cannot write", only_file(twice).stat().st_mode & 0o022 == 0)
    first, second = only_file(twice), only_file(square)
    whole = first.read_bytes()

    # What is used is noted in the file's time; what is compiled is a new file.
    os.utime(first, (0, 0))
    file = first.stat().st_ino
    expect("found again", run(twice, "twice") == expected and
           first.stat().st_ino == file and first.stat().st_mtime > 0)
    # A file under another's name is not.
    second.write_bytes(whole)
    expect("each under its own name", run(square, "square") == other)
    expect("another option", run(square, "square", "-O1") == other)

    damages = [whole[:size] for size in (0, 10, 40, 60, len(whole) // 2, len(whole) - 1)]
    damages += [whole[:at] + bytes([whole[at] ^ 64]) + whole[at + 1:]
                for at in (0, 25, 60, len(whole) // 2, len(whole) - 1)]
    damages.append(whole + b"x")
    is_right = True
    for damaged in damages:
        first.write_bytes(damaged)
        is_right &= run(twice, "twice") == expected and first.read_bytes() == whole
    expect("damaged files are replaced", is_right)

    shared = root / "shared"
    results = [run(shared, "sums", "--replicas=2") for _ in range(2)]
    expect("collectives", results[0] == results[1] and "[4, 8]" in results[0])

    open_folder = root / "open"
    open_folder.mkdir()
    open_folder.chmod(0o777)
    expect("a folder that others may write to is left alone",
           run(open_folder, "twice") == expected and not list(open_folder.iterdir()))
    expect("a folder that cannot be made is left alone",
           run("/dev/null/folder", "twice") == expected)


main()
