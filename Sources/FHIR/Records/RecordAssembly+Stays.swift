import AdherenceAnalytics
import Interchange
import Scheduling

// Stays in hospital, and what is no more.
extension RecordAssembly {
  /// Lets the plans rest that are the patient's own to follow while somebody else sees to them.
  mutating func addStays() {
    for resource in plans {
      guard case .stay(let stay) = resource.content else { continue }
      count(resource, \.holds, doubts: resource.notes)
      var hold = Hold(from: stay.from, to: stay.to, reason: "in hospital")
      hold.recordedAt = resource.updated == .earliest ? nil : resource.updated
      if inpatient.isEmpty {
        hold.id = resource.identity
        record.holds.append(hold)
        continue
      }
      for task in record.taskIDs where !inpatient.contains(task) {
        hold.task = task
        hold.id = "\(resource.identity)#\(task)"
        record.holds.append(hold)
      }
    }
  }

  /// Bounds the observation of the patient, who may have died before a period ends.
  mutating func addObservation() {
    let drafts = plans.compactMap { resource -> ObservationDraft? in
      guard !resource.isDeletion, case .observation(let draft) = resource.content else {
        return nil
      }
      return draft
    }
    guard let period = drafts.joined else { return }
    record.patient.observation = period.clipped(to: record.patient.observation)
  }

  /// Ends what a history says was deleted, and takes events and stays back.
  ///
  /// A deletion without a time takes away nothing but is set aside itself.
  mutating func addDeletions() {
    var events: [String: (DraftedResource, Instant)] = [:]
    for resource in plans where resource.isDeletion {
      guard case .deleted(let moment?) = resource.version else {
        report(
          InputError(.against(.endUnknown, text: ""), field: "response.lastModified"), resource)
        continue
      }
      switch resource.type.kind {
      case \.outcomes: events[resource.identity] = (resource, moment)
      case \.holds: takeBackHolds(of: resource, at: moment)
      default: end(resource, at: moment)
      }
    }
    takeBack(events)
  }

  /// Ends the tasks and the plan that a resource was.
  private mutating func end(_ resource: DraftedResource, at moment: Instant) {
    let isBefore = { (recorded: Instant?) in (recorded ?? .earliest) <= moment }
    for index in (tasksOfKey[resource.key] ?? []).flatMap({ versions[$0] ?? [] })
    where isBefore(record.tasks[index].recordedAt) {
      record.tasks[index].deletedAt = .instant(moment)
    }
    for index in record.carePlans.indices
    where record.carePlans[index].id == resource.identity
      && isBefore(record.carePlans[index].recordedAt)
    {
      record.carePlans[index].deletedAt = .instant(moment)
    }
  }

  private mutating func takeBackHolds(of resource: DraftedResource, at moment: Instant) {
    let id = resource.identity
    for var hold in record.holds where hold.id == id || hold.id?.hasPrefix("\(id)#") == true {
      hold.recordedAt = moment
      hold.isDeleted = true
      record.holds.append(hold)
    }
  }
}
