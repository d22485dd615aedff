/// A moment as people write it: on the wall clock, or absolutely.
///
/// Text without an offset is local and means something only in a zone; text with `Z` or an offset
/// is an instant in every zone.
public enum Moment: Hashable, Sendable {
  case local(CivilDateTime)
  case instant(Instant)

  /// The wall-clock reading in a zone.
  public func civil(in zone: Zone) -> CivilDateTime {
    switch self {
    case .local(let local): local
    case .instant(let instant): zone.civil(at: instant)
    }
  }

  /// The instant in a zone: for a local time the first instant whose clock shows it or more.
  public func instant(in zone: Zone) -> Instant {
    switch self {
    case .local(let local): zone.firstInstant(atOrAfter: local)
    case .instant(let instant): instant
    }
  }
}

extension Moment: LosslessStringConvertible {
  /// Reads `2024-01-04`, `2024-01-04T08:00:00`, or either time with `Z` or an offset.
  ///
  /// A bare date is its midnight. What else is read, ``CivilDateTime`` and ``Instant`` say.
  public init?(_ text: String) {
    if let local = CivilDateTime(text) {
      self = .local(local)
    } else if let instant = Instant(text) {
      self = .instant(instant)
    } else if let date = CivilDate(text) {
      self = .local(CivilDateTime(date: date))
    } else {
      return nil
    }
  }

  /// The text that reads back as the same moment.
  public var description: String {
    switch self {
    case .local(let local): local.description
    case .instant(let instant): instant.description
    }
  }
}
