import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

/// The completion of a to-do.
struct Completion {
  /// From 1 to 100, which is complete.
  var percent: Int
  /// The time of completion.
  var time: Instant?

  /// Parses COMPLETED, STATUS and PERCENT-COMPLETE; `nil` if nothing is done.
  init?(of component: Component, _ clocks: CalendarClocks, _ problems: inout [InputError]) {
    guard component.kind == .todo else { return nil }
    let isCompleted = component["STATUS"]?.value.trimmed.uppercased() == "COMPLETED"
    var percent = 0
    if let line = component["PERCENT-COMPLETE"] {
      if let number = Int(line.value.trimmed), 0...100 ~= number {
        percent = number
      } else {
        problems.append(line.error(.against(.unreadable, text: line.value)))
      }
    }
    if let line = component["COMPLETED"] {
      do throws(InputError) {
        time = clocks.instant(try clocks.stamp(line.value, of: line, component))
      } catch {
        problems.append(line.error(.against(.unreadable, text: line.value)))
      }
    }
    self.percent = isCompleted || time != nil ? 100 : percent
    if self.percent == 0 { return nil }
  }

  /// Returns the outcome of a task; in percent if the task is scored by percentage.
  func outcome(of task: String, _ key: OccurrenceKey?, inShares: Bool) -> Outcome {
    let values = inShares ? [OutcomeValue(.number(Double(percent)), units: Completion.unit)] : []
    return Outcome(task: task, key: key, time: time, values: values)
  }

  /// The unit of percentages.
  static let unit = "%"
}
