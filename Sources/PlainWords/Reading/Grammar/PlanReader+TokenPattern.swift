import Diagnostics
import Scheduling

// Pattern matching.
extension PlanReader {
  /// Matches a pattern and advances past it; does not advance on a mismatch.
  mutating func take(_ pattern: TokenPattern, _ match: inout RuleMatch) throws(InputError) -> Bool {
    let begin = place
    if try follow(pattern, &match) { return true }
    place = begin
    return false
  }

  /// Matches a pattern; on a mismatch the reader stays at the first token that does not match.
  private mutating func follow(_ pattern: TokenPattern, _ match: inout RuleMatch) throws(InputError)
    -> Bool
  {
    tries += 1
    switch pattern {
    case .words(let words): return word().map(words.contains) == true ? step() : miss()
    case .sign(let sign): return isNext(sign: sign) ? step() : miss()
    case .end: return isAtEnd
    case .commit:
      isCommitted = true
      return true
    case .part(let part): return try take(part, &match)
    case .sequence(let items):
      for item in items where !(try follow(item, &match)) { return false }
      return true
    case .choice(let items):
      for item in items where try take(item, &match) { return true }
      return false
    case .optional(let item):
      _ = try take(item, &match)
      return true
    case .list(let item): return try takeList(of: item, &match)
    case .ahead(let item, let isNext):
      var (ahead, seen) = (self, RuleMatch(at: self))
      let isSeen = ahead.sees(item, &seen)
      tries = ahead.tries
      return isSeen == isNext || miss()
    }
  }

  private mutating func takeList(of item: TokenPattern, _ match: inout RuleMatch) throws(InputError)
    -> Bool
  {
    guard try take(item, &match) else { return false }
    while true {
      let end = place
      guard separator(), try take(item, &match) else {
        place = end
        return true
      }
    }
  }

  private mutating func take(_ part: PlanGrammar.Part, _ match: inout RuleMatch) throws(InputError)
    -> Bool
  {
    let begin = place
    if try part.read(&self, &match) { return true }
    place = begin
    return miss()
  }

  /// Whether the next tokens match a pattern.
  func sees(_ pattern: TokenPattern) -> Bool {
    var (ahead, match) = (self, RuleMatch(at: self))
    return ahead.sees(pattern, &match)
  }

  /// Matches a pattern; an error counts as a mismatch.
  private mutating func sees(_ pattern: TokenPattern, _ match: inout RuleMatch) -> Bool {
    do throws(InputError) { return try take(pattern, &match) } catch { return false }
  }

  /// Whether a frequency is next.
  var isFrequencyNext: Bool {
    PlanGrammar.frequencies.contains { sees($0.pattern) } || sees(PlanReader.times)
  }

  private static let times = TokenPattern("<times>")

  private mutating func step() -> Bool {
    place += 1
    return true
  }

  /// Records the position of a mismatch after `~`.
  private mutating func miss() -> Bool {
    if isCommitted { missed = max(missed, place) }
    return false
  }
}
