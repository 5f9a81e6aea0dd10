//===- ShowTest.cpp - What a run shows ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/EventFile.h"
#include "Runtime/Trainer/LossCurve.h"
#include "Runtime/Trainer/TrainingLog.h"
#include "TestHelpers.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::trainer;
using namespace trainlint::test;
using llvm::StringRef;
using namespace std::string_literals;

namespace {
LoopReport loopOf(int64_t first, std::vector<double> losses) {
  LoopReport out;
  for (double loss : losses)
    out.steps.push_back({first++, {loss}});
  out.seconds = 2;
  out.globalBatch = 64;
  out.devices = 4;
  out.totalSteps = 10;
  return out;
}

const std::vector<NamedShape> Loss = {{"loss", {}}};
} // namespace

TEST(TrainingLog, FindsTheLoss) {
  EXPECT_EQ(findLoss({}), std::nullopt);
  EXPECT_EQ(findLoss({{{"accuracy", {}}, {"loss", {}}}}), 1u);
  EXPECT_EQ(findLoss({{{"accuracy", {}}, {"total_loss", {}}}}), 1u);
  EXPECT_EQ(findLoss({{{"error", {}}, {"accuracy", {}}}}), 0u);
}

TEST(TrainingLog, WritesJson) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto log = makeJsonLog(os, Loss, 2, [](int64_t step) { return step / 4; });
  log->report(loopOf(3, {0.5, 0.1, NAN}));
  log->report(loopOf(8, {1e-9, 3}));
  EXPECT_EQ(text, "{\"step\":4,\"epoch\":0,\"loss\":0.5,\"rate\":96,"
                  "\"rate_per_device\":24,\"waiting\":0}\n"
                  "{\"step\":6,\"epoch\":1,\"loss\":null,\"rate\":96,"
                  "\"rate_per_device\":24,\"waiting\":0}\n"
                  "{\"step\":10,\"epoch\":2,\"loss\":3,\"rate\":64,"
                  "\"rate_per_device\":16,\"waiting\":0}\n");
}

TEST(TrainingLog, DrawsABar) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto log = makeProgressLog(os, Loss, /*isTerminal=*/true);
  log->report(loopOf(3, {0.5, 0.25}));
  log->finish();
  EXPECT_EQ(text, "\r\x1b[2K[==========>         ] step 5/10, loss 0.25, 64 "
                  "examples/s (16 on each of 4), 0:05 left\n");
  text.clear();
  log = makeProgressLog(os, {}, /*isTerminal=*/false);
  LoopReport loop = loopOf(0, {1});
  loop.devices = 1;
  loop.globalBatch = 50000;
  loop.totalSteps = 10000;
  log->report(loop);
  EXPECT_EQ(text, "step 1/10000, 25.0 k examples/s, 5:33:18 left\n");
  // Of the two seconds.
  text.clear();
  loop.waitedSeconds = 0.5;
  log->report(loop);
  EXPECT_EQ(text, "step 1/10000, 25.0 k examples/s, 25 % waiting for data, "
                  "5:33:18 left\n");
  text.clear();
  makeJsonLog(os, {}, 1, [](int64_t) { return 0; })->report(loop);
  EXPECT_EQ(text, "{\"step\":1,\"epoch\":0,\"rate\":25000,"
                  "\"rate_per_device\":25000,\"waiting\":0.25}\n");
}

TEST(EventFile, EncodesEvents) {
  EXPECT_EQ(versionEvent(1), "\x09\0\0\0\0\0\0\xF0\x3F"
                             "\x1a\x0d"
                             "brain.Event:2"s);
  EXPECT_EQ(startEvent(1, 300), "\x09\0\0\0\0\0\0\xF0\x3F\x10\xac\x02\x3a\x02"
                                "\x08\x01"s);
  EXPECT_EQ(scalarEvent(1, 2, {{"loss", 1.0f}}),
            "\x09\0\0\0\0\0\0\xF0\x3F\x10\x02\x2a\x0d\x0a\x0b\x0a\x04loss\x15"
            "\0\0\x80\x3f"s);
}

TEST(LossCurve, DrawsAxesAroundThePoints) {
  std::string text = drawCurve({{1, 2.5}, {2, 1.5}, {3, 0.5}}, "a<b & c", "l");
  EXPECT_NE(text.find("<title>a&lt;b &amp; c</title>"), std::string::npos);
  EXPECT_NE(text.find(">2.5</text>"), std::string::npos);
  EXPECT_NE(text.find("points=\"280.0,48.0 488.0,174.4 696.0,300.8 \""),
            std::string::npos)
      << text;
}

TEST(LossCurve, LeavesGapsAndSurvivesAnything) {
  std::string text =
      drawCurve({{1, 1}, {2, 2}, {3, NAN}, {4, 3}, {5, 1}}, "t", "l");
  EXPECT_EQ(StringRef(text).count("<polyline"), 2u);
  for (std::vector<CurvePoint> points : {std::vector<CurvePoint>{},
                                         {{7, NAN}},
                                         {{7, 3.0}},
                                         {{1, 0}, {2, 0}},
                                         {{1, -1e300}, {2, 1e300}},
                                         {{1, 1e-300}, {2, 2e-300}},
                                         {{1000000000, 5}, {1000000001, 5}}}) {
    std::string image = drawCurve(points, "t", "l");
    EXPECT_TRUE(StringRef(image).ends_with("</svg>\n"));
    EXPECT_EQ(image.find("nan"), std::string::npos);
    EXPECT_EQ(image.find("inf"), std::string::npos);
    EXPECT_LT(image.size(), 8000u);
  }
}

TEST(LossCurve, DrawsWhatIsHeldOutBesideIt) {
  std::string text =
      drawCurve({{1, 2}, {2, 1}, {3, 0.5}}, "t", "loss", {{2, 4}, {3, 3}});
  EXPECT_EQ(StringRef(text).count("<polyline"), 2u);
  EXPECT_TRUE(StringRef(text).contains(">held out</tspan>"));
  // The axis is long enough for both.
  EXPECT_TRUE(StringRef(text).contains(">4</text>"));
}

TEST(LossCurve, DrawsManyPointsAsOne) {
  std::vector<CurvePoint> points;
  for (int step = 1; step <= 100000; ++step)
    points.emplace_back(step, 1 + 0.5 * (step % 2));
  std::string text = drawCurve(points, "t", "l");
  EXPECT_EQ(StringRef(text).count("<polygon"), 1u);
  EXPECT_LT(text.size(), 20000u);
}
