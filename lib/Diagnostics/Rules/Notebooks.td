//===- Notebooks.td - Rules on notebooks -------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

let group = Notebooks, exampleName = "train.ipynb" in {

def NotebookJson : Rule<"notebook-json", "TL2601"> {
  let summary = "a notebook that is not JSON";
  let explanation = [{
Jupyter, Colab and every other program that opens notebooks refuse the file, so
nothing in it can be run or checked. Of notebooks that speak of no job or accelerator
nothing is said. What usually breaks a notebook is an edit as
plain text: marks of a merge that was not finished, a quote without its backslash, a
comma that is missing or too many, or a copy that was cut off. JSON of which no
notebook can be read, because it has no list of cells, is refused as well.
}];
  let messages = [
    Message<"problem", "the notebook is not JSON: {problem}", [Text<"problem">]>,
    Message<"mergeMark", "the notebook is not JSON: `{mark}` is left of a merge", [Text<"mark">]>,
    Message<"empty", "the notebook is empty, which is not JSON">,
    Message<"shape", "this is not a notebook: {problem}", [Text<"problem">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "from google.cloud import aiplatform\n",
    "REGION = "us-central1""
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "!gcloud ai custom-jobs create --region=$REGION --display-name=mnist \\\n",
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/mnist"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "from google.cloud import aiplatform\n",
    "REGION = \"us-central1\""
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "!gcloud ai custom-jobs create --region=$REGION --display-name=mnist \\\n",
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/mnist"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let sources = ["nbformat 4 and RFC 8259"];
  let suppressible = false;
}

def CellMagicLate : Rule<"cell-magic-late", "TL2602"> {
  let severity = Warning;
  let fix = SafeFix;
  let summary = "a cell magic that is not the first line of its cell";
  let explanation = [{
IPython takes `%%bash` and the like for a cell magic only where nothing but empty lines
stands above it. Anywhere else the line is a line magic of a name that does not exist,
the cell stops with a UsageError, and the lines below are read as Python. Colab looks
past comments, Jupyter does not.
}];
  let messages = [
    ErrorMessage<"late", "`{magic}` is not the first line of its cell", [Text<"magic">]>,
    Message<"belowComments", "`{magic}` stands below a comment, which only Colab looks past", [Text<"magic">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "# Submits the job.\n",
    "%%bash\n",
    "gcloud ai custom-jobs create --region=us-central1 --display-name=mnist \\\n",
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/mnist"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "%%bash\n",
    "# Submits the job.\n",
    "gcloud ai custom-jobs create --region=us-central1 --display-name=mnist \\\n",
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/mnist"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let sources = ["IPython 9, inputtransformer2: cell magics"];
}

def LostEffect : Rule<"lost-effect", "TL2603"> {
  let severity = Warning;
  let fix = UnsafeFix;
  let summary = "a shell line of a notebook whose effect ends with it";
  let explanation = [{
Each line that begins with `!` runs in a shell of its own. A folder, a variable or an
environment that it sets is gone on the next line: commands below run where the
notebook runs, without the variable. `%cd` and `%env` change the notebook itself, and
`!cd trainer && python setup.py sdist` does both in one shell.
}];
  let messages = [
    Message<"folder", "`!{command}` changes the folder of its own line only", [Text<"command">]>,
    Message<"variable", "`!{command}` sets the variable for its own line only", [Text<"command">]>,
    Message<"script", "what `!{command}` sets is lost at the end of its line", [Text<"command">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "!cd trainer\n",
    "!docker build -t gcr.io/p/mnist ."
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "!gcloud ai custom-jobs create --region=us-central1 --display-name=mnist \\\n",
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/mnist"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "%cd trainer\n",
    "!docker build -t gcr.io/p/mnist ."
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "!gcloud ai custom-jobs create --region=us-central1 --display-name=mnist \\\n",
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/mnist"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let sources = ["IPython 9, shell access: each line runs in a subshell"];
}

def BangContinuation : Rule<"bang-continuation", "TL2604"> {
  let fix = SafeFix;
  let summary = "a shell command of a notebook that goes on without a backslash";
  let explanation = [{
A line that begins with `!` ends with the line, unless its last character is a
backslash. Flags on the next line are Python to the notebook, and the whole cell stops
with a SyntaxError before its first line has run.
}];
  let messages = [
    Message<"python", "`{flag}` begins a line of Python: no backslash ends the command above", [Text<"flag">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "!gcloud ai custom-jobs create --region=us-central1 --display-name=mnist \\\n",
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/mnist\n",
    "  --labels=team=vision"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "!gcloud ai custom-jobs create --region=us-central1 --display-name=mnist \\\n",
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/mnist \\\n",
    "  --labels=team=vision"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let sources = ["IPython 9, inputtransformer2: escaped commands"];
}

def EnvQuotes : Rule<"env-quotes", "TL2605"> {
  let severity = Warning;
  let fix = SafeFix;
  let summary = "quotes in the value of `%env`";
  let explanation = [{
`%env` takes the rest of its line as it stands. No shell reads it, so quotes become part
of the value: a region is then called `"us-central1"`, and commands that use it fail
in ways that are hard to read.
}];
  let messages = [
    Message<"quoted", "the quotes become part of the value of `{name}`", [Text<"name">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "%env REGION=\"us-central1\""
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "!gcloud ai custom-jobs create --region=$REGION --display-name=mnist \\\n",
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/mnist"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "%env REGION=us-central1"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "!gcloud ai custom-jobs create --region=$REGION --display-name=mnist \\\n",
    "  --worker-pool-spec=machine-type=n1-standard-4,container-image-uri=gcr.io/p/mnist"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let sources = ["IPython 9, magics of the operating system: %env"];
}

def BashPythonName : Rule<"bash-python-name", "TL2611"> {
  let severity = Warning;
  let confidence = Exact;
  let fix = UnsafeFix;
  let summary = "a shell cell uses a variable that only Python has";
  let explanation = [{
The cells of `%%bash` run in a shell of their own. It gets the environment of the
notebook, and not the variables of Python: a name that is only assigned in Python is
empty there, and the command is run without its value. In lines that begin with `!`
the notebook replaces `$NAME` and `{NAME}` by the value of the Python variable, so that
the same command works there. What is set by `os.environ["NAME"] = ...` or `%env` is
known in both.
}];
  let messages = [
    Message<"unset", "`${name}` is empty in this shell: `{variable}` is a variable of Python",
            [Text<"name">, Text<"variable">]>];
  let bad = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": "REGION = \"us-central1\""},
 {"cell_type": "code", "metadata": {}, "source": [
   "%%bash\n",
   "gcloud ai custom-jobs create --display-name=train --region=$REGION \\\n",
   "  --worker-pool-spec=machine-type=n1-standard-8,replica-count=1,container-image-uri=gcr.io/my-project/train"
 ]}
]}
}];
  let good = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": [
   "import os\n",
   "\n",
   "REGION = \"us-central1\"\n",
   "os.environ[\"REGION\"] = REGION"
 ]},
 {"cell_type": "code", "metadata": {}, "source": [
   "%%bash\n",
   "gcloud ai custom-jobs create --display-name=train --region=$REGION \\\n",
   "  --worker-pool-spec=machine-type=n1-standard-8,replica-count=1,container-image-uri=gcr.io/my-project/train"
 ]}
]}
}];
  let sources = ["IPython 8, `%%script` and `%%bash` (a subprocess, with the environment of the kernel)"];
}

