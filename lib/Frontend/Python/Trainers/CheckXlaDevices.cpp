//===- CheckXlaDevices.cpp - Devices that are used too early --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TorchXla.h"
#include "Frontend/Python/Trainers/CallOrder.h"
#include "Frontend/Python/Trainers/TorchXlaChecks.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

/// Later calls of that many say nothing new.
static constexpr size_t MostDevices = 32;

/// True for a call that starts the runtime of this process.
static bool usesDevice(const Call &call) {
  return llvm::StringSwitch<bool>(call.callee)
      .Case("torch_xla.core.xla_model.xla_device", true)
      .Case("torch_xla.core.xla_model.get_xla_supported_devices", true)
      .Cases({"torch_xla.device", "torch_xla.torch_xla.device"}, true)
      .Cases({"torch_xla.devices", "torch_xla.torch_xla.devices"}, true)
      .Default(false);
}

static void reportDevice(const Call &device, const XlaSpawn &spawn,
                         const Context &context) {
  mlir::Location at = context.at(device.place());
  bool isAbove =
      context.program.module().isNotebook && device.cell != spawn.call->cell;
  Report report =
      isAbove
          ? diag::DeviceBeforeSpawn::cell(at, spellingOf(device), spawn.name())
          : diag::DeviceBeforeSpawn::device(at, spellingOf(device),
                                            spawn.name());
  report.note(context.at(spawn.call->place()), "the processes start here")
      .help("ask for the device in the function that is spawned");
}

void python::checkXlaDevices(const Context &context,
                             const PinnedVersions &pins) {
  SmallVector<const Call *> devices;
  for (const Call *call : context.program.calls()) {
    if (usesDevice(*call)) {
      if (devices.size() < MostDevices)
        devices.push_back(call);
      continue;
    }
    std::optional<XlaSpawn> spawn = asXlaSpawn(*call);
    if (!spawn || !spawn->startsProcesses())
      continue;
    // Those before 2.0 share the devices of a host in another way.
    const PinnedVersion *pin =
        devices.empty() ? nullptr : pins.find("torch_xla");
    if (pin && !pin->isAtLeast({2, 0}))
      return;
    for (const Call *device : devices) {
      if (!hasRunBefore(*device, *call))
        continue;
      reportDevice(*device, *spawn, context);
      // The first use is the cause of all that follows.
      return;
    }
  }
}
