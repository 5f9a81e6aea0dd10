// Convolutions, pooling and their gradients.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

graph.model tensorflow attributes {producer = 134 : i64} {
  graph.function {
    %x:2 = graph.node "Placeholder"() name "x" {dtype = f32, shape = #graph.shape<[-1, 224, 224, 3]>} : () -> tensor<*xf32>
    %f:2 = graph.node "Placeholder"() name "f" {dtype = f32, shape = #graph.shape<[7, 7, 3, 64]>} : () -> tensor<*xf32>
    %nchw:2 = graph.node "Placeholder"() name "nchw" {dtype = f32, shape = #graph.shape<[16, 3, 230, 230]>} : () -> tensor<*xf32>
    %any:2 = graph.node "Placeholder"() name "any" {dtype = f32, shape = #graph.shape<unranked>} : () -> tensor<*xf32>
    // CHECK: graph.node "Conv2D"{{.*}} name "same"{{.*}} -> tensor<?x112x112x64xf32>{{$}}
    %same:2 = graph.node "Conv2D"(%x#0, %f#0) name "same" {data_format = "NHWC", dilations = [1, 1, 1, 1], padding = "SAME", strides = [1, 2, 2, 1]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Conv2D"{{.*}} name "valid"{{.*}} -> tensor<16x64x112x112xf32>{{$}}
    %valid:2 = graph.node "Conv2D"(%nchw#0, %f#0) name "valid" {data_format = "NCHW", padding = "VALID", strides = [1, 1, 2, 2]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Conv2D"{{.*}} name "explicit"{{.*}} -> tensor<?x112x112x64xf32>{{$}}
    %explicit:2 = graph.node "Conv2D"(%x#0, %f#0) name "explicit" {data_format = "NHWC", explicit_paddings = [0, 0, 3, 3, 3, 3, 0, 0], padding = "EXPLICIT", strides = [1, 2, 2, 1]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Conv2D"{{.*}} name "dilated"{{.*}} -> tensor<?x212x212x64xf32>{{$}}
    %dilated:2 = graph.node "Conv2D"(%x#0, %f#0) name "dilated" {data_format = "NHWC", dilations = [1, 2, 2, 1], padding = "VALID", strides = [1, 1, 1, 1]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Conv2D"{{.*}} name "rank_only"{{.*}} -> tensor<?x?x?x64xf32>{{$}}
    %rank_only:2 = graph.node "Conv2D"(%any#0, %f#0) name "rank_only" {data_format = "NHWC", dilations = [1, 1, 1, 1], padding = "SAME", strides = [1, 2, 2, 1]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Conv2D"{{.*}} name "odd"{{.*}} -> tensor<?x?x?x?xf32>{{$}}
    %odd:2 = graph.node "Conv2D"(%x#0, %f#0) name "odd" {padding = "SAME", strides = [1, 0, 2, 1]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    %small:2 = graph.node "Placeholder"() name "small" {dtype = f32, shape = #graph.shape<[1, 2, 2, 3]>} : () -> tensor<*xf32>
    // CHECK: graph.node "Conv2D"{{.*}} name "larger_window"{{.*}} -> tensor<?x?x?x?xf32>{{$}}
    %larger_window:2 = graph.node "Conv2D"(%small#0, %f#0) name "larger_window" {padding = "VALID", strides = [1, 1, 1, 1]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    %depth:2 = graph.node "Placeholder"() name "depth" {dtype = f32, shape = #graph.shape<[3, 3, 64, 2]>} : () -> tensor<*xf32>
    // CHECK: graph.node "DepthwiseConv2dNative"{{.*}} name "depthwise"{{.*}} -> tensor<?x112x112x128xf32>{{$}}
    %depthwise:2 = graph.node "DepthwiseConv2dNative"(%same#0, %depth#0) name "depthwise" {data_format = "NHWC", padding = "SAME", strides = [1, 1, 1, 1]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    %video:2 = graph.node "Placeholder"() name "video" {dtype = f32, shape = #graph.shape<[2, 16, 32, 32, 3]>} : () -> tensor<*xf32>
    %f3:2 = graph.node "Placeholder"() name "f3" {dtype = f32, shape = #graph.shape<[3, 3, 3, 3, 8]>} : () -> tensor<*xf32>
    // CHECK: graph.node "Conv3D"{{.*}} name "conv3"{{.*}} -> tensor<2x14x15x15x8xf32>{{$}}
    %conv3:2 = graph.node "Conv3D"(%video#0, %f3#0) name "conv3" {data_format = "NDHWC", padding = "VALID", strides = [1, 1, 2, 2, 1]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    %sizes:2 = graph.node "Const"() name "sizes" {dtype = i32, value = dense<[16, 3, 230, 230]> : tensor<4xi32>} : () -> tensor<*xi32>
    %filter_sizes:2 = graph.node "Const"() name "filter_sizes" {dtype = i32, value = dense<[7, 7, 3, 64]> : tensor<4xi32>} : () -> tensor<*xi32>
    // CHECK: graph.node "Shape"{{.*}} name "shape"{{.*}} -> tensor<4xi32>{{$}}
    %shape:2 = graph.node "Shape"(%x#0) name "shape" : (tensor<*xf32>) -> tensor<*xi32>
    // CHECK: graph.node "Conv2DBackpropInput"{{.*}} name "input_grad"{{.*}} -> tensor<16x3x230x230xf32>{{$}}
    %input_grad:2 = graph.node "Conv2DBackpropInput"(%sizes#0, %f#0, %valid#0) name "input_grad" {data_format = "NCHW", padding = "VALID", strides = [1, 1, 2, 2]} : (tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Conv2DBackpropInput"{{.*}} name "input_grad2"{{.*}} -> tensor<?x224x224x3xf32>{{$}}
    %input_grad2:2 = graph.node "Conv2DBackpropInput"(%shape#0, %f#0, %same#0) name "input_grad2" {padding = "SAME", strides = [1, 2, 2, 1]} : (tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Conv2DBackpropFilter"{{.*}} name "filter_grad"{{.*}} -> tensor<7x7x3x64xf32>{{$}}
    %filter_grad:2 = graph.node "Conv2DBackpropFilter"(%nchw#0, %filter_sizes#0, %valid#0) name "filter_grad" {data_format = "NCHW", padding = "VALID", strides = [1, 1, 2, 2]} : (tensor<*xf32>, tensor<*xi32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "MaxPool"{{.*}} name "pool"{{.*}} -> tensor<?x56x56x64xf32>{{$}}
    %pool:2 = graph.node "MaxPool"(%same#0) name "pool" {data_format = "NHWC", ksize = [1, 3, 3, 1], padding = "SAME", strides = [1, 2, 2, 1]} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "AvgPool"{{.*}} name "average"{{.*}} -> tensor<?x55x55x64xf32>{{$}}
    %average:2 = graph.node "AvgPool"(%same#0) name "average" {ksize = [1, 3, 3, 1], padding = "VALID", strides = [1, 2, 2, 1]} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "MaxPoolGrad"{{.*}} name "pool_grad"{{.*}} -> tensor<?x112x112x64xf32>{{$}}
    %pool_grad:2 = graph.node "MaxPoolGrad"(%same#0, %pool#0, %pool#0) name "pool_grad" {ksize = [1, 3, 3, 1], padding = "SAME", strides = [1, 2, 2, 1]} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  }
}
