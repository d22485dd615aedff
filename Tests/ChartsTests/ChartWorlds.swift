import AdherenceAnalytics
@testable import Charts
import Interchange
import Scheduling
import TestSupport
import Testing

// Evaluations of text fixtures, and helpers shared by chart tests.

/// The first task of a record, evaluated.
func evaluation(
  _ record: CareRecord, _ from: String, _ to: String, asOf: String? = nil,
  boundary: String = "00:00", weekStart: Weekday = .monday
) throws -> TaskEvaluation {
  var query = AdherenceQuery(try days(from, to), by: .day)
  query.asOf = try asOf.map(at)
  query.dayBoundary = try #require(CivilTime(boundary))
  query.weekStart = weekStart
  return try record.evaluate(record.tasks[0], query)
}

/// Random evaluations of every task of some records.
func randomEvaluations(seed: UInt64, rounds: Int = 60) throws -> [TaskEvaluation] {
  var random = try RandomRecords(seed: seed)
  return try (0..<rounds).flatMap { _ in
    let record = try random.record()
    var query = try random.query(by: .day)
    query.excusesDeclined = random.isTrue(oneIn: 2)
    query.weekStart = try random.any(Weekday.allCases)
    return try record.tasks.map { try record.evaluate($0, query) }
  }
}

/// Random patients by period.
func randomPatients(seed: UInt64, count: Int, by period: CalendarPeriod, _ numerator: Numerator)
  throws -> (query: AdherenceQuery, patients: [PatientAdherence])
{
  var random = try RandomRecords(seed: seed)
  var query = try random.query(by: period)
  query.numerator = numerator
  return (query, try (0..<count).map { _ in try random.record().adherence(query) })
}

extension ChartData {
  /// The series of a name.
  func series(_ name: String) -> ChartSeries? { series.first { $0.name == name } }

  /// Whether names are unique, points sorted, missing values have reasons, and values match their
  /// fields.
  var isSound: Bool {
    Set(series.map(\.name)).count == series.count && !summary.isEmpty && hasItsFields
      && series.allSatisfy { series in
        let isMissing = series.points.map { point in
          series.mark == .cell && color != nil ? point.value == nil : point.y == nil
        }
        return zip(series.points, isMissing).allSatisfy { ($0.missing != nil) == $1 }
      }
  }
}

extension ChartData {
  /// Whether field names are unique, and values have the fields' types.
  private var hasItsFields: Bool {
    let names = fields.map(\.name)
    return Set(names).count == names.count
      && fields.allSatisfy { field in
        RowColumn(rawValue: field.name).map { $0.fieldType == field.type } ?? true
      }
      && series.flatMap(\.points).allSatisfy { point in
        point.values.isEmpty
          || point.values.count == fields.count
            && zip(point.values, fields).allSatisfy { $0 == nil || $0?.type == $1.type }
      }
  }
}

extension ChartValue {
  fileprivate var type: ChartField.ValueType {
    switch self {
    case .number: .number
    case .date: .date
    case .instant: .instant
    case .text: .text
    }
  }
}

extension ChartPoint {
  /// The day of the point.
  var day: CivilDate { CivilDate(dayNumber: Int(x.rounded(.down))) }
}
