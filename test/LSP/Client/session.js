// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

// A language server with a client around it, as editors have one.

const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} = require("vscode-languageserver-protocol/node");

// What an editor of today can do.
const Capabilities = {
  general: { positionEncodings: ["utf-16"] },
  window: { showDocument: { support: true } },
  workspace: {
    workspaceEdit: { documentChanges: true },
    diagnostics: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
    completion: {
      completionItem: { snippetSupport: true, documentationFormat: ["markdown"] },
    },
    hover: { contentFormat: ["markdown"] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
};

// Splits a text with a `|` into the text without it and its position.
function cursorIn(marked) {
  const at = marked.indexOf("|");
  const before = marked.slice(0, at).split("\n");
  return {
    text: marked.slice(0, at) + marked.slice(at + 1),
    position: { line: before.length - 1, character: before[before.length - 1].length },
  };
}

class Session {
  static async start(options = {}) {
    const session = new Session();
    session.process = spawn(process.env.TRAINLINT_LSP_SERVER, [], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    session.ended = new Promise((resolve) => session.process.on("exit", resolve));
    session.connection = createProtocolConnection(
      new StreamMessageReader(session.process.stdout),
      new StreamMessageWriter(session.process.stdin));
    session.published = new Map();
    session.waiting = [];
    session.requests = [];
    session.messages = [];
    session.connection.onNotification("textDocument/publishDiagnostics", (params) => {
      session.published.set(params.uri, params);
      session.waiting = session.waiting.filter((check) => !check());
    });
    session.connection.onNotification("window/showMessage",
      (params) => session.messages.push(params));
    for (const method of ["client/registerCapability", "workspace/diagnostic/refresh",
      "window/showDocument", "workspace/applyEdit"]) {
      session.connection.onRequest(method, (params) => {
        session.requests.push({ method, params });
        session.waiting = session.waiting.filter((check) => !check());
        return method === "workspace/applyEdit" ? { applied: true } : null;
      });
    }
    session.connection.listen();
    session.initialized = await session.ask("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: options.capabilities || Capabilities,
      initializationOptions: options.initializationOptions ||
        { rulePages: "https://example.com/rules" },
    });
    session.tell("initialized", {});
    return session;
  }

  ask(method, params, token) {
    const given = [params, token].filter((one) => one !== undefined);
    return this.connection.sendRequest(method, ...given);
  }

  tell(method, params) {
    return this.connection.sendNotification(method, params);
  }

  // Opens a document; what it holds is sent with a new version each time.
  open(uri, text, languageId = "yaml") {
    this.version = 1;
    this.tell("textDocument/didOpen", {
      textDocument: { uri, languageId, version: this.version, text },
    });
  }

  change(uri, changes) {
    this.tell("textDocument/didChange", {
      textDocument: { uri, version: ++this.version },
      contentChanges: changes,
    });
  }

  until(condition) {
    return new Promise((resolve) => {
      const check = () => {
        const value = condition();
        if (value) {
          resolve(value);
        }
        return value;
      };
      if (!check()) {
        this.waiting.push(check);
      }
    });
  }

  // The diagnostics of a version, once they are there.
  async diagnostics(uri, version) {
    const found = await this.until(() => {
      const last = this.published.get(uri);
      return last && (version === undefined || last.version === version) && last;
    });
    return found.diagnostics;
  }

  // Asks about the place of the `|` in a text.
  at(method, uri, marked, languageId, more = {}) {
    const { text, position } = cursorIn(marked);
    this.open(uri, text, languageId);
    return this.ask(method, { textDocument: { uri }, position, ...more });
  }

  async labels(uri, marked, languageId) {
    const list = await this.at("textDocument/completion", uri, marked, languageId);
    return list.items.map((item) => item.label);
  }

  async end() {
    await this.ask("shutdown");
    await this.tell("exit");
    return this.ended;
  }
}

// A text after edits.
function applyEdits(text, edits) {
  const offsetOf = ({ line, character }) => {
    const lines = text.split("\n");
    return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  };
  const places = edits.map((edit) => ({
    begin: offsetOf(edit.range.start), end: offsetOf(edit.range.end), text: edit.newText,
  }));
  places.sort((a, b) => b.begin - a.begin);
  return places.reduce((out, place) =>
    out.slice(0, place.begin) + place.text + out.slice(place.end), text);
}

// A test that has a session of its own, which ends well.
function serverTest(name, body, options) {
  test(name, { timeout: 20000 }, async () => {
    const session = await Session.start(options);
    try {
      await body(session);
    } catch (error) {
      // A server that goes on would keep the test from ending.
      session.process.kill();
      throw error;
    }
    assert.equal(await session.end(), 0);
  });
}

function temporaryFolder() {
  return fs.mkdtempSync(path.join(os.tmpdir(), "trainlint-lsp-"));
}

module.exports = { Session, Capabilities, cursorIn, applyEdits, serverTest, temporaryFolder };
