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

/// The fields of a mapping. What is not given is told from what is given but
/// not known: nothing follows from the absence of a field whose key is misspelt
/// or that a placeholder may bring.
class Section {
public:
  struct Field {
    StringRef name;
    EntryView entry;
    bool misspelt;
  };

  Section(View view, const schema::Schema &schema, TreeView &tree);
  /// A mapping that is not known: `view` stands for all of its fields.
  static Section unknown(View view, const schema::Schema &schema) {
    return Section(view, schema);
  }

  /// The fields in their order, with those that misspelt keys mean.
  llvm::ArrayRef<Field> getFields() const { return fields; }
  /// The schema of a field, which must be one of the section's.
  const schema::Schema &schemaOf(StringRef field) const {
    return *schema->findProperty(field)->schema;
  }
  /// The entry of a field; nothing if it is not given.
  EntryView find(StringRef field) const;
  /// What may stand for a field that is not given; nothing if nothing does.
  View standIn(StringRef field) const;

private:
  Section(View view, const schema::Schema &schema)
      : schema(&schema), unknownPart(view) {}

  const schema::Schema *schema;
  llvm::SmallVector<Field, 0> fields;
  View unknownPart;
};

/// The fields that describe the replicas of a role.
struct RoleFields {
  Role role;
  StringRef type;
  /// Empty for the master, of which there is always one.
  StringRef count;
  StringRef config;
};

/// Reads values out of mappings, with their locations.
class Importer {
public:
  Importer(TreeView &tree, llvm::ArrayRef<aiplatform::Override> overrides,
           mlir::OpBuilder &builder)
      : tree(tree), overrides(overrides), builder(builder) {}

  TrainingOp importJob(View document);

private:
  void importPools(const Section &input);
  void importPool(const Section &input, const RoleFields &names,
                  mlir::Location location);
  void importStudy(const Section &input);
  void importParameter(const Section &parameter, mlir::Location location);

  /// The mapping in a field; an empty one if the field is not given.
  Section section(const Section &outer, StringRef field) {
    View standIn = outer.standIn(field);
    const schema::Schema &schema = outer.schemaOf(field);
    return standIn ? Section::unknown(standIn, schema)
                   : Section(outer.find(field).value, schema, tree);
  }
  ValueAttr make(mlir::Attribute data, View at) {
    return ValueAttr::get(builder.getContext(), data, true, tree.location(at));
  }

  /// The values of a field; null if the field is absent, and unknown if it
  /// holds another type, of which the schema speaks.
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
  ValueAttr unknown(View value);
  /// The value that the command line gives a field of trainingInput, or that of
  /// the file.
  ValueAttr overridable(const Section &input, StringRef field);
  /// The place in the file that an override of a field speaks of.
  mlir::Location replaces(const Section &input, StringRef field) {
    EntryView entry = input.find(field);
    return entry.value ? tree.location(entry.value) : *jobLocation;
  }

  /// What stands for a job as a whole.
  std::optional<mlir::Location> jobLocation;
  TreeView &tree;
  llvm::ArrayRef<aiplatform::Override> overrides;
  mlir::OpBuilder &builder;
};

} // namespace

