//===- LossCurve.cpp - The loss curve as an image -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/LossCurve.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <vector>

using namespace trainlint;
using namespace trainlint::trainer;

// The image and the part of it that the axes enclose.
static constexpr double Width = 720, Height = 420;
static constexpr double Left = 72, Right = 24, Top = 48, Bottom = 56;
static constexpr double PlotWidth = Width - Left - Right;
static constexpr double PlotHeight = Height - Top - Bottom;
/// Points that lie closer are drawn as one, so that the trend shows.
static constexpr size_t MostColumns = static_cast<size_t>(PlotWidth) / 3;

static constexpr StringRef TrainingColor = "#1f6fb4";
static constexpr StringRef HeldOutColor = "#b4451f";

namespace {
/// A range of values with ticks at round numbers.
struct Axis {
  double least, most, step;

  /// The share of the axis below a value.
  double place(double value) const { return (value - least) / (most - least); }
};

/// The points that fall into one column of the image.
struct Column {
  double step = 0;
  double least = 0, most = 0, sum = 0;
  size_t count = 0;

  double mean() const { return sum / static_cast<double>(count); }
};
} // namespace

/// The next of 1, 2, 5, 10, ... times a power of ten.
static double roundStep(double step) {
  double power = std::pow(10.0, std::floor(std::log10(step)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= step * (1 - 1e-9))
      return factor * power;
  return 10 * power;
}

/// An axis from tick to tick around a range.
static Axis axisOf(double least, double most, int ticks, bool isWhole) {
  if (most - least <= std::abs(most) * 1e-9) {
    double around = most == 0 || isWhole ? 1 : std::abs(most) * 0.1;
    most += around;
    least -= isWhole ? 0 : around;
  }
  double step = roundStep((most - least) / ticks);
  if (isWhole)
    step = std::max(1.0, step);
  return {std::floor(least / step + 1e-9) * step,
          std::ceil(most / step - 1e-9) * step, step};
}

/// A tick's number, with as many digits as its neighbors need.
static std::string tickText(double value, double step) {
  if (std::abs(value) < step * 1e-6)
    return "0";
  int digits = std::max(0, -static_cast<int>(std::floor(std::log10(step))));
  if (digits > 6 || std::abs(value) >= 1e7)
    return llvm::formatv("{0:e1}", value);
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << llvm::format("%.*f", digits, value);
  return text;
}

static std::string escape(StringRef text) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  for (char c : printable(text)) {
    if (c == '<')
      stream << "&lt;";
    else if (c == '>')
      stream << "&gt;";
    else if (c == '&')
      stream << "&amp;";
    else
      stream << c;
  }
  return out;
}

/// Gathers points by columns; a value that is no number ends a row of them.
static std::vector<std::vector<Column>>
gather(llvm::ArrayRef<CurvePoint> points, const Axis &across) {
  std::vector<std::vector<Column>> rows;
  bool isOpen = false;
  int lastColumn = -1;
  bool isDense = points.size() > 2 * MostColumns;
  for (const auto &[step, value] : points) {
    if (!std::isfinite(value)) {
      isOpen = false;
      continue;
    }
    if (!isOpen)
      rows.emplace_back();
    double at = static_cast<double>(step);
    int column = static_cast<int>(across.place(at) * MostColumns);
    if (!isOpen || !isDense || column != lastColumn)
      rows.back().push_back({at, value, value, 0, 0});
    Column &current = rows.back().back();
    current.least = std::min(current.least, value);
    current.most = std::max(current.most, value);
    current.sum += value;
    ++current.count;
    lastColumn = column;
    isOpen = true;
  }
  return rows;
}

namespace {
/// Writes the parts of the image.
class Drawing {
public:
  Drawing(llvm::raw_ostream &os, Axis across, Axis up)
      : os(os), across(across), up(up) {}

  void begin(StringRef title);
  void ticks();
  void labels(StringRef title, StringRef label);
  void curve(llvm::ArrayRef<Column> row, StringRef color);
  void legend(StringRef label);

private:
  double x(double step) const { return Left + across.place(step) * PlotWidth; }
  double y(double value) const {
    return Top + (1 - up.place(value)) * PlotHeight;
  }
  void point(double step, double value) {
    os << llvm::format("%.1f,%.1f ", x(step), y(value));
  }

  llvm::raw_ostream &os;
  Axis across, up;
};
} // namespace

void Drawing::begin(StringRef title) {
  os << llvm::format("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                     "viewBox=\"0 0 %g %g\" width=\"%g\" height=\"%g\" "
                     "role=\"img\" font-family=\"sans-serif\" "
                     "font-size=\"13\" fill=\"#333\">\n",
                     Width, Height, Width, Height)
     << "<title>" << escape(title) << "</title>\n"
     << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
}

