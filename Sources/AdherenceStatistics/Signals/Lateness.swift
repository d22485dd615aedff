/// Statistics of the deviation of doses from their planned times, in minutes; early is negative.
///
/// Safe: differences are lent for the call, and counted.
package struct Lateness: Hashable, Sendable {
  /// The number of doses taken.
  package var count: Int
  /// The mean.
  package var mean: Double
  /// The standard deviation, with *n* − 1; missing for one dose.
  package var deviation: Estimate<Double>
  /// The median.
  package var median: Double
  /// The lower quartile (type 7).
  package var lowerQuartile: Double
  /// The upper quartile.
  package var upperQuartile: Double
  /// The mean absolute deviation.
  package var meanDistance: Double
  /// 1.4826 times the median distance from the median, which for normal data estimates the standard
  /// deviation.
  package var medianDeviation: Double
  /// The doses no further from their times than the tolerance.
  package var nearPlanned: Int

  /// Summarises the deviations of doses.
  ///
  /// - Parameters:
  ///   - seconds: The time of each dose taken minus its planned time.
  ///   - tolerance: The tolerance in seconds for a dose near its planned time.
  ///   - scratch: The worker's buffers.
  /// - Returns: The summary; missing without doses.
  /// - Complexity: O(*n* log *r*) for a difference *r* between the first and the last.
  package static func summary(
    of seconds: [Int64], nearPlanned tolerance: Int64 = 7200, scratch: SignalScratch
  ) -> Estimate<Lateness> {
    guard !seconds.isEmpty else { return .missing(.tooFew) }
    return seconds.withUnsafeBufferPointer { seconds in
      SortedSeconds.sorting(seconds, scratch: scratch) { sorted in
        .value(Lateness(seconds, sorted: sorted, tolerance: tolerance))
      }
    }
  }

  private init(_ seconds: UnsafeBufferPointer<Int64>, sorted: SortedSeconds, tolerance: Int64) {
    let number = Double(seconds.count)
    var (sum, distances, squares, nearPlanned) = (0.0, 0.0, 0.0, 0)
    for second in seconds {
      sum += Double(second)
      distances += Double(second).magnitude
      nearPlanned &+= second.magnitude <= tolerance.magnitude ? 1 : 0
    }
    let mean = sum / number
    for second in seconds { squares += (Double(second) - mean) * (Double(second) - mean) }
    count = seconds.count
    self.nearPlanned = nearPlanned
    self.mean = mean / 60
    meanDistance = distances / number / 60
    deviation =
      count > 1 ? .value((squares / (number - 1)).squareRoot() / 60) : .missing(.tooFew)
    median = sorted.quantile(0.5) / 60
    lowerQuartile = sorted.quantile(0.25) / 60
    upperQuartile = sorted.quantile(0.75) / 60
    medianDeviation = 1.4826 * sorted.medianDistance(from: sorted.quantile(0.5)) / 60
  }
}
