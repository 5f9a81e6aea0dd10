# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares optimizers, schedules and losses with formulas in PyTorch, in f64, over 20
steps from the same parameters and data."""

import math
import sys

import numpy
import torch

from training import check, optimize, initial_state, train

STEPS = 20
FORWARD = """
func.func @init(%seed: tensor<i64>) -> (tensor<6x4xf64> {{trainlint.name = "w"}}, tensor<4xf64> {{trainlint.name = "b"}}) {{
  %w = stablehlo.constant dense<{w}> : tensor<6x4xf64>
  %b = stablehlo.constant dense<0.1> : tensor<4xf64>
  return %w, %b : tensor<6x4xf64>, tensor<4xf64>
}}
func.func @forward(
    %w: tensor<6x4xf64> {{trainlint.role = "parameter", trainlint.name = "w"}},
    %b: tensor<4xf64> {{trainlint.role = "parameter", trainlint.name = "b"}},
    %x: tensor<8x6xf64> {{trainlint.role = "input", trainlint.name = "x"}})
    -> (tensor<8x4xf64> {{trainlint.role = "output", trainlint.name = "y"}}) {{
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x6xf64>, tensor<6x4xf64>) -> tensor<8x4xf64>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf64>) -> tensor<8x4xf64>
  %2 = stablehlo.add %0, %1 : tensor<8x4xf64>
  {last}
  return %3 : tensor<8x4xf64>
}}
"""
LINEAR = "%3 = stablehlo.negate %2 : tensor<8x4xf64>"
SIGMOID = "%3 = stablehlo.logistic %2 : tensor<8x4xf64>"

random = numpy.random.default_rng(3)
WEIGHTS = random.normal(size=(6, 4)).round(6)
BATCHES = random.normal(size=(STEPS, 8, 6))
CLASSES = random.integers(0, 4, size=(STEPS, 8)).astype(numpy.int32)
NUMBERS = random.normal(size=(STEPS, 8, 4))
SHARES = random.dirichlet([1, 1, 1, 1], size=(STEPS, 8))
TRUTHS = (random.random((STEPS, 8, 4)) > 0.5).astype(numpy.float64)


def ours(options, labels, last=LINEAR):
    forward = FORWARD.format(w=WEIGHTS.tolist(), last=last)
    step = optimize(forward, f"--stablehlo-make-step={options}")
    return train(step, initial_state(step), {"x": BATCHES, "labels": labels})


def theirs(update, loss, labels, last=torch.neg):
    """Trains with `update(number, parameters, gradients, slots)`."""
    parameters = [torch.tensor(WEIGHTS, requires_grad=True),
                  torch.full((4,), 0.1, dtype=torch.float64, requires_grad=True)]
    slots = [{} for _ in parameters]
    losses = []
    for number in range(STEPS):
        x = torch.tensor(BATCHES[number])
        value = loss(last(x @ parameters[0] + parameters[1]), torch.tensor(labels[number]))
        gradients = torch.autograd.grad(value, parameters)
        losses.append(value.item())
        with torch.no_grad():
            for parameter, gradient, slot in zip(parameters, gradients, slots):
                update(number, parameter, gradient, slot)
    return losses, [parameter.detach().numpy() for parameter in parameters]


def compare(name, options, update, loss, labels, ours_last=LINEAR, theirs_last=torch.neg):
    metrics, state = ours(options, labels, ours_last)
    losses, parameters = theirs(update, loss, labels, theirs_last)
    check(f"{name}: losses", metrics["loss"], losses, 1e-10)
    check(f"{name}: w", state["w"], parameters[0], 1e-10)
    check(f"{name}: b", state["b"], parameters[1], 1e-10)
    assert int(state["global_step"]) == STEPS


def slot(slots, name, like, initial=0.0):
    return slots.setdefault(name, torch.full_like(like, initial))


def sgd(rate):
    def update(number, p, g, slots):
        p -= (rate(number) if callable(rate) else rate) * g
    return update


def momentum(rate, factor, nesterov=False, tensorflow=False):
    def update(number, p, g, slots):
        a = slot(slots, "momentum", p)
        if tensorflow:
            a.mul_(factor).add_(g)
            p -= rate * (g + factor * a if nesterov else a)
        else:
            a.mul_(factor).sub_(rate * g)
            p += factor * a - rate * g if nesterov else a
    return update


def adam(rate, beta1=0.9, beta2=0.999, epsilon=1e-7, decay=0.0):
    def update(number, p, g, slots):
        m, v = slot(slots, "m", p), slot(slots, "v", p)
        p -= rate * decay * p
        m.mul_(beta1).add_((1 - beta1) * g)
        v.mul_(beta2).add_((1 - beta2) * g * g)
        scaled = rate * math.sqrt(1 - beta2 ** (number + 1)) / (1 - beta1 ** (number + 1))
        p -= scaled * m / (v.sqrt() + epsilon)
    return update


def rmsprop(rate, rho=0.9, factor=0.0, epsilon=1e-7, centered=False):
    def update(number, p, g, slots):
        v, m = slot(slots, "rms", p), slot(slots, "momentum", p)
        v.mul_(rho).add_((1 - rho) * g * g)
        below = v + epsilon
        if centered:
            mean = slot(slots, "mg", p)
            mean.mul_(rho).add_((1 - rho) * g)
            below = v - mean * mean + epsilon
        m.mul_(factor).add_(rate * g / below.sqrt())
        p -= m
    return update


def adagrad(rate, epsilon=1e-7):
    def update(number, p, g, slots):
        a = slot(slots, "accumulator", p, 0.1)
        a += g * g
        p -= rate * g / (a + epsilon).sqrt()
    return update


def lars(rate, factor=0.9, decay=1e-4, coefficient=0.001):
    def update(number, p, g, slots):
        a = slot(slots, "momentum", p)
        trust = 1.0
        if p.dim() > 1:
            trust = coefficient * p.norm() / (g.norm() + decay * p.norm())
            g = g + decay * p
        a.mul_(factor).add_(g)
        p -= rate * trust * a
    return update


def amsgrad(rate, beta1=0.9, beta2=0.999, epsilon=1e-7):
    def update(number, p, g, slots):
        m, v, largest = slot(slots, "m", p), slot(slots, "v", p), slot(slots, "v_max", p)
        m.mul_(beta1).add_((1 - beta1) * g)
        v.mul_(beta2).add_((1 - beta2) * g * g)
        largest.copy_(torch.maximum(largest, v))
        scaled = rate * math.sqrt(1 - beta2 ** (number + 1)) / (1 - beta1 ** (number + 1))
        p -= scaled * m / (largest.sqrt() + epsilon)
    return update


def of_torch(make):
    """An optimizer that PyTorch has, on the parameter and the gradient that it is given."""
    def update(number, p, g, slots):
        if not slots:
            slots["p"] = torch.nn.Parameter(p.detach().clone())
            slots["optimizer"] = make([slots["p"]])
        slots["p"].grad = g.clone()
        slots["optimizer"].step()
        p.copy_(slots["p"])
    return update


def nadam(rate, beta1=0.9, beta2=0.999, epsilon=1e-7):
    def update(number, p, g, slots):
        m, v, step = slot(slots, "m", p), slot(slots, "v", p), number + 1
        now, following = (beta1 * (1 - 0.5 * 0.96 ** n) for n in (step, step + 1))
        product = slots["product"] = slots.get("product", 1.0) * now
        m.mul_(beta1).add_((1 - beta1) * g)
        v.mul_(beta2).add_((1 - beta2) * g * g)
        ahead = following * m / (1 - product * following) + (1 - now) * g / (1 - product)
        p -= rate * ahead / ((v / (1 - beta2 ** step)).sqrt() + epsilon)
    return update


def ftrl(rate, l1=0.0, l2=0.0, shrinkage=0.0, beta=0.0, power=-0.5):
    def update(number, p, g, slots):
        a, z = slot(slots, "accumulator", p, 0.1), slot(slots, "linear", p)
        grown = a + g * g
        z += g + 2 * shrinkage * p - (grown ** -power - a ** -power) / rate * p
        a.copy_(grown)
        p.copy_((z.clamp(-l1, l1) - z) / (grown ** -power / rate + 2 * (l2 + beta / (2 * rate))))
    return update


def lion(rate, beta1=0.9, beta2=0.99):
    def update(number, p, g, slots):
        m = slot(slots, "m", p)
        p -= rate * (beta1 * m + (1 - beta1) * g).sign()
        m.mul_(beta2).add_((1 - beta2) * g)
    return update


def lamb(rate, beta1=0.9, beta2=0.999, epsilon=1e-7):
    def update(number, p, g, slots):
        m, v = slot(slots, "m", p), slot(slots, "v", p)
        m += (g - m) * (1 - beta1)
        v += (g * g - v) * (1 - beta2)
        change = m / (1 - beta1 ** (number + 1)) / ((v / (1 - beta2 ** (number + 1))).sqrt() + epsilon)
        weights, changes = p.norm(), change.norm()
        p -= rate * (weights / changes if weights > 0 and changes > 0 else 1) * change
    return update


def adafactor(rate, decay=-0.8, least=1e-3, limit=1.0):
    """Shazeer and Stern's, with the means of rows and columns for those of a matrix."""
    size = lambda value: (value ** 2).mean().sqrt()

    def update(number, p, g, slots):
        step = number + 1
        square, kept = g ** 2 + 1e-30, 1 - step ** decay
        move = lambda name, value: slot(slots, name, value).mul_(kept).add_((1 - kept) * value)
        if p.ndim == 2:
            rows, columns = move("r", square.mean(1)), move("c", square.mean(0))
            v = torch.outer(rows / rows.mean(), columns)
        else:
            v = move("v", square)
        change = g / v.sqrt()
        p -= max(least, size(p)) * min(rate, 1 / math.sqrt(step)) * change / max(1.0, size(change) / limit)
    return update


