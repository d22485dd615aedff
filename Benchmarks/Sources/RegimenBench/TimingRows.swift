import FHIR
import Foundation
import Scheduling

/// Two hundred FHIR Timings: from the JSON of each to its first hundred instants.
struct TimingRows {
  private static let count = 200
  private static let start = "2025-01-06T07:30:00+01:00"

  private let timings: [(json: [UInt8], start: String)]
  private let zone: Zone

  init() throws {
    zone = try Workloads.zone("Europe/Berlin")
    var random = Seeded(state: 62)
    timings = (0..<TimingRows.count).map { number in
      (Array(TimingRows.timing(number % 4, &random).utf8), TimingRows.start)
    }
  }

  /// Slots of every day, of some weekdays, of every *n* days or weeks, and elapsed hours.
  private static func timing(_ kind: Int, _ random: inout Seeded) -> String {
    let hours = (6...9).randomElement(using: &random) ?? 8
    let slots = #"["0\#(hours):00:00", "1\#(hours):30:00"]"#
    let repeats = [
      #""frequency": 2, "period": 1, "periodUnit": "d", "timeOfDay": \#(slots)"#,
      #""frequency": 6, "period": 1, "periodUnit": "wk", "dayOfWeek": ["mon", "wed", "fri"], "timeOfDay": \#(slots)"#,
      #""frequency": 2, "period": \#(hours - 4), "periodUnit": "d", "timeOfDay": \#(slots)"#,
      #""frequency": 1, "period": \#(hours), "periodUnit": "h""#,
    ]
    return "{\"repeat\": {\(repeats[kind])}}"
  }

  func row() throws -> Row {
    let expected = try answer()
    return Row(
      name: "fhir-timing", what: "a Timing's JSON, read, and its first 100 moments", per: .timing,
      units: timings.count, expected: expected, systems: [regimen], data: try file())
  }

  private var regimen: System {
    var result = Answer(count: 0, checksum: "")
    return System(
      name: "regimen", run: { runs in for _ in 0..<runs { result = try answer() } },
      answer: { result })
  }

  private func answer() throws -> Answer {
    var (count, sum) = (0, Int64(0))
    for timing in timings {
      let plan = try FHIRPlan(json: timing.json, start: timing.start, in: zone)
      let occurrences = try Occurrences(of: plan.schedule, in: zone)
      let rows = occurrences.starting(in: .earliest..<(.latest), limit: 100)
      count += rows.count
      sum += rows.reduce(0) { $0 + $1.start.seconds }
    }
    return Answer(count: count, checksum: "\(sum)")
  }

  /// Writes the timings for scripts, and returns the folder.
  private func file() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let entries = timings.map {
      "{\"timing\": \(String(decoding: $0.json, as: UTF8.self)), \"start\": \"\($0.start)\"}"
    }
    try Data("[\(entries.joined(separator: ",\n"))]".utf8)
      .write(to: folder.appending(path: "timings.json"))
    return folder
  }
}