void Drawing::ticks() {
  int count = static_cast<int>(std::lround((up.most - up.least) / up.step));
  for (int tick = 0; tick <= count; ++tick) {
    double value = up.least + tick * up.step;
    os << llvm::format("<path d=\"M%g %.1fh%g\" stroke=\"#ddd\"/>", Left,
                       y(value), PlotWidth)
       << llvm::format("<text x=\"%g\" y=\"%.1f\" text-anchor=\"end\">",
                       Left - 8, y(value) + 4.5)
       << tickText(value, up.step) << "</text>\n";
  }
  count =
      static_cast<int>(std::lround((across.most - across.least) / across.step));
  for (int tick = 0; tick <= count; ++tick) {
    double step = across.least + tick * across.step;
    os << llvm::format("<path d=\"M%.1f %gv5\" stroke=\"#333\"/>", x(step),
                       Top + PlotHeight)
       << llvm::format("<text x=\"%.1f\" y=\"%g\" text-anchor=\"middle\">",
                       x(step), Top + PlotHeight + 20)
       << tickText(step, across.step) << "</text>\n";
  }
  os << llvm::format("<path d=\"M%g %gv%gh%g\" fill=\"none\" "
                     "stroke=\"#333\"/>\n",
                     Left, Top, PlotHeight, PlotWidth);
}

void Drawing::labels(StringRef title, StringRef label) {
  os << llvm::format("<text x=\"%g\" y=\"26\" font-size=\"16\">", Left)
     << escape(title) << "</text>\n"
     << llvm::format("<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">step"
                     "</text>\n",
                     Left + PlotWidth / 2, Height - 14)
     << llvm::format("<text transform=\"translate(18 %g) rotate(-90)\" "
                     "text-anchor=\"middle\">",
                     Top + PlotHeight / 2)
     << escape(label) << "</text>\n";
}

/// Names both curves, above the plot on the right.
void Drawing::legend(StringRef label) {
  double right = Left + PlotWidth;
  os << llvm::format("<text x=\"%g\" y=\"26\" text-anchor=\"end\">", right)
     << "<tspan fill=\"" << TrainingColor << "\">" << escape(label)
     << "</tspan>, <tspan fill=\"" << HeldOutColor
     << "\">held out</tspan></text>\n";
}

void Drawing::curve(llvm::ArrayRef<Column> row, StringRef color) {
  bool hasRange = llvm::any_of(
      row, [](const Column &column) { return column.least != column.most; });
  if (hasRange) {
    os << "<polygon fill=\"" << color << "\" fill-opacity=\"0.2\" points=\"";
    for (const Column &column : row)
      point(column.step, column.most);
    for (const Column &column : llvm::reverse(row))
      point(column.step, column.least);
    os << "\"/>\n";
  }
  if (row.size() == 1) {
    os << llvm::format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" ",
                       x(row[0].step), y(row[0].mean()))
       << "fill=\"" << color << "\"/>\n";
    return;
  }
  os << "<polyline fill=\"none\" stroke=\"" << color
     << "\" stroke-width=\"1.8\" "
        "stroke-linejoin=\"round\" points=\"";
  for (const Column &column : row)
    point(column.step, column.mean());
  os << "\"/>\n";
}

std::string trainer::drawCurve(llvm::ArrayRef<CurvePoint> points,
                               StringRef title, StringRef label,
                               llvm::ArrayRef<CurvePoint> heldOut) {
  double first = points.empty() ? 0 : static_cast<double>(points.front().first);
  double last = points.empty() ? 1 : static_cast<double>(points.back().first);
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (llvm::ArrayRef<CurvePoint> curve : {points, heldOut}) {
    for (const auto &[step, value] : curve) {
      if (!std::isfinite(value))
        continue;
      least = std::min(least, value);
      most = std::max(most, value);
    }
  }
  if (least > most)
    least = 0, most = 1;
  // A loss that is near zero against its range begins at zero.
  if (least > 0 && least < 0.3 * most)
    least = 0;
  Axis across = axisOf(first <= 1 ? 0 : first, last, 8, /*isWhole=*/true);
  Axis up = axisOf(least, most, 6, /*isWhole=*/false);
  std::string out;
  llvm::raw_string_ostream os(out);
  Drawing drawing(os, across, up);
  drawing.begin(title);
  drawing.ticks();
  for (const std::vector<Column> &row : gather(points, across))
    drawing.curve(row, TrainingColor);
  for (const std::vector<Column> &row : gather(heldOut, across))
    drawing.curve(row, HeldOutColor);
  if (!heldOut.empty())
    drawing.legend(label);
  drawing.labels(title, label);
  os << "</svg>\n";
  return out;
}
