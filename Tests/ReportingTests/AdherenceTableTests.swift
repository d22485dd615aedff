import AdherenceAnalytics
import Interchange
import Reporting
import Scheduling
import TestSampling
import TestSupport
import Testing

@Suite struct AdherenceTableTests {
  /// The rows with cells that rows share against those of cells, restated, for changing periods.
  @Test(arguments: TableFormat.allCases, [true, false])
  func rows(_ format: TableFormat, _ hasEmptyPeriods: Bool) throws {
    let records = try monitoring().records.prefix(12)
    for period in [CalendarPeriod.relativeWeek, .month, .week] {
      var query = try someQuery(by: period)
      query.numerator = .progress
      let table = AdherenceTable(
        query.numerator, hasEmptyPeriods: hasEmptyPeriods, format: format)
      var cells: [[Cell]] = []
      for record in records {
        let patient = record.adherence(query)
        table.write(patient)
        cells += expected(patient, query.numerator).filter { hasEmptyPeriods || tells($0) }
      }
      let names = ReportTable.adherence.columns.map(\.name)
      let naive = NaiveTable(columns: names, rows: cells).text(format)
      let (head, end) = (format == .csv ? 1 : 0, format == .json ? 1 : 0)
      // Rows only: in JSON each row starts with the separator from the previous one.
      let own = String(decoding: table.take(), as: UTF8.self).dropFirst(format == .json ? 2 : 0)
      let lines = naive.split(separator: "\n").dropFirst(format == .json ? 1 : head).dropLast(end)
      let isSame = own.split(separator: "\n").elementsEqual(lines)
      #expect(isSame, "\(period)")
    }
  }

  @Test(
    "only rows are left out in which nothing is planned or counted",
    arguments: (0...9 as ClosedRange<UInt64>).sampled(3))
  func emptyPeriods(_ seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    var counts = (kept: 0, all: 0)
    for _ in 0..<30 {
      let query = try random.query(by: .day)
      let patient = try random.record().adherence(query)
      let all = AdherenceTable.cells(of: patient, query.numerator, hasEmptyPeriods: true)
      #expect(all == expected(patient, query.numerator))
      let kept = AdherenceTable.cells(of: patient, query.numerator)
      #expect(kept == all.filter(tells))
      counts = (counts.kept + kept.count, counts.all + all.count)
    }
    #expect(counts.kept > 100 && counts.all > counts.kept + 100)
  }

  /// Whether a row has a count, or is missing its ratio for any reason but that nothing is planned.
  private func tells(_ row: [Cell]) -> Bool {
    let reasons = row.filter { [.text("noOccurrences"), .text("noTasks")].contains($0) }
    return reasons.isEmpty
      || row.contains { cell in
        switch cell {
        case .integer(let number): number != 0
        case .decimal(let number), .number(let number): number != 0
        default: false
        }
      }
  }

  private func expected(_ patient: PatientAdherence, _ numerator: Numerator) -> [[Cell]] {
    let all = patient.tasks + [patient.total] + patient.groups + patient.carePlans
    return all.flatMap { series in
      zip(patient.spans, series.periods).enumerated().map { index, row in
        let (own, span) = (patient.patient(at: index), row.0)
        return [
          .text(own.id), text(own.group), .text(level(of: series.scope)),
          .text(series.task ?? "(all)"), .text(span.name),
          .date(span.start), .date(span.end),
        ] + counts(row.1) + [
          row.1.ratio(numerator).map(Cell.decimal) ?? .empty,
          text(series.ratioMissing(at: index)?.rawValue),
        ] + flexible(row.1) + [text(series.scope.group), text(series.scope.carePlan)]
          + amounts(row.1, series.units)
      }
    }
  }

  private func level(of scope: SeriesScope) -> String {
    switch scope {
    case .total: "patient"
    case .task: "task"
    case .group: "taskGroup"
    case .carePlan: "carePlan"
    }
  }

  private func text(_ text: String?) -> Cell { text.map(Cell.text) ?? .empty }

  private func counts(_ adherence: Adherence) -> [Cell] {
    let timings = adherence.timings
    let quota = adherence.quota
    let left = [
      adherence.unscheduled, adherence.eventsTooSoon, timings.early, timings.inWindow, timings.late,
      timings.doneAfterExpiry, timings.untimed,
    ]
    let notDue = [adherence.excused, adherence.onHold, adherence.cancelled, adherence.pending]
    return [
      .number(Double(adherence.due) + quota.required),
      .number(Double(adherence.done) + quota.credited), .integer(adherence.partial),
      .number(
        Double(adherence.missed) + quota.required - quota.credited - quota.declined
          - quota.outstanding), .number(Double(adherence.declined) + quota.declined),
    ] + notDue.map(Cell.integer) + [.number(Double(adherence.outstanding) + quota.outstanding)]
      + left.map(Cell.integer) + [.decimal(adherence.progress)]
  }

  private func flexible(_ adherence: Adherence) -> [Cell] {
    let (quota, uses) = (adherence.quota, adherence.uses)
    return [
      .decimal(quota.required), .decimal(quota.credited), .integer(uses.count),
      .decimal(uses.asNeededAmount), .integer(uses.breaches),
    ]
  }

  private func amounts(_ adherence: Adherence, _ units: AmountUnits) -> [Cell] {
    let sums = [adherence.valueSum, adherence.creditedSum, adherence.targetSum]
    return sums.map { units.areMixed ? .empty : .number($0) } + [
      units.names.isEmpty ? .empty : .list(units.names.sorted())
    ]
  }
}
