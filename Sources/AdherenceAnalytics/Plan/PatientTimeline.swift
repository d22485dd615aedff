public import Scheduling

/// A patient's versions as they hold one after the other.
///
/// A version's moments are told by the clock of its own zone.
struct PatientTimeline {
  /// The versions in force, in order; empty where there is one that always holds.
  private let versions: [VersionInForce<Patient>]
  /// The same as the record has them; one at least.
  private let patients: [Patient]
  /// The zone of the patient's clocks: that of each version while it holds, and before all of them that
  /// of the first.
  let zone: Zone

  init(_ record: CareRecord) {
    guard !record.earlierPatients.isEmpty || record.patient.isBounded else {
      (versions, patients, zone) = ([], [record.patient], record.patient.zone)
      return
    }
    let all = record.patients
    let timed = all.map(\.timed)
    let places = timed.placesInForce(in: .utc)
    patients = places.map { all[$0] }
    versions = places.map { timed[$0] }.inForce(in: .utc)
    let arrivals = versions.dropFirst().compactMap { version in
      version.from.map { Zone.Arrival(from: $0.instant(in: .utc), zone: version.record.zone) }
    }
    zone = Zone(versions[0].record.zone, followedBy: arrivals)
  }

  /// Whether the patient differs from time to time.
  var hasVersions: Bool { versions.count > 1 }

  /// The intervals in which the patient is deleted or not observed.
  var absences: [Absence] { versions.absences + observation.absences }

  /// The observation period of the newest version in force.
  var observation: ObservationPeriod { patients[patients.count - 1].observation }

  /// The version in force just before a moment: the first one before that, and after a deletion the one
  /// that was deleted.
  func patient(before moment: Instant) -> Patient {
    let next = versions.partitionPoint { version in
      version.from.map { $0.instant(in: .utc) < moment } ?? true
    }
    return patients[max(0, next - 1)]
  }

  /// Whether the patient is no more at a moment.
  func isDeleted(at moment: Instant) -> Bool {
    let own = patient(before: moment.adding(seconds: 1))
    return own.deletedAt.map { $0.instant(in: own.zone) <= moment } ?? false
  }
}

extension PatientTimeline {
  /// The patient of a day: the version in force when it ends.
  func patient(on day: CivilDate, dayBoundary: CivilTime) -> Patient {
    let next = CivilDateTime(date: day.adding(days: 1), time: dayBoundary)
    return versions.isEmpty ? patients[0] : patient(before: zone.firstInstant(atOrAfter: next))
  }

  /// The patient of each period, where they differ from time to time; empty else.
  func patients(of spans: PeriodSpans, dayBoundary: CivilTime) -> [Patient] {
    guard hasVersions else { return [] }
    return spans.map { patient(on: $0.end.adding(days: -1), dayBoundary: dayBoundary) }
  }
}

extension Patient {
  /// Whether there are times without the patient.
  fileprivate var isBounded: Bool { effectiveFrom != nil || deletedAt != nil }

  /// The same with moments that mean the same in every zone.
  fileprivate var timed: Patient {
    var patient = self
    patient.effectiveFrom = effectiveFrom.map { .instant($0.instant(in: zone)) }
    patient.deletedAt = deletedAt.map { .instant($0.instant(in: zone)) }
    return patient
  }
}

extension CareRecord {
  /// The zone of the patient's clocks: where the patient's versions have different ones, that of each
  /// while it holds, as a traveller's.
  ///
  /// - Complexity: O(*n* log *n*) for *n* versions of the patient.
  public var patientZone: Zone { PatientTimeline(self).zone }

  /// The patient as a report over a query's whole range has it: the version in force at the end of the
  /// range, as it was known; `nil` where nobody knew the patient.
  package func patient(for query: AdherenceQuery) -> Patient? {
    guard isKnown(at: query.asKnownAt) else { return nil }
    let last = query.range.upperBound.adding(days: -1)
    return PatientTimeline(versionsKnown(at: query.asKnownAt)).patient(
      on: last, dayBoundary: query.dayBoundary)
  }

  /// The patient on a day: the version in force when it ends.
  ///
  /// - Parameters:
  ///   - day: The day, in ``patientZone``.
  ///   - dayBoundary: When a day ends for attribution.
  /// - Returns: The version; before all of them the first, and after a deletion the one that was deleted.
  package func patient(on day: CivilDate, dayBoundary: CivilTime = .midnight) -> Patient {
    PatientTimeline(self).patient(on: day, dayBoundary: dayBoundary)
  }
}
