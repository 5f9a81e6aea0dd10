//===- ForwardModule.h - Modules with a model in them -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_FORWARDMODULE_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_FORWARDMODULE_H

#include "Dialect/StableHLO/Builders/Constraints.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace trainlint::stablehlo {

/// Makes the initial value of a parameter or state from a key of its own.
using Initializer = std::function<mlir::Value(ProgramBuilder &, mlir::Value key,
                                              mlir::RankedTensorType)>;

/// The attributes of an argument or a result with a role and a name (Roles.h);
/// what is empty is left out.
mlir::DictionaryAttr describeRole(mlir::Builder &builder, llvm::StringRef role,
                                  llvm::StringRef name);

/// Lets `@init` return values with their names.
void setInitialValues(mlir::func::FuncOp init, mlir::ValueRange values,
                      llvm::ArrayRef<std::string> names);

/// Builds the functions `@forward` and `@init` of a model (Roles.h). What a
/// model takes and returns is added while its body is built, in any order.
class ForwardModule {
public:
  explicit ForwardModule(mlir::ModuleOp module, mlir::Location loc);

  /// At the end of the body.
  mlir::OpBuilder &builder() { return atEnd; }

  /// The parameter of a name, which is made if there is none.
  mlir::Value parameter(llvm::StringRef name, mlir::RankedTensorType type,
                        const Initializer &initial);
  /// Lets a parameter be another value before it is updated, which the model
  /// computes of it. From now on this is the parameter, also for gradients.
  void setParameter(llvm::StringRef name, mlir::Value value);
  /// Holds a parameter to something after each update.
  void constrain(llvm::StringRef name, const Constraint &constraint);
  /// What a state holds by now; it is made if there is none of the name.
  mlir::Value state(llvm::StringRef name, mlir::RankedTensorType type,
                    const Initializer &initial);
  void setState(llvm::StringRef name, mlir::Value value);
  /// True if there is a parameter or a state of the name.
  bool isKept(llvm::StringRef name) const {
    return states.contains(name.str()) || parameters.contains(name.str());
  }
  /// What all states hold by now, in the order in which they were made.
  llvm::SmallVector<mlir::Value> stateValues() const;
  /// Lets states hold again what they held before; newer ones what they began
  /// with. True if that changes anything.
  bool restoreStates(llvm::ArrayRef<mlir::Value> before);
  mlir::Value input(llvm::StringRef name, mlir::RankedTensorType type);
  void addOutput(llvm::StringRef name, mlir::Value value);
  /// Says which steps of an output count.
  void addMask(llvm::StringRef output, mlir::Value mask);
  /// A scalar that is added to the loss.
  void addLoss(llvm::StringRef name, mlir::Value value);
  bool hasLoss(llvm::StringRef name) const {
    return losses.contains(name.str());
  }
  /// A key that changes with each step, other than those given before.
  mlir::Value drawKey(mlir::Location loc);

  /// Begins the ops of one layer or node.
  void beginPart();
  /// Counts something inside of a part that costs as much as one; true if there
  /// is too much.
  bool countPart() {
    ++parts;
    return isFull();
  }
  /// What is wrong with the ops since the part began: one that does not fit its
  /// operands, or a tensor that is too large. Empty if nothing is.
  std::string checkPart();
  /// True if there are more ops and parts than a program may have.
  bool isFull() const { return parts + ops.count > MostOps; }
  /// True for more elements than a tensor may have. With this many, no product
  /// of two sizes of layers overflows.
  static bool isTooLarge(llvm::ArrayRef<int64_t> shape);

  /// Puts both functions into the module.
  void finish();

private:
  /// A model with a hundred thousand ops is one that repeats itself.
  static constexpr uint64_t MostOps = 250'000;

  /// Counts ops where they are made, in regions too.
  struct OpCounter : mlir::OpBuilder::Listener {
    void notifyOperationInserted(mlir::Operation *,
                                 mlir::OpBuilder::InsertPoint) override {
      ++count;
    }
    uint64_t count = 0;
  };

  struct Kept {
    mlir::Value value;
    mlir::BlockArgument argument;
    Initializer initial;
    std::optional<Constraint> constraint;
  };
  using KeptValues =
      llvm::MapVector<std::string, Kept, llvm::StringMap<unsigned>>;

  mlir::BlockArgument addArgument(unsigned position, mlir::Type type);
  void buildInit();

  mlir::ModuleOp module;
  mlir::Location loc;
  mlir::func::FuncOp function;
  mlir::Block *block;
  mlir::OpBuilder atEnd;
  KeptValues parameters;
  KeptValues states;
  std::vector<std::string> inputs;
  mlir::Value seed;
  uint64_t keys = 0;
  uint64_t parts = 0;
  OpCounter ops;
  /// The last op before the part; null if there is none.
  mlir::Operation *beforePart = nullptr;
  std::vector<std::pair<std::string, mlir::Value>> outputs;
  std::vector<std::pair<std::string, mlir::Value>> masks;
  llvm::MapVector<std::string, mlir::Value, llvm::StringMap<unsigned>> losses;
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_FORWARDMODULE_H
