package import Diagnostics
import Scheduling

/// The interpretation of a table: its shape, the roles of its columns, assumptions, and questions
/// for the user.
///
/// All interfaces use the same plan, so that a suggested command, a report and a data frame
/// interpret a table alike.
package struct ReadingPlan: Sendable {
  /// The kind of rows.
  package enum Shape: Hashable, Sendable {
    case events, claims
    /// Another kind; the text describes the table and suggests how to reshape it.
    case other(String)
  }

  /// The kind of rows.
  package internal(set) var shape = Shape.events
  /// The columns of a table of events.
  package internal(set) var events = EventColumns()
  /// The columns of a table of claims.
  package internal(set) var claims: ClaimColumns?
  /// The roles of columns by index, for display.
  package internal(set) var roles: [Int: String] = [:]
  /// The assumptions, one sentence each with the option that overrides it.
  package internal(set) var assumptions: [String] = []
  /// The open questions, one sentence each with the option that answers it.
  package internal(set) var questions: [String] = []

  /// The contradictions between columns.
  package internal(set) var problems: [InputError] = []

  init() {}

  /// Rejects a table with open questions.
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
  /// Whether a number can be used for a column without a name.
  let hasNumbers: Bool

  /// Returns the index of the column that a parameter names.
  ///
  /// - Throws: `InputError` with the existing columns if there is no such column or several.
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

  /// Returns the indices of a column, or of a date and a time of day joined by a plus sign.
  func places(of column: String, as parameter: String) throws(InputError) -> [Int] {
    if !names.contains(column), let plus = column.firstIndex(of: "+") {
      return [
        try place(of: String(column[..<plus]), as: parameter),
        try place(of: String(column[column.index(after: plus)...]), as: parameter),
      ]
    }
    return [try place(of: column, as: parameter)]
  }

  /// Returns the name by which a parameter identifies a column: its number if the name is not
  /// unique.
  func name(of place: Int) -> String {
    let name = names[place]
    return name.isEmpty || names.count(where: { $0 == name }) > 1 ? "\(place + 1)" : name
  }
}

extension InputError {
  /// Returns a quoted list of the first texts.
  static func list(_ texts: some Collection<String>, upTo limit: Int = 6) -> String {
    let shown = texts.prefix(limit).map { "'\(shortened($0))'" }.joined(separator: ", ")
    return texts.count > limit ? "\(shown) and \(texts.count - limit) more" : shown
  }
}

extension TableProfile {
  /// Returns whether the table has a column with a name or number.
  func has(_ column: String?) -> Bool {
    let index = ColumnIndex(source: source, names: columns.map(\.name), hasNumbers: true)
    return column.map { (try? index.place(of: $0, as: "")) != nil } ?? false
  }
}

extension ReadingPlan {
  /// Creates the plan of a table of events, some of whose columns are named.
  ///
  /// - Throws: `InputError` if a named column does not exist.
  package init(
    _ profile: TableProfile, _ columns: EventColumns, isZoned: Bool
  ) throws(InputError) {
    var planner = EventPlanner(profile, columns, isZoned: isZoned)
    self = try planner.make()
  }
}
