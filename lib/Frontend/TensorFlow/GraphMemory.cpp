//===- GraphMemory.cpp - Graphs that are read again and again -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/GraphMemory.h"
#include "Frontend/Formats/TensorFlowFields.h"
#include "Frontend/TensorFlow/NodeIndexer.h"
#include "Support/LLVM.h"
#include "Support/TextDifference.h"
#include <limits>

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::proto;

//===----------------------------------------------------------------------===//
// The memory of a thread
//===----------------------------------------------------------------------===//

static thread_local GraphMemory *memoryOfThread = nullptr;

GraphMemory::GraphMemory() = default;
GraphMemory::~GraphMemory() = default;

GraphMemory::Use::Use(GraphMemory &memory) : before(memoryOfThread) {
  memoryOfThread = &memory;
}
GraphMemory::Use::~Use() { memoryOfThread = before; }

GraphMemory *GraphMemory::ofThread() { return memoryOfThread; }

bool GraphMemory::mayKnow(const GraphFile &file) {
  return file.format.format == graph::GraphFormat::GraphDef &&
         file.format.encoding == Encoding::Text &&
         file.file.size() < std::numeric_limits<uint32_t>::max();
}

//===----------------------------------------------------------------------===//
// Indices that move
//===----------------------------------------------------------------------===//

namespace {
/// Copies what an index holds for a text that is the same but for one range,
/// which nothing that is copied touches.
class Mover {
public:
  Mover(const GraphFile &from, GraphFile &to, const TextDifference &difference)
      : from(from), to(to), difference(difference) {}

  NodeEntry moved(const NodeEntry &node) {
    return {moved(node.name), moved(node.range), node.op};
  }
  FunctionEntry moved(const FunctionEntry &function);
  Gradient moved(const Gradient &gradient) {
    return {moved(gradient.function), moved(gradient.gradient)};
  }
  Versions moved(const Versions &versions);
  void moveNodes(llvm::ArrayRef<NodeEntry> nodes, std::vector<NodeEntry> &out);

private:
  uint32_t moved(uint32_t offset) const {
    return offset < difference.begin
               ? offset
               : offset - difference.oldEnd + difference.newEnd;
  }
  SourceRange moved(SourceRange range) const {
    return {moved(range.begin), moved(range.end)};
  }
  StringRef moved(StringRef text);
  Name moved(const Name &name) {
    return name.range.empty() ? Name()
                              : Name{moved(name.text), moved(name.range)};
  }
  Number moved(const Number &number) const {
    return number.range.empty() ? Number()
                                : Number{number.value, moved(number.range)};
  }

  const GraphFile &from;
  GraphFile &to;
  TextDifference difference;
};
} // namespace

/// What had to be decoded does not lie in the file.
StringRef Mover::moved(StringRef text) {
  bool isInFile =
      text.begin() >= from.file.begin() && text.end() <= from.file.end();
  if (!isInFile)
    return text.copy(to.arena);
  return to.file.substr(moved(rangeIn(from.file, text).begin), text.size());
}

void Mover::moveNodes(llvm::ArrayRef<NodeEntry> nodes,
                      std::vector<NodeEntry> &out) {
  for (const NodeEntry &node : nodes)
    out.push_back(moved(node));
}

FunctionEntry Mover::moved(const FunctionEntry &function) {
  FunctionEntry copy{moved(function.name), moved(function.range), {}};
  copy.nodes.reserve(function.nodes.size());
  moveNodes(function.nodes, copy.nodes);
  return copy;
}

Versions Mover::moved(const Versions &versions) {
  Versions copy;
  copy.producer = moved(versions.producer);
  copy.minConsumer = moved(versions.minConsumer);
  for (const Number &bad : versions.badConsumers)
    copy.badConsumers.push_back(moved(bad));
  copy.deprecated = moved(versions.deprecated);
  return copy;
}

/// Copies the outlines of some nodes.
static void copyOutlines(const NodeOutlines &from, size_t begin, size_t end,
                         NodeOutlines &to) {
  auto inputsBefore = [&](size_t node) -> size_t {
    return node == from.nodes.size() ? from.inputs.size()
                                     : from.nodes[node].firstInput;
  };
  size_t first = inputsBefore(begin), last = inputsBefore(end);
  uint32_t before = to.inputs.size();
  to.inputs.insert(to.inputs.end(), from.inputs.begin() + first,
                   from.inputs.begin() + last);
  for (size_t i = begin; i < end; ++i) {
    NodeOutline outline = from.nodes[i];
    outline.firstInput = outline.firstInput - first + before;
    to.nodes.push_back(outline);
  }
}

namespace {
/// Fills an index from that of another text.
class IndexCopy {
public:
  IndexCopy(const GraphFile &from, GraphFile &to,
            const TextDifference &difference)
      : old(from.metaGraphs.front().graph), to(to),
        mover(from, to, difference) {
    MetaGraph &meta = to.metaGraphs.emplace_back();
    meta.range = wholeFile(to.file, Encoding::Text, to.problem)->parts.front();
    for (StringRef op : from.ops)
      to.ops.push_back(op.copy(to.arena));
    graph().nodes.reserve(old.nodes.size() + 1);
    graph().outlines.nodes.reserve(old.nodes.size() + 1);
    graph().outlines.inputs.reserve(old.outlines.inputs.size() + 1);
  }

  Graph &graph() { return to.metaGraphs.front().graph; }

