// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

// Runs every request of the language server through the client library of VS Code
// and looks at what the answers say.

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { CancellationTokenSource } = require("vscode-languageserver-protocol/node");
const { Capabilities, applyEdits, serverTest, temporaryFolder } = require("./session.js");

const Job = `trainingInput:
  scaleTier: CUSTOM
  region: us-central1
  masterType: n1-standard-32
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_V100
      count: 2
  workerType: n1-highcpu-16
  workerCount: 3
  workerConfig:
    acceleratorConfig: {type: NVIDIA_TESLA_T4, count: 2}
`;

serverTest("capabilities", async (session) => {
  const { capabilities, serverInfo } = session.initialized;
  assert.equal(serverInfo.name, "trainlint");
  assert.equal(capabilities.positionEncoding, "utf-16");
  assert.equal(capabilities.textDocumentSync.change, 2);
  assert.deepEqual(capabilities.codeActionProvider.codeActionKinds,
    ["quickfix", "source.fixAll.trainlint"]);
  for (const provider of ["hover", "documentSymbol", "inlayHint", "foldingRange", "definition",
    "documentLink"]) {
    assert.ok(capabilities[provider + "Provider"], provider);
  }
});

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

serverTest("diagnostics are sent with all that they have", async (session) => {
  session.open("file:///n/a.yaml", Job);
  const [found] = await session.diagnostics("file:///n/a.yaml", 1);
  assert.equal(found.code, "accelerator-count");
  assert.equal(found.codeDescription.href, "https://example.com/rules/accelerator-count.md");
  assert.deepEqual(found.range, {
    start: { line: 7, character: 13 }, end: { line: 7, character: 14 },
  });
  assert.match(found.message, /^2 x NVIDIA_TESLA_V100 is not offered on n1-standard-32/);
  assert.match(found.message, /\ntable: ai-platform-accelerator-counts, as of \d/);
  assert.deepEqual(found.relatedInformation.map((place) => place.message),
    ["on this machine type", "of this accelerator"]);
});

serverTest("diagnostics are pulled, and not twice", async (session) => {
  const uri = "file:///n/a.yaml";
  session.open(uri, Job);
  const first = await session.ask("textDocument/diagnostic", { textDocument: { uri } });
  assert.equal(first.kind, "full");
  assert.deepEqual(first.items.map((item) => item.code), ["accelerator-count"]);
  const again = await session.ask("textDocument/diagnostic",
    { textDocument: { uri }, previousResultId: first.resultId });
  assert.deepEqual(again, { kind: "unchanged", resultId: first.resultId });
  session.change(uri, [{ text: Job.replace("count: 2\n", "count: 4\n") }]);
  const fixed = await session.ask("textDocument/diagnostic",
    { textDocument: { uri }, previousResultId: first.resultId });
  assert.deepEqual(fixed.items, []);
  assert.equal(session.published.size, 0);
}, { capabilities: { ...Capabilities,
  textDocument: { ...Capabilities.textDocument, diagnostic: {} } } });

serverTest("only the newest text is checked to the end", async (session) => {
  const uri = "file:///n/a.yaml";
  session.open(uri, Job);
  const many = 200;
  for (let i = 0; i < many; ++i) {
    session.change(uri, [{
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      text: `# 🚀 ${i}\n`,
    }]);
  }
  const found = await session.diagnostics(uri, many + 1);
  assert.equal(found[0].range.start.line, 7 + many);
});

serverTest("a request can be taken back", async (session) => {
  const uri = "file:///n/a.yaml";
  session.open(uri, Job);
  const source = new CancellationTokenSource();
  const asked = session.ask("textDocument/diagnostic", { textDocument: { uri } }, source.token);
  source.cancel();
  // It was faster, or it says so.
  await asked.catch((error) => assert.equal(error.code, -32800));
});

