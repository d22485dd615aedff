import AdherenceAnalytics
import Arrow
public import CRegimen
import Diagnostics
import Foundation
import Interchange
import Reporting
import SQLiteStore
import Scheduling

/// The input of reports: the records of a cohort, fills, or both.
///
/// Safe: options are a text of C, read before the initializer ends.
final class Records: Handle {
  /// The cohort; `nil` if there are only fills.
  private let ownCohort: (any CohortSource)?
  /// The fills; `nil` if there are none.
  private let ownFills: RefillDataset?

  init(_ cohort: (any CohortSource)?, _ fills: RefillDataset? = nil) {
    (ownCohort, ownFills) = (cohort, fills)
  }

  /// Reads tables of a dataset, of events with one plan, of fills, or of claims.
  convenience init(
    _ tables: [String: ArrowStream], _ options: UnsafePointer<CChar>?
  ) throws(InputError) {
    var tables = tables
    if let claims = tables.removeValue(forKey: "claims") {
      if let other = tables.keys.min() {
        throw InputError(.conflict(with: "claims"), parameter: "tables: '\(other)'")
      }
      self.init(nil, try RefillDataset(claims: claims, try ClaimParameters(options).columns))
      return
    }
    if let fills = tables.removeValue(forKey: "fills") {
      _ = try NoOptions(options)
      let stays = tables.removeValue(forKey: "stays")
      let dispensed = try RefillDataset(fills: fills, stays: stays)
      self.init(tables.isEmpty ? nil : try ArrowDataset(tables), dispensed)
      return
    }
    let parameters = try TableParameters(options)
    if var plan = try parameters.plan() {
      if let patients = tables.removeValue(forKey: "patients") {
        plan.patients = try PlannedPatient.list(patients)
      }
      self.init(try EventFiles(try tables.events(), parameters.columns, plan))
    } else {
      self.init(try ArrowDataset(tables))
    }
  }

  /// Opens a folder or a snapshot of a store.
  ///
  /// A single table file is read as events if the options have a schedule, otherwise as claims.
  convenience init(path: String, _ options: UnsafePointer<CChar>?) throws {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard isThere else {
      throw InputError(.unreadable(reason: "there is no such file or folder"), source: path)
    }
    let isTable = try !isFolder.boolValue && Records.isTable(path)
    if try isTable && !TableParameters.hasSchedule(options) {
      self.init(nil, try Records.claims(path, ClaimParameters(options)))
      return
    }
    let parameters = try TableParameters(options)
    if let plan = try parameters.plan() {
      self.init(try Records.events(path, parameters.columns, plan))
      return
    }
    _ = try NoOptions(options)
    if !isFolder.boolValue {
      let store = try SQLiteStore(path, access: .readOnly)
      self.init(try store.snapshot(.reports))
    } else {
      try self.init(folder: path)
    }
  }

  /// Reads a table of events from a text or Arrow file.
  private static func events(
    _ path: String, _ columns: EventColumns, _ plan: EventPlan
  ) throws(InputError) -> EventFiles {
    FileKind(path: path) == .arrow
      ? try EventFiles(ArrowStream(file: path), columns, plan)
      : try EventFiles([path], columns, plan)
  }

  /// Reads a table of claims from a text or Arrow file.
  ///
  /// - Throws: `InputError` that suggests reading the rows as events if neither the options nor the
  ///   data identify them as claims.
  private static func claims(_ path: String, _ parameters: ClaimParameters) throws(InputError)
    -> RefillDataset
  {
    do throws(InputError) {
      return FileKind(path: path) == .arrow
        ? try RefillDataset(claims: ArrowStream(file: path), parameters.columns)
        : try RefillDataset(table: path, parameters.columns)
    } catch {
      guard parameters.isEmpty, case .undecided(let text) = error.problem else { throw error }
      throw InputError(
        .unreadable(
          reason: "it is a table (write by --schedule what was planned); as one of claims: \(text)"),
        source: path)
    }
  }

  /// Returns whether a file is a table rather than a store.
  ///
  /// - Throws: `InputError` if the file is of an unsupported kind.
  private static func isTable(_ path: String) throws(InputError) -> Bool {
    let isNamedStore = [".sqlite", ".sqlite3", ".db"].contains(where: path.lowercased().hasSuffix)
    guard !isNamedStore, let kind = FileKind(path: path), kind != .sqlite else { return false }
    if let error = kind.rejection(path: path) { throw error }
    return true
  }

  /// Opens a folder with fills, a cohort, or both.
  private convenience init(folder: String) throws {
    func has(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(folder)/\(name)")
    }
    let hasColumns = RefillDataset.isArrowFolder(folder)
    let fills =
      hasColumns
      ? try RefillDataset(arrowFolder: folder)
      : has("fills.csv") ? try RefillDataset(folder: folder) : nil
    if ArrowDataset.isFolder(folder) {
      self.init(try ArrowDataset(folder: folder), fills)
      return
    }
    let isCohort = fills == nil || has("patients.csv")
    self.init(isCohort ? try DatasetFolder(folder) : nil, fills)
  }
}

// The input of one report.
extension Records {
  /// The cohort.
  ///
  /// - Throws: `InputError` if there is none.
  func cohort() throws(InputError) -> any CohortSource {
    if let ownCohort { return ownCohort }
    throw InputError(.missing, field: "patients")
  }

  /// The fills.
  ///
  /// - Throws: `InputError` if there are none.
  func fills() throws(InputError) -> RefillDataset {
    if let ownFills { return ownFills }
    throw InputError(.missing, field: "fills")
  }
}

extension [String: ArrowStream] {
  /// The table of events; rejects any other table beside it.
  fileprivate func events() throws(InputError) -> ArrowStream {
    if let other = keys.filter({ $0 != "outcomes" }).min() {
      throw InputError(.conflict(with: "schedule"), parameter: "tables: '\(other)'")
    }
    return try required(self["outcomes"], "outcomes")
  }
}

// Safe: the caller promises as many tables as it counts, with names and options that end with a zero; streams
// are moved out of its memory.

/// See `regimen.h`.
@c @implementation
public func regimen_data_from_tables(
  _ tables: UnsafePointer<regimen_table>?, _ count: Int, _ options: UnsafePointer<CChar>?,
  _ data: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  // Ownership is taken before anything can fail, so that every stream is released in any case.
  let streams = UnsafeBufferPointer(start: tables, count: tables == nil ? 0 : max(0, count))
    .map { (name: $0.name.map { String(cString: $0) }, stream: $0.rows.map(ArrowStream.init)) }
  return handOut(data, "data", error) {
    if try counted(count, "count") > 0 { _ = try required(tables, "tables") }
    var named: [String: ArrowStream] = [:]
    for table in streams {
      let name = try required(table.name, "tables.name")
      guard named.updateValue(try required(table.stream, name), forKey: name) == nil else {
        throw InputError(.duplicate(kind: "table", id: name), parameter: "tables")
      }
    }
    return try Records(named, options)
  }
}

/// See `regimen.h`.
@c @implementation
public func regimen_data_from_path(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ data: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  handOut(data, "data", error) {
    try Records(path: String(cString: try required(path, "path")), options)
  }
}

/// See `regimen.h`.
@c @implementation
public func regimen_data_free(_ data: OpaquePointer?) { Records.free(data) }
