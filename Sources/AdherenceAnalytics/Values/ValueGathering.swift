import Scheduling

extension TaskEvaluation {
  /// What was recorded on the query's days, by element, kind, unit and type, as ``CareRecord/values(_:of:)`` has
  /// it.
  public var values: [ValueSeries] { ValueGathering(self).series }
}

/// Gathers the values of a task, and finds the occurrences that have none.
private struct ValueGathering {
  private let evaluation: TaskEvaluation
  /// The ids of the plan's elements, by position.
  private let elements: [String]
  /// The values of each scope of an element, or of none.
  private var values: [ValueScope: [RecordedValue]] = [:]
  /// The occurrences that are attributed to the query's days, by themselves.
  private var places: [Occurrence: Int] = [:]
  /// The kinds of the values of each of them.
  private var kinds: [Set<String?>]
  /// The kinds of what came beside occurrences, by the number of the day.
  private var kindsBeside: [Int: Set<String?>] = [:]
  /// The uses, by the outcomes that they are made of.
  private var uses: [Int: Use] = [:]
  /// Whether targets are of sums, and of no single value.
  private let isSummed: Bool

  init(_ evaluation: TaskEvaluation) {
    self.evaluation = evaluation
    elements = evaluation.plan.elementIDs
    isSummed = (evaluation.task.scoring ?? evaluation.query.scoring) == .summed
    kinds = Array(repeating: [], count: evaluation.scored.count)
    for (place, scored) in evaluation.scored.enumerated() { places[scored.occurrence] = place }
    for use in evaluation.flexible?.uses ?? [] {
      for outcome in use.outcomes { uses[outcome] = use }
    }
    for index in evaluation.outcomes.indices where isTaken(index) { take(index) }
  }

  /// Whether an outcome is known, was done, and is no echo of another.
  private func isTaken(_ index: Int) -> Bool {
    let row = evaluation.outcomes.rows[index]
    guard row.marks.isDisjoint(with: .refused), row.mayHaveValues else { return false }
    return switch evaluation.dispositions[index] {
    case .notYetKnown, .elsewhere, .tooSoon: false
    case .matched, .joined, .used, .extra, .unmatched, .held, .orphaned: true
    }
  }

  private mutating func take(_ index: Int) {
    let (outcome, row) = (evaluation.outcomes[index], evaluation.outcomes.rows[index])
    if let occurrence = evaluation.occurrences[index] {
      guard let place = places[occurrence] else { return }
      for value in outcome.values { kinds[place].insert(value.kind) }
      take(
        outcome, of: elements[occurrence.element], on: evaluation.scored[place].day,
        at: occurrence.start, evaluation.plan.targets(of: occurrence))
    } else if let use = uses[index] {
      take(outcome, of: use.element, on: use.day, at: use.time, targets(of: use))
    } else if !row.lacksPlace {
      let day = CivilDate(dayNumber: evaluation.moments.dayNumber(of: row))
      for value in outcome.values { kindsBeside[day.dayNumber, default: []].insert(value.kind) }
      take(outcome, of: nil, on: day, at: planned(outcome), targets(for: outcome))
    }
  }

  /// What a use is held against.
  private func targets(of use: Use) -> [ScheduleElement.Target] {
    let elements = evaluation.plan.flexibleElements
    return elements.first { $0.element.id == use.element }?.element.targets ?? []
  }

  /// What is held against an outcome without an occurrence: what the first element asks that asks for its
  /// kind and units.
  private func targets(for outcome: Outcome) -> [ScheduleElement.Target] {
    let elements = evaluation.plan.last.elements
    return elements.first { $0.targets.ask(for: outcome.values, conversions) }?.targets ?? []
  }

  private var conversions: UnitConversions { evaluation.query.conversions }

  /// When an outcome without an occurrence was to be, by its key.
  private func planned(_ outcome: Outcome) -> Instant {
    guard let key = outcome.key else { return evaluation.asOf }
    return evaluation.moments.zone.firstInstant(atOrAfter: key.nominal)
  }

  /// Takes the values of an outcome of the query's days, each held against its targets.
  private mutating func take(
    _ outcome: Outcome, of element: String?, on day: CivilDate, at planned: Instant,
    _ targets: [ScheduleElement.Target]
  ) {
    guard evaluation.query.range.contains(day) else { return }
    let converted = targets.converting(outcome.values, by: conversions)
    let own = isSummed ? converted.map { _ in [] } : targets.places(for: converted)
    for (place, value) in outcome.values.enumerated() where value.amount.isFinite {
      let held = own[place].map { targets[$0] }.filter { $0.comparesWith(converted[place]) }
      let scope = ValueScope(
        task: evaluation.task.id, element: element, kind: value.kind, units: value.units,
        type: value.content.type)
      values[scope, default: []].append(
        RecordedValue(
          value.content, on: day, at: outcome.time ?? planned,
          isInRange: held.isEmpty ? nil : held.allSatisfy { $0.isMet(by: converted[place]) },
          band: held.band(for: value, conversions)))
    }
  }
}

