//===- Import.cpp - AI Platform jobs to the job dialect -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/AIPlatform/Import.h"
#include "Frontend/Yaml/ScalarType.h"
#include "Frontend/Yaml/Template.h"
#include "Support/NearMatch.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::job;
using namespace trainlint::yaml;
using llvm::StringRef;

namespace {

/// An op under construction: fields that are absent are left out.
template <typename OpT>
class OpFields {
public:
  OpFields(mlir::OpBuilder &builder, mlir::Location location)
      : builder(builder), state(location, OpT::getOperationName()) {}

  /// `name` is one of the op's getXAttrName functions.
  void set(mlir::StringAttr (*name)(mlir::OperationName),
           mlir::Attribute value) {
    if (value)
      state.addAttribute(name(state.name), value);
  }
  /// Gives the op a region with a block.
  mlir::Block *addBody() {
    mlir::Block *block = new mlir::Block();
    state.addRegion()->push_back(block);
    return block;
  }
  OpT create() { return llvm::cast<OpT>(builder.create(state)); }

private:
  mlir::OpBuilder &builder;
  mlir::OperationState state;
};

/// Reads values out of mappings, with their locations.
class Importer {
public:
  Importer(TreeView &tree, llvm::ArrayRef<aiplatform::Override> overrides,
           mlir::OpBuilder &builder)
      : tree(tree), overrides(overrides), builder(builder) {}

  TrainingOp importJob(View root);

private:
  void importPool(View input, Role role, StringRef prefix);
  void importStudy(View study, const EntryView &entry);
  void importParameter(View parameter);

  View section(View mapping, StringRef field) {
    return tree.find(mapping, field).value;
  }
  ValueAttr make(mlir::Attribute data, View at) {
    return ValueAttr::get(builder.getContext(), data, true, tree.location(at));
  }

  /// The values of a field; null if the field is absent or of another type.
  ValueAttr text(View mapping, StringRef field) {
    return textOf(tree.find(mapping, field).value);
  }
  ValueAttr integer(View mapping, StringRef field);
  ValueAttr number(View mapping, StringRef field) {
    return numberOf(tree.find(mapping, field).value);
  }
  ValueAttr flag(View mapping, StringRef field);
  ValueAttr list(View mapping, StringRef field, bool numbers = false);

  ValueAttr textOf(View value);
  ValueAttr numberOf(View value);
  /// A value with a placeholder; null if there is none in it.
  ValueAttr unknownOf(View value);
  /// The value that the command line gives a field of trainingInput, or that of
  /// the file.
  ValueAttr overridable(View input, StringRef field);

