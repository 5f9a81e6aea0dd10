//===- InputsTest.cpp - Tests of finding the files to check ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Inputs.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

namespace {
using Names = std::vector<std::string>;

/// Works in a folder with a few files, so that names are relative to it.
class InputsTest : public testing::Test {
protected:
  InputsTest() {
    for (StringRef file :
         {"b.yaml", "a.yaml", "c.json", "d.yml", "notes.txt", "e.yaml.bak",
          "sub/f.yaml", "sub/deep/g.yaml", "other/h.yaml", ".hidden/i.yaml"})
      folder.write(file, "a: 1\n");
    EXPECT_FALSE(llvm::sys::fs::current_path(before));
    EXPECT_FALSE(llvm::sys::fs::set_current_path(folder.path()));
  }
  ~InputsTest() override { (void)llvm::sys::fs::set_current_path(before); }

  std::vector<Input> inputs(llvm::ArrayRef<std::string> arguments,
                            const InputOptions &options = {},
                            bool isolated = true) {
    notes.clear();
    auto note = [this](StringRef path, StringRef why) {
      notes.push_back((path + ": " + why).str());
    };
    finder.emplace(std::nullopt, isolated, problems, note);
    auto found = findInputs(arguments, options, *finder, note);
    if (!found) {
      error = messageOf(found.takeError());
      return {};
    }
    error.clear();
    return std::move(*found);
  }

  Names find(llvm::ArrayRef<std::string> arguments,
             const InputOptions &options = {}, bool isolated = true) {
    Names names;
    for (const Input &input : inputs(arguments, options, isolated))
      names.push_back(input.path);
    return names;
  }

  TempFolder folder;
  llvm::SmallString<128> before;
  std::optional<ConfigFinder> finder;
  Names notes;
  std::string problemText, error;
  llvm::raw_string_ostream problems{problemText};
};
} // namespace

TEST_F(InputsTest, AFolderGivesItsYamlAndJsonFiles) {
  EXPECT_EQ(find({"."}),
            (Names{"a.yaml", "b.yaml", "c.json", "d.yml", "other/h.yaml",
                   "sub/f.yaml", "sub/deep/g.yaml"}));
  EXPECT_EQ(find({"sub/"}), (Names{"sub/f.yaml", "sub/deep/g.yaml"}));
  EXPECT_EQ(find({folder.path("sub")}),
            (Names{folder.path("sub/f.yaml"), folder.path("sub/deep/g.yaml")}));
}

TEST_F(InputsTest, ArgumentsKeepTheirOrderAndCountOnce) {
  EXPECT_EQ(find({"sub", "b.yaml", "a.yaml", "sub/f.yaml", "b.yaml"}),
            (Names{"sub/f.yaml", "sub/deep/g.yaml", "b.yaml", "a.yaml"}));
  EXPECT_EQ(find({}), Names{});
}

TEST_F(InputsTest, NamedFilesAreTakenWhateverTheirName) {
  std::vector<Input> found = inputs({"notes.txt", "sub", ".hidden/i.yaml"});
  ASSERT_EQ(found.size(), 4u);
  EXPECT_TRUE(found[0].named);
  EXPECT_FALSE(found[1].named);
  EXPECT_TRUE(found[3].named);
  EXPECT_FALSE(found[0].isStdin);
  // Reading it will tell that it is not there.
  EXPECT_EQ(find({"missing.yaml"}), Names{"missing.yaml"});
}

TEST_F(InputsTest, Patterns) {
  EXPECT_EQ(find({"*.yaml"}), (Names{"a.yaml", "b.yaml"}));
  EXPECT_EQ(find({"[ab].yaml"}), (Names{"a.yaml", "b.yaml"}));
  EXPECT_EQ(find({"?.json"}), Names{"c.json"});
  EXPECT_EQ(find({"*/*.yaml"}), (Names{"other/h.yaml", "sub/f.yaml"}));
  EXPECT_EQ(find({"./*.json"}), Names{"./c.json"});
  EXPECT_EQ(find({"sub/../[ab].yaml"}),
            (Names{"sub/../a.yaml", "sub/../b.yaml"}));
  EXPECT_EQ(find({"sub/*/g.yaml"}), Names{"sub/deep/g.yaml"});
  EXPECT_EQ(find({"**/*.yaml"}), (Names{"a.yaml", "b.yaml", "other/h.yaml",
                                        "sub/deep/g.yaml", "sub/f.yaml"}));
  EXPECT_EQ(find({"s*/**/g.yaml"}), Names{"sub/deep/g.yaml"});
  EXPECT_EQ(find({"z*.yaml"}), Names{});
  EXPECT_EQ(error, "");
  // A pattern also reaches files of other names.
  EXPECT_EQ(find({"*.txt"}), Names{"notes.txt"});
}

TEST_F(InputsTest, AFileWithTheNameOfAPatternIsAFile) {
  folder.write("[ab].yaml", "a: 1\n");
  std::vector<Input> found = inputs({"[ab].yaml"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].named);
}

