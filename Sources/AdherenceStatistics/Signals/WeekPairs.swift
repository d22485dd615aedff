/// Trend statistics from all pairs of weeks.
///
/// Safe: there is room for a slope each pair, and positions are as many as ratios, ascending from 0.
struct WeekPairs {
  /// The median of their slopes.
  let medianSlope: Double
  /// The interval of the median slope.
  let interval: Estimate<Interval>
  let mannKendall: MannKendall
  let tauB: Estimate<Double>

  /// Compares weeks at ascending positions.
  init(_ ratios: [Double], at positions: [Int32], level: Double = 0.95, scratch: SignalScratch) {
    let count = ratios.count
    precondition(count == positions.count, "\(count) weeks at \(positions.count) positions")
    let pairs = count * (count - 1) / 2
    SignalScratch.lengthen(&scratch.numbers, to: pairs, with: 0)
    var counts = Counts()
    (medianSlope, mannKendall, interval) = scratch.numbers.withUnsafeMutableBufferPointer {
      let slopes = UnsafeMutableBufferPointer(rebasing: $0[..<pairs])
      ratios.withUnsafeBufferPointer { ratios in
        positions.withUnsafeBufferPointer { counts.compare(ratios, at: $0, slopes: slopes) }
      }
      let median = Quickselect.median(slopes)
      let variance = MannKendall.variance(of: count, ties: counts.tieSum)
      let test = MannKendall(
        s: counts.s, variance: variance,
        factor: AutocorrelationFactor.factor(of: ratios, at: positions, slope: median))
      let interval = test.factor.map {
        WeekPairs.interval(slopes, deviation: (variance * $0).squareRoot(), level: level)
      }
      return (median, test, interval)
    }
    let untied = Double(pairs - counts.tiedPairs)
    let tau = Double(counts.s) / (Double(pairs) * untied).squareRoot()
    tauB = untied > 0 ? .value(max(-1, min(1, tau))) : .missing(.noVariation)
  }

  /// Returns Sen's interval: slopes as far from the middle of all *N* as the test statistic may be
  /// from 0.
  private static func interval(
    _ slopes: UnsafeMutableBufferPointer<Double>, deviation: Double, level: Double
  ) -> Interval {
    let (count, width) = (Double(slopes.count), Normal.halfWidth(level: level) * deviation)
    let lower = Int(((count - width) / 2).rounded(.toNearestOrEven)) - 1
    let upper = Int(((count + width) / 2).rounded(.toNearestOrEven))
    return Interval(
      lower: Quickselect.select(max(0, lower), of: slopes),
      upper: Quickselect.select(min(slopes.count - 1, upper), of: slopes))
  }

  /// Counts of pairs.
  private struct Counts {
    var rising = 0
    var falling = 0
    var tiedPairs = 0
    /// Σ t(t − 1)(2t + 5) over the groups of equal weeks.
    var tieSum = 0

    /// The number of rising minus that of falling pairs.
    var s: Int { rising - falling }

    mutating func compare(
      _ ratios: UnsafeBufferPointer<Double>, at positions: UnsafeBufferPointer<Int32>,
      slopes: UnsafeMutableBufferPointer<Double>
    ) {
      var next = 0
      for later in 1..<ratios.count {
        let (ratio, position) = (ratios[later], positions[later])
        var (up, down) = (0, 0)
        for earlier in 0..<later {
          let rise = ratio - ratios[earlier]
          slopes[next + earlier] = rise / Double(position &- positions[earlier])
          up &+= rise > 0 ? 1 : 0
          down &+= rise < 0 ? 1 : 0
        }
        next += later
        add(up: up, down: down, equal: later - up - down)
      }
    }

    /// Adds the comparisons of a week with those before it.
    ///
    /// A group that grows from t to t + 1 weeks adds (t + 1)t(2t + 7) − t(t − 1)(2t + 5) = 6t² +
    /// 12t.
    private mutating func add(up: Int, down: Int, equal: Int) {
      rising += up
      falling += down
      tiedPairs += equal
      tieSum += 6 * equal * equal + 12 * equal
    }
  }
}
