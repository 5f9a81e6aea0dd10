#!/usr/bin/env node
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts the program, which is in a package of its own for each platform.
"use strict";

const { spawnSync } = require("node:child_process");

// What trainlint itself says of a command line that cannot be used.
const EXIT_USAGE = 2;

function fail(message) {
  process.stderr.write(`trainlint: ${message}\n`);
  process.exit(EXIT_USAGE);
}

const platform = `${process.platform}-${process.arch}`;
const packages = Object.keys(require("../../package.json").optionalDependencies);
const wanted = `trainlint-${platform}`;
if (!packages.includes(wanted)) {
  fail(`npm has no program for ${platform}, only ${packages.join(", ")}`);
}

let program;
try {
  program = require.resolve(`${wanted}/bin/trainlint`);
} catch {
  fail(`the package ${wanted} is missing; npm leaves it out with --omit=optional`);
}

const done = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (done.error) {
  fail(`${program} cannot be run: ${done.error.message}`);
}
if (done.signal) {
  process.kill(process.pid, done.signal);
}
process.exit(done.status ?? EXIT_USAGE);
