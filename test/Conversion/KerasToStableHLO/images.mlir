// RUN: trainlint-opt %s --graph-to-forward --split-input-file -verify-diagnostics | FileCheck %s
// RUN: trainlint-opt %s --graph-to-forward=form=evaluation --split-input-file | FileCheck %s --check-prefix=USED

// Images of integers become floats. Each has a number of its own while it is learned from, and stays as it is where
// nothing is learned.

graph.model keras attributes {framework_version = "3.6.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<4x6x6x3xui8>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<4x6x6x3xui8>
    // CHECK: %[[IMAGES:.*]] = stablehlo.convert %[[X]] : (tensor<4x6x6x3xui8>) -> tensor<4x6x6x3xf32>
    // CHECK: %[[FLIPPED:.*]] = stablehlo.reverse %[[IMAGES]], dims = [1] : tensor<4x6x6x3xf32>
    // CHECK: stablehlo.rng_bit_generator {{.*}} -> (tensor<2xui64>, tensor<4xui32>)
    // CHECK: %[[CHOSEN:.*]] = stablehlo.compare LT, {{.*}} -> tensor<4xi1>
    // CHECK: %[[PIXELS:.*]] = stablehlo.broadcast_in_dim %[[CHOSEN]], dims = [0] : (tensor<4xi1>) -> tensor<4x6x6x3xi1>
    // CHECK: %[[FLIP:.*]] = stablehlo.select %[[PIXELS]], %[[FLIPPED]], %[[IMAGES]]
    // USED-LABEL: func.func @forward(
    // USED: %[[SAME:.*]] = stablehlo.convert
    %flip:2 = graph.node "RandomFlip"(%x) name "flip" {dtype = "float32", mode = "vertical"} : (tensor<4x6x6x3xui8>) -> tensor<*xf32>
    // CHECK: "stablehlo.gather"(%[[FLIP]], {{.*}} -> tensor<4x4x5x3xf32>
    // USED: stablehlo.slice
    %crop:2 = graph.node "RandomCrop"(%flip#0) name "crop" {dtype = "float32", height = 4 : i64, width = 5 : i64} : (tensor<*xf32>) -> tensor<*xf32>
    // USED: return %[[SAME]], %{{.*}} : tensor<4x6x6x3xf32>, tensor<4x4x5x3xf32>
    graph.return %flip#0, %crop#0 : tensor<*xf32>, tensor<*xf32>
  }
}

// -----

// What cannot be learned through is used all the same.

graph.model keras attributes {framework_version = "3.6.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<4x6x6x3xf32>):
    // USED-LABEL: func.func @forward(
    // USED-SAME:    %[[GIVEN:[^:]*]]: tensor<4x6x6x3xf32>
    // expected-error@below {{RandomGaussianBlur `blur`: `kernel_size` is 4; an odd number is required}}
    %blur:2 = graph.node "RandomGaussianBlur"(%x) name "blur" {dtype = "float32", kernel_size = [4, 4]} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomGaussianBlur `uneven` cannot be lowered to StableHLO: `kernel_size` is [3, 5]; equal sizes are supported}}
    %uneven:2 = graph.node "RandomGaussianBlur"(%x) name "uneven" {dtype = "float32", kernel_size = [3, 5]} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{Equalization `even` cannot be lowered to StableHLO: `bins` is not supported}}
    %even:2 = graph.node "Equalization"(%x) name "even" {dtype = "float32", bins = 0 : i64} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomPerspective `bend`: `scale` is not a number from 0 to 1}}
    %bend:2 = graph.node "RandomPerspective"(%x) name "bend" {dtype = "float32", scale = 1.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomElasticTransform `waves` cannot be lowered to StableHLO: unsupported interpolation `bicubic`}}
    %waves:2 = graph.node "RandomElasticTransform"(%x) name "waves" {dtype = "float32", fill_mode = "mirror", interpolation = "bicubic"} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomRotation `turn` cannot be lowered to StableHLO: unsupported fill_mode `mirror`}}
    %turn:2 = graph.node "RandomRotation"(%x) name "turn" {dtype = "float32", factor = 0.5, fill_mode = "mirror"} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomZoom `zoom` cannot be lowered to StableHLO: `height_factor` is not supported}}
    %zoom:2 = graph.node "RandomZoom"(%x) name "zoom" {dtype = "float32", height_factor = [0.1, 0.2, 0.3]} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomHeight `height` cannot be lowered to StableHLO: it draws the size of its result}}
    %height:2 = graph.node "RandomHeight"(%x) name "height" {dtype = "float32", factor = 0.2} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{MixUp `mix` cannot be lowered to StableHLO: `alpha` is not supported}}
    %mix:2 = graph.node "MixUp"(%x) name "mix" {dtype = "float32", alpha = 0.0} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{AugMix `chains` cannot be lowered to StableHLO: `num_chains` is not supported}}
    %chains:2 = graph.node "AugMix"(%x) name "chains" {dtype = "float32", num_chains = 0 : i64} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandAugment `many` cannot be lowered to StableHLO: `num_ops` is not supported}}
    %many:2 = graph.node "RandAugment"(%x) name "many" {dtype = "float32", num_ops = 1000 : i64} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // USED: return %[[GIVEN]], %[[GIVEN]], %[[GIVEN]], %[[GIVEN]], %[[GIVEN]]
    graph.return %blur#0, %turn#0, %zoom#0, %height#0, %mix#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}

