import AdherenceAnalytics
import Scheduling

/// How far a to-do is done.
struct Completion {
  /// 1 to 100, which is done.
  var percent: Int
  /// When it was done.
  var time: Instant?

  /// Reads COMPLETED, STATUS and PERCENT-COMPLETE; `nil` where nothing is done.
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

  /// The outcome of a task; with shares, what is done is 100 of 100 %.
  func outcome(of task: String, _ key: OccurrenceKey?, inShares: Bool) -> Outcome {
    let values = inShares ? [OutcomeValue(.number(Double(percent)), units: Completion.unit)] : []
    return Outcome(task: task, key: key, time: time, values: values)
  }

  /// The unit of shares.
  static let unit = "%"
}
