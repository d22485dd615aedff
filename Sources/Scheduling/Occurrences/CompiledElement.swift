/// An element lowered for a zone: integers alone, which the kernels read.
struct CompiledElement {
  /// What ``NominalSequence`` counts.
  enum Clock {
    /// Local times, which the zone resolves.
    case civil
    /// Instants; the zone only names them.
    case elapsed
    /// Local times, resolved, then so many elapsed seconds more for each ordinal.
    case mixed(drift: Int64)
  }

  var sequence: NominalSequence
  /// The members of the sequence, by count, until and the end of the calendar.
  var count: Int64
  var clock: Clock
  /// The offsets that the kernels walk: the zone's, or none for elapsed sequences.
  var table: OffsetTable
  /// The zone that names local times.
  var zone: Zone
  var gap: GapPolicy
  var overlap: OverlapPolicy
  var isAllDay: Bool
  var duration: Period
  /// The first instant at which nothing starts any more.
  var end: Int64
  /// The start of the first member, where the anchor was given as an instant.
  var anchor: Int64?
  /// The ordinals left out, ascending and apart.
  var excluded: [Range<Int64>] = []
  /// The element's position, shifted to where an ``Occurrence`` has it.
  var packed: UInt64
}

extension CompiledElement {
  /// The starts of one member: none, one, or the two of ``OverlapPolicy/both``.
  struct Starts {
    var first: Int64?
    var second: Int64?
  }

  /// Where a member starts, whatever the bounds and exclusions say.
  func starts(of ordinal: Int64) -> Starts {
    let nominal = sequence.nominal(ordinal)
    switch clock {
    case .elapsed: return Starts(first: nominal)
    case .civil:
      if ordinal == 0, let anchor { return Starts(first: anchor) }
      return resolve(nominal)
    case .mixed(let drift):
      if ordinal == 0, let anchor { return Starts(first: anchor) }
      let starts = resolve(nominal)
      return Starts(
        first: starts.first.map { $0 + ordinal * drift },
        second: starts.second.map { $0 + ordinal * drift })
    }
  }

  private func resolve(_ local: Int64) -> Starts {
    switch table.resolve(local) {
    case .unique(let instant): return Starts(first: instant)
    case .overlap(let first, let last):
      switch isAllDay ? .first : overlap {
      case .first: return Starts(first: first)
      case .last: return Starts(first: last)
      case .both: return Starts(first: first, second: last)
      }
    case .gap(let change, let length, let offsetBefore):
      let gapStart = change + offsetBefore
      if skipsDay(of: local, gapStart..<(gapStart + length)) { return Starts() }
      if isAllDay { return Starts(first: change) }
      switch gap {
      case .shiftForward: return Starts(first: local - offsetBefore)
      case .shiftBack: return Starts(first: local - offsetBefore - length)
      case .skip: return Starts()
      }
    }
  }

  /// Says whether a gap swallows the whole date of a local time, as Apia's did on 2011-12-30.
  private func skipsDay(of local: Int64, _ gap: Range<Int64>) -> Bool {
    let day = local.flooredQuotient(86_400) * 86_400
    return gap.lowerBound <= day && day + 86_400 <= gap.upperBound
  }
}
