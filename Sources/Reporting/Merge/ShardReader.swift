import Foundation
import GRDB
import Scheduling

/// Reads the rows of one share patient by patient.
struct ShardReader {
  private let sizes: ShardFile
  private let tables: [ShardTable]
  private let database: ShardDatabase?
  /// The next patient; `nil` after the last.
  private(set) var patient: ReportBlock.PatientSize?

  init(_ path: String, _ tables: [TableShape], _ format: ReportFormat) throws(InputError) {
    sizes = try ShardFile("\(path)/\(Shard.sizesName)")
    switch format {
    case .text(let format):
      var files: [ShardTable] = []
      for table in tables {
        let name = "\(path)/\(table.name).\(format.rawValue)"
        files.append(try ShardTable(name, table.columns, RowEncoding(format)))
      }
      self.tables = files
      database = nil
    case .sqlite:
      self.tables = []
      database = try ShardDatabase("\(path)/report.sqlite", tables)
    }
    tableCount = tables.count
    patient = try nextPatient()
  }

  private let tableCount: Int

  /// Whether the next patient comes before that of another share.
  func precedes(_ other: ShardReader) -> Bool {
    guard let patient, let theirs = other.patient else { return patient != nil }
    return patient.id < theirs.id
  }

  /// The rows of the next patient.
  mutating func take() throws(InputError) -> ReportBlock {
    guard let patient else { return ReportBlock() }
    var block = ReportBlock()
    if let database {
      block.tables = [try database.take(patient.sizes)]
    } else {
      for (table, size) in zip(tables, patient.sizes) {
        block.tables.append(try table.take(size))
      }
    }
    self.patient = try nextPatient()
    return block
  }

  private func nextPatient() throws(InputError) -> ReportBlock.PatientSize? {
    guard let line = try sizes.line() else { return nil }
    guard let patient = SizeLine.read(line[...], tables: tableCount) else {
      throw InputError(.broken(.truncated), source: sizes.path)
    }
    return patient
  }

  /// Refuses tables that have more than the patients' rows.
  func checkEnd() throws(InputError) {
    for table in tables { try table.checkEnd() }
    try database?.checkEnd()
  }
}

/// A table of a share, read stretch by stretch.
final class ShardTable {
  private let file: ShardFile
  private let encoding: RowEncoding
  private var isEmpty = true

  init(_ path: String, _ columns: [String], _ encoding: RowEncoding) throws(InputError) {
    file = try ShardFile(path)
    self.encoding = encoding
    let header = encoding.header(columns)
    guard try file.take(header.count) == header else { throw file.damage }
  }

  /// The rows of a patient, by the length that they had when they were written.
  func take(_ size: Int) throws(InputError) -> [UInt8] {
    guard isEmpty, size > 0, encoding.separatorLength > 0 else { return try file.take(size) }
    // The first row of the file lacks what parts it from the one before.
    isEmpty = false
    let rows = try file.take(size - encoding.separatorLength)
    return Array(",".utf8.prefix(encoding.separatorLength)) + rows
  }

  func checkEnd() throws(InputError) {
    let footer = encoding.footer(isEmpty: encoding.separatorLength > 0 && isEmpty)
    guard try file.take(footer.count) == footer, try file.line() == nil else { throw file.damage }
  }
}

/// Bytes of a file, read one after the other.
final class ShardFile {
  let path: String
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var place = 0

  init(_ path: String) throws(InputError) {
    self.path = path
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw InputError(.unreadable(reason: "the share lacks it"), source: path)
    }
    self.handle = handle
  }

  var damage: InputError { InputError(.broken(.truncated), source: path) }

  /// The next bytes.
  ///
  /// - Throws: `InputError` where the file ends before.
  func take(_ count: Int) throws(InputError) -> [UInt8] {
    while buffer.count - place < count { guard try fill() else { throw damage } }
    defer { place += count }
    return Array(buffer[place..<place + count])
  }

  /// The bytes up to the next line feed; `nil` at the end of the file.
  func line() throws(InputError) -> [UInt8]? {
    var searched = place
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { place = end + 1 }
        return Array(buffer[place..<end])
      }
      let known = buffer.count - place
      guard try fill() else {
        if place == buffer.count { return nil }
        throw damage
      }
      searched = place + known
    }
  }

  /// Reads some more; `false` at the end of the file.
  private func fill() throws(InputError) -> Bool {
    buffer.removeSubrange(..<place)
    place = 0
    do {
      let more = try handle.read(upToCount: 1 << 18) ?? Data()
      buffer += more
      return !more.isEmpty
    } catch {
      throw InputError(.unreadable(reason: "the disk is gone"), source: path)
    }
  }
}
