// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

// Opens notebooks and modules of Python through the client library of VS Code, edits
// them, and looks at what is said of each cell.

const assert = require("node:assert/strict");
const { cursorIn, applyEdits, serverTest } = require("./session.js");

const Uri = "file:///n/train.ipynb";
const Setup = `from google.cloud import aiplatform
aiplatform.init(project="p", location="us-central1", staging_bucket="gs://b")
MACHINE = "n1-standrd-4"`;
const Run = `job = aiplatform.CustomContainerTrainingJob(display_name="n", container_uri="gcr.io/p/i")
job.run(machine_type=MACHINE)`;

function uriOf(cell) {
  return `vscode-notebook-cell:/n/train.ipynb#${cell}`;
}

// A notebook of cells of Python, as a client opens it.
function openNotebook(session, texts, languages = []) {
  session.tell("notebookDocument/didOpen", {
    notebookDocument: {
      uri: Uri, notebookType: "jupyter-notebook", version: 1,
      cells: texts.map((_, cell) => ({ kind: 2, document: uriOf(cell) })),
    },
    cellTextDocuments: texts.map((text, cell) => ({
      uri: uriOf(cell), languageId: languages[cell] || "python", version: 1, text,
    })),
  });
}

function changeNotebook(session, version, cells) {
  session.tell("notebookDocument/didChange", {
    notebookDocument: { uri: Uri, version }, change: { cells },
  });
}

function edit(cell, version, range, text) {
  return { textContent: [{
    document: { uri: uriOf(cell), version }, changes: [{ range, text }],
  }] };
}

// The diagnostics of a cell once they satisfy a condition.
async function diagnosticsOf(session, cell, condition) {
  const last = await session.until(() => {
    const found = session.published.get(uriOf(cell));
    return found && condition(found.diagnostics) && found;
  });
  return last.diagnostics;
}

const isBad = (list) => list.some((one) => one.code === "unknown-machine-type");

serverTest("notebooks are wanted with their cells of Python and shell", async (session) => {
  const sync = session.initialized.capabilities.notebookDocumentSync;
  assert.equal(sync.save, true);
  assert.deepEqual(sync.notebookSelector.map((one) => one.notebook),
    ["jupyter-notebook", "interactive"]);
  assert.deepEqual(sync.notebookSelector[0].cells.map((one) => one.language),
    ["python", "shellscript"]);
});

serverTest("a finding stands in the cell of the value", async (session) => {
  openNotebook(session, [Setup, Run]);
  const [found] = await diagnosticsOf(session, 0, isBad);
  assert.deepEqual(found.range,
    { start: { line: 2, character: 11 }, end: { line: 2, character: 23 } });
  // Where it is used is told as a place of the other cell.
  const use = found.relatedInformation.find((one) => one.location.uri === uriOf(1));
  assert.equal(use.location.range.start.line, 1);
  assert.deepEqual(await diagnosticsOf(session, 1, () => true), []);
});

serverTest("cells are edited, come, move and go", async (session) => {
  openNotebook(session, [Setup, Run]);
  await diagnosticsOf(session, 0, isBad);
  changeNotebook(session, 2, edit(0, 2,
    { start: { line: 2, character: 16 }, end: { line: 2, character: 19 } }, "anda"));
  await diagnosticsOf(session, 0, (list) => !isBad(list));
  // A cell between them counts for the one below.
  changeNotebook(session, 3, { structure: {
    array: { start: 1, deleteCount: 0, cells: [{ kind: 2, document: uriOf(2) }] },
    didOpen: [{ uri: uriOf(2), languageId: "python", version: 1, text: "MACHINE = 'a9-mega'" }],
  } });
  await diagnosticsOf(session, 2, isBad);
  // Below the job it does not.
  changeNotebook(session, 4, { structure: {
    array: { start: 1, deleteCount: 2,
      cells: [{ kind: 2, document: uriOf(1) }, { kind: 2, document: uriOf(2) }] },
  } });
  await diagnosticsOf(session, 2, (list) => !isBad(list));
  changeNotebook(session, 5, { structure: {
    array: { start: 0, deleteCount: 1 }, didClose: [{ uri: uriOf(0) }],
  } });
  session.tell("notebookDocument/didSave", { notebookDocument: { uri: Uri } });
  session.tell("notebookDocument/didClose", {
    notebookDocument: { uri: Uri }, cellTextDocuments: [{ uri: uriOf(1) }, { uri: uriOf(2) }],
  });
  await diagnosticsOf(session, 1, (list) => list.length === 0);
});

