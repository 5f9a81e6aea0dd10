// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";

// Stands in for the module that VS Code gives its extensions: real where the test
// looks, and something that can be called, made or extended everywhere else.

const path = require("node:path");
const { pathToFileURL, fileURLToPath } = require("node:url");

class Disposable {
  constructor(callback) {
    this.callback = callback;
  }

  static from(...others) {
    return new Disposable(() => others.forEach((other) => other.dispose()));
  }

  dispose() {
    if (typeof this.callback === "function") {
      this.callback();
    }
  }
}

class Position {
  constructor(line, character) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  constructor(...places) {
    [this.start, this.end] = places.length === 4
      ? [new Position(places[0], places[1]), new Position(places[2], places[3])] : places;
  }
}

class Location {
  constructor(uri, range) {
    Object.assign(this, { uri, range });
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class DiagnosticRelatedInformation {
  constructor(location, message) {
    Object.assign(this, { location, message });
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.split(":")[0];
    this.fsPath = this.scheme === "file" ? fileURLToPath(text) : text;
    this.path = this.fsPath;
  }

  static parse(text) {
    return new Uri(text);
  }

  static file(name) {
    return new Uri(pathToFileURL(name).href);
  }

  toString() {
    return this.text;
  }
}

class TabInputText {
  constructor(uri) {
    this.uri = uri;
  }
}

class EventEmitter {
  constructor() {
    this.listeners = [];
    this.event = (listener) => {
      this.listeners.push(listener);
      return new Disposable(() => {
        this.listeners = this.listeners.filter((one) => one !== listener);
      });
    };
  }

  fire(value) {
    return this.listeners.map((listener) => listener(value));
  }

  dispose() {
    this.listeners = [];
  }
}

class CancellationTokenSource {
  constructor() {
    this.emitter = new EventEmitter();
    this.token = { isCancellationRequested: false,
      onCancellationRequested: this.emitter.event };
  }

  cancel() {
    this.token.isCancellationRequested = true;
    this.emitter.fire();
  }

  dispose() {}
}

class CodeActionKind {
  constructor(value) {
    this.value = value;
  }

  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
for (const [name, value] of [["Empty", ""], ["QuickFix", "quickfix"], ["Refactor", "refactor"],
  ["RefactorExtract", "refactor.extract"], ["RefactorInline", "refactor.inline"],
  ["RefactorRewrite", "refactor.rewrite"], ["Source", "source"],
  ["SourceOrganizeImports", "source.organizeImports"], ["SourceFixAll", "source.fixAll"]]) {
  CodeActionKind[name] = new CodeActionKind(value);
}

// Anything else: a class, a function that returns a thing to dispose of, and an
// object with such members.
function anything() {
  const made = function () {
    return new.target ? undefined : new Disposable();
  };
  const members = new Map();
  return new Proxy(made, {
    get(target, name) {
      if (name in target || typeof name === "symbol" || name === "then") {
        return target[name];
      }
      if (!members.has(name)) {
        members.set(name, anything());
      }
      return members.get(name);
    },
  });
}

function withDefaults(members) {
  const rest = anything();
  return new Proxy(members, {
    get: (target, name) => (name in target ? target[name] : rest[name]),
  });
}

// The module, and what the test does with it.
function createVscode(settings) {
  const events = {};
  const event = (name) => {
    events[name] = events[name] || new EventEmitter();
    return events[name].event;
  };
  const collections = new Map();
  const commands = new Map();
  const messages = [];
  const documents = [];
  const tabs = [];
  const notebooks = [];
  const workspace = withDefaults({
    textDocuments: documents,
    notebookDocuments: notebooks,
    workspaceFolders: undefined,
    isTrusted: true,
    getConfiguration: (section) => ({
      get: (name, otherwise) => {
        const value = settings[section ? `${section}.${name}` : name];
        return value === undefined ? otherwise : value;
      },
      inspect: () => undefined,
      has: () => false,
    }),
    getWorkspaceFolder: () => undefined,
    createFileSystemWatcher: () => withDefaults({}),
  });
  for (const name of ["onDidOpenTextDocument", "onDidChangeTextDocument",
    "onDidCloseTextDocument", "onDidSaveTextDocument", "onDidChangeConfiguration",
    "onDidOpenNotebookDocument", "onDidChangeNotebookDocument", "onDidSaveNotebookDocument",
    "onDidCloseNotebookDocument"]) {
    Object.defineProperty(workspace, name, { value: event(name) });
  }
  const vscode = withDefaults({
    version: "1.90.0",
    Disposable, Position, Range, Location, Diagnostic, DiagnosticRelatedInformation, Uri,
    EventEmitter, CancellationTokenSource, CodeActionKind,
    TabInputText,
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
    NotebookCellKind: { Markup: 1, Code: 2 },
    workspace,
    env: withDefaults({ language: "en", appName: "stub" }),
    window: withDefaults({
      visibleTextEditors: [],
      activeTextEditor: undefined,
      showWarningMessage: async (text) => { messages.push(text); },
      showErrorMessage: async (text) => { messages.push(text); },
      createOutputChannel: () => withDefaults({
        append: () => {}, appendLine: () => {}, dispose: () => {}, show: () => {},
      }),
      tabGroups: { all: [{ tabs }], onDidChangeTabs: event("onDidChangeTabs") },
    }),
    commands: withDefaults({
      registerCommand: (name, run) => {
        commands.set(name, run);
        return new Disposable(() => commands.delete(name));
      },
    }),
    languages: withDefaults({
      createDiagnosticCollection: () => ({
        set: (uri, list) => collections.set(uri.toString(), list),
        delete: (uri) => collections.delete(uri.toString()),
        clear: () => collections.clear(),
        dispose: () => {},
      }),
      match: (selector, document) =>
        [].concat(selector).some((one) =>
          (!one.language || one.language === document.languageId) &&
          (!one.scheme || one.scheme === document.uri.scheme)) ? 10 : 0,
    }),
  });
  const openDocument = (name, languageId, text) => {
    const document = {
      uri: Uri.file(path.resolve(name)), languageId, version: 1, isClosed: false,
      getText: () => text,
    };
    // VS Code tells of the tab first, when the document is not there yet.
    const tab = { input: new TabInputText(document.uri) };
    tabs.push(tab);
    events.onDidChangeTabs.fire({ opened: [tab], closed: [], changed: [] });
    documents.push(document);
    vscode.window.activeTextEditor = { document };
    vscode.window.visibleTextEditors.push({ document });
    events.onDidOpenTextDocument.fire(document);
    return document;
  };
  // A notebook of Jupyter, of texts with the languages that they are in.
  const openNotebook = (name, cells) => {
    const file = path.resolve(name);
    const notebook = {
      uri: Uri.file(file), notebookType: "jupyter-notebook", version: 1, metadata: {},
      isClosed: false, cells: [], getCells() { return this.cells; },
    };
    for (const [index, { text, languageId }] of cells.entries()) {
      const document = {
        uri: Uri.parse(`vscode-notebook-cell:${file}#${index}`), languageId, version: 1,
        isClosed: false, getText: () => text, notebook,
      };
      documents.push(document);
      notebook.cells.push({
        index, notebook, document, metadata: {}, kind: languageId === "markdown" ? 1 : 2,
      });
    }
    notebook.cellCount = notebook.cells.length;
    notebooks.push(notebook);
    // The cells come before their notebook.
    notebook.cells.forEach((cell) => events.onDidOpenTextDocument.fire(cell.document));
    events.onDidOpenNotebookDocument.fire(notebook);
    return notebook;
  };
  return { vscode, events, collections, commands, messages, openDocument, openNotebook };
}

module.exports = { createVscode };
