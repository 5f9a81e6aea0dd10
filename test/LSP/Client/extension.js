// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

// Loads the unpacked extension, whose folder EXTENSION names, as VS Code would, and
// looks at what it shows.

const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const test = require("node:test");
const { createVscode } = require("./vscode-stub.js");

const folder = process.env.EXTENSION;
const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf-8"));

// Gives the extension a module `vscode`, and activates it.
async function activate(settings) {
  const stub = createVscode({ "trainlint.enable": true, ...settings });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? stub.vscode : load(name, ...rest));
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(folder)) {
      delete require.cache[file];
    }
  }
  const extension = require(path.join(folder, manifest.main));
  await extension.activate({ extensionPath: folder, subscriptions: [] });
  return { ...stub, extension, restore: () => { Module._load = load; } };
}

async function until(condition) {
  for (let tries = 0; tries < 500; ++tries) {
    const value = condition();
    if (value) {
      return value;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return assert.fail("waited too long");
}

test("diagnostics arrive in the editor", { timeout: 30000 }, async () => {
  const session = await activate({});
  const document = session.openDocument("job.yaml", "yaml",
    "trainingInput:\n  scaleTier: CUSTOM\n  region: us-west2\n  masterType: standard_v100\n");
  const found = await until(() => session.collections.get(document.uri.toString()));
  const region = found.find((one) => one.code.value === "region-without-accelerators" ||
    one.code.value === "accelerator-not-in-region");
  assert.equal(region.range.start.line, 2);
  assert.equal(region.source, "trainlint");
  // The pages of the rules are in the package.
  assert.ok(fs.existsSync(region.code.target.fsPath), region.code.target.toString());
  const legacy = found.find((one) => one.code.value === "legacy-machine-type");
  assert.deepEqual(legacy.tags, [2]);
  assert.ok(session.commands.has("trainlint.restart"));
  await session.commands.get("trainlint.restart")();
  assert.deepEqual(session.messages, []);
  await session.extension.deactivate();
  session.restore();
});

test("diagnostics arrive in the cells of a notebook", { timeout: 30000 }, async () => {
  const session = await activate({});
  const notebook = session.openNotebook("train.ipynb", [
    { languageId: "markdown", text: "# Training" },
    { languageId: "python", text: "MACHINE = 'n1-standrd-4'" },
    { languageId: "python", text: `from google.cloud import aiplatform
aiplatform.init(location="us-central1", staging_bucket="gs://b")
job = aiplatform.CustomContainerTrainingJob(display_name="n", container_uri="gcr.io/p/i")
job.run(machine_type=MACHINE)` },
  ]);
  const found = await until(() =>
    session.collections.get(notebook.cells[1].document.uri.toString()));
  assert.deepEqual(found.map((one) => one.code.value), ["unknown-machine-type"]);
  assert.equal(found[0].range.start.line, 0);
  await session.extension.deactivate();
  session.restore();
});

test("a server that is not there is said, and one that is not wanted not started", async () => {
  const missing = await activate({ "trainlint.server.path": "/nowhere/trainlint" });
  assert.match(missing.messages[0], /no language server was found/);
  missing.restore();
  const off = await activate({ "trainlint.enable": false });
  assert.deepEqual(off.messages, []);
  off.restore();
});

test("a workspace names no program and no target of links", async () => {
  const properties = manifest.contributes.configuration.properties;
  const trust = manifest.capabilities.untrustedWorkspaces;
  for (const name of ["trainlint.server.path", "trainlint.server.arguments",
    "trainlint.rulePages"]) {
    assert.equal(properties[name].scope, "machine", name);
    assert.ok(trust.restrictedConfigurations.includes(name), name);
  }
  // What else there is can be set by anybody: it is a choice out of few.
  for (const [name, property] of Object.entries(properties)) {
    assert.ok(property.scope === "machine" || property.enum || property.type === "boolean", name);
  }
});

test("links lead to files and to the web only", { timeout: 30000 }, async () => {
  const pages = async (given) => {
    const session = await activate({ "trainlint.rulePages": given });
    const document = session.openDocument("job.yaml", "yaml",
      "trainingInput:\n  scaleTier: CUSTM\n  region: us-central1\n");
    const found = await until(() => session.collections.get(document.uri.toString()));
    await session.extension.deactivate();
    session.restore();
    const { code } = found.find((one) => (one.code.value || one.code) === "invalid-enum-value");
    return code.target ? code.target.toString() : "";
  };
  assert.match(await pages("command:workbench.action.terminal.new?"), /^(file:|$)/);
  assert.match(await pages("javascript:x"), /^(file:|$)/);
  assert.match(await pages("http://example.com/"), /^(file:|$)/);
  assert.equal(await pages("https://example.com/rules"),
    "https://example.com/rules/invalid-enum-value.md");
  assert.equal(await pages("/pages"), "file:///pages/invalid-enum-value.md");
});

test("servers are found where the settings say", () => {
  const { findServer } = require(path.join(folder, "server.js"));
  const bundled = path.join(folder, "bin", "trainlint-lsp-server");
  assert.deepEqual(findServer({ path: "", arguments: [], extensionPath: folder }),
    { command: bundled, args: [] });
  const tool = findServer({ path: "trainlint", arguments: [], extensionPath: folder });
  assert.deepEqual(tool.args, ["lsp"]);
  assert.equal(findServer({ path: "no-such-program", extensionPath: folder }), undefined);
});

test("the problem matcher reads what trainlint prints", () => {
  const [{ pattern }] = manifest.contributes.problemMatchers;
  const line = "dir/job.yaml:10:14: error: 2 x A is not offered on `b`: c [accelerator-count]";
  const match = new RegExp(pattern.regexp).exec(line);
  assert.deepEqual([match[pattern.file], match[pattern.line], match[pattern.column],
    match[pattern.severity], match[pattern.message], match[pattern.code]],
  ["dir/job.yaml", "10", "14", "error", "2 x A is not offered on `b`: c", "accelerator-count"]);
});