serverTest("fixes and comments are edits of the cell", async (session) => {
  openNotebook(session, [Setup, Run]);
  const [found] = await diagnosticsOf(session, 0, isBad);
  const actions = await session.ask("textDocument/codeAction", {
    textDocument: { uri: uriOf(0) }, range: found.range, context: { diagnostics: [found] },
  });
  const after = (title) => {
    const action = actions.find((one) => title.test(one.title));
    const [change] = action.edit.documentChanges;
    assert.equal(change.textDocument.uri, uriOf(0));
    assert.equal(change.textDocument.version, 1);
    return applyEdits(Setup, change.edits);
  };
  assert.match(after(/n1-standard-4/), /^MACHINE = "n1-standard-4"$/m);
  assert.match(after(/ignore unknown-machine-type here/),
    /^MACHINE = "n1-standrd-4" # trainlint: ignore\[unknown-machine-type\]/m);
  assert.match(after(/ignore unknown-machine-type in this file/),
    /^# trainlint: ignore-file\[unknown-machine-type\] say why\nfrom google/);
});

serverTest("hover, completion and hints are at places of the cell", async (session) => {
  const { text, position } = cursorIn(Setup.replace("standrd-4", "standard-|4"));
  openNotebook(session, [text, Run]);
  const hover = await session.ask("textDocument/hover",
    { textDocument: { uri: uriOf(0) }, position });
  assert.match(hover.contents.value, /n1-standard-4/);
  assert.equal(hover.range.start.line, 2);
  const list = await session.ask("textDocument/completion",
    { textDocument: { uri: uriOf(0) }, position });
  const item = list.items.find((one) => one.label === "n1-standard-8");
  assert.equal(applyEdits(text, [item.textEdit]), text.replace("standard-4", "standard-8"));
  const hints = await session.ask("textDocument/inlayHint", {
    textDocument: { uri: uriOf(1) },
    range: { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } },
  });
  assert.equal(hints[0].position.line, 1);
  assert.match(hints[0].label, /4 vCPUs/);
});

serverTest("commands in cells are checked with what Python says", async (session) => {
  openNotebook(session, ["SCALE = 'custum'",
    "!gcloud ai-platform jobs submit training j --region=us-central1 \\\n  --scale-tier={SCALE}"]);
  const found = await diagnosticsOf(session, 0, (list) => list.length > 0);
  assert.equal(found[0].code, "invalid-flag-value");
});

serverTest("commands in cells rest on defaults of the environment", async (session) => {
  openNotebook(session, ["import os\nREGION = os.environ.get('REGION', 'us-nowhere')",
    "!gcloud ai custom-jobs create --display-name=a --region={REGION} \\\n" +
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/i"]);
  const [found] = await diagnosticsOf(session, 0, (list) => list.length > 0);
  assert.equal(found.code, "unknown-region");
  assert.equal(found.severity, 2);
  assert.deepEqual(found.range.start, { line: 1, character: 35 });
});

serverTest("modules of Python have completions in and out of quotes", async (session) => {
  const before = `${Setup}\njob = aiplatform.CustomContainerTrainingJob("n", container_uri="i")\n`;
  const labels = (call) =>
    session.labels("file:///n/submit.py", before + call, "python");
  assert.ok((await labels('job.run(machine_type="n1-|")')).includes("n1-standard-4"));
  assert.ok((await labels("job.run(machine_type='n1-|')")).includes("n1-standard-4"));
  assert.ok((await labels("job.run(machine_type=|)")).includes("n1-standard-4"));
  assert.ok((await labels('job.run(machine_type="n1-standard-8", accelerator_count=1, ' +
    'accelerator_type="|")')).includes("NVIDIA_TESLA_T4"));
  assert.deepEqual(await labels('job.run(machine_type="n1-standard-8", ' +
    'accelerator_type="NVIDIA_TESLA_T4", accelerator_count=|)'), ["1", "2", "4"]);
  assert.deepEqual(await labels("print(|)"), []);
});

serverTest("arguments of the SDK have completions where no job is yet", async (session) => {
  const labels = (call) =>
    session.labels("file:///n/first.py", `from google.cloud import aiplatform\n${call}`, "python");
  for (const location of ['"us-|"', "'|'", "|"])
    assert.ok((await labels(`aiplatform.init(project="p", location=${location})`)).includes("us-central1"), location);
  assert.ok((await labels('aiplatform.CustomJob("n", [], location="|")')).includes("us-central1"));
  assert.deepEqual(await labels("aiplatform.hyperparameter_tuning.DoubleParameterSpec(1, 2, scale='|')"),
    ["linear", "log", "reverse_log", "unspecified"]);
  assert.deepEqual(await labels("aiplatform.HyperparameterTuningJob(search_algorithm=|)"), ["grid", "random"]);
  assert.deepEqual(await labels('aiplatform.init(project="|")'), []);
  assert.deepEqual(await labels('other.init(location="|")'), []);
});

serverTest("arguments of the SDK have completions and hovers", async (session) => {
  const labels = (call) => session.labels("file:///n/submit.py", `${Setup}\n${call}`, "python");
  const first = await labels("aiplatform.CustomJob(|)");
  assert.deepEqual(first.slice(0, 3), ["display_name", "worker_pool_specs", "base_output_dir"]);
  const rest = await labels('aiplatform.CustomJob(\n    "n", staging_bucket="gs://b",\n    work|)');
  assert.equal(rest[0], "worker_pool_specs");
  assert.ok(!rest.includes("display_name") && !rest.includes("staging_bucket"));
  assert.ok((await labels('job = aiplatform.CustomJob("n", [])\njob.run(|)')).includes("timeout"));
  // Not within other brackets, nor of what nobody knows.
  assert.ok(!(await labels('aiplatform.CustomJob("n", [|])')).includes("project"));
  assert.deepEqual(await labels("aiplatform.CustomJob(display_name=str(|))"), []);
  assert.deepEqual(await labels("CustomJob(|)"), []);

  const uri = "file:///n/hover.py";
  session.open(uri, `${Setup}\naiplatform.CustomJob(display_name="n")\n`, "python");
  const line = Setup.split("\n").length;
  const hover = (character) => session.ask("textDocument/hover",
    { textDocument: { uri }, position: { line, character } });
  assert.match(JSON.stringify(await hover(24)), /display_name.*of `CustomJob`, required/);
  assert.equal(await hover(2), null);
});

serverTest("keys of pools have completions and hovers", async (session) => {
  const labels = (specs) => session.labels("file:///n/submit.py",
    `${Setup}\nspecs = ${specs}\naiplatform.CustomJob("n", specs)`, "python");
  const first = await labels('[{"|"}]');
  assert.ok(first.includes("machine_spec") && first.includes("container_spec"));
  const rest = await labels('[{\n    "machine_spec": {\n        "machine_type": "a",\n        "acc|\n    },\n}]');
  assert.ok(rest.includes("accelerator_count") && !rest.includes("machine_type"));
  assert.ok((await labels("[{|}]")).includes("replica_count"));
  assert.ok((await labels('[{"python_package_spec": {"|": ["a"], "args": []}}]')).includes("package_uris"));
  // Neither in a value, nor in a dict that becomes no job.
  assert.deepEqual(await labels('[{"python_package_spec": {"python_module": "|"}}]'), []);
  assert.deepEqual(await session.labels("file:///n/other.py",
    `${Setup}\nspecs = [{"|"}]`, "python"), []);

  const uri = "file:///n/keys.py";
  session.open(uri, `${Setup}\nspecs = [{"machine_spec": {"tpu_topology": "2x2"}, "other": 1}]\n` +
    'aiplatform.CustomJob(display_name="n", worker_pool_specs=specs)\n', "python");
  const line = Setup.split("\n").length;
  const hover = (character) => session.ask("textDocument/hover",
    { textDocument: { uri }, position: { line, character } });
  assert.match(JSON.stringify(await hover(14)), /machine_spec/);
  assert.match(JSON.stringify(await hover(30)), /tpu_topology.*text/);
  assert.doesNotMatch(JSON.stringify(await hover(54)) ?? "", /other/);
});

serverTest("what other servers tell of Python is left to them", async (session) => {
  const uri = "file:///n/submit.py";
  session.open(uri, `${Setup}\n${Run}\n`, "python");
  for (const method of ["textDocument/documentSymbol", "textDocument/foldingRange"]) {
    assert.equal(await session.ask(method, { textDocument: { uri } }), null, method);
  }
});
