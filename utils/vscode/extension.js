// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

// Starts the language server of trainlint. All that it knows is in the server.

const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { findServer } = require("./server.js");

const Languages = ["yaml", "json", "jsonc", "shellscript", "makefile", "markdown", "python",
  "pbtxt", "mlir"];
// Other extensions have names of their own for the languages of graphs.
const Pattern = "**/*.{pbtxt,mlir}";
// Cells of notebooks and texts that were never saved are checked, too.
const Schemes = ["file", "untitled", "vscode-notebook-cell"];

let client;

function settings() {
  return vscode.workspace.getConfiguration("trainlint");
}

// The pages that links lead to: a folder, or an address of the web. Links of
// other kinds could run commands of the editor.
function rulePages(context) {
  const given = settings().get("rulePages");
  const bundled = path.join(context.extensionPath, "rules");
  if (/^(https|file):\/\//i.test(given)) {
    return given;
  }
  if (given && path.isAbsolute(given)) {
    return vscode.Uri.file(given).toString();
  }
  return fs.existsSync(bundled) ? vscode.Uri.file(bundled).toString() : undefined;
}

async function start(context) {
  if (!settings().get("enable")) {
    return;
  }
  const server = findServer({
    path: settings().get("server.path"),
    arguments: settings().get("server.arguments"),
    extensionPath: context.extensionPath,
  });
  if (!server) {
    vscode.window.showWarningMessage(
      "trainlint: no language server was found. Install trainlint, or set `trainlint.server.path`.");
    return;
  }
  client = new LanguageClient("trainlint", "trainlint", server, {
    documentSelector: [
      ...Schemes.flatMap((scheme) => Languages.map((language) => ({ scheme, language }))),
      { scheme: "file", pattern: Pattern },
    ],
    initializationOptions: { rulePages: rulePages(context) },
  });
  await client.start();
}

async function stop() {
  const stopped = client;
  client = undefined;
  if (stopped) {
    await stopped.stop();
  }
}

async function fixAll() {
  const editor = vscode.window.activeTextEditor;
  if (editor) {
    await vscode.commands.executeCommand("editor.action.sourceAction",
      { kind: "source.fixAll.trainlint", apply: "first" });
  }
}

async function activate(context) {
  const restart = async () => {
    await stop();
    await start(context);
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("trainlint.restart", restart),
    vscode.commands.registerCommand("trainlint.fixAll", fixAll),
    vscode.workspace.onDidChangeConfiguration((event) =>
      event.affectsConfiguration("trainlint") ? restart() : undefined));
  await start(context);
}

module.exports = { activate, deactivate: stop };
