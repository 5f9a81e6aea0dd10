# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Data that is read when it is needed: orders, memory, and files that change."""

import gzip
import json
import os
import pathlib
import struct
import subprocess
import sys
import zipfile

import numpy as np

from make_data import record
from seen import losses, problem, seen, write_step


def varint(number):
    out = b""
    while number > 127:
        out += bytes((number & 127 | 128,))
        number >>= 7
    return out + bytes((number,))


def example(image, label):
    """Of any size, unlike that of make_data."""
    def message(number, data):
        return varint(number << 3 | 2) + varint(len(data)) + data
    features = {"x": message(1, message(1, image)), "y": message(3, message(1, varint(label)))}
    return message(1, b"".join(message(1, message(1, name.encode()) + message(2, value))
                               for name, value in features.items()))


def write_records(path, numbers, size=4, pack=False):
    data = b"".join(record(example(bytes([number % 256] * size), number)) for number in numbers)
    pathlib.Path(path).write_bytes(gzip.compress(data) if pack else data)


def check_orders():
    step = write_step("two.mlir", 2, (4,))
    pathlib.Path("files").mkdir()
    parts = [range(0, 13), range(13, 40), range(40, 60)]
    for number, part in enumerate(parts):
        write_records(f"files/{number}.tfrecord", part)

    def epoch(*arguments):
        """All numbers of an epoch: runs that are one step longer each."""
        return np.concatenate([seen(step, steps, "--data", "files", *arguments)[1] for steps in range(1, 31)])

    # Files in turn, as a few lines of Python take them.
    def in_turn(cycle):
        files = [list(part) for part in parts]
        slots, rest = files[:cycle], files[cycle:]
        while any(slots) or rest:
            for slot in range(len(slots)):
                if not slots[slot] and rest:
                    slots[slot] = rest.pop(0)
                if slots[slot]:
                    yield slots[slot].pop(0)
    for cycle in 2, 3, 9:
        np.testing.assert_array_equal(epoch("--no-shuffle", "--interleave", cycle), list(in_turn(cycle)))

    # A shuffle buffer gives each example once, and none before it can have been in it.
    for size in 1, 8, 1000:
        order = list(epoch("--shuffle-buffer", size))
        assert sorted(order) == list(range(60)), order
        assert all(number < place + size for place, number in enumerate(order)), order
        assert (order == list(range(60))) == (size == 1)
    both = list(epoch("--shuffle-buffer", 8, "--interleave", 3))
    assert sorted(both) == list(range(60)) and both != order
    # The number of threads and of batches ahead changes nothing.
    for more in ("--data-threads", 1), ("--data-threads", 4, "--prefetch", 7):
        for order in (), ("--shuffle-buffer", 8):
            assert losses(step, 99, "--data", "files", *order, *more) == losses(step, 99, "--data", "files", *order)
    # A run goes on in the middle of an epoch.
    buffered = ("--data", "files", "--shuffle-buffer", 8)
    whole = losses(step, 99, *buffered)
    losses(step, 40, *buffered, "--checkpoints", "run")
    assert losses(step, 99, *buffered, "--checkpoints", "run", "--resume") == whole[40:]
    assert problem(step, "--data", "files", "--interleave", 2)[1].startswith("`--interleave` needs `--shuffle-buffer`")
    assert problem(step, "--data", "files/0.tfrecord", "--interleave", 2, "--no-shuffle")[1].startswith(
        "`--interleave` is for examples in several files")
    assert problem(step, "--data", "files", "--no-shuffle", "--shuffle-buffer", 2) == (
        2, "`--no-shuffle` and `--shuffle-buffer` exclude each other")
    print("orders are those of tf.data")


def check_streams():
    """Packed records that are too large for memory, which are only read in their order."""
    step = write_step("stream.mlir", 2, (400000,))
    random = np.random.default_rng(3)
    images = [random.integers(0, 256, 400000, "u1").tobytes() for _ in range(10)]
    records = [record(example(images[number % 10], number)) for number in range(56)]
    for folder, pack in ("plain", lambda data: data), ("packed", lambda data: gzip.compress(data, 1)):
        pathlib.Path(folder).mkdir()
        for part in 0, 1:
            pathlib.Path(folder, f"{part}.tfrecord").write_bytes(pack(b"".join(records[50 * part:50 * part + 50])))
    assert pathlib.Path("packed/0.tfrecord").stat().st_size > 16 << 20
    for order in ("--no-shuffle",), ("--shuffle-buffer", 20), ("--shuffle-buffer", 20, "--interleave", 2):
        plain = losses(step, 40, "--data", "plain", *order)
        assert losses(step, 40, "--data", "packed", *order) == plain, order
        assert losses(step, 40, "--data", "packed", *order, "--device", "cpu:1", "--data-threads", 1) == plain, order
    # The same examples on two replicas, and from the middle of the second epoch on.
    half = write_step("half.mlir", 1, (400000,))
    buffered = ("--shuffle-buffer", 20, "--data")
    whole = losses(half, 70, *buffered, "packed")
    assert whole == losses(half, 70, *buffered, "plain")
    losses(half, 60, *buffered, "packed", "--checkpoints", "streamed")
    assert losses(half, 70, *buffered, "packed", "--checkpoints", "streamed", "--resume") == whole[60:]
    print("streams give what files give")


