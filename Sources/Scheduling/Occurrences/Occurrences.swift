public import Diagnostics

/// A schedule compiled for a time zone, which can be queried for occurrences.
///
/// Compile once and query often: the cost of a query depends on the size of its result, not on the distance
/// from the anchors.
///
///     let schedule = try Schedule(words: "daily at 08:00", from: CivilDate("2025-03-08")!)
///     let occurrences = try Occurrences(of: schedule, in: Zone("America/New_York")!)
///     let weekend = Instant("2025-03-08T05:00:00Z")!..<Instant("2025-03-10T04:00:00Z")!
///     for occurrence in occurrences.starting(in: weekend) {
///       print(occurrence.start, occurrences.key(of: occurrence))
///     }
///     // 2025-03-08T13:00:00Z 1/2025-03-08T08:00:00
///     // 2025-03-09T12:00:00Z 1/2025-03-09T08:00:00
public struct Occurrences: Sendable {
  /// The compiled schedule.
  public let schedule: Schedule
  /// The zone in which floating times are resolved.
  public let zone: Zone
  let elements: [CompiledElement]
  let overrides: OverrideTable
  /// Whether there are no overrides and no merging, so that the elements' rows are the result.
  private let isPlain: Bool

  /// Compiles a schedule.
  ///
  /// - Throws: ``InputError`` with the key path of the first invalid property; schedules decoded from JSON
  ///   are valid. Elements that follow events have no occurrences without a patient and are rejected.
  public init(of schedule: Schedule, in zone: Zone) throws(InputError) {
    try schedule.validate()
    try schedule.requireDates()
    self.init(valid: schedule, in: zone)
  }

  /// Compiles a schedule that has been validated.
  private init(valid schedule: Schedule, in zone: Zone) {
    self.schedule = schedule
    self.zone = zone
    let exclusions = Exclusions(schedule)
    var elements: [CompiledElement] = []
    elements.reserveCapacity(schedule.elements.count)
    let all = schedule.elements.span
    for index in all.indices {
      elements.append(
        CompiledElement(
          all[index], at: index, in: zone, excluding: exclusions.ofElement(all[index].id)))
    }
    self.elements = elements
    overrides = OverrideTable(schedule, elements)
    isPlain = overrides.isEmpty && !schedule.isDistinct
  }

  /// The occurrences of an empty schedule.
  package static let none = Occurrences(valid: Schedule([]), in: .utc)

  /// The same plan without exclusions and overrides, in which indices are CareKit's running indices.
  var withoutExceptions: Occurrences {
    var schedule = schedule
    schedule.exclusions = []
    schedule.overrides = [:]
    schedule.isDistinct = false
    return Occurrences(valid: schedule, in: zone)
  }
}

/// A schedule's exclusions, by element.
private struct Exclusions {
  private var all: [Schedule.Exclusion]
  private var single: [String: [Schedule.Exclusion]] = [:]

  init(_ schedule: Schedule) {
    all = schedule.exclusions
    guard all.contains(where: { $0.element != nil }) else { return }
    for exclusion in all {
      if let element = exclusion.element { single[element, default: []].append(exclusion) }
    }
    all.removeAll { $0.element != nil }
  }

  func ofElement(_ id: String) -> [Schedule.Exclusion] {
    single.isEmpty ? all : all + single[id, default: []]
  }
}

extension Occurrences {
  /// Returns the occurrences that start in a range, in order of start, element and ordinal.
  public func starting(in range: Range<Instant>, limit: Int = .max) -> [Occurrence] {
    var rows: [Occurrence] = []
    append(startingIn: range, to: &rows, limit: limit)
    return rows
  }