static bool isNull(View value) {
  const auto *scalar = value.as<ScalarNode>();
  return scalar && typeOf(*scalar) == ScalarType::Null;
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

Section::Section(View view, const schema::Schema &schema, TreeView &tree)
    : schema(&schema) {
  if (!view || isNull(view))
    return;
  if (!view.as<MappingNode>() || isPlaceholder(view)) {
    unknownPart = view;
    return;
  }
  llvm::SmallVector<StringRef> names;
  for (const EntryView &entry : tree.entries(view)) {
    if (isPlaceholder(entry.key)) {
      unknownPart = entry.value;
      continue;
    }
    StringRef key = keyText(entry);
    if (key.empty())
      continue;
    if (const schema::Property *property = schema.findProperty(key)) {
      fields.push_back({property->name, entry, false});
      continue;
    }
    if (names.empty()) {
      for (const schema::Property &property : schema.properties)
        names.push_back(property.name);
    }
    if (std::optional<NearMatch> near = findNearMatch(key, names))
      fields.push_back({near->word, entry, true});
  }
}

EntryView Section::find(StringRef field) const {
  for (const Field &candidate : fields) {
    if (candidate.name == field && !candidate.misspelt)
      return candidate.entry;
  }
  return {};
}

View Section::standIn(StringRef field) const {
  if (find(field).key)
    return {};
  for (const Field &candidate : fields) {
    if (candidate.name == field)
      return candidate.entry.value;
  }
  return unknownPart;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ValueAttr Importer::unknown(View value) {
  const auto *scalar = value.as<ScalarNode>();
  StringRef written = scalar ? scalar->value : tree.text(value);
  return ValueAttr::get(builder.getContext(), builder.getStringAttr(written),
                        false, tree.location(value));
}

/// True for what the service takes for no value: null and the empty text.
static bool isUnset(View value) {
  const auto *scalar = value.as<ScalarNode>();
  return isNull(value) || (scalar && scalar->value.empty());
}

ValueAttr Importer::read(const Section &section, StringRef field,
                         Convert convert) {
  if (View standIn = section.standIn(field))
    return unknown(standIn);
  View value = section.find(field).value;
  if (!value || isUnset(value))
    return {};
  ValueAttr known =
      isPlaceholder(value) ? ValueAttr() : (this->*convert)(value);
  return known ? known : unknown(value);
}

ValueAttr Importer::textOf(View value) {
  const auto *scalar = value.as<ScalarNode>();
  // Text that lacks its quotes is taken for what the user meant.
  if (!scalar || isNull(value))
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
    ValueAttr known =
        isPlaceholder(element) ? ValueAttr() : (this->*item)(element);
    items.push_back(known ? known : unknown(element));
  }
  return make(builder.getArrayAttr(items), value);
}

ValueAttr Importer::overridable(const Section &input, StringRef field) {
  for (const aiplatform::Override &given : overrides) {
    if (given.field != field)
      continue;
    mlir::LocationAttr location = makeOverrideLocation(
        makeLocation(builder.getContext(), *given.buffer, given.range),
        replaces(input, field));
    StringRef value = given.buffer->text(given.range);
    if (value.empty())
      continue;
    return ValueAttr::get(builder.getContext(), builder.getStringAttr(value),
                          !yaml::hasPlaceholder(value), location);
  }
  return text(input, field);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Importer::importPools(const Section &input) {
  static const RoleFields roles[] = {
      {Role::Chief, "masterType", "", "masterConfig"},
      {Role::Worker, "workerType", "workerCount", "workerConfig"},
      {Role::ParameterServer, "parameterServerType", "parameterServerCount",
       "parameterServerConfig"},
      {Role::Evaluator, "evaluatorType", "evaluatorCount", "evaluatorConfig"},
  };
  llvm::SmallVector<const RoleFields *, 4> imported;
  for (const Section::Field &field : input.getFields()) {
    const RoleFields *role = llvm::find_if(roles, [&](const RoleFields &names) {
      return field.name == names.type || field.name == names.count ||
             field.name == names.config;
    });
    bool given = field.entry.value && !isUnset(field.entry.value);
    if (role == std::end(roles) || !given || llvm::is_contained(imported, role))
      continue;
    imported.push_back(role);
    importPool(input, *role, tree.location(field.entry.key));
  }
  // What is not known may bring the others.
  for (const RoleFields &role : roles) {
    View standIn = input.standIn(role.type);
    if (standIn && !llvm::is_contained(imported, &role))
      importPool(input, role, tree.location(standIn));
  }
}

void Importer::importPool(const Section &input, const RoleFields &names,
                          mlir::Location location) {
  OpFields<PoolOp> pool(builder, location);
  Section settings = section(input, names.config);
  Section accelerator = section(settings, "acceleratorConfig");
  Section disk = section(settings, "diskConfig");
  pool.set(PoolOp::getRoleAttrName,
           RoleAttr::get(builder.getContext(), names.role));
  pool.set(PoolOp::getMachineTypeAttrName, text(input, names.type));
  if (names.role != Role::Chief)
    pool.set(PoolOp::getReplicasAttrName, integer(input, names.count));
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
  Section study = section(input, "hyperparameters");
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
  Section input = section(root, "trainingInput");
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
  Section scheduling = section(input, "scheduling");
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
