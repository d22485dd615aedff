extension Adherence {
  /// The share of those due that were done; `nil` where nothing was due.
  public var ratio: Double? { ratio(.done) }

  /// The share of those due that a numerator counts; `nil` where nothing was due.
  ///
  /// What quotas require is due too, and what was done of it counts for every numerator.
  public func ratio(_ numerator: Numerator) -> Double? {
    let due = dueWithQuotas
    return due == 0 ? nil : amount(numerator) / due
  }

  /// The occurrences due, and what quotas require.
  package var dueWithQuotas: Double { Double(due) + quota.required }

  /// The occurrences done, and the credited uses of quotas.
  package var doneWithQuotas: Double { Double(done) + quota.credited }

  /// The missed occurrences, and what quotas lack in periods that are over.
  package var missedWithQuotas: Double { Double(missed) + quota.missed }

  /// The declined occurrences in the denominator, and what of quotas was refused.
  package var declinedWithQuotas: Double { Double(declined) + quota.declined }

  /// The outstanding occurrences, and what quotas lack in periods that are not over.
  package var outstandingWithQuotas: Double { Double(outstanding) + quota.outstanding }

  /// What a numerator counts of those due.
  package func amount(_ numerator: Numerator) -> Double {
    (count(numerator).map(Double.init) ?? progress) + quota.credited
  }

  /// The count behind a numerator; `nil` for one that is no count.
  private func count(_ numerator: Numerator) -> Int? {
    switch numerator {
    case .done: done
    case .inWindow: timings.inWindow
    case .progress: nil
    }
  }

  /// The ratio in per cent, rounded half up; `nil` where nothing was due.
  ///
  /// Counts are rounded as integers, so that 1 of 8 with no decimals is 13 on every machine; shares of
  /// quotas are no counts.
  ///
  /// - Parameters:
  ///   - decimals: The digits behind the point, 0 to 9.
  ///   - numerator: What is counted.
  /// - Returns: The number that is nearest to those digits, such as 66.7.
  package func percent(decimals: Int = 0, _ numerator: Numerator = .done) -> Double? {
    guard let ratio = ratio(numerator) else { return nil }
    let scale = (0..<min(max(decimals, 0), 9)).reduce(1) { scale, _ in scale * 10 }
    guard let count = count(numerator), quota.required == 0 else {
      return (ratio * Double(100 * scale)).rounded() / Double(scale)
    }
    // Twice the value plus one half of the divisor, so that the quotient is rounded and not cut.
    let scaled = count.multipliedFullWidth(by: 200 * scale)
    let (low, carries) = scaled.low.addingReportingOverflow(due.magnitude)
    let (quotient, _) = (2 * due.magnitude).dividingFullWidth(
      (UInt(bitPattern: scaled.high) + (carries ? 1 : 0), low))
    return Double(quotient) / Double(scale)
  }

  /// Says whether a numerator reaches a share of those due.
  ///
  /// Counts are compared as integers. Progress and shares of quotas are sums of fractions, of which one
  /// part in 10⁹ is forgiven.
  ///
  /// - Parameters:
  ///   - share: The share, as `Share(4, of: 5)`.
  ///   - numerator: What is counted.
  /// - Returns: Whether it does; nothing due reaches every share.
  public func reaches(_ share: Share, _ numerator: Numerator = .done) -> Bool {
    if let count = count(numerator), quota.required == 0 {
      return share.isReached(by: count, of: due)
    }
    return amount(numerator) * Double(share.whole)
      >= Double(share.part) * dueWithQuotas * (1 - 1e-9)
  }
}
