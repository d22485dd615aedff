import Diagnostics
import Scheduling

/// A cursor over the tokens of a plan, with methods that parse the parts of its grammar.
///
/// The methods return `nil` or `false` if the part is not next, and throw if a value is out of
/// range.
struct PlanReader {
  let text: String
  let tokens: [PlanToken]
  var place = 0
  /// The index of the first token of the current element.
  var firstToken = 0
  /// The unit of the last amount, if it had one.
  var lastUnits: String?
  /// The greatest token index at which a pattern failed after `~`.
  var missed = 0
  var isCommitted = false
  /// The number of patterns and list items tried.
  var tries = 0
  let traits: PlanTraits

  init(_ text: String) {
    self.text = PlanTokenizer.plain(text)
    tokens = PlanTokenizer.tokens(of: self.text)
    traits = PlanTraits(tokens)
  }
}

// Lookahead and tokens.
extension PlanReader {
  var isAtEnd: Bool { place >= tokens.count }

  func kind(ahead: Int = 0) -> PlanToken.Kind? {
    tokens.indices.contains(place + ahead) ? tokens[place + ahead].kind : nil
  }

  func word(ahead: Int = 0) -> String? {
    kind(ahead: ahead)?.word
  }

  func isNext(_ words: String...) -> Bool { isNext(words) }

  /// Whether a sign is next, or a character such as `#` that is a token only where it is expected.
  func isNext(sign: Character) -> Bool {
    !isAtEnd && (kind() == .sign(sign) || tokens[place].text == String(sign))
  }

  private func isNext(_ words: [String]) -> Bool {
    words.indices.allSatisfy { word(ahead: $0) == words[$0] }
  }

  mutating func accept(_ words: String...) -> Bool {
    guard isNext(words) else { return false }
    place += words.count
    return true
  }

  mutating func accept(anyOf words: String...) -> Bool {
    take { words.contains($0) ? true : nil } ?? false
  }

  mutating func accept(sign: Character) -> Bool { isNext(sign: sign) && skip() }

  /// Consumes a token of any kind; returns `false` at the end.
  mutating func skip() -> Bool {
    guard !isAtEnd else { return false }
    place += 1
    return true
  }

  /// Consumes a word of a table, and returns its meaning.
  mutating func take<Value>(_ meanings: [String: Value]) -> Value? { take { meanings[$0] } }

  mutating func take<Value>(_ meaning: (String) -> Value?) -> Value? {
    guard let value = word().flatMap(meaning) else { return nil }
    place += 1
    return value
  }

  /// Consumes a token of a kind, and returns its value.
  mutating func take<Value>(kind value: (PlanToken.Kind) -> Value?) -> Value? {
    guard let value = kind().flatMap(value) else { return nil }
    place += 1
    return value
  }

  /// Parses a value; does not advance if there is none.
  mutating func attempt<Value>(
    _ read: (inout PlanReader) throws(InputError) -> Value?
  ) throws(InputError) -> Value? {
    let begin = place
    if let value = try read(&self) { return value }
    place = begin
    return nil
  }
}

// Lists.
extension PlanReader {
  /// Consumes `,`, `and`, `&`, `+` or `/`, and between alternatives also `or`.
  mutating func separator(or isAlternative: Bool = false) -> Bool {
    let begin = place
    _ = accept(sign: ",")
    _ =
      accept(anyOf: "and") || accept(sign: "&") || accept(sign: "+") || accept(sign: "/")
      || isAlternative && accept("or")
    return place > begin
  }

  /// Parses `a`, `a and b`, or `a, b and c`; empty if no `a` is next.
  mutating func list<Item>(
    or isAlternative: Bool = false,
    _ item: (inout PlanReader) throws(InputError) -> Item?
  ) throws(InputError) -> [Item] {
    var begin = place
    guard let first = try item(&self) else {
      place = begin
      return []
    }
    var items = [first]
    while true {
      begin = place
      tries += 1
      guard separator(or: isAlternative), let next = try item(&self) else {
        place = begin
        return items
      }
      items.append(next)
    }
  }
}

