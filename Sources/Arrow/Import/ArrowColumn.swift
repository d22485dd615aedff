import CArrow
import Diagnostics
import Scheduling

/// A validated column of a batch, indexed by the rows of the batch.
///
/// The C data interface does not state the length of buffers. Validated are the counts of buffers,
/// children and rows, the order of offsets, the ranges of views, dictionary indices, and UTF-8. A
/// producer whose buffers are shorter than its counts is not detected.
///
/// Safe: no one writes to it after `init`, nor to the memory of the batch, which the owner of a
/// column retains.
final class ArrowColumn: @unchecked Sendable {
  let field: ArrowField
  /// The number of rows.
  let count: Int
  /// The offset of the first row in the buffers.
  let offset: Int
  let validity: Validity
  /// The buffers after the validity bitmap; each exists if any row needs it.
  let buffers: UnsafePointer<UnsafeRawPointer?>?
  let bufferCount: Int
  /// The columns of a struct, or the elements of a list.
  let children: [ArrowColumn]
  /// The values of the dictionary; `nil` without one.
  let dictionary: ArrowColumn?
  /// The number of the column among the dictionary values.
  let number: Int
  /// The texts, if the column has texts and no dictionary.
  private(set) var texts: TextValues?
  /// The integers, if the column has any; the indices of a dictionary-encoded column.
  private(set) var integers: IntegerValues?

  /// The rows of a child array that correspond to those of its parent.
  struct Rows {
    /// The index of the first row in the array.
    var start: Int
    var count: Int
    /// The validity of the parent's rows.
    var validity = Validity.all
  }

  /// Validates a column.
  ///
  /// All rows are validated or the given ones, and of the children of a struct the requested ones.
  ///
  /// - Throws: `InputError` that names the column if its array does not match its schema.
  init(
    _ array: ArrowArray, _ field: ArrowField, _ pool: DictionaryPool, _ rows: Rows? = nil,
    number: Int = 0, isWanted: (ArrowField) -> Bool = { _ in true }
  ) throws(InputError) {
    do throws(InputError) {
      let all = Rows(start: 0, count: try ArrowColumn.count(array))
      let rows = rows ?? all
      self.field = field
      self.number = number
      count = rows.count
      offset = try ArrowColumn.start(of: rows, in: array)
      validity = try ArrowColumn.validity(array, field, rows, offset)
      try ArrowColumn.checkBufferCount(array, field)
      let skipped = field.type.hasValidity ? 1 : 0
      bufferCount = Int(array.n_buffers) - skipped
      buffers = array.buffers.map { UnsafeRawPointer($0 + skipped) }.map {
        $0.assumingMemoryBound(to: UnsafeRawPointer?.self)
      }
      dictionary = try ArrowColumn.dictionary(array, field, pool)
      let inner = ArrowColumn.Inner(array, field, offset, count, validity, pool)
      children = try inner.columns(isWanted)
      try checkValues()
      texts = TextValues(self)
      integers = IntegerValues(self)
    } catch {
      var error = error
      error.field = error.field ?? field.name
      throw error
    }
  }

  private static func count(_ array: ArrowArray) throws(InputError) -> Int {
    guard 0...Int64(Int.max / 64) ~= array.length else {
      throw InputError(.broken(.wrongCount(Int(array.length), "rows")))
    }
    return Int(array.length)
  }

  /// Returns the offset of the first row in the buffers after checking that the array has all rows.
  private static func start(of rows: Rows, in array: ArrowArray) throws(InputError) -> Int {
    let length = try count(array)
    guard 0...Int64(Int.max / 64) ~= array.offset else {
      throw InputError(.broken(.wrongCount(Int(array.offset), "rows before the first")))
    }
    guard rows.start >= 0, rows.count >= 0, rows.start + rows.count <= length else {
      throw InputError(.broken(.wrongCount(length, "rows where \(rows.start + rows.count) belong")))
    }
    return Int(array.offset) + rows.start
  }

  private static func validity(
    _ array: ArrowArray, _ field: ArrowField, _ rows: Rows, _ offset: Int
  ) throws(InputError) -> Validity {
    guard array.null_count >= -1 else {
      throw InputError(.broken(.wrongCount(Int(array.null_count), "nulls")))
    }
    guard field.type.hasValidity, array.null_count != 0, rows.count > 0 else {
      return rows.validity
    }
    guard array.n_buffers > 0, let bits = array.buffers?[0] else {
      if array.null_count > 0 { throw InputError(.broken(.missingPart("bitmap of its nulls"))) }
      return rows.validity
    }
    guard let validity = rows.validity.adding(bits, offset: offset) else {
      throw InputError(.tooLarge(what: "levels of nested structs", limit: 2))
    }
    return validity
  }

