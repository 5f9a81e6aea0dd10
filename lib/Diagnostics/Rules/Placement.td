//===- Placement.td - Rules on regions and zones -----------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar RegionGuide = "AI Platform Training guide `Using GPUs`, regions that support GPUs";

defvar VertexLocations = "Vertex AI locations, accelerators for training";

let group = Placement, confidence = Table in {

def UnknownRegion : Rule<"unknown-region", "TL0301"> {
  let fix = UnsafeFix;
  let summary = "a region in which the service does not run";
  let explanation = [{
Training runs in a fixed set of regions. A zone (`us-central1-a`) is not a
region. A region that Google Cloud has but that AI Platform's list of 2020 and
2021 does not name is a warning. gcloud refuses a custom job of Vertex AI outside
of its list. The tables do not cover the regions of sovereign clouds, whose names
begin with `u-`.
}];
  let messages = [
    Message<"unknown", "{region} is not a region of {service}",
            [Text<"region">, Text<"service">]>,
    Message<"aws", "{region} is a region of AWS, not of {service}",
            [Text<"region">, Text<"service">]>,
    InfoMessage<"sovereign",
                "{region} is named like a region of a sovereign cloud, which is not checked",
                [Text<"region">]>,
    WarningMessage<"notListed",
                   "{region} is not in the list of regions of {service}",
                   [Text<"region">, Text<"service">]>,
    Message<"notYet", "{region} is a region of {service} since {date}",
            [Text<"region">, Text<"service">, Text<"date">]>,
    Message<"zone", "{zone} is a zone, not a region", [Text<"zone">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  region: us-central
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  region: us-central1
}];
  let sources = ["AI Platform release notes to 2020-08-14", RegionGuide];
  let tables = ["ai-platform-regions", "vertex-regions"];
}

def RegionWithoutAccelerators : Rule<"region-without-accelerators", "TL0302"> {
  let fix = UnsafeFix;
  let summary = "a region that has no accelerators at all";
  let explanation = [{
The region runs training jobs, but only on machines without accelerators. Choose
one of the regions that offer them.
}];
  let messages = [
    Message<"none", "{region} offers no accelerators, and the job uses {accelerators}",
            [Text<"region">, Text<"accelerators">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  region: europe-north1
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  region: europe-west4
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
}];
  let sources = [RegionGuide, VertexLocations];
  let tables = ["ai-platform-region-accelerators", "vertex-region-accelerators", "accelerator-zones"];
}

def AcceleratorNotInRegion : Rule<"accelerator-not-in-region", "TL0303"> {
  let fix = UnsafeFix;
  let summary = "an accelerator that the region does not offer";
  let explanation = [{
Most regions offer some types of accelerators only. Where public copies of the
list contradict each other the finding is a warning, and so it is where no list
names the region and the zones of Compute Engine have none of the accelerator. Legacy machine types count
as the accelerators that they contain.
}];
  let messages = [
    Message<"notOffered", "{region} does not offer {accelerator}",
            [Text<"region">, Text<"accelerator">]>,
    WarningMessage<"disputed", "public lists disagree on whether {region} offers {accelerator}",
                   [Text<"region">, Text<"accelerator">]>,
    WarningMessage<"noZone", "no zone of {region} has {accelerator}",
                   [Text<"region">, Text<"accelerator">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  region: us-west2
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_V100
      count: 1
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  region: us-west1
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_V100
      count: 1
}];
  let sources = [RegionGuide, "AI Platform release notes to 2020-08-14", VertexLocations];
  let tables = ["ai-platform-region-accelerators", "vertex-region-accelerators"];
}

def NoCommonZone : Rule<"no-common-zone", "TL0304"> {
  let fix = UnsafeFix;
  let summary = "no zone of the region has all accelerators of the job";
  let explanation = [{
All machines of a job run in one zone, so one zone has to offer every type of
accelerator that any role uses. For AI Platform and the regions of the 2020 table
a violation is an error; elsewhere the later Compute Engine catalog decides, and
the finding is a warning.
}];
  let messages = [
    Message<"none", "no zone of {region} offers {accelerators} together",
            [Text<"region">, Text<"accelerators">]>,
    WarningMessage<"noneLater", "no zone of {region} offers {accelerators} together",
                   [Text<"region">, Text<"accelerators">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  region: us-central1
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
  workerType: n1-standard-8
  workerCount: 2
  workerConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_P100
      count: 1
  parameterServerType: n1-standard-8
  parameterServerCount: 1
  parameterServerConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_K80
      count: 1
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  region: us-central1
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
  workerType: n1-standard-8
  workerCount: 2
  workerConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
}];
  let sources = [RegionGuide, VertexLocations];
  let tables = ["accelerator-zones-2020", "accelerator-zones"];
}

def RegionNotGiven : Rule<"region-not-given", "TL0305"> {
  let severity = Info;
  let confidence = Exact;
  let summary = "the file names no region, so placement is not checked";
  let explanation = [{
`gcloud` takes the region from `--region` or its configuration, so a file without
one is fine; but then nobody has checked that the region has the accelerators of
the job. The finding names the regions where the whole job fits. Give the region
with `--region` to have it checked. Of a job of Vertex AI, whose file has no place
for a region, it speaks only if there are accelerators.
}];
  let messages = [
    InfoMessage<"fits", "no region is given; the job fits in {regions}",
                [Text<"regions">]>,
    InfoMessage<"fitsAll", "no region is given; the job uses no accelerators and fits in all {count} regions",
                [Number<"count">]>,
    InfoMessage<"fitsNowhere", "no region is given, and no region in the tables fits the whole job">,
    InfoMessage<"unknown", "no region is given; the tables do not say which regions offer {accelerators}",
                [Text<"accelerators">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_V100
      count: 1
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  region: us-central1
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_V100
      count: 1
}];
  let sources = ["gcloud ai-platform jobs submit training, --region", "gcloud ai custom-jobs create, --region"];
  let tables = ["ai-platform-regions", "vertex-regions"];
}

def AcceleratorNotInZone : Rule<"accelerator-not-in-zone", "TL0306"> {
  let severity = Warning;
  let confidence = Dated;
  let exampleName = "create.sh";
  let summary = "a zone of Compute Engine that does not offer the accelerator";
  let explanation = [{
A VM or a node is made in a zone, and each accelerator is in some zones only. The
request is refused in others. Zones get new accelerators, so this is a warning with
the date of the table; nothing is said of accelerators whose zones are not all known.
}];
  let messages = [
    Message<"notOffered", "{zone} does not offer {accelerator}",
            [Text<"zone">, Text<"accelerator">]>,
    Message<"region", "{zone} is a region, a VM is in a zone", [Text<"zone">]>,
    Message<"unknown", "{zone} is not a zone that trainlint knows", [Text<"zone">]>];
  let bad = [{
gcloud compute instances create vm-1 --zone us-east4-a \
  --machine-type a2-highgpu-1g
}];
  let good = [{
gcloud compute instances create vm-1 --zone us-central1-c \
  --machine-type a2-highgpu-1g
}];
  let sources = ["skypilot-org/skypilot-catalog, catalogs/v8/gcp/vms.csv"];
  let tables = ["accelerator-zones"];
}

} // group
