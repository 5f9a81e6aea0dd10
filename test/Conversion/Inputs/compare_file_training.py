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


MSE = "mse", lambda y, t: ((y - t) ** 2).mean()


def compiled(optimizer, loss="mse", shape=(3,), version="3.9.0", **dense):
    """The step of a model that was compiled with an optimizer and a loss."""
    layer = "Dense", {"units": 2, "use_bias": False, **dense}
    model = json.loads(sequential(layer, shape=(BATCH, *shape), version=version))
    model["training_config"] = {"loss": loss, "optimizer": optimizer}
    with open("model.json", "w", encoding="utf-8") as file:
        json.dump(model, file)
    command = ["trainlint-run", "model.json", "--isolated", "--batch-size", str(BATCH), "--steps", "1", "--emit=stablehlo"]
    return subprocess.run(command, capture_output=True, text=True)


def compare(optimizer, update, loss=MSE, shape=(3,), labels=None, constraint=lambda k: k, **model):
    done = compiled(optimizer, loss[0], shape, **model)
    assert done.returncode == 0, done.stderr
    state = initial_state(done.stdout)
    x = random.normal(size=(STEPS, BATCH, *shape))
    labels = random.normal(size=(STEPS, BATCH, *shape[:-1], 2)) if labels is None else labels
    metrics, kept = train(done.stdout, state, {"input": x, "labels": labels})
    k, slots, losses = torch.tensor(state["layer0/kernel"], requires_grad=True), {}, []
    for number, (given, wanted) in enumerate(zip(torch.tensor(x), torch.tensor(labels))):
        value = loss[1](given @ k, wanted)
        gradient, = torch.autograd.grad(value, k)
        with torch.no_grad():
            update(number, k, gradient, slots)
            k.copy_(constraint(k))
        losses.append(value.item())
    what = f"{optimizer}, {loss[0]}"
    check(f"{what}: losses", metrics["loss"], losses, 1e-10)
    check(f"{what}: kernel", kept["layer0/kernel"], k.detach().numpy(), 1e-10)
    for name in ("average", "gradient_accumulator"):
        assert (name in slots) == (f"layer0/kernel/{name}" in kept), name
        if name in slots:
            check(f"{what}: {name}", kept[f"layer0/kernel/{name}"], slots[name].numpy(), 1e-10)


