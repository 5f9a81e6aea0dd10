//===- Signature.cpp - What a function takes ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/Signature.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::python;

std::string Signature::words() const {
  if (!most)
    return "at least " + pluralize(least, "argument");
  if (*most != least)
    return std::to_string(least) + " to " + pluralize(*most, "argument");
  return pluralize(least, "argument");
}

static bool isMethod(Node definition) {
  Node body = definition.parent();
  return body.is(NodeKind::Block) &&
         body.parent().is(NodeKind::ClassDefinition);
}

std::optional<Signature> python::signatureOf(Node definition) {
  bool isFunction = definition.is(NodeKind::FunctionDefinition);
  if (!isFunction && !definition.is(NodeKind::Lambda))
    return std::nullopt;
  if (isFunction && (isMethod(definition) ||
                     definition.parent().is(NodeKind::DecoratedDefinition)))
    return std::nullopt;

  Signature signature;
  Node parameters = definition.child(Field::Parameters);
  if (!parameters)
    return signature;
  bool byNameOnly = false;
  auto add = [&](bool isRequired) {
    if (byNameOnly) {
      signature.needsNames |= isRequired;
      return;
    }
    signature.least += isRequired;
    if (signature.most)
      ++*signature.most;
  };
  for (Node parameter : parameters.children()) {
    // `*args: int` is typed as well.
    Node inner = parameter.is(NodeKind::TypedParameter) ? parameter.firstChild()
                                                        : parameter;
    switch (inner.kind()) {
    case NodeKind::Identifier:
    case NodeKind::TuplePattern:
      add(/*isRequired=*/true);
      break;
    case NodeKind::DefaultParameter:
    case NodeKind::TypedDefaultParameter:
      add(/*isRequired=*/false);
      break;
    case NodeKind::ListSplatPattern:
      signature.most = std::nullopt;
      byNameOnly = true;
      break;
    case NodeKind::KeywordSeparator:
      byNameOnly = true;
      break;
    case NodeKind::DictionarySplatPattern:
    case NodeKind::PositionalSeparator:
      break;
    default:
      return std::nullopt;
    }
  }
  return signature;
}
