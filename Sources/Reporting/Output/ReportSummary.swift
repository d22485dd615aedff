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
  /// What was decided about the data; `nil` where they can be read in one way only.
  private let assumptions: [String]?
  private let records: Records
  /// What was converted to the units of targets; `nil` where nothing was.
  private let conversions: [Conversion]?
  private let result: [String: Double]
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

  /// Amounts that were converted: so many of one unit are `factor` times as many of the other, and `offset`.
  private struct Conversion: Encodable {
    var from, to: String
    var kind: String?
    var factor, offset: Double
    var values: Int

    init?(_ amounts: ConvertedAmounts, by conversions: UnitConversions) {
      (from, to, kind) = (amounts.units.from, amounts.units.to, amounts.units.kind)
      guard let line = conversions.line(from: from, to: to, kind: kind) else { return nil }
      (factor, offset, values) = (line.factor, line.offset, amounts.values)
    }
  }

  init(_ frame: ReportFrame, _ report: CohortReport) {
    (engine, definitions) = (frame.engine, frame.definitions)
    var parameters = frame.parameters
    let tellsOfPatients = parameters.smallestGroup == nil
    parameters.zones = tellsOfPatients ? report.zones.sorted() : nil
    self.parameters = parameters
    assumptions = report.assumptions.isEmpty ? nil : report.assumptions
    let counts = report.counts
    records = Records(
      patients: .init(counts.patients), tasks: .init(counts.tasks),
      outcomes: .init(counts.outcomes), holds: .init(counts.holds),
      carePlans: .init(counts.carePlans), contacts: .init(counts.contacts),
      problems: report.problems.count)
    let own = frame.parameters.unitConversions
    conversions = report.part.converted?.compactMap { Conversion($0, by: own) }
    result = ReportSummary.result(report)
    diagnostics = report.problems.kinds
    problems = tellsOfPatients ? report.problems.texts : []
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

  private static func result(_ report: CohortReport) -> [String: Double] {
    guard let total = report.whole.rows.first(where: { $0.group == nil && $0.scope == .total }),
      !total.isWithheld
    else {
      return [:]
    }
    let counts = total.pooled
    var result = [
      "patients": total.patients, "nothingDue": total.nothingDue,
      "suspended": counts.suspended,
      "pending": counts.pending, "unscheduled": counts.unscheduled, "dropped": counts.dropped,
    ].mapValues(Double.init)
    (result["due"], result["completed"]) = (counts.expected, counts.done)
    result["outstanding"] = counts.stillOpen
    return result
  }
}
