//===- Import.cpp - Vertex AI jobs to the job dialect ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/VertexAI/Import.h"
#include "Frontend/Import/OpFields.h"
#include "Frontend/Import/ValueReader.h"
#include "Frontend/VertexAI/Detect.h"
#include "Frontend/VertexAI/SnakeCaseFields.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::frontend;
using namespace trainlint::job;
using namespace trainlint::vertexai;
using namespace trainlint::yaml;

namespace {

/// The parts of a document, whatever its form.
struct Parts {
  /// The request or the resource as a whole.
  Section root;
  /// What holds the study of a tuning job.
  Section job;
  Section spec;
};

/// Reads values out of mappings, with their locations.
class Importer : ValueReader {
public:
  Importer(TreeView &tree, llvm::ArrayRef<Override> overrides,
           mlir::OpBuilder &builder)
      : ValueReader(tree, builder), tree(tree), overrides(overrides),
        builder(builder) {}

  TrainingOp importJob(View document);

private:
  ValueAttr regionOf(const Section &root, mlir::Location job);
  ValueAttr regionOfParent(View parent);
  void importPools(const Section &spec);
  void importPool(Role role, const Section &pool, mlir::Location location);
  ValueAttr taskOf(const Section &pool);
  void importStudy(const Section &job);
  ValueAttr metricNames(const Section &study);
  void importParameters(const Section &study);
  void importParameter(const Section &parameter, mlir::Location location,
                       bool conditional);

  TreeView &tree;
  llvm::ArrayRef<Override> overrides;
  mlir::OpBuilder &builder;
};

} // namespace

static Parts partsOf(View document, Form form, TreeView &tree) {
  auto below = [&](const Section &section, StringRef field) {
    return field.empty() ? section : section.section(field, tree);
  };
  FormPath path = pathOf(form);
  Section root(document, schemaOf(form), tree);
  Section job = below(root, path.job);
  return {root, job, below(job, path.spec)};
}

//===----------------------------------------------------------------------===//
// The region
//===----------------------------------------------------------------------===//

/// `us-central1` of `projects/mine/locations/us-central1`, where it stands; an
/// unknown value for a text of another form, of which the schema speaks.
ValueAttr Importer::regionOfParent(View parent) {
  ValueAttr whole = textOf(parent);
  std::optional<StringRef> text = knownString(whole);
  if (!text || isPlaceholder(parent))
    return unknown(parent);
  auto [project, region] = text->split("/locations/");
  size_t begin = tree.text(parent).rfind(region);
  const auto *scalar = parent.as<ScalarNode>();
  bool isElsewhere = scalar->buffer && scalar->buffer != &tree.buffer();
  if (region.empty() || region.contains('/') || begin == StringRef::npos ||
      isElsewhere)
    return unknown(parent);
  uint32_t start = scalar->range.begin + begin;
  SourceRange range{start, start + static_cast<uint32_t>(region.size())};
  return ValueAttr::get(builder.getContext(), builder.getStringAttr(region),
                        true, tree.location(range, parent.via));
}

ValueAttr Importer::regionOf(const Section &root, mlir::Location job) {
  ValueAttr given;
  if (View parent = root.find("parent").value)
    given = regionOfParent(parent);
  else if (View standIn = root.standIn("parent"))
    given = unknown(standIn);
  ValueAttr instead =
      overridingValue(overrides, "region", given ? given.getLoc() : job);
  return instead ? instead : given;
}

