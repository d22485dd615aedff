import AdherenceAnalytics
import Scheduling

/// The reason for the end of a patient's follow-up without discontinuation.
package enum FollowUpEnd: String, CaseIterable, Hashable, Sendable, Codable {
  /// The patient is observed up to the time of the report.
  case reportEnd
  /// Observation ended by one of the known causes.
  case death, withdrawal, `switch`, completed, deviceReturned, dataEnd
  /// Observation ended by another cause, given as free text.
  case other
  /// Observation ended without a known cause.
  case unknown

  /// The end of a patient's observation in a report.
  init(of summary: PatientSummary) {
    guard summary.isObservationOver else {
      self = .reportEnd
      return
    }
    self.init(cause: summary.observation.endCause)
  }

  /// Determines the end of observation by cause; `nil` is unknown.
  init(cause: EndCause?) {
    guard let cause else {
      self = .unknown
      return
    }
    self = EndCause.known.contains(cause) ? Self(rawValue: cause.rawValue) ?? .other : .other
  }

  /// Whether the end precludes a later discontinuation.
  ///
  /// Other ends concern only the observation, such as a returned device or the planned end of a
  /// study, and censor.
  package var isCompeting: Bool {
    switch self {
    case .death, .withdrawal, .switch, .other: true
    case .reportEnd, .completed, .deviceReturned, .dataEnd, .unknown: false
    }
  }

  /// The encoded number.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Decodes a number.
  init?(number: Int) {
    guard Self.allCases.indices.contains(number) else { return nil }
    self = Self.allCases[number]
  }
}

/// The mutually exclusive ends of persistence.
package enum PersistenceEnd: Hashable, Sendable {
  /// Discontinuation.
  case discontinuation
  /// An end of observation that competes with discontinuation.
  case observation(FollowUpEnd)

  /// All causes.
  package static let all =
    [discontinuation] + FollowUpEnd.allCases.filter(\.isCompeting).map { observation($0) }

  /// The name in output files.
  package var name: String {
    switch self {
    case .discontinuation: "discontinuation"
    case .observation(let end): end.rawValue
    }
  }
}

extension CompiledRecord {
  /// Returns whether observation ended by a competing cause on a day at which discontinuation could
  /// still have been detected: the report and the plan extend a gap beyond that day.
  ///
  /// For patients still observed, follow-up ends a gap before the report and the plan. Later deaths
  /// must be excluded too, because otherwise only the deceased would be at risk.
  func showsStopsAtObservationEnd(of task: String, gapDays: Int) -> Bool {
    guard let day = observation.to?.adding(days: gapDays), day <= today,
      FollowUpEnd(cause: observation.endCause).isCompeting,
      let schedule = tasks.first(where: { $0.id == task })?.schedule
    else { return false }
    return schedule.goesOn(from: day, in: moments.zone)
  }
}

extension Schedule {
  /// Returns whether anything is planned from a day on.
  fileprivate func goesOn(from day: CivilDate, in zone: Zone) -> Bool {
    let start = CivilDateTime(date: day)
    let hasFlexible = elements.contains { element in
      !element.recurrence.hasOccurrences
        && element.end.map { $0.civil(in: zone) > start } ?? true
    }
    let moment = LocalOrInstant.local(start).instant(in: zone)
    return hasFlexible
      || (try? Occurrences(of: self, in: zone))?.first(startingAtOrAfter: moment) != nil
  }
}
