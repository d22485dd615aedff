package import AdherenceAnalytics
import AdherenceStatistics

/// The adherence of a task, a group or all tasks in two date ranges.
package struct ComparedAdherence: Sendable {
  /// The id of the task; `nil` for all tasks.
  package let task: String?
  /// The patient group; `nil` for one patient and for the whole cohort.
  package let group: String?
  /// The display name of the task.
  package let title: String
  /// The summed counts of the earlier range.
  package private(set) var before = Adherence()
  /// The summed counts of the later range.
  package private(set) var after = Adherence()
  /// The ratios of patients with both.
  private var pairs: [RatioPair] = []
  /// The means over the patients with a ratio in the respective range.
  private var means = (before: MeanRatio(), after: MeanRatio())
  /// The number of patients; `nil` for a comparison of one patient.
  private var patients: Int?

  /// The ratios of a patient.
  private struct RatioPair: Hashable {
    var before: Double
    var after: Double
  }

  /// A running mean of ratios.
  private struct MeanRatio {
    var (sum, count) = (0.0, 0)

    mutating func add(_ ratio: Double?) {
      guard let ratio else { return }
      (sum, count) = (sum + ratio, count + 1)
    }

    var value: Double? { count == 0 ? nil : sum / Double(count) }
  }

  /// Compares the counts of one patient.
  package init(task: String?, title: String, before: Adherence, after: Adherence) {
    (self.task, group, self.title) = (task, nil, title)
    (self.before, self.after) = (before, after)
  }

  /// Compares patients, who are added one by one.
  package init(cohort task: String?, group: String? = nil, title: String) {
    (self.task, self.group, self.title, patients) = (task, group, title, 0)
  }

  package mutating func add(before: Adherence, after: Adherence, _ numerator: Numerator) {
    self.before.merge(before)
    self.after.merge(after)
    patients = (patients ?? 0) + 1
    let ratios = (before.ratio(numerator), after.ratio(numerator))
    means.before.add(ratios.0)
    means.after.add(ratios.1)
    if let first = ratios.0, let second = ratios.1 {
      pairs.append(RatioPair(before: first, after: second))
    }
  }
}

/// The comparison of two date ranges.
struct RatioComparison {
  /// The ratios: of one patient, or the means of the patients with both; if there are none, of
  /// those with one.
  var before, after: Double?
  /// The later ratio minus the earlier one.
  var difference: Double?
  /// The interval of the mean of the patients' differences; `nil` for one patient, whose doses are
  /// not independent.
  var interval: Interval?
  /// The number of patients with both; `nil` for one patient.
  var pairs: Int?
}

extension ComparedAdherence {
  /// Returns the ratios and their difference.
  func ratios(_ numerator: Numerator, level: Double) -> RatioComparison {
    guard patients != nil else { return ofOnePatient(numerator) }
    let differences = pairs.map { $0.after - $0.before }
    func mean(_ values: [Double]) -> Double? {
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    return RatioComparison(
      before: mean(pairs.map(\.before)) ?? means.before.value,
      after: mean(pairs.map(\.after)) ?? means.after.value,
      difference: mean(differences),
      interval: Interval.mean(of: differences, level: level).value, pairs: pairs.count)
  }

  private func ofOnePatient(_ numerator: Numerator) -> RatioComparison {
    let (first, second) = (before.ratio(numerator), after.ratio(numerator))
    var ratios = RatioComparison(before: first, after: second)
    if let first, let second { ratios.difference = second - first }
    return ratios
  }

  /// Whether nothing was due in either range.
  var isEmpty: Bool { before.dueWithQuotas == 0 && after.dueWithQuotas == 0 }
}
