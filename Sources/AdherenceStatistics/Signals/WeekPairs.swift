/// What all pairs of weeks say of a trend.
///
/// Safe: there is room for a slope each pair, and positions are as many as ratios, ascending from 0.
struct WeekPairs {
  /// The median of their slopes.
  let medianSlope: Double
  let mannKendall: MannKendall
  let tauB: Estimate<Double>

  /// Compares weeks at rising positions.
  init(_ ratios: [Double], at positions: [Int32], scratch: SignalScratch) {
    let count = ratios.count
    precondition(count == positions.count, "\(count) weeks at \(positions.count) positions")
    let pairs = count * (count - 1) / 2
    SignalScratch.lengthen(&scratch.numbers, to: pairs, with: 0)
    var counts = Counts()
    medianSlope = scratch.numbers.withUnsafeMutableBufferPointer { numbers in
      let slopes = UnsafeMutableBufferPointer(rebasing: numbers[..<pairs])
      ratios.withUnsafeBufferPointer { ratios in
        positions.withUnsafeBufferPointer { counts.compare(ratios, at: $0, slopes: slopes) }
      }
      return Quickselect.median(slopes)
    }
    let s = counts.rising - counts.falling
    mannKendall = MannKendall(s: s, count: count, ties: counts.tieSum)
    let untied = Double(pairs - counts.tiedPairs)
    let tau = Double(s) / (Double(pairs) * untied).squareRoot()
    tauB = untied > 0 ? .value(max(-1, min(1, tau))) : .missing(.noVariation)
  }

  /// Pairs, counted.
  private struct Counts {
    var rising = 0
    var falling = 0
    var tiedPairs = 0
    /// Σ t(t − 1)(2t + 5) over the groups of equal weeks.
    var tieSum = 0

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

    /// Adds what a week has in common with those before it.
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
