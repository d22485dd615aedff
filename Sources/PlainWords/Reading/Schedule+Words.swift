public import Diagnostics
public import Scheduling

extension Schedule {
  /// Parses a plan in plain words: the output of `summary`, and the usual ways to write a plan.
  ///
  ///     let newYear = CivilDate("2024-01-01")!
  ///     print(try Schedule(words: "twice daily", from: newYear).summary)
  ///     // every day at 08:00 and 20:00
  ///     let words = "every 2 weeks on Mon & Fri at 8 am until 2025-03-01"
  ///     print(try Schedule(words: words, from: newYear).summary)
  ///     // every 2 weeks on Monday and Friday at 08:00, until 1 March 2025
  ///
  /// Nothing is guessed: an unknown word is an error that names it. Semicolons delimit elements,
  /// whose ids are their positions from 1. A plan without times of day is all day. See
  /// ``PlainWords`` for the accepted phrases.
  ///
  /// - Parameters:
  ///   - words: The plan.
  ///   - start: The day on which the plan starts if its words do not give one, and from which
  ///     `tomorrow` and `starting Monday` count.
  /// - Throws: `InputError` with the unknown word, the number out of range, or the two clauses that
  ///   contradict each other.
  /// - Complexity: O(*n*) for a text of *n* characters.
  public init(words: String, from start: CivilDate? = nil) throws(InputError) {
    self = try Schedule.read(words: words, from: start).schedule
  }

  /// Parses a plan in plain words, and records whether it names times; an error suggests similar
  /// valid plans.
  static func read(words: String, from start: CivilDate?) throws(InputError) -> Reading {
    do throws(InputError) { return try reading(words: words, from: start) } catch {
      var error = error
      error.suggestions = PlanSuggestions(words, error).accepted { words in
        do throws(InputError) {
          // Whether a text is valid depends on the day only where it ends on a weekday.
          _ = try reading(words: words, from: start ?? CivilDate(dayNumber: 0))
          return nil
        } catch {
          return error
        }
      }
      throw error
    }
  }

  private static func reading(words: String, from start: CivilDate?) throws(InputError) -> Reading {
    var parser = PlanParser(words)
    let drafts = try parser.plan()
    var reading = Reading(
      schedule: try PlanDraft.schedule(drafts.elements, excluding: drafts.exclusions, from: start))
    for (draft, element) in zip(drafts.elements, reading.schedule.elements)
    where draft.hasUsualTimes {
      reading.withUsualTimes.insert(element.id)
    }
    return reading
  }
}

extension Schedule {
  /// A plan parsed from plain words.
  struct Reading {
    var schedule: Schedule
    /// The ids of elements whose times are the usual ones for a number of doses a day, not named.
    var withUsualTimes: Set<String> = []

    var namesTimesOfDay: Bool {
      schedule.elements.contains { $0.namesTimesOfDay && !withUsualTimes.contains($0.id) }
    }
  }
}

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
    return [Vocabulary.correction(of: word)].compactMap(\.self).compactMap {
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
