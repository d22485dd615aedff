import Foundation
import TestSampling
import TestSupport
import Testing

/// With few free file descriptors every command ends with one sentence, before anything is written.
@Suite struct FileDescriptorTests {
  private let scratch: Scratch
  private let cohort: String

  init() throws {
    (scratch, cohort) = (try Scratch(), try MonitoredFolder.path())
    #expect(try Tool.run("import", cohort, scratch["store.sqlite"]).status == 0)
  }

  private var commands: [[String]] {
    let days = ["--from", "2025-02-03", "--to", "2025-02-10"]
    let store = scratch["store.sqlite"]
    return [
      ["import", cohort, scratch["new.sqlite"]],
      ["export", store, scratch["copy"], "--only", "P000"],
      ["chart", store, "--chart", "bars", "--chart-patient", "P000"] + days,
      ["report", store, "--out", scratch["report"], "--only", "P000"] + days, ["info", store],
      ["erase", store, "--only", "P001"],
    ]
  }

  /// The dynamic loader, which needs one descriptor, may fail before the tool starts.
  @Test(arguments: [4, 5, 7, 8, 9, 10, 11, 12, 13, 16, 24, 34].sampled(3))
  func tooFewEndWithOneSentence(_ count: Int) throws {
    for command in commands {
      let before = scratch.files()
      let result = try RunningTool(command, .openFiles(count)).wait()
      #expect(result.status == 2, "\(count) \(command): \(result.errors)")
      #expect(
        result.errors.contains("more files can be opened, but 32 are needed (raise the limit"))
      #expect(result.errors.split(separator: "\n").count == 1 && result.output.isEmpty)
      #expect(scratch.files() == before)
    }
  }

  @Test func fortyDescriptorsSuffice() throws {
    for command in commands {
      let result = try RunningTool(command, .openFiles(40)).wait()
      #expect(result.status < 2, "\(command): \(result.errors)")
    }
  }
}
