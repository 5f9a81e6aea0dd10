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
defm device : RunOption<"device", "NAME[:COUNT]", "Kind of device, and how many of the CPU's to make">;
defm plugin : RunOption<"plugin", "FILE", "Device plugin; the CPU's unless given">;
defm option : RunOption<"option", "NAME=VALUE", "Option of the plugin">;
defm compile_option : RunOption<"compile-option", "NAME=VALUE", "Option of the plugin's compiler">;
defm process : RunOption<"process", "I/N", "This is process I, from 0, of N that run the program together on CPU devices">;
defm cache_dir : RunOption<"cache-dir", "FOLDER", "Keep what the CPU device compiles for later runs">;
defm store : RunOption<"store", "FOLDER", "Shared folder in which the processes of a job meet">;
def list_devices : Flag<["--"], "list-devices">, HelpText<"Show the plugin and its devices">;

// How often, and on how many.
defm num_replicas : RunOption<"num-replicas", "N", "Replicas, each on a device; as the program says unless given">;
defm num_partitions : RunOption<"num-partitions", "N", "Partitions of each replica">;
defm repeat : RunOption<"repeat", "N", "Run so often">;
def timing : Flag<["--"], "timing">, HelpText<"Show how long each step takes">;

// Arguments and results.
defm input : RunOption<"input", "FILE", "A .npy file for the next argument; one for each argument of all replicas, or of each">;
def fake_data : Flag<["--"], "fake-data">, HelpText<"Make up the arguments that have no file">;
defm seed : RunOption<"seed", "N", "Where the random numbers of --fake-data and of a training begin">;
defm output : RunOption<"output", "FILE|print", "Write results as .npy files, or print them">;
def : Separate<["-"], "o">, Alias<output_EQ>;
defm emit : RunOption<"emit", "FORM", "Show the program instead of running it", "graph,forward,stablehlo,linalg,llvm,optimized,devrt">;
def no_memory_check : Flag<["--"], "no-memory-check">, HelpText<"Run even if the device has too little memory">;

// Jobs and graphs.
defm graph : RunOption<"graph", "FILE", "The graph that the job trains; that of the configuration unless given">;
defm config : RunOption<"config", "FILE", "Use this configuration for all that is checked">;
def isolated : Flag<["--"], "isolated">, HelpText<"Use no configuration">;
defm train_op : RunOption<"train-op", "NODE", "The node that does a step; found unless given">;
defm loss : RunOption<"loss", "NAME", "The loss: a node of a TensorFlow graph, found unless given; a function for other models">;
defm optimizer : RunOption<"optimizer", "NAME", "How a model without gradients is trained">;
defm learning_rate : RunOption<"learning-rate", "NUMBER", "The learning rate of such a model">;
defm training : RunOption<"training", "NAME=VALUE", "Any setting of the configuration's section `training`">;
defm batch_size : RunOption<"batch-size", "N", "Examples of one step on all replicas together">;
defm folded_batch : RunOption<"folded-batch", "N", "The batch for which the graph's shapes were made constants">;
defm input_shape : RunOption<"input-shape", "NAME=SIZE,...", "The shape of an input that the graph leaves open">;
defm feed : RunOption<"feed", "NODE=NUMBER", "What an input of the graph is in each step, instead of data">;
defm initial : RunOption<"initial", "VARIABLE=NUMBER", "What the elements of a variable begin with">;

// Training.
def train : Flag<["--"], "train">, HelpText<"Train: repeat the step that the program is">;
defm steps : RunOption<"steps", "N", "Steps of the whole training">;
defm iterations_per_loop : RunOption<"iterations-per-loop", "N", "Steps between two looks of the host; 10">;
defm data : RunOption<"data", "[INPUT=]FILE,...", "Files or folders with examples: IDX, .npy, .npz, TFRecord">;
defm fake_examples : RunOption<"fake-examples", "N", "How many examples --fake-data makes up; one batch unless given">;
defm classes : RunOption<"classes", "N", "Integers of the data are below N">;
def no_shuffle : Flag<["--"], "no-shuffle">, HelpText<"Take the examples in the order of the files">;
def keep_remainder : Flag<["--"], "keep-remainder">, HelpText<"Let batches reach into the next epoch">;
defm scale : RunOption<"scale", "NUMBER", "Multiply the bytes of pictures by it, such as 1/255; as the graph's input function does, or 1/255">;
defm shift : RunOption<"shift", "NUMBER", "Add it to them; as the graph's input function does, or 0">;
def no_scale : Flag<["--"], "no-scale">, HelpText<"Leave the bytes of pictures as they are">;
defm checkpoints : RunOption<"checkpoints", "FOLDER", "Where checkpoints are kept">;
defm checkpoint_steps : RunOption<"checkpoint-steps", "N", "Write one every N steps, too">;
defm checkpoint_seconds : RunOption<"checkpoint-seconds", "N", "Write one every N seconds; 600">;
defm keep_checkpoints : RunOption<"keep-checkpoints", "N", "How many are kept; 5">;
def resume : Flag<["--"], "resume">, HelpText<"Go on from the newest checkpoint">;
defm init : RunOption<"init", "FILE", "A safetensors file with values for the state before the first step">;
defm fetch_state : RunOption<"fetch-state", "FILE", "Write the state at the end as a safetensors file">;
def check_replicas : Flag<["--"], "check-replicas">, HelpText<"Compare the state of all replicas at the end and at checkpoints">;
defm summaries : RunOption<"summaries", "FOLDER", "Write metrics for TensorBoard">;
defm summary_steps : RunOption<"summary-steps", "N", "Those of every N steps; 100">;
defm plot : RunOption<"plot", "FILE", "Draw the loss as SVG">;
defm log : RunOption<"log", "FORM", "Show progress; a bar on a terminal and JSON elsewhere unless given", "progress,json,none">;
defm log_every : RunOption<"log-every", "N", "A line of JSON every N steps; 1">;
