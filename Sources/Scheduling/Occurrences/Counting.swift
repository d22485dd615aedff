extension Occurrences {
  /// The number of occurrences that start in a range.
  ///
  /// - Complexity: O(*k* log *c*) for *k* elements in zones with *c* changes of offset; the length of the
  ///   range plays no part. Where a policy skips or doubles occurrences, also O(changes in `range`), however
  ///   many occurrences lie near them; a schedule whose occurrences must be distinct is listed.
  public func count(startingIn range: Range<Instant>) -> Int {
    guard mergesTwins else { return countWithTwins(startingIn: range) }
    return sequence(in: range).reduce(0) { total, _ in total + 1 }
  }

  /// The number of occurrences that start in a range; `nil` where it is above a limit.
  ///
  /// - Complexity: As ``count(startingIn:)``, and where it lists, no more than `limit` and one.
  package func count(startingIn range: Range<Instant>, atMost limit: Int) -> Int? {
    let most = countWithTwins(startingIn: range)
    guard mergesTwins else { return most <= limit ? most : nil }
    if most <= limit { return starting(in: range).count }
    let count = sequence(in: range).prefix(limit + 1).reduce(0) { count, _ in count + 1 }
    return count <= limit ? count : nil
  }

  /// Whether occurrences at one nominal time are one, so that counting means listing.
  var mergesTwins: Bool { schedule.isDistinct && elements.count > 1 }

  private func countWithTwins(startingIn range: Range<Instant>) -> Int {
    let seconds = Occurrences.seconds(range)
    var total = 0
    for index in elements.indices { total += elements[index].count(startingIn: seconds) }
    guard !overrides.isEmpty else { return total }
    return total - overrides.removed.starting(in: seconds).count
      + overrides.placed.starting(in: seconds).count
  }

  /// The numbers of occurrences between neighbouring moments, which ascend.
  ///
  /// - Complexity: As many counts as there are moments.
  public func counts(between moments: [Instant]) -> [Int] {
    zip(moments, moments.dropFirst()).map { count(startingIn: $0..<$1) }
  }

  /// The first occurrence that starts at a moment or later; `nil` where the plan is over.
  public func first(startingAtOrAfter instant: Instant) -> Occurrence? {
    starting(in: instant..<max(instant, .latest), limit: 1).first
  }

  /// The first occurrence after a moment; `nil` where the plan is over.
  public func next(after instant: Instant) -> Occurrence? {
    first(startingAtOrAfter: instant.adding(seconds: 1))
  }

  /// The last occurrence before a moment; `nil` where the plan has not begun.
  ///
  /// - Complexity: O(log *t*) counts for a time line of *t* seconds, of ranges that become ever shorter.
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

  /// The occurrence at a place among all, from 0; `nil` beyond the last.
  ///
  /// - Complexity: O(log *t*) counts for a time line of *t* seconds, of ranges that become ever shorter; of a
  ///   distinct schedule, O(`place`).
  public func occurrence(at place: Int) -> Occurrence? {
    if mergesTwins, place >= 0 {
      var rows = sequence(in: .earliest ..< .latest).dropFirst(place).makeIterator()
      return rows.next()
    }
    // The first few are listed sooner than counted.
    if 0..<1024 ~= place {
      return starting(in: .earliest ..< .latest, limit: place + 1).dropFirst(place).first
    }
    guard place >= 0, place < count(startingIn: .earliest ..< .latest) else { return nil }
    var seconds = Instant.earliest.seconds..<Instant.latest.seconds
    var before = 0
    // What starts before the lower bound is known and not counted again: each look takes half of the one before.
    while seconds.count > 1 {
      let half = seconds.lowerBound + Int64(seconds.count / 2)
      let some = count(
        startingIn: Instant(seconds: seconds.lowerBound)..<Instant(seconds: half))
      let isLater = before + some <= place
      if isLater { before += some }
      seconds = isLater ? half..<seconds.upperBound : seconds.lowerBound..<half
    }
    let start = Instant(seconds: seconds.lowerBound)
    return starting(in: start..<start.adding(seconds: 1), limit: place - before + 1).last
  }

  /// The place of an occurrence among all, from 0.
  ///
  /// It is CareKit's running index where the schedule has neither exclusions nor overrides; see
  /// `withoutExceptions`.
  ///
  /// - Complexity: One count, and the occurrences that start at the same moment.
  public func place(of occurrence: Occurrence) -> Int {
    let start = occurrence.start
    let twins = starting(in: start..<start.adding(seconds: 1))
    return count(startingIn: .earliest..<start) + twins.partitionPoint { $0 < occurrence }
  }
}

extension CompiledElement {
  /// The number of members that start in a range.
  func count(startingIn range: Range<Int64>) -> Int {
    let bounds = range.clamped(to: begin..<max(begin, end))
    if bounds.isEmpty { return 0 }
    let planned = Int(rank(at: bounds.upperBound) - rank(at: bounds.lowerBound))
    return isRegular ? planned : planned + surplus(in: bounds)
  }

  /// Whether each member that is not excluded starts exactly once, so that ranks can be subtracted.
  var isRegular: Bool {
    if case .elapsed = clock { return true }
    if isAllDay { return !table.skipsDays }
    return gap != .skip && overlap != .both && !table.skipsDays
  }

  /// The members that have their place before an instant, the excluded ones left out.
  private func rank(at instant: Int64) -> Int64 {
    if isMixed { return mixedRank(at: instant) }
    let index = table.piece(at: instant)
    let piece = table.pieces[index]
    var ordinal = rank(min(instant, piece.end) + piece.offset)
    // Of a seam that many changes share, what is near the instant takes a closer look, and no more.
    if instant > piece.end { ordinal = max(ordinal, rank(earliestLocal(from: instant))) }
    let known = ordinal - excludedOrdinals(before: ordinal)
    return instant <= piece.end
      ? known : known + members(inSeamFrom: ordinal, index, before: instant)
  }

  /// How many of the ordinals before one are excluded.
  ///
  /// - Complexity: O(log *n*) for *n* exclusions.
  func excludedOrdinals(before ordinal: Int64) -> Int64 {
    if excluded.isEmpty { return 0 }
    let index = excluded.partitionPoint { $0.upperBound <= ordinal }
    guard index < excluded.count else { return excludedBefore[index] }
    return excludedBefore[index] + max(0, ordinal - excluded[index].lowerBound)
  }

  /// Where a member starts first, or would if clocks had not left out its time.
  func place(of ordinal: Int64) -> Int64 {
    if let first = starts(of: ordinal).first { return first }
    let instant = table.firstInstant(atOrAfter: sequence.nominal(ordinal))
    guard case .mixed(let drift) = clock else { return instant }
    return instant + sequence.step(ordinal) * drift
  }
}
