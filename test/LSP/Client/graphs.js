// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

// Graphs in text, and the jobs that train them, in the language server.

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { Capabilities, cursorIn, serverTest, temporaryFolder } = require("./session.js");

const Uri = "file:///n/graph.pbtxt";

const Graph = fs.readFileSync(path.join(__dirname, "../Inputs/functions.pbtxt"), "utf-8");

// The graph with a cursor before the first place of some text behind another.
function at(text, behind = "") {
  const from = Graph.indexOf(behind) + behind.length;
  const place = Graph.indexOf(text, from);
  assert.ok(place >= 0, text);
  return cursorIn(Graph.slice(0, place) + "|" + Graph.slice(place)).position;
}

function ask(session, method, position) {
  return session.ask("textDocument/" + method, { textDocument: { uri: Uri }, position });
}

async function hover(session, position) {
  const found = await ask(session, "hover", position);
  return found && found.contents.value;
}

//===----------------------------------------------------------------------===//
// One graph
//===----------------------------------------------------------------------===//

serverTest("diagnostics follow the edits of a graph", async (session) => {
  session.open(Uri, Graph, "pbtxt");
  assert.deepEqual(await session.diagnostics(Uri, 1), []);
  const { line, character } = at('dense/w"', "input: \"x\"");
  session.change(Uri, [{
    range: { start: { line, character }, end: { line, character: character + 7 } }, text: "nowhere",
  }]);
  const [missing] = await session.diagnostics(Uri, 2);
  assert.equal(missing.code, "dangling-input");
  assert.equal(missing.range.start.line, line);
  // What is broken is said, and the rest is still there to ask about.
  session.change(Uri, [{
    range: { start: { line: 24, character: 0 }, end: { line: 24, character: 0 } },
    text: "node { name: \"new\n",
  }]);
  const broken = await session.diagnostics(Uri, 3);
  assert.ok(broken.some((one) => one.code === "graph-syntax"), JSON.stringify(broken));
  const symbols = await ask(session, "documentSymbol");
  assert.ok(symbols.some((symbol) => symbol.name === "dense"));
  assert.match(await hover(session, at("MatMul\"", "MatMul\"\n  op: \"")), /^\*\*MatMul\*\*/);
});

serverTest("functions, scopes and nodes are symbols", async (session) => {
  session.open(Uri, Graph, "pbtxt");
  const symbols = await ask(session, "documentSymbol");
  assert.deepEqual(symbols.map((one) => one.name),
    ["dense", "x", "parts", "zero", "call", "twice"]);
  const [dense, x] = symbols;
  assert.deepEqual(dense.children.map((one) => [one.name, one.detail]),
    [["w", "Const"], ["MatMul", "MatMul"]]);
  assert.deepEqual([dense.range.start.line, dense.range.end.line], [1, 23]);
  assert.deepEqual(x.range, { start: { line: 10, character: 0 }, end: { line: 15, character: 1 } });
  const twice = symbols[5];
  assert.equal(twice.kind, 12);
  assert.deepEqual(twice.children.map((one) => one.name), ["sum"]);
  assert.equal(twice.selectionRange.start.line, 35);
});

serverTest("an old client gets a flat list", async (session) => {
  session.open(Uri, Graph, "pbtxt");
  const symbols = await ask(session, "documentSymbol");
  const product = symbols.find((one) => one.name === "MatMul");
  assert.equal(product.containerName, "dense");
}, { capabilities: {} });

serverTest("messages of several lines fold", async (session) => {
  session.open(Uri, Graph, "pbtxt");
  const folds = (await ask(session, "foldingRange")).map((one) => [one.startLine, one.endLine]);
  for (const fold of [[1, 9], [4, 7], [24, 25], [32, 42], [34, 38]]) {
    assert.ok(folds.some((one) => one[0] === fold[0] && one[1] === fold[1]),
      `${fold} in ${JSON.stringify(folds)}`);
  }
  assert.ok(!folds.some((one) => one[0] === 6), "what is on one line does not fold");
});

