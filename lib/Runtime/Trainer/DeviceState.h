//===- DeviceState.h - What a model keeps, on devices -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_DEVICESTATE_H
#define TRAINLINT_RUNTIME_TRAINER_DEVICESTATE_H

#include "Runtime/Tensor/HostTensor.h"
#include "Runtime/Trainer/DeviceGrid.h"
#include "Runtime/Trainer/ModelProgram.h"

namespace trainlint::trainer {

/// As `buffers[device][index]`, of the devices of this process.
using DeviceBuffers = std::vector<std::vector<pjrt::Buffer>>;

/// The type of a seed.
inline const pjrt::BufferShape SeedShape = {pjrt::abi::Buffer_Type::U64, {2}};

/// The state before the first step, on the host: constants as they are, and
/// what `init` gives for the seed on one device.
llvm::Expected<std::vector<run::HostTensor>>
initialState(const pjrt::Client &client, const ModelProgram &program,
             CompileProgram compile, uint64_t seed);

/// Uploads an array for a replica, behind what it has. The bytes have to stay
/// until the event that is added is there; if the upload fails, all are.
llvm::Error uploadTo(const pjrt::Client &client, const pjrt::Device &device,
                     const pjrt::HostArray &array,
                     std::vector<pjrt::Buffer> &replica,
                     std::vector<pjrt::Event> &events);

/// Gives each replica of this process a copy of a state.
llvm::Expected<DeviceBuffers>
uploadState(const pjrt::Client &client, const pjrt::Executable &program,
            llvm::ArrayRef<run::HostTensor> state);

/// Brings an array to the host. Fails if it is not what is wanted; the error
/// names it.
llvm::Expected<run::HostTensor> fetch(const pjrt::Buffer &buffer,
                                      const NamedShape &wanted);

/// The elements as numbers. Fails for types that are none.
llvm::Expected<std::vector<double>> numbersOf(const run::HostTensor &tensor);

/// The bytes of the seed of a batch, of those that a run with a seed takes.
std::vector<char> seedOfBatch(uint64_t seed, int64_t number);

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_DEVICESTATE_H
