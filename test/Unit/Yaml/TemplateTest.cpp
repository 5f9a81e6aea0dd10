//===- TemplateTest.cpp - Tests of finding placeholders -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/Template.h"
#include "Support/SourceBuffer.h"
#include "TestHelpers.h"
#include "Text/Yaml/Reader.h"

using namespace trainlint;
using namespace trainlint::yaml;
using llvm::StringRef;

TEST(TemplateTest, Placeholders) {
  for (StringRef text :
       {"${REGION}", "$REGION", "$(REGION)", "{{ region }}", "{region}",
        "<your-region>", "[YOUR_REGION]", "@REGION@", "%(region)s",
        "gs://${BUCKET}/data", "gs://<bucket>/data", "gs://[BUCKET_NAME]/x",
        "{% if x %}", "__NUM_NODES__", "a-__X__", "< zone >", "<...>"})
    EXPECT_TRUE(hasPlaceholder(text)) << text.str();
}

TEST(TemplateTest, OrdinaryText) {
  for (StringRef text : {"",
                         "us-central1",
                         "$",
                         "$5",
                         "a < b",
                         "a<=b>c",
                         "{}",
                         "{ }",
                         "{1}",
                         "[0-9]+",
                         "[abc]",
                         "[]",
                         "user@example.com",
                         "100%",
                         "%s",
                         "--lr=0.1",
                         "<",
                         ">",
                         "<1>",
                         "__name__",
                         "____",
                         "a < b and c > d",
                         "{\"a\": 1}"})
    EXPECT_FALSE(hasPlaceholder(text)) << text.str();
}

static bool rootIsPlaceholder(StringRef text) {
  auto buffer = SourceBuffer::copy("text", text);
  ReadResult result = read(buffer->text());
  EXPECT_TRUE(result.stream->problems.empty()) << text.str();
  return isPlaceholder(*result.stream->documents.front().root);
}

TEST(TemplateTest, PlaceholdersThatYamlReadsAsCollections) {
  EXPECT_TRUE(rootIsPlaceholder("{{ region }}"));
  EXPECT_TRUE(rootIsPlaceholder("{region}"));
  EXPECT_TRUE(rootIsPlaceholder("[YOUR_REGION]"));
  EXPECT_FALSE(rootIsPlaceholder("{region: x}"));
  EXPECT_FALSE(rootIsPlaceholder("[\"YOUR_REGION\"]"));
  EXPECT_FALSE(rootIsPlaceholder("[us-central1]"));
  EXPECT_FALSE(rootIsPlaceholder("[A, B]"));
  EXPECT_FALSE(rootIsPlaceholder("region:\n"));
  EXPECT_FALSE(rootIsPlaceholder("text"));
}

TEST(TemplateTest, TextWithoutMarkersHasNoMask) {
  EXPECT_FALSE(maskTemplate(""));
  EXPECT_FALSE(maskTemplate("region: us-central1\n"));
  EXPECT_FALSE(maskTemplate("region: ${REGION}\n"));
  // A marker that never ends is none.
  EXPECT_FALSE(maskTemplate("region: {{ region\n"));
}

TEST(TemplateTest, MaskingKeepsEveryOffset) {
  StringRef text = "{# note #}\n"
                   "{% if gpu %}\n"
                   "region: {{ region }}\n"
                   "{{ more\n   lines }}\n"
                   "tier: <%= tier %>\n";
  std::optional<TemplateMask> mask = maskTemplate(text);
  ASSERT_TRUE(mask);
  EXPECT_FALSE(mask->onlyValues);
  std::vector<std::string> markers;
  for (SourceRange range : mask->markers)
    markers.push_back(text.slice(range.begin, range.end).str());
  EXPECT_EQ(markers, (std::vector<std::string>{
                         "{# note #}", "{% if gpu %}", "{{ region }}",
                         "{{ more\n   lines }}", "<%= tier %>"}));
  EXPECT_EQ(mask->text, std::string(10, ' ') + "\n" + std::string(12, ' ') +
                            "\nregion: " + std::string(12, 'x') + "\n" +
                            std::string(7, ' ') + "\n" + std::string(11, ' ') +
                            "\ntier: " + std::string(11, 'x') + "\n");
}

TEST(TemplateTest, ValuesLeaveTheStructureAlone) {
  EXPECT_TRUE(maskTemplate("region: {{ region }}\n")->onlyValues);
  EXPECT_TRUE(maskTemplate("region: a # {# note #}\n")->onlyValues);
  EXPECT_FALSE(maskTemplate("a: 1\n{% if x %}\nb: 2\n")->onlyValues);
  // On a line of its own a value may be any number of lines.
  EXPECT_FALSE(maskTemplate("a: 1\n  {{ fields }}\nb: 2\n")->onlyValues);
}
