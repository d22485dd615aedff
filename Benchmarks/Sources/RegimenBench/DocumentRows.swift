import AdherenceAnalytics
import CareKitJSON
import Foundation
import Scheduling

/// A CareKit document: three years of three tasks, each with an outcome on seven of eight days.
struct DocumentRows {
  private let document: CareKitDocument
  private let count: Int

  init() throws {
    let days = try Workloads.days("2023-01-02", "2026-01-02")
    let zone = try Workloads.zone("America/New_York")
    var record = CareRecord(patient: Patient(id: "ann", zone: zone))
    var random = Seeded(state: 64)
    for task in ["tablet", "walk", "weight"] {
      let time = try Workloads.time("08:00")
      var element = ScheduleElement("1", from: CivilDateTime(date: days.lowerBound, time: time))
      element.recurrence = .every(ISODuration(days: 1))
      record.tasks.append(CareTask(id: task, schedule: Schedule([element])))
      for day in 0..<days.upperBound - days.lowerBound where random.happens(88) {
        let nominal = CivilDateTime(date: days.lowerBound.adding(days: day), time: time)
        record.outcomes.append(
          Outcome(
            task: task, key: OccurrenceKey(element: "1", nominal: nominal),
            time: zone.firstInstant(atOrAfter: nominal), values: [OutcomeValue(.number(1))]))
      }
    }
    count = record.outcomes.count
    document = CareKitWriter().document(of: record)
  }

  func row() throws -> Row {
    let sum = try outcomes().reduce(0) { $0 + (try index($1)) }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(document.bytes).write(to: folder.appending(path: "carekit.json"))
    return Row(
      name: "carekit-json", what: "a document of CareKit's, read, each index as a key",
      per: .megabyte, units: max(1, document.bytes.count / 1_000_000),
      expected: Answer(count: count, checksum: "\(sum)"), systems: [regimen], data: folder)
  }

  private func outcomes() throws -> [Outcome] {
    let source = try CareKitRecords(document.bytes)
    var reader = source.makeReader()
    var outcomes: [Outcome] = []
    try reader.read(0..<1) { outcomes += $0.record.outcomes }
    return outcomes
  }

  /// Returns the day of an outcome's key relative to the first, which is the index for a daily
  /// task.
  private func index(_ outcome: Outcome) throws -> Int {
    guard let key = outcome.key else { return -1 }
    return key.nominal.date - (try Workloads.days("2023-01-02", "2023-01-03").lowerBound)
  }

  private var regimen: System {
    var result = Answer(count: 0, checksum: "")
    return System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          let outcomes = try outcomes()
          let sum = try outcomes.reduce(0) { $0 + (try index($1)) }
          result = Answer(count: outcomes.count, checksum: "\(sum)")
        }
      },
      answer: { result })
  }
}