def BashUnset : Rule<"bash-unset", "TL2612"> {
  let severity = Warning;
  let confidence = Exact;
  let summary = "a shell cell uses a variable that nothing sets before it";
  let explanation = [{
Each `%%bash` cell and each line that begins with `!` is a shell of its own. What it
exports is lost when it ends, and a variable that no cell above puts into the
environment is empty: a job gets a name without its middle, a path begins at the root,
`rm -rf $DIR/*` deletes something else. `%env NAME=value` and
`os.environ["NAME"] = ...` last for the whole notebook.
}];
  let messages = [
    Message<"nowhere", "`${name}` is empty here: neither this cell nor one above it sets `{variable}`",
            [Text<"name">, Text<"variable">]>,
    Message<"lost", "`${name}` is empty here: `{variable}` is set in the shell of another cell, which has ended",
            [Text<"name">, Text<"variable">]>,
    Message<"below", "`${name}` is empty here: `{variable}` is set in a cell below",
            [Text<"name">, Text<"variable">]>];
  let bad = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": [
   "%%bash\n",
   "export REGION=us-central1"
 ]},
 {"cell_type": "code", "metadata": {}, "source": [
   "%%bash\n",
   "gcloud ai custom-jobs create --display-name=train --region=$REGION \\\n",
   "  --worker-pool-spec=machine-type=n1-standard-8,replica-count=1,container-image-uri=gcr.io/my-project/train"
 ]}
]}
}];
  let good = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": "%env REGION=us-central1"},
 {"cell_type": "code", "metadata": {}, "source": [
   "%%bash\n",
   "gcloud ai custom-jobs create --display-name=train --region=$REGION \\\n",
   "  --worker-pool-spec=machine-type=n1-standard-8,replica-count=1,container-image-uri=gcr.io/my-project/train"
 ]}
]}
}];
  let sources = ["IPython 8, `%%script` and `%%bash` (each cell is a subprocess)", "POSIX.1-2017, Shell Command Language (parameter expansion)"];
}

