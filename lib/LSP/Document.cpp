//===- Document.cpp - A text that a client has open -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Document.h"
#include "LSP/Uri.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::StringRef;

bool lsp::fromJSON(const llvm::json::Value &value, ContentChange &out,
                   llvm::json::Path path) {
  llvm::json::ObjectMapper object(value, path);
  return object && object.map("range", out.range) &&
         object.map("text", out.text);
}

Document::Document(std::string uri, StringRef language, int64_t version,
                   StringRef text)
    : documentUri(std::move(uri)), filePath(pathOfUri(documentUri)),
      languageId(language), documentVersion(version) {
  setText(text);
}

void Document::setText(StringRef text) {
  static uint64_t generations = 0;
  textGeneration = ++generations;
  buffer = SourceBuffer::copy(filePath.empty() ? documentUri : filePath, text);
}

void Document::apply(int64_t version, llvm::ArrayRef<ContentChange> changes,
                     PositionEncoding encoding) {
  documentVersion = version;
  for (const ContentChange &change : changes) {
    if (!change.range) {
      setText(change.text);
      continue;
    }
    SourceRange range = sourceRangeOf(*buffer, *change.range, encoding);
    StringRef old = buffer->text();
    std::string text;
    text.reserve(old.size() - range.size() + change.text.size());
    text += old.take_front(range.begin);
    text += change.text;
    text += old.substr(range.end);
    setText(text);
  }
}
