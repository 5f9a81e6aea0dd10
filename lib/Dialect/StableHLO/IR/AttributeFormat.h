//===- AttributeFormat.h - Textual forms of attributes ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_ATTRIBUTEFORMAT_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_ATTRIBUTEFORMAT_H

#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "llvm/ADT/PointerUnion.h"

namespace trainlint::stablehlo {

/// A named field of an attribute: a list of numbers, or one number.
struct Field {
  llvm::StringRef name;
  llvm::PointerUnion<llvm::SmallVector<int64_t> *, int64_t *> value;
};

/// Parses `name = value` fields, each at most once and in any order, with an
/// optional comma at the end.
mlir::ParseResult parseFieldList(mlir::AsmParser &parser,
                                 llvm::ArrayRef<Field> fields);

/// Parses `<fields>`.
mlir::ParseResult parseFields(mlir::AsmParser &parser,
                              llvm::ArrayRef<Field> fields);

/// Prints `<name = value, ...>`, the closing bracket when it goes. Empty lists
/// are left out unless they are kept.
class FieldPrinter {
public:
  explicit FieldPrinter(mlir::AsmPrinter &printer, bool keepEmpty = false)
      : printer(printer), keepEmpty(keepEmpty) {
    printer << "<";
  }
  FieldPrinter(const FieldPrinter &) = delete;
  FieldPrinter &operator=(const FieldPrinter &) = delete;
  ~FieldPrinter() { printer << ">"; }

  void list(llvm::StringRef name, llvm::ArrayRef<int64_t> items);
  void number(llvm::StringRef name, int64_t value);

private:
  void start(llvm::StringRef name);

  mlir::AsmPrinter &printer;
  bool keepEmpty;
  bool first = true;
};

/// Parses an attribute of a dialect and keeps it as the text that it is written
/// with.
mlir::Attribute parseOpaqueText(mlir::DialectAsmParser &parser,
                                const mlir::Dialect &dialect);

/// Parses `[0, 1]`.
mlir::ParseResult parseList(mlir::AsmParser &parser,
                            llvm::SmallVector<int64_t> &items);

/// Parses a size, or `?` for an unknown one.
mlir::ParseResult parseSize(mlir::AsmParser &parser, int64_t &size);

/// Parses and prints `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`, or the fields
/// after `raw`.
mlir::ParseResult parseConvDimensions(mlir::AsmParser &parser,
                                      ConvDimensionsAttr &dimensions);
void printConvDimensions(mlir::AsmPrinter &printer,
                         ConvDimensionsAttr dimensions);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_ATTRIBUTEFORMAT_H
