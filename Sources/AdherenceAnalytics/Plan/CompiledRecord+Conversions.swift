import Scheduling

/// A conversion of recorded units to those of a target.
package struct ConvertedUnits: Hashable, Sendable, Codable, Comparable {
  /// The recorded units, and those of the target.
  package var from, to: String
  /// The kind of amount, where the conversion depends on it.
  package var kind: String?

  package init(from: String, to: String, kind: String? = nil) {
    (self.from, self.to, self.kind) = (from, to, kind)
  }

  package static func < (a: ConvertedUnits, b: ConvertedUnits) -> Bool {
    (a.from, a.to, a.kind ?? "") < (b.from, b.to, b.kind ?? "")
  }
}

extension CompiledRecord {
  /// The numbers of recorded amounts that are converted to the unit of a target, in and outside the query's
  /// range.
  package var conversions: [ConvertedUnits: Int] {
    var counts: [ConvertedUnits: Int] = [:]
    let (outcomes, names) = (record.outcomes, record.outcomes.names)
    let targets = Dictionary(
      plans.compactMap { plan in
        names.known(plan.last.task.id).map { ($0, plan.targets) }
      }
    ) { first, _ in first }
    for (index, run) in outcomes.runs.enumerated() {
      guard let targets = targets[run.task], targets.contains(where: { $0.units != nil }) else {
        continue
      }
      let units = CreditedUnits(targets, in: names)
      if run.isPlain, run.units < 0 || units.takes(Int32(run.units)) { continue }
      for position in outcomes.rows(ofRun: index) {
        let row = outcomes.rows[position]
        if !row.marks.contains(.detailed), row.units < 0 || units.takes(Int32(row.units)) {
          continue
        }
        count(outcomes[position], targets, in: &counts)
      }
    }
    return counts
  }

  private func count(
    _ outcome: Outcome, _ targets: [ScheduleElement.Target], in counts: inout [ConvertedUnits: Int]
  ) {
    guard outcome.status == .completed else { return }
    for value in outcome.values {
      guard let from = value.units, let to = targets.units(for: value, by: query.conversions) else {
        continue
      }
      let kind = query.conversions.asks(forKindOf: value, to: to) ? value.kind : nil
      counts[ConvertedUnits(from: from, to: to, kind: kind), default: 0] += 1
    }
  }
}

extension TaskPlan {
  /// All that any of its occurrences asks for.
  fileprivate var targets: [ScheduleElement.Target] {
    var targets: [ScheduleElement.Target] = []
    for part in parts {
      // A span lends its elements, where an array would copy each.
      let own = part.elements
      let elements = own.span
      for index in elements.indices { targets += elements[index].targets }
      for change in part.occurrences.schedule.overrides.values { targets += change.targets ?? [] }
    }
    return targets
  }
}
