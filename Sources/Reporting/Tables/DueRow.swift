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
    .text("title", "the title of the task") { $0.task.title },
    .text(
      "state", "the state: `overdue`, `started`, `open`, `upcoming`, `quota`, `asNeeded` or `next`"
    ) { $0.state.rawValue },
    .key("key", "the key of the occurrence, such as `walk/2025-03-10T17:00:00`") {
      $0.key?.description
    },
    .text("element", "the element's id") { $0.element },
    .key("nominal", "the planned local time; with `;fold=1` where clocks show it a second time") {
      $0.key?.nominalText
    },
    .instant("start", "the start of the occurrence") { $0.event?.start },
    .localTime("local", "the start as the patient's clock shows it") { $0.local },
    .instant("open", "the instant at which the window opens") { $0.event?.scored.window.open },
    .instant("close", "the instant at which the window closes; of a quota the end of its period") {
      $0.close
    },
    .instant("expiry", "the instant at which the window expires") {
      $0.event?.scored.window.expiry
    },
  ]

  private static let left: [Column<DueRow>] = [
    .number("progress", "share", "the share of what is asked for that was done") {
      $0.event?.scored.progress
    },
    .number("value", "as recorded", "the sum of the recorded values that can be credited") {
      $0.value
    },
    .number("target", "as recorded", "the sum of the least that the targets ask for") {
      $0.event?.scored.sums.target
    },
    .number("quotaDue", "uses", "the uses that the quota asks for in its period") {
      $0.quota?.required
    },
    .integer("done", "uses", "the uses that count for the quota in its period") { $0.quota?.done },
    .integer("left", "uses", "the uses that the quota still lacks in its period") {
      $0.quota?.left
    },
    .instant("lastUse", "the time of the last use as needed") { $0.allowance?.lastUse },
    .instant(
      "allowedFrom", "the earliest time of the next use as needed; empty where none is allowed"
    ) {
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
    let listed = Set(due.compactMap(\.event).map(Occurring.init))
    return due
      + list.next.filter { !listed.contains(Occurring($0)) }.map {
        DueRow(patient: list.patient, zone: list.zone, state: .next, item: .occurrence($0))
      }
  }
}

/// The identity of an occurrence of a patient; comparing it costs the same for any number of elements of the task.
private struct Occurring: Hashable {
  private let task: String
  private let key: OccurrenceKey
  private let start: Instant

  init(_ event: CareEvent) { (task, key, start) = (event.task.id, event.key, event.start) }
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
