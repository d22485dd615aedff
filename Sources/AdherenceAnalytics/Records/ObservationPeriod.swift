public import Scheduling

/// The days on which a patient is observed, and why observation ended.
public struct ObservationPeriod: Hashable, Sendable {
  /// The first day observed; `nil` if unbounded.
  public var from: CivilDate?
  /// The last day observed (inclusive), such as the day of death or the end of enrolment; `nil` if unbounded.
  public var to: CivilDate?
  /// The reason why observation ended.
  public var endCause: EndCause?

  /// Creates a period; without days it is unbounded.
  public init(from: CivilDate? = nil, to: CivilDate? = nil, endCause: EndCause? = nil) {
    self.from = from
    self.to = to
    self.endCause = endCause
  }

  /// The observed days, by number; `nil` if unbounded.
  package var dayNumbers: Range<Int>? {
    if from == nil, to == nil { return nil }
    let first = from?.dayNumber ?? CivilDate.first.dayNumber
    return first..<max(first, (to?.dayNumber ?? CivilDate.last.dayNumber) + 1)
  }

  /// Returns whether observation ended before a day.
  package func isOver(on day: CivilDate) -> Bool { to.map { $0 < day } ?? false }
}

/// The reason why observation of a patient ended: one of the common causes, or any other in lower camel case.
///
///     print(EndCause("Device returned") == .deviceReturned)  // true
///     print(EndCause("lost to follow-up")!.rawValue)  // lostToFollowUp
public struct EndCause: RawRepresentable, Hashable, Sendable {
  /// The cause in lower camel case.
  public let rawValue: String

  /// Creates a cause from its name in lower camel case.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a cause from any spelling; `nil` if the text has no letter or digit.
  public init?(_ text: String) {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard let first = words.first else { return nil }
    let start =
      EndCause.isCamelCase(words)
      ? first.prefix(1).lowercased() + first.dropFirst() : first.lowercased()
    rawValue = words.dropFirst().reduce(start) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst().lowercased()
    }
  }

  /// Returns whether a single word has upper-case letters to be kept.
  private static func isCamelCase(_ words: [Substring]) -> Bool {
    words.count == 1 && words[0].contains(where: \.isLowercase)
  }

  /// The patient died.
  public static let death = EndCause(rawValue: "death")
  /// The patient withdrew from the study or the treatment.
  public static let withdrawal = EndCause(rawValue: "withdrawal")
  /// The patient changed to another treatment.
  public static let `switch` = EndCause(rawValue: "switch")
  /// The study or the treatment ended as planned.
  public static let completed = EndCause(rawValue: "completed")
  /// The device that records doses was returned.
  public static let deviceReturned = EndCause(rawValue: "deviceReturned")
  /// The data end.
  public static let dataEnd = EndCause(rawValue: "dataEnd")

  /// The causes with a fixed meaning.
  public static let known: [EndCause] = [
    .death, .withdrawal, .switch, .completed, .deviceReturned, .dataEnd,
  ]
}
