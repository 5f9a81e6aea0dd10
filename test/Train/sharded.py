# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes checkpoints in shards, disturbs that, and goes on from them.

    sharded.py STEP.mlir FOLDER
"""

import json
import pathlib
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

import numpy

STEP, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)
SECONDS = 120
INDEX = "model.safetensors.index.json"
TYPES = {"F32": numpy.float32, "I64": numpy.int64}

# Eight states of two megabytes, so that a checkpoint takes longer than a step.
NAMES = [f"table{number}" for number in range(8)]
TABLE = "tensor<512x1024xf32>"
LARGE = FOLDER / "large.mlir"


def large_step():
    states = ", ".join(f'{TABLE} {{trainlint.name = "{name}"}}' for name in NAMES)
    arguments = ", ".join(f'%{name}: {TABLE} {{trainlint.role = "state", trainlint.name = "{name}", '
                          f"tf.aliasing_output = {number} : i32}}" for number, name in enumerate(NAMES))
    results = ", ".join(f'{TABLE} {{trainlint.role = "state", trainlint.name = "{name}"}}' for name in NAMES)
    updates = "\n".join(f"    %{name}.new = stablehlo.add %{name}, %change : {TABLE}" for name in NAMES)
    types = ", ".join([TABLE] * len(NAMES))
    return f"""module @large {{
  func.func @init() -> ({states}) {{
    %zero = stablehlo.constant dense<0.0> : {TABLE}
    return {", ".join(["%zero"] * len(NAMES))} : {types}
  }}
  func.func @main({arguments},
      %x: tensor<8x4xf32> {{trainlint.role = "input", trainlint.name = "x"}})
      -> ({results}, tensor<f32> {{trainlint.role = "metric", trainlint.name = "loss"}}) {{
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %own = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %sum = "stablehlo.all_reduce"(%own) <{{replica_groups = dense<> : tensor<0x0xi64>}}> ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }}) : (tensor<f32>) -> tensor<f32>
    %change = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> {TABLE}
{updates}
    %corner = stablehlo.slice %table0.new [0:1, 0:1] : ({TABLE}) -> tensor<1x1xf32>
    %loss = stablehlo.reshape %corner : (tensor<1x1xf32>) -> tensor<f32>
    return {", ".join(f"%{name}.new" for name in NAMES)}, %loss : {types}, tensor<f32>
  }}
}}
"""


LARGE.write_text(large_step())


def expect(what, is_true, *seen):
    print(f"{what}: {'yes' if is_true else 'NO'}", *(() if is_true else seen), flush=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def small_files():
    """No file may have more than a megabyte, as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))


def start(where, index, count, *options, step=STEP, before=None):
    """A process of a job, with its share of four devices."""
    command = ["trainlint-run", str(step), "--train", "--fake-data", "--fake-examples", "64", "--num-replicas", "4",
               f"--device=cpu:{4 // count}", *options]
    if count > 1:
        command += ["--coordinator", where, "--process", f"{index}/{count}", "--heartbeat-timeout", "5"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=before)


def finish(running):
    """Exit codes, losses by step, and messages."""
    codes, losses, messages = [], {}, []
    for process in running:
        out, err = process.communicate(timeout=SECONDS)
        codes.append(process.returncode)
        messages.append(err)
        for line in out.split("\n")[:-1]:
            report = json.loads(line)
            losses[report["step"]] = report["loss"]
    return codes, losses, messages


def train(count, *options, **how):
    where = f"localhost:{free_port()}"
    return finish([start(where, index, count, *options, **how) for index in range(count)])


def read_tensors(path):
    """The tensors of a safetensors file, which have to fill it, and its metadata."""
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + size])
    metadata = header.pop("__metadata__", {})
    tensors, at = {}, 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        begin, end = entry["data_offsets"]
        assert begin == at, (path, name)
        values = numpy.frombuffer(raw[8 + size + begin:8 + size + end], dtype=TYPES[entry["dtype"]])
        tensors[name], at = values.reshape(entry["shape"]), end
    assert 8 + size + at == len(raw), path
    return tensors, metadata


