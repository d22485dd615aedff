public import Scheduling

/// How well one patient kept to the plans, by task and period.
public struct PatientAdherence: Sendable {
  /// The patient.
  public let patient: Patient
  /// The parts of the query's range.
  public let spans: [PeriodSpan]
  /// One series a task, in the order of the record.
  public let tasks: [AdherenceSeries]
  /// The tasks that impact adherence, merged.
  public let total: AdherenceSeries
  /// The tasks that could not be evaluated; they are in no series.
  public let problems: [InputError]
}

extension PatientAdherence {
  /// The same with all periods merged into one, from the first to the last.
  public var merged: PatientAdherence {
    guard let first = spans.first, let last = spans.last else { return self }
    return PatientAdherence(
      patient: patient, spans: [PeriodSpan(name: "all", start: first.start, end: last.end)],
      tasks: tasks.map(\.merged), total: total.merged, problems: problems)
  }
}

/// The adherence of each period of a query.
public struct AdherenceSeries: Sendable {
  /// The task's id; `nil` for the total.
  public let task: String?
  /// In the order of the query's spans.
  public internal(set) var periods: [Adherence]
  /// Whether any task stands behind the series.
  public internal(set) var isEmpty = false

  /// Why a period has no ratio; `nil` where it has one.
  public func reason(at index: Int) -> MissingRatio? {
    isEmpty ? .noTasks : periods[index].reason
  }
}

extension CareRecord {
  /// Answers a query: matches, scores and sums up the record's tasks.
  ///
  ///     var query = AdherenceQuery(january, by: .week)
  ///     record.adherence(query).total.periods[0].ratio  // 0.667
  ///
  /// It is a pure function of the record and the query.
  ///
  /// - Complexity: O(*n* log *n*) for *n* occurrences and outcomes.
  public func adherence(_ query: AdherenceQuery) -> PatientAdherence {
    let moments = QueryMoments(query, in: patient.zone)
    let calendar = PeriodIndex(query)
    var series: [AdherenceSeries] = []
    var total = AdherenceSeries(task: nil, periods: calendar.empty, isEmpty: true)
    var problems: [InputError] = []
    for task in tasks {
      do {
        let evaluation = try evaluate(task, query)
        series.append(evaluation.series(calendar, query, asOf: moments.asOf))
        if task.impactsAdherence { total.merge(series[series.count - 1]) }
      } catch {
        problems.append(error.at(source: "patient \(patient.id)"))
      }
    }
    return PatientAdherence(
      patient: patient, spans: calendar.spans, tasks: series, total: total, problems: problems)
  }
}

extension AdherenceSeries {
  fileprivate var merged: AdherenceSeries {
    var whole = Adherence()
    for period in periods { whole.merge(period) }
    return AdherenceSeries(task: task, periods: [whole], isEmpty: isEmpty)
  }

  fileprivate mutating func merge(_ other: AdherenceSeries) {
    isEmpty = false
    for index in periods.indices { periods[index].merge(other.periods[index]) }
  }
}

extension TaskEvaluation {
  fileprivate func series(
    _ calendar: PeriodIndex, _ query: AdherenceQuery, asOf: Instant
  ) -> AdherenceSeries {
    var series = AdherenceSeries(task: task.id, periods: calendar.empty)
    for occurrence in scored {
      if let index = calendar[occurrence.day] {
        series.periods[index].add(occurrence, denominator: query.denominator, asOf: asOf)
      }
    }
    for (disposition, day) in zip(dispositions, outcomeDays) {
      guard let index = calendar[day] else { continue }
      if disposition.isUnscheduled { series.periods[index].unscheduled += 1 }
      if disposition == .tooSoon { series.periods[index].dropped += 1 }
    }
    if let flexible { series.add(flexible, query, asOf: asOf) { calendar[$0] } }
    return series
  }
}

/// Finds the period of a day.
struct PeriodIndex {
  let spans: [PeriodSpan]
  private let first: CivilDate
  /// The position of each day's span.
  private let positions: [Int32]

  init(_ query: AdherenceQuery) {
    spans = query.spans
    first = query.range.lowerBound
    positions = spans.enumerated().flatMap { index, span in
      repeatElement(Int32(index), count: span.end - span.start)
    }
  }

  /// An empty adherence for every span.
  var empty: [Adherence] { Array(repeating: Adherence(), count: spans.count) }

  subscript(day: CivilDate) -> Int? {
    let offset = day - first
    return positions.indices.contains(offset) ? Int(positions[offset]) : nil
  }
}
