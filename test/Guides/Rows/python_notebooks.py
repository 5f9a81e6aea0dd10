# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Notebooks: magics, shells, and files that cells write."""

from programs import notebook

SUBMIT = ("gcloud ai-platform jobs submit training job1 --region=us-central1 --runtime-version=2.11 "
          "--python-version=3.7 --scale-tier=basic --package-path=trainer --module-name=trainer.task "
          "--staging-bucket=gs://my-bucket")
OF_REGION = SUBMIT.replace("us-central1", "$REGION")
CONFIG = SUBMIT.replace(" --scale-tier=basic", "") + " --config=<>"
YAML = "trainingInput:\n  scaleTier: BASIC\n  jobDir: gs://my-bucket/{}\n"
BASH = "%%bash\n"


def written(directory, name="config.yaml"):
    return f"%%writefile {name}\n" + YAML.format(directory)


BROKEN = {"submit.ipynb": notebook("!" + SUBMIT)["submit.ipynb"].replace('"cells"', '<<<<<<< HEAD\n"cells"')}

ROWS = [
    ("N01", "notebook-json", "error", BROKEN, notebook("!" + SUBMIT)),
    ("N02", "cell-magic-late", "error", notebook("import os\n" + BASH + SUBMIT), notebook("import os", BASH + SUBMIT)),
    ("N02", "cell-magic-late", "warning", notebook("# submit\n" + BASH + SUBMIT),
     notebook(BASH + "# submit\n" + SUBMIT)),
    ("N03", "bash-python-name", "warning", notebook('REGION = "us-central1"', BASH + OF_REGION),
     notebook('import os\nREGION = "us-central1"\nos.environ["REGION"] = REGION', BASH + OF_REGION)),
    ("N04", "bash-unset", "warning",
     notebook(BASH + "export DATA=gs://my-bucket/data", BASH + SUBMIT + " -- --data=$DATA"),
     notebook("%env DATA=gs://my-bucket/data", BASH + SUBMIT + " -- --data=$DATA")),
    ("N04", "bash-unset", "warning", notebook(BASH + "net=a\n" + SUBMIT.replace("job1", "mnist$net_$(date +%s)")),
     notebook(BASH + "net=a\n" + SUBMIT.replace("job1", "mnist${net}_$(date +%s)"))),
    ("N05", "lost-effect", "warning", notebook("!cd trainer", "!" + SUBMIT), notebook("%cd trainer", "!" + SUBMIT)),
    ("N06", "brace-undefined", "warning", notebook("!" + SUBMIT.replace("us-central1", "{LOCATION}")),
     notebook('LOCATION = "us-central1"', "!" + SUBMIT.replace("us-central1", "{LOCATION}"))),
    ("N07", "python-version-runtime", "error", notebook("!" + SUBMIT.replace("=3.7", "=3.5")), notebook("!" + SUBMIT)),
    ("N08", "writefile-placeholder", "warning",
     notebook('DIRECTORY = "out"', written("{DIRECTORY}"), "!" + CONFIG.replace("<>", "config.yaml")),
     notebook('DIRECTORY = "out"', written("out"), "!" + CONFIG.replace("<>", "config.yaml"))),
    ("N09", "written-after-use", "warning", notebook("!" + CONFIG.replace("<>", "config.yaml"), written("out")),
     notebook(written("out"), "!" + CONFIG.replace("<>", "config.yaml"))),
    ("N10", "config-missing", "warning", notebook("!" + CONFIG.replace("<>", "absent.yaml")),
     notebook("!wget https://example.com/absent.yaml", "!" + CONFIG.replace("<>", "absent.yaml"))),
    ("N11", "stale-file", "warning", notebook(written("a"), "!" + CONFIG.replace("<>", "config.yaml"), written("b")),
     notebook(written("a"), written("b"), "!" + CONFIG.replace("<>", "config.yaml"))),
    ("N12", "bang-continuation", "error",
     notebook("!gcloud ai custom-jobs create --display-name=n\n--region=us-central1 --config=job.yaml"),
     notebook("!gcloud ai custom-jobs create --display-name=n \\\n--region=us-central1 --worker-pool-spec="
              "machine-type=n1-standard-8,replica-count=1,container-image-uri=gcr.io/p/i")),
    ("N13", "env-quotes", "warning", notebook('%env REGION="us-central1"', "!" + OF_REGION),
     notebook("%env REGION=us-central1", "!" + OF_REGION)),
]
