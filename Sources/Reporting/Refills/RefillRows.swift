import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The rows of `measures.csv`: one per patient, measure and stretch of time, and per class where these
/// are told apart.
final class RefillRows {
  /// The columns, in order; the last three are those of days covered in the observation window.
  static let columns = [
    "patient", "class", "measure", "part", "start", "end", "days", "gap", "value", "reason",
    "covered", "counted", "eligible",
  ]

  let rows: RowWriter
  private(set) var summary: RefillSummary
  private let request: RefillRequest
  private let evaluator: RefillEvaluator

  init(_ request: RefillRequest, format: TableFormat) {
    self.request = request
    rows = RowWriter(columns: RefillRows.columns, format: format)
    summary = RefillSummary(request)
    evaluator = RefillEvaluator(request.query)
  }

  /// Writes the rows of a patient.
  func write(_ record: RefillRecord) {
    var record = record
    if !request.classes.isEmpty {
      record.fills.removeAll { !request.classes.contains($0.drugClass ?? "") }
    }
    guard request.separatesClasses, !record.fills.isEmpty else {
      return writeParts(record, of: nil)
    }
    for drugClass in Set(record.fills.map { $0.drugClass ?? "" }).sorted() {
      var own = record
      own.fills.removeAll { ($0.drugClass ?? "") != drugClass }
      writeParts(own, of: drugClass)
    }
  }

  private func writeParts(_ record: RefillRecord, of drugClass: String?) {
    for measure in request.measures {
      let name = RowName(patient: record.patient, drugClass: drugClass, measure: measure)
      switch request.part {
      case .observation: writeObservation(record, name)
      case .windows: writeWindows(record, name)
      case .episodes: writeEpisodes(record, name)
      }
    }
  }

  private func writeObservation(_ record: RefillRecord, _ name: RowName) {
    if name.measure == .pdc, request.summary == nil { return writeDaysCovered(record, name) }
    let value = value(of: name.measure, in: record)
    begin(name, part: nil)
    span(evaluator.windows(of: record).value?.observation)
    rows.empty()
    end(name, value, nil)
  }

  private func value(of measure: RefillMeasure, in record: RefillRecord) -> Estimate<Double> {
    guard let summary = request.summary else { return evaluator.value(of: measure, in: record) }
    return request.sumsUpDays
      ? evaluator.combinedDailyValue(of: measure, in: record, by: summary)
      : evaluator.combinedValue(of: measure, in: record, by: summary)
  }

  /// The days covered begin with the first fill of their period.
  private func writeDaysCovered(_ record: RefillRecord, _ name: RowName) {
    let days = evaluator.daysCovered(in: record)
    begin(name, part: nil)
    span(days.value.map { $0.index...$0.index.adding(days: $0.treatmentDays) })
    rows.empty()
    end(name, days.flatMap(\.proportion), days.value)
  }

  private func writeWindows(_ record: RefillRecord, _ name: RowName) {
    let found = evaluator.slidingValues(of: name.measure, in: record)
    if let reason = found.reason { return writeMissing(name, reason) }
    for (place, window) in (found.value ?? []).enumerated() {
      begin(name, part: place + 1)
      span(window.start...window.end)
      rows.empty()
      end(name, window.value, nil)
    }
  }

  private func writeEpisodes(_ record: RefillRecord, _ name: RowName) {
    let found = evaluator.episodeValues(of: name.measure, in: record)
    if let reason = found.reason { return writeMissing(name, reason) }
    for (place, value) in (found.value ?? []).enumerated() {
      begin(name, part: place + 1)
      rows.text(value.episode.start.description)
      rows.text(value.episode.end.description)
      rows.number(value.episode.days)
      rows.number(value.episode.gap)
      end(name, value.value, nil)
    }
  }

  private func writeMissing(_ name: RowName, _ reason: MissingStatistic) {
    begin(name, part: nil)
    span(nil)
    rows.empty()
    end(name, .missing(reason), nil)
  }
}

// Cells.
extension RefillRows {
  /// What a row is of.
  private struct RowName {
    var patient: String
    var drugClass: String?
    var measure: RefillMeasure
  }

  private func begin(_ name: RowName, part: Int?) {
    rows.text(name.patient)
    rows.text(name.drugClass)
    rows.text(name.measure.rawValue)
    if let part { rows.integer(part) } else { rows.empty() }
  }

  /// The first and the last date, and the days from one to the other.
  private func span(_ dates: ClosedRange<CivilDate>?) {
    rows.text(dates?.lowerBound.description)
    rows.text(dates?.upperBound.description)
    if let dates { rows.integer(dates.upperBound - dates.lowerBound) } else { rows.empty() }
  }

  private func end(_ name: RowName, _ value: Estimate<Double>, _ days: DaysCovered?) {
    rows.number(value.value)
    rows.text(value.reason?.rawValue)
    if let days {
      rows.integer(days.covered)
      rows.integer(days.denominator)
      rows.boolean(days.isEligible)
    } else {
      for _ in 0..<3 { rows.empty() }
    }
    rows.endRow()
    summary.add(value, of: name.measure, name.drugClass, days)
  }
}