serverTest("a configuration of trainlint is followed", async (session) => {
  const folder = temporaryFolder();
  const config = path.join(folder, ".trainlint.yaml");
  fs.mkdirSync(path.join(folder, ".git"));
  fs.writeFileSync(config, "severity: {accelerator-count: warning}\n");
  const uri = pathToFileURL(path.join(folder, "a.yaml")).href;
  session.open(uri, Job);
  assert.equal((await session.diagnostics(uri, 1))[0].severity, 2);
  assert.ok(session.requests.some((request) => request.method === "client/registerCapability"));

  fs.writeFileSync(config, "ignore: [accelerator-count]\n");
  session.published.clear();
  session.tell("workspace/didChangeWatchedFiles",
    { changes: [{ uri: pathToFileURL(config).href, type: 2 }] });
  assert.deepEqual(await session.diagnostics(uri), []);

  // One that cannot be used is said, and its own text has the finding.
  fs.writeFileSync(config, "ignor: [accelerator-count]\n");
  session.published.clear();
  session.tell("workspace/didChangeWatchedFiles",
    { changes: [{ uri: pathToFileURL(config).href, type: 2 }] });
  assert.equal((await session.diagnostics(uri))[0].severity, 1);
  assert.match(session.messages[0].message, /the configuration cannot be used/);
  const own = pathToFileURL(config).href;
  session.open(own, "ignor: [accelerator-count]\n");
  assert.equal((await session.diagnostics(own, 1))[0].code, "unknown-field");
  fs.rmSync(folder, { recursive: true });
});

serverTest("a command and the file that it names belong together", async (session) => {
  const folder = temporaryFolder();
  const config = pathToFileURL(path.join(folder, "job.yaml")).href;
  const script = pathToFileURL(path.join(folder, "submit.sh")).href;
  fs.mkdirSync(path.join(folder, ".git"));
  fs.writeFileSync(path.join(folder, "job.yaml"),
    "trainingInput: {scaleTier: CUSTOM, masterType: n1-standard-8}\n");
  const text = "gcloud ai-platform jobs submit training a --region=us-central1 \\\n" +
    "  --master-accelerator=count=1,type=nvidia-tesla-v100 --config job.yaml\n";
  session.open(script, text, "shellscript");
  assert.deepEqual((await session.diagnostics(script, 1)).filter((one) => one.severity === 1), []);

  // The file is changed in the editor, and not yet written.
  session.open(config, "trainingInput: {scaleTier: CUSTOM, masterType: n1-standard-96}\n");
  const found = await session.until(() => session.published.get(script).diagnostics.find(
    (one) => one.code === "accelerator-count"));
  assert.ok(found.relatedInformation.some((place) => place.location.uri === config));

  const links = await session.ask("textDocument/documentLink", { textDocument: { uri: script } });
  assert.deepEqual(links.map((link) => link.target), [config]);
  const definition = await session.ask("textDocument/definition",
    { textDocument: { uri: script }, position: { line: 1, character: 66 } });
  assert.equal(definition.uri, config);
  fs.rmSync(folder, { recursive: true });
});

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

serverTest("fields that are allowed here", async (session) => {
  const list = await session.at("textDocument/completion", "file:///n/a.yaml",
    "trainingInput:\n  region: us-central1\n  mas|\n");
  const labels = list.items.map((item) => item.label);
  assert.ok(labels.includes("masterType") && labels.includes("workerConfig"));
  assert.ok(!labels.includes("region"), "what is given is not offered");
  const item = list.items.find((one) => one.label === "masterConfig");
  assert.match(item.documentation.value, /\*\*masterConfig\*\*/);
  assert.equal(item.insertTextFormat, 2);
  assert.match(item.textEdit.newText,
    /^masterConfig:\n {2}acceleratorConfig:\n {4}type: .*\n {4}count: \$\d$/);
  assert.deepEqual(item.textEdit.range.start, { line: 2, character: 2 });
});

serverTest("fields on an empty line, in a list, in braces and in front of a colon",
  async (session) => {
    assert.ok((await session.labels("file:///n/a.yaml",
      "trainingInput:\n  region: us-central1\n  |\n  masterType: n1-standard-8\n"))
      .includes("workerType"));
    assert.ok((await session.labels("file:///n/b.yaml",
      "workerPoolSpecs:\n- replicaCount: 1\n  |\n")).includes("machineSpec"));
    assert.ok((await session.labels("file:///n/c.yaml", "workerPoolSpecs:\n- |\n"))
      .includes("containerSpec"));
    assert.deepEqual(await session.labels("file:///n/d.yaml",
      "trainingInput: {masterConfig: {acceleratorConfig: {type: NVIDIA_TESLA_T4, |}}}\n"),
    ["count"]);
    const renamed = await session.at("textDocument/completion", "file:///n/e.yaml",
      "trainingInput:\n  regi|no: us-central1\n");
    const region = renamed.items.find((item) => item.label === "region");
    assert.equal(region.textEdit.newText, "region");
  });

