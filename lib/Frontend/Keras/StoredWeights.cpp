//===- StoredWeights.cpp - The weights in files of Keras ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Keras/StoredWeights.h"
#include "Frontend/Keras/WeightLayouts.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "Support/ZipArchive.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"

using namespace trainlint;
using namespace trainlint::keras;

static constexpr llvm::StringLiteral ArchiveMember = "model.weights.h5";

llvm::Expected<std::unique_ptr<StoredWeights>>
StoredWeights::open(StringRef file, const Model &model) {
  std::unique_ptr<StoredWeights> out(new StoredWeights(file, model));
  StringRef bytes = file;
  if (zip::isArchive(file)) {
    auto unpacked = zip::readEntry(file, ArchiveMember, UINT32_MAX);
    if (!unpacked)
      return unpacked.takeError();
    out->unpacked = std::move(*unpacked);
    bytes = out->unpacked->getBuffer();
  } else if (!hdf5::isHdf5(file)) {
    return nullptr;
  }
  auto weights = hdf5::File::open(bytes);
  if (!weights)
    return weights.takeError();
  out->weights = std::move(*weights);
  return out;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

llvm::Expected<const GroupTree::Group *> GroupTree::read(uint64_t group) {
  auto [known, isNew] = groups.try_emplace(group);
  Group &out = known->second;
  if (!isNew)
    return &out;
  auto links = file.links(group);
  if (!links)
    return links.takeError();
  out.links = std::move(*links);
  for (const hdf5::Link &link : out.links)
    out.byName.try_emplace(link.name, link.address);
  return &out;
}

llvm::Expected<const std::vector<hdf5::Link> *>
GroupTree::children(uint64_t group) {
  auto read = this->read(group);
  if (!read)
    return read.takeError();
  return &(*read)->links;
}

llvm::Expected<std::optional<uint64_t>> GroupTree::find(uint64_t group,
                                                        StringRef path) {
  while (!path.empty()) {
    auto [name, rest] = path.split('/');
    path = rest;
    if (name.empty())
      continue;
    auto read = this->read(group);
    if (!read)
      return read.takeError();
    auto found = (*read)->byName.find(name);
    if (found == (*read)->byName.end())
      return std::nullopt;
    group = found->second;
  }
  return group;
}

llvm::Expected<StoredWeight>
keras::readWeight(GroupTree &tree, uint64_t address, std::string path) {
  auto named = [&](llvm::Error error) {
    return llvm::createStringError("`" + path +
                                   "`: " + llvm::toString(std::move(error)));
  };
  auto dataset = tree.file.dataset(address);
  if (!dataset)
    return named(dataset.takeError());
  if (!*dataset)
    return llvm::createStringError("`" + path + "` is no dataset");
  StoredWeight out;
  out.dataset = std::move(**dataset);
  // HDF5 has no name for these floats, and Keras says what they are.
  hdf5::Datatype &type = out.dataset.type;
  if (type.kind == hdf5::TypeKind::Opaque && type.size == 2) {
    auto said = tree.file.attribute(address, "dtype");
    if (!said)
      return named(said.takeError());
    auto words =
        *said
            ? tree.file.strings(**said)
            : llvm::Expected<std::vector<StringRef>>(std::vector<StringRef>());
    if (!words)
      return named(words.takeError());
    if (words->size() == 1 && words->front() == "bfloat16")
      type.kind = hdf5::TypeKind::BFloat16;
  }
  out.path = std::move(path);
  return out;
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

static StringRef nameOf(const Layer &layer) {
  return layer.name.text.empty() ? layer.className.text : layer.name.text;
}

/// The name of a class as Keras writes it in paths: `conv2d_transpose`.
static std::string snakeCase(StringRef name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    bool isUpper = llvm::isUpper(name[i]);
    bool beginsWord =
        isUpper && i > 0 && i + 1 < name.size() && llvm::isLower(name[i + 1]);
    bool endsWord = isUpper && i > 0 && llvm::isLower(name[i - 1]);
    if ((beginsWord || endsWord) && !StringRef(out).ends_with("_"))
      out.push_back('_');
    if (llvm::isAlnum(name[i]) || name[i] == '_')
      out.push_back(llvm::toLower(name[i]));
  }
  return out;
}

namespace {
/// Finds the weights of a model's layers in one file.
class WeightFinder {
public:
  WeightFinder(hdf5::File &file, llvm::ArrayRef<WantedWeight> wanted)
      : tree(file), wanted(wanted) {}

  llvm::Error findByName(const Model &model);
  llvm::Error findByOrder(const Model &model) {
    addLayers(model, "", 0);
    if (llvm::Error error = assign())
      return error;
    return walk(model, tree.file.root(), "", "", 0);
  }
  std::vector<StoredWeight> take();

private:
  void addLayers(const Model &model, const std::string &prefix, unsigned depth);
  llvm::Error assign();
  llvm::Error walk(const Model &model, uint64_t group, const std::string &path,
                   const std::string &prefix, unsigned depth);
  llvm::Error walkClass(StringRef className, ArrayRef<const Layer *> layers,
                        uint64_t container, const std::string &path,
                        const std::string &prefix, unsigned depth);

  GroupTree tree;
  llvm::ArrayRef<WantedWeight> wanted;
  /// The wanted weights of each layer, by its path.
  llvm::StringMap<LayerWeights> layers;
  /// The paths of layers and models with weights.
  llvm::StringSet<> paths;
};
} // namespace

/// No model is nested so deep.
static constexpr unsigned MostModelDepth = 64;

void WeightFinder::addLayers(const Model &model, const std::string &prefix,
                             unsigned depth) {
  for (const Layer &layer : model.layers) {
    std::string path = prefix + nameOf(layer).str();
    if (layer.model && depth < MostModelDepth)
      addLayers(*layer.model, path + "/", depth + 1);
    else
      layers.try_emplace(path);
  }
}

/// Gives each weight to its layer. Names of layers may have slashes, too.
llvm::Error WeightFinder::assign() {
  for (const WantedWeight &weight : wanted) {
    StringRef path = weight.name;
    LayerWeights *layer = nullptr;
    while (path.contains('/')) {
      path = path.rsplit('/').first;
      paths.insert(path);
      auto found = layer ? layers.end() : layers.find(path);
      if (found == layers.end())
        continue;
      layer = &found->second;
      LayerWeight &out = layer->emplace_back();
      out.wanted = &weight;
      StringRef(weight.name)
          .drop_front(path.size() + 1)
          .split(out.parts, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
      if (!out.parts.empty())
        out.name = out.parts.pop_back_val();
    }
    if (!layer)
      return llvm::createStringError("the file has no layer of `" +
                                     weight.name + "`");
  }
  return llvm::Error::success();
}

llvm::Error WeightFinder::findByName(const Model &model) {
  for (const Layer &layer : model.layers)
    layers.try_emplace(nameOf(layer));
  if (llvm::Error error = assign())
    return error;
  constexpr llvm::StringLiteral Root = "model_weights";
  auto root = tree.find(tree.file.root(), Root);
  if (!root)
    return root.takeError();
  if (!*root && !wanted.empty())
    return llvm::createStringError("the file has no group `" + Root + "`");
  for (auto &entry : layers) {
    if (entry.second.empty())
      continue;
    StringRef name = entry.first();
    auto group = tree.find(**root, name);
    if (!group)
      return group.takeError();
    std::string path = (Root + "/" + name).str();
    if (!*group)
      return llvm::createStringError("the file has no group `" + path + "`");
    if (llvm::Error error = findNamedWeights(tree, **group, path, entry.second))
      return error;
  }
  return llvm::Error::success();
}

/// The number behind the name of a class; 0 without one, nothing for other
/// names.
static std::optional<unsigned> numberOf(StringRef name, StringRef className) {
  if (!name.consume_front(className))
    return std::nullopt;
  unsigned number = 0;
  if (!name.empty() &&
      (!name.consume_front("_") || name.getAsInteger(10, number)))
    return std::nullopt;
  return number;
}

/// The layers of a class have their groups in the order of the model. Numbers
/// count those without weights, and in some versions count twice.
llvm::Error WeightFinder::walkClass(StringRef className,
                                    ArrayRef<const Layer *> layers,
                                    uint64_t container, const std::string &path,
                                    const std::string &prefix, unsigned depth) {
  auto links = tree.children(container);
  if (!links)
    return links.takeError();
  std::vector<std::pair<unsigned, const hdf5::Link *>> groups;
  for (const hdf5::Link &link : **links) {
    std::optional<unsigned> number = numberOf(link.name, className);
    if (!number)
      continue;
    auto has = hasNumberedWeights(tree, link.address);
    if (!has)
      return has.takeError();
    if (*has)
      groups.push_back({*number, &link});
  }
  llvm::sort(groups, llvm::less_first());
  if (groups.size() != layers.size())
    return llvm::createStringError(
        "the file has weights of " + pluralize(groups.size(), "layer") +
        " of class `" + layers.front()->className.text + "` in `" + path +
        "`, and the model has " + llvm::Twine(layers.size()));
  for (auto [numbered, layer] : llvm::zip(groups, layers)) {
    const hdf5::Link &group = *numbered.second;
    std::string below = path + "/" + group.name.str();
    std::string name = prefix + nameOf(*layer).str();
    auto found = this->layers.find(name);
    if (layer->model && found == this->layers.end()) {
      if (llvm::Error error =
              walk(*layer->model, group.address, below, name + "/", depth + 1))
        return error;
    } else if (found != this->layers.end()) {
      if (llvm::Error error = findNumberedWeights(tree, group.address, name,
                                                  below, found->second))
        return error;
    }
  }
  return llvm::Error::success();
}

llvm::Error WeightFinder::walk(const Model &model, uint64_t group,
                               const std::string &path,
                               const std::string &prefix, unsigned depth) {
  llvm::MapVector<std::string, std::vector<const Layer *>,
                  llvm::StringMap<unsigned>>
      classes;
  for (const Layer &layer : model.layers)
    if (paths.contains(prefix + nameOf(layer).str()))
      classes[layer.className.text.str()].push_back(&layer);
  if (classes.empty())
    return llvm::Error::success();
  for (StringRef name : {"layers", "_layer_checkpoint_dependencies",
                         "_self_tracked_trackables"}) {
    auto container = tree.find(group, name);
    if (!container)
      return container.takeError();
    if (!*container)
      continue;
    std::string below = (path.empty() ? "" : path + "/") + name.str();
    for (auto &[className, layers] : classes)
      if (llvm::Error error = walkClass(snakeCase(className), layers,
                                        **container, below, prefix, depth))
        return error;
    return llvm::Error::success();
  }
  return llvm::createStringError("the file has no group `" +
                                 (path.empty() ? "" : path + "/") + "layers`");
}

std::vector<StoredWeight> WeightFinder::take() {
  std::vector<StoredWeight> out(wanted.size());
  for (auto &entry : layers)
    for (LayerWeight &weight : entry.second)
      out[weight.wanted - wanted.begin()] = std::move(weight.stored);
  return out;
}

/// `[3,4]`, as other messages write shapes.
static std::string shapeText(const hdf5::Sizes &sizes) {
  std::string out = "[";
  for (uint64_t size : sizes)
    out += (out.size() == 1 ? "" : ",") + std::to_string(size);
  return out + "]";
}

llvm::Expected<std::vector<StoredWeight>>
StoredWeights::find(ArrayRef<WantedWeight> wanted) {
  WeightFinder finder(*weights, wanted);
  if (llvm::Error error =
          unpacked ? finder.findByOrder(model) : finder.findByName(model))
    return error;
  std::vector<StoredWeight> found = finder.take();
  for (auto [weight, stored] : llvm::zip_equal(wanted, found)) {
    if (stored.path.empty())
      return llvm::createStringError("the file has no value of `" +
                                     weight.name + "`");
    if (stored.dataset.sizes != weight.sizes)
      return llvm::createStringError("`" + weight.name + "` has shape " +
                                     shapeText(weight.sizes) + ", and `" +
                                     stored.path + "` has shape " +
                                     shapeText(stored.dataset.sizes));
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The form of floats in a file; null for what is no float.
static const llvm::fltSemantics *formOf(const hdf5::Datatype &type) {
  if (type.kind == hdf5::TypeKind::BFloat16)
    return &llvm::APFloat::BFloat();
  if (type.kind != hdf5::TypeKind::Float)
    return nullptr;
  return type.size == 2   ? &llvm::APFloat::IEEEhalf()
         : type.size == 4 ? &llvm::APFloat::IEEEsingle()
                          : &llvm::APFloat::IEEEdouble();
}

static llvm::endianness orderOf(const hdf5::Datatype &type) {
  return type.isBigEndian ? llvm::endianness::big : llvm::endianness::little;
}

namespace {
struct FloatForm {
  const llvm::fltSemantics *form;
  llvm::endianness order;

  size_t width() const { return llvm::APFloat::getSizeInBits(*form) / 8; }
};
} // namespace

/// Rounds floats to another form.
static std::string convert(StringRef bytes, FloatForm from, FloatForm to) {
  size_t width = from.width();
  size_t newWidth = to.width();
  size_t count = bytes.size() / width;
  std::string out(count * newWidth, '\0');
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    for (size_t digit = 0; digit < width; ++digit) {
      size_t at =
          from.order == llvm::endianness::big ? digit : width - 1 - digit;
      bits = bits << 8 | static_cast<unsigned char>(bytes[i * width + at]);
    }
    llvm::APFloat number(*from.form, llvm::APInt(width * 8, bits));
    bool losesInfo;
    number.convert(*to.form, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    bits = number.bitcastToAPInt().getZExtValue();
    for (size_t digit = 0; digit < newWidth; ++digit) {
      size_t at =
          to.order == llvm::endianness::big ? newWidth - 1 - digit : digit;
      out[i * newWidth + at] = static_cast<char>(bits >> (8 * digit));
    }
  }
  return out;
}

llvm::Expected<StringRef> StoredWeights::read(const StoredWeight &weight,
                                              const llvm::fltSemantics &form,
                                              std::string &storage) {
  const hdf5::Datatype &type = weight.dataset.type;
  const llvm::fltSemantics *stored = formOf(type);
  if (!stored)
    return llvm::createStringError("`" + weight.path + "` holds " +
                                   type.text() + ", and weights are floats");
  auto bytes = weights->read(weight.dataset, storage);
  if (!bytes)
    return llvm::createStringError("`" + weight.path +
                                   "`: " + llvm::toString(bytes.takeError()));
  if (stored == &form && !type.isBigEndian)
    return *bytes;
  storage = convert(*bytes, {stored, orderOf(type)},
                    {&form, llvm::endianness::little});
  return StringRef(storage);
}

llvm::Error StoredWeights::checkReplaceable(const StoredWeight &weight) const {
  const hdf5::Dataset &dataset = weight.dataset;
  bool isInPlace = dataset.layout.kind != hdf5::LayoutKind::Chunked &&
                   dataset.filters.empty();
  if (!isInPlace)
    return llvm::createStringError(
        "`" + weight.path +
        "` is stored in chunks, and weights are written to where they are; "
        "a `.safetensors` file holds it as well");
  if (!dataset.layout.bytes && dataset.byteSize() != 0)
    return llvm::createStringError("`" + weight.path +
                                   "` has no place in the file yet");
  return llvm::Error::success();
}

llvm::Expected<FileText>
StoredWeights::replace(ArrayRef<NewElements> elements) const {
  FileText out;
  StringRef text = unpacked ? unpacked->getBuffer() : file;
  std::vector<std::pair<size_t, StringRef>> places;
  for (const NewElements &element : elements) {
    const StoredWeight &weight = *element.weight;
    if (llvm::Error error = checkReplaceable(weight))
      return error;
    const hdf5::Datatype &type = weight.dataset.type;
    StringRef bytes = element.bytes;
    const llvm::fltSemantics *form = formOf(type);
    if (form != element.form || type.isBigEndian) {
      out.owned.push_back(convert(bytes,
                                  {element.form, llvm::endianness::little},
                                  {form, orderOf(type)}));
      bytes = out.owned.back();
    }
    if (bytes.size() != weight.dataset.byteSize())
      return llvm::createStringError("`" + weight.path + "` has " +
                                     llvm::Twine(weight.dataset.byteSize()) +
                                     " bytes, and its new value " +
                                     llvm::Twine(bytes.size()));
    if (!bytes.empty())
      places.push_back(
          {weight.dataset.layout.bytes->data() - text.data(), bytes});
  }
  llvm::sort(places, llvm::less_first());
  size_t at = 0;
  for (auto [place, bytes] : places) {
    if (place < at)
      return llvm::createStringError("two weights share their bytes");
    out.parts.push_back(text.slice(at, place));
    out.parts.push_back(bytes);
    at = place + bytes.size();
  }
  out.parts.push_back(text.drop_front(at));
  if (!unpacked)
    return out;
  auto archive =
      zip::replaceEntry(file, ArchiveMember, llvm::join(out.parts, ""));
  if (!archive)
    return archive.takeError();
  FileText whole;
  whole.owned.push_back(std::move(*archive));
  whole.parts.push_back(whole.owned.back());
  return whole;
}
