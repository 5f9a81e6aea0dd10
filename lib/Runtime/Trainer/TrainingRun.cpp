//===- TrainingRun.cpp - What the ops of a program do ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The actions of the devrt interpreter on real devices and files. In a job of
// several processes the first one speaks for all, and all compare what they
// begin with before the first step.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/BatchQueue.h"
#include "Runtime/Trainer/EventFile.h"
#include "Runtime/Trainer/Interpreter.h"
#include "Runtime/Trainer/Interruption.h"
#include "Runtime/Trainer/LossCurve.h"
#include "Runtime/Trainer/StateSaver.h"
#include "Runtime/Trainer/Trainer.h"
#include "Runtime/Trainer/TrainingLog.h"
#include "Support/OutputFile.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"
#include <chrono>
#include <cmath>

using namespace trainlint;
using namespace trainlint::trainer;

namespace trainlint::trainer {
/// Does on devices, files and the terminal what a program says.
class TrainingRun : public ProgramActions {
public:
  TrainingRun(Training &training, const TrainingHost &host)
      : training(training), options(training.options), step(training.step),
        host(host), best(options.monitor, options.patience),
        saver(options, step, host) {
    if (training.checkpoint)
      best.resume(training.checkpoint->progress.best);
  }

  llvm::Error initializeSystem(int64_t replicas) override;
  llvm::Error initializeState(uint64_t seed) override;
  llvm::Expected<int64_t> restore(int64_t step) override;
  llvm::Error openInfeed(int64_t firstStep, int64_t batch,
                         int64_t ahead) override;
  llvm::Error nextBatch(int64_t step) override;
  llvm::Error execute(int64_t step) override;
  llvm::Error outfeed() override;
  llvm::Error summarize(int64_t every) override;
  llvm::Expected<bool> isTimeForCheckpoint(int64_t steps,
                                           bool isLate) override {
    return saver.isTime(steps, isLate);
  }
  llvm::Error checkpoint(int64_t steps) override {
    return saver.save(*device, progressAfter(steps));
  }
  llvm::Error evaluate(int64_t steps) override;
  int64_t lastEvaluation() override {
    bool hasAny = training.checkpoint &&
                  !training.checkpoint->progress.best.metric.empty();
    return hasAny ? training.checkpoint->progress.best.last : -1;
  }
  int64_t evaluationsSinceBest() override { return best.get().since; }
  llvm::Error shutdown() override;
  /// True if it ended since evaluations became no better.
  bool isEnough() const { return best.isEnough(); }
  /// Lets the host look at the programs.
  llvm::Error finish(int64_t steps);
  bool isInterrupted() override;
  double seconds() override;

private:
  /// One process of a job speaks and writes for all.
  bool isFirst() const { return host.client.getProcessIndex() == 0; }
  llvm::Error initializeEvaluation();
  llvm::Error checkEvaluationDevices() const;
  llvm::Expected<std::string> hearFromFirst(llvm::StringRef key,
                                            std::chrono::seconds timeout) const;
  llvm::Error agree(int64_t firstStep) const;
  std::unique_ptr<TrainingLog> makeLog();
  void noteLoss(const StepMetrics &metrics);
  checkpoints::Progress progressAfter(int64_t steps) const;
  llvm::Error agreeOn(int64_t steps, double &value) const;
  llvm::Error summarize(int64_t steps, const EvaluationResult &result);
  llvm::Expected<bool> isStateWanted(bool isWantedHere) const;
  llvm::Error writeEnd();

  Training &training;
  const TrainingOptions &options;
  const StepModule &step;
  const TrainingHost &host;
  std::unique_ptr<DeviceSteps> device;
  std::unique_ptr<DeviceEvaluation> evaluation;
  BestEvaluation best;
  StateSaver saver;
  std::unique_ptr<data::BatchQueue> batches;
  std::unique_ptr<TrainingLog> log;
  std::unique_ptr<EventFile> events, evaluationEvents;
  std::vector<StepMetrics> lastLoop;
  std::vector<CurvePoint> curve, heldOutCurve;
  double loopBegin = 0;
  /// The step that comes next.
  int64_t nextStep = 0;
  /// Seconds of the loop in which devices had nothing to do, as the batch was
  /// not there.
  double waited = 0;
  bool hasNotedLoss = false;
};
} // namespace trainlint::trainer

