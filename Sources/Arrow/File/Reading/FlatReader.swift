import Scheduling

/// A table of FlatBuffers in bytes that anybody may have written: every distance and count is
/// checked.
struct FlatReader {
  private let source: Source
  private let start: Int
  /// Where the places of the slots stand, two bytes each.
  private let list: Range<Int>

  /// The bytes of a buffer, and how much of it may still be read.
  private final class Source {
    let bytes: [UInt8]
    /// Tables and texts may be named more than once, so that a few bytes could be endless work.
    var rest: Int

    init(_ bytes: [UInt8]) { (self.bytes, rest) = (bytes, 4 * bytes.count) }
  }

  /// Reads the root of a buffer.
  init(_ bytes: [UInt8]) throws(InputError) {
    try self.init(Source(bytes), at: 0)
  }

  /// Reads the table to which the distance at a place leads.
  private init(_ source: Source, at place: Int) throws(InputError) {
    self.source = source
    start = try FlatReader.target(source, place)
    try FlatReader.spend(source, 8)
    let distance = Int(try FlatReader.number(source, start, Int32.self))
    let first = start - distance
    let length = Int(try FlatReader.number(source, first, UInt16.self))
    guard length >= 4, first + length <= source.bytes.count else { throw .damaged(.head) }
    list = first + 4..<first + length
  }

  private static func spend(_ source: Source, _ count: Int) throws(InputError) {
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

  /// Where the distance at a place leads.
  private static func target(_ source: Source, _ place: Int) throws(InputError) -> Int {
    place + Int(try number(source, place, UInt32.self))
  }

  /// The place of a slot, and `nil` where it is empty.
  private func place(_ slot: Int) throws(InputError) -> Int? {
    guard 2 * slot + 2 <= list.count else { return nil }
    let distance = try FlatReader.number(source, list.lowerBound + 2 * slot, UInt16.self)
    return distance == 0 ? nil : start + Int(distance)
  }
}

// What stands in slots.
extension FlatReader {
  /// A number, and the given one where the slot is empty.
  func number<Number: FixedWidthInteger>(
    _ slot: Int, or standard: Number
  ) throws(InputError) -> Number {
    guard let place = try place(slot) else { return standard }
    return try FlatReader.number(source, place, Number.self)
  }

  /// A truth value.
  func truth(_ slot: Int) throws(InputError) -> Bool { try number(slot, or: UInt8(0)) != 0 }

  /// A table, and `nil` where the slot is empty.
  func table(_ slot: Int) throws(InputError) -> FlatReader? {
    guard let place = try place(slot) else { return nil }
    return try FlatReader(source, at: place)
  }

  /// A list of tables.
  func tables(_ slot: Int) throws(InputError) -> [FlatReader] {
    let list = try list(slot, size: 4)
    var tables: [FlatReader] = []
    for index in 0..<list.count {
      tables.append(try FlatReader(source, at: list.start + 4 * index))
    }
    return tables
  }

  /// A text, and `nil` where the slot is empty.
  func text(_ slot: Int) throws(InputError) -> String? {
    guard try place(slot) != nil else { return nil }
    let list = try list(slot, size: 1)
    return String(decoding: source.bytes[list.start..<list.start + list.count], as: UTF8.self)
  }

  /// The numbers of a list of numbers, or of structs of as many of them.
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

  /// Where a list begins, and how many items it has.
  private func list(_ slot: Int, size: Int) throws(InputError) -> (start: Int, count: Int) {
    guard let place = try place(slot) else { return (0, 0) }
    let head = try FlatReader.target(source, place)
    let count = Int(try FlatReader.number(source, head, UInt32.self))
    guard count * size <= source.bytes.count - head - 4 else { throw .damaged(.head) }
    try FlatReader.spend(source, count * size)
    return (head + 4, count)
  }
}
