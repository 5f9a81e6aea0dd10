//===- Document.cpp - A text that a client has open -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Document.h"
#include "LSP/Uri.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;

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
  setText(SourceBuffer::copy(filePath.empty() ? documentUri : filePath, text));
}

void Document::setText(std::unique_ptr<const SourceBuffer> text) {
  static uint64_t generations = 0;
  textGeneration = ++generations;
  buffer = std::move(text);
}

/// Counts line feeds. All bytes of a block are looked at in the same way, which
/// compilers make a few vector instructions of.
static int64_t countLines(StringRef text) {
  static constexpr size_t BlockSize = 128;
  int64_t count = 0;
  for (; text.size() >= BlockSize; text = text.drop_front(BlockSize)) {
    uint8_t inBlock = 0;
    for (size_t i = 0; i < BlockSize; ++i)
      inBlock += text.data()[i] == '\n';
    count += inBlock;
  }
  return count + text.count('\n');
}

/// Drops whole pieces of the text that end before a line does, given by its
/// number; the number is then that of the line in what is left.
static StringRef skipLines(StringRef text, int64_t &line) {
  static constexpr size_t PieceSize = 4096;
  while (text.size() > PieceSize) {
    int64_t count = countLines(text.take_front(PieceSize));
    if (count >= line)
      break;
    line -= count;
    text = text.drop_front(PieceSize);
  }
  return text;
}

/// The offset of a place in a text that has no carriage returns: a table of
/// lines, which a large text has for each keystroke, costs much more.
static uint32_t quickOffsetOf(const SourceBuffer &buffer, Position place,
                              PositionEncoding encoding) {
  if (place.line < 0)
    return 0;
  int64_t lines = place.line;
  StringRef rest = skipLines(buffer.text(), lines);
  for (; lines > 0; --lines) {
    size_t end = rest.find('\n');
    if (end == StringRef::npos)
      return buffer.text().size();
    rest = rest.substr(end + 1);
  }
  auto line = SourceBuffer::copy("", rest.take_front(rest.find('\n')));
  uint32_t begin = rest.begin() - buffer.text().begin();
  return begin + offsetOf(*line, {0, place.character}, encoding);
}

static SourceRange editedRange(const SourceBuffer &buffer, Range range,
                               PositionEncoding encoding) {
  if (buffer.text().contains('\r'))
    return sourceRangeOf(buffer, range, encoding);
  uint32_t begin = quickOffsetOf(buffer, range.start, encoding);
  return {begin, std::max(begin, quickOffsetOf(buffer, range.end, encoding))};
}

static std::unique_ptr<SourceBuffer> edit(const SourceBuffer &buffer,
                                          SourceRange range, StringRef with) {
  StringRef before = buffer.text().take_front(range.begin);
  StringRef behind = buffer.text().substr(range.end);
  auto text = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      before.size() + with.size() + behind.size(), buffer.name());
  char *place = text->getBufferStart();
  for (StringRef part : {before, with, behind})
    place = llvm::copy(part, place);
  return std::make_unique<SourceBuffer>(buffer.name().str(), std::move(text));
}

void Document::replace(int64_t version, StringRef text) {
  documentVersion = version;
  setText(SourceBuffer::copy(buffer->name(), text));
}

void Document::apply(int64_t version, llvm::ArrayRef<ContentChange> changes,
                     PositionEncoding encoding) {
  documentVersion = version;
  for (const ContentChange &change : changes) {
    if (change.range)
      setText(edit(*buffer, editedRange(*buffer, *change.range, encoding),
                   change.text));
    else
      setText(SourceBuffer::copy(buffer->name(), change.text));
  }
}
