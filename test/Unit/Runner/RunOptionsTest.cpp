//===- RunOptionsTest.cpp - The command line of trainlint-run -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/RunOptions.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::run;
using namespace trainlint::test;

static std::string problem(std::vector<const char *> arguments) {
  auto options = parseRunOptions(arguments);
  return options ? "none" : messageOf(options.takeError());
}

TEST(RunOptions, Reads) {
  auto options = parseRunOptions(
      {"m.mlir", "--device=cpu:8", "--input", "a.npy", "--input=b.npy",
       "--num-replicas=4", "--option", "name=[1,2]", "--emit=linalg",
       "--output=print", "--fake-data", "--seed", "7"});
  ASSERT_TRUE(bool(options)) << messageOf(options.takeError());
  EXPECT_EQ(options->module, "m.mlir");
  EXPECT_EQ(options->device, "cpu");
  EXPECT_EQ(options->deviceCount, 8);
  EXPECT_EQ(options->inputs, (std::vector<std::string>{"a.npy", "b.npy"}));
  EXPECT_EQ(options->replicas, 4);
  EXPECT_EQ(options->partitions, std::nullopt);
  ASSERT_EQ(options->pluginOptions.size(), 1u);
  EXPECT_EQ(options->emit, "linalg");
  EXPECT_EQ(options->output, "");
  EXPECT_TRUE(options->fakeData);
  EXPECT_EQ(options->seed, 7);
}

TEST(RunOptions, ReadsATraining) {
  auto options = parseRunOptions(
      {"m.mlir", "--train", "--steps=100", "--data",
       "images=a.npy,labels=b.npy", "--data=folder,year=1/c.npz", "--data",
       "run/year=2/d.npz", "--seed=3", "--checkpoints=run", "--resume",
       "--no-shuffle", "--log=json", "--num-replicas=2"});
  ASSERT_TRUE(bool(options)) << messageOf(options.takeError());
  ASSERT_TRUE(options->training.has_value());
  const trainer::TrainingOptions &training = *options->training;
  EXPECT_EQ(training.steps, 100);
  std::vector<std::string> files;
  for (const data::DataFile &file : training.data)
    files.push_back(file.input + ":" + file.path);
  EXPECT_EQ(files,
            (std::vector<std::string>{"images:a.npy", "labels:b.npy", ":folder",
                                      "year:1/c.npz", ":run/year=2/d.npz"}));
  EXPECT_EQ(training.seed, 3u);
  EXPECT_TRUE(training.isResumed);
  EXPECT_FALSE(training.isShuffled);
  EXPECT_EQ(training.scale.divisor, 255);
  EXPECT_EQ(training.scale.shift, 0);
  EXPECT_EQ(training.log, trainer::LogKind::Json);
  EXPECT_EQ(training.replicas, 2);
  EXPECT_EQ(training.checkpointSeconds, 600);
  EXPECT_FALSE(parseRunOptions({"m.mlir"})->training.has_value());
}

TEST(RunOptions, ProblemsOfTrainings) {
  EXPECT_EQ(problem({"a", "--train"}), "`--train` needs `--steps`");
  EXPECT_EQ(problem({"a", "--plot=x.svg"}),
            "option `--plot` is one of `--train`");
  EXPECT_EQ(problem({"a", "--emit=devrt"}), "`--emit=devrt` shows a `--train`");
  EXPECT_EQ(problem({"a", "--train", "--steps=-1"}),
            "option `--steps` takes a whole number from 0, not `-1`");
  EXPECT_EQ(problem({"a", "--train", "--steps=1", "--keep-checkpoints=0"}),
            "option `--keep-checkpoints` takes a whole number from 1, not `0`");
  EXPECT_EQ(problem({"a", "--train", "--steps=1", "--log=xml"}),
            "option `--log` takes progress, json or none, not `xml`");
  EXPECT_EQ(problem({"a", "--train", "--steps=1", "--resume"}),
            "`--resume` needs `--checkpoints`");
}

TEST(RunOptions, Problems) {
  EXPECT_EQ(problem({}), "no program is named");
  EXPECT_EQ(problem({"a", "b"}), "more than one program is named: `a` and `b`");
  EXPECT_EQ(problem({"a", "--inptu=x"}),
            "unknown option `--inptu=x`; did you mean `--input`?");
  EXPECT_EQ(problem({"a", "--input"}), "option `--input` needs a value");
  EXPECT_EQ(problem({"a", "--emit=hlo"}),
            "option `--emit` takes parse, import, check, forward, stablehlo, "
            "linalg, llvm, optimized, devrt, jobset, vertex, xpk or slurm, "
            "not `hlo`");
  EXPECT_EQ(problem({"a", "--device=cpu:x"}),
            "option `--device` takes a number of devices, not `x`");
  EXPECT_EQ(problem({"a", "--repeat=0"}),
            "option `--repeat` takes a whole number from 1, not `0`");
  EXPECT_EQ(problem({"a", "--option=word"}),
            "`word` is not of the form name=value");
  EXPECT_EQ(problem({"--help"}), "none");
}
