import Foundation
import Reporting
import Testing

/// The specification of options and the files generated from it.
struct OptionSpecificationTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("The keyword options of the Python package are generated from the specification")
  func keywordsAreGenerated() throws {
    let path = "Sources/Python/regimen/_keywords.py"
    let own = try String(contentsOf: Self.repository.appending(path: path), encoding: .utf8)
    if own == PythonKeywords.text { return }
    let text = Self.repository.appending(path: ".build/keywords.py")
    try PythonKeywords.text.write(to: text, atomically: true, encoding: .utf8)
    Issue.record("The options have changed: cp .build/keywords.py \(path)")
  }

  @Test("Names are spelled alike in C and Python, except for reserved words")
  func namesAreSpelledAlike() throws {
    let options = OptionQuestion.allCases.flatMap(\.options)
    #expect(
      options.allSatisfy { OptionSpecification.member($0.argument) == $0.member },
      "errors name command line options")
    #expect(OptionSpecification.member("fold-ids") == "foldIDs")
    #expect(OptionSpecification.member("data-url") == "dataURL")
    #expect(OptionQuestion.claims[name: "class"]?.keyword == "drug_class")
  }

  @Test(
    "A meaning is a sentence, and defaults are not part of it", arguments: OptionQuestion.allCases)
  func meaningsAreSentences(_ question: OptionQuestion) {
    for option in question.options {
      #expect(option.meaning.hasSuffix("."), "\(option.name)")
      #expect(!option.meaning.contains("default"), "\(option.name)")
      #expect(option.initial == nil || option.otherwise == nil, "\(option.name)")
    }
    #expect(Set(question.options.map(\.name)).count == question.options.count)
  }
}
