/// An element compiled for a zone, in the integers that the kernels use.
///
/// A class, as copying a struct would dominate the cost of queries.
final class CompiledElement: Sendable {
  /// The unit of the values in `NominalSequence`.
  enum Clock {
    /// Local times, which the zone resolves.
    case civil
    /// Instants; the zone is used only to name them.
    case elapsed
    /// Local times, resolved, plus `drift` elapsed seconds for each step of the period.
    case mixed(drift: Int64)
  }

  let sequence: NominalSequence
  /// The number of members, limited by count, until and the end of the calendar.
  let count: Int64
  let clock: Clock
  /// The offsets that the kernels use: those of the zone, or none for elapsed sequences.
  let table: OffsetTable
  /// The zone of nominal local times.
  let zone: Zone
  let gap: GapPolicy
  let overlap: OverlapPolicy
  let isAllDay: Bool
  let duration: ISODuration
  /// The earliest possible start, in seconds.
  let begin: Int64
  /// The earliest possible start, or a lower bound of the first member's start.
  let earliest: Int64
  /// The end of the element, in seconds (exclusive).
  let end: Int64
  /// The start of the first member, if the anchor was given as an instant.
  let anchor: Int64?
  /// The excluded ordinals (of a mixed sequence, instants) as disjoint ascending ranges.
  let excluded: [Range<Int64>]
  /// The number of ordinals in the exclusions before each, and in all of them at the end.
  let excludedBefore: [Int64]
  /// The index of the element, shifted to its bits in ``Occurrence``.
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
    duration =
      element.isAllDay ? ISODuration(days: max(1, element.duration.days)) : element.duration
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

  /// Whether the members are instants.
  var isElapsed: Bool {
    if case .elapsed = clock { return true }
    return false
  }

  /// Whether the period has a civil and an elapsed part.
  var isMixed: Bool {
    if case .mixed = clock { return true }
    return false
  }

  /// Returns the starts of a member, regardless of bounds and exclusions.
  func starts(of ordinal: Int64) -> ResolvedStarts {
    if ordinal == 0, let anchor { return ResolvedStarts(first: anchor) }
    let nominal = sequence.nominal(ordinal)
    switch clock {
    case .elapsed: return ResolvedStarts(first: nominal)
    case .civil: return resolve(nominal)
    case .mixed(let drift): return resolve(nominal).adding(sequence.step(ordinal) * drift)
    }
  }

  /// Returns the starts of a nominal time.
  func resolve(_ local: Int64) -> ResolvedStarts {
    isAllDay ? table.start(ofDay: local) : table.starts(of: local, gap: gap, overlap: overlap)
  }
}
