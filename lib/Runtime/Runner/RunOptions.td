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
defm seed : RunOption<"seed", "N", "Where the random numbers of --fake-data begin">;
defm output : RunOption<"output", "FILE|print", "Write results as .npy files, or print them">;
def : Separate<["-"], "o">, Alias<output_EQ>;
defm emit : RunOption<"emit", "FORM", "Show the program instead of running it", "stablehlo,linalg,llvm,optimized">;
def no_memory_check : Flag<["--"], "no-memory-check">, HelpText<"Run even if the device has too little memory">;
