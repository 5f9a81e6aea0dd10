//===- Options.td - The command line of trainlint ----------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

// Help, completions, the man page and the suggestions for misspelled options all
// come from these records.

def check : SubCommand<"check", "Check training jobs (the default)",
                       "trainlint [check] [options] [file | folder | pattern | -]...">;
def explain : SubCommand<"explain", "Explain a rule",
                         "trainlint explain [options] RULE...">;
def rules : SubCommand<"rules", "List the rules",
                       "trainlint rules [options]">;
def tables : SubCommand<"tables", "Show the tables of machines, accelerators, regions and versions",
                        "trainlint tables [options] [NAME]">;
def schema : SubCommand<"schema", "Print a JSON Schema",
                        "trainlint schema [NAME]">;
def lsp : SubCommand<"lsp", "Serve an editor in the language server protocol, on standard input and output",
                     "trainlint lsp">;
def completions : SubCommand<"completions", "Print completions for a shell",
                             "trainlint completions bash|zsh|fish">;

def help : Flag<["--"], "help">, HelpText<"Show this help">;
def : Flag<["-"], "h">, Alias<help>;
def version : Flag<["--"], "version">, HelpText<"Show the version and the dates of the tables">;

class CheckFlag<string name, string text> : Flag<["--"], name, [check]>, HelpText<text>;

/// `--name=VALUE` and `--name VALUE`.
multiclass CheckOption<string name, string metavar, string text, string values = ""> {
  def NAME # _EQ : Joined<["--"], name # "=", [check]>, HelpText<text>,
                   MetaVarName<metavar>, Values<values>;
  def NAME : Separate<["--"], name, [check]>, Alias<!cast<Option>(NAME # _EQ)>;
}

// What is reported.
defm format : CheckOption<"format", "FORMAT", "How to write the report",
    "text,concise,json,sarif,github,gitlab,checkstyle,junit">;
defm output : CheckOption<"output", "FILE", "Write the report to a file">;
def : Separate<["-"], "o", [check]>, Alias<output_EQ>;
defm color : CheckOption<"color", "WHEN", "Use colors", "auto,always,never">;
def quiet : CheckFlag<"quiet", "Print the report only, no notes and no summary">;
def : Flag<["-"], "q", [check]>, Alias<quiet>;
def show_tables : CheckFlag<"show-tables", "Name the tables that the run looked into, and their dates, below the summary">;
defm fail_on : CheckOption<"fail-on", "SEVERITY",
    "Minimum severity for exit code 1", "error,warning,info,never">;

// Which rules.
defm select : CheckOption<"select", "RULES", "Check these rules only: names, codes, groups or patterns">;
defm ignore : CheckOption<"ignore", "RULES", "Do not check these rules">;
defm severity : CheckOption<"severity", "RULE=LEVEL", "Give a rule another severity">;
def no_ignores : CheckFlag<"no-ignores", "Report findings that comments silence, too">;
defm baseline : CheckOption<"baseline", "FILE", "Do not report the findings in the file">;
defm write_baseline : CheckOption<"write-baseline", "FILE", "Write the findings to a baseline">;

// Which files.
defm exclude : CheckOption<"exclude", "PATTERN", "Leave out files that match">;
def force_exclude : CheckFlag<"force-exclude", "Leave out excluded files even if they are named">;
def paths : CheckFlag<"paths", "Take all that follows `--` for files and folders, `gcloud` too">;
// Without a value it has an empty one.
def changed_EQ : Joined<["--"], "changed=", [check]>, MetaVarName<"REVISION">,
    HelpText<"Check only what git says was changed since the last commit, or since the branch left a revision">;
def changed : Flag<["--"], "changed", [check]>, Alias<changed_EQ>;
defm stdin_filename : CheckOption<"stdin-filename", "NAME", "Name of the text on standard input">;
defm command : CheckOption<"command", "TEXT", "Check a command instead of files; so does `-- gcloud ...`">;
defm kind : CheckOption<"kind", "KIND", "Treat every file as this kind", "auto,ai-platform,vertex,gke,commands,python,notebook,graph">;
defm config : CheckOption<"config", "FILE", "Use this configuration for all files">;
def isolated : CheckFlag<"isolated", "Use no configuration file">;
defm jobs : CheckOption<"jobs", "N", "Threads (default: the number of processors)">;
def : JoinedOrSeparate<["-"], "j", [check]>, Alias<jobs_EQ>;

// What the submission supplies.
defm region : CheckOption<"region", "REGION", "Region of the jobs, as gcloud's flag">;
defm runtime_version : CheckOption<"runtime-version", "VERSION", "Runtime version of the jobs">;
defm python_version : CheckOption<"python-version", "VERSION", "Python version of the jobs">;
defm scale_tier : CheckOption<"scale-tier", "TIER", "Scale tier of the jobs">;
defm job_dir : CheckOption<"job-dir", "PATH", "Job folder of the jobs">;
def as_of_EQ : Joined<["--"], "as-of=", [check, tables]>, MetaVarName<"DATE">,
    HelpText<"Evaluate dated rules, and the age of tables, as of DATE">;
def as_of : Separate<["--"], "as-of", [check, tables]>, Alias<as_of_EQ>;

// Graphs.
defm graph : CheckOption<"graph", "FILE", "Check this graph, too, as what the jobs train">;
defm target : CheckOption<"target", "DEVICE", "Device that graphs are checked for: tpu-v3-8, gpu-nvidia-tesla-v100x4, cpu">;
def soft_placement : CheckFlag<"soft-placement", "Let nodes that a device cannot run move to the host">;
defm batch_size : CheckOption<"batch-size", "N", "Examples of one step on all replicas">;
defm iterations_per_loop : CheckOption<"iterations-per-loop", "N", "Steps that a device runs per loop">;
defm steps : CheckOption<"steps", "N", "Steps of the training">;
defm checkpoint_steps : CheckOption<"checkpoint-steps", "N", "Steps between two checkpoints">;

// Fixes.
def fix : CheckFlag<"fix", "Apply safe fixes">;
def unsafe_fixes : CheckFlag<"unsafe-fixes", "Apply or show unsafe fixes, too">;
def diff : CheckFlag<"diff", "Show what --fix would change">;

// Tables.
def tables_dir_EQ : Joined<["--"], "tables=", [check, tables]>, MetaVarName<"FOLDER">,
    HelpText<"Overlay the built-in tables with those in FOLDER">;
def tables_dir : Separate<["--"], "tables", [check, tables]>, Alias<tables_dir_EQ>;
def where_EQ : Joined<["--"], "where=", [tables]>, MetaVarName<"COLUMN=VALUE">,
    HelpText<"Show only rows with this value">;
def where : Separate<["--"], "where", [tables]>, Alias<where_EQ>;

def age : Flag<["--"], "age", [tables]>, HelpText<"Show how old the tables are, the oldest first">;

def markdown : Flag<["--"], "markdown", [explain]>, HelpText<"Write Markdown">;
def all : Flag<["--"], "all", [explain]>, HelpText<"Explain all rules">;
// Many editors start every server with it.
def stdio : Flag<["--"], "stdio", [lsp]>, HelpText<"Use standard input and output (default)">;
def json : Flag<["--"], "json", [rules, tables]>, HelpText<"Write JSON">;
