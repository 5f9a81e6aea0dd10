//===- ObjectGraph.h - The objects of a checkpoint --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Since TensorFlow 2 a checkpoint (`tf.train.Checkpoint`, the variables of a
// SavedModel) keeps variables by the paths of the objects that own them, such
// as `layer-1/kernel/.ATTRIBUTES/VARIABLE_VALUE`. One of its tensors is a
// message with the graph of these objects, which also says what each variable
// is called in graphs.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_OBJECTGRAPH_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_OBJECTGRAPH_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace trainlint::checkpoints {

/// The key of the tensor with the graph of objects.
inline constexpr llvm::StringLiteral ObjectGraphKey =
    "_CHECKPOINTABLE_OBJECT_GRAPH";

/// A variable that an object of the graph is. The text is the graph's.
struct ObjectVariable {
  /// Where the checkpoint has it.
  llvm::StringRef key;
  /// What it is called in graphs; empty where the program did not say.
  llvm::StringRef fullName;
  /// The path of the object: names of attributes from the root to it.
  llvm::StringRef path;
};

/// Reads a `TrackableObjectGraph`. How the objects refer to each other is not
/// followed, as the keys say all that is asked. Fails for what is no message.
llvm::Expected<std::vector<ObjectVariable>>
readObjectGraph(llvm::StringRef text);

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_OBJECTGRAPH_H
