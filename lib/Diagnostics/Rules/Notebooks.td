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
nothing in it can be run or checked. What usually breaks a notebook is an edit as
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
    "REGION = "us-central1""
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
    "REGION = \"us-central1\""
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
    "gcloud ai custom-jobs list --region=us-central1"
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
    "gcloud ai custom-jobs list --region=us-central1"
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
    "!python setup.py sdist"
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
    "!python setup.py sdist"
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
    "!gcloud ai custom-jobs list \\\n",
    "  --region=us-central1\n",
    "  --limit=5"
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
    "!gcloud ai custom-jobs list \\\n",
    "  --region=us-central1 \\\n",
    "  --limit=5"
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
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 4
}
}];
  let sources = ["IPython 9, magics of the operating system: %env"];
}

} // group