// -----

// Numbers that Keras 3 refuses are errors; of a list it looks at one side of each number, or at both.

graph.model keras attributes {framework_version = "3.6.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<4x6x6x3xf32>):
    // USED-LABEL: func.func @forward(
    // expected-error@below {{RandomErasing `erase`: `factor` is 1.5; a number from 0 to 1 is required}}
    %erase:2 = graph.node "RandomErasing"(%x) name "erase" {dtype = "float32", factor = 1.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomErasing `scale`: `scale` is [1.25, 0.5]; numbers from 0 to 1 are required}}
    %scale:2 = graph.node "RandomErasing"(%x) name "scale" {dtype = "float32", scale = [1.25, 0.5]} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomErasing `filling` cannot be lowered to StableHLO: `fill_value` is not supported}}
    %filling:2 = graph.node "RandomErasing"(%x) name "filling" {dtype = "float32", fill_value = [1, 2]} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomFlip `flip` cannot be lowered to StableHLO: unsupported mode `diagonal`}}
    %flip:2 = graph.node "RandomFlip"(%x) name "flip" {dtype = "float32", mode = "diagonal"} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomTranslation `move`: `width_factor` is [-2, 0.5]; numbers from -1 to 1 are required}}
    %move:2 = graph.node "RandomTranslation"(%x) name "move" {dtype = "float32", height_factor = 0.5, width_factor = [-2, 0.5]} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomRotation `turn`: `factor` is 1.5; a number from -1 to 1 is required}}
    %turn:2 = graph.node "RandomRotation"(%x) name "turn" {dtype = "float32", factor = 1.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomZoom `zoom`: `height_factor` is -1.5; a number from -1 to 1 is required}}
    %zoom:2 = graph.node "RandomZoom"(%x) name "zoom" {dtype = "float32", height_factor = -1.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomShear `shear`: `y_factor` is [-0.25, 0.25]; numbers from 0 to 1 are required}}
    %shear:2 = graph.node "RandomShear"(%x) name "shear" {dtype = "float32", x_factor = 0.5, y_factor = [-0.25, 0.25]} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomBrightness `bright`: `factor` is 1.5; a number from -1 to 1 is required}}
    %bright:2 = graph.node "RandomBrightness"(%x) name "bright" {dtype = "float32", factor = 1.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomBrightness `range` cannot be lowered to StableHLO: `value_range` is not supported}}
    %range:2 = graph.node "RandomBrightness"(%x) name "range" {dtype = "float32", factor = 0.5, value_range = 255} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomContrast `contrast`: `factor` is [0.25, -0.5]; numbers from 0 to 1 are required}}
    %contrast:2 = graph.node "RandomContrast"(%x) name "contrast" {dtype = "float32", factor = [0.25, -0.5]} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomSaturation `saturation`: `factor` is -1.5; a number from -1 to 1 is required}}
    %saturation:2 = graph.node "RandomSaturation"(%x) name "saturation" {dtype = "float32", factor = -1.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomHue `hue`: `factor` is -0.5; a number from 0 to 1 is required}}
    %hue:2 = graph.node "RandomHue"(%x) name "hue" {dtype = "float32", factor = -0.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomColorJitter `jitter`: `hue_factor` is 2; a number from 0 to 1 is required}}
    %jitter:2 = graph.node "RandomColorJitter"(%x) name "jitter" {dtype = "float32", brightness_factor = 0.5, hue_factor = 2} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomColorDegeneration `gray`: `factor` is 2; a number from -1 to 1 is required}}
    %gray:2 = graph.node "RandomColorDegeneration"(%x) name "gray" {dtype = "float32", factor = 2} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomGrayscale `grays`: `factor` is 1.5; a number from 0 to 1 is required}}
    %grays:2 = graph.node "RandomGrayscale"(%x) name "grays" {dtype = "float32", factor = 1.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomInvert `invert`: `factor` is -0.5; a number from 0 to 1 is required}}
    %invert:2 = graph.node "RandomInvert"(%x) name "invert" {dtype = "float32", factor = -0.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomPosterization `bits`: `factor` is 9; a number from 1 to 8 is required}}
    %bits:2 = graph.node "RandomPosterization"(%x) name "bits" {dtype = "float32", factor = 9} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomSharpness `sharp`: `factor` is 1.5; a number from 0 to 1 is required}}
    %sharp:2 = graph.node "RandomSharpness"(%x) name "sharp" {dtype = "float32", factor = 1.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{Solarization `sun`: `threshold_factor` is [0, 1.5]; numbers from 0 to 1 are required}}
    %sun:2 = graph.node "Solarization"(%x) name "sun" {dtype = "float32", threshold_factor = [0, 1.5]} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{RandAugment `chosen`: `factor` is [0, 1.5]; numbers from 0 to 1 are required}}
    %chosen:2 = graph.node "RandAugment"(%x) name "chosen" {dtype = "float32", factor = [0, 1.5]} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{AugMix `chains`: `factor` is -0.5; a number from 0 to 1 is required}}
    %chains:2 = graph.node "AugMix"(%x) name "chains" {dtype = "float32", factor = -0.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    // expected-error@below {{CutMix `cut`: `factor` is 1.5; a number from 0 to 1 is required}}
    %cut:2 = graph.node "CutMix"(%x) name "cut" {dtype = "float32", factor = 1.5} : (tensor<4x6x6x3xf32>) -> tensor<*xf32>
    graph.return %erase#0 : tensor<*xf32>
  }
}

