package import AdherenceAnalytics
package import AdherenceStatistics
package import Charts
import Interchange
package import Scheduling

/// A selection of charts.
package struct ChartSelection: Hashable, Sendable {
  /// The kind; `nil` for all kinds.
  var kind: ChartKind?
  /// The id of the patient; `nil` for the cohort.
  package var patient: String?
  /// The id of the task; `nil` for all tasks.
  var task: String?
  /// The recorded values that value charts and daily sums show.
  var values: SummedValues
  /// The earlier days for a comparison; `nil` for none.
  package var earlierDays: Range<CivilDate>?
  /// Whether kinds that support it get one panel per group.
  package var hasPanels = false

  package init(
    kind: ChartKind? = nil, patient: String? = nil, task: String? = nil,
    values: SummedValues = SummedValues(), earlierDays: Range<CivilDate>? = nil
  ) {
    self.kind = kind
    self.patient = patient
    self.task = task
    self.values = values
    self.earlierDays = earlierDays
  }
}

extension ChartSelection {
  /// Returns the validated days of a comparison: by default the same number of days immediately
  /// before the others.
  ///
  /// - Throws: `InputError` if they are empty or not before the others.
  package static func earlierDays(
    from: CivilDate?, to: CivilDate?, before days: Range<CivilDate>
  ) throws(InputError) -> Range<CivilDate> {
    let end = to ?? days.lowerBound
    let from = from ?? end.adding(days: days.lowerBound - days.upperBound)
    if end > days.lowerBound {
      throw InputError(
        .outOfRange(text: "\(end)", rule: "not come after \(days.lowerBound)"),
        parameter: "compare-to")
    }
    if from < end { return from..<end }
    throw InputError(
      .outOfRange(text: "\(from)", rule: "come before \(end)"), parameter: "compare-from")
  }
}

/// Charts with the problems found in their data.
package struct ChartAnswer: Sendable {
  /// The charts, in the order of their kinds.
  package var charts: [NamedChart]
  /// The problems found in the data.
  package var problems = ProblemLog()
}

