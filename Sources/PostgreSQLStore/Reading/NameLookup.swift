import Diagnostics
import Scheduling
import Storage

/// A lookup of names that is deferred while a connection is busy with rows.
final class NameLookup {
  private let connection: Connection
  /// The unknown names that rows refer to.
  private var missing: Set<Int64> = []
  private var hasBegun = false

  init(_ connection: Connection) { self.connection = connection }

  /// Caches all names unless there are too many.
  func begin(_ terms: StoredTerms) throws(InputError) {
    missing.removeAll(keepingCapacity: true)
    if hasBegun { return }
    hasBegun = true
    _ = try load("ORDER BY number LIMIT 4096", terms)
  }

  /// Records that a name is missing.
  func note(_ number: Int64) { missing.insert(number) }

  /// Looks up the missing names and returns whether any were found.
  func foundMore(_ terms: StoredTerms) throws(InputError) -> Bool {
    let numbers = missing.filter { !terms.contains(name: $0) && Int32(exactly: $0) != nil }
    missing.removeAll(keepingCapacity: true)
    if numbers.isEmpty { return false }
    let list = numbers.map(String.init).joined(separator: ",")
    return try load("WHERE number IN (\(list))", terms) > 0
  }

  private func load(_ condition: String, _ terms: StoredTerms) throws(InputError) -> Int {
    let rows = try connection.copyOut(["SELECT number, text FROM names \(condition)"])
    var count = 0
    while let fields = try rows.next() {
      // An unreadable name stays unknown.
      guard let number = fields.integer(0), let text = try? fields.text(1) else { continue }
      terms.remember(text, as: number)
      count += 1
    }
    try rows.finish()
    return count
  }
}
