public import AdherenceAnalytics
public import Diagnostics
import Foundation
package import Scheduling

/// The fills of a cohort: `fills.csv` and optionally `stays.csv` of a folder.
///
/// A fill has the columns `patient`, `date` and `days`, and optionally `dose`, `drug` and `class`;
/// `observedFrom`, `observedTo` (inclusive) and `endCause` are the observation period of its
/// patient, for which the first row with a period is used. A stay has `patient`, `from` and `to`,
/// its first and last day. The order of rows has no other effect. The patients are those of all
/// fills, valid or not. Stays of other patients and rows that cannot be read are rejected; the
/// others are read as if those did not exist.
///
/// All rows are held in memory, about forty bytes each; records are created on demand, on any
/// thread.
///
///     let data = try RefillDataset(folder: "Datasets/refills")
///     print(data.patientIDs.count, data.record(at: 0).fills.count)  // 50 10
public struct RefillDataset: Sendable {
  /// The patients' ids in ascending order.
  public private(set) var patientIDs: [String]
  /// The errors and warnings, file by file in line order, at most ten thousand per file.
  public internal(set) var problems: [InputError]
  /// The assumptions of the reading plan, one sentence each.
  var decisions: [String] = []
  /// The dialect of a table, for display; `nil` for folders.
  package internal(set) var form: String?
  /// The counts of read and rejected rows.
  package let counts: RefillCounts
  /// The number of patients who have no fill because their rows were rejected.
  package let lostPatients: Int
  /// The drugs of the fills in alphabetical order.
  package let drugs: [String]
  /// The classes of the fills in alphabetical order.
  package let classes: [String]
  /// The day of the first fill; `nil` if there are none.
  package let firstDay: CivilDate?
  /// The day of the last fill, excluding far dates; `nil` if there are none.
  package let lastDay: CivilDate?
  /// The last day of any observation period, at least that of the last fill.
  package let lastObservedDay: CivilDate?
  private let fills: PatientRows<FillRow>
  private let stays: PatientRows<StayRow>
  /// The observation periods by row index.
  private var observations: [Int32: ObservationPeriod]
  /// The row index of each patient, if the order of patients differs from that of the rows.
  private var places: [Int32]?

  /// Reads a folder.
  ///
  /// - Throws: `InputError` if `fills.csv` is missing, or a file or its columns are invalid,
  ///   because without a whole file every result would be wrong.
  /// - Complexity: O(*n* log *n*) for *n* bytes of the files at most.
  public init(folder: String) throws(InputError) {
    try self.init(folder: folder, blockSize: 1 << 16)
  }

  init(folder: String, blockSize: Int) throws(InputError) {
    var fills = FillTable()
    let fillFindings = try RefillScan.run("fills.csv", in: folder, blockSize, &fills)
    var stays = StayTable(patients: fills.patients)
    let stayFindings =
      FileManager.default.fileExists(atPath: "\(folder)/stays.csv")
      ? try RefillScan.run("stays.csv", in: folder, blockSize, &stays) : RefillScan.Findings()
    self.init(fills, fillFindings, stays, stayFindings)
  }

  /// Groups the rows of tables by patient.
  package init(
    _ fills: FillTable, _ fillFindings: RefillScan.Findings, _ stays: StayTable,
    _ stayFindings: RefillScan.Findings, _ claims: ClaimCounts = ClaimCounts()
  ) {
    var fills = fills
    let order = SortedNames(fills.patients)
    patientIDs = order.names
    (drugs, classes) = fills.sortNames()
    let far = OutlyingDates(fills.rows.lazy.map(\.day))
    let fillFindings = fillFindings.telling(far, in: fills)
    firstDay = fills.days { _ in true }?.lowerBound
    lastDay = fills.days { !far.contains($0) }?.upperBound
    observations = Dictionary(
      uniqueKeysWithValues: fills.observations.map { (order.places[Int($0)], $1) })
    var claims = claims
    claims.openEnds = observations.openEnds(farAfter: lastDay)
    lastObservedDay = observations.lastDay(atLeast: lastDay)
    self.fills = PatientRows(fills.rows, order)
    self.stays = PatientRows(stays.rows, order)
    problems = fillFindings.problems.problems + stayFindings.problems.problems
    counts = RefillCounts(
      fills: fillFindings.count, stays: stayFindings.count, claims: claims)
    lostPatients = self.fills.countEmpty(among: fills.rejectedPatients, order)
  }

