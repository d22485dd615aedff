import Foundation
import TestSampling
import Testing

/// The commands in the articles print the output shown.
@Suite struct TutorialTests {
  @Test(arguments: try Article.withCommands().sampled(6)) func commandsPrintTheDocumentedOutput(
    _ article: Article
  )
    throws
  {
    let place = try Scratch()
    try FileManager.default.createSymbolicLink(
      at: place.url.appending(path: "Datasets"),
      withDestinationURL: Tool.repository.appending(path: "Datasets"))
    for (name, text) in article.files {
      try text.write(to: place.url.appending(path: name), atomically: true, encoding: .utf8)
    }
    for step in article.steps {
      let answer = try step.run(in: place.url)
      #expect(Step.isAnswer(answer[...], as: step.answer[...]), "\(step.command): \(answer)")
    }
    // The data that a page fetches is output of the commands.
    for page in article.files.values {
      for match in page.matches(of: /fetch\("([^"]+)"\)/) {
        let data = try Data(contentsOf: place.url.appending(path: match.1))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: data) }
      }
    }
  }

  @Test func articlesAreFound() throws {
    let names = try Article.withCommands().map(\.testDescription)
    #expect(Set(names).isSuperset(of: ["README.md", "FirstReport.md", "HowDoI.md"]))
  }

  @Test func anAnswerThatDiffersIsFound() {
    let answer = ["a", "b", "c"]
    for written in [["a", "b", "c"], ["a", "…"], ["…", "b", "…"], ["a", "…", "c"], ["…"]] {
      #expect(Step.isAnswer(answer[...], as: written[...]), "\(written)")
    }
    for written in [["a", "b"], ["…", "b"], ["b", "…"], ["a", "c"], []] {
      #expect(!Step.isAnswer(answer[...], as: written[...]), "\(written)")
    }
  }
}

/// A command with its output lines.
private struct Step {
  var command: String
  var answer: [String] = []

  /// Returns the combined output of a shell, with the tool under its name.
  func run(in folder: URL) throws -> [String] {
    let (shell, output) = (Process(), Pipe())
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = folder
    let tools = Tool.executable.deletingLastPathComponent().path()
    let inherited = ProcessInfo.processInfo.environment
    shell.environment = inherited.merging(["PATH": "\(tools):\(inherited["PATH"] ?? "")"]) { $1 }
    (shell.standardOutput, shell.standardError) = (output, output)
    try shell.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    return text.isEmpty ? [] : text.components(separatedBy: "\n")
  }

  /// Returns whether lines match the expected ones, in which `…` matches any line.
  static func isAnswer(_ lines: ArraySlice<String>, as written: ArraySlice<String>) -> Bool {
    guard let first = written.first else { return lines.isEmpty }
    if first == "…" {
      return (lines.startIndex...lines.endIndex).contains {
        isAnswer(lines[$0...], as: written.dropFirst())
      }
    }
    return lines.first == first && isAnswer(lines.dropFirst(), as: written.dropFirst())
  }
}

/// An article with commands.
struct Article: CustomTestStringConvertible, Sendable {
  var testDescription: String
  fileprivate var steps: [Step] = []
  /// The code blocks after a line that ends with a file name and a colon.
  var files: [String: String] = [:]

  /// The README and the articles of all libraries that contain commands.
  static func withCommands() throws -> [Article] {
    let sources = Tool.repository.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path())
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
    let articles =
      [Tool.repository.appending(path: "README.md")]
      + paths.map { sources.appending(path: $0) }
    return try articles.map(Article.init).filter { !$0.steps.isEmpty }
  }

  private init(_ url: URL) throws {
    testDescription = url.lastPathComponent
    // The language of the current code block; commands are in blocks without a language.
    var language: String?
    var (file, isAnswer) = (String?.none, false)
    for line in try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        language = language == nil ? String(line.dropFirst(3)) : nil
        isAnswer = false
        if language == nil { file = nil }
      } else if language != nil, let file {
        files[file, default: ""] += line + "\n"
      } else if language == "", line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
        isAnswer = true
      } else if isAnswer {
        steps[steps.count - 1].answer.append(line)
      } else if language == nil, !line.isEmpty {
        file = line.firstMatch(of: /`([^`\/]+)`:$/).map { String($0.1) }
      }
    }
  }
}