double TrainingRun::seconds() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

bool TrainingRun::isInterrupted() {
  bool isRequested = Interruption::isRequested();
  return host.endsBefore ? host.endsBefore(nextStep, isRequested) : isRequested;
}

//===----------------------------------------------------------------------===//
// Begin
//===----------------------------------------------------------------------===//

llvm::Error TrainingRun::initializeSystem(int64_t replicas) {
  auto made = DeviceSteps::create(host.client, step, replicas, host.compile);
  if (!made)
    return made.takeError();
  device = std::move(*made);
  // Those who do not end together cannot ask each other for their parts.
  if (device->sharesState() && !(host.store && host.endsBefore))
    return llvm::createStringError(
        "devices of other processes have parts of the state, for which they "
        "have to meet at a `--coordinator`");
  if (options.checksMemory)
    if (llvm::Error error = device->checkMemory())
      return error;
  if (training.evaluation)
    if (llvm::Error error = initializeEvaluation())
      return error;
  if (options.checkpoints.empty() || !isFirst())
    return llvm::Error::success();
  return checkpoints::CheckpointFolder(options.checkpoints,
                                       options.keptCheckpoints)
      .open();
}

/// The evaluation reads the state where the step has it.
llvm::Error TrainingRun::checkEvaluationDevices() const {
  const DeviceGrid &grid = training.evaluation->grid;
  auto places = evaluation->getPlaces(), steps = device->getPlaces();
  auto count = static_cast<size_t>(grid.count());
  if (places.size() != count || steps.size() < count)
    return llvm::createStringError(
        grid.isOwn && grid.partitions > 1
            ? "the evaluation needs the devices of all partitions of a replica "
              "in one process"
            : "the evaluation needs the devices of all replicas in one "
              "process");
  for (auto [place, step] : llvm::zip(places, steps))
    if (place.partition != step.partition)
      return llvm::createStringError(llvm::formatv(
          "the evaluation has partition {0} of the model on a device where the "
          "step has partition {1}: all partitions of a replica have to be in "
          "one process",
          place.partition, step.partition));
  return llvm::Error::success();
}

llvm::Error TrainingRun::initializeEvaluation() {
  const Evaluation &given = *training.evaluation;
  auto made = DeviceEvaluation::create(host.client, given.module, given.grid,
                                       host.compile);
  if (!made)
    return made.takeError();
  evaluation = std::move(*made);
  if (llvm::Error error = checkEvaluationDevices())
    return error;
  return options.checksMemory ? evaluation->checkMemory()
                              : llvm::Error::success();
}

llvm::Error TrainingRun::initializeState(uint64_t seed) {
  // A checkpoint has all of it.
  if (training.checkpoint)
    return llvm::Error::success();
  auto state = initialState(host.client, step, host.compile, seed);
  if (!state)
    return state.takeError();
  for (auto &[index, tensor] : training.given)
    (*state)[index] = tensor;
  return device->setState(std::move(*state));
}

llvm::Expected<int64_t> TrainingRun::restore(int64_t before) {
  if (!training.checkpoint)
    return before;
  std::vector<run::HostTensor> state;
  for (const NamedShape &wanted : step.state) {
    const checkpoints::TensorView &view =
        training.checkpoint->state.file.tensors.at(wanted.name);
    state.push_back({view.shape, {view.bytes.begin(), view.bytes.end()}});
  }
  if (llvm::Error error = device->setState(std::move(state)))
    return error;
  return training.checkpoint->progress.step;
}

