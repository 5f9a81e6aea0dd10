//===- JobDialect.cpp - The job dialect and its attributes ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/IR/Job.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

using namespace trainlint;
using namespace trainlint::job;

#include "Dialect/Job/IR/JobDialect.cpp.inc"
#include "Dialect/Job/IR/JobEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Dialect/Job/IR/JobAttributes.cpp.inc"

void JobDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Dialect/Job/IR/JobAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Dialect/Job/IR/JobOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ValueAttr
//===----------------------------------------------------------------------===//

llvm::LogicalResult
ValueAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                  mlir::Attribute data, bool known,
                  mlir::LocationAttr location) {
  if (!location)
    return emitError() << "a value needs a location";
  if (!known)
    return llvm::success(llvm::isa<mlir::StringAttr>(data));
  auto list = llvm::dyn_cast<mlir::ArrayAttr>(data);
  bool fits =
      list ? llvm::all_of(list, llvm::IsaPred<ValueAttr>)
           : llvm::isa<mlir::StringAttr, mlir::IntegerAttr, mlir::FloatAttr>(
                 data);
  if (!fits)
    return emitError() << "a value is text, a number, a boolean or a list "
                          "of values, not "
                       << data;
  return llvm::success();
}

std::optional<StringRef> ValueAttr::getString() const {
  auto text = llvm::dyn_cast<mlir::StringAttr>(getData());
  if (!getKnown() || !text)
    return std::nullopt;
  return text.getValue();
}

std::optional<int64_t> ValueAttr::getInteger() const {
  auto integer = llvm::dyn_cast<mlir::IntegerAttr>(getData());
  if (!getKnown() || !integer || integer.getType().isInteger(1))
    return std::nullopt;
  return integer.getInt();
}

std::optional<double> ValueAttr::getNumber() const {
  if (std::optional<int64_t> integer = getInteger())
    return static_cast<double>(*integer);
  auto number = llvm::dyn_cast<mlir::FloatAttr>(getData());
  if (!getKnown() || !number)
    return std::nullopt;
  return number.getValueAsDouble();
}

std::optional<bool> ValueAttr::getBool() const {
  auto flag = llvm::dyn_cast<mlir::BoolAttr>(getData());
  if (!getKnown() || !flag)
    return std::nullopt;
  return flag.getValue();
}

bool ValueAttr::isList() const {
  return getKnown() && llvm::isa<mlir::ArrayAttr>(getData());
}

llvm::SmallVector<ValueAttr> trainlint::job::itemsOf(ValueAttr value) {
  llvm::SmallVector<ValueAttr> items;
  if (value && value.isList()) {
    for (mlir::Attribute item : llvm::cast<mlir::ArrayAttr>(value.getData()))
      items.push_back(llvm::cast<ValueAttr>(item));
  }
  return items;
}

std::string ValueAttr::getText() const {
  if (auto text = llvm::dyn_cast<mlir::StringAttr>(getData()))
    return text.str();
  if (std::optional<bool> flag = getBool())
    return *flag ? "true" : "false";
  if (std::optional<int64_t> integer = getInteger())
    return std::to_string(*integer);
  if (std::optional<double> number = getNumber())
    return formatNumber(*number);
  return "";
}

/// Parses what stands between the angle brackets, up to the location.
static mlir::ParseResult parseData(mlir::AsmParser &parser,
                                   mlir::Attribute &data, bool &known) {
  known = failed(parser.parseOptionalQuestion());
  mlir::Builder &builder = parser.getBuilder();
  std::string text;
  if (!known || succeeded(parser.parseOptionalString(&text))) {
    if (!known && parser.parseString(&text))
      return llvm::failure();
    data = builder.getStringAttr(text);
    return llvm::success();
  }
  if (succeeded(parser.parseOptionalLSquare())) {
    llvm::SmallVector<mlir::Attribute> items;
    auto parseItem = [&]() -> mlir::ParseResult {
      auto item = llvm::dyn_cast_or_null<ValueAttr>(parseValue(parser));
      if (!item)
        return llvm::failure();
      items.push_back(item);
      return llvm::success();
    };
    if (failed(parser.parseOptionalRSquare()) &&
        (parser.parseCommaSeparatedList(parseItem) || parser.parseRSquare()))
      return llvm::failure();
    data = builder.getArrayAttr(items);
    return llvm::success();
  }
  // Integers come with their type left out; numbers and booleans as MLIR
  // spells them.
  if (succeeded(parser.parseOptionalKeyword("true")))
    data = builder.getBoolAttr(true);
  else if (succeeded(parser.parseOptionalKeyword("false")))
    data = builder.getBoolAttr(false);
  else
    return parser.parseAttribute(data);
  return llvm::success();
}

ValueAttr trainlint::job::parseValue(mlir::AsmParser &parser) {
  mlir::Location here = parser.getEncodedSourceLoc(parser.getCurrentLocation());
  mlir::Attribute data;
  bool known = true;
  if (parseData(parser, data, known))
    return {};
  mlir::LocationAttr location = here;
  if (succeeded(parser.parseOptionalKeyword("at")) &&
      parser.parseAttribute(location))
    return {};
  return ValueAttr::getChecked(
      [&] { return parser.emitError(parser.getCurrentLocation()); },
      parser.getContext(), data, known, location);
}

void trainlint::job::printValue(mlir::AsmPrinter &printer, ValueAttr value) {
  if (!value.getKnown())
    printer << "?";
  if (value.isList()) {
    printer << "[";
    llvm::interleaveComma(itemsOf(value), printer,
                          [&](ValueAttr item) { printValue(printer, item); });
    printer << "]";
  } else if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value.getData());
             integer && !integer.getType().isInteger(1)) {
    printer << integer.getInt();
  } else {
    printer.printAttributeWithoutType(value.getData());
  }
  printer << " at " << value.getLocation();
}

mlir::Attribute ValueAttr::parse(mlir::AsmParser &parser, mlir::Type) {
  if (parser.parseLess())
    return {};
  ValueAttr value = parseValue(parser);
  if (!value || parser.parseGreater())
    return {};
  return value;
}

void ValueAttr::print(mlir::AsmPrinter &printer) const {
  printer << "<";
  printValue(printer, *this);
  printer << ">";
}
