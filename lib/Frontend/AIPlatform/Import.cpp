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
#include "Schema/Schema.h"
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

/// A mapping with its schema, which tells which keys are misspelt: what such a
/// key was meant for is not absent, but not known either, and nothing follows
/// from its absence.
class Section {
public:
  Section(View view, const schema::Schema &schema, TreeView &tree)
      : view(view), schema(&schema) {
    llvm::SmallVector<StringRef> names;
    for (const EntryView &entry : tree.entries(view)) {
      StringRef key = keyText(entry);
      if (key.empty() || schema.findProperty(key))
        continue;
      if (names.empty()) {
        for (const schema::Property &property : schema.properties)
          names.push_back(property.name);
      }
      if (std::optional<NearMatch> near = findNearMatch(key, names))
        misspelt.emplace_back(near->word, entry);
    }
  }

  View getView() const { return view; }
  /// The schema of a field, which must be one of the section's.
  const schema::Schema &schemaOf(StringRef field) const {
    return *schema->findProperty(field)->schema;
  }
  /// The entry that a misspelt key makes up for a field; nothing if none does.
  EntryView findMisspelt(StringRef field) const {
    for (const auto &[meant, entry] : misspelt) {
      if (meant == field)
        return entry;
    }
    return {};
  }

private:
  View view;
  const schema::Schema *schema;
  llvm::SmallVector<std::pair<StringRef, EntryView>, 0> misspelt;
};

/// Reads values out of mappings, with their locations.
class Importer {
public:
  Importer(TreeView &tree, llvm::ArrayRef<aiplatform::Override> overrides,
           mlir::OpBuilder &builder)
      : tree(tree), overrides(overrides), builder(builder) {}

  TrainingOp importJob(View document);

private:
  void importPool(const Section &input, Role role, StringRef prefix);
  void importStudy(const Section &study, const EntryView &entry);
  void importParameter(const Section &parameter);

  /// The mapping in a field; an empty one if the field is none.
  Section section(const Section &outer, StringRef field) {
    return Section(find(outer, field).value, outer.schemaOf(field), tree);
  }
  EntryView find(const Section &section, StringRef field) {
    return tree.find(section.getView(), field);
  }
  ValueAttr make(mlir::Attribute data, View at) {
    return ValueAttr::get(builder.getContext(), data, true, tree.location(at));
  }

  /// The values of a field; null if the field is absent or of another type.
  ValueAttr text(const Section &section, StringRef field) {
    return read(section, field, &Importer::textOf);
  }
  ValueAttr integer(const Section &section, StringRef field) {
    return read(section, field, &Importer::integerOf);
  }
  ValueAttr number(const Section &section, StringRef field) {
    return read(section, field, &Importer::numberOf);
  }
  ValueAttr flag(const Section &section, StringRef field) {
    return read(section, field, &Importer::flagOf);
  }
  ValueAttr texts(const Section &section, StringRef field) {
    return read(section, field, &Importer::listOf<&Importer::textOf>);
  }
  ValueAttr numbers(const Section &section, StringRef field) {
    return read(section, field, &Importer::listOf<&Importer::numberOf>);
  }

  using Convert = ValueAttr (Importer::*)(View);
  ValueAttr read(const Section &section, StringRef field, Convert convert);
  ValueAttr textOf(View value);
  ValueAttr integerOf(View value);
  ValueAttr numberOf(View value);
  ValueAttr flagOf(View value);
  template <Convert item>
  ValueAttr listOf(View value);
  /// A value that is not known: it holds a placeholder, or its key is misspelt.
  ValueAttr unknown(View value);
  /// The value that the command line gives a field of trainingInput, or that of
  /// the file.
  ValueAttr overridable(const Section &input, StringRef field);

