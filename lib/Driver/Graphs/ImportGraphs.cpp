//===- ImportGraphs.cpp - Training graphs of all formats ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Graphs/ImportGraphs.h"
#include "Diagnostics/Messages/Graphs.h"
#include "Frontend/Keras/Import/ImportModel.h"
#include "Frontend/ONNX/Import/ImportModel.h"
#include "Support/LLVM.h"

using namespace trainlint;
using graph::GraphFormat;

/// Reads a file of TensorFlow. One in another format is reported.
static bool importTensorFlow(const SourceBuffer &buffer,
                             std::shared_ptr<const tensorflow::GraphFile> file,
                             ImportedGraph &result, tensorflow::OpRegistry &ops,
                             const tensorflow::GraphImportOptions &options,
                             mlir::OpBuilder &builder) {
  auto source = std::make_unique<tensorflow::GraphNodeReader>(
      buffer, *file, builder.getContext());
  GraphFormat format = file->format.format;
  llvm::LogicalResult imported = llvm::failure();
  if (graph::isTensorFlowGraph(format))
    imported = importGraph(*file, *source, ops, options, builder);
  else if (format == GraphFormat::Unknown)
    (void)diag::GraphSyntax::noGraph(source->locate({}));
  else
    (void)diag::GraphSyntax::otherFormat(source->locate({}),
                                         graph::formatName(format));
  result.file = std::move(file);
  result.source = std::move(source);
  return succeeded(imported);
}

static bool importOnnx(const SourceBuffer &buffer, ImportedGraph &result,
                       proto::Encoding encoding, bool materialize,
                       mlir::OpBuilder &builder) {
  std::shared_ptr<const onnx::ModelFile> file =
      onnx::readModelFile(buffer.text(), encoding);
  auto source = std::make_unique<onnx::ModelNodeReader>(buffer, *file,
                                                        builder.getContext());
  bool imported = succeeded(importModel(*file, *source, materialize, builder));
  result.file = std::move(file);
  result.source = std::move(source);
  return imported;
}

static bool importKeras(const SourceBuffer &buffer, ImportedGraph &result,
                        bool materialize, mlir::OpBuilder &builder) {
  std::shared_ptr<const keras::ModelFile> file =
      keras::readModelFile(buffer.text());
  auto source = std::make_unique<keras::LayerNodeReader>(buffer, *file,
                                                         builder.getContext());
  bool imported = succeeded(importModel(*file, *source, materialize, builder));
  result.training = &file->training;
  result.kerasModel = &file->model;
  result.file = std::move(file);
  result.source = std::move(source);
  return imported;
}

static bool readProgram(const SourceBuffer &buffer, ImportedGraph &result) {
  result.program =
      std::make_unique<stablehlo::ProgramFile>(buffer, *result.module);
  return result.program->isValid();
}

ImportedGraph
trainlint::importGraphs(const SourceBuffer &buffer, const GraphContent &content,
                        mlir::MLIRContext *context, tensorflow::OpRegistry &ops,
                        const tensorflow::GraphImportOptions &options,
                        std::shared_ptr<const tensorflow::GraphFile> file) {
  context->loadDialect<graph::GraphDialect>();
  ImportedGraph result;
  mlir::OpBuilder builder(context);
  result.module = mlir::ModuleOp::create(builder.getUnknownLoc());
  builder.setInsertionPointToEnd(result.module->getBody());
  const graph::DetectedFormat &found = content.detected;
  if (graph::isKerasModel(found.format)) {
    result.wellFormed =
        importKeras(buffer, result, options.materialize, builder);
  } else if (found.format == GraphFormat::Onnx) {
    result.wellFormed = importOnnx(buffer, result, found.encoding,
                                   options.materialize, builder);
  } else if (found.format == GraphFormat::StableHlo) {
    result.wellFormed = readProgram(buffer, result);
  } else {
    if (!file)
      file = tensorflow::readGraphFile(buffer.text(), found);
    result.wellFormed = importTensorFlow(buffer, std::move(file), result, ops,
                                         options, builder);
  }
  return result;
}
