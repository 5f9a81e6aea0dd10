//===- CheckTpuConstraints.cpp - Attributes that TPU kernels take ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Support/LLVM.h"
#include <map>

using namespace trainlint;
using namespace trainlint::graph;
using tensorflow::TpuKernelConstraint;
using tensorflow::TpuOpSupport;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKTPUCONSTRAINTS
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
/// A value that a kernel refuses.
struct Refusal {
  StringRef attribute;
  /// What the kernel takes instead.
  std::string condition;
  std::string value;

  auto key() const { return std::tie(attribute, condition, value); }
  bool operator<(const Refusal &other) const { return key() < other.key(); }
};

struct CheckTpuConstraints
    : CheckPass<CheckTpuConstraints,
                graph::impl::CheckTpuConstraintsBase<CheckTpuConstraints>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);

  std::optional<Refusal> findRefusal(NodeOp node,
                                     TpuKernelConstraint constraint);
  std::optional<Refusal> checkFlag(NodeOp node, StringRef name, bool wanted,
                                   bool byDefault);
  std::optional<Refusal>
  checkOnes(NodeOp node, llvm::ArrayRef<StringRef> names,
            llvm::ArrayRef<std::pair<size_t, StringRef>> dimensions);
  std::optional<Refusal> checkConvolution(NodeOp node);
  std::optional<Refusal> checkHalfPixels(NodeOp node);
  std::optional<bool> readFlag(NodeOp node, StringRef name, bool byDefault);
  std::string readWord(NodeOp node, StringRef name);
  void report(llvm::ArrayRef<NodeOp> nodes, const Refusal &refusal);
  void checkNesting(ModelOp model);
};
} // namespace

/// None if the value is not known.
std::optional<bool> CheckTpuConstraints::readFlag(NodeOp node, StringRef name,
                                                  bool byDefault) {
  mlir::Attribute value = source().attribute(node, name);
  if (!value)
    return byDefault;
  auto flag = llvm::dyn_cast<mlir::BoolAttr>(value);
  if (!flag)
    return std::nullopt;
  return flag.getValue();
}

/// Empty if there is none or it is not known.
std::string CheckTpuConstraints::readWord(NodeOp node, StringRef name) {
  auto word =
      llvm::dyn_cast_or_null<mlir::StringAttr>(source().attribute(node, name));
  return word ? word.getValue().str() : "";
}

std::optional<Refusal> CheckTpuConstraints::checkFlag(NodeOp node,
                                                      StringRef name,
                                                      bool wanted,
                                                      bool byDefault) {
  std::optional<bool> flag = readFlag(node, name, byDefault);
  if (!flag || *flag == wanted)
    return std::nullopt;
  auto word = [](bool value) { return value ? "true" : "false"; };
  return Refusal{name, ("`" + name + "` " + word(wanted)).str(), word(*flag)};
}

