# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of Keras with a layer or a few, each with a setting that changes what is computed."""

import dataclasses
import re
import zlib

import numpy

from tfjs import Known


@dataclasses.dataclass
class Case:
    what: str
    model: dict
    inputs: list
    # Whether it is computed as it is used, and as it learns, with gradients.
    predicts: bool
    trains: bool
    # The inputs have no gradients: numbers of rows, or what is compared with a number.
    fixed: bool
    # Twice the inputs without the offsets are twice the outputs.
    linear: bool
    classes: set


CASES = []

LINEAR = {"Dense", "Conv1D", "Conv2D", "Conv3D", "Conv2DTranspose", "Conv3DTranspose", "DepthwiseConv2D",
          "AveragePooling1D", "AveragePooling2D", "AveragePooling3D", "GlobalAveragePooling1D",
          "GlobalAveragePooling2D", "UpSampling2D", "ZeroPadding2D", "Cropping2D", "Flatten", "Reshape", "Permute",
          "RepeatVector"}


def drawn(text, shape):
    return numpy.random.default_rng(zlib.crc32(text.encode())).normal(size=shape).astype(numpy.float32)


def functional(layers, inputs, outputs):
    """A model of (class, name, settings, names of inputs)."""
    listed = [{"class_name": "InputLayer", "name": name, "inbound_nodes": [],
               "config": {"name": name, "dtype": "float32", "batch_input_shape": [None, *array.shape[1:]]}}
              for name, array in inputs.items()]
    for kind, name, settings, sources in layers:
        listed.append({"class_name": kind, "name": name, "config": {"name": name, "dtype": "float32", **settings},
                       "inbound_nodes": [[[source, 0, 0, {}] for source in sources]]})
    return {"class_name": "Functional", "keras_version": "2.15.0", "config": {
        "name": "model", "layers": listed, "input_layers": [[name, 0, 0] for name in inputs],
        "output_layers": outputs}}


def add(layers, inputs, outputs=1, predicts=False, trains=True, fixed=False):
    """Layers one after the other, or after those that they name; the first takes all inputs."""
    what = " ".join(f"{kind} {settings}" if settings else kind for kind, settings, *_ in layers)
    names = [chr(ord("a") + number) for number in range(len(inputs))]
    arrays = [given if isinstance(given, numpy.ndarray) else drawn(f"{what} {name}", given)
              for given, name in zip(inputs, names)]
    nodes = []
    for number, (kind, settings, *sources) in enumerate(layers):
        before = [f"layer{number - 1}"] if number else names
        nodes.append((kind, f"layer{number}", settings, sources[0] if sources else before))
    model = functional(nodes, dict(zip(names, arrays)), [[nodes[-1][1], 0, index] for index in range(outputs)])
    what += " of " + ", ".join("x".join(map(str, array.shape)) for array in arrays)
    classes = {kind for kind, *_ in layers}
    classes |= {settings[key]["class_name"] for _, settings, *_ in layers for key in ("layer", "cell") if key in settings}
    linear = len(layers) == 1 and layers[0][0] in LINEAR and not re.search("activation|regularizer", what)
    CASES.append(Case(what, model, arrays, predicts, trains, fixed, linear, classes))


def layer(kind, *shapes, settings=(), **options):
    """One layer with each of the settings."""
    for one in settings or ({},):
        add([(kind, one)], shapes, **options)


def inner(kind, **settings):
    return {"class_name": kind, "config": {"name": "inner", "dtype": "float32", **settings}}


def penalty(l1, l2):
    return {"class_name": "L1L2", "config": {"l1": l1, "l2": l2}}


def crossed(base, **choices):
    """The base with each value of each choice, one changed at a time."""
    yield dict(base)
    for name, values in choices.items():
        for value in values:
            yield {**base, name: value}


