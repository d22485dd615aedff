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
