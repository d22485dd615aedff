import AdherenceAnalytics

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
    guard let cause = summary.observation.endCause else {
      self = .unknown
      return
    }
    self = EndCause.known.contains(cause) ? Self(rawValue: cause.rawValue) ?? .other : .other
  }

  /// The end as a whole number.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The end of a number; `nil` where no end has it.
  init?(number: Int) {
    guard Self.allCases.indices.contains(number) else { return nil }
    self = Self.allCases[number]
  }
}
