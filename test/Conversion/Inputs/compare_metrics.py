# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares metrics of two batches, in each of which an example does not count, with their
definitions in NumPy, in f64."""

import numpy

from training import TYPES, call, check, optimize, run, signature

random = numpy.random.default_rng(11)
FORWARD = """
func.func @init() {{ return }}
func.func @forward(%x: tensor<{shape}xf64> {{trainlint.role = "input", trainlint.name = "x"}})
    -> (tensor<{shape}xf64> {{trainlint.role = "output", trainlint.name = "y"}}) {{
  return %x : tensor<{shape}xf64>
}}
"""
BATCH = 12


def evaluate(loss, metrics, outputs, labels):
    """The metrics of two batches by name. The first example of each is left out."""
    shape = "x".join(map(str, (BATCH, *outputs.shape[1:])))
    module = optimize(FORWARD.format(shape=shape), f"--stablehlo-make-evaluation=loss={loss} metrics={','.join(metrics)}")
    totals = None
    for part in (slice(0, BATCH), slice(BATCH, None)):
        weights = numpy.ones(BATCH)
        weights[0] = 0
        given = {"x": outputs[part], "labels": labels[part]}
        arrays = [numpy.asarray(given.get(value.name, weights), TYPES[value.element])
                  for value in signature(module, "main")[0]]
        sums = [numpy.asarray(array, numpy.float64) for array in run(module, arrays)[0]]
        totals = sums if totals is None else [a + b for a, b in zip(totals, sums)]
    names = [value.name for value in signature(module, "metrics")[1]]
    return dict(zip(names, call(module, "metrics", totals)))


def counted(array):
    return numpy.delete(array, [0, BATCH], 0)


def ratio(above, below):
    return numpy.divide(above, below, out=numpy.zeros_like(numpy.asarray(above, float)), where=below != 0)


def rates(p, t, borders):
    """What is counted at each threshold: tp, fp, fn, tn."""
    yes = p.ravel()[:, None] > borders
    truth = t.ravel()[:, None] > 0.5
    return [(a & b).sum(0).astype(float) for a, b in
            ((yes, truth), (yes, ~truth), (~yes, truth), (~yes, ~truth))]


def grid(count, beyond=0.0):
    borders = numpy.arange(count) / (count - 1)
    borders[0] -= beyond
    borders[-1] += beyond
    return borders


def area(p, t, curve, height, count=200):
    tp, fp, fn, tn = rates(p, t, grid(count, 1e-7))
    recall, fallout, precision = ratio(tp, tp + fn), ratio(fp, fp + tn), ratio(tp, tp + fp)
    if curve == "pr" and height == "interpolation":
        total = 0.0
        for i in range(count - 1):
            # True positives grow linearly with answers between two thresholds.
            more, fewer = tp[i] + fp[i], tp[i + 1] + fp[i + 1]
            slope = (tp[i] - tp[i + 1]) / (more - fewer) if more > fewer else 0.0
            start = tp[i + 1] - slope * fewer
            logarithm = numpy.log(more / fewer) if more > 0 and fewer > 0 else 0.0
            total += slope * (tp[i] - tp[i + 1] + start * logarithm) / (tp + fn)[i + 1]
        return total
    x, y = (recall, precision) if curve == "pr" else (fallout, recall)
    heights = {"interpolation": (y[:-1] + y[1:]) / 2, "majoring": numpy.maximum(y[:-1], y[1:]),
               "minoring": numpy.minimum(y[:-1], y[1:])}[height]
    return ((x[:-1] - x[1:]) * heights).sum()


def best(p, t, rate, bounded, bound, count=200):
    tp, fp, fn, tn = rates(p, t, grid(count))
    known = {"precision": ratio(tp, tp + fp), "recall": ratio(tp, tp + fn), "sensitivity": ratio(tp, tp + fn),
             "specificity": ratio(tn, tn + fp)}
    return max([a for a, b in zip(known[rate], known[bounded]) if b >= bound], default=0.0)


def scores(yes, truth, beta):
    tp, answers, positives = (yes * truth).sum(0), yes.sum(0), truth.sum(0)
    precision, recall = tp / (answers + 1e-7), tp / (positives + 1e-7)
    return (1 + beta ** 2) * precision * recall / (beta ** 2 * precision + recall + 1e-7)


def union(predicted, right, classes):
    values = []
    for number in classes:
        both = ((predicted == number) & (right == number)).sum()
        either = ((predicted == number) | (right == number)).sum()
        if either:
            values.append(both / either)
    return numpy.mean(values) if values else 0.0


def compare(what, found, expected):
    for name, value in expected.items():
        check(f"{what}: {name}", found[name], value, 1e-9)
    left = set(found) - set(expected) - {"loss"}
    assert not left, left


def of_answers(p, t):
    """Metrics of yes and no, with a threshold or of a class."""
    def counts(p, t, border=0.5):
        return dict(zip(("true_positives", "false_positives", "false_negatives", "true_negatives"),
                        (value[0] for value in rates(p, t, numpy.array([border])))))
    expected = counts(p, t)
    for suffix, (q, u, border) in {"": (p, t, 0.5), "_above_0.3": (p, t, 0.3),
                                   "_of_class_2": (p[:, 2], t[:, 2], 0.5),
                                   "_above_0.7_of_class_1": (p[:, 1], t[:, 1], 0.7)}.items():
        n = counts(q, u, border)
        expected["precision" + suffix] = ratio(n["true_positives"], n["true_positives"] + n["false_positives"])
        expected["recall" + suffix] = ratio(n["true_positives"], n["true_positives"] + n["false_negatives"])
    top = (p >= numpy.sort(p, 1)[:, -2:-1])
    expected["top_2_precision"] = (top & (t > 0.5)).sum() / top.sum()
    expected["top_2_recall"] = (top & (t > 0.5)).sum() / (t > 0.5).sum()
    for height in ("interpolation", "majoring", "minoring"):
        prefix = "" if height == "interpolation" else height + "_"
        expected[prefix + "auc"] = area(p, t, "roc", height)
        expected[prefix + "pr_auc"] = area(p, t, "pr", height)
    expected["pr_auc_of_20_points"] = area(p, t, "pr", "interpolation", 20)
    tp, fp, fn, tn = rates(p, t, numpy.array([-1e-7, 0.25, 0.5, 1 + 1e-7]))
    recall, fallout = ratio(tp, tp + fn), ratio(fp, fp + tn)
    expected["auc_at_thresholds_0.25+0.5"] = ((fallout[:-1] - fallout[1:]) * (recall[:-1] + recall[1:]) / 2).sum()
    expected["multi_label_auc_weighted_by_1+0+2.5+1"] = numpy.average(
        [area(p[:, i], t[:, i], "roc", "interpolation") for i in range(4)], weights=[1, 0, 2.5, 1])
    expected["multi_label_auc"] = numpy.mean([area(p[:, i], t[:, i], "roc", "interpolation") for i in range(p.shape[1])])
    for name, rate, bounded in (("sensitivity_at_specificity", "sensitivity", "specificity"),
                                ("specificity_at_sensitivity", "specificity", "sensitivity"),
                                ("precision_at_recall", "precision", "recall"),
                                ("recall_at_precision", "recall", "precision")):
        expected[name + "_0.5"] = best(p, t, rate, bounded, 0.5)
        expected[name + "_0.25_of_9_points"] = best(p, t, rate, bounded, 0.25, 9)
    return expected


def of_scores(yes, truth, suffix=""):
    support = truth.sum(0)
    weighted = (scores(yes, truth, 1) * support).sum() / (support.sum() + 1e-7)
    expected = {f"f1_score{suffix}_of_class_{i}": value for i, value in enumerate(scores(yes, truth, 1))}
    return {**expected, f"macro_f1_score{suffix}": scores(yes, truth, 1).mean(),
            f"macro_f0.5_score{suffix}": scores(yes, truth, 0.5).mean(), f"weighted_f1_score{suffix}": weighted,
            f"micro_f2_score{suffix}": scores(yes.ravel(), truth.ravel(), 2)}


def asked(expected):
    """The names to ask for: one of each metric with a number for each class."""
    return list(dict.fromkeys(name.partition("_of_class")[0] if "score" in name else name for name in expected))


def binary():
    p, t = random.random((2 * BATCH, 4)), (random.random((2 * BATCH, 4)) > 0.4).astype(float)
    q, u = counted(p), counted(t)
    expected = {**of_answers(q, u), **of_scores(q > 0.5, u), **of_scores(q > 0.3, u, "_above_0.3"),
                "binary_accuracy_above_0.3": ((q > 0.3) == (u > 0.5)).mean(), "accuracy": ((q > 0.5) == (u > 0.5)).mean(),
                "binary_iou": union(q >= 0.5, u > 0.5, (0, 1)), "binary_iou_above_0.3_of_class_1": union(q >= 0.3, u > 0.5, (1,)),
                "binary_crossentropy": -(u * numpy.log(q) + (1 - u) * numpy.log(1 - q)).mean()}
    compare("binary", evaluate("binary_crossentropy", asked(expected), p, t), expected)
    logits = numpy.log(p / (1 - p))
    few = {name: expected[name] for name in ("precision", "auc", "macro_f1_score", "binary_iou", "binary_crossentropy")}
    compare("binary logits", evaluate("binary_crossentropy from-logits=true", few, logits, t), few)
    # The loss of an overlap does not say that outputs are yes or no each: without a threshold the greatest is the answer.
    few = {name: expected[name]
           for name in ("precision", "auc", "macro_f1_score_above_0.3", "binary_iou", "binary_accuracy_above_0.3")}
    few["macro_f1_score"] = scores(numpy.eye(4)[q.argmax(1)], u, 1).mean()
    compare("dice", evaluate("dice", few, p, t), few)


def classes():
    p = random.dirichlet(numpy.ones(4), 2 * BATCH)
    right = random.integers(0, 4, 2 * BATCH)
    q, r = counted(p), counted(right)
    truth, answers = numpy.eye(4)[r], numpy.eye(4)[q.argmax(1)]
    entropy = -numpy.log(q[numpy.arange(len(r)), r]).mean()
    expected = {**of_answers(q, truth), **of_scores(answers, truth), "mean_iou": union(q.argmax(1), r, range(4)),
                "iou_of_class_1+3": union(q.argmax(1), r, (1, 3)), "categorical_crossentropy": entropy,
                "sparse_categorical_crossentropy": entropy, "accuracy": (q.argmax(1) == r).mean(),
                "categorical_hinge": numpy.maximum((q * (1 - truth)).max(1) - (q * truth).sum(1) + 1, 0).mean(),
                "mean_squared_error": ((q - truth) ** 2).mean()}
    compare("indices", evaluate("sparse_categorical_crossentropy", asked(expected), p, right), expected)
    compare("shares", evaluate("categorical_crossentropy", asked(expected), p, numpy.eye(4)[right]), expected)


def numbers():
    y, t = random.normal(size=(2 * BATCH, 3)), random.normal(size=(2 * BATCH, 3))
    q, u = counted(y), counted(t)
    residual, total = ((q - u) ** 2).sum(0), ((u - u.mean(0)) ** 2).sum(0)
    raw = 1 - residual / total
    unit = lambda x: x / numpy.sqrt((x ** 2).sum(1, keepdims=True))
    pearson = [numpy.corrcoef(a, b)[0, 1] for a, b in zip(q, u)]
    concordance = [2 * numpy.cov(a, b, bias=True)[0, 1] / (a.var() + b.var() + (a.mean() - b.mean()) ** 2 + 1e-7)
                   for a, b in zip(q, u)]
    n = len(q)
    expected = {
        "r2_score": raw.mean(), "weighted_r2_score": (raw * total).sum() / total.sum(),
        "r2_score_of_4_inputs": 1 - (1 - raw.mean()) * (n - 1) / (n - 5), "r2_score_of_30_inputs": raw.mean(),
        "pearson_correlation": numpy.mean(pearson), "concordance_correlation": numpy.mean(concordance),
        "cosine_similarity": (unit(q) * unit(u)).sum(1).mean(), "log_cosh": numpy.log(numpy.cosh(q - u)).mean(),
        "huber": numpy.where(abs(q - u) <= 1, (q - u) ** 2 / 2, abs(q - u) - 0.5).mean(),
        "mean_absolute_error": abs(q - u).mean(), "mean_squared_error": ((q - u) ** 2).mean(),
        "root_mean_squared_error": numpy.sqrt(((q - u) ** 2).mean()), "hinge": numpy.maximum(1 - u * q, 0).mean(),
        "mean_absolute_percentage_error": 100 * (abs(q - u) / abs(u)).mean()}
    found = evaluate("mse", [*expected, "raw_r2_score"], y, t)
    compare("numbers", found, {**expected, **{f"raw_r2_score_of_class_{i}": value for i, value in enumerate(raw)}})


if __name__ == "__main__":
    for part in (binary, classes, numbers):
        part()