std::unique_ptr<TrainingLog> TrainingRun::makeLog() {
  bool isTerminal = llvm::sys::Process::StandardOutIsDisplayed();
  LogKind kind = options.log;
  if (kind == LogKind::Automatic)
    kind = isTerminal ? LogKind::Progress : LogKind::Json;
  if (kind == LogKind::None || !isFirst())
    return nullptr;
  if (kind == LogKind::Progress)
    return makeProgressLog(host.out, step.metrics, isTerminal);
  return makeJsonLog(
      host.out, step.metrics, options.logEvery,
      [this](int64_t step) { return training.dataset->epochOf(step); });
}

/// What the first process says. The error names that it is silent.
llvm::Expected<std::string>
TrainingRun::hearFromFirst(llvm::StringRef key,
                           std::chrono::seconds timeout) const {
  auto said = host.store->get(key, timeout);
  if (said)
    return said;
  llvm::Error error = said.takeError();
  if (pjrt::codeOf(error) != pjrt::abi::Error_Code::DEADLINE_EXCEEDED)
    return error;
  llvm::consumeError(std::move(error));
  return llvm::make_error<pjrt::PjrtError>(
      "KeyValueGet", pjrt::abi::Error_Code::DEADLINE_EXCEEDED,
      llvm::formatv("process 0 was silent for {0} s", timeout.count()).str());
}

/// Processes that begin with different things would go on with each other's
/// numbers.
llvm::Error TrainingRun::agree(int64_t firstStep) const {
  if (!host.store)
    return llvm::Error::success();
  bool hasParts = llvm::any_of(step.parts, [&](const auto &part) {
    return step.isSharedByReplicas(part.first);
  });
  std::string own = llvm::formatv(
      "step {0} of {1} with seed {2} and {3} examples{4}", firstStep,
      step.hash.substr(0, 12), training.seed, training.dataset->exampleCount(),
      hasParts ? " and its state in parts" : "");
  if (step.partitions > 1)
    own += llvm::formatv(" in {0} partitions, of shardings {1:x}",
                         step.partitions, llvm::xxh3_64bits(step.mainText))
               .str();
  constexpr llvm::StringLiteral Key = "trainlint/training";
  if (isFirst())
    return host.store->put(Key, own);
  auto first = hearFromFirst(Key, std::chrono::minutes(1));
  if (!first)
    return first.takeError();
  if (*first == own)
    return llvm::Error::success();
  return llvm::createStringError(
      "this process begins with " + own + ", and the first one with " + *first +
      "; all need the same step, data and checkpoints");
}

