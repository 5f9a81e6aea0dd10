# %% [markdown]
# Training
# %%
REGION = 'us-central1'
GPUS = 3
# %%
!gcloud ai-platform jobs submit training job1 --region={REGION} --scale-tier=custom \
  --master-machine-type=n1-standard-8 --master-accelerator=type=nvidia-tesla-t4,count={GPUS} \
  --runtime-version=2.11 --python-version=3.7 --package-path=trainer --module-name=trainer.task \
  --staging-bucket=gs://notebook-jobs