serverTest("fields although the text is broken below", async (session) => {
  assert.ok((await session.labels("file:///n/a.yaml",
    "trainingInput:\n  mast|\n  region: [us-central1\n")).includes("masterType"));
});

serverTest("words of the schema", async (session) => {
  const tiers = await session.labels("file:///n/a.yaml", "trainingInput:\n  scaleTier: |\n");
  assert.ok(tiers.includes("BASIC_TPU") && tiers.includes("CUSTOM"));
  assert.deepEqual(await session.labels("file:///n/b.yaml",
    "trainingInput:\n  useChiefInTfConfig: |\n"), ["true", "false"]);
});

serverTest("counts that are offered on this machine with this accelerator", async (session) => {
  const text = Job.replace("count: 2\n", "count: |\n");
  assert.deepEqual(await session.labels("file:///n/a.yaml", text), ["4", "8"]);
  assert.deepEqual(await session.labels("file:///n/b.yaml",
    text.replace("n1-standard-32", "n1-standard-8")), ["1", "2", "4", "8"]);
});

serverTest("machine types, accelerators and regions that fit the rest", async (session) => {
  const machines = await session.labels("file:///n/a.yaml",
    Job.replace("n1-standard-32", "n1|").replace("count: 2\n", "count: 8\n"));
  assert.ok(machines.includes("n1-highmem-64") || machines.includes("n1-standard-64"));
  assert.ok(!machines.includes("n1-ultramem-40"));
  const gpus = await session.labels("file:///n/b.yaml",
    Job.replace("NVIDIA_TESLA_V100", "|"));
  assert.ok(gpus.includes("NVIDIA_TESLA_P100"));
  assert.ok(!gpus.includes("NVIDIA_TESLA_V100"), "two V100 are too few for this machine");
  const regions = await session.labels("file:///n/c.yaml",
    Job.replace("us-central1", "|").replace("count: 2\n", "count: 4\n"));
  assert.ok(regions.includes("us-central1"));
  assert.ok(!regions.includes("us-west2") && !regions.includes("europe-north1"));
});

serverTest("versions, with quotes where YAML needs them", async (session) => {
  const list = await session.at("textDocument/completion", "file:///n/a.yaml",
    "trainingInput:\n  region: us-central1\n  runtimeVersion: |\n");
  const version = list.items.find((item) => item.label === "2.1");
  assert.equal(version.textEdit.newText, '"2.1"');
  assert.match(version.detail, /TensorFlow 2\.1/);
  const old = list.items.find((item) => item.label === "1.0");
  assert.deepEqual(old.tags, [1], "what is retired is struck out");
});

serverTest("values of Vertex AI and of Kubernetes", async (session) => {
  const topologies = await session.labels("file:///n/a.yaml",
    "workerPoolSpecs:\n- machineSpec:\n    machineType: ct5lp-hightpu-8t\n" +
    "    tpuTopology: |\n  replicaCount: 1\n");
  assert.deepEqual(topologies, ["2x4"]);
  const labels = await session.labels("file:///n/b.yaml",
    "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n" +
    "      restartPolicy: Never\n      nodeSelector:\n" +
    "        cloud.google.com/gke-tpu-accelerator: |\n" +
    "        cloud.google.com/gke-tpu-topology: 2x4\n" +
    "      containers:\n      - name: a\n        image: b\n" +
    "        resources: {limits: {google.com/tpu: 8}}\n");
  assert.ok(labels.includes("tpu-v5-lite-podslice"));
  assert.ok(!labels.includes("nvidia-tesla-t4"));
});

serverTest("flags of commands and their values", async (session) => {
  const flags = await session.at("textDocument/completion", "file:///n/a.sh",
    "gcloud ai-platform jobs submit training a --region us-central1 --sca|\n", "shellscript");
  const tier = flags.items.find((item) => item.label === "--scale-tier");
  assert.equal(tier.textEdit.newText, "--scale-tier=");
  assert.match(tier.documentation.value, /--scale-tier/);
  assert.ok(!flags.items.some((item) => item.label === "--region"));
  const tiers = await session.labels("file:///n/b.sh",
    "gcloud ai-platform jobs submit training a --scale-tier=|\n", "shellscript");
  assert.ok(tiers.includes("basic-tpu"));
  const zones = await session.labels("file:///n/c.sh",
    "gcloud compute tpus tpu-vm create a --zone=| --accelerator-type=v4-8 \\\n" +
    "  --version=tpu-ubuntu2204-base\n", "shellscript");
  assert.deepEqual(zones, ["us-central2-b"]);
  const keys = await session.labels("file:///n/d.sh",
    "gcloud ai custom-jobs create --display-name=a --region=us-central1 \\\n" +
    "  --worker-pool-spec=machine-type=n1-standard-8,|\n", "shellscript");
  assert.ok(keys.includes("replica-count") && keys.includes("accelerator-type"));
  const gpus = await session.labels("file:///n/e.sh",
    "gcloud ai-platform jobs submit training a --region=us-central1 --scale-tier=custom \\\n" +
    "  --master-machine-type=n1-standard-8 --master-accelerator=count=1,type=|\n",
    "shellscript");
  assert.ok(gpus.includes("nvidia-tesla-t4"));
});