  /// Adds nodes of the other index.
  void addNodes(size_t begin, size_t end) {
    mover.moveNodes(llvm::ArrayRef(old.nodes).slice(begin, end - begin),
                    graph().nodes);
    copyOutlines(old.outlines, begin, end, graph().outlines);
  }
  /// Adds all but the nodes.
  void addOthers() {
    for (const FunctionEntry &function : old.functions)
      graph().functions.push_back(mover.moved(function));
    for (const Gradient &gradient : old.gradients)
      graph().gradients.push_back(mover.moved(gradient));
    graph().versions = mover.moved(old.versions);
  }

private:
  const Graph &old;
  GraphFile &to;
  Mover mover;
};
} // namespace

/// Drops the names of ops that no node has any more.
static void dropUnusedOps(GraphFile &file) {
  constexpr uint32_t Unused = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> numbers(file.ops.size(), Unused);
  Graph &graph = file.metaGraphs.front().graph;
  auto forEachNode = [&](llvm::function_ref<void(NodeEntry &)> visit) {
    llvm::for_each(graph.nodes, visit);
    for (FunctionEntry &function : graph.functions)
      llvm::for_each(function.nodes, visit);
  };
  forEachNode([&](NodeEntry &node) { numbers[node.op] = 0; });
  if (!llvm::is_contained(numbers, Unused))
    return;
  std::vector<StringRef> ops;
  for (auto [op, number] : llvm::zip(file.ops, numbers)) {
    if (number == Unused)
      continue;
    number = ops.size();
    ops.push_back(op);
  }
  file.ops = std::move(ops);
  forEachNode([&](NodeEntry &node) { node.op = numbers[node.op]; });
}

//===----------------------------------------------------------------------===//
// Nodes around a difference
//===----------------------------------------------------------------------===//

/// Calls `visit` with the contents of the nodes that follow each other from an
/// offset on, which is the start of the file or right behind a node, up to the
/// one whose content begins at `end`; up to the end of the file if there is
/// none. False if there is anything but such nodes.
static bool walkNodes(StringRef file, uint32_t begin, bool isBehindNode,
                      std::optional<uint32_t> end,
                      llvm::function_ref<void(SourceRange)> visit) {
  FirstProblem problem;
  TextReader reader(file, {begin, static_cast<uint32_t>(file.size())}, problem);
  if (isBehindNode)
    reader.skipSeparator();
  TextField field;
  while (reader.next(field)) {
    const FieldType *type = fields::GraphDef.field(field.name);
    if (!type || type->number != fields::graph_def::Node ||
        field.kind != TextKind::Message)
      return false;
    // What follows a node in a list is something else than what follows others.
    if (file.slice(field.nameRange.end, field.value.begin - 1).contains('['))
      return false;
    if (end && field.value.begin >= *end)
      return field.value.begin == *end;
    visit(field.value);
  }
  return !problem && !end;
}

bool GraphMemory::indexEdited(GraphFile &file) {
  TextDifference difference = differenceOf(text, file.file);
  const std::vector<NodeEntry> &old = index->metaGraphs.front().graph.nodes;
  // The nodes that end before the difference, and those that begin behind it.
  auto lastBefore = llvm::partition_point(old, [&](const NodeEntry &node) {
    return node.range.end < difference.begin;
  });
  auto firstBehind =
      std::partition_point(lastBefore, old.end(), [&](const NodeEntry &node) {
        return node.range.begin - 1 < difference.oldEnd;
      });
  size_t before = lastBefore - old.begin(), behind = firstBehind - old.begin();

  auto walk = [&](StringRef in, size_t moved, auto visit) {
    FirstProblem ignored;
    SourceRange whole = wholeFile(in, Encoding::Text, ignored)->parts.front();
    std::optional<uint32_t> end;
    if (behind != old.size())
      end = old[behind].range.begin + moved;
    return walkNodes(in, before ? old[before - 1].range.end + 1 : whole.begin,
                     /*isBehindNode=*/before != 0, end, visit);
  };
  // Where nothing but nodes was and is, all else is as it was.
  llvm::SmallVector<SourceRange> changed;
  bool isSame =
      text.size() == difference.begin && file.file.size() == difference.begin;
  if (!isSame && (!walk(text, 0, [](SourceRange) {}) ||
                  !walk(file.file, difference.newEnd - difference.oldEnd,
                        [&](SourceRange node) { changed.push_back(node); })))
    return false;

  IndexCopy copy(*index, file, difference);
  copy.addNodes(0, before);
  {
    ReadContext context = file.context(file.arena);
    NodeIndexer indexer(file, context);
    for (SourceRange range : changed) {
      Field node;
      node.value = range;
      node.depth = 1;
      indexer.read(node, copy.graph().nodes, &copy.graph().outlines);
    }
    if (context.problem)
      return false;
  }
  copy.addNodes(behind, old.size());
  copy.addOthers();
  dropUnusedOps(file);
  return true;
}

bool GraphMemory::readEdited(GraphFile &file) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!index)
    return false;
  if (!indexEdited(file)) {
    file.metaGraphs.clear();
    file.ops.clear();
    return false;
  }
  keep(file);
  return true;
}

void GraphMemory::remember(const GraphFile &file) {
  if (file.problem)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  keep(file);
}

void GraphMemory::keep(const GraphFile &file) {
  text.assign(file.file.begin(), file.file.end());
  index = std::make_unique<GraphFile>();
  index->file = text;
  index->format = file.format;
  IndexCopy copy(file, *index, {text.size(), text.size(), text.size()});
  copy.addNodes(0, file.metaGraphs.front().graph.nodes.size());
  copy.addOthers();
}
