import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

/// The descriptive properties of a task.
struct TaskDescription {
  private(set) var title: String?
  private(set) var instructions: String?
  private(set) var tags: [String] = []
  private(set) var notes: [RecordNote] = []
  private(set) var userInfo: [String: String] = [:]
  private(set) var recordedAt: Instant?

  init() {}

  /// Overrides the properties by those of a component, where it has any.
  ///
  /// - Returns: Warnings.
  mutating func take(_ component: Component, _ clocks: CalendarClocks) -> [InputError] {
    if let title = component["SUMMARY"]?.unescapedValue { self.title = title }
    if let text = component["DESCRIPTION"]?.unescapedValue { instructions = text }
    let tags = component.all("CATEGORIES").flatMap(\.unescapedValues).filter { !$0.isEmpty }
    if !tags.isEmpty { self.tags = tags }
    let notes = component.all("COMMENT").map { RecordNote($0.unescapedValue) }
    if !notes.isEmpty { self.notes = notes }
    var known: Set<String> = []
    for property in component.properties where property.isOfUserInfo && !property.value.isEmpty {
      guard known.insert(property.name).inserted else { continue }
      userInfo[property.name] = property.isText ? property.unescapedValue : property.value
    }
    guard let line = component["LAST-MODIFIED"] else { return [] }
    do throws(InputError) {
      recordedAt = clocks.instant(try clocks.stamp(line.value, of: line, component))
      return []
    } catch {
      recordedAt = nil
      return [line.error(.against(.unreadable, text: line.value))]
    }
  }

  /// Sets the properties of a task.
  func put(into task: inout CareTask) {
    (task.title, task.instructions, task.tags, task.notes) = (title, instructions, tags, notes)
    task.userInfo = userInfo
    task.recordedAt = recordedAt
  }
}

extension ContentLine {
  /// Whether the property is kept in the user info.
  fileprivate var isOfUserInfo: Bool {
    switch name {
    case "LOCATION", "URL", "CLASS", "PRIORITY": true
    case "X-REGIMEN": false
    default: name.hasPrefix("X-")
    }
  }

  /// Whether the value is TEXT, in which backslashes are escapes.
  var isText: Bool { name != "URL" && name != "CLASS" && name != "PRIORITY" }
}
