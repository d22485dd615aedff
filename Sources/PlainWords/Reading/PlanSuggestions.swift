import Diagnostics
import Scheduling

/// Valid plans similar to an invalid one.
struct PlanSuggestions {
  /// The maximum length of a text for which suggestions are made, in characters.
  private static let longest = 300
  private static let most = 3
  /// The maximum number of successive repairs of one plan.
  private static let mostRepairs = 3

  let reader: PlanReader
  let error: InputError

  init(_ text: String, _ error: InputError) {
    reader = PlanReader(text)
    self.error = error
  }

  /// Returns the valid candidates, most likely first; `read` returns the error for a text, or
  /// `nil`.
  func accepted(_ read: (String) -> InputError?) -> [String] {
    guard reader.text.count <= PlanSuggestions.longest else { return [] }
    var found: [String] = []
    for text in meant where found.count < PlanSuggestions.most {
      let plan = repair(text, PlanSuggestions.mostRepairs, read)
      if let plan, !found.contains(plan) { found.append(plan) }
    }
    return found
  }

  /// Returns the text, or its result after repairing further errors of the same kind; `nil` if it
  /// stays invalid.
  private func repair(_ text: String, _ repairs: Int, _ read: (String) -> InputError?) -> String? {
    guard !text.isEmpty, text != reader.text else { return nil }
    guard let other = read(text) else { return text }
    guard repairs > 1, error.isAlike(other), let next = PlanSuggestions(text, other).meant.first
    else { return nil }
    return repair(next, repairs - 1, read)
  }

  /// The candidates, most likely first.
  private var meant: [String] {
    switch error.problem {
    case .notUnderstood("", _, _): error.suggestions.map { "\(reader.text) \($0)" }
    case .notUnderstood(let word, _, _):
      error.suggestions.compactMap { replacing(word, with: $0) }
        + (error.suggestions.isEmpty ? respelled(word) : [])
    case .conflict(let other) where other != error.field:
      error.suggestions.compactMap { replacing(error.field ?? "", with: $0) }
        + [error.field, other].compactMap { $0 }.compactMap { replacing($0, with: "") }
    case .outOfRange(let words, _): error.suggestions.compactMap { replacing(words, with: $0) }
    default: []
    }
  }

  private func respelled(_ word: String) -> [String] {
    guard word.allSatisfy(\.isLetter), word.count > 2, !Vocabulary.all.contains(word.lowercased())
    else {
      return []
    }
    return [Spelling.nearest(to: word, in: Vocabulary.all)].compactMap { $0 }.compactMap {
      replacing(word, with: $0)
    }
  }

  private func replacing(_ words: String, with other: String) -> String? {
    guard let range = range(of: words) else { return nil }
    let text = reader.text
    return PlanSuggestions.tidy("\(text[..<range.lowerBound])\(other)\(text[range.upperBound...])")
  }

  /// Returns the range of the first occurrence of the words as whole tokens.
  private func range(of words: String) -> Range<String.Index>? {
    let tokens = reader.tokens
    for first in tokens.indices where words.hasPrefix(tokens[first].text) {
      for last in first..<tokens.count where reader.words(first..<last + 1) == words {
        return tokens[first].text.startIndex..<tokens[last].text.endIndex
      }
    }
    return nil
  }

  /// Returns the text without double spaces, and without delimiters at its ends.
  private static func tidy(_ text: String) -> String {
    var words = text.split(separator: " ").map(String.init)
    while let last = words.last, [",", ";", "and", "then"].contains(last) { words.removeLast() }
    while let first = words.first, [",", ";", "and", "then"].contains(first) { words.removeFirst() }
    var text = words.joined(separator: " ").replacing(" ,", with: ",").replacing(" ;", with: ";")
      .replacing(",,", with: ",").replacing(",;", with: ";")
    while let last = text.last, ",; ".contains(last) { text.removeLast() }
    return text
  }
}

extension InputError {
  /// Whether both errors have the same suggested fix, or are both misspelled words.
  fileprivate func isAlike(_ other: InputError) -> Bool {
    guard case .notUnderstood(_, _, let cure) = problem,
      case .notUnderstood(_, _, let otherCure) = other.problem
    else { return false }
    return cure == otherCure || [cure, otherCure].allSatisfy { $0.hasPrefix("did you mean") }
  }
}
