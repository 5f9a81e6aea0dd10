//===- Jax.td - Rules on JAX -------------------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar JaxDistributed = "jax-ml/jax at cec06d116c05, jax/_src/distributed.py";
defvar JaxMesh = "jax-ml/jax at cec06d116c05, jax/_src/mesh.py and jax/_src/sharding_impls.py";

let group = Trainers, exampleName = "train.py" in {

def LateInitialize : Rule<"late-initialize", "TL2501"> {
  let summary = "JAX is used before its processes are connected";
  let explanation = [{
`jax.distributed.initialize()` connects the processes of all hosts before any of them
asks for its devices. What asks for them earlier, such as `jax.devices()` or any array,
starts JAX for this host alone, and `initialize` then raises a RuntimeError.
}];
  let messages = [
    Message<"late", "`{call}` starts JAX before `jax.distributed.initialize` is called",
            [Text<"call">]>];
  let bad = [{
import jax

devices = jax.device_count()
jax.distributed.initialize()
print(devices)
}];
  let good = [{
import jax

jax.distributed.initialize()
devices = jax.device_count()
print(devices)
}];
  let sources = [JaxDistributed];
}

def InitializeArguments : Rule<"initialize-arguments", "TL2502"> {
  let summary = "processes of JAX that cannot be connected";
  let explanation = [{
`jax.distributed.initialize` is called once, and `process_id` counts from 0 to one less
than `num_processes`. On Cloud TPU it needs no arguments.
}];
  let messages = [
    Message<"twice", "`jax.distributed.initialize` is called a second time">,
    Message<"range", "`process_id` {id} is not below `num_processes`, which is {count}",
            [Number<"id">, Number<"count">]>,
    Message<"negative", "`process_id` is {id}, and counts from 0", [Number<"id">]>];
  let bad = [{
import jax

jax.distributed.initialize("10.0.0.2:1234", num_processes=4, process_id=4)
}];
  let good = [{
import jax

jax.distributed.initialize("10.0.0.2:1234", num_processes=4, process_id=3)
}];
  let sources = [JaxDistributed];
}

def MeshRank : Rule<"mesh-rank", "TL2503"> {
  let summary = "a mesh with more or fewer names than dimensions";
  let explanation = [{
Each dimension of a mesh has a name, and no two have the same. JAX raises a ValueError
for anything else.
}];
  let messages = [
    Message<"rank", "a mesh of shape {shape} takes {dimensions}, not {names}",
            [Text<"shape">, Text<"dimensions">, Text<"names">]>,
    Message<"duplicate", "`{name}` names two dimensions of the mesh", [Text<"name">]>];
  let bad = [{
import jax
import numpy as np

mesh = jax.sharding.Mesh(np.array(jax.devices()).reshape(4, 2), ("data",))
}];
  let good = [{
import jax
import numpy as np

mesh = jax.sharding.Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))
}];
  let sources = [JaxMesh];
}

def MeshSize : Rule<"mesh-size", "TL2504"> {
  let summary = "a mesh of more or fewer devices than there are";
  let explanation = [{
A mesh cannot have more devices than JAX sees: those of the slice that the job asks
for, or on a CPU those that `--xla_force_host_platform_device_count` sets. If it has fewer, the others are idle, or
`create_device_mesh` refuses it.
}];
  let messages = [
    Message<"large", "a mesh of shape {shape} takes {size}, and {slice} has {devices}",
            [Text<"shape">, Text<"size">, Text<"slice">, Number<"devices">]>,
    WarningMessage<"small", "a mesh of shape {shape} uses {size} of the {devices} of {slice}",
                   [Text<"shape">, Number<"size">, Number<"devices">, Text<"slice">]>];
  let bad = [{
import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax

mesh = jax.make_mesh((4, 4), ("data", "model"))
}];
  let good = [{
import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax

mesh = jax.make_mesh((4, 2), ("data", "model"))
}];
  let sources = [JaxMesh, "jax-ml/jax at cec06d116c05, jax/_src/mesh_utils.py"];
  let tables = ["tpu-types"];
}

