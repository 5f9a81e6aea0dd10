//===- ProgramText.cpp - The text of programs -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ProgramText.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// Brackets within brackets that a file may have. The reader calls itself for
/// each, and real programs have a few dozen.
static constexpr unsigned DeepestNesting = 256;

/// Where brackets lie deeper than that, outside of strings and comments.
static std::optional<size_t> findDeepNesting(StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '"':
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        i += text[i] == '\\';
      break;
    case '/':
      if (text.substr(i).starts_with("//"))
        i = std::min(text.find('\n', i), text.size());
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      if (++depth > DeepestNesting)
        return i;
      break;
    case '>':
      // Not an arrow.
      if (i > 0 && text[i - 1] == '-')
        break;
      [[fallthrough]];
    case ')':
    case ']':
    case '}':
      depth -= depth > 0;
      break;
    default:
      break;
    }
  }
  return std::nullopt;
}

std::optional<TextProblem> stablehlo::findTextProblem(StringRef text) {
  if (std::optional<size_t> place = findDeepNesting(text))
    return TextProblem{*place, "brackets are nested more than " +
                                   std::to_string(DeepestNesting) + " deep"};
  if (std::optional<size_t> place = findLongDecimal(text))
    return TextProblem{*place, "a number has more than " +
                                   std::to_string(MostDigits) + " digits"};
  return std::nullopt;
}

mlir::OwningOpRef<mlir::ModuleOp>
stablehlo::readModule(StringRef text, StringRef fileName,
                      llvm::SourceMgr &sources, mlir::MLIRContext *context) {
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, fileName), llvm::SMLoc());
  if (std::optional<TextProblem> problem = findTextProblem(text)) {
    StringRef before = text.take_front(problem->offset);
    size_t line = before.count('\n') + 1;
    size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    mlir::emitError(mlir::FileLineColLoc::get(context, fileName, line, column))
        << problem->message;
    return nullptr;
  }
  return mlir::parseSourceFile<mlir::ModuleOp>(sources, context);
}
