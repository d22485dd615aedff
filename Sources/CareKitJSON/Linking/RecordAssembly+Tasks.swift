import AdherenceAnalytics
import Diagnostics
import Scheduling

// Tasks.
extension RecordAssembly {
  mutating func addTasks() {
    for chain in VersionChain.chains(of: drafts.tasks, by: { $0.task.id }) {
      report(forksOf: chain)
      for (index, draft) in chain.versions.enumerated() { add(draft, isFirst: index == 0) }
    }
  }

  mutating func add(_ draft: Draft<TaskFacts>, isFirst: Bool) {
    let facts = draft.record
    var task = facts.task
    keepZone(draft.facts.zone, in: &task.userInfo)
    task.carePlan = link(draft.owner, in: &task.userInfo)
    task.schedule = Schedule(facts.elements.map { $0.element(in: record.patient.zone) })
    if let first = facts.elements.first?.chain.start, let effective = draft.facts.effective {
      if isFirst, effective <= first { task.effectiveFrom = nil }
      if isFirst, effective < first {
        task.userInfo["carekit.effectiveDate"] = effective.description
      }
    }
    let identity = VersionIdentity(task, in: record.patientZone)
    count(\.tasks, draft.location) { (self) throws(InputError) in
      try task.schedule.validate()
      try self.claim(identity, "task", task.id)
      self.record.tasks.append(task)
      if let identity = draft.facts.identity {
        self.elements[identity] = (task.id, facts.elements)
      }
      self.report(on: facts.elements, at: draft.location)
    }
  }

  /// Reports elements that CareKit expands differently or whose order it does not keep.
  mutating func report(on elements: [ElementFacts], at location: EntityLocation) {
    var (starts, isDoubtful) = (Set<Instant>(), false)
    defer { if isDoubtful { drafts.counts.tasks.withWarnings += 1 } }
    for element in elements {
      var rules: [InputError.Rule] = []
      if !starts.insert(element.chain.first).inserted { rules.append(.tiedStart) }
      if !element.isFixed, element.chain.zone != record.patient.zone { rules.append(.otherZone) }
      if element.chain.drifts { rules.append(.drift) }
      for rule in rules {
        let text = rule == .otherZone ? element.chain.zone.id : ""
        report(
          InputError(.against(rule, text: text), field: "schedule.elements.\(element.number)"),
          location)
      }
      if !rules.isEmpty { isDoubtful = true }
    }
  }
}
