import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Interchange
import Scheduling

/// The data for a cohort's charts of fills, collected patient by patient.
///
/// Its memory depends on the number of values, and not of fills.
final class RefillCollection {
  /// The number of patients with the lowest values that are kept.
  static let lowestCount = 20

  private let request: RefillRequest
  private let charts: Set<RefillChart>
  private let evaluator: RefillEvaluator
  /// The first requested measure, which the charts show.
  let measure: RefillMeasure
  /// The values of the measure over the observation.
  private(set) var summary: RefillSummary
  /// The patients with the lowest values, the lowest first, by index in the dataset.
  private(set) var lowest: [(place: Int, value: Double)] = []
  /// The durations of first episodes, by drug or class.
  private(set) var followUps: [RefillUnit: [FollowUp]] = [:]
  /// The values in windows, by drug or class.
  private(set) var windows: [RefillUnit: WindowColumns] = [:]
  /// The first and the last observed day of any patient.
  private(set) var observed: ClosedRange<CivilDate>?
  /// The number of patients.
  private(set) var patients = 0

  init(_ request: RefillRequest, for charts: Set<RefillChart>) {
    self.request = request
    self.charts = charts
    measure = request.chartedMeasure
    evaluator = RefillEvaluator(request.query)
    var own = request
    own.measures = [measure]
    summary = RefillSummary(own)
  }

  /// Adds a patient with its index in the dataset.
  func add(_ record: RefillRecord, at place: Int) {
    patients += 1
    var least = Double.infinity
    let chosen = request.chosen(of: record)
    for (unit, own) in chosen.parts(at: request.level) {
      least = min(least, addValue(of: own, unit) ?? .infinity)
      if let days = evaluator.windows(of: own).value { add(days, own, unit) }
    }
    addLowest(least, place)
  }

  private func addValue(of record: RefillRecord, _ unit: RefillUnit) -> Double? {
    // Whole days are compared with the threshold without rounding.
    let isCounted = measure == .pdc && request.summary == nil
    let days = isCounted ? evaluator.daysCovered(in: record) : .missing(.notAsked)
    let value =
      isCounted
      ? days.flatMap(\.proportion) : evaluator.value(of: measure, in: record, request)
    summary.add(value, of: measure, unit, days.value)
    return value.value
  }

  private func add(_ days: RefillWindows, _ record: RefillRecord, _ unit: RefillUnit) {
    let (first, last) = (days.observation.lowerBound, days.observation.upperBound)
    observed = observed.map { min($0.lowerBound, first)...max($0.upperBound, last) } ?? first...last
    if charts.contains(.persistence), let followUp = evaluator.persistence(of: record).value {
      followUps[unit, default: []].append(followUp)
    }
    guard charts.contains(.windows) else { return }
    let values = evaluator.slidingValues(of: measure, in: record).value ?? []
    let origin = request.isOfDates ? 0 : days.followUp.lowerBound.dayNumber
    windows[unit, default: WindowColumns(request.query)].add(values, origin: origin)
  }

  private func addLowest(_ value: Double, _ place: Int) {
    if lowest.count == Self.lowestCount, value >= lowest[lowest.count - 1].value { return }
    let next = lowest.firstIndex { $0.value > value } ?? lowest.endIndex
    lowest.insert((place, value), at: next)
    if lowest.count > Self.lowestCount { lowest.removeLast() }
  }
}

extension RefillRequest {
  /// The measure that the charts show.
  var chartedMeasure: RefillMeasure { measures.first ?? .cma7 }

  /// Whether the observation has the same dates for all patients.
  var isOfDates: Bool {
    switch query.observation.start {
    case .on: true
    case .after: false
    }
  }

  /// The observation as text, with the last day observed (inclusive).
  package var observationWords: String {
    let (start, length) = (query.observation.start, query.observation.length)
    return switch (start, query.observationEnd) {
    case (.on(let date), .lastFill(let day)): "\(date) to \(RefillRequest.words(day))"
    case (.after, .lastFill(let day)): span(to: RefillRequest.words(day))
    case (.after, .on(let day)): span(to: "\(day)")
    case (.on(let date), _) where length.months == 0:
      "\(date) to \(date.adding(days: length.days - 1))"
    case (.on(let date), _): "\(length.words) from \(date)"
    case (.after, nil): "\(length.words) from \(startWords)"
    }
  }

  private func span(to end: String) -> String {
    hasLength
      ? "\(query.observation.length.words) from \(startWords), at the latest to \(end)"
      : "from \(startWords) to \(end)"
  }

  private static func words(_ lastFill: CivilDate) -> String {
    "\(lastFill), the last fill in the data"
  }

  /// The start of each patient's observation as text.
  private var startWords: String {
    guard case .after(let time) = query.observation.start, time.conventionalDays > 0 else {
      return "the first fill"
    }
    return "day \(time.conventionalDays) after the first fill"
  }
}

extension ISODuration {
  /// The length in days, or with its months as given.
  var words: String { months == 0 ? "\(days) days" : description }
}
