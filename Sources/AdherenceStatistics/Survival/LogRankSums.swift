/// The sums of the log-rank test over times and strata.
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

  /// The end of a follow-up, with its group.
  private struct Exit {
    var time: Double
    var group: Int32
    var hasEvent: Bool
  }

  /// A late entry, with its group.
  private struct Entry {
    var time: Double
    var group: Int32
  }

  /// Adds the groups of a stratum.
  mutating func add(_ groups: [some Sequence<FollowUp>]) {
    var (ends, entries): ([Exit], [Entry]) = ([], [])
    var initial = [Int](repeating: 0, count: groups.count)
    for (group, followUps) in groups.enumerated() {
      for followUp in followUps {
        sizes[group] += 1
        initial[group] += followUp.entry == 0 ? 1 : 0
        ends.append(
          Exit(time: followUp.time, group: Int32(group), hasEvent: followUp.hasEvent))
        if followUp.entry > 0 {
          entries.append(Entry(time: followUp.entry, group: Int32(group)))
        }
      }
    }
    ends.sort { $0.time < $1.time }
    entries.sort { $0.time < $1.time }
    walk(ends, entries, initial)
  }

  /// Iterates over the times, given the numbers at risk at the start.
  private mutating func walk(_ ends: [Exit], _ entries: [Entry], _ initial: [Int]) {
    var atRisk = initial
    var (index, entered) = (0, 0)
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
      while entered < entries.count, entries[entered].time < time {
        atRisk[Int(entries[entered].group)] += 1
        entered += 1
      }
      if events > 0 { share(events, atRisk, of: atRisk.reduce(0, +)) }
      for end in ends[first..<index] { atRisk[Int(end.group)] -= 1 }
    }
  }

  /// Adds the expected distribution of events at one time.
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

  /// The results of each group.
  var groups: [LogRank.Group] {
    sizes.indices.map { group in
      LogRank.Group(
        count: sizes[group], observed: observed[group], expected: expected[group],
        variance: variance[group * (sizes.count + 1)])
    }
  }
}
