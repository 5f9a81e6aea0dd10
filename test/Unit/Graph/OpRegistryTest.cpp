//===- OpRegistryTest.cpp - Tests of the ops of TensorFlow ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/OpRegistry.h"
#include "Dialect/Graph/Ops/OpSignature.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace trainlint;
using namespace trainlint::tensorflow;
using llvm::StringRef;

namespace {

/// Attributes by name; the value of `unknown` is not known.
struct TestAttributes : NodeAttributes {
  std::map<std::string, int64_t> integers;
  std::map<std::string, DataType> typeValues;
  std::map<std::string, std::vector<DataType>> typeLists;
  std::string unknown;

  template <typename Map, typename Use>
  Given read(const Map &map, StringRef name, Use use) const {
    if (name == unknown)
      return Given::Unknown;
    auto found = map.find(name.str());
    if (found == map.end())
      return Given::No;
    use(found->second);
    return Given::Yes;
  }
  Given readInteger(StringRef name, int64_t &value) const override {
    return read(integers, name, [&](int64_t given) { value = given; });
  }
  Given readType(StringRef name, DataType &type) const override {
    return read(typeValues, name, [&](DataType given) { type = given; });
  }
  Given readTypes(StringRef name,
                  llvm::SmallVectorImpl<DataType> &types) const override {
    return read(typeLists, name, [&](const std::vector<DataType> &given) {
      types.append(given.begin(), given.end());
    });
  }
};

struct OpRegistryTest : ::testing::Test {
  OpRegistry registry{Tables::builtIn()};