def core():
    layer("Dense", (3, 4), settings=crossed(
        {"units": 5}, use_bias=[False], kernel_regularizer=[penalty(0.25, 0.0), penalty(0.125, 0.5)],
        bias_regularizer=[penalty(0.0, 0.5)],
        activation=["relu", "sigmoid", "tanh", "softmax", "elu", "selu", "softplus", "softsign", "hard_sigmoid"]))
    layer("Dense", (3, 2, 4), settings=[{"units": 5, "activation": "relu"}])
    layer("Flatten", (2, 3, 4, 5), settings=crossed({}, data_format=["channels_first"]))
    layer("Reshape", (2, 3, 20), settings=crossed({"target_shape": [5, -1]}, target_shape=[[60], [2, 3, 10]]))
    layer("Permute", (2, 3, 4, 5), settings=[{"dims": [2, 1, 3]}, {"dims": [3, 1, 2]}])
    layer("RepeatVector", (2, 4), settings=[{"n": 3}])
    layer("Rescaling", (3, 4), settings=[{"scale": 0.5, "offset": -1.0}])
    layer("Dropout", (3, 4), settings=[{"rate": 0.5}], predicts=True, trains=False)
    layer("Dropout", (3, 4), settings=[{"rate": 0.0}])
    layer("SpatialDropout1D", (3, 4, 2), settings=[{"rate": 0.5}], predicts=True, trains=False)
    layer("AlphaDropout", (3, 4), settings=[{"rate": 0.5}], predicts=True, trains=False)
    layer("GaussianDropout", (3, 4), settings=[{"rate": 0.5}], predicts=True, trains=False)
    layer("GaussianNoise", (3, 4), settings=[{"stddev": 0.5}], predicts=True, trains=False)
    words = numpy.array([[3, 1, 0, 0, 0], [2, 5, 6, 1, 4], [0, 0, 2, 0, 3]], numpy.float32)
    for mode in ("multi_hot", "count"):
        add([("CategoryEncoding", {"num_tokens": 8, "output_mode": mode})], [words], predicts=True, trains=False)
    add([("CategoryEncoding", {"num_tokens": 8, "output_mode": "one_hot"})], [words[:, :1]], predicts=True, trains=False)
    add([("Embedding", {"input_dim": 7, "output_dim": 4, "embeddings_regularizer": penalty(0.0, 0.5)})], [words],
        fixed=True)
    add([("Embedding", {"input_dim": 7, "output_dim": 4})], [words[:, :1]], fixed=True)


def activations():
    names = ["elu", "selu", "relu", "relu6", "linear", "sigmoid", "hard_sigmoid", "softplus", "softsign", "tanh",
             "softmax", "log_softmax", "swish", "mish", "gelu"]
    layer("Activation", (5, 6), settings=[{"activation": name} for name in names])
    layer("Activation", (2, 3, 4), settings=[{"activation": "softmax"}])
    layer("ReLU", (5, 6), settings=[{}, {"max_value": 1.0}])
    layer("LeakyReLU", (5, 6), settings=[{}, {"alpha": 0.125}])
    layer("ELU", (5, 6), settings=[{}, {"alpha": 0.5}])
    layer("ThresholdedReLU", (5, 6), settings=[{}, {"theta": 0.25}])
    layer("PReLU", (2, 3, 4), settings=[{}])
    layer("PReLU", (2, 3, 4, 5), settings=[{"shared_axes": [1, 2]}])
    layer("Softmax", (2, 3, 4), settings=[{}, {"axis": 1}])


