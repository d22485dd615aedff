/// A word, a number or a sign of a plan in plain words.
struct PlanToken {
  /// What a token is, before anything is known of the tokens about it.
  enum Kind: Hashable {
    /// In small letters and without full stops, so that `a.m.` is `am`.
    case word(String)
    case number(Int)
    /// `1st`; places in words, such as `first`, are words.
    case ordinal(Int)
    case time(CivilTime)
    case date(CivilDate)
    case moment(Moment)
    case zone(Zone)
    case sign(Character)
    case unknown
  }

  var kind: Kind
  /// The token as it was written.
  var text: Substring
}

/// Parts a text into tokens, from left to right.
///
/// - Complexity: O(*n*) for a text of *n* characters.
struct PlanTokenizer {
  private var rest: Substring

  private init(_ text: String) { rest = text[...] }

  static func tokens(of text: String) -> [PlanToken] {
    var tokenizer = PlanTokenizer(text)
    var tokens: [PlanToken] = []
    var isFresh = true
    while let first = tokenizer.rest.first {
      if first.isWhitespace || first == "." {
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
    if isFresh, let token = wholeToken(first) { return token }
    if first.isDigit { return digits() }
    if first.isLetter { return word() }
    let sign: Character = "–—".contains(first) ? "-" : first
    return take(rest.prefix(1), ",;()/&-".contains(sign) ? .sign(sign) : .unknown)
  }

  private mutating func take(_ text: Substring, _ kind: PlanToken.Kind) -> PlanToken {
    rest = rest[text.endIndex...]
    return PlanToken(kind: kind, text: text)
  }

  /// What is read from one space to the next: a zone, a date or a date-time.
  private mutating func wholeToken(_ first: Character) -> PlanToken? {
    guard first.isDigit || first.isLetter else { return nil }
    var chunk = rest.prefix { !$0.isWhitespace }
    while let last = chunk.last, ",;.)".contains(last) { chunk.removeLast() }
    let text = String(chunk)
    if first.isLetter {
      guard let region = chunk.firstIndex(of: "/") else { return nil }
      if let zone = Zone(text) { return take(chunk, .zone(zone)) }
      return Zone.regions.contains(String(chunk[..<region])) ? take(chunk, .unknown) : nil
    }
    if let date = CivilDate(text) { return take(chunk, .date(date)) }
    return Moment(text).map { take(chunk, .moment($0)) }
  }

  private mutating func digits() -> PlanToken {
    let digits = rest.prefix(while: \.isDigit)
    let tail = rest[digits.endIndex...]
    let isTight = tail.dropFirst().first?.isDigit == true
    switch tail.first {
    case ":" where isTight:
      let text = rest.prefix { $0.isDigit || $0 == ":" }
      return take(text, PlanTokenizer.time(text).map { .time($0) } ?? .unknown)
    case "." where isTight, "/" where isTight, "-" where isTight:
      let text = rest.prefix { $0.isDigit || "./-".contains($0) }
      return take(text, CivilDate(String(text)).map { .date($0) } ?? .unknown)
    case let next? where next.isLetter: return ordinal(digits, tail)
    default: return take(digits, .number(PlanTokenizer.number(digits)))
    }
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
    let text = rest.prefix { $0.isLetter || $0.isDigit || ".'’_".contains($0) }
    return take(text, .word(PlanTokenizer.plain(text)))
  }

  /// A word as vocabularies have it: `Hrs.` is `hrs`.
  private static func plain(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0 != "." }
  }

  /// A number, held where everything is too great.
  private static func number(_ digits: Substring) -> Int {
    digits.utf8.prefix(13).count > 12 ? 1_000_000_000_000 : Int(digits) ?? 0
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
  /// Whether it is 0 to 9, and no digit of another script.
  fileprivate var isDigit: Bool { "0"..."9" ~= self }
}