def peak(*arguments):
    """The peak memory of a run in MB."""
    script = ("import resource, subprocess, sys; code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode;"
              "print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)")
    out = subprocess.run([sys.executable, "-c", script, "trainlint-run", *map(str, arguments)],
                         capture_output=True, text=True)
    code, megabytes = map(int, out.stdout.split())
    assert code == 0, out.stderr
    return megabytes


def npy_header(shape, kind="|u1"):
    header = str({"descr": kind, "fortran_order": False, "shape": shape}).encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\0" + len(header).to_bytes(2, "little") + header


def sparse_npy(path, shape):
    with open(path, "wb") as file:
        header = npy_header(shape)
        file.write(header)
        file.truncate(len(header) + int(np.prod(shape)))


def check_memory():
    """Ten times the data takes no more memory than what tells where it is."""
    step = write_step("large.mlir", 8, (65536,))
    peaks = {}
    one = record(example(bytes(65536), 3))
    for name, count in ("small", 400), ("large", 4000):
        folder = pathlib.Path(name)
        folder.mkdir()
        sparse_npy(folder / "x.npy", (count, 256, 256))
        np.save(folder / "y.npy", np.zeros(count, "i8"))
        peaks[f"{name} npy"] = peak(step, "--train", "--steps", 60, "--data", folder, "--log", "none")
        (folder / "x.npy").unlink()
        (folder / "y.npy").unlink()
        (folder / "data.tfrecord").write_bytes(one * count)
        peaks[f"{name} records"] = peak(step, "--train", "--steps", 60, "--data", folder, "--log", "none")
        (folder / "data.tfrecord").unlink()
    for name, count in ("small", 300), ("large", 1500):
        np.savez(f"{name}.npz", x=np.zeros((count, 65536), "u1"), y=np.zeros(count, "i8"))
        peaks[f"{name} npz"] = peak(step, "--train", "--steps", 60, "--data", f"{name}.npz", "--log", "none")
        os.remove(f"{name}.npz")
    for kind in "npy", "records", "npz":
        growth = peaks[f"large {kind}"] - peaks[f"small {kind}"]
        assert growth < 40, peaks
    print("memory does not follow the size of the data")


def check_large_archive():
    """More than 4 GiB of zeros, which take no room on the disk, and two labels."""
    count = 80000
    files = {"x.npy": (npy_header((count, 65536)), count * 65536),
             "y.npy": (npy_header((count,), "<i8"), count * 8)}
    directory = b""
    with open("huge.npz", "wb") as file:
        for name, (header, data) in files.items():
            offset, size = file.tell(), len(header) + data
            file.write(struct.pack("<4s5H3I2H", b"PK\3\4", 45, 0, 0, 0, 0, 0, 2**32 - 1, 2**32 - 1, len(name), 20)
                       + name.encode() + struct.pack("<2H2Q", 1, 16, size, size) + header)
            file.truncate(file.tell() + data)
            file.seek(0, 2)
            directory += struct.pack("<4s6H3I5H2I", b"PK\1\2", 45, 45, 0, 0, 0, 0, 0, 2**32 - 1, 2**32 - 1, len(name), 28,
                                     0, 0, 0, 0, 2**32 - 1) + name.encode() + struct.pack("<2H3Q", 1, 24, size, size, offset)
        begin = file.tell()
        file.write(directory)
        end = file.tell()
        file.write(struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, 2, 2, end - begin, begin)
                   + struct.pack("<4sIQI", b"PK\6\7", 0, end, 1)
                   + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 2, 2, 2**32 - 1, 2**32 - 1, 0))
    with zipfile.ZipFile("huge.npz") as archive:
        assert archive.open("y.npy").read(len(files["y.npy"][0])) == files["y.npy"][0]
    step = write_step("huge.mlir", 8, (65536,))
    assert losses(step, 5, "--data", "huge.npz") == [0] * 5
    for size in os.path.getsize("huge.npz") - 30, 1 << 20, 100:
        os.truncate("huge.npz", size)
        code, message = problem(step, "--data", "huge.npz")
        assert code == 2 and message.startswith("cannot use `huge.npz`: the archive is cut off"), message
    os.remove("huge.npz")
    print("archives have any size")


def check_changes():
    """What is cut short or written to is an error."""
    step = write_step("change.mlir", 8, (65536,))
    for name, change in ("cut", lambda path: os.truncate(path, 1 << 20)), ("written", lambda path: open(path, "ab").write(b"x")):
        pathlib.Path(name).mkdir()
        sparse_npy(f"{name}/x.npy", (400, 65536))
        np.save(f"{name}/y.npy", np.zeros(400, "i8"))
        run = subprocess.Popen(["trainlint-run", step, "--train", "--steps", "10000000", "--data", name, "--log", "json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        json.loads(run.stdout.readline())
        change(f"{name}/x.npy")
        _, err = run.communicate(timeout=60)
        assert run.returncode == 1, run.returncode
        assert f"cannot read `{name}/x.npy`: it was c" in err, err
    print("files that change are told")


if __name__ == "__main__":
    check_orders()
    check_streams()
    check_memory()
    check_large_archive()
    check_changes()
