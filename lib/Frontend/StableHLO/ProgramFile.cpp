//===- ProgramFile.cpp - StableHLO programs with their places -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/StableHLO/ProgramFile.h"
#include "Diagnostics/Messages/Graphs.h"
#include "Diagnostics/SourceSet.h"
#include "Dialect/StableHLO/IR/ProgramText.h"
#include "Dialect/StableHLO/IR/RegisterDialects.h"
#include "Support/LLVM.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// The word at a place, as MLIR writes names; one character if there is none.
static SourceRange wordAt(StringRef text, uint32_t begin) {
  auto isWord = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
  };
  uint32_t end = begin;
  if (end < text.size() && StringRef("%@#!^").contains(text[end]))
    ++end;
  while (end < text.size() && isWord(text[end]))
    ++end;
  if (end == begin && end < text.size() && text[end] != '\n')
    ++end;
  return {begin, end};
}

/// The message of a verifier in words of ours: it begins with the op.
static std::string wordingOf(StringRef message) {
  if (!message.consume_front("'"))
    return message.str();
  auto [op, rest] = message.split("' op ");
  return rest.empty() ? ("'" + message).str() : ("`" + op + "` " + rest).str();
}

/// The name in quotes that ends at a place.
static StringRef quotedBefore(StringRef text, uint32_t place) {
  StringRef before = text.take_front(place).rtrim();
  if (!before.consume_back("\""))
    return {};
  return before.substr(before.rfind('"') + 1);
}

/// The dialect that a message of the reader about a place says it does not
/// know.
static StringRef unknownDialect(StringRef message, StringRef text,
                                uint32_t place) {
  if (message.consume_front("Dialect `")) {
    auto [dialect, rest] = message.split('\'');
    return rest.starts_with(" not found") ? dialect : StringRef();
  }
  if (!message.contains("unregistered dialect"))
    return {};
  // The name of an op stands before the place, that of a type or an attribute
  // in the message.
  bool isOp = message.starts_with("operation");
  StringRef name = isOp ? quotedBefore(text, place) : message;
  return name.ltrim("'`!#\"").take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

ProgramFile::ProgramFile(const SourceBuffer &buffer, mlir::ModuleOp module)
    : buffer(buffer),
      text(llvm::MemoryBuffer::getMemBufferCopy(buffer.text(), buffer.name())),
      root(module), context(module.getContext()) {
  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  context->appendDialectRegistry(registry);
  if (std::optional<TextProblem> problem = findTextProblem(buffer.text())) {
    uint32_t begin = problem->offset;
    (void)diag::GraphSyntax::problem(
        makeLocation(context, buffer, {begin, begin + 1}), problem->message);
    return;
  }
  valid = read() && verify();
}

mlir::ModuleOp ProgramFile::module() const {
  mlir::ModuleOp all = root;
  mlir::Block *body = all.getBody();
  if (llvm::hasSingleElement(*body))
    if (auto only = llvm::dyn_cast<mlir::ModuleOp>(body->front()))
      return only;
  return all;
}

bool ProgramFile::read() {
  llvm::SourceMgr manager;
  manager.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text->getMemBufferRef()), llvm::SMLoc());
  mlir::ParserConfig config(context, /*verifyAfterParse=*/false);
  auto report = [&](mlir::Diagnostic &diagnostic) {
    uint32_t begin = 0;
    if (auto line =
            llvm::dyn_cast<mlir::FileLineColLoc>(diagnostic.getLocation()))
      begin = buffer.offset({line.getLine(), line.getColumn()});
    mlir::Location place =
        makeLocation(context, buffer, wordAt(buffer.text(), begin));
    std::string message = diagnostic.str();
    StringRef dialect = unknownDialect(message, buffer.text(), begin);
    if (!dialect.empty())
      (void)diag::ForeignDialect::unknown(place, dialect);
    else
      (void)diag::GraphSyntax::problem(place, wordingOf(message));
  };
  // A report is a diagnostic itself, so it comes after the reader's handler.
  std::vector<mlir::Diagnostic> found;
  bool isRead;
  {
    mlir::ScopedDiagnosticHandler handler(
        context, [&](mlir::Diagnostic &diagnostic) {
          found.push_back(std::move(diagnostic));
          return llvm::success();
        });
    isRead = succeeded(
        mlir::parseAsmSourceFile(manager, root.getBody(), config, &places));
  }
  llvm::for_each(found, report);
  if (!isRead)
    root.getBody()->clear();
  return isRead;
}

/// Verifies an op, and adds what is wrong with it to `found`.
bool ProgramFile::verify(mlir::Operation *op, bool recursively,
                         std::vector<std::string> &found) const {
  mlir::ScopedDiagnosticHandler handler(context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          found.push_back(diagnostic.str());
                                          return llvm::success();
                                        });
  return succeeded(mlir::verify(op, recursively));
}

bool ProgramFile::verify() const {
  mlir::ModuleOp all = root;
  std::vector<std::string> ofAll;
  if (verify(all, /*recursively=*/true, ofAll))
    return true;
  // MLIR stops at the first op, so that each is asked on its own.
  bool isOpWrong = false;
  all->walk([&](mlir::Operation *op) {
    std::vector<std::string> found;
    if (op != all && !verify(op, /*recursively=*/false, found)) {
      isOpWrong = true;
      for (StringRef message : found)
        (void)diag::GraphSyntax::problem(locate(op), wordingOf(message));
    }
  });
  // What no single op shows, such as a value that is used before it is made.
  if (!isOpWrong)
    for (StringRef message : ofAll)
      (void)diag::GraphSyntax::problem(locate(all), wordingOf(message));
  return false;
}

SourceRange ProgramFile::rangeOf(llvm::SMRange range) const {
  auto offset = [&](llvm::SMLoc place) {
    return static_cast<uint32_t>(place.getPointer() - text->getBufferStart());
  };
  return {offset(range.Start), offset(range.End)};
}

mlir::Location ProgramFile::at(llvm::SMRange range) const {
  return makeLocation(context, buffer, rangeOf(range));
}

mlir::Location ProgramFile::locate(mlir::Operation *op) const {
  if (const auto *definition = places.getOpDef(op))
    return at(definition->loc);
  return makeLocation(context, buffer, {});
}

mlir::Location ProgramFile::locate(mlir::BlockArgument argument) const {
  const auto *definition = places.getBlockDef(argument.getOwner());
  if (definition && argument.getArgNumber() < definition->arguments.size())
    return at(definition->arguments[argument.getArgNumber()].loc);
  return locate(argument.getOwner()->getParentOp());
}
