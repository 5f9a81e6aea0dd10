//===- TrainerScripts.td - Rules on jobs and their scripts -*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar ArgparseLibrary = "Python 3.11 library reference, argparse (options, prefix matching, parse_known_args)";
defvar TrialsGuide = "Vertex AI guide `Create a hyperparameter tuning job` (trials get each parameter as `--NAME=VALUE`)";
defvar HypertuneLibrary = "GoogleCloudPlatform/cloudml-hypertune, hypertune/hypertune.py at 8e3530e1c492";
defvar SdkScripts = "googleapis/python-aiplatform, google/cloud/aiplatform/{jobs,training_jobs}.py at 91cc8ce4f015";

let group = Trainers, exampleName = "train.ipynb" in {

def ScriptUnknownFlag : Rule<"script-unknown-flag", "TL2701"> {
  let fix = UnsafeFix;
  let summary = "a job gives its script an option that the script does not have";
  let explanation = [{
The arguments of the job are the command line of the script. A script that reads its
options with `parse_args()` of argparse prints its usage and ends with status 2 when it
is given one that it does not know, or one that is short for several: after the minutes
that it takes to start the machines. With `parse_known_args()` it goes on and the option
has no effect.
}];
  let messages = [
    Message<"unknown", "`{script}` has no option `{flag}`",
            [Text<"script">, Text<"flag">]>,
    Message<"ambiguous", "`{flag}` may be any of {options} of `{script}`",
            [Text<"flag">, Text<"options">, Text<"script">]>,
    WarningMessage<"ignored", "`{script}` has no option `{flag}` and ignores it",
                   [Text<"script">, Text<"flag">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile task.py\n",
    "import argparse\n",
    "\n",
    "parser = argparse.ArgumentParser()\n",
    "parser.add_argument(\"--data\", required=True)\n",
    "parser.add_argument(\"--epochs\", type=int, default=1)\n",
    "args = parser.parse_args()"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "from google.cloud import aiplatform\n",
    "\n",
    "aiplatform.init(location=\"us-central1\", staging_bucket=\"gs://bucket\")\n",
    "job = aiplatform.CustomTrainingJob(\n",
    "    display_name=\"train\",\n",
    "    script_path=\"task.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest\",\n",
    ")\n",
    "job.run(args=[\"--data=gs://bucket/data\", \"--epohcs=5\"])"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile task.py\n",
    "import argparse\n",
    "\n",
    "parser = argparse.ArgumentParser()\n",
    "parser.add_argument(\"--data\", required=True)\n",
    "parser.add_argument(\"--epochs\", type=int, default=1)\n",
    "args = parser.parse_args()"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "from google.cloud import aiplatform\n",
    "\n",
    "aiplatform.init(location=\"us-central1\", staging_bucket=\"gs://bucket\")\n",
    "job = aiplatform.CustomTrainingJob(\n",
    "    display_name=\"train\",\n",
    "    script_path=\"task.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest\",\n",
    ")\n",
    "job.run(args=[\"--data=gs://bucket/data\", \"--epochs=5\"])"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let sources = [ArgparseLibrary];
}

def ScriptRequiredFlag : Rule<"script-required-flag", "TL2702"> {
  let summary = "a job does not give its script an option that the script needs";
  let explanation = [{
An option with `required=True` has to be among the arguments of the job. Without it
argparse prints its usage and the script ends with status 2, after the machines have
been started.
}];
  let messages = [
    Message<"missing", "the job does not give {flags}, which `{script}` needs",
            [Text<"flags">, Text<"script">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile task.py\n",
    "import argparse\n",
    "\n",
    "parser = argparse.ArgumentParser()\n",
    "parser.add_argument(\"--data\", required=True)\n",
    "parser.add_argument(\"--epochs\", type=int, default=1)\n",
    "args = parser.parse_args()"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "from google.cloud import aiplatform\n",
    "\n",
    "aiplatform.init(location=\"us-central1\", staging_bucket=\"gs://bucket\")\n",
    "job = aiplatform.CustomTrainingJob(\n",
    "    display_name=\"train\",\n",
    "    script_path=\"task.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest\",\n",
    ")\n",
    "job.run(args=[\"--epochs=5\"])"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile task.py\n",
    "import argparse\n",
    "\n",
    "parser = argparse.ArgumentParser()\n",
    "parser.add_argument(\"--data\", required=True)\n",
    "parser.add_argument(\"--epochs\", type=int, default=1)\n",
    "args = parser.parse_args()"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "from google.cloud import aiplatform\n",
    "\n",
    "aiplatform.init(location=\"us-central1\", staging_bucket=\"gs://bucket\")\n",
    "job = aiplatform.CustomTrainingJob(\n",
    "    display_name=\"train\",\n",
    "    script_path=\"task.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest\",\n",
    ")\n",
    "job.run(args=[\"--data=gs://bucket/data\", \"--epochs=5\"])"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let sources = [ArgparseLibrary];
}

def TuningParameterFlag : Rule<"tuning-parameter-flag", "TL2703"> {
  let fix = UnsafeFix;
  let summary = "a hyperparameter that is not an option of the script";
  let explanation = [{
Each trial of a tuning job gets its hyperparameters as options, named as in the study. A
script that does not have the option ends with status 2 in every trial; one that ignores
what it does not know trains all of them alike.
}];
  let messages = [
    Message<"unknown", "trials get `--{name}`, and `{script}` has no such option",
            [Text<"name">, Text<"script">]>,
    WarningMessage<"ignored", "trials get `--{name}`, and `{script}` ignores it",
                   [Text<"name">, Text<"script">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile task.py\n",
    "import argparse\n",
    "\n",
    "import hypertune\n",
    "\n",
    "parser = argparse.ArgumentParser()\n",
    "parser.add_argument(\"--learning-rate\", type=float, default=0.01)\n",
    "args = parser.parse_args()\n",
    "hypertune.HyperTune().report_hyperparameter_tuning_metric(\n",
    "    hyperparameter_metric_tag=\"val_accuracy\", metric_value=args.learning_rate)"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "from google.cloud import aiplatform\n",
    "from google.cloud.aiplatform import hyperparameter_tuning as hpt\n",
    "\n",
    "aiplatform.init(location=\"us-central1\", staging_bucket=\"gs://bucket\")\n",
    "trial = aiplatform.CustomJob.from_local_script(\n",
    "    display_name=\"trial\",\n",
    "    script_path=\"task.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest\",\n",
    "    requirements=[\"cloudml-hypertune\"],\n",
    ")\n",
    "aiplatform.HyperparameterTuningJob(\n",
    "    display_name=\"tuning\",\n",
    "    custom_job=trial,\n",
    "    metric_spec={\"val_accuracy\": \"maximize\"},\n",
    "    parameter_spec={\n",
    "        \"learning_rate\": hpt.DoubleParameterSpec(min=0.001, max=0.1, scale=\"log\"),\n",
    "    },\n",
    "    max_trial_count=16,\n",
    "    parallel_trial_count=4,\n",
    ").run()"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile task.py\n",
    "import argparse\n",
    "\n",
    "import hypertune\n",
    "\n",
    "parser = argparse.ArgumentParser()\n",
    "parser.add_argument(\"--learning-rate\", type=float, default=0.01)\n",
    "args = parser.parse_args()\n",
    "hypertune.HyperTune().report_hyperparameter_tuning_metric(\n",
    "    hyperparameter_metric_tag=\"val_accuracy\", metric_value=args.learning_rate)"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "from google.cloud import aiplatform\n",
    "from google.cloud.aiplatform import hyperparameter_tuning as hpt\n",
    "\n",
    "aiplatform.init(location=\"us-central1\", staging_bucket=\"gs://bucket\")\n",
    "trial = aiplatform.CustomJob.from_local_script(\n",
    "    display_name=\"trial\",\n",
    "    script_path=\"task.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest\",\n",
    "    requirements=[\"cloudml-hypertune\"],\n",
    ")\n",
    "aiplatform.HyperparameterTuningJob(\n",
    "    display_name=\"tuning\",\n",
    "    custom_job=trial,\n",
    "    metric_spec={\"val_accuracy\": \"maximize\"},\n",
    "    parameter_spec={\n",
    "        \"learning-rate\": hpt.DoubleParameterSpec(min=0.001, max=0.1, scale=\"log\"),\n",
    "    },\n",
    "    max_trial_count=16,\n",
    "    parallel_trial_count=4,\n",
    ").run()"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let sources = [TrialsGuide, ArgparseLibrary];
}

def MetricNotReported : Rule<"metric-not-reported", "TL2704"> {
  let summary = "a metric to be tuned for that the script does not report";
  let explanation = [{
The script reports a metric under a tag, and the study names the tag that it looks at. If
they differ, the trials end without a result, and the study has nothing to choose by.
}];
  let messages = [
    Message<"absent", "`{script}` does not report `{metric}`",
            [Text<"script">, Text<"metric">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile task.py\n",
    "import argparse\n",
    "\n",
    "import hypertune\n",
    "\n",
    "parser = argparse.ArgumentParser()\n",
    "parser.add_argument(\"--learning-rate\", type=float, default=0.01)\n",
    "args = parser.parse_args()\n",
    "hypertune.HyperTune().report_hyperparameter_tuning_metric(\n",
    "    hyperparameter_metric_tag=\"val_accuracy\", metric_value=args.learning_rate)"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "from google.cloud import aiplatform\n",
    "from google.cloud.aiplatform import hyperparameter_tuning as hpt\n",
    "\n",
    "aiplatform.init(location=\"us-central1\", staging_bucket=\"gs://bucket\")\n",
    "trial = aiplatform.CustomJob.from_local_script(\n",
    "    display_name=\"trial\",\n",
    "    script_path=\"task.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest\",\n",
    "    requirements=[\"cloudml-hypertune\"],\n",
    ")\n",
    "aiplatform.HyperparameterTuningJob(\n",
    "    display_name=\"tuning\",\n",
    "    custom_job=trial,\n",
    "    metric_spec={\"accuracy\": \"maximize\"},\n",
    "    parameter_spec={\n",
    "        \"learning-rate\": hpt.DoubleParameterSpec(min=0.001, max=0.1, scale=\"log\"),\n",
    "    },\n",
    "    max_trial_count=16,\n",
    "    parallel_trial_count=4,\n",
    ").run()"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile task.py\n",
    "import argparse\n",
    "\n",
    "import hypertune\n",
    "\n",
    "parser = argparse.ArgumentParser()\n",
    "parser.add_argument(\"--learning-rate\", type=float, default=0.01)\n",
    "args = parser.parse_args()\n",
    "hypertune.HyperTune().report_hyperparameter_tuning_metric(\n",
    "    hyperparameter_metric_tag=\"val_accuracy\", metric_value=args.learning_rate)"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "from google.cloud import aiplatform\n",
    "from google.cloud.aiplatform import hyperparameter_tuning as hpt\n",
    "\n",
    "aiplatform.init(location=\"us-central1\", staging_bucket=\"gs://bucket\")\n",
    "trial = aiplatform.CustomJob.from_local_script(\n",
    "    display_name=\"trial\",\n",
    "    script_path=\"task.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest\",\n",
    "    requirements=[\"cloudml-hypertune\"],\n",
    ")\n",
    "aiplatform.HyperparameterTuningJob(\n",
    "    display_name=\"tuning\",\n",
    "    custom_job=trial,\n",
    "    metric_spec={\"val_accuracy\": \"maximize\"},\n",
    "    parameter_spec={\n",
    "        \"learning-rate\": hpt.DoubleParameterSpec(min=0.001, max=0.1, scale=\"log\"),\n",
    "    },\n",
    "    max_trial_count=16,\n",
    "    parallel_trial_count=4,\n",
    ").run()"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let sources = [HypertuneLibrary];
}

def ScriptMissing : Rule<"script-missing", "TL2705"> {
  let severity = Warning;
  let summary = "a job runs a script that is not there";
  let explanation = [{
The SDK packages the file that `script_path` names, and gcloud the module of the package
that `--package-path` names. A file that is neither on disk, beside the file that
submits the job, nor written by it before cannot be packaged. It is a warning, because the
program may run in another folder, and the file may come into it before.
}];
  let messages = [
    Message<"missing", "there is no file {path}", [Text<"path">]>,
    Message<"module", "there is no module `{module}` in {path}",
                   [Text<"module">, Text<"path">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile task.py\n",
    "import argparse\n",
    "\n",
    "parser = argparse.ArgumentParser()\n",
    "parser.add_argument(\"--data\", required=True)\n",
    "parser.add_argument(\"--epochs\", type=int, default=1)\n",
    "args = parser.parse_args()"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "from google.cloud import aiplatform\n",
    "\n",
    "aiplatform.init(location=\"us-central1\", staging_bucket=\"gs://bucket\")\n",
    "job = aiplatform.CustomTrainingJob(\n",
    "    display_name=\"train\",\n",
    "    script_path=\"trainer/task.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest\",\n",
    ")\n",
    "job.run(args=[\"--data=gs://bucket/data\"])"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile task.py\n",
    "import argparse\n",
    "\n",
    "parser = argparse.ArgumentParser()\n",
    "parser.add_argument(\"--data\", required=True)\n",
    "parser.add_argument(\"--epochs\", type=int, default=1)\n",
    "args = parser.parse_args()"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "from google.cloud import aiplatform\n",
    "\n",
    "aiplatform.init(location=\"us-central1\", staging_bucket=\"gs://bucket\")\n",
    "job = aiplatform.CustomTrainingJob(\n",
    "    display_name=\"train\",\n",
    "    script_path=\"task.py\",\n",
    "    container_uri=\"us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest\",\n",
    ")\n",
    "job.run(args=[\"--data=gs://bucket/data\"])"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let sources = [SdkScripts];
}

def TpuNotUsed : Rule<"tpu-not-used", "TL2706"> {
  let severity = Warning;
  let summary = "a job with a TPU whose package does not connect to one";
  let explanation = [{
A program that is to train on a TPU finds it with `TPUClusterResolver`, or uses
torch_xla or JAX. One that does nothing of this trains on the host of the TPU, which is
paid for and idle.
}];
  let messages = [
    Message<"absent", "the job asks for a TPU, and nothing in `{package}` connects to one",
            [Text<"package">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile trainer/__init__.py"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile trainer/task.py\n",
    "import tensorflow as tf\n",
    "\n",
    "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n",
    "model.compile(loss=\"mse\")"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "!gcloud ai-platform jobs submit training job_1 --region us-central1 --scale-tier basic-tpu \\\n",
    "  --runtime-version 2.1 --python-version 3.7 \\\n",
    "  --package-path trainer --module-name trainer.task --staging-bucket gs://bucket-1"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile trainer/__init__.py"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile trainer/task.py\n",
    "import tensorflow as tf\n",
    "\n",
    "resolver = tf.distribute.cluster_resolver.TPUClusterResolver()\n",
    "tf.config.experimental_connect_to_cluster(resolver)\n",
    "tf.tpu.experimental.initialize_tpu_system(resolver)\n",
    "strategy = tf.distribute.experimental.TPUStrategy(resolver)\n",
    "with strategy.scope():\n",
    "    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n",
    "    model.compile(loss=\"mse\")"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "!gcloud ai-platform jobs submit training job_1 --region us-central1 --scale-tier basic-tpu \\\n",
    "  --runtime-version 2.1 --python-version 3.7 \\\n",
    "  --package-path trainer --module-name trainer.task --staging-bucket gs://bucket-1"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let sources = ["AI Platform Training guide `Using TPUs`, connecting to the TPU"];
}

def RelativeImport : Rule<"relative-import", "TL2707"> {
  let severity = Warning;
  let fix = UnsafeFix;
  let summary = "a module of the package imported as if it stood alone";
  let explanation = [{
The job runs `python -m trainer.task` with the package installed, so that the files beside
`task.py` are modules of the package: `import model` finds nothing and the job ends with
ImportError. It works where the script is started beside them, as on the own machine.
}];
  let messages = [
    Message<"sibling", "`{module}` is `{package}.{module}` where the job runs",
            [Text<"module">, Text<"package">]>];
  let bad = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile trainer/__init__.py"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile trainer/model.py\n",
    "layers = 2"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile trainer/task.py\n",
    "import model\n",
    "\n",
    "print(model.layers)"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "!gcloud ai-platform jobs submit training job_1 --region us-central1 --scale-tier basic \\\n",
    "  --runtime-version 2.1 --python-version 3.7 \\\n",
    "  --package-path trainer --module-name trainer.task --staging-bucket gs://bucket-1"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let good = [{
{
 "cells": [
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile trainer/__init__.py"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile trainer/model.py\n",
    "layers = 2"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "%%writefile trainer/task.py\n",
    "from trainer import model\n",
    "\n",
    "print(model.layers)"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "!gcloud ai-platform jobs submit training job_1 --region us-central1 --scale-tier basic \\\n",
    "  --runtime-version 2.1 --python-version 3.7 \\\n",
    "  --package-path trainer --module-name trainer.task --staging-bucket gs://bucket-1"
   ]
  }
 ],
 "metadata": {
  "language_info": {"name": "python"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
}];
  let sources = ["AI Platform Training guide `Packaging a training application`, Python version and imports", "Python 3.11 language reference, the import system (absolute and relative imports)"];
}

} // group
