import Scheduling

/// A word, number or sign of a plan in plain words.
struct PlanToken {
  /// The kind of a token, determined without its context.
  enum Kind: Hashable {
    /// A word in lower case without full stops: `a.m.` is `am`.
    case word(String)
    case number(Int)
    /// A decimal number or a fraction: `2.5`, `1/2`, `1½`.
    case decimal(Double)
    /// The doses in the morning, at noon, in the evening and at night: `1-0-1`.
    case pattern([Double])
    /// Weekdays by their letters: `M/W/F`.
    case days(Set<Weekday>)
    /// A quoted text, without the quotes.
    case quoted(String)
    /// `1st`; ordinals in words, such as `first`, are words.
    case ordinal(Int)
    case time(CivilTime)
    case date(CivilDate)
    case moment(LocalOrInstant)
    case zone(Zone)
    case sign(Character)
    case unknown
  }

  /// The value to which greater numbers are clamped.
  static let tooGreat = 1e12

  var kind: Kind
  /// The original text of the token.
  var text: Substring
}

extension PlanToken.Kind {
  var word: String? { if case .word(let word) = self { word } else { nil } }
  var number: Int? { if case .number(let number) = self { number } else { nil } }
  var decimal: Double? { if case .decimal(let number) = self { number } else { nil } }
  var ordinal: Int? { if case .ordinal(let number) = self { number } else { nil } }
  var pattern: [Double]? { if case .pattern(let numbers) = self { numbers } else { nil } }
  var days: Set<Weekday>? { if case .days(let days) = self { days } else { nil } }
  var quoted: String? { if case .quoted(let text) = self { text } else { nil } }
  var date: CivilDate? { if case .date(let date) = self { date } else { nil } }
  var zone: Zone? { if case .zone(let zone) = self { zone } else { nil } }
}

/// Splits a text into tokens, from left to right.
///
/// - Complexity: O(*n*) for a text of *n* characters.
struct PlanTokenizer {
  private var rest: Substring

  private init(_ text: String) { rest = text[...] }

  /// Returns the text with ASCII digits, hyphens, apostrophes and quotes, except in quotes.
  static func plain(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var ends: String?
    return String(
      text.map { character in
        guard let own = ends else {
          ends = character == "\"" ? "\"" : "“„”".contains(character) ? "“”" : nil
          return ends == nil ? character.plain : "\""
        }
        guard own.contains(character) else { return character }
        ends = nil
        return "\""
      })
  }

  static func tokens(of text: String) -> [PlanToken] {
    var tokenizer = PlanTokenizer(text)
    var tokens: [PlanToken] = []
    var isFresh = true
    while let first = tokenizer.rest.first {
      let isPoint = first == "." && !(isFresh && tokenizer.rest.dropFirst().first?.isDigit == true)
      if first.isWhitespace || isPoint {
        tokenizer.rest.removeFirst()
        isFresh = true
      } else {
        tokens.append(tokenizer.token(isFresh, first))
        isFresh = false
      }
    }
    return tokens
  }

  private mutating func token(_ isFresh: Bool, _ first: Character) -> PlanToken {
    if isFresh, let token = wholeToken(first) ?? pattern() { return token }
    if first == "." { return point() }
    if let thousands = thousands() { return thousands }
    if first.isDigit { return digits() }
    if let value = first.fraction { return take(rest.prefix(1), .decimal(value)) }
    if first == "\"", let token = quoted() { return token }
    if first == "×" { return take(rest.prefix(1), .word("x")) }
    if first.isLetter { return word() }
    if first == "@" { return take(rest.prefix(1), .word("at")) }
    return take(rest.prefix(1), ",;()/&+-:".contains(first) ? .sign(first) : .unknown)
  }

  private mutating func take(_ text: Substring, _ kind: PlanToken.Kind) -> PlanToken {
    rest = rest[text.endIndex...]
    return PlanToken(kind: kind, text: text)
  }

  /// Parses the text up to the next space as a zone, a date or a date-time.
  private mutating func wholeToken(_ first: Character) -> PlanToken? {
    guard first.isDigit || first.isLetter else { return nil }
    var chunk = rest.prefix { !$0.isWhitespace }
    while let last = chunk.last, ",;.)".contains(last) { chunk.removeLast() }
    let text = String(chunk)
    if first.isLetter {
      if let days = PlanTokenizer.days(chunk) { return take(chunk, .days(days)) }
      guard let region = chunk.firstIndex(of: "/") else { return nil }
      if let zone = Zone(text) { return take(chunk, .zone(zone)) }
      return Zone.regions.contains(String(chunk[..<region])) ? take(chunk, .unknown) : nil
    }
    if let date = CivilDate(text) { return take(chunk, .date(date)) }
    return LocalOrInstant(text).map { take(chunk, .moment($0)) }
  }