def muon(rate, factor=0.95, nesterov=True, decay=0.004, size_rate=0.2, steps=5, adam_rate=1.0, all_adam=False):
    rest = adam(rate * adam_rate, decay=0.004 / adam_rate)

    def update(number, p, g, slots):
        if p.ndim != 2 or all_adam:
            return rest(number, p, g, slots)
        p -= rate * decay * p
        m = slot(slots, "momentum", p).mul_(factor).add_(g)
        x = g + factor * m if nesterov else m.clone()
        x = x.T if p.shape[0] > p.shape[1] else x
        x = x / (x.norm() + 1e-7)
        for _ in range(steps):
            square = x @ x.T
            x = 3.4445 * x + (-4.775 * square + 2.0315 * square @ square) @ x
        x = x.T if p.shape[0] > p.shape[1] else x
        p -= rate * x * (math.sqrt(max(p.shape)) * size_rate if size_rate else 1)
    return update


def schedule_free(rate, beta1=0.9, beta2=0.999, epsilon=1e-8, decay=0.0):
    """Defazio's: z follows the gradients, x is the mean of it, and gradients are those between both."""
    def update(number, p, g, slots):
        z, x = slots.setdefault("z", p.clone()), slots.setdefault("x", p.clone())
        v = slot(slots, "v", p)
        x -= rate * decay * p / beta1
        v.mul_(beta2).add_((1 - beta2) * g * g)
        z -= rate * g / ((v / (1 - beta2 ** (number + 1))).sqrt() + epsilon)
        x += (z - x) / (number + 1)
        p.copy_((1 - beta1) * z + beta1 * x)
    return update


