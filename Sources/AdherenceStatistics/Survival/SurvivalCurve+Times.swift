import Scheduling

/// What is read off a survival curve.
extension SurvivalCurve {
  /// The share without the event after a time; 1 before the first.
  ///
  /// - Returns: The share; missing where nobody is followed, and where all follow-ups end before the time and the
  ///   curve is not at 0.
  /// - Complexity: O(log *n*).
  public func survival(at time: Double) -> Estimate<Double> {
    guard count > 0 else { return .missing(.tooFew) }
    if let last = steps.last, last.time < time, last.survival > 0 { return .missing(.notReached) }
    let place = position(after: time)
    return .value(place == 0 ? 1 : steps[place - 1].survival)
  }

  /// The interval of the share at a time: that of the last step up to it.
  ///
  /// - Returns: The interval; missing where the share is, and before the first step.
  /// - Complexity: O(log *n*).
  func interval(at time: Double) -> Estimate<Interval> {
    survival(at: time).flatMap { _ in
      let place = position(after: time)
      return place == 0 ? .missing(.noVariation) : .value(steps[place - 1].interval)
    }
  }

  /// How many are followed until a time or longer, of those who have entered before it.
  ///
  /// - Complexity: O(log *n*).
  public func atRisk(at time: Double) -> Int {
    let place = position { $0.time >= time }
    guard place < steps.count else { return 0 }
    // Until the next step nobody leaves, but somebody may enter.
    return steps[place].atRisk + entering(from: steps[place].time) - entering(from: time)
  }

  /// The median: the first time at which the curve is at one half or below.
  public var median: SurvivalTime { time(reaching: 0.5) }

  /// The first time at which the curve is at a share or below.
  ///
  /// Its limits are the first times at which the limits of the curve are (Brookmeyer and Crowley
  /// 1982, with the interval of ln(-ln *S*)).
  ///
  /// - Parameter share: The share without the event: 0.75 for the time to a quarter of the events.
  /// - Returns: The time and its limits; each is missing where the curve ends before.
  /// - Complexity: O(*n*).
  public func time(reaching share: Double) -> SurvivalTime {
    // A product of fractions may miss a half by its rounding.
    let bound = share + 1e-12
    return SurvivalTime(
      time: first { $0.survival <= bound }, lower: first { $0.interval.lower <= bound },
      upper: first { $0.interval.upper <= bound })
  }

  /// How many enter at a time or later.
  private func entering(from time: Double) -> Int {
    entries.count - entries.partitionPoint { $0 < time }
  }

  private func first(where isReached: (SurvivalStep) -> Bool) -> Estimate<Double> {
    guard count > 0 else { return .missing(.tooFew) }
    return steps.first(where: isReached).map { .value($0.time) } ?? .missing(.notReached)
  }

  private func position(after time: Double) -> Int { position { $0.time > time } }

  /// The first step for which a condition holds that holds for all after it too.
  private func position(where holds: (SurvivalStep) -> Bool) -> Int {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(steps[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
