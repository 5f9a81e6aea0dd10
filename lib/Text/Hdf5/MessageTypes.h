//===- MessageTypes.h - What the headers of objects say ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_HDF5_MESSAGETYPES_H
#define TRAINLINT_TEXT_HDF5_MESSAGETYPES_H

#include <cstdint>

/// The types of messages in the header of an object.
namespace trainlint::hdf5::message {

enum : uint16_t {
  Nothing = 0x00,
  Dataspace = 0x01,
  LinkInfo = 0x02,
  Datatype = 0x03,
  Link = 0x06,
  ExternalFiles = 0x07,
  Layout = 0x08,
  Filters = 0x0B,
  Attribute = 0x0C,
  Continuation = 0x10,
  SymbolTable = 0x11,
  AttributeInfo = 0x15,
};

} // namespace trainlint::hdf5::message

#endif // TRAINLINT_TEXT_HDF5_MESSAGETYPES_H