def MeshAxisUnknown : Rule<"mesh-axis-unknown", "TL2505"> {
  let fix = UnsafeFix;
  let summary = "an axis that the mesh does not have";
  let explanation = [{
A PartitionSpec says along which axes of the mesh an array is split, by their names.
JAX raises a ValueError for a name that the mesh does not have.
}];
  let messages = [
    Message<"unknown", "the mesh has no axis `{axis}`, only {axes}",
            [Text<"axis">, Text<"axes">]>];
  let bad = [{
import jax
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))
sharding = NamedSharding(mesh, P("models"))
}];
  let good = [{
import jax
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))
sharding = NamedSharding(mesh, P("model"))
}];
  let sources = [JaxMesh];
}

def MultiHostInitialize : Rule<"multi-host-initialize", "TL2506"> {
  let severity = Warning;
  let summary = "a slice of several hosts whose processes are never connected";
  let explanation = [{
On a slice of several hosts the script runs on each of them, and
`jax.distributed.initialize()` connects the processes. A TPU finds its devices without
it, but distributed checkpoints need it, and without it no process learns that another
one has died: the others wait until somebody stops the job. Scripts that may leave it to
a library which calls it are not reported.
}];
  let messages = [
    Message<"missing", "{slice} has {hosts} hosts, and the script never calls "
                       "`jax.distributed.initialize`",
            [Text<"slice">, Number<"hosts">]>];
  let exampleName = "train.ipynb";
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "%%writefile train.py\n",
    "import jax\n",
    "\n",
    "print(jax.device_count())"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "from google.cloud import aiplatform\n",
    "\n",
    "aiplatform.init(project=\"my-project\", location=\"us-west1\", staging_bucket=\"gs://my-bucket\")\n",
    "job = aiplatform.CustomTrainingJob(\n",
    "    display_name=\"train\",\n",
    "    script_path=\"train.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/my-project/my-images/jax-tpu\",\n",
    ")\n",
    "job.run(machine_type=\"ct5lp-hightpu-4t\", tpu_topology=\"4x4\")"
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
    "%%writefile train.py\n",
    "import jax\n",
    "\n",
    "jax.distributed.initialize()\n",
    "print(jax.device_count())"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "from google.cloud import aiplatform\n",
    "\n",
    "aiplatform.init(project=\"my-project\", location=\"us-west1\", staging_bucket=\"gs://my-bucket\")\n",
    "job = aiplatform.CustomTrainingJob(\n",
    "    display_name=\"train\",\n",
    "    script_path=\"train.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/my-project/my-images/jax-tpu\",\n",
    ")\n",
    "job.run(machine_type=\"ct5lp-hightpu-4t\", tpu_topology=\"4x4\")"
   ]
  }
 ],
 "metadata": {"language_info": {"name": "python"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let sources = [JaxDistributed, "JAX documentation, multi-process programming"];
  let tables = ["tpu-types", "vertex-tpu-topologies"];
}

def PmapBatch : Rule<"pmap-batch", "TL2507"> {
  let severity = Warning;
  let summary = "a batch that is split over another number of devices than there are";
  let explanation = [{
`jax.pmap` maps over the leading dimension, which has to be the number of devices of
this host: fewer leave devices idle, more raise a ValueError. Write
`jax.local_device_count()` in place of a number.
}];
  let messages = [
    Message<"devices", "the batch is split over {count}, and {host} has {devices}",
            [Text<"count">, Text<"host">, Number<"devices">]>];
  let bad = [{
import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import numpy as np

step = jax.pmap(lambda x: x * 2)
batch = np.ones((64, 16))
step(batch.reshape((4, -1) + batch.shape[1:]))
}];
  let good = [{
import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import numpy as np

step = jax.pmap(lambda x: x * 2)
batch = np.ones((64, 16))
step(batch.reshape((jax.local_device_count(), -1) + batch.shape[1:]))
}];
  let sources = ["jax-ml/jax at cec06d116c05, jax/_src/api.py, pmap"];
  let tables = ["tpu-types"];
}

} // group
