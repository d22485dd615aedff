import Foundation
import Testing

/// Swift code in the documentation is contained in a file of examples, where it is compiled and
/// run, and its output is compared with the documented output.
@Suite struct DocumentationTests {
  /// The lines of the files of examples.
  private static func examples() throws -> [[String]] {
    try Documentation.files(in: "Tests/DocumentationTests/Examples", ".swift").map {
      try Documentation.text($0).components(separatedBy: "\n")
    }
  }

  private func expectCompiled(_ blocks: [CodeBlock]) throws {
    let files = try DocumentationTests.examples()
    for block in blocks {
      let isCompiled = files.contains(where: block.stands)
      #expect(isCompiled, "\(block.place) is in no file of examples: \(block.lines)")
    }
  }

  @Test func articles() throws {
    let blocks = try Documentation.articles().flatMap {
      CodeBlock.all(in: try Documentation.text($0), of: $0)
    }
    #expect(blocks.count > 30)
    try expectCompiled(blocks)
  }

  /// Every example of a public declaration; those of types that the first page of a library names
  /// as essential have one.
  @Test(arguments: Documentation.libraries) func comments(in library: String) throws {
    let comments = try Documentation.comments(in: library)
    let examples = comments.map {
      CodeBlock.all(in: $0.text, of: "\($0.path): \($0.declaration)", indented: true)
    }
    try expectCompiled(examples.flatMap(\.self))
    let essentials = try Documentation.essentials(of: library)
    #expect(!essentials.isEmpty)
    for type in essentials {
      let place = try #require(comments.firstIndex { $0.isAbout(type: type) }, "no type \(type)")
      #expect(!examples[place].isEmpty, "\(library).\(type) has no example")
    }
  }

  @Test func linksOfTheReadmeLeadSomewhere() throws {
    let links = try Documentation.text("README.md").matches(of: /\]\(([^)]+)\)/).map(\.1)
    #expect(links.count > 5)
    for link in links {
      let path = Documentation.repository.appending(path: String(link)).path()
      #expect(FileManager.default.fileExists(atPath: path), "\(link)")
    }
  }

  @Test func aBlockThatDiffersIsFound() {
    let text = """
      Text.

          let a = 1

          print(a)

      ```swift
      import Scheduling

      let b = 2
      ```
      """
    let blocks = CodeBlock.all(in: text, of: "here", indented: true)
    #expect(blocks.map(\.lines) == [["let a = 1", "", "print(a)"], ["let b = 2"]])
    #expect(blocks[0].stands(in: ["{", "  let a = 1", "", "  print(a)", "}"]))
    #expect(!blocks[0].stands(in: ["{", "  let a = 1", "", "    print(a)", "}"]))
    #expect(!blocks[0].stands(in: ["let a = 1", "", "print(b)"]))
    #expect(!blocks[1].stands(in: ["let b = 3"]))
  }
}