def BraceUndefined : Rule<"brace-undefined", "TL2613"> {
  let severity = Warning;
  let confidence = Exact;
  let summary = "a `{name}` in a command that no cell above defines";
  let explanation = [{
In a line that begins with `!` the notebook replaces `{name}` by the value of the Python
variable. If there is none, or if one name of the line is unknown, it replaces nothing,
and says nothing: gcloud gets the braces as they are written.
}];
  let messages = [
    Message<"undefined", "no cell above sets `{name}`: the shell gets the braces as they are written",
            [Text<"name">]>,
    Message<"below", "`{name}` is set in a cell below: the shell gets the braces as they are written",
            [Text<"name">]>];
  let bad = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": "REGION = \"us-central1\""},
 {"cell_type": "code", "metadata": {}, "source": [
   "!gcloud ai custom-jobs create --display-name=train --region={LOCATION} \\\n",
   "  --worker-pool-spec=machine-type=n1-standard-8,replica-count=1,container-image-uri=gcr.io/my-project/train"
 ]}
]}
}];
  let good = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": "REGION = \"us-central1\""},
 {"cell_type": "code", "metadata": {}, "source": [
   "!gcloud ai custom-jobs create --display-name=train --region={REGION} \\\n",
   "  --worker-pool-spec=machine-type=n1-standard-8,replica-count=1,container-image-uri=gcr.io/my-project/train"
 ]}
]}
}];
  let sources = ["IPython 8, InteractiveShell.var_expand (a name that is not known leaves the line as it is)"];
}

def WritefilePlaceholder : Rule<"writefile-placeholder", "TL2614"> {
  let severity = Warning;
  let confidence = Exact;
  let summary = "`%%writefile` writes a Python name as it is written";
  let explanation = [{
`%%writefile` replaces `{NAME}` and `$NAME` in the name of the file, and nothing in what
is written: the text of the cell goes into the file as it is. A configuration that
should hold the value of a Python variable is written by
`open(...).write(...)` with an f-string, or filled in by the command that reads it.
}];
  let messages = [
    Message<"literal", "`{placeholder}` is written as it stands here: `%%writefile` does not fill in `{name}`",
            [Text<"placeholder">, Text<"name">]>];
  let bad = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": "IMAGE = \"gcr.io/my-project/train\""},
 {"cell_type": "code", "metadata": {}, "source": [
   "%%writefile job.yaml\n",
   "workerPoolSpecs:\n",
   "- machineSpec:\n",
   "    machineType: n1-standard-8\n",
   "  replicaCount: 1\n",
   "  containerSpec:\n",
   "    imageUri: $IMAGE"
 ]},
 {"cell_type": "code", "metadata": {}, "source":
   "!gcloud ai custom-jobs create --display-name=train --region=us-central1 --config=job.yaml"}
]}
}];
  let good = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": "IMAGE = \"gcr.io/my-project/train\""},
 {"cell_type": "code", "metadata": {}, "source": [
   "%%writefile job.yaml\n",
   "workerPoolSpecs:\n",
   "- machineSpec:\n",
   "    machineType: n1-standard-8\n",
   "  replicaCount: 1\n",
   "  containerSpec:\n",
   "    imageUri: gcr.io/my-project/train"
 ]},
 {"cell_type": "code", "metadata": {}, "source":
   "!gcloud ai custom-jobs create --display-name=train --region=us-central1 --config=job.yaml"}
]}
}];
  let sources = ["IPython 8, OSMagics.writefile (the cell is written as it is)"];
}

