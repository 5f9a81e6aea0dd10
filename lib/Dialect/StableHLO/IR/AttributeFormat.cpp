//===- AttributeFormat.cpp - Textual forms of attributes ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/AttributeFormat.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

namespace trainlint::stablehlo {

using llvm::ArrayRef;
using llvm::failed;
using llvm::failure;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::success;
using mlir::ParseResult;

mlir::Attribute parseOpaqueText(mlir::DialectAsmParser &parser,
                                const mlir::Dialect &dialect) {
  mlir::Builder &builder = parser.getBuilder();
  return mlir::OpaqueAttr::get(builder.getStringAttr(dialect.getNamespace()),
                               parser.getFullSymbolSpec(),
                               builder.getNoneType());
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

ParseResult parseList(mlir::AsmParser &parser, SmallVector<int64_t> &items) {
  return parser.parseCommaSeparatedList(
      mlir::AsmParser::Delimiter::Square,
      [&] { return parser.parseInteger(items.emplace_back()); });
}

ParseResult parseSize(mlir::AsmParser &parser, int64_t &size) {
  size = mlir::ShapedType::kDynamic;
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  return parser.parseInteger(size);
}

ParseResult parseFieldList(mlir::AsmParser &parser, ArrayRef<Field> fields) {
  SmallVector<StringRef> seen;
  while (true) {
    llvm::SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (failed(parser.parseOptionalKeyword(&name)))
      return success();
    const Field *field =
        llvm::find_if(fields, [&](const Field &f) { return f.name == name; });
    if (field == fields.end()) {
      auto error = parser.emitError(loc)
                   << "unknown field `" << name << "`, expected one of ";
      llvm::interleaveComma(fields, error,
                            [&](const Field &f) { error << f.name; });
      return error;
    }
    if (llvm::is_contained(seen, name))
      return parser.emitError(loc) << "field `" << name << "` is given twice";
    seen.push_back(name);
    if (parser.parseEqual())
      return failure();
    if (auto *list = llvm::dyn_cast<SmallVector<int64_t> *>(field->value)) {
      if (parseList(parser, *list))
        return failure();
    } else if (parser.parseInteger(*llvm::cast<int64_t *>(field->value))) {
      return failure();
    }
    if (failed(parser.parseOptionalComma()))
      return success();
  }
}

ParseResult parseFields(mlir::AsmParser &parser, ArrayRef<Field> fields) {
  return failure(parser.parseLess() || parseFieldList(parser, fields) ||
                 parser.parseGreater());
}

void FieldPrinter::start(StringRef name) {
  if (!first)
    printer << ", ";
  first = false;
  printer << name << " = ";
}

void FieldPrinter::list(StringRef name, ArrayRef<int64_t> items) {
  if (items.empty() && !keepEmpty)
    return;
  start(name);
  printer << "[";
  llvm::interleaveComma(items, printer);
  printer << "]";
}

void FieldPrinter::number(StringRef name, int64_t value) {
  start(name);
  printer << value;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// The dimensions of one operand or of the result by role: two that have a
/// letter, and the spatial ones.
struct Roles {
  int64_t letters[2] = {-1, -1};
  SmallVector<int64_t> spatial;
};

/// Parses a list such as `[b, 0, 1, f]`, where the letters are given.
static ParseResult parseRoles(mlir::AsmParser &parser,
                              ArrayRef<StringRef> letters, Roles &roles) {
  int64_t position = 0;
  llvm::SMLoc start = parser.getCurrentLocation();
  auto parseRole = [&]() -> ParseResult {
    int64_t dimension = position++;
    llvm::SMLoc loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalQuestion()))
      return success();
    for (auto [i, letter] : llvm::enumerate(letters)) {
      if (failed(parser.parseOptionalKeyword(letter)))
        continue;
      if (roles.letters[i] >= 0)
        return parser.emitError(loc) << "`" << letter << "` is given twice";
      roles.letters[i] = dimension;
      return success();
    }
    int64_t number = 0;
    if (parser.parseInteger(number))
      return failure();
    // More would be a list of gaps, and of any length.
    if (number < 0 || number > 64)
      return parser.emitError(loc)
             << "spatial dimension " << number << " is out of range";
    if (roles.spatial.size() <= static_cast<size_t>(number))
      roles.spatial.resize(number + 1, -1);
    if (roles.spatial[number] >= 0)
      return parser.emitError(loc)
             << "spatial dimension " << number << " is given twice";
    roles.spatial[number] = dimension;
    return success();
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square,
                                     parseRole))
    return failure();
  for (auto [i, letter] : llvm::enumerate(letters)) {
    if (roles.letters[i] < 0)
      return parser.emitError(start) << "`" << letter << "` is missing";
  }
  if (const int64_t *gap = llvm::find(roles.spatial, -1);
      gap != roles.spatial.end())
    return parser.emitError(start)
           << "spatial dimension " << gap - roles.spatial.begin()
           << " is missing";
  return success();
}

