import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The rows of `measures.csv`: one per patient, drug or class, measure and stretch of time.
final class RefillRows {
  static let columns: [Column<Row>] = [
    .text("patient", "the patient's id") { $0.patient },
    .text(
      "level",
      "the fills of the row: `drug` one drug, `class` one class of drugs, `patient` all fills"
    ) {
      $0.unit.level.rawValue
    },
    .text("class", "the class of the fills; empty for all fills and where it is unknown") {
      $0.unit.drugClass
    },
    .text("drug", "the drug of the fills; empty for a class, for all fills and where it is unknown")
    {
      $0.unit.drug
    },
    .text("measure", "the measure: `pdc`, `mpr` … `cma9`") { $0.measure.rawValue },
    .integer("part", "windows or episodes", "the number of the window or episode, from 1") {
      $0.part
    },
    .date(
      "start", "the first day of the row's time; of `pdc` the day of the first fill in the period"
    ) { $0.start },
    .date("end", "the last day of the row's time (inclusive)") { $0.end },
    .number("days", "days", "the number of days from `start` to `end`") { $0.days },
    .number("gap", "days", "the days without supply after the episode") { $0.gap },
    .number("value", "share", "the value of the measure") { $0.value.value },
    .text("valueMissing", "why the value is missing, such as `noSupply`") {
      $0.value.reason?.rawValue
    },
    .integer("covered", "days", "the days with supply, for `pdc` over the observation") {
      $0.covered?.covered
    },
    .integer("counted", "days", "the days in the denominator, for `pdc` over the observation") {
      $0.covered?.denominator
    },
    .boolean(
      "eligible",
      "whether the rules of the measure include the patient, for `pdc` over the observation"
    ) {
      $0.covered?.isEligible
    },
    .date("observedFrom", "the first day of the window on which the patient is observed") {
      $0.observed.from
    },
    .date("observedTo", "the last day of the window on which the patient is observed (inclusive)") {
      $0.observed.to
    },
    .text(
      "endCause",
      "why observation ended with `observedTo`, as the data say; `dataEnd` where they end with the last fill"
    ) { $0.observed.endCause?.rawValue },
  ]

  /// A measure of a patient over a time span.
  struct Row {
    let patient: String
    let unit: RefillUnit
    let measure: RefillMeasure
    var part: Int?
    var (start, end): (CivilDate?, CivilDate?)
    var days: Double?
    var gap: Double?
    var value = Estimate<Double>.missing(.noTime)
    var covered: DaysCovered?
    var observed = ObservationPeriod()

    init(_ record: RefillRecord, _ unit: RefillUnit, _ measure: RefillMeasure) {
      (patient, self.unit, self.measure) = (record.patient, unit, measure)
    }
  }

  let table: RowWriter<Row>
  private(set) var summary: RefillSummary
  private(set) var tally = RefillTally()
  private let request: RefillRequest
  private let evaluator: RefillEvaluator

  init(_ request: RefillRequest, _ table: RowWriter<Row>) {
    self.request = request
    self.table = table
    summary = RefillSummary(request)
    evaluator = RefillEvaluator(request.query)
  }

  /// Writes the rows of a patient.
  func write(_ record: RefillRecord) {
    let chosen = request.chosen(of: record)
    tally.add(chosen)
    for (unit, own) in chosen.parts(at: request.level) { writeParts(own, of: unit) }
  }

  private func writeParts(_ record: RefillRecord, of unit: RefillUnit) {
    let observed = evaluator.observation(of: record)
    tally.add(part: record, observed, request)
    for measure in request.measures {
      var row = Row(record, unit, measure)
      row.observed = observed
      switch request.part {
      case .observation: writeObservation(record, row)
      case .windows: writeWindows(record, row)
      case .episodes: writeEpisodes(record, row)
      }
    }
  }

  private func writeObservation(_ record: RefillRecord, _ row: Row) {
    if row.measure == .pdc, request.summary == nil { return writeDaysCovered(record, row) }
    var row = row
    row.span = evaluator.windows(of: record).value?.observation
    row.value = evaluator.value(of: row.measure, in: record, request)
    write(row)
  }

  /// // The days covered start with the first fill of their period.
  private func writeDaysCovered(_ record: RefillRecord, _ row: Row) {
    let days = evaluator.daysCovered(in: record)
    var row = row
    row.span = days.value.map { $0.index...$0.index.adding(days: $0.treatmentDays) }
    (row.value, row.covered) = (days.flatMap(\.proportion), days.value)
    write(row)
  }

  private func writeWindows(_ record: RefillRecord, _ row: Row) {
    var row = row
    for (place, window) in parts(evaluator.slidingValues(of: row.measure, in: record), row) {
      row.part = place + 1
      row.span = window.start...window.end
      row.value = window.value
      write(row)
    }
  }

  private func writeEpisodes(_ record: RefillRecord, _ row: Row) {
    var row = row
    for (place, found) in parts(evaluator.episodeValues(of: row.measure, in: record), row) {
      row.part = place + 1
      (row.start, row.end) = (found.episode.start, found.episode.end)
      (row.days, row.gap) = (found.episode.days, found.episode.gap)
      row.value = found.value
      write(row)
    }
  }

  /// Returns the parts with a value; if there are none, writes a row with the reason.
  private func parts<Part>(_ found: Estimate<[Part]>, _ row: Row) -> EnumeratedSequence<[Part]> {
    if let reason = found.reason {
      var row = row
      row.value = .missing(reason)
      write(row)
    }
    return (found.value ?? []).enumerated()
  }

  private func write(_ row: Row) {
    var row = row
    table.write(&row)
    summary.add(row.value, of: row.measure, row.unit, row.covered)
  }
}

extension RefillRows.Row {
  /// The dates of the first and the last day.
  fileprivate var span: ClosedRange<CivilDate>? {
    get { start.flatMap { start in end.map { start...$0 } } }
    set {
      (start, end) = (newValue?.lowerBound, newValue?.upperBound)
      days = newValue.map { Double($0.upperBound - $0.lowerBound) }
    }
  }
}
