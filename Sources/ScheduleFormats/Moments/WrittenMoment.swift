public import Scheduling

/// A date or date-time as parsed from text: the local time as written, and the offset.
///
///     let written = try MomentFormat.automatic.readWritten("2025-03-03T00:30:00+09:00")
///     print(written.local)  // 2025-03-03T00:30:00
///     print(written.moment)  // 2025-03-02T15:30:00Z
public struct WrittenMoment: Hashable, Sendable {
  /// The local date and time as written, not adjusted by the offset; midnight for a date without a time.
  public var local: CivilDateTime
  /// The offset as written, in seconds east of UTC; `nil` if there is none.
  public var offset: Int?
  /// Whether the text has a time of day.
  public var hasTime: Bool
  /// Whether the offset was written as `Z`, `UTC`, `UT`, `GMT` or `-00:00`.
  ///
  /// These give the instant but not the local clock; RFC 3339 defines `-00:00` so. `false` for `+00:00`.
  public var isUTC: Bool

  /// Creates a written moment.
  public init(local: CivilDateTime, offset: Int? = nil, hasTime: Bool = true, isUTC: Bool = false) {
    (self.local, self.offset, self.hasTime, self.isUTC) = (local, offset, hasTime, isUTC)
  }

  /// The instant if there is an offset, otherwise the local time.
  public var moment: LocalOrInstant {
    guard let offset else { return .local(local) }
    return .instant(Instant(seconds: local.localSeconds - Int64(offset)))
  }
}
