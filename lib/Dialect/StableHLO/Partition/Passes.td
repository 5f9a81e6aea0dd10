//===- Passes.td - Programs of partitions ------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_PARTITION_PASSES_TD
#define TRAINLINT_DIALECT_STABLEHLO_PARTITION_PASSES_TD

include "mlir/Pass/PassBase.td"

def Partition : Pass<"stablehlo-partition", "::mlir::ModuleOp"> {
  let summary = "the program of one partition, by the shardings of a whole one";
  let description = [{
    Divides `main` by the shardings of its arguments and results and by those
    that ops name. Its arguments and results become those of one partition;
    collectives over partitions bring together what is needed of others. What
    no rule is known for is gathered and computed by all partitions.
  }];
  let dependentDialects = ["::trainlint::stablehlo::StableHLODialect"];
  let options = [
    Option<"partitions", "partitions", "int64_t", "0",
           "Number of partitions; as the module says unless given">,
    Option<"replicas", "replicas", "int64_t", "0",
           "Number of replicas; as the module says unless given">];
}

#endif // TRAINLINT_DIALECT_STABLEHLO_PARTITION_PASSES_TD