  /// `.5`.
  private mutating func point() -> PlanToken {
    let text = rest.prefix { $0.isDigit || $0 == "." }
    return take(text, Double("0\(text)").map { .decimal($0) } ?? .unknown)
  }

  /// `10,000`: up to four groups of three digits after commas.
  private mutating func thousands() -> PlanToken? {
    // One more character than four groups have tells them from longer lists, which need not be looked through at each
    // of their numbers.
    let text = rest.prefix(16).prefix { $0.isDigit || $0 == "," }
    let groups = text.split(separator: ",", omittingEmptySubsequences: false)
    guard groups.count > 1, groups.count < 5, 1...3 ~= groups[0].count, groups[0] != "0",
      groups.dropFirst().allSatisfy({ $0.count == 3 }), rest[text.endIndex...].first != ":"
    else { return nil }
    return take(text, Int(groups.joined()).map { .number($0) } ?? .unknown)
  }

  private mutating func digits() -> PlanToken {
    let digits = rest.prefix(while: \.isDigit)
    let tail = rest[digits.endIndex...]
    let isTight = tail.dropFirst().first?.isDigit == true
    switch tail.first {
    case ":" where isTight:
      let text = rest.prefix { $0.isDigit || $0 == ":" }
      return take(text, PlanTokenizer.time(text).map { .time($0) } ?? .unknown)
    case let mark? where isTight && PlanTokenizer.marks.contains(mark): return marked(digits)
    case let next? where next.fraction != nil:
      let value = Double(PlanTokenizer.number(digits)) + (next.fraction ?? 0)
      return take(rest[..<tail.index(after: tail.startIndex)], .decimal(value))
    case let next? where next.isLetter: return ordinal(digits, tail)
    default: return take(digits, .number(PlanTokenizer.number(digits)))
    }
  }

  /// Parses digits with punctuation between them: a date, a decimal, a fraction, or the first number
  /// of a range.
  private mutating func marked(_ digits: Substring) -> PlanToken {
    let text = rest.prefix { $0.isDigit || PlanTokenizer.marks.contains($0) }
    if let date = CivilDate(String(text)) { return take(text, .date(date)) }
    let plain = text.hasSuffix(".") ? text.dropLast() : text
    if let value = PlanTokenizer.decimal(plain) { return take(plain, .decimal(value)) }
    let parts = plain.split(omittingEmptySubsequences: false) { "-+".contains($0) }
    // "2-3", "2.5-5", "1/2-1"
    if parts.count == 2, parts.allSatisfy({ $0.utf8.count < 6 && PlanTokenizer.decimal($0) != nil })
    {
      let first = parts[0] == digits ? nil : PlanTokenizer.decimal(parts[0])
      return take(parts[0], first.map { .decimal($0) } ?? .number(PlanTokenizer.number(digits)))
    }
    return take(text, .unknown)
  }

  /// The characters between digits in decimals, fractions, dates, patterns and ranges.
  private static let marks: Set<Character> = [".", "/", "\u{2044}", "-", "+"]

  /// `2.5`, or a fraction with a denominator of 2 to 8, such as `1/2`.
  private static func decimal(_ text: Substring) -> Double? {
    let parts = text.split(omittingEmptySubsequences: false) { "/\u{2044}".contains($0) }
    if parts.count == 1 { return text.contains { "-+".contains($0) } ? nil : Double(text) }
    guard parts.count == 2, let part = Int(parts[0]), let whole = Int(parts[1]), 2...8 ~= whole,
      1..<whole ~= part
    else { return nil }
    return Double(part) / Double(whole)
  }

  /// `1-0-1`, `½-0-½`, `1+0+1½` or `40-30-20-10`: three or more amounts.
  private mutating func pattern() -> PlanToken? {
    let text = rest.prefix {
      $0.isDigit || PlanTokenizer.marks.contains($0) || $0.fraction != nil
    }
    let plain = text.last == "." ? text.dropLast() : text
    let parts = plain.split(omittingEmptySubsequences: false) { "-+".contains($0) }
    guard 3...12 ~= parts.count, CivilDate(String(plain)) == nil else { return nil }
    let doses = parts.compactMap(PlanTokenizer.doses)
    return doses.count == parts.count ? take(plain, .pattern(doses)) : nil
  }

