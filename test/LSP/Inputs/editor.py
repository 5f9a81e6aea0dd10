from google.cloud import aiplatform

REGION = "us-central1"
MACHINE = "n1-standard-8"

aiplatform.init(project="my-project", location=REGION, staging_bucket="gs://my-bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train",
    container_uri=f"{REGION}-docker.pkg.dev/my-project/images/train:latest",
)
job.run(
    machine_type=MACHINE,
    accelerator_type="NVIDIA_TESLA_T4",
    accelerator_count=3,
)
