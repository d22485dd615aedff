public import AdherenceAnalytics
import Foundation
public import Scheduling

/// What was dispensed to a cohort: `fills.csv` and, if it is there, `stays.csv` of a folder.
///
/// A fill has the columns `patient`, `date` and `days`, and may have `dose`, `drug` and `class`; `observedFrom`,
/// `observedTo` (inclusive) and `endCause` say when its patient is observed, of which the first row that says it
/// is used. A stay has `patient`, `from` and `to`, its first and its last day. The order of rows plays no part
/// otherwise. The patients are those of the fills, sound or not; a stay of anybody else is set aside, as is every row
/// that cannot be read, and the others are read as if it were not there.
///
/// All rows are held in memory, each in some forty bytes; records are made when they are asked for,
/// from any thread.
///
///     let data = try RefillDataset(folder: "Datasets/refills")
///     print(data.patientIDs.count, data.record(at: 0).fills.count)  // 50 10
public struct RefillDataset: Sendable {
  /// The patients' ids in order.
  public private(set) var patientIDs: [String]
  /// What is wrong, file by file in order of lines; no more than ten thousand problems a file.
  public internal(set) var problems: [InputError]
  /// What the plan of reading decided, a sentence each.
  var decisions: [String] = []
  /// The dialect of a table, for people; `nil` of folders.
  package internal(set) var form: String?
  /// How many rows were read and how many set aside.
  package let counts: RefillCounts
  /// How many patients have no fill because their rows were rejected.
  package let lostPatients: Int
  /// The drugs of the fills, in order.
  package let drugs: [String]
  /// The classes of the fills, in order.
  package let classes: [String]
  /// The first day on which anything was dispensed; `nil` where nothing was.
  package let firstDay: CivilDate?
  /// The day of the last fill, but of those that are years away from the others; `nil` where nothing was dispensed.
  package let lastDay: CivilDate?
  /// The last day on which any patient may be observed, that of the last fill at least.
  package let lastObservedDay: CivilDate?
  private let fills: PatientRows<FillRow>
  private let stays: PatientRows<StayRow>
  /// When patients are observed, as far as the data say it, by the places of their rows.
  private var observations: [Int32: ObservationPeriod]
  /// Where the rows of each patient stand, where the patients have another order than their rows.
  private var places: [Int32]?

  /// Reads a folder.
  ///
  /// - Throws: `InputError` where `fills.csv` is missing, or one of the files or its columns cannot be
  ///   read: without a whole file every result would be wrong.
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

  /// Puts tables that were read into the order of the patients.
  package init(
    _ fills: FillTable, _ fillFindings: RefillScan.Findings, _ stays: StayTable,
    _ stayFindings: RefillScan.Findings, _ claims: ClaimCounts = ClaimCounts()
  ) {
    var fills = fills
    let order = SortedNames(fills.patients)
    patientIDs = order.names
    (drugs, classes) = fills.sortNames()
    let far = FarDates(fills.rows.lazy.map(\.day))
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

  /// Whether a supply may last so many days.
  package static func isSupply(_ days: Double) -> Bool { FillTable.isSupply(days) }

  /// Says whether a folder has `fills.csv`.
  package static func isThere(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/fills.csv")
  }

  private func row(_ place: Int) -> Int { places.map { Int($0[place]) } ?? place }

  /// Makes the record of the patient at a place, with fills and stays in the order of the files.
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
  /// The same of patients under pseudonyms, in the order of these, and problems without texts of the data.
  ///
  /// - Throws: `InputError` where two patients would have one pseudonym.
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
  /// What was decided about a table of claims, a sentence each, with the option that decides otherwise.
  public var assumptions: [String] { decisions + counts.claims.assumptions }
}

extension PatientRows {
  /// The number of patients without a row, among some by their numbers, or all.
  fileprivate func countEmpty(among numbers: Set<Int32>?, _ order: SortedNames) -> Int {
    let all = numbers.map(Array.init) ?? Array(order.places.indices.map(Int32.init))
    return all.count { self[Int(order.places[Int($0)])].isEmpty }
  }
}
