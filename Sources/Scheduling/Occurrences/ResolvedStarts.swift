/// The starts of one nominal time: none, one, or two with ``OverlapPolicy/both``.
struct ResolvedStarts {
  var first: Int64?
  var second: Int64?

  /// The existing starts, ascending.
  var all: [Int64] { [first, second].compactMap(\.self) }

  func adding(_ seconds: Int64) -> ResolvedStarts {
    ResolvedStarts(first: first.map { $0 + seconds }, second: second.map { $0 + seconds })
  }
}

extension OffsetTable {
  /// Returns the starts of a local time under the policies of an element.
  func starts(of local: Int64, gap: GapPolicy, overlap: OverlapPolicy) -> ResolvedStarts {
    switch resolve(local) {
    case .unique(let instant): return ResolvedStarts(first: instant)
    case .overlap(let first, let last):
      switch overlap {
      case .first: return ResolvedStarts(first: first)
      case .last: return ResolvedStarts(first: last)
      case .both: return ResolvedStarts(first: first, second: last)
      }
    case .gap(let change, let length, let offsetBefore):
      let isJourney = journeys.contains(change)
      if !isJourney, skipsDay(of: local, from: change + offsetBefore, for: length) {
        return ResolvedStarts()
      }
      switch gap {
      case .shiftForward where isJourney: return ResolvedStarts(first: change)
      case .shiftForward: return ResolvedStarts(first: local - offsetBefore)
      case .shiftBack: return ResolvedStarts(first: local - offsetBefore - length)
      case .skip: return ResolvedStarts()
      }
    }
  }

  /// Returns the start of the day of a local midnight, whether or not that midnight exists.
  func start(ofDay midnight: Int64) -> ResolvedStarts {
    switch resolve(midnight) {
    case .unique(let instant), .overlap(let instant, _): return ResolvedStarts(first: instant)
    case .gap(let change, let length, let offsetBefore):
      let isSkipped = skipsDay(of: midnight, from: change + offsetBefore, for: length)
      return ResolvedStarts(first: isSkipped && !journeys.contains(change) ? nil : change)
    }
  }

  /// Returns whether a gap skips the whole date of a local time, as on 2011-12-30 in Apia.
  private func skipsDay(of local: Int64, from gap: Int64, for length: Int64) -> Bool {
    let day = (local + displacement).flooredQuotient(86_400) * 86_400 - displacement
    return gap <= day && day + 86_400 <= gap + length
  }
}

extension OffsetTable {
  /// Calls `body` with the ranges of instants whose local times are in a range: one, or more if a bound of
  /// the range is a repeated local time.
  func forEachRange(showing from: Int64, until to: Int64?, _ body: (Range<Int64>) -> Void) {
    let lower = passes(of: from)
    let upper = to.map(passes) ?? Passes(at: OffsetTable.bounds.upperBound)
    func handOn(_ start: Int64, _ end: Int64) { if start < end { body(start..<end) } }
    handOn(lower.first, min(lower.change, upper.first))
    handOn(lower.last, upper.first)
    handOn(max(upper.change, lower.last), upper.last)
  }

  /// The instants at which clocks first reach a local time, are set back, and reach it again.
  private struct Passes {
    var first: Int64
    var change: Int64
    var last: Int64

    init(at instant: Int64) { (first, change, last) = (instant, instant, instant) }
  }

  private func passes(of local: Int64) -> Passes {
    switch resolve(local) {
    case .unique(let instant), .gap(let instant, _, _): return Passes(at: instant)
    case .overlap(let first, let last):
      var passes = Passes(at: first)
      passes.change = starts[segment(at: last)]
      passes.last = last
      return passes
    }
  }
}
