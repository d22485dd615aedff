/// How a column of dates and times is written.
///
///     print(try MomentFormat.automatic.read("2025-02-01 08:00:00+0100"))  // 2025-02-01T07:00:00Z
///     print(try MomentFormat.dayFirst.read("01.02.2025 8:00"))  // 2025-02-01T08:00:00
///     print(try MomentFormat.milliseconds.read("1738396800000"))  // 2025-02-01T08:00:00Z
///
/// What could mean two moments is read in one of the forms that say which, and refused in the automatic one.
public enum MomentFormat: Hashable, Sendable {
  /// What ``Moment`` reads: year, month and day in this order.
  case automatic
  /// Day, month and year, as `01.02.2025 08:00`; also what the automatic form reads.
  case dayFirst
  /// Month, day and year, as `2/1/25 8:00 AM`; also what the automatic form reads.
  case monthFirst
  /// Seconds since 1970-01-01T00:00:00Z, whole or with parts, which are dropped.
  case seconds
  /// Milliseconds since 1970-01-01T00:00:00Z.
  case milliseconds
  /// As a pattern says.
  case pattern(MomentPattern)
}

extension MomentFormat: LosslessStringConvertible {
  /// Reads `auto`, `dmy`, `mdy`, `seconds`, `milliseconds`, or a pattern such as `%d.%m.%Y %H:%M`.
  public init?(_ text: String) {
    if let format = MomentFormat.named.first(where: { $0.name == text })?.format {
      self = format
    } else if let pattern = MomentPattern(text) {
      self = .pattern(pattern)
    } else {
      return nil
    }
  }

  /// The name, or the pattern.
  public var description: String {
    if case .pattern(let pattern) = self { return pattern.description }
    return MomentFormat.named.first { $0.format == self }?.name ?? ""
  }

  /// The forms that have a name.
  static let named: [(name: String, format: MomentFormat)] = [
    ("auto", .automatic), ("dmy", .dayFirst), ("mdy", .monthFirst), ("seconds", .seconds),
    ("milliseconds", .milliseconds),
  ]
}

extension MomentFormat {
  /// Reads a moment.
  ///
  /// - Throws: ``InputError`` where the text is none in this form, which says what form it might have.
  public func read(_ text: some StringProtocol) throws(InputError) -> Moment {
    if let moment = moment(text) { return moment }
    throw InputError(.malformed(text: String(text), expected(of: text)))
  }

  private func moment(_ text: some StringProtocol) -> Moment? {
    switch self {
    case .automatic: Moment(String(text))
    case .dayFirst: MomentPattern.dayFirst.read(text) ?? Moment(String(text))
    case .monthFirst: MomentPattern.monthFirst.read(text) ?? Moment(String(text))
    case .seconds: counted(text, parts: 1)
    case .milliseconds: counted(text, parts: 1_000)
    case .pattern(let pattern): pattern.read(text)
    }
  }

  /// Reads a number of so many parts of a second.
  private func counted(_ text: some StringProtocol, parts: Double) -> Moment? {
    guard text.utf8.allSatisfy({ 48...57 ~= $0 || $0 == 45 || $0 == 46 }), let number = Double(text)
    else { return nil }
    let seconds = (number / parts).rounded(.down)
    let bounds = Instant.earliest.seconds...Instant.latest.seconds
    guard let whole = Int64(exactly: seconds), bounds.contains(whole) else { return nil }
    return .instant(Instant(seconds: whole))
  }

  private func expected(of text: some StringProtocol) -> InputError.Expected {
    switch self {
    case .automatic:
      if MomentPattern.dayFirst.read(text) != nil || MomentPattern.monthFirst.read(text) != nil {
        return .orderedMoment
      }
      return isLongNumber(text) ? .countedMoment : .moment
    case .dayFirst: return .dayFirst
    case .monthFirst: return .monthFirst
    case .seconds, .milliseconds: return .countOfSeconds
    case .pattern: return .patternedMoment
    }
  }

  private func isLongNumber(_ text: some StringProtocol) -> Bool {
    text.utf8.count >= 9 && text.utf8.allSatisfy { 48...57 ~= $0 || $0 == 46 }
  }
}
