//===- PrintTensor.cpp - Arrays as text -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Tensor/PrintTensor.h"
#include "Runtime/Tensor/Scalars.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::run;

namespace {
class TensorPrinter {
public:
  TensorPrinter(llvm::raw_ostream &os, const HostTensor &tensor)
      : os(os), tensor(tensor),
        isSummary(tensor.shape.elementCount() > MostElements) {}

  void print() {
    // The widest element that is shown decides about the columns.
    walk(0, 0, [&](const std::string &text) {
      width = std::max(width, text.size());
    });
    printFrom(0, 0);
    os << "\n";
  }

private:
  static constexpr int64_t MostElements = 1000;
  static constexpr int64_t Edge = 3;

  llvm::ArrayRef<int64_t> dims() const { return tensor.shape.dims; }

  /// True for an index of a dimension that a summary leaves out.
  bool isLeftOut(size_t dim, int64_t index) const {
    return isSummary && dims()[dim] > 2 * Edge && index >= Edge &&
           index < dims()[dim] - Edge;
  }

  std::string textAt(int64_t position) const {
    std::string text;
    llvm::raw_string_ostream out(text);
    printElement(out, tensor.shape.type,
                 tensor.bytes.data() +
                     position * pjrt::elementBytes(tensor.shape.type));
    return text;
  }

  /// Calls a function with each element that is shown.
  template <typename Function>
  void walk(size_t dim, int64_t position, Function function) {
    if (dim == dims().size()) {
      function(textAt(position));
      return;
    }
    for (int64_t index = 0; index < dims()[dim]; ++index)
      if (!isLeftOut(dim, index))
        walk(dim + 1, position * dims()[dim] + index, function);
  }

  void printFrom(size_t dim, int64_t position) {
    if (dim == dims().size()) {
      std::string text = textAt(position);
      os.indent(dims().empty() ? 0 : width - text.size()) << text;
      return;
    }
    os << "[";
    bool isInner = dim + 1 == dims().size();
    for (int64_t index = 0; index < dims()[dim]; ++index) {
      if (isLeftOut(dim, index)) {
        separate(dim, isInner);
        os << "...";
        index = dims()[dim] - Edge;
      }
      if (index != 0)
        separate(dim, isInner);
      printFrom(dim + 1, position * dims()[dim] + index);
    }
    os << "]";
  }

  void separate(size_t dim, bool isInner) {
    if (isInner)
      os << " ";
    else
      os << std::string(dims().size() - dim - 1, '\n')
         << std::string(dim + 1, ' ');
  }

  llvm::raw_ostream &os;
  const HostTensor &tensor;
  bool isSummary;
  size_t width = 0;
};
} // namespace

void run::printTensor(llvm::raw_ostream &os, const HostTensor &tensor) {
  TensorPrinter(os, tensor).print();
}
