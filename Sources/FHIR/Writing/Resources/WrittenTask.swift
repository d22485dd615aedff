import AdherenceAnalytics
import Scheduling

/// A task as FHIR requests: one for each version, each replacing the previous one.
struct WrittenTask {
  /// The versions in force, in order; at least one.
  let versions: [WrittenVersion]
  /// The holds of the task, in the order of the record.
  let holds: [Hold]

  /// The latest version in force.
  var last: CareTask { versions[versions.count - 1].task }
  /// The request of the last version, which represents the task.
  var request: ResourceName { versions[versions.count - 1].name }
  /// Whether the task is a medication.
  var isMedication: Bool { request.type == .medicationRequest }

  /// Prepares the versions of a task.
  ///
  /// - Parameters:
  ///   - versions: The versions in force, in order; at least one.
  ///   - patient: The patient.
  ///   - planEnd: Returns when a care plan ends, by its id.
  ///   - holds: The holds of the record.
  ///   - zone: The patient's time zone.
  init(
    _ versions: [VersionInForce<CareTask>], of patient: Patient,
    planEnd: (String) -> LocalOrInstant?,
    holds: [Hold], _ zone: Zone
  ) {
    let last = versions[versions.count - 1].record
    let isMedication = versions.contains { $0.record.isMedication }
    let request = ResourceName(
      of: last.id, patient: patient.id,
      isMedication
        ? [.medicationRequest, .serviceRequest] : [.serviceRequest, .medicationRequest])
    let own = holds.filter { $0.concerns(last) }
    let cuts = own.filter { $0.mode == .truncate }.map(\.from)
    self.holds = own
    self.versions = versions.indices.map { index in
      let version = versions[index]
      let ends =
        [version.to, patient.deletedAt, version.record.carePlan.flatMap(planEnd)] + cuts
      return WrittenVersion(
        version.record, index < versions.count - 1 ? index + 1 : nil, request, patient,
        from: index > 0 ? version.from : nil,
        to: ends.compactMap(\.self).min { $0.instant(in: zone) < $1.instant(in: zone) })
    }
  }

  /// Returns the request of an outcome: that of the version in force at the planned time, otherwise
  /// at its own time.
  func request(of outcome: Outcome, in zone: Zone) -> ResourceName {
    let planned = outcome.key.map { zone.firstInstant(atOrAfter: $0.nominal) }
    guard versions.count > 1, let time = planned ?? outcome.time else { return request }
    return versions.last { $0.from.map { $0.instant(in: zone) <= time } ?? true }?.name ?? request
  }
}

/// A version of a task and its request.
struct WrittenVersion {
  let task: CareTask
  let name: ResourceName
  /// The start; `nil` for the first version.
  let from: LocalOrInstant?
  /// The end (exclusive), for whatever reason.
  let to: LocalOrInstant?

  /// Creates a version with its one-based number in the request id; the last version has none and
  /// represents the task.
  init(
    _ task: CareTask, _ number: Int?, _ request: ResourceName, _ patient: Patient,
    from: LocalOrInstant?,
    to: LocalOrInstant?
  ) {
    (self.task, self.from, self.to) = (task, from, to)
    guard let number else {
      name = request
      return
    }
    name = ResourceName(type: request.type, id: ResourceID(patient.id, task.id, "\(number)"))
  }

  /// Returns the schedule during the version's validity.
  func schedule(in zone: Zone) -> Schedule {
    task.schedule.clipped(from: from?.civil(in: zone), to: to?.civil(in: zone))
  }
}

extension CareTask {
  /// Whether the task is a medication: by its FHIR type, its group `medication`, or targets with a
  /// dose.
  var isMedication: Bool {
    let name = ResourceName(id, oneOf: [.medicationRequest, .serviceRequest])
    return name.map { $0.type == .medicationRequest }
      ?? isMedicine(by: schedule.elements.flatMap(\.targets))
  }
}
