import Diagnostics
import Scheduling

/// A cache of the keys of names, which inserts unknown names.
final class NameNumbers {
  private let search: Statement
  private let insertion: Statement
  private var known: [String: Int64] = [:]
  private static let capacity = 4096

  init(_ connection: Connection) throws(InputError) {
    search = try connection.statement("SELECT number FROM names WHERE text = ?")
    insertion = try connection.statement("INSERT INTO names (text) VALUES (?) RETURNING number")
  }

  /// Returns the key of a name.
  func number(of name: String) throws(InputError) -> Int64 {
    if let number = known[name] { return number }
    var found = try search.integer(for: name)
    if found == nil { found = try insertion.integer(for: name) }
    guard let number = found else {
      throw InputError(.unwritable(reason: "a name got no key"), field: "names")
    }
    if known.count >= NameNumbers.capacity { known.removeAll() }
    known[name] = number
    return number
  }

  /// Clears the cache, for example after a rollback.
  func invalidateCaches() { known.removeAll() }
}
