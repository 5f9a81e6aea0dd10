//===- GraphBase.td - The graph dialect, types, attributes -*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_IR_GRAPHBASE_TD
#define TRAINLINT_DIALECT_GRAPH_IR_GRAPHBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Graph_Dialect : Dialect {
  let name = "graph";
  let cppNamespace = "::trainlint::graph";
  let summary = "graphs of frameworks, as their files hold them";
  let description = [{
    A `graph.model` is what a file says: functions, and in them one `graph.node`
    for each node, under the name that the framework gives its operation.
    Nothing is translated and nothing is decided, so that a finding can speak of
    the graph that the user wrote. Operations mean what the tables of their
    framework say; the dialect knows none of them.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class Graph_Type<string name, string typeMnemonic>
    : TypeDef<Graph_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Graph_ControlType : Graph_Type<"Control", "control"> {
  let summary = "that a node has run";
}

def Graph_UnknownType : Graph_Type<"Unknown", "unknown"> {
  let summary = "a value of which nothing is known";
}

def Graph_ElementType : Graph_Type<"Element", "element"> {
  let summary = "an element of a tensor that MLIR has no type for";
  let description = [{
    `string`, `resource`, `variant`, the quantized types of TensorFlow, and what
    a framework may have beside, under its own name.

    ```mlir
    tensor<*x!graph.element<"resource">>
    ```
  }];
  let parameters = (ins StringRefParameter<"">:$name);
  let assemblyFormat = "`<` $name `>`";
}

def Graph_RefType : Graph_Type<"Ref", "ref"> {
  let summary = "a variable that is read and written in place";
  let parameters = (ins "::mlir::Type":$target);
  let assemblyFormat = "`<` $target `>`";
}

def Graph_Control
    : Type<CPred<"::llvm::isa<::trainlint::graph::ControlType>($_self)">,
           "control edge", "::trainlint::graph::ControlType">;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class Graph_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Graph_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Graph_ShapeAttr : Graph_Attr<"Shape", "shape"> {
  let summary = "sizes of a tensor, as a file gives them";
  let description = [{
    A size that is not known is -1. Other negative sizes are kept, since files
    hold them.

    ```mlir
    #graph.shape<[-1, 224, 224, 3]>
    #graph.shape<unranked>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$sizes, "bool":$ranked);
  let hasCustomAssemblyFormat = 1;
}

def Graph_FunctionAttr : Graph_Attr<"Function", "function"> {
  let summary = "a function by name, and the attributes that it is given";
  let parameters = (ins StringRefParameter<"">:$name,
                        OptionalParameter<"::mlir::DictionaryAttr">:$arguments);
  let assemblyFormat = "`<` $name (`,` $arguments^)? `>`";
}

def Graph_ParameterAttr : Graph_Attr<"Parameter", "parameter"> {
  let summary = "an attribute of the function, by name";
  let parameters = (ins StringRefParameter<"">:$name);
  let assemblyFormat = "`<` $name `>`";
}

def Graph_ContentAttr : Graph_Attr<"Content", "content",
                                   [TypedAttrInterface]> {
  let summary = "the elements of a tensor, where they lie in the file";
  let description = [{
    Constants and weights stay in the file: this is the range of bytes that they
    have there.

    ```mlir
    #graph.content<1024, 5120> : tensor<32x32xf32>
    ```
  }];
  let parameters = (ins AttributeSelfTypeParameter<"">:$type, "uint64_t":$begin,
                        "uint64_t":$end);
  let assemblyFormat = "`<` $begin `,` $end `>`";
}

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

def Graph_Framework : I32EnumAttr<"Framework", "program that wrote a graph", [
    I32EnumAttrCase<"TensorFlow", 0, "tensorflow">,
    I32EnumAttrCase<"Keras", 1, "keras">,
    I32EnumAttrCase<"ONNX", 2, "onnx">]> {
  let cppNamespace = "::trainlint::graph";
}

#endif // TRAINLINT_DIALECT_GRAPH_IR_GRAPHBASE_TD
