// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

// Opens files in VS Code as a person would: VS Code is served by the copy in MODULES,
// with the extension in PACKAGE, and shown by a browser. What is expected is what stands
// on the screen. WORK is a folder with the files, where a image of the screen is left
// after a failure.

const assert = require("node:assert/strict");
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");

const { MODULES: modules, PACKAGE: extension, WORK: work, CHROMIUM: chromiumPath } = process.env;
const { chromium } = require(path.join(modules, "playwright-core"));

const root = path.join(modules, "code-server/lib/vscode");
const program = path.join(root, "out/server-main.js");
const files = path.join(work, "files");
const folders = ["--accept-server-license-terms", "--extensions-dir", path.join(work, "extensions"),
  "--server-data-dir", path.join(work, "data")];

// VS Code, its address and the way to stop it.
async function serve() {
  // What the workbench itself loads is looked for beside the server.
  const link = path.join(root, "node_modules");
  if (!fs.existsSync(link)) {
    fs.symlinkSync(path.resolve(modules), link);
  }
  const installed = spawnSync(process.execPath, [program, ...folders, "--install-extension", extension]);
  assert.equal(installed.status, 0, String(installed.stderr));
  // Any port that is free; an editor without a token is for this machine only.
  const server = spawn(process.execPath, [program, ...folders, "--host", "127.0.0.1", "--port", "0",
    "--without-connection-token", "--disable-workspace-trust", "--telemetry-level", "off"],
  { timeout: 300000 });
  let log = "";
  const address = await new Promise((resolve, reject) => {
    const read = (data) => {
      log += data;
      const match = /Web UI available at (http:\S+)/.exec(log);
      if (match) {
        resolve(match[1]);
      }
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("exit", () => reject(new Error(log)));
  });
  return { address, stop: () => server.kill() };
}

// The text that is drawn where a squiggle is.
async function textAt(page, squiggle) {
  const box = await squiggle.boundingBox();
  return page.evaluate(({ x, y, width, height }) =>
    document.elementsFromPoint(x + width / 2, y + height / 2)
      .find((element) => /^mtk/.test(element.className)).textContent, box);
}

async function conversation(page) {
  const open = (name) => page.getByRole("treeitem", { name }).dblclick();
  const problems = page.locator(".markers-panel .monaco-list-row");

  // A module.
  await open("submit.py");
  let squiggle = page.locator(".editor-instance .squiggly-error");
  await squiggle.waitFor();
  assert.equal(await textAt(page, squiggle), "3");
  await page.keyboard.press("Control+Shift+M");
  await problems.getByText("is not offered on").waitFor();
  assert.match((await problems.allTextContents()).join("\n"),
    /3 x NVIDIA_TESLA_T4 is not offered on n1-standard-8.*accelerator-count\[Ln 14, Col 23\]/);
  await page.keyboard.press("Control+J");

  // A notebook: the value is in the first cell of code, its use in the second.
  await open("train.ipynb");
  const cells = page.locator(".notebookOverlay .code-cell-row");
  squiggle = cells.first().locator(".squiggly-error");
  await squiggle.waitFor();
  assert.equal(await textAt(page, squiggle), "3");
  assert.equal(await cells.nth(1).locator(".squiggly-error").count(), 0);
  await squiggle.hover({ force: true });
  await page.locator(".monaco-hover").getByText("used here through").waitFor();

  // The fix changes the cell, and the notebook when it is saved.
  const box = await squiggle.boundingBox();
  await page.mouse.click(box.x + box.width - 1, box.y + box.height / 2);
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget").getByText("use 4 x NVIDIA_TESLA_T4").waitFor();
  await page.keyboard.press("Enter");
  await squiggle.waitFor({ state: "detached" });
  await page.keyboard.press("Control+S");
  const end = Date.now() + 60000;
  while (!fs.readFileSync(path.join(files, "train.ipynb"), "utf-8").includes('"GPUS = 4"')) {
    assert.ok(Date.now() < end, "the notebook was not saved");
    await page.waitForTimeout(50);
  }
}

test("VS Code shows the findings of modules and in cells", { timeout: 120000 }, async () => {
  const server = await serve();
  // As root, as in a container of CI, Chromium has no sandbox; it shows nothing but VS Code.
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60000);
  try {
    await page.goto(`${server.address}/?folder=${files}`);
    await conversation(page);
  } catch (error) {
    await page.screenshot({ path: path.join(work, "screen.png") });
    throw error;
  } finally {
    await browser.close();
    server.stop();
  }
});
