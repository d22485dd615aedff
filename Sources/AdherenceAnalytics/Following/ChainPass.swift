import Scheduling

/// One pass over the results of a task, which dates the occurrences of an element that follows its own task.
struct ChainPass {
  /// The bounds of the occurrences, and the time of the report.
  struct Limits {
    /// The range of starts, in seconds.
    var range: Range<Int64>
    /// The time of the report, in seconds.
    var now: Int64
    /// The ranges in which the clock of the plan is stopped, in order.
    var pauses: [Range<Int64>]
    /// The ranges in which occurrences are on hold.
    var suspensions: [Range<Instant>]
    /// The number of completions after which the element ends.
    var completions: Int?
    /// The number of occurrences.
    var count: Int
    /// The occurrences since the start of the element that earlier versions of the task have dated.
    var earlier = ChainPass.Dated()
    /// The time of the last completion before the range.
    var lastCompletion: Int64?

    /// Ends the range.
    mutating func end(at seconds: Int64) {
      range = range.lowerBound..<max(range.lowerBound, min(range.upperBound, seconds))
    }
  }

  /// Numbers of occurrences and of completed ones.
  struct Dated {
    /// The number of occurrences; `nil` if no version has dated any.
    var occurrences: Int?
    var completions = 0
  }

  /// The most occurrences that are dated one by one; later ones are planned at the interval.
  static let mostOccurrences = 1 << 20

  let clock: ChainClock
  let limits: Limits
  let outcomes: OutcomeTable
  var intake: ChainIntake
  let results: TaskResults
  /// The nominal times so far.
  private(set) var times: [Int64] = []
  /// The last nominal time that depends on a completion, its index, and the number of intervals since.
  private(set) var base: Int64 = 0
  private(set) var baseIndex = 0
  private(set) var steps = 0
  /// The number of occurrences from the start to the range.
  private(set) var skipped = 0
  /// Whether there is a first occurrence, in the range or before it.
  private(set) var hasStarted = false
  /// The number of completed occurrences, and the time of the last completion.
  private var completions = 0
  private var lastCompletion = Int64.min
  /// Planned times of the next occurrence by earlier versions of the last completion, and when these were
  /// superseded.
  private(set) var former: [(nominal: Int64, until: Instant)] = []
  /// Whether occurrences follow at the interval.
  private(set) var isRepeated = false
  /// The results and their occurrences.
  var used: [(position: Int, link: ChainClock.Link)] = []

  init(
    _ clock: ChainClock, _ limits: Limits, _ intake: ChainIntake, _ results: TaskResults,
    _ outcomes: OutcomeTable
  ) {
    (self.clock, self.limits, self.intake) = (clock, limits, intake)
    (self.results, self.outcomes) = (results, outcomes)
    completions = limits.earlier.completions
  }

  /// The element with its dates; `nil` if nothing starts it.
  mutating func element() -> ScheduleElement? {
    guard let first = firstLink() else { return nil }
    hasStarted = true
    if let most = limits.completions, completions >= most { return nil }
    begin(at: first.nominal)
    run(from: first)
    guard let start = times.first else { return nil }
    if isRepeated { times.removeSubrange((baseIndex + 1)...) }
    var element = clock.plain
    element.count = element.count.map { $0 - skipped }
    if start != clock.first?.nominal {
      element.start =
        clock.isElapsed
        ? .instant(Instant(seconds: start)) : .local(CivilDateTime(localSeconds: start))
    }
    element.listedStarts = ListedStarts(Array(times.dropFirst()), isRepeated: isRepeated)
    return element
  }
}

// The first occurrence.
extension ChainPass {
  private mutating func firstLink() -> ChainClock.Link? {
    let own = clock.first
    if let own, own.start ?? .max >= limits.range.lowerBound {
      return clock.link(clock.moved(own.nominal, from: own.start ?? .max, without: limits.pauses))
    }
    let next = own.flatMap { planned($0.nominal, notBefore: limits.range.lowerBound) }
    skipped = limits.earlier.occurrences ?? next?.steps ?? 0
    if let last = limits.lastCompletion { return link(after: last) }
    if own != nil { return next.map { inRange($0.nominal) } }
    guard let first = intake.take(from: limits.range.lowerBound, before: .max) else { return nil }
    return link(after: first.time)
  }

  /// Returns the first occurrence after a completion, not before the range.
  private mutating func link(after completion: Int64) -> ChainClock.Link? {
    lastCompletion = completion
    intake.complete(at: completion)
    guard let next = clock.nominal(afterCompletion: completion) else { return nil }
    let spaced = clock.nominal(next, keepingGapAfter: completion)
    let link = clock.link(clock.moved(spaced, from: completion, without: limits.pauses))
    guard let start = link.start, start < limits.range.lowerBound else { return link }
    guard clock.rule.whenMissed == .fromPlanned else {
      return clock.link(clock.nominal(at: limits.range.lowerBound))
    }
    return planned(link.nominal, notBefore: limits.range.lowerBound).map { inRange($0.nominal) }
  }

