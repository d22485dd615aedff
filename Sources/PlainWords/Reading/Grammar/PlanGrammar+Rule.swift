import Scheduling

extension PlanGrammar {
  /// A rule of the grammar: a clause of plans, and what it says of an element.
  struct Rule: Sendable {
    typealias Condition = @Sendable (PlanDraft) -> Bool
    /// Writes what was matched into the draft; its errors are of type `InputError`.
    typealias Action = @Sendable (inout PlanDraft, RuleMatch) throws -> Void

    let text: String
    /// Words of a plan that it reads; `nil` where it rejects them.
    let example: String?
    let pattern: TokenPattern
    let firstWords: Set<String>?
    let condition: Condition
    /// What to say where words begin as the rule does and go on otherwise; `nil` where they may be of no clause.
    let expected: String?
    /// What may stand in place of the words that do not match, or behind the last one.
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

    /// A rule for words that mean several things, or nothing.
    init(
      rejecting text: String, when condition: @escaping Condition = { _ in true },
      _ error: @escaping @Sendable (PlanDraft, RuleMatch) -> InputError
    ) {
      self.init(text, when: condition) { throw error($0, $1) }
    }

    /// Whether it may match at the next token of a reader.
    func begins(_ reader: PlanReader, _ draft: PlanDraft) -> Bool {
      guard let firstWords else { return condition(draft) }
      return reader.word().map(firstWords.contains) == true && condition(draft)
    }

    func act(_ draft: inout PlanDraft, _ match: RuleMatch) throws(InputError) {
      do { try action(&draft, match) } catch { throw InputError.typed(error) }
    }
  }

  /// A nonterminal of the grammar: tokens that have a value.
  struct Part: Sendable {
    /// Reads the value into the match; `false` where there is none.
    private let parse: @Sendable (inout PlanReader, inout RuleMatch) throws -> Bool

    typealias Read<Value> = @Sendable (inout PlanReader) throws -> Value?

    init<Value>(
      _ value: WritableKeyPath<RuleMatch, Value> & Sendable, _ read: @escaping Read<Value>
    ) { self.init(read) { $0[keyPath: value] = $1 } }

    init<Value>(
      optional value: WritableKeyPath<RuleMatch, Value?> & Sendable, _ read: @escaping Read<Value>
    ) { self.init(read) { $0[keyPath: value] = $1 } }

    /// One of several values of its kind.
    init<Item>(
      each value: WritableKeyPath<RuleMatch, [Item]> & Sendable, _ read: @escaping Read<Item>
    ) {
      self.init(read) { $0[keyPath: value].append($1) }
    }

    /// A value that the match keeps in a way of its own.
    init<Value>(
      _ read: @escaping Read<Value>, _ store: @escaping @Sendable (inout RuleMatch, Value) -> Void
    ) {
      parse = { reader, match in
        guard let value = try read(&reader) else { return false }
        store(&match, value)
        return true
      }
    }

    /// Tokens whose value is not asked for.
    init(_ isRead: @escaping @Sendable (inout PlanReader) throws -> Bool) {
      parse = { reader, _ in try isRead(&reader) }
    }

    func read(_ reader: inout PlanReader, _ match: inout RuleMatch) throws(InputError) -> Bool {
      do { return try parse(&reader, &match) } catch { throw InputError.typed(error) }
    }
  }
}

extension InputError {
  /// The type of errors that closures without typed throws have lost.
  fileprivate static func typed(_ error: any Error) -> InputError {
    error as? InputError
      ?? InputError(.notUnderstood(word: "", after: "", cure: ""), cause: error)
  }
}
