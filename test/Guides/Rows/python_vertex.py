# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Jobs that Python submits to Vertex AI and AI Platform."""

from programs import notebook, program, row

INIT = """
from google.cloud import aiplatform
aiplatform.init(project="my-project", location="us-central1", staging_bucket="gs://my-bucket")
"""
JOB = INIT + """
job = aiplatform.CustomContainerTrainingJob(display_name="train", container_uri="gcr.io/my-project/train")
"""
RUN = JOB + "job.run(<>)\n"
POOLS = INIT + """
aiplatform.CustomJob(display_name="train", worker_pool_specs=[<>])
"""
ONE = ('{"machine_spec": {"machine_type": "n1-standard-8"}, "replica_count": 1, '
       '"container_spec": {"image_uri": "gcr.io/p/i"}}')
MACHINE = """{"machine_spec": {"machine_type": "n1-standard-8"<>}, "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/my-project/train"}}"""
POOL = POOLS.replace("<>", MACHINE)
PLAIN = POOL.replace("<>", "")
TRACKED = """
job.run(<>tensorboard="projects/p/locations/us-central1/tensorboards/1",
        service_account="s@p.iam.gserviceaccount.com")
"""
SPEC = POOLS.replace("<>", """{"machine_spec": {"machine_type": "n1-standard-8"}, "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/my-project/train"<>}}""")
TUNING = INIT + """
from google.cloud.aiplatform import hyperparameter_tuning as hpt
custom = aiplatform.CustomJob(display_name="trial", worker_pool_specs=[{
    "machine_spec": {"machine_type": "n1-standard-8"}, "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/my-project/train"}}])
"""
SEARCH = TUNING + """
aiplatform.HyperparameterTuningJob(display_name="search", custom_job=custom, metric_spec={"loss": "minimize"},
    parameter_spec={"lr": hpt.DoubleParameterSpec(min=1e-5, max=1e-1, scale="log")},
    max_trial_count=8, parallel_trial_count=2<>)
"""
SPACE = TUNING + """
aiplatform.HyperparameterTuningJob(display_name="search", custom_job=custom, metric_spec={"loss": "minimize"},
    parameter_spec={"lr": <>}, max_trial_count=8, parallel_trial_count=2)
"""
GRID = SPACE.replace("parallel_trial_count=2", 'parallel_trial_count=2, search_algorithm="grid"')
SCRIPT = INIT + """
job = aiplatform.CustomTrainingJob(display_name="train", script_path="task.py", container_uri="gcr.io/my-project/train")
job.run(machine_type="n1-standard-8", replica_count=1, args=[<>])
"""
TASK = """
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=1)
<>
parser.parse_args()
"""
PLATFORM = """
from googleapiclient import discovery
ml = discovery.build("ml", "v1")
body = {"jobId": "train_1", "trainingInput": {"scaleTier": "BASIC", "region": "us-central1", "runtimeVersion": "2.11",
        "pythonVersion": "3.7", "pythonModule": "trainer.task", "packageUris": ["gs://my-bucket/trainer.tar.gz"]}}
<>
"""
CREATE = 'ml.projects().jobs().create(parent="projects/my-project", body=body).execute()'
CREATED = PLATFORM.replace("<>", CREATE)
CUSTOM = """"scaleTier": "CUSTOM", "masterType": "n1-standard-8",
        "masterConfig": {"acceleratorConfig": {"type": "NVIDIA_TESLA_T4", "count": "<>"}}"""
CLOUD = """
import tensorflow_cloud as tfc
tfc.run(entry_point="train.py"<>)
"""


def job_script(args, options=""):
    return program(SCRIPT.replace("<>", args), task_py=TASK.replace("<>", options))


def tuned_script(pattern):
    return INIT + """
from google.cloud.aiplatform import hyperparameter_tuning as hpt
custom = aiplatform.CustomJob.from_local_script(display_name="trial", script_path="task.py",
    container_uri="gcr.io/my-project/train", machine_type="n1-standard-8")
aiplatform.HyperparameterTuningJob(display_name="search", custom_job=custom, """ + pattern + """,
    max_trial_count=8, parallel_trial_count=2)
"""


