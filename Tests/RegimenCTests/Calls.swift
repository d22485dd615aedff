@testable import Arrow
import CArrow
import CRegimen
import Foundation
import Interchange
import RegimenC
import Scheduling
import Testing

// The C interface as called by a C program.

typealias Place = UnsafeMutablePointer<OpaquePointer?>

/// The status and error of a failed call.
struct Refusal: Error {
  var status: Int32
  var text: String
  /// The error as a JSON object.
  fileprivate(set) var data: Data

  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
  }
}

/// Calls a function that may fail.
///
/// - Throws: `Refusal` if it fails.
func call(_ function: (Place) -> Int32) throws {
  var error: OpaquePointer?
  let status = function(&error)
  guard status != REGIMEN_OK else {
    #expect(error == nil)
    return
  }
  let handle = try #require(error)
  defer { regimen_error_free(handle) }
  let text = try #require(regimen_error_text(handle).map { String(cString: $0) })
  let json = try #require(regimen_error_json(handle).map { Data(String(cString: $0).utf8) })
  throw Refusal(status: status, text: text, data: json)
}

/// Calls a function that returns a handle, which is null after an error.
func handle(_ function: (Place, Place) -> Int32) throws -> OpaquePointer {
  var handle = OpaquePointer(bitPattern: 1)
  do {
    try call { function(&handle, $0) }
  } catch {
    #expect(handle == nil)
    throw error
  }
  return try #require(handle)
}

/// Returns the error of a call.
func refusal(of body: () throws -> Void) -> Refusal? {
  do {
    try body()
    return nil
  } catch {
    return error as? Refusal
  }
}

/// Returns a handle of the records of a folder.
func open(_ name: String) throws -> OpaquePointer {
  let path = TestData.path(name)
  return try handle { regimen_data_from_path(path, "{}", $0, $1) }
}

enum TestData {
  /// Returns the path of one of the repository's datasets.
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Datasets/\(name)").path
  }
}

/// Returns a report on records.
func evaluate(
  _ data: OpaquePointer, _ question: String, _ run: OpaquePointer? = nil
) throws -> OpaquePointer {
  try handle { regimen_adherence(data, question, run, $0, $1) }
}

/// Returns the rows of a table of a report as texts.
func rows(_ report: OpaquePointer, _ table: String) throws -> [[String]] {
  try rows { regimen_report_table(report, table, $0, $1) }
}

/// Returns the column names and rows of a stream as texts.
func rows(_ function: (UnsafeMutablePointer<ArrowArrayStream>, Place) -> Int32) throws -> [[String]]
{
  var stream = ArrowArrayStream()
  do {
    try call { function(&stream, $0) }
  } catch {
    #expect(stream.release == nil)
    throw error
  }
  let table = try ArrowTable(ArrowStream(taking: &stream), name: "rows") { _ in true }
  return try [table.columns.map(\.name)]
    + (0..<table.count).map { try table.record($0).fields }
}

/// Returns a text of a report.
func text(_ report: OpaquePointer, _ name: String, _ options: String = "{}") throws -> [UInt8] {
  let bytes = try handle { regimen_report_text(report, name, options, $0, $1) }
  defer { regimen_bytes_free(bytes) }
  let start = try #require(regimen_bytes_start(bytes))
  return Array(UnsafeBufferPointer(start: start, count: regimen_bytes_count(bytes)))
}
