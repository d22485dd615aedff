import Scheduling

/// What a row remembers of its patients.
struct Members: Sendable, Codable {
  var ratios = RatioCounts()
  var patientsWithoutRatio = 0
  var adherentPatients = 0
  var pooled = PooledAdherence()

  mutating func merge(_ other: Members) {
    pooled.merge(other.pooled)
    ratios.merge(other.ratios)
    patientsWithoutRatio += other.patientsWithoutRatio
    adherentPatients += other.adherentPatients
  }

  /// Counts a patient's ratio.
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

/// The rows of one series of a patient group: one for each period, and one for all of them.
struct CohortSeries: Sendable, Codable {
  /// By the number of the period, in runs: a patient whose treatment began in the year 1 is in weeks far
  /// behind those of the others, and what lies between takes no room.
  private var runs: [[Members]] = []
  /// Over the whole range; its counts are those of the periods.
  private var whole = Members()

  /// Periods in a run; most questions ask for fewer.
  private static let run = 512

  /// What is remembered of the patients in a period; `nil` where none of them is.
  func members(of period: Int) -> Members? {
    let (run, place) = period.quotientAndRemainder(dividingBy: CohortSeries.run)
    guard runs.indices.contains(run), runs[run].indices.contains(place) else { return nil }
    return runs[run][place]
  }

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
    var sum = Adherence()
    var index = 0
    while index < periods.count {
      let (run, place) = (first + index).quotientAndRemainder(dividingBy: CohortSeries.run)
      let count = min(periods.count - index, CohortSeries.run - place)
      reach(run, place + count)
      var members = runs[run].mutableSpan
      for (place, index) in zip(place..<place + count, index..<index + count)
      where own.isEmpty || own[index] {
        members[place].pooled.add(periods[index])
        members[place].rate(periods[index], numerator, threshold)
        sum.addExpected(periods[index])
      }
      index += count
    }
    whole.rate(sum, numerator, threshold)
  }

  mutating func merge(_ other: CohortSeries) {
    for (run, members) in other.runs.enumerated() where !members.isEmpty {
      reach(run, members.count)
      for place in members.indices { runs[run][place].merge(members[place]) }
    }
    whole.merge(other.whole)
  }

  /// Whether it can be added to others.
  var isSound: Bool {
    (runs.joined() + [whole]).allSatisfy {
      $0.patientsWithoutRatio.isCount && $0.adherentPatients.isCount
    }
      && runs.allSatisfy { $0.count <= CohortSeries.run }
  }

  /// The same with all periods as one.
  var merged: CohortSeries {
    var series = self
    series.runs = [[whole]]
    for member in runs.joined() { series.runs[0][0].pooled.merge(member.pooled) }
    return series
  }

  /// Grows a run to a number of periods.
  private mutating func reach(_ run: Int, _ count: Int) {
    if run >= runs.count { runs += repeatElement([], count: run + 1 - runs.count) }
    let missing = count - runs[run].count
    if missing > 0 { runs[run] += repeatElement(Members(), count: missing) }
  }
}

extension Adherence {
  /// The count behind a numerator; `nil` for one that is no count.
  fileprivate func count(_ numerator: Numerator) -> Int? {
    switch numerator {
    case .done: done
    case .inWindow: timings.inWindow
    case .progress: nil
    }
  }

  /// Adds what ratios are made of, and nothing else.
  fileprivate mutating func addExpected(_ other: borrowing Adherence) {
    due += other.due
    done += other.done
    timings.inWindow += other.timings.inWindow
    progress += other.progress
    quota.required += other.quota.required
    quota.credited += other.quota.credited
  }
}
