//===- Tree.cpp - The syntax of a Python text -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Python/Tree.h"
#include "Support/LLVM.h"
#include "Support/WorkCounter.h"
#include "Text/Python/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

//===----------------------------------------------------------------------===//
// The grammar
//===----------------------------------------------------------------------===//

static NodeKind kindNamed(StringRef name) {
  return llvm::StringSwitch<NodeKind>(name)
#define PYTHON_NODE(Name, Spelling) .Case(Spelling, NodeKind::Name)
#include "Text/Python/Nodes.def"
      .Default(NodeKind::Other);
}

static Field fieldNamed(StringRef name) {
  return llvm::StringSwitch<Field>(name)
#define PYTHON_FIELD(Name, Spelling) .Case(Spelling, Field::Name)
#include "Text/Python/Nodes.def"
      .Default(Field::None);
}

namespace {
/// What the numbers of the grammar mean.
struct Grammar {
  std::vector<NodeKind> kinds;
  std::vector<Field> fields;

  Grammar() {
    const TSLanguage *language = tree_sitter_python();
    uint32_t symbols = ts_language_symbol_count(language);
    for (uint32_t symbol = 0; symbol < symbols; ++symbol) {
      bool isNamed =
          ts_language_symbol_type(language, symbol) == TSSymbolTypeRegular;
      kinds.push_back(isNamed
                          ? kindNamed(ts_language_symbol_name(language, symbol))
                          : NodeKind::Other);
    }
    // Fields are counted from 1; 0 is none.
    fields.push_back(Field::None);
    uint32_t last = ts_language_field_count(language);
    for (uint32_t field = 1; field <= last; ++field)
      fields.push_back(
          fieldNamed(ts_language_field_name_for_id(language, field)));
  }

  static const Grammar &get() {
    static const Grammar grammar;
    return grammar;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace trainlint::python {
/// Copies what tree-sitter has read.
class TreeBuilder {
public:
  TreeBuilder(Tree &tree, TSNode root)
      : tree(tree), cursor(ts_tree_cursor_new(root)) {}
  ~TreeBuilder() { ts_tree_cursor_delete(&cursor); }
  TreeBuilder(const TreeBuilder &) = delete;
  TreeBuilder &operator=(const TreeBuilder &) = delete;

  void build();

private:
  /// Adds the node of the cursor; false if what is below it is left out.
  bool enter();
  void leave();

  Tree &tree;
  TSTreeCursor cursor;
  /// For each node around the cursor its index.
  std::vector<uint32_t> open;
};
} // namespace trainlint::python

bool TreeBuilder::enter() {
  const Grammar &grammar = Grammar::get();
  TSNode node = ts_tree_cursor_current_node(&cursor);
  SourceRange range = {ts_node_start_byte(node), ts_node_end_byte(node)};
  uint32_t parent = open.empty() ? 0 : open.back();
  TSSymbol symbol = ts_node_symbol(node);
  // The symbol of errors is not in the table of the grammar.
  bool isError = symbol >= grammar.kinds.size() || ts_node_is_missing(node);
  if (isError) {
    tree.entries.push_back({NodeKind::Error, Field::None, range, parent, 0});
    return true;
  }
  if (ts_node_is_extra(node)) {
    if (tree.text().substr(range.begin).starts_with("#"))
      tree.allComments.push_back(tree.placeOf(range));
    return false;
  }
  Field field = grammar.fields[ts_tree_cursor_current_field_id(&cursor)];
  bool isKept = open.empty() || ts_node_is_named(node) ||
                (field != Field::None && tree.text(range) != ",");
  if (!isKept)
    return false;
  tree.entries.push_back({grammar.kinds[symbol], field, range, parent, 0});
  return true;
}

void TreeBuilder::leave() {
  tree.entries[open.back()].end = tree.entries.size();
  open.pop_back();
}

void TreeBuilder::build() {
  while (true) {
    if (enter()) {
      open.push_back(tree.entries.size() - 1);
      if (ts_tree_cursor_goto_first_child(&cursor))
        continue;
      leave();
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor))
        return;
      leave();
    }
  }
}

std::unique_ptr<Tree> Tree::parse(StringRef text,
                                  const markdown::BlockText *mapping) {
  if (text.size() > MostBytes)
    return nullptr;
  work::PythonParses.add();
  SyntaxPtr read = parseSyntax(text);
  if (!read)
    return nullptr;
  std::unique_ptr<Tree> tree(new Tree);
  tree->source = text;
  tree->mapping = mapping;
  TSNode root = ts_tree_root_node(read.get());
  tree->broken = ts_node_has_error(root);
  // Nearly always enough: there is about one node in eight characters.
  tree->entries.reserve(text.size() / 6 + 16);
  TreeBuilder(*tree, root).build();
  return tree;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

// What is broken lacks parts, and whoever asks for a part of it has none. No
// node is an empty one of no kind.
NodeKind Node::kind() const {
  return tree ? tree->entries[index].kind : NodeKind::Other;
}
Field Node::field() const {
  return tree ? tree->entries[index].field : Field::None;
}
SourceRange Node::range() const {
  return tree ? tree->entries[index].range : SourceRange();
}
SourceRange Node::place() const {
  return tree ? tree->placeOf(range()) : SourceRange();
}
StringRef Node::text() const {
  return tree ? tree->text(range()) : StringRef();
}

Node Node::parent() const {
  return index == 0 ? Node() : Node(tree, tree->entries[index].parent);
}

Node Node::firstChild() const {
  if (!tree)
    return Node();
  return index + 1 < tree->entries[index].end ? Node(tree, index + 1) : Node();
}

Node Node::nextSibling() const {
  if (index == 0)
    return Node();
  uint32_t next = tree->entries[index].end;
  bool isLast = next >= tree->entries[tree->entries[index].parent].end;
  return isLast ? Node() : Node(tree, next);
}

Node Node::child(Field field) const {
  for (Node node = firstChild(); node; node = node.nextSibling())
    if (node.field() == field)
      return node;
  return Node();
}

Node Node::child(NodeKind kind) const {
  for (Node node = firstChild(); node; node = node.nextSibling())
    if (node.kind() == kind)
      return node;
  return Node();
}

llvm::iterator_range<Node::ChildIterator> Node::children() const {
  return {ChildIterator(firstChild()), ChildIterator()};
}

Node::Subtree Node::subtree() const {
  return {*this, tree ? Node(tree, tree->entries[index].end) : Node()};
}

Node::Subtree Tree::nodesFrom(uint32_t place) const {
  auto first = llvm::partition_point(entries, [&](const Entry &entry) {
    return placeOf(entry.range).begin < place;
  });
  return {Node(this, first - entries.begin()), Node(this, entries.size())};
}
