import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling

/// The rows on AdhereR's example data, fills of 100 patients.
struct RefillRows {
  private static let nine: [RefillMeasure] = [
    .cma1, .cma2, .cma3, .cma4, .cma5, .cma6, .cma7, .cma8, .cma9,
  ]

  private let folder: URL
  private var records: [RefillRecord] = []

  init() throws {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    folder = root.appending(path: "Datasets/golden")
    for row in try rows("adherer/med_events.csv") {
      guard let date = CivilDate(row[2]), let days = Double(row[5]) else { continue }
      if records.last?.patient != row[1] {
        records.append(RefillRecord(patient: row[1], fills: []))
      }
      records[records.count - 1].fills.append(
        Fill(date, days: days, dose: Double(row[3]), drugClass: row[4]))
    }
  }

  private func rows(_ name: String) throws -> [[String]] {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
      .dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    let data = try Data(contentsOf: folder.appending(path: name))
    return try JSONDecoder().decode(type, from: data)
  }
}

/// A sum rounded so that it does not depend on the order of summation.
private struct Total {
  var count = 0
  var sum = 0.0

  mutating func add(_ value: Double?) {
    guard let value else { return }
    count += 1
    sum += value
  }

  var answer: Answer { Answer(count: count, checksum: String(format: "%.6f", sum)) }
}

/// One run of AdhereR.
private struct Run: Decodable {
  var cma: String?
  var window: WindowName?
  var params: Parameters?
  var value: [Double?]?
  var duration: [Double]?

  var measure: RefillMeasure? { cma.flatMap { RefillMeasure(rawValue: $0.lowercased()) } }

  struct Parameters: Decodable {
    var onlyForSameClass: Bool?
    var considersDose: Bool?
    var dur, step: Int?
    var max_gap: Int?
    var max_gap_unit: String?
    var med_change_new_episode, append_gap, carry_only_same_med: Bool?

    private enum CodingKeys: String, CodingKey {
      case dur, step, max_gap, max_gap_unit, med_change_new_episode, append_gap
      case carry_only_same_med
      case onlyForSameClass = "carry.only.for.same.medication"
      case considersDose = "consider.dosage.change"
    }
  }

  /// A name; other files have numbers in this member.
  struct WindowName: Decodable {
    var name: String?

    init(from decoder: any Decoder) throws {
      name = try? decoder.singleValueContainer().decode(String.self)
    }
  }
}

private struct Golden: Decodable {
  var runs: [Run]
}

extension RefillRows {
  /// CMA 1 to 9 for windows of half a year to one and a half years.
  func measures() throws -> Row {
    let evaluator = RefillEvaluator(RefillQuery())
    evaluator.query.observation = RefillWindow(
      .after(ISODuration(days: 182)), length: ISODuration(days: 365))
    return row("cma", "CMA 1 to 9 of a year", try expectedMeasures()) { record, total in
      for value in evaluator.values(of: RefillRows.nine, in: record) { total.add(value.value) }
    } naive: { record, total in
      let way = RefillWay(record, followUp: 730, start: 182, days: 365)
      for measure in RefillRows.nine { total.add(way.value(measure)) }
    }
  }

  /// Returns AdhereR's measures for these parameters, and the others as defined.
  private func expectedMeasures() throws -> Answer {
    var total = Total()
    let runs = try read(Golden.self, "adherer/cma_simple.json").runs.filter {
      $0.window?.name == "W2" && $0.params?.onlyForSameClass != true
        && $0.params?.considersDose != true
    }
    for value in runs.flatMap({ $0.value ?? [] }) { total.add(value) }
    for measure in RefillRows.nine where !runs.contains(where: { $0.measure == measure }) {
      for record in records {
        total.add(RefillWay(record, followUp: 730, start: 182, days: 365).value(measure))
      }
    }
    return total.answer
  }

