import Diagnostics
import Scheduling

extension PlanGrammar {
  /// A rule of the grammar: the pattern of a clause and its effect on a draft.
  struct Rule: Sendable {
    typealias Condition = @Sendable (PlanDraft) -> Bool
    /// Writes the matched values into the draft; throws only `InputError`.
    typealias Action = @Sendable (inout PlanDraft, RuleMatch) throws -> Void

    let text: String
    /// A plan that the rule accepts; `nil` if the rule rejects its words.
    let example: String?
    let pattern: TokenPattern
    let firstWords: Set<String>?
    let condition: Condition
    /// The error message for words that match the pattern only up to `~`; `nil` to try other rules
    /// instead.
    let expected: String?
    /// Suggested replacements for the words that do not match, or additions after the last one.
    let suggestions: [String]
    let action: Action

    init(
      _ text: String, like example: String? = nil,
      when condition: @escaping Condition = { _ in true }, expects: String? = nil,
      or suggestions: [String] = [], _ action: @escaping Action
    ) {
      (self.text, self.example) = (text, example)
      pattern = TokenPattern(text)
      firstWords = pattern.firstWords
      self.condition = condition
      expected = expects
      self.suggestions = suggestions
      self.action = action
    }

    /// Creates a rule that rejects words that are ambiguous or invalid.
    init(
      rejecting text: String, when condition: @escaping Condition = { _ in true },
      _ error: @escaping @Sendable (PlanDraft, RuleMatch) -> InputError
    ) {
      self.init(text, when: condition) { throw error($0, $1) }
    }

    /// Whether the rule may match at the reader's next token.
    func begins(_ reader: PlanReader, _ draft: PlanDraft) -> Bool {
      guard let firstWords else { return condition(draft) }
      return reader.word().map(firstWords.contains) == true && condition(draft)
    }

    func act(_ draft: inout PlanDraft, _ match: RuleMatch) throws(InputError) {
      do { try action(&draft, match) } catch { throw InputError.typed(error) }
    }
  }

  /// A nonterminal of the grammar: tokens with a value.
  struct Part: Sendable {
    /// Parses the value into the match; returns `false` if there is none.
    private let parse: @Sendable (inout PlanReader, inout RuleMatch) throws -> Bool

    typealias Read<Value> = @Sendable (inout PlanReader) throws -> Value?

    init<Value>(
      _ value: any WritableKeyPath<RuleMatch, Value> & Sendable, _ read: @escaping Read<Value>
    ) { self.init(read) { $0[keyPath: value] = $1 } }

    init<Value>(
      optional value: any WritableKeyPath<RuleMatch, Value?> & Sendable,
      _ read: @escaping Read<Value>
    ) { self.init(read) { $0[keyPath: value] = $1 } }

    /// Creates a part whose values are appended to an array of the match.
    init<Item>(
      each value: any WritableKeyPath<RuleMatch, [Item]> & Sendable, _ read: @escaping Read<Item>
    ) {
      self.init(read) { $0[keyPath: value].append($1) }
    }

    /// Creates a part whose value is stored by a closure.
    init<Value>(
      _ read: @escaping Read<Value>, _ store: @escaping @Sendable (inout RuleMatch, Value) -> Void
    ) {
      parse = { reader, match in
        guard let value = try read(&reader) else { return false }
        store(&match, value)
        return true
      }
    }

    /// Creates a part without a value.
    init(_ isRead: @escaping @Sendable (inout PlanReader) throws -> Bool) {
      parse = { reader, _ in try isRead(&reader) }
    }

    func read(_ reader: inout PlanReader, _ match: inout RuleMatch) throws(InputError) -> Bool {
      do { return try parse(&reader, &match) } catch { throw InputError.typed(error) }
    }
  }
}

extension InputError {
  /// Restores the type of an error from a closure without typed throws.
  fileprivate static func typed(_ error: any Error) -> InputError {
    error as? InputError
      ?? InputError(.notUnderstood(word: "", after: "", cure: ""), cause: error)
  }
}
