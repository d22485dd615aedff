import CArrow
import Foundation

/// A stream read completely by a generic consumer: the schema, all arrays and cells, and the
/// release of all structs.
struct WalkedStream {
  /// The columns.
  var columns: [WalkedColumn] = []
  /// The cells of each row as texts; `nil` for null.
  var rows: [[String?]] = []
  /// The number of rows of each batch.
  var batches: [Int] = []

  /// An error of the stream.
  struct Failure: Error, Equatable {
    var code: Int32
    var text: String
  }

  /// Reads the stream that a closure exports; columns of nulls may state more rows than fit into
  /// memory.
  init(
    atMost limit: Int = .max, _ export: (UnsafeMutablePointer<ArrowArrayStream>) throws -> Void
  ) throws {
    var stream = ArrowArrayStream()
    try export(&stream)
    defer { stream.release(&stream) }
    var schema = ArrowSchema()
    try WalkedStream.check(stream.get_schema(&stream, &schema), &stream)
    columns = WalkedColumn(schema).children
    schema.release(&schema)
    while try readBatch(&stream, limit) {}
  }

  private static func check(_ code: Int32, _ stream: inout ArrowArrayStream) throws {
    guard code != 0 else { return }
    throw Failure(
      code: code, text: stream.get_last_error(&stream).map { String(cString: $0) } ?? "")
  }

  private mutating func readBatch(_ stream: inout ArrowArrayStream, _ limit: Int) throws -> Bool {
    var array = ArrowArray()
    try WalkedStream.check(stream.get_next(&stream, &array), &stream)
    guard array.release != nil else { return false }
    defer { array.release(&array) }
    guard Int(array.length) <= limit - rows.count else {
      throw Failure(code: 0, text: "more rows than are compared")
    }
    batches.append(Int(array.length))
    let cells = columns.enumerated().compactMap { place, column in
      array.children[place].map { WalkedArray(column, $0.pointee) }
    }
    for row in 0..<Int(array.length) { rows.append(cells.map { $0.cell(row) }) }
    return true
  }
}

/// A column as described by its schema.
struct WalkedColumn: Equatable {
  var format: String
  var name: String
  var flags: Int64
  var notes: [String] = []
  var children: [WalkedColumn] = []
  var dictionary: [WalkedColumn] = []

  init(_ schema: ArrowSchema) {
    format = String(cString: schema.format)
    name = String(cString: schema.name)
    flags = schema.flags
    children = (0..<Int(schema.n_children)).compactMap { place in
      schema.children[place].map { WalkedColumn($0.pointee) }
    }
    dictionary = schema.dictionary.map { [WalkedColumn($0.pointee)] } ?? []
    guard let metadata = schema.metadata else { return }
    let bytes = UnsafeRawPointer(metadata)
    var place = 4
    for _ in 0..<2 * Int(bytes.loadUnaligned(as: Int32.self)) {
      let count = Int(bytes.loadUnaligned(fromByteOffset: place, as: Int32.self))
      let text = UnsafeRawBufferPointer(start: bytes + place + 4, count: count)
      notes.append(String(decoding: text, as: UTF8.self))
      place += 4 + count
    }
  }
}

/// The cells of a column.
struct WalkedArray {
  private let column: WalkedColumn
  private let array: ArrowArray

  init(_ column: WalkedColumn, _ array: ArrowArray) { (self.column, self.array) = (column, array) }

  private func load<Value: BitwiseCopyable>(_ buffer: Int, _ place: Int, _: Value.Type) -> Value {
    there(array.buffers[buffer]).load(
      fromByteOffset: place * MemoryLayout<Value>.stride, as: Value.self)
  }

  private func bit(_ buffer: Int, _ row: Int) -> Bool {
    load(buffer, row / 8, UInt8.self) >> (row % 8) & 1 == 1
  }