  /// Returns the occurrence at a nominal time in the range that was counted from one before it.
  private func inRange(_ nominal: Int64) -> ChainClock.Link {
    clock.link(clock.moved(nominal, from: limits.range.lowerBound, without: limits.pauses))
  }

  /// Makes a nominal time the one that later ones are counted from.
  private mutating func begin(at nominal: Int64, index: Int? = nil) {
    (base, baseIndex, steps) = (nominal, index ?? times.count, 0)
  }
}

// The occurrences after the first.
extension ChainPass {
  private mutating func run(from first: ChainClock.Link) {
    var link: ChainClock.Link? = first
    var opening = lastCompletion > .min ? .min : first.start.map(clock.opening) ?? .min
    opening = max(opening, limits.range.lowerBound)
    while let current = link {
      if current.start ?? .min >= limits.range.upperBound || times.count + skipped >= limits.count {
        return
      }
      times.append(current.nominal)
      if times.count == ChainPass.mostOccurrences {
        begin(at: current.nominal, index: times.count - 1)
        isRepeated = true
        return
      }
      link = next(after: current, from: opening)
      opening = .min
    }
  }

  /// Returns the occurrence after another; `nil` if there is none, or if all later ones are at the interval.
  private mutating func next(after link: ChainClock.Link, from opening: Int64) -> ChainClock.Link? {
    guard let start = link.start else { return planned(after: link) }
    let expiry = clock.expiry(of: start)
    let own = keyed(to: link)
    if let own, !own.isNegative { return next(after: link, completedBy: own) }
    if let next = intake.take(from: opening, before: expiry) {
      return self.next(after: link, completedBy: next)
    }
    let refusal = own ?? intake.takeNegative(in: clock.opening(of: start)..<expiry)
    if let refusal { use(refusal, for: link) }
    let isOnHold = limits.suspensions.contains { $0.contains(Instant(seconds: start)) }
    if isOnHold || refusal == nil && limits.now < expiry { return planned(after: link) }
    return next(after: link, missedAt: refusal?.time ?? expiry)
  }

  private mutating func next(after link: ChainClock.Link, missedAt time: Int64)
    -> ChainClock.Link?
  {
    switch clock.rule.whenMissed {
    case .fromPlanned: return planned(after: link)
    case .wait:
      return intake.takeAny().flatMap { next(after: link, completedBy: $0) }
    case .fromNow:
      former = []
      return clock.nominal(afterCompletion: time).flatMap { counted($0, from: time, after: link) }
    }
  }

  private mutating func next(
    after link: ChainClock.Link, completedBy completion: TaskResults.Result
  ) -> ChainClock.Link? {
    use(completion, for: link)
    let time = completion.isUntimed ? link.start ?? completion.time : completion.time
    intake.complete(at: time)
    for position in intake.merged { used.append((position, link)) }
    let earlier = lastCompletion
    lastCompletion = max(lastCompletion, time)
    completions += 1
    if completions == limits.completions { return nil }
    former = intake.hasKeys ? formerTimes(after: link, completion, since: earlier) : []
    guard let next = clock.nominal(after: link, completedAt: lastCompletion) else {
      return planned(after: link, completedAt: lastCompletion)
    }
    return counted(next, from: lastCompletion, after: link)
  }

  /// Returns the next occurrence at a time that is counted from an instant, or an interval after the last if it
  /// would not come after that.
  private mutating func counted(_ nominal: Int64, from time: Int64, after link: ChainClock.Link)
    -> ChainClock.Link?
  {
    let nominal = clock.moved(nominal, from: time, without: limits.pauses)
    guard nominal > link.nominal else {
      begin(at: link.nominal, index: times.count - 1)
      return planned(after: link)
    }
    begin(at: nominal)
    return clock.link(nominal)
  }

  /// Returns the occurrence an interval after another; `nil` if all later ones are at the interval, too.
  private mutating func planned(after link: ChainClock.Link, completedAt time: Int64? = nil)
    -> ChainClock.Link?
  {
    guard let next = clock.interval(after: base, steps + 1) else { return nil }
    if time == nil { former = former.compactMap(later) }
    var nominal = next
    if let time { nominal = clock.nominal(nominal, keepingGapAfter: time) }
    nominal = clock.moved(nominal, from: link.start ?? .max, without: limits.pauses)
    if nominal != clock.nominal(base, after: steps + 1) {
      begin(at: nominal)
    } else {
      steps += 1
      if isSettled(from: link) {
        isRepeated = true
        return nil
      }
    }
    return clock.link(nominal)
  }

  /// Returns whether nothing that is known changes the occurrences after one.
  private func isSettled(from link: ChainClock.Link) -> Bool {
    guard intake.isEmpty, let start = link.start else { return false }
    if let last = limits.pauses.last, start < last.lowerBound { return false }
    return clock.rule.whenMissed == .fromPlanned || limits.now < clock.expiry(of: start)
  }
}
