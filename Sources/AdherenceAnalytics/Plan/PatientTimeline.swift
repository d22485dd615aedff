public import Scheduling

/// A patient's versions in order of effect.
///
/// The times of a version are local times in its own zone.
struct PatientTimeline {
  /// The effective versions, in order; empty if there is one without bounds.
  private let versions: [VersionInForce<Patient>]
  /// The same versions as in the record; at least one.
  private let patients: [Patient]
  /// The zone of the patient's clocks: that of each version while it is effective, and of the first before
  /// all of them.
  let zone: Zone

  init(_ record: CareRecord) {
    guard !record.earlierPatients.isEmpty || record.patient.isBounded else {
      (versions, patients, zone) = ([], [record.patient], record.patient.zone)
      return
    }
    let all = record.patients
    let timed = all.map(\.timed)
    let positions = timed.indicesInForce(in: .utc)
    patients = positions.map { all[$0] }
    versions = positions.map { timed[$0] }.inForce(in: .utc)
    let arrivals = versions.dropFirst().compactMap { version in
      version.from.map { Zone.Arrival(from: $0.instant(in: .utc), zone: version.record.zone) }
    }
    zone = Zone(versions[0].record.zone, followedBy: arrivals)
  }

  /// Whether there are several versions.
  var hasVersions: Bool { versions.count > 1 }

  /// The intervals in which the patient is deleted or not observed.
  var absences: [Absence] { versions.absences + observation.absences }

  /// The observation period of the latest effective version.
  var observation: ObservationPeriod { patients[patients.count - 1].observation }

  /// Returns the version effective just before an instant: before all versions the first, and after a
  /// deletion the deleted one.
  func patient(before moment: Instant) -> Patient {
    let next = versions.partitionPoint { version in
      version.from.map { $0.instant(in: .utc) < moment } ?? true
    }
    return patients[max(0, next - 1)]
  }

  /// Returns whether the patient is deleted at an instant.
  func isDeleted(at moment: Instant) -> Bool {
    let own = patient(before: moment.adding(seconds: 1))
    return own.deletedAt.map { $0.instant(in: own.zone) <= moment } ?? false
  }
}

extension PatientTimeline {
  /// Returns the patient of a day: the version effective at its end.
  func patient(on day: CivilDate, dayBoundary: CivilTime) -> Patient {
    let next = CivilDateTime(date: day.adding(days: 1), time: dayBoundary)
    return versions.isEmpty ? patients[0] : patient(before: zone.firstInstant(atOrAfter: next))
  }

  /// Returns the patient of each period; empty if there is only one version.
  func patients(of spans: PeriodSpans, dayBoundary: CivilTime) -> [Patient] {
    guard hasVersions else { return [] }
    return spans.map { patient(on: $0.end.adding(days: -1), dayBoundary: dayBoundary) }
  }
}

extension Patient {
  /// Whether the version has a start or an end.
  fileprivate var isBounded: Bool { effectiveFrom != nil || deletedAt != nil }

  /// The version with its local times converted to instants.
  fileprivate var timed: Patient {
    var patient = self
    patient.effectiveFrom = effectiveFrom.map { .instant($0.instant(in: zone)) }
    patient.deletedAt = deletedAt.map { .instant($0.instant(in: zone)) }
    return patient
  }
}

extension CareRecord {
  /// The zone of the patient's clocks; if the versions have different zones, a traveller's zone with that of
  /// each version while it is effective.
  ///
  /// - Complexity: O(*n* log *n*) for *n* versions of the patient.
  public var patientZone: Zone { PatientTimeline(self).zone }

  /// Returns the patient for a report on a query's whole range: the version effective at its end, at the
  /// knowledge cutoff; `nil` if the patient was not known.
  package func patient(for query: AdherenceQuery) -> Patient? {
    guard isKnown(at: query.asKnownAt) else { return nil }
    let last = query.range.upperBound.adding(days: -1)
    return PatientTimeline(versionsKnown(at: query.asKnownAt)).patient(
      on: last, dayBoundary: query.dayBoundary)
  }

  /// Returns the patient on a day: the version effective at its end.
  ///
  /// - Parameters:
  ///   - day: The day, in ``patientZone``.
  ///   - dayBoundary: The time of day at which days end for attribution.
  /// - Returns: The version; before all of them the first, and after a deletion the deleted one.
  package func patient(on day: CivilDate, dayBoundary: CivilTime = .midnight) -> Patient {
    PatientTimeline(self).patient(on: day, dayBoundary: dayBoundary)
  }
}
