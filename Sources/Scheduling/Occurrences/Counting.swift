extension Occurrences {
  /// Returns the number of occurrences that start in a range.
  public func count(startingIn range: Range<Instant>) -> Int {
    guard mergesTwins else { return countWithTwins(startingIn: range) }
    return sequence(in: range).reduce(0) { total, _ in total + 1 }
  }

  /// Returns the number of occurrences that start in a range; `nil` if it exceeds a limit.
  package func count(startingIn range: Range<Instant>, atMost limit: Int) -> Int? {
    let most = countWithTwins(startingIn: range)
    guard mergesTwins else { return most <= limit ? most : nil }
    if most <= limit { return starting(in: range).count }
    let count = sequence(in: range).prefix(limit + 1).reduce(0) { count, _ in count + 1 }
    return count <= limit ? count : nil
  }

  /// Whether occurrences at the same nominal time are merged, so that counting requires listing.
  var mergesTwins: Bool { schedule.isDistinct && elements.count > 1 }

  private func countWithTwins(startingIn range: Range<Instant>) -> Int {
    let seconds = Occurrences.seconds(range)
    var total = 0
    for index in elements.indices { total += elements[index].count(startingIn: seconds) }
    guard !overrides.isEmpty else { return total }
    return total - overrides.removed.starting(in: seconds).count
      + overrides.placed.starting(in: seconds).count
  }

  /// Returns the numbers of occurrences between consecutive instants, which are ascending.
  ///
  /// - Complexity: One ``count(startingIn:)`` for each interval.
  public func counts(between moments: [Instant]) -> [Int] {
    zip(moments, moments.dropFirst()).map { count(startingIn: $0..<$1) }
  }

  /// Returns the first occurrence that starts at or after an instant; `nil` if the plan has ended.
  public func first(startingAtOrAfter instant: Instant) -> Occurrence? {
    starting(in: instant..<max(instant, .latest), limit: 1).first
  }

  /// Returns the first occurrence that starts after an instant; `nil` if the plan has ended.
  public func next(after instant: Instant) -> Occurrence? {
    first(startingAtOrAfter: instant.adding(seconds: 1))
  }

  /// Returns the last occurrence that starts before an instant; `nil` if the plan has not begun.
  public func previous(before instant: Instant) -> Occurrence? {
    let upper = min(instant, .latest)
    guard .earliest < upper, countWithTwins(startingIn: .earliest..<upper) > 0 else { return nil }
    var seconds = Instant.earliest.seconds..<upper.seconds
    while seconds.count > 1 {
      let half = seconds.lowerBound + Int64(seconds.count / 2)
      let later = half..<seconds.upperBound
      seconds = hasSome(in: later) ? later : seconds.lowerBound..<half
    }
    return starting(in: Instant(seconds: seconds.lowerBound)..<upper).last
  }

  private func hasSome(in seconds: Range<Int64>) -> Bool {
    let range = Instant(seconds: seconds.lowerBound)..<Instant(seconds: seconds.upperBound)
    return countWithTwins(startingIn: range) > 0
  }

  /// Returns the occurrence at an index among all, from 0; `nil` if the index is out of bounds.
  public func occurrence(at index: Int) -> Occurrence? {
    if mergesTwins, index >= 0 {
      var rows = sequence(in: .earliest ..< .latest).dropFirst(index).makeIterator()
      return rows.next()
    }
    // Listing the first few is cheaper than counting.
    if 0..<1024 ~= index {
      return starting(in: .earliest ..< .latest, limit: index + 1).dropFirst(index).first
    }
    guard index >= 0, index < count(startingIn: .earliest ..< .latest) else { return nil }
    var seconds = Instant.earliest.seconds..<Instant.latest.seconds
    var before = 0
    // The count before the lower bound is carried along, so each step counts half of the previous range.
    while seconds.count > 1 {
      let half = seconds.lowerBound + Int64(seconds.count / 2)
      let some = count(
        startingIn: Instant(seconds: seconds.lowerBound)..<Instant(seconds: half))
      let isLater = before + some <= index
      if isLater { before += some }
      seconds = isLater ? half..<seconds.upperBound : seconds.lowerBound..<half
    }
    let start = Instant(seconds: seconds.lowerBound)
    return starting(in: start..<start.adding(seconds: 1), limit: index - before + 1).last
  }

  /// Returns the index of an occurrence among all, from 0.
  ///
  /// Equals CareKit's running index if the schedule has neither exclusions nor overrides; see
  /// `withoutExceptions`.
  public func index(of occurrence: Occurrence) -> Int {
    let start = occurrence.start
    let twins = starting(in: start..<start.adding(seconds: 1))
    return count(startingIn: .earliest..<start) + twins.partitionPoint { $0 < occurrence }
  }
}

extension CompiledElement {
  /// Returns the number of members that start in a range.
  func count(startingIn range: Range<Int64>) -> Int {
    let bounds = range.clamped(to: begin..<max(begin, end))
    if bounds.isEmpty { return 0 }
    let planned = Int(rank(at: bounds.upperBound) - rank(at: bounds.lowerBound))
    return isRegular ? planned : planned + surplus(in: bounds)
  }

  /// Whether each member that is not excluded starts exactly once, so that counts are differences of ranks.
  var isRegular: Bool {
    if case .elapsed = clock { return true }
    if isAllDay { return !table.skipsDays }
    return gap != .skip && overlap != .both && !table.skipsDays
  }

  /// Returns the number of members with a virtual start before an instant, without excluded ones.
  private func rank(at instant: Int64) -> Int64 {
    if isMixed { return mixedRank(at: instant) }
    let index = table.piece(at: instant)
    let piece = table.pieces[index]
    var ordinal = rank(min(instant, piece.end) + piece.offset)
    // In a seam that spans many changes, only members near the instant are resolved.
    if instant > piece.end { ordinal = max(ordinal, rank(earliestLocal(from: instant))) }
    let known = ordinal - excludedOrdinals(before: ordinal)
    return instant <= piece.end
      ? known : known + members(inSeamFrom: ordinal, index, before: instant)
  }

  /// Returns the number of excluded ordinals before an ordinal.
  ///
  /// - Complexity: O(log *n*) for *n* exclusions.
  func excludedOrdinals(before ordinal: Int64) -> Int64 {
    if excluded.isEmpty { return 0 }
    let index = excluded.partitionPoint { $0.upperBound <= ordinal }
    guard index < excluded.count else { return excludedBefore[index] }
    return excludedBefore[index] + max(0, ordinal - excluded[index].lowerBound)
  }

  /// Returns the virtual start of a member: its first start, or the end of the gap that skips it.
  func virtualStart(of ordinal: Int64) -> Int64 {
    if let first = starts(of: ordinal).first { return first }
    let instant = table.firstInstant(atOrAfter: sequence.nominal(ordinal))
    guard case .mixed(let drift) = clock else { return instant }
    return instant + sequence.step(ordinal) * drift
  }
}
