# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the metrics that Keras files name, in the forms of their versions and with their settings, with their
definitions in NumPy, in f64."""

import json
import subprocess

import numpy

from compare_metrics import area, best, grid, random, rates, ratio, scores, union
from training import TYPES, call, check, run, signature

BATCH = 24


def metric(name, **config):
    return {"class_name": name, "config": config}


def evaluate(loss, metrics, outputs, labels, version="3.6.0", **compiled):
    """The metrics of a model that passes on what it is given, by name."""
    dense = {"class_name": "Activation", "config": {"name": "y", "batch_input_shape": [BATCH, *outputs.shape[1:]],
                                                    "dtype": "float64", "activation": "linear"}}
    with open("model.json", "w", encoding="utf-8") as file:
        json.dump({"class_name": "Sequential", "keras_version": version, "config": {"name": "m", "layers": [dense]},
                   "training_config": {"loss": loss, "metrics": metrics, **compiled}}, file)
    command = ["trainlint-run", "model.json", "--isolated", "--evaluate", "--emit=stablehlo"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "left out" not in done.stderr, done.stderr
    given = {"labels": labels}
    arrays = [numpy.asarray(numpy.ones(BATCH) if value.role == "weights" else given.get(value.name, outputs),
                            TYPES[value.element]) for value in signature(done.stdout, "main")[0]]
    sums = run(done.stdout, arrays)[0]
    names = [value.name for value in signature(done.stdout, "metrics")[1]]
    found = dict(zip(names, call(done.stdout, "metrics", sums)))
    found.pop("loss")
    return found


def compare(what, found, expected):
    assert list(found) == list(expected), (list(found), list(expected))
    for name, value in expected.items():
        check(f"{what}: {name}", found[name], value, 1e-9)


def areas(p, t, borders, curve="roc"):
    """The area below a curve through thresholds, of trapezoids."""
    tp, fp, fn, tn = rates(p, t, numpy.array(borders))
    recall, fallout, precision = ratio(tp, tp + fn), ratio(fp, fp + tn), ratio(tp, tp + fp)
    x, y = (recall, precision) if curve == "pr" else (fallout, recall)
    return ((x[:-1] - x[1:]) * (y[:-1] + y[1:]) / 2).sum()


def weighted_area(p, t, weights, borders):
    """The same where each label counts as often as its weight says."""
    yes = p[:, :, None] > numpy.array(borders)
    truth = (t > 0.5)[:, :, None]
    count = lambda which: (which * numpy.asarray(weights)[:, None]).sum((0, 1))
    recall = ratio(count(yes & truth), count(truth))
    fallout = ratio(count(yes & ~truth), count(~truth))
    return ((fallout[:-1] - fallout[1:]) * (recall[:-1] + recall[1:]) / 2).sum()


def binary():
    p, t = random.random((BATCH, 3)), (random.random((BATCH, 3)) > 0.4).astype(float)
    ends = lambda borders: [-1e-7, *borders, 1 + 1e-7]
    weights = [1.0, 0.5, 3.0]
    each = [areas(p[:, i], t[:, i], grid(200, 1e-7)) for i in range(3)]
    tp, fp, fn, tn = (value[0] for value in rates(p, t, numpy.array([0.7])))
    metrics = [
        metric("AUC", num_thresholds=5, thresholds=[0.8, 0.25, 0.5]),
        metric("AUC", curve="PR", summation_method="minoring", num_thresholds=20),
        metric("AUC", multi_label=True, label_weights=weights, num_labels=3),
        metric("AUC", label_weights=weights),
        metric("Precision", thresholds=0.7, class_id=None, top_k=None),
        metric("Recall", thresholds=[0.3, 0.7]),
        metric("Precision", class_id=1, thresholds=0.4),
        metric("TruePositives", thresholds=0.7), metric("FalseNegatives", thresholds=[0.7]),
        metric("SensitivityAtSpecificity", specificity=0.6, num_thresholds=30),
        metric("SpecificityAtSensitivity", sensitivity=0.25, num_thresholds=200),
        metric("PrecisionAtRecall", recall=0.8, class_id=2), metric("RecallAtPrecision", precision=0.6),
        metric("BinaryAccuracy", threshold=0.3), metric("BinaryIoU", target_class_ids=[1], threshold=0.3),
        metric("BinaryIoU", target_class_ids=[0, 1], threshold=0.5)]
    low = rates(p, t, numpy.array([0.3]))
    column = rates(p[:, 1], t[:, 1], numpy.array([0.4]))
    expected = {
        "auc_at_thresholds_0.25+0.5+0.8": areas(p, t, ends([0.25, 0.5, 0.8])),
        "minoring_pr_auc_of_20_points": area(p, t, "pr", "minoring", 20),
        "multi_label_auc_weighted_by_1+0.5+3": numpy.average(each, weights=weights),
        "auc_weighted_by_1+0.5+3": weighted_area(p, t, weights, grid(200, 1e-7)),
        "precision_above_0.7": tp / (tp + fp), "recall_above_0.3": (low[0] / (low[0] + low[2]))[0],
        "recall_above_0.7": tp / (tp + fn), "precision_above_0.4_of_class_1": (column[0] / (column[0] + column[1]))[0],
        "true_positives_above_0.7": tp, "false_negatives_above_0.7": fn,
        "sensitivity_at_specificity_0.6_of_30_points": best(p, t, "sensitivity", "specificity", 0.6, 30),
        "specificity_at_sensitivity_0.25": best(p, t, "specificity", "sensitivity", 0.25),
        "precision_at_recall_0.8_of_class_2": best(p[:, 2], t[:, 2], "precision", "recall", 0.8),
        "recall_at_precision_0.6": best(p, t, "recall", "precision", 0.6),
        "binary_accuracy_above_0.3": ((p > 0.3) == (t > 0.5)).mean(),
        "binary_iou_above_0.3_of_class_1": union(p >= 0.3, t > 0.5, (1,)),
        "binary_iou": union(p >= 0.5, t > 0.5, (0, 1))}
    compare("binary", evaluate("binary_crossentropy", metrics, p, t), expected)


def classes():
    p = random.dirichlet(numpy.ones(4), BATCH)
    right = random.integers(0, 4, BATCH)
    truth, answers = numpy.eye(4)[right], numpy.eye(4)[p.argmax(1)]
    support = truth.sum(0)
    above = (p > 0.4).astype(float)
    top = (p >= numpy.sort(p, 1)[:, -2:-1]).astype(float)
    metrics = [
        metric("F1Score", average="macro", threshold=None), metric("F1Score", average=None, threshold=0.4),
        metric("FBetaScore", average="micro", beta=2.0, threshold=0.4), metric("F1Score", average="weighted"),
        metric("TopKCategoricalAccuracy", k=2), metric("Precision", top_k=2), metric("Recall", top_k=2, class_id=1),
        metric("OneHotIoU", num_classes=4, target_class_ids=[0, 2]), metric("OneHotMeanIoU", num_classes=4)]
    f = scores(answers, truth, 1)
    expected = {
        "macro_f1_score": f.mean(), **{f"f1_score_above_0.4_of_class_{i}": value
                                       for i, value in enumerate(scores(above, truth, 1))},
        "micro_f2_score_above_0.4": scores(above.ravel(), truth.ravel(), 2),
        "weighted_f1_score": (f * support).sum() / (support.sum() + 1e-7),
        "top_2_accuracy": (top * truth).sum(1).mean(), "top_2_precision": (top * truth).sum() / top.sum(),
        "top_2_recall_of_class_1": (top * truth)[:, 1].sum() / support[1],
        "iou_of_class_0+2": union(p.argmax(1), right, (0, 2)), "mean_iou": union(p.argmax(1), right, range(4))}
    compare("shares", evaluate("categorical_crossentropy", metrics, p, truth), expected)
    ignored = [metric("IoU", num_classes=4, target_class_ids=[1, 3], sparse_y_pred=False, ignore_class=2),
               metric("MeanIoU", num_classes=4, sparse_y_pred=False), metric("SparseTopKCategoricalAccuracy", k=3)]
    kept = right != 2
    expected = {"iou_of_class_1+3": union(p.argmax(1)[kept], right[kept], (1, 3)),
                "mean_iou": union(p.argmax(1), right, range(4)),
                "top_3_accuracy": (p >= numpy.sort(p, 1)[:, -3:-2])[numpy.arange(BATCH), right].mean()}
    compare("indices", evaluate("sparse_categorical_crossentropy", ignored, p, right), expected)


def numbers():
    y, t = random.normal(size=(BATCH, 2)), random.normal(size=(BATCH, 2))
    raw = 1 - ((y - t) ** 2).sum(0) / ((t - t.mean(0)) ** 2).sum(0)
    total = ((t - t.mean(0)) ** 2).sum(0)
    metrics = [
        metric("R2Score", class_aggregation="uniform_average", num_regressors=0),
        metric("R2Score", class_aggregation="variance_weighted_average"),
        metric("R2Score", class_aggregation="uniform_average", num_regressors=3), metric("R2Score", class_aggregation=None),
        metric("RootMeanSquaredError"), metric("MeanAbsoluteError"), metric("LogCoshError")]
    expected = {
        "r2_score": raw.mean(), "weighted_r2_score": (raw * total).sum() / total.sum(),
        "r2_score_of_3_inputs": 1 - (1 - raw.mean()) * (BATCH - 1) / (BATCH - 4),
        **{f"raw_r2_score_of_class_{i}": value for i, value in enumerate(raw)},
        "root_mean_squared_error": numpy.sqrt(((y - t) ** 2).mean()), "mean_absolute_error": abs(y - t).mean(),
        "log_cosh": numpy.log(numpy.cosh(y - t)).mean()}
    compare("numbers", evaluate("mse", metrics, y, t), expected)


def forms():
    """The same metrics as names, as functions and classes of Keras 2 and 3, in lists and by the names of outputs."""
    y, t = random.normal(size=(BATCH, 2)), random.normal(size=(BATCH, 2))
    expected = {"mean_absolute_error": abs(y - t).mean(), "mean_squared_error": ((y - t) ** 2).mean()}
    wrapped = lambda fn: {"class_name": "MeanMetricWrapper", "config": {"name": "mine", "dtype": "float32", "fn": fn}}
    function = lambda name: {"module": "builtins", "class_name": "function", "config": name, "registered_name": "function"}
    for given in (["mae", "mse"], [["mae", "mse"]], {"y": ["mae", "mse"]}, [wrapped("mean_absolute_error"), wrapped("mse")],
                  [function("mean_absolute_error"), function("mean_squared_error")],
                  [{"module": "keras.metrics", "class_name": "MeanAbsoluteError", "config": {"name": "mean_squared_error"},
                    "registered_name": None}, "MeanSquaredError"]):
        compare("forms", evaluate("mse", given, y, t), expected)
    compare("weighted", evaluate("mse", ["mae"], y, t, weighted_metrics=[["mse", "mae"]]), expected)


def along():
    """Metrics along the dimension of the loss, which the labels of classes lack."""
    p = random.dirichlet(numpy.ones(3), (BATCH, 2)).swapaxes(1, 2)
    right = random.integers(0, 3, (BATCH, 2))
    truth = numpy.eye(3)[right].swapaxes(1, 2)
    entropy = -(truth * numpy.log(p)).sum(1).mean()
    accuracy = (p.argmax(1) == right).mean()
    loss = lambda name, axis: {"class_name": name, "config": {"axis": axis}}
    compare("shares along 1", evaluate(loss("CategoricalCrossentropy", 1), [
        "accuracy", metric("CategoricalCrossentropy", axis=-2), metric("F1Score", average="macro")], p, truth),
        {"accuracy": accuracy, "categorical_crossentropy": entropy,
         "macro_f1_score": scores(numpy.eye(3)[p.argmax(1)].reshape(-1, 3), numpy.eye(3)[right].reshape(-1, 3), 1).mean()})
    compare("indices along 1", evaluate(loss("SparseCategoricalCrossentropy", -2), [
        "accuracy", metric("SparseCategoricalCrossentropy", axis=1)], p, right),
        {"accuracy": accuracy, "sparse_categorical_crossentropy": entropy})


for part in (binary, classes, numbers, forms, along):
    part()