  /// Returns whether a number of days is a valid supply.
  package static func isSupply(_ days: Double) -> Bool { FillTable.isSupply(days) }

  /// Returns whether a folder has `fills.csv`.
  package static func isThere(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/fills.csv")
  }

  private func row(_ place: Int) -> Int { places.map { Int($0[place]) } ?? place }

  /// Returns the record of the patient at an index, with fills and stays in file order.
  public func record(at place: Int) -> RefillRecord {
    RefillRecord(
      patient: patientIDs[place],
      fills: fills[row(place)].map { row in
        Fill(
          CivilDate(dayNumber: Int(row.day)), days: row.days,
          dose: row.dose.isNaN ? nil : row.dose,
          drug: row.drug < 0 ? nil : drugs[Int(row.drug)],
          drugClass: row.drugClass < 0 ? nil : classes[Int(row.drugClass)])
      },
      stays: stays[row(place)].map { row in
        Stay(CivilDate(dayNumber: Int(row.first))...CivilDate(dayNumber: Int(row.last)))
      },
      observation: observations[Int32(row(place))] ?? ObservationPeriod())
  }
}

extension RefillDataset {
  /// Returns the dataset with patients under pseudonyms, in the order of these, and problems
  /// without text from the data.
  ///
  /// - Throws: `InputError` if two patients have the same pseudonym.
  package func pseudonymous(_ key: PseudonymKey) throws(InputError) -> RefillDataset {
    let renamed = try PseudonymOrder(patientIDs, key)
    var dataset = self
    dataset.patientIDs = renamed.pseudonyms
    dataset.places = renamed.places.map { Int32(clamping: row(Int($0))) }
    dataset.problems = problems.map { $0.withholding(source: nil) }
    dataset.observations = observations.mapValues(\.withoutFreeText)
    return dataset
  }
}

extension RefillDataset {
  /// The assumptions about a table of claims, one sentence each with the option that overrides it.
  public var assumptions: [String] { decisions + counts.claims.assumptions }
}

extension PatientRows {
  /// Returns the number of patients without a row, among the given ones or all.
  fileprivate func countEmpty(among numbers: Set<Int32>?, _ order: SortedNames) -> Int {
    let all = numbers.map(Array.init) ?? Array(order.places.indices.map(Int32.init))
    return all.count { self[Int(order.places[Int($0)])].isEmpty }
  }
}

extension RefillScan.Findings {
  /// Returns the findings with a warning for each fill with a far date.
  func telling(_ far: OutlyingDates, in fills: FillTable) -> RefillScan.Findings {
    if far.isEmpty { return self }
    var findings = self
    for row in fills.rows where far.contains(row.day) {
      let date = CivilDate(dayNumber: Int(row.day))
      let warning = InputError(.against(.keptFarDate, text: "\(date)"), field: "date")
      findings.warn(warning.at(record: "patient \(fills.patients.names[Int(row.patient)])"))
    }
    return findings
  }
}

extension FillTable {
  /// Returns the first and last day of some fills; `nil` if there are none.
  func days(where isUsed: (Int32) -> Bool) -> ClosedRange<CivilDate>? {
    var days: ClosedRange<Int32>?
    for row in rows where isUsed(row.day) {
      days =
        days.map { min($0.lowerBound, row.day)...max($0.upperBound, row.day) } ?? row.day...row.day
    }
    return days.map {
      CivilDate(dayNumber: Int($0.lowerBound))...CivilDate(dayNumber: Int($0.upperBound))
    }
  }
}

extension [Int32: ObservationPeriod] {
  /// Returns the last day of any observation period, at least that of the last fill; `nil` if there
  /// is no fill.
  func lastDay(atLeast lastFill: CivilDate?) -> CivilDate? {
    lastFill.map { values.compactMap(\.to).reduce($0) { Swift.max($0, $1) } }
  }

  /// Removes ends that are years after the last fill, such as 9999-12-31, and returns their number.
  mutating func openEnds(farAfter lastFill: CivilDate?) -> Int {
    guard let limit = lastFill?.adding(days: 366 * OutlyingDates.gap) else { return 0 }
    var count = 0
    for (place, period) in self where period.to.map({ $0 > limit }) == true {
      self[place]?.to = nil
      count += 1
    }
    return count
  }
}

extension ObservationPeriod {
  /// The observation period without an end cause in free text.
  var withoutFreeText: ObservationPeriod {
    var period = self
    period.endCause = endCause.flatMap { EndCause.known.contains($0) ? $0 : nil }
    return period
  }
}