  /// CMA 7 in 22 windows of 90 days.
  func sliding() throws -> Row {
    let evaluator = RefillEvaluator(RefillQuery())
    var total = Total()
    let run = try read(Golden.self, "adherer/cma_sliding_window.json").runs.first {
      $0.measure == .cma7 && $0.params?.dur == 90 && $0.params?.step == 30
    }
    for value in run?.value ?? [] { total.add(value) }
    return row("sliding-cma", "CMA 7 in 22 windows", total.answer) { record, total in
      for window in evaluator.slidingValues(of: .cma7, in: record).value ?? [] {
        total.add(window.value.value)
      }
    } naive: { record, total in
      for start in stride(from: 0, through: 640, by: 30) {
        total.add(RefillWay(record, followUp: 730, start: start, days: 90).value(.cma7))
      }
    }
  }

  /// Treatment episodes with a permissible gap of 90 days.
  func episodes() throws -> Row {
    let evaluator = RefillEvaluator(RefillQuery())
    var total = Total()
    let run = try read(Golden.self, "adherer/treatment_episodes.json").runs.first {
      $0.params?.max_gap == 90 && $0.params?.max_gap_unit == "days"
        && $0.params?.med_change_new_episode == false && $0.params?.append_gap == false
        && $0.params?.carry_only_same_med == false
    }
    for days in run?.duration ?? [] { total.add(days) }
    return row("episodes", "treatment episodes of two years", total.answer) { record, total in
      for episode in evaluator.episodes(of: record).value ?? [] { total.add(episode.days) }
    } naive: { record, total in
      let way = RefillWay(record, followUp: 730, start: 0, days: 730)
      for days in way.episodes(permitting: 90) { total.add(days) }
    }
  }

  private func row(
    _ name: String, _ what: String, _ expected: Answer,
    regimen: @escaping (RefillRecord, inout Total) -> Void,
    naive: @escaping (RefillRecord, inout Total) -> Void
  ) -> Row {
    Row(
      name: name, what: what, per: .patient, units: records.count, expected: expected,
      systems: [
        RefillRows.system("regimen", records, regimen), RefillRows.system("naive", records, naive),
      ])
  }

  private static func system<Case>(
    _ name: String, _ cases: [Case], _ body: @escaping (Case, inout Total) -> Void
  ) -> System {
    var total = Total()
    return System(
      name: name,
      run: { runs in
        for _ in 0..<runs {
          total = Total()
          for one in cases { body(one, &total) }
        }
      },
      answer: { total.answer })
  }
}

// Days covered.
extension RefillRows {
  /// A patient-year, half of them with a stay.
  private struct PatientYear {
    var record: RefillRecord
    var year: ClosedRange<CivilDate>
  }

  /// The proportion of days covered in each year of each patient, with a stay and without.
  func coverage() throws -> Row {
    var (years, total) = ([PatientYear](), Total())
    for row in try rows("pdc/pdc_expected.csv") {
      guard var record = records.first(where: { $0.patient == row[0] }),
        let first = CivilDate("\(row[1])-01-01"), let last = CivilDate("\(row[1])-12-31")
      else { continue }
      if let from = CivilDate(row[2]), let through = CivilDate(row[3]) {
        record.stays = [Stay(from...through)]
      }
      years.append(PatientYear(record: record, year: first...last))
      total.add(Double(row[9]))
    }
    let evaluator = RefillEvaluator(RefillQuery())
    let regimen = RefillRows.system("regimen", years) { one, total in
      evaluator.query.coverage.period = one.year
      total.add(evaluator.value(of: .pdc, in: one.record).value)
    }
    let naive = RefillRows.system("naive", years) { one, total in
      let days = RefillWay.covered(one.record, in: one.year)
      total.add(days.days > 0 ? Double(days.covered) / Double(days.days) : nil)
    }
    return Row(
      name: "pdc", what: "the days covered of a year", per: .patient, units: years.count,
      expected: total.answer, systems: [regimen, naive])
  }
}
