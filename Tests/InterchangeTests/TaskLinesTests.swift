import AdherenceAnalytics
@testable import Interchange
import Diagnostics
import Formats
import Scheduling
import TestSupport
import Testing

@Suite struct TaskLinesTests {
  private func line(_ random: inout Seeded) -> String {
    func time() -> String {
      [
        "2025-01-0\(Int.random(in: 1...9, using: &random))T08:00:00",
        "202\(Int.random(in: 0...9, using: &random))-12-31T23:59:5\(Int.random(in: 0...9, using: &random))",
        "2025-02-30T08:00:00", "2025-01-01 08:00:00", "2025-01-01T08:00:00Z", "2025-01-01",
        "0000-01-01T00:00:00",
        "2025-01-01T24:00:00", "2025-01-01T08:00",
      ].randomElement(using: &random) ?? ""
    }
    func optional(_ property: String) -> String { Bool.random(using: &random) ? property : "" }
    let elements = (0...Int.random(in: 0...1, using: &random)).map { _ in
      #"{"every": "P1D", \#(optional(#""end": "\#(time())", "#)) \#(optional(#""begin": "\#(time())", "#)) "start": "\#(time())"}"#
    }
    return
      #"{"patient": "p\#(Int.random(in: 0...9, using: &random))", \#(optional(#""recordedAt": "\#(time())Z", "#))"#
      + #"\#(optional(#""effectiveFrom": "\#(time())", "#)) "id": "a", "schedule": {"elements": [\#(elements.joined(separator: ", "))]}}"#
  }

  /// A task derived from that of another line is the decoded one, and errors are the same.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func derivedTasksAreDecodedOnes(_ seed: UInt64) {
    var random = Seeded(state: seed)
    var lines = TaskLines()
    for _ in 0..<40 {
      let line = line(&random)
      let found = Result { () throws(InputError) in
        try Array(line.utf8).withUnsafeBufferPointer { line throws(InputError) in
          try lines.task(line)
        }
      }
      let expected = Result { () throws(InputError) in
        try JSONLine.decode(TaskProperties.self, from: line).task
      }
      #expect(found == expected, "\(line)")
    }
  }

  /// Lines that differ in more than times are not derived from each other.
  @Test func otherLinesAreDecoded() throws {
    let rest = #""schedule": {"elements": [{"start": "2025-01-01T08:00:00", "every": "P1D"}]}}"#
    var lines = TaskLines()
    for id in ["a", "b", "a"] {
      let line = Array((#"{"patient": "ann", "id": "\#(id)", "# + rest).utf8)
      #expect(try line.withUnsafeBufferPointer { try lines.task($0) }.id == id)
    }
  }
}
