// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

// Sizes of ONNX models that move elements, of a batch that nobody knows.

graph.model onnx attributes {opsets = {ai.onnx = 18 : i64}} {
  graph.function attributes {arg_names = ["x", "ids", "target", "places", "count"], result_names = []} {
  ^bb0(%x: tensor<?x3x8xf32>, %ids: tensor<?x?xi64>, %target: tensor<3xi64>, %places: tensor<5x2xi64>, %count: tensor<1xi64>):
    %keep = graph.initializer "keep"(dense<[0, -1]> : tensor<2xi64>) : tensor<2xi64>
    // CHECK: name "flat" {{.*}} -> tensor<?x24xf32>
    %flat:2 = graph.node "Reshape"(%x, %keep) name "flat" : (tensor<?x3x8xf32>, tensor<2xi64>) -> tensor<*xf32>

    %first = graph.initializer "first"(dense<0> : tensor<1xi64>) : tensor<1xi64>
    // CHECK: name "any" {{.*}} -> tensor<?x?x?xf32>
    %any:2 = graph.node "Reshape"(%x, %target) name "any" : (tensor<?x3x8xf32>, tensor<3xi64>) -> tensor<*xf32>
    // One size may follow from the others, even if data says it.
    // CHECK: name "joined_sizes" {{.*}} -> tensor<2xi64>
    %two = graph.initializer "two"(dense<2> : tensor<1xi64>) : tensor<1xi64>
    %sizes:2 = graph.node "Concat"(%count, %two) name "joined_sizes" {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<*xi64>
    %fixed = graph.initializer "fixed"(dense<0.0> : tensor<4x6xf32>) : tensor<4x6xf32>
    // CHECK: name "quotient" {{.*}} -> tensor<12x2xf32>
    %quotient:2 = graph.node "Reshape"(%fixed, %sizes#0) name "quotient" : (tensor<4x6xf32>, tensor<*xi64>) -> tensor<*xf32>
    // CHECK: name "turned" {{.*}} -> tensor<8x?x3xf32>
    %turned:2 = graph.node "Transpose"(%x) name "turned" {perm = [2, 0, 1]} : (tensor<?x3x8xf32>) -> tensor<*xf32>
    // CHECK: name "joined" {{.*}} -> tensor<?x6x8xf32>
    %joined:2 = graph.node "Concat"(%x, %x) name "joined" {axis = 1 : i64} : (tensor<?x3x8xf32>, tensor<?x3x8xf32>) -> tensor<*xf32>
    // CHECK: name "parts" {{.*}} -> (tensor<?x3x3xf32>, tensor<?x3x3xf32>, tensor<?x3x2xf32>)
    %parts:4 = graph.node "Split"(%x) name "parts" {axis = 2 : i64, num_outputs = 3 : i64} : (tensor<?x3x8xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

    %starts = graph.initializer "starts"(dense<[1, -5]> : tensor<2xi64>) : tensor<2xi64>
    %ends = graph.initializer "ends"(dense<[9, 100]> : tensor<2xi64>) : tensor<2xi64>
    %axes = graph.initializer "axes"(dense<[0, 2]> : tensor<2xi64>) : tensor<2xi64>
    // CHECK: name "cut" {{.*}} -> tensor<?x3x5xf32>
    %cut:2 = graph.node "Slice"(%x, %starts, %ends, %axes) name "cut" : (tensor<?x3x8xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
    // CHECK: name "wide" {{.*}} -> tensor<?x3x8xf32>
    %ones = graph.initializer "ones"(dense<1> : tensor<3xi64>) : tensor<3xi64>
    %wide:2 = graph.node "Expand"(%x, %ones) name "wide" : (tensor<?x3x8xf32>, tensor<3xi64>) -> tensor<*xf32>
    %pads = graph.initializer "pads"(dense<[0, 1, 0, 0, 0, -2]> : tensor<6xi64>) : tensor<6xi64>
    // CHECK: name "padded" {{.*}} -> tensor<?x4x6xf32>
    %padded:2 = graph.node "Pad"(%x, %pads) name "padded" : (tensor<?x3x8xf32>, tensor<6xi64>) -> tensor<*xf32>
    %table = graph.initializer "table"(dense<0.0> : tensor<100x16xf32>) : tensor<100x16xf32>
    // CHECK: name "embedded" {{.*}} -> tensor<?x?x16xf32>
    %embedded:2 = graph.node "Gather"(%table, %ids) name "embedded" : (tensor<100x16xf32>, tensor<?x?xi64>) -> tensor<*xf32>
    // CHECK: name "picked" {{.*}} -> tensor<5x8xf32>
    %picked:2 = graph.node "GatherND"(%x, %places) name "picked" : (tensor<?x3x8xf32>, tensor<5x2xi64>) -> tensor<*xf32>
    %none = graph.undefined "" : !graph.unknown
    %scales = graph.initializer "scales"(dense<[1.0, 1.0, 1.5]> : tensor<3xf32>) : tensor<3xf32>
    // CHECK: name "resized" {{.*}} -> tensor<?x3x12xf32>
    %resized:2 = graph.node "Resize"(%x, %none, %scales) name "resized" {mode = "linear"} : (tensor<?x3x8xf32>, !graph.unknown, tensor<3xf32>) -> tensor<*xf32>
    // CHECK: name "squeezed" {{.*}} -> tensor<3x8xf32>
    %squeezed:2 = graph.node "Squeeze"(%x, %first) name "squeezed" : (tensor<?x3x8xf32>, tensor<1xi64>) -> tensor<*xf32>
    graph.return
  }
}
