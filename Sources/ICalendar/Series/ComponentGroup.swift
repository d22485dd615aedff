import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

/// The components of one task: a series and the changes of its occurrences.
struct ComponentGroup {
  /// The id of the task.
  let id: String
  let kind: Component.Kind
  var components: [Component] = []

  /// Groups components by UID and kind, in order of first appearance.
  ///
  /// - Parameter content: The parsed file. Its components are consumed, and components without UID
  ///   are added to its problems.
  /// - Returns: The groups, one per task.
  /// - Complexity: O(*n*) for *n* components.
  static func groups(of content: inout CalendarContent) -> [ComponentGroup] {
    var ids = TaskIDs()
    var groups: [ComponentGroup] = []
    var indices: [String: Int] = [:]
    let components = content.components
    content.components = []
    for component in components {
      if content.calendars[component.calendar].refusal != nil { continue }
      let uid = component["UID"]?.unescapedValue.trimmed ?? ""
      if uid.isEmpty { content.problems.append(component.error(.noUID, "UID")) }
      do throws(InputError) { _ = try InputError.requireFewMarks(uid, field: "UID") } catch {
        content.problems.append(error.at(line: component.line))
        continue
      }
      let name = "\(component.kind.rawValue) \(uid)"
      if !uid.isEmpty, let index = indices[name] {
        groups[index].components.append(component)
        continue
      }
      indices[name] = groups.count
      groups.append(
        ComponentGroup(
          id: ids.id(of: uid), kind: component.kind, components: [component]))
    }
    return groups.flatMap { $0.split(&ids, &content.problems) }
  }

  /// Splits series with one UID, one DTSTAMP and no SEQUENCE, none of which replaces another;
  /// changes belong to the first.
  private func split(_ ids: inout TaskIDs, _ problems: inout ProblemList) -> [ComponentGroup] {
    let series = components.filter { $0["RECURRENCE-ID"] == nil }
    let times = series.map { [$0["DTSTART"], $0["RRULE"]].map { $0?.value } }
    guard series.count > 1, series.allSatisfy({ $0["SEQUENCE"] == nil }),
      Set(times).count == series.count, Set(series.map { $0["DTSTAMP"]?.value }).count == 1
    else { return [self] }
    let others = Set(series.dropFirst().map(\.line))
    var first = self
    first.components.removeAll { others.contains($0.line) }
    return [first]
      + series.dropFirst().map { component in
        problems.append(component.error(.sharedUID, "UID"))
        return ComponentGroup(id: ids.id(of: id), kind: kind, components: [component])
      }
  }
}

/// Assigns unique task ids.
private struct TaskIDs {
  /// The number of tasks by UID.
  private var taken: [String: Int] = [:]
  private var unnamed = 0

  mutating func id(of uid: String) -> String {
    if uid.isEmpty { unnamed += 1 }
    let name = uid.isEmpty ? "unnamed-\(unnamed)" : uid
    var id = name
    while let number = taken[id] {
      taken[id] = number + 1
      id = "\(name)#\(number + 1)"
    }
    taken[id] = 1
    return id
  }
}

extension Component {
  /// The precedence among components with one UID.
  private var rank: (sequence: Int, stamp: Int64) {
    let sequence = self["SEQUENCE"].flatMap { Int($0.value.trimmed) } ?? 0
    let stamp = self["DTSTAMP"].flatMap { WrittenStamp($0.value) }
    return (sequence, stamp?.local.localSeconds ?? .min)
  }

  /// Returns whether the SEQUENCE numbers show that one of the components is newer.
  func isRevision(of other: Component) -> Bool { rank.sequence != other.rank.sequence }

  /// Returns whether this component is replaced by one that follows in the file.
  func isReplaced(by later: Component) -> Bool { later.rank >= rank }
}
