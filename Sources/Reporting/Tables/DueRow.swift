import AdherenceAnalytics
import Scheduling

/// The kind of a row in a work list.
package enum DueState: String, CaseIterable, Sendable {
  /// An occurrence whose window has closed, but for which a late outcome would count.
  case overdue
  /// An occurrence in progress with time left.
  case started
  /// An occurrence whose window is open.
  case open
  /// An occurrence whose window opens within the given period.
  case upcoming
  /// A quota with a remaining amount in its period.
  case quota
  /// A task used as needed.
  case asNeeded
  /// The first occurrence of a task after the moment, unless it is in another row.
  case next
}

/// An entry of a work list at a moment; fields that do not apply are `nil`.
struct DueRow {
  static let columns = Column<DueRow>.list(Column<Patient>.names.of(\.patient), asked, left)

  private static let asked: [Column<DueRow>] = [
    .text("task", "the task's id") { $0.task.id },
    .text("title", "what the task is called") { $0.task.title },
    .text(
      "state", "`overdue`, `started`, `open`, `upcoming`, `quota`, `asNeeded` or `next`"
    ) { $0.state.rawValue },
    .key("key", "which occurrence, as `walk/2025-03-10T17:00:00`") { $0.key?.description },
    .text("element", "the part of the plan") { $0.element },
    .key("nominal", "the planned local time; `;fold=1` where clocks show it a second time") {
      $0.key?.nominalText
    },
    .instant("start", "when it starts") { $0.event?.start },
    .localTime("local", "what the patient's clock shows then") { $0.local },
    .instant("open", "from when on an outcome is in time") { $0.event?.scored.window.open },
    .instant("close", "from when on it is late; of a quota the end of its period") { $0.close },
    .instant("expiry", "from when on it is too late") { $0.event?.scored.window.expiry },
  ]

  private static let left: [Column<DueRow>] = [
    .number("progress", "share", "how much of what it asks for was done") {
      $0.event?.scored.progress
    },
    .number("value", "as recorded", "the sum of the values credited") { $0.value },
    .number("target", "as recorded", "the sum of what the targets ask for at least") {
      $0.event?.scored.sums.target
    },
    .number("quotaDue", "uses", "those that a quota expects in its period") { $0.quota?.required },
    .integer("done", "uses", "those that count for it") { $0.quota?.done },
    .integer("left", "uses", "those that meet what it expects") { $0.quota?.left },
    .instant("lastUse", "when it was last used as needed") { $0.allowance?.lastUse },
    .instant("allowedFrom", "from when on it may be used; empty where it may not be again") {
      $0.allowance?.allowedFrom
    },
  ]

  let patient: Patient
  let zone: Zone
  let state: DueState
  let item: DueItem
}

extension DueRow {
  var event: CareEvent? { if case .occurrence(let event) = item { event } else { nil } }
  var quota: QuotaBalance? { if case .quota(let balance) = item { balance } else { nil } }
  var allowance: UseAllowance? {
    if case .asNeeded(let allowance) = item { allowance } else { nil }
  }

  var task: CareTask {
    switch item {
    case .occurrence(let event): event.task
    case .quota(let balance): balance.task
    case .asNeeded(let allowance): allowance.task
    }
  }

  var element: String {
    switch item {
    case .occurrence(let event): event.key.element
    case .quota(let balance): balance.element
    case .asNeeded(let allowance): allowance.element
    }
  }

  var key: OccurrenceKey? { event?.key }
  var local: CivilDateTime? { event.map { zone.civil(at: $0.start) } }
  var close: Instant? { event?.scored.window.close ?? quota?.close }
  var value: Double? {
    event.flatMap { $0.scored.timing == nil ? nil : $0.scored.sums.value }
  }
}

extension DueRow {
  /// Returns the rows of a patient: due ones in the order of the list, then upcoming ones.
  static func rows(of list: DueList) -> [DueRow] {
    let due = list.items.map { item in
      DueRow(patient: list.patient, zone: list.zone, state: DueState(of: item), item: item)
    }
    let events = Set(due.compactMap(\.event))
    return due
      + list.next.filter { !events.contains($0) }.map {
        DueRow(patient: list.patient, zone: list.zone, state: .next, item: .occurrence($0))
      }
  }
}

extension DueState {
  fileprivate init(of item: DueItem) {
    switch item {
    case .quota: self = .quota
    case .asNeeded: self = .asNeeded
    // The raw values of the two enumerations are equal.
    case .occurrence(let event): self = DueState(rawValue: event.state.rawValue) ?? .open
    }
  }
}
