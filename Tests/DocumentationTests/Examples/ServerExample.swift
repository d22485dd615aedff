import AdherenceAnalytics
import Diagnostics
import Foundation
import Interchange
import Reporting
import ScheduleFormats
import Scheduling
import StoreChecks
import Testing

/// Keeps all records in memory, and in one file with a line a patient.
actor LineStore: CareStore {
  private let file: URL
  private var histories: [String: CareHistory] = [:]

  init(_ path: String) throws {
    file = URL(filePath: path)
    guard FileManager.default.fileExists(atPath: path) else { return }
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let entry = try RecordLine(String(line))
      if let problem = entry.problems.first(where: { !$0.problem.keepsRecord }) { throw problem }
      histories[entry.record.patient.id] = CareHistory(entry.record)
    }
  }

  func records(matching query: CareQuery) -> MatchingRecords<[CareRecord]> {
    MatchingRecords(query, from: LineStore.records(of: histories))
  }

  func apply(_ changes: [CareChange]) throws {
    var next = histories
    for change in changes {
      try next[change.patient, default: CareHistory()].apply(change)
    }
    let lines = try LineStore.records(of: next).map { try RecordLine.text(of: $0) + "\n" }
    try Data(lines.joined().utf8).write(to: file, options: .atomic)
    histories = next
  }

  private static func records(of histories: [String: CareHistory]) -> [CareRecord] {
    histories.values.compactMap(\.record).sorted { $0.patient.id < $1.patient.id }
  }
}

/// Answers requests about the patients of a store: a status, and words for people.
struct CareService<Store: CareStore> {
  let store: Store
  /// The days that it reports on.
  let days: Range<CivilDate>

  func respond(_ method: String, _ path: String, _ body: String = "") async -> String {
    let names = path.split(separator: "/").map(String.init)
    do {
      switch (method, names.count) {
      case ("POST", 1): return "201 \(try await enrol(body))"
      case ("POST", 3): return "201 \(try await record(body, of: names[2], names[1]))"
      case ("GET", 2): return "200 \(try await weeks(of: names[1]))"
      default: return "404 no such page"
      }
    } catch let error as StoreError {
      return "409 \(error)"
    } catch {
      return "400 \(error)"
    }
  }

  /// Takes a patient with tasks, as one line of JSON.
  private func enrol(_ line: String) async throws -> String {
    let entry = try RecordLine(line)
    if let problem = entry.problems.first(where: { !$0.problem.keepsRecord }) { throw problem }
    try await store.apply(entry.record.changes)
    return "enrolled \(entry.record.patient.id)"
  }

  /// Takes what was done at a time.
  private func record(_ time: String, of task: String, _ patient: String) async throws -> String {
    let time = try MomentFormat.automatic.read(time).instant(in: .utc)
    try await store.add(.outcome(Outcome(task: task, time: time), of: patient))
    return "recorded"
  }

  /// How much was done in each week.
  private func weeks(of patient: String) async throws -> String {
    let chosen = CareQuery(patients: PatientQuery(ids: [patient]))
    for try await record in try await store.records(matching: chosen) {
      let answer = record.adherence(AdherenceQuery(days, by: .week))
      return zip(answer.spans, answer.total.periods)
        .map { "\($0.name): \($1.done) of \($1.due)" }.joined(separator: ", ")
    }
    throw StoreError.noSuch(.patient(patient))
  }
}

/// The code of the tutorial on a server.
@Suite(.printsAsWritten) struct ServerExample: Examples {
  @Test(arguments: StoreLaw.allCases) func keeps(_ law: StoreLaw) async throws {
    let folder = try TemporaryFolder()
    try await law.check(worlds: 2) { try LineStore(folder.path("\(UUID()).ndjson")) }
  }

  @Test func asWritten() async throws {
    let folder = try TemporaryFolder()
    let store = try LineStore(folder.path("patients.ndjson"))
    let days = CivilDate("2025-01-06")!..<CivilDate("2025-01-20")!
    let service = CareService(store: store, days: days)
    let ann = #"""
      {"patient": {"id": "ann", "zone": "Europe/Berlin"}, "tasks": [{"id": "tablet",
       "schedule": {"elements": [{"start": "2025-01-06T08:00:00", "every": "P1D"}]}}]}
      """#
    print(await service.respond("POST", "/patients", ann))  // 201 enrolled ann
    print(await service.respond("POST", "/patients/ann/tablet", "2025-01-06T07:10:00Z"))
    // 201 recorded
    print(await service.respond("POST", "/patients/ann/tablet", "14.01.2025"))
    // 400 is not an unambiguous date or date-time: '14.01.2025' (set --time-format dmy where days come first, mdy where months do; time_format in Python, MomentFormat in Swift)
    print(await service.respond("GET", "/patients/ann"))
    // 200 2025-W02: 1 of 7, 2025-W03: 0 of 7
    print(await service.respond("POST", "/patients", ann))
    // 409 patient 'ann' is there already (update it, or delete it first)
    print(await service.respond("POST", "/patients/bob/tablet", "2025-01-06T07:10:00Z"))
    // 409 patient 'bob' is not there (add it first)
    print(await service.respond("POST", "/patients", #"{"patient": {"id": "bob"}}"#))
    // 400 'patient.zone' is missing (it is required)

    let reopened = try LineStore(folder.path("patients.ndjson"))
    let report = try await CohortReport(of: reopened, AdherenceQuery(days))
    print(report.patients, report.whole.rows[0].pooled.due)  // 1 14
  }
}
