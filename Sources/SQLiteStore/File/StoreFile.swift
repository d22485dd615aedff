import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation
import Scheduling

extension InputError {
  /// The error of a file whose schema is of an earlier version.
  static func olderSchema(_ path: String) -> InputError {
    InputError(
      .unreadable(reason: "its schema is older (open it once for writing)"), source: path)
  }
}

/// The file of a store; it opens connections after validating the file.
struct StoreFile: Sendable {
  /// The path as the caller gave it.
  let path: String
  /// The absolute path, which SQLite cannot interpret as a URI or special name.
  private let absolutePath: String
  /// The busy timeout in seconds.
  private let busyTimeout: Double
  /// Returns whether the current operation is cancelled.
  private let isCancelled: @Sendable () -> Bool

  init(
    _ path: String, busyTimeout: Double = 5, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.path = path
    self.busyTimeout = busyTimeout
    self.isCancelled = isCancelled
    absolutePath = URL(filePath: path).path
  }

  /// Opens a connection to an existing or future file.
  private func connect(to location: String, for purpose: Connection.Purpose) throws(InputError)
    -> Connection
  {
    let absolutePath = absolutePath
    let watch = StepWatch(
      size: { (StoreFile.size(of: absolutePath) ?? 0) + StoreFile.logSize(of: absolutePath) },
      isCancelled: isCancelled)
    return try Connection(location, path: path, for: purpose, busyTimeout: busyTimeout, watch)
  }

  /// Opens a store for writing, and creates it if there is no file.
  ///
  /// An existing file is validated before it is modified.
  func openForWriting() throws(InputError) -> Connection {
    try requireFile()
    if size == nil {
      try refuseDeadLink()
      try make()
    }
    let isNew = size == nil || size == 0
    if !isNew { try check(openForReading(), isNewAllowed: true) }
    let connection: Connection
    if isNew { makePrivateFile(absolutePath) }
    do {
      connection = try connect(to: absolutePath, for: .writing)
    } catch {
      throw isNew ? creationFailure(error) : error
    }
    try prepare(connection)
    return connection
  }

  /// Opens another connection to a validated store.
  func connect(for purpose: Connection.Purpose) throws(InputError) -> Connection {
    purpose == .reading ? try openForReading() : try connect(to: absolutePath, for: purpose)
  }

  /// Opens an existing store for reading.
  func openCheckedForReading() throws(InputError) -> Connection {
    try requireFile()
    guard size != nil else {
      throw InputError(
        .unreadable(reason: "there is no such file (check the path, or import a dataset into it)"),
        source: path)
    }
    let connection = try openForReading()
    try check(connection, isNewAllowed: false)
    try checkSize(connection)
    return connection
  }

  /// Opens the file for reading, including on read-only media.
  ///
  /// Readers and writers coordinate through files beside the store. If those do not exist and
  /// cannot be created, the store is opened as immutable.
  func openForReading() throws(InputError) -> Connection {
    do {
      return try connect(to: absolutePath, for: .reading)
    } catch {
      guard size != nil, logSize == 0,
        let connection = try? connect(to: immutableLocation, for: .reading)
      else { throw error }
      return connection
    }
  }

  private var immutableLocation: String {
    let characters = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%"))
    let escaped = absolutePath.addingPercentEncoding(withAllowedCharacters: characters)
    return "file:\(escaped ?? absolutePath)?immutable=1"
  }
}

extension StoreFile {
  /// The size of the file in bytes; `nil` if there is none.
  var size: Int? { StoreFile.size(of: absolutePath) }

  /// The size of the log in bytes.
  var logSize: Int { StoreFile.logSize(of: absolutePath) }

  private static func logSize(of path: String) -> Int { size(of: path + "-wal") ?? 0 }

