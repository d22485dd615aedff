import Scheduling

/// A pattern over the tokens of a plan.
///
/// | text | matches |
/// |---|---|
/// | `each\|every` | one of the words |
/// | `, ; : - / { }` | a sign; braces mean parentheses |
/// | `<length>` | a part of ``PlanGrammar/parts``, whose value is stored in the match |
/// | `[x]` | `x`, optionally |
/// | `(x y \| z)` | the first alternative that matches |
/// | `x+` | one or more `x` with separators |
/// | `&x`, `!x` | lookahead: succeeds without consuming tokens if `x` is next, or is not |
/// | `$` | the end of the plan |
/// | `~` | commit: a mismatch after it is reported with the error message of the rule |
///
/// As in parsing expression grammars, the first alternative that matches is taken and no later one
/// is tried: a pattern of *t* terms tries each term once per position, and list items once per
/// token.
indirect enum TokenPattern: Sendable {
  case words(Set<String>)
  case sign(Character)
  case end, commit
  case part(PlanGrammar.Part)
  case sequence([TokenPattern])
  case choice([TokenPattern])
  case optional(TokenPattern)
  case list(TokenPattern)
  case ahead(TokenPattern, isNext: Bool)

  init(_ text: String) {
    var parser = PatternParser(text)
    self = parser.alternatives()
  }

  /// The words with which every match starts; `nil` if a match may start with other tokens.
  var firstWords: Set<String>? {
    switch self {
    case .words(let words): words
    case .sequence(let items): items.first { !$0.isAhead }?.firstWords
    case .choice(let items):
      items.map(\.firstWords).reduce([]) { all, own in all.flatMap { all in own.map(all.union) } }
    case .list(let item): item.firstWords
    case .sign, .end, .commit, .part, .optional, .ahead: nil
    }
  }

  private var isAhead: Bool { if case .ahead = self { true } else { false } }
}

/// Compiles the text of a pattern by recursive descent.
private struct PatternParser {
  private var terms: ArraySlice<String>

  init(_ text: String) {
    terms = PatternParser.terms(of: text)[...]
  }

  mutating func alternatives() -> TokenPattern {
    var choices = [sequence()]
    while accept("|") { choices.append(sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() -> TokenPattern {
    var items: [TokenPattern] = []
    while let term = terms.first, !["|", ")", "]"].contains(term) { items.append(item()) }
    return items.count == 1 ? items[0] : .sequence(items)
  }

  private mutating func item() -> TokenPattern {
    let item = single(terms.removeFirst())
    return accept("+") ? .list(item) : item
  }

  private mutating func single(_ term: String) -> TokenPattern {
    switch term {
    case "(", "[":
      let inner = alternatives()
      precondition(accept(term == "(" ? ")" : "]"), "a bracket is not closed")
      return term == "(" ? inner : .optional(inner)
    case "&", "!": return .ahead(item(), isNext: term == "&")
    case "$": return .end
    case "~": return .commit
    default: return PatternParser.tokens(term)
    }
  }

  private mutating func accept(_ term: String) -> Bool {
    guard terms.first == term else { return false }
    terms.removeFirst()
    return true
  }

  /// Compiles words, signs or parts delimited by `|`.
  private static func tokens(_ term: String) -> TokenPattern {
    let names = term.split(separator: "|").map(String.init)
    if names.allSatisfy({ $0.first?.isLetter == true }) { return .words(Set(names)) }
    let choices = names.map(token)
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private static func token(_ name: String) -> TokenPattern {
    switch name {
    case "{": return .sign("(")
    case "}": return .sign(")")
    case let name where name.hasPrefix("<"):
      let name = String(name.dropFirst().dropLast())
      if let phrase = PlanGrammar.phrases[name] { return TokenPattern(phrase) }
      guard let part = PlanGrammar.parts[name] else { preconditionFailure("no part \(name)") }
      return .part(part)
    case let name: return name.first.map { $0.isLetter ? .words([name]) : .sign($0) } ?? .end
    }
  }

  /// Splits the text at spaces; brackets and operators are terms of their own.
  private static func terms(of text: String) -> [String] {
    var spaced = ""
    for character in text {
      spaced += "()[]&!+$~".contains(character) ? " \(character) " : String(character)
    }
    return spaced.split(separator: " ").map(String.init)
  }
}
