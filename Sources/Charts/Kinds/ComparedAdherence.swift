package import AdherenceAnalytics
import AdherenceStatistics

/// A task, a group, or all tasks together, in two stretches of days.
package struct ComparedAdherence: Sendable {
  /// The id of the task; `nil` of all together.
  package let task: String?
  /// The patient group; `nil` of one patient, and of the whole cohort.
  package let group: String?
  /// What people call the task.
  package let title: String
  /// The counts of the earlier days, of all patients together.
  package private(set) var before = Adherence()
  /// The same of the later days.
  package private(set) var after = Adherence()
  /// The ratios of the patients who have both.
  private var pairs: [RatioPair] = []
  /// The ratios of the patients who have one of them, whether or not they have the other.
  private var means = (before: MeanRatio(), after: MeanRatio())
  /// How many patients there are; `nil` of one alone.
  private var patients: Int?

  /// The ratios of a patient.
  private struct RatioPair: Hashable {
    var before: Double
    var after: Double
  }

  /// A mean of ratios that are added one by one.
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

  /// Adds a patient.
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

/// What two stretches of days come to beside each other.
struct RatioComparison {
  /// The ratios: of one patient, or the means of the patients who have both; where nobody has, of those who have
  /// one.
  var before, after: Double?
  /// The later ratio less the earlier one.
  var difference: Double?
  /// The interval of the mean of the patients' own differences; `nil` of one patient, whose doses depend on each
  /// other.
  var interval: Interval?
  /// How many patients have both; `nil` of one patient.
  var pairs: Int?
}

extension ComparedAdherence {
  /// Compares the ratios.
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

  /// Whether nothing was due at either time.
  var isEmpty: Bool { before.dueWithQuotas == 0 && after.dueWithQuotas == 0 }
}
