extension Occurrences {
  /// Appends the numbers of an element's occurrences planned between consecutive local times, without listing
  /// them.
  ///
  /// Occurrences are assigned by nominal time, so a change of offset moves none to another day.
  package func appendPlannedCounts(
    of element: Int, between locals: [Int64], to counts: inout [Int]
  ) -> Bool {
    guard overrides.isEmpty, !mergesTwins,
      var counter = PlannedCounter(elements[element], covering: locals)
    else { return false }
    var before = counter.rank(locals[0])
    for local in locals.dropFirst() {
      let rank = counter.rank(local)
      counts.append(Int(rank - before))
      before = rank
    }
    return true
  }
}

/// The ranks, by local time, of an element whose members start exactly once each.
private struct PlannedCounter {
  private let element: CompiledElement
  /// The range of ordinals within the element's bounds.
  private let members: ClosedRange<Int64>
  private var pieces: PieceCursor
  /// The pattern of a periodic sequence.
  private var pattern: (period: Int64, members: Int64) = (0, 0)
  /// The last local time, and the number of members of the sequence before it.
  private var last: (local: Int64, rank: Int64) = (0, 0)
  /// The last distance that is a multiple of the period, and the number of members in it.
  private var step: (distance: Int64, members: Int64) = (0, 0)

  /// Creates a counter; `nil` if differences of ranks are not numbers of occurrences.
  init?(_ element: CompiledElement, covering locals: [Int64]) {
    guard element.isRegular, let first = locals.first,
      let lower = element.rank(atBound: element.begin),
      let upper = element.rank(atBound: element.end)
    else { return nil }
    self.element = element
    members = lower...max(lower, upper)
    pieces = PieceCursor(element.zone.table, at: first)
    if let sequence = element.sequence.pattern {
      pattern = (sequence.period, Int64(sequence.offsets.count))
    }
    switch element.clock {
    case .civil: break
    case .mixed: return nil
    case .elapsed:
      for local in locals where pieces.offset(atLocal: local) == nil { return nil }
    }
  }

  /// Returns the number of occurrences planned before a local time.
  mutating func rank(_ local: Int64) -> Int64 {
    var member = local
    if case .elapsed = element.clock { member -= pieces.offset(atLocal: local) ?? 0 }
    let ordinal = sequenceRank(member).clamped(to: members)
    return element.excluded.isEmpty ? ordinal : ordinal - element.excludedOrdinals(before: ordinal)
  }

  /// Returns the number of members of the sequence before a time; at equal distances no division is needed.
  ///
  /// Safe: local times are those of the calendar, and ranks count members of it.
  private mutating func sequenceRank(_ member: Int64) -> Int64 {
    let distance = member &- last.local
    let isNext = last.rank > 0 && distance > 0 && distance == step.distance
    let rank = isNext ? last.rank &+ step.members : element.sequence.rank(member)
    if !isNext, pattern.period > 0, distance % pattern.period == 0 {
      step = (distance, distance / pattern.period &* pattern.members)
    }
    last = (member, rank)
    return rank
  }
}

extension CompiledElement {
  /// Returns the number of members that start before a bound; `nil` if a change of offset is too near.
  fileprivate func rank(atBound instant: Int64) -> Int64? {
    if instant <= OffsetTable.bounds.lowerBound { return 0 }
    if instant >= OffsetTable.bounds.upperBound { return count }
    let piece = table.pieces[table.piece(at: instant)]
    guard piece.start <= instant, instant < piece.end else { return nil }
    return rank(instant + piece.offset)
  }
}