bool vertexai::namesRegion(View root, TreeView &tree) {
  std::optional<Form> form = formOf(root, tree);
  return form && isRequest(*form) && tree.find(root, "parent").key;
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

/// `acceleratorType: ACCELERATOR_TYPE_UNSPECIFIED` is how clients write none.
static ValueAttr unlessUnspecified(ValueAttr value) {
  bool none = knownString(value) == StringRef("ACCELERATOR_TYPE_UNSPECIFIED");
  return none ? ValueAttr() : value;
}

/// What the replicas run: `container` or `python_package`.
ValueAttr Importer::taskOf(const Section &pool) {
  static constexpr std::pair<StringRef, StringRef> Tasks[] = {
      {fields::Container, "container"}, {fields::Package, "python_package"}};
  for (const auto &[field, task] : Tasks) {
    EntryView entry = pool.find(field);
    if (entry.value && !isNull(entry.value))
      return make(builder.getStringAttr(task), entry.key);
  }
  for (const auto &[field, task] : Tasks) {
    if (View standIn = pool.standIn(field))
      return unknown(standIn);
  }
  return {};
}

void Importer::importPool(Role role, const Section &pool,
                          mlir::Location location) {
  OpFields<PoolOp> op(builder, location);
  Section machine = pool.section("machineSpec", tree);
  Section reservation = machine.section("reservationAffinity", tree);
  Section container = pool.section(fields::Container, tree);
  Section package = pool.section(fields::Package, tree);
  Section disk = pool.section("diskSpec", tree);
  ValueAttr image = text(container, fields::Image);
  op.set(PoolOp::getRoleAttrName, RoleAttr::get(builder.getContext(), role));
  op.set(PoolOp::getMachineTypeAttrName, text(machine, "machineType"));
  op.set(PoolOp::getReplicasAttrName, integer(pool, "replicaCount"));
  op.set(PoolOp::getAcceleratorTypeAttrName,
         unlessUnspecified(text(machine, "acceleratorType")));
  op.set(PoolOp::getAcceleratorCountAttrName,
         integer(machine, "acceleratorCount"));
  op.set(PoolOp::getGpuPartitionSizeAttrName,
         text(machine, "gpuPartitionSize"));
  op.set(PoolOp::getTpuTopologyAttrName, text(machine, "tpuTopology"));
  op.set(PoolOp::getReservationAttrName,
         text(reservation, "reservationAffinityType"));
  op.set(PoolOp::getReservationKeyAttrName, text(reservation, "key"));
  op.set(PoolOp::getReservationValuesAttrName, texts(reservation, "values"));
  op.set(PoolOp::getTaskAttrName, taskOf(pool));
  op.set(PoolOp::getImageAttrName,
         image ? image : text(package, "executorImageUri"));
  op.set(PoolOp::getPackageUrisAttrName, texts(package, "packageUris"));
  op.set(PoolOp::getContainerCommandAttrName, texts(container, "command"));
  op.set(PoolOp::getContainerArgsAttrName, texts(container, "args"));
  op.set(PoolOp::getDiskTypeAttrName, text(disk, "bootDiskType"));
  op.set(PoolOp::getDiskSizeGbAttrName, integer(disk, "bootDiskSizeGb"));
  op.create();
}

/// An item that says that its position is not used.
static bool isSkipped(View item) {
  const auto *mapping = item.as<MappingNode>();
  return isNull(item) || (mapping && mapping->entries.empty());
}

/// The fields of a pool. Of one that only has fields of other names nothing is
/// known: they have been reported, and what they mean is not said.
static Section poolSection(View pool, const schema::Schema &schema,
                           TreeView &tree) {
  Section section(pool, schema, tree);
  bool foreign = section.getFields().empty() && !isSkipped(pool);
  return foreign ? Section::unknown(pool, schema) : section;
}

void Importer::importPools(const Section &spec) {
  static constexpr Role Positions[] = {Role::Chief, Role::Worker,
                                       Role::ParameterServer, Role::Evaluator};
  const schema::Schema &listSchema = spec.schemaOf(fields::Pools);
  EntryView entry = spec.find(fields::Pools);
  bool given = entry.value && !isUnset(entry.value);
  if (given && entry.value.as<MappingNode>() && !isPlaceholder(entry.value))
    return importPool(Role::Chief, poolSection(entry.value, listSchema, tree),
                      tree.location(entry.key));
  if (given && entry.value.as<SequenceNode>() && !isPlaceholder(entry.value)) {
    for (const auto &[role, item] :
         llvm::zip(Positions, tree.items(entry.value))) {
      if (item && (role == Role::Chief || !isSkipped(item)))
        importPool(role, poolSection(item, *listSchema.items, tree),
                   tree.location(item));
    }
    return;
  }
  // What is not known may bring any of them.
  View standIn = given ? entry.value : spec.standIn(fields::Pools);
  for (Role role : Positions) {
    if (standIn)
      importPool(role, Section::unknown(standIn, *listSchema.items),
                 tree.location(standIn));
  }
}

//===----------------------------------------------------------------------===//
// The study
//===----------------------------------------------------------------------===//

void Importer::importParameter(const Section &parameter,
                               mlir::Location location, bool conditional) {
  static constexpr std::pair<StringRef, StringRef> Types[] = {
      {"doubleValueSpec", "DOUBLE"},
      {"integerValueSpec", "INTEGER"},
      {"categoricalValueSpec", "CATEGORICAL"},
      {"discreteValueSpec", "DISCRETE"}};
  OpFields<ParameterOp> op(builder, location);
  op.set(ParameterOp::getParameterNameAttrName, text(parameter, "parameterId"));
  ValueAttr type;
  for (const auto &[field, name] : Types) {
    EntryView entry = parameter.find(field);
    View standIn = parameter.standIn(field);
    if (!type && entry.value && !isNull(entry.value))
      type = make(builder.getStringAttr(name), entry.key);
    else if (!type && standIn)
      type = unknown(standIn);
  }
  op.set(ParameterOp::getParameterTypeAttrName, type);
  std::optional<StringRef> known = knownString(type);
  for (const auto &[field, name] : Types) {
    if (known != name)
      continue;
    Section values = parameter.section(field, tree);
    if (name == "CATEGORICAL") {
      op.set(ParameterOp::getCategoricalValuesAttrName,
             texts(values, "values"));
    } else if (name == "DISCRETE") {
      op.set(ParameterOp::getDiscreteValuesAttrName, numbers(values, "values"));
    } else {
      op.set(ParameterOp::getMinValueAttrName, number(values, "minValue"));
      op.set(ParameterOp::getMaxValueAttrName, number(values, "maxValue"));
    }
  }
  ValueAttr scale = text(parameter, "scaleType");
  if (knownString(scale) != StringRef("SCALE_TYPE_UNSPECIFIED"))
    op.set(ParameterOp::getScaleTypeAttrName, scale);
  if (conditional)
    op.set(ParameterOp::getConditionalAttrName,
           ValueAttr::get(builder.getContext(), builder.getBoolAttr(true), true,
                          location));
  op.create();
}

void Importer::importParameters(const Section &study) {
  const schema::Schema &itemSchema = *study.schemaOf("parameters").items;
  for (View item : tree.items(study.find("parameters").value)) {
    if (!item.as<MappingNode>())
      continue;
    Section parameter(item, itemSchema, tree);
    importParameter(parameter, tree.location(item), /*conditional=*/false);
    // Those of the first level; conditions within conditions are rare, and
    // through aliases they need not end.
    const schema::Schema &branchSchema =
        *parameter.schemaOf("conditionalParameterSpecs").items;
    for (View branch :
         tree.items(parameter.find("conditionalParameterSpecs").value)) {
      View inner =
          Section(branch, branchSchema, tree).find("parameterSpec").value;
      if (inner.as<MappingNode>())
        importParameter(Section(inner, itemSchema, tree), tree.location(inner),
                        /*conditional=*/true);
    }
  }
}

ValueAttr Importer::metricNames(const Section &study) {
  if (View standIn = study.standIn("metrics"))
    return unknown(standIn);
  View list = study.find("metrics").value;
  if (!list.as<SequenceNode>() || isPlaceholder(list))
    return list && !isUnset(list) ? unknown(list) : ValueAttr();
  llvm::SmallVector<mlir::Attribute> names;
  const schema::Schema &itemSchema = *study.schemaOf("metrics").items;
  for (View item : tree.items(list)) {
    if (ValueAttr name = text(Section(item, itemSchema, tree), "metricId"))
      names.push_back(name);
  }
  return make(builder.getArrayAttr(names), list);
}

void Importer::importStudy(const Section &job) {
  EntryView entry = job.find("studySpec");
  // Nothing can be said of a study that is not known.
  if (!entry.value.as<MappingNode>() || isPlaceholder(entry.value))
    return;
  Section study = job.section("studySpec", tree);
  OpFields<StudyOp> op(builder, tree.location(entry.key));
  op.set(StudyOp::getMetricsAttrName, metricNames(study));
  op.set(StudyOp::getAlgorithmAttrName, text(study, "algorithm"));
  op.set(StudyOp::getMaxTrialsAttrName, integer(job, "maxTrialCount"));
  op.set(StudyOp::getMaxParallelTrialsAttrName,
         integer(job, "parallelTrialCount"));

  mlir::Block *body = op.addBody();
  op.create();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  importParameters(study);
}

//===----------------------------------------------------------------------===//
// The job
//===----------------------------------------------------------------------===//

TrainingOp Importer::importJob(View root) {
  Form form = formOf(root, tree).value_or(Form::JobSpec);
  llvm::SmallVector<RenamedKey> renamed;
  View document = inCamelCase(root, schemaOf(form), tree, renamed);
  Parts parts = partsOf(document, form, tree);
  const Section &spec = parts.spec;
  View pools = spec.find(fields::Pools).key;
  mlir::Location location = tree.location(pools ? pools : document);
  OpFields<TrainingOp> op(builder, location);
  op.set(TrainingOp::getPlatformAttrName,
         PlatformAttr::get(builder.getContext(), Platform::VertexAI));
  op.set(TrainingOp::getRegionAttrName,
         isRequest(form) ? regionOf(parts.root, location)
                         : overridingValue(overrides, "region", location));
  Section output = spec.section("baseOutputDirectory", tree);
  op.set(TrainingOp::getJobDirAttrName, text(output, "outputUriPrefix"));
  Section scheduling = spec.section("scheduling", tree);
  op.set(TrainingOp::getMaxRunningTimeAttrName, text(scheduling, "timeout"));
  op.set(TrainingOp::getMaxWaitTimeAttrName,
         text(scheduling, "maxWaitDuration"));
  op.set(TrainingOp::getStrategyAttrName, text(scheduling, "strategy"));
  op.set(TrainingOp::getPersistentResourceAttrName,
         text(spec, "persistentResourceId"));

  mlir::Block *body = op.addBody();
  TrainingOp training = op.create();
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  importPools(spec);
  if (isTuning(form))
    importStudy(parts.job);
  return training;
}

TrainingOp vertexai::importJob(View root, TreeView &tree,
                               llvm::ArrayRef<Override> overrides,
                               mlir::OpBuilder &builder) {
  return Importer(tree, overrides, builder).importJob(root);
}
