public import Scheduling

/// How an outcome is measured against the targets of its occurrence.
///
/// An outcome that says skipped or declined earns nothing under any of them. One whose values are all the
/// Boolean `false` states that nothing was done, and earns only what a target gives for `false`.
///
///     let drunk = [OutcomeValue(.number(500), units: "mL"), OutcomeValue(.number(400), units: "mL")]
///     let aim = [ScheduleElement.Target(1500, units: "mL")]
///     print(Scoring.summed.progress(of: drunk, against: aim))  // 0.6
///     print(Scoring.recorded.progress(of: drunk, against: aim))  // 1.0
public enum Scoring: Hashable, Sendable {
  /// Full marks for any outcome, unless its values are all `false` and no target asks for `false`.
  case recorded
  /// The sum of the values as a share of the sum of the targets, at most one.
  ///
  /// Without targets any sum above 0 will do, and targets that add up to 0 ask for an outcome alone.
  /// Where no target is `atLeast`, the sum has a limit too, and nothing is earned above it.
  case summed
  /// Full marks where every target is met by a value of its kind, none otherwise.
  ///
  /// Targets and values without a kind meet by position.
  case reached
  /// The share of the targets that are met; without any, full marks for a value.
  case fractionReached
  /// The number of values as a share of the number of targets, at most one; without targets one value
  /// is asked for.
  case fractionRecorded
  /// The share of the readings that are in range: each value held against the target that it is for.
  ///
  /// Unlike under ``reached``, every reading counts, as under ``summed``, and not the one that fits.
  case fractionInRange
  /// By a function of the caller's.
  case custom(CustomScoring)

  /// The progress of an outcome that exists and is not a refusal.
  ///
  ///     print(Scoring.summed.progress(of: [OutcomeValue(.number(6))], against: [.init(8)]))
  ///     // 0.75
  ///
  /// Within one part in 10⁹ of a target counts as reaching it, so that ten times 0.1 completes 1.0.
  ///
  /// - Parameters:
  ///   - values: What was recorded, in order.
  ///   - targets: What the occurrence asks for.
  ///   - conversions: What amounts in other units than those of the targets are converted by.
  /// - Returns: 0 to 1.
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

  /// Whether values that are all `false` are measured by the targets; else they earn nothing.
  func measuresDenials(against targets: [ScheduleElement.Target]) -> Bool {
    switch self {
    case .recorded: targets.contains(where: \.asksForFalse)
    case .summed, .reached, .fractionReached, .fractionRecorded, .fractionInRange: !targets.isEmpty
    case .custom: true
    }
  }

  /// Whether the sums of an outcome do not tell its progress, so that its values are needed.
  var needsValues: Bool {
    switch self {
    case .recorded, .summed: false
    case .reached, .fractionReached, .fractionRecorded, .fractionInRange, .custom: true
    }
  }

  /// Whether all events in the time of an occurrence are of its outcome, and not the one alone that is
  /// matched with it.
  var joinsEvents: Bool { self == .summed || self == .fractionInRange }

  /// Whether the amounts of several events can make up one dose: not where values are looked at one by one.
  var addsAmounts: Bool { self == .recorded || self == .summed }
}

/// A scoring of the caller's own, known by its name.
///
///     let most = CustomScoring("greatest value") { values, _ in values.map(\.amount).max() ?? 0 }
///     print(Scoring.custom(most).progress(of: [OutcomeValue(.number(0.5))], against: []))  // 0.5
public struct CustomScoring: Sendable {
  /// What reports call it; two scorings of one name are taken for the same.
  public let name: String
  /// The progress of an outcome that exists and is not a refusal, from its values and the targets.
  ///
  /// Results outside 0 to 1 count as the nearer of the two, and NaN as 0.
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
  /// Says whether two have one name, as functions cannot be compared.
  public static func == (a: CustomScoring, b: CustomScoring) -> Bool { a.name == b.name }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Scoring: CaseIterable, RawRepresentable {
  /// Those that have a name of their own: all but the custom ones.
  public static let allCases: [Scoring] = [
    .recorded, .summed, .reached, .fractionReached, .fractionRecorded, .fractionInRange,
  ]

  /// Finds a scoring by its name; custom ones cannot be found.
  public init?(rawValue: String) {
    guard let scoring = Scoring.allCases.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = scoring
  }

  /// The name in reports and options, which differs for all that are not equal.
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
