//===- Roles.h - What the values of training programs are for ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_ROLES_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_ROLES_H

#include "llvm/ADT/StringRef.h"

/// The attributes of arguments and results by which the stages of training
/// understand each other. docs/training.md shows the two forms of modules.
namespace trainlint::stablehlo::role {

inline constexpr llvm::StringLiteral RoleAttribute = "trainlint.role";
inline constexpr llvm::StringLiteral NameAttribute = "trainlint.name";
/// Of integers: they are below it.
inline constexpr llvm::StringLiteral ClassesAttribute = "trainlint.classes";
/// What a parameter is held to after each update (Constraints.h).
inline constexpr llvm::StringLiteral ConstraintAttribute =
    "trainlint.constraint";
/// Of a state of which each replica keeps a part: the type of all of it. The
/// parts are of one size, and what is behind the last element is of no account.
inline constexpr llvm::StringLiteral WholeAttribute = "trainlint.whole";
/// The result that takes the place of an argument, as JAX marks it.
inline constexpr llvm::StringLiteral AliasAttribute = "tf.aliasing_output";
/// The same where JAX does not say which result.
inline constexpr llvm::StringLiteral DonorAttribute = "jax.buffer_donor";

/// What is trained, in a forward module. As a result, what it is before its
/// update, if the model changes it itself.
inline constexpr llvm::StringLiteral Parameter = "parameter";
/// What a step hands to the next one.
inline constexpr llvm::StringLiteral State = "state";
/// A batch of one replica; dimension 0 runs over examples.
inline constexpr llvm::StringLiteral Input = "input";
/// Two words that are other ones in each step.
inline constexpr llvm::StringLiteral Seed = "seed";
/// 1 for each example of a batch that counts, and 0 for one that does not.
inline constexpr llvm::StringLiteral Weights = "weights";
/// What a batch adds to metrics of a whole data set.
inline constexpr llvm::StringLiteral Sum = "sum";
/// What a model computes.
inline constexpr llvm::StringLiteral Output = "output";
/// What the output of the same name is compared with, where the model computes
/// it of its inputs.
inline constexpr llvm::StringLiteral Label = "label";
/// The losses of the examples of a batch, [batch], where the model computes
/// them: their mean, with the terms below, is the loss.
inline constexpr llvm::StringLiteral ExampleLoss = "example_loss";
/// Which steps of an output of the same name count, [batch, ...]: others are no
/// part of its loss and its metrics.
inline constexpr llvm::StringLiteral Mask = "mask";
/// A term of the loss.
inline constexpr llvm::StringLiteral Loss = "loss";
/// A number for people, averaged over replicas.
inline constexpr llvm::StringLiteral Metric = "metric";

/// The names of functions.
inline constexpr llvm::StringLiteral InitFunction = "init";
inline constexpr llvm::StringLiteral ForwardFunction = "forward";
inline constexpr llvm::StringLiteral StepFunction = "main";
inline constexpr llvm::StringLiteral MetricsFunction = "metrics";

inline constexpr llvm::StringLiteral ReplicasAttribute = "mhlo.num_replicas";
inline constexpr llvm::StringLiteral PartitionsAttribute =
    "mhlo.num_partitions";

} // namespace trainlint::stablehlo::role

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_ROLES_H