def convolutions():
    for count, sizes in ((1, (9,)), (2, (7, 8)), (3, (5, 6, 5))):
        base = {"filters": 3, "kernel_size": [3, 2, 2][:count]}
        changes = {"strides": [[2] * count], "padding": ["same"], "use_bias": [False], "activation": ["relu"],
                   "dilation_rate": [[2] * count]}
        layer(f"Conv{count}D", (2, *sizes, 2), settings=[
            *crossed(base, **changes), {**base, "strides": [2] * count, "padding": "same"},
            {**base, "dilation_rate": [2] * count, "padding": "same"}])
        layer(f"Conv{count}D", (2, 2, *sizes), settings=[
            {**base, "data_format": "channels_first"},
            {**base, "data_format": "channels_first", "padding": "same", "strides": [2] * count}])
    layer("Conv1D", (2, 9, 2), settings=[{"filters": 3, "kernel_size": [3], "padding": "causal"},
                                         {"filters": 3, "kernel_size": [3], "padding": "causal", "dilation_rate": [2]}])
    for count, sizes in ((2, (5, 4)), (3, (3, 4, 3))):
        base = {"filters": 3, "kernel_size": [3, 2, 2][:count]}
        layer(f"Conv{count}DTranspose", (2, *sizes, 2), settings=[
            *crossed(base, strides=[[2] * count, [3] * count], padding=["same"], use_bias=[False], activation=["tanh"]),
            {**base, "strides": [2] * count, "padding": "same"},
            {**base, "kernel_size": [4] * count, "strides": [2] * count, "padding": "same"}])
        layer(f"Conv{count}DTranspose", (2, 2, *sizes), settings=[{**base, "data_format": "channels_first"}])
    base = {"kernel_size": [3, 2]}
    for kind, own in (("DepthwiseConv2D", {}), ("SeparableConv2D", {"filters": 3})):
        layer(kind, (2, 7, 8, 2), settings=[
            *crossed({**base, **own}, strides=[[2, 2]], padding=["same"], use_bias=[False], activation=["relu"],
                     depth_multiplier=[2], dilation_rate=[[2, 2]]),
            {**base, **own, "strides": [2, 2], "padding": "same", "depth_multiplier": 2}])
        layer(kind, (2, 2, 7, 8), settings=[{**base, **own, "data_format": "channels_first"}])


def pooling():
    for count, sizes in ((1, (9,)), (2, (7, 8)), (3, (5, 6, 5))):
        for kind in ("Max", "Average"):
            base = {"pool_size": [3, 2, 2][:count]}
            name = f"{kind}Pooling{count}D"
            layer(name, (2, *sizes, 2), settings=[
                {}, *crossed(base, strides=[[1] * count, [2] * count], padding=["same"]),
                {**base, "strides": [2] * count, "padding": "same"}])
            layer(name, (2, 2, *sizes), settings=[{**base, "data_format": "channels_first"},
                                                  {**base, "data_format": "channels_first", "padding": "same"}])
    for kind in ("Max", "Average"):
        layer(f"Global{kind}Pooling1D", (2, 5, 3))
        layer(f"Global{kind}Pooling2D", (2, 4, 5, 3), settings=crossed({}, data_format=["channels_first"]))


def arrangement():
    for form in ("channels_last", "channels_first"):
        layer("ZeroPadding2D", (2, 3, 4, 5), settings=[{"padding": one, "data_format": form}
                                                       for one in (1, [1, 2], [[1, 2], [0, 3]])])
        layer("Cropping2D", (2, 6, 7, 5), settings=[{"cropping": one, "data_format": form}
                                                    for one in (1, [2, 1], [[1, 0], [2, 1]])])
        layer("UpSampling2D", (2, 3, 4, 2), settings=[{"size": [2, 3], "data_format": form, "interpolation": one}
                                                      for one in ("nearest", "bilinear")])
        layer("UpSampling2D", (1, 3, 4, 2), settings=[{"size": [2, 3], "data_format": form}])
    for height, width in ((7, 5), (3, 2), (12, 8)):
        layer("Resizing", (2, 6, 4, 3), settings=[{"height": height, "width": width, "interpolation": one}
                                                  for one in ("bilinear", "nearest")])
    layer("CenterCrop", (2, 6, 5, 3), settings=[{"height": 3, "width": 2}, {"height": 4, "width": 3}])