/// Looks for a number other than 1 at some places of lists.
std::optional<Refusal> CheckTpuConstraints::checkOnes(
    NodeOp node, llvm::ArrayRef<StringRef> names,
    llvm::ArrayRef<std::pair<size_t, StringRef>> dimensions) {
  for (StringRef name : names) {
    auto list =
        llvm::dyn_cast_or_null<mlir::ArrayAttr>(source().attribute(node, name));
    if (!list)
      continue;
    for (auto [place, dimension] : dimensions) {
      if (place >= list.size())
        continue;
      auto number = llvm::dyn_cast<mlir::IntegerAttr>(list[place]);
      if (number && number.getInt() != 1)
        return Refusal{name, ("1 in `" + name + "` for the " + dimension).str(),
                       std::to_string(number.getInt())};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> CheckTpuConstraints::checkConvolution(NodeOp node) {
  std::string format = readWord(node, "data_format");
  bool isUnknown = format.empty() && source().attribute(node, "data_format");
  if (isUnknown)
    return std::nullopt;
  auto strides = llvm::dyn_cast_or_null<mlir::ArrayAttr>(
      source().attribute(node, "strides"));
  if (!strides || strides.empty())
    return std::nullopt;
  // The features stand last unless the format says otherwise.
  size_t features =
      StringRef(format).starts_with("NC") ? 1 : strides.size() - 1;
  return checkOnes(node, {"strides", "dilations"},
                   {{0, "batch"}, {features, "features"}});
}

std::optional<Refusal> CheckTpuConstraints::checkHalfPixels(NodeOp node) {
  if (readFlag(node, "half_pixel_centers", false) != true ||
      readFlag(node, "align_corners", false) != true)
    return std::nullopt;
  return Refusal{"align_corners",
                 "`align_corners` false where `half_pixel_centers` is true",
                 "true"};
}

std::optional<Refusal>
CheckTpuConstraints::findRefusal(NodeOp node, TpuKernelConstraint constraint) {
  switch (constraint) {
  case TpuKernelConstraint::ExplicitPadding:
    if (readWord(node, "padding") == "EXPLICIT")
      return Refusal{"padding", "`padding` SAME or VALID", "EXPLICIT"};
    return std::nullopt;
  case TpuKernelConstraint::VectorFormat: {
    std::string format = readWord(node, "data_format");
    if (StringRef(format).contains("_VECT_"))
      return Refusal{"data_format", "`data_format` NHWC or NCHW", format};
    return std::nullopt;
  }
  case TpuKernelConstraint::Convolution:
    return checkConvolution(node);
  case TpuKernelConstraint::BatchWindow:
    return checkOnes(node, {"ksize", "strides"}, {{0, "batch"}});
  case TpuKernelConstraint::Patches:
    return checkOnes(node, {"ksizes", "strides", "rates"},
                     {{0, "batch"}, {3, "depth"}});
  case TpuKernelConstraint::HalfPixelCenters:
    return checkHalfPixels(node);
  case TpuKernelConstraint::DynamicSize:
    return checkFlag(node, "dynamic_size", false, false);
  case TpuKernelConstraint::PadToMax:
    return checkFlag(node, "pad_to_max_output_size", true, false);
  case TpuKernelConstraint::PartialPivoting:
    return checkFlag(node, "partial_pivoting", false, true);
  case TpuKernelConstraint::DynamicShape:
    return std::nullopt;
  }
  llvm_unreachable("unknown constraint");
}

void CheckTpuConstraints::report(llvm::ArrayRef<NodeOp> nodes,
                                 const Refusal &refusal) {
  NodeOp node = nodes.front();
  mlir::Location location = source().attributeLocation(node, refusal.attribute);
  StringRef op = node.getOpName();
  std::string name = nameOf(node, source());
  Report report = diag::TpuOpConstraint::refused(
      location, op, refusal.condition, name, refusal.attribute, refusal.value);
  computation().describe(report, nodes);
  cite(std::move(report), tables().tfOpsTpu);
}

/// Reports computations in functions that a computation calls.
void CheckTpuConstraints::checkNesting(ModelOp model) {
  for (NodeOp metadata : uses().of("TPUReplicateMetadata")) {
    auto function = metadata->getParentOfType<FunctionOp>();
    if (!computation().isCalled(function))
      continue;
    Report report = diag::TpuOpConstraint::nested(
        source().location(metadata, NodePart::Op), nameOf(metadata, source()));
    report.note(function.getLoc(), "called by a TPU computation");
    describe(report, metadata, source());
  }
}

void CheckTpuConstraints::check(ModelOp model) {
  if (computation().empty())
    return;
  for (const OpUse &use : uses().all()) {
    const TpuOpSupport *support = registry().support(use.op());
    if (!support || support->constraints.empty())
      continue;
    llvm::SmallVector<NodeOp> nodes = computation().inside(use);
    for (TpuKernelConstraint constraint : support->constraints) {
      std::map<Refusal, llvm::SmallVector<NodeOp>> refusals;
      for (NodeOp node : nodes) {
        if (std::optional<Refusal> refusal = findRefusal(node, constraint))
          refusals[*refusal].push_back(node);
      }
      for (const auto &[refusal, refused] : refusals)
        report(refused, refusal);
    }
  }
  checkNesting(model);
}

std::unique_ptr<mlir::Pass>
graph::createCheckTpuConstraints(const CheckContext &context) {
  return std::make_unique<CheckTpuConstraints>(context);
}
