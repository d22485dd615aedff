/// An element lowered for a zone: integers alone, which the kernels read.
struct CompiledElement {
  /// What ``NominalSequence`` counts.
  enum Clock {
    /// Local times, which the zone resolves.
    case civil
    /// Instants; the zone only names them.
    case elapsed
    /// Local times, resolved, then so many elapsed seconds more for each step of the period.
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
  /// The first instant at which anything may start.
  var begin: Int64
  /// The first instant at which nothing starts any more.
  var end: Int64
  /// The start of the first member, where the anchor was given as an instant.
  var anchor: Int64?
  /// The ordinals left out, of a mixed sequence the instants, ascending and apart.
  var excluded: [Range<Int64>] = []
  /// The element's position, shifted to where an ``Occurrence`` has it.
  var packed: UInt64
}

extension CompiledElement {
  /// Where a member starts, whatever the bounds and exclusions say.
  func starts(of ordinal: Int64) -> Starts {
    if ordinal == 0, let anchor { return Starts(first: anchor) }
    let nominal = sequence.nominal(ordinal)
    switch clock {
    case .elapsed: return Starts(first: nominal)
    case .civil: return resolve(nominal)
    case .mixed(let drift): return resolve(nominal).adding(sequence.step(ordinal) * drift)
    }
  }

  private func resolve(_ local: Int64) -> Starts {
    isAllDay ? table.start(ofDay: local) : table.starts(of: local, gap: gap, overlap: overlap)
  }
}
