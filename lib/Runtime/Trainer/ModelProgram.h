//===- ModelProgram.h - Programs of a model and its state -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_MODELPROGRAM_H
#define TRAINLINT_RUNTIME_TRAINER_MODELPROGRAM_H

#include "Dialect/StableHLO/IR/Sharding.h"
#include "Runtime/Data/Binding.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace trainlint::trainer {

/// An array with the name that the model gives it.
struct NamedShape {
  std::string name;
  pjrt::BufferShape shape;
};

/// A state that begins as a constant: its number, and the bytes of an array.
struct ConstantState {
  size_t state;
  llvm::ArrayRef<char> bytes;
};

/// What a device keeps of a state of which it does not keep all.
struct StatePart {
  pjrt::BufferShape shape;
  /// The tiles of the partitions of a replica; none if the replicas have parts,
  /// which follow one another in memory.
  std::optional<stablehlo::Sharding> tiles;
  /// A program that makes all of it on each device, of the parts of all
  /// replicas or of the tiles of its own.
  std::string gatherText;
};

/// What an argument of a program is for.
enum class Role { State, Input, Weights, Seed };

/// What a step has in common with programs that evaluate and predict: `main`
/// takes what the model keeps and a batch, and `init` gives the former.
struct ModelProgram {
  struct Argument {
    Role role;
    /// The number among the arguments of its role.
    size_t index;
  };

  std::string name;
  /// How many partitions share the work of a replica.
  int64_t partitions = 1;
  std::vector<NamedShape> state;
  /// The states of which each device keeps a part, by their numbers.
  std::map<size_t, StatePart> parts;
  std::vector<data::InputSpec> inputs;
  /// The inputs of which each partition takes a tile, by their numbers.
  std::map<size_t, stablehlo::Sharding> inputTiles;
  /// The arguments of `main` in their order.
  std::vector<Argument> arguments;
  /// Of the weights of examples.
  pjrt::abi::Buffer_Type weightsType = pjrt::abi::Buffer_Type::F32;
  bool initTakesSeed = false;
  /// What `init` gives as constants, such as the weights of a model that was
  /// trained before. The memory is that of the module's context.
  std::vector<ConstantState> constants;

  /// Programs with one function `main` each, as devices compile them. `init`
  /// gives the states that are no constants, and is empty if there are none.
  std::string initText;
  std::string mainText;

  /// The examples of one replica in a batch; 1 without inputs.
  int64_t batch() const { return inputs.empty() ? 1 : inputs.front().batch(); }
  bool takes(Role role) const;
  /// True if replicas have parts of a state, which they share with all others.
  bool isSharedByReplicas(size_t state) const;
  /// What `main` takes as a state and gives as its result: with tiles all of
  /// it, as the device plugin divides the program.
  const pjrt::BufferShape &writtenShape(size_t state) const;
};

/// Reads functions whose arguments and results say what they are for, and
/// reports what breaks the form as MLIR errors.
class RoleReader {
public:
  /// `kind` is what messages call the module, such as "step".
  RoleReader(mlir::ModuleOp module, llvm::StringRef kind)
      : module(module), kind(kind) {}

  bool isRight() const { return !hasErrors; }

  mlir::InFlightDiagnostic error(mlir::Location location) {
    hasErrors = true;
    return mlir::emitError(location);
  }

  /// Reads how many partitions there are, before all else.
  void readPartitions(ModelProgram &program);
  /// A public function; null with an error if there is none.
  mlir::func::FuncOp find(llvm::StringRef name);
  /// The name of an argument or result; empty with an error if it has none.
  std::string nameOf(mlir::Location location, mlir::Attribute name,
                     const llvm::Twine &what);
  std::string resultName(mlir::func::FuncOp function, unsigned index);
  /// What a result says that it is; empty if it does not.
  static llvm::StringRef resultRole(mlir::func::FuncOp function,
                                    unsigned index);

  /// A count that the module says, from 1 to `most`; none if it says nothing.
  std::optional<int64_t> readCount(llvm::StringRef attribute, int64_t most);

  /// Reads the arguments of `main`. Those of a step are donated; others may
  /// have weights.
  void readArguments(mlir::func::FuncOp main, ModelProgram &program,
                     bool isStep);
  /// Compares the results of `init` with the states.
  void checkInit(mlir::func::FuncOp init, ModelProgram &program);
  /// Reads which arguments of `main` are in tiles, after the arguments. What
  /// has no tiles is on each partition.
  void readTiles(mlir::func::FuncOp main, ModelProgram &program);
  /// Compares the sharding of a result with that of the state that it is.
  void checkStateTiles(mlir::func::FuncOp main, unsigned result,
                       const ModelProgram &program);
  /// Reports a result that is not on each partition, as `what` has to be.
  void checkReplicated(mlir::func::FuncOp function, unsigned result,
                       const ModelProgram &program, const llvm::Twine &what);
  /// A result that is one number; none with an error if it is not.
  std::optional<NamedShape> readMetric(mlir::func::FuncOp function,
                                       unsigned index);

private:
  void readArgument(mlir::func::FuncOp main, unsigned index,
                    ModelProgram &program, bool isStep);
  void readState(mlir::func::FuncOp main, unsigned index,
                 pjrt::BufferShape shape, ModelProgram &program, bool isStep);
  void readInput(mlir::func::FuncOp main, unsigned index,
                 pjrt::BufferShape shape, ModelProgram &program);
  void readWeights(mlir::Location location, const pjrt::BufferShape &shape,
                   ModelProgram &program);
  void readStateTiles(mlir::func::FuncOp main, unsigned index, size_t state,
                      const stablehlo::Sharding &sharding,
                      ModelProgram &program);

  mlir::ModuleOp module;
  llvm::StringRef kind;
  llvm::StringSet<> stateNames, inputNames;
  bool hasErrors = false;
};

/// The shape for a device; nothing if a device cannot hold the type.
std::optional<pjrt::BufferShape> shapeOf(mlir::Type type);

std::string printModule(mlir::ModuleOp module);

/// Takes out how partitions share what one device has.
void dropShardings(mlir::ModuleOp module);

/// Takes the results of `init` that are large constants out of a module: a host
/// that has their bytes need not write them as text for a device to read.
std::vector<ConstantState> takeConstants(mlir::ModuleOp module);

/// The program of `init` without other functions; empty if it gives nothing.
std::string initProgramOf(mlir::ModuleOp module,
                          llvm::ArrayRef<llvm::StringRef> dropped);

/// The text of a module with one of its functions as `main`, without some
/// others and without attributes that devices need not know.
std::string programOf(mlir::ModuleOp module, llvm::StringRef kept,
                      llvm::ArrayRef<llvm::StringRef> dropped);

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_MODELPROGRAM_H
