import Scheduling
import Storage

/// Looks up names for rows that come while nothing can be asked.
final class NameLookup {
  private let connection: Connection
  /// Names that rows refer to and nobody knows.
  private var missing: Set<Int64> = []
  private var hasBegun = false

  init(_ connection: Connection) { self.connection = connection }

  /// Learns the names that there are, unless these are very many.
  func begin(_ terms: StoredTerms) throws(InputError) {
    missing.removeAll(keepingCapacity: true)
    if hasBegun { return }
    hasBegun = true
    _ = try learn("ORDER BY number LIMIT 4096", terms)
  }

  /// Notes that a name is missing.
  func note(_ number: Int64) { missing.insert(number) }

  /// Learns the names that were missing, and says whether there are any.
  func foundMore(_ terms: StoredTerms) throws(InputError) -> Bool {
    let numbers = missing.filter { !terms.knows(name: $0) && Int32(exactly: $0) != nil }
    missing.removeAll(keepingCapacity: true)
    if numbers.isEmpty { return false }
    let list = numbers.map(String.init).joined(separator: ",")
    return try learn("WHERE number IN (\(list))", terms) > 0
  }

  private func learn(_ condition: String, _ terms: StoredTerms) throws(InputError) -> Int {
    let rows = try connection.copyOut(["SELECT number, text FROM names \(condition)"])
    var count = 0
    while let fields = try rows.next() {
      // A text that cannot be read is no name.
      guard let number = fields.integer(0), let text = try? fields.text(1) else { continue }
      terms.remember(text, as: number)
      count += 1
    }
    try rows.finish()
    return count
  }
}
