import Scheduling

extension TaskEvaluation {
  /// The recorded values on the query's days by element, kind, unit and type; see
  /// ``CareRecord/values(_:of:)``.
  public var values: [ValueSeries] { ValueGathering(self).series }
}

/// A pass over the values of a task, which also finds the occurrences without values.
private struct ValueGathering {
  private let evaluation: TaskEvaluation
  /// The ids of the plan's elements, by index.
  private let elements: [String]
  private var slots: ValueSlots
  /// The slots of values stored as rows, for which no outcome is created.
  private var slotsOfRows: [RowKey: Int] = [:]
  /// The scope of the last row, which is usually that of the next.
  private var last: (key: RowKey, slot: Int)?
  private var kinds: FoundKinds
  /// The uses, by their outcomes.
  private var uses: [Int: Use] = [:]
  /// Whether targets apply to sums and not to single values.
  private let isSummed: Bool
  /// The index of the last occurrence found.
  private var cursor = 0

  /// The scope of the values of rows.
  private struct RowKey: Hashable {
    var element: Int
    var kind, units: Int16
    var isNumber: Bool
  }

  init(_ evaluation: TaskEvaluation) {
    self.evaluation = evaluation
    elements = evaluation.plan.elementIDs
    slots = ValueSlots(of: evaluation.task.id)
    kinds = FoundKinds(occurrences: evaluation.scored.count)
    isSummed = (evaluation.task.scoring ?? evaluation.query.scoring) == .summed
    for use in evaluation.flexible?.uses ?? [] {
      for outcome in use.outcomes { uses[outcome] = use }
    }
    for index in evaluation.outcomes.indices where isTaken(index) { take(index) }
  }

  /// Returns whether an outcome is known, was done, and is not a repetition of another.
  private func isTaken(_ index: Int) -> Bool {
    let row = evaluation.outcomes.rows[index]
    guard row.marks.isDisjoint(with: .refused), row.mayHaveValues else { return false }
    return switch evaluation.dispositions[index] {
    case .notYetKnown, .elsewhere, .tooSoon, .unobserved: false
    case .matched, .joined, .used, .extra, .unmatched, .held, .orphaned: true
    }
  }

  private mutating func take(_ index: Int) {
    let row = evaluation.outcomes.rows[index]
    if let occurrence = evaluation.occurrences[index] {
      guard let position = position(of: occurrence) else { return }
      let targets = evaluation.plan.targets(of: occurrence)
      if takePlain(row, of: occurrence, at: position, targets) { return }
      let outcome = evaluation.outcomes[index]
      for value in outcome.values { kinds.add(slots.kind(value.kind), at: position) }
      take(
        outcome, of: elements[occurrence.element], on: evaluation.scored[position].day,
        at: occurrence.start, targets)
    } else if let use = uses[index] {
      take(evaluation.outcomes[index], of: use.element, on: use.day, at: use.time, targets(of: use))
    } else if !row.lacksTime {
      let outcome = evaluation.outcomes[index]
      let day = CivilDate(dayNumber: evaluation.moments.dayNumber(of: row))
      for value in outcome.values { kinds.add(slots.kind(value.kind), on: day) }
      take(outcome, of: nil, on: day, at: planned(outcome), targets(for: outcome))
    }
  }

  /// Returns the index of an occurrence among those of the query's days, usually just after the last one.
  private mutating func position(of occurrence: Occurrence) -> Int? {
    let scored = evaluation.scored
    for next in cursor..<min(cursor + 2, scored.count) where scored[next].occurrence == occurrence {
      cursor = next
      return next
    }
    let position = scored.partitionPoint { $0.occurrence < occurrence }
    guard position < scored.count, scored[position].occurrence == occurrence else { return nil }
    cursor = position
    return position
  }

  /// Returns the targets of a use.
  private func targets(of use: Use) -> [ScheduleElement.Target] {
    let elements = evaluation.plan.flexibleElements
    return elements.first { $0.element.id == use.element }?.element.targets ?? []
  }

  /// Returns the targets for an outcome without an occurrence: those of the first element with its kind and
  /// units.
  private func targets(for outcome: Outcome) -> [ScheduleElement.Target] {
    let elements = evaluation.plan.last.elements
    return elements.first { $0.targets.ask(for: outcome.values, conversions) }?.targets ?? []
  }

  private var conversions: UnitConversions { evaluation.query.conversions }

  /// Returns the planned time of an outcome without an occurrence, from its key.
  private func planned(_ outcome: Outcome) -> Instant {
    guard let key = outcome.key else { return evaluation.asOf }
    return evaluation.moments.zone.firstInstant(atOrAfter: key.nominal)
  }
}

// Values of one outcome.
extension ValueGathering {
  /// Adds the value of a row without details; returns `false` if it has none.
  private mutating func takePlain(
    _ row: OutcomeTable.Row, of occurrence: Occurrence, at position: Int,
    _ targets: [ScheduleElement.Target]
  ) -> Bool {
    guard !row.marks.contains(.detailed), let content = row.content else { return false }
    let slot = slot(of: row, occurrence.element)
    kinds.add(slots[slot].kind, at: position)
    let day = evaluation.scored[position].day
    guard evaluation.query.range.contains(day) else { return true }
    let time = row.time == OutcomeTable.Row.none ? occurrence.start : Instant(seconds: row.time)
    slots.add(content, to: slot, on: day, at: time, isSummed ? [] : targets, conversions)
    return true
  }

