//===- NotebookSync.cpp - What the client tells of notebooks --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Dispatcher.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// The documents of a list of `TextDocumentItem`, by their URIs.
static llvm::StringMap<const Object *> itemsIn(const Array *list) {
  llvm::StringMap<const Object *> items;
  if (!list)
    return items;
  for (const Value &value : *list) {
    const Object *item = value.getAsObject();
    if (item && item->getString("uri"))
      items[*item->getString("uri")] = item;
  }
  return items;
}

static Document documentFrom(const Object &item) {
  return Document(item.getString("uri")->str(),
                  item.getString("languageId").value_or(""),
                  item.getInteger("version").value_or(0),
                  item.getString("text").value_or(""));
}

/// The cells of a list of `NotebookCell`: those that are opened with them, or
/// those that are known and only move.
static std::vector<Document> documentsOf(const Array *list, const Array *opened,
                                         llvm::ArrayRef<Document> known) {
  std::vector<Document> cells;
  if (!list)
    return cells;
  llvm::StringMap<const Object *> items = itemsIn(opened);
  for (const Value &value : *list) {
    const Object *cell = value.getAsObject();
    std::optional<StringRef> uri =
        cell ? cell->getString("document") : std::nullopt;
    if (!uri)
      continue;
    const auto *same = llvm::find_if(
        known, [&](const Document &other) { return other.uri() == *uri; });
    if (const Object *item = items.lookup(*uri))
      cells.push_back(documentFrom(*item));
    else if (same != known.end())
      cells.push_back(*same);
    else
      cells.emplace_back(uri->str(), "", 0, "");
  }
  return cells;
}

OpenDocument *Dispatcher::notebookOf(const Object &params) {
  const Object *notebook = params.getObject("notebookDocument");
  OpenDocument *open =
      notebook ? session->find(notebook->getString("uri").value_or(""))
               : nullptr;
  return open && open->notebook ? open : nullptr;
}

void Dispatcher::didOpenNotebook(const Object &params) {
  const Object *notebook = params.getObject("notebookDocument");
  if (!notebook || !notebook->getString("uri"))
    return;
  session->openNotebook(notebook->getString("uri")->str(),
                        notebook->getInteger("version").value_or(0),
                        documentsOf(notebook->getArray("cells"),
                                    params.getArray("cellTextDocuments"), {}));
}

/// Cells that come, go or move.
void Dispatcher::spliceNotebook(OpenDocument &open, const Object &structure) {
  const Object *array = structure.getObject("array");
  if (!array)
    return;
  auto number = [&](StringRef member) {
    return std::max<int64_t>(array->getInteger(member).value_or(0), 0);
  };
  session->spliceCells(open, number("start"), number("deleteCount"),
                       documentsOf(array->getArray("cells"),
                                   structure.getArray("didOpen"),
                                   open.notebook->cells()));
}

/// Edits of the text of one cell.
void Dispatcher::changeCell(OpenDocument &open, const Object &change) {
  const Object *document = change.getObject("document");
  Document *cell =
      document ? open.notebook->find(document->getString("uri").value_or(""))
               : nullptr;
  const Array *list = change.getArray("changes");
  if (!cell || !list)
    return;
  if (std::optional<std::vector<ContentChange>> edits =
          contentChanges(*list, cell->uri()))
    cell->apply(document->getInteger("version").value_or(cell->version()),
                *edits, client.encoding);
}

void Dispatcher::didChangeNotebook(const Object &params) {
  OpenDocument *open = notebookOf(params);
  const Object *change = params.getObject("change");
  const Object *cells = change ? change->getObject("cells") : nullptr;
  if (!open || !cells)
    return;
  if (const Object *structure = cells->getObject("structure"))
    spliceNotebook(*open, *structure);
  if (const Array *edited = cells->getArray("textContent")) {
    for (const Value &cell : *edited)
      if (const Object *object = cell.getAsObject())
        changeCell(*open, *object);
  }
  session->changeNotebook(*open, params.getObject("notebookDocument")
                                     ->getInteger("version")
                                     .value_or(open->document.version()));
}

void Dispatcher::didSaveNotebook(const Object &params) {
  if (const OpenDocument *open = notebookOf(params))
    session->fileChanged(open->document.path());
}

void Dispatcher::didCloseNotebook(const Object &params) {
  const OpenDocument *open = notebookOf(params);
  if (!open)
    return;
  std::string uri = open->document.uri().str();
  session->close(uri);
  answerWaiting(uri);
  publishChanged();
}
