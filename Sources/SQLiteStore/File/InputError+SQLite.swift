import Diagnostics
import Foundation
import CSQLite
import Scheduling
import Storage

/// An error of SQLite, which is the cause of the error that users see.
struct SQLiteError: Error {
  /// The extended result code.
  var code: Int32
  var message: String
}

// The conversion of SQLite's errors to user-facing errors.
extension InputError {
  /// Creates the error of a result code, with a suggested fix.
  init(sqlite code: Int32, _ message: String, path: String) {
    self.init(
      InputError.problem(code, message), source: path,
      cause: SQLiteError(code: code, message: message))
  }

  /// Converts an error of writing a new database, such as a report's.
  package init(writing path: String, _ error: any Error) {
    self =
      error as? InputError
      ?? InputError(.unwritable(reason: "\(error)"), source: path, cause: error)
    source = path
    if let error = cause as? SQLiteError,
      [SQLITE_CORRUPT, SQLITE_NOTADB].contains(error.code & 0xff)
    {
      problem = .unwritable(
        reason:
          "the written data are damaged: \(error.message) (check the disk, and write it again)")
    } else if case .unreadable(let reason) = problem {
      problem = .unwritable(reason: reason)
    }
  }

  private static func problem(_ code: Int32, _ message: String) -> Problem {
    switch (code & 0xff, code) {
    case (SQLITE_CORRUPT, _), (_, shortRead): damage(message)
    case (SQLITE_NOTADB, _):
      .unreadable(
        reason: "it is not a store, or its header is damaged (give a store, or restore it)")
    case (SQLITE_CANTOPEN, _) where hasTooManyOpenFiles:
      .unreadable(
        reason: "too many files are open (close some, or raise the limit: ulimit -n)")
    case (SQLITE_CANTOPEN, _):
      .unreadable(reason: "it cannot be opened (check that its folder exists and is writable)")
    case (SQLITE_BUSY, _), (SQLITE_LOCKED, _):
      .unwritable(reason: "another program is writing to it (try again when that is done)")
    case (SQLITE_READONLY, _), (SQLITE_PERM, _):
      .unwritable(reason: "it or its folder is read-only (allow writing, or copy it elsewhere)")
    case (SQLITE_FULL, _), (_, failedWrite), (_, failedGrowth):
      .unwritable(
        reason: "the disk is full (free some space and try again; committed data are intact)")
    case (SQLITE_IOERR, _):
      .unreadable(
        reason: "disk error: \(message) (code \(code); check the disk)")
    case (SQLITE_INTERRUPT, _): .unreadable(reason: "it was cancelled")
    case (SQLITE_TOOBIG, _):
      .tooLarge(what: "bytes of a row", limit: Connection.longestRow)
    case (SQLITE_NOMEM, _): .unreadable(reason: "there is not enough memory (read less at once)")
    default: .unreadable(reason: "\(message) (code \(code))")
    }
  }

  /// Whether the limit of open files is reached, which SQLite does not distinguish from other
  /// causes.
  private static var hasTooManyOpenFiles: Bool {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if file >= 0 { close(file) }
    return file < 0 && (errno == EMFILE || errno == ENFILE)
  }

  // Extended result codes, which C defines as macros.
  private static let shortRead = SQLITE_IOERR | 2 << 8
  private static let failedWrite = SQLITE_IOERR | 3 << 8
  /// The shared-memory file of the log could not grow.
  private static let failedGrowth = SQLITE_IOERR | 19 << 8
}
