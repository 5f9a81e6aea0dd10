//===- GraphInput.cpp - Training graphs among the inputs ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/GraphInput.h"
#include "Diagnostics/Report.h"
#include "Frontend/Command/Regions.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using llvm::StringRef;
using tensorflow::GraphFormat;

bool trainlint::mayBeGraph(StringRef name) {
  StringRef extension = llvm::sys::path::extension(name);
  return extension != ".yaml" && extension != ".yml" &&
         shell::kindOf(name, "") == shell::FileKind::Other;
}

GraphContent trainlint::detectGraph(StringRef content) {
  GraphContent found;
  found.detected = tensorflow::detectFormat(content);
  found.isReadable = tensorflow::isTensorFlowGraph(found.detected.format);
  return found;
}

ImportedGraph
trainlint::importGraphs(const SourceBuffer &buffer, mlir::MLIRContext *context,
                        tensorflow::OpRegistry &ops,
                        const tensorflow::GraphImportOptions &options) {
  ImportedGraph result;
  mlir::OpBuilder builder(context);
  result.module = mlir::ModuleOp::create(builder.getUnknownLoc());
  builder.setInsertionPointToEnd(result.module->getBody());
  result.file = tensorflow::readGraphFile(buffer.text());
  auto source =
      std::make_unique<tensorflow::FileSource>(buffer, *result.file, context);
  GraphFormat format = result.file->format.format;
  if (tensorflow::isTensorFlowGraph(format))
    result.wellFormed =
        succeeded(importGraph(*result.file, *source, ops, options, builder));
  else if (format == GraphFormat::Unknown)
    (void)diag::GraphSyntax::noGraph(source->locate({}));
  else
    (void)diag::GraphSyntax::otherFormat(source->locate({}),
                                          tensorflow::formatName(format));
  result.source = std::move(source);
  return result;
}
