//===- Notebook.cpp - A notebook that a client has open -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Notebook.h"
#include "Driver/OpenNotebook.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>
#include <map>

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

//===----------------------------------------------------------------------===//
// The cells
//===----------------------------------------------------------------------===//

void Notebook::splice(size_t begin, size_t count, std::vector<Document> added) {
  begin = std::min(begin, documents.size());
  count = std::min(count, documents.size() - begin);
  auto at = documents.erase(documents.begin() + begin,
                            documents.begin() + begin + count);
  documents.insert(at, std::make_move_iterator(added.begin()),
                   std::make_move_iterator(added.end()));
  numbers.clear();
  for (const auto &[number, cell] : llvm::enumerate(documents))
    numbers.try_emplace(cell.uri(), number);
}

Document *Notebook::find(StringRef uri) {
  auto found = numbers.find(uri);
  return found == numbers.end() ? nullptr : &documents[found->second];
}

/// True for a cell that is Python, or that says at its begin what it is.
static bool isRead(const Document &cell) {
  return cell.language() == "python" || cell.text().text().starts_with("%");
}

std::string Notebook::text() const {
  llvm::SmallVector<StringRef> texts;
  for (const Document &cell : documents)
    texts.push_back(isRead(cell) ? cell.text().text() : StringRef());
  return joinCells(texts);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

CellPlaces::CellPlaces(StringRef uri, const Notebook &notebook,
                       const SourceBuffer &text)
    : uri(uri) {
  for (const auto &[document, range] :
       llvm::zip(notebook.cells(), cellsIn(text.text())))
    cells.push_back({&document, text.position(range.begin).line - 1,
                     text.position(range.end).line});
}

const CellPlaces::Cell *CellPlaces::find(StringRef cell) const {
  auto found = llvm::find_if(
      cells, [&](const Cell &known) { return known.document->uri() == cell; });
  return found == cells.end() ? nullptr : &*found;
}

static std::optional<int64_t> lineIn(const Object &place) {
  return place.getInteger("line");
}

/// The cell that a range begins in; null if it does not lie in one.
const CellPlaces::Cell *CellPlaces::at(const Object &place) const {
  const Object *range = place.getObject("range");
  const Object *start = range ? range->getObject("start") : nullptr;
  const Object *end = range ? range->getObject("end") : nullptr;
  if (!start || !end || !lineIn(*start) || !lineIn(*end))
    return nullptr;
  int64_t first = *lineIn(*start), last = *lineIn(*end);
  // Cells do not overlap, and what speaks of the file as a whole stands on the
  // line above the first one.
  auto found = llvm::partition_point(
      cells, [&](const Cell &cell) { return cell.end <= last; });
  return found == cells.end() || found->begin > first + 1 ? nullptr : &*found;
}

Object CellPlaces::toNotebook(const Object &params, StringRef cell) const {
  Object moved = params;
  const Cell *asked = find(cell);
  if (!asked)
    return moved;
  moved["textDocument"] = Object{{"uri", uri}};
  auto moveDown = [&](Object *position) {
    std::optional<int64_t> line = position ? lineIn(*position) : std::nullopt;
    if (!line)
      return;
    int64_t inText = std::max<int64_t>(*line, 0) + asked->begin;
    (*position)["line"] = std::min(inText, asked->end - 1);
    // Behind the last line is the end of the cell.
    if (inText >= asked->end)
      (*position)["character"] = std::numeric_limits<int32_t>::max();
  };
  moveDown(moved.getObject("position"));
  if (Object *range = moved.getObject("range")) {
    moveDown(range->getObject("start"));
    moveDown(range->getObject("end"));
  }
  return moved;
}

bool CellPlaces::moveLine(Object &object, StringRef member,
                          const Cell &cell) const {
  std::optional<int64_t> line = object.getInteger(member);
  if (!line || *line + 1 < cell.begin || *line >= cell.end)
    return false;
  object[member] = std::max<int64_t>(*line - cell.begin, 0);
  return true;
}

/// The edits of the notebook, by the cells that they are in.
void CellPlaces::splitChanges(Object &changes) const {
  Array *edits = changes.getArray(uri);
  if (!edits)
    return;
  std::map<const Document *, Array> byCell;
  for (Value &edit : *edits) {
    const Cell *cell = edit.getAsObject() ? at(*edit.getAsObject()) : nullptr;
    if (cell && move(edit, *cell))
      byCell[cell->document].push_back(std::move(edit));
  }
  changes.erase(uri);
  for (auto &[document, list] : byCell)
    changes[document->uri()] = std::move(list);
}

void CellPlaces::splitDocumentChanges(Array &changes) const {
  Array split;
  for (Value &change : changes) {
    Object *object = change.getAsObject();
    Object *document = object ? object->getObject("textDocument") : nullptr;
    if (!document || document->getString("uri") != uri) {
      split.push_back(std::move(change));
      continue;
    }
    Object edits{{uri, std::move(*object->get("edits"))}};
    splitChanges(edits);
    // An object keeps no order.
    SmallVector<std::pair<StringRef, Value *>, 4> sorted;
    for (auto &[cellUri, list] : edits)
      sorted.emplace_back(cellUri, &list);
    llvm::sort(sorted);
    for (auto [cellUri, list] : sorted) {
      const Cell *cell = find(cellUri);
      Value version = cell ? Value(cell->document->version()) : Value(nullptr);
      split.push_back(
          Object{{"textDocument",
                  Object{{"uri", cellUri}, {"version", std::move(version)}}},
                 {"edits", std::move(*list)}});
    }
  }
  changes = std::move(split);
}

/// False if a place of the object is not in the cell.
bool CellPlaces::moveObject(Object &object, const Cell &cell) const {
  if (Object *changes = object.getObject("changes"))
    return splitChanges(*changes), true;
  if (Array *changes = object.getArray("documentChanges"))
    return splitDocumentChanges(*changes), true;
  if (object.get("line") && object.get("character"))
    return moveLine(object, "line", cell);
  if (object.get("startLine") && object.get("endLine"))
    return moveLine(object, "startLine", cell) &&
           moveLine(object, "endLine", cell);
  const Cell *place = &cell;
  // What says where it stands may stand anywhere.
  if (std::optional<StringRef> where = object.getString("uri")) {
    if (*where != uri)
      return true;
    place = at(object);
    if (!place)
      return false;
    object["uri"] = place->document->uri();
  }
  for (auto &[key, member] : object) {
    if (!move(member, *place))
      return false;
  }
  return true;
}

bool CellPlaces::move(Value &value, const Cell &cell) const {
  if (Object *object = value.getAsObject())
    return moveObject(*object, cell);
  Array *list = value.getAsArray();
  if (!list)
    return true;
  Array kept;
  for (Value &item : *list) {
    if (move(item, cell))
      kept.push_back(std::move(item));
  }
  *list = std::move(kept);
  return true;
}

void CellPlaces::toCell(Value &answer, StringRef cell) const {
  const Cell *asked = find(cell);
  if (!asked || !move(answer, *asked))
    answer = nullptr;
}

DiagnosticsByUri CellPlaces::diagnosticsByCell(const Array &diagnostics) const {
  DiagnosticsByUri found;
  for (const Value &diagnostic : diagnostics) {
    const Cell *cell = at(*diagnostic.getAsObject());
    if (!cell)
      continue;
    Value moved = diagnostic;
    if (move(moved, *cell))
      found[cell->document->uri().str()].push_back(std::move(moved));
  }
  return found;
}