def merges():
    for kind in ("Add", "Multiply", "Average", "Maximum", "Minimum"):
        layer(kind, (3, 4), (3, 4))
        layer(kind, (3, 4), (3, 4), (3, 4))
        layer(kind, (3, 5, 4), (3, 1, 4))
        layer(kind, (3, 3, 4), (3, 4))
    layer("Concatenate", (3, 4), (3, 2))
    layer("Concatenate", (3, 4, 2), (3, 1, 2), (3, 3, 2), settings=[{"axis": 1}])
    layer("Concatenate", (3, 4, 2), (3, 4, 1), settings=[{"axis": -1}])
    layer("Dot", (3, 4), (3, 4), settings=[{"axes": 1}, {"axes": -1, "normalize": True}])
    layer("Dot", (3, 2, 4), (3, 4, 5), settings=[{"axes": [2, 1]}])
    layer("Dot", (3, 4, 2), (3, 5, 4), settings=[{"axes": [1, 2]}, {"axes": [1, 2], "normalize": True}])


def normalizations():
    changes = {"momentum": [0.75], "epsilon": [0.25], "center": [False], "scale": [False]}
    layer("BatchNormalization", (6, 4), settings=crossed({}, **changes), predicts=True)
    layer("BatchNormalization", (2, 3, 4), settings=[{}], predicts=True)
    layer("BatchNormalization", (2, 5, 6, 4), settings=[{"axis": -1}, {"axis": [3]}], predicts=True)
    layer("BatchNormalization", (2, 4, 5, 6), settings=[{"axis": 1}], predicts=True)
    layer("LayerNormalization", (3, 5, 4), settings=crossed(
        {}, axis=[-1, 1, [1, 2]], epsilon=[0.25], center=[False], scale=[False]))


RECURRENT = {"SimpleRNN": 1, "GRU": 1, "LSTM": 2}


def recurrent():
    for kind, states in RECURRENT.items():
        base = {"units": 3, "reset_after": False} if kind == "GRU" else {"units": 3}
        changes = {"return_sequences": [True], "go_backwards": [True], "use_bias": [False], "activation": ["relu"],
                   "kernel_regularizer": [penalty(0.0, 0.5)], "recurrent_regularizer": [penalty(0.25, 0.0)]}
        if kind != "SimpleRNN":
            changes["recurrent_activation"] = ["sigmoid", "hard_sigmoid"]
            changes["implementation"] = [1, 2]
            base["recurrent_activation"] = "sigmoid"
        layer(kind, (2, 4, 3), settings=[
            *crossed(base, **changes), {**base, "go_backwards": True, "return_sequences": True}])
        layer(kind, (2, 4, 3), settings=[{**base, "return_state": True},
                                         {**base, "return_state": True, "return_sequences": True}], outputs=states + 1)
        layer(kind, (2, 4, 3), *[(2, 3)] * states, settings=[base, {**base, "return_sequences": True}])
    layer("GRU", (2, 4, 3), settings=[{"units": 3, "reset_after": True}])
    changes = {"return_sequences": [True], "go_backwards": [True], "use_bias": [False], "padding": ["same"],
               "recurrent_activation": ["sigmoid"], "activation": ["relu"]}
    base = {"filters": 2, "kernel_size": [3, 2], "data_format": "channels_last"}
    layer("ConvLSTM2D", (2, 3, 5, 4, 2), settings=[
        *crossed(base, **changes), {**base, "strides": [2, 2], "padding": "same"}])
    layer("ConvLSTM2D", (2, 3, 2, 5, 4), settings=[{**base, "data_format": "channels_first"}])


def cells():
    kinds = {"SimpleRNNCell": 1, "GRUCell": 1, "LSTMCell": 2}
    own = {kind: {"units": 3, **({} if kind == "SimpleRNNCell" else {"recurrent_activation": "sigmoid"})} for kind in kinds}
    own["GRUCell"]["reset_after"] = False
    for kind, states in kinds.items():
        one = {"cell": inner(kind, **own[kind])}
        layer("RNN", (2, 4, 3), settings=crossed(one, return_sequences=[True], go_backwards=[True]))
        layer("RNN", (2, 4, 3), settings=[{**one, "return_state": True}], outputs=states + 1)
        layer("RNN", (2, 4, 3), *[(2, 3)] * states, settings=[one])
    stack = {"cell": inner("StackedRNNCells", cells=[inner(kind, **own[kind]) for kind in kinds])}
    layer("RNN", (2, 4, 3), settings=crossed(stack, return_sequences=[True], go_backwards=[True]))