MSE = lambda y, t: ((y - t) ** 2).mean()


def optimizers():
    def one(options, update):
        compare(options, f"loss=mse {options}", update, MSE, NUMBERS)
    one("optimizer=sgd learning-rate=0.05", sgd(0.05))
    one("optimizer=sgd learning-rate=0.05 momentum=0.8", momentum(0.05, 0.8))
    one("optimizer=sgd learning-rate=0.05 momentum=0.8 nesterov=true", momentum(0.05, 0.8, True))
    one("optimizer=momentum learning-rate=0.05 momentum-form=tensorflow",
        momentum(0.05, 0.9, tensorflow=True))
    one("optimizer=momentum learning-rate=0.05 momentum-form=tensorflow nesterov=true",
        momentum(0.05, 0.9, True, True))
    one("optimizer=adam learning-rate=0.01", adam(0.01))
    one("optimizer=adamw learning-rate=0.01 weight-decay=0.02 beta-1=0.8", adam(0.01, 0.8, decay=0.02))
    one("optimizer=rmsprop learning-rate=0.01", rmsprop(0.01))
    one("optimizer=rmsprop learning-rate=0.01 momentum=0.7 rho=0.8", rmsprop(0.01, 0.8, 0.7))
    one("optimizer=rmsprop learning-rate=0.01 centered=true epsilon=1e-3",
        rmsprop(0.01, centered=True, epsilon=1e-3))
    one("optimizer=adagrad learning-rate=0.1", adagrad(0.1))
    one("optimizer=lars learning-rate=2.0", lars(2.0))
    one("optimizer=adam learning-rate=0.01 amsgrad=true", amsgrad(0.01))
    one("optimizer=adadelta learning-rate=0.5",
        of_torch(lambda p: torch.optim.Adadelta(p, lr=0.5, rho=0.95, eps=1e-7)))
    one("optimizer=adamax learning-rate=0.01 epsilon=0",
        of_torch(lambda p: torch.optim.Adamax(p, lr=0.01, eps=0)))
    one("optimizer=nadam learning-rate=0.01", nadam(0.01))
    one("optimizer=lion learning-rate=0.01", lion(0.01))
    one("optimizer=lamb learning-rate=0.01", lamb(0.01))
    one("optimizer=lamb learning-rate=0.01 beta-1=0.8 beta-2=0.9 epsilon=1e-3", lamb(0.01, 0.8, 0.9, 1e-3))
    one("optimizer=adafactor learning-rate=0.3", adafactor(0.3))
    one("optimizer=Adafactor learning-rate=0.3 beta-2-decay=-0.5 epsilon-2=0.5 clip-threshold=0.7",
        adafactor(0.3, -0.5, 0.5, 0.7))
    one("optimizer=muon learning-rate=0.02", muon(0.02))
    one("optimizer=Muon learning-rate=0.02 nesterov=false momentum=0.8 weight-decay=0 rms-rate=0 ns-steps=3 "
        "adam-lr-ratio=0.5", muon(0.02, 0.8, False, 0.0, 0.0, 3, 0.5))
    one("optimizer=muon learning-rate=0.02 exclude-layers=^[vw]$", muon(0.02, all_adam=True))
    one("optimizer=schedule_free_adamw learning-rate=0.05", schedule_free(0.05))
    one("optimizer=ScheduleFreeAdamW learning-rate=0.05 beta-1=0.7 beta-2=0.9 epsilon=1e-3 weight-decay=0.1",
        schedule_free(0.05, 0.7, 0.9, 1e-3, 0.1))
    one("optimizer=ftrl learning-rate=0.1", ftrl(0.1))
    one("optimizer=ftrl learning-rate=0.1 l1-penalty=0.05 l2-penalty=0.02 l2-shrinkage=0.01 beta=0.1 "
        "learning-rate-power=-0.4", ftrl(0.1, 0.05, 0.02, 0.01, 0.1, -0.4))


