//===- StableHLOToLinalg.cpp - Programs as loops over buffers -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/StableHLOToLinalg.h"
#include "Backend/CPU/CodeGen/BufferUses.h"
#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Backend/CPU/CodeGen/Rewrites.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

using llvm::failed;
using llvm::failure;
using llvm::FailureOr;
using llvm::LogicalResult;
using llvm::SmallVector;
using llvm::success;
using mlir::func::FuncOp;

namespace trainlint::cpu {

static BufferType describe(mlir::RankedTensorType type) {
  return {*elementTypeOf(type.getElementType()),
          llvm::SmallVector<int64_t, 4>(type.getShape())};
}

/// The tensors that a value of a type consists of.
static LogicalResult
collectTensors(FuncOp function, Type type,
               llvm::SmallVectorImpl<mlir::RankedTensorType> &all) {
  if (auto tuple = llvm::dyn_cast<mlir::TupleType>(type)) {
    for (Type element : tuple.getTypes())
      if (failed(collectTensors(function, element, all)))
        return failure();
    return success();
  }
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor) // a token, which holds nothing
    return success();
  if (!tensor.hasStaticShape())
    return function.emitError() << "the shape of " << tensor
                                << " is not known, which the cpu device needs";
  if (!elementTypeOf(tensor.getElementType()))
    return function.emitError()
           << "elements of " << tensor << " are not run by the cpu device";
  all.push_back(tensor);
  return success();
}

/// Which inputs may be given as outputs: those whose attribute names a result,
/// then those that are free for any result of their type.
static SmallVector<Donation> findDonations(FuncOp function,
                                           const LoweredProgram &program) {
  SmallVector<Donation> donations;
  if (function.getNumArguments() != program.inputs.size())
    return donations; // tuples, whose parts have no attributes
  llvm::SmallDenseSet<int64_t> taken;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto alias =
        function.getArgAttrOfType<mlir::IntegerAttr>(i, "tf.aliasing_output");
    if (!alias)
      continue;
    int64_t output = alias.getInt();
    if (output >= 0 && output < int64_t(program.outputs.size()) &&
        program.outputs[output] == program.inputs[i] &&
        taken.insert(output).second)
      donations.push_back({i, output, /*required=*/true});
  }
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto donor =
        function.getArgAttrOfType<mlir::BoolAttr>(i, "jax.buffer_donor");
    if (!donor || !donor.getValue())
      continue;
    for (auto [output, type] : llvm::enumerate(program.outputs)) {
      if (type != program.inputs[i] || taken.contains(output))
        continue;
      taken.insert(output);
      donations.push_back({i, int64_t(output), /*required=*/false});
      break;
    }
  }
  return donations;
}

static FuncOp createMain(mlir::OpBuilder &builder, FuncOp entry,
                         llvm::ArrayRef<mlir::RankedTensorType> inputs,
                         llvm::ArrayRef<mlir::RankedTensorType> outputs) {
  SmallVector<Type> types;
  for (mlir::RankedTensorType tensor : inputs)
    types.push_back(bufferType(tensor));
  for (mlir::RankedTensorType tensor : outputs)
    types.push_back(bufferType(tensor));
  // The size of the constants is known at the end.
  types.push_back(mlir::MemRefType::get({0}, builder.getI8Type()));
  types.push_back(builder.getIndexType());
  auto main = FuncOp::create(builder, entry.getLoc(), "main",
                             builder.getFunctionType(types, {}));
  main.addEntryBlock();
  return main;
}

static void setConstantsType(FuncOp main, Value constants, size_t size) {
  mlir::Builder builder(main.getContext());
  constants.setType(
      mlir::MemRefType::get({int64_t(size)}, builder.getI8Type()));
  main.setType(builder.getFunctionType(main.getBody().getArgumentTypes(), {}));
}

static void loadDialects(mlir::MLIRContext *context) {
  context->loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                       mlir::complex::ComplexDialect, mlir::func::FuncDialect,
                       mlir::linalg::LinalgDialect, mlir::math::MathDialect,
                       mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
}

FailureOr<LoweredProgram> lowerToLinalg(mlir::ModuleOp source,
                                        const LoweringOptions &options) {
  loadDialects(source.getContext());
  updateSparsely(source);
  joinSums(source);
  maskByResults(source);
  factorSums(source);
  putChannelsLast(source);
  widenReductions(source);
  shareReductions(source);
  mlir::SymbolTable functions(source);
  auto entry = functions.lookup<FuncOp>(options.entry);
  if (!entry || entry.isExternal())
    return source.emitError()
           << "there is no function '" << options.entry << "'";

  LoweredProgram program;
  SmallVector<mlir::RankedTensorType> inputs, outputs;
  for (Type type : entry.getArgumentTypes())
    if (failed(collectTensors(entry, type, inputs)))
      return failure();
  for (Type type : entry.getResultTypes())
    if (failed(collectTensors(entry, type, outputs)))
      return failure();
  program.inputs = llvm::map_to_vector(inputs, describe);
  program.outputs = llvm::map_to_vector(outputs, describe);
  program.donations = findDonations(entry, program);

  program.module = mlir::ModuleOp::create(source.getLoc());
  mlir::OpBuilder builder(program.module->getBodyRegion());
  FuncOp main = createMain(builder, entry, inputs, outputs);
  mlir::Block &body = main.getBody().front();
  builder.setInsertionPointToStart(&body);
  ValueRange arguments = body.getArguments();
  Value constants = arguments[inputs.size() + outputs.size()];
  Lowering lowering(builder, program, constants, arguments.back(), options,
                    functions);
  auto results = lowering.lowerFunction(entry, options.entry,
                                        arguments.take_front(inputs.size()));
  if (failed(results))
    return failure();
  // An output may be the buffer of an input that another result is; such
  // results are set aside first.
  SmallVector<Value> sources(*results);
  for (Value &result : sources)
    if (llvm::isa<mlir::BlockArgument>(unshaped(result)) &&
        !program.donations.empty()) {
      Value aside = lowering.allocate(
          entry.getLoc(), llvm::cast<mlir::MemRefType>(result.getType()));
      lowering.copy(entry.getLoc(), result, aside);
      result = aside;
    }
  for (auto [result, output] :
       llvm::zip(sources, arguments.slice(inputs.size(), outputs.size())))
    lowering.copy(entry.getLoc(), result, output);
  mlir::func::ReturnOp::create(builder, entry.getLoc());
  for (const Donation &donation : program.donations)
    arguments[donation.input].replaceAllUsesWith(
        arguments[inputs.size() + donation.output]);
  setConstantsType(main, constants, program.constants.size());
  return program;
}

} // namespace trainlint::cpu
