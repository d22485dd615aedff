package import Diagnostics
import Scheduling

/// The names that the events of a patient may have: those of the patient's schedules in their letter case, and
/// one name for all versions of an event.
package struct EventNaming: Sendable {
  /// The names in schedules.
  private let followed: Set<String>
  /// The same by their lower case; of several the first in order.
  private let spellings: [String: String]
  /// The names of the events with an id.
  private var names: [String: String] = [:]

  /// Collects the names in the schedules of tasks.
  package init(_ tasks: some Sequence<CareTask>) {
    let names = tasks.flatMap(\.writtenSchedule.eventNames)
    followed = Set(names)
    spellings = Dictionary(names.map { ($0.lowercased(), $0) }) { min($0, $1) }
  }

  /// Collects the names in the schedules and the events of a record.
  init(_ record: CareRecord) {
    self.init(record.tasks)
    for event in record.namedEvents {
      if let id = event.id { names[id] = event.name }
    }
  }

  /// Throws if the name of a version differs from one in the schedules in case only, or from that of another
  /// version of the event; otherwise notes the name.
  package mutating func add(_ event: NamedEvent) throws(InputError) {
    try checkCase(of: event.name)
    guard let id = event.id else { return }
    if let name = names[id], name != event.name {
      throw InputError(
        .outOfRange(text: event.name, rule: "be '\(name)' in all versions of '\(id)'"),
        field: "event")
    }
    names[id] = event.name
  }

  /// Throws if a name differs from one in the schedules in case only.
  func checkCase(of name: String) throws(InputError) {
    guard !followed.contains(name), let meant = spellings[name.lowercased()] else { return }
    throw InputError(
      .outOfRange(text: name, rule: "be '\(meant)', as in the schedule"), field: "event")
  }
}

extension CareTask {
  /// The schedule as written, before it was dated by events.
  var writtenSchedule: Schedule { undatedSchedule ?? schedule }
}

extension CareRecord {
  /// The errors of named events whose names differ in case only from those that schedules follow.
  ///
  /// Readers of files reject such events; in a store the schedule may have come later.
  var eventNameErrors: [InputError] {
    if namedEvents.isEmpty { return [] }
    let naming = EventNaming(tasks)
    return namedEvents.enumerated().compactMap { index, event in
      do throws(InputError) { try naming.checkCase(of: event.name) } catch {
        return error.within("namedEvents.\(index)", of: patient.id)
      }
      return nil
    }
  }
}

extension InputError {
  /// Returns the error with the key path of a part of a patient's record.
  fileprivate func within(_ path: String, of patient: String) -> InputError {
    var error = self
    error.field = "\(path).\(error.field ?? "")"
    return error.at(source: "patient \(patient)")
  }
}