serverTest("rules in comments that silence them", async (session) => {
  const list = await session.at("textDocument/completion", "file:///n/a.yaml",
    "trainingInput: # trainlint: ignore[unknown-field, acc|\n  region: us-central1\n");
  const item = list.items.find((one) => one.label === "accelerator-count");
  assert.deepEqual(item.textEdit.range,
    { start: { line: 0, character: 50 }, end: { line: 0, character: 53 } });
  assert.ok(!list.items.some((one) => one.label === "yaml-syntax"), "cannot be silenced");
});

serverTest("whole jobs in an empty text", async (session) => {
  const list = await session.at("textDocument/completion", "file:///n/a.yaml", "|");
  const job = list.items.find((item) => item.label === "Vertex AI custom job");
  assert.match(job.textEdit.newText, /^workerPoolSpecs:\n- machineSpec:\n/);
});

serverTest("fields of the configuration", async (session) => {
  assert.ok((await session.labels("file:///n/.trainlint.yaml", "ignore: []\nsev|\n"))
    .includes("severity"));
});

//===----------------------------------------------------------------------===//
// Hover
//===----------------------------------------------------------------------===//

async function hoverText(session, uri, marked, languageId) {
  const hover = await session.at("textDocument/hover", uri, marked, languageId);
  return hover ? hover.contents.value : null;
}

serverTest("a machine type", async (session) => {
  const text = await hoverText(session, "file:///n/a.yaml",
    Job.replace("n1-standard-32", "n1-stand|ard-32"));
  assert.match(text, /\*\*n1-standard-32\*\*: 32 vCPUs, 120 GB/);
  assert.match(text, /takes .*4 or 8 x `NVIDIA_TESLA_V100`/);
  assert.match(text, /machine-types, as of 2026/);
  assert.match(text, /\*\*masterType\*\*/);
});

serverTest("a field, a job, a flag and a rule", async (session) => {
  assert.match(await hoverText(session, "file:///n/a.yaml",
    "trainingInput:\n  scale|Tier: CUSTOM\n"), /\*\*scaleTier\*\*.*\n[\s\S]*BASIC_GPU/);
  assert.match(await hoverText(session, "file:///n/b.yaml",
    Job.replace("trainingInput", "training|Input")),
  /the job uses 4 machines, 2 x `NVIDIA_TESLA_V100`, 6 x `NVIDIA_TESLA_T4`/);
  assert.match(await hoverText(session, "file:///n/c.sh",
    "gcloud ai-platform jobs submit training a --scale-|tier=basic\n", "shellscript"),
  /\*\*--scale-tier\*\*/);
  assert.match(await hoverText(session, "file:///n/d.yaml",
    Job.replace("count: 2\n", "count: |2\n")), /\*\*accelerator-count\*\* \(TL0210\)/);
  assert.match(await hoverText(session, "file:///n/e.yaml",
    "trainingInput: {} # trainlint: ignore[unknown-|field] x\n"), /\*\*unknown-field\*\*/);
  assert.equal(await hoverText(session, "file:///n/f.yaml", "a: |b\n"), null);
});

//===----------------------------------------------------------------------===//
// Code actions
//===----------------------------------------------------------------------===//

async function actionsOf(session, uri, text, only, languageId) {
  session.open(uri, text, languageId);
  const actions = await session.ask("textDocument/codeAction", {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
    context: { diagnostics: [], ...(only ? { only: [only] } : {}) },
  });
  return actions.map((action) => ({
    ...action,
    apply: () => applyEdits(text, action.edit.documentChanges[0].edits),
  }));
}

