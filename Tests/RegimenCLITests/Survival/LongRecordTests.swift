import Foundation
import Testing

/// A patient with a very long record, through every command.
@Suite struct LongRecordTests {
  private static let outcomes = 200_000

  @Test func oneLongRecord() throws {
    let scratch = try Scratch()
    try write(to: scratch)
    #expect(try Tool.run(["import", scratch["dataset"], scratch["store.sqlite"]]).status == 0)
    let reports = try [scratch["dataset"], scratch["store.sqlite"]].map { source in
      try Tool.run(["report", source, "--from", "2025-01-01", "--to", "2026-01-01", "--by", "all"])
    }
    #expect(reports[0].status == 0)
    #expect(reports[0].output == reports[1].output)
    let output = reports[0].output.replacingOccurrences(of: ",", with: "")
    #expect(output.contains(" \(Self.outcomes) "))
  }

  /// One patient with an occurrence every two minutes, all completed.
  private func write(to scratch: Scratch) throws {
    try FileManager.default.createDirectory(
      atPath: scratch["dataset"], withIntermediateDirectories: true)
    try scratch.write(Array("id,zone\nann,UTC\n".utf8), to: "dataset/patients.csv")
    let task =
      #"{"patient":"ann","id":"pump","matching":"keyed","schedule":{"elements":[{"id":"1","start":"2025-01-01T00:00:00","every":"PT2M","count":\#(Self.outcomes)}]}}"#
    try scratch.write(Array((task + "\n").utf8), to: "dataset/tasks.ndjson")
    var text = "patient,task,element,nominal\n"
    for minute in 0..<Self.outcomes {
      let (day, second) = (minute * 2 / 1440, minute * 2 % 1440)
      text += "ann,pump,1,\(date(day))T\(pad(second / 60)):\(pad(second % 60)):00\n"
    }
    try scratch.write(Array(text.utf8), to: "dataset/outcomes.csv")
  }

  private func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The date of a day of 2025, counted from 0.
  private func date(_ day: Int) -> String {
    var (month, left) = (0, day)
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    while left >= lengths[month] {
      left -= lengths[month]
      month += 1
    }
    return "2025-\(pad(month + 1))-\(pad(left + 1))"
  }
}
