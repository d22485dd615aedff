package import AdherenceAnalytics
import Scheduling

/// Due and done by period for the patients of a cohort.
///
/// Beyond `patientLimit` patients, those with the same overall ratio in whole percent are merged
/// into one row, so that memory depends on the periods rather than the patients. Partial grids
/// merge to the same value, independent of order and grouping.
package struct PatientGrid: Hashable, Sendable {
  /// The numerator of the ratios.
  let numerator: Numerator
  let asked: PeriodSpans
  /// The patients sorted by name, up to the limit.
  private(set) var rows: [PatientRow] = []
  /// The patients by whole percent, then those without a ratio; empty up to the limit.
  private(set) var bins: [PercentBin] = []

  /// The maximum number of patients with individual rows.
  package static let patientLimit = 200
  /// The maximum number of columns; beyond it neighbouring periods are merged.
  static let periodLimit = 120

  /// Creates an empty grid.
  ///
  /// - Parameters:
  ///   - spans: The periods; with relative weeks each patient has their own.
  ///   - numerator: The numerator of the ratios.
  package init(spans: PeriodSpans, numerator: Numerator = .done) {
    asked = spans
    self.numerator = numerator
  }

  /// The number of patients added.
  package var patients: Int {
    bins.isEmpty ? rows.count : bins.reduce(0) { $0 + $1.patients }
  }

  /// Whether there are too many patients for individual rows.
  package var isBinned: Bool { !bins.isEmpty }

  /// Adds a patient: the sum of the tasks that impact adherence.
  ///
  /// - Parameters:
  ///   - patient: The adherence of the patient.
  ///   - name: The row name; `nil` is the patient's id.
  /// - Precondition: The patient's series have the grid's periods.
  /// - Complexity: O(*p*) for *p* periods, and O(*r*) for *r* rows.
  package mutating func add(_ patient: PatientAdherence, named name: String? = nil) {
    precondition(agrees(with: patient.spans), "patient \(patient.patient.id) has other periods")
    add(
      PatientRow(
        name ?? patient.patient.id, patient.total, from: patient.spans.first?.number ?? 0,
        step: step, numerator))
  }

  /// Merges another partial grid.
  ///
  /// - Precondition: Both have the same periods and numerator.
  package mutating func merge(_ other: PatientGrid) {
    precondition(answersTheQuestion(of: other), "the parts of a grid answer one question")
    for row in other.rows { add(row) }
    if other.bins.isEmpty { return }
    bin()
    for place in bins.indices { bins[place].merge(other.bins[place]) }
  }

  /// Returns whether another grid has the same periods and numerator.
  func answersTheQuestion(of other: PatientGrid) -> Bool {
    agrees(with: other.asked) && numerator == other.numerator
  }

  /// The number of neighbouring periods per column, the same for all patients.
  var step: Int {
    let most = asked.period == .relativeWeek ? asked.mostWeeks : asked.count
    return most.step(to: PatientGrid.periodLimit)
  }

  /// Returns whether periods match the grid's; relative weeks start on each patient's own day.
  private func agrees(with spans: PeriodSpans) -> Bool {
    guard asked.period == .relativeWeek else { return spans == asked }
    return spans.period == .relativeWeek && spans.range == asked.range
  }
}

extension PatientGrid {
  private mutating func add(_ row: PatientRow) {
    if !bins.isEmpty { return bins[row.bin].add(row) }
    rows.insert(row, at: rows.partitionPoint { $0 < row })
    if rows.count > PatientGrid.patientLimit { bin() }
  }

  /// Merges patients by whole percent.
  private mutating func bin() {
    if !bins.isEmpty { return }
    bins = Array(repeating: PercentBin(), count: 102)
    for row in rows { bins[row.bin].add(row) }
    rows.removeAll()
  }

  /// Sets the decoded state.
  mutating func take(_ rows: [PatientRow], _ bins: [PercentBin]) {
    self.rows = rows
    self.bins = bins
  }
}

extension PeriodSpans {
  /// The relative weeks of a patient who starts with the range, the maximum.
  fileprivate var mostWeeks: Int { (range.upperBound - range.lowerBound + 6) / 7 }
}

extension PatientGrid: Codable {
  private enum CodingKeys: CodingKey {
    case numerator, rows, bins
  }

  /// Encodes the state needed to merge partial grids of different processes.
  package func encode(to encoder: any Encoder) throws {
    try asked.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(numerator, forKey: .numerator)
    try fields.encode(rows, forKey: .rows)
    try fields.encode(bins, forKey: .bins)
  }

