/// A schedule compiled for a zone, ready to say when it happens.
///
/// Compile once, ask often: every query costs what it returns, however far it lies from the anchors.
///
///     let occurrences = Occurrences(of: schedule, in: newYork)
///     occurrences.starting(in: week).count
public struct Occurrences: Sendable {
  /// The plan.
  public let schedule: Schedule
  /// The zone in which floating times resolve.
  public let zone: Zone
  let elements: [CompiledElement]

  /// Compiles a schedule.
  ///
  /// - Precondition: The schedule is valid; ``Schedule/validate()`` tells, and schedules read from
  ///   JSON are.
  public init(of schedule: Schedule, in zone: Zone) {
    do { try schedule.validate() } catch { preconditionFailure("the schedule: \(error)") }
    self.schedule = schedule
    self.zone = zone
    let exclusions = Dictionary(grouping: schedule.exclusions, by: \.element)
    elements = schedule.elements.enumerated().map { index, element in
      CompiledElement(
        element, at: index, in: zone,
        excluding: exclusions[nil, default: []] + exclusions[element.id, default: []])
    }
  }
}

extension Occurrences {
  /// Returns the occurrences that start in a range, in order of start, element and ordinal.
  ///
  /// - Parameters:
  ///   - range: The moments to look at; the upper bound is not included.
  ///   - limit: The most occurrences to return: the first ones.
  /// - Returns: The occurrences; empty where nothing starts in `range`.
  /// - Complexity: O(*n* log *k*) for *n* occurrences of *k* elements, however long before `range`
  ///   they started.
  public func starting(in range: Range<Instant>, limit: Int = .max) -> [Occurrence] {
    var rows: [Occurrence] = []
    append(startingIn: range, to: &rows, limit: limit)
    return rows
  }

  /// Appends the occurrences that start in a range to rows that the caller reuses.
  ///
  /// - Complexity: As ``starting(in:limit:)``; it allocates only where the rows have no room.
  public func append(
    startingIn range: Range<Instant>, to rows: inout [Occurrence], limit: Int = .max
  ) {
    guard limit > 0 else { return }
    let seconds = Occurrences.seconds(range)
    var boundaries: [Int] = []
    boundaries.reserveCapacity(elements.count + 1)
    boundaries.append(rows.count)
    for index in elements.indices {
      elements[index].append(startingIn: seconds, to: &rows, limit: limit)
      boundaries.append(rows.count)
    }
    rows.mergeRuns(at: boundaries)
    rows.removeLast(max(0, rows.count - boundaries[0] - limit))
  }

  /// Returns the occurrences that are under way at some moment of a range, in order of start.
  ///
  /// One that ends as the range begins is not; one without length is where it starts.
  ///
  /// - Complexity: As ``starting(in:limit:)``, plus the occurrences of two days for elements whose
  ///   duration is civil.
  public func overlapping(_ range: Range<Instant>, limit: Int = .max) -> [Occurrence] {
    guard limit > 0 else { return [] }
    let seconds = Occurrences.seconds(range)
    var rows: [Occurrence] = []
    var boundaries = [0]
    for element in elements {
      element.append(runningAt: seconds.lowerBound, to: &rows, limit: limit)
      element.append(startingIn: seconds, to: &rows, limit: limit)
      boundaries.append(rows.count)
    }
    rows.mergeRuns(at: boundaries)
    return Array(rows.prefix(limit))
  }

  /// The number of occurrences that start in a range.
  ///
  /// - Complexity: O(*k* · *c*) for *k* elements and *c* changes of offset and exclusions in `range`;
  ///   no occurrence is listed.
  public func count(startingIn range: Range<Instant>) -> Int {
    let seconds = Occurrences.seconds(range)
    var total = 0
    for element in elements {
      element.forEachRun(startingIn: seconds) { run in
        total += run.ordinals.count
        return true
      }
    }
    return total
  }

  /// The first occurrence that starts at a moment or later; `nil` where the plan is over.
  public func first(startingAtOrAfter instant: Instant) -> Occurrence? {
    starting(in: instant..<max(instant, .latest), limit: 1).first
  }

  /// A range within the calendar, outside of which nothing starts.
  private static func seconds(_ range: Range<Instant>) -> Range<Int64> {
    (range.lowerBound.seconds..<range.upperBound.seconds)
      .clamped(to: Instant.earliest.seconds..<Instant.latest.seconds)
  }
}

extension Occurrences {
  /// When an occurrence ends; without a duration, when it starts.
  public func end(of occurrence: Occurrence) -> Instant {
    Instant(seconds: elements[occurrence.element].end(from: occurrence.start.seconds))
  }

  /// The local time for which an occurrence was planned, before gaps, overlaps and moves.
  ///
  /// Elapsed sequences have no wall clock of their own; theirs is the zone's at the start.
  public func nominal(of occurrence: Occurrence) -> CivilDateTime {
    elements[occurrence.element].nominal(of: occurrence)
  }

  /// The identity of an occurrence.
  public func key(of occurrence: Occurrence) -> OccurrenceKey {
    let nominal = nominal(of: occurrence)
    return OccurrenceKey(
      element: schedule.elements[occurrence.element].id, nominal: nominal,
      isSecondPass: elements[occurrence.element].isSecondPass(occurrence, nominal: nominal))
  }

  /// The occurrence with a key; `nil` where the plan has none there.
  ///
  /// - Complexity: O(*k* + log *n*) for *k* elements and *n* changes of offset.
  public func occurrence(for key: OccurrenceKey) -> Occurrence? {
    guard let index = schedule.elements.firstIndex(where: { $0.id == key.element }) else {
      return nil
    }
    return elements[index].occurrence(at: key.nominal, isSecondPass: key.isSecondPass)
  }
}
