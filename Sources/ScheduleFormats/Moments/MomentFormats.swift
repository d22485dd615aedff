/// A set of formats of dates and times.
public struct MomentFormats: OptionSet, Hashable, Sendable {
  /// The bits of the formats.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ``MomentFormat/automatic``.
  public static let automatic = MomentFormats(rawValue: 1 << 0)
  /// ``MomentFormat/dayFirst``.
  public static let dayFirst = MomentFormats(rawValue: 1 << 1)
  /// ``MomentFormat/monthFirst``.
  public static let monthFirst = MomentFormats(rawValue: 1 << 2)
  /// ``MomentFormat/seconds``.
  public static let seconds = MomentFormats(rawValue: 1 << 3)
  /// ``MomentFormat/milliseconds``.
  public static let milliseconds = MomentFormats(rawValue: 1 << 4)
  /// ``MomentFormat/excel``.
  public static let excel = MomentFormats(rawValue: 1 << 5)

  /// All formats except patterns.
  public static let all: MomentFormats = [
    .automatic, .dayFirst, .monthFirst, .seconds, .milliseconds, .excel,
  ]
  /// The formats that parse text other than a number; each of them includes `automatic`.
  static let ofText: MomentFormats = [.automatic, .dayFirst, .monthFirst]

  /// The formats in the set, in the order of their bits.
  public var formats: [MomentFormat] {
    MomentFormat.named.map(\.format).filter { contains(MomentFormats($0)) }
  }

  /// Creates the set of one format; it is empty for a pattern.
  public init(_ format: MomentFormat) {
    switch format {
    case .automatic: self = .automatic
    case .dayFirst: self = .dayFirst
    case .monthFirst: self = .monthFirst
    case .seconds: self = .seconds
    case .milliseconds: self = .milliseconds
    case .excel: self = .excel
    case .pattern: self = []
    }
  }
}

extension MomentFormat {
  /// Returns the formats in which a text is a plausible date or time of care data.
  ///
  /// The years 1900 to 2100 are plausible; for a number, the one format of `seconds`, `milliseconds` and
  /// `excel` in which it is in 1990 to 2100. For a text that `automatic` parses the result is that format
  /// alone, although `dayFirst` and `monthFirst` parse it too: a column in which every cell has `automatic`
  /// or `dayFirst` is parsed by `dayFirst`.
  ///
  ///     print(MomentFormat.candidates(for: "3/4/2025") == [.dayFirst, .monthFirst])  // true
  ///     print(MomentFormat.candidates(for: "13/4/2025") == .dayFirst)  // true
  ///     print(MomentFormat.candidates(for: "45719.3333") == .excel)  // true
  public static func candidates(for text: String) -> MomentFormats {
    formats(among: .all, of: text)
  }

  /// Returns the formats among `formats` in which a text is a plausible date or time; see
  /// ``candidates(for:)``.
  public static func formats(
    among formats: MomentFormats, of text: String
  ) -> MomentFormats {
    text.withCursor { MomentFormat.formats(among: formats, of: $0) }
  }

  /// Returns the formats among `formats` in which UTF-8 text is a plausible date or time.
  ///
  /// Safe: the bytes are borrowed for the call.
  package static func formats(
    among formats: MomentFormats, of bytes: UnsafeBufferPointer<UInt8>
  ) -> MomentFormats { MomentFormat.formats(among: formats, of: MomentCursor(bytes)) }

  private static func formats(
    among formats: MomentFormats, of text: MomentCursor
  ) -> MomentFormats {
    if let number = WrittenNumber(text) {
      let counted = number.formats.intersection(formats)
      // Numbers of eight or more digits may be dates as well.
      guard number.wholeDigits >= 8, formats.contains(.automatic) else { return counted }
      return counted.union(formatsOfText(among: .automatic, of: text))
    }
    return formats.isDisjoint(with: .ofText) ? [] : formatsOfText(among: formats, of: text)
  }

  private static func formatsOfText(
    among formats: MomentFormats, of text: MomentCursor
  ) -> MomentFormats {
    guard let fields = MomentFields(text) else { return [] }
    var found: MomentFormats = []
    if fields.form != .open {
      if fields.isPlausible(nil, text) { found = .automatic }
    } else {
      if fields.isPlausible(.dayFirst, text) { found.insert(.dayFirst) }
      if fields.isPlausible(.monthFirst, text) { found.insert(.monthFirst) }
    }
    return found.intersection(formats)
  }
}
