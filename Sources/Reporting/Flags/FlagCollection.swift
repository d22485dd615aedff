import AdherenceStatistics

/// The flags of all patients of a report.
///
/// Which declines are significant depends on the tests of all patients, and is known once all were added.
/// Partial results merge to the same value in any order. Only patients with a flag or a possible decline, now or
/// in the previous report, are stored.
struct FlagCollection: Sendable, Codable {
  /// A patient, with all flags and all declines that may be significant.
  struct Entry: Sendable, Codable {
    var patient: String
    var group: String?
    var flags: [TaskFlag]
    /// The flags in the previous report.
    var previous: [PreviousFlag] = []
  }

  private var entries: [Entry] = []
  private var tests = FalseDiscoveryRate()
  /// Whether the flags are compared with those of a previous report.
  var isCompared = false

  /// Adds a patient.
  ///
  /// - Parameters:
  ///   - entry: The patient and the flags.
  ///   - trendPs: The *p* of all trend tests of the patient.
  mutating func add(_ entry: Entry, tests trendPs: [Double]) {
    for p in trendPs { tests.add(p) }
    if !entry.flags.isEmpty || !entry.previous.isEmpty { entries.append(entry) }
  }

  mutating func merge(_ other: FlagCollection) {
    entries += other.entries
    tests.merge(other.tests)
    isCompared = isCompared || other.isCompared
  }

  /// Whether the decoded content is valid and can be merged.
  var isSound: Bool { tests.isSound() }

  /// The flags, now that all patients were added.
  ///
  /// - Complexity: O(*n* log *n*) for *n* flags.
  var flags: ReportFlags {
    let trendP = tests.threshold
    let rows = entries.flatMap { $0.rows(trendP, isCompared: isCompared) }
    return ReportFlags(rows.sorted(), trendP: trendP, isCompared: isCompared)
  }
}

extension FlagCollection.Entry {
  /// Returns the flags of the patient, followed by those of the previous report that are resolved.
  fileprivate func rows(_ trendP: Double?, isCompared: Bool) -> [FlagRow] {
    func wasFlagged(_ own: TaskFlag) -> Bool {
      previous.contains { $0.task == own.task && $0.flag == own.flag }
    }
    let current = flags.filter { $0.isSignificant(trendP) }
    let rows = current.map { own in
      FlagRow(
        patient: patient, group: group, flag: own,
        status: !isCompared ? nil : wasFlagged(own) ? .continuing : .new)
    }
    let resolved = previous.filter { own in
      !current.contains { $0.task == own.task && $0.flag == own.flag }
    }
    return rows
      + resolved.map {
        FlagRow(patient: patient, group: group, flag: $0.resolved, status: .resolved)
      }
  }
}

/// A flag of a report, as in `flags.csv`.
struct FlagRow: Hashable, Sendable {
  var patient: String
  var group: String?
  var flag: TaskFlag
  /// The change since the previous report; `nil` without one.
  var status: FlagStatus?
}

extension FlagRow: Comparable {
  /// Orders rows by urgency, resolved ones last, then by patient.
  static func < (a: FlagRow, b: FlagRow) -> Bool {
    let (first, second) = (a.status == .resolved, b.status == .resolved)
    if first != second { return second }
    if a.flag < b.flag { return true }
    return b.flag < a.flag ? false : a.patient < b.patient
  }
}

/// A change of a flag since the previous report.
enum FlagStatus: String, CaseIterable, Hashable, Sendable, Codable {
  /// The previous report did not have the flag.
  case new
  /// Both reports have the flag.
  case continuing
  /// Only the previous report had the flag.
  case resolved
}

/// The flags of a report, the most urgent first.
struct ReportFlags: Sendable {
  /// The flags, followed by those of the previous report that are resolved.
  let rows: [FlagRow]
  /// The largest significant *p* of a trend test; `nil` if none is significant.
  let trendP: Double?
  /// Whether the flags were compared with those of a previous report.
  let isCompared: Bool
  /// The number of patients with any flag.
  let patients: Int
  private let counts: [PatientFlag: Int]

  fileprivate init(_ rows: [FlagRow], trendP: Double?, isCompared: Bool) {
    (self.rows, self.trendP, self.isCompared) = (rows, trendP, isCompared)
    let current = rows.filter { $0.status != .resolved }
    patients = Set(current.map(\.patient)).count
    counts = Dictionary(grouping: current, by: \.flag.flag).mapValues {
      Set($0.map(\.patient)).count
    }
  }

  /// Whether any patient had a flag in the previous report.
  var hasPrevious: Bool { rows.contains { $0.status == .continuing || $0.status == .resolved } }

  /// Returns the number of patients with a flag.
  func patients(with flag: PatientFlag) -> Int { counts[flag] ?? 0 }

  /// Returns the number of flags with a status.
  func count(of status: FlagStatus) -> Int { rows.count { $0.status == status } }
}

extension TaskFlag {
  /// The largest *p* of a decline of one patient, who is not compared with others.
  static let singleP = 0.05

  /// Returns whether it is no decline, or a significant one.
  func isSignificant(_ trendP: Double?) -> Bool {
    fall.map { $0.p <= trendP ?? -1 } ?? true
  }
}
