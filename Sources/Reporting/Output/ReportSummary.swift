import AdherenceAnalytics
import Foundation

/// What `report.json` says: how the numbers came about, so that a reader can judge or repeat them.
///
/// It answers the reporting items of EMERGE (De Geest et al., Annals of Internal Medicine 2018):
/// phase, operational definition, parameters, measurement, and the handling of missing and excused
/// time.
struct ReportSummary: Encodable {
  private let engine: Engine.Name
  private let parameters: ReportQuestion
  private let definitions: [String: String]
  private let records: Records
  private let result: [String: Int]
  private let diagnostics: [String: Int]
  private let problems: [String]

  /// How much was read of each kind of record.
  private struct Records: Encodable {
    struct Count: Encodable {
      var read, setAside, doubtful: Int

      init(_ count: ReadCount) {
        (read, setAside, doubtful) = (count.read, count.setAside, count.doubtful)
      }
    }

    var patients, tasks, outcomes, holds, carePlans, contacts: Count
    var problems: Int
  }

  init(_ frame: ReportFrame, _ report: CohortReport) {
    (engine, definitions) = (frame.engine, frame.definitions)
    var parameters = frame.parameters
    parameters.zones = report.zones.sorted()
    self.parameters = parameters
    let counts = report.counts
    records = Records(
      patients: .init(counts.patients), tasks: .init(counts.tasks),
      outcomes: .init(counts.outcomes), holds: .init(counts.holds),
      carePlans: .init(counts.carePlans), contacts: .init(counts.contacts),
      problems: report.problems.count)
    result = ReportSummary.result(report)
    diagnostics = report.problems.kinds
    problems = report.problems.texts
  }

  /// The summary as indented JSON with sorted keys, the same bytes for the same input.
  func json() throws -> String {
    let plain = try JSONSerialization.jsonObject(with: JSONEncoder().encode(self))
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    let data = try JSONSerialization.data(withJSONObject: plain, options: options)
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private static func result(_ report: CohortReport) -> [String: Int] {
    guard let total = report.whole.rows.first(where: { $0.group == nil && $0.scope == .total })
    else {
      return [:]
    }
    let counts = total.pooled
    return [
      "patients": total.patients, "nothingDue": total.nothingDue, "due": counts.due,
      "completed": counts.completed, "outstanding": counts.outstanding,
      "suspended": counts.suspended, "pending": counts.pending,
      "unscheduled": counts.unscheduled, "dropped": counts.dropped,
    ]
  }
}
