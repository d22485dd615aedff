/// An element lowered for a zone: integers alone, which the kernels read.
///
/// It is a class because queries would spend more time on copying it than on what they look for.
final class CompiledElement: Sendable {
  /// What `NominalSequence` counts.
  enum Clock {
    /// Local times, which the zone resolves.
    case civil
    /// Instants; the zone only names them.
    case elapsed
    /// Local times, resolved, then so many elapsed seconds more for each step of the period.
    case mixed(drift: Int64)
  }

  let sequence: NominalSequence
  /// The members of the sequence, by count, until and the end of the calendar.
  let count: Int64
  let clock: Clock
  /// The offsets that the kernels walk: the zone's, or none for elapsed sequences.
  let table: OffsetTable
  /// The zone that names local times.
  let zone: Zone
  let gap: GapPolicy
  let overlap: OverlapPolicy
  let isAllDay: Bool
  let duration: Period
  /// The first instant at which anything may start.
  let begin: Int64
  /// The same, or a moment before which no member can start.
  let earliest: Int64
  /// The first instant at which nothing starts any more.
  let end: Int64
  /// The start of the first member, where the anchor was given as an instant.
  let anchor: Int64?
  /// The ordinals left out, of a mixed sequence the instants, ascending and apart.
  let excluded: [Range<Int64>]
  /// The ordinals left out by the exclusions before each, and by all of them at the end.
  let excludedBefore: [Int64]
  /// The element's position, shifted to where an ``Occurrence`` has it.
  let packed: UInt64

  init(
    _ element: borrowing ScheduleElement, at position: Int, _ members: NominalMembers,
    excluding excluded: [Range<Int64>], anchor: Int64?
  ) {
    sequence = members.sequence
    count = members.count
    clock = members.clock
    zone = members.zone
    table = if case .elapsed = members.clock { Zone.utc.table } else { members.zone.table }
    gap = element.gap
    overlap = element.overlap
    isAllDay = element.isAllDay
    duration = element.isAllDay ? Period(days: max(1, element.duration.days)) : element.duration
    begin = element.begin?.instant(in: zone).seconds ?? OffsetTable.bounds.lowerBound
    let first = count > 0 ? sequence.nominal(0) - CompiledElement.slack : begin
    earliest = max(begin, first)
    end = members.end
    self.anchor = anchor
    self.excluded = excluded
    excludedBefore = excluded.isEmpty ? [] : CompiledElement.sums(of: excluded)
    packed = UInt64(position) << Occurrence.ordinalBits
  }
}

extension CompiledElement {
  private static func sums(of ranges: [Range<Int64>]) -> [Int64] {
    var sum: Int64 = 0
    var sums: [Int64] = [0]
    sums.reserveCapacity(ranges.count + 1)
    for range in ranges {
      sum += range.upperBound - range.lowerBound
      sums.append(sum)
    }
    return sums
  }

  /// Whether the sequence counts instants.
  var isElapsed: Bool {
    if case .elapsed = clock { return true }
    return false
  }

  /// Whether elapsed time is added to local times.
  var isMixed: Bool {
    if case .mixed = clock { return true }
    return false
  }

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

  /// Where a nominal time starts.
  func resolve(_ local: Int64) -> Starts {
    isAllDay ? table.start(ofDay: local) : table.starts(of: local, gap: gap, overlap: overlap)
  }
}
