import Foundation
import Testing

/// The commands of the tutorials give the answers that stand behind them.
@Suite struct TutorialTests {
  /// A command with what it answers, line by line.
  private struct Step {
    var command: String
    var answer: [String] = []
  }

  private func steps(of article: String) throws -> [Step] {
    let path = Tool.repository.appending(path: "Sources/Reporting/Reporting.docc/\(article).md")
    var steps: [Step] = []
    var isCode = false
    for line in try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode, line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if isCode, !steps.isEmpty {
        steps[steps.count - 1].answer.append(line)
      }
    }
    return steps
  }

  /// What a shell answers, both streams together.
  private func answer(_ command: String, in folder: URL) throws -> String {
    let (shell, output) = (Process(), Pipe())
    shell.executableURL = URL(filePath: "/bin/sh")
    let tool = "'\(Tool.executable.path())' "
    shell.arguments = ["-c", command.replacing("regimen ", with: tool, maxReplacements: 1)]
    shell.currentDirectoryURL = folder
    (shell.standardOutput, shell.standardError) = (output, output)
    try shell.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ["FirstReport", "ClaimsToCoverage"])
  func commandsAnswerAsWritten(_ article: String) throws {
    let place = try Scratch()
    try FileManager.default.createSymbolicLink(
      at: place.url.appending(path: "Datasets"),
      withDestinationURL: Tool.repository.appending(path: "Datasets"))
    let steps = try steps(of: article)
    #expect(steps.count > 1)
    for step in steps {
      #expect(step.command.hasPrefix("regimen "))
      var rest = try answer(step.command, in: place.url).components(separatedBy: "\n")[...]
      for line in step.answer where line != "…" {
        let found = rest.firstIndex(of: line)
        #expect(found != nil, "\(step.command) does not answer: \(line)")
        rest = rest[(found.map { $0 + 1 } ?? rest.startIndex)...]
      }
    }
  }
}
