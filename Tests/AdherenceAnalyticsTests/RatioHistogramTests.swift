import TestSupport
import Testing

@testable import AdherenceAnalytics

/// Histograms against the list of all ratios, the definition.
@Suite struct RatioHistogramTests {
  /// Ratios of small and large counts, and some numbers that are not ratios of counts.
  private struct World {
    var counts: [(done: Int, due: Int)] = []
    var others: [Double] = []

    init(_ random: inout Seeded) {
      let most = [7, 14, 63, 64, 400].randomElement(using: &random) ?? 7
      for _ in 0..<Int.random(in: 0...200, using: &random) {
        let due = Int.random(in: 1...most, using: &random)
        counts.append((Int.random(in: 0...due, using: &random), due))
      }
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        others.append(Double(Int.random(in: 0...8, using: &random)) / 8)
      }
    }

    var list: [Double] {
      (counts.map { Double($0.done) / Double($0.due) } + others).sorted()
    }
  }

  private func quantile(_ list: [Double], _ share: Double) -> Double? {
    guard let last = list.indices.last else { return nil }
    let position = share * Double(last)
    let lower = Int(position)
    let upper = min(lower + 1, last)
    return list[lower] + (position - Double(lower)) * (list[upper] - list[lower])
  }

  @Test func agreesWithTheList() {
    var random = Seeded(state: 21)
    for _ in 0..<100 {
      let world = World(&random)
      var counts = RatioCounts()
      for (done, due) in world.counts { counts.add(done, of: due) }
      for ratio in world.others { counts.add(ratio) }
      let (histogram, list) = (counts.histogram, world.list)
      #expect(Array(histogram) == list)
      #expect(histogram.entries.map(\.ratio) == Set(list).sorted())
      for share in [0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1] {
        #expect(histogram.quantile(share) == quantile(list, share))
      }
      let mean = list.reduce(0, +) / Double(list.count)
      #expect(list.isEmpty ? histogram.mean == nil : abs((histogram.mean ?? -1) - mean) < 1e-12)
    }
  }

  /// For any grouping of patients and any order of merging.
  @Test func mergesInAnyGrouping() {
    var random = Seeded(state: 22)
    for _ in 0..<100 {
      let world = World(&random)
      var whole = RatioCounts()
      var parts = [RatioCounts(), RatioCounts(), RatioCounts()]
      for (done, due) in world.counts {
        whole.add(done, of: due)
        parts[Int.random(in: 0...2, using: &random)].add(done, of: due)
      }
      for ratio in world.others {
        whole.add(ratio)
        parts[Int.random(in: 0...2, using: &random)].add(ratio)
      }
      parts.shuffle(using: &random)
      var merged = parts[0]
      merged.merge(parts[1])
      merged.merge(parts[2])
      #expect(merged.histogram == whole.histogram)
      #expect(merged.histogram.mean == whole.histogram.mean)
    }
  }

  @Test func equalRatiosOfDifferentCountsAreOne() {
    var counts = RatioCounts()
    counts.add(1, of: 2)
    counts.add(100, of: 200)
    counts.add(0.5)
    counts.add(0, of: 3)
    counts.add(-0.0)
    #expect(counts.histogram.entries.map(\.ratio) == [0, 0.5])
    #expect(counts.histogram.entries.map(\.patients) == [2, 3])
    #expect(counts.histogram.description == "0.0×2 0.5×3")
  }
}
