extension Adherence {
  /// The share of those due that were done; `nil` where nothing was due.
  public var ratio: Double? { ratio(.done) }

  /// Returns the share of those due that a numerator counts; `nil` if nothing was due.
  ///
  /// Quotas are included in the amount due, and their credited uses count for every numerator.
  public func ratio(_ numerator: Numerator) -> Double? {
    let due = dueWithQuotas
    return due == 0 ? nil : amount(numerator) / due
  }

  /// The number of occurrences due, plus the amount due by quotas.
  package var dueWithQuotas: Double { Double(due) + quota.required }

  /// The occurrences done, and the credited uses of quotas.
  package var doneWithQuotas: Double { Double(done) + quota.credited }

  /// The missed occurrences, and the missing uses of quotas in periods that are over.
  package var missedWithQuotas: Double { Double(missed) + quota.missed }

  /// The declined occurrences in the denominator, and the refused uses of quotas.
  package var declinedWithQuotas: Double { Double(declined) + quota.declined }

  /// The outstanding occurrences, and the missing uses of quotas in periods that are not over.
  package var outstandingWithQuotas: Double { Double(outstanding) + quota.outstanding }

  /// Returns the amount that a numerator counts of those due.
  package func amount(_ numerator: Numerator) -> Double {
    (count(numerator).map(Double.init) ?? progress) + quota.credited
  }

  /// Returns the count of a numerator; `nil` for one that is not a count.
  private func count(_ numerator: Numerator) -> Int? {
    switch numerator {
    case .done: done
    case .inWindow: timings.inWindow
    case .progress: nil
    }
  }

  /// Returns the ratio in per cent, rounded half up; `nil` if nothing was due.
  ///
  /// Counts are rounded in integer arithmetic, so that 1 of 8 without decimals is 13 on every machine; shares
  /// of quotas are not counts.
  ///
  /// - Parameters:
  ///   - decimals: The number of decimals, 0 to 9.
  ///   - numerator: The numerator of the ratio.
  /// - Returns: The nearest number with that many decimals, such as 66.7.
  package func percent(decimals: Int = 0, _ numerator: Numerator = .done) -> Double? {
    guard let ratio = ratio(numerator) else { return nil }
    let scale = (0..<min(max(decimals, 0), 9)).reduce(1) { scale, _ in scale * 10 }
    guard let count = count(numerator), quota.required == 0 else {
      return (ratio * Double(100 * scale)).rounded() / Double(scale)
    }
    // Adding half the divisor rounds the quotient instead of truncating it.
    let scaled = count.multipliedFullWidth(by: 200 * scale)
    let (low, carries) = scaled.low.addingReportingOverflow(due.magnitude)
    let (quotient, _) = (2 * due.magnitude).dividingFullWidth(
      (UInt(bitPattern: scaled.high) + (carries ? 1 : 0), low))
    return Double(quotient) / Double(scale)
  }

  /// Returns whether a numerator reaches a share of those due.
  ///
  /// Counts are compared as integers. Progress and shares of quotas are sums of fractions, with a relative
  /// tolerance of 10⁻⁹.
  ///
  /// - Parameters:
  ///   - share: The share, as `Share(4, of: 5)`.
  ///   - numerator: The numerator of the ratio.
  /// - Returns: Whether it is reached; always if nothing is due.
  public func reaches(_ share: Share, _ numerator: Numerator = .done) -> Bool {
    if let count = count(numerator), quota.required == 0 {
      return share.isReached(by: count, of: due)
    }
    return amount(numerator) * Double(share.whole)
      >= Double(share.part) * dueWithQuotas * (1 - 1e-9)
  }
}
