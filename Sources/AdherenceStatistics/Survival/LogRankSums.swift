/// What the log-rank test sums over times and strata.
struct LogRankSums {
  private(set) var sizes: [Int]
  private(set) var observed: [Int]
  private(set) var expected: [Double]
  /// Row by row.
  private(set) var variance: [Double]

  init(groups count: Int) {
    sizes = Array(repeating: 0, count: count)
    observed = sizes
    expected = Array(repeating: 0, count: count)
    variance = Array(repeating: 0, count: count * count)
  }

  /// A follow-up with its group.
  private struct End {
    var time: Double
    var group: Int32
    var hasEvent: Bool
  }

  /// Adds the groups of a stratum.
  mutating func add(_ groups: [[FollowUp]]) {
    var ends: [End] = []
    ends.reserveCapacity(groups.reduce(0) { $0 + $1.count })
    for (group, followUps) in groups.enumerated() {
      sizes[group] += followUps.count
      for followUp in followUps {
        ends.append(
          End(time: followUp.time, group: Int32(group), hasEvent: followUp.hasEvent))
      }
    }
    ends.sort { $0.time < $1.time }
    walk(ends, atRisk: groups.map(\.count))
  }

  private mutating func walk(_ ends: [End], atRisk: [Int]) {
    var atRisk = atRisk
    var index = 0
    while index < ends.count {
      let (first, time) = (index, ends[index].time)
      var events = 0
      while index < ends.count, ends[index].time == time {
        if ends[index].hasEvent {
          events += 1
          observed[Int(ends[index].group)] += 1
        }
        index += 1
      }
      if events > 0 { share(events, atRisk, of: ends.count - first) }
      for end in ends[first..<index] { atRisk[Int(end.group)] -= 1 }
    }
  }

  /// Shares events by those at risk.
  private mutating func share(_ events: Int, _ atRisk: [Int], of all: Int) {
    let (d, n) = (Double(events), Double(all))
    let spread = all > 1 ? d * (n - d) / (n - 1) : 0
    for row in atRisk.indices where atRisk[row] > 0 {
      let part = Double(atRisk[row]) / n
      expected[row] += d * part
      for column in atRisk.indices {
        let other = Double(atRisk[column]) / n
        variance[row * atRisk.count + column] += spread * part * ((row == column ? 1 : 0) - other)
      }
    }
  }

  /// What was found in each group.
  var groups: [LogRank.Group] {
    sizes.indices.map { group in
      LogRank.Group(
        count: sizes[group], observed: observed[group], expected: expected[group],
        variance: variance[group * (sizes.count + 1)])
    }
  }
}