def clipping():
    def one(options, clip):
        """Clips the gradients of a step, in place, and descends."""
        metrics, state = ours(f"loss=mse optimizer=sgd learning-rate=0.1 {options}", NUMBERS)
        parameters = [torch.nn.Parameter(torch.tensor(WEIGHTS)),
                      torch.nn.Parameter(torch.full((4,), 0.1, dtype=torch.float64))]
        descent = torch.optim.SGD(parameters, lr=0.1)
        losses, isless = [], False
        for x, labels in zip(torch.tensor(BATCHES), torch.tensor(NUMBERS)):
            loss = MSE(-(x @ parameters[0] + parameters[1]), labels)
            descent.zero_grad()
            loss.backward()
            before = [parameter.grad.clone() for parameter in parameters]
            clip(parameters)
            isless |= any((b != p.grad).any() for b, p in zip(before, parameters))
            descent.step()
            losses.append(loss.item())
        assert isless, options
        # PyTorch adds 1e-6 to a norm before it divides by it.
        check(f"{options}: losses", metrics["loss"], losses, 1e-5)
        check(f"{options}: w", state["w"], parameters[0].detach().numpy(), 1e-5)
    one("clip-value=0.1", lambda ps: torch.nn.utils.clip_grad_value_(ps, 0.1))
    one("clip-norm=0.2", lambda ps: [torch.nn.utils.clip_grad_norm_([p], 0.2) for p in ps])
    one("global-clip-norm=0.3", lambda ps: torch.nn.utils.clip_grad_norm_(ps, 0.3))


