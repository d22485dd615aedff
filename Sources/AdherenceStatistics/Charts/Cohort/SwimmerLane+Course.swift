public import AdherenceAnalytics
import Scheduling

extension SwimmerLane {
  /// Makes the lane of a task's course.
  ///
  /// A lane has the whole plan, where the course has more of it than the query's days; drug holidays are
  /// those of the query's days. The end is that of the measures. Episodes are parted by each gap that is as long as a
  /// discontinuation, also where parameters forgive it, so that it can be seen.
  ///
  /// - Parameters:
  ///   - name: What stands beside it.
  ///   - course: What became of the task.
  ///   - measures: The measures of the same course, with their phases.
  ///   - parameters: Those that the measures were computed with.
  /// - Complexity: O(*n* log *n*) for *n* days, occurrences and events.
  public init(
    name: String, of course: borrowing TaskCourse, _ measures: TaskMeasures,
    _ parameters: MeasureParameters
  ) {
    var days = DoseDays()
    let plan = course.whole ?? course.own
    days.take(plan)
    let phases = measures.phases
    self.init(
      name: name, observed: SwimmerLane.range(plan.days),
      episodes: days.episodes(plan.events.days, parameters).map { SwimmerLane.dates($0) },
      holidays: (measures.holidays?.holidays ?? []).map { holiday in
        SwimmerLane.dates(Int(holiday.first)..<Int(holiday.last) + 1)
      },
      holds: days.holds.map { SwimmerLane.dates($0) }, first: phases?.first, last: phases?.last,
      persistenceEnd: phases?.course.value?.end, end: SwimmerLane.end(of: measures, course))
    uses = SwimmerLane.stretches(of: course.uses.days, parameters)
    if observed == nil, let first = uses.first, let last = uses.last {
      observed = first.lowerBound..<last.upperBound
    }
  }

  /// Joins days that are not so far apart that treatment would be taken to have ended.
  private static func stretches(
    of days: [Int32], _ parameters: MeasureParameters
  ) -> [Range<CivilDate>] {
    var stretches: [Range<Int>] = []
    for day in days.map(Int.init).sorted() {
      if let last = stretches.last, day - last.upperBound < parameters.gapDays {
        stretches[stretches.count - 1] = last.lowerBound..<max(last.upperBound, day + 1)
      } else {
        stretches.append(day..<day + 1)
      }
    }
    return stretches.map { dates($0) }
  }

  private static func end(of measures: TaskMeasures, _ course: borrowing TaskCourse) -> End {
    if course.occurrences.isEmpty, !course.uses.days.isEmpty { return .untimed }
    guard let phases = measures.phases else { return .unknown }
    if !phases.isInitiated { return measures.taking.expected > 0 ? .neverBegun : .unknown }
    let lasting = course.planEnd == nil ? End.ongoing : .planEnded
    return phases.course.value.map { $0.isDiscontinued ? .discontinued : lasting } ?? .unknown
  }

  private static func range(_ days: Range<Int>) -> Range<CivilDate>? {
    days.isEmpty ? nil : dates(days)
  }

  private static func dates(_ days: Range<Int>) -> Range<CivilDate> {
    CivilDate(dayNumber: days.lowerBound)..<CivilDate(dayNumber: days.upperBound)
  }
}

extension DoseDays {
  /// The stretches of days with treatment, by number, parted by gaps without an event.
  fileprivate func episodes(
    _ eventDays: [Int32], _ parameters: MeasureParameters
  ) -> [Range<Int>] {
    let events = eventDays.map { Int($0) - first }.sorted()
    guard var begin = events.first, var last = events.last else { return [] }
    let observed = evaluable.last.map(Int.init) ?? last
    var episodes: [Range<Int>] = []
    last = begin
    for event in events.dropFirst() {
      if parameters.isDiscontinuation(gaps.gap(after: last, before: event)) {
        let end = min(last + parameters.graceDays, event - 1)
        episodes.append(first + begin..<first + end + 1)
        begin = event
      }
      last = event
    }
    let isOver = parameters.isDiscontinuation(gaps.gap(after: last, before: observed + 1))
    let end = isOver ? min(last + parameters.graceDays, observed) : max(observed, last)
    return episodes + [first + begin..<first + end + 1]
  }

  /// The stretches of days, by number, of which all occurrences are excused; days without occurrences
  /// between them belong to them.
  fileprivate var holds: [Range<Int>] {
    var holds: [Range<Int>] = []
    var isOpen = false
    for (offset, day) in all.enumerated() where day.hasOccurrence {
      guard day.excused > 0, day.expected == 0, day.pending == 0 else {
        isOpen = false
        continue
      }
      if isOpen, let hold = holds.popLast() {
        holds.append(hold.lowerBound..<first + offset + 1)
      } else {
        holds.append(first + offset..<first + offset + 1)
      }
      isOpen = true
    }
    return holds
  }
}
