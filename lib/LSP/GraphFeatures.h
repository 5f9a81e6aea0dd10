//===- GraphFeatures.h - What is known of places in graphs ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_GRAPHFEATURES_H
#define TRAINLINT_LSP_GRAPHFEATURES_H

#include "LSP/Completion.h"
#include "LSP/Features.h"
#include "LSP/Outline.h"

namespace trainlint::lsp {

/// GraphHover.cpp: what is known of an op, a node, an input or an attribute of
/// the graph of a text.
std::optional<PlaceInfo> graphInfoAt(Analysis &analysis, uint32_t offset);

/// OnnxHover.cpp: what is known of an operator, a node or a value of the ONNX
/// model of a text.
std::optional<PlaceInfo> onnxInfoAt(Analysis &analysis, uint32_t offset);

/// GraphNavigation.cpp: the node or function that the graph names at an offset;
/// none if it names nothing there, or nothing that it has.
std::optional<SourceRange> graphTargetAt(const GraphText &graph,
                                         uint32_t offset);

/// GraphOutline.cpp: the functions, the scopes of names and the nodes. Of large
/// graphs the upper levels only.
std::vector<Symbol> graphSymbols(const GraphText &graph);
/// GraphOutline.cpp: the messages of several lines.
void addGraphFolds(const GraphText &graph, Folds &folds);

/// GraphCompletion.cpp: ops and, as inputs, the names of nodes.
Completions completeGraph(const CompletionContext &context);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_GRAPHFEATURES_H
