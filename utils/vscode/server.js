// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

// Finds the program that is the language server.

const fs = require("node:fs");
const path = require("node:path");

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

// The first program of a name in PATH.
function inPath(name) {
  return (process.env.PATH || "").split(path.delimiter)
    // A relative folder would be one of whatever is open.
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find(isProgram);
}

function resolve(name) {
  if (name.includes("/") || name.includes(path.sep)) {
    return isProgram(name) ? name : undefined;
  }
  return inPath(name);
}

// The command that starts the server: what the settings name, what comes with the
// extension, or what is installed. Nothing if there is none.
function findServer(options) {
  const command = options.path
    ? resolve(options.path)
    : [path.join(options.extensionPath, "bin", "trainlint-lsp-server")].find(isProgram) ||
      inPath("trainlint-lsp-server") || inPath("trainlint");
  if (!command) {
    return undefined;
  }
  const args = [...(options.arguments || [])];
  if (path.basename(command) === "trainlint" && args[0] !== "lsp") {
    args.unshift("lsp");
  }
  return { command, args };
}

module.exports = { findServer };
