import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Interchange
import Scheduling

extension RefillCharts {
  /// Returns a chart of the cohort, with its file name.
  func chart(_ chart: RefillChart, of collection: RefillCollection) -> NamedChart {
    var named =
      switch chart {
      case .fills: NamedChart(fills(collection))
      case .windows: NamedChart(windows(collection))
      case .persistence: NamedChart(persistence(collection))
      case .distribution: NamedChart(distribution(collection))
      }
    named.chart.source = source(collection)
    return named
  }

  /// Returns the distributions, one per drug or class.
  func distributions(_ collection: RefillCollection) -> [NamedChart] {
    let lines = collection.summary.lines
    return lines.map { line in
      let chart = distribution(line, collection)
      let stem = line.unit.name.map { ".\(NamedChart.stem(of: $0))" } ?? ""
      var named = NamedChart(name: chart.kind.rawValue + stem, chart)
      named.chart.source = source(collection)
      return named
    }
  }

  private func subtitle(_ collection: RefillCollection) -> String {
    "\(PageWords.count(collection.patients, "patient")), \(request.observationWords)"
  }

  private func fills(_ collection: RefillCollection) -> ChartData {
    let lanes = collection.lowest.flatMap { place, _ in
      let record = request.chosen(of: dataset.record(at: place))
      return self.lanes(of: record, named: record.patient)
    }
    let isWhole = collection.lowest.count == collection.patients
    // The number of drugs or classes of the patients not drawn is unknown.
    let rows = isWhole || request.level != .patient ? lanes.count : collection.patients
    var chart = ChartData.fills(
      lanes, title: subject(measure.rawValue), subtitle: subtitle(collection),
      sinceStart: !request.isOfDates, of: rows, order: "with the lowest \(measure.rawValue)")
    if !isWhole, request.level != .patient {
      chart.note =
        "The \(collection.lowest.count) of \(collection.patients) patients with the lowest "
        + "\(measure.rawValue) are drawn."
    }
    return chart
  }

  private func windows(_ collection: RefillCollection) -> ChartData {
    let lines = collection.windows.sorted { $0.key < $1.key }
    var chart = ChartData.slidingWindows(
      ofCohort: lines.map { ChartLine($0.key.name ?? "all", $0.value.all, of: $0.key.subject) },
      of: measure.rawValue,
      threshold: request.threshold, title: subject(measure.rawValue),
      subtitle: "\(subtitle(collection)); \(windowWords)", areDates: request.isOfDates)
    if let step = lines.first?.value.step, step > 1 {
      chart.note = "One of each \(step) windows is drawn."
    }
    return chart
  }

  private func persistence(_ collection: RefillCollection) -> ChartData {
    let curves = collection.followUps.sorted { $0.key < $1.key }
    return .survival(
      of: curves.map {
        ChartLine($0.key.name ?? "all", SurvivalCurve($0.value), of: $0.key.subject)
      }, title: subject("First treatment episode"),
      subtitle: "\(subtitle(collection)); it ends with \(request.query.episodes.words)",
      xTitle: "Time since the first fill", yTitle: "Share in the first episode")
  }

  private func distribution(
    _ line: RefillSummary.Line, _ collection: RefillCollection
  ) -> ChartData {
    let name = line.unit.name.map { "\(measure.rawValue), \($0.isolated)" }
    return .distribution(
      of: Histogram(line.values, in: line.range),
      marks: DistributionMarks(
        mean: line.mean, median: line.median, threshold: request.threshold,
        reaching: line.reaching, reachingShare: line.reachingShare),
      xTitle: measure.rawValue, title: name ?? subject(measure.rawValue),
      subtitle: subtitle(collection))
  }

  /// Returns one chart of all drugs or classes, with a panel each if there are several.
  private func distribution(_ collection: RefillCollection) -> ChartData {
    let lines = collection.summary.lines
    if lines.count > 1 {
      let panels = ChartData.panels(
        of: lines, request.level == .drug ? "drugs" : "classes", patients: \.values.count,
        title: subject(measure.rawValue), subtitle: subtitle(collection)
      ) { line in
        (
          (line.unit.name ?? "all").isolated,
          distribution(line, collection).of(group: line.unit.name)
        )
      }
      if let panels { return panels }
    }
    return lines.first.map { distribution($0, collection) }
      ?? .distribution(
        of: Histogram([]), marks: nil, xTitle: measure.rawValue,
        title: subject(measure.rawValue))
  }
}

extension RefillSummary.Line {
  /// The axis range: 0 to 1, or to the next half above the greatest value, at most 3.
  fileprivate var range: Interval {
    let (least, most) = (values.min() ?? 0, values.max() ?? 1)
    func half(_ value: Double) -> Double { (min(max(value, -3), 3) * 2).rounded(.up) / 2 }
    return Interval(lower: min(0, -half(-least)), upper: max(1, half(most)))
  }
}
