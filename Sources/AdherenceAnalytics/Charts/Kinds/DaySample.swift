/// Which days of a long chart are drawn, and which points of them.
///
/// Whole days are kept or left out, so that no kind of point and no time of day is favoured: of misses as
/// large a share is kept as of everything else. The step is no multiple of a week, lest only Mondays remain.
struct DaySample {
  /// Every so manieth day is kept.
  private(set) var step = 1
  /// Of each kind on those days, every so manieth point is; mostly all.
  private(set) var stride = 1
  private let first: Int

  /// Finds the least step with which no more points are left than there is room for.
  ///
  /// - Parameters:
  ///   - dots: The points by kind.
  ///   - limit: The most points.
  init(_ dots: [[Chronology.Dot]], limit: Int) {
    precondition(limit > 0, "a chart has room for points, not for \(limit)")
    let days = dots.flatMap { [$0.first?.day, $0.last?.day] }.compactMap(\.self)
    first = days.min() ?? 0
    let total = dots.reduce(0) { $0 + $1.count }
    if total <= limit { return }
    var counts = [Int](repeating: 0, count: (days.max() ?? 0) - first + 1)
    for dot in dots.joined() { counts[dot.day - first] += 1 }
    let least = total.step(to: limit)
    step =
      (least...least * 2 + 1).first {
        !$0.isMultiple(of: 7) && DaySample.count(counts, every: $0) <= limit
      } ?? least
    // Where a few days have nearly all of the points.
    while kept(of: dots).reduce(0, { $0 + $1.count }) > limit { stride += 1 }
  }

  /// The points that are drawn, by kind.
  func kept(of dots: [[Chronology.Dot]]) -> [[Chronology.Dot]] {
    if step == 1, stride == 1 { return dots }
    return dots.map { dots in
      let days = dots.filter { ($0.day - first).isMultiple(of: step) }
      return Swift.stride(from: 0, to: days.count, by: stride).map { days[$0] }
    }
  }

  private static func count(_ counts: [Int], every step: Int) -> Int {
    Swift.stride(from: 0, to: counts.count, by: step).reduce(0) { $0 + counts[$1] }
  }
}