def read_shards(folder):
    """The tensors of a checkpoint by its index, which has to name all of them, and the number of files."""
    index = json.loads((folder / INDEX).read_text())
    files = set(index["weight_map"].values())
    assert {path.name for path in folder.iterdir()} == files | {INDEX}, list(folder.iterdir())
    tensors = {}
    for file in files:
        shard, metadata = read_tensors(folder / file)
        assert metadata["step"] == index["metadata"]["step"] == str(int(folder.name[11:])), (folder, metadata)
        assert all(index["weight_map"][name] == file for name in shard)
        tensors.update(shard)
    assert tensors.keys() == index["weight_map"].keys()
    assert index["metadata"]["total_size"] == sum(tensor.nbytes for tensor in tensors.values())
    return tensors, len(files)


def kept_in(folder):
    """The checkpoints by their steps; shards without an index are none."""
    return {int(path.name[11:21]): path for path in sorted(folder.glob("checkpoint-*"))
            if path.suffix or (path / INDEX).exists()}


def are_equal(a, b):
    return a.keys() == b.keys() and all(numpy.array_equal(a[name], b[name]) for name in a)


EVERY = ["--checkpoint-steps", "3", "--iterations-per-loop", "3"]
one = FOLDER / "from1"
codes, WHOLE, messages = train(1, "--steps", "20", "--fetch-state", str(FOLDER / "whole"))
assert codes == [0], messages
codes, _, messages = train(1, "--steps", "9", "--checkpoints", str(one), *EVERY)
assert codes == [0] and list(kept_in(one)) == [3, 6, 9], messages
STATE = (FOLDER / "whole").read_bytes()


def go_on(folder, count):
    """True if a copy of a job goes on as it would have without an end."""
    copy = FOLDER / "resumed"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    codes, losses, messages = train(count, "--steps", "20", "--resume", "--checkpoints", str(copy), *EVERY,
                                    "--fetch-state", str(FOLDER / "end"))
    return (codes == [0] * count and losses == {step: loss for step, loss in WHOLE.items() if step > 9} and
            (FOLDER / "end").read_bytes() == STATE and list(kept_in(copy))[-1] == 20), codes, losses, messages


for count in (2, 4):
    folder = FOLDER / f"from{count}"
    codes, _, messages = train(count, "--steps", "9", "--checkpoints", str(folder), *EVERY, "--check-replicas")
    found = {step: read_shards(path) for step, path in kept_in(folder).items()}
    expect(f"{count} processes write {count} shards each", codes == [0] * count and list(found) == [3, 6, 9] and
           all(files == count and are_equal(tensors, read_tensors(kept_in(one)[step])[0])
               for step, (tensors, files) in found.items()), codes, found.keys(), messages)
    for other in (1, 2, 4):
        is_right, *seen = go_on(folder, other)
        expect(f"from {count} processes in {other}", is_right, *seen)
is_right, *seen = go_on(one, 2)
expect("from one file in 2", is_right, *seen)
left = sorted(path.name for path in (FOLDER / "resumed").iterdir())
codes, _, messages = train(1, "--steps", "23", "--resume", "--checkpoints", str(FOLDER / "resumed"),
                           "--keep-checkpoints", "2")
right = sorted(path.name for path in (FOLDER / "resumed").iterdir())
expect("the oldest go, in either form", codes == [0] and
       left == ["checkpoint-0000000009.safetensors", *(f"checkpoint-{step:010}" for step in (12, 15, 18, 20))] and
       right == ["checkpoint-0000000020", "checkpoint-0000000023.safetensors"], left, right, messages)

# By its index, a checkpoint is as good as one file.
shards = kept_in(FOLDER / "from4")[9]
codes, _, messages = train(1, "--steps", "0", "--init", str(shards / INDEX), "--fetch-state", str(FOLDER / "init"))
expect("values of shards for --init",
       codes == [0] and are_equal(read_tensors(FOLDER / "init")[0], read_shards(shards)[0]), codes, messages)

# The newest checkpoint lacks a byte of a shard: the one before it is taken.
copy = FOLDER / "damaged"
shutil.copytree(FOLDER / "from2", copy)
shard = next(kept_in(copy)[9].glob("model-00002*"))
shard.write_bytes(shard.read_bytes()[:-1])
codes, losses, messages = train(2, "--steps", "20", "--resume", "--checkpoints", str(copy))
expect("a damaged shard", codes == [0, 0] and losses == {step: loss for step, loss in WHOLE.items() if step > 6} and
       all("cannot use `" in err and shard.name in err for err in messages), codes, losses, messages)

# All write at the end of the same loop, whenever the first one's clock says so.
kept = FOLDER / "clock"
where = f"localhost:{free_port()}"
running = [start(where, index, 2, "--steps", "100000000", "--checkpoints", str(kept), "--checkpoint-seconds", "1",
                 "--log-every", "1000") for index in range(2)]
