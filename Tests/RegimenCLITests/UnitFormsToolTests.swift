import Foundation
import Testing

/// Units in composed and decomposed Unicode forms are one unit, with the same output from a folder,
/// a store, and any number of jobs.
@Suite struct UnitFormsToolTests {
  private let scratch: Scratch
  private static let forms = ["Tr\u{F6}pfchen", "Tro\u{308}pfchen"]

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch["data"], withIntermediateDirectories: true)
    let schedule = #"{"elements":[{"id":"am","start":"2025-01-06T08:00:00","every":"P1D"}]}"#
    var (patients, tasks) = ("id,zone\n", "")
    var outcomes = "patient,task,time,value,units\n"
    for number in 0..<64 {
      let id = "P\(100 + number)"
      patients += "\(id),UTC\n"
      tasks += "{\"patient\":\"\(id)\",\"id\":\"t\",\"schedule\":\(schedule)}\n"
      for day in 6...9 {
        let form = number == 5 ? day % 2 : number / 8 % 2
        outcomes += "\(id),t,2025-01-0\(day)T08:00:00Z,2,\(UnitFormsToolTests.forms[form])\n"
      }
    }
    try scratch.write(Array(patients.utf8), to: "data/patients.csv")
    try scratch.write(Array(tasks.utf8), to: "data/tasks.ndjson")
    try scratch.write(Array(outcomes.utf8), to: "data/outcomes.csv")
  }

  @Test func areOneUnit() throws {
    #expect(try Tool.run("import", scratch["data"], scratch["store.sqlite"]).status == 0)
    var tables: Set<[[UInt8]]> = []
    for source in ["data", "store.sqlite"] {
      for jobs in ["1", "3", "8"] {
        let out = "\(source)-\(jobs)"
        let result = try Tool.run(
          "report", scratch[source], "--from", "2025-01-06", "--to", "2025-01-10", "--tables",
          "adherence,values", "--jobs", jobs, "--out", scratch[out])
        #expect(result.status == 0, "\(result.errors)")
        tables.insert(
          try ["values.csv", "cohortValues.csv"].map { try scratch.bytes(of: "\(out)/\($0)") })
      }
    }
    #expect(tables.count == 1)
    let text = String(decoding: (tables.first ?? []).joined(), as: UTF8.self)
    #expect(text.utf8.count > 64 * 40 && !text.unicodeScalars.contains("\u{308}"))
    let events = try Tool.run(
      "events", scratch["data"], "--from", "2025-01-06", "--to", "2025-01-10")
    #expect(!events.output.unicodeScalars.contains("\u{308}"))
  }
}
