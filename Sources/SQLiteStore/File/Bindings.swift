import Foundation
import GRDBSQLite
import Scheduling

/// The values of a statement, given one after the other.
struct Bindings {
  private let statement: Statement
  private var index: Int32 = 0

  init(_ statement: Statement) {
    self.statement = statement
    statement.reset()
  }

  private mutating func next() -> Int32 {
    index += 1
    return index
  }

  mutating func bind(_ value: Int64?) {
    if let value {
      sqlite3_bind_int64(statement.handle, next(), value)
    } else {
      sqlite3_bind_null(statement.handle, next())
    }
  }

  mutating func bind(_ value: Bool?) { bind(value.map { $0 ? 1 : 0 } as Int64?) }

  /// A moment; one outside the years 1 to 9999 in every zone is refused, as no reader takes it.
  mutating func bind(_ value: Instant?) {
    if let value, !value.isReadable { statement.refuse(.outOfRange(value)) }
    bind(value?.seconds)
  }

  /// SQLite has no number that is none: that is a text.
  mutating func bind(_ value: Double?) {
    guard let value else { return bind(nil as Int64?) }
    if value.isNaN { return bind("nan") }
    sqlite3_bind_double(statement.handle, next(), value)
  }

  mutating func bind(_ text: String?) {
    guard var text else { return bind(nil as Int64?) }
    let index = next()
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // Without an address an empty text would be null.
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
      let start = buffer.baseAddress ?? UnsafeRawPointer(Bindings.nothing)
      statement.note(
        sqlite3_bind_blob64(
          statement.handle, index, start, UInt64(buffer.count), Bindings.transient))
    }
  }

  /// A moment as its text, or as seconds where no text can say it.
  mutating func bind(_ moment: Moment?) {
    if case .instant(let instant)? = moment, Instant(instant.description) != instant {
      bind(instant)
    } else {
      bind(moment?.description)
    }
  }

  /// A list or object as JSON; nothing where it is empty.
  mutating func bind(json value: some Encodable & Collection) throws(InputError) {
    bind(value.isEmpty ? nil : try JSONColumn.text(of: value))
  }

  /// SQLite copies what it is given.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type.self)
  }
  nonisolated(unsafe) private static let nothing: UnsafePointer<CChar> = {
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    memory.initialize(to: 0)
    return UnsafePointer(memory)
  }()
}

extension Instant {
  /// Whether a date can name it in some zone, which all that is kept promises.
  var isReadable: Bool { (Instant.earliest...Instant.latest).contains(self) }
}

extension InputError {
  /// The error of a moment that no date can name.
  static func outOfRange(_ instant: Instant, field: String? = nil) -> InputError {
    InputError(
      .outOfRange(text: "\(instant.seconds)", rule: "be seconds of the years 1 to 9999"),
      field: field)
  }
}
