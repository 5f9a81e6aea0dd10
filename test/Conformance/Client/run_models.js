// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: node run_models.js RUNTIME LIST
//
// Runs models in the ONNX Runtime of a folder. Each model of the list, a JSON file, has
// the file of its bytes and inputs with names, types, sizes and files of elements. The
// elements of its outputs are written beside the model; what they are, or why there are
// none, is printed as JSON.
'use strict';
const fs = require('fs');

const arrays = {float32: Float32Array, float64: Float64Array, int64: BigInt64Array, int32: Int32Array, bool: Uint8Array};

function elements(file, type) {
  const bytes = fs.readFileSync(file);
  return new arrays[type](bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

async function run(runtime, model) {
  const session = await runtime.InferenceSession.create(model.file, {intraOpNumThreads: 1, logSeverityLevel: 3});
  const inputs = {};
  for (const input of model.inputs)
    inputs[input.name] = new runtime.Tensor(input.type, elements(input.file, input.type), input.sizes);
  const results = await session.run(inputs);
  const outputs = [];
  for (const name of session.outputNames) {
    const {data, dims, type} = results[name];
    const file = `${model.file}.${outputs.length}`;
    fs.writeFileSync(file, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    outputs.push({name, type, sizes: dims, file});
  }
  return {outputs};
}

async function main() {
  const [folder, list] = process.argv.slice(2);
  const runtime = require(folder);
  const results = [];
  for (const model of JSON.parse(fs.readFileSync(list)))
    results.push(await run(runtime, model).catch((error) => ({error: String(error)})));
  process.stdout.write(JSON.stringify(results));
}

main();
