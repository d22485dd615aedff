package import Scheduling

/// Assigns the outcomes without an occurrence to the elements without times.
///
/// An outcome with a key is assigned to the element of the key. An event is assigned to the first element
/// effective on its day with a target of the kind and units of its values, or else to the first effective on
/// its day, unless the task is matched by key alone.
struct UseMatching {
  let elements: [FlexibleElement]
  let outcomes: [Outcome]
  let moments: QueryMoments
  let scoring: Scoring
  private let conversions: UnitConversions
  /// The dispositions, by outcome.
  private(set) var dispositions: [Disposition]
  /// The uses, in order of time.
  private(set) var uses: [Use] = []
  /// The days of skipped or refused uses, by the id of the quota's element.
  private(set) var refusals: [String: [CivilDate]] = [:]

  init(
    _ matching: OutcomeMatching, of task: CareTask, to elements: [FlexibleElement],
    held: [Range<CivilDate>], _ moments: QueryMoments, scoring: Scoring
  ) {
    self.elements = elements
    outcomes = matching.outcomes.map(\.self)
    dispositions = matching.dispositions
    self.moments = moments
    self.scoring = scoring
    conversions = matching.conversions
    takeKeyed(held)
    if task.matching != .keyed { takeEvents(held, minWait: task.minWait) }
    uses.sort { ($0.time, $0.amount, $0.outcomes[0]) < ($1.time, $1.amount, $1.outcomes[0]) }
  }

  private mutating func takeKeyed(_ held: [Range<CivilDate>]) {
    let ids = Set(elements.map(\.element.id))
    var order: [OccurrenceKey] = []
    var groups: [OccurrenceKey: [Int]] = [:]
    for (index, outcome) in outcomes.enumerated() where dispositions[index] == .orphaned {
      guard let key = outcome.key, ids.contains(key.element) else { continue }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(index)
    }
    for key in order {
      let day = moments.day(of: key.nominal)
      let element = elements.first { $0.element.id == key.element && $0.days.contains(day) }
      take(groups[key, default: []], element, on: day, held)
    }
  }

  /// Assigns events in order; those of one element and day that make up the amount of a dose are one use.
  private mutating func takeEvents(_ held: [Range<CivilDate>], minWait: Int?) {
    var filter = MinWaitFilter(wait: minWait)
    var dose: PartialUse?
    for event in events() {
      let outcome = outcomes[event.outcome]
      let isDenial = outcome.status == .completed && outcome.values.areDenial
      guard isLeft(event) else {
        _ = filter.keeps(event, isDenial: isDenial)
        continue
      }
      let day = moments.day(of: moments.zone.civil(at: event.time))
      guard let element = element(for: outcome, on: day) else { continue }
      let isKept = filter.keeps(event, isDenial: isDenial)
      let part = partialUse(event.outcome, of: element, on: day)
      if let part, dose?.add(part) == true { continue }
      if !isKept {
        dispositions[event.outcome] = .tooSoon
        continue
      }
      if let dose { take(dose.outcomes, dose.element, on: dose.day, held) }
      dose = part
      if part == nil { take([event.outcome], element, on: day, held) }
    }
    if let dose { take(dose.outcomes, dose.element, on: dose.day, held) }
  }

  /// Returns the contribution of an outcome to a dose with an amount; `nil` if there is none.
  private func partialUse(
    _ index: Int, of element: FlexibleElement, on day: CivilDate
  ) -> PartialUse? {
    let (outcome, targets) = (outcomes[index], element.element.targets)
    guard isDone(outcome, by: targets), let target = targets.doseAmount(under: scoring) else {
      return nil
    }
    let amount = targets.credited(outcome.values, by: conversions).orderlessSum
    guard amount > 0 else { return nil }
    return PartialUse(
      element: element, day: day, outcomes: [index], amount: amount, target: target)
  }

  /// Returns the element that an event is assigned to; `nil` if none is effective on its day.
  private func element(for outcome: Outcome, on day: CivilDate) -> FlexibleElement? {
    let open = elements.lazy.filter { $0.days.contains(day) }
    return open.first { $0.element.targets.ask(for: outcome.values, conversions) } ?? open.first
  }

