//===- RunOptions.td - The command line of trainlint-run ---*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

def help : Flag<["--"], "help">, HelpText<"Show this help">;
def : Flag<["-"], "h">, Alias<help>;
def version : Flag<["--"], "version">, HelpText<"Show the version">;

/// `--name=VALUE` and `--name VALUE`.
multiclass RunOption<string name, string metavar, string text, string values = ""> {
  def NAME # _EQ : Joined<["--"], name # "=">, HelpText<text>, MetaVarName<metavar>,
                   Values<values>;
  def NAME : Separate<["--"], name>, Alias<!cast<Option>(NAME # _EQ)>;
}

// Which device.
defm device : RunOption<"device", "NAME[:COUNT]", "Kind of device, and the number of CPU devices to create">;
defm plugin : RunOption<"plugin", "FILE", "PJRT plugin (default: the CPU device)">;
defm option : RunOption<"option", "NAME=VALUE", "Option of the plugin">;
defm compile_option : RunOption<"compile-option", "NAME=VALUE", "Option of the plugin's compiler">;
defm process : RunOption<"process", "I/N", "This is process I, from 0, of N that run the program together; as the launcher says unless given">;
defm coordinator : RunOption<"coordinator", "HOST:PORT|auto", "Where process 0 coordinates the processes of a job, or `auto` for what the launcher says">;
defm coordinator_key : RunOption<"coordinator-key", "FILE", "Secret that the processes of a job prove to know (default: the variable TRAINLINT_COORDINATOR_KEY)">;
defm heartbeat_timeout : RunOption<"heartbeat-timeout", "SECONDS", "Silence after which a process of a job is lost (default: 60)">;
defm join_timeout : RunOption<"join-timeout", "SECONDS", "Time in which all processes of a job have to come (default: 300)">;
defm cache_dir : RunOption<"cache-dir", "FOLDER", "Keep what the CPU device compiles for later runs">;
defm store : RunOption<"store", "FOLDER", "Shared folder in which the processes of a job meet">;
def list_devices : Flag<["--"], "list-devices">, HelpText<"Show the plugin and its devices">;

// How often, and on how many.
defm num_replicas : RunOption<"num-replicas", "N", "Replicas, each on a device or on those of its partitions; as the program says unless given">;
defm num_partitions : RunOption<"num-partitions", "N", "Partitions of each replica, each on a device; as the program says unless given">;
defm repeat : RunOption<"repeat", "N", "Repeat N times">;
def timing : Flag<["--"], "timing">, HelpText<"Show how long each step takes">;
def timing_EQ : Joined<["--"], "timing=">, HelpText<"Show how long the CPU device took for operations of each kind, or of each kind and types, too">,
                MetaVarName<"KIND">, Values<"ops,types">;
defm trace : RunOption<"trace", "FILE", "Write how long the CPU device took for each operation, as a trace for Chrome or Perfetto">;

// Arguments and results.
defm input : RunOption<"input", "FILE", "A .npy file for the next argument; one for each argument of all replicas, or of each">;
def fake_data : Flag<["--"], "fake-data">, HelpText<"Use random values for arguments without a file">;
defm seed : RunOption<"seed", "N", "Seed of the random numbers of --fake-data and of a training">;
defm output : RunOption<"output", "FILE|print", "Write results as .npy files, or print them">;
def : Separate<["-"], "o">, Alias<output_EQ>;
defm emit : RunOption<"emit", "FORM", "Show what comes out of a phase instead of running it", "parse,import,check,forward,stablehlo,linalg,llvm,optimized,devrt,jobset,vertex,xpk,slurm">;
def no_memory_check : Flag<["--"], "no-memory-check">, HelpText<"Run even if the device has too little memory">;

// Jobs and graphs.
defm graph : RunOption<"graph", "FILE", "The graph that the job trains; that of the configuration unless given">;
defm config : RunOption<"config", "FILE", "Use this configuration for all that is checked">;
def isolated : Flag<["--"], "isolated">, HelpText<"Use no configuration">;
defm train_op : RunOption<"train-op", "NODE", "The node that runs a training step; found unless given">;
defm loss : RunOption<"loss", "NAME", "The loss: a node of a TensorFlow graph, found unless given; a function for other models">;
defm outputs : RunOption<"outputs", "NAME,...", "Tensors of a TensorFlow graph that are predicted or measured: NODE, NODE:NUMBER or outputs of a signature; found unless given">;
defm optimizer : RunOption<"optimizer", "NAME", "How a model without gradients is trained">;
defm learning_rate : RunOption<"learning-rate", "NUMBER", "The learning rate of such a model">;
defm training : RunOption<"training", "NAME=VALUE", "A setting of the section `training` of the configuration">;
defm batch_size : RunOption<"batch-size", "N", "Examples of one step on all replicas together">;
defm folded_batch : RunOption<"folded-batch", "N", "Batch size for which the graph's shapes were folded into constants">;
defm input_shape : RunOption<"input-shape", "NAME=SIZE,...", "The shape of an input that the graph leaves open">;
defm dimension : RunOption<"dimension", "NAME=SIZE", "A size that inputs of an ONNX model have a name for">;
defm form : RunOption<"form", "FORM", "The form of a model that --emit=forward shows (default: training)", "evaluation,inference,training">;
defm feed : RunOption<"feed", "NODE=NUMBER", "Value of an input in each step, instead of data">;
defm initial : RunOption<"initial", "VARIABLE=NUMBER", "Initial value of the elements of a variable">;

// Launches.
defm job_name : RunOption<"job-name", "NAME", "The name of a launched job (default: made of the graph's)">;
defm image : RunOption<"image", "NAME", "The image of the containers of a launched job">;
defm volume : RunOption<"volume", "NAME:FOLDER", "Storage of a launched job: a claim or a storage of xpk, and the folder where it is mounted">;

// Training.
def train : Flag<["--"], "train">, HelpText<"Train: repeat the program as a training step">;
defm steps : RunOption<"steps", "N", "Total number of training steps">;
defm iterations_per_loop : RunOption<"iterations-per-loop", "N", "Steps that a device runs per loop (default: 10)">;
defm data : RunOption<"data", "[INPUT=]FILE,...", "Files or folders with examples: IDX, .npy, .npz, TFRecord, .csv, .jsonl, folders of JPEG and PNG">;
defm fake_examples : RunOption<"fake-examples", "N", "Number of random examples (default: one batch)">;
defm classes : RunOption<"classes", "N|NAME,...", "Integers of the data are below N, or words of CSV files stand for them">;
def no_shuffle : Flag<["--"], "no-shuffle">, HelpText<"Take the examples in the order of the files">;
defm shuffle_buffer : RunOption<"shuffle-buffer", "N", "Take the next example from N that follow one another, and not from all">;
defm interleave : RunOption<"interleave", "N", "Take examples of N files in turn">;
defm prefetch : RunOption<"prefetch", "N", "Batches that are made ahead (default: 2)">;
defm data_threads : RunOption<"data-threads", "N", "Threads that make batches (default: one for each core, at most 4)">;
defm columns : RunOption<"columns", "INPUT=NAME,...", "Columns of the data that an input reads">;
defm column_names : RunOption<"column-names", "NAME,...", "Names of the columns of CSV files that have no line of names">;
defm image_root : RunOption<"image-root", "FOLDER", "Where the paths of images in CSV files begin (default: the file's folder)">;
def keep_remainder : Flag<["--"], "keep-remainder">, HelpText<"Fill the last batch of an epoch from the next one">;
defm scale : RunOption<"scale", "NUMBER", "Factor for bytes of images (default: that of the graph's input function, or 1/255)">;
defm shift : RunOption<"shift", "NUMBER", "Offset that is added to them (default: that of the graph's input function, or 0)">;
def no_scale : Flag<["--"], "no-scale">, HelpText<"Do not scale bytes of images">;
defm mean : RunOption<"mean", "NUMBER,...", "Mean of scaled bytes of images, of all colors or of each, that is taken off">;
defm std : RunOption<"std", "NUMBER,...", "Standard deviation by which they are divided then">;
defm random_crop : RunOption<"random-crop", "N", "Move images by up to N pixels at random">;
defm random_resized_crop : RunOption<"random-resized-crop", "FORM", "Take windows of images of random sizes, as that framework does", "torch,tensorflow">;
defm crop_area : RunOption<"crop-area", "MIN,MAX", "Their areas, as shares of the image (default: 0.08,1)">;
defm crop_ratio : RunOption<"crop-ratio", "MIN,MAX", "Their widths by their heights (default: 3/4,4/3)">;
def random_flip : Flag<["--"], "random-flip">, HelpText<"Mirror images at random, left to right">;
def evaluate : Flag<["--"], "evaluate">, HelpText<"Measure a model instead of training it">;
defm predict : RunOption<"predict", "FILE", "Write what a model computes as a .npy file instead of training it">;
defm eval_data : RunOption<"eval-data", "[INPUT=]FILE,...", "Examples that are held out, to evaluate a model on">;
defm eval_steps : RunOption<"eval-steps", "N", "Evaluate every N steps as well as at the end">;
defm metrics : RunOption<"metrics", "NAME,...", "Metrics of an evaluation besides the loss">;
defm monitor : RunOption<"monitor", "NAME", "The metric that tells the best evaluation (default: loss)">;
defm patience : RunOption<"patience", "N", "Stop after N evaluations that are no better than the best">;
defm export : RunOption<"export", "FILE", "Write the trained weights at the end: an ONNX or Keras model, a SavedModel, a safetensors file, or a checkpoint of TensorFlow">;
defm checkpoints : RunOption<"checkpoints", "FOLDER", "Write checkpoints to this directory">;
defm checkpoint_steps : RunOption<"checkpoint-steps", "N", "Write a checkpoint every N steps as well">;
defm checkpoint_seconds : RunOption<"checkpoint-seconds", "N", "Write a checkpoint every N seconds (default: 600)">;
defm keep_checkpoints : RunOption<"keep-checkpoints", "N", "Checkpoints to keep (default: 5)">;
def resume : Flag<["--"], "resume">, HelpText<"Continue from the newest checkpoint">;
defm init : RunOption<"init", "FILE", "A safetensors file, the index of several, a checkpoint of TensorFlow or a SavedModel, with values for the state before the first step">;
defm fetch_state : RunOption<"fetch-state", "FILE", "Write the state at the end as a safetensors file">;
def check_replicas : Flag<["--"], "check-replicas">, HelpText<"Compare the state of all replicas at the end and at checkpoints">;
def shard_state : Flag<["--"], "shard-state">, HelpText<"Keep a part of the optimizer's state on each replica, not all of it">;
defm shard : RunOption<"shard", "NAME=DIMENSION", "Divide this dimension, from 0, of a state or an input between the partitions; `*` stands for any letters">;
defm summaries : RunOption<"summaries", "FOLDER", "Write metrics for TensorBoard">;
defm summary_steps : RunOption<"summary-steps", "N", "Write summaries every N steps (default: 100)">;
defm plot : RunOption<"plot", "FILE", "Plot the loss as SVG">;
defm log : RunOption<"log", "FORM", "Show progress; a bar on a terminal and JSON elsewhere unless given", "progress,json,none">;
defm log_every : RunOption<"log-every", "N", "Write a line of JSON every N steps (default: 1)">;