def wrappers():
    for kind in RECURRENT:
        own = {"units": 3, "reset_after": False} if kind == "GRU" else {"units": 3}
        if kind != "SimpleRNN":
            own["recurrent_activation"] = "sigmoid"
        for sequences in (False, True):
            one = {"layer": inner(kind, return_sequences=sequences, **own)}
            layer("Bidirectional", (2, 4, 3), settings=crossed({**one, "merge_mode": "concat"},
                                                               merge_mode=["sum", "mul", "ave"]))
        layer("Bidirectional", (2, 4, 3), settings=[{"layer": inner(kind, **own), "merge_mode": None}], outputs=2)
        backwards = inner(kind, go_backwards=True, return_sequences=True, **own)
        layer("Bidirectional", (2, 4, 3), settings=[{"layer": backwards, "merge_mode": "concat"}])
        states = inner(kind, return_state=True, return_sequences=True, **own)
        layer("Bidirectional", (2, 4, 3), settings=[{"layer": states, "merge_mode": "concat"}],
              outputs=1 + 2 * RECURRENT[kind])
    for one in (inner("Dense", units=3, activation="relu"), inner("Activation", activation="softmax")):
        layer("TimeDistributed", (2, 4, 3), settings=[{"layer": one}])
    for one in (inner("Conv2D", filters=3, kernel_size=[3, 2]), inner("MaxPooling2D", pool_size=[2, 2]),
                inner("Flatten")):
        layer("TimeDistributed", (2, 3, 5, 4, 2), settings=[{"layer": one}])


def masks():
    words = numpy.array([[3, 1, 0, 0, 0], [2, 5, 6, 1, 4], [0, 0, 2, 0, 3]], numpy.float32)
    values = drawn("masked", (2, 4, 3))
    values[0, 2:] = -1.0
    values[1, 0, 1] = -1.0
    values[1, 1] = -1.0
    embed = ("Embedding", {"input_dim": 7, "output_dim": 4, "mask_zero": True})
    hide = ("Masking", {"mask_value": -1.0})
    add([hide, ("Flatten", {})], [values])
    add([("Masking", {}), ("Flatten", {})], [numpy.where(values == -1, 0, values).astype(numpy.float32)])
    for kind, states in RECURRENT.items():
        base = {"units": 3, "reset_after": False} if kind == "GRU" else {"units": 3}
        if kind != "SimpleRNN":
            base["recurrent_activation"] = "sigmoid"
        for first, array in ((embed, words), (hide, values)):
            for change in ({}, {"go_backwards": True}, {"activation": "relu"}):
                add([first, (kind, {**base, **change})], [array], fixed=True)
            for change in ({}, {"go_backwards": True}):
                sequences = (kind, {**base, **change, "return_sequences": True})
                add([first, sequences, ("Flatten", {})], [array], fixed=True)
                add([first, sequences, (kind, base)], [array], fixed=True)
            add([first, (kind, {**base, "return_state": True})], [array], outputs=states + 1, fixed=True)
            for mode in ("concat", "sum"):
                one = {"layer": inner(kind, **base), "merge_mode": mode}
                add([first, ("Bidirectional", one)], [array], fixed=True)
            one = {"layer": inner(kind, return_state=True, **base), "merge_mode": "concat"}
            add([first, ("Bidirectional", one)], [array], outputs=1 + 2 * states, fixed=True)
            one = {"layer": inner(kind, return_sequences=True, **base), "merge_mode": "mul"}
            add([first, ("Bidirectional", one), (kind, base)], [array], fixed=True)
            for between in ([("Dropout", {"rate": 0.0}), ("Activation", {"activation": "tanh"})],
                            [("TimeDistributed", {"layer": inner("Dense", units=2)})], [("LayerNormalization", {})],
                            [("Dense", {"units": 2})]):
                add([first, *between, (kind, base)], [array], fixed=True)
    other = numpy.array([[1, 1, 2, 0, 3], [0, 5, 6, 1, 4], [4, 0, 2, 2, 3]], numpy.float32)
    last = ("LSTM", {"units": 3, "recurrent_activation": "sigmoid"})
    for second in (embed, ("Embedding", {"input_dim": 7, "output_dim": 4})):
        for axis in (1, 2):
            add([(*embed, ["a"]), (*second, ["b"]), ("Concatenate", {"axis": axis}, ["layer0", "layer1"]), last],
                [words, other], fixed=True)


