//===- Analysis.cpp - What a text says at each place ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Analysis.h"
#include "Driver/Graphs/GraphCompilation.h"
#include "Frontend/Python/Notebook/ProgramShell.h"
#include "LSP/Workspace.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"

using namespace trainlint;
using namespace trainlint::lsp;

Analysis::Analysis(std::shared_ptr<SharedCompilation> compilation)
    : compiled(std::move(compilation)), isConfig(isConfigFile(text().name())) {
  if (!readGraph())
    readTrees();
}

std::unique_lock<std::mutex> Analysis::lock() {
  return input ? compiled->lock() : std::unique_lock<std::mutex>();
}

/// Reads a graph; false for a text that is to be read in another way.
bool Analysis::readGraph() {
  SharedCompilation &compilation = *compiled;
  if (!compilation->isGraph()) {
    if (!isGraphText(text().name()))
      return false;
    // What is called a graph and is none is one that is being written.
    wellFormed = false;
    return true;
  }
  const GraphContent &content = compilation->content();
  graphText = GraphText::create(compilation.graph()->parse());
  // A model of Keras is JSON, which can be read as other JSON is.
  if (!graphText && graph::isKerasModel(content.detected.format))
    return false;
  // What MLIR reads of a large program takes much longer than an answer may.
  constexpr size_t LargestProgram = 4 << 20;
  if (content.detected.format == graph::GraphFormat::StableHlo &&
      text().text().size() <= LargestProgram) {
    auto lock = compilation.lock();
    programText =
        std::make_unique<ProgramText>(*compilation.graph()->import().program);
    wellFormed = programText->isWellFormed();
    return true;
  }
  wellFormed = graphText ? graphText->isWellFormed() : content.isReadable;
  return true;
}

/// The nodes of a graph for whose types a request may wait.
static constexpr size_t MostNodes = 50000;

const GraphShapes *Analysis::shapes() {
  if (!graphText || graphText->nodeCount() > MostNodes)
    return nullptr;
  if (!graphShapes) {
    auto lock = compiled->lock();
    GraphCompilation *graph = compiled->graph();
    graphShapes = std::make_unique<GraphShapes>(*graph->inferShapes().module);
  }
  return graphShapes.get();
}

const OnnxText *Analysis::onnxModel() {
  SharedCompilation &compilation = *compiled;
  if (!std::exchange(isOnnxRead, true) && compilation->isGraph())
    onnxText = OnnxText::create(text().text(), compilation->content().detected);
  return onnxText.get();
}

const OnnxValues *Analysis::onnxValues() {
  const OnnxText *model = onnxModel();
  if (!model || model->nodeCount() > MostNodes)
    return nullptr;
  if (!valuesOfModel) {
    auto lock = compiled->lock();
    ImportedGraph &imported = compiled->graph()->inferShapes();
    valuesOfModel =
        std::make_unique<OnnxValues>(*imported.module, *imported.source);
  }
  return valuesOfModel.get();
}

void Analysis::readTrees() {
  auto lock = compiled->lock();
  input = &(*compiled)->parse();
  wellFormed = input->isWellFormed();
  for (const ParsedData &data : input->data()) {
    const yaml::Stream &stream = *data.read->stream;
    trees.push_back(&stream);
    yaml::TreeView tree(stream, text(), &(*compiled)->mlirContext());
    if (isConfig) {
      for (const yaml::Document &document : stream.documents)
        if (yaml::View root = tree.resolve(document.root))
          parts.push_back({root, &schema::trainlintConfig()});
      continue;
    }
    for (const JobDocument &job : data.jobs)
      job.kind->addParts(tree.resolve(job.root), tree, parts);
  }
}

llvm::ArrayRef<SourceRange> Analysis::comments() const {
  if (!allComments)
    allComments = input ? input->comments() : std::vector<SourceRange>();
  return *allComments;
}

const CommandLines &Analysis::commands() const {
  static const gcloud::CommandScripts none;
  if (commandLines)
    return *commandLines;
  // What a program gives to shells is known when it was followed.
  const python::ProgramShell *shell =
      isPython() ? (*compiled)->import().shell.get() : nullptr;
  if (shell)
    commandLines.emplace(shell->scripts(), tables());
  else
    commandLines.emplace(input ? input->scripts() : none, tables());
  return *commandLines;
}

const python::Program *Analysis::pythonProgram() const {
  return isPython() ? (*compiled)->import().program.get() : nullptr;
}

