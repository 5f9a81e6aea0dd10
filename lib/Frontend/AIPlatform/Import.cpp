//===- Import.cpp - AI Platform jobs to the job dialect -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/AIPlatform/Import.h"
#include "Dialect/Job/IR/PoolFields.h"
#include "Frontend/Import/OpFields.h"
#include "Frontend/Import/ValueReader.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::job;
using namespace trainlint::yaml;

namespace {

/// Reads values out of mappings, with their locations.
class Importer : ValueReader {
public:
  Importer(TreeView &tree, llvm::ArrayRef<Override> overrides,
           mlir::OpBuilder &builder)
      : ValueReader(tree, builder), tree(tree), overrides(overrides),
        builder(builder) {}

  TrainingOp importJob(View document);

private:
  void importPools(const Section &input);
  void importPool(const Section &input, const PoolFields &names,
                  mlir::Location location);
  void importStudy(const Section &input);
  void importParameter(const Section &parameter, mlir::Location location);

  /// The value that the command line gives a field of trainingInput, or that of
  /// the file.
  ValueAttr overridable(const Section &input, StringRef field);

  /// What stands for a job as a whole.
  std::optional<mlir::Location> jobLocation;
  TreeView &tree;
  llvm::ArrayRef<Override> overrides;
  mlir::OpBuilder &builder;
};

} // namespace

ValueAttr Importer::overridable(const Section &input, StringRef field) {
  if (overrides.empty())
    return text(input, field);
  EntryView entry = input.find(field);
  mlir::Location replaced =
      entry.value ? tree.location(entry.value) : *jobLocation;
  ValueAttr given = overridingValue(overrides, field, replaced);
  return given ? given : text(input, field);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Importer::importPools(const Section &input) {
  llvm::ArrayRef<PoolFields> roles = poolFields();
  llvm::SmallVector<const PoolFields *, 4> imported;
  for (const Section::Field &field : input.getFields()) {
    const PoolFields *role = llvm::find_if(roles, [&](const PoolFields &names) {
      return field.name == names.machineType || field.name == names.replicas ||
             field.name == names.config;
    });
    bool given = field.entry.value && !isUnset(field.entry.value);
    if (role == roles.end() || !given || llvm::is_contained(imported, role))
      continue;
    imported.push_back(role);
    importPool(input, *role, tree.location(field.entry.key));
  }
  // What is not known may bring the others.
  for (const PoolFields &role : roles) {
    View standIn = input.standIn(role.machineType);
    if (standIn && !llvm::is_contained(imported, &role))
      importPool(input, role, tree.location(standIn));
  }
}

void Importer::importPool(const Section &input, const PoolFields &names,
                          mlir::Location location) {
  OpFields<PoolOp> pool(builder, location);
  Section settings = input.section(names.config, tree);
  Section accelerator = settings.section("acceleratorConfig", tree);
  Section disk = settings.section("diskConfig", tree);
  pool.set(PoolOp::getRoleAttrName,
           RoleAttr::get(builder.getContext(), names.role));
  pool.set(PoolOp::getMachineTypeAttrName, text(input, names.machineType));
  if (names.role != Role::Chief)
    pool.set(PoolOp::getReplicasAttrName, integer(input, names.replicas));
  pool.set(PoolOp::getAcceleratorTypeAttrName, text(accelerator, "type"));
  pool.set(PoolOp::getAcceleratorCountAttrName, integer(accelerator, "count"));
  pool.set(PoolOp::getImageAttrName, text(settings, "imageUri"));
  pool.set(PoolOp::getContainerCommandAttrName,
           texts(settings, "containerCommand"));
  pool.set(PoolOp::getContainerArgsAttrName, texts(settings, "containerArgs"));
  pool.set(PoolOp::getTpuTfVersionAttrName, text(settings, "tpuTfVersion"));
  pool.set(PoolOp::getDiskTypeAttrName, text(disk, "bootDiskType"));
  pool.set(PoolOp::getDiskSizeGbAttrName, integer(disk, "bootDiskSizeGb"));
  pool.create();
}

void Importer::importParameter(const Section &parameter,
                               mlir::Location location) {
  OpFields<ParameterOp> op(builder, location);
  op.set(ParameterOp::getParameterNameAttrName,
         text(parameter, "parameterName"));
  op.set(ParameterOp::getParameterTypeAttrName, text(parameter, "type"));
  op.set(ParameterOp::getMinValueAttrName, number(parameter, "minValue"));
  op.set(ParameterOp::getMaxValueAttrName, number(parameter, "maxValue"));
  op.set(ParameterOp::getCategoricalValuesAttrName,
         texts(parameter, "categoricalValues"));
  op.set(ParameterOp::getDiscreteValuesAttrName,
         numbers(parameter, "discreteValues"));
  op.set(ParameterOp::getScaleTypeAttrName, text(parameter, "scaleType"));
  op.create();
}

void Importer::importStudy(const Section &input) {
  EntryView entry = input.find("hyperparameters");
  // Nothing can be said of a study that is not known.
  if (!entry.value.as<MappingNode>() || isPlaceholder(entry.value))
    return;
  Section study = input.section("hyperparameters", tree);
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
  const schema::Schema &itemSchema = *study.schemaOf("params").items;
  for (View item : tree.items(study.find("params").value)) {
    if (item.as<MappingNode>())
      importParameter(Section(item, itemSchema, tree), tree.location(item));
  }
}

TrainingOp Importer::importJob(View document) {
  Section root(document, schema::aiPlatformJob(), tree);
  EntryView entry = root.find("trainingInput");
  Section input = root.section("trainingInput", tree);
  jobLocation = tree.location(entry.key ? entry.key : document);
  OpFields<TrainingOp> op(builder, *jobLocation);
  op.set(TrainingOp::getPlatformAttrName,
         PlatformAttr::get(builder.getContext(), Platform::AIPlatform));
  op.set(TrainingOp::getJobIdAttrName, text(root, "jobId"));
  op.set(TrainingOp::getScaleTierAttrName, overridable(input, "scaleTier"));
  op.set(TrainingOp::getRegionAttrName, overridable(input, "region"));
  op.set(TrainingOp::getRuntimeVersionAttrName,
         overridable(input, "runtimeVersion"));
  op.set(TrainingOp::getPythonVersionAttrName,
         overridable(input, "pythonVersion"));
  op.set(TrainingOp::getPackageUrisAttrName, texts(input, "packageUris"));
  op.set(TrainingOp::getPythonModuleAttrName, text(input, "pythonModule"));
  op.set(TrainingOp::getArgsAttrName, texts(input, "args"));
  op.set(TrainingOp::getJobDirAttrName, overridable(input, "jobDir"));
  op.set(TrainingOp::getUseChiefInTfConfigAttrName,
         flag(input, "useChiefInTfConfig"));
  Section scheduling = input.section("scheduling", tree);
  op.set(TrainingOp::getMaxRunningTimeAttrName,
         text(scheduling, "maxRunningTime"));
  op.set(TrainingOp::getMaxWaitTimeAttrName, text(scheduling, "maxWaitTime"));

  mlir::Block *body = op.addBody();
  TrainingOp training = op.create();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  importPools(input);
  importStudy(input);
  return training;
}

TrainingOp aiplatform::importJob(View root, TreeView &tree,
                                 llvm::ArrayRef<Override> overrides,
                                 mlir::OpBuilder &builder) {
  return Importer(tree, overrides, builder).importJob(root);
}