METRIC = """
import hypertune
hypertune.HyperTune().report_hyperparameter_tuning_metric(hyperparameter_metric_tag="accuracy", metric_value=1.0)
"""
LR = '{"<>": hpt.DoubleParameterSpec(min=1e-5, max=1e-1, scale="log")}'
GPU = 'machine_type="n1-standard-8", replica_count=1, accelerator_type="NVIDIA_TESLA_T4", accelerator_count=1'

ROWS = [
    row("V01", "incomplete-accelerator", "warning", RUN,
        'machine_type="n1-standard-8", accelerator_type="NVIDIA_TESLA_T4"', GPU),
    row("V02", "incomplete-accelerator", "warning", RUN, 'machine_type="n1-standard-8", accelerator_count=1', GPU),
    row("V03", "incomplete-accelerator", "warning", POOL,
        ', "accelerator_type": "NVIDIA_TESLA_T4"', ', "accelerator_type": "NVIDIA_TESLA_T4", "accelerator_count": 1'),
    row("V04", "unknown-accelerator", "error", POOL,
        ', "accelerator_type": "NVIDIA_T4", "accelerator_count": 1',
        ', "accelerator_type": "NVIDIA_TESLA_T4", "accelerator_count": 1'),
    row("V05", "accelerator-type-none", "error", RUN,
        'machine_type="n1-standard-8", accelerator_type=None', 'machine_type="n1-standard-8"'),
    row("V06", "wrong-type", "error", POOL,
        ', "accelerator_type": "NVIDIA_TESLA_T4", "accelerator_count": "1"',
        ', "accelerator_type": "NVIDIA_TESLA_T4", "accelerator_count": int("1")'),
    row("V06", "wrong-type", "error", "import os\n" + POOL.replace('"n1-standard-8"<>', '"n1-standard-8", '
        '"accelerator_type": "NVIDIA_TESLA_T4", "accelerator_count": <>'), 'os.environ["GPUS"]', 'int(os.environ["GPUS"])'),
    row("V07", "unknown-field", "error", POOLS,
        ONE.replace("image_uri", "image"),
        ONE),
    row("V08", "camel-case-field", "error", POOLS,
        ONE.replace("machine_spec", "machineSpec").replace("machine_type", "machineType"),
        ONE),
    row("V09", "unknown-argument", "error", INIT +
        'job = aiplatform.CustomContainerTrainingJob(display_name="n", container_uri="gcr.io/p/i"<>)\n'
        'job.run(machine_type="n1-standard-8")\n', ', machine_type="n1-standard-8"', ""),
    row("V10", "missing-argument", "error", INIT + "<>\n", 'aiplatform.CustomJob(job_name="n")',
        'aiplatform.CustomJob.get("n")'),
    row("V11", "list-given-as-text", "error", SPEC, ', "command": "trainer.task"',
        ', "command": ["python", "-m", "trainer.task"]'),
    row("V12", "wrong-type", "error", SPEC, ', "args": ["--epochs", 5]', ', "args": ["--epochs", "5"]'),
    row("V13", "wrong-type", "error", SPEC, ', "env": {"A": "b"}', ', "env": [{"name": "A", "value": "b"}]'),
    row("V14", "two-pool-tasks", "error", POOLS,
        '{"machine_spec": {"machine_type": "n1-standard-8"}, "replica_count": 1, '
        '"container_spec": {"image_uri": "gcr.io/p/i"}, "python_package_spec": {"executor_image_uri": "gcr.io/p/i", '
        '"package_uris": ["gs://b-1/p.tar.gz"], "python_module": "t.t"}}',
        ONE),
    row("V14", "worker-pool-task", "error", POOLS,
        '{"machine_spec": {"machine_type": "n1-standard-8"}, "replica_count": 1}',
        ONE),
    row("V15", "missing-field", "error", POOLS,
        '{"machine_spec": {}, "replica_count": 1, "container_spec": {"image_uri": "gcr.io/p/i"}}',
        ONE),
    row("V16", "no-replicas", "error", RUN, 'machine_type="n1-standard-8", replica_count=0',
        'machine_type="n1-standard-8", replica_count=1'),
    row("V17", "primary-replica-count", "error", POOLS, ONE.replace("1,", "4,"), ONE + ", " + ONE.replace("1,", "3,")),
    row("V18", "no-staging-bucket", "error", """
from google.cloud import aiplatform
aiplatform.init(project="p"<>)
aiplatform.CustomJob(display_name="n", worker_pool_specs=[{"machine_spec": {"machine_type": "n1-standard-8"},
    "replica_count": 1, "container_spec": {"image_uri": "gcr.io/p/i"}}])
""", "", ', staging_bucket="gs://b-1"'),
    row("V19", "model-without-serving", "error", INIT + """
job = aiplatform.CustomContainerTrainingJob(display_name="n", container_uri="gcr.io/p/i"<>)
job.run(machine_type="n1-standard-8", model_display_name="m")
""", "", ', model_serving_container_image_uri="gcr.io/p/serve"'),
    row("V20", "run-twice", "error",
        JOB + 'job.run(machine_type="n1-standard-8")\n<>job.run(machine_type="n1-standard-4")\n', "",
        'job = aiplatform.CustomContainerTrainingJob(display_name="n", container_uri="gcr.io/p/i")\n'),
    row("V21", "unknown-region", "error",
        'from google.cloud import aiplatform\naiplatform.init(project="p", location="<>")\n',
        "us-central", "us-central1"),
    row("V22", "unknown-machine-type", "warning", RUN, 'machine_type="n1-standar-16"', 'machine_type="n1-standard-16"'),
    row("V22", "accelerator-end-of-support", "warning", RUN, GPU.replace("T4", "K80"), GPU),
    row("V22", "accelerator-count", "error", RUN, GPU.replace("accelerator_count=1", "accelerator_count=3"), GPU),
    row("V23", "tpu-topology", "error", RUN, 'machine_type="ct5lp-hightpu-4t"',
        'machine_type="ct5lp-hightpu-4t", tpu_topology="2x2"'),
    row("V24", "invalid-enum-value", "error", SEARCH, ', search_algorithm="bayesian"', ', search_algorithm="random"'),
    row("V25", "unknown-scale", "warning", SPACE, 'hpt.DoubleParameterSpec(min=1e-5, max=1e-1, scale="logarithmic")',
        'hpt.DoubleParameterSpec(min=1e-5, max=1e-1, scale="log")'),
    row("V26", "unknown-argument", "error", SPACE, 'hpt.CategoricalParameterSpec(values=["a", "b"], scale="linear")',
        'hpt.CategoricalParameterSpec(values=["a", "b"])'),
    row("V26", "missing-argument", "error", SPACE, "hpt.DoubleParameterSpec(min=1e-5, max=1e-1)",
        'hpt.DoubleParameterSpec(min=1e-5, max=1e-1, scale="log")'),
    row("V27", "parameter-bounds", "error", SPACE, 'hpt.DoubleParameterSpec(2, 1, "linear")',
        'hpt.DoubleParameterSpec(1, 2, "linear")'),
    row("V27", "parameter-scale", "error", SPACE, 'hpt.DoubleParameterSpec(0, 0.1, "log")',
        'hpt.DoubleParameterSpec(1e-5, 0.1, "log")'),
    row("V27", "parameter-values", "warning", SPACE, 'hpt.DiscreteParameterSpec(values=[2, 1], scale="linear")',
        'hpt.DiscreteParameterSpec(values=[1, 2], scale="linear")'),
    row("V27", "grid-search-parameter", "error", GRID, 'hpt.DoubleParameterSpec(min=1, max=2, scale="linear")',
        'hpt.IntegerParameterSpec(min=1, max=2, scale="linear")'),
    row("V28", "parallel-trials", "warning", SEARCH.replace("max_trial_count=8, parallel_trial_count=2<>", "<>"),
        "max_trial_count=2, parallel_trial_count=8", "max_trial_count=8, parallel_trial_count=2"),
    ("V29", "script-unknown-flag", "error", job_script('"--epoch-count=5"'), job_script('"--epochs=5"')),
    ("V30", "script-required-flag", "error", job_script("", 'parser.add_argument("--data", required=True)'),
     job_script('"--data=gs://b-1/d"', 'parser.add_argument("--data", required=True)')),
    ("V31", "tuning-parameter-flag", "error",
     program(tuned_script('metric_spec={"accuracy": "maximize"}, parameter_spec=' + LR.replace("<>", "lr")),
             task_py=TASK.replace("<>", 'parser.add_argument("--learning-rate", type=float)') + METRIC),
     program(tuned_script('metric_spec={"accuracy": "maximize"}, parameter_spec=' + LR.replace("<>", "learning-rate")),
             task_py=TASK.replace("<>", 'parser.add_argument("--learning-rate", type=float)') + METRIC)),
    ("V32", "metric-not-reported", "error",
     program(tuned_script('metric_spec={"val_acc": "maximize"}, parameter_spec=' + LR.replace("<>", "lr")),
             task_py=TASK.replace("<>", 'parser.add_argument("--lr", type=float)') + METRIC),
     program(tuned_script('metric_spec={"accuracy": "maximize"}, parameter_spec=' + LR.replace("<>", "lr")),
             task_py=TASK.replace("<>", 'parser.add_argument("--lr", type=float)') + METRIC)),
    ("V33", "script-missing", "warning", program(SCRIPT.replace("task.py", "trian.py").replace("<>", "")),
     job_script("")),
    ("V33", "script-missing", "warning", notebook(SCRIPT.replace("<>", "")),
     notebook("%%writefile task.py\n" + TASK.replace("<>", "").lstrip(), SCRIPT.replace("<>", ""))),
    row("V34", "image-accelerator", "warning", INIT + """
job = aiplatform.CustomContainerTrainingJob(display_name="n",
    container_uri="us-docker.pkg.dev/vertex-ai/training/tf-<>.2-11.py310:latest")
job.run(""" + GPU + ")\n", "cpu", "gpu"),
    row("V35", "exclusive-fields", "error",
        PLAIN.replace("aiplatform.CustomJob", "job = aiplatform.CustomJob") + TRACKED,
        'experiment="e", ', ""),
    row("V36", "wrong-type", "error", RUN,
        'machine_type="n1-standard-8", timeout="3600"', 'machine_type="n1-standard-8", timeout=3600'),
    row("V36", "pipeline-duration", "error", """
from google_cloud_pipeline_components.v1.custom_job import CustomTrainingJobOp
CustomTrainingJobOp(display_name="n", project="p", location="us-central1", timeout="<>", worker_pool_specs=[{
    "machine_spec": {"machine_type": "n1-standard-8"}, "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/p/i"}}])
""", "3600", "3600s"),
    row("V37", "wrong-type", "error",
        PLAIN.replace('display_name="train"', 'display_name="train", labels={"run": <>}'),
        "1", '"1"'),
    row("V37", "long-display-name", "error", PLAIN.replace('"train"', '"<>"'), "n" * 129, "n" * 128),
    row("A01", "accelerator-count", "error", CREATED.replace('"scaleTier": "BASIC"', CUSTOM), "3", "4"),
    row("A02", "job-parent", "error", CREATED.replace("projects/my-project", "<>"), "my-project",
        "projects/my-project"),
    row("A03", "invalid-format", "warning", CREATED.replace("train_1", "<>"), "train-1", "train_1"),
    row("A04", "tensorflow-cloud-machine", "error", CLOUD,
        ", chief_config=tfc.MachineConfig(8, 30, tfc.AcceleratorType.NVIDIA_TESLA_T4, 3)",
        ", chief_config=tfc.MachineConfig(8, 30, tfc.AcceleratorType.NVIDIA_TESLA_T4, 4)"),
    row("A05", "tensorflow-cloud-tpu", "error", CLOUD, ', chief_config=tfc.COMMON_MACHINE_CONFIGS["TPU"]',
        ', chief_config=tfc.COMMON_MACHINE_CONFIGS["CPU"], worker_config=tfc.COMMON_MACHINE_CONFIGS["TPU"], '
        'worker_count=1'),
    row("A06", "tensorflow-cloud-argument", "error", CLOUD,
        ', entry_point_args="--epochs=5"', ', entry_point_args=["--epochs=5"]'),
]
