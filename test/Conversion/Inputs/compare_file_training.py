# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares trainings by the optimizers and schedules that Keras files name with their definitions in PyTorch, in
f64."""

import json
import math
import subprocess

import torch

from compare_keras import random, sequential
from compare_steps import adam, schedule_free, sgd
from training import check, initial_state, train

STEPS, BATCH = 12, 6


def compiled(optimizer):
    """The step of a model that was compiled with an optimizer."""
    model = json.loads(sequential(("Dense", {"units": 2, "use_bias": False}), shape=(BATCH, 3), version="3.9.0"))
    model["training_config"] = {"loss": "mse", "optimizer": optimizer}
    with open("model.json", "w", encoding="utf-8") as file:
        json.dump(model, file)
    command = ["trainlint-run", "model.json", "--isolated", "--batch-size", str(BATCH), "--steps", "1", "--emit=stablehlo"]
    return subprocess.run(command, capture_output=True, text=True)


def compare(optimizer, update):
    done = compiled(optimizer)
    assert done.returncode == 0, done.stderr
    state = initial_state(done.stdout)
    x, labels = random.normal(size=(STEPS, BATCH, 3)), random.normal(size=(STEPS, BATCH, 2))
    metrics, kept = train(done.stdout, state, {"input": x, "labels": labels})
    k, slots, losses = torch.tensor(state["layer0/kernel"], requires_grad=True), {}, []
    for number, (given, wanted) in enumerate(zip(torch.tensor(x), torch.tensor(labels))):
        loss = ((given @ k - wanted) ** 2).mean()
        gradient, = torch.autograd.grad(loss, k)
        with torch.no_grad():
            update(number, k, gradient, slots)
        losses.append(loss.item())
    check(f"{optimizer}: losses", metrics["loss"], losses, 1e-10)
    check(f"{optimizer}: kernel", kept["layer0/kernel"], k.detach().numpy(), 1e-10)


def cosine(n, start, target, warmup, steps, alpha):
    if n < warmup:
        return start + (target - start) * n / warmup
    share = 0.5 * (1 + math.cos(math.pi * min(n - warmup, steps) / steps))
    return target * ((1 - alpha) * share + alpha)


def optimizer(name, rate, **config):
    return {"module": "keras.optimizers", "class_name": name, "config": {"name": name, "learning_rate": rate, **config}}


def schedule(name, **config):
    return {"module": "keras.optimizers.schedules", "class_name": name, "config": config, "registered_name": None}


compare(optimizer("Adam", 0.05, beta_1=0.8, epsilon=1e-5, weight_decay=None), adam(0.05, 0.8, epsilon=1e-5))
compare(optimizer("ScheduleFreeAdamW", 0.05, beta_1=0.9, warmup_steps=0), schedule_free(0.05))
ramp = lambda number, p, g, slots: schedule_free(0.1 * min(1, (number + 1) / 5), 0.8)(number, p, g, slots)
compare(optimizer("ScheduleFreeAdamW", 0.1, beta_1=0.8, warmup_steps=5), ramp)
warm = {"initial_learning_rate": 0.02, "decay_steps": 6, "alpha": 0.1, "warmup_target": 0.2, "warmup_steps": 4}
compare(optimizer("SGD", schedule("CosineDecay", **warm)), sgd(lambda n: cosine(n, 0.02, 0.2, 4, 6, 0.1)))
# Without a target nothing grows.
cold = {**warm, "warmup_target": None}
compare(optimizer("SGD", schedule("CosineDecay", **cold)), sgd(lambda n: cosine(n, 0.02, 0.02, 0, 6, 0.1)))
done = compiled(optimizer("ScheduleFreeAdamW", schedule("CosineDecay", **cold), warmup_steps=5))
assert done.returncode != 0 and "`warmup_steps` of the optimizer needs a learning rate that is a number" in done.stderr, done.stderr
