import Scheduling

/// One row of a cohort's table.
public struct CohortRow: Sendable {
  /// The patient group; `nil` for the whole cohort.
  public let group: String?
  /// What is summed up.
  public let scope: SeriesScope
  /// The period.
  public let span: PeriodSpan
  /// All patients' counts together; its ratio is the pooled one.
  public let pooled: Adherence
  /// The patients that have the series, and of relative weeks this one.
  public let patients: Int
  /// Of those, the ones without a ratio.
  public let nothingDue: Int
  /// The patients whose ratio reaches the cohort's threshold.
  public let reaching: Int
  /// The patients' ratios, ascending.
  package let ratios: RatioHistogram
  /// Whether the row tells of too few patients, and so of nothing.
  package private(set) var isWithheld = false
  /// The fewest patients of whom the row may tell; 0 withholds nothing.
  package private(set) var smallestGroup = 0

  init(group: String?, scope: SeriesScope, span: PeriodSpan, _ members: Members) {
    self.group = group
    self.scope = scope
    self.span = span
    pooled = members.pooled.total
    ratios = members.ratios.histogram
    patients = ratios.count + members.nothingDue
    nothingDue = members.nothingDue
    reaching = members.reaching
  }

  /// The task's id; `nil` for any sum of tasks.
  public var task: String? { scope.task }

  /// The mean of the patients' ratios; `nil` without any.
  public var mean: Double? { ratios.mean }

  /// The share of the patients with a ratio whose ratio reaches the cohort's threshold.
  public var reachingShare: Double? {
    ratios.isEmpty ? nil : Double(reaching) / Double(ratios.count)
  }

  /// A quantile of the patients' ratios by linear interpolation; `nil` without any.
  ///
  /// It is type 7 of Hyndman and Fan (1996), the default of R and NumPy.
  ///
  /// - Parameter share: 0 for the least, 0.5 for the median, 1 for the greatest.
  /// - Returns: The quantile, from 0 to 1; `nil` also where too few patients lie on one of its sides.
  public func quantile(_ share: Double) -> Double? {
    ratios.quantile(share, smallestGroup: smallestGroup)
  }

  /// Whether some of the row's patients are too few to tell of.
  package func isSmall(_ patients: Int) -> Bool { 0 < patients && patients < smallestGroup }
}

extension CohortRow {
  /// The row as it tells of no group of fewer than some patients.
  fileprivate func withheld(_ isWithheld: Bool, smallestGroup: Int) -> CohortRow {
    var row =
      isWithheld ? CohortRow(group: group, scope: scope, span: span, Members()) : self
    (row.isWithheld, row.smallestGroup) = (isWithheld, smallestGroup)
    return row
  }
}

extension [CohortRow] {
  /// The rows of which those say nothing that tell of fewer than some patients, or by which such could be
  /// computed.
  func withholding(groupsSmallerThan smallest: Int) -> [CohortRow] {
    var series = Places<SeriesScope>()
    let groups = SmallGroups(
      map { row in
        SmallGroups.Row(
          group: row.group, series: series.place(of: row.scope, near: 0), period: row.span.number,
          isOfTask: row.task != nil, isTotal: row.scope == .total,
          patients: [row.patients, row.patients - row.nothingDue])
      }, smallest: smallest)
    return enumerated().map { place, row in
      row.withheld(groups.withheld.contains(place), smallestGroup: smallest)
    }
  }
}

extension RatioHistogram {
  /// A quantile on each side of which there are as many as a group has at least.
  func quantile(_ share: Double, smallestGroup: Int) -> Double? {
    guard Double(count) * Swift.min(share, 1 - share) >= Double(smallestGroup) else { return nil }
    return quantile(share)
  }
}