// Errors.
extension PlanReader {
  /// Returns the error that names the next word and suggests a correction or lists the
  /// expected words.
  func unexpected(_ expected: String, or phrases: [String] = []) -> InputError {
    let before = place > firstToken ? words(max(firstToken, place - 4)..<place) : ""
    guard place < tokens.count else {
      return InputError(.notUnderstood(word: "", after: before, cure: expected)).suggesting(phrases)
    }
    let token = tokens[place]
    let meanings = token.kind.word.flatMap { Vocabulary.vague[$0] } ?? phrases
    let cure = PlanReader.cure(for: token) ?? expected
    return InputError(
      .notUnderstood(word: String(token.text), after: before, cure: cure)
    )
    .suggesting(meanings)
  }

  /// Whether the next word is probably misspelled.
  var isMisspelledNext: Bool { !isAtEnd && PlanReader.cure(for: tokens[place]) != nil }

  /// Returns the suggested fix for an ambiguous or unknown word.
  private static func cure(for token: PlanToken) -> String? {
    guard let word = token.kind.word else { return nil }
    if let phrases = Vocabulary.vague[word] { return "say \(English.list(phrases, "or"))" }
    if Vocabulary.vagueZones.contains(word) {
      return "name a town of the zone, as in New York time"
    }
    if Vocabulary.all.contains(word) || word.count < 3 { return nil }
    return Vocabulary.correction(of: word).map { "did you mean '\($0)'?" }
  }

  /// Returns the original text of a range of tokens.
  func words(_ range: Range<Int>) -> String {
    guard !range.isEmpty, range.upperBound <= tokens.count else { return "" }
    return String(
      text[tokens[range.lowerBound].text.startIndex..<tokens[range.upperBound - 1].text.endIndex])
  }

  func outOfRange(_ text: String, _ rule: String) -> InputError {
    InputError(.outOfRange(text: text, rule: rule))
  }

}

extension InputError {
  /// Returns the error for ambiguous words, with a phrase for each meaning.
  static func ambiguous(_ words: String, after: String = "", say phrases: [String]) -> InputError {
    let cure = "say \(English.list(phrases, "or"))"
    return InputError(.notUnderstood(word: words, after: after, cure: cure)).suggesting(phrases)
  }

  /// Returns the error with suggested replacements for the words that it names.
  func suggesting(_ phrases: [String]) -> InputError {
    var error = self
    error.suggestions = phrases
    return error
  }
}

// Days and weeks numbered from the start of a plan or of each cycle.
extension PlanReader {
  /// `days 1, 8 and 15`, `weeks 1 to 2`, `week 3 onwards`, as days from 1; `nil` if none are next.
  ///
  /// After `from`, a day without an upper bound starts a range without an end.
  mutating func dayRanges(from isOpen: Bool = false) throws(InputError)
    -> [ClosedRange<Int>]?
  {
    if let days = letterDays() { return try ascending(days) }
    if traits.countsFromZero { return nil }
    let isOfWeeks = accept(anyOf: "week", "weeks")
    guard isOfWeeks || accept(anyOf: "day", "days") else { return nil }
    let size = isOfWeeks ? 7 : 1
    let begin = place
    let ranges = try list { (reader: inout PlanReader) throws(InputError) -> ClosedRange<Int>? in
      // "on day 1, 2 tablets"
      if reader.place > begin, reader.isDoseNext { return nil }
      // "day 1 and day 8"
      if reader.place > begin { _ = reader.accept(isOfWeeks ? "week" : "day") }
      guard let first = reader.number() else { return nil }
      guard 1..<5_000 ~= first else { return nil }
      let isRange = reader.accept(anyOf: "to", "through") || reader.accept(sign: "-")
      if isRange { _ = reader.accept(anyOf: isOfWeeks ? "week" : "day") }
      if reader.isWithoutEnd(isOpen && !isRange) {
        return (first - 1) * size + 1...PlanDraft.noLastDay
      }
      let last = isRange ? reader.number() : first
      guard let last, first <= last, last < 5_000 else { return nil }
      return (first - 1) * size + 1...last * size
    }
    return ranges.isEmpty ? nil : try ascending(ranges)
  }

  private func ascending(_ ranges: [ClosedRange<Int>]) throws(InputError) -> [ClosedRange<Int>] {
    guard zip(ranges, ranges.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound }) else {
      throw outOfRange(word(ahead: -1) ?? "", "name each day once, in order")
    }
    return ranges
  }

  /// Parses `onwards` and its synonyms, which mark a range without an end.
  private mutating func isWithoutEnd(_ isOpen: Bool) -> Bool {
    accept(anyOf: "onwards", "onward") || accept("and", "onwards") || accept("and", "later")
      || accept("and", "beyond") || accept(sign: "+") || isOpen
  }
}
