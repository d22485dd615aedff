import CArrow
import Scheduling

/// All batches of a stream, with the columns that somebody wants of them.
struct ArrowTable: Sendable {
  /// What errors call the table.
  let name: String
  /// The columns that are wanted; those of a struct are named `struct.column`.
  let columns: [Column]
  let batches: [ArrowBatch]
  /// How many rows stand in front of each batch, and in all at the end.
  let starts: [Int]
  /// The names of all columns of the stream.
  let allNames: [String]

  /// The columns whose times are midnights that mean dates.
  var midnights: [Int] = []

  /// A column by its name.
  struct Column: Hashable, Sendable {
    var name: String
    var field: ArrowField
  }

  /// Where a column is found: among those that are wanted of the batch, and of the struct there.
  struct Place {
    var column: Int
    var member = -1

    var isNested: Bool { member >= 0 }
  }

  /// How many rows there are.
  var count: Int { starts[starts.count - 1] }

  /// Reads a stream to its end.
  ///
  /// - Parameters:
  ///   - stream: The stream, of which nothing is left behind.
  ///   - name: What errors call it.
  ///   - isWanted: Whether the values of a column are asked for; those of others may be of any type.
  /// - Throws: `InputError` where the producer fails, or what it gives is not what its schema says.
  /// - Complexity: O(*n*) for *n* rows whose columns have offsets or views; nothing is copied.
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
      // What has no rows goes at once, and with it what its columns may point to.
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

  /// A column, or those of a struct, which have its name and a point in front of theirs.
  static func flattened(_ field: ArrowField) -> [Column] {
    guard field.isPlainStruct else { return [Column(name: field.name, field: field)] }
    return field.children.map { Column(name: "\(field.name).\($0.name)", field: $0) }
  }
}

extension ArrowField {
  fileprivate var isPlainStruct: Bool { type == .structure && dictionary.isEmpty }
}

extension ArrowTable {
  /// The place of a column; `nil` where there is none.
  func place(of column: String) -> Int? { columns.firstIndex { $0.name == column } }

  /// The batch of a row, and the row within it.
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
    Self("is a column of \(type) and no table (send a stream of record batches)")
  }
}
