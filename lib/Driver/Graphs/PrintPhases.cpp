//===- PrintPhases.cpp - What comes out of a phase ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Graphs/PrintPhases.h"
#include "Driver/Graphs/GraphCompilation.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;

namespace {
/// Prints trees, with a line for each node.
class TreePrinter {
public:
  TreePrinter(const SourceBuffer &buffer, llvm::raw_ostream &os)
      : buffer(buffer), os(os) {}

  void print(const yaml::Node *node, unsigned depth);
  void startLine(SourceRange range, unsigned depth);

private:
  const SourceBuffer &buffer;
  llvm::raw_ostream &os;
};
} // namespace

void TreePrinter::startLine(SourceRange range, unsigned depth) {
  LineColumn begin = buffer.position(range.begin);
  LineColumn end = buffer.position(range.end);
  os.indent(2 * depth) << begin.line << ":" << begin.column << "-" << end.line
                       << ":" << end.column << " ";
}

void TreePrinter::print(const yaml::Node *node, unsigned depth) {
  startLine(node->range, depth);
  if (const auto *scalar = llvm::dyn_cast<yaml::ScalarNode>(node)) {
    os << "scalar `" << printableLine(scalar->value) << "`\n";
  } else if (const auto *alias = llvm::dyn_cast<yaml::AliasNode>(node)) {
    os << "alias `" << printableLine(alias->name) << "`\n";
  } else if (const auto *mapping = llvm::dyn_cast<yaml::MappingNode>(node)) {
    os << "mapping\n";
    for (const yaml::MappingEntry &entry : mapping->entries) {
      print(entry.key, depth + 1);
      print(entry.value, depth + 2);
    }
  } else {
    os << "sequence\n";
    for (const yaml::Node *item : llvm::cast<yaml::SequenceNode>(node)->items)
      print(item, depth + 1);
  }
}

static llvm::StringRef nameOf(python::NodeKind kind) {
  switch (kind) {
  case python::NodeKind::Other:
    return "other";
  case python::NodeKind::Error:
    return "error";
#define PYTHON_NODE(Name, Spelling)                                            \
  case python::NodeKind::Name:                                                 \
    return Spelling;
#include "Text/Python/Nodes.def"
  }
  llvm_unreachable("unknown kind");
}

/// Prints the syntax of a cell. The nodes are in the order of the text, so that
/// those around one are told by where they end.
static void printSyntax(const python::Tree &tree, TreePrinter &printer,
                        llvm::raw_ostream &os) {
  llvm::SmallVector<python::Node> around;
  for (python::Node node : tree.root().subtree()) {
    python::Node parent = node.parent();
    while (!around.empty() && around.back() != parent)
      around.pop_back();
    printer.startLine(node.place(), 1 + around.size());
    os << nameOf(node.kind());
    if (!node.firstChild())
      os << " `" << printableLine(node.text()) << "`";
    os << "\n";
    around.push_back(node);
  }
}

static void printModule(const python::Module &module, TreePrinter &printer,
                        llvm::raw_ostream &os) {
  for (const auto &cell : module.cells) {
    if (module.isNotebook)
      os << "cell " << cell->index;
    else
      os << "module";
    if (!cell->cellMagic.empty())
      os << " of %%" << printableLine(cell->cellMagic);
    os << "\n";
    for (const python::Magic &magic : cell->magics) {
      printer.startLine(cell->placeOf(magic.range), 1);
      llvm::StringRef text =
          cell->text.slice(magic.range.begin, magic.range.end);
      os << "magic `" << printableLine(text) << "`\n";
    }
    if (cell->tree)
      printSyntax(*cell->tree, printer, os);
  }
}

static void printTrees(const ParsedInput &input, llvm::raw_ostream &os) {
  TreePrinter printer(input.buffer(), os);
  for (const ParsedData &data : input.data()) {
    // Both are in the order of the text.
    llvm::ArrayRef<JobDocument> jobs = data.jobs;
    for (const yaml::Document &document : data.read->stream->documents) {
      os << "document";
      if (!jobs.empty() && jobs.front().root == document.root) {
        os << " of " << jobs.front().kind->name;
        jobs = jobs.drop_front();
      }
      os << "\n";
      printer.print(document.root, 1);
    }
  }
  if (const python::Module *module = input.module())
    printModule(*module, printer, os);
  for (const auto &script : input.scripts()) {
    for (const shell::Command &command : script->words().commands) {
      os << "command\n";
      for (const shell::Word &word : command.words) {
        printer.startLine(word.range, 1);
        os << "word `" << printableLine(word.value) << "`\n";
      }
    }
  }
}

static void printGraphFile(GraphCompilation &graph, llvm::raw_ostream &os) {
  os << graph::formatName(graph.content().detected.format) << "\n";
  auto file = graph.parse();
  if (!file)
    return;
  for (const auto &meta : file->metaGraphs)
    os << "  graph of " << pluralize(meta.graph.nodes.size(), "node") << " and "
       << pluralize(meta.graph.functions.size(), "function") << "\n";
}

void trainlint::printParsed(Compilation &compilation, llvm::raw_ostream &os) {
  if (!compilation.isGraph())
    printTrees(compilation.parse(), os);
  if (GraphCompilation *graph = graphOf(compilation))
    printGraphFile(*graph, os);
}

void trainlint::printImported(Compilation &compilation, llvm::raw_ostream &os) {
  if (!compilation.isGraph()) {
    for (mlir::Operation &job : compilation.jobs())
      os << job << "\n";
  }
  if (GraphCompilation *graph = graphOf(compilation))
    os << *graph->import().module << "\n";
}
