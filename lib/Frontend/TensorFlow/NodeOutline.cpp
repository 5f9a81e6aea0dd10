//===- NodeOutline.cpp - Where the parts of nodes stand -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/NodeOutline.h"
#include "Frontend/Formats/TensorFlowFields.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::proto;

OutlineMaker::OutlineMaker(StringRef file, SourceRange node, NodeOutlines &out)
    : file(file), begin(node.begin), out(out) {
  outline.firstInput = out.inputs.size();
  outline.isKnown = true;
}

void OutlineMaker::add(const Field &field) {
  if (field.number() == fields::node_def::Attr) {
    isScattered |= isClosed;
    if (outline.attributes.empty())
      outline.attributes.begin = field.name.begin - begin;
    outline.attributes.end = field.value.end - begin;
    return;
  }
  isClosed = !outline.attributes.empty();
  // A string without escapes is what is between its quotes.
  outline.isKnown &= field.text.data() == file.data() + field.value.begin + 1 &&
                     field.text.size() + 2 == field.value.size();
  switch (field.number()) {
  case fields::node_def::Name:
    outline.name = place(field.value);
    break;
  case fields::node_def::Op:
    outline.op = place(field.value);
    break;
  case fields::node_def::Device:
    outline.device = place(field.value);
    break;
  default:
    out.inputs.push_back(place(field.value));
  }
}

void OutlineMaker::finish() {
  outline.inputCount = out.inputs.size() - outline.firstInput;
  if (isScattered)
    outline.attributes = {};
  out.nodes.push_back(outline);
}

void NodeOutlines::read(StringRef file, const NodeOutline &outline,
                        SourceRange range, NodeDetails &node,
                        SourceRange &attributes) const {
  auto inFile = [&](SourceRange part) {
    return part.empty()
               ? SourceRange()
               : SourceRange{range.begin + part.begin, range.begin + part.end};
  };
  auto textIn = [&](SourceRange place) {
    return place.empty() ? StringRef()
                         : file.slice(place.begin + 1, place.end - 1);
  };
  auto name = [&](SourceRange part) {
    SourceRange place = inFile(part);
    return Name{textIn(place), place};
  };
  node = NodeDetails();
  node.name = name(outline.name);
  node.op = name(outline.op);
  node.device = name(outline.device);
  for (SourceRange input :
       llvm::ArrayRef(inputs).slice(outline.firstInput, outline.inputCount)) {
    SourceRange place = inFile(input);
    node.inputs.push_back(parseInput(textIn(place), place));
  }
  attributes = inFile(outline.attributes);
}