  TreeView &tree;
  llvm::ArrayRef<aiplatform::Override> overrides;
  mlir::OpBuilder &builder;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ValueAttr Importer::unknownOf(View value) {
  if (!value)
    return {};
  const auto *scalar = value.as<ScalarNode>();
  bool unknown =
      scalar ? hasPlaceholder(scalar->value) : isPlaceholder(*value.node);
  if (!unknown)
    return {};
  StringRef written =
      scalar ? scalar->value : tree.buffer().text(value.node->range);
  return ValueAttr::get(builder.getContext(), builder.getStringAttr(written),
                        false, tree.location(value));
}

ValueAttr Importer::textOf(View value) {
  if (ValueAttr unknown = unknownOf(value))
    return unknown;
  const auto *scalar = value.as<ScalarNode>();
  // Text that lacks its quotes is taken for what the user meant.
  if (!scalar || typeOf(*scalar) == ScalarType::Null)
    return {};
  return make(builder.getStringAttr(scalar->value), value);
}

ValueAttr Importer::numberOf(View value) {
  if (ValueAttr unknown = unknownOf(value))
    return unknown;
  const auto *scalar = value.as<ScalarNode>();
  if (!scalar)
    return {};
  if (std::optional<int64_t> whole = integerValue(scalar->value))
    return make(builder.getI64IntegerAttr(*whole), value);
  if (std::optional<double> number = numberValue(scalar->value))
    return make(builder.getF64FloatAttr(*number), value);
  return {};
}

ValueAttr Importer::integer(View mapping, StringRef field) {
  View value = tree.find(mapping, field).value;
  if (ValueAttr unknown = unknownOf(value))
    return unknown;
  const auto *scalar = value.as<ScalarNode>();
  if (!scalar)
    return {};
  std::optional<int64_t> whole = integerValue(scalar->value);
  // JSON Schema calls 4.0 an integer.
  if (!whole && typeOf(*scalar) == ScalarType::Float) {
    std::optional<double> number = numberValue(scalar->value);
    if (number && *number == static_cast<double>(static_cast<int64_t>(*number)))
      whole = static_cast<int64_t>(*number);
  }
  if (!whole)
    return {};
  return make(builder.getI64IntegerAttr(*whole), value);
}

ValueAttr Importer::flag(View mapping, StringRef field) {
  View value = tree.find(mapping, field).value;
  if (ValueAttr unknown = unknownOf(value))
    return unknown;
  const auto *scalar = value.as<ScalarNode>();
  if (!scalar || typeOf(*scalar) != ScalarType::Boolean)
    return {};
  return make(builder.getBoolAttr(booleanValue(scalar->value)), value);
}

ValueAttr Importer::list(View mapping, StringRef field, bool numbers) {
  View value = tree.find(mapping, field).value;
  if (ValueAttr unknown = unknownOf(value))
    return unknown;
  if (!value.as<SequenceNode>())
    return {};
  llvm::SmallVector<mlir::Attribute> items;
  for (View item : tree.items(value)) {
    if (ValueAttr attribute = numbers ? numberOf(item) : textOf(item))
      items.push_back(attribute);
  }
  return make(builder.getArrayAttr(items), value);
}

ValueAttr Importer::overridable(View input, StringRef field) {
  for (const aiplatform::Override &given : overrides) {
    if (given.field != field)
      continue;
    mlir::LocationAttr location =
        makeLocation(builder.getContext(), *given.buffer, given.range);
    StringRef value = given.buffer->text(given.range);
    return ValueAttr::get(builder.getContext(), builder.getStringAttr(value),
                          !hasPlaceholder(value), location);
  }
  return text(input, field);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Importer::importPool(View input, Role role, StringRef prefix) {
  std::string type = (prefix + "Type").str();
  std::string count = (prefix + "Count").str();
  std::string config = (prefix + "Config").str();
  EntryView first;
  for (const EntryView &entry : tree.entries(input)) {
    StringRef key = keyText(entry);
    if (key == type || key == count || key == config) {
      first = entry;
      break;
    }
  }
  if (!first.key)
    return;
  OpFields<PoolOp> pool(builder, tree.location(first.key));
  View settings = section(input, config);
  View accelerator = section(settings, "acceleratorConfig");
  View disk = section(settings, "diskConfig");
  pool.set(PoolOp::getRoleAttrName, RoleAttr::get(builder.getContext(), role));
  pool.set(PoolOp::getMachineTypeAttrName, text(input, type));
  pool.set(PoolOp::getReplicasAttrName, integer(input, count));
  pool.set(PoolOp::getAcceleratorTypeAttrName, text(accelerator, "type"));
  pool.set(PoolOp::getAcceleratorCountAttrName, integer(accelerator, "count"));
  pool.set(PoolOp::getImageAttrName, text(settings, "imageUri"));
  pool.set(PoolOp::getContainerCommandAttrName,
           list(settings, "containerCommand"));
  pool.set(PoolOp::getContainerArgsAttrName, list(settings, "containerArgs"));
  pool.set(PoolOp::getTpuTfVersionAttrName, text(settings, "tpuTfVersion"));
  pool.set(PoolOp::getDiskTypeAttrName, text(disk, "bootDiskType"));
  pool.set(PoolOp::getDiskSizeGbAttrName, integer(disk, "bootDiskSizeGb"));
  pool.create();
}

void Importer::importParameter(View parameter) {
  OpFields<ParameterOp> op(builder, tree.location(parameter));
  op.set(ParameterOp::getParameterNameAttrName,
         text(parameter, "parameterName"));
  op.set(ParameterOp::getParameterTypeAttrName, text(parameter, "type"));
  op.set(ParameterOp::getMinValueAttrName, number(parameter, "minValue"));
  op.set(ParameterOp::getMaxValueAttrName, number(parameter, "maxValue"));
  op.set(ParameterOp::getCategoricalValuesAttrName,
         list(parameter, "categoricalValues"));
  op.set(ParameterOp::getDiscreteValuesAttrName,
         list(parameter, "discreteValues", /*numbers=*/true));
  op.set(ParameterOp::getScaleTypeAttrName, text(parameter, "scaleType"));
  op.create();
}

void Importer::importStudy(View study, const EntryView &entry) {
  if (!study.as<MappingNode>() || isPlaceholder(*study.node))
    return;
  OpFields<StudyOp> op(builder, tree.location(entry.key));
  op.set(StudyOp::getGoalAttrName, text(study, "goal"));
  op.set(StudyOp::getMetricAttrName, text(study, "hyperparameterMetricTag"));
  op.set(StudyOp::getAlgorithmAttrName, text(study, "algorithm"));
  op.set(StudyOp::getMaxTrialsAttrName, integer(study, "maxTrials"));
  op.set(StudyOp::getMaxParallelTrialsAttrName,
         integer(study, "maxParallelTrials"));
  op.set(StudyOp::getResumesAttrName, text(study, "resumePreviousJobId"));

  mlir::Block *body = op.addBody();
  op.create();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  for (View parameter : tree.items(section(study, "params"))) {
    if (parameter.as<MappingNode>())
      importParameter(parameter);
  }
}

TrainingOp Importer::importJob(View root) {
  EntryView entry = tree.find(root, "trainingInput");
  View input = entry.value;
  mlir::Location location = tree.location(entry.key ? entry.key : root);
  OpFields<TrainingOp> op(builder, location);
  op.set(TrainingOp::getPlatformAttrName,
         PlatformAttr::get(builder.getContext(), Platform::AIPlatform));
  op.set(TrainingOp::getJobIdAttrName, text(root, "jobId"));
  op.set(TrainingOp::getScaleTierAttrName, overridable(input, "scaleTier"));
  op.set(TrainingOp::getRegionAttrName, overridable(input, "region"));
  op.set(TrainingOp::getRuntimeVersionAttrName,
         overridable(input, "runtimeVersion"));
  op.set(TrainingOp::getPythonVersionAttrName,
         overridable(input, "pythonVersion"));
  op.set(TrainingOp::getPackageUrisAttrName, list(input, "packageUris"));
  op.set(TrainingOp::getPythonModuleAttrName, text(input, "pythonModule"));
  op.set(TrainingOp::getArgsAttrName, list(input, "args"));
  op.set(TrainingOp::getJobDirAttrName, overridable(input, "jobDir"));
  op.set(TrainingOp::getUseChiefInTfConfigAttrName,
         flag(input, "useChiefInTfConfig"));
  View scheduling = section(input, "scheduling");
  op.set(TrainingOp::getMaxRunningTimeAttrName,
         text(scheduling, "maxRunningTime"));
  op.set(TrainingOp::getMaxWaitTimeAttrName, text(scheduling, "maxWaitTime"));

  mlir::Block *body = op.addBody();
  TrainingOp training = op.create();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  importPool(input, Role::Chief, "master");
  importPool(input, Role::Worker, "worker");
  importPool(input, Role::ParameterServer, "parameterServer");
  importPool(input, Role::Evaluator, "evaluator");
  EntryView study = tree.find(input, "hyperparameters");
  if (study.key)
    importStudy(study.value, study);
  return training;
}

TrainingOp aiplatform::importJob(View root, TreeView &tree,
                                 llvm::ArrayRef<Override> overrides,
                                 mlir::OpBuilder &builder) {
  return Importer(tree, overrides, builder).importJob(root);
}
