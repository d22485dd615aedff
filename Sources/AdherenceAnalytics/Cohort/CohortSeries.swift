import Scheduling

/// What a row remembers of its patients.
struct Members: Sendable, Codable {
  var ratios = RatioCounts()
  var nothingDue = 0
  var reaching = 0
  var pooled = PooledAdherence()

  mutating func merge(_ other: Members) {
    pooled.merge(other.pooled)
    ratios.merge(other.ratios)
    nothingDue += other.nothingDue
    reaching += other.reaching
  }

  /// Counts a patient's ratio.
  mutating func rate(_ adherence: borrowing Adherence, _ numerator: Numerator, _ threshold: Share) {
    if let done = adherence.count(numerator), adherence.quota.required == 0 {
      guard adherence.due > 0 else { return nothingDue += 1 }
      ratios.add(done, of: adherence.due)
    } else {
      guard let ratio = adherence.ratio(numerator) else { return nothingDue += 1 }
      ratios.add(ratio)
    }
    if adherence.reaches(threshold, numerator) { reaching += 1 }
  }
}

/// The rows of one series of a patient group: one for each period, and one for all of them.
struct CohortSeries: Sendable, Codable {
  /// By the number of the period.
  private(set) var members: [Members] = []
  /// Over the whole range; its counts are those of the periods.
  private var whole = Members()

  /// Adds a patient's periods, from the number of the first one on.
  ///
  /// - Parameters:
  ///   - periods: The counts.
  ///   - first: The number of the first period.
  ///   - own: Whether a period is the row's; all are where nothing is said.
  ///   - numerator: What the ratios count.
  ///   - threshold: The share that counts as adherent.
  mutating func add(
    _ periods: [Adherence], from first: Int, where own: [Bool] = [], _ numerator: Numerator,
    _ threshold: Share
  ) {
    reach(first + periods.count)
    var sum = Adherence()
    members.withUnsafeMutableBufferPointer { members in
      for index in periods.indices where own.isEmpty || own[index] {
        members[first + index].pooled.add(periods[index])
        members[first + index].rate(periods[index], numerator, threshold)
        sum.addExpected(periods[index])
      }
    }
    whole.rate(sum, numerator, threshold)
  }

  mutating func merge(_ other: CohortSeries) {
    reach(other.members.count)
    for index in other.members.indices { members[index].merge(other.members[index]) }
    whole.merge(other.whole)
  }

  /// Whether it can be added to others.
  var isSound: Bool {
    (members + [whole]).allSatisfy { $0.nothingDue.isCount && $0.reaching.isCount }
  }

  /// The same with all periods as one.
  var merged: CohortSeries {
    var whole = whole
    for member in members { whole.pooled.merge(member.pooled) }
    var series = CohortSeries()
    series.members = [whole]
    series.whole = self.whole
    return series
  }

  /// Grows to a number of periods.
  private mutating func reach(_ count: Int) {
    if members.count < count {
      members += repeatElement(Members(), count: count - members.count)
    }
  }
}

extension Adherence {
  /// The count behind a numerator; `nil` for one that is no count.
  fileprivate func count(_ numerator: Numerator) -> Int? {
    switch numerator {
    case .completed: completed
    case .onTime: timings.onTime
    case .progress: nil
    }
  }

  /// Adds what ratios are made of, and nothing else.
  fileprivate mutating func addExpected(_ other: borrowing Adherence) {
    due += other.due
    completed += other.completed
    timings.onTime += other.timings.onTime
    progress += other.progress
    quota.required += other.quota.required
    quota.credited += other.quota.credited
  }
}
