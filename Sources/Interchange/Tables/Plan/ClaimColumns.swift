import AdherenceAnalytics
public import Scheduling

/// The columns of a table of claims.
///
/// A column is identified by its name, or by its number from 1 if the table has no header.
///
///     var columns = ClaimColumns(patient: "Member", date: "Fill Date")
///     columns.days = "Days Supply"
///     columns.form.times = .monthFirst
///     let claims = try RefillDataset(table: "Datasets/tables/claims.csv", columns)
///     print(claims.patientIDs.count, claims.record(at: 0).fills.count)  // 8 6
public struct ClaimColumns: Hashable, Sendable {
  /// The column of the patient's id; `nil` if all rows are of ``patientID``.
  public var patient: String?
  /// The patient id of a table without a column of patients.
  public var patientID: String?
  /// The column of the day of dispensing.
  ///
  /// A date is used as written: a time of day, an offset or a `Z` never changes it.
  public var date: String?
  /// The column of the days of supply, or a number of days for all fills.
  ///
  /// A column of that name takes precedence over the number.
  public var days: String?
  /// The column of the last day of the supply (inclusive), as an alternative to ``days``.
  public var endDate: String?
  /// The column of the quantity dispensed.
  public var quantity: String?
  /// The column of the daily amount, or an amount for all fills; `nil` computes it from
  /// ``quantity`` and ``days`` if both are set.
  public var dose: String?
  /// The column of the drug, preferably its ingredient: early refills are carried forward within a
  /// drug.
  public var drug: String?
  /// The column of the drug class, within which the covered days of drugs are combined.
  public var drugClass: String?
  /// The column of the status or type of the claim, such as paid or reversed; `none` reads every
  /// row as a fill unless a column has that name.
  public var type: String?
  /// The meanings of words in the column ``type`` in addition to the built-in ones, ignoring case.
  public var statusWords: [String: ClaimStatus] = [:]
  /// The column of the first day of the observation period.
  public var observedFrom: String?
  /// The column of the last day of the observation period (inclusive).
  public var observedTo: String?
  /// The column of the end cause of observation.
  public var endCause: String?
  /// The handling of rows that repeat an earlier row in every field; `nil` drops them with a
  /// problem each.
  public var duplicates: DuplicateRows?
  /// The zone of dates that count seconds or milliseconds; other dates have none.
  public var zone: Zone?
  /// The format of the table.
  public var form = TableForm()

  /// Creates the required columns: one of patients, or the id of the only patient, and one of
  /// dates.
  public init(patient: String? = nil, patientID: String? = nil, date: String? = nil) {
    (self.patient, self.patientID, self.date) = (patient, patientID, date)
  }
}

/// The meaning of a claim's status or type.
public enum ClaimStatus: String, CaseIterable, Hashable, Sendable {
  /// A fill was dispensed.
  case fill
  /// An earlier fill is reversed.
  case reversal
  /// Nothing was dispensed, for example because the claim was rejected.
  case ignore
}

/// The handling of rows that repeat an earlier row in every field.
public enum DuplicateRows: String, CaseIterable, Hashable, Sendable {
  /// Only the first row is used.
  case drop
  /// All rows are used.
  case keep
}
