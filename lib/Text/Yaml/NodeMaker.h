//===- NodeMaker.h - Makes nodes that no YAML spells ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_NODEMAKER_H
#define TRAINLINT_TEXT_YAML_NODEMAKER_H

#include "Text/Yaml/Tree.h"

namespace trainlint::yaml {

/// Makes the nodes of a document whose parts stand in flags or in code, so that
/// the readers of documents read it. They live in a stream, and each knows the
/// buffer that its range lies in.
class NodeMaker {
public:
  explicit NodeMaker(Stream &stream) : stream(stream) {}

  ScalarNode *scalar(const SourceBuffer *buffer, SourceRange range,
                     llvm::StringRef text, ScalarStyle style) const;
  /// A value that is given but not known.
  ScalarNode *unknown(const SourceBuffer *buffer, SourceRange range) const;
  SequenceNode *sequence(const SourceBuffer *buffer, SourceRange range,
                         llvm::ArrayRef<Node *> items) const;
  MappingNode *mapping(const SourceBuffer *buffer, SourceRange range,
                       llvm::ArrayRef<MappingEntry> entries) const;
  /// What stands for a node at another place.
  AliasNode *alias(const SourceBuffer *buffer, SourceRange range,
                   Node *target) const;

private:
  Stream &stream;
};

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_NODEMAKER_H
