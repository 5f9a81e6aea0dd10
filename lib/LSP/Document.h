//===- Document.h - A text that a client has open ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_DOCUMENT_H
#define TRAINLINT_LSP_DOCUMENT_H

#include "LSP/Position.h"
#include <memory>
#include <vector>

namespace trainlint::lsp {

/// One edit of a client; without a range it replaces the whole text.
struct ContentChange {
  std::optional<Range> range;
  std::string text;
};
bool fromJSON(const llvm::json::Value &value, ContentChange &out,
              llvm::json::Path path);

/// A text that a client has open.
class Document {
public:
  Document(std::string uri, llvm::StringRef language, int64_t version,
           llvm::StringRef text);

  /// As the client spells it.
  llvm::StringRef uri() const { return documentUri; }
  /// The path of a file, or the URI of what is none. It is the name of the
  /// buffer, too.
  llvm::StringRef name() const { return buffer->name(); }
  /// Empty for what is no file.
  llvm::StringRef path() const { return filePath; }
  llvm::StringRef language() const { return languageId; }
  int64_t version() const { return documentVersion; }
  /// Counts the texts of all documents, so that no two are the same.
  uint64_t generation() const { return textGeneration; }
  const SourceBuffer &text() const { return *buffer; }
  /// The text, for readers that outlive the next edit.
  std::shared_ptr<const SourceBuffer> share() const { return buffer; }

  /// Applies the edits one after the other, each to the text that the one
  /// before left.
  void apply(int64_t version, llvm::ArrayRef<ContentChange> changes,
             PositionEncoding encoding);

  /// Replaces the text as a whole.
  void replace(int64_t version, llvm::StringRef text);

private:
  void setText(std::unique_ptr<const SourceBuffer> text);

  std::string documentUri;
  std::string filePath;
  std::string languageId;
  int64_t documentVersion;
  uint64_t textGeneration = 0;
  std::shared_ptr<const SourceBuffer> buffer;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_DOCUMENT_H
