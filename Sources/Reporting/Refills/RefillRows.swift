import AdherenceAnalytics
import AdherenceStatistics
import Interchange
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

/// The conditions in the fills under which the assumptions of a report apply, collected patient by
/// patient.
///
/// Assumptions contain no counts of patients or fills, which would have to be withheld for small
/// groups.
struct RefillTally: Sendable {
  private var hasUnnamedDrugs = false
  private var hasUnnamedClasses = false
  /// Whether a row combines the fills of several drugs.
  private var hasSeveralDrugs = false
  /// Whether the end of the data clips a patient's window.
  private var hasCutWindows = false

  mutating func add(_ record: RefillRecord) {
    hasUnnamedDrugs = hasUnnamedDrugs || record.fills.contains { $0.drug == nil }
    hasUnnamedClasses = hasUnnamedClasses || record.fills.contains { $0.drugClass == nil }
  }

  /// Adds the fills of a row with its observation.
  mutating func add(
    part record: RefillRecord, _ observed: ObservationPeriod, _ request: RefillRequest
  ) {
    if !hasSeveralDrugs, let first = record.fills.first {
      hasSeveralDrugs = record.fills.contains {
        $0.drug != first.drug || $0.drugClass != first.drugClass
      }
    }
    guard request.hasLength, observed.endCause == .dataEnd, let from = observed.from,
      let to = observed.to
    else { return }
    let days = to - from + 1
    hasCutWindows = hasCutWindows || days < request.query.observation.length.conventionalDays
  }
}

extension RefillTally {
  /// Returns the assumptions, one sentence each, with the option that changes it.
  func assumptions(of dataset: RefillDataset, _ request: RefillRequest) -> [String] {
    names(dataset)
      + [sequence(request), cut(request), unseenDays(dataset, request)].compactMap(\.self)
  }

  private func names(_ dataset: RefillDataset) -> [String] {
    let option = "(--drug names the column of drugs)."
    if dataset.drugs.isEmpty {
      return [
        dataset.classes.isEmpty
          ? "No column names drugs, so early refills shift among all fills of a patient \(option)"
          : "No column names the drugs of a class, so early refills shift among all its fills \(option)"
      ]
    }
    var sentences: [String] = []
    if hasUnnamedDrugs {
      sentences.append("Fills without a drug are taken for one drug of their class.")
    }
    if hasUnnamedClasses, !dataset.classes.isEmpty {
      sentences.append("Fills without a class are measured for each drug.")
    }
    return sentences
  }

  /// Returns the assumption of measures other than the days covered about several drugs in one row.
  private func sequence(_ request: RefillRequest) -> String? {
    let measures = request.measures.filter { $0 != .pdc }.map(\.rawValue)
    guard hasSeveralDrugs, request.summary == nil, !measures.isEmpty else { return nil }
    let carried =
      request.query.carryOver.onlyForSameDrug
      ? "." : ", of which supply that is left goes on to the next (--carry-within-drug drops it)."
    return "Several drugs of a row are one sequence of fills to "
      + measures.joined(separator: ", ") + carried
  }

  private func cut(_ request: RefillRequest) -> String? {
    guard hasCutWindows, case .lastFill(let day) = request.query.observationEnd else { return nil }
    return "The last fill in the data, \(day), ends some observations before the "
      + "\(request.query.observation.length.words) of --observe are over (--to or --observed-to says until when the"
      + " data reach)."
  }

  /// Returns the note on days of the given end beyond the data.
  private func unseenDays(_ dataset: RefillDataset, _ request: RefillRequest) -> String? {
    guard let last = dataset.lastDay, case .on(let end) = request.query.observationEnd, end > last
    else { return nil }
    return
      "The data have no fill after \(last); the days to \(end) count as observed, as --to says."
  }
}
