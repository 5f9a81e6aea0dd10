//===- JobDocument.h - Documents of what Python writes ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_CONTEXT_JOBDOCUMENT_H
#define TRAINLINT_FRONTEND_PYTHON_CONTEXT_JOBDOCUMENT_H

#include "Frontend/Python/Context/Context.h"
#include "Text/Yaml/NodeMaker.h"

namespace trainlint::python {

/// A field with its value. `key` is where its name is written, or what stands
/// for it.
struct DocumentField {
  llvm::StringRef name;
  Place key;
  yaml::Node *value;
};

/// Makes the nodes of a document whose parts stand in calls. They know the
/// buffer that they stand in, and live in the stream of the context.
class JobDocument {
public:
  explicit JobDocument(const Context &context) : nodes(context.stream) {}

  yaml::Node *mapping(Place place, llvm::ArrayRef<DocumentField> fields,
                      bool isOpen = false) const;
  yaml::Node *sequence(Place place, llvm::ArrayRef<yaml::Node *> items) const;
  yaml::Node *text(Place place, llvm::StringRef text) const;
  yaml::Node *number(Place place, int64_t value) const;
  /// A value that is given but not known.
  yaml::Node *unknown(Place place) const;
  /// A value without choices, as it is; see `makeNode`.
  yaml::Node *value(const Value &value, Place use, unsigned nesting = 0) const;
  /// A value that is used at another place than it is written at; the node
  /// itself if the one lies in the other.
  yaml::Node *usedAt(yaml::Node *node, Place written, Place use) const;

private:
  yaml::ScalarNode *scalar(Place place, llvm::StringRef text,
                           yaml::ScalarStyle style) const;

  yaml::Node *scalarOf(const Value &value, Place place) const;

  yaml::NodeMaker nodes;
};

/// True if a place lies in another one.
bool contains(Place outer, Place inner);

/// Where a value is named, if it is written elsewhere; else `around`.
inline Place useOf(const Value &value, Place around) {
  return value.use ? value.use : around;
}

/// Where a value is written, or used if it stands nowhere.
inline Place placeOf(const Value &value, Place use) {
  return value.place ? value.place : use;
}

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_CONTEXT_JOBDOCUMENT_H