static ParseResult parseRawConv(mlir::AsmParser &parser,
                                ConvDimensionsAttr &dimensions) {
  int64_t inputBatch = 0, inputFeature = 0, kernelInput = 0, kernelOutput = 0,
          outputBatch = 0, outputFeature = 0;
  SmallVector<int64_t> inputSpatial, kernelSpatial, outputSpatial;
  if (parseFieldList(parser,
                     {{"input_batch_dimension", &inputBatch},
                      {"input_feature_dimension", &inputFeature},
                      {"input_spatial_dimensions", &inputSpatial},
                      {"kernel_input_feature_dimension", &kernelInput},
                      {"kernel_output_feature_dimension", &kernelOutput},
                      {"kernel_spatial_dimensions", &kernelSpatial},
                      {"output_batch_dimension", &outputBatch},
                      {"output_feature_dimension", &outputFeature},
                      {"output_spatial_dimensions", &outputSpatial}}))
    return failure();
  dimensions = ConvDimensionsAttr::get(
      parser.getContext(), inputBatch, inputFeature, inputSpatial, kernelInput,
      kernelOutput, kernelSpatial, outputBatch, outputFeature, outputSpatial);
  return success();
}

ParseResult parseConvDimensions(mlir::AsmParser &parser,
                                ConvDimensionsAttr &dimensions) {
  if (succeeded(parser.parseOptionalKeyword("raw")))
    return parseRawConv(parser, dimensions);
  Roles input, kernel, output;
  if (parseRoles(parser, {"b", "f"}, input) || parser.parseKeyword("x") ||
      parseRoles(parser, {"i", "o"}, kernel) || parser.parseArrow() ||
      parseRoles(parser, {"b", "f"}, output))
    return failure();
  dimensions = ConvDimensionsAttr::get(
      parser.getContext(), input.letters[0], input.letters[1], input.spatial,
      kernel.letters[0], kernel.letters[1], kernel.spatial, output.letters[0],
      output.letters[1], output.spatial);
  return success();
}

/// The roles in the order of the dimensions, or nothing if the numbers do not
/// name each dimension once.
static std::optional<SmallVector<std::string>>
rolesInOrder(StringRef letters, int64_t first, int64_t second,
             ArrayRef<int64_t> spatial) {
  SmallVector<std::string> order(spatial.size() + 2);
  auto place = [&](int64_t dimension, std::string role) {
    if (dimension < 0 || dimension >= static_cast<int64_t>(order.size()) ||
        !order[dimension].empty())
      return false;
    order[dimension] = std::move(role);
    return true;
  };
  bool fits = place(first, letters.substr(0, 1).str()) &&
              place(second, letters.substr(1, 1).str());
  for (auto [i, dimension] : llvm::enumerate(spatial))
    fits = fits && place(dimension, std::to_string(i));
  if (!fits)
    return std::nullopt;
  return order;
}

static void printRawConv(mlir::AsmPrinter &printer, ConvDimensionsAttr d) {
  auto list = [&](StringRef name, ArrayRef<int64_t> items) {
    printer << ", " << name << " = [";
    llvm::interleaveComma(items, printer);
    printer << "]";
  };
  printer << "raw input_batch_dimension = " << d.getInputBatchDimension()
          << ", input_feature_dimension = " << d.getInputFeatureDimension();
  list("input_spatial_dimensions", d.getInputSpatialDimensions());
  printer << ", kernel_input_feature_dimension = "
          << d.getKernelInputFeatureDimension()
          << ", kernel_output_feature_dimension = "
          << d.getKernelOutputFeatureDimension();
  list("kernel_spatial_dimensions", d.getKernelSpatialDimensions());
  printer << ", output_batch_dimension = " << d.getOutputBatchDimension()
          << ", output_feature_dimension = " << d.getOutputFeatureDimension();
  list("output_spatial_dimensions", d.getOutputSpatialDimensions());
}

void printConvDimensions(mlir::AsmPrinter &printer, ConvDimensionsAttr d) {
  auto input =
      rolesInOrder("bf", d.getInputBatchDimension(),
                   d.getInputFeatureDimension(), d.getInputSpatialDimensions());
  auto kernel = rolesInOrder("io", d.getKernelInputFeatureDimension(),
                             d.getKernelOutputFeatureDimension(),
                             d.getKernelSpatialDimensions());
  auto output = rolesInOrder("bf", d.getOutputBatchDimension(),
                             d.getOutputFeatureDimension(),
                             d.getOutputSpatialDimensions());
  if (!input || !kernel || !output)
    return printRawConv(printer, d);
  auto print = [&](ArrayRef<std::string> roles) {
    printer << "[";
    llvm::interleaveComma(roles, printer);
    printer << "]";
  };
  print(*input);
  printer << "x";
  print(*kernel);
  printer << "->";
  print(*output);
}

} // namespace trainlint::stablehlo
