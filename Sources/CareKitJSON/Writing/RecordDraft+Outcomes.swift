import AdherenceAnalytics
import Formats
import Scheduling

// Outcomes.
extension RecordDraft {
  /// An outcome with its version and event.
  private struct IndexedOutcome {
    var outcome: Outcome
    var task: String
    var index: Int
  }

  mutating func outcomeEntities() -> [JSONValue] {
    let outcomes = joined(indexed())
    var versions: [String: [Int]] = [:]
    for (index, one) in outcomes.enumerated() {
      versions["\(one.outcome.id ?? "")", default: []].append(index)
    }
    var links: [Int: VersionLinks] = [:]
    for (id, members) in versions.sorted(by: { $0.key < $1.key }) {
      let order = members.sorted { a, b in
        let (first, second) = (outcomes[a].outcome.recordedAt, outcomes[b].outcome.recordedAt)
        return (first ?? .earliest, a) < (second ?? .earliest, b)
      }
      let uuids = order.map { index in
        uuid("outcome", id, outcomes[index].outcome.recordedAt, outcomes[index].outcome.userInfo)
      }
      for (index, link) in zip(order, VersionLinks.all(uuids)) { links[index] = link }
    }
    return outcomes.enumerated().compactMap { index, one in
      links[index].map { entity("outcome", object(of: one, $0)) }
    }
  }

  /// Returns the outcomes with an event; the others are reported and omitted.
  private mutating func indexed() -> [IndexedOutcome] {
    let indices = indices()
    var indexed: [IndexedOutcome] = []
    for (number, outcome) in record.outcomes.enumerated() {
      guard outcome.status == .completed else {
        omit("outcomes.\(number).status", outcome.status.rawValue)
        continue
      }
      guard tasks[outcome.task] != nil else { continue }
      if let (task, index) = event(of: outcome, indices) {
        indexed.append(IndexedOutcome(outcome: outcome, task: task, index: index))
      } else {
        omit("outcomes.\(number).key", outcome.key?.description ?? "")
      }
    }
    return indexed
  }

  /// Returns the event indices of all keys by version.
  private func indices() -> [String: [OccurrenceKey: Int]] {
    var keys: [String: [OccurrenceKey]] = [:]
    for outcome in record.outcomes {
      if let key = outcome.key { keys[outcome.task, default: []].append(key) }
    }
    var indices: [String: [OccurrenceKey: Int]] = [:]
    for (task, versions) in tasks {
      for version in versions {
        indices[version.uuid] = version.indices.indices(of: keys[task] ?? [])
      }
    }
    return indices
  }

  /// Returns the version and event of an outcome: those in force at its key, or those it was read
  /// from.
  private func event(
    of outcome: Outcome, _ indices: [String: [OccurrenceKey: Int]]
  ) -> (task: String, index: Int)? {
    guard let key = outcome.key else {
      let number = outcome.userInfo["carekit.taskOccurrenceIndex"].flatMap { Int($0) }
      let known = tasks[outcome.task]?.first { $0.uuid == outcome.userInfo["carekit.taskUUID"] }
      return known.flatMap { task in number.map { (task.uuid, $0) } }
    }
    for version in candidates(
      tasks[outcome.task] ?? [], at: zone.firstInstant(atOrAfter: key.nominal))
    {
      if let index = indices[version.uuid]?[key] { return (version.uuid, index) }
    }
    return nil
  }

  /// Returns the versions that may contain a moment: the one in force, unless it is a tombstone,
  /// then all others from the last.
  private func candidates(_ versions: [WrittenTask], at moment: Instant) -> [WrittenTask] {
    var inForce: [WrittenTask] = []
    for version in versions {
      inForce.removeAll { $0.from > version.from || $0.from == version.from && !version.isDeleted }
      inForce.append(version)
    }
    let begun = inForce.filter { $0.from <= moment }
    let own = begun.last { !$0.isDeleted } ?? begun.last
    return [own].compactMap(\.self) + versions.reversed()
  }
}

// Merging of outcomes.
extension RecordDraft {
  /// Merges outcomes of one event, because CareKit has one per event; an outcome without an id
  /// joins the existing one.
  private mutating func joined(_ outcomes: [IndexedOutcome]) -> [IndexedOutcome] {
    struct Event: Hashable {
      var task: String
      var index: Int
    }
    var first: [Event: Int] = [:]
    var joined: [IndexedOutcome] = []
    for var one in outcomes {
      let event = Event(task: one.task, index: one.index)
      if let index = first[event], one.outcome.id == nil {
        joined[index].outcome.values += one.outcome.values
        continue
      }
      if one.outcome.id == nil {
        let key = one.outcome.key?.description ?? "\(one.index)"
        one.outcome.id = uuids.next([
          record.patient.id, "outcome", one.outcome.task, key,
          one.outcome.recordedAt?.description ?? "",
        ])
      }
      if first[event] == nil { first[event] = joined.count }
      joined.append(one)
    }
    return joined
  }

  private func object(of indexed: IndexedOutcome, _ links: VersionLinks) -> [String: JSONValue] {
    let outcome = indexed.outcome
    let recorded = outcome.recordedAt ?? RecordDraft.firstDate
    let time = outcome.time ?? recorded
    var object = kept(outcome.userInfo, zone: zone)
    object.set("id", outcome.id)
    object["taskUUID"] = .text(indexed.task)
    object["taskOccurrenceIndex"] = .integer(indexed.index)
    object["effectiveDate"] = date(moment("effectiveDate", outcome.userInfo) ?? time)
    let created = outcome.values.isEmpty ? outcome.time : nil
    setDates(outcome.recordedAt, outcome.userInfo, created: created, &object)
    if outcome.isDeleted {
      object["deletedDate"] = date(moment("deletedDate", outcome.userInfo) ?? recorded)
    }
    links.write(into: &object)
    object.set("groupIdentifier", outcome.group)
    object.set("tags", outcome.tags)
    object.set("remoteID", outcome.remoteID)
    setNotes(outcome.notes, &object)
    object["values"] = .list(
      outcome.values.enumerated().map { index, value in
        let hint = outcome.userInfo["carekit.values.\(index).type"]
        let made = moment("values.\(index).createdDate", outcome.userInfo) ?? time
        return self.value(of: value, hint, created: made)
      })
    return object
  }
}
