import AdherenceAnalytics

/// The kind of an event in a chronology.
enum EventKind: Int, CaseIterable {
  case inWindow, early, late, expired, untimed, used, unscheduled, held, unobserved, tooSoon,
    declined, missed

  /// The legend text.
  var name: String {
    switch self {
    case .inWindow: "In the window"
    case .early: "Early"
    case .late: "Late"
    case .expired: "After its time"
    case .untimed: "Time not known"
    case .used: "Used"
    case .unscheduled: "Unscheduled"
    case .held: "In a hold"
    case .unobserved: "Outside observation"
    case .tooSoon: "Too soon"
    case .declined: "Declined"
    case .missed: "Missed"
    }
  }

  var role: ChartRole {
    switch self {
    case .inWindow: .done
    case .early: .early
    case .late: .late
    case .expired: .secondary
    case .untimed, .used: .primary
    case .unscheduled: .unscheduled
    case .held, .unobserved: .onHold
    case .tooSoon: .pending
    case .declined: .declined
    case .missed: .missed
    }
  }

  init(_ timing: Timing) {
    switch timing {
    case .early: self = .early
    case .inWindow: self = .inWindow
    case .late: self = .late
    case .expired: self = .expired
    case .untimed: self = .untimed
    }
  }

  /// Classifies an outcome without an occurrence; `nil` if it is not shown.
  init?(_ disposition: Disposition) {
    switch disposition {
    case .used: self = .used
    case .extra, .unmatched, .orphaned: self = .unscheduled
    case .held: self = .held
    case .unobserved: self = .unobserved
    case .tooSoon: self = .tooSoon
    case .matched, .joined, .notYetKnown, .elsewhere: return nil
    }
  }
}