TEST_F(InputsTest, MalformedPatternsAreErrors) {
  EXPECT_EQ(find({"[a.yaml"}), Names{});
  EXPECT_TRUE(StringRef(error).ends_with("` is not a pattern")) << error;
}

TEST_F(InputsTest, Excludes) {
  InputOptions options;
  options.exclude = {"sub", "b.*"};
  EXPECT_EQ(find({"."}, options),
            (Names{"a.yaml", "c.json", "d.yml", "other/h.yaml"}));
  EXPECT_EQ(find({"*.yaml"}, options), Names{"a.yaml"});
  // A file that is named is meant, unless the user says otherwise.
  EXPECT_EQ(find({"b.yaml"}, options), Names{"b.yaml"});
  options.forceExclude = true;
  EXPECT_EQ(find({"b.yaml"}, options), Names{});
  options.exclude = {"sub/"};
  EXPECT_EQ(find({"sub"}, options), Names{});
}

TEST_F(InputsTest, StandardInput) {
  InputOptions options;
  options.stdinName = "sub/name.yaml";
  std::vector<Input> found = inputs({"-", "a.yaml", "-"}, options);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found[0].isStdin);
  EXPECT_TRUE(found[0].named);
  EXPECT_FALSE(found[0].excluded);
  EXPECT_EQ(found[0].path, options.stdinName);
  EXPECT_FALSE(found[1].isStdin);
  // It is left out as a file of that name would be, but stays an input.
  options.exclude = {"name.yaml"};
  options.forceExclude = true;
  found = inputs({"-"}, options);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].excluded);
}

TEST_F(InputsTest, LinksToFilesButNotToFolders) {
  ASSERT_FALSE(llvm::sys::fs::create_link(folder.path("a.yaml"),
                                          folder.path("other/link.yaml")));
  ASSERT_FALSE(
      llvm::sys::fs::create_link(folder.path(), folder.path("other/circle")));
  EXPECT_EQ(find({"other"}), (Names{"other/h.yaml", "other/link.yaml"}));
  EXPECT_EQ(notes, Names{});
  ASSERT_FALSE(
      llvm::sys::fs::create_link("absent.yaml", folder.path("other/no.yaml")));
  ASSERT_FALSE(
      llvm::sys::fs::create_link("/dev/zero", folder.path("other/z.yaml")));
  EXPECT_EQ(find({"other"}), (Names{"other/h.yaml", "other/link.yaml"}));
  EXPECT_EQ(notes,
            (Names{"other/no.yaml: the link leads nowhere, so it was not "
                   "checked",
                   "other/z.yaml: the link leads out of the repository, so it "
                   "was not checked"}));
}

TEST_F(InputsTest, TheNearestConfigurationApplies) {
  folder.write(".trainlint.yaml", "ignore: [unknown-field]\n");
  folder.write("sub/.trainlint.yml", "exclude: [deep/]\n");
  std::vector<Input> found = inputs({"."}, {}, /*isolated=*/false);
  ASSERT_EQ(found.size(), 6u) << error << problemText;
  const ConfigFile *outer = found[0].config, *inner = nullptr;
  ASSERT_TRUE(outer);
  EXPECT_EQ(outer->ignore, Names{"unknown-field"});
  EXPECT_EQ(outer->folder, folder.path());
  for (const Input &input : found) {
    if (StringRef(input.path).ends_with("sub/f.yaml"))
      inner = input.config;
    else
      EXPECT_EQ(input.config, outer) << input.path;
    // What the inner configuration leaves out; and no configuration is a job.
    EXPECT_FALSE(StringRef(input.path).contains("deep"));
    EXPECT_FALSE(StringRef(input.path).contains(".trainlint"));
  }
  ASSERT_TRUE(inner);
  EXPECT_NE(inner, outer);
  EXPECT_TRUE(inner->ignore.empty());
  EXPECT_EQ(inputs({"a.yaml"}, {}, /*isolated=*/true)[0].config, nullptr);
}

TEST_F(InputsTest, TheSearchEndsAtTheRepository) {
  folder.write(".trainlint.yaml", "ignore: [unknown-field]\n");
  folder.write("sub/.git/HEAD", "ref: x\n");
  std::vector<Input> found =
      inputs({"sub/f.yaml", "other/h.yaml"}, {}, /*isolated=*/false);
  ASSERT_EQ(found.size(), 2u) << error;
  EXPECT_EQ(found[0].config, nullptr);
  EXPECT_NE(found[1].config, nullptr);
}

TEST_F(InputsTest, AConfigurationThatCannotBeUsedIsAnError) {
  folder.write(".trainlint.yaml", "ignore: [no-such-rule-at-all]\n");
  EXPECT_EQ(find({"a.yaml"}, {}, /*isolated=*/false), Names{});
  EXPECT_NE(error, "");
  EXPECT_TRUE(StringRef(problemText).contains("no-such-rule-at-all"));
}
