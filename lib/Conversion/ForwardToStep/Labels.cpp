//===- Labels.cpp - What outputs are compared with ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/ForwardToStep/Labels.h"
#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::RankedTensorType;

mlir::DictionaryAttr LabelArgument::attributes(mlir::Builder &builder) const {
  mlir::NamedAttrList list(describeRole(builder, role::Input, name));
  if (classes)
    list.set(role::ClassesAttribute, builder.getI64IntegerAttr(*classes));
  return list.getDictionary(builder.getContext());
}

llvm::FailureOr<SmallVector<LabelArgument>>
trainlint::labelsOf(const ForwardFunction &forward, const LossOptions &loss) {
  mlir::func::FuncOp function = forward.function;
  if (forward.outputs.empty())
    return function.emitError()
           << "the model has no output to take the loss of";
  if (loss.kind == LossKind::Ctc && loss.labelLength == 0)
    return function.emitError()
           << "the loss `ctc` is of labels whose size outputs do not tell: "
              "`label_length` is missing";
  SmallVector<LabelArgument> labels;
  for (const NamedValue &output : forward.outputs) {
    auto type = llvm::dyn_cast<RankedTensorType>(output.type);
    bool isFloat = type && llvm::isa<mlir::FloatType>(type.getElementType());
    RankedTensorType wanted =
        isFloat ? labelsType(loss, type) : RankedTensorType();
    if (!wanted)
      return function.emitError() << "the loss cannot be taken of output `"
                                  << output.name << "` of " << output.type;
    int64_t axis = lossAxis(loss, type.getRank()).value_or(0);
    auto mask = forward.masks.find(output.name);
    if (mask != forward.masks.end() && axis < type.getRank() - 1 &&
        axis < llvm::cast<RankedTensorType>(mask->second.type).getRank())
      return function.emitError()
             << "the loss is along dimension " << axis << " of output `"
             << output.name << "`, whose steps are masked along it";
    // The loss is written out step by step.
    constexpr int64_t MostSteps = 4096;
    if (loss.kind == LossKind::Ctc && type.getDimSize(1) > MostSteps)
      return function.emitError()
             << "the loss `ctc` is of at most " << MostSteps
             << " steps, and output `" << output.name << "` of " << type
             << " has more";
    LabelArgument &label = labels.emplace_back();
    label.name =
        forward.outputs.size() == 1 ? "labels" : "labels/" + output.name;
    label.type = wanted;
    if (areLabelsIndices(loss.kind) || loss.kind == LossKind::Ctc)
      label.classes = type.getDimSize(axis);
  }
  return labels;
}
