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