// From values to series.
extension ValueGathering {
  /// The series: those of the whole task, then, where it has several elements, those of each.
  var series: [ValueSeries] {
    let own = withTargets
    let kinds = Dictionary(grouping: own.keys, by: \.element).mapValues { Set($0.map(\.kind)) }
    let gaps = gaps(kinds)
    var whole: [ValueScope: [RecordedValue]] = [:]
    for (scope, values) in own { whole[scope.ofWholeTask, default: []] += values }
    let all = whole.keys.sorted().map { scope in
      make(scope, whole[scope, default: []] + gaps.values.flatMap { $0[scope.kind] ?? [] })
    }
    guard Set(elements).count > 1 else { return all }
    return all
      + own.keys.sorted().compactMap { scope in
        guard let element = scope.element else { return nil }
        return make(scope, own[scope, default: []] + (gaps[element]?[scope.kind] ?? []))
      }
  }

  private func make(_ scope: ValueScope, _ values: [RecordedValue]) -> ValueSeries {
    ValueSeries(scope, values, isSummed: isSummed, evaluation.moments)
  }

  /// The values, with empty scopes for the targets of elements of which nothing was recorded.
  private var withTargets: [ValueScope: [RecordedValue]] {
    var all = values
    var known = Set(values.keys.map(\.element))
    for scored in evaluation.scored where scored.state != .cancelled {
      let element = elements[scored.occurrence.element]
      guard known.insert(element).inserted else { continue }
      for target in evaluation.plan.targets(of: scored.occurrence) {
        let scope = ValueScope(
          task: evaluation.task.id, element: element, kind: target.kind, units: target.units,
          type: target.type)
        all[scope] = []
      }
    }
    return all
  }

  /// The gaps by element and kind, of the kinds that each element has.
  ///
  /// What comes beside occurrences, such as the lower pressure in a row of its own, is of the only element where
  /// there is one, and fills the gap of its day.
  private func gaps(_ kindsOfElements: [String?: Set<String?>])
    -> [String: [String?: [RecordedValue]]]
  {
    var gaps: [String: [String?: [RecordedValue]]] = [:]
    let beside = Set(elements).count > 1 ? [] : kindsOfElements[nil] ?? []
    let wanted = elements.map { beside.union(kindsOfElements[$0] ?? []) }
    for (place, scored) in evaluation.scored.enumerated() {
      guard let gap = scored.gap else { continue }
      let element = elements[scored.occurrence.element]
      let found = kindsBeside[scored.day.dayNumber] ?? []
      for kind in wanted[scored.occurrence.element]
      where !kinds[place].contains(kind) && !found.contains(kind) {
        gaps[element, default: [:]][kind, default: []].append(
          RecordedValue(gap, on: scored.day, at: scored.occurrence.start))
      }
    }
    return gaps
  }
}

extension OutcomeTable.Row {
  /// Whether there may be a value; of what is more than its row nobody knows.
  fileprivate var mayHaveValues: Bool { !marks.isDisjoint(with: [.number, .boolean, .detailed]) }
}

extension ValueScope {
  /// The same of the whole task.
  fileprivate var ofWholeTask: ValueScope {
    ValueScope(task: task, element: nil, kind: kind, units: units, type: type)
  }
}

extension TaskPlan {
  /// The ids of the elements, by their positions in the plan.
  fileprivate var elementIDs: [String] {
    var ids: [String] = []
    for part in parts {
      ids += repeatElement("", count: part.firstElement - ids.count)
      ids += part.elements.map(\.id)
    }
    return ids
  }
}

extension ScheduleElement.Target {
  /// What sort of value it asks for.
  fileprivate var type: ValueType {
    switch condition {
    case .within: .number
    case .atLeast(let value), .atMost(let value), .exactly(let value): value.type
    }
  }

  /// Whether a value is of its sort, and in its units.
  fileprivate func comparesWith(_ value: OutcomeValue) -> Bool {
    type == value.content.type && takesUnits(of: value)
  }
}

extension [ScheduleElement.Target] {
  /// The amounts that all of them allow, in the unit of a value; `nil` where there are none.
  fileprivate func band(for value: OutcomeValue, _ conversions: UnitConversions)
    -> ClosedRange<Double>?
  {
    let allowed = compactMap { $0.allowed(for: value, conversions) }
    guard let low = allowed.map(\.lowerBound).max(), let high = allowed.map(\.upperBound).min(),
      low <= high
    else { return nil }
    return low...high
  }
}

extension ScheduleElement.Target {
  /// The amounts that meet it, in the unit of a value; `nil` where it asks for something else.
  fileprivate func allowed(for value: OutcomeValue, _ conversions: UnitConversions)
    -> ClosedRange<Double>?
  {
    guard let range = amounts, let own = value.units, let units, own != units else {
      return amounts
    }
    let ends = [range.lowerBound, range.upperBound].compactMap {
      conversions.amount(of: $0, from: units, to: own, kind: value.kind)
    }
    return ends.count < 2 ? nil : Swift.min(ends[0], ends[1])...Swift.max(ends[0], ends[1])
  }

  /// The amounts that meet it; `nil` where it asks for something else.
  private var amounts: ClosedRange<Double>? {
    switch condition {
    case .within(let range): range
    case .atLeast(.number(let amount)): amount...Double.infinity
    case .atMost(.number(let amount)): -Double.infinity...amount
    case .exactly(.number(let amount)): amount...amount
    case .atLeast, .atMost, .exactly: nil
    }
  }
}
