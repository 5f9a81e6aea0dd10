# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts machine code where trainlint-run looks for what it compiled before.

What it makes lies outside of the repository of the test: folders in a work tree are
treated in their own way.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile

HOLDER = tempfile.TemporaryDirectory()
ROOT = pathlib.Path(HOLDER.name)
TEXT = ("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> "
        "{{ %0 = stablehlo.{} %a, %a : tensor<4xf32> return %0 : tensor<4xf32> }}")
for operation in ("add", "multiply"):
    (ROOT / f"{operation}.mlir").write_text(TEXT.format(operation))
unexpected = []


def run(operation, folder, user="user"):
    """What a program prints, and the notes on its folder."""
    result = subprocess.run(
        ["trainlint-run", f"{operation}.mlir", "--fake-data", "--cache-dir", str(folder)],
        cwd=ROOT, env={**os.environ, "XDG_CONFIG_HOME": str(ROOT / user)},
        capture_output=True, text=True, timeout=60)
    notes = result.stderr.splitlines()
    unexpected.extend(note for note in notes if not note.startswith("cpu device: note: "))
    if result.returncode != 0:
        unexpected.append(result.returncode)
    return result.stdout, "\n".join(notes)


def only_file(folder):
    (file,) = (ROOT / folder).iterdir()
    return file


def expect(what, is_true):
    print(f"{what}: {'yes' if is_true else 'NO'}", flush=True)


added, notes = run("add", "own")
multiplied, _ = run("multiply", "other")
assert added != multiplied
own, other = only_file("own"), only_file("other")
whole, inode = own.read_bytes(), own.stat().st_ino
expect("kept and found again",
       notes == "" and run("add", "own") == (added, "") and own.stat().st_ino == inode)


def expect_refused(what, why, folder="own"):
    """The program is compiled anew, and a note says why."""
    shown, said = run("add", folder)
    expect(what, shown == added and why in said or print(shown, said))


# Somebody else compiles another program and commits it under this one's name.
run("multiply", "theirs", user="somebody")
shutil.copytree(ROOT / "theirs", ROOT / "cloned")
only_file("cloned").rename(ROOT / "cloned" / own.name)
expect_refused("a folder that came with a clone", "was not written for this program with the user's key",
               "cloned")

own.write_bytes(other.read_bytes())
expect_refused("files under each other's names", "was not written for this program")
expect_mode = [("a file that everybody may write", 0o666, "can be written by everybody"),
               ("a file that its group may write", 0o660, "can be written by its group")]
for what, mode, why in expect_mode:
    own.write_bytes(whole)
    own.chmod(mode)
    expect_refused(what, why)
aside = ROOT / "aside"
own.rename(aside)
own.symlink_to(aside)
expect_refused("a link to a file", "is a link")
own.unlink()
os.mkfifo(own, 0o600)
expect_refused("a pipe", "is no regular file")
own.unlink()
own.write_bytes(b"trainlint cpu code 1\n" + whole[21:])
own.chmod(0o600)
expect_refused("a file without a seal", "is no compiled program")

(ROOT / "open").mkdir()
(ROOT / "open").chmod(0o777)
expect_refused("a folder that others may write", "compiled programs are not kept: ", "open")
assert not list((ROOT / "open").iterdir())
(ROOT / "open" / "inner").mkdir(mode=0o700)
expect_refused("a folder in one that others may write", "can be written by everybody", "open/inner")
key = ROOT / "user" / "trainlint" / "cache-key"
assert key.stat().st_mode & 0o777 == 0o600 and key.parent.stat().st_mode & 0o777 == 0o700
key.chmod(0o644)
expect_refused("a key that others can read", "can be read by others")
key.chmod(0o600)
(ROOT / "clone" / ".git").mkdir(parents=True)
expect_refused("a folder in a work tree", "lies in the work tree of a repository", "clone/cache")
expect("nothing but notes", not unexpected or print(unexpected))
