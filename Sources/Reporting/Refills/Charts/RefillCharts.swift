import AdherenceAnalytics
import AdherenceStatistics
package import Charts
package import Diagnostics
package import Interchange
import Scheduling

/// The charts of dispensed supply, by the first requested measure.
package struct RefillCharts {
  let dataset: RefillDataset
  let request: RefillRequest
  private let evaluator: RefillEvaluator

  /// Creates the charts of a dataset.
  package init(_ dataset: RefillDataset, _ request: RefillRequest) {
    (self.dataset, self.request) = (dataset, request)
    evaluator = RefillEvaluator(request.query)
  }

  /// Returns a chart of one patient, or of all, whose title names the fills, the measure and the kind.
  ///
  /// - Throws: `InputError` if there are no fills, the request names an unknown class or drug, the
  ///   patient is unknown, or the chart is not available for one patient.
  package func chart(_ chart: RefillChart, of patient: String? = nil) throws(InputError)
    -> ChartData
  {
    try request.requireNames(of: dataset)
    guard !dataset.patientIDs.isEmpty else {
      throw InputError(
        .unreadable(reason: "there is none to draw (each row has a patient, a date and days)"),
        field: "fills")
    }
    guard let patient else {
      return self.chart(chart, of: collection(for: [chart])).withSubject.chart
    }
    guard chart.showsPatients else {
      throw InputError(.conflict(with: "chart \(chart.rawValue)"), parameter: "chart-patient")
    }
    guard let place = dataset.patientIDs.firstIndex(of: patient) else {
      throw InputError(.noSuch(kind: "patient", id: patient), parameter: "chart-patient")
    }
    let drawn = self.chart(chart, of: request.chosen(of: dataset.record(at: place)))
    return NamedChart(drawn).withSubject.chart
  }

  private func collection(for charts: Set<RefillChart>) -> RefillCollection {
    let collection = RefillCollection(request, for: charts)
    for place in dataset.patientIDs.indices {
      collection.add(dataset.record(at: place), at: place)
    }
    return collection
  }
}

extension RefillCharts {
  var measure: RefillMeasure { request.chartedMeasure }

  private func chart(_ chart: RefillChart, of record: RefillRecord) -> ChartData {
    let (id, days) = (record.patient.isolated, observed(record))
    let subtitle =
      values(of: record).map { "\($0.rawValue) \(TextTable.percent($1.value))" }
      .joined(separator: ", ")
      + "; observed \(days.lowerBound) to \(days.upperBound.adding(days: -1))"
    var drawn: ChartData =
      chart == .windows
      ? .slidingWindows(
        windows(of: record), of: measure.rawValue, threshold: request.threshold,
        title: "\(id): \(subject(measure.rawValue))", subtitle: "\(subtitle); \(windowWords)")
      : .fills(
        lanes(of: record), title: "\(id): \(subject(measure.rawValue))", subtitle: subtitle)
    drawn.source = source(patients: 1, days)
    drawn.source?.patient = record.patient
    return drawn
  }

  /// Returns the values of all measures over the observation.
  func values(of record: RefillRecord) -> [(measure: RefillMeasure, value: Estimate<Double>)] {
    request.measures.map { ($0, evaluator.value(of: $0, in: record, request)) }
  }

  private func observed(_ record: RefillRecord) -> ClosedRange<CivilDate> {
    let first = record.fills.map(\.date).min() ?? dataset.firstDay ?? .first
    return evaluator.windows(of: record).value?.observation ?? first...first
  }

  private func windows(of record: RefillRecord) -> [ChartLine<[WindowValue]>] {
    record.parts(at: request.level).map { unit, own in
      ChartLine(
        unit.name ?? measure.rawValue, evaluator.slidingValues(of: measure, in: own).value ?? [],
        of: unit.subject)
    }
  }

  /// Returns what a chart shows, such as a measure, with the selected classes and drugs.
  func subject(_ what: String) -> String {
    let names = (request.classes.sorted() + request.drugs.sorted()).map(\.isolated)
    return ([what] + names).joined(separator: ", ")
  }

  /// The length and step of windows as text.
  var windowWords: String {
    let sliding = request.query.sliding
    return "windows of \(sliding.length.words), moved by \(sliding.step.words)"
  }

  /// Returns the rows of a patient in a chart of fills: one, or one per drug or class.
  func lanes(of record: RefillRecord, named id: String? = nil) -> [FillLane] {
    let level = request.summary == nil ? request.level : request.partLevel
    return record.parts(at: level).map { unit, own in
      let names = [id, unit.name].compactMap(\.self)
      return FillLane(
        name: names.isEmpty ? measure.rawValue : names.joined(separator: ", "),
        patient: record.patient, drug: unit.drug, drugClass: unit.drugClass,
        value: evaluator.value(of: measure, in: own),
        timeline: evaluator.timeline(of: measure, in: own))
    }
  }
}

extension RefillCharts {
  func source(_ collection: RefillCollection) -> ChartSource {
    let first = dataset.firstDay ?? .first
    return source(patients: collection.patients, collection.observed ?? first...first)
  }

  private func source(patients: Int, _ days: ClosedRange<CivilDate>) -> ChartSource {
    ChartSource(
      patients: patients, from: days.lowerBound.description, to: days.upperBound.description,
      by: request.part.rawValue, asOf: days.upperBound.description,
      methods: "\(measure.rawValue): \(RefillDefinitions.words[measure] ?? ""). "
        + "Observed: \(request.observationWords). An episode ends with "
        + "\(request.query.episodes.words).",
      madeBy: "regimen \(Engine.version)")
  }
}

extension EpisodeRules {
  /// The rules that end an episode, as text.
  var words: String {
    let others = [
      drugChangeBegins ? "another drug" : nil, doseChangeBegins ? "another dose" : nil,
    ].compactMap(\.self)
    return (["a gap of more than \(permissibleGap.words)"] + others).joined(separator: ", or ")
  }
}

extension PermissibleGap {
  /// The permissible gap as text.
  var words: String {
    switch self {
    case .days(let days): "\(PageWords.amount(days)) days"
    case .percent(let percent): "\(PageWords.amount(percent)) % of the fill before"
    }
  }
}

/// A kind of chart of dispensed supply.
package enum RefillChart: String, CaseIterable, Hashable, Sendable {
  /// Fills as events along time.
  case fills
  /// A measure in sliding windows.
  case windows
  /// The duration of the first treatment episodes.
  case persistence
  /// The number of patients by value.
  case distribution

  /// Whether the kind is available for one patient.
  package var showsPatients: Bool {
    switch self {
    case .fills, .windows: true
    case .persistence, .distribution: false
    }
  }
}