serverTest("ops, nodes, inputs and attributes are explained", async (session) => {
  session.open(Uri, Graph, "pbtxt");
  const op = await hover(session, at("MatMul\"", "MatMul\"\n  op: \""));
  assert.match(op, /inputs: `a`: T, `b`: T/);
  assert.match(op, /on a TPU: runs; `T` may be .*bfloat16/);
  assert.match(op, /\*table tf-ops, as of \S+; tf-ops-tpu, as of/);
  const node = await hover(session, at("dense/MatMul"));
  assert.match(node, /^\*\*dense\/MatMul\*\*: MatMul/);
  assert.match(node, /`product`: `float\[\?, 2\]`/);
  assert.match(node, /on device `\/device:GPU:0`/);
  // Of several outputs, the one that is meant.
  const input = await hover(session, at("parts:1"));
  assert.match(input, /^\*\*parts\*\*: Split\n\n`output:1`: `float\[\?, 1\]`$/);
  assert.match(await hover(session, at("num_split")),
    /^\*\*num_split\*\* of Split: integer\n\nat least 1\n\nhas to be given/);
  assert.match(await hover(session, at("DT_FLOAT", "device:GPU:0")), /\*\*T\*\* of MatMul: type/);
  assert.match(await hover(session, at("twice")), /a function of this graph with 1 node\n\ninputs: `a`: float/);
  assert.match(await hover(session, at("a\" input: \"a\"")), /argument of the function `twice`, float/);
  const unsupported = await hover(session, at("Placeholder"));
  assert.match(unsupported, /on a TPU: not inside of the computation/);
  assert.equal(await hover(session, at("# A layer")), null);
});

serverTest("inputs and functions are found", async (session) => {
  session.open(Uri, Graph, "pbtxt");
  const target = async (position) => {
    const found = await ask(session, "definition", position);
    return found && [found.uri, found.range.start.line];
  };
  assert.deepEqual(await target(at("dense/w", "input: \"x\"")), [Uri, 2]);
  // Forward, and by the number of an output.
  assert.deepEqual(await target(at("zero\"")), [Uri, 26]);
  assert.deepEqual(await target(at("parts:1")), [Uri, 24]);
  assert.deepEqual(await target(at("twice")), [Uri, 35]);
  assert.deepEqual(await target(at("a\" input: \"a\"")), [Uri, 36]);
  assert.deepEqual(await target(at("sum:z:0")), [Uri, 39]);
  assert.equal(await target(at("MatMul\"", "MatMul\"\n  op: \"")), null);
});

serverTest("ops and nodes are completed", async (session) => {
  const ops = await session.labels(Uri, Graph.replace("op: \"Split\"", "op: \"Spl|\""), "pbtxt");
  assert.ok(ops.includes("Split") && ops.includes("SplitV") && ops.includes("twice"));
  const nodes = await session.labels("file:///n/b.pbtxt",
    Graph.replace("input: \"zero\"", "input: \"de|\""), "pbtxt");
  assert.deepEqual(nodes, ["dense/w", "dense/MatMul"]);
});

serverTest("a text that is no graph has nothing to say", async (session) => {
  const uri = "file:///n/labels.pbtxt";
  session.open(uri, "item { id: 1 name: 'cat' }\n", "pbtxt");
  assert.deepEqual(await session.diagnostics(uri, 1), []);
  const textDocument = { uri };
  assert.deepEqual(await session.ask("textDocument/documentSymbol", { textDocument }), []);
  assert.deepEqual(await session.ask("textDocument/foldingRange", { textDocument }), []);
  assert.equal(await session.ask("textDocument/hover",
    { textDocument, position: { line: 0, character: 2 } }), null);
});

serverTest("of many nodes only the upper levels are shown", async (session) => {
  let text = "";
  for (let i = 0; i < 12000; ++i) {
    text += `node { name: "layer${i % 50}/part/n${i}" op: "NoOp" }\n`;
  }
  session.open(Uri, text, "pbtxt");
  const symbols = await ask(session, "documentSymbol");
  assert.equal(symbols.length, 50);
  assert.deepEqual(symbols[0].children.map((one) => [one.name, one.children.length]),
    [["part", 0]]);
});