llvm::Error TrainingRun::openInfeed(int64_t firstStep, int64_t batch,
                                    int64_t ahead) {
  if (llvm::Error error = agree(firstStep))
    return error;
  if (llvm::Error error = saver.agree())
    return error;
  nextStep = firstStep;
  if (!options.summaries.empty() && isFirst()) {
    auto made = EventFile::create(options.summaries, firstStep);
    if (!made)
      return made.takeError();
    events = std::move(*made);
    if (evaluation) {
      // TensorBoard shows a folder of its own as a curve beside the other.
      auto beside = EventFile::create(options.summaries + "/eval", firstStep);
      if (!beside)
        return beside.takeError();
      evaluationEvents = std::move(*beside);
    }
  }
  log = makeLog();
  batches = std::make_unique<data::BatchQueue>(*training.dataset, firstStep,
                                               ahead, device->getReplicas());
  loopBegin = seconds();
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

llvm::Error TrainingRun::nextBatch(int64_t) {
  using Clock = DeviceSteps::Clock;
  Clock::time_point begin = Clock::now();
  auto batch = batches->next();
  if (!batch)
    return batch.takeError();
  // A device that is still busy waits for nothing.
  Clock::time_point end = Clock::now();
  if (auto idle = device->idleSince()) {
    Clock::duration vain = end - std::max(begin, *idle);
    waited += std::max(0.0, std::chrono::duration<double>(vain).count());
  }
  return device->upload(std::move(*batch));
}

llvm::Error TrainingRun::execute(int64_t step) {
  nextStep = step + 1;
  return device->execute(training.seed);
}

/// Keeps the loss for the image, and tells once if it is lost.
void TrainingRun::noteLoss(const StepMetrics &metrics) {
  std::optional<size_t> loss = findLoss(step.metrics);
  if (!loss || !isFirst())
    return;
  double value = metrics.values[*loss];
  if (!options.plot.empty())
    curve.emplace_back(metrics.step + 1, value);
  if (std::isfinite(value) || hasNotedLoss)
    return;
  hasNotedLoss = true;
  host.err << "trainlint-run: note: `" << step.metrics[*loss].name
           << "` is no number from step " << metrics.step + 1 << " on\n";
}

llvm::Error TrainingRun::outfeed() {
  auto metrics = device->takeMetrics();
  if (!metrics)
    return metrics.takeError();
  double now = seconds();
  LoopReport report;
  report.seconds = now - loopBegin;
  report.waitedSeconds = std::exchange(waited, 0);
  report.globalBatch = training.dataset->globalBatch();
  report.devices = training.replicas * step.partitions;
  report.totalSteps = options.steps;
  report.steps = std::move(*metrics);
  for (const StepMetrics &made : report.steps)
    noteLoss(made);
  if (log)
    log->report(report);
  lastLoop = std::move(report.steps);
  loopBegin = now;
  // What could not be written ends the run before the next checkpoint.
  return saver.check();
}

llvm::Error TrainingRun::summarize(int64_t every) {
  if (!events)
    return llvm::Error::success();
  for (const StepMetrics &made : lastLoop) {
    if ((made.step + 1) % every != 0)
      continue;
    std::vector<Scalar> scalars;
    for (const auto &[metric, value] : llvm::zip(step.metrics, made.values))
      scalars.push_back({metric.name, static_cast<float>(value)});
    if (llvm::Error error = events->add(made.step + 1, scalars))
      return error;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Evaluations
//===----------------------------------------------------------------------===//

/// All processes go by what the first one measured: on other machines the last
/// digits may differ.
llvm::Error TrainingRun::agreeOn(int64_t steps, double &value) const {
  if (!host.store)
    return llvm::Error::success();
  std::string key = "trainlint/evaluation/" + std::to_string(steps);
  if (isFirst())
    return host.store->put(key,
                           llvm::utohexstr(llvm::bit_cast<uint64_t>(value)));
  auto first = hearFromFirst(key, std::chrono::minutes(10));
  if (!first)
    return first.takeError();
  uint64_t bits;
  if (llvm::StringRef(*first).getAsInteger(16, bits))
    return llvm::createStringError("the first process gives `" + *first +
                                   "` as its evaluation");
  value = llvm::bit_cast<double>(bits);
  return llvm::Error::success();
}

llvm::Error TrainingRun::summarize(int64_t steps,
                                   const EvaluationResult &result) {
  if (!evaluationEvents)
    return llvm::Error::success();
  std::vector<Scalar> scalars;
  for (const auto &[metric, value] :
       llvm::zip(training.evaluation->module.metrics, result.metrics))
    scalars.push_back({metric.name, static_cast<float>(value)});
  return evaluationEvents->add(steps, scalars);
}

llvm::Error TrainingRun::evaluate(int64_t steps) {
  const Evaluation &given = *training.evaluation;
  auto state = stateOf(given.module, step, device->buffers());
  if (!state)
    return state.takeError();
  auto result = evaluation->evaluate(given.dataset, *state, given.seed);
  if (!result)
    return result.takeError();
  if (log)
    log->evaluated(steps, given.module.metrics, *result);
  if (llvm::Error error = summarize(steps, *result))
    return error;
  // The loss comes first.
  if (!options.plot.empty() && isFirst())
    heldOutCurve.emplace_back(steps, result->metrics.front());
  double value = result->metrics[training.monitored];
  if (llvm::Error error = agreeOn(steps, value))
    return error;
  bool isBest = best.add(steps, value);
  if (best.isEnough() && isFirst())
    host.err << "trainlint-run: note: the training ends after " << steps
             << " steps: `" << printable(options.monitor) << "` was best after "
             << best.get().step << " and no better in "
             << pluralize(best.get().since, "evaluation") << " since\n";
  // The time that this took is none of the steps.
  loopBegin = seconds();
  if (!isBest || options.checkpoints.empty())
    return llvm::Error::success();
  return saver.saveBest(*device, progressAfter(steps));
}

//===----------------------------------------------------------------------===//
// The state in files
//===----------------------------------------------------------------------===//

checkpoints::Progress TrainingRun::progressAfter(int64_t steps) const {
  checkpoints::Progress progress;
  progress.step = steps;
  progress.seed = training.seed;
  progress.globalBatch = training.dataset->globalBatch();
  progress.examples = steps * progress.globalBatch;
  progress.dataSize = training.dataset->exampleCount();
  progress.module = step.hash;
  if (evaluation)
    progress.best = best.get();
  return progress;
}

/// Whether the state is fetched at the end. Where all have to take part in that
/// the first process decides.
llvm::Expected<bool> TrainingRun::isStateWanted(bool isWantedHere) const {
  if (!device->sharesState())
    return isWantedHere;
  constexpr llvm::StringLiteral Key = "trainlint/end", Yes = "wanted";
  if (isFirst()) {
    if (llvm::Error error = host.store->put(Key, isWantedHere ? Yes : "not"))
      return error;
    return isWantedHere;
  }
  auto first = hearFromFirst(Key, std::chrono::minutes(10));
  if (!first)
    return first.takeError();
  return *first == Yes;
}

llvm::Error TrainingRun::writeEnd() {
  if (!options.plot.empty() && isFirst()) {
    std::optional<size_t> loss = findLoss(step.metrics);
    std::string image =
        drawCurve(curve, "Training of " + step.name,
                  loss ? step.metrics[*loss].name : "no metrics", heldOutCurve);
    if (llvm::Error error = writeFileAtomically(options.plot, image))
      return llvm::createStringError("cannot write `" + options.plot +
                                     "`: " + llvm::toString(std::move(error)));
  }
  bool isFetched = !options.fetchedState.empty() && isFirst();
  bool isExported = host.exportState && isFirst();
  auto isWanted =
      isStateWanted(isFetched || isExported || options.checksReplicas);
  if (!isWanted)
    return isWanted.takeError();
  if (!*isWanted)
    return llvm::Error::success();
  auto state = device->fetchState(options.checksReplicas);
  if (!state)
    return state.takeError();
  if (isExported)
    if (llvm::Error error = host.exportState(viewOf(*state)))
      return error;
  if (!isFetched)
    return llvm::Error::success();
  auto text = checkpoints::writeTensorFile(viewOf(*state), {});
  if (!text)
    return text.takeError();
  return writeFileDurably(options.fetchedState, text->parts());
}

llvm::Error TrainingRun::shutdown() {
  if (log)
    log->finish();
  batches.reset();
  if (llvm::Error error = saver.finish())
    return error;
  return writeEnd();
}

llvm::Error TrainingRun::finish(int64_t steps) {
  return host.atEnd(device->getProgram(), steps);
}

llvm::Expected<TrainingEnd> Training::run(const TrainingHost &host) {
  auto programs = program->getOps<devrt::ProgramOp>();
  Interruption interruption;
  TrainingRun run(*this, host);
  auto steps = interpret(*programs.begin(), run);
  if (!steps)
    return steps.takeError();
  if (host.atEnd)
    if (llvm::Error error = run.finish(*steps))
      return error;
  bool isWhole = *steps >= options.steps || run.isEnough();
  return isWhole ? TrainingEnd::Finished : TrainingEnd::Interrupted;
}
