package import AdherenceAnalytics
package import AdherenceStatistics
package import Charts
package import Diagnostics
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
  /// Returns the selected kind; without one, all kinds for which a condition holds, except a
  /// comparison without earlier days.
  func kinds(where isAvailable: (ChartDescriptor) -> Bool) -> [ChartKind] {
    if let kind { return [kind] }
    return ChartKind.allCases.filter { kind in
      let descriptor = kind.descriptor
      return isAvailable(descriptor) && (earlierDays != nil || !descriptor.comparesDays)
    }
  }

  /// Whether the charts of a cohort include recorded values.
  var showsValues: Bool {
    kinds(where: \.showsCohorts).contains {
      if case .perUnit? = $0.descriptor.cohort { true } else { false }
    }
  }

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
    let descriptor = selection.kind?.descriptor
    guard descriptor?.showsCohorts != false else {
      throw InputError(.missing, parameter: "chart-patient")
    }
    // A comparison alone needs no report, which would find the same problems.
    let isComparison = descriptor?.comparesDays == true
    var answer =
      try isComparison ? ChartAnswer(charts: []) : chartsOfCohort(source, options)
    for kind in selection.kinds(where: \.showsCohorts) {
      guard case .records(let make)? = kind.descriptor.cohort else { continue }
      let own = try make(self, source, options)
      answer.charts += own.charts
      if isComparison { answer.problems = own.problems }
    }
    answer.charts = answer.charts.map(\.withSubject)
    return answer
  }

  /// The comparison of the days of the query with earlier ones.
  func comparison(
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
      throw InputError(.noSuch(kind: "task", id: task), parameter: "chart-task")
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
    var contents = ReportContents(selection.showsValues ? [.page, .values] : [.page])
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

  /// The treatment of each patient along time, a chart per task; the report has the problems found.
  func swimmer(
    _ source: some CohortSource, _ options: ReportOptions
  ) throws -> ChartAnswer {
    let subset = CohortSubset(
      source, filter: options.filter, partition: options.partition, for: query)
    let pipeline = options.pipeline(for: subset.patientIDs.count)
    let (query, parameters, task, list) = (query, parameters, selection.task, LaneList())
    _ = try pipeline.run(
      subset, { LaneWorker(query, parameters, task: task) }, { list.append($0) })
    let from = ChartSource(frame(options), patients: subset.patientIDs.count)
    var tasks = list.tasks
    if tasks.isEmpty {
      let title = selection.task ?? "All tasks"
      tasks = [TaskLanes(task: title, title: title, lanes: [], isOfSeveral: selection.task != nil)]
    }
    if selection.kind != nil, tasks.count > 1 {
      let names = tasks.map(\.task).joined(separator: "|")
      throw InputError(.missing, parameter: "chart-task \(names)")
    }
    return ChartAnswer(charts: tasks.map { $0.chart(subtitle: query.range.text).from(from) })
  }

  private func frame(_ options: ReportOptions = ReportOptions()) -> ReportHeader {
    ReportHeader(ReportTask(query, ReportContents([.page]), options: options))
  }

  private func charts(of patient: String, in source: some CohortSource) throws -> ChartAnswer {
    guard selection.kind?.descriptor.showsPatients != false else {
      throw InputError(.conflict(with: "chart"), parameter: "chart-patient")
    }
    guard let place = source.patientIDs.firstIndex(of: patient) else {
      throw InputError(.noSuch(kind: "patient", id: patient), parameter: "chart-patient")
    }
    var answer = ChartAnswer(charts: [])
    var reader = try source.makeReader()
    try reader.read(place..<place + 1) { entry throws(InputError) in
      guard entry.record.isKnown(at: query.asKnownAt) else {
        throw InputError(.noSuch(kind: "patient", id: patient), parameter: "chart-patient")
      }
      let entry = entry.withoutLostData
      let compiled = CompiledRecord(entry.record, query)
      var charts = PatientCharts(compiled, parameters)
      charts.earlierDays = selection.earlierDays
      let from = ChartSource(frame())
      answer.charts = try self.charts(charts).map { $0.from(from, patient: patient).withSubject }
      answer.problems.add(entry.examined(compiled).problems)
      answer.problems.add(charts.problems)
    }
    return answer
  }
}

extension ChartRequest {
  /// Returns the selected charts of a patient; those of single days and bars only of the days with a plan.
  private func charts(_ charts: consuming PatientCharts) throws(InputError) -> [NamedChart] {
    guard let kind = selection.kind else {
      let all = try charts.charts(selection)
      let planned = try onPlannedDays(charts).charts(selection)
      let shorter = Dictionary(
        planned.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      return all.map { own in
        own.chart.kind.descriptor.showsPlannedDays ? shorter[own.name] ?? own : own
      }
    }
    if kind.descriptor.showsPlannedDays { charts = onPlannedDays(charts) }
    return try charts.charts(selection)
  }

  private func onPlannedDays(_ charts: consuming PatientCharts) -> PatientCharts {
    var evaluator = AdherenceEvaluator(charts.query)
    let statistics = MeasureEvaluator(parameters, groups: MeasureGroup.ofPages)
    return charts.onPlannedDays(&evaluator, statistics)
  }
}