core()
activations()
convolutions()
pooling()
arrangement()
merges()
normalizations()
recurrent()
cells()
wrappers()
masks()

KNOWN = [
    # What it does not have.
    Known("ELU has one alpha", "^ELU .*alpha", "refused .*alpha value"),
    Known("softmax is along the last dimension, and along dimension 1 where none is said", "^Softmax.* of 2x3x4",
          "non-last dimension"),
    Known("there is no causal padding", "^Conv1D .*causal", "CAUSAL padding"),
    Known("GRU has the form of Keras 1 only", "^GRU .*'reset_after': True", "does not support reset_after"),
    Known("pooling in one dimension has no data format", r"^\w+Pooling1D .*channels_first", "refused|output 0 has shape"),
    # What fails in it.
    Known("the bias of Conv1D is added to the last dimension", "^Conv1D .*channels_first", "refused|output 0 has shape"),
    Known("the bias of SeparableConv2D goes with channels that are last", "^SeparableConv2D .*channels_first",
          "refused .*broadcast"),
    Known("DepthwiseConv2D takes no notice of dilations", "^DepthwiseConv2D .*dilation_rate",
          "refused|output 0 has shape"),
    Known("batch normalization of images takes other statistics where the channels are not last",
          "^BatchNormalization .*'axis': 1", "refused|predicted"),
    Known("normalizations without an offset or a factor have no gradients",
          "^(Batch|Layer)Normalization .*('center'|'scale'): False", "gradients refused"),
    Known("an input without a mask gets one of the shape of its values", "^Embedding .*Embedding .*Concatenate", "refused"),
    Known("CenterCrop writes over the shape of its input", "^CenterCrop", "gradients refused"),
    # Gradients that it does not have, or has otherwise.
    Known("there are no gradients of dilated convolutions", "Conv.*dilation_rate", "gradients refused .*dilation"),
    Known("there are no gradients of Conv3DTranspose", "^Conv3DTranspose", "gradients refused .*Conv3DBackpropInputV2"),
    Known("there are no gradients where a value is multiplied with a comparison", "^ThresholdedReLU",
          "gradients refused .*Greater"),
    Known("there are no gradients through the mask of Masking", "^Masking .*Flatten", "gradients refused .*Any"),
    Known("gradients of Maximum and Minimum keep the shape of the result", "^(Maximum|Minimum) of 3x[35]x4, 3x",
          "gradients refused"),
    Known("gradients of means over windows count what is padded", "^AveragePooling.*'same'", "gradient of a differs"),
    Known("gradients of nearest neighbours are right for the first image only", "^UpSampling2D .*nearest.* of 2x",
          "gradient of a differs"),
    Known("penalties of recurrent layers are not part of the loss", "^(SimpleRNN|GRU|LSTM) .*_regularizer",
          "gradient of layer0/"),
    # Values that Keras had before, or has not.
    Known("bilinear interpolation takes places of pixels from their corners, as TensorFlow 1", "^UpSampling2D .*bilinear",
          "refused|output 0"),
    Known("images are resized so that their corners meet", "^Resizing", "refused|output 0"),
    Known("the variance of images is not corrected for the number of elements, as Keras 2 does",
          "^BatchNormalization .* of 2x5x6x4", "moving_variance differs"),
]