  private static func dictionary(
    _ array: ArrowArray, _ field: ArrowField, _ pool: DictionaryPool
  ) throws(InputError) -> ArrowColumn? {
    guard let values = field.dictionary.first else { return nil }
    guard let array = array.dictionary else {
      throw InputError(.broken(.missingPart("dictionary")))
    }
    return try pool.column(array.pointee, values)
  }
}

extension ArrowColumn {
  /// The construction of the columns within a column.
  private struct Inner {
    let array: ArrowArray
    let field: ArrowField
    let rows: Rows?
    let pool: DictionaryPool

    init(
      _ array: ArrowArray, _ field: ArrowField, _ offset: Int, _ count: Int, _ validity: Validity,
      _ pool: DictionaryPool
    ) {
      (self.array, self.field, self.pool) = (array, field, pool)
      // The rows of a struct are rows of its columns; the elements of lists are not.
      let isStruct = field.type == .structure
      rows = isStruct ? Rows(start: offset, count: count, validity: validity) : nil
    }

    func columns(_ isWanted: (ArrowField) -> Bool) throws(InputError) -> [ArrowColumn] {
      guard array.n_children == field.children.count else {
        throw InputError(.broken(.wrongCount(Int(array.n_children), "columns within it")))
      }
      var columns: [ArrowColumn] = []
      for (index, child) in field.children.enumerated() where isWanted(child) {
        guard let array = array.children?[index] else {
          throw InputError(.broken(.missingPart("column within it")))
        }
        columns.append(try ArrowColumn(array.pointee, child, pool, rows))
      }
      return columns
    }
  }
}

extension ArrowColumn {
  /// Returns the exact digits of a decimal.
  func decimal(_ row: Int, _ scale: Int, _ bytes: Int) -> String? {
    guard let start = buffers?[0] else { return nil }
    var limbs = (0..<bytes / 4).map { place in
      start.loadUnaligned(fromByteOffset: (offset + row) * bytes + place * 4, as: UInt32.self)
    }
    let isNegative = limbs.last.map { $0 >> 31 == 1 } ?? false
    if isNegative { negate(&limbs) }
    var digits: [Character] = []
    while limbs.contains(where: { $0 != 0 }) {
      digits.append(Character("\(divide(&limbs))"))
    }
    return (isNegative ? "-" : "") + ArrowColumn.pointed(digits, scale)
  }

  /// Inserts the decimal point into digits in reverse order.
  private static func pointed(_ digits: [Character], _ scale: Int) -> String {
    var digits = digits
    if scale < 0, !digits.isEmpty {
      digits.insert(contentsOf: repeatElement("0", count: -scale), at: 0)
    }
    while digits.count <= max(scale, 0) { digits.append("0") }
    if scale > 0 { digits.insert(".", at: scale) }
    return String(digits.reversed())
  }

  /// Negates a two's complement number.
  private func negate(_ limbs: inout [UInt32]) {
    var carry = true
    for place in limbs.indices {
      (limbs[place], carry) = (~limbs[place]).addingReportingOverflow(carry ? 1 : 0)
    }
  }

  /// Divides by ten and returns the remainder.
  private func divide(_ limbs: inout [UInt32]) -> UInt64 {
    var rest: UInt64 = 0
    for place in limbs.indices.reversed() {
      let value = rest << 32 | UInt64(limbs[place])
      limbs[place] = UInt32(value / 10)
      rest = value % 10
    }
    return rest
  }
}

/// A cache of a table's dictionaries, each validated once, because batches usually share them.
///
/// Dictionaries are identified by address, which is valid as long as all non-empty batches are
/// retained.
final class DictionaryPool {
  private var columns: [Key: ArrowColumn] = [:]

  /// The addresses of a dictionary's values.
  ///
  /// Safe: addresses are compared and never followed.
  private struct Key: Hashable {
    var type: ArrowType
    var buffers: [UnsafeRawPointer?]
    var offset, count, nullCount: Int64
  }

  /// Returns the values of a dictionary.
  ///
  /// - Throws: `InputError` if its array does not match its schema.
  func column(_ array: ArrowArray, _ field: ArrowField) throws(InputError) -> ArrowColumn {
    // Nested dictionaries and dictionaries of lists are not identified by their buffers alone.
    guard array.n_children == 0, array.dictionary == nil, 0...16 ~= array.n_buffers,
      let buffers = array.buffers
    else { return try ArrowColumn(array, field, self, number: next()) }
    let key = Key(
      type: field.type, buffers: (0..<Int(array.n_buffers)).map { buffers[$0] },
      offset: array.offset, count: array.length, nullCount: array.null_count)
    if let known = columns[key] { return known }
    let column = try ArrowColumn(array, field, self, number: next())
    columns[key] = column
    return column
  }

  private var count = 0

  private func next() -> Int {
    count += 1
    return count - 1
  }
}
