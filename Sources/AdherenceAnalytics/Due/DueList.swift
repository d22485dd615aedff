package import Scheduling

/// What a record asks for at a moment.
package struct DueList: Sendable {
  /// The patient at that moment.
  package let patient: Patient
  /// The record as it was compiled.
  package let compiled: CompiledRecord
  /// What is due: occurrences in order of start, then quotas by when they close, then what may be used.
  package internal(set) var items: [DueItem] = []
  /// What comes next of each task that has anything to come, in order of start.
  package internal(set) var next: [CareEvent] = []
  /// What is wrong with the other tasks.
  package internal(set) var problems: [InputError] = []

  /// The zone of the patient's clocks.
  package var zone: Zone { compiled.moments.zone }

  init(patient: Patient, compiled: CompiledRecord) {
    (self.patient, self.compiled) = (patient, compiled)
  }

  /// Sorts what several tasks ask for; what starts at one moment stays in the order of the tasks.
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
  /// The place of its kind in a list.
  fileprivate var kind: Int {
    switch self {
    case .occurrence: 0
    case .quota: 1
    case .asNeeded: 2
    }
  }

  /// By what items of a kind stand in order.
  fileprivate var moment: Instant {
    switch self {
    case .occurrence(let event): event.start
    case .quota(let balance): balance.close
    case .asNeeded(let allowance): allowance.allowedFrom ?? .latest
    }
  }
}
