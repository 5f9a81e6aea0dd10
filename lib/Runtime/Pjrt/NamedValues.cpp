//===- NamedValues.cpp - Named values of a plugin -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Pjrt/NamedValues.h"
#include "Runtime/Pjrt/PjrtError.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::pjrt;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
struct ValuePrinter {
  llvm::raw_ostream &os;

  void operator()(const std::string &text) { os << text; }
  void operator()(int64_t number) { os << number; }
  void operator()(const std::vector<int64_t> &list) {
    os << "[";
    llvm::interleaveComma(list, os);
    os << "]";
  }
  void operator()(float number) { os << llvm::formatv("{0}", number); }
  void operator()(bool flag) { os << (flag ? "true" : "false"); }
};
} // namespace

llvm::raw_ostream &trainlint::pjrt::operator<<(llvm::raw_ostream &os,
                                               const NamedValue &value) {
  os << value.name << "=";
  std::visit(ValuePrinter{os}, value.value);
  return os;
}

/// Reads "[1,2]"; nothing if the text is no list of whole numbers.
static std::optional<std::vector<int64_t>> parseList(StringRef text) {
  if (!text.consume_front("[") || !text.consume_back("]"))
    return std::nullopt;
  std::vector<int64_t> out;
  if (text.trim().empty())
    return out;
  for (StringRef part : llvm::split(text, ',')) {
    int64_t number;
    if (part.trim().getAsInteger(10, number))
      return std::nullopt;
    out.push_back(number);
  }
  return out;
}

llvm::Expected<NamedValue> trainlint::pjrt::parseNamedValue(StringRef text) {
  auto [name, value] = text.split('=');
  if (name.empty() || name.size() == text.size())
    return llvm::createStringError(
        ("`" + text + "` is not of the form name=value").str());
  NamedValue out{name.str(), {}};
  int64_t integer;
  double number;
  if (value == "true" || value == "false")
    out.value = value == "true";
  else if (!value.getAsInteger(10, integer))
    out.value = integer;
  else if (auto list = parseList(value))
    out.value = std::move(*list);
  else if (!value.empty() && llvm::isDigit(value.back()) &&
           !readDecimal(value, number))
    out.value = static_cast<float>(number);
  else
    out.value = value.str();
  return out;
}

//===----------------------------------------------------------------------===//
// The interface's form
//===----------------------------------------------------------------------===//

static llvm::Error unusable(StringRef call, const llvm::Twine &what) {
  return llvm::make_error<PjrtError>(call, abi::Error_Code::INTERNAL,
                                     ("the plugin gave " + what).str());
}

llvm::Expected<std::vector<NamedValue>>
trainlint::pjrt::readNamedValues(const abi::NamedValue *values, size_t count,
                                 StringRef call) {
  std::vector<NamedValue> out;
  if (count != 0 && !values)
    return unusable(call, "no list for " + llvm::Twine(count) + " values");
  for (const abi::NamedValue &value : llvm::ArrayRef(values, count)) {
    if (value.head.struct_size < abi::abiSize<abi::NamedValue>)
      return unusable(call, "a named value of " +
                                llvm::Twine(value.head.struct_size) +
                                " bytes, which has " +
                                llvm::Twine(abi::abiSize<abi::NamedValue>));
    if (!value.name && value.name_size != 0)
      return unusable(call, "a value without a name");
    NamedValue read{std::string(value.name ? value.name : "", value.name_size),
                    {}};
    switch (value.type) {
    case abi::NamedValue_Type::String:
      if (!value.string_value && value.value_size != 0)
        return unusable(call, "no text for `" + read.name + "`");
      read.value = std::string(value.string_value ? value.string_value : "",
                               value.value_size);
      break;
    case abi::NamedValue_Type::Int64:
      read.value = value.int64_value;
      break;
    case abi::NamedValue_Type::Int64List:
      if (!value.int64_array_value && value.value_size != 0)
        return unusable(call, "no numbers for `" + read.name + "`");
      read.value = std::vector<int64_t>(
          value.int64_array_value, value.int64_array_value + value.value_size);
      break;
    case abi::NamedValue_Type::Float:
      read.value = value.float_value;
      break;
    case abi::NamedValue_Type::Bool:
      read.value = value.bool_value;
      break;
    default:
      return unusable(call, "`" + read.name + "` of the unknown type " +
                                llvm::Twine(uint32_t(value.type)));
    }
    out.push_back(std::move(read));
  }
  return out;
}

namespace {
struct ValueWriter {
  abi::NamedValue &out;

  void operator()(const std::string &text) {
    out.type = abi::NamedValue_Type::String;
    out.string_value = text.c_str();
    out.value_size = text.size();
  }
  void operator()(int64_t number) {
    out.type = abi::NamedValue_Type::Int64;
    out.int64_value = number;
  }
  void operator()(const std::vector<int64_t> &list) {
    out.type = abi::NamedValue_Type::Int64List;
    out.int64_array_value = list.data();
    out.value_size = list.size();
  }
  void operator()(float number) {
    out.type = abi::NamedValue_Type::Float;
    out.float_value = number;
  }
  void operator()(bool flag) {
    out.type = abi::NamedValue_Type::Bool;
    out.bool_value = flag;
  }
};
} // namespace

std::vector<abi::NamedValue>
trainlint::pjrt::writeNamedValues(llvm::ArrayRef<NamedValue> values) {
  std::vector<abi::NamedValue> out;
  for (const NamedValue &value : values) {
    abi::NamedValue &written = out.emplace_back(abi::make<abi::NamedValue>());
    written.name = value.name.c_str();
    written.name_size = value.name.size();
    written.value_size = 1;
    std::visit(ValueWriter{written}, value.value);
  }
  return out;
}
