package import Diagnostics
package import Scheduling

/// The items due in a record at an instant.
package struct DueList: Sendable {
  /// The patient at that time.
  package let patient: Patient
  /// The compiled record.
  package let compiled: CompiledRecord
  /// The items: occurrences in order of start, then quotas by the end of their period, then as-needed use.
  package internal(set) var items: [DueItem] = []
  /// The next occurrence of each task that has one, in order of start.
  package internal(set) var next: [CareEvent] = []
  /// The errors of the other tasks.
  package internal(set) var problems: [InputError] = []

  /// The zone of the patient's clocks.
  package var zone: Zone { compiled.moments.zone }

  init(patient: Patient, compiled: CompiledRecord) {
    (self.patient, self.compiled) = (patient, compiled)
  }

  /// Sorts the items of several tasks; simultaneous ones stay in the order of the tasks.
  mutating func sort() {
    let dueItems = items.enumerated().sorted { a, b in
      (a.element.kind, a.element.moment, a.offset) < (b.element.kind, b.element.moment, b.offset)
    }
    let nextEvents = next.enumerated().sorted { a, b in
      (a.element.start, a.offset) < (b.element.start, b.offset)
    }
    (items, next) = (dueItems.map(\.element), nextEvents.map(\.element))
  }
}

extension DueItem {
  /// The sort key of the kind.
  fileprivate var kind: Int {
    switch self {
    case .occurrence: 0
    case .quota: 1
    case .asNeeded: 2
    }
  }

  /// The sort key within a kind.
  fileprivate var moment: Instant {
    switch self {
    case .occurrence(let event): event.start
    case .quota(let balance): balance.close
    case .asNeeded(let allowance): allowance.allowedFrom ?? .latest
    }
  }
}
