import AdherenceAnalytics
import Scheduling

/// Why the follow-up of a patient who was not discontinued ends.
package enum FollowUpEnd: String, CaseIterable, Hashable, Sendable, Codable {
  /// The patient is observed up to the moment of the report.
  case reportEnd
  /// Observation ended by one of the known causes.
  case death, withdrawal, `switch`, completed, deviceReturned, dataEnd
  /// Observation ended by a cause in words of the data.
  case other
  /// Observation ended, and nothing says why.
  case unknown

  /// The end of a patient's observation in a report.
  init(of summary: PatientSummary) {
    guard summary.isObservationOver else {
      self = .reportEnd
      return
    }
    self.init(cause: summary.observation.endCause)
  }

  /// The end of observation by a cause; `nil` where nothing says why.
  init(cause: EndCause?) {
    guard let cause else {
      self = .unknown
      return
    }
    self = EndCause.known.contains(cause) ? Self(rawValue: cause.rawValue) ?? .other : .other
  }

  /// Whether the patient could not have discontinued any more after this end.
  ///
  /// Other ends are those of observation alone, such as a returned device or a study that ended as planned, and
  /// censor.
  package var isCompeting: Bool {
    switch self {
    case .death, .withdrawal, .switch, .other: true
    case .reportEnd, .completed, .deviceReturned, .dataEnd, .unknown: false
    }
  }

  /// The end as a whole number.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The end of a number; `nil` where no end has it.
  init?(number: Int) {
    guard Self.allCases.indices.contains(number) else { return nil }
    self = Self.allCases[number]
  }
}

/// How persistence ended, by causes that exclude each other.
package enum PersistenceEnd: Hashable, Sendable {
  /// The patient stopped.
  case discontinuation
  /// Observation ended by a cause after which the patient could not stop any more.
  case observation(FollowUpEnd)

  /// All causes.
  package static let all =
    [discontinuation] + FollowUpEnd.allCases.filter(\.isCompeting).map { observation($0) }

  /// The name in files.
  package var name: String {
    switch self {
    case .discontinuation: "discontinuation"
    case .observation(let end): end.rawValue
    }
  }
}

extension CompiledRecord {
  /// Whether observation ended by a competing cause on a day on which a stop would have been seen, had observation
  /// gone on: the report and the plan reach a gap beyond that day.
  ///
  /// Of patients whose observation goes on, follow-up ends a gap before the report and the plan. Deaths after
  /// that must not count either, as those at risk would be the dead alone.
  func showsStopsAtObservationEnd(of task: String, gapDays: Int) -> Bool {
    guard let day = observation.to?.adding(days: gapDays), day <= today,
      FollowUpEnd(cause: observation.endCause).isCompeting,
      let schedule = tasks.first(where: { $0.id == task })?.schedule
    else { return false }
    return schedule.goesOn(from: day, in: moments.zone)
  }
}

extension Schedule {
  /// Whether anything is planned from a day on.
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
