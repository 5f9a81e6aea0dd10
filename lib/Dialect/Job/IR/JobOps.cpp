//===- JobOps.cpp - The operations of the job dialect ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Job/IR/Job.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::job;

#define GET_OP_CLASSES
#include "Dialect/Job/IR/JobOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// Parses `field value` for as long as a name of the op's attributes follows.
static mlir::ParseResult parseFields(mlir::OpAsmParser &parser,
                                     mlir::OperationState &result) {
  llvm::ArrayRef<mlir::StringAttr> names =
      result.name.getRegisteredInfo()->getAttributeNames();
  while (true) {
    auto name = llvm::find_if(names, [&](mlir::StringAttr candidate) {
      return succeeded(parser.parseOptionalKeyword(candidate));
    });
    if (name == names.end())
      return llvm::success();
    if (result.attributes.get(*name))
      return parser.emitError(parser.getCurrentLocation())
             << "field `" << name->getValue() << "` is given twice";
    ValueAttr value = parseValue(parser);
    if (!value)
      return llvm::failure();
    result.addAttribute(*name, value);
  }
}

/// Prints the fields that are given, each on a line of its own.
static void printFields(mlir::OpAsmPrinter &printer, mlir::Operation *op) {
  printer.increaseIndent();
  printer.increaseIndent();
  for (mlir::NamedAttribute attribute : op->getAttrs()) {
    auto value = llvm::dyn_cast<ValueAttr>(attribute.getValue());
    if (!value)
      continue;
    printer.printNewline();
    printer << attribute.getName().getValue() << " ";
    printValue(printer, value);
  }
  printer.decreaseIndent();
  printer.decreaseIndent();
}

static mlir::ParseResult parseBody(mlir::OpAsmParser &parser,
                                   mlir::OperationState &result) {
  mlir::Region *body = result.addRegion();
  if (parser.parseRegion(*body))
    return llvm::failure();
  if (body->empty())
    body->emplaceBlock();
  return llvm::success();
}

static void printBody(mlir::OpAsmPrinter &printer, mlir::Region &body) {
  printer.printNewline();
  printer.printRegion(body);
}

/// Parses a word of an enum and adds it as the attribute `name`.
template <typename EnumAttr>
static mlir::ParseResult parseEnum(mlir::OpAsmParser &parser, StringRef name,
                                   mlir::OperationState &result) {
  llvm::SMLoc where = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return llvm::failure();
  auto value = symbolizeEnum<typename EnumAttr::ValueType>(word);
  if (!value)
    return parser.emitError(where) << "`" << word << "` is not a " << name;
  result.addAttribute(name, EnumAttr::get(parser.getContext(), *value));
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// TrainingOp
//===----------------------------------------------------------------------===//

mlir::ParseResult TrainingOp::parse(mlir::OpAsmParser &parser,
                                    mlir::OperationState &result) {
  return mlir::failure(parseEnum<PlatformAttr>(parser, "platform", result) ||
                       parseFields(parser, result) ||
                       parseBody(parser, result));
}

void TrainingOp::print(mlir::OpAsmPrinter &printer) {
  printer << " " << stringifyEnum(getPlatform());
  printFields(printer, *this);
  printBody(printer, getBody());
}

LogicalResult TrainingOp::verify() {
  llvm::SmallVector<PoolOp, 4> pools;
  StudyOp study;
  for (mlir::Operation &op : getBody().front()) {
    if (auto pool = llvm::dyn_cast<PoolOp>(op)) {
      // Other platforms have workers of several kinds.
      bool oneOfEach = getPlatform() == Platform::AIPlatform ||
                       getPlatform() == Platform::VertexAI;
      auto *same = llvm::find_if(pools, [&](PoolOp other) {
        return oneOfEach && other.getRole() == pool.getRole();
      });
      if (same != pools.end()) {
        mlir::InFlightDiagnostic error =
            pool.emitOpError("is the second of role ")
            << stringifyEnum(pool.getRole());
        error.attachNote(same->getLoc()) << "first defined here";
        return error;
      }
      pools.push_back(pool);
    } else if (auto found = llvm::dyn_cast<StudyOp>(op)) {
      if (study)
        return found.emitOpError("is the second study of the job");
      study = found;
    } else if (!llvm::isa<LaunchOp>(op)) {
      return op.emitOpError("cannot stand in a job");
    }
  }
  return llvm::success();
}

PoolOp TrainingOp::getPool(Role role) {
  for (PoolOp pool : getPools()) {
    if (pool.getRole() == role)
      return pool;
  }
  return {};
}

StudyOp TrainingOp::getStudy() {
  auto studies = getBody().getOps<StudyOp>();
  return studies.empty() ? StudyOp() : *studies.begin();
}

//===----------------------------------------------------------------------===//
// PoolOp
//===----------------------------------------------------------------------===//

mlir::ParseResult PoolOp::parse(mlir::OpAsmParser &parser,
                                mlir::OperationState &result) {
  return mlir::failure(parseEnum<RoleAttr>(parser, "role", result) ||
                       parseFields(parser, result));
}

void PoolOp::print(mlir::OpAsmPrinter &printer) {
  printer << " " << stringifyEnum(getRole());
  printFields(printer, *this);
}

bool PoolOp::startsReplicas() {
  if (getRole() == Role::Chief)
    return true;
  std::optional<int64_t> replicas = knownInteger(getReplicasAttr());
  return replicas && *replicas > 0;
}

bool PoolOp::mayStartReplicas() {
  ValueAttr replicas = getReplicasAttr();
  if (startsReplicas() || (replicas && !replicas.getKnown()))
    return true;
  // Only some platforms take a count that is not given for zero.
  auto training = (*this)->getParentOfType<TrainingOp>();
  return !replicas && training && training.getPlatform() == Platform::VertexAI;
}

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

mlir::ParseResult LaunchOp::parse(mlir::OpAsmParser &parser,
                                  mlir::OperationState &result) {
  return parseFields(parser, result);
}

void LaunchOp::print(mlir::OpAsmPrinter &printer) {
  printFields(printer, *this);
}

//===----------------------------------------------------------------------===//
// StudyOp and ParameterOp
//===----------------------------------------------------------------------===//

mlir::ParseResult StudyOp::parse(mlir::OpAsmParser &parser,
                                 mlir::OperationState &result) {
  return mlir::failure(parseFields(parser, result) ||
                       parseBody(parser, result));
}

void StudyOp::print(mlir::OpAsmPrinter &printer) {
  printFields(printer, *this);
  printBody(printer, getBody());
}

mlir::ParseResult ParameterOp::parse(mlir::OpAsmParser &parser,
                                     mlir::OperationState &result) {
  return parseFields(parser, result);
}

void ParameterOp::print(mlir::OpAsmPrinter &printer) {
  printFields(printer, *this);
}
