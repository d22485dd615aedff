import CArrow
import Diagnostics
import Formats
import Scheduling

/// All batches of a stream with the requested columns.
struct ArrowTable: Sendable {
  /// The table's name in error messages.
  let name: String
  /// The requested columns; those of a struct are named `struct.column`.
  let columns: [Column]
  let batches: [ArrowBatch]
  /// The row number of the start of each batch, and the total number of rows at the end.
  let starts: [Int]
  /// The names of all columns of the stream.
  let allNames: [String]

  /// The columns of midnights that represent dates.
  var midnights: [Int] = []

  /// A named column.
  struct Column: Hashable, Sendable {
    var name: String
    var field: ArrowField
  }

  /// The location of a column: its index among the requested columns of the batch, and within a
  /// struct.
  struct Place {
    var column: Int
    var member = -1

    var isNested: Bool { member >= 0 }
  }

  /// The number of rows.
  var count: Int { starts[starts.count - 1] }

  /// Reads a stream to its end.
  ///
  /// - Parameters:
  ///   - stream: The stream, which is consumed.
  ///   - name: The table's name in error messages.
  ///   - isWanted: Returns whether a column is requested; other columns may be of any type.
  /// - Throws: `InputError` if the producer fails or its data do not match its schema.
  /// - Complexity: O(*n*) for *n* rows if there are columns with offsets or views; nothing is
  ///   copied.
  init(
    _ stream: ArrowStream, name: String, isWanted: (String) -> Bool
  ) throws(InputError) {
    do throws(InputError) {
      try self.init(reading: stream, name: name, isWanted)
    } catch {
      throw error.at(source: name)
    }
  }

  private init(
    reading stream: ArrowStream, name: String, _ isWanted: (String) -> Bool
  ) throws(InputError) {
    let schema = try stream.schema()
    guard schema.type == .structure else { throw InputError(.broken(.noTable(schema.typeName))) }
    func isFieldWanted(_ field: ArrowField) -> Bool {
      ArrowTable.flattened(field).contains { isWanted($0.name) }
    }
    let wanted = schema.children.filter(isFieldWanted)
    var (columns, places) = ([Column](), [Place]())
    for (number, field) in wanted.enumerated() {
      for (member, column) in ArrowTable.flattened(field).enumerated() where isWanted(column.name) {
        columns.append(column)
        places.append(Place(column: number, member: field.isPlainStruct ? member : -1))
      }
    }
    var (batches, starts) = ([ArrowBatch](), [0])
    let pool = DictionaryPool()
    while var array = try stream.next() {
      // An empty batch is released at once, so no dictionary address must be remembered from it.
      if array.length == 0 {
        array.release?(&array)
        continue
      }
      let batch = try ArrowBatch(taking: array, schema, places, pool, isWanted: isFieldWanted)
      batches.append(batch)
      starts.append(starts[starts.count - 1] + batch.count)
    }
    self.name = name
    self.columns = columns
    self.batches = batches
    self.starts = starts
    allNames = schema.children.flatMap { ArrowTable.flattened($0).map(\.name) }
  }

  /// Returns a column, or the columns of a struct with qualified names.
  static func flattened(_ field: ArrowField) -> [Column] {
    guard field.isPlainStruct else { return [Column(name: field.name, field: field)] }
    return field.children.map { Column(name: "\(field.name).\($0.name)", field: $0) }
  }
}

extension ArrowField {
  fileprivate var isPlainStruct: Bool { type == .structure && dictionary.isEmpty }
}

extension ArrowTable {
  /// Returns the index of a column; `nil` if there is none.
  func place(of column: String) -> Int? { columns.firstIndex { $0.name == column } }

  /// Returns the batch of a row and the row's index within it.
  ///
  /// - Complexity: O(log *n*) for *n* batches.
  func position(of row: Int) -> (batch: Int, row: Int) {
    var (low, high) = (0, batches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= row { low = middle } else { high = middle }
    }
    return (low, row - starts[low])
  }
}

extension InputError.Defect {
  static func noTable(_ type: String) -> Self {
    Self("is a column of \(type) and not a table (send a stream of record batches)")
  }
}

/// A batch of rows imported from a producer, which is released once, on the thread of the last
/// reference.
///
/// Nothing is copied: the columns point into the producer's memory and must not outlive the batch.
///
/// Safe: no one writes to it after the transfer of ownership; the interface allows any thread to
/// release it, which happens once.
final class ArrowBatch: @unchecked Sendable {
  /// The requested columns in the order of the table.
  let columns: [ArrowColumn]
  let count: Int
  private var array: ArrowArray

  /// Takes ownership of an array of a struct type.
  ///
  /// - Throws: `InputError` if it does not match its schema; the array is released then.
  init(
    taking array: ArrowArray, _ field: ArrowField, _ places: [ArrowTable.Place],
    _ pool: DictionaryPool, isWanted: (ArrowField) -> Bool
  ) throws(InputError) {
    var array = array
    do throws(InputError) {
      let batch = try ArrowColumn(array, field, pool, isWanted: isWanted)
      columns = places.map { place in
        place.isNested
          ? batch.children[place.column].children[place.member] : batch.children[place.column]
      }
      count = batch.count
    } catch {
      array.release?(&array)
      throw error
    }
    self.array = array
  }

  deinit { array.release?(&array) }
}
