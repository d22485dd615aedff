import AdherenceAnalytics
import TestSupport
import Testing

@testable import Charts

/// A line keeps its shape with few points, and its gaps.
@Suite struct LargestTriangleTests {
  @Test func `Keeps the peak`() {
    #expect(LargestTriangle.kept(x: [0, 1, 2, 3, 4], y: [0, 0, 9, 0, 0], limit: 3) == [0, 2, 4])
  }

  @Test func `Leaves short lines alone`() {
    #expect(LargestTriangle.kept(x: [], y: [], limit: 2) == [])
    #expect(LargestTriangle.kept(x: [1, 2], y: [nil, 3], limit: 2) == [0, 1])
  }

  @Test func `Keeps both sides of a gap and the gap`() {
    var y = (0..<100).map { Double?.some(Double($0 % 7)) }
    for place in 40..<60 { y[place] = nil }
    let kept = LargestTriangle.kept(x: (0..<100).map(Double.init), y: y, limit: 20)
    #expect(kept.count == 20)
    #expect(Set(kept).isSuperset(of: [0, 39, 40, 60, 99]))
    #expect(kept.filter { y[$0] == nil } == [40])
  }

  @Test func `Closes the shortest of many gaps`() {
    var y = (0..<400).map { $0.isMultiple(of: 2) ? Double($0) : nil }
    for place in 200..<220 { y[place] = nil }
    let kept = LargestTriangle.kept(x: (0..<400).map(Double.init), y: y, limit: 14)
    #expect(kept.count <= 14)
    #expect(Set(kept).isSuperset(of: [198, 199, 220]))
  }

  @Test func `Equals a naive restatement without gaps`() {
    var random = Seeded(state: 11)
    for _ in 0..<200 {
      let count = Int.random(in: 3...120, using: &random)
      let limit = Int.random(in: 2...count, using: &random)
      let x = (0..<count).map { Double($0) + Double.random(in: 0..<1, using: &random) }
      let y = x.map { _ in Double.random(in: -5..<5, using: &random) }
      #expect(LargestTriangle.kept(x: x, y: y, limit: limit) == restated(x, y, limit))
    }
  }

  /// The thesis' algorithm for lines without gaps, with copied buckets and triangles by their corners.
  private func restated(_ x: [Double], _ y: [Double], _ limit: Int) -> [Int] {
    let inner = Array(1..<max(x.count - 1, 1))
    let buckets = (0..<limit - 2).map { bucket in
      let (from, to) = (bucket * inner.count, (bucket + 1) * inner.count)
      return Array(inner[from / (limit - 2)..<to / (limit - 2)])
    }
    var kept = [0]
    for (place, bucket) in buckets.enumerated() {
      let next = place + 1 < buckets.count ? buckets[place + 1] : [x.count - 1]
      let meanX = next.reduce(0.0) { $0 + x[$1] } / Double(next.count)
      let meanY = next.reduce(0.0) { $0 + y[$1] } / Double(next.count)
      let last = kept[kept.count - 1]
      let areas = bucket.map {
        abs((x[last] - meanX) * (y[$0] - y[last]) - (x[last] - x[$0]) * (meanY - y[last])) / 2
      }
      let largest = areas.max() ?? 0
      kept.append(bucket[areas.firstIndex(of: largest) ?? 0])
    }
    return kept + [x.count - 1]
  }

  @Test func `Keeps its promises for any line`() {
    var random = Seeded(state: 12)
    for _ in 0..<300 {
      let count = Int.random(in: 2...300, using: &random)
      let limit = Int.random(in: 2...120, using: &random)
      let share = Double.random(in: 0...0.4, using: &random)
      let y = (0..<count).map { place in
        Double.random(in: 0..<1, using: &random) < share ? nil : Double(place % 13)
      }
      let x = (0..<count).map(Double.init)
      let kept = LargestTriangle.kept(x: x, y: y, limit: limit)
      #expect(kept.count <= limit)
      #expect(kept.first == 0 && kept.last == count - 1)
      #expect(zip(kept, kept.dropFirst()).allSatisfy(<))
      #expect(kept == LargestTriangle.kept(x: x, y: y, limit: limit))
    }
  }
}