  /// Appends the occurrences that start in a range to an array that the caller reuses.
  @discardableResult
  public func append(
    startingIn range: Range<Instant>, to rows: inout [Occurrence], limit: Int = .max
  ) -> Bool {
    let seconds = Occurrences.seconds(range)
    let first = rows.count
    append(seconds, to: &rows, limit: needed(for: limit))
    if !isPlain {
      if !overrides.isEmpty {
        change(&rows, from: first, with: overrides.placed.starting(in: seconds))
      }
      if schedule.isDistinct { keepDistinct(&rows, from: first) }
    }
    let surplus = rows.count - first - max(0, limit)
    guard surplus > 0 else { return false }
    rows.removeLast(surplus)
    return true
  }

  /// Appends the members of the elements, in order, at most `limit` rows of each.
  @inline(__always)
  func append<Row: OccurrenceRow>(_ seconds: Range<Int64>, to rows: inout [Row], limit: Int) {
    let first = rows.count
    if elements.count == 1 {
      return elements.span[0].append(startingIn: seconds, to: &rows, limit: limit)
    }
    var boundaries = [first]
    boundaries.reserveCapacity(elements.count + 1)
    for index in elements.indices {
      elements[index].append(startingIn: seconds, to: &rows, limit: limit)
      boundaries.append(rows.count)
    }
    rows.mergeRuns(at: boundaries)
  }

  /// Returns the number of rows of each element that suffices for `limit` rows in total and one more.
  private func needed(for limit: Int) -> Int {
    if isPlain { return limit == .max ? .max : max(0, limit) + 1 }
    let (sum, overflow) = max(0, limit).addingReportingOverflow(overrides.removed.count + 1)
    guard schedule.isDistinct, !overflow else { return overflow ? .max : sum }
    let (product, isOver) = sum.multipliedReportingOverflow(by: 2)
    return isOver ? .max : product
  }

  /// Removes and inserts the rows affected by overrides.
  private func change(
    _ rows: inout [Occurrence], from first: Int, with placed: ArraySlice<Occurrence>
  ) {
    if rows.count > first {
      let span = rows[first].start.seconds..<(rows[rows.count - 1].start.seconds + 1)
      rows.remove(overrides.removed.starting(in: span), from: first)
    }
    let boundaries = [first, rows.count, rows.count + placed.count]
    rows += placed
    rows.mergeRuns(at: boundaries)
    rows.sortTwins(from: first)
  }

  /// Removes rows with the same nominal time as an earlier row.
  private func keepDistinct(_ rows: inout [Occurrence], from first: Int) {
    rows.keepFirst(from: first, ofEach: nominal)
  }

  /// Returns the occurrences in progress during a range, in order of start.
  ///
  /// An occurrence that ends at the lower bound is not included; one without duration is in progress at its
  /// start.
  ///
  /// - Complexity: As ``starting(in:limit:)``, plus the occurrences of two days for elements with a civil
  ///   duration.
  public func overlapping(_ range: Range<Instant>, limit: Int = .max) -> [Occurrence] {
    guard limit > 0 else { return [] }
    let seconds = Occurrences.seconds(range)
    var rows: [Occurrence] = []
    var boundaries = [0]
    for element in elements {
      element.append(runningAt: seconds.lowerBound, to: &rows, limit: needed(for: limit))
      element.append(startingIn: seconds, to: &rows, limit: needed(for: limit))
      boundaries.append(rows.count)
    }
    rows.mergeRuns(at: boundaries)
    if !overrides.isEmpty {
      let placed = overrides.placed.filter { row in
        row.start < range.upperBound
          && (row.start >= range.lowerBound || end(of: row) > range.lowerBound)
      }
      change(&rows, from: 0, with: placed[...])
    }
    if schedule.isDistinct { keepDistinct(&rows, from: 0) }
    return Array(rows.prefix(limit))
  }

  /// Returns the range clamped to the calendar, outside of which nothing starts.
  static func seconds(_ range: Range<Instant>) -> Range<Int64> {
    (range.lowerBound.seconds..<range.upperBound.seconds)
      .clamped(to: Instant.earliest.seconds..<Instant.latest.seconds)
  }
}