// -----

// Chains of layers are one loop, which chooses a layer for each of its iterations, or none.

graph.model keras attributes {framework_version = "3.9.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<4x6x6x2xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[GIVEN:[^:]*]]: tensor<4x6x6x2xf32>
    // CHECK: stablehlo.rng_bit_generator {{.*}} -> (tensor<2xui64>, tensor<6x2xui64>)
    // CHECK: stablehlo.while({{.*}}) : tensor<i64>, tensor<4x6x6x2xf32>, tensor<4x6x6x2xf32>
    // CHECK: "stablehlo.case"
    // CHECK-NOT: "stablehlo.case"
    // USED-LABEL: func.func @forward(
    // USED-SAME:    %[[GIVEN:[^:]*]]: tensor<4x6x6x2xf32>
    %mix:2 = graph.node "AugMix"(%x) name "mix" {dtype = "float32", num_chains = 3 : i64, chain_depth = 2 : i64, all_ops = false} : (tensor<4x6x6x2xf32>) -> tensor<*xf32>
    // Images without bounding boxes stay what they are.
    %boxes:2 = graph.node "MaxNumBoundingBoxes"(%x) name "boxes" {dtype = "float32", max_number = 3 : i64} : (tensor<4x6x6x2xf32>) -> tensor<*xf32>
    // CHECK: return %{{.*}}, %[[GIVEN]] :
    // USED: return %[[GIVEN]], %[[GIVEN]] :
    graph.return %mix#0, %boxes#0 : tensor<*xf32>, tensor<*xf32>
  }
}
