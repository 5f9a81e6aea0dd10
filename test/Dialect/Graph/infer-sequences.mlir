// Arrays and lists of tensors, cells, and what comes from outside.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

graph.model tensorflow {
  graph.function {
    %n:2 = graph.node "Const"() {value = dense<5> : tensor<i32>} : () -> tensor<*xi32>
    %i:2 = graph.node "Const"() {value = dense<[0, 1, 2]> : tensor<3xi32>} : () -> tensor<*xi32>
    // CHECK: graph.node "TensorArrayV3"{{.*}} -> (tensor<2x!graph.element<"resource">>, tensor<f32>)
    %array:3 = graph.node "TensorArrayV3"(%n#0) {element_shape = #graph.shape<[-1, 8]>} : (tensor<*xi32>) -> (tensor<*x!graph.element<"resource">>, tensor<*xf32>)
    // CHECK: graph.node "TensorArrayReadV3"{{.*}} -> tensor<?x8xf32>
    %read:2 = graph.node "TensorArrayReadV3"(%array#0, %n#0, %array#1) : (tensor<*x!graph.element<"resource">>, tensor<*xi32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "TensorArrayGatherV3"{{.*}} -> tensor<3x32x8xf32>
    %all:2 = graph.node "TensorArrayGatherV3"(%array#0, %i#0, %array#1) {element_shape = #graph.shape<[32, -1]>} : (tensor<*x!graph.element<"resource">>, tensor<*xi32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "BlockLSTM"{{.*}} -> (tensor<20x32x64xf32>, tensor<20x32x64xf32>)
    %x:2 = graph.node "Placeholder"() {shape = #graph.shape<[20, 32, 16]>} : () -> tensor<*xf32>
    %h:2 = graph.node "Placeholder"() {shape = #graph.shape<[32, 64]>} : () -> tensor<*xf32>
    %lstm:3 = graph.node "BlockLSTM"(%n#0, %x#0, %h#0, %h#0) : (tensor<*xi32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
    %size:2 = graph.node "Const"() {value = dense<[32, 64]> : tensor<2xi32>} : () -> tensor<*xi32>
    %list:2 = graph.node "TensorListReserve"(%size#0, %n#0) : (tensor<*xi32>, tensor<*xi32>) -> tensor<*x!graph.element<"variant">>
    // CHECK: graph.node "TensorListStack"{{.*}} -> tensor<5x32x64xf32>
    %stack:2 = graph.node "TensorListStack"(%list#0, %size#0) {num_elements = 5} : (tensor<*x!graph.element<"variant">>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "IteratorGetNext"{{.*}} -> (tensor<?x28x28xf32>, tensor<*xi32>)
    %it:2 = graph.node "IteratorV2"() : () -> tensor<*x!graph.element<"resource">>
    %next:3 = graph.node "IteratorGetNext"(%it#0) {output_shapes = [#graph.shape<[-1, 28, 28]>, #graph.shape<unranked>]} : (tensor<*x!graph.element<"resource">>) -> (tensor<*xf32>, tensor<*xi32>)
    // Odd lists and sizes say nothing.
    // CHECK: graph.node "IteratorGetNext"{{.*}} name "odd" {{.*}} -> (tensor<*xf32>, tensor<*xi32>)
    %odd:3 = graph.node "IteratorGetNext"(%it#0) name "odd" {output_shapes = [#graph.shape<[-7]>, 3, "x"]} : (tensor<*x!graph.element<"resource">>) -> (tensor<*xf32>, tensor<*xi32>)
    // Without the version of the program, an empty shape may be none.
    // CHECK: graph.node "Placeholder"() name "empty" {{.*}} -> tensor<*xf32>
    %empty:2 = graph.node "Placeholder"() name "empty" {shape = #graph.shape<[]>} : () -> tensor<*xf32>
    // What the exporter wrote down holds, and is added to.
    // CHECK: graph.node "Identity"{{.*}} name "given" {{.*}} -> tensor<32x64xf32>
    %given:2 = graph.node "Identity"(%h#0) name "given" : (tensor<*xf32>) -> tensor<?x64xf32>
    // CHECK: graph.node "Identity"{{.*}} name "otherwise" {{.*}} -> tensor<7x64xf32>
    %otherwise:2 = graph.node "Identity"(%h#0) name "otherwise" : (tensor<*xf32>) -> tensor<7x64xf32>
  }
}
