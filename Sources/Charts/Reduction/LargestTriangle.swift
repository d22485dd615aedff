/// Line simplification that preserves shape: largest triangle three buckets.
///
/// The points are divided into as many buckets as points may be kept. Of each bucket, the point is
/// kept that makes the largest triangle with the previously kept one and the mean of the next
/// bucket, so that peaks and troughs survive. (S. Steinarsson, *Downsampling Time Series for Visual
/// Representation*, University of Iceland 2013.)
enum LargestTriangle {
  /// Returns the indices of the points to keep, in order.
  ///
  /// The first and the last point are kept, and for each gap the points on both sides and one
  /// missing point, so that the line remains broken there. If the gaps alone would take more than
  /// half of the limit, the shortest ones are closed. Of equal triangles the first is kept.
  ///
  ///     LargestTriangle.kept(x: [0, 1, 2, 3, 4], y: [0, 0, 9, 0, 0], limit: 3)  // [0, 2, 4]
  ///
  /// - Parameters:
  ///   - x: The horizontal positions, ascending.
  ///   - y: The values; `nil` if missing.
  ///   - limit: The maximum number of points kept, at least 2.
  /// - Returns: Indices into `x`; all of them if there are no more than `limit`.
  /// - Precondition: `x` and `y` have the same length, and `limit` is at least 2.
  /// - Complexity: O(*n* + *g* log *g*) for *n* points and *g* gaps.
  static func kept(x: [Double], y: [Double?], limit: Int) -> [Int] {
    precondition(x.count == y.count, "\(x.count) places for \(y.count) heights")
    precondition(limit >= 2, "a line needs two points, not \(limit)")
    if x.count <= limit { return Array(x.indices) }
    let gaps = keptGaps(Gaps.find(in: y), limit)
    let anchors = anchors(around: gaps, count: x.count)
    return fill(between: anchors, x, y, limit)
  }

  /// Returns the gaps to keep, in order; each takes three points.
  private static func keptGaps(_ gaps: [Range<Int>], _ limit: Int) -> [Range<Int>] {
    let most = (limit - 2) / 6
    if gaps.count <= most { return gaps }
    let longest = gaps.sorted { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
    return longest.prefix(most).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Returns the points that are always kept, in order.
  private static func anchors(around gaps: [Range<Int>], count: Int) -> [Int] {
    var anchors = [0]
    for place in gaps.flatMap({ [$0.lowerBound - 1, $0.lowerBound, $0.upperBound] })
    where place > anchors[anchors.count - 1] && place < count { anchors.append(place) }
    if anchors[anchors.count - 1] < count - 1 { anchors.append(count - 1) }
    return anchors
  }

  /// Adds the best points between the anchors, each section its share.
  private static func fill(between anchors: [Int], _ x: [Double], _ y: [Double?], _ limit: Int)
    -> [Int]
  {
    let stretches = zip(anchors, anchors.dropFirst()).map { AnchorInterval(from: $0, to: $1, y) }
    let total = stretches.reduce(0) { $0 + $1.places.count }
    let room = min(limit - anchors.count, total)
    var (kept, before, given) = ([anchors[0]], 0, 0)
    for (stretch, end) in zip(stretches, anchors.dropFirst()) {
      before += stretch.places.count
      let share = total == 0 ? 0 : before * room / total - given
      given += share
      stretch.append(share, x, y, to: &kept)
      kept.append(end)
    }
    return kept
  }
}

/// The ranges of missing values of a line.
enum Gaps {
  static func find(in y: [Double?]) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var start: Int?
    for place in y.indices {
      if y[place] == nil {
        start = start ?? place
      } else if let first = start {
        gaps.append(first..<place)
        start = nil
      }
    }
    if let start { gaps.append(start..<y.count) }
    return gaps
  }
}

/// The points between two kept ones.
private struct AnchorInterval {
  let start: Int
  let end: Int
  /// The indices of points that are not missing.
  let places: [Int]

  init(from start: Int, to end: Int, _ y: [Double?]) {
    (self.start, self.end) = (start, end)
    places = (start + 1..<max(end, start + 1)).filter { y[$0] != nil }
  }

  /// Appends the best points up to a count.
  func append(_ count: Int, _ x: [Double], _ y: [Double?], to kept: inout [Int]) {
    var last = start
    for bucket in 0..<count {
      let next = mean(of: range(bucket + 1, count), x, y)
      last = best(in: range(bucket, count), from: last, to: next, x, y)
      kept.append(last)
    }
  }

  /// Returns the points of a bucket; empty after the last.
  private func range(_ bucket: Int, _ count: Int) -> Range<Int> {
    bucket == count
      ? 0..<0 : bucket * places.count / count..<(bucket + 1) * places.count / count
  }

  /// Returns the mean of a bucket, or the end point if it is empty.
  private func mean(of range: Range<Int>, _ x: [Double], _ y: [Double?]) -> (x: Double, y: Double) {
    if range.isEmpty { return (x[end], y[end] ?? 0) }
    var (sumX, sumY) = (0.0, 0.0)
    for place in places[range] {
      sumX += x[place]
      sumY += y[place] ?? 0
    }
    return (sumX / Double(range.count), sumY / Double(range.count))
  }

  private func best(
    in range: Range<Int>, from last: Int, to next: (x: Double, y: Double), _ x: [Double],
    _ y: [Double?]
  ) -> Int {
    let (fromX, fromY) = (x[last], y[last] ?? 0)
    var (best, largest) = (places[range.lowerBound], -1.0)
    for place in places[range] {
      let area = abs(
        (fromX - next.x) * ((y[place] ?? 0) - fromY) - (fromX - x[place]) * (next.y - fromY))
      if area > largest { (best, largest) = (place, area) }
    }
    return best
  }
}
