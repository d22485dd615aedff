import Diagnostics
import Scheduling

/// A reader of a FlatBuffers table in untrusted bytes: every offset and count is checked.
struct FlatReader {
  private let source: Source
  private let start: Int
  /// The range of the vtable with the offsets of the slots, two bytes each.
  private let list: Range<Int>

  /// The bytes of a buffer and the remaining work budget.
  private final class Source {
    let bytes: [UInt8]
    /// The number of bytes that may still be read: tables and texts may be referenced repeatedly,
    /// so that a few bytes could cause unbounded work.
    var rest: Int

    init(_ bytes: [UInt8]) { (self.bytes, rest) = (bytes, 4 * bytes.count) }
  }

  /// Reads the root table of a buffer.
  init(_ bytes: [UInt8]) throws(InputError) {
    try self.init(Source(bytes), at: 0)
  }

  /// Reads the table to which the offset at `place` refers.
  private init(_ source: Source, at place: Int) throws(InputError) {
    self.source = source
    start = try FlatReader.target(source, place)
    try FlatReader.charge(source, 8)
    let distance = Int(try FlatReader.number(source, start, Int32.self))
    let first = start - distance
    let length = Int(try FlatReader.number(source, first, UInt16.self))
    guard length >= 4, first + length <= source.bytes.count else { throw .damaged(.head) }
    list = first + 4..<first + length
  }

  private static func charge(_ source: Source, _ count: Int) throws(InputError) {
    source.rest -= count
    if source.rest < 0 { throw .damaged(.head) }
  }

  // Safe: the place is compared with the count of bytes.
  private static func number<Number: FixedWidthInteger>(
    _ source: Source, _ place: Int, _: Number.Type
  ) throws(InputError) -> Number {
    let size = MemoryLayout<Number>.size
    guard place >= 0, place <= source.bytes.count - size else { throw .damaged(.head) }
    return source.bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
  }

  /// Returns the target of the offset at `place`.
  private static func target(_ source: Source, _ place: Int) throws(InputError) -> Int {
    place + Int(try number(source, place, UInt32.self))
  }

  /// Returns the position of a slot's value; `nil` if the slot is empty.
  private func place(_ slot: Int) throws(InputError) -> Int? {
    guard 2 * slot + 2 <= list.count else { return nil }
    let distance = try FlatReader.number(source, list.lowerBound + 2 * slot, UInt16.self)
    return distance == 0 ? nil : start + Int(distance)
  }
}

// The values of slots.
extension FlatReader {
  /// Returns a number, or a default if the slot is empty.
  func number<Number: FixedWidthInteger>(
    _ slot: Int, or standard: Number
  ) throws(InputError) -> Number {
    guard let place = try place(slot) else { return standard }
    return try FlatReader.number(source, place, Number.self)
  }

  /// Returns a Boolean.
  func truth(_ slot: Int) throws(InputError) -> Bool { try number(slot, or: UInt8(0)) != 0 }

  /// Returns a table; `nil` if the slot is empty.
  func table(_ slot: Int) throws(InputError) -> FlatReader? {
    guard let place = try place(slot) else { return nil }
    return try FlatReader(source, at: place)
  }

  /// Returns a vector of tables.
  func tables(_ slot: Int) throws(InputError) -> [FlatReader] {
    let list = try list(slot, size: 4)
    var tables: [FlatReader] = []
    for index in 0..<list.count {
      tables.append(try FlatReader(source, at: list.start + 4 * index))
    }
    return tables
  }

  /// Returns a text; `nil` if the slot is empty.
  func text(_ slot: Int) throws(InputError) -> String? {
    guard try place(slot) != nil else { return nil }
    let list = try list(slot, size: 1)
    return String(decoding: source.bytes[list.start..<list.start + list.count], as: UTF8.self)
  }

  /// Returns the numbers of a vector of numbers, or of structs with `perItem` numbers each.
  func numbers<Number: FixedWidthInteger>(
    _ slot: Int, perItem: Int = 1, _: Number.Type
  ) throws(InputError) -> [Number] {
    let size = MemoryLayout<Number>.size
    let list = try list(slot, size: size * perItem)
    var numbers: [Number] = []
    for index in 0..<list.count * perItem {
      numbers.append(try FlatReader.number(source, list.start + size * index, Number.self))
    }
    return numbers
  }

  /// Returns the start and count of a vector.
  private func list(_ slot: Int, size: Int) throws(InputError) -> (start: Int, count: Int) {
    guard let place = try place(slot) else { return (0, 0) }
    let head = try FlatReader.target(source, place)
    let count = Int(try FlatReader.number(source, head, UInt32.self))
    guard count * size <= source.bytes.count - head - 4 else { throw .damaged(.head) }
    try FlatReader.charge(source, count * size)
    return (head + 4, count)
  }
}
