import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

// Hospital stays and deleted resources.
extension RecordAssembly {
  /// Adds holds during hospital stays to outpatient plans.
  mutating func addStays() {
    for resource in plans {
      guard case .stay(let stay) = resource.content else { continue }
      count(resource, \.holds, warnings: resource.notes)
      var hold = Hold(from: stay.from, to: stay.to, reason: "in hospital")
      hold.recordedAt = resource.recordedAt
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

  /// Sets the observation period, limited by the patient's death.
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

  /// Ends deleted plans, and retracts deleted events and stays.
  ///
  /// A deletion without a time is rejected and has no effect.
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
    retract(events)
  }

  /// Ends the tasks and the care plan of a resource.
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