  private mutating func slot(of row: OutcomeTable.Row, _ element: Int) -> Int {
    let isNumber = row.marks.contains(.number)
    let key = RowKey(element: element, kind: row.kind, units: row.units, isNumber: isNumber)
    if let last, last.key == key { return last.slot }
    let slot = slotsOfRows[key] ?? newSlot(of: row, element, isNumber ? .number : .boolean)
    slotsOfRows[key] = slot
    last = (key, slot)
    return slot
  }

  private mutating func newSlot(
    of row: OutcomeTable.Row, _ element: Int, _ type: ValueType
  ) -> Int {
    let value = evaluation.outcomes.table.value(of: row)
    return slots.slot(of: elements[element], value?.kind, value?.units, type)
  }

  /// Adds the values of an outcome on the query's days, each compared with its targets.
  private mutating func take(
    _ outcome: Outcome, of element: String?, on day: CivilDate, at planned: Instant,
    _ targets: [ScheduleElement.Target]
  ) {
    guard evaluation.query.range.contains(day) else { return }
    let targets = isSummed ? [] : targets
    let converted = targets.converting(outcome.values, by: conversions)
    let own = targets.targetIndices(for: converted)
    for (position, value) in outcome.values.enumerated() where value.amount.isFinite {
      let held = ComparedTargets(
        own[position].map { targets[$0] }, for: converted[position], as: value, conversions)
      slots.add(
        value, of: element,
        RecordedValue(
          value.content, on: day, at: outcome.time ?? planned,
          isInRange: held.isMet(by: converted[position]), band: held.band))
    }
  }
}

// Conversion to series.
extension ValueGathering {
  /// The series of the whole task, then, if it has several elements, those of each.
  var series: [ValueSeries] {
    var slots = slots
    addTargets(to: &slots)
    let isOfSeveral = Set(elements).count > 1
    let gaps = gaps(slots, isOfSeveral)
    let all = Dictionary(grouping: slots.all) { $0.scope.ofWholeTask }
      .sorted { $0.key < $1.key }
      .map { scope, own in make(scope, own.map(\.values), gaps.ofTask[own[0].kind]) }
    guard isOfSeveral else { return all }
    return all
      + slots.all.sorted { $0.scope < $1.scope }.compactMap { slot in
        guard let element = slot.scope.element else { return nil }
        return make(slot.scope, [slot.values], gaps.ofElements[element]?[slot.kind] ?? [])
      }
  }

  private func make(
    _ scope: ValueScope, _ values: [[RecordedValue]], _ gaps: [RecordedValue]
  ) -> ValueSeries {
    let own = values.count == 1 ? values[0] : Array(values.joined())
    return ValueSeries(scope, own, gaps: gaps, isSummed: isSummed, evaluation.moments)
  }

  /// Adds empty scopes for the targets of elements without recorded values.
  private func addTargets(to slots: inout ValueSlots) {
    var known = Set(slots.all.map(\.scope.element))
    var isKnown = elements.map { known.contains($0) }
    for scored in evaluation.scored where scored.state != .cancelled {
      let position = scored.occurrence.element
      guard !isKnown[position] else { continue }
      isKnown[position] = true
      guard known.insert(elements[position]).inserted else { continue }
      for target in evaluation.plan.targets(of: scored.occurrence) {
        _ = slots.slot(of: elements[position], target.kind, target.units, target.type)
      }
    }
  }

  /// Returns the gaps of the kinds that each element has.
  ///
  /// A value outside of occurrences, such as the diastolic pressure in a separate row, belongs to the only
  /// element if there is one, and fills the gap of its day.
  private func gaps(_ slots: ValueSlots, _ isOfSeveral: Bool) -> ValueGaps {
    let ofElements = Dictionary(grouping: slots.all, by: \.scope.element)
      .mapValues { Set($0.map(\.kind)) }
    let beside = isOfSeveral ? [] : ofElements[nil] ?? []
    let wanted = elements.map { beside.union(ofElements[$0] ?? []) }
    var gaps = ValueGaps(kinds: slots.kinds.count)
    for kind in slots.kinds.indices where wanted.contains(where: { $0.contains(kind) }) {
      let isWanted = wanted.map { $0.contains(kind) }
      for position in kinds.missing(kind) {
        let scored = evaluation.scored[position]
        guard isWanted[scored.occurrence.element], let gap = scored.gap,
          !kinds.found(kind, on: scored.day)
        else { continue }
        let element = isOfSeveral ? elements[scored.occurrence.element] : nil
        gaps.add(RecordedValue(gap, on: scored.day, at: scored.occurrence.start), kind, element)
      }
    }
    return gaps
  }
}

extension OutcomeTable.Row {
  /// Whether there may be a value; unknown for outcomes with details.
  fileprivate var mayHaveValues: Bool { !marks.isDisjoint(with: [.number, .boolean, .detailed]) }
}

extension ValueScope {
  /// The corresponding scope of the whole task.
  fileprivate var ofWholeTask: ValueScope {
    ValueScope(task: task, element: nil, kind: kind, units: units, type: type)
  }
}

extension TaskPlan {
  /// The ids of the elements, by their indices in the plan.
  fileprivate var elementIDs: [String] {
    var ids: [String] = []
    for part in parts {
      ids += repeatElement("", count: part.firstElement - ids.count)
      ids += part.elements.map(\.id)
    }
    return ids
  }
}
