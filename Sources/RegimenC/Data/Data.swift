import Arrow
public import CRegimen
import Diagnostics

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
