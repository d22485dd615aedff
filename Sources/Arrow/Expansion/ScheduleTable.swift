package import Diagnostics
import Interchange
package import Scheduling

/// The schedules of a table with the columns `id`, `schedule`, `planStart`, `zone`, `from` and `to`.
package struct ScheduleTable {
  /// The values of missing columns and nulls.
  package struct Defaults: Sendable {
    package var schedule: String?
    /// The first day of schedules that name no day; `nil` is the day of `from`.
    package var planStart: CivilDate?
    package var zone = Zone.utc
    package var from: LocalOrInstant?
    package var to: LocalOrInstant?

    package init() {}
  }

  /// A schedule and the range to expand.
  struct Row {
    /// The id; the row number if there is none.
    var id: String
    var occurrences: Occurrences
    var range: Range<Instant>
  }

  private(set) var rows: [Row] = []
  private var known: [Plan: Occurrences] = [:]

  /// The key by which rows share parsed occurrences.
  private struct Plan: Hashable {
    var text: String
    var day: CivilDate
    var zone: Zone
  }

  /// Reads and releases a stream.
  ///
  /// - Throws: `InputError` with the row number (from 1) and the column.
  /// - Complexity: O(*n*) for *n* rows; equal schedules are parsed once.
  package init(_ stream: ArrowStream, _ defaults: Defaults) throws(InputError) {
    let (table, unknown) = try TableRules.schedules.read(stream)
    if let error = unknown.first { throw error }
    for row in 0..<table.count {
      do throws(InputError) {
        rows.append(try read(row, of: table, defaults))
      } catch {
        throw error.at(source: table.name, line: row + 1)
      }
    }
    known = [:]
  }

  private mutating func read(
    _ row: Int, of table: ArrowTable, _ defaults: Defaults
  ) throws(InputError) -> Row {
    func text(_ column: String) throws(InputError) -> String? {
      try table.place(of: column).flatMap { place throws(InputError) in
        try table.text(row, column: place)
      }
    }
    func moment(_ column: String, or other: LocalOrInstant?) throws(InputError) -> LocalOrInstant {
      guard let text = try text(column) else {
        if let other { return other }
        throw InputError(.missing, field: column)
      }
      guard let moment = LocalOrInstant(text) else {
        throw InputError(.malformed(text: text, .moment), field: column)
      }
      return moment
    }
    let zone = try zone(try text("zone")) ?? defaults.zone
    let from = try moment("from", or: defaults.from)
    let (start, end) = (
      from.instant(in: zone), try moment("to", or: defaults.to).instant(in: zone)
    )
    guard start <= end else {
      throw InputError(.outOfRange(text: "\(end)", rule: "not precede 'from'"), field: "to")
    }
    guard let plan = try text("schedule") ?? defaults.schedule else {
      throw InputError(.missing, field: "schedule")
    }
    let day =
      try planStart(try text("planStart")) ?? defaults.planStart ?? from.civil(in: zone).date
    let occurrences = try occurrences(Plan(text: plan, day: day, zone: zone))
    return Row(id: try text("id") ?? "\(row + 1)", occurrences: occurrences, range: start..<end)
  }

  private func planStart(_ text: String?) throws(InputError) -> CivilDate? {
    guard let text else { return nil }
    if let day = CivilDate(text) { return day }
    throw InputError(.malformed(text: text, .date), field: "planStart")
  }

  private func zone(_ text: String?) throws(InputError) -> Zone? {
    guard let text else { return nil }
    if let zone = Zone(text) { return zone }
    throw InputError(.malformed(text: text, .zone), field: "zone")
  }

  private mutating func occurrences(_ plan: Plan) throws(InputError) -> Occurrences {
    if let occurrences = known[plan] { return occurrences }
    do throws(InputError) {
      let schedule = try EventPlan.schedule(plan.text, from: plan.day)
      let occurrences = try Occurrences(of: schedule, in: plan.zone)
      known[plan] = occurrences
      return occurrences
    } catch {
      throw error.of(parameter: "schedule")
    }
  }
}

extension TableRules {
  fileprivate static let schedules = TableRules(
    "schedules",
    [
      ("id", .word), ("schedule", .text), ("planStart", .text), ("zone", .text), ("from", .moment),
      ("to", .moment),
    ], required: [], hasUserInfo: false)
}
