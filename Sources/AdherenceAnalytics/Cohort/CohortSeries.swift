import Scheduling

/// The aggregated data of the patients in a row.
struct MemberTotals: Sendable, Codable {
  var ratios = RatioCounts()
  var patientsWithoutRatio = 0
  var adherentPatients = 0
  var pooled = PooledAdherence()

  mutating func merge(_ other: MemberTotals) {
    pooled.merge(other.pooled)
    ratios.merge(other.ratios)
    patientsWithoutRatio += other.patientsWithoutRatio
    adherentPatients += other.adherentPatients
  }

  /// Adds a patient's ratio.
  mutating func rate(_ adherence: borrowing Adherence, _ numerator: Numerator, _ threshold: Share) {
    if let done = adherence.count(numerator), adherence.quota.required == 0 {
      guard adherence.due > 0 else { return patientsWithoutRatio += 1 }
      ratios.add(done, of: adherence.due)
    } else {
      guard let ratio = adherence.ratio(numerator) else { return patientsWithoutRatio += 1 }
      ratios.add(ratio)
    }
    if adherence.reaches(threshold, numerator) { adherentPatients += 1 }
  }
}

/// The rows of one series in a patient group: one for each period, and one for all of them.
struct CohortSeries: Sendable, Codable {
  /// The periods by number, in chunks: a patient whose treatment began in the year 1 has weeks far from those
  /// of others, and the periods between take no memory.
  private var runs: [[MemberTotals]] = []
  /// The whole range, except for its counts, which are those of the periods.
  private var whole = MemberTotals()

  /// The number of periods in a chunk.
  private static let run = 512

  /// Returns the data of the patients in a period; `nil` if there are none.
  func members(of period: Int) -> MemberTotals? {
    let (run, offset) = period.quotientAndRemainder(dividingBy: CohortSeries.run)
    guard runs.indices.contains(run), runs[run].indices.contains(offset) else { return nil }
    return runs[run][offset]
  }

  /// Adds a patient's periods, starting with the period number `first`.
  mutating func add(
    _ periods: [Adherence], from first: Int, where own: [Bool] = [], _ numerator: Numerator,
    _ threshold: Share
  ) {
    var sum = Adherence()
    var index = 0
    while index < periods.count {
      let (run, offset) = (first + index).quotientAndRemainder(dividingBy: CohortSeries.run)
      let count = min(periods.count - index, CohortSeries.run - offset)
      reach(run, offset + count)
      var members = runs[run].mutableSpan
      for (member, index) in zip(offset..<offset + count, index..<index + count)
      where own.isEmpty || own[index] {
        members[member].pooled.add(periods[index])
        members[member].rate(periods[index], numerator, threshold)
        sum.addExpected(periods[index])
      }
      index += count
    }
    whole.rate(sum, numerator, threshold)
  }

  mutating func merge(_ other: CohortSeries) {
    for (run, members) in other.runs.enumerated() where !members.isEmpty {
      reach(run, members.count)
      for offset in members.indices { runs[run][offset].merge(members[offset]) }
    }
    whole.merge(other.whole)
  }

  /// Whether it is valid and can be merged.
  var isSound: Bool {
    (runs.joined() + [whole]).allSatisfy {
      $0.patientsWithoutRatio.isCount && $0.adherentPatients.isCount
    }
      && runs.allSatisfy { $0.count <= CohortSeries.run }
  }

  /// The series with all periods merged into one.
  var merged: CohortSeries {
    var series = self
    series.runs = [[whole]]
    for member in runs.joined() { series.runs[0][0].pooled.merge(member.pooled) }
    return series
  }

  /// Extends a chunk to a number of periods.
  private mutating func reach(_ run: Int, _ count: Int) {
    if run >= runs.count { runs += repeatElement([], count: run + 1 - runs.count) }
    let missing = count - runs[run].count
    if missing > 0 { runs[run] += repeatElement(MemberTotals(), count: missing) }
  }
}

extension Adherence {
  /// Returns the count of a numerator; `nil` for one that is not a count.
  fileprivate func count(_ numerator: Numerator) -> Int? {
    switch numerator {
    case .done: done
    case .inWindow: timings.inWindow
    case .progress: nil
    }
  }

  /// Adds only the counts that ratios depend on.
  fileprivate mutating func addExpected(_ other: borrowing Adherence) {
    due += other.due
    done += other.done
    timings.inWindow += other.timings.inWindow
    progress += other.progress
    quota.required += other.quota.required
    quota.credited += other.quota.credited
  }
}
