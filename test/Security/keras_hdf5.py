# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of Keras in HDF5 as h5py writes it in all forms, cut off and damaged."""

import json
import pathlib
import random
import subprocess
import sys

import h5py
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Train"))
from keras_files import write_h5  # noqa: E402


def model(count=2, name="d{}"):
    # The last class is nearly one of Keras, which shows that the model was read.
    layers = [{"class_name": "Dense", "config": {"name": name.format(i), "units": 2, "dtype": "float32",
                                                 **({} if i else {"batch_input_shape": [None, 2]})}}
              for i in range(count)]
    return {"class_name": "Sequential", "config": {"name": "m", "layers": [
        *layers, {"class_name": "DropOut", "config": {"name": "drop", "rate": 0.5}}]}}


def check(*files):
    done = subprocess.run(["trainlint", "--isolated", "--format=concise", "--quiet", "--", *map(str, files)],
                          capture_output=True, text=True, errors="surrogateescape")
    assert done.returncode in (0, 1), done
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


def groups(count):
    return {f"d{i}": {f"d{i}/kernel:0": np.ones((2, 2), "f4"), f"d{i}/bias:0": np.ones(2, "f4")} for i in range(count)}


write_h5("plain.h5", model(), groups(2))
write_h5("large.h5", model(2000), groups(2000))
write_h5("text.h5", model(), groups(2), encode=str)
with h5py.File("fixed.h5", "w") as file:
    file.attrs["model_config"] = np.bytes_(json.dumps(model()))
with h5py.File("latest.h5", "w", libver="latest") as file:
    file.attrs["model_config"] = json.dumps(model())
    file.create_group("model_weights/d0")
with h5py.File("many.h5", "w") as file:
    for i in range(40):
        file.attrs[f"a{i}"] = i
    file.attrs["model_config"] = json.dumps(model())
with h5py.File("block.h5", "w", userblock_size=512) as file:
    file.attrs["model_config"] = json.dumps(model())
good = [f"{name}.h5" for name in ("plain", "large", "text", "fixed", "latest", "many", "block")]
found = check(*good)
assert len(found) == len(good) and all("did you mean" in line or "DropOut" in line for line in found), found
print(f"{len(good)} forms read")

with h5py.File("dense.h5", "w", libver="latest") as file:
    for i in range(40):
        file.attrs[f"a{i}"] = i
    file.attrs["model_config"] = json.dumps(model())
print("dense:", check("dense.h5"))
with h5py.File("number.h5", "w") as file:
    file.attrs["model_config"] = 3
print("number:", check("number.h5"))
with h5py.File("list.h5", "w") as file:
    file.attrs["model_config"] = [b"{}", b"{}"]
print("list:", check("list.h5"))
with h5py.File("broken.h5", "w") as file:
    file.attrs["model_config"] = '{"class_name": "Sequential", "config": {'
print("broken:", check("broken.h5"))

# Weights alone and data are no models, and nothing is said of them in a folder.
pathlib.Path("data").mkdir()
with h5py.File("data/weights.h5", "w") as file:
    file.create_group("layers/dense/vars").create_dataset("0", data=np.ones(3))
with h5py.File("data/numbers.hdf5", "w") as file:
    file.create_dataset("x", data=np.arange(5_000_000))
(pathlib.Path("data") / "damaged.h5").write_bytes(pathlib.Path("data/weights.h5").read_bytes()[:700])
assert check("data") == []
done = subprocess.run(["trainlint", "--isolated", "data/weights.h5", "data/numbers.hdf5"], capture_output=True, text=True)
assert done.returncode == 0
print(*done.stderr.splitlines()[:-1], sep="\n")

plain = pathlib.Path("plain.h5").read_bytes()
pathlib.Path("cut").mkdir()
cut = []
for number in range(1, 200):
    size = len(plain) * number // 200
    # Too short for the name of the attribute it is not known to be a model.
    if b"model_config" in plain[:size]:
        cut.append(pathlib.Path(f"cut/{number:03}.h5"))
        cut[-1].write_bytes(plain[:size])
found = check(*cut)
wanted = f"the file is cut off: it has {{}} bytes, and its superblock says {len(plain)} [graph-syntax]"
assert [line.split("error: ")[1] for line in found] == [wanted.format(path.stat().st_size) for path in cut]
print(f"all of {len(cut)} files that are cut off are refused" if len(cut) > 100 else len(cut))

rng = random.Random(1)
pathlib.Path("damaged").mkdir()
for number in range(600):
    data = bytearray(plain)
    for _ in range(rng.choice((1, 1, 4, 40))):
        # What is damaged are mostly the structures.
        data[rng.randrange(len(data))] = rng.choice((0, 1, 0x7F, 0xFF, rng.randrange(256)))
    pathlib.Path(f"damaged/{number}.h5").write_bytes(data)
check(*sorted(pathlib.Path("damaged").iterdir()))
print("600 damaged files read or refused")
