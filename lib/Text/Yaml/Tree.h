//===- Tree.h - The located YAML tree ---------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_TREE_H
#define TRAINLINT_TEXT_YAML_TREE_H

#include "Text/Yaml/Token.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"
#include <memory>

namespace trainlint::yaml {

enum class NodeKind : uint8_t { Scalar, Sequence, Mapping, Alias };

/// One node of a document. Its range covers the content: the quotes of a quoted
/// scalar and the brackets of a flow collection, but no anchor and no tag. A
/// missing value is a plain scalar with an empty range behind its indicator.
struct Node {
  NodeKind kind;
  /// True for a flow collection.
  bool flow = false;
  /// True if an expression stands at its place that has the value, but does not
  /// spell it.
  bool isComputed = false;
  SourceRange range;
  /// The anchor's name without `&`, and the tag as written; empty if absent.
  llvm::StringRef anchor;
  llvm::StringRef tag;
  SourceRange anchorRange;
  /// The buffer of a node that does not stand in the text of its stream; null
  /// for the others.
  const SourceBuffer *buffer = nullptr;

protected:
  Node(NodeKind kind, SourceRange range) : kind(kind), range(range) {}
};

struct ScalarNode : Node {
  ScalarNode(SourceRange range, ScalarStyle style)
      : Node(NodeKind::Scalar, range), style(style) {}
  static bool classof(const Node *node) {
    return node->kind == NodeKind::Scalar;
  }

  ScalarStyle style;
  /// The column at which the lines of a block scalar begin, from 0.
  uint32_t blockIndent = 0;
  /// The decoded text.
  llvm::StringRef value;
};

struct SequenceNode : Node {
  explicit SequenceNode(SourceRange range) : Node(NodeKind::Sequence, range) {}
  static bool classof(const Node *node) {
    return node->kind == NodeKind::Sequence;
  }

  llvm::ArrayRef<Node *> items;
};

/// A key with its value, as written.
struct MappingEntry {
  Node *key;
  Node *value;
};

struct MappingNode : Node {
  explicit MappingNode(SourceRange range) : Node(NodeKind::Mapping, range) {}
  static bool classof(const Node *node) {
    return node->kind == NodeKind::Mapping;
  }

  llvm::ArrayRef<MappingEntry> entries;
};

/// `*name`: stands for the node that carries the anchor. Aliases are never
/// expanded, so that a small text cannot grow.
struct AliasNode : Node {
  AliasNode(SourceRange range, llvm::StringRef name)
      : Node(NodeKind::Alias, range), name(name) {}
  static bool classof(const Node *node) {
    return node->kind == NodeKind::Alias;
  }

  llvm::StringRef name;
  /// The last node before this one with that anchor; null if there is none.
  Node *target = nullptr;
};

struct Document {
  Node *root;
  /// From the first to the last token of the document.
  SourceRange range;
};

/// All that one text holds. Nodes live as long as the stream.
struct Stream {
  std::vector<Document> documents;
  /// The comments in source order.
  std::vector<SourceRange> comments;
  /// What keeps the text from being read; the documents before it are kept.
  std::vector<Problem> problems;
  /// Every scalar, collection and alias in the order of the text.
  std::vector<Node *> nodes;
  /// True if the text has aliases, so that a node may be reached twice.
  bool hasAliases = false;

  llvm::BumpPtrAllocator arena;
  /// The text that was read, if it is not that of the file.
  std::shared_ptr<const void> text;
  /// Streams whose nodes and comments are among those of this one.
  std::vector<std::unique_ptr<Stream>> parts;

  /// Adds what another stream of the same file holds.
  void add(std::unique_ptr<Stream> part);
};

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_TREE_H
