import Scheduling

/// The numbers of names, which are given to those that have none.
final class NameNumbers {
  private let search: Statement
  private let insertion: Statement
  private var known: [String: Int64] = [:]
  private static let capacity = 4096

  init(_ connection: Connection) throws(InputError) {
    search = try connection.statement("SELECT number FROM names WHERE text = ?")
    insertion = try connection.statement("INSERT INTO names (text) VALUES (?) RETURNING number")
  }

  /// The number of a name.
  func number(of name: String) throws(InputError) -> Int64 {
    if let number = known[name] { return number }
    var found = try search.integer(for: name)
    if found == nil { found = try insertion.integer(for: name) }
    guard let number = found else {
      throw InputError(.unwritable(reason: "a name was given no number"), field: "names")
    }
    if known.count >= NameNumbers.capacity { known.removeAll() }
    known[name] = number
    return number
  }

  /// Forgets all, as after a transaction that was undone.
  func forget() { known.removeAll() }
}
