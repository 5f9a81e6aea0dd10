//===- TorchXla.td - Rules on PyTorch/XLA ------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar XlaMultiprocessing = "pytorch/xla at 41398bfff334, torch_xla/distributed/xla_multiprocessing.py and torch_xla/_internal/pjrt.py";
defvar XlaModel = "pytorch/xla at 41398bfff334, torch_xla/core/xla_model.py";

let group = Trainers, exampleName = "train.py" in {

def SpawnProcessCount : Rule<"spawn-process-count", "TL2401"> {
  let fix = UnsafeFix;
  let summary = "a number of processes that PyTorch/XLA does not take";
  let explanation = [{
PyTorch/XLA starts one process for each device of the host, and takes only
`nprocs=1`, which runs the function in the process itself, or no number at all.
torch_xla 2.6 and later raise a ValueError for any other number, 2.1 to 2.5 print a
warning and use all devices, and before 2.0 the number is 1 or 8. The version is read
from requirements files, `setup.py`, `pyproject.toml` and `pip install` lines; without
one this is a warning.
}];
  let messages = [
    Message<"pinned", "torch_xla {version} takes `nprocs=1` or no `nprocs`, not {count}",
            [Text<"version">, Number<"count">]>,
    WarningMessage<"unpinned", "torch_xla takes `nprocs=1` or no `nprocs` from 2.6 on, not {count}",
                   [Number<"count">]>,
    WarningMessage<"ignored", "torch_xla {version} ignores `nprocs={count}` and uses all devices",
                   [Text<"version">, Number<"count">]>,
    Message<"xrt", "torch_xla {version} takes `nprocs=1` or `nprocs=8`, not {count}",
            [Text<"version">, Number<"count">]>];
  let bad = [{
import torch_xla.distributed.xla_multiprocessing as xmp


def train(index):
    print(index)


if __name__ == "__main__":
    xmp.spawn(train, nprocs=8)
}];
  let good = [{
import torch_xla.distributed.xla_multiprocessing as xmp


def train(index):
    print(index)


if __name__ == "__main__":
    xmp.spawn(train)
}];
  let sources = [XlaMultiprocessing, "pytorch/xla, tags v1.13.0 to v2.9.0, spawn"];
}

def RemovedXlaFunction : Rule<"removed-xla-function", "TL2402"> {
  let fix = UnsafeFix;
  let tag = Deprecated;
  let summary = "a function that PyTorch/XLA no longer has";
  let explanation = [{
`xm.xrt_world_size()` and `xm.get_ordinal()` are gone from torch_xla 2.7 on;
`torch_xla.runtime` has `world_size()` and `global_ordinal()` in their place. Calling
them raises an AttributeError, often only after the data has been read. The version is
read from requirements files, `setup.py`, `pyproject.toml` and `pip install` lines;
without one this is a warning.
}];
  let messages = [
    Message<"pinned", "torch_xla {version} has no `{function}`, which was removed in 2.7",
            [Text<"version">, Text<"function">]>,
    WarningMessage<"unpinned", "`{function}` was removed in torch_xla 2.7",
                   [Text<"function">]>];
  let bad = [{
import torch_xla
import torch_xla.core.xla_model as xm


def shard(files):
    return files[xm.get_ordinal() :: xm.xrt_world_size()]
}];
  let good = [{
import torch_xla.runtime as xr


def shard(files):
    return files[xr.global_ordinal() :: xr.world_size()]
}];
  let sources = [XlaModel, "pytorch/xla, tags v2.5.0 to v2.7.0, torch_xla/core/xla_model.py"];
}

def DeviceBeforeSpawn : Rule<"device-before-spawn", "TL2403"> {
  let summary = "a device that is used before the processes are started";
  let explanation = [{
The processes that `xmp.spawn` and `torch_xla.launch` start take the devices of the
host for themselves. If the script has asked for a device before, its own process holds
them all, and torch_xla stops with `Runtime is already initialized`. Ask for the device
in the function that is spawned.
}];
  let messages = [
    Message<"device", "`{function}` uses the device before `{spawn}` starts its processes",
            [Text<"function">, Text<"spawn">]>,
    WarningMessage<"cell", "`{function}` uses the device in a cell above the one where `{spawn}` "
                           "starts its processes",
                   [Text<"function">, Text<"spawn">]>];
  let bad = [{
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_multiprocessing as xmp

device = xm.xla_device()


def train(index):
    print(index, device)


if __name__ == "__main__":
    xmp.spawn(train)
}];
  let good = [{
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_multiprocessing as xmp


def train(index):
    device = xm.xla_device()
    print(index, device)


if __name__ == "__main__":
    xmp.spawn(train)
}];
  let sources = [XlaMultiprocessing];
}

def SpawnArguments : Rule<"spawn-arguments", "TL2404"> {
  let fix = UnsafeFix;
  let summary = "a spawned function that does not take what it is called with";
  let explanation = [{
`xmp.spawn` and `torch_xla.launch` call the function with the index of the process and
the elements of `args`, so the function takes one argument more than `args` has
elements. `args` is a tuple: `args=(config)` is `config` itself, `args=(config,)` a
tuple of it.
}];
  let messages = [
    Message<"arity", "`{spawn}` calls `{function}` with {given}, and it takes {taken}",
            [Text<"spawn">, Text<"function">, Text<"given">, Text<"taken">]>,
    Message<"tuple", "`args` takes a tuple, not {value}", [Text<"value">]>];
  let bad = [{
import torch_xla.distributed.xla_multiprocessing as xmp


def train(index, config):
    print(index, config)


if __name__ == "__main__":
    xmp.spawn(train, args=(5))
}];
  let good = [{
import torch_xla.distributed.xla_multiprocessing as xmp


def train(index, config):
    print(index, config)


if __name__ == "__main__":
    xmp.spawn(train, args=(5,))
}];
  let sources = [XlaMultiprocessing];
}

def SpawnPickle : Rule<"spawn-pickle", "TL2405"> {
  let summary = "a spawned function that cannot be sent to another process";
  let explanation = [{
With the start method `spawn`, which is the default, the function is pickled and read
by new processes. A lambda, or a function that is defined in another function, cannot
be pickled: the start fails with a PicklingError or an AttributeError.
}];
  let messages = [
    Message<"lambda", "a lambda cannot be pickled for the processes that `{spawn}` starts",
            [Text<"spawn">]>,
    Message<"nested", "`{function}` is defined in a function, and cannot be pickled for the "
                      "processes that `{spawn}` starts",
            [Text<"function">, Text<"spawn">]>];
  let bad = [{
import torch_xla


def train(rate):
    print(rate)


if __name__ == "__main__":
    torch_xla.launch(lambda index: train(0.1))
}];
  let good = [{
import torch_xla


def train(index, rate):
    print(index, rate)


if __name__ == "__main__":
    torch_xla.launch(train, args=(0.1,))
}];
  let sources = [XlaMultiprocessing, "Python documentation, pickle, what can be pickled"];
}

def SpawnInNotebook : Rule<"spawn-in-notebook", "TL2406"> {
  let severity = Warning;
  let fix = UnsafeFix;
  let exampleName = "train.ipynb";
  let summary = "a function of a notebook that new processes do not have";
  let explanation = [{
With the start method `spawn`, which is the default, new processes import the module of
the function. What is defined in a notebook belongs to no module, and the processes stop
with an AttributeError. `start_method="fork"` copies the process of the notebook, with
all that is defined in it.
}];
  let messages = [
    Message<"notebook", "`{function}` is defined in the notebook, where the processes that "
                        "`{spawn}` starts cannot import it",
            [Text<"function">, Text<"spawn">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "import torch_xla.distributed.xla_multiprocessing as xmp\n",
    "\n",
    "def train(index):\n",
    "    print(index)\n",
    "\n",
    "xmp.spawn(train)"
   ]
  }
 ],
 "metadata": {"language_info": {"name": "python"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "import torch_xla.distributed.xla_multiprocessing as xmp\n",
    "\n",
    "def train(index):\n",
    "    print(index)\n",
    "\n",
    "xmp.spawn(train, start_method=\"fork\")"
   ]
  }
 ],
 "metadata": {"language_info": {"name": "python"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let sources = [XlaMultiprocessing, "Python documentation, multiprocessing, the spawn and forkserver start methods"];
}

def LocalOptimizerStep : Rule<"local-optimizer-step", "TL2407"> {
  let severity = Warning;
  let fix = UnsafeFix;
  let summary = "an optimizer step on the gradients of one replica";
  let explanation = [{
Each spawned process computes the gradients of its own part of the batch.
`xm.optimizer_step` sums them over all replicas before it takes the step; a bare
`optimizer.step()` does not, and the replicas train models that drift apart. Scripts
that reduce the gradients in another way (`xm.reduce_gradients`, `xm.all_reduce`,
DistributedDataParallel, FSDP) are not reported.
}];
  let messages = [
    Message<"step", "`{call}` steps on the gradients of one replica", [Text<"call">]>];
  let bad = [{
import torch
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_multiprocessing as xmp


def train(index):
    device = xm.xla_device()
    model = torch.nn.Linear(4, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = model(torch.ones(8, 4, device=device)).sum()
    loss.backward()
    optimizer.step()
    xm.mark_step()


if __name__ == "__main__":
    xmp.spawn(train)
}];
  let good = [{
import torch
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_multiprocessing as xmp


def train(index):
    device = xm.xla_device()
    model = torch.nn.Linear(4, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = model(torch.ones(8, 4, device=device)).sum()
    loss.backward()
    xm.optimizer_step(optimizer)
    xm.mark_step()


if __name__ == "__main__":
    xmp.spawn(train)
}];
  let sources = [XlaModel, "pytorch/xla at 41398bfff334, API_GUIDE.md, running on multiple devices"];
}

def NoSampler : Rule<"no-sampler", "TL2408"> {
  let severity = Warning;
  let summary = "a data loader that gives every replica the same data";
  let explanation = [{
A DataLoader in a spawned function is made once in each process. Without a sampler
that knows how many replicas there are, each of them reads the whole data set: an epoch
does the same work on every device. `torch.utils.data.distributed.DistributedSampler`
gives each replica its part.
}];
  let messages = [
    Message<"sampler", "without a sampler every replica reads the whole data set">];
  let bad = [{
import torch
import torch_xla.core.xla_model as xm
import torch_xla.distributed.parallel_loader as pl
import torch_xla.distributed.xla_multiprocessing as xmp
from data import Images


def train(index):
    loader = torch.utils.data.DataLoader(Images(), batch_size=32, shuffle=True)
    for images in pl.MpDeviceLoader(loader, xm.xla_device()):
        print(images.shape)


if __name__ == "__main__":
    xmp.spawn(train)
}];
  let good = [{
import torch
import torch_xla.core.xla_model as xm
import torch_xla.distributed.parallel_loader as pl
import torch_xla.distributed.xla_multiprocessing as xmp
import torch_xla.runtime as xr
from data import Images


def train(index):
    images = Images()
    sampler = torch.utils.data.distributed.DistributedSampler(
        images, num_replicas=xr.world_size(), rank=xr.global_ordinal())
    loader = torch.utils.data.DataLoader(images, batch_size=32, sampler=sampler)
    for images in pl.MpDeviceLoader(loader, xm.xla_device()):
        print(images.shape)


if __name__ == "__main__":
    xmp.spawn(train)
}];
  let sources = ["pytorch/xla at 41398bfff334, API_GUIDE.md, running on multiple devices",
                 "torch.utils.data.distributed.DistributedSampler"];
}

def NoStepBarrier : Rule<"no-step-barrier", "TL2409"> {
  let severity = Warning;
  let fix = UnsafeFix;
  let summary = "a training loop in which no step ever ends";
  let explanation = [{
PyTorch/XLA records operations until something ends the step, and compiles and runs
what it recorded. MpDeviceLoader and ParallelLoader end it with each batch; a loop
without them says `xm.optimizer_step(optimizer, barrier=True)`, `xm.mark_step()` or
`torch_xla.sync()`. Without any, the record grows from batch to batch and is compiled
as one program, if it fits at all.
}];
  let messages = [
    Message<"barrier", "nothing in this loop ends the step, so all of its batches are "
                       "recorded as one program">];
  let bad = [{
import torch
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_multiprocessing as xmp


def train(index):
    device = xm.xla_device()
    model = torch.nn.Linear(4, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(1000):
        loss = model(torch.ones(8, 4, device=device)).sum()
        loss.backward()
        xm.optimizer_step(optimizer)


if __name__ == "__main__":
    xmp.spawn(train)
}];
  let good = [{
import torch
import torch_xla.core.xla_model as xm
import torch_xla.distributed.xla_multiprocessing as xmp


def train(index):
    device = xm.xla_device()
    model = torch.nn.Linear(4, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(1000):
        loss = model(torch.ones(8, 4, device=device)).sum()
        loss.backward()
        xm.optimizer_step(optimizer, barrier=True)


if __name__ == "__main__":
    xmp.spawn(train)
}];
  let sources = [XlaModel];
}

def RemovedXrt : Rule<"removed-xrt", "TL2410"> {
  let severity = Warning;
  let tag = Deprecated;
  let summary = "a setting or a program of XRT, which PyTorch/XLA no longer has";
  let explanation = [{
Until 2.0 PyTorch/XLA spoke to TPU nodes over XRT: `XRT_TPU_CONFIG` named the node,
`torch_xla.distributed.xla_dist` started the script on every host, and
`pytorch-xla-env-setup.py` set a Colab or Kaggle runtime up for it. Later versions run
on the TPU VM itself, with PJRT; nothing reads these settings, and the programs are
gone. On a slice of several hosts the script is started on each with
`gcloud compute tpus tpu-vm ssh --worker=all`. Nothing is reported where torch_xla is
pinned to a version before 2.1.
}];
  let messages = [
    Message<"variable", "`{name}` is a setting of XRT, which torch_xla has only before 2.1",
            [Text<"name">]>,
    Message<"program", "`{name}` is a program of XRT, which torch_xla has only before 2.1",
            [Text<"name">]>];
  let bad = [{
import os

import torch_xla.core.xla_model as xm

os.environ["XRT_TPU_CONFIG"] = "tpu_worker;0;10.0.0.2:8470"
print(xm.xla_device())
}];
  let good = [{
import os

import torch_xla.core.xla_model as xm

os.environ["PJRT_DEVICE"] = "TPU"
print(xm.xla_device())
}];
  let sources = ["pytorch/xla, release notes of v2.1.0 and v2.2.0",
                 "pytorch/xla at 41398bfff334, docs, PJRT runtime"];
}

def XlaMesh : Rule<"xla-mesh", "TL2411"> {
  let summary = "a mesh of PyTorch/XLA that does not agree with itself or with the devices";
  let explanation = [{
`torch_xla.distributed.spmd.Mesh` takes the devices, the shape that they are laid out
in and a name for each dimension. It asserts that there are as many names as
dimensions, that they differ, and that the shape holds all devices of the slice and no
others.
}];
  let messages = [
    Message<"rank", "a mesh of shape {shape} takes {dimensions}, not {names}",
            [Text<"shape">, Text<"dimensions">, Text<"names">]>,
    Message<"duplicate", "`{name}` names two dimensions of the mesh", [Text<"name">]>,
    Message<"ids", "a mesh of shape {shape} has {size}, and `device_ids` has {ids}",
            [Text<"shape">, Text<"size">, Number<"ids">]>,
    Message<"slice", "a mesh of shape {shape} has {size}, and {slice} has {devices}",
            [Text<"shape">, Text<"size">, Text<"slice">, Number<"devices">]>];
  let bad = [{
import numpy as np
import torch_xla.distributed.spmd as xs
import torch_xla.runtime as xr

xr.use_spmd()
mesh = xs.Mesh(np.arange(8), (4, 2), ("data",))
}];
  let good = [{
import numpy as np
import torch_xla.distributed.spmd as xs
import torch_xla.runtime as xr

xr.use_spmd()
mesh = xs.Mesh(np.arange(8), (4, 2), ("data", "model"))
}];
  let sources = ["pytorch/xla at 41398bfff334, torch_xla/distributed/spmd/xla_sharding.py, Mesh"];
}

} // group
