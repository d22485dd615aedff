import Scheduling

extension CareRecord {
  /// Returns whether the dated record would be the same without a time of the report: everything is known by then, and
  /// no planned time depends on when a window expires.
  ///
  /// - Complexity: O(*n*) for *n* outcomes and events.
  func isDatedAlike(at moment: Instant) -> Bool {
    tasks.allSatisfy { $0.writtenSchedule.elements.allSatisfy(\.isTimeless) }
      && namedEvents.allSatisfy { $0.isKnown(asOf: moment, in: patientZone) }
      && outcomes.isBefore(moment)
  }
}

extension ScheduleElement {
  /// Whether its dates are those of the events and completions that are known, whatever the time of the report.
  fileprivate var isTimeless: Bool {
    guard let after else { return true }
    let times = [after.start, after.until].compactMap(\.self)
    return times.allSatisfy { time in
      time.isOwnTask
        ? isChain && after.whenMissed == .fromPlanned : time.completion != .planned
    }
  }
}

extension OutcomeTable {
  /// Returns whether no outcome is later than an instant, nor the key of one without a time on a later day in any zone.
  fileprivate func isBefore(_ moment: Instant) -> Bool {
    rows.allSatisfy { row in
      row.time != Row.none
        ? row.time <= moment.seconds : row.nominal < moment.seconds - 2 * 86_400
    }
  }
}