  /// Returns the known events that were not dropped, in order of time.
  private func events() -> [Event] {
    outcomes.indices.compactMap { index in
      guard outcomes[index].key == nil, let time = outcomes[index].time,
        Instant.earliest...Instant.latest ~= time,
        dispositions[index] != .tooSoon, dispositions[index] != .notYetKnown
      else { return nil }
      return Event(time: time, outcome: index)
    }.sorted { ($0.time, $0.outcome) < ($1.time, $1.outcome) }
  }

  /// Returns whether an event has no occurrence.
  private func isLeft(_ event: Event) -> Bool {
    switch dispositions[event.outcome] {
    case .unmatched, .extra, .held: true
    default: false
    }
  }

  /// Sets the disposition of outcomes that are one use of an element, or of none; negative ones among them
  /// are ignored.
  private mutating func take(
    _ indices: [Int], _ element: FlexibleElement?, on day: CivilDate, _ held: [Range<CivilDate>]
  ) {
    let targets = element?.element.targets ?? []
    let done = indices.filter { isDone(outcomes[$0], by: targets) }
    if let element, element.isQuota, done.isEmpty,
      indices.contains(where: { outcomes[$0].status != .completed })
    {
      refusals[element.element.id, default: []].append(day)
    }
    let disposition: Disposition
    if let element, element.isQuota, held.contains(where: { $0.contains(day) }) {
      disposition = .held
    } else if let element, !done.isEmpty {
      uses.append(use(done, of: element, on: day))
      disposition = .used
    } else {
      disposition = done.isEmpty ? .unmatched : .orphaned
    }
    for index in indices {
      let isLeftOut = disposition == .used && !isDone(outcomes[index], by: targets)
      dispositions[index] = isLeftOut ? .unmatched : disposition
    }
  }

  /// Returns whether an outcome may be a use: it is not a refusal, and is a denial only if scored against
  /// targets.
  private func isDone(_ outcome: Outcome, by targets: [ScheduleElement.Target]) -> Bool {
    guard outcome.status == .completed else { return false }
    return !outcome.values.areDenial || scoring.measuresDenials(against: targets)
  }

  private func use(_ indices: [Int], of element: FlexibleElement, on day: CivilDate) -> Use {
    let targets = element.element.targets
    let values = targets.converting(indices.flatMap { outcomes[$0].values }, by: conversions)
    let time = indices.compactMap { outcomes[$0].time }.min()
    let planned = outcomes[indices[0]].key.map { element.zone.firstInstant(atOrAfter: $0.nominal) }
    return Use(
      element: element.element.id, day: day, time: time ?? planned ?? moments.asOf,
      amount: values.filter { $0.isCredited(by: targets) }.map(\.amount).orderlessSum,
      isComplete: scoring.progress(of: values, against: targets) >= 1, outcomes: indices)
  }
}

/// The outcomes that make up one use.
private struct PartialUse {
  var element: FlexibleElement
  var day: CivilDate
  var outcomes: [Int]
  var amount: Double
  var target: Double

  /// Adds another part, unless the amount is complete; returns `false` if it does not belong to the use.
  mutating func add(_ part: PartialUse) -> Bool {
    guard amount < target.loweredByTolerance, day == part.day,
      element.element.id == part.element.element.id
    else { return false }
    outcomes += part.outcomes
    amount += part.amount
    return true
  }
}

extension [ScheduleElement.Target] {
  /// Returns whether any target has the kind of a value, and accepts its units.
  func ask(for values: [OutcomeValue], _ conversions: UnitConversions) -> Bool {
    let values = converting(values, by: conversions)
    return contains { target in
      values.contains { target.kind == $0.kind && target.takesUnits(of: $0) }
    }
  }
}

/// An outcome of an element without times: done for a quota, or used as needed.
package struct Use: Hashable, Sendable {
  /// The element's id.
  package var element: String
  /// The day of attribution: that of its key, or of its time, by the day boundary.
  package var day: CivilDate
  /// The time of the outcome; without one, that of its key.
  package var time: Instant
  /// The sum of its values in units that the element's targets have.
  var amount: Double
  /// Whether it is complete by the scoring, so that it counts for a quota.
  var isComplete: Bool
  /// Whether it exceeds the maximum number of uses in its civil period, or in the rolling period that ends
  /// with it.
  package var exceedsMaximum = false
  /// Whether it follows the previous use sooner than the caps allow.
  package var breaksGap = false
  /// The indices in ``TaskEvaluation/outcomes``: several if they share a key.
  package var outcomes: [Int]
}
