//===- Rules.td - All rules --------------------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rules/Syntax.td"
include "Diagnostics/Rules/Structure.td"
include "Diagnostics/Rules/Machines.td"
include "Diagnostics/Rules/Placement.td"
include "Diagnostics/Rules/Tpu.td"
include "Diagnostics/Rules/Slices.td"
include "Diagnostics/Rules/Software.td"
include "Diagnostics/Rules/Tuning.td"
include "Diagnostics/Rules/WorkerPools.td"
include "Diagnostics/Rules/Commands.td"
include "Diagnostics/Rules/Kubernetes.td"
include "Diagnostics/Rules/KubernetesTraining.td"
include "Diagnostics/Rules/Graphs.td"
include "Diagnostics/Rules/GraphNodes.td"
include "Diagnostics/Rules/TpuGraphs.td"
include "Diagnostics/Rules/OnnxGraphs.td"
include "Diagnostics/Rules/GraphMemory.td"
include "Diagnostics/Rules/Lowering.td"
include "Diagnostics/Rules/VertexSdk.td"
include "Diagnostics/Rules/AiPlatformClients.td"
include "Diagnostics/Rules/TpuEstimators.td"
include "Diagnostics/Rules/TpuStrategies.td"
include "Diagnostics/Rules/TorchXla.td"
include "Diagnostics/Rules/Jax.td"
include "Diagnostics/Rules/Notebooks.td"
include "Diagnostics/Rules/TrainerScripts.td"
include "Diagnostics/Rules/Hygiene.td"
