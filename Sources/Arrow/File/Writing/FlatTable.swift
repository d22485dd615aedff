/// A FlatBuffers table before encoding.
///
/// A table consists of numbered slots, some of which are empty. Small numbers are stored inline;
/// texts, vectors and other tables follow the table, which stores their offsets. The vtable with
/// the offsets of the slots precedes each table.
struct FlatTable: Sendable {
  /// The value of a slot.
  enum Value: Sendable {
    /// The little-endian bytes of a number.
    case number([UInt8])
    case table(FlatTable)
    case tables([FlatTable])
    case text(String)
    /// Consecutive structs of numbers, aligned to eight bytes.
    case structs([UInt8], count: Int)
  }

  /// The filled slots with their numbers in the format.
  private(set) var slots: [(number: Int, value: Value)] = []

  /// Returns the table with a number in a slot.
  func with(_ slot: Int, _ number: some FixedWidthInteger) -> FlatTable {
    with(slot, .number(number.flatBytes))
  }

  /// Returns the table with a value in a slot; slots must be filled in order.
  func with(_ slot: Int, _ value: Value?) -> FlatTable {
    guard let value else { return self }
    var table = self
    table.slots.append((slot, value))
    return table
  }

  /// The bytes of a buffer with this table as its root, padded to a multiple of eight.
  var bytes: [UInt8] {
    var writer = FlatWriter()
    writer.bytes += [0, 0, 0, 0]
    writer.point(from: 0, to: writer.put(self))
    writer.align(to: 8)
    return writer.bytes
  }
}

// Safe: the bytes are copied while they are lent.
extension FixedWidthInteger {
  /// The little-endian bytes.
  var flatBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

/// A writer of tables from front to back: referenced objects follow the table.
private struct FlatWriter {
  var bytes: [UInt8] = []

  mutating func align(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  /// Stores the offset from `place` to `target`.
  mutating func point(from place: Int, to target: Int) {
    bytes.replaceSubrange(place..<place + 4, with: UInt32(target - place).flatBytes)
  }

  /// Writes a table and the objects it refers to, and returns its position.
  mutating func put(_ table: FlatTable) -> Int {
    let slotCount = (table.slots.last?.number ?? -1) + 1
    align(to: 2)
    let list = bytes.count
    bytes += [UInt8](repeating: 0, count: 4 + 2 * slotCount)
    // Eight-byte numbers are aligned relative to the start of the buffer.
    align(to: 8)
    let start = bytes.count
    bytes += Int32(start - list).flatBytes
    let pointers = table.slots.compactMap { slot -> (Int, FlatTable.Value)? in
      let (place, isPointer) = put(slot.value)
      set(UInt16(place - start), at: list + 4 + 2 * slot.number)
      return isPointer ? (place, slot.value) : nil
    }
    set(UInt16(4 + 2 * slotCount), at: list)
    set(UInt16(bytes.count - start), at: list + 2)
    for (place, value) in pointers { point(from: place, to: putTarget(value)) }
    return start
  }

  private mutating func set(_ number: UInt16, at place: Int) {
    bytes.replaceSubrange(place..<place + 2, with: number.flatBytes)
  }

  /// Writes the inline part of a value: a number, or space for an offset.
  private mutating func put(_ value: FlatTable.Value) -> (place: Int, isPointer: Bool) {
    if case .number(let number) = value {
      align(to: number.count)
      bytes += number
      return (bytes.count - number.count, false)
    }
    align(to: 4)
    bytes += [0, 0, 0, 0]
    return (bytes.count - 4, true)
  }

  /// Writes a referenced object and returns its position.
  private mutating func putTarget(_ value: FlatTable.Value) -> Int {
    switch value {
    case .number(let number):
      bytes += number
      return bytes.count - number.count
    case .table(let table): return put(table)
    case .tables(let tables):
      let start = putCount(tables.count)
      bytes += [UInt8](repeating: 0, count: 4 * tables.count)
      for (place, table) in tables.enumerated() {
        point(from: start + 4 + 4 * place, to: put(table))
      }
      return start
    case .text(let text):
      let start = putCount(text.utf8.count)
      bytes += text.utf8
      bytes.append(0)
      return start
    case .structs(let structs, let count):
      // The count precedes the structs, which are aligned to eight bytes.
      while bytes.count % 8 != 4 { bytes.append(0) }
      let start = putCount(count)
      bytes += structs
      return start
    }
  }

  private mutating func putCount(_ count: Int) -> Int {
    align(to: 4)
    bytes += UInt32(count).flatBytes
    return bytes.count - 4
  }
}

/// The numbers of message kinds in the format.
enum MessageKind: UInt8 {
  case schema = 1
  case dictionary = 2
  case batch = 3
}

extension FlatTable {
  /// The number of version 5 of the format, the current one.
  static let version: Int16 = 4

  /// Creates a schema; the dictionary id of a column of names is its index.
  init(_ fields: [ColumnField]) {
    let columns = fields.enumerated().map { FlatTable($1, dictionary: $0) }
    self = FlatTable().with(1, .tables(columns))
  }

  private init(_ field: ColumnField, dictionary: Int) {
    let (kind, type) = field.kind.type
    let names = field.kind == .name
    let elements =
      field.kind == .list ? [FlatTable(ColumnField(name: "item", kind: .text), dictionary: 0)] : []
    self = FlatTable()
      .with(0, .text(field.name))
      .with(1, UInt8(1))
      .with(2, kind)
      .with(3, .table(type))
      .with(
        4, names ? .table(FlatTable().with(0, Int64(dictionary)).with(1, .table(.places))) : nil
      )
      .with(5, .tables(elements))
      .with(6, field.metadata.isEmpty ? nil : .tables(field.metadata.map(FlatTable.init)))
  }

  private init(_ note: ColumnField.Note) {
    self = FlatTable().with(0, .text(note.key)).with(1, .text(note.value))
  }

  /// The type of dictionary indices: signed 32-bit integers.
  private static let places = FlatTable().with(0, Int32(32)).with(1, UInt8(1))

  /// Creates the metadata of a message.
  init(_ kind: MessageKind, _ header: FlatTable, bodyLength: Int) {
    self = FlatTable()
      .with(0, FlatTable.version)
      .with(1, kind.rawValue)
      .with(2, .table(header))
      .with(3, Int64(bodyLength))
  }
}

extension ColumnKind {
  /// The number of the type in the format, and the table of its parameters.
  fileprivate var type: (kind: UInt8, table: FlatTable) {
    let (bits, unit) = (0, 0)
    return switch self {
    case .integer: (2, FlatTable().with(bits, Int32(64)).with(1, UInt8(1)))
    case .number: (3, FlatTable().with(unit, Int16(2)))
    case .boolean: (6, FlatTable())
    case .text, .name: (5, FlatTable())
    case .date: (8, FlatTable().with(unit, Int16(0)))
    case .instant: (10, FlatTable().with(unit, Int16(2)).with(1, .text("UTC")))
    case .localTime: (10, FlatTable().with(unit, Int16(2)))
    case .list: (12, FlatTable())
    }
  }
}