  TreeView &tree;
  llvm::ArrayRef<aiplatform::Override> overrides;
  mlir::OpBuilder &builder;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ValueAttr Importer::unknown(View value) {
  const auto *scalar = value.as<ScalarNode>();
  StringRef written =
      scalar ? scalar->value : tree.buffer().text(value.node->range);
  return ValueAttr::get(builder.getContext(), builder.getStringAttr(written),
                        false, tree.location(value));
}

static bool hasPlaceholder(View value) {
  const auto *scalar = value.as<ScalarNode>();
  return scalar ? hasPlaceholder(scalar->value) : isPlaceholder(*value.node);
}

ValueAttr Importer::read(const Section &section, StringRef field,
                         Convert convert) {
  View value = find(section, field).value;
  if (!value) {
    EntryView misspelt = section.findMisspelt(field);
    return misspelt.value ? unknown(misspelt.value) : ValueAttr();
  }
  return ::hasPlaceholder(value) ? unknown(value) : (this->*convert)(value);
}

ValueAttr Importer::textOf(View value) {
  const auto *scalar = value.as<ScalarNode>();
  // Text that lacks its quotes is taken for what the user meant.
  if (!scalar || typeOf(*scalar) == ScalarType::Null)
    return {};
  return make(builder.getStringAttr(scalar->value), value);
}

ValueAttr Importer::numberOf(View value) {
  const auto *scalar = value.as<ScalarNode>();
  if (!scalar)
    return {};
  if (std::optional<int64_t> whole = integerValue(scalar->value))
    return make(builder.getI64IntegerAttr(*whole), value);
  if (std::optional<double> number = numberValue(scalar->value))
    return make(builder.getF64FloatAttr(*number), value);
  return {};
}

ValueAttr Importer::integerOf(View value) {
  const auto *scalar = value.as<ScalarNode>();
  if (!scalar)
    return {};
  std::optional<int64_t> whole = integerValue(scalar->value);
  // JSON Schema calls 4.0 an integer.
  if (!whole && typeOf(*scalar) == ScalarType::Float)
    whole = wholeNumber(scalar->value);
  if (!whole)
    return {};
  return make(builder.getI64IntegerAttr(*whole), value);
}

ValueAttr Importer::flagOf(View value) {
  const auto *scalar = value.as<ScalarNode>();
  if (!scalar || typeOf(*scalar) != ScalarType::Boolean)
    return {};
  return make(builder.getBoolAttr(booleanValue(scalar->value)), value);
}

template <Importer::Convert item>
ValueAttr Importer::listOf(View value) {
  if (!value.as<SequenceNode>())
    return {};
  llvm::SmallVector<mlir::Attribute> items;
  for (View element : tree.items(value)) {
    if (!element)
      continue;
    ValueAttr attribute =
        ::hasPlaceholder(element) ? unknown(element) : (this->*item)(element);
    if (attribute)
      items.push_back(attribute);
  }
  return make(builder.getArrayAttr(items), value);
}

ValueAttr Importer::overridable(const Section &input, StringRef field) {
  for (const aiplatform::Override &given : overrides) {
    if (given.field != field)
      continue;
    mlir::LocationAttr location =
        makeLocation(builder.getContext(), *given.buffer, given.range);
    StringRef value = given.buffer->text(given.range);
    return ValueAttr::get(builder.getContext(), builder.getStringAttr(value),
                          !yaml::hasPlaceholder(value), location);
  }
  return text(input, field);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Importer::importPool(const Section &input, Role role, StringRef prefix) {
  std::string type = (prefix + "Type").str();
  std::string count = (prefix + "Count").str();
  std::string config = (prefix + "Config").str();
  EntryView first;
  for (const EntryView &entry : tree.entries(input.getView())) {
    StringRef key = keyText(entry);
    if (key == type || key == count || key == config) {
      first = entry;
      break;
    }
  }
  if (!first.key)
    return;
  OpFields<PoolOp> pool(builder, tree.location(first.key));
  Section settings = section(input, config);
  Section accelerator = section(settings, "acceleratorConfig");
  Section disk = section(settings, "diskConfig");
  pool.set(PoolOp::getRoleAttrName, RoleAttr::get(builder.getContext(), role));
  pool.set(PoolOp::getMachineTypeAttrName, text(input, type));
  pool.set(PoolOp::getReplicasAttrName, integer(input, count));
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

void Importer::importParameter(const Section &parameter) {
  OpFields<ParameterOp> op(builder, tree.location(parameter.getView()));
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

void Importer::importStudy(const Section &study, const EntryView &entry) {
  View view = study.getView();
  if (!view.as<MappingNode>() || isPlaceholder(*view.node))
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
  const schema::Schema &itemSchema = *study.schemaOf("params").items;
  for (View parameter : tree.items(find(study, "params").value)) {
    if (parameter.as<MappingNode>())
      importParameter(Section(parameter, itemSchema, tree));
  }
}

TrainingOp Importer::importJob(View document) {
  Section root(document, schema::aiPlatformJob(), tree);
  EntryView entry = find(root, "trainingInput");
  Section input = section(root, "trainingInput");
  mlir::Location location = tree.location(entry.key ? entry.key : document);
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
  op.set(TrainingOp::getPackageUrisAttrName, texts(input, "packageUris"));
  op.set(TrainingOp::getPythonModuleAttrName, text(input, "pythonModule"));
  op.set(TrainingOp::getArgsAttrName, texts(input, "args"));
  op.set(TrainingOp::getJobDirAttrName, overridable(input, "jobDir"));
  op.set(TrainingOp::getUseChiefInTfConfigAttrName,
         flag(input, "useChiefInTfConfig"));
  Section scheduling = section(input, "scheduling");
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
  EntryView study = find(input, "hyperparameters");
  if (study.key)
    importStudy(section(input, "hyperparameters"), study);
  return training;
}

TrainingOp aiplatform::importJob(View root, TreeView &tree,
                                 llvm::ArrayRef<Override> overrides,
                                 mlir::OpBuilder &builder) {
  return Importer(tree, overrides, builder).importJob(root);
}
