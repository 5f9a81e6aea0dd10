#!/bin/bash
# 🚀 Submits a job, and makes a TPU.
REGION=us-central1
gcloud ai-platform jobs submit training "job_$(date +%s)" \
  --region=$REGION --scale-tier=custum \
  --master-machine-type=n1-standard-8 --master-accelerator=count=3,type=nvidia-tesla-t4 \
  --runtime-version=2.1 --python-version=3.7 --config config.yaml
gcloud ai custom-jobs create --display-name=a --region=$REGION \
  --worker-pool-spec=machine-type=a2-highgpu-1g,accelerator-type=NVIDIA_TESLA_A100,replica-count=2
gcloud compute tpus tpu-vm create tpu --zone=us-central1-b --accelerator-type=v4-8 \
  --version=tpu-ubuntu2204-base # trainlint: ignore[tpu-zone] it is ours
