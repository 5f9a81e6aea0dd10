// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: node run_models.js FOLDER < tasks
//
// Runs models of Keras in TensorFlow.js, whose packages are in the folder. A task is a
// line of JSON, and so is what is answered; tensors are objects with `shape` and `values`.
//   kind `classes`: the classes of layers that it has
//   kind `values`: outputs of a model, and gradients of their sum, weighted by `cotangents`
//   kind `training`: what steps of an optimizer leave of the weights, and the losses
//   kind `evaluation`: the loss and metrics of a batch
'use strict';
const path = require('path');
const readline = require('readline');

const folder = process.argv[2];
const tf = require(path.join(folder, 'tfjs-core'));
require(path.join(folder, 'tfjs-backend-cpu'));
const layers = require(path.join(folder, 'tfjs-layers'));

// Layers use ops as methods of tensors, which the package that brings them all along adds.
for (const [name, op] of Object.entries(tf)) {
  if (typeof op === 'function' && !(name in tf.Tensor.prototype))
    tf.Tensor.prototype[name] = function(...rest) { return op(this, ...rest); };
}
tf.Tensor.prototype.flatten = function() { return tf.reshape(this, [this.size]); };

const tensorOf = ({shape, values, type}) => tf.tensor(values, shape, type || 'float32');
const list = (value) => Array.isArray(value) ? value : [value];
const plain = (tensor) => ({shape: tensor.shape, values: Array.from(tensor.dataSync())});

async function load(task) {
  const model = await layers.loadLayersModel(tf.io.fromMemory({modelTopology: task.model}));
  for (const weight of model.weights) {
    const given = task.weights[nameOf(weight, model, task)];
    if (!given)
      throw new Error(`no weight ${weight.originalName} of ${Object.keys(task.weights)}`);
    weight.write(tensorOf(given));
  }
  if (model.weights.length !== Object.keys(task.weights).length)
    throw new Error(`has ${model.weights.map((weight) => weight.originalName)} of ${Object.keys(task.weights)}`);
  return model;
}

/// The name that a weight has in Keras: its layer, perhaps a layer in it, its own. Cells
/// are not named here; their weights are in their order.
function nameOf(weight, model, task) {
  const names = Object.keys(task.weights);
  const own = weight.originalName.replace(/(forward|backward)_[^/]*/, "$1");
  const inOrder = names[model.weights.indexOf(weight)];
  return names.includes(own) || !/\/cell\//.test(inOrder) ? own : inOrder;
}

/// Takes gradients and changes nothing.
class Observer extends tf.Optimizer {
  constructor(inputs) {
    super();
    this.inputs = inputs;
  }
  minimize(loss, returnCost, variables) {
    const {value, grads} = tf.variableGrads(loss, [...variables, ...this.inputs]);
    this.gradients = grads;
    return value;
  }
  applyGradients() {}
}

/// What a model computes as it is used. Some layers fail where shapes are looked at first.
function used(model, inputs) {
  try {
    return model.predict(inputs);
  } catch (error) {
    return model.call(inputs, {});
  }
}

async function values(task) {
  const model = await load(task);
  const result = {};
  if (task.predicts) {
    result.predicted = list(used(model, task.inputs.map(tensorOf))).map(plain);
  }
  if (!task.cotangents)
    return result;
  const inputs = task.inputs.map((input) => tf.variable(tensorOf(input), true));
  const optimizer = new Observer(task.fixed ? [] : inputs);
  result.outputs = [];
  const loss = (factors, output) => {
    result.outputs.push(plain(output));
    return tf.sum(tf.mul(factors, output));
  };
  model.compile({optimizer, loss});
  try {
    await model.trainOnBatch(inputs, task.cotangents.map(tensorOf));
  } catch (error) {
    const outputs = result.outputs.length ? result.outputs : list(used(model, inputs)).map(plain);
    return {...result, refused: error.message, outputs};
  }
  const gradient = (variable) => optimizer.gradients[variable.name] ? plain(optimizer.gradients[variable.name]) : null;
  result.inputs = task.fixed ? [] : inputs.map(gradient);
  result.weights = {};
  for (const weight of model.trainableWeights)
    result.weights[nameOf(weight, model, task)] = gradient(weight.read());
  result.state = {};
  for (const weight of model.nonTrainableWeights)
    result.state[nameOf(weight, model, task)] = plain(weight.read());
  return result;
}

const optimizers = {
  sgd: (o) => tf.train.sgd(o.learning_rate),
  momentum: (o) => tf.train.momentum(o.learning_rate, o.momentum, o.nesterov || false),
  adam: (o) => tf.train.adam(o.learning_rate, o.beta_1, o.beta_2, o.epsilon),
  rmsprop: (o) => tf.train.rmsprop(o.learning_rate, o.rho, o.momentum || 0, o.epsilon, o.centered || false),
  adagrad: (o) => tf.train.adagrad(o.learning_rate, o.initial_accumulator),
  adadelta: (o) => tf.train.adadelta(o.learning_rate, o.rho, o.epsilon),
  adamax: (o) => tf.train.adamax(o.learning_rate, o.beta_1, o.beta_2, o.epsilon),
};

/// Losses that the layers do not name.
const losses = {
  huber: (o) => (labels, output) => tf.losses.huberLoss(labels, output, undefined, o.delta),
  softmax: (o) => (labels, output) => tf.losses.softmaxCrossEntropy(labels, output, undefined, o.label_smoothing || 0),
  sigmoid: (o) => (labels, output) => tf.losses.sigmoidCrossEntropy(labels, output, undefined, o.label_smoothing || 0),
};

async function training(task) {
  const model = await load(task);
  const loss = losses[task.loss] ? losses[task.loss](task.settings) : task.loss;
  model.compile({optimizer: optimizers[task.optimizer](task.settings), loss});
  const result = {losses: [], weights: {}};
  for (const {inputs, labels} of task.batches)
    result.losses.push(await model.trainOnBatch(inputs.map(tensorOf), tensorOf(labels)));
  for (const weight of model.weights)
    result.weights[nameOf(weight, model, task)] = plain(weight.read());
  return result;
}

async function evaluation(task) {
  const model = await load(task);
  // One metric has no name there.
  const metrics = task.metrics.map((name) => name === 'recall' ? layers.metrics.recall : name);
  model.compile({optimizer: 'sgd', loss: task.loss, metrics});
  const labels = tensorOf(task.labels);
  const values = await model.evaluate(task.inputs.map(tensorOf), labels, {batchSize: labels.shape[0]});
  return {values: list(values).map((value) => value.dataSync()[0])};
}

const kinds = {
  classes: () => [...Object.keys(tf.serialization.SerializationMap.getMap().classNameMap)],
  values, training, evaluation,
};

async function main() {
  console.warn = () => {};
  for await (const line of readline.createInterface({input: process.stdin})) {
    const task = JSON.parse(line);
    let result;
    try {
      result = await kinds[task.kind](task);
    } catch (error) {
      result = {error: String(error && error.message || error)};
    }
    process.stdout.write(JSON.stringify(result) + '\n');
  }
}

main();
