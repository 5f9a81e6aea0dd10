//===- ValueReader.h - Values of fields with their places -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_IMPORT_VALUEREADER_H
#define TRAINLINT_FRONTEND_IMPORT_VALUEREADER_H

#include "Dialect/Job/IR/Job.h"
#include "Frontend/Import/Section.h"
#include "mlir/IR/Builders.h"

namespace trainlint::frontend {

/// Reads values out of mappings, with their locations. A value is null if the
/// field is absent, and unknown if it holds another type, of which the schema
/// speaks, or a placeholder.
class ValueReader {
public:
  ValueReader(yaml::TreeView &tree, mlir::OpBuilder &builder)
      : tree(tree), builder(builder) {}

  job::ValueAttr text(const Section &section, llvm::StringRef field) {
    return read(section, field, &ValueReader::textOf);
  }
  job::ValueAttr integer(const Section &section, llvm::StringRef field) {
    return read(section, field, &ValueReader::integerOf);
  }
  job::ValueAttr number(const Section &section, llvm::StringRef field) {
    return read(section, field, &ValueReader::numberOf);
  }
  job::ValueAttr flag(const Section &section, llvm::StringRef field) {
    return read(section, field, &ValueReader::flagOf);
  }
  job::ValueAttr texts(const Section &section, llvm::StringRef field) {
    return read(section, field, &ValueReader::listOf<&ValueReader::textOf>);
  }
  job::ValueAttr numbers(const Section &section, llvm::StringRef field) {
    return read(section, field, &ValueReader::listOf<&ValueReader::numberOf>);
  }

  /// The value of one node; null if it is of another type.
  job::ValueAttr textOf(yaml::View value);
  job::ValueAttr integerOf(yaml::View value);
  job::ValueAttr numberOf(yaml::View value);
  job::ValueAttr flagOf(yaml::View value);
  /// A value that is given but not known.
  job::ValueAttr unknown(yaml::View value);
  /// A known value of the data at a place.
  job::ValueAttr make(mlir::Attribute data, yaml::View at) {
    return job::ValueAttr::get(builder.getContext(), data, true,
                               tree.location(at));
  }

private:
  using Convert = job::ValueAttr (ValueReader::*)(yaml::View);
  job::ValueAttr read(const Section &section, llvm::StringRef field,
                      Convert convert);
  template <Convert item>
  job::ValueAttr listOf(yaml::View value);

  yaml::TreeView &tree;
  mlir::OpBuilder &builder;
};

} // namespace trainlint::frontend

#endif // TRAINLINT_FRONTEND_IMPORT_VALUEREADER_H
