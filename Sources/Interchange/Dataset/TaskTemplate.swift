import AdherenceAnalytics
import Scheduling

/// A task that can be derived for other lines that differ only in the patient and the times.
///
/// Safe: times were found in the line that is read; a cursor ends with its time.
struct TaskTemplate {
  private let task: CareTask
  /// The targets of the times in their order in the line.
  private let slots: [TaskSlot]

  /// Finds the targets of a line's times by parsing the line with other times; `nil` if they are
  /// ambiguous.
  init?(_ line: UnsafeBufferPointer<UInt8>, _ times: [TaskTime], read task: CareTask) {
    var example = Array(line)
    var moments: [LocalOrInstant] = []
    for (number, time) in times.enumerated() {
      let local = CivilDateTime("\(time.name.exampleYear)-01-01T00:00:00")?.adding(
        seconds: Int64(number))
      guard let local, let seconds = Optional(local.localSeconds) else { return nil }
      let isInstant = time.name == .recordedAt
      moments.append(isInstant ? .instant(Instant(seconds: seconds)) : .local(local))
      example.replaceSubrange(time.range, with: moments[number].description.utf8)
    }
    let text = String(decoding: example, as: UTF8.self)
    guard let read = try? JSONLine.decode(TaskProperties.self, from: text).task else { return nil }
    let places = read.times
    slots = moments.compactMap { moment in
      let own = places.filter { $0.time == moment }
      return own.count == 1 ? own[0].slot : nil
    }
    self.task = read
    var dates = DateCache()
    guard slots.count == times.count, Set(slots).count == slots.count,
      filled(from: line, times, &dates) == task
    else { return nil }
  }

  /// Returns the task of a line; `nil` if a time is invalid or contradicts the plan.
  func filled(
    from line: UnsafeBufferPointer<UInt8>, _ times: [TaskTime], _ dates: inout DateCache
  ) -> CareTask? {
    guard let base = line.baseAddress else { return nil }
    var task = task
    for (time, slot) in zip(times, slots) {
      var cursor = RowCursor(
        next: base + time.range.lowerBound, end: base + time.range.upperBound)
      guard let seconds = cursor.localSeconds(&dates) else { return nil }
      task.set(slot, to: seconds)
    }
    guard (try? task.schedule.validate()) != nil else { return nil }
    return task
  }
}