def schedules():
    def one(options, rate):
        compare(options, f"loss=mse optimizer=sgd {options}", sgd(rate), MSE, NUMBERS)
    one("learning-rate=0.1 schedule=exponential decay-steps=7 decay-rate=0.5",
        lambda n: 0.1 * 0.5 ** (n / 7))
    one("learning-rate=0.1 schedule=exponential decay-steps=7 decay-rate=0.5 staircase=true",
        lambda n: 0.1 * 0.5 ** (n // 7))
    one("schedule=piecewise boundaries=5,12 values=0.1,0.05,0.01",
        lambda n: 0.1 if n <= 5 else 0.05 if n <= 12 else 0.01)
    one("learning-rate=0.1 schedule=polynomial decay-steps=15 end-learning-rate=0.01 power=2",
        lambda n: 0.09 * (1 - min(n, 15) / 15) ** 2 + 0.01)
    one("learning-rate=0.1 schedule=polynomial decay-steps=8 end-learning-rate=0.01 cycle=true",
        lambda n: 0.09 * (1 - n / (8 * max(1, math.ceil(n / 8)))) + 0.01)
    one("learning-rate=0.1 schedule=cosine decay-steps=15 alpha=0.1",
        lambda n: 0.1 * (0.9 * 0.5 * (1 + math.cos(math.pi * min(n, 15) / 15)) + 0.1))
    one("learning-rate=0.1 warmup-start=0.02 warmup-steps=4", lambda n: min(0.02 + 0.02 * n, 0.1))
    one("learning-rate=0.1 schedule=inverse_time decay-steps=5 decay-rate=0.5", lambda n: 0.1 / (1 + 0.5 * n / 5))
    one("learning-rate=0.1 schedule=inverse_time decay-steps=5 decay-rate=0.5 staircase=true",
        lambda n: 0.1 / (1 + 0.5 * (n // 5)))

    def restarts(first, longer, rate, alpha):
        def at(n):
            length, factor = first, 1.0
            while n >= length:
                n, length, factor = n - length, length * longer, factor * rate
            return 0.1 * ((1 - alpha) * 0.5 * factor * (1 + math.cos(math.pi * n / length)) + alpha)
        return at
    one("learning-rate=0.1 schedule=cosine_restarts decay-steps=4 restart-rate=0.8 alpha=0.1",
        restarts(4, 2, 0.8, 0.1))
    one("learning-rate=0.1 schedule=cosine_restarts decay-steps=6 restart-length=1", restarts(6, 1, 1, 0))
    one("learning-rate=0.1 schedule=cosine decay-steps=10 warmup-steps=5",
        lambda n: 0.1 * n / 5 if n < 5 else
        0.1 * 0.5 * (1 + math.cos(math.pi * min(n - 5, 10) / 10)))


def losses():
    from torch.nn import functional
    clip = lambda p: p.clamp(1e-7, 1 - 1e-7)

    def one(options, loss, labels, ours_last=LINEAR, theirs_last=torch.neg):
        compare(options, f"optimizer=sgd learning-rate=0.1 {options}", sgd(0.1), loss, labels,
                ours_last, theirs_last)
    one("loss=sparse_categorical_crossentropy from-logits=true",
        lambda y, t: functional.cross_entropy(y, t.long()), CLASSES)
    one("loss=sparse_categorical_crossentropy",
        lambda p, t: functional.cross_entropy(clip(p).log(), t.long()), CLASSES, SIGMOID, torch.sigmoid)
    one("loss=categorical_crossentropy from-logits=true",
        lambda y, t: functional.cross_entropy(y, t), SHARES)
    one("loss=CategoricalCrossentropy from-logits=true label-smoothing=0.2",
        lambda y, t: functional.cross_entropy(y, 0.8 * t + 0.05), SHARES)
    one("loss=binary_crossentropy from-logits=true",
        lambda y, t: functional.binary_cross_entropy_with_logits(y, t), TRUTHS)
    one("loss=binary_crossentropy",
        lambda p, t: -(t * clip(p).log() + (1 - t) * (1 - clip(p)).log()).mean(), TRUTHS,
        SIGMOID, torch.sigmoid)
    one("loss=mse", MSE, NUMBERS)
    one("loss=mse reduction=sum", lambda y, t: ((y - t) ** 2).mean(-1).sum(), NUMBERS)
    one("loss=mean_absolute_error", lambda y, t: (y - t).abs().mean(), NUMBERS)
    one("loss=huber delta=0.7",
        lambda y, t: functional.huber_loss(y, t, delta=0.7), NUMBERS)
    one("loss=mape", lambda y, t: 100 * ((y - t).abs() / t.abs().clamp(min=1e-7)).mean(), NUMBERS)
    one("loss=msle", lambda p, t: functional.mse_loss(p.clamp(min=1e-7).log1p(), t.clamp(min=1e-7).log1p()),
        SHARES, SIGMOID, torch.sigmoid)
    one("loss=hinge", lambda y, t: (1 - (2 * t - 1) * y).clamp(min=0).mean(), TRUTHS)
    one("loss=hinge", lambda y, t: (1 - t * y).clamp(min=0).mean(), 2 * TRUTHS - 1)
    one("loss=squared_hinge", lambda y, t: ((1 - (2 * t - 1) * y).clamp(min=0) ** 2).mean(), TRUTHS)
    ones = numpy.eye(4)[CLASSES]
    one("loss=categorical_hinge", lambda y, t: (
        ((1 - t) * y).amax(-1) - (t * y).sum(-1) + 1).clamp(min=0).mean(), ones)
    one("loss=kl_divergence", lambda p, t: functional.kl_div(p.log(), t, reduction="none").sum(-1).mean(),
        SHARES, SIGMOID, torch.sigmoid)
    one("loss=poisson", lambda p, t: functional.poisson_nll_loss(p, t, log_input=False, eps=1e-7),
        SHARES, SIGMOID, torch.sigmoid)
    one("loss=log_cosh", lambda y, t: (y - t).cosh().log().mean(), NUMBERS)
    one("loss=cosine_similarity", lambda y, t: -functional.cosine_similarity(y, t, -1).mean(), NUMBERS)
    bce = functional.binary_cross_entropy

    def focal(p, t, gamma=2.0, alpha=None):
        right = t * p + (1 - t) * (1 - p)
        weight = 1 if alpha is None else t * alpha + (1 - t) * (1 - alpha)
        return (weight * (1 - right) ** gamma * bce(clip(p), t, reduction="none")).mean()
    one("loss=binary_focal_crossentropy", focal, TRUTHS, SIGMOID, torch.sigmoid)
    one("loss=BinaryFocalCrossentropy from-logits=true gamma=1.5 class-balancing=true focal-alpha=0.3",
        lambda y, t: focal(y.sigmoid(), t, 1.5, 0.3), TRUTHS)

    def focal_classes(p, t, gamma, alpha):
        return -(alpha * (1 - clip(p)) ** gamma * t * clip(p).log()).sum(-1).mean()
    one("loss=categorical_focal_crossentropy from-logits=true",
        lambda y, t: focal_classes(y.softmax(-1), t, 2, 0.25), SHARES)
    one("loss=categorical_focal_crossentropy gamma=3 focal-alpha=0.5",
        lambda p, t: focal_classes(p / p.sum(-1, keepdim=True), t, 3, 0.5), SHARES, SIGMOID, torch.sigmoid)


    one("loss=categorical_generalized_cross_entropy q=0.7", lambda p, t: (
        (1 - p.gather(1, t.long()[:, None]) ** 0.7) / 0.7).mean(), CLASSES, SIGMOID, torch.sigmoid)
    one("loss=categorical_generalized_cross_entropy from-logits=true", lambda y, t: (
        (1 - y.softmax(1).gather(1, t.long()[:, None]).sqrt()) / 0.5).mean(), CLASSES)
    one("loss=sparse_categorical_crossentropy from-logits=true ignore-class=2",
        lambda y, t: functional.cross_entropy(y, t.long(), ignore_index=2), CLASSES)
    one("loss=sparse_categorical_crossentropy from-logits=true ignore-class=-1 reduction=sum",
        lambda y, t: functional.cross_entropy(y, t.long(), reduction="sum"), CLASSES)

    def overlap(axes, wrong=0.5, missed=0.5):
        def loss(p, t):
            total = lambda value: value.sum(axes)
            both = total(p * t)
            return (1 - both / (both + wrong * total(p * (1 - t)) + missed * total(t * (1 - p)) + 0.5e-7 * (
                2 if (wrong, missed) != (0.5, 0.5) else 1))).mean()
        return loss
    for axes, text in (((0, 1), ""), ((1,), " loss-axes=-1"), ((0,), " loss-axes=0"), ((0, 1), " loss-axes=0,1")):
        one("loss=dice" + text, overlap(axes), TRUTHS, SIGMOID, torch.sigmoid)
        one("loss=Tversky tversky-alpha=0.3 tversky-beta=0.9" + text, overlap(axes, 0.3, 0.9), TRUTHS, SIGMOID,
            torch.sigmoid)

    def circle(gamma, margin, removes):
        def loss(y, labels):
            d = (1 - y @ y.T).clamp(min=0)
            losses = []
            for i, label in enumerate(labels):
                near = [d[i, j] for j, other in enumerate(labels) if other == label and not (removes and i == j)]
                far = [d[i, j] for j, other in enumerate(labels) if other != label]
                if near and far:
                    near, far = torch.stack(near), torch.stack(far)
                    near = torch.logsumexp(gamma * (near + margin) * (near - margin), 0)
                    far = torch.logsumexp(gamma * (1 + margin - far).clamp(min=0) * (1 - margin - far), 0)
                    losses.append(functional.softplus(near + far))
            return torch.stack(losses).mean()
        return loss
    # In a batch some are alone with their label.
    one("loss=circle gamma=0.5", circle(0.5, 0.4, True), CLASSES, SIGMOID, torch.sigmoid)
    one("loss=circle gamma=0.7 margin=0.1 remove-diagonal=false", circle(0.7, 0.1, False), CLASSES, SIGMOID,
        torch.sigmoid)


def sequences():
    """The loss of sequences whose places are not known, with labels that repeat and end early."""
    from torch.nn import functional
    last = ("%r = stablehlo.reshape %2 : (tensor<8x4xf64>) -> tensor<2x4x4xf64>\n"
            "  %3 = stablehlo.negate %r : tensor<2x4x4xf64>")
    forward = FORWARD.format(w=WEIGHTS.tolist(), last=last).replace("-> (tensor<8x4xf64> {trainlint.role = \"output\"",
                                                                    "-> (tensor<2x4x4xf64> {trainlint.role = \"output\"")
    forward = forward.replace("return %3 : tensor<8x4xf64>", "return %3 : tensor<2x4x4xf64>")
    labels = random.integers(1, 4, size=(STEPS, 2, 3)).astype(numpy.int32)
    labels[0] = [[1, 1, 0], [2, 3, 2]]
    labels[1:, 0, 2] = 0
    labels[5, 1] = 0
    # Four steps have no place for three equal ones.
    labels[2:, 1, 2] = labels[2:, 1, 1] % 3 + 1
    labels[5, 1] = 0
    step = optimize(forward, "--stablehlo-make-step=loss=ctc label-length=3 optimizer=sgd learning-rate=0.1")
    metrics, state = train(step, initial_state(step), {"x": BATCHES, "labels": labels})

    def loss(y, t):
        logarithms = (y.reshape(2, 4, 4)).log_softmax(-1).transpose(0, 1)
        return functional.ctc_loss(logarithms, t.long(), torch.full((2,), 4), (t != 0).sum(1), reduction="none").mean()
    losses, parameters = theirs(sgd(0.1), loss, labels)
    check("ctc: losses", metrics["loss"], losses, 1e-10)
    check("ctc: w", state["w"], parameters[0], 1e-10)


def accuracy():
    metrics, _ = ours("loss=sparse_categorical_crossentropy from-logits=true "
                      "optimizer=sgd learning-rate=0", CLASSES)
    outputs = -(BATCHES @ WEIGHTS + 0.1)
    right = (outputs.argmax(-1) == CLASSES).mean(-1)
    check("accuracy", metrics["accuracy"], right, 1e-12)


def replicas():
    forward = FORWARD.format(w=WEIGHTS.tolist(), last=LINEAR)
    options = "loss=mse optimizer=adam learning-rate=0.01 l2=0.01"
    whole = optimize(forward, f"--stablehlo-make-step={options}")
    parts = optimize(forward.replace("8x", "1x"),
                     f"--stablehlo-make-step={options} replicas=8")
    batches = {"x": BATCHES, "labels": NUMBERS}
    metrics, state = train(whole, initial_state(whole), batches)
    each = train(parts, initial_state(parts), batches, replicas=8)
    for number, (found, kept) in enumerate(each):
        check(f"replica {number}: losses", found["loss"], metrics["loss"], 1e-12)
        for name in state:
            check(f"replica {number}: {name}", kept[name], state[name], 1e-12)
            assert (kept[name] == each[0][1][name]).all(), name


for part in sys.argv[1:]:
    globals()[part]()
