import AdherenceAnalytics
import Scheduling

/// The status of a request, and since when if it ends or suspends the plan.
struct RequestStatus {
  let code: String
  var changed: LocalOrInstant?
}

extension WrittenTask {
  /// Returns the status of a version's request at a moment.
  func status(of version: WrittenVersion, at moment: Instant, in zone: Zone) -> RequestStatus {
    if version.name != request { return RequestStatus(code: "completed") }
    if let end = version.to, end.instant(in: zone) <= moment {
      // A ServiceRequest has no status 'stopped'; its bounds give the end.
      return request.type == .medicationRequest
        ? RequestStatus(code: "stopped", changed: end) : RequestStatus(code: "completed")
    }
    if let hold = rest(at: moment, in: zone) {
      return RequestStatus(code: "on-hold", changed: hold.from)
    }
    return RequestStatus(code: version.task.isOver(at: moment, in: zone) ? "completed" : "active")
  }

  /// Returns the hold in effect at a moment, the earliest if there are several.
  func rest(at moment: Instant, in zone: Zone) -> Hold? {
    holds.filter { hold in
      [.exclude, .extend].contains(hold.mode) && hold.from.instant(in: zone) <= moment
        && hold.to.map { moment < $0.instant(in: zone) } ?? true
    }.min { $0.from.instant(in: zone) < $1.from.instant(in: zone) }
  }

  /// Returns the holds that the request's status does not express: all but the one in effect and
  /// those that end the plan.
  func unrepresentedHolds(at moment: Instant, in zone: Zone) -> [Hold] {
    let rest = rest(at: moment, in: zone)
    return holds.filter { hold in
      switch hold.mode {
      case .truncate, .annotate, .notMonitored: false
      case .exclude, .extend: hold != rest || hold.to != nil
      }
    }
  }
}

extension CareTask {
  /// Returns whether all elements of the plan have ended.
  fileprivate func isOver(at moment: Instant, in zone: Zone) -> Bool {
    !schedule.elements.isEmpty
      && schedule.elements.allSatisfy { element in
        element.end.map { $0.instant(in: zone) <= moment } ?? false
      }
  }
}
