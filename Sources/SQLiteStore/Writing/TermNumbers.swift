import Diagnostics
import Scheduling
import Storage

/// A cache of the keys of names or schedules, which inserts unknown ones.
final class TermNumbers<Term: Hashable> {
  private let table: String
  private let search: Statement
  private let insertion: Statement
  private let text: (Term) throws(InputError) -> String
  private var known: [Term: Numbered] = [:]

  /// The key of a term, and the digest of its text.
  typealias Numbered = (number: Int64, digest: UInt64)

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - table: The table of the terms.
  ///   - column: Its column with their texts.
  ///   - connection: The connection.
  ///   - text: Returns the text of a term, or throws an error if the term is invalid.
  /// - Throws: Errors of SQLite.
  init(
    _ table: String, _ column: String, _ connection: Connection,
    text: @escaping (Term) throws(InputError) -> String
  ) throws(InputError) {
    (self.table, self.text) = (table, text)
    search = try connection.statement("SELECT number FROM \(table) WHERE \(column) = ?")
    insertion = try connection.statement(
      "INSERT INTO \(table) (\(column)) VALUES (?) RETURNING number")
  }

  /// Returns the key of a term.
  func number(of term: Term) throws(InputError) -> Numbered {
    if let known = known[term] { return known }
    let text = try text(term)
    var found = try search.integer(for: text)
    if found == nil { found = try insertion.integer(for: text) }
    guard let number = found else {
      throw InputError(.unwritable(reason: "a row got no key"), field: table)
    }
    if known.count >= 4096 { known.removeAll() }
    let numbered = (number, CellDigest.text(text))
    known[term] = numbered
    return numbered
  }

  /// Clears the cache, for example after a rollback.
  func invalidateCaches() { known.removeAll() }
}