def gathered(steps, update):
    """One update for so many steps, by the mean of their gradients."""
    def each(number, k, gradient, slots):
        total = slots.setdefault("gradient_accumulator", torch.zeros_like(k))
        total += gradient
        if (number + 1) % steps == 0:
            update(number // steps, k, total / steps, slots)
            total.zero_()
    return each


def averaged(update, momentum, every=0, steps=1, isfirst=True):
    """Beside the parameter its mean, which replaces it after every so many updates."""
    def each(number, k, gradient, slots):
        mean = slots.setdefault("average", k.detach().clone())
        update(number, k, gradient, slots)
        kept = 0 if isfirst and number // steps == 0 else momentum
        mean.copy_(kept * mean + (1 - kept) * k)
        if every and (number // steps + 1) % every == 0:
            k.copy_(mean)
    return each


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

# Gradients of several steps, limited together, and means of parameters. A schedule counts steps, and Adam updates.
ema = {"use_ema": True, "ema_momentum": 0.8}
compare(optimizer("SGD", 0.1, gradient_accumulation_steps=3, loss_scale_factor=1024.0), gathered(3, sgd(0.1)))
compare(optimizer("Adam", 0.05, gradient_accumulation_steps=4, use_ema=False, ema_overwrite_frequency=None),
        gathered(4, adam(0.05)))


def limited(rate, norm):
    return lambda number, k, gradient, slots: k.sub_(rate * gradient * min(1, norm / gradient.norm()))


compare(optimizer("SGD", 0.1, gradient_accumulation_steps=2, clipnorm=0.05), gathered(2, limited(0.1, 0.05)))
falling = {"initial_learning_rate": 0.2, "decay_steps": 10, "alpha": 0.1}
compare(optimizer("SGD", schedule("CosineDecay", **falling), gradient_accumulation_steps=3),
        gathered(3, lambda n, *rest: sgd(cosine(3 * n + 2, 0, 0.2, 0, 10, 0.1))(n, *rest)))
compare(optimizer("SGD", 0.1, **ema), averaged(sgd(0.1), 0.8))
compare(optimizer("Adam", 0.05, ema_overwrite_frequency=4, **ema), averaged(adam(0.05), 0.8, 4))
# Keras 2 begins with the parameters as they are made, and says whether its optimizers are compiled.
compare(optimizer("SGD", 0.1, jit_compile=True, **ema), averaged(sgd(0.1), 0.8, isfirst=False), version="2.15.0")
compare(optimizer("SGD", 0.1, gradient_accumulation_steps=2, ema_overwrite_frequency=3, **ema),
        averaged(gathered(2, sgd(0.1)), 0.8, 3, steps=2))
# The mean is of the parameters before they are held to their constraints.
positive = {"kernel_constraint": {"class_name": "NonNeg", "config": {}}}
compare(optimizer("SGD", 0.1, ema_overwrite_frequency=5, **ema), averaged(sgd(0.1), 0.8, 5),
        constraint=lambda k: k.clamp(min=0), **positive)

# Losses along another dimension than the last one.
from torch.nn import functional
shares = random.dirichlet([1, 1, 1, 1], size=(STEPS, BATCH, 2)).swapaxes(2, 3)
classes = random.integers(0, 4, size=(STEPS, BATCH, 2)).astype("int32")
truths = (random.random((STEPS, BATCH, 4, 2)) > 0.5).astype(float)
clip = lambda p: p.clamp(1e-7, 1 - 1e-7)
along = lambda name, **config: {"class_name": name, "config": {"name": name, **{"axis": 1, **config}}}
descent = optimizer("SGD", 0.1), sgd(0.1)


def one(loss, formula, labels, **model):
    compare(*descent, (loss, formula), (4, 3), labels, **model)


one(along("CategoricalCrossentropy", from_logits=True, label_smoothing=0.2),
    lambda y, t: -((0.8 * t + 0.05) * y.log_softmax(1)).sum(1).mean(), shares)
one(along("CategoricalCrossentropy", axis=-2), lambda y, t: -(t * clip(y.sigmoid()).log().log_softmax(1)).sum(1).mean(),
    shares, activation="sigmoid")
one(along("SparseCategoricalCrossentropy", from_logits=True, axis=-2),
    lambda y, t: functional.cross_entropy(y, t.long()), classes)
one(along("SparseCategoricalCrossentropy", from_logits=True, ignore_class=1),
    lambda y, t: functional.cross_entropy(y, t.long(), ignore_index=1), classes)
one(along("CategoricalFocalCrossentropy", from_logits=True, gamma=1.5, alpha=0.3),
    lambda y, t: -(0.3 * (1 - clip(y.softmax(1))) ** 1.5 * t * clip(y.softmax(1)).log()).sum(1).mean(), shares)
one(along("BinaryCrossentropy", from_logits=True, reduction="sum"),
    lambda y, t: functional.binary_cross_entropy_with_logits(y, t, reduction="none").mean(1).sum(), truths)
one(along("CosineSimilarity"), lambda y, t: -functional.cosine_similarity(y, t, 1).mean(), shares)
for loss, problem in (
        (along("CategoricalCrossentropy", axis=0), "the loss cannot be taken of output `layer0` of"),
        (along("CategoricalCrossentropy", axis=3), "the loss cannot be taken of output `layer0` of"),
        (along("CategoricalCrossentropy", axis=[1, 2]), "`loss_axes` has 2 dimensions; the loss is along one"),
        (along("MeanSquaredError"), "`loss_axes` are of the losses `dice` and `tversky`, and one of them of")):
    done = compiled(descent[0], loss, (4, 3))
    assert done.returncode != 0 and problem in done.stderr, done.stderr
for key, value, problem in (("ema_momentum", 1.5, "a number from 0 to 1 is expected"),
                            ("gradient_accumulation_steps", 1.5, "a whole number of at least 1 is expected")):
    done = compiled(optimizer("SGD", 0.1, **{key: value}))
    assert done.returncode != 0 and problem in done.stderr, done.stderr

# Several optimizers, each for parameters whose paths or names match a pattern from the beginning.
def map_of(optimizers, patterns, default, name="OptimizerMap"):
    return {"module": "keras.optimizers", "class_name": "MultiOptimizer", "config": {
        "name": "multi_optimizer", "learning_rate": 0.0, "default_optimizer": default,
        "obj_map": {"class_name": name, "config": {"optimizer": optimizers, "variable_identifier": patterns}}}}


def together(norm, update):
    """An optimizer that limits the norm of all of its gradients."""
    return lambda number, parameters, gradients, slots: [
        update(number, p, g * min(1, norm / torch.cat([g.flatten() for g in gradients]).norm()), slots.setdefault(i, {}))
        for i, (p, g) in enumerate(zip(parameters, gradients))]


def two_layers(given):
    model = json.loads(sequential(("Dense", {"units": 4}), ("Dense", {"units": 2}), shape=(BATCH, 3), version="3.14.0"))
    model["training_config"] = {"loss": "mse", "optimizer": given}
    with open("model.json", "w", encoding="utf-8") as file:
        json.dump(model, file)
    command = ["trainlint-run", "model.json", "--isolated", "--batch-size", str(BATCH), "--steps", "1", "--emit=stablehlo"]
    return subprocess.run(command, capture_output=True, text=True)


def several(given, groups):
    """Groups are lists of parameters with what updates them."""
    done = two_layers(given)
    assert done.returncode == 0, done.stderr
    state = initial_state(done.stdout)
    x, labels = random.normal(size=(STEPS, BATCH, 3)), random.normal(size=(STEPS, BATCH, 2))
    metrics, kept = train(done.stdout, state, {"input": x, "labels": labels})
    names = ["layer0/kernel", "layer0/bias", "layer1/kernel", "layer1/bias"]
    p = {name: torch.tensor(state[name], requires_grad=True) for name in names}
    losses, slots = [], [{} for group in groups]
    for number, (rows, wanted) in enumerate(zip(torch.tensor(x), torch.tensor(labels))):
        hidden = rows @ p["layer0/kernel"] + p["layer0/bias"]
        loss = ((hidden @ p["layer1/kernel"] + p["layer1/bias"] - wanted) ** 2).mean()
        gradients = dict(zip(names, torch.autograd.grad(loss, [p[name] for name in names])))
        with torch.no_grad():
            for (members, update), own in zip(groups, slots):
                update(number, [p[name] for name in members], [gradients[name] for name in members], own)
        losses.append(loss.item())
    check(f"{given}: losses", metrics["loss"], losses, 1e-10)
    for name in names:
        check(f"{given}: {name}", kept[name], p[name].detach().numpy(), 1e-10)


free = lambda update: lambda number, parameters, gradients, slots: [
    update(number, p, g, slots.setdefault(i, {})) for i, (p, g) in enumerate(zip(parameters, gradients))]
kernels, biases = ["layer0/kernel", "layer1/kernel"], ["layer0/bias", "layer1/bias"]
several(map_of([optimizer("Adam", 0.05, global_clipnorm=0.5)], ["kernel"], optimizer("SGD", 0.1, global_clipnorm=0.2)),
        [(kernels, together(0.5, adam(0.05))), (biases, together(0.2, sgd(0.1)))])
several(map_of([optimizer("Adam", 0.05, gradient_accumulation_steps=3), optimizer("SGD", schedule("CosineDecay", **falling))],
               ["^model/layer1/", ".*layer0/b"], optimizer("SGD", 0.3)),
        [(["layer1/kernel", "layer1/bias"], free(gathered(3, adam(0.05)))),
         (["layer0/bias"], free(sgd(lambda n: cosine(n, 0, 0.2, 0, 10, 0.1)))), (["layer0/kernel"], free(sgd(0.3)))])
# Nothing matches in the middle, and a list is one of variables, of which a file has none.
several(map_of([optimizer("Adam", 0.05), optimizer("Adam", 0.1)], ["ernel", ["kernel"]], optimizer("SGD", 0.1)),
        [(kernels + biases, free(sgd(0.1)))])
user = {"class_name": "function", "config": "mine"}
for given, problem in (
        (map_of([optimizer("Adam", 0.05), optimizer("SGD", 0.1)], ["kernel", "model/layer1"], optimizer("SGD", 0.1)),
         "several optimizers are chosen for the parameter `layer1/kernel`"),
        (map_of([optimizer("Adam", 0.05)], [user], optimizer("SGD", 0.1)), "`MultiOptimizer` with a function of the user"),
        (map_of([optimizer("Adam", 0.05)], ["k"], optimizer("SGD", 0.1), "Mine"),
         "`MultiOptimizer` with the map `Mine`, which is not one of Keras"),
        (map_of([optimizer("Adam", 0.05)], [], optimizer("SGD", 0.1)), "`MultiOptimizer` whose map has no pattern for each optimizer"),
        (map_of([optimizer("Adam", 0.05)], ["("], optimizer("SGD", 0.1)), "unsupported pattern `(` of parameters"),
        (map_of([optimizer("Mine", 0.05)], ["k"], optimizer("SGD", 0.1)), "`Mine`"),
        (map_of([map_of([], [], optimizer("SGD", 0.1))], ["k"], optimizer("SGD", 0.1)), "`MultiOptimizer` in another one"),
        (optimizer("MultiOptimizer", 0.1), "`MultiOptimizer` without `obj_map` and `default_optimizer`")):
    done = two_layers(given)
    assert done.returncode != 0 and problem in done.stderr, done.stderr
# What the user says goes for all.
done = subprocess.run(["trainlint-run", "model.json", "--isolated", "--batch-size", "6", "--steps", "1", "--emit=stablehlo",
                       "--optimizer=sgd"], capture_output=True, text=True)
assert done.returncode == 0, done.stderr