  /// Decodes a partial grid.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let rows = try fields.decode([PatientRow].self, forKey: .rows)
    let bins = try fields.decode([PercentBin].self, forKey: .bins)
    guard
      [0, 102].contains(bins.count), rows.allSatisfy(\.isWhole), bins.allSatisfy(\.isWhole)
    else { throw decoder.corrupted("no part of a grid") }
    self.init(
      spans: try PeriodSpans(from: decoder),
      numerator: try fields.decode(Numerator.self, forKey: .numerator))
    take(rows, bins)
  }
}

extension PatientGrid.PatientRow {
  /// Whether its lists have equal lengths.
  fileprivate var isWhole: Bool { due.count == done.count && due.count == reasons.count }
}

extension PatientGrid.PercentBin {
  /// Whether its lists have equal lengths.
  fileprivate var isWhole: Bool {
    due.count == done.count && due.count == reasons.count && patients.isCount
  }
}

extension PatientGrid {
  /// The row of one patient.
  struct PatientRow: Hashable, Sendable, Codable {
    /// The name.
    var name: String
    /// The overall ratio in whole percent, rounded half up; `nil` if nothing was due.
    var percent: Int?
    /// By column.
    var due: [Double] = []
    var done: [Double] = []
    /// The reasons for missing ratios by column, as bits; see ``PatientGrid/bit(of:)``.
    var reasons: [UInt8] = []

    /// The index of the patient's bin.
    var bin: Int { percent.map { min(max($0, 0), 100) } ?? 101 }
  }

  /// Patients with the same overall ratio in whole percent.
  struct PercentBin: Hashable, Sendable, Codable {
    var patients = 0
    var due: [ExactSum] = []
    var done: [ExactSum] = []
    var reasons: [UInt8] = []
  }

  /// Returns the bit of a reason.
  static func bit(of reason: MissingRatio) -> UInt8 {
    switch reason {
    case .noTasks: 1
    case .noOccurrences: 2
    case .allOnHold: 4
    case .allExcused: 8
    case .allPending: 16
    case .asNeeded: 32
    case .dataRejected: 64
    case .eventMissing: 128
    }
  }

  /// Returns the reason for merged patients and periods, in the order of precedence of
  /// ``Adherence/reason``.
  static func reason(of bits: UInt8) -> MissingRatio {
    let order: [MissingRatio] = [
      .allPending, .allOnHold, .allExcused, .asNeeded, .noOccurrences, .eventMissing,
      .dataRejected,
    ]
    return order.first { bits & bit(of: $0) != 0 } ?? (bits == 0 ? .noOccurrences : .noTasks)
  }
}

extension PatientGrid.PatientRow {
  /// Sums a series, starting at the number of its first period.
  init(
    _ name: String, _ series: AdherenceSeries, from first: Int, step: Int, _ numerator: Numerator
  ) {
    self.name = name
    var total = Adherence()
    for (index, period) in series.periods.enumerated() {
      total.merge(period)
      let column = (first + index) / step
      reach(column)
      due[column] += period.dueWithQuotas
      done[column] += period.amount(numerator)
      if let reason = series.ratioMissing(at: index) {
        reasons[column] |= PatientGrid.bit(of: reason)
      }
    }
    percent = total.percent(decimals: 0, numerator).map { Int($0) }
  }

  private mutating func reach(_ column: Int) {
    while due.count <= column {
      due.append(0)
      done.append(0)
      reasons.append(0)
    }
  }
}

extension PatientGrid.PatientRow: Comparable {
  /// Sorts by name, then by numbers, which makes the order total.
  static func < (a: PatientGrid.PatientRow, b: PatientGrid.PatientRow) -> Bool {
    if a.name != b.name { return a.name < b.name }
    if a.due != b.due { return a.due.lexicographicallyPrecedes(b.due) }
    if a.done != b.done { return a.done.lexicographicallyPrecedes(b.done) }
    return a.reasons.lexicographicallyPrecedes(b.reasons)
  }
}

extension PatientGrid.PercentBin {
  mutating func add(_ row: PatientGrid.PatientRow) {
    patients += 1
    reach(row.due.count)
    for column in row.due.indices {
      due[column].add(row.due[column])
      done[column].add(row.done[column])
      reasons[column] |= row.reasons[column]
    }
  }

  mutating func merge(_ other: PatientGrid.PercentBin) {
    patients += other.patients
    reach(other.due.count)
    for column in other.due.indices {
      due[column].merge(other.due[column])
      done[column].merge(other.done[column])
      reasons[column] |= other.reasons[column]
    }
  }

  private mutating func reach(_ count: Int) {
    let missing = max(0, count - due.count)
    due += repeatElement(ExactSum(), count: missing)
    done += repeatElement(ExactSum(), count: missing)
    reasons += repeatElement(0, count: missing)
  }
}
