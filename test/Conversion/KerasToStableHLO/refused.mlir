// RUN: trainlint-opt %s --graph-to-forward -verify-diagnostics

// What is refused, family by family: each layer is named, and all of them are told.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x", "y", "image"]} {
  ^bb0(%x: tensor<2x3x4xf32>, %y: tensor<2x5xf32>, %image: tensor<1x6x6x4xf32>):
    // Settings that are not there, and unknown ones.
    // expected-error@below {{Dense `units`}}
    %units:2 = graph.node "Dense"(%x) name "units" {dtype = "float32"} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{Dense `initializer`}}
    %initializer:2 = graph.node "Dense"(%x) name "initializer" {dtype = "float32", units = 3 : i64, kernel_initializer = {class_name = "Mine", config = {}}} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{Activation `activation`}}
    %activation:2 = graph.node "Activation"(%x) name "activation" {dtype = "float32", activation = "mine"} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{Lambda `mine`}}
    %mine:2 = graph.node "Lambda"(%x) name "mine" {dtype = "float32"} : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // Equations.
    // expected-error@below {{EinsumDense `equation`: `equation` "ab->ba" is not that of an input and a kernel}}
    %equation:2 = graph.node "EinsumDense"(%x) name "equation" {dtype = "float32", equation = "ab->ba", output_shape = 3 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{EinsumDense `letters`: `equation` names 2 dimensions of the input shape [2, 3, 4]}}
    %letters:2 = graph.node "EinsumDense"(%x) name "letters" {dtype = "float32", equation = "ab,bc->ac", output_shape = 3 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{EinsumDense `sizes`: `b` has size 3 in the input and 5 in `output_shape`}}
    %sizes:2 = graph.node "EinsumDense"(%x) name "sizes" {dtype = "float32", equation = "abc,cd->abd", output_shape = [5, 6]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{EinsumDense `open`: `output_shape` has no size of `d`}}
    %open:2 = graph.node "EinsumDense"(%x) name "open" {dtype = "float32", equation = "abc,cd->abd", output_shape = [unit, unit]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{EinsumDense `few`: `output_shape` has 1 sizes, and `equation` has 2 for them}}
    %few:2 = graph.node "EinsumDense"(%x) name "few" {dtype = "float32", equation = "abc,cd->abd", output_shape = 6 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{EinsumDense `axes`: `bias_axes` names `c`, which the result does not have}}
    %axes:2 = graph.node "EinsumDense"(%x) name "axes" {dtype = "float32", equation = "abc,cd->abd", output_shape = [3, 6], bias_axes = "c"} : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // Constraints.
    // expected-error@below {{Dense `constraint` cannot be lowered to StableHLO: unsupported kernel_constraint `Mine`}}
    %constraint:2 = graph.node "Dense"(%x) name "constraint" {dtype = "float32", units = 3 : i64, kernel_constraint = {class_name = "Mine", config = {}}} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{Dense `norm`: the axis of `bias_constraint` is 1; the rank is 1}}
    %norm:2 = graph.node "Dense"(%x) name "norm" {dtype = "float32", units = 3 : i64, bias_constraint = {class_name = "MaxNorm", config = {axis = 1 : i64}}} : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // Convolutions and pools.
    // expected-error@below {{Conv2D `rank`}}
    %rank:2 = graph.node "Conv2D"(%x) name "rank" {dtype = "float32", filters = 2 : i64, kernel_size = [3, 3]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{Conv1D `padding`}}
    %padding:2 = graph.node "Conv1D"(%x) name "padding" {dtype = "float32", filters = 2 : i64, kernel_size = [2], padding = "full"} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{Conv2D `groups`}}
    %groups:2 = graph.node "Conv2D"(%image) name "groups" {dtype = "float32", filters = 3 : i64, kernel_size = [1, 1], groups = 3 : i64} : (tensor<1x6x6x4xf32>) -> tensor<*xf32>
    // expected-error@below {{the window of `window` has size}}
    %window:2 = graph.node "MaxPooling2D"(%image) name "window" {dtype = "float32", pool_size = [9, 9]} : (tensor<1x6x6x4xf32>) -> tensor<*xf32>

    // expected-error@below {{LocallyConnected1D `same` cannot be lowered to StableHLO: unsupported padding `same`}}
    %same:2 = graph.node "LocallyConnected1D"(%x) name "same" {dtype = "float32", filters = 2 : i64, kernel_size = [2], padding = "same"} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{LocallyConnected1D `sparse` cannot be lowered to StableHLO: `implementation` is not supported}}
    %sparse:2 = graph.node "LocallyConnected1D"(%x) name "sparse" {dtype = "float32", filters = 2 : i64, kernel_size = [2], implementation = 3 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{the window of `local` has size}}
    %local:2 = graph.node "LocallyConnected1D"(%x) name "local" {dtype = "float32", filters = 2 : i64, kernel_size = [4]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{AdaptiveMaxPooling2D `adaptive`: the input shape [2, 3, 4] has rank 3; 4 is required}}
    %adaptive:2 = graph.node "AdaptiveMaxPooling2D"(%x) name "adaptive" {dtype = "float32", output_size = [2, 2]} : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // Categories.
    // expected-error@below {{CategoryEncoding `tokens` cannot be lowered to StableHLO: the input shape [2, 3, 4] has rank 3; 2 is required}}
    %tokens:2 = graph.node "CategoryEncoding"(%x) name "tokens" {dtype = "float32", num_tokens = 5 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{CategoryEncoding `mode` cannot be lowered to StableHLO: unsupported output_mode `tf_idf`}}
    %mode:2 = graph.node "CategoryEncoding"(%y) name "mode" {dtype = "float32", num_tokens = 5 : i64, output_mode = "tf_idf"} : (tensor<2x5xf32>) -> tensor<*xf32>
    // expected-error@below {{Discretization `bins` cannot be lowered to StableHLO: `bin_boundaries` is not a list of numbers}}
    %bins:2 = graph.node "Discretization"(%y) name "bins" {dtype = "float32", num_bins = 4 : i64} : (tensor<2x5xf32>) -> tensor<*xf32>

    // expected-error@below {{Hashing `hash` cannot be lowered to StableHLO: it hashes text, which hosts do}}
    %hash:2 = graph.node "Hashing"(%y) name "hash" {dtype = "float32", num_bins = 4 : i64} : (tensor<2x5xf32>) -> tensor<*xf32>
    // expected-error@below {{TextVectorization `words` cannot be lowered to StableHLO: it splits and looks up text, which hosts do}}
    %words:2 = graph.node "TextVectorization"(%y) name "words" {dtype = "float32"} : (tensor<2x5xf32>) -> tensor<*xf32>
    // expected-error@below {{IntegerLookup `learned` cannot be lowered to StableHLO: its vocabulary is not in the file}}
    %learned:2 = graph.node "IntegerLookup"(%y) name "learned" {dtype = "float32", vocabulary} : (tensor<2x5xf32>) -> tensor<*xf32>

    // Kernels that are divided.
    // expected-error@below {{SpectralNormalization `spectral` cannot be lowered to StableHLO: `power_iterations` is 1000; at most 100 are supported}}
    %spectral:2 = graph.node "SpectralNormalization"(%y) name "spectral" {dtype = "float32", power_iterations = 1000 : i64, layer = {class_name = "Dense", config = {name = "d", units = 2 : i64, dtype = "float32"}}} : (tensor<2x5xf32>) -> tensor<*xf32>
    // expected-error@below {{SpectralNormalization `bare`: Flatten has no kernel to normalize}}
    %bare:2 = graph.node "SpectralNormalization"(%y) name "bare" {dtype = "float32", layer = {class_name = "Flatten", config = {name = "d", dtype = "float32"}}} : (tensor<2x5xf32>) -> tensor<*xf32>

    // Kernels.
    // expected-error@below {{RandomFourierFeatures `polynomial`: `kernel_initializer` is `polynomial`; `gaussian` or `laplacian` is required}}
    %polynomial:2 = graph.node "RandomFourierFeatures"(%y) name "polynomial" {dtype = "float32", output_dim = 3 : i64, kernel_initializer = "polynomial"} : (tensor<2x5xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomFourierFeatures `scale`: `scale` is not a number greater than 0}}
    %scale:2 = graph.node "RandomFourierFeatures"(%y) name "scale" {dtype = "float32", output_dim = 3 : i64, scale = -1.0} : (tensor<2x5xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomFourierFeatures `directions` cannot be lowered to StableHLO: unsupported kernel_initializer `Mine`}}
    %directions:2 = graph.node "RandomFourierFeatures"(%y) name "directions" {dtype = "float32", output_dim = 3 : i64, kernel_initializer = {class_name = "Mine", config = {}}} : (tensor<2x5xf32>) -> tensor<*xf32>
    // expected-error@below {{RandomFourierFeatures `image_features`: the input shape [1, 6, 6, 4] has rank 4; 2 is required}}
    %image_features:2 = graph.node "RandomFourierFeatures"(%image) name "image_features" {dtype = "float32", output_dim = 3 : i64} : (tensor<1x6x6x4xf32>) -> tensor<*xf32>

    // Spectra.
    // expected-error@below {{STFTSpectrogram `waves` cannot be lowered to StableHLO: its window or its scaling is not known}}
    %waves:2 = graph.node "STFTSpectrogram"(%x) name "waves" {dtype = "float32", frame_length = 2 : i64, window = "parzen"} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{STFTSpectrogram `steps_of_waves`: `frame_step` is 4, more than `frame_length`, 2}}
    %steps_of_waves:2 = graph.node "STFTSpectrogram"(%x) name "steps_of_waves" {dtype = "float32", frame_length = 2 : i64, frame_step = 4 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{MelSpectrogram `short` cannot be lowered to StableHLO: signals of 5 samples cannot be mirrored by 1024}}
    %short:2 = graph.node "MelSpectrogram"(%y) name "short" {dtype = "float32"} : (tensor<2x5xf32>) -> tensor<*xf32>

    // Normalizations.
    // expected-error@below {{BatchNormalization `axis`}}
    %axis:2 = graph.node "BatchNormalization"(%x) name "axis" {dtype = "float32", axis = 7 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{GroupNormalization `group`}}
    %group:2 = graph.node "GroupNormalization"(%x) name "group" {dtype = "float32", groups = 3 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // expected-error@below {{RMSNormalization `twice`: duplicate axis -1}}
    %twice:2 = graph.node "RMSNormalization"(%x) name "twice" {dtype = "float32", axis = [2, -1]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{Normalization `again`: duplicate axis 1}}
    %again:2 = graph.node "Normalization"(%x) name "again" {dtype = "float32", axis = [1, 1]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{UnitNormalization `far`: `axis` is 3; the rank is 3}}
    %far:2 = graph.node "UnitNormalization"(%x) name "far" {dtype = "float32", axis = [3]} : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // Arrangement.
    // expected-error@below {{Reshape `reshape`}}
    %reshape:2 = graph.node "Reshape"(%x) name "reshape" {dtype = "float32", target_shape = [5, -1]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{Permute `permute`}}
    %permute:2 = graph.node "Permute"(%x) name "permute" {dtype = "float32", dims = [1, 1]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{Cropping1D `cropping`}}
    %cropping:2 = graph.node "Cropping1D"(%x) name "cropping" {dtype = "float32", cropping = [2, 2]} : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // Several inputs.
    // expected-error@below {{Add `merge`}}
    %merge:2 = graph.node "Add"(%x, %y) name "merge" {dtype = "float32"} : (tensor<2x3x4xf32>, tensor<2x5xf32>) -> tensor<*xf32>
    // expected-error@below {{Concatenate `concatenate`}}
    %concatenate:2 = graph.node "Concatenate"(%x, %y) name "concatenate" {dtype = "float32", axis = -1 : i64} : (tensor<2x3x4xf32>, tensor<2x5xf32>) -> tensor<*xf32>
    // expected-error@below {{Dot `dot`}}
    %dot:2 = graph.node "Dot"(%x, %y) name "dot" {dtype = "float32", axes = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x5xf32>) -> tensor<*xf32>

    // Attention.
    // expected-error@below {{GroupedQueryAttention `heads`: 5 query heads cannot be split into 2 groups}}
    %heads:2 = graph.node "GroupedQueryAttention"(%x) name "heads" {dtype = "float32", head_dim = 2 : i64, num_query_heads = 5 : i64, num_key_value_heads = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{MultiHeadAttention `mask`: `attention_mask` of shape [2, 5] cannot be broadcast to scores of shape [2, 1, 3, 3]}}
    %mask:2 = graph.node "MultiHeadAttention"(%x, %y) name "mask" {dtype = "float32", num_heads = 1 : i64, key_dim = 2 : i64} attributes {graph.operand_names = ["query", "attention_mask"]} : (tensor<2x3x4xf32>, tensor<2x5xf32>) -> tensor<*xf32>

    // Recurrent layers.
    // expected-error@below {{LSTM `lstm`}}
    %lstm:2 = graph.node "LSTM"(%y) name "lstm" {dtype = "float32", units = 2 : i64} : (tensor<2x5xf32>) -> tensor<*xf32>
    // expected-error@below {{RNN `cell` cannot be lowered to StableHLO: unsupported cell `MyCell`}}
    %cell:2 = graph.node "RNN"(%x) name "cell" {dtype = "float32", cell = {class_name = "MyCell", config = {units = 2 : i64}}} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{RNN `stack` cannot be lowered to StableHLO: unsupported cell `MyCell`}}
    %stack:2 = graph.node "RNN"(%x) name "stack" {dtype = "float32", cell = {class_name = "StackedRNNCells", config = {cells = [{class_name = "LSTMCell", config = {units = 2 : i64}}, {class_name = "MyCell", config = {}}]}}} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{ConvLSTM1D `steps`: the input shape [2, 4] has rank 2; 3 is required}}
    %steps:2 = graph.node "ConvLSTM1D"(%x) name "steps" {dtype = "float32", filters = 2 : i64, kernel_size = [2]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{RNN `image`: steps of shape [1, 6, 4] are not vectors}}
    %vectors:2 = graph.node "RNN"(%image) name "image" {dtype = "float32", cell = {class_name = "GRUCell", config = {units = 2 : i64}}} : (tensor<1x6x6x4xf32>) -> tensor<*xf32>
    // expected-error@below {{Bidirectional `both`}}
    %both:2 = graph.node "Bidirectional"(%x) name "both" {dtype = "float32", layer = {class_name = "Dense", config = {name = "d", units = 2 : i64, dtype = "float32"}}, merge_mode = "concat"} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // Dictionaries.
    // expected-error@below {{MaxNumBoundingBoxes `boxes` cannot be lowered to StableHLO: its results are a dictionary}}
    %boxes:2 = graph.node "MaxNumBoundingBoxes"(%image, %x) name "boxes" {dtype = "float32", max_number = 3 : i64} attributes {graph.operand_names = ["images", "boxes"]} : (tensor<1x6x6x4xf32>, tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{MaxNumBoundingBoxes `row`: the input shape [2, 5] has rank 2; 3 or 4 is required}}
    %row:2 = graph.node "MaxNumBoundingBoxes"(%y) name "row" {dtype = "float32", max_number = 3 : i64} : (tensor<2x5xf32>) -> tensor<*xf32>
    graph.return %units#0, %initializer#0, %activation#0, %mine#0, %rank#0, %padding#0, %groups#0, %window#0, %axis#0, %group#0, %reshape#0, %permute#0, %cropping#0, %merge#0, %concatenate#0, %dot#0, %lstm#0, %both#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
