/// Leaves points of a line out so that its shape stays: largest triangle, three buckets.
///
/// The points are put into as many buckets as points may stay. Of each bucket the one stays that makes the
/// largest triangle with the one that stayed before it and the mean of the next bucket; peaks and troughs
/// survive. (S. Steinarsson, *Downsampling Time Series for Visual Representation*, University of Iceland
/// 2013.)
enum LargestTriangle {
  /// Returns the places of the points that stay, in order.
  ///
  /// The first and the last point stay, and of each gap the points on both sides and one that is
  /// missing, so that the line stays broken there. Only where the gaps alone would take more than half of
  /// the limit, the shortest are closed. What stays of equal triangles is the first.
  ///
  ///     LargestTriangle.kept(x: [0, 1, 2, 3, 4], y: [0, 0, 9, 0, 0], limit: 3)  // [0, 2, 4]
  ///
  /// - Parameters:
  ///   - x: Where the points are, in order.
  ///   - y: How high they are; `nil` where that is missing.
  ///   - limit: The most that stay, at least 2.
  /// - Returns: Places in `x`; all of them where no more than `limit` are there.
  /// - Precondition: `x` and `y` are of one length, and `limit` is at least 2.
  /// - Complexity: O(*n* + *g* log *g*) for *n* points and *g* gaps.
  static func kept(x: [Double], y: [Double?], limit: Int) -> [Int] {
    precondition(x.count == y.count, "\(x.count) places for \(y.count) heights")
    precondition(limit >= 2, "a line needs two points, not \(limit)")
    if x.count <= limit { return Array(x.indices) }
    let gaps = keptGaps(Gaps.find(in: y), limit)
    let anchors = anchors(around: gaps, count: x.count)
    return fill(between: anchors, x, y, limit)
  }

  /// The gaps for which there is room, in order: each takes three points.
  private static func keptGaps(_ gaps: [Range<Int>], _ limit: Int) -> [Range<Int>] {
    let most = (limit - 2) / 6
    if gaps.count <= most { return gaps }
    let longest = gaps.sorted { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
    return longest.prefix(most).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The points that stay in any case, in order.
  private static func anchors(around gaps: [Range<Int>], count: Int) -> [Int] {
    var anchors = [0]
    for place in gaps.flatMap({ [$0.lowerBound - 1, $0.lowerBound, $0.upperBound] })
    where place > anchors[anchors.count - 1] && place < count { anchors.append(place) }
    if anchors[anchors.count - 1] < count - 1 { anchors.append(count - 1) }
    return anchors
  }

  /// Adds to the anchors the best points between them, each stretch its share.
  private static func fill(between anchors: [Int], _ x: [Double], _ y: [Double?], _ limit: Int)
    -> [Int]
  {
    let stretches = zip(anchors, anchors.dropFirst()).map { Stretch(from: $0, to: $1, y) }
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

/// The stretches of a line on which its heights are missing.
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

/// The points between two that stay.
private struct Stretch {
  let start: Int
  let end: Int
  /// Those between that are not missing.
  let places: [Int]

  init(from start: Int, to end: Int, _ y: [Double?]) {
    (self.start, self.end) = (start, end)
    places = (start + 1..<max(end, start + 1)).filter { y[$0] != nil }
  }

  /// Appends as many points as are asked for.
  func append(_ count: Int, _ x: [Double], _ y: [Double?], to kept: inout [Int]) {
    var last = start
    for bucket in 0..<count {
      let next = mean(of: range(bucket + 1, count), x, y)
      last = best(in: range(bucket, count), from: last, to: next, x, y)
      kept.append(last)
    }
  }

  /// The points of a bucket; behind the last none.
  private func range(_ bucket: Int, _ count: Int) -> Range<Int> {
    bucket == count
      ? 0..<0 : bucket * places.count / count..<(bucket + 1) * places.count / count
  }

  /// The middle of a bucket, or where it is empty the end.
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
