import AdherenceAnalytics
import Diagnostics
import Scheduling

// Outcomes.
extension RecordAssembly {
  mutating func addOutcomes() {
    let keys = OutcomeKeys(drafts.outcomes, elements, budget: &budget)
    var known: Set<EventIdentity> = []
    for (number, draft) in drafts.outcomes.enumerated() {
      var outcome = draft.record.outcome
      count(\.outcomes, draft.location) { (self) throws(InputError) in
        guard let owner = draft.owner, let task = self.elements[owner] else {
          throw InputError(
            .noSuch(kind: "task", id: draft.owner ?? ""), field: draft.record.link)
        }
        outcome.task = task.id
        outcome.key = keys[number]
        self.keepZone(draft.facts.zone, in: &outcome.userInfo)
        if let identity = EventIdentity(outcome.id, outcome.recordedAt),
          !known.insert(identity).inserted
        {
          throw InputError(
            .overlappingVersions(kind: "outcome", id: outcome.id ?? ""), field: "updatedDate")
        }
        if outcome.key == nil { self.keepWithoutEvent(&outcome, draft) }
        self.locations.append(draft.location)
        self.record.outcomes.append(outcome)
      }
    }
  }

  /// Keeps an outcome without a known event by its time.
  mutating func keepWithoutEvent(
    _ outcome: inout Outcome, _ draft: Draft<CountedOutcome>
  ) {
    outcome.userInfo["carekit.taskUUID"] = draft.owner
    outcome.userInfo["carekit.taskOccurrenceIndex"] = "\(draft.record.index)"
    drafts.counts.outcomes.withWarnings += 1
    report(
      InputError(
        .noSuch(kind: "occurrence", id: "\(draft.record.index)"), field: "taskOccurrenceIndex"),
      draft.location)
  }
}
