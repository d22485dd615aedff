import Scheduling

/// Reads plans in plain words from left to right, one clause after the other.
///
/// Methods that begin a clause answer `nil` or `false`, and stay where they are, where the words are no
/// such clause; once a clause has begun, what does not fit in it is an error.
struct PlanReader {
  let text: String
  let tokens: [PlanToken]
  var place = 0
  /// The element that is being read.
  var draft = PlanDraft()
  /// Whether clauses in parentheses are being read.
  var isAside = false
  /// The unit of the amount before, where it had one.
  var lastUnits: String?

  init(_ text: String) {
    self.text = text
    tokens = PlanTokenizer.tokens(of: text)
  }
}

// What comes next.
extension PlanReader {
  var isAtEnd: Bool { place >= tokens.count }

  func kind(ahead: Int = 0) -> PlanToken.Kind? {
    tokens.indices.contains(place + ahead) ? tokens[place + ahead].kind : nil
  }

  func word(ahead: Int = 0) -> String? {
    if case .word(let word)? = kind(ahead: ahead) { word } else { nil }
  }

  func isNext(_ words: String...) -> Bool { isNext(words) }

  func isNext(sign: Character) -> Bool { kind() == .sign(sign) }

  private func isNext(_ words: [String]) -> Bool {
    words.indices.allSatisfy { word(ahead: $0) == words[$0] }
  }

  mutating func accept(_ words: String...) -> Bool {
    guard isNext(words) else { return false }
    place += words.count
    return true
  }

  mutating func accept(anyOf words: String...) -> Bool {
    guard let word = word(), words.contains(word) else { return false }
    place += 1
    return true
  }

  mutating func accept(sign: Character) -> Bool {
    guard isNext(sign: sign) else { return false }
    place += 1
    return true
  }

  /// Takes a mark that means something only where it is asked for.
  mutating func accept(mark: String) -> Bool {
    guard place < tokens.count, tokens[place].text == mark else { return false }
    place += 1
    return true
  }

  mutating func expect(_ words: String...) throws(InputError) {
    for word in words where !accept(word) { throw unexpected("expected '\(word)'") }
  }

  /// Takes a word that means something.
  mutating func take<Value>(_ meanings: [String: Value]) -> Value? {
    guard let word = word(), let meaning = meanings[word] else { return nil }
    place += 1
    return meaning
  }

  /// Reads on, and comes back where there is nothing to read.
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
  /// Takes `,`, `and`, `&` or `/`, and of alternatives `or`.
  mutating func separator(or isAlternative: Bool = false) -> Bool {
    let begin = place
    _ = accept(sign: ",")
    _ =
      accept(anyOf: "and") || accept(sign: "&") || accept(sign: "/")
      || isAlternative && accept("or")
    return place > begin
  }

  /// Reads `a`, `a and b`, or `a, b and c`; empty where there is no `a`.
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
      guard separator(or: isAlternative), let next = try item(&self) else {
        place = begin
        return items
      }
      items.append(next)
    }
  }
}

// What is wrong.
extension PlanReader {
  /// The error that names the next word, with what might have been meant or was expected.
  func unexpected(_ expected: String, or phrases: [String] = []) -> InputError {
    let begin = draft.firstToken
    let before = place > begin ? words(max(begin, place - 4)..<place) : ""
    guard place < tokens.count else {
      return InputError(.notUnderstood(word: "", after: before, cure: expected)).suggesting(phrases)
    }
    let token = tokens[place]
    let meanings = token.word.flatMap { Vocabulary.vague[$0] } ?? phrases
    let cure = PlanReader.cure(for: token) ?? expected
    return InputError(.notUnderstood(word: String(token.text), after: before, cure: cure))
      .suggesting(meanings)
  }

  /// What to say instead of a word that is vague, or not known.
  private static func cure(for token: PlanToken) -> String? {
    guard let word = token.word else { return nil }
    if let phrases = Vocabulary.vague[word] { return "say \(English.list(phrases, "or"))" }
    if Vocabulary.vagueZones.contains(word) {
      return "name a town of the zone, as in New York time"
    }
    if Vocabulary.all.contains(word) || word.count < 3 { return nil }
    return Spelling.nearest(to: word, in: Vocabulary.all).map { "did you mean '\($0)'?" }
  }

  /// The text of some tokens, as it was written.
  func words(_ range: Range<Int>) -> String {
    guard !range.isEmpty, range.upperBound <= tokens.count else { return "" }
    return String(
      text[tokens[range.lowerBound].text.startIndex..<tokens[range.upperBound - 1].text.endIndex])
  }

  func outOfRange(_ text: String, _ rule: String) -> InputError {
    InputError(.outOfRange(text: text, rule: rule))
  }

  /// The error that two clauses do not go together.
  func conflict(_ words: String, with other: String) -> InputError {
    InputError(.conflict(with: other), field: words)
  }
}

extension PlanToken {
  /// The word that it is.
  fileprivate var word: String? { if case .word(let word) = kind { word } else { nil } }
}

extension InputError {
  /// The error of words that mean several things, with a phrase for each of them.
  static func ambiguous(_ words: String, after: String = "", say phrases: [String]) -> InputError {
    let cure = "say \(English.list(phrases, "or"))"
    return InputError(.notUnderstood(word: words, after: after, cure: cure)).suggesting(phrases)
  }

  /// The error with words that might stand in place of those that it names.
  func suggesting(_ phrases: [String]) -> InputError {
    var error = self
    error.suggestions = phrases
    return error
  }
}