end = time.monotonic() + SECONDS
while len(kept_in(kept)) < 3 and time.monotonic() < end:
    time.sleep(0.1)
running[1].send_signal(signal.SIGTERM)
codes, _, messages = finish(running)
found = kept_in(kept)
expect("due by the clock", codes == [75, 130] and len(found) >= 4 and
       all(read_shards(path)[1] == 2 for path in found.values()) and
       all(step % 10 == 0 for step in list(found)[:-1]), codes, list(found), messages)

# A process is killed while the shards of a checkpoint are there in part.
codes, expected, messages = train(1, "--steps", "40", step=LARGE)
assert codes == [0], messages
for victim in (0, 1):
    kept = FOLDER / f"killed{victim}"
    options = ["--steps", "40", "--checkpoints", str(kept), "--checkpoint-steps", "2", "--iterations-per-loop", "1"]
    where = f"localhost:{free_port()}"
    running = [start(where, index, 2, *options, step=LARGE) for index in range(2)]
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and running[0].poll() is None:
        whole = kept_in(kept)
        parts = [path for path in kept.glob("checkpoint-*") if not (path / INDEX).exists()]
        if len(whole) >= 2 and parts and any(parts[0].iterdir()):
            break
    running[victim].send_signal(signal.SIGKILL)
    codes, losses, messages = finish(running)
    whole = kept_in(kept)
    for path in whole.values():
        read_shards(path)
    again, rest, more = train(1 + victim, *options, "--resume", step=LARGE)
    leftovers = [path for path in kept.rglob("*.tmp")]
    expect(f"killed while process {victim} writes", codes[victim] == -9 and codes[1 - victim] == 75 and
           again == [0] * (1 + victim) and rest.keys() == set(range(max(whole) + 1, 41)) and not leftovers and
           {**losses, **rest} == {step: expected[step] for step in {**losses, **rest}},
           codes, messages, again, sorted(rest), more, leftovers)

# What cannot be written ends the job with the reason, and not after all of its steps.
options = ["--steps", "100000000", "--checkpoint-steps", "1", "--iterations-per-loop", "1", "--log", "none"]
where, kept = f"localhost:{free_port()}", FOLDER / "full"
codes, _, messages = finish([start(where, index, 2, *options, "--checkpoints", str(kept), step=LARGE,
                                   before=small_files if index == 1 else None) for index in range(2)])
expect("a shard that cannot be written", codes == [1, 1] and not kept_in(kept) and "process 1 on `" in messages[0] and
       all("cannot write `" in err and "model-00002-of-00002.safetensors" in err and "File too large" in err
           for err in messages), codes, messages)
codes, _, messages = finish([start("", 0, 1, *options, "--checkpoints", str(FOLDER / "full1"), step=LARGE,
                                   before=small_files)])
expect("a file that cannot be written", codes == [1] and "cannot write `" in messages[0] and
       "File too large" in messages[0], codes, messages)

# All of them write, into one folder.
where = f"localhost:{free_port()}"
kept = FOLDER / "apart"
codes, _, messages = finish([start(where, 0, 2, "--steps", "3", "--checkpoints", str(kept)),
                             start(where, 1, 2, "--steps", "3")])
expect("one without checkpoints", codes == [1, 1] and
       "this process writes no checkpoints, and the first one checkpoints every 600 s" in messages[1],
       codes, messages)
codes, _, messages = finish([start(where, index, 2, "--steps", "3", "--checkpoints", str(FOLDER / f"apart{index}"))
                             for index in range(2)])
expect("another folder", codes == [1, 0] and "process 1 has written `" in messages[0] and
       "all processes need the same folder" in messages[0] and not kept_in(FOLDER / "apart0"), codes, messages)

# Replicas that need not wait for each other may be at different steps: the first process writes all.
alone = FOLDER / "alone.mlir"
text = LARGE.read_text()
begin, end = text.index('    %sum = "stablehlo.all_reduce"'), text.index("    %change")
alone.write_text(text[:begin].replace("%own", "%sum") + text[end:])
kept = FOLDER / "alone"
codes, _, messages = train(2, "--steps", "3", "--checkpoints", str(kept), step=alone)
expect("a step without collectives", codes == [0, 0] and
       [path.name for path in kept.iterdir()] == ["checkpoint-0000000003.safetensors"], codes, messages)
