//===- CheckJobSet.cpp - What the webhook of JobSet refuses ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/KubernetesTraining.h"
#include "Diagnostics/Report.h"
#include "Frontend/GKE/CheckTraining.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::gke;
using namespace trainlint::yaml;

namespace {
/// The replicated jobs of a set by their names.
class ReplicatedJobs {
public:
  explicit ReplicatedJobs(const KnownValue &spec);

  /// Reports a name that no replicated job has.
  void checkReference(const KnownValue &name) const;
  void checkReferences(const KnownValue &names) const {
    for (const KnownValue &name : names.items())
      checkReference(name);
  }
  void checkOrder() const;

private:
  KnownValues jobs;
  llvm::StringMap<size_t> places;
  std::vector<StringRef> names;
  /// Finds the name that was meant; it prepares itself for the first.
  mutable std::optional<NearMatcher> near;
  /// False if there may be more of them, or if a name is not known.
  bool areKnown = true;
};
} // namespace

ReplicatedJobs::ReplicatedJobs(const KnownValue &spec)
    : jobs(spec["replicatedJobs"].items()) {
  areKnown =
      !jobs.empty() && !spec.isOpen() && !spec["replicatedJobs"].isOpen();
  for (size_t index = 0; index < jobs.size(); ++index) {
    std::optional<StringRef> name = jobs[index]["name"].text();
    areKnown &= name.has_value();
    if (!name)
      continue;
    places.try_emplace(*name, index);
    names.push_back(*name);
  }
  near.emplace(names);
}

void ReplicatedJobs::checkReference(const KnownValue &reference) const {
  std::optional<StringRef> name = reference.text();
  if (!name || !areKnown || places.contains(*name))
    return;
  Report report = diag::UnknownReplicatedJob::none(reference.location(), *name);
  if (std::optional<NearMatch> meant = near->find(*name))
    report.fix(/*safe=*/false, "write `" + meant->word + "`",
               reference.location(), meant->word);
  report.help("there " + std::string(names.size() == 1 ? "is " : "are ") +
              formatList(names, "and"));
}

void ReplicatedJobs::checkOrder() const {
  for (size_t index = 0; index < jobs.size(); ++index) {
    KnownValue needed = jobs[index]["dependsOn"];
    if (index == 0 && !needed.items().empty()) {
      diag::UnknownReplicatedJob::first(needed.place());
      continue;
    }
    for (const KnownValue &item : needed.items()) {
      checkReference(item["name"]);
      auto place = places.find(item["name"].text().value_or(""));
      if (!areKnown || place == places.end())
        continue;
      if (place->second == index)
        diag::UnknownReplicatedJob::itself(item["name"].location(),
                                           place->first());
      else if (place->second > index)
        diag::UnknownReplicatedJob::later(item["name"].location(),
                                          place->first())
            .note(jobs[place->second]["name"].location(), "it is here");
    }
  }
}

void gke::checkReplicatedJobs(const KnownValue &spec) {
  ReplicatedJobs jobs(spec);
  jobs.checkOrder();
  jobs.checkReferences(spec["successPolicy"]["targetReplicatedJobs"]);
  for (const KnownValue &rule : spec["failurePolicy"]["rules"].items())
    jobs.checkReferences(rule["targetReplicatedJobs"]);
  jobs.checkReference(spec["coordinator"]["replicatedJob"]);
}

/// The longest names of jobs and pods that a replicated job makes; those of
/// pods end in five letters of chance.
static void checkMadeNames(const KnownValue &set, const KnownValue &job) {
  std::optional<StringRef> name = set.text();
  std::optional<StringRef> jobName = job["name"].text();
  int64_t replicas = job["replicas"].integer().value_or(1);
  if (!name || !jobName || name->size() > 63)
    return;
  std::string made = (*name + "-" + *jobName + "-" +
                      std::to_string(std::max<int64_t>(replicas, 1) - 1))
                         .str();
  KnownValue spec = job["template"]["spec"];
  std::optional<int64_t> pods = spec["completions"].integer();
  std::optional<StringRef> mode = spec["completionMode"].text();
  if (pods && (!mode || *mode == "Indexed"))
    made += "-" + std::to_string(std::max<int64_t>(*pods, 1) - 1) + "-abcde";
  if (made.size() > 63)
    diag::WorkloadName::made(job["name"].location(), made, made.size())
        .note(set.location(), "the name of the set");
}

void gke::checkJobSet(const KnownValue &object) {
  KnownValue name = object["metadata"]["name"];
  checkName(name, "JobSet", 63);
  KnownValue spec = object["spec"];
  for (const KnownValue &job : spec["replicatedJobs"].items())
    checkMadeNames(name, job);
  checkReplicatedJobs(spec);
}
