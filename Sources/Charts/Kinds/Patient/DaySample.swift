/// A deterministic sample of the days of a long chart.
///
/// One in *k* consecutive days is kept completely, separately for days with and without missed
/// occurrences, so that both are thinned out equally and no time of day is favoured. The choice is
/// pseudorandom, so that it does not correlate with weekly patterns, and reproducible.
struct DaySample {
  /// Whether each day is drawn, from the first with points.
  private var isKept: [Bool]
  /// The stride of points per kind on those days; usually 1.
  private var stride = 1
  private let first: Int

  /// Finds the largest sample of days that respects the limit.
  ///
  /// - Parameters:
  ///   - dots: The points by kind, each in order.
  ///   - limit: The maximum number of points.
  init(_ dots: [[Chronology.EventDot]], limit: Int) {
    precondition(limit > 0, "a chart has room for points, not for \(limit)")
    let days = dots.flatMap { [$0.first?.day, $0.last?.day] }.compactMap(\.self)
    let first = days.min() ?? 0
    self.first = first
    isKept = Array(repeating: true, count: (days.max() ?? first) - first + 1)
    let total = dots.reduce(0) { $0 + $1.count }
    if total <= limit { return }
    var counts = isKept.map { _ in 0 }
    var hasMiss = isKept.map { _ in false }
    for dot in dots.joined() { counts[dot.day - first] += 1 }
    for miss in dots[EventKind.missed.rawValue] { hasMiss[miss.day - first] = true }
    let least = total.step(to: limit)
    for step in least...least * 2 + 1 {
      isKept = DaySample.days(counts, hasMiss, step)
      if counts.indices.reduce(0, { isKept[$1] ? $0 + counts[$1] : $0 }) <= limit { return }
    }
    // A few days may contain nearly all points.
    while kept(of: dots).reduce(0, { $0 + $1.count }) > limit { stride += 1 }
  }

  /// Returns the drawn points by kind.
  func kept(of dots: [[Chronology.EventDot]]) -> [[Chronology.EventDot]] {
    dots.map { dots in
      let days = dots.filter { isKept[$0.day - first] }
      if stride == 1 { return days }
      return Swift.stride(from: 0, to: days.count, by: stride).map { days[$0] }
    }
  }

  /// Returns the sample of every `step` days, separately with and without missed occurrences.
  private static func days(_ counts: [Int], _ hasMiss: [Bool], _ step: Int) -> [Bool] {
    var (withMiss, without) = (0, 0)
    return counts.indices.map { day in
      if counts[day] == 0 { return false }
      if hasMiss[day] { withMiss += 1 } else { without += 1 }
      return isChosen((hasMiss[day] ? withMiss : without) - 1, of: step)
    }
  }

  /// Returns whether the day at an index is the sampled one of its group.
  private static func isChosen(_ place: Int, of step: Int) -> Bool {
    let (turn, rest) = place.quotientAndRemainder(dividingBy: step)
    return rest == Int(mixed(UInt64(turn)) % UInt64(step))
  }

  /// Returns pseudorandom bits by SplitMix64 (Steele, Lea and Flood 2014).
  ///
  /// Safe: SplitMix64 adds and multiplies modulo 2⁶⁴.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var bits = (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