serverTest("fixes, silencing and explaining", async (session) => {
  const uri = "file:///n/a.yaml";
  const actions = await actionsOf(session, uri, Job);
  assert.deepEqual(actions.map((action) => action.title), [
    "use 4 x NVIDIA_TESLA_V100 (unsafe)",
    "ignore accelerator-count here",
    "ignore accelerator-count in this file",
    "explain accelerator-count",
  ]);
  assert.equal(actions[0].kind, "quickfix");
  assert.equal(actions[0].diagnostics[0].code, "accelerator-count");
  assert.equal(actions[0].isPreferred, false);
  assert.equal(actions[0].edit.documentChanges[0].textDocument.version, 1);
  assert.equal(actions[0].apply(), Job.replace("count: 2\n", "count: 4\n"));
  for (const silencing of actions.slice(1, 3)) {
    session.open("file:///n/silenced.yaml", silencing.apply());
    assert.deepEqual(await session.diagnostics("file:///n/silenced.yaml"), []);
    session.published.clear();
  }
  const page = await session.ask("workspace/executeCommand", actions[3].command);
  assert.match(page, /^# accelerator-count\n/);
  assert.equal((await session.until(() => session.requests.find(
    (request) => request.method === "window/showDocument"))).params.uri,
  "https://example.com/rules/accelerator-count.md");
});

serverTest("all safe fixes at once", async (session) => {
  const text = "trainingInput:\n  runtimeVersion: 2.1\n  pythonVersion: 3.7\n";
  const [all] = await actionsOf(session, "file:///n/a.yaml", text, "source.fixAll");
  assert.equal(all.kind, "source.fixAll.trainlint");
  assert.equal(all.apply(),
    'trainingInput:\n  runtimeVersion: "2.1"\n  pythonVersion: "3.7"\n');
  assert.deepEqual(await actionsOf(session, "file:///n/b.yaml", Job, "source.fixAll"), []);
  assert.deepEqual(await actionsOf(session, "file:///n/c.yaml", text, "refactor"), []);
});

serverTest("a comment above a command of many lines", async (session) => {
  const text = "#!/bin/sh\nset -e\ngcloud ai-platform jobs submit training a \\\n" +
    "  --scale-tier=custum \\\n  --runtime-version 2.1 --python-version 3.7\n";
  const actions = await actionsOf(session, "file:///n/a.sh", text, "quickfix", "shellscript");
  const here = actions.find((one) => one.title === "ignore invalid-flag-value here");
  assert.equal(here.apply(), text.replace("gcloud",
    "# trainlint: ignore[invalid-flag-value] say why\ngcloud"));
  const file = actions.find((one) => one.title === "ignore invalid-flag-value in this file");
  assert.match(file.apply(), /^#!\/bin\/sh\n# trainlint: ignore-file\[/);
});

serverTest("older clients get commands", async (session) => {
  session.open("file:///n/a.yaml", Job);
  const [fix] = await session.ask("textDocument/codeAction", {
    textDocument: { uri: "file:///n/a.yaml" },
    range: { start: { line: 7, character: 13 }, end: { line: 7, character: 13 } },
    context: { diagnostics: [] },
  });
  await session.ask("workspace/executeCommand", fix);
  const applied = await session.until(() => session.requests.find(
    (request) => request.method === "workspace/applyEdit"));
  assert.equal(applied.params.edit.changes["file:///n/a.yaml"][0].newText, "4");
}, { capabilities: {} });

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

serverTest("symbols, folds and hints", async (session) => {
  const uri = "file:///n/a.yaml";
  session.open(uri, "# one\n# two\n" + Job);
  const textDocument = { uri };
  const [job] = await session.ask("textDocument/documentSymbol", { textDocument });
  assert.equal(job.detail, "4 machines, 2 x NVIDIA_TESLA_V100, 6 x NVIDIA_TESLA_T4");
  assert.deepEqual(job.children.map((pool) => pool.name), ["chief", "worker"]);
  assert.deepEqual(job.children[1].range, {
    start: { line: 10, character: 2 }, end: { line: 13, character: 55 },
  });
  const folds = await session.ask("textDocument/foldingRange", { textDocument });
  assert.deepEqual(folds[0], { startLine: 0, endLine: 1, kind: "comment" });
  assert.ok(folds.some((fold) => fold.startLine === 6 && fold.endLine === 9));
  const hints = await session.ask("textDocument/inlayHint", {
    textDocument, range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
  });
  assert.deepEqual(hints.map((hint) => [hint.position.line, hint.label]), [
    [2, "4 machines, 2 x NVIDIA_TESLA_V100, 6 x NVIDIA_TESLA_T4"],
    [9, "2 x NVIDIA_TESLA_V100, 1 machine with 32 vCPUs and 120 GB"],
    [13, "6 x NVIDIA_TESLA_T4, 3 machines with 48 vCPUs and 43.2 GB"],
  ]);
});

serverTest("hints on slices", async (session) => {
  session.open("file:///n/a.sh",
    "gcloud compute tpus tpu-vm create a --zone=us-central2-b --accelerator-type=v4-32 \\\n" +
    "  --version=tpu-ubuntu2204-base\n", "shellscript");
  const hints = await session.ask("textDocument/inlayHint", {
    textDocument: { uri: "file:///n/a.sh" },
    range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
  });
  assert.match(hints[0].label, /16 x v4-32|16 chips|4 hosts a slice/);
});

serverTest("the last text that could be read has to do", async (session) => {
  const uri = "file:///n/a.yaml";
  session.open(uri, Job);
  await session.ask("textDocument/documentSymbol", { textDocument: { uri } });
  session.change(uri, [{
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    text: "broken: [\n",
  }]);
  const [job] = await session.ask("textDocument/documentSymbol", { textDocument: { uri } });
  assert.equal(job.children[0].selectionRange.start.line, 4);
  const hover = await session.ask("textDocument/hover",
    { textDocument: { uri }, position: { line: 4, character: 18 } });
  assert.match(hover.contents.value, /n1-standard-32/);
  assert.equal(hover.range.start.line, 4);
});

serverTest("definitions of aliases and variables", async (session) => {
  const alias = await session.at("textDocument/definition", "file:///n/a.yaml",
    "trainingInput:\n  masterConfig: &gpu\n    imageUri: gcr.io/a/b\n  workerConfig: *g|pu\n");
  assert.deepEqual(alias.range.start, { line: 1, character: 16 });
  const variable = await session.at("textDocument/definition", "file:///n/a.sh",
    "REGION=us-central1\ngcloud ai-platform jobs submit training a --region=$RE|GION\n",
    "shellscript");
  assert.deepEqual(variable.range,
    { start: { line: 0, character: 7 }, end: { line: 0, character: 18 } });
  const nothing = await session.at("textDocument/definition", "file:///n/b.yaml",
    "trainingInput:\n  region: us-c|entral1\n");
  assert.equal(nothing, null);
});

serverTest("links to rules in comments", async (session) => {
  const uri = "file:///n/a.yaml";
  session.open(uri, "trainingInput: {} # trainlint: ignore[unknown-field] x\n");
  const [link] = await session.ask("textDocument/documentLink", { textDocument: { uri } });
  assert.equal(link.target, "https://example.com/rules/unknown-field.md");
});

serverTest("a workflow whose steps submit jobs", async (session) => {
  const uri = "file:///n/.github/workflows/a.yaml";
  const text = "jobs:\n  train:\n    steps:\n    - run: |\n" +
    "        gcloud ai-platform jobs submit training a --region=us-central1 --scale-tier=bas\n";
  session.open(uri, text);
  const at = { line: 4, character: text.split("\n")[4].length };
  const hover = await session.ask("textDocument/hover",
    { textDocument: { uri }, position: { line: 4, character: at.character - 8 } });
  assert.match(hover.contents.value, /--scale-tier/);
  const list = await session.ask("textDocument/completion", { textDocument: { uri }, position: at });
  assert.ok(list.items.some((item) => item.label === "basic-gpu"));
});

serverTest("texts that are not checked have nothing to say", async (session) => {
  for (const [uri, language] of [["file:///n/a.py", "python"], ["file:///n/b.yaml", "yaml"],
    ["file:///n/c.sh", "shellscript"]]) {
    const textDocument = { uri };
    session.open(uri, language === "yaml" ? "a: [b]\n" : "", language);
    assert.deepEqual(await session.diagnostics(uri, 1), []);
    const position = { line: 0, character: 0 };
    assert.equal(await session.ask("textDocument/hover", { textDocument, position }), null);
    assert.ok(!(await session.ask("textDocument/documentSymbol", { textDocument }))?.length);
    const list = await session.ask("textDocument/completion", { textDocument, position });
    assert.deepEqual(list ? list.items : [], []);
  }
});