  private static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  private func requireFile() throws(InputError) {
    try InputError.refuseAddress(path, exists: size != nil)
    if let type = FileType(path: absolutePath) {
      throw type.refusal(path, cure: "name the file of a store")
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: absolutePath, isDirectory: &isFolder) else {
      return
    }
    if isFolder.boolValue {
      throw InputError(
        .unreadable(reason: "it is a folder (give the file of a store)"), source: path)
    }
  }

  /// Creates a store under a temporary name and links it to its own name once all tables exist, so
  /// that an interruption leaves no incomplete store.
  ///
  /// On file systems without hard links the store is created in place if no file exists.
  private func make() throws(InputError) {
    let draft = "\(absolutePath).\(UUID().uuidString).partial"
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) } }
    try prepare(at: draft)
    // If another program created the store first, its file is used.
    if link(draft, absolutePath) == 0 { keepName() }
  }

  /// Syncs the folder, so that the file's directory entry survives a crash.
  private func keepName() {
    let folder = open(
      URL(filePath: absolutePath).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Creates the tables of a store at a path and closes it.
  private func prepare(at draft: String) throws(InputError) {
    makePrivateFile(draft)
    let connection: Connection
    do {
      connection = try connect(to: draft, for: .writing)
    } catch {
      throw creationFailure(error)
    }
    try prepare(connection)
    // SQLite ignores a full disk when it closes the file, and would leave the data in the log.
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Creates an empty file with the configured permissions, because SQLite would make it readable
  /// to all users; SQLite gives the files beside it the same permissions.
  ///
  /// Errors are ignored here and reported when the file is opened.
  private func makePrivateFile(_ path: String) {
    let permissions = FilePermissions.current
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = open(path, flags, mode_t(permissions.files))
    guard file >= 0 else { return }
    if permissions.isSaid { fchmod(file, mode_t(permissions.files)) }
    close(file)
  }

  /// Rejects a dangling symbolic link, whose target SQLite would create; a link to a store is
  /// followed.
  private func refuseDeadLink() throws(InputError) {
    var status = stat()
    guard lstat(absolutePath, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    throw InputError(
      .unwritable(reason: "it is a dangling symbolic link (give the file itself)"),
      source: path)
  }

  private func creationFailure(_ error: InputError) -> InputError {
    guard case .unreadable = error.problem else { return error }
    return InputError(
      .unwritable(reason: "it cannot be created (check that its folder exists and is writable)"),
      source: path)
  }

  /// Rejects files of other programs and of newer versions of this one.
  private func check(_ connection: Connection, isNewAllowed: Bool) throws(InputError) {
    let application = try connection.integer("PRAGMA application_id") ?? 0
    let version = try connection.integer("PRAGMA user_version") ?? 0
    if application != Schema.applicationID {
      if isNewAllowed, application == 0, try SchemaObject.isEmpty(connection) { return }
      throw InputError(
        .unreadable(reason: "it is a database of another program (give a store of this program)"),
        source: path)
    }
    guard version <= Schema.version else {
      throw InputError(
        .unreadable(
          reason: "its schema has version \(version), but this program supports \(Schema.version)"
            + " (use a newer program)"), source: path)
    }
    guard version >= 1 else { throw .olderSchema(path) }
    try SchemaObject.check(connection, version: Int(version))
  }

  /// Rejects a truncated file, whose missing pages SQLite would read as zeros.
  ///
  /// The check is skipped while there is a log, which may contain pages beyond the end of the file.
  private func checkSize(_ connection: Connection) throws(InputError) {
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    let expected = pages * (try connection.integer("PRAGMA page_size") ?? 0)
    guard let size, size < expected, logSize == 0 else { return }
    throw InputError(
      .unreadable(
        reason: "the store is damaged: it has \(size) of \(expected) bytes"
          + " (restore it from a copy, or import its data again)"), source: path)
  }

  /// Migrates a file to the newest schema; safe to run in two programs concurrently.
  private func prepare(_ connection: Connection) throws(InputError) {
    if try connection.integer("PRAGMA user_version") == Int64(Schema.version) { return }
    try connection.execute("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL")
    try Schema.migrate(connection)
  }
}
