# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch/XLA and JAX."""

from programs import notebook, program, row

SPAWN = """
import torch
import torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.distributed.parallel_loader as pl
import torch_xla.distributed.xla_multiprocessing as xmp
<TOP>

def train(index<PARAMETERS>):
    device = torch_xla.device()
    model = torch.nn.Linear(1, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    sampler = torch.utils.data.distributed.DistributedSampler([1, 2])
    loader = torch.utils.data.DataLoader([1, 2]<LOADER>)
    for batch in <LOOP>:
        model(batch).sum().backward()
        <STEP>


if __name__ == "__main__":
    <SPAWN>
"""


def spawn(call="xmp.spawn(train)", top="", parameters="", loader=", sampler=sampler",
          loop="pl.MpDeviceLoader(loader, device)", step="xm.optimizer_step(optimizer)", torch_xla="2.5.0"):
    text = (SPAWN.replace("<SPAWN>", call).replace("<TOP>", top).replace("<PARAMETERS>", parameters)
            .replace("<LOADER>", loader).replace("<LOOP>", loop).replace("<STEP>", step))
    return program(text, requirements_txt=f"torch_xla=={torch_xla}\n")


CELL = "import torch_xla.distributed.xla_multiprocessing as xmp\n\ndef train(index):\n    pass\n"
SHARDED = """
import numpy as np
import torch_xla.distributed.spmd as xs
xs.Mesh(np.arange(8), (4, 2), <>)
"""
MESH = """
import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
<>
"""
WORKER = """
from google.cloud import aiplatform
aiplatform.init(project="p", location="us-west1", staging_bucket="gs://b-1")
job = aiplatform.CustomJob.from_local_script(display_name="n", script_path="train.py", container_uri="gcr.io/p/i",
    machine_type="ct5lp-hightpu-4t", tpu_topology="<TOPOLOGY>", replica_count=1)
job.run()
"""


def on_tpu(text, topology="2x2"):
    return program(WORKER.replace("<TOPOLOGY>", topology), train_py=text)


JAX = "import jax\nimport jax.numpy as jnp\n"

ROWS = [
    ("X01", "spawn-process-count", "error", spawn("xmp.spawn(train, nprocs=8)", torch_xla="2.6.0"),
     spawn("xmp.spawn(train)", torch_xla="2.6.0")),
    ("X02", "removed-xla-function", "error", spawn(step="xm.xrt_world_size()", torch_xla="2.7.0"),
     spawn(step="torch_xla.runtime.world_size()", torch_xla="2.7.0")),
    ("X03", "device-before-spawn", "error", spawn(top="device = xm.xla_device()"), spawn()),
    ("X04", "spawn-arguments", "error", spawn("xmp.spawn(train, args=(1))", parameters=", flags"),
     spawn("xmp.spawn(train, args=(1,))", parameters=", flags")),
    ("X05", "spawn-pickle", "error", spawn("xmp.spawn(lambda index: train(index))"), spawn()),
    ("X06", "spawn-in-notebook", "warning", notebook(CELL, "xmp.spawn(train)"),
     notebook(CELL, 'xmp.spawn(train, start_method="fork")')),
    ("X07", "local-optimizer-step", "warning", spawn(step="optimizer.step()"), spawn()),
    ("X08", "no-sampler", "warning",
     {name: text.replace("    sampler = torch.utils.data.distributed.DistributedSampler([1, 2])\n", "")
      for name, text in spawn(loader=", shuffle=True").items()}, spawn()),
    ("X09", "no-step-barrier", "warning", spawn(loop="loader"), spawn()),
    ("X10", "removed-xrt", "warning",
     program('import os\nimport torch_xla\nos.environ["XRT_TPU_CONFIG"] = "localservice;0;a:1"\ntorch_xla.device()\n'),
     program('import os\nimport torch_xla\nos.environ["PJRT_DEVICE"] = "TPU"\ntorch_xla.device()\n')),
    row("X11", "xla-mesh", "error", SHARDED, '("data",)', '("data", "model")'),
    row("J01", "late-initialize", "error", "import jax\n<>\n", "n = jax.device_count()\njax.distributed.initialize()",
        "jax.distributed.initialize()\nn = jax.device_count()"),
    row("J02", "initialize-arguments", "error",
        'import jax\njax.distributed.initialize("10.0.0.2:1234", num_processes=2, process_id=<>)\n',
        "2", "1"),
    row("J03", "mesh-rank", "error", MESH, 'Mesh(np.array(jax.devices()).reshape(4, 2), ("data",))',
        'Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))'),
    ("J04", "mesh-size", "error", on_tpu(JAX + 'jax.make_mesh((4, 4), ("data", "model"))\n'),
     on_tpu(JAX + 'jax.make_mesh((2, 2), ("data", "model"))\n')),
    row("J05", "mesh-axis-unknown", "error", MESH,
        'mesh = jax.make_mesh((8,), ("data",))\nNamedSharding(mesh, P("model"))',
        'mesh = jax.make_mesh((8,), ("data",))\nNamedSharding(mesh, P("data"))'),
    ("J06", "multi-host-initialize", "warning", on_tpu(JAX + "jnp.ones(8)\njax.devices()\n", "4x4"),
     on_tpu(JAX + "jax.distributed.initialize()\njnp.ones(8)\njax.devices()\n", "4x4")),
    ("J07", "pmap-batch", "warning",
     on_tpu(JAX + "x = jnp.ones((64, 2)).reshape((8, -1, 2))\njax.pmap(lambda a: a)(x)\n"),
     on_tpu(JAX + "x = jnp.ones((64, 2)).reshape((4, -1, 2))\njax.pmap(lambda a: a)(x)\n")),
]