llvm::SmallVector<job::TrainingOp> Analysis::jobs() {
  if (!input || isConfig || (*compiled)->isGraph())
    return {};
  return llvm::to_vector((*compiled)->jobs().getOps<job::TrainingOp>());
}

LoadedFilePtr Analysis::readFile(StringRef path) const {
  if (!settings().import.readFile)
    return nullptr;
  return settings().import.readFile(path, text().name());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static void addPlaces(mlir::LocationAttr location, const SourceSet &sources,
                      llvm::SmallVectorImpl<Place> &places) {
  if (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(location)) {
    addPlaces(call.getCallee(), sources, places);
    addPlaces(call.getCaller(), sources, places);
    return;
  }
  if (Place place = sources.resolve(location))
    places.push_back(place);
}

llvm::SmallVector<Place, 2>
Analysis::allPlacesOf(mlir::LocationAttr location) const {
  llvm::SmallVector<Place, 2> places;
  addPlaces(location, (*compiled)->sources(), places);
  return places;
}

llvm::SmallVector<SourceRange, 2>
Analysis::placesOf(mlir::LocationAttr location) const {
  llvm::SmallVector<SourceRange, 2> ranges;
  for (const Place &place : allPlacesOf(location)) {
    if (place.buffer == &text())
      ranges.push_back(place.range);
  }
  return ranges;
}

void Analysis::forEachValue(
    llvm::function_ref<void(const FieldValue &)> visit) {
  for (job::TrainingOp job : jobs()) {
    job->walk([&](mlir::Operation *nested) {
      for (mlir::NamedAttribute attribute : nested->getAttrs()) {
        auto value = llvm::dyn_cast<job::ValueAttr>(attribute.getValue());
        if (!value)
          continue;
        for (SourceRange range : placesOf(value.getLocation()))
          visit({nested, attribute.getName().getValue(), value, range});
      }
    });
  }
}

std::optional<FieldValue> Analysis::valueAt(uint32_t offset) {
  std::optional<FieldValue> found;
  forEachValue([&](const FieldValue &candidate) {
    SourceRange range = candidate.range;
    if (holds(range, offset) && (!found || range.size() < found->range.size()))
      found = candidate;
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

const schema::Property *lsp::propertyNamed(const schema::Schema &schema,
                                           StringRef name) {
  if (const schema::Property *property = schema.findProperty(name))
    return property;
  const auto *found = llvm::find_if(schema.properties, [&](const auto &other) {
    return sameLetters(other.name, name);
  });
  return found == schema.properties.end() ? nullptr : found;
}

static const schema::Schema *schemaBelow(const schema::Schema *schema,
                                         const yaml::ScalarNode *key) {
  if (!schema || !key)
    return nullptr;
  if (const schema::Property *property = propertyNamed(*schema, key->value))
    return property->schema;
  return schema->additional;
}

/// Adds what lies in a node around an offset; false if nothing does.
bool Analysis::descend(const yaml::Node *node, const schema::Schema *schema,
                       uint32_t offset,
                       llvm::SmallVectorImpl<SchemaNode> &path) const {
  if (const auto *mapping = llvm::dyn_cast<yaml::MappingNode>(node)) {
    for (const yaml::MappingEntry &entry : mapping->entries) {
      const auto *key = llvm::dyn_cast<yaml::ScalarNode>(entry.key);
      const schema::Schema *below = schemaBelow(schema, key);
      if (key && holds(key->range, offset)) {
        path.push_back({entry.value, below, key, /*isKey=*/true});
        return true;
      }
      if (!holds(entry.value->range, offset))
        continue;
      path.push_back({entry.value, below, key});
      descend(entry.value, below, offset, path);
      return true;
    }
  } else if (const auto *sequence = llvm::dyn_cast<yaml::SequenceNode>(node)) {
    for (const yaml::Node *item : sequence->items) {
      if (!holds(item->range, offset))
        continue;
      const schema::Schema *below = schema ? schema->items.get() : nullptr;
      path.push_back({item, below});
      descend(item, below, offset, path);
      return true;
    }
  }
  return false;
}

llvm::SmallVector<SchemaNode> Analysis::nodesAt(uint32_t offset) const {
  llvm::SmallVector<SchemaNode> path;
  for (const DocumentPart &part : parts) {
    if (!holds(part.root.node->range, offset))
      continue;
    path.push_back({part.root.node, part.schema});
    descend(part.root.node, part.schema, offset, path);
    break;
  }
  return path;
}
