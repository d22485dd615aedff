public import Scheduling

/// How an outcome is scored against the targets of its occurrence.
///
/// A skipped or declined outcome scores 0. An outcome whose values are all the Boolean `false` states that
/// nothing was done, and is credited only by targets that accept `false`.
///
///     let drunk = [OutcomeValue(.number(500), units: "mL"), OutcomeValue(.number(400), units: "mL")]
///     let aim = [ScheduleElement.Target(1500, units: "mL")]
///     print(Scoring.summed.progress(of: drunk, against: aim))  // 0.6
///     print(Scoring.recorded.progress(of: drunk, against: aim))  // 1.0
public enum Scoring: Hashable, Sendable {
  /// 1 for any outcome, unless its values are all `false` and no target accepts `false`.
  case recorded
  /// The sum of the values as a share of the sum of the targets, at most 1.
  ///
  /// Without targets any sum above 0 suffices, and targets with a sum of 0 require only an outcome. If no
  /// target is `atLeast`, the sum has a limit too, above which the score is 0.
  case summed
  /// 1 if every target is met by a value of its kind, otherwise 0.
  ///
  /// Targets and values without a kind are paired by position.
  case reached
  /// The share of the targets that are met; without targets, 1 for any value.
  case fractionReached
  /// The number of values as a share of the number of targets, at most 1; without targets one value is
  /// required.
  case fractionRecorded
  /// The share of the readings that are in range: each value is compared with its target.
  ///
  /// Unlike in ``reached``, every reading counts, as in ``summed``, and not only the best one.
  case fractionInRange
  /// A function of the caller.
  case custom(CustomScoring)

  /// Returns the progress of an outcome that exists and is not a refusal.
  ///
  ///     print(Scoring.summed.progress(of: [OutcomeValue(.number(6))], against: [.init(8)]))
  ///     // 0.75
  ///
  /// A relative tolerance of 10⁻⁹ applies, so that ten times 0.1 reaches 1.0.
  public func progress(
    of values: [OutcomeValue], against targets: [ScheduleElement.Target],
    converting conversions: UnitConversions = .standard
  ) -> Double {
    if values.areDenial, !measuresDenials(against: targets) { return 0 }
    let values = targets.converting(values, by: conversions)
    switch self {
    case .recorded: return 1
    case .summed: return ScoredSums(of: values, against: targets).progress
    case .reached: return targets.met(by: values) == targets.count ? 1 : 0
    case .fractionReached:
      if targets.isEmpty { return values.isEmpty ? 0 : 1 }
      return Double(targets.met(by: values)) / Double(targets.count)
    case .fractionRecorded:
      let credited = values.count { $0.isCredited(by: targets) }
      return min(1, Double(credited) / Double(max(1, targets.count)))
    case .fractionInRange: return targets.inRange(values)
    case .custom(let scoring): return scoring.clamped(values, targets)
    }
  }

  /// Returns whether values that are all `false` are scored against the targets; otherwise they score 0.
  func measuresDenials(against targets: [ScheduleElement.Target]) -> Bool {
    switch self {
    case .recorded: targets.contains(where: \.asksForFalse)
    case .summed, .reached, .fractionReached, .fractionRecorded, .fractionInRange: !targets.isEmpty
    case .custom: true
    }
  }

  /// Whether the progress depends on the individual values, not only on their sums.
  var needsValues: Bool {
    switch self {
    case .recorded, .summed: false
    case .reached, .fractionReached, .fractionRecorded, .fractionInRange, .custom: true
    }
  }

  /// Whether all events in the time of an occurrence belong to its outcome, and not only the one matched with
  /// it.
  var joinsEvents: Bool { self == .summed || self == .fractionInRange }

  /// Whether the amounts of several events can make up one dose; not if values are scored individually.
  var addsAmounts: Bool { self == .recorded || self == .summed }
}

/// A custom scoring, identified by its name.
///
///     let most = CustomScoring("greatest value") { values, _ in values.map(\.amount).max() ?? 0 }
///     print(Scoring.custom(most).progress(of: [OutcomeValue(.number(0.5))], against: []))  // 0.5
public struct CustomScoring: Sendable {
  /// The name in reports; scorings with the same name compare equal.
  public let name: String
  /// Returns the progress of an outcome that exists and is not a refusal, from its values and the targets.
  ///
  /// Results are clamped to 0 to 1, and NaN counts as 0.
  public let progress: @Sendable ([OutcomeValue], [ScheduleElement.Target]) -> Double

  /// Creates a scoring.
  public init(
    _ name: String,
    progress: @escaping @Sendable ([OutcomeValue], [ScheduleElement.Target]) -> Double
  ) {
    self.name = name
    self.progress = progress
  }

  fileprivate func clamped(_ values: [OutcomeValue], _ targets: [ScheduleElement.Target])
    -> Double
  {
    let progress = progress(values, targets)
    return progress.isNaN ? 0 : min(1, max(0, progress))
  }
}

extension CustomScoring: Hashable {
  /// Compares the names, as functions cannot be compared.
  public static func == (a: CustomScoring, b: CustomScoring) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Scoring: CaseIterable, RawRepresentable {
  /// The scorings with a name: all except custom ones.
  public static let allCases: [Scoring] = [
    .recorded, .summed, .reached, .fractionReached, .fractionRecorded, .fractionInRange,
  ]

  /// Creates a scoring from its name; custom ones cannot be created.
  public init?(rawValue: String) {
    guard let scoring = Scoring.allCases.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = scoring
  }

  /// The name in reports and options, unique for each scoring.
  public var rawValue: String {
    switch self {
    case .recorded: "recorded"
    case .summed: "summed"
    case .reached: "reached"
    case .fractionReached: "fractionReached"
    case .fractionRecorded: "fractionRecorded"
    case .fractionInRange: "fractionInRange"
    case .custom(let scoring): "custom: \(scoring.name)"
    }
  }
}
