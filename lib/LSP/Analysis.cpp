//===- Analysis.cpp - What a text says at each place ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Analysis.h"
#include "Driver/GraphInput.h"
#include "LSP/Workspace.h"
#include "Support/NearMatch.h"
#include "Text/Yaml/Reader.h"
#include "mlir/IR/Diagnostics.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::StringRef;

Analysis::Analysis(std::shared_ptr<const SourceBuffer> text,
                   const CheckSettings &settings,
                   std::shared_ptr<mlir::MLIRContext> context,
                   std::shared_ptr<const void> owner)
    : owner(std::move(owner)), context(std::move(context)),
      buffer(std::move(text)), settings(settings) {
  sources.add(*buffer);
  for (const SourceBuffer *extra : settings.extraSources)
    sources.add(*extra);
  if (readGraph())
    return;
  readTree();
  importText();
}

/// Reads a graph; false for a text that is to be read in another way.
bool Analysis::readGraph() {
  bool isNamedSo =
      settings.import.kind == InputKind::Graph || isGraphText(buffer->name());
  if (!isNamedSo && !isGraphInput(*buffer, settings.import.kind))
    return false;
  graphText = GraphText::read(buffer->text());
  // A model of Keras is JSON, which can be read as other JSON is.
  GraphContent content = detectGraph(buffer->text());
  if (!graphText && tensorflow::isKerasModel(content.detected.format))
    return false;
  yamlStream = std::make_unique<yaml::Stream>();
  // What MLIR reads of a large program takes much longer than an answer may.
  constexpr size_t LargestProgram = 4 << 20;
  if (content.detected.format == tensorflow::GraphFormat::StableHlo &&
      buffer->text().size() <= LargestProgram) {
    programText = std::make_unique<ProgramText>(*buffer, context.get());
    wellFormed = programText->isWellFormed();
    return true;
  }
  // What is called a graph and is none is one that is being written.
  wellFormed = graphText ? graphText->isWellFormed() : content.isReadable;
  return true;
}

const GraphShapes *Analysis::shapes() {
  constexpr size_t MostNodes = 50000;
  if (!graphText || graphText->nodeCount() > MostNodes)
    return nullptr;
  if (!graphShapes)
    graphShapes = std::make_unique<GraphShapes>(*buffer, *graphText, tables(),
                                                context.get());
  return graphShapes.get();
}

void Analysis::readTree() {
  InputKind kind = settings.import.kind;
  bool isScript = scriptKindOf(*buffer, kind) != shell::FileKind::Other;
  if (isScript) {
    yamlStream = std::make_unique<yaml::Stream>();
    bool isPage = scriptKindOf(*buffer, kind) == shell::FileKind::Markdown &&
                  kind == InputKind::Auto;
    for (yaml::ReadResult &read : isPage ? readPage(*buffer, context.get())
                                         : std::vector<yaml::ReadResult>()) {
      yamlStream->add(std::move(read.stream));
    }
  } else {
    yamlStream = std::move(yaml::read(buffer->text()).stream);
  }
  wellFormed = yamlStream->problems.empty();
  yaml::TreeView tree(*yamlStream, *buffer, context.get());
  for (const yaml::Document &document : yamlStream->documents) {
    yaml::View root = tree.resolve(document.root);
    if (!root)
      continue;
    if (isConfigFile(buffer->name())) {
      parts.push_back({root, &schema::trainlintConfig()});
      continue;
    }
    if (const DocumentKind *of = kindOfDocument(root, tree, kind))
      of->addParts(root, tree, parts);
  }
  bool mayBeWorkflow =
      !isScript && kind == InputKind::Auto && wellFormed && parts.empty();
  commandLines = CommandLines(*buffer, kind, *settings.context.tables,
                              mayBeWorkflow ? yamlStream.get() : nullptr);
}

void Analysis::importText() {
  if (isConfigFile(buffer->name()))
    return;
  // What is wrong is the business of the checks.
  mlir::ScopedDiagnosticHandler handler(
      context.get(), [](mlir::Diagnostic &) { return llvm::success(); });
  ImportOptions options = settings.import;
  options.tables = settings.context.tables;
  imported = importJobs(*buffer, context.get(), options, sources, &block);
}

llvm::ArrayRef<SourceRange> Analysis::comments() const {
  if (!yamlStream->comments.empty() || !imported.stream)
    return yamlStream->comments;
  return imported.stream->comments;
}

llvm::SmallVector<job::TrainingOp> Analysis::jobs() {
  return llvm::to_vector(block.getOps<job::TrainingOp>());
}

std::unique_ptr<SourceBuffer> Analysis::readFile(StringRef path) const {
  if (!settings.import.readFile)
    return nullptr;
  return settings.import.readFile(path, buffer->name());
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
  addPlaces(location, sources, places);
  return places;
}

llvm::SmallVector<SourceRange, 2>
Analysis::placesOf(mlir::LocationAttr location) const {
  llvm::SmallVector<SourceRange, 2> ranges;
  for (const Place &place : allPlacesOf(location)) {
    if (place.buffer == buffer.get())
      ranges.push_back(place.range);
  }
  return ranges;
}

void Analysis::forEachValue(
    llvm::function_ref<void(const FieldValue &)> visit) {
  for (mlir::Operation &op : block) {
    op.walk([&](mlir::Operation *nested) {
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
