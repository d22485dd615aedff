import Foundation
import Synchronization
import Testing

/// The output of an example, by line of its source.
final class Printed: Sendable {
  @TaskLocal static var current: Printed?

  private struct Place: Hashable {
    var file: String
    var line: Int
  }
  private let texts = Mutex<[Place: [String]]>([:])

  func add(_ text: String, _ file: String, _ line: Int) {
    texts.withLock { $0[Place(file: file, line: line), default: []].append(text) }
  }

  /// Compares the output with the comments after the calls.
  func check() throws {
    for (place, printed) in texts.withLock({ $0 }) {
      let source = try String(contentsOfFile: place.file, encoding: .utf8)
      let said = Printed.comment(in: source.components(separatedBy: "\n")[(place.line - 1)...])
      #expect(
        printed.joined(separator: "\n") == said.joined(separator: "\n"),
        sourceLocation: SourceLocation(
          fileID: "DocumentationTests/Examples", filePath: place.file, line: place.line, column: 1))
    }
  }

  /// The first comment of some lines, be it behind code or on lines of its own.
  static func comment(in lines: ArraySlice<String>) -> [String] {
    guard let first = lines.firstIndex(where: { $0.contains("// ") }) else { return [] }
    let following = lines[(first + 1)...].map { $0.trimmingCharacters(in: .whitespaces) }
      .prefix { $0.hasPrefix("//") }
    let rest = ["// " + (lines[first].components(separatedBy: "// ").last ?? "")] + following
    return rest.map { String($0.dropFirst($0.hasPrefix("// ") ? 3 : 2)) }
  }
}

/// Compares the output of a suite's tests with the comments after the calls.
struct PrintsAsWritten: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Examples use paths relative to the repository.
    _ = FileManager.default.changeCurrentDirectoryPath(Documentation.repository.path())
    let printed = Printed()
    try await Printed.$current.withValue(printed) { try await function() }
    try printed.check()
  }
}

extension Trait where Self == PrintsAsWritten {
  /// Compares the output of the tests with the comments after the calls.
  static var printsAsWritten: PrintsAsWritten { PrintsAsWritten() }
}