  private func bytes(_ buffer: Int, _ range: Range<Int>) -> String {
    let start = array.buffers[buffer].map { $0 + range.lowerBound }
    let bytes = UnsafeRawBufferPointer(start: start, count: range.count)
    return column.format.hasSuffix("u") || column.format == "U"
      ? String(decoding: bytes, as: UTF8.self)
      : bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private func child(_ place: Int) -> WalkedArray {
    WalkedArray(column.children[place], there(array.children[place]).pointee)
  }

  private func list(_ range: Range<Int>) -> String {
    let values = child(0)
    return "[\(range.map { values.cell($0) ?? "null" }.joined(separator: ";"))]"
  }

  /// Returns a cell as text: integers in decimal, bytes in hexadecimal, lists in brackets.
  func cell(_ row: Int) -> String? {
    let format = column.format
    let hasValidity = !["n", "+r"].contains(format) && !format.hasPrefix("+u")
    if format == "n" { return nil }
    if hasValidity, array.null_count != 0, array.buffers[0] != nil, !bit(0, row) { return nil }
    if let entries = array.dictionary {
      return WalkedArray(column.dictionary[0], entries.pointee).cell(
        there(number(row).flatMap { Int($0) }))
    }
    if let number = number(row) { return number }
    switch format {
    case "b": return bit(1, row) ? "true" : "false"
    case "u", "z":
      return bytes(2, Int(load(1, row, Int32.self))..<Int(load(1, row + 1, Int32.self)))
    case "U", "Z": return bytes(2, load(1, row, Int.self)..<load(1, row + 1, Int.self))
    case "vu", "vz": return view(row)
    case "+l", "+m": return list(Int(load(1, row, Int32.self))..<Int(load(1, row + 1, Int32.self)))
    case "+L": return list(load(1, row, Int.self)..<load(1, row + 1, Int.self))
    case "+vl":
      let start = Int(load(1, row, Int32.self))
      return list(start..<start + Int(load(2, row, Int32.self)))
    case "+vL":
      return list(load(1, row, Int.self)..<load(1, row, Int.self) + load(2, row, Int.self))
    case "+s":
      let cells = column.children.indices.map { child($0).cell(row) ?? "null" }
      return "{\(cells.joined(separator: ";"))}"
    case "+r": return run(row)
    default: return parameterized(row)
    }
  }

  private func number(_ row: Int) -> String? {
    switch column.format.prefix(2) {
    case "c": "\(load(1, row, Int8.self))"
    case "C": "\(load(1, row, UInt8.self))"
    case "s": "\(load(1, row, Int16.self))"
    case "S": "\(load(1, row, UInt16.self))"
    case "i": "\(load(1, row, Int32.self))"
    case "I": "\(load(1, row, UInt32.self))"
    case "l", "ts", "tD": "\(load(1, row, Int64.self))"
    case "L": "\(load(1, row, UInt64.self))"
    case "f": "\(load(1, row, Float.self))"
    case "g": "\(load(1, row, Double.self))"
    case "e": "\(load(1, row, UInt16.self))"
    case "td", "tt":
      ["tdD", "tts", "ttm"].contains(column.format)
        ? "\(load(1, row, Int32.self))" : "\(load(1, row, Int64.self))"
    default: nil
    }
  }

  private func view(_ row: Int) -> String {
    let count = Int(load(1, 4 * row, Int32.self))
    if count <= 12 { return bytes(1, 16 * row + 4..<16 * row + 4 + count) }
    let start = Int(load(1, 4 * row + 3, Int32.self))
    return bytes(2 + Int(load(1, 4 * row + 2, Int32.self)), start..<start + count)
  }

  private func run(_ row: Int) -> String? {
    let (ends, values) = (child(0), child(1))
    let run = (0..<Int(ends.array.length)).first { there(ends.cell($0).flatMap { Int($0) }) > row }
    return run.flatMap { values.cell($0) }
  }

  private func parameterized(_ row: Int) -> String? {
    let parts = column.format.split(whereSeparator: { ":,".contains($0) }).map(String.init)
    let count = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    switch parts[0] {
    case "w": return bytes(1, count * row..<count * (row + 1))
    case "d":
      let width = parts.count == 4 ? there(Int(parts[3])) / 8 : 16
      return bytes(1, width * row..<width * (row + 1))
    case "tiM": return bytes(1, 4 * row..<4 * row + 4)
    case "tiD": return bytes(1, 8 * row..<8 * row + 8)
    case "tin": return bytes(1, 16 * row..<16 * row + 16)
    case "+w": return list(count * row..<count * (row + 1))
    case "+us", "+ud":
      let kind = load(0, row, Int8.self)
      let member = there(parts.dropFirst().firstIndex(of: "\(kind)")) - 1
      return child(member).cell(parts[0] == "+ud" ? Int(load(1, row, Int32.self)) : row)
    default: return "unknown"
    }
  }
}

/// Unwraps a value that a valid stream must have.
private func there<Value>(_ value: Value?) -> Value {
  guard let value else { preconditionFailure("the stream lacks what its description says") }
  return value
}