extension Occurrences {
  /// Returns the end of an occurrence; without a duration, its start.
  public func end(of occurrence: Occurrence) -> Instant {
    let element = elements[occurrence.element]
    if let duration = overrides.overrides[occurrence]?.duration {
      return element.end(from: occurrence.start, lasting: duration)
    }
    return Instant(seconds: element.end(from: occurrence.start.seconds))
  }

  /// Returns the local time at which an occurrence was planned, before gaps, overlaps and moves.
  ///
  /// Elapsed sequences have no wall clock of their own; their nominal time is the zone's local time at the
  /// start.
  public func nominal(of occurrence: Occurrence) -> CivilDateTime {
    if !overrides.isEmpty, let key = overrides.keys[occurrence] { return key.nominal }
    return elements[occurrence.element].nominal(of: occurrence)
  }

  /// Returns the key of an occurrence.
  public func key(of occurrence: Occurrence) -> OccurrenceKey {
    if !overrides.isEmpty, let key = overrides.keys[occurrence] { return key }
    let nominal = nominal(of: occurrence)
    return OccurrenceKey(
      element: schedule.elements[occurrence.element].id, nominal: nominal,
      isSecondPass: elements[occurrence.element].isSecondPass(occurrence, nominal: nominal))
  }

  /// Returns the occurrence with a key; `nil` if the plan has none.
  ///
  /// A moved occurrence is returned with its new start, a cancelled one with its planned start.
  ///
  /// - Complexity: O(*k* + log *n*) for *k* elements and *n* changes of offset.
  public func occurrence(for key: OccurrenceKey) -> Occurrence? {
    if !overrides.isEmpty, let known = overrides.occurrence(for: key) { return known }
    guard let index = schedule.elements.firstIndex(where: { $0.id == key.element }) else {
      return nil
    }
    return elements[index].occurrence(at: key.nominal, isSecondPass: key.isSecondPass)
  }
}

extension Occurrences {
  /// Returns the first occurrence of an element with an ordinal, before overrides; `nil` if there is none.
  package func occurrence(ofElement position: Int, ordinal: Int) -> Occurrence? {
    let element = elements[position]
    guard 0..<element.count ~= Int64(ordinal), let start = element.starts(of: Int64(ordinal)).first
    else { return nil }
    let row = Occurrence(start: Instant(seconds: start), element: position, ordinal: ordinal)
    let nominal = element.nominal(of: row)
    return element.occurrence(
      at: nominal, isSecondPass: element.isSecondPass(row, nominal: nominal))
  }

  /// Returns the targets of an occurrence.
  public func targets(of occurrence: Occurrence) -> [ScheduleElement.Target] {
    overrides.overrides[occurrence]?.targets ?? schedule.elements[occurrence.element].targets
  }

  /// Returns the time window of an occurrence; `nil` if the plan does not define one.
  public func window(of occurrence: Occurrence) -> ScheduleElement.Window? {
    overrides.overrides[occurrence]?.window ?? schedule.elements[occurrence.element].window
  }

  /// Returns the text of an occurrence for the person who follows the plan; `nil` if there is none.
  public func text(of occurrence: Occurrence) -> String? {
    overrides.overrides[occurrence]?.text ?? schedule.elements[occurrence.element].text
  }

  /// Returns the duration that an override sets; `nil` if that of the element applies.
  package func ownDuration(of occurrence: Occurrence) -> ISODuration? {
    overrides.isEmpty ? nil : overrides.overrides[occurrence]?.duration
  }

  /// Returns whether an override moves an occurrence.
  package func isMoved(_ occurrence: Occurrence) -> Bool {
    !overrides.isEmpty && overrides.overrides[occurrence]?.start != nil
  }

  /// Returns the cancelled occurrences with planned starts in a range.
  public func cancelled(in range: Range<Instant>) -> [Occurrence] {
    Array(overrides.cancelled.starting(in: Occurrences.seconds(range)))
  }
}
