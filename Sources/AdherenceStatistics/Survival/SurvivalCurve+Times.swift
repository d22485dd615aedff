import Scheduling

/// Values read from a survival curve.
extension SurvivalCurve {
  /// Returns the survival at a time; 1 before the first step.
  ///
  /// - Returns: The share; missing without follow-ups, or if all follow-ups end before the time and
  ///   the curve has not reached 0.
  /// - Complexity: O(log *n*).
  public func survival(at time: Double) -> Estimate<Double> {
    guard count > 0 else { return .missing(.tooFew) }
    if let last = steps.last, last.time < time, last.survival > 0 { return .missing(.notReached) }
    let place = position(after: time)
    return .value(place == 0 ? 1 : steps[place - 1].survival)
  }

  /// Returns the interval at a time: that of the last step up to it.
  ///
  /// - Returns: The interval; missing if the survival is, and before the first step.
  /// - Complexity: O(log *n*).
  func interval(at time: Double) -> Estimate<Interval> {
    survival(at: time).flatMap { _ in
      let place = position(after: time)
      return place == 0 ? .missing(.noVariation) : .value(steps[place - 1].interval)
    }
  }

  /// Returns the number at risk: followed at least until a time, and entered before it.
  ///
  /// - Complexity: O(log *n*).
  public func atRisk(at time: Double) -> Int {
    let place = position { $0.time >= time }
    guard place < steps.count else { return 0 }
    // Until the next step there are no exits, but there may be entries.
    return steps[place].atRisk + entering(from: steps[place].time) - entering(from: time)
  }

  /// The median: the first time at which the curve is at or below one half.
  public var median: SurvivalTime { time(reaching: 0.5) }

  /// Returns the first time at which the curve is at or below a share.
  ///
  /// Its limits are the first times at which the limits of the curve are (Brookmeyer and Crowley
  /// 1982, with the interval of ln(-ln *S*)).
  ///
  /// - Parameter share: The share without the event: 0.75 for the time to a quarter of the events.
  /// - Returns: The time and its limits; each is missing if the curve ends before.
  /// - Complexity: O(*n*).
  public func time(reaching share: Double) -> SurvivalTime {
    // The product of fractions may miss one half by rounding.
    let bound = share + 1e-12
    return SurvivalTime(
      time: first { $0.survival <= bound }, lower: first { $0.interval.lower <= bound },
      upper: first { $0.interval.upper <= bound })
  }

  /// Returns the number of entries at or after a time.
  private func entering(from time: Double) -> Int {
    entries.count - entries.partitionPoint { $0 < time }
  }

  private func first(where isReached: (SurvivalStep) -> Bool) -> Estimate<Double> {
    guard count > 0 else { return .missing(.tooFew) }
    return steps.first(where: isReached).map { .value($0.time) } ?? .missing(.notReached)
  }

  private func position(after time: Double) -> Int { position { $0.time > time } }

  /// Returns the first step that meets a monotonic condition.
  private func position(where holds: (SurvivalStep) -> Bool) -> Int {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(steps[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