//===----------------------------------------------------------------------===//
// StableHLO
//===----------------------------------------------------------------------===//

const Program = `module @step {
  func.func public @main(%x: tensor<8x4xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.tanh %x : tensor<8x4xf32>
    %1 = call @inner(%0) : (tensor<8x4xf32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func private @inner(%y: tensor<8x4xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.transpose %y, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}
`;

serverTest("a StableHLO program", async (session) => {
  const uri = "file:///n/step.mlir";
  session.open(uri, Program, "mlir");
  assert.deepEqual(await session.diagnostics(uri, 1), []);
  const textDocument = { uri };
  const ask = (method, line, character) =>
    session.ask("textDocument/" + method, { textDocument, position: { line, character } });
  const symbols = await ask("documentSymbol");
  assert.deepEqual(symbols.map((one) => [one.name, one.range.start.line, one.range.end.line]),
    [["main", 1, 5], ["inner", 6, 9]]);
  const folds = (await ask("foldingRange")).map((one) => [one.startLine, one.endLine]);
  assert.deepEqual(folds, [[0, 10], [1, 5], [6, 9]]);
  // The argument of the call, the function that it calls, the argument of a function.
  const target = async (line, character) => (await ask("definition", line, character)).range.start;
  assert.deepEqual(await target(3, 22), { line: 2, character: 4 });
  assert.equal((await target(3, 15)).line, 6);
  assert.deepEqual(await target(2, 25), { line: 1, character: 25 });
  assert.equal((await ask("hover", 4, 12)).contents.value, "`tensor<4x8xf32>`");
  assert.match((await ask("hover", 2, 12)).contents.value,
    /^\*\*stablehlo.tanh\*\*\n\ntakes `tensor<8x4xf32>`/);
  // While it is broken, the program before has to do.
  session.change(uri, [{ range: { start: { line: 4, character: 15 },
    end: { line: 4, character: 31 } }, text: ": tens" }]);
  assert.deepEqual((await session.diagnostics(uri, 2)).map((one) => one.code), ["graph-syntax"]);
  assert.equal((await ask("documentSymbol")).length, 2);
});

//===----------------------------------------------------------------------===//
// A job and its graph
//===----------------------------------------------------------------------===//

const Job = `trainingInput:
  scaleTier: CUSTOM
  region: us-central1
  masterType: n1-standard-16
  masterConfig:
    acceleratorConfig: {type: NVIDIA_TESLA_V100, count: 2}
`;

const OnGpu = `node { name: "a" op: "NoOp" device: "/device:GPU:2" }\n`;

// A folder with a job, a graph and a configuration that names the graph.
function jobFolder() {
  const folder = temporaryFolder();
  const file = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
    return pathToFileURL(path.join(folder, name)).href;
  };
  fs.mkdirSync(path.join(folder, ".git"));
  return { folder, file,
    config: file(".trainlint.yaml", "graphs:\n  \"jobs/*.yaml\": models/graph.pbtxt\n"),
    graph: file("models/graph.pbtxt", OnGpu),
    job: file("jobs/a.yaml", Job) };
}

// Waits until the diagnostics of a document have these rules.
function rules(session, uri, expected) {
  return session.until(() => {
    const last = session.published.get(uri);
    const found = last && last.diagnostics.map((one) => one.code);
    return found && JSON.stringify(found) === JSON.stringify(expected) && last.diagnostics;
  });
}

