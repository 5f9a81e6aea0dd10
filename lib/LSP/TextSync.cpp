//===- TextSync.cpp - What the client tells of documents ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Dispatcher.h"
#include "LSP/Uri.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static StringRef memberOf(const Object &object, StringRef key) {
  return object.getString(key).value_or("");
}

void Dispatcher::didOpen(const Object &params) {
  const Object *document = params.getObject("textDocument");
  if (!document || !document->getString("uri"))
    return;
  session->open(
      memberOf(*document, "uri").str(), memberOf(*document, "languageId"),
      document->getInteger("version").value_or(0), memberOf(*document, "text"));
  // From now on the client asks.
  std::string uri = memberOf(*document, "uri").str();
  if (sent.erase(uri))
    transport.notify("textDocument/publishDiagnostics",
                     Object{{"uri", uri}, {"diagnostics", Array{}}});
}

/// The edits of a document; nothing if one cannot be read, which the client is
/// told.
std::optional<std::vector<ContentChange>>
Dispatcher::contentChanges(const Array &list, StringRef uri) {
  std::vector<ContentChange> changes;
  for (const Value &item : list) {
    ContentChange change;
    llvm::json::Path::Root root;
    // Without one edit the others would be applied to another text.
    if (!fromJSON(item, change, root)) {
      llvm::consumeError(root.getError());
      transport.notify("window/logMessage",
                       Object{{"type", 1},
                              {"message", "an edit of " + uri.str() +
                                              " cannot be read; the text is "
                                              "kept"}});
      return std::nullopt;
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

void Dispatcher::didChange(const Object &params) {
  OpenDocument *open = documentOf(params);
  const Array *list = params.getArray("contentChanges");
  const Object *document = params.getObject("textDocument");
  // What happens to cells is told of their notebook.
  if (!open || open->notebook || !list || !document)
    return;
  auto changes = contentChanges(*list, open->document.uri());
  if (!changes)
    return;
  int64_t version =
      document->getInteger("version").value_or(open->document.version());
  session->change(open->document.uri(), version, *changes);
}

void Dispatcher::didSave(const Object &params) {
  if (const OpenDocument *open = documentOf(params))
    session->fileChanged(open->document.path());
}

void Dispatcher::didClose(const Object &params) {
  const OpenDocument *open = documentOf(params);
  if (!open || open->notebook)
    return;
  std::string uri = open->document.uri().str();
  session->close(uri);
  answerWaiting(uri);
  // What is not open has no findings of its own to show.
  publishChanged();
}

void Dispatcher::didChangeWatchedFiles(const Object &params) {
  const Array *changes = params.getArray("changes");
  if (!changes)
    return;
  for (const Value &change : *changes) {
    if (const Object *object = change.getAsObject())
      session->fileChanged(pathOfUri(memberOf(*object, "uri")));
  }
}