  /// `1`, `40`, `0.5`, `1/2`, `½` or `1½`.
  private static func doses(_ text: Substring) -> Double? {
    if 1...4 ~= text.count, text.allSatisfy(\.isDigit) { return Double(text) }
    if let part = text.last?.fraction {
      let whole = text.dropLast()
      return whole.isEmpty ? part : whole.count == 1 ? Double(whole).map { $0 + part } : nil
    }
    guard text.contains(where: { "./\u{2044}".contains($0) }), text.first?.isDigit == true else {
      return nil
    }
    return decimal(text).flatMap { $0 < 10_000 ? $0 : nil }
  }

  /// `M/W/F`, `M-W-F` or `Mon-Wed-Fri`; `nil` for anything other than weekdays, and for the range of two.
  private static func days(_ text: Substring) -> Set<Weekday>? {
    if text.lowercased() == "m-f" { return Weekday.workdays }
    let slashed = text.lowercased().split(separator: "/", omittingEmptySubsequences: false)
    let dashed = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    let parts = dashed.count > 2 ? dashed : slashed
    let days = parts.compactMap {
      Vocabulary.weekdayLetters[String($0)] ?? Vocabulary.weekdays[String($0)]
    }
    return parts.count > 1 && days.count == parts.count && Set(days).count == days.count
      ? Set(days) : nil
  }

  private mutating func quoted() -> PlanToken? {
    let content = rest.dropFirst().prefix { $0 != "\"" && !$0.isNewline }
    guard content.endIndex < rest.endIndex, rest[content.endIndex] == "\"", !content.isEmpty else {
      return nil
    }
    return take(rest[...content.endIndex], .quoted(String(content)))
  }

  private mutating func ordinal(_ digits: Substring, _ tail: Substring) -> PlanToken {
    let number = PlanTokenizer.number(digits)
    let letters = tail.prefix(3).prefix(while: \.isLetter)
    guard ["st", "nd", "rd", "th"].contains(letters.lowercased()) else {
      return take(digits, .number(number))
    }
    return take(rest[digits.startIndex..<letters.endIndex], .ordinal(number))
  }

  private mutating func word() -> PlanToken {
    let text = rest.prefix { $0.isLetter || $0.isDigit || ".'_".contains($0) }
    if text.first?.lowercased() == "x", text.dropFirst().first?.isDigit == true {
      return take(text.prefix(1), .word("x"))
    }
    if text.lowercased() == "w", rest[text.endIndex...].first == "/" {
      return take(rest.prefix(2), .word("with"))
    }
    return take(text, .word(PlanTokenizer.plain(text)))
  }

  /// Normalizes a word as in the vocabularies: `Hrs.` is `hrs`.
  private static func plain(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0 != "." }
  }

  /// Parses a number, clamped to `tooGreat`.
  private static func number(_ digits: Substring) -> Int {
    digits.utf8.prefix(13).count > 12 ? Int(PlanToken.tooGreat) : Int(digits) ?? 0
  }

  /// `8:00`, `08:00` or `08:00:30`.
  private static func time(_ text: Substring) -> CivilTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, 1...2 ~= parts[0].count,
      parts.dropFirst().allSatisfy({ $0.count == 2 })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count else { return nil }
    return CivilTime(
      hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
  }
}

extension Character {
  /// Whether the character is an ASCII digit.
  fileprivate var isDigit: Bool { "0"..."9" ~= self }

  /// The digit, hyphen or apostrophe of ASCII with the same meaning, or the character itself.
  fileprivate var plain: Character {
    if "\u{2010}"..."\u{2015}" ~= self || self == "\u{2212}" { return "-" }
    if self == "\u{2019}" { return "'" }
    guard unicodeScalars.first?.properties.numericType == .decimal, let digit = wholeNumberValue
    else { return self }
    return Character("\(digit)")
  }

  /// The value of a fraction character, such as `½`.
  fileprivate var fraction: Double? {
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1,
      "\u{BC}"..."\u{BE}" ~= scalar || "\u{2150}"..."\u{215E}" ~= scalar
    else { return nil }
    return scalar.properties.numericValue
  }
}