serverTest("a job that is opened has its graph checked", async (session) => {
  const { folder, job, graph } = jobFolder();
  session.open(job, Job);
  const [device] = await rules(session, graph, ["device-out-of-range"]);
  assert.match(device.message, /a host has 2 x NVIDIA_TESLA_V100/);
  assert.deepEqual(device.relatedInformation.map((one) => one.location.uri), [graph, job]);
  assert.deepEqual(await session.diagnostics(job), []);

  // The job is changed, and not yet written.
  session.change(job, [{ text: Job.replace("count: 2", "count: 4") }]);
  await rules(session, graph, []);
  session.change(job, [{ text: Job }]);
  await rules(session, graph, ["device-out-of-range"]);

  // The graph is opened and changed; what both checks find is shown once.
  session.open(graph, OnGpu.replace("NoOp", "NoSuchOp"), "pbtxt");
  await rules(session, graph, ["unknown-op", "device-out-of-range"]);
  session.change(graph, [{ text: OnGpu.replace("GPU:2", "GPU:1") }]);
  await rules(session, graph, []);

  // What is on disk counts again, until the job is closed, too.
  session.tell("textDocument/didClose", { textDocument: { uri: graph } });
  await rules(session, graph, ["device-out-of-range"]);
  session.tell("textDocument/didClose", { textDocument: { uri: job } });
  await rules(session, graph, []);
  fs.rmSync(folder, { recursive: true });
});

serverTest("a graph that is written is checked again", async (session) => {
  const { folder, file, job, graph } = jobFolder();
  fs.rmSync(path.join(folder, "models/graph.pbtxt"));
  session.open(job, Job);
  await session.diagnostics(job, 1);
  assert.match((await session.until(() => session.messages[0])).message, /graph\.pbtxt/);
  file("models/graph.pbtxt", OnGpu);
  session.tell("workspace/didChangeWatchedFiles", { changes: [{ uri: graph, type: 1 }] });
  await rules(session, graph, ["device-out-of-range"]);
  fs.rmSync(folder, { recursive: true });
});

serverTest("the graph that a configuration names is found", async (session) => {
  const { folder, config, graph } = jobFolder();
  session.open(config, fs.readFileSync(path.join(folder, ".trainlint.yaml"), "utf-8"));
  const textDocument = { uri: config };
  const found = await session.ask("textDocument/definition",
    { textDocument, position: { line: 1, character: 22 } });
  assert.equal(found.uri, graph);
  const links = await session.ask("textDocument/documentLink", { textDocument });
  assert.deepEqual(links.map((link) => link.target), [graph]);
  fs.rmSync(folder, { recursive: true });
});

serverTest("a client that asks is sent what is wrong in files that are not open",
  async (session) => {
    const { folder, job, graph } = jobFolder();
    session.open(job, Job);
    await rules(session, graph, ["device-out-of-range"]);
    // Once the graph is open, the client asks for it.
    session.open(graph, OnGpu, "pbtxt");
    await rules(session, graph, []);
    const pull = () => session.ask("textDocument/diagnostic", { textDocument: { uri: graph } });
    const answer = await pull();
    assert.deepEqual(answer.items.map((one) => one.code), ["device-out-of-range"]);
    session.requests.length = 0;
    session.change(job, [{ text: Job.replace("count: 2", "count: 4") }]);
    // The first refresh may be that of an earlier check.
    const isRefresh = (request) => request.method === "workspace/diagnostic/refresh";
    let items;
    do {
      await session.until(() => session.requests.find(isRefresh));
      session.requests.length = 0;
      ({ items } = await pull());
    } while (items.length > 0);
    fs.rmSync(folder, { recursive: true });
  }, { capabilities: { ...Capabilities,
    textDocument: { ...Capabilities.textDocument, diagnostic: {} } } });

//===----------------------------------------------------------------------===//
// Large graphs
//===----------------------------------------------------------------------===//

serverTest("typing in a large graph waits for no check", async (session) => {
  let text = "";
  for (let i = 0; i < 60000; ++i) {
    text += `node { name: "n${i}" op: "NoOp" }\n`;
  }
  session.open(Uri, text, "pbtxt");
  for (let i = 0; i < 20; ++i) {
    session.change(Uri, [{ range: { start: { line: 0, character: 0 },
      end: { line: 0, character: 0 } }, text: i === 19 ? "node { name: 'a' op: 'No' }" : "\n" }]);
  }
  const found = await session.diagnostics(Uri, 21);
  assert.deepEqual(found.map((one) => one.code), ["unknown-op"]);
});
