// Variables, references and resources, and what trains them.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

graph.model tensorflow {
  graph.function {
    // CHECK: graph.node "VariableV2"() name "v" {{.*}} -> !graph.ref<tensor<784x10xf32>>
    %v:2 = graph.node "VariableV2"() name "v" {shape = #graph.shape<[784, 10]>} : () -> !graph.ref<tensor<*xf32>>
    // An empty shape of the oldest op is one that nobody gave.
    // CHECK: graph.node "Variable"() name "old" {{.*}} -> !graph.ref<tensor<*xf32>>
    %old:2 = graph.node "Variable"() name "old" {shape = #graph.shape<[]>} : () -> !graph.ref<tensor<*xf32>>
    // CHECK: graph.node "Identity"{{.*}} name "v/read" {{.*}} -> tensor<784x10xf32>
    %read:2 = graph.node "Identity"(%v#0) name "v/read" : (!graph.ref<tensor<*xf32>>) -> tensor<*xf32>
    // CHECK: graph.node "Assign"{{.*}} -> !graph.ref<tensor<784x10xf32>>
    %assign:2 = graph.node "Assign"(%v#0, %x#0) : (!graph.ref<tensor<*xf32>>, tensor<*xf32>) -> !graph.ref<tensor<*xf32>>
    // CHECK: graph.node "ApplyGradientDescent"{{.*}} -> !graph.ref<tensor<784x10xf32>>
    %apply:2 = graph.node "ApplyGradientDescent"(%v#0, %x#0, %x#0) : (!graph.ref<tensor<*xf32>>, tensor<*xf32>, tensor<*xf32>) -> !graph.ref<tensor<*xf32>>

    // The shape goes with the handle.
    // CHECK: graph.node "VarHandleOp"{{.*}} -> tensor<!graph.element<"resource">>
    %h:2 = graph.node "VarHandleOp"() name "h" {dtype = f32, shape = #graph.shape<[1000, 64]>} : () -> tensor<*x!graph.element<"resource">>
    %h2:2 = graph.node "Identity"(%h#0) : (tensor<*x!graph.element<"resource">>) -> tensor<*x!graph.element<"resource">>
    // CHECK: graph.node "ReadVariableOp"{{.*}} -> tensor<1000x64xf32>
    %value:2 = graph.node "ReadVariableOp"(%h2#0) : (tensor<*x!graph.element<"resource">>) -> tensor<*xf32>
    %ids:2 = graph.node "Placeholder"() {shape = #graph.shape<[-1, 20]>} : () -> tensor<*xi32>
    // CHECK: graph.node "ResourceGather"{{.*}} -> tensor<?x20x64xf32>
    %rows:2 = graph.node "ResourceGather"(%h2#0, %ids#0) {batch_dims = 0} : (tensor<*x!graph.element<"resource">>, tensor<*xi32>) -> tensor<*xf32>
    // CHECK: graph.node "ReadVariableOp"{{.*}} name "unknown" {{.*}} -> tensor<*xf32>
    %unknown:2 = graph.node "ReadVariableOp"(%r#0) name "unknown" : (tensor<*x!graph.element<"resource">>) -> tensor<*xf32>
    %r:2 = graph.node "Placeholder"() : () -> tensor<*x!graph.element<"resource">>
    // CHECK: graph.node "Placeholder"() name "x"
    // CHECK-SAME: -> tensor<*xf32>
    %x:2 = graph.node "Placeholder"() name "x" : () -> tensor<*xf32>
  }
}
