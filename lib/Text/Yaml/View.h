//===- View.h - Nodes seen through aliases and merges -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_VIEW_H
#define TRAINLINT_TEXT_YAML_VIEW_H

#include "Diagnostics/SourceSet.h"
#include "Text/Yaml/Tree.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::yaml {

/// An alias on the way to a node.
struct AliasUse {
  const AliasNode *alias;
  /// The alias through which this one was reached; null if none.
  const AliasUse *outer;
};

/// A node that is no alias, with the aliases through which it was reached.
struct View {
  const Node *node = nullptr;
  const AliasUse *via = nullptr;

  explicit operator bool() const { return node != nullptr; }
  template <typename T>
  const T *as() const {
    return node ? llvm::dyn_cast<T>(node) : nullptr;
  }
};

/// One entry of a mapping after merge keys were followed.
struct EntryView {
  View key;
  View value;
};

/// Follows aliases and merge keys (`<<`) of one stream, and makes MLIR
/// locations of what it finds. Small and cheap to create; not thread-safe.
class TreeView {
public:
  TreeView(const Stream &stream, const SourceBuffer &buffer,
           mlir::MLIRContext *context)
      : stream(stream), source(buffer), context(context) {}

  /// What a node stands for. An alias without a target stands for nothing.
  View resolve(const Node *node, const AliasUse *via = nullptr);

  /// The entries of a mapping: its own in their order, the last of a repeated
  /// key only, then those that merge keys add. Keys that are no scalars are
  /// included. A merge key whose value is a placeholder is an entry with the
  /// placeholder as its key. Empty for anything but a mapping.
  llvm::ArrayRef<EntryView> entries(View mapping);

  /// The value of a key; nothing if the mapping does not have it.
  EntryView find(View mapping, llvm::StringRef key);

  /// The items of a sequence; empty for anything else.
  llvm::SmallVector<View> items(View sequence);

  /// True if the parts of a view may be walked. What aliases repeat is walked
  /// again and again, but not so often that it takes long.
  bool mayWalk(View view);

  mlir::Location location(View view);
  /// The text of a node as it is written.
  llvm::StringRef text(View view) const;
  /// A range that was reached through aliases.
  mlir::Location location(SourceRange range, const AliasUse *via = nullptr);

  const SourceBuffer &buffer() const { return source; }
  llvm::ArrayRef<Document> documents() const { return stream.documents; }
  /// Memory for nodes that stand in for those of the stream; it lives as long
  /// as this.
  llvm::BumpPtrAllocator &allocator() { return arena; }
  bool hasAliases() const { return stream.hasAliases; }
  mlir::MLIRContext *getContext() const { return context; }

private:
  mlir::LocationAttr locationOf(const SourceBuffer &buffer, SourceRange range);
  mlir::LocationAttr locationOf(const Node &node);
  mlir::Location throughAliases(mlir::LocationAttr found, const AliasUse *via);

  struct Merging;
  View resolveMerged(const Node *node, const AliasUse *via);
  void addMerged(View merged, Merging &into);

  const Stream &stream;
  const SourceBuffer &source;
  mlir::MLIRContext *context;
  /// The buffer of the last location, and its name.
  const SourceBuffer *lastBuffer = nullptr;
  mlir::StringAttr lastName;
  /// How many parts aliases may still repeat.
  size_t repeatable = 1 << 18;
  llvm::BumpPtrAllocator arena;
  llvm::DenseMap<std::pair<const Node *, const AliasUse *>,
                 llvm::ArrayRef<EntryView>>
      cache;
  /// The keys of mappings that have many.
  llvm::DenseMap<const EntryView *, llvm::StringMap<EntryView>> indices;
  /// Mappings whose entries are being collected, so that a mapping that merges
  /// itself ends, and one that merges too deep.
  llvm::SmallVector<const Node *> active;
};

/// True if a node is a placeholder, or text that holds one.
bool isPlaceholder(View view);

/// The text of a scalar key, or an empty text.
llvm::StringRef keyText(const EntryView &entry);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_VIEW_H