  std::string results(StringRef op, const NodeAttributes &attributes) {
    return print(op, attributes, resultTypes);
  }
  std::string operands(StringRef op, const NodeAttributes &attributes) {
    return print(op, attributes, operandTypes);
  }
  template <typename Read>
  std::string print(StringRef op, const NodeAttributes &attributes, Read read) {
    const OpDefinition *definition = registry.definition(op);
    if (!definition)
      return "no such op";
    llvm::SmallVector<DataType> types;
    bool known = read(*definition, attributes, types);
    std::string text;
    for (DataType type : types)
      text += (text.empty() ? "" : " ") + typeName(type);
    return known ? text : text + " and more";
  }
};

TEST_F(OpRegistryTest, EveryRowCanBeRead) {
  const Tables &tables = Tables::builtIn();
  EXPECT_GT(tables.tfOps.rows.size(), 1600u);
  for (const TfOps::Row &row : tables.tfOps.rows) {
    const OpDefinition *op = registry.definition(row.op);
    ASSERT_TRUE(op) << row.op.str();
    EXPECT_EQ(op, registry.definition(row.op)) << "decoded once";
    for (const AttributeDefinition &attribute : op->attributes) {
      bool isType = attribute.kind == AttributeKind::Type && !attribute.isList;
      if (isType && attribute.defaultText) {
        EXPECT_TRUE(attribute.defaultType()) << row.op.str();
      }
    }
  }
}

TEST_F(OpRegistryTest, SupportNamesWhatTheOpHas) {
  const Tables &tables = Tables::builtIn();
  EXPECT_GT(tables.tfOpsTpu.rows.size(), 1600u);
  for (const TfOpsTpu::Row &row : tables.tfOpsTpu.rows) {
    const TpuOpSupport *support = registry.support(row.op);
    ASSERT_TRUE(support) << row.op.str();
    const OpDefinition *op = registry.definition(row.op);
    if (!op)
      continue;
    for (const TypeConstraint &constraint : support->types) {
      const AttributeDefinition *attribute =
          op->attribute(constraint.attribute);
      ASSERT_TRUE(attribute) << row.op.str();
      EXPECT_EQ(attribute->kind, AttributeKind::Type) << row.op.str();
      EXPECT_FALSE(constraint.types.empty()) << row.op.str();
    }
    for (StringRef name : support->constants) {
      EXPECT_TRUE(llvm::any_of(op->inputs, [&](const auto &input) {
        return input.name == name;
      })) << row.op.str();
    }
  }
}

TEST_F(OpRegistryTest, Definition) {
  const OpDefinition *op = registry.definition("MaxPool");
  ASSERT_TRUE(op);
  EXPECT_FALSE(op->isStateful);
  EXPECT_FALSE(op->removed);
  EXPECT_FALSE(op->usesReferences());
  const AttributeDefinition *ksize = op->attribute("ksize");
  ASSERT_TRUE(ksize);
  EXPECT_EQ(ksize->kind, AttributeKind::Int);
  EXPECT_TRUE(ksize->isList);
  EXPECT_TRUE(ksize->isRequired());
  EXPECT_EQ(ksize->minimum, 4);
  const AttributeDefinition *padding = op->attribute("padding");
  ASSERT_TRUE(padding);
  EXPECT_EQ(padding->allowedWords,
            (llvm::SmallVector<StringRef, 0>{"SAME", "VALID", "EXPLICIT"}));
  const AttributeDefinition *type = op->attribute("T");
  ASSERT_TRUE(type);
  EXPECT_EQ(type->defaultType(), DataType::Float);
  EXPECT_TRUE(type->allowedTypes.contains(DataType::BFloat16));
  EXPECT_FALSE(type->allowedTypes.contains(DataType::String));
  EXPECT_FALSE(op->attribute("t"));

  EXPECT_TRUE(registry.definition("RandomUniform")->isStateful);
  EXPECT_TRUE(registry.definition("Assign")->usesReferences());
  EXPECT_TRUE(registry.definition("VariableV2")->usesReferences());
  EXPECT_EQ(registry.definition("AdjustContrast")->removed, 2);
  EXPECT_FALSE(registry.definition("matmul"));
  EXPECT_FALSE(registry.definition(""));
}

TEST_F(OpRegistryTest, TypesOfValues) {
  TestAttributes none, half, three, lists, unknown;
  std::string notKnown = typeName(DataType::Invalid);
  half.typeValues["T"] = DataType::Half;
  EXPECT_EQ(operands("MatMul", half), "half half");
  EXPECT_EQ(results("MatMul", half), "half");
  EXPECT_EQ(results("NoOp", none), "");
  // A default holds.
  EXPECT_EQ(operands("MaxPool", none), "float");
  // What is not given and has no default is not known.
  EXPECT_EQ(results("MatMul", none), notKnown);

  three.integers["N"] = 3;
  three.typeValues["T"] = DataType::Int64;
  EXPECT_EQ(operands("ConcatV2", three), "int64 int64 int64 int32");
  EXPECT_EQ(operands("AddN", three), "int64 int64 int64");
  EXPECT_EQ(results("AddN", three), "int64");
  three.integers["N"] = -1;
  EXPECT_EQ(operands("AddN", three), " and more");
  three.integers["N"] = int64_t(1) << 40;
  EXPECT_EQ(operands("AddN", three), " and more");
  three.unknown = "N";
  EXPECT_EQ(operands("ConcatV2", three), " and more");

  lists.typeLists["Tin"] = {DataType::Resource, DataType::String};
  lists.typeLists["Tout"] = {};
  EXPECT_EQ(operands("PartitionedCall", lists), "resource string");
  EXPECT_EQ(results("PartitionedCall", lists), "");
  lists.unknown = "Tout";
  EXPECT_EQ(results("PartitionedCall", lists), " and more");

  half.typeValues["dtype"] = DataType::Float;
  EXPECT_EQ(results("VariableV2", half), "float_ref");
  EXPECT_EQ(operands("Assign", half), "half_ref half");
  unknown.unknown = "T";
  EXPECT_EQ(results("Neg", unknown), notKnown);
}

TEST_F(OpRegistryTest, ArgumentOfValue) {
  TestAttributes attributes;
  attributes.integers["N"] = 2;
  const OpDefinition *op = registry.definition("ConcatV2");
  ASSERT_TRUE(op);
  auto name = [&](size_t value) {
    auto [argument, number] =
        argumentOfValue(*op, op->inputs, attributes, value);
    return argument ? (argument->name + ":" + llvm::Twine(number)).str() : "-";
  };
  EXPECT_EQ(name(0), "values:0");
  EXPECT_EQ(name(1), "values:1");
  EXPECT_EQ(name(2), "axis:0");
  EXPECT_EQ(name(3), "-");
  attributes.unknown = "N";
  EXPECT_EQ(name(0), "-");
}

TEST_F(OpRegistryTest, Support) {
  const TpuOpSupport *reshape = registry.support("Reshape");
  ASSERT_TRUE(reshape);
  EXPECT_EQ(reshape->support, Support::Yes);
  EXPECT_TRUE(reshape->mayBeInside());
  EXPECT_EQ(reshape->constants, (llvm::SmallVector<StringRef, 2>{"shape"}));
  ASSERT_TRUE(reshape->typesOf("T"));
  EXPECT_TRUE(reshape->typesOf("T")->contains(DataType::BFloat16));
  EXPECT_FALSE(reshape->typesOf("T")->contains(DataType::String));
  EXPECT_FALSE(reshape->typesOf("Tx"));

  EXPECT_EQ(registry.support("PyFunc")->host, HostWork::Python);
  EXPECT_FALSE(registry.support("PyFunc")->mayBeInside());
  EXPECT_EQ(registry.support("Assign")->support, Support::Reference);
  EXPECT_EQ(registry.support("Placeholder")->support, Support::Placeholder);
  EXPECT_EQ(registry.support("VarHandleOp")->support, Support::VariableHandle);
  EXPECT_EQ(registry.support("MaxPool")->constraints,
            (llvm::SmallVector<TpuKernelConstraint, 2>{
                TpuKernelConstraint::ExplicitPadding,
                TpuKernelConstraint::VectorFormat}));
  EXPECT_FALSE(registry.support("MyOp"));
}

TEST(TypeSetTest, Types) {
  TypeSet set;
  EXPECT_TRUE(set.empty());
  set.insert(DataType::Half);
  set.insert(DataType::Float);
  // A reference is what it refers to.
  set.insert(static_cast<DataType>(ReferenceOffset + 3));
  set.insert(DataType::Invalid);
  set.insert(static_cast<DataType>(1000));
  EXPECT_EQ(set.types(),
            (llvm::SmallVector<DataType>{DataType::Float, DataType::Int32,
                                         DataType::Half}));
  EXPECT_FALSE(set.contains(static_cast<DataType>(1000)));
  EXPECT_FALSE(set.contains(static_cast<DataType>(-1)));
  EXPECT_EQ(typeName(DataType::Float8E4M3FN), "float8_e4m3fn");
  EXPECT_EQ(typeName(static_cast<DataType>(99)), "type 99");
  EXPECT_EQ(typeInTable("float8_e4m3fn"), DataType::Float8E4M3FN);
  EXPECT_FALSE(typeInTable("floaty"));
}

} // namespace