def WrittenAfterUse : Rule<"written-after-use", "TL2615"> {
  let severity = Warning;
  let confidence = Exact;
  let summary = "a command reads a file that only a cell below it writes";
  let explanation = [{
Cells are run from the top. A configuration that a cell below the command writes is not
there yet when the notebook is run for the first time, and is that of the run before
when it is run again.
}];
  let messages = [
    Message<"below", "`{file}` is written only by a cell below", [Text<"file">]>];
  let bad = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source":
   "!gcloud ai custom-jobs create --display-name=train --region=us-central1 --config=job.yaml"},
 {"cell_type": "code", "metadata": {}, "source": [
   "%%writefile job.yaml\n",
   "workerPoolSpecs:\n",
   "- machineSpec:\n",
   "    machineType: n1-standard-8\n",
   "  replicaCount: 1\n",
   "  containerSpec:\n",
   "    imageUri: gcr.io/my-project/train"
 ]}
]}
}];
  let good = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": [
   "%%writefile job.yaml\n",
   "workerPoolSpecs:\n",
   "- machineSpec:\n",
   "    machineType: n1-standard-8\n",
   "  replicaCount: 1\n",
   "  containerSpec:\n",
   "    imageUri: gcr.io/my-project/train"
 ]},
 {"cell_type": "code", "metadata": {}, "source":
   "!gcloud ai custom-jobs create --display-name=train --region=us-central1 --config=job.yaml"}
]}
}];
  let sources = ["IPython 8, OSMagics.writefile"];
}

def ConfigMissing : Rule<"config-missing", "TL2616"> {
  let severity = Warning;
  let confidence = Exact;
  let summary = "a command of a notebook names a file that is not there";
  let explanation = [{
The file that `--config` names is neither beside the notebook nor written by a cell
above, and no cell does anything that could bring it there, such as cloning a
repository or copying files: gcloud refuses the command.
}];
  let messages = [
    Message<"absent", "there is no `{file}` beside the notebook, and no cell above writes it",
            [Text<"file">]>];
  let bad = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": [
   "%%writefile jobs.yaml\n",
   "workerPoolSpecs:\n",
   "- machineSpec:\n",
   "    machineType: n1-standard-8\n",
   "  replicaCount: 1\n",
   "  containerSpec:\n",
   "    imageUri: gcr.io/my-project/train"
 ]},
 {"cell_type": "code", "metadata": {}, "source":
   "!gcloud ai custom-jobs create --display-name=train --region=us-central1 --config=job.yaml"}
]}
}];
  let good = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": [
   "%%writefile job.yaml\n",
   "workerPoolSpecs:\n",
   "- machineSpec:\n",
   "    machineType: n1-standard-8\n",
   "  replicaCount: 1\n",
   "  containerSpec:\n",
   "    imageUri: gcr.io/my-project/train"
 ]},
 {"cell_type": "code", "metadata": {}, "source":
   "!gcloud ai custom-jobs create --display-name=train --region=us-central1 --config=job.yaml"}
]}
}];
  let sources = ["gcloud reference, `gcloud ai custom-jobs create`, `--config`"];
}

def StaleFile : Rule<"stale-file", "TL2617"> {
  let severity = Warning;
  let confidence = Exact;
  let summary = "a command reads a file that a cell below writes anew for nobody";
  let explanation = [{
Two cells write the same file with different text, the command stands between them, and
nothing uses the file again: the job is submitted with the text above the command, and
what was changed in the cell below never takes effect.
}];
  let messages = [
    Message<"replaced", "the job gets `{file}` as a cell above writes it; what a cell below writes into it is not used",
            [Text<"file">]>];
  let bad = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": [
   "%%writefile job.yaml\n",
   "workerPoolSpecs:\n",
   "- machineSpec:\n",
   "    machineType: n1-standard-8\n",
   "  replicaCount: 1\n",
   "  containerSpec:\n",
   "    imageUri: gcr.io/my-project/train"
 ]},
 {"cell_type": "code", "metadata": {}, "source":
   "!gcloud ai custom-jobs create --display-name=train --region=us-central1 --config=job.yaml"},
 {"cell_type": "code", "metadata": {}, "source": [
   "%%writefile job.yaml\n",
   "workerPoolSpecs:\n",
   "- machineSpec:\n",
   "    machineType: n1-standard-16\n",
   "  replicaCount: 1\n",
   "  containerSpec:\n",
   "    imageUri: gcr.io/my-project/train"
 ]}
]}
}];
  let good = [{
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "metadata": {}, "source": [
   "%%writefile job.yaml\n",
   "workerPoolSpecs:\n",
   "- machineSpec:\n",
   "    machineType: n1-standard-16\n",
   "  replicaCount: 1\n",
   "  containerSpec:\n",
   "    imageUri: gcr.io/my-project/train"
 ]},
 {"cell_type": "code", "metadata": {}, "source":
   "!gcloud ai custom-jobs create --display-name=train --region=us-central1 --config=job.yaml"}
]}
}];
  let sources = ["IPython 8, OSMagics.writefile (replaces the file unless `-a` is given)"];
}

} // group
