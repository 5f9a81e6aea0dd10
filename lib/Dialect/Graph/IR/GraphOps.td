//===- GraphOps.td - The operations of the graph dialect ---*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_IR_GRAPHOPS_TD
#define TRAINLINT_DIALECT_GRAPH_IR_GRAPHOPS_TD

include "Dialect/Graph/IR/GraphBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"

class Graph_Op<string mnemonic, list<Trait> traits = []>
    : Op<Graph_Dialect, mnemonic, traits>;

/// Values are used before they are defined in loops, and in files that are not
/// sorted.
defvar Graph_Unordered = DeclareOpInterfaceMethods<RegionKindInterface>;

def Graph_ModelOp : Graph_Op<"model", [
    IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock,
    SymbolTable]> {
  let summary = "a graph with its functions";
  let description = [{
    What one GraphDef, one meta graph of a SavedModel, one Keras model or one
    ONNX model holds. `producer` is the version of the program that wrote it, as
    the framework numbers graphs, `min_consumer` the oldest that may read it;
    `framework_version` is what it says of itself. `opsets` gives the version of
    each set of operations of an ONNX model.

    ```mlir
    graph.model tensorflow attributes {producer = 134 : i64} {
      graph.function {
        %x, %x_done = graph.node "Placeholder"() name "x" : () -> tensor<*xf32>
      }
    }
    ```
  }];
  let arguments = (ins
    Graph_Framework:$framework,
    OptionalAttr<I64Attr>:$producer,
    OptionalAttr<I64Attr>:$min_consumer,
    OptionalAttr<StrAttr>:$framework_version,
    OptionalAttr<StrArrayAttr>:$tags,
    OptionalAttr<DictionaryAttr>:$opsets);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$framework attr-dict-with-keyword $body";
  let extraClassDeclaration = [{
    /// The main graph first.
    auto getFunctions() { return getBody().getOps<FunctionOp>(); }
    /// The function of a name, or null.
    FunctionOp getFunction(::mlir::StringRef name);
  }];
}

def Graph_FunctionOp : Graph_Op<"function", [
    Graph_Unordered, HasParent<"ModelOp">, IsolatedFromAbove, NoTerminator,
    SingleBlock, DeclareOpInterfaceMethods<Symbol, ["isOptionalSymbol"]>]> {
  let summary = "the main graph, or a function of the library";
  let description = [{
    The main graph has no name. Arguments are the arguments of the block, in the
    order of `arg_names`; what is returned is named by a `graph.return` at the
    end. Sizes of arguments that are not known may have names, which stand for
    one size each: `arg_dimensions` has a list of names for each argument, with
    an empty one for what has none.
  }];
  let arguments = (ins
    OptionalAttr<SymbolNameAttr>:$sym_name,
    OptionalAttr<StrArrayAttr>:$arg_names,
    OptionalAttr<StrArrayAttr>:$result_names,
    OptionalAttr<ArrayAttr>:$arg_dimensions,
    OptionalAttr<DictionaryAttr>:$function_attributes);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "($sym_name^)? attr-dict-with-keyword $body";
  let extraClassDeclaration = [{
    bool isMain() { return !getSymName(); }
    /// The nodes, without those in regions of other nodes.
    auto getNodes() { return getBody().getOps<NodeOp>(); }
    /// What is returned, or null.
    ReturnOp getReturn();
    /// The name of a size of an argument; empty if it has none.
    ::llvm::StringRef getDimensionName(unsigned argument, unsigned dimension);
    /// The name that all arguments which name their first size have for it;
    /// empty if none does, or they differ.
    ::llvm::StringRef getBatchName();
  }];
}

def Graph_ReturnOp : Graph_Op<"return"> {
  let summary = "what a function or a region returns";
  let description = [{
    Not a terminator, as the order of a graph says nothing. Control edges keep
    nodes alive for their effects.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Graph_UndefinedOp : Graph_Op<"undefined"> {
  let summary = "a value that is used and that nothing defines";
  let description = [{
    Stands where a file names a node or an output that it does not have, so that
    the rest of the graph can be checked. Without a name it is an input that a
    node of ONNX leaves out.
  }];
  let arguments = (ins StrAttr:$reference);
  let results = (outs AnyType:$value);
  let assemblyFormat = "$reference attr-dict `:` type($value)";
}

def Graph_InitializerOp : Graph_Op<"initializer"> {
  let summary = "a tensor that a graph holds beside its nodes";
  let description = [{
    A weight or constant of an ONNX graph, which no node makes. Small ones have
    their elements; of others `content` says where they lie, in another file if
    there is one.

    ```mlir
    %w = graph.initializer "conv/w" (#graph.content<64, 4160> : tensor<32x32xf32>) : tensor<32x32xf32>
    %v = graph.initializer "fc/w" in "weights.bin" (#graph.content<0, 4096> : tensor<32x32xf32>) : tensor<32x32xf32>
    ```
  }];
  let arguments = (ins StrAttr:$name, AnyAttr:$content,
                       OptionalAttr<StrAttr>:$file);
  let results = (outs AnyType:$value);
  let assemblyFormat =
      "$name (`in` $file^)? `(` $content `)` attr-dict `:` type($value)";
}

def Graph_NodeOp : Graph_Op<"node", [Graph_Unordered, NoTerminator]> {
  let summary = "an operation of the framework";
  let description = [{
    Operands are values first, then control edges, which print in brackets. The
    last result stands for the node having run; it is not printed among the
    types.

    A graph has millions of nodes, and few of them have a finding. So a node
    that was imported has its name, its attributes and its places in the file,
    under its number `index`, and a `NodeReader` reads them. A node without
    number has them itself. What many checks ask of every node is there always:
    the device, the cluster of nodes that is compiled as one (`_tpu_replicate`),
    and the part of it that runs on the host (`_xla_outside_compilation`).

    ```mlir
    %y, %done = graph.node "MatMul"(%a, %b) [%init] name "dense/MatMul"
        device "/device:TPU:0" {T = f32}
        : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    ```

    Regions are the subgraphs of an ONNX node; they see the values around them.
  }];
  let arguments = (ins
    Variadic<AnyType>:$edges,
    StrAttr:$op_name,
    OptionalAttr<StrAttr>:$node_name,
    OptionalAttr<StrAttr>:$domain,
    OptionalAttr<StrAttr>:$device,
    OptionalAttr<StrAttr>:$cluster,
    OptionalAttr<StrAttr>:$outside_compilation,
    OptionalAttr<DictionaryAttr>:$node_attributes,
    DefaultValuedProp<I32Prop, "-1">:$index);
  let results = (outs Variadic<AnyType>:$outputs, Graph_Control:$done);
  let regions = (region VariadicRegion<AnyRegion>:$subgraphs);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The number of a node that has its name and attributes itself.
    static constexpr int32_t NoIndex = -1;

    /// The operands before the first control edge.
    ::mlir::OperandRange getInputs();
    ::mlir::OperandRange getControlInputs();
    bool is(::mlir::StringRef opName) { return getOpName() == opName; }
  }];
}

#endif // TRAINLINT_DIALECT_GRAPH_IR_GRAPHOPS_TD
