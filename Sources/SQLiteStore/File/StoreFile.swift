import AdherenceAnalytics
import Foundation
import GRDB
import Scheduling

extension InputError {
  /// What a file lacks that was last written by an earlier version of this program.
  static func olderSchema(_ path: String) -> InputError {
    InputError(
      .unreadable(reason: "its schema is older (open it once for writing)"), source: path)
  }
}

/// The file of a store: makes connections to it once it is known to be one.
struct StoreFile: Sendable {
  /// The path, as the caller named it.
  let path: String
  /// The path from the root, which SQLite takes for a path and nothing else.
  private let absolutePath: String
  /// The seconds to wait for others that write.
  private let patience: Double
  /// Whether whoever reads the store wants no answer any more.
  private let isCancelled: @Sendable () -> Bool

  init(
    _ path: String, patience: Double = 5, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.path = path
    self.patience = patience
    self.isCancelled = isCancelled
    absolutePath = URL(filePath: path).path
  }

  /// Connects to a place where the file is, or is going to be.
  private func connect(to location: String, for purpose: Connection.Purpose) throws(InputError)
    -> Connection
  {
    let absolutePath = absolutePath
    let watch = StepWatch(
      size: { (StoreFile.size(of: absolutePath) ?? 0) + StoreFile.logSize(of: absolutePath) },
      isCancelled: isCancelled)
    return try Connection(location, path: path, for: purpose, patience: patience, watch)
  }

  /// Opens a store for writing, and makes it where nothing is.
  ///
  /// What is there is looked at before it is touched.
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
      throw isNew ? unmakeable(error) : error
    }
    try prepare(connection)
    return connection
  }

  /// Opens one more connection to a store that is known to be one.
  func connect(for purpose: Connection.Purpose) throws(InputError) -> Connection {
    purpose == .reading ? try openForReading() : try connect(to: absolutePath, for: purpose)
  }

  /// Opens a store that is there for reading.
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

  /// Opens the file for reading, also where nobody may write.
  ///
  /// Readers and writers meet in files beside the store. Where those are not there and cannot be made, as
  /// on a medium that is read-only, the store is taken for one that nobody writes to.
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
  /// The bytes of the file; `nil` where there is none.
  var size: Int? { StoreFile.size(of: absolutePath) }

  /// The bytes of what was written and is not yet in the file itself.
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
        .unreadable(reason: "it is a folder (name the file of a store)"), source: path)
    }
  }

  /// Makes a store under another name, which gets its own when it has all its tables: whatever stops the
  /// making leaves nothing that is half a store.
  ///
  /// Where the file system does not allow that, nothing is there, and the store is made in its place.
  private func make() throws(InputError) {
    let draft = "\(absolutePath).\(UUID().uuidString).partial"
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) } }
    try prepare(at: draft)
    // Where another program has been faster, the store is that program's.
    if link(draft, absolutePath) == 0 { keepName() }
  }

  /// Has the disk keep the name of the file, without which what the file has is lost.
  private func keepName() {
    let folder = open(
      URL(filePath: absolutePath).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Makes a store at a path, and closes it.
  private func prepare(at draft: String) throws(InputError) {
    makePrivateFile(draft)
    let connection: Connection
    do {
      connection = try connect(to: draft, for: .writing)
    } catch {
      throw unmakeable(error)
    }
    try prepare(connection)
    try empty(connection)
  }

  /// Has all that was written in the file itself, where SQLite, closing it, would leave without a word in
  /// the log what the disk has no room for.
  private func empty(_ connection: Connection) throws(InputError) {
    do {
      try connection.queue.writeWithoutTransaction { database in
        _ = try database.checkpoint(.truncate)
      }
    } catch {
      throw InputError(error, path: path)
    }
  }

  /// Makes an empty file that those may use who are meant to, as SQLite would let everybody read it; what
  /// it puts beside a store has the store's own permissions.
  ///
  /// Where that fails, opening the file says why.
  private func makePrivateFile(_ path: String) {
    let permissions = FilePermissions.current
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = open(path, flags, mode_t(permissions.files))
    guard file >= 0 else { return }
    if permissions.isSaid { fchmod(file, mode_t(permissions.files)) }
    close(file)
  }

  /// Refuses a symbolic link that leads nowhere, as nobody knows what it would make and where; one to a
  /// store stands for the store.
  private func refuseDeadLink() throws(InputError) {
    var status = stat()
    guard lstat(absolutePath, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    throw InputError(
      .unwritable(reason: "it is a symbolic link that leads nowhere (name the file itself)"),
      source: path)
  }

  private func unmakeable(_ error: InputError) -> InputError {
    guard case .unreadable = error.problem else { return error }
    return InputError(
      .unwritable(reason: "it cannot be made (check that its folder is there and can be written)"),
      source: path)
  }

  /// Refuses what another program made, and what a newer version of this one did.
  private func check(_ connection: Connection, isNewAllowed: Bool) throws(InputError) {
    let application = try connection.integer("PRAGMA application_id") ?? 0
    let version = try connection.integer("PRAGMA user_version") ?? 0
    if application != Schema.applicationID {
      if isNewAllowed, application == 0, try SchemaObject.isEmpty(connection) { return }
      throw InputError(
        .unreadable(reason: "it is another program's database (name a store of this program)"),
        source: path)
    }
    guard version <= Schema.version else {
      throw InputError(
        .unreadable(
          reason: "its schema has version \(version), and this program knows \(Schema.version)"
            + " (use a newer program)"), source: path)
    }
    guard version >= 1 else { throw .olderSchema(path) }
    try SchemaObject.check(connection, version: Int(version))
  }

  /// Refuses a file that has lost its end, where SQLite would read zeros.
  ///
  /// While there is a log, pages may stand there that the file has not got yet.
  private func checkSize(_ connection: Connection) throws(InputError) {
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    let expected = pages * (try connection.integer("PRAGMA page_size") ?? 0)
    guard let size, size < expected, logSize == 0 else { return }
    throw InputError(
      .unreadable(
        reason: "the store is damaged: it has \(size) of \(expected) bytes"
          + " (restore it from a copy, or import its data again)"), source: path)
  }

  /// Brings a file to the newest schema; two programs may do so at once.
  private func prepare(_ connection: Connection) throws(InputError) {
    if try connection.integer("PRAGMA user_version") == Int64(Schema.version) { return }
    do {
      try connection.queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL")
      }
      do { try Schema.migrator.migrate(connection.queue) } catch {
        try Schema.migrator.migrate(connection.queue)
      }
    } catch {
      throw InputError(error, path: path)
    }
  }
}
