//===- Parser.cpp - tree-sitter, within bounds ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Python/Parser.h"
#include "Support/LLVM.h"
#include "Support/TextDifference.h"
#include "Text/Python/TreeMemory.h"
#include <cstdlib>
#include <list>
#include <mutex>
#include <string>

using namespace trainlint;
using namespace trainlint::python;

void python::SyntaxDeleter::operator()(TSTree *tree) const {
  ts_tree_delete(tree);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// How many bytes the parsers of this thread have asked for: a measure of their
/// work that is the same on each machine.
static thread_local uint64_t allocatedBytes = 0;

static void *countedMalloc(size_t size) {
  allocatedBytes += size;
  return std::malloc(size);
}

static void *countedCalloc(size_t count, size_t size) {
  allocatedBytes += count * size;
  return std::calloc(count, size);
}

static void *countedRealloc(void *memory, size_t size) {
  allocatedBytes += size;
  return std::realloc(memory, size);
}

namespace {
struct ParserDeleter {
  void operator()(TSParser *parser) const { ts_parser_delete(parser); }
};

/// A text that the parser reads in chunks. What it may do with a text grows as
/// the text does: to find its way behind an error it copies all that it has
/// skipped so far for each token, and what is never closed it reads to the end.
class ParserInput {
public:
  explicit ParserInput(StringRef text)
      : text(text), allocatedBefore(allocatedBytes) {}

  /// `old` is what an earlier text was, with the edit that led to this one; may
  /// be null.
  SyntaxPtr parse(const TSTree *old);

private:
  static constexpr uint32_t ChunkSize = 4096;
  // The standard library of Python needs 5 and 50 at most.
  static constexpr uint64_t MostReadsOfChunk = 64;
  static constexpr uint64_t MostAllocatedForByte = 200;

  bool isSpent() const {
    return reads > MostReadsOfChunk * (text.size() / ChunkSize + 4) ||
           allocatedBytes - allocatedBefore >
               MostAllocatedForByte * (text.size() + 4 * ChunkSize);
  }
  StringRef read(uint32_t offset);

  StringRef text;
  uint64_t reads = 0;
  uint64_t allocatedBefore;
};
} // namespace

StringRef ParserInput::read(uint32_t offset) {
  ++reads;
  return isSpent() ? StringRef() : text.substr(offset, ChunkSize);
}

SyntaxPtr ParserInput::parse(const TSTree *old) {
  static std::once_flag isSet;
  std::call_once(isSet, [] {
    ts_set_allocator(countedMalloc, countedCalloc, countedRealloc, std::free);
  });
  std::unique_ptr<TSParser, ParserDeleter> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), tree_sitter_python()))
    return nullptr;
  TSInput input = {};
  input.payload = this;
  input.encoding = TSInputEncodingUTF8;
  input.read = [](void *payload, uint32_t offset, TSPoint, uint32_t *size) {
    StringRef chunk = static_cast<ParserInput *>(payload)->read(offset);
    *size = chunk.size();
    return chunk.data();
  };
  TSParseOptions options = {};
  options.payload = this;
  options.progress_callback = [](TSParseState *state) {
    return static_cast<const ParserInput *>(state->payload)->isSpent();
  };
  SyntaxPtr tree(
      ts_parser_parse_with_options(parser.get(), old, input, options));
  // What was not read does not end there.
  return isSpent() ? nullptr : std::move(tree);
}

//===----------------------------------------------------------------------===//
// Texts of before
//===----------------------------------------------------------------------===//

namespace {
struct KeptText {
  std::string text;
  SyntaxPtr tree;
};
} // namespace

struct TreeMemory::Impl {
  /// The last one used comes first.
  std::list<KeptText> texts;
};

static thread_local TreeMemory::Impl *memoryOfThread = nullptr;

TreeMemory::TreeMemory()
    : impl(std::make_unique<Impl>()), before(memoryOfThread) {
  memoryOfThread = impl.get();
}

TreeMemory::~TreeMemory() { memoryOfThread = before; }

static TSPoint pointAt(StringRef text, size_t offset) {
  StringRef before = text.take_front(offset);
  size_t line = before.rfind('\n') + 1;
  return {static_cast<uint32_t>(before.count('\n')),
          static_cast<uint32_t>(offset - line)};
}

/// The tree of an earlier text, told about what is new in `text`; null if it
/// would help little.
static SyntaxPtr editedTree(const KeptText &old, StringRef text) {
  TextDifference difference = differenceOf(old.text, text);
  if (difference.newEnd - difference.begin > text.size() / 4)
    return nullptr;
  SyntaxPtr tree(ts_tree_copy(old.tree.get()));
  TSInputEdit edit = {};
  edit.start_byte = difference.begin;
  edit.old_end_byte = difference.oldEnd;
  edit.new_end_byte = difference.newEnd;
  edit.start_point = pointAt(text, difference.begin);
  edit.old_end_point = pointAt(old.text, edit.old_end_byte);
  edit.new_end_point = pointAt(text, edit.new_end_byte);
  ts_tree_edit(tree.get(), &edit);
  return tree;
}

/// What is broken is read anew: it would depend on the texts before.
static SyntaxPtr parseEdited(StringRef text, TreeMemory::Impl &memory) {
  for (auto old = memory.texts.begin(); old != memory.texts.end(); ++old) {
    SyntaxPtr edited = editedTree(*old, text);
    if (!edited)
      continue;
    SyntaxPtr tree = ParserInput(text).parse(edited.get());
    memory.texts.erase(old);
    if (tree && ts_node_has_error(ts_tree_root_node(tree.get())))
      return nullptr;
    return tree;
  }
  return nullptr;
}

SyntaxPtr python::parseSyntax(StringRef text) {
  // Others are read in no time, or would need much of it.
  constexpr size_t LeastKept = 4 << 10, MostKept = 256 << 10, MostTexts = 4;
  TreeMemory::Impl *memory = memoryOfThread;
  if (!memory || text.size() < LeastKept || text.size() > MostKept)
    return ParserInput(text).parse(nullptr);
  SyntaxPtr tree = parseEdited(text, *memory);
  if (!tree)
    tree = ParserInput(text).parse(nullptr);
  if (!tree)
    return nullptr;
  memory->texts.push_front({text.str(), SyntaxPtr(ts_tree_copy(tree.get()))});
  if (memory->texts.size() > MostTexts)
    memory->texts.pop_back();
  return tree;
}
