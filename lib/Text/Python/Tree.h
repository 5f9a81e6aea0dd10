//===- Tree.h - The syntax of a Python text ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tree-sitter reads, copied into one array: named nodes, and those that
// its grammar gives a field. The array is in the order of the text, each node
// in front of its children.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PYTHON_TREE_H
#define TRAINLINT_TEXT_PYTHON_TREE_H

#include "Support/SourceBuffer.h"
#include "Text/Markdown/BlockText.h"
#include "llvm/ADT/iterator.h"
#include "llvm/ADT/iterator_range.h"

namespace trainlint::python {

/// The nodes of the grammar that somebody asks for.
enum class NodeKind : uint8_t {
  /// A node of another kind; its children are there.
  Other,
  /// A part of the text that is no Python; what can be read of it are its
  /// children.
  Error,
#define PYTHON_NODE(Name, Spelling) Name,
#include "Text/Python/Nodes.def"
};

/// What a node is for the one around it.
enum class Field : uint8_t {
  None,
#define PYTHON_FIELD(Name, Spelling) Name,
#include "Text/Python/Nodes.def"
};

class Tree;

/// A node of a tree, or none. Lives as long as the tree.
class Node {
public:
  Node() = default;

  explicit operator bool() const { return tree != nullptr; }
  friend bool operator==(Node a, Node b) {
    return a.tree == b.tree && a.index == b.index;
  }
  friend bool operator!=(Node a, Node b) { return !(a == b); }

  NodeKind kind() const;
  bool is(NodeKind wanted) const { return tree && kind() == wanted; }
  Field field() const;
  /// The characters, as they stand in the text of the tree.
  llvm::StringRef text() const;
  /// The place in the text of the tree.
  SourceRange range() const;
  /// The place in the file.
  SourceRange place() const;

  Node parent() const;
  Node firstChild() const;
  Node nextSibling() const;
  /// The first child with a field; none if there is none.
  Node child(Field field) const;
  /// The first child of a kind; none if there is none.
  Node child(NodeKind kind) const;

  class ChildIterator;
  /// Without comments.
  llvm::iterator_range<ChildIterator> children() const;
  /// The node itself and all below it, in the order of the text.
  class Subtree;
  Subtree subtree() const;

  const Tree *owner() const { return tree; }
  /// The position in the order of the text; a key for tables.
  uint32_t order() const { return index; }

private:
  friend class Tree;
  Node(const Tree *tree, uint32_t index) : tree(tree), index(index) {}

  const Tree *tree = nullptr;
  uint32_t index = 0;
};

/// The syntax of a text: of a file, or of a cell.
class Tree {
public:
  /// Reads a text, which lives as long as the tree. Broken parts become `Error`
  /// nodes. Null if the text is larger than `MostBytes`, or so broken that it
  /// takes far more than others of its size.
  /// `mapping` says where the text stands in the file; null if it is the file.
  static std::unique_ptr<Tree>
  parse(llvm::StringRef text, const markdown::BlockText *mapping = nullptr);

  static constexpr size_t MostBytes = 4 << 20;

  Node root() const { return Node(this, 0); }
  llvm::StringRef text() const { return source; }
  llvm::StringRef text(SourceRange range) const {
    return source.slice(range.begin, range.end);
  }
  /// True if a part of the text is no Python.
  bool hasErrors() const { return broken; }
  /// The comments, as places in the file.
  llvm::ArrayRef<SourceRange> comments() const { return allComments; }
  SourceRange placeOf(SourceRange range) const {
    return mapping ? mapping->placeOf(range) : range;
  }
  /// The nodes that begin at a place of the file or behind it.
  Node::Subtree nodesFrom(uint32_t place) const;

private:
  friend class Node;
  friend class TreeBuilder;
  struct Entry {
    NodeKind kind;
    Field field;
    SourceRange range;
    /// Of the root itself.
    uint32_t parent;
    /// The index behind the last node below this one.
    uint32_t end;
  };

  Tree() = default;

  llvm::StringRef source;
  const markdown::BlockText *mapping = nullptr;
  std::vector<Entry> entries;
  std::vector<SourceRange> allComments;
  bool broken = false;
};

class Node::ChildIterator
    : public llvm::iterator_facade_base<ChildIterator,
                                        std::forward_iterator_tag, Node,
                                        std::ptrdiff_t, const Node *, Node> {
public:
  ChildIterator() = default;
  explicit ChildIterator(Node node) : node(node) {}
  Node operator*() const { return node; }
  bool operator==(const ChildIterator &other) const {
    return node == other.node;
  }
  ChildIterator &operator++() {
    node = node.nextSibling();
    return *this;
  }
  using iterator_facade_base::operator++;

private:
  Node node;
};

class Node::Subtree {
public:
  class iterator
      : public llvm::iterator_facade_base<iterator, std::forward_iterator_tag,
                                          Node, std::ptrdiff_t, const Node *,
                                          Node> {
  public:
    iterator() = default;
    explicit iterator(Node node) : node(node) {}
    Node operator*() const { return node; }
    bool operator==(const iterator &other) const { return node == other.node; }
    iterator &operator++() {
      ++node.index;
      return *this;
    }
    using iterator_facade_base::operator++;

  private:
    Node node;
  };
  Subtree(Node begin, Node end) : first(begin), last(end) {}
  iterator begin() const { return iterator(first); }
  iterator end() const { return iterator(last); }

private:
  Node first, last;
};

} // namespace trainlint::python

#endif // TRAINLINT_TEXT_PYTHON_TREE_H
