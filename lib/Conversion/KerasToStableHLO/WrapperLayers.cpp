//===- WrapperLayers.cpp - Layers that call another one -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/RecurrentLayers.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// The layer in a wrapper, called with other values.
static std::optional<KerasLowering>
innerCall(KerasLowering &call, const std::string &path, Values inputs) {
  std::optional<NamedObject> inner =
      objectOf(call.settings.get("layer"), call.builder.builder().getContext());
  if (!inner || inner->name.empty())
    return std::nullopt;
  KerasLowering result(call.module, inner->name, path, inner->settings.all(),
                       std::move(inputs), call.kerasVersion,
                       call.builder.location());
  result.isTraining = call.isTraining;
  return result;
}

FailureOr<Values> keras::lowerBidirectional(KerasLowering &call) {
  std::optional<KerasLowering> forward =
      innerCall(call, call.path + "/forward", {call.input()});
  std::optional<KerasLowering> backward =
      innerCall(call, call.path + "/backward", {call.input()});
  bool isRecurrent =
      forward && findLowering(forward->className) == &lowerRecurrent;
  if (!isRecurrent)
    return call.failUnsupported("layer", forward ? forward->className : "");
  if (call.inputs.size() != 1)
    return call.failUnsupported("initial_state");
  if (forward->settings.getBool("return_state", false))
    return call.failUnsupported("return_state");
  if (failed(call.failIfSet("backward_layer")))
    return llvm::failure();
  FailureOr<Values> there = runRecurrent(*forward, /*isReversed=*/false);
  FailureOr<Values> back = runRecurrent(*backward, /*isReversed=*/true);
  if (failed(there) || failed(back))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value first = there->front();
  Value second = back->front();
  if (forward->settings.getBool("return_sequences", false))
    second = b.reverse(second, {1});
  if (!call.settings.get("merge_mode") && call.settings.all().get("merge_mode"))
    return Values{first, second};
  StringRef mode = call.settings.word("merge_mode", "concat");
  if (mode == "concat")
    return Values{b.concatenate({first, second},
                                ProgramBuilder::typeOf(first).getRank() - 1)};
  if (mode == "sum")
    return Values{b.add(first, second)};
  if (mode == "mul")
    return Values{b.multiply(first, second)};
  if (mode == "ave")
    return Values{b.scale(b.add(first, second), 0.5)};
  return call.failUnsupported("merge_mode", mode);
}

/// Takes the steps of a sequence for examples.
FailureOr<Values> keras::lowerTimeDistributed(KerasLowering &call) {
  if (call.rank() < 3)
    return call.fail(mismatch::rankBelow(call.shape(), 3));
  Shape shape = call.shape();
  SmallVector<int64_t> flat = {shape[0] * shape[1]};
  flat.append(shape.begin() + 2, shape.end());
  std::optional<KerasLowering> inner =
      innerCall(call, call.path, {call.builder.reshape(call.input(), flat)});
  if (!inner || !findLowering(inner->className))
    return call.failUnsupported("layer", inner ? inner->className : "");
  FailureOr<Values> results = lowerLayer(*inner);
  if (failed(results))
    return llvm::failure();
  for (Value &result : *results) {
    Shape made = ProgramBuilder::shapeOf(result);
    SmallVector<int64_t> split = {shape[0], shape[1]};
    split.append(made.begin() + 1, made.end());
    result = call.builder.reshape(result, split);
  }
  return results;
}
