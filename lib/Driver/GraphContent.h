//===- GraphContent.h - Which inputs are training graphs ------ -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_GRAPHCONTENT_H
#define TRAINLINT_DRIVER_GRAPHCONTENT_H

#include "Frontend/Formats/Detect.h"
#include "Support/SourceBuffer.h"
#include <memory>

namespace trainlint {

/// No range of a file reaches further.
inline constexpr uint64_t LargestGraph = (uint64_t(4) << 30) - 1;

/// True if a file is called like a graph. A model of Keras may be called like
/// any other JSON.
bool isGraphName(llvm::StringRef name);

/// True if a file can be a graph: the content decides, but not that of files
/// which their name calls a config or a script.
bool mayBeGraph(llvm::StringRef name);

/// True for the name of a graph in Protobuf's text format.
bool isGraphText(llvm::StringRef name);

/// A graph, or what is known of one in another format.
struct GraphContent {
  graph::DetectedFormat detected;
  /// True if the format is one that is read.
  bool isReadable = false;
  /// True for a test of a compiler, which is checked if its name is given, but
  /// left alone in a folder.
  bool isCompilerTest = false;
  BufferKind bufferKind() const {
    return isReadable && detected.encoding == proto::Encoding::Binary
               ? BufferKind::Binary
               : BufferKind::Text;
  }
};

/// Looks at the start of a file.
GraphContent detectGraph(llvm::StringRef content);

/// A graph in a buffer of its own, over bytes that outlive it.
std::unique_ptr<SourceBuffer> makeGraphBuffer(llvm::StringRef name,
                                              llvm::MemoryBufferRef bytes,
                                              const GraphContent &content);

/// True if a file of graphs may have comments: it is one of Protobuf in text.
bool hasComments(const GraphContent &content);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_GRAPHCONTENT_H
