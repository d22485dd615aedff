/// Overrides compiled for a zone: removed, inserted and modified occurrences.
struct OverrideTable {
  /// The members that overrides cancel or move, in order.
  private(set) var removed: [Occurrence] = []
  /// The occurrences that overrides move or add, in order.
  private(set) var placed: [Occurrence] = []
  /// The cancelled occurrences with their planned starts, in order.
  private(set) var cancelled: [Occurrence] = []
  /// The keys of occurrences that cannot be derived from their start.
  private(set) var keys: [Occurrence: OccurrenceKey] = [:]
  /// The overrides by occurrence, with planned and new starts.
  private(set) var overrides: [Occurrence: Schedule.Override] = [:]
  private var byKey: [OccurrenceKey: Occurrence] = [:]

  var isEmpty: Bool { overrides.isEmpty }

  init() {}

  /// Resolves a schedule's overrides; those without an occurrence have no effect.
  init(_ schedule: Schedule, _ elements: [CompiledElement]) {
    guard !schedule.overrides.isEmpty else { return }
    let positions = Dictionary(
      uniqueKeysWithValues: schedule.elements.enumerated().map { ($1.id, $0) })
    let known = schedule.overrides.sorted {
      ($0.key.element, $0.key.nominal) < ($1.key.element, $1.key.nominal)
    }
    let hasAdditions = schedule.isDistinct && known.contains { $0.value.isAdded }
    let excluded = hasAdditions ? ExcludedTimes(schedule) : nil
    for (index, (key, override)) in known.enumerated() {
      guard let position = positions[key.element] else { continue }
      if override.isAdded, excluded?.contains(key) == true { continue }
      apply(override, key, elements[position], addition: index)
    }
    removed.sort()
    placed.sort()
    cancelled.sort()
  }

  private mutating func apply(
    _ override: Schedule.Override, _ key: OccurrenceKey, _ element: CompiledElement, addition: Int
  ) {
    let planned = element.occurrence(at: key.nominal, isSecondPass: key.isSecondPass)
    let start = override.start?.instant(in: element.zone)
    guard let planned else {
      guard override.isAdded, !override.isCancelled else { return }
      let own = start?.seconds ?? element.start(ofAddition: key.nominal)
      let ordinal = OverrideTable.firstAddition + UInt64(addition)
      insert(
        Occurrence(start: Instant(seconds: own), packed: element.packed | ordinal), override, key)
      return
    }
    if override.isCancelled {
      removed.append(planned)
      cancelled.append(planned)
    } else if start != nil || override.duration != nil {
      // An occurrence with its own duration is inserted too, since elements search by their own duration.
      removed.append(planned)
      insert(Occurrence(start: start ?? planned.start, packed: planned.packed), override, key)
    }
    overrides[planned] = override
    byKey[key] = byKey[key] ?? planned
  }

  private mutating func insert(
    _ occurrence: Occurrence, _ override: Schedule.Override, _ key: OccurrenceKey
  ) {
    placed.append(occurrence)
    keys[occurrence] = key
    overrides[occurrence] = override
    byKey[key] = occurrence
  }

  /// The first ordinal of additions, beyond those of any sequence.
  static let firstAddition: UInt64 = 1 << 43

  /// Returns the occurrence with a key, if an override applies to it.
  func occurrence(for key: OccurrenceKey) -> Occurrence? { byKey[key] }
}

extension CompiledElement {
  /// Returns the start of an addition, which is planned at a local time without being a member.
  fileprivate func start(ofAddition nominal: CivilDateTime) -> Int64 {
    let local = nominal.localSeconds
    let starts =
      isAllDay
      ? zone.table.start(ofDay: local) : zone.table.starts(of: local, gap: gap, overlap: overlap)
    return starts.first ?? zone.firstInstant(atOrAfter: nominal).seconds
  }
}

extension [Occurrence] {
  /// Returns the part that starts in a range of seconds; the rows are sorted.
  func starting(in range: Range<Int64>) -> ArraySlice<Occurrence> {
    let lower = partitionPoint { $0.start.seconds < range.lowerBound }
    let upper = partitionPoint { $0.start.seconds < range.upperBound }
    return self[lower..<Swift.max(lower, upper)]
  }

  /// Removes rows from an index on; both arrays are sorted.
  mutating func remove(_ others: ArraySlice<Occurrence>, from first: Int) {
    guard !others.isEmpty else { return }
    var next = others.startIndex
    var target = first
    for index in first..<count {
      while next < others.endIndex, others[next] < self[index] { next += 1 }
      if next < others.endIndex, others[next] == self[index] { continue }
      self[target] = self[index]
      target += 1
    }
    removeLast(count - target)
  }
}

/// The excluded nominal times of a schedule, for many look-ups.
private struct ExcludedTimes {
  /// The ranges that apply to all elements (`nil`), and those of single elements, each sorted and disjoint.
  private var ranges: [String?: [Range<Int64>]] = [:]

  init(_ schedule: Schedule) {
    for exclusion in schedule.exclusions {
      let (from, to) = (exclusion.from.localSeconds, exclusion.to?.localSeconds ?? .max)
      if from < to { ranges[exclusion.element, default: []].append(from..<to) }
    }
    ranges = ranges.mapValues(\.joinedRanges)
  }

  /// Returns whether a key is excluded: in a recurrence set an EXDATE takes precedence over an RDATE.
  func contains(_ key: OccurrenceKey) -> Bool {
    contains(key.nominal, nil) || contains(key.nominal, key.element)
  }

  private func contains(_ nominal: CivilDateTime, _ element: String?) -> Bool {
    guard let ranges = ranges[element] else { return false }
    let index = ranges.partitionPoint { $0.lowerBound <= nominal.localSeconds }
    return index > 0 && ranges[index - 1].contains(nominal.localSeconds)
  }
}
