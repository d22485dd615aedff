import AdherenceAnalytics
import Scheduling

/// The components of one task: a series and the changes of its occurrences.
struct ComponentGroup {
  /// The id of the task.
  let id: String
  let kind: Component.Kind
  var components: [Component] = []

  /// Puts components together by UID and kind, in order of first appearance.
  ///
  /// - Parameter content: What was read; its components are taken out of it, and its problems get those
  ///   without UID.
  /// - Returns: The groups.
  /// - Complexity: O(*n*) for *n* components.
  static func groups(of content: inout CalendarContent) -> [ComponentGroup] {
    var ids = TaskIDs()
    var groups: [ComponentGroup] = []
    var places: [String: Int] = [:]
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
      if !uid.isEmpty, let place = places[name] {
        groups[place].components.append(component)
        continue
      }
      places[name] = groups.count
      groups.append(
        ComponentGroup(
          id: ids.id(of: uid), kind: component.kind, components: [component]))
    }
    return groups.flatMap { $0.parted(&ids, &content.problems) }
  }

  /// The groups of the series that have one UID, one DTSTAMP and no SEQUENCE, of which none replaces another; changes
  /// are of the first.
  private func parted(_ ids: inout TaskIDs, _ problems: inout ProblemList) -> [ComponentGroup] {
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

/// Gives each task an id of its own.
private struct TaskIDs {
  /// How many have a name.
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
  /// What decides which of several components of one name counts.
  private var rank: (sequence: Int, stamp: Int64) {
    let sequence = self["SEQUENCE"].flatMap { Int($0.value.trimmed) } ?? 0
    let stamp = self["DTSTAMP"].flatMap { WrittenStamp($0.value) }
    return (sequence, stamp?.local.localSeconds ?? .min)
  }

  /// Whether both are of one thing, and one of them says by its SEQUENCE that it is the newer.
  func isRevision(of other: Component) -> Bool { rank.sequence != other.rank.sequence }

  /// Whether another component that follows in the file counts in the place of this one.
  func isReplaced(by later: Component) -> Bool { later.rank >= rank }
}
