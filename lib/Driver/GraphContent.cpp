//===- GraphContent.cpp - Which inputs are training graphs ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/GraphContent.h"
#include "Driver/PythonInput.h"
#include "Support/LLVM.h"
#include "Text/Shell/Regions.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using graph::GraphFormat;

bool trainlint::isGraphName(StringRef name) {
  static constexpr llvm::StringLiteral Extensions[] = {
      ".h5", ".hdf5", ".keras", ".meta", ".mlir", ".onnx", ".pb", ".pbtxt"};
  return llvm::is_contained(Extensions, llvm::sys::path::extension(name));
}

bool trainlint::mayBeGraph(StringRef name) {
  StringRef extension = llvm::sys::path::extension(name);
  return extension != ".yaml" && extension != ".yml" &&
         pythonFormOf(name, "") == PythonForm::None &&
         shell::kindOf(name, "") == shell::FileKind::Other;
}

bool trainlint::isGraphText(StringRef name) {
  return llvm::sys::path::extension(name) == ".pbtxt";
}

GraphContent trainlint::detectGraph(StringRef content) {
  GraphContent found;
  found.detected = graph::detectFormat(content);
  found.isReadable = graph::isReadable(found.detected.format);
  found.isCompilerTest = graph::isCompilerTest(content, found.detected.format);
  return found;
}

std::unique_ptr<SourceBuffer>
trainlint::makeGraphBuffer(llvm::StringRef name, llvm::MemoryBufferRef bytes,
                           const GraphContent &content) {
  return std::make_unique<SourceBuffer>(
      name.str(),
      llvm::MemoryBuffer::getMemBuffer(bytes, /*RequiresNullTerminator=*/false),
      content.bufferKind());
}

bool trainlint::hasComments(const GraphContent &content) {
  GraphFormat format = content.detected.format;
  bool isProtobuf =
      graph::isTensorFlowGraph(format) || format == GraphFormat::Onnx;
  return isProtobuf && content.detected.encoding == proto::Encoding::Text;
}
