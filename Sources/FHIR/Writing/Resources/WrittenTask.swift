import AdherenceAnalytics
import Scheduling

/// A task as FHIR has it: a request for each of its versions, the later of which replaces the earlier.
struct WrittenTask {
  /// The versions in force, in order; at least one.
  let versions: [WrittenVersion]
  /// The holds that concern it, in the order of the record.
  let holds: [Hold]

  /// The version that is in force last.
  var last: CareTask { versions[versions.count - 1].task }
  /// The request of the last version, which speaks for the task.
  var request: ResourceName { versions[versions.count - 1].name }
  /// Whether it is the taking of a medicine.
  var isMedicine: Bool { request.type == .medicationRequest }

  /// Prepares the versions of a task.
  ///
  /// - Parameters:
  ///   - versions: The versions in force, in order; at least one.
  ///   - patient: Whose they are.
  ///   - planEnd: When a care plan ends, by its id.
  ///   - holds: The holds of the record.
  ///   - zone: The patient's zone.
  init(
    _ versions: [VersionInForce<CareTask>], of patient: Patient,
    planEnd: (String) -> LocalOrInstant?,
    holds: [Hold], _ zone: Zone
  ) {
    let last = versions[versions.count - 1].record
    let isMedicine = versions.contains { $0.record.isMedicine }
    let request = ResourceName(
      of: last.id, patient: patient.id,
      isMedicine
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

  /// The request of an outcome: that of the version in force when it was planned, or else happened.
  func request(of outcome: Outcome, in zone: Zone) -> ResourceName {
    let planned = outcome.key.map { zone.firstInstant(atOrAfter: $0.nominal) }
    guard versions.count > 1, let time = planned ?? outcome.time else { return request }
    return versions.last { $0.from.map { $0.instant(in: zone) <= time } ?? true }?.name ?? request
  }
}

/// A version of a task, and the request that it becomes.
struct WrittenVersion {
  let task: CareTask
  let name: ResourceName
  /// The moment from which it holds; `nil` for the first one.
  let from: LocalOrInstant?
  /// The first moment at which it asks for nothing more, whatever ends it.
  let to: LocalOrInstant?

  /// Names the request of a version by its number, from 1; that of the last, without one, speaks for the task.
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

  /// What is planned while it holds.
  func schedule(in zone: Zone) -> Schedule {
    task.schedule.clipped(from: from?.civil(in: zone), to: to?.civil(in: zone))
  }
}

extension CareTask {
  /// Whether it is a request for a medicine in FHIR, or by the group `medication` or doses that it asks for.
  var isMedicine: Bool {
    let name = ResourceName(id, oneOf: [.medicationRequest, .serviceRequest])
    return name.map { $0.type == .medicationRequest }
      ?? isMedicine(by: schedule.elements.flatMap(\.targets))
  }
}
