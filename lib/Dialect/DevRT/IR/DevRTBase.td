//===- DevRTBase.td - The devrt dialect and its types ------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_DEVRT_IR_DEVRTBASE_TD
#define TRAINLINT_DIALECT_DEVRT_IR_DEVRTBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def DevRT_Dialect : Dialect {
  let name = "devrt";
  let cppNamespace = "::trainlint::devrt";
  let summary = "what the host does while devices train";
  let description = [{
    A `devrt.program` is the host's side of a training run: it makes the system
    ready, feeds batches, runs steps in loops that the devices need not be
    asked about, and takes out metrics and checkpoints. What a step computes is
    a StableHLO module beside it.
  }];
  let useDefaultTypePrinterParser = 1;
}

class DevRT_Type<string name, string typeMnemonic, string text>
    : TypeDef<DevRT_Dialect, name> {
  let mnemonic = typeMnemonic;
  let summary = text;
}

def DevRT_SystemType : DevRT_Type<"System", "system", "devices that are ready">;
def DevRT_InfeedType : DevRT_Type<"Infeed", "infeed", "batches that are made ahead">;
def DevRT_BatchType : DevRT_Type<"Batch", "batch", "the arrays of one step, on all replicas">;
def DevRT_StateType : DevRT_Type<"State", "state", "the state of training, on all replicas"> {
  let description = [{
    The arrays stay on the devices, and a step takes them over: a state is used
    up once, by a step, a loop, or a `devrt.restore`. Until then it may be read.
  }];
}
def DevRT_MetricsType : DevRT_Type<"Metrics", "metrics", "what steps tell, still on the devices">;

class DevRT_Value<string name, string text>
    : Type<CPred<"::llvm::isa<::trainlint::devrt::" # name # "Type>($_self)">,
           text, "::trainlint::devrt::" # name # "Type">,
      BuildableType<"$_builder.getType<::trainlint::devrt::" # name # "Type>()">;
def DevRT_System : DevRT_Value<"System", "system">;
def DevRT_Infeed : DevRT_Value<"Infeed", "infeed">;
def DevRT_Batch : DevRT_Value<"Batch", "batch">;
def DevRT_State : DevRT_Value<"State", "state">;
def DevRT_Metrics : DevRT_Value<"Metrics", "metrics">;

#endif // TRAINLINT_DIALECT_DEVRT_IR_DEVRTBASE_TD
