import Diagnostics
import Foundation
import CSQLite
import Scheduling
import Storage

/// A sequential binder of a statement's parameters.
///
/// Safe: SQLite copies the bytes, as `SQLITE_TRANSIENT` asks, a macro for the address -1
/// that Swift cannot read; `nothing` is never written nor freed.
struct Bindings: RowBindings {
  private let statement: Statement
  private var index: Int32 = 0
  /// The digest of the values bound so far, except foreign keys, whose referents are digested
  /// instead.
  var digest: RowDigest

  /// Resets the statement and starts with its first parameter.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - salt: The salt of the digests of its table's rows.
  init(_ statement: Statement, salt: UInt64 = 0) {
    self.statement = statement
    digest = RowDigest(salt: salt)
    statement.reset()
  }

  private mutating func next() -> Int32 {
    index += 1
    return index
  }

  mutating func bind(_ value: Int64?) {
    if let value { digest.add(CellDigest.integer(value), at: Int(index)) }
    bind(reference: value)
  }

  mutating func bind(_ value: Bool?) { bind(value.map { $0 ? 1 : 0 } as Int64?) }

  mutating func bind(reference: Int64?) {
    if let reference {
      sqlite3_bind_int64(statement.handle, next(), reference)
    } else {
      sqlite3_bind_null(statement.handle, next())
    }
  }

  mutating func bind(_ value: Instant?) throws(InputError) {
    if let value, !value.isReadable { throw .outOfRange(value) }
    bind(value?.seconds)
  }

  mutating func bind(_ date: CivilDate?) { bind(date?.description) }

  /// SQLite converts NaN to null, so NaN is bound as text.
  mutating func bind(_ value: Double?) {
    guard let value else { return bind(nil as Int64?) }
    if value.isNaN { return bind("nan") }
    digest.add(CellDigest.number(value), at: Int(index))
    sqlite3_bind_double(statement.handle, next(), value)
  }

  mutating func bind(_ text: String?) {
    guard var text else { return bind(nil as Int64?) }
    let index = next()
    text.withUTF8 { bytes in
      digest.add(CellDigest.text(UnsafeRawBufferPointer(bytes)), at: Int(index) - 1)
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // SQLite binds null for an empty text without an address.
        let start = characters.baseAddress ?? Bindings.nothing
        statement.note(
          sqlite3_bind_text64(
            statement.handle, index, start, UInt64(bytes.count), Bindings.transient,
            UInt8(SQLITE_UTF8)))
      }
    }
  }

  mutating func bind(_ bytes: [UInt8]?) {
    guard let bytes else { return bind(nil as Int64?) }
    let index = next()
    bytes.withUnsafeBytes { buffer in
      digest.add(CellDigest.bytes(buffer), at: Int(index) - 1)
      let start = buffer.baseAddress ?? UnsafeRawPointer(Bindings.nothing)
      statement.note(
        sqlite3_bind_blob64(
          statement.handle, index, start, UInt64(buffer.count), Bindings.transient))
    }
  }

  mutating func bind(_ moment: LocalOrInstant?) throws(InputError) {
    if case .instant(let instant)? = moment, moment?.exactText == nil {
      try bind(instant)
    } else {
      bind(moment?.exactText)
    }
  }

  mutating func bind(texts: [String]) throws(InputError) { try bind(json: texts) }

  mutating func bind(json: String?) { bind(json) }

  /// The destructor that makes SQLite copy the bytes.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type.self)
  }
  nonisolated(unsafe) private static let nothing: UnsafePointer<CChar> = {
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    memory.initialize(to: 0)
    return UnsafePointer(memory)
  }()
}