/// A query for charts of a source.
package struct ChartRequest: Sendable {
  private let query: AdherenceQuery
  private let selection: ChartSelection
  private let parameters: MeasureParameters

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - query: The days, their periods, and the definitions.
  ///   - selection: The charts to create.
  ///   - parameters: The parameters of measures and statistics.
  package init(
    _ query: AdherenceQuery, _ selection: ChartSelection,
    _ parameters: MeasureParameters = MeasureParameters()
  ) {
    self.query = query
    self.selection = selection
    self.parameters = parameters
  }

  /// Returns the charts of a patient or of the cohort.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - options: The patients included in cohort charts, and the number of threads.
  /// - Returns: The charts, and the problems found in the data.
  /// - Throws: `InputError` if the source cannot be read, lacks the patient or the task, or if the
  ///   chart requires a patient and none is given; or `CancellationError`.
  package func charts(
    of source: some CohortSource, _ options: ReportOptions = ReportOptions()
  ) throws -> ChartAnswer {
    if let patient = selection.patient { return try charts(of: patient, in: source) }
    guard selection.kind?.showsCohorts != false else {
      throw InputError(.missing, parameter: "patient")
    }
    if selection.kind == .comparison { return try comparison(source, options) }
    var answer = try chartsOfCohort(source, options)
    if selection.kind.map({ $0 == .swimmer }) ?? true {
      answer.charts.append(try swimmer(source, options))
    }
    if selection.kind == nil, selection.earlierDays != nil {
      answer.charts += try comparison(source, options).charts
    }
    return answer
  }

  /// The comparison of the days of the query with earlier ones.
  private func comparison(
    _ source: some CohortSource, _ options: ReportOptions
  ) throws -> ChartAnswer {
    guard let days = selection.earlierDays else {
      throw InputError(.missing, parameter: "compare-from")
    }
    let subset = CohortSubset(
      source, filter: options.filter, partition: options.partition, for: query)
    let (query, grouping, task) = (query, options.grouping, selection.task)
    let list = ComparisonList(query.numerator, task: task)
    _ = try options.pipeline(for: subset.patientIDs.count).run(
      subset, { ComparisonWorker(query, days, grouping) }, { list.append($0) })
    if let task, !list.rows.contains(where: { $0.task == task }) {
      throw InputError(.noSuch(kind: "task", id: task), parameter: "task")
    }
    let count = subset.patientIDs.count
    let chart = NamedChart(
      .comparison(
        of: list.rows, over: (days, query.range), query.numerator, level: parameters.confidence,
        threshold: parameters.threshold, title: "Before and since",
        subtitle: PageWords.count(count, "patient")),
      task: task)
    return ChartAnswer(
      charts: [chart.from(ChartSource(frame(options), patients: count))], problems: list.problems)
  }

  private func chartsOfCohort(
    _ source: some CohortSource, _ options: ReportOptions
  ) throws -> ChartAnswer {
    let hasValues = selection.kind == nil || selection.kind == .values
    var contents = ReportContents(hasValues ? [.page, .values] : [.page])
    contents.parameters = parameters
    let task = ReportTask(query, contents, options: options)
    let report = try CohortReport(of: source, task) { _ in }
    let statistics = report.part.collection.map {
      CohortStatistics($0, contents.cohortParameters, jobs: options.jobs)
    }
    let charts = try CohortCharts(report, statistics, query.range, ReportHeader(task))?
      .charts(selection)
    return ChartAnswer(charts: charts ?? [], problems: report.problems)
  }

  private func swimmer(
    _ source: some CohortSource, _ options: ReportOptions
  ) throws -> NamedChart {
    let subset = CohortSubset(
      source, filter: options.filter, partition: options.partition, for: query)
    let pipeline = options.pipeline(for: subset.patientIDs.count)
    let (query, parameters, task, list) = (query, parameters, selection.task, LaneList())
    _ = try pipeline.run(
      subset, { LaneWorker(query, parameters, task: task) }, { list.append($0) })
    return NamedChart(
      .swimmer(
        list.lanes, title: task ?? "All tasks", subtitle: query.range.text, sinceStart: true),
      task: task
    ).from(ChartSource(frame(options), patients: subset.patientIDs.count))
  }

  private func frame(_ options: ReportOptions = ReportOptions()) -> ReportHeader {
    ReportHeader(ReportTask(query, ReportContents([.page]), options: options))
  }

  private func charts(of patient: String, in source: some CohortSource) throws -> ChartAnswer {
    guard selection.kind?.showsPatients != false else {
      throw InputError(.conflict(with: "kind"), parameter: "patient")
    }
    guard let place = source.patientIDs.firstIndex(of: patient) else {
      throw InputError(.noSuch(kind: "patient", id: patient), parameter: "patient")
    }
    var answer = ChartAnswer(charts: [])
    var reader = try source.makeReader()
    try reader.read(place..<place + 1) { entry throws(InputError) in
      guard entry.record.isKnown(at: query.asKnownAt) else {
        throw InputError(.noSuch(kind: "patient", id: patient), parameter: "patient")
      }
      let entry = entry.withoutLostData
      let compiled = CompiledRecord(entry.record, query)
      var charts = PatientCharts(compiled, parameters)
      charts.earlierDays = selection.earlierDays
      let from = ChartSource(frame())
      answer.charts = try charts.charts(selection).map { $0.from(from, patient: patient) }
      answer.problems.add(entry.examined(compiled).problems)
      answer.problems.add(charts.problems)
    }
    return answer
  }
}

extension ChartKind {
  /// Whether the kind is available for one patient.
  var showsPatients: Bool {
    switch self {
    case .ribbon, .distribution, .groups, .lasagna, .survival, .covered, .funnel, .fills,
      .slidingWindows:
      false
    case .bars, .rolling, .sparkline, .calendar, .chronology, .weekdayHours, .interdose, .clock,
      .swimmer, .streaks, .dailySums, .values, .comparison:
      true
    }
  }

  /// Whether the kind is available for a cohort.
  var showsCohorts: Bool {
    switch self {
    case .bars, .sparkline, .clock, .swimmer, .ribbon, .distribution, .groups, .lasagna, .survival,
      .covered, .funnel, .values, .comparison:
      true
    case .rolling, .calendar, .chronology, .weekdayHours, .interdose, .streaks, .dailySums,
      .fills, .slidingWindows:
      false
    }
  }

  /// Whether the patient chart requires one task; other kinds can combine all tasks.
  var needsTask: Bool {
    switch self {
    case .calendar, .chronology, .weekdayHours, .interdose, .clock, .streaks, .values: true
    case .bars, .rolling, .sparkline, .swimmer, .dailySums, .ribbon, .distribution, .groups,
      .lasagna, .survival, .covered, .funnel, .fills, .slidingWindows, .comparison:
      false
    }
  }
}
