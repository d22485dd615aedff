import Scheduling

/// A row of a cohort's table.
public struct CohortRow: Sendable {
  /// The patient group; `nil` for the whole cohort.
  public let group: String?
  /// The tasks of the series.
  public let scope: SeriesScope
  /// The period.
  public let span: PeriodSpan
  /// The pooled counts of all patients, whose ratio is the pooled ratio.
  public let pooled: Adherence
  /// The number of patients with the series (and with the relative week).
  public let patients: Int
  /// The number of those without a ratio.
  public let patientsWithoutRatio: Int
  /// The number of patients whose ratio reaches the cohort's threshold.
  public let adherentPatients: Int
  /// The patients' ratios, ascending.
  package let ratios: RatioHistogram
  /// Whether all its numbers are withheld for small groups.
  package private(set) var isWithheld = false
  /// The minimum group size that the row discloses; 0 for no limit.
  package private(set) var smallestGroup = 0
  /// The counts of patients that are withheld for small groups.
  package private(set) var hidden: HiddenCounts = []

  init(group: String?, scope: SeriesScope, span: PeriodSpan, _ members: MemberTotals) {
    self.group = group
    self.scope = scope
    self.span = span
    pooled = members.pooled.total
    ratios = members.ratios.histogram
    patients = ratios.count + members.patientsWithoutRatio
    patientsWithoutRatio = members.patientsWithoutRatio
    adherentPatients = members.adherentPatients
  }

  /// The task's id; `nil` for any sum of tasks.
  public var task: String? { scope.task }

  /// The mean of the patients' ratios; `nil` without any, and if the number of patients is withheld.
  public var meanRatio: Double? { hidesSums ? nil : ratios.mean }

  /// The share of the patients with a ratio whose ratio reaches the cohort's threshold.
  ///
  /// It is `nil` without any, and if one of the two numbers is withheld for small groups.
  public var adherentShare: Double? {
    ratios.isEmpty || !hidden.isDisjoint(with: [.evaluable, .adherent])
      ? nil : Double(adherentPatients) / Double(ratios.count)
  }

  /// A quantile of the patients' ratios by linear interpolation; `nil` without any.
  ///
  /// It is type 7 of Hyndman and Fan (1996), the default of R and NumPy.
  public func quantile(_ share: Double) -> Double? {
    hidesSums ? nil : ratios.quantile(share, smallestGroup: smallestGroup)
  }
}

// Withholding.
extension CohortRow {
  /// Counts of patients to be withheld.
  package struct HiddenCounts: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let patients = HiddenCounts(rawValue: 1)
    /// The patients with a ratio, and consequently those without.
    package static let evaluable = HiddenCounts(rawValue: 2)
    package static let adherent = HiddenCounts(rawValue: 4)
  }

  /// ``patients``; `nil` where withheld.
  package var shownPatients: Int? { isShown(.patients) ? patients : nil }

  /// ``patientsWithoutRatio``; `nil` where withheld, or computable from those who have the series.
  package var shownWithoutRatio: Int? { isShown(.evaluable) ? patientsWithoutRatio : nil }

  /// ``adherentPatients``; `nil` where withheld.
  package var shownAdherent: Int? { isShown(.adherent) ? adherentPatients : nil }

  /// Whether the sums and means are withheld too.
  ///
  /// The denominator of a mean, and the weights of an interpolated quantile, disclose a withheld number of
  /// patients; for a task that is due once a period, so does the sum.
  package var hidesSums: Bool {
    isWithheld || !hidden.isDisjoint(with: [.patients, .evaluable])
  }

  private func isShown(_ count: HiddenCounts) -> Bool {
    !isWithheld && hidden.isDisjoint(with: count)
  }

  /// Returns the row with the withheld numbers removed.
  func withholding(_ isWithheld: Bool, _ hidden: HiddenCounts, smallestGroup: Int) -> CohortRow {
    var row =
      isWithheld ? CohortRow(group: group, scope: scope, span: span, MemberTotals()) : self
    (row.isWithheld, row.hidden, row.smallestGroup) = (isWithheld, hidden, smallestGroup)
    return row
  }
}

extension RatioHistogram {
  /// Returns a quantile if at least `smallestGroup` patients are on each of its sides.
  func quantile(_ share: Double, smallestGroup: Int) -> Double? {
    guard Double(count) * Swift.min(share, 1 - share) >= Double(smallestGroup) else { return nil }
    return quantile(share)
  }
}

/// The rows and counts of a cohort that are withheld because they are about too few patients.
package struct RowWithholding: Sendable {
  /// The identity of a row.
  package struct Key: Hashable, Sendable {
    package var group: String?
    package var scope: SeriesScope
    /// The number of the period; `nil` for the whole range.
    package var period: Int?

    package init(group: String?, scope: SeriesScope, period: Int?) {
      (self.group, self.scope, self.period) = (group, scope, period)
    }

    /// Creates the key of a row of a table.
    package init(_ row: CohortRow, isOfWholeRange: Bool) {
      (group, scope) = (row.group, row.scope)
      period = isOfWholeRange ? nil : row.span.number
    }
  }

  /// The minimum group size that is disclosed.
  package let smallestGroup: Int
  private var rows: Set<Key> = []
  private var counts: [Key: CohortRow.HiddenCounts] = [:]

  package init(smallestGroup: Int) { self.smallestGroup = smallestGroup }

  /// Withholds all numbers of a row.
  package mutating func withhold(_ row: Key) { rows.insert(row) }

  /// Withholds counts of a row.
  package mutating func withhold(_ hidden: CohortRow.HiddenCounts, of row: Key) {
    counts[row, default: []].formUnion(hidden)
  }

  /// Returns whether all numbers of a row are withheld.
  package func isWithheld(_ row: Key) -> Bool { rows.contains(row) }

  /// Returns whether the sums of a row are withheld together with a count of patients, but not all of its
  /// numbers.
  package func withholdsSums(_ row: Key) -> Bool {
    !isWithheld(row) && counts[row]?.isDisjoint(with: [.patients, .evaluable]) == false
  }

  func applied(to row: CohortRow, isOfWholeRange: Bool) -> CohortRow {
    let key = Key(row, isOfWholeRange: isOfWholeRange)
    return row.withholding(
      rows.contains(key), counts[key] ?? [], smallestGroup: smallestGroup)
  }
}
