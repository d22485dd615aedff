package import AdherenceAnalytics
import Scheduling

/// The patients of a cohort by period: each a row of what was due and done, while they are few.
///
/// Of more than `patientLimit` patients, those whose overall ratios are the same in whole per cent become
/// one row, so that its memory follows the periods and not the patients. Parts that were added up apart
/// merge to the same value, in whatever order and grouping the patients come.
package struct PatientGrid: Hashable, Sendable {
  /// What the patients' ratios count.
  let numerator: Numerator
  let asked: PeriodSpans
  /// The patients by name, while they are few.
  private(set) var rows: [PatientRow] = []
  /// The patients by whole per cent, then those without a ratio; empty while they are few.
  private(set) var bins: [PercentBin] = []

  /// The most patients that have rows of their own.
  package static let patientLimit = 200
  /// The most columns; of more periods neighbours become one.
  static let periodLimit = 120

  /// Creates a grid without patients.
  ///
  /// - Parameters:
  ///   - spans: The periods that its patients have; of relative weeks each has its own.
  ///   - numerator: What the patients' ratios count.
  package init(spans: PeriodSpans, numerator: Numerator = .done) {
    asked = spans
    self.numerator = numerator
  }

  /// How many patients have been added.
  package var patients: Int {
    bins.isEmpty ? rows.count : bins.reduce(0) { $0 + $1.patients }
  }

  /// Whether patients have become too many to have rows of their own.
  package var isBinned: Bool { !bins.isEmpty }

  /// Adds a patient: the sum of the tasks that impact adherence.
  ///
  /// - Parameters:
  ///   - patient: What was found.
  ///   - name: What the row is called; `nil` means the patient's id.
  /// - Precondition: The patient's series have the grid's periods.
  /// - Complexity: O(*p*) for *p* periods, and O(*r*) for *r* rows.
  package mutating func add(_ patient: PatientAdherence, named name: String? = nil) {
    precondition(agrees(with: patient.spans), "patient \(patient.patient.id) has other periods")
    add(
      PatientRow(
        name ?? patient.patient.id, patient.total, from: patient.spans.first?.number ?? 0,
        step: step, numerator))
  }

  /// Adds the patients of another part.
  ///
  /// - Precondition: Both parts have the same periods and numerator.
  package mutating func merge(_ other: PatientGrid) {
    precondition(answersTheQuestion(of: other), "the parts of a grid answer one question")
    for row in other.rows { add(row) }
    if other.bins.isEmpty { return }
    bin()
    for place in bins.indices { bins[place].merge(other.bins[place]) }
  }

  /// Whether another grid has the same periods and numerator.
  func answersTheQuestion(of other: PatientGrid) -> Bool {
    agrees(with: other.asked) && numerator == other.numerator
  }

  /// How many neighbouring periods are one column; the same for all patients.
  var step: Int {
    let most = asked.period == .relativeWeek ? asked.mostWeeks : asked.count
    return most.step(to: PatientGrid.periodLimit)
  }

  /// Whether periods are those of the grid; relative weeks begin on each patient's own day.
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

  /// Puts patients together by whole per cent.
  private mutating func bin() {
    if !bins.isEmpty { return }
    bins = Array(repeating: PercentBin(), count: 102)
    for row in rows { bins[row.bin].add(row) }
    rows.removeAll()
  }

  /// Takes what was written of a part.
  mutating func take(_ rows: [PatientRow], _ bins: [PercentBin]) {
    self.rows = rows
    self.bins = bins
  }
}

extension PeriodSpans {
  /// The relative weeks of a patient who starts with the range; nobody has more.
  fileprivate var mostWeeks: Int { (range.upperBound - range.lowerBound + 6) / 7 }
}
