package import Scheduling

/// How a table is going to be read: its shape, the roles of its columns, what is assumed, and what only a
/// person can decide.
///
/// The same plan is made for every door, so that a proposed command, a report and a data frame read a table
/// alike.
package struct ReadingPlan: Sendable {
  /// What the rows are.
  package enum Shape: Hashable, Sendable {
    case events, claims
    /// Neither; the text says what the table looks like and how to reshape it.
    case other(String)
  }

  /// What the rows are.
  package internal(set) var shape = Shape.events
  /// The columns of a table of events.
  package internal(set) var events = EventColumns()
  /// The columns of a table of claims.
  package internal(set) var claims: ClaimColumns?
  /// What a column is, by its place, in words.
  package internal(set) var roles: [Int: String] = [:]
  /// What was decided for the reader, a sentence each, with the option that decides otherwise.
  package internal(set) var assumptions: [String] = []
  /// What the data leave open, a sentence each, with the option that decides it.
  package internal(set) var questions: [String] = []

  /// What the columns contradict.
  package internal(set) var problems: [InputError] = []

  /// Creates a plan without roles.
  init() {}

  /// Rejects a table that leaves something open.
  ///
  /// - Throws: `InputError` with all questions.
  package func requireAnswers(_ source: String) throws(InputError) {
    if case .other(let text) = shape { throw InputError(.undecided(text), source: source) }
    if questions.isEmpty { return }
    throw InputError(.undecided(questions.joined(separator: " ")), source: source)
  }
}

/// The columns of a table by name and number.
struct ColumnIndex {
  let source: String
  let names: [String]
  /// Whether a number can stand for a name that no column has.
  let hasNumbers: Bool

  /// The place of a column that a parameter names.
  ///
  /// - Throws: `InputError` where there is none, or several; it lists those that there are.
  func place(of column: String, as parameter: String) throws(InputError) -> Int {
    let places = names.indices.filter { names[$0] == column }
    if let place = places.first, places.count == 1 { return place }
    if places.isEmpty, hasNumbers, let number = Int(column), 0 < number, number <= names.count {
      return number - 1
    }
    let problem: InputError.Problem =
      places.count > 1
      ? .duplicate(kind: "column", id: column) : .notOneOf(text: column, allowed: names)
    throw InputError(problem, parameter: parameter, source: source)
  }

  /// The places of a column, or of a date and a time of day that a plus sign joins.
  func places(of column: String, as parameter: String) throws(InputError) -> [Int] {
    if !names.contains(column), let plus = column.firstIndex(of: "+") {
      return [
        try place(of: String(column[..<plus]), as: parameter),
        try place(of: String(column[column.index(after: plus)...]), as: parameter),
      ]
    }
    return [try place(of: column, as: parameter)]
  }

  /// How a parameter names a column: by its name, or by its number where the name is not its own.
  func name(of place: Int) -> String {
    let name = names[place]
    return name.isEmpty || names.count(where: { $0 == name }) > 1 ? "\(place + 1)" : name
  }
}

extension Int {
  /// The number with a noun, in the plural where it is not one.
  func counting(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }

  /// The number with a noun and what it does, in the singular or the plural.
  func counting(_ noun: String, _ one: String, _ many: String) -> String {
    "\(counting(noun)) \(self == 1 ? one : many)"
  }
}

extension InputError {
  /// Texts as a list in quotes, the first ones.
  static func list(_ texts: some Collection<String>, upTo limit: Int = 6) -> String {
    let shown = texts.prefix(limit).map { "'\(shortened($0))'" }.joined(separator: ", ")
    return texts.count > limit ? "\(shown) and \(texts.count - limit) more" : shown
  }
}

extension ReadingPlan {
  /// Makes the plan of a table of events, some of whose columns are named.
  ///
  /// - Throws: `InputError` where a named column is not there.
  package init(
    _ profile: TableProfile, _ columns: EventColumns, isZoned: Bool
  ) throws(InputError) {
    var planner = EventPlanner(profile, columns, isZoned: isZoned)
    self = try planner.make()
  }
}
