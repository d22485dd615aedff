/// A point in time as written: a local time or an instant.
///
/// Text without an offset is a local time, which denotes an instant only in a zone; text with `Z` or an
/// offset is an instant.
public enum LocalOrInstant: Hashable, Sendable {
  case local(CivilDateTime)
  case instant(Instant)

  /// Returns the local time in a zone.
  public func civil(in zone: Zone) -> CivilDateTime {
    switch self {
    case .local(let local): local
    case .instant(let instant): zone.civil(at: instant)
    }
  }

  /// Returns the instant in a zone; for a local time, the first instant at which clocks show that time or a
  /// later one.
  public func instant(in zone: Zone) -> Instant {
    switch self {
    case .local(let local): zone.firstInstant(atOrAfter: local)
    case .instant(let instant): instant
    }
  }
}

extension LocalOrInstant: LosslessStringConvertible {
  /// Parses `2024-01-04`, `2024-01-04T08:00:00`, or the latter with `Z` or an offset.
  ///
  /// A bare date means its midnight. See ``CivilDateTime`` and ``Instant`` for other accepted forms.
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

  /// The text, which is parsed to an equal value.
  public var description: String {
    switch self {
    case .local(let local): local.description
    case .instant(let instant): instant.description
    }
  }
}
