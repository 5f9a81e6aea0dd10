//===- DevRTOps.td - The operations of the devrt dialect ---*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_DEVRT_IR_DEVRTOPS_TD
#define TRAINLINT_DIALECT_DEVRT_IR_DEVRTOPS_TD

include "Dialect/DevRT/IR/DevRTBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"

class DevRT_Op<string mnemonic, list<Trait> traits = []>
    : Op<DevRT_Dialect, mnemonic, traits>;

/// An op that names the module of the step.
defvar DevRT_NamesStep = DeclareOpInterfaceMethods<SymbolUserOpInterface>;

def DevRT_ProgramOp : DevRT_Op<"program", [
    IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock, Symbol]> {
  let summary = "a run from start to end";
  let description = [{
    Begins with `devrt.initialize_system` and ends with `devrt.shutdown`. A state
    that is used up is not used again.

    ```mlir
    devrt.program @train {
      %system = devrt.initialize_system replicas 8
      %infeed = devrt.infeed %system batch 1024 ahead 2
      %fresh = devrt.initialize %system @step seed 0
      %begin = devrt.restore %fresh
      %end = devrt.host_loop %begin to 1000 {
      ^bb0(%state: !devrt.state):
        %after, %metrics = devrt.loop %state iterations 100 {
        ^bb0(%before: !devrt.state):
          %batch = devrt.next_batch %infeed
          %next, %metrics = devrt.execute @step(%before, %batch)
          devrt.yield %next, %metrics
        }
        devrt.outfeed %metrics
        devrt.summary %metrics every 100
        devrt.checkpoint %after after 600 seconds
        devrt.yield %after
      }
      devrt.checkpoint %end
      devrt.shutdown %system
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

def DevRT_InitializeSystemOp : DevRT_Op<"initialize_system", [HasParent<"ProgramOp">]> {
  let summary = "makes the devices of all replicas ready";
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$replicas);
  let results = (outs DevRT_System:$system);
  let assemblyFormat = "`replicas` $replicas attr-dict";
}

def DevRT_ShutdownOp : DevRT_Op<"shutdown", [HasParent<"ProgramOp">]> {
  let summary = "gives the devices back";
  let arguments = (ins DevRT_System:$system);
  let assemblyFormat = "$system attr-dict";
}

def DevRT_InfeedOp : DevRT_Op<"infeed", [HasParent<"ProgramOp">]> {
  let summary = "begins to make batches";
  let description = [{
    `batch` examples for each step, on all replicas together, made by a thread
    that is at most `ahead` batches ahead.
  }];
  let arguments = (ins DevRT_System:$system,
                       ConfinedAttr<I64Attr, [IntPositive]>:$batch,
                       ConfinedAttr<I64Attr, [IntPositive]>:$ahead);
  let results = (outs DevRT_Infeed:$infeed);
  let assemblyFormat = "$system `batch` $batch `ahead` $ahead attr-dict";
}

def DevRT_InitializeOp : DevRT_Op<"initialize", [HasParent<"ProgramOp">, DevRT_NamesStep]> {
  let summary = "the state before the first step, the same on all replicas";
  let description = [{
    Runs the function `init` of the module that is named.
  }];
  let arguments = (ins DevRT_System:$system, FlatSymbolRefAttr:$step, I64Attr:$seed);
  let results = (outs DevRT_State:$state);
  let assemblyFormat = "$system $step `seed` $seed attr-dict";
}

def DevRT_RestoreOp : DevRT_Op<"restore", [HasParent<"ProgramOp">]> {
  let summary = "the newest checkpoint, or the state as it is without one";
  let arguments = (ins DevRT_State:$before);
  let results = (outs DevRT_State:$state);
  let assemblyFormat = "$before attr-dict";
}

def DevRT_HostLoopOp : DevRT_Op<"host_loop", [HasParent<"ProgramOp">, SingleBlock]> {
  let summary = "goes on until so many steps are made";
  let description = [{
    `steps` counts from the first step of the training, also where a run goes on
    from a checkpoint. The body sees the host between two loops of the devices.
    A run that is interrupted leaves the loop at the next such place.
  }];
  let arguments = (ins DevRT_State:$before,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$steps);
  let results = (outs DevRT_State:$state);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$before `to` $steps attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

def DevRT_LoopOp : DevRT_Op<"loop", [HasParent<"HostLoopOp">, SingleBlock]> {
  let summary = "steps that follow one another without the host";
  let description = [{
    Makes `iterations` steps, or as many as are left to the end of the loop
    around it. The metrics are those of all these steps. An interrupted run ends
    after the step that it is in.
  }];
  let arguments = (ins DevRT_State:$before,
                       ConfinedAttr<I64Attr, [IntPositive]>:$iterations);
  let results = (outs DevRT_State:$state, DevRT_Metrics:$metrics);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$before `iterations` $iterations attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

def DevRT_NextBatchOp : DevRT_Op<"next_batch", [HasParent<"LoopOp">]> {
  let summary = "the next batch, on its way to the devices";
  let arguments = (ins DevRT_Infeed:$infeed);
  let results = (outs DevRT_Batch:$batch);
  let assemblyFormat = "$infeed attr-dict";
}

def DevRT_ExecuteOp : DevRT_Op<"execute", [HasParent<"LoopOp">, DevRT_NamesStep]> {
  let summary = "begins a step on all replicas";
  let description = [{
    Runs the function `main` of the module that is named. The state is donated:
    its memory holds the new one.
  }];
  let arguments = (ins FlatSymbolRefAttr:$step, DevRT_State:$before, DevRT_Batch:$batch);
  let results = (outs DevRT_State:$state, DevRT_Metrics:$metrics);
  let assemblyFormat = "$step `(` $before `,` $batch `)` attr-dict";
}

def DevRT_YieldOp : DevRT_Op<"yield", [Terminator, ParentOneOf<["HostLoopOp", "LoopOp"]>]> {
  let summary = "what the next round of a loop begins with";
  let arguments = (ins DevRT_State:$state, Optional<DevRT_Metrics>:$metrics);
  let assemblyFormat = "$state (`,` $metrics^)? attr-dict";
}

def DevRT_OutfeedOp : DevRT_Op<"outfeed", [HasParent<"HostLoopOp">]> {
  let summary = "fetches metrics and shows them";
  let arguments = (ins DevRT_Metrics:$metrics);
  let assemblyFormat = "$metrics attr-dict";
}

def DevRT_SummaryOp : DevRT_Op<"summary", [HasParent<"HostLoopOp">]> {
  let summary = "writes the metrics of every so many steps for TensorBoard";
  let arguments = (ins DevRT_Metrics:$metrics,
                       ConfinedAttr<I64Attr, [IntPositive]>:$steps);
  let assemblyFormat = "$metrics `every` $steps attr-dict";
}

def DevRT_CheckpointOp : DevRT_Op<"checkpoint", [ParentOneOf<["ProgramOp", "HostLoopOp"]>]> {
  let summary = "writes the state and where it stands";
  let description = [{
    In a loop, once `steps` steps or `seconds` seconds have passed since the last
    one; without either, and at the end of a program, always. A state that is
    written already is not written again.
  }];
  let arguments = (ins DevRT_State:$state,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$steps,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$seconds);
  let assemblyFormat = [{
    $state (`every` $steps^ `steps`)? (`after` $seconds^ `seconds`)? attr-dict
  }];
}

def DevRT_EvaluateOp : DevRT_Op<"evaluate", [
    ParentOneOf<["ProgramOp", "HostLoopOp"]>, DevRT_NamesStep]> {
  let summary = "measures the model on examples that are held out";
  let description = [{
    Runs the function `main` of the module that is named on all examples, and
    `metrics` on the totals. In a loop, once `steps` steps have passed since the
    last evaluation, and at the end of a program, always; a state that was
    evaluated already is not evaluated again. The loop ends once `patience`
    evaluations in a row were no better than the best one.
  }];
  let arguments = (ins FlatSymbolRefAttr:$evaluation,
                       DevRT_State:$state,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$steps,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$patience);
  let assemblyFormat = [{
    $evaluation `(` $state `)` (`every` $steps^ `steps`)? (`patience` $patience^)? attr-dict
  }];
}

#endif // TRAINLINT_DIALECT_DEVRT_IR_DEVRTOPS_TD
