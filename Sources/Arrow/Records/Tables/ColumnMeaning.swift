import AdherenceAnalytics
import Diagnostics
import Scheduling

/// The meaning of a column, which determines the types it may have.
enum ColumnMeaning: Hashable, Sendable {
  /// A name, which may also be a number.
  case word
  case text
  case date
  /// A date, local time or instant.
  case moment
  /// A local time in the patient's zone.
  case local
  case instant
  case truth
  case period
  case list
  /// A recorded value.
  case value
  case number
  /// A user-defined value.
  case any
}

extension ColumnMeaning {
  /// The kinds of types that a column may have.
  private enum Kind: String {
    case text
    case integer = "a whole number"
    case float = "a float"
    case decimal = "a decimal"
    case boolean = "a bool"
    case date = "a date"
    case local = "a timestamp without zone"
    case instant = "a timestamp with zone"
    case time = "a time"
    case duration = "a duration"
    case list = "a list of text"
    /// A type that no column may have.
    case other

    init(_ field: ArrowField) {
      if let values = field.dictionary.first {
        self.init(values)
        return
      }
      switch field.type {
      case .text: self = .text
      case .integer: self = .integer
      case .float: self = .float
      case .decimal: self = .decimal
      case .boolean: self = .boolean
      case .date: self = .date
      case .timestamp(_, let zone): self = zone == nil ? .local : .instant
      case .time: self = .time
      case .duration: self = .duration
      case .list, .fixedList:
        self =
          field.children.first.map { [.text, .integer].contains(Kind($0)) } == true
          ? .list : .other
      default: self = .other
      }
    }
  }

  private static let kinds: [ColumnMeaning: [Kind]] = [
    .word: [.text, .integer],
    .text: [.text],
    .date: [.date, .local, .text],
    .moment: [.instant, .local, .date, .text],
    .local: [.local, .text],
    .instant: [.instant, .text],
    .truth: [.boolean, .text],
    .period: [.duration, .text],
    .list: [.list, .text],
    .value: [.float, .integer, .decimal, .boolean, .date, .local, .instant, .text],
    .number: [.float, .integer, .decimal, .text],
    .any: [
      .text, .integer, .float, .decimal, .boolean, .date, .local, .instant, .time, .duration, .list,
    ],
  ]

  /// Rejects a column whose type does not suit the meaning; a column of nulls always does.
  func check(_ column: ArrowTable.Column) throws(InputError) {
    let kinds = ColumnMeaning.kinds[self] ?? []
    if column.field.valueType == .null || kinds.contains(Kind(column.field)) { return }
    let cure = kinds.map(\.rawValue).joined(separator: ", ")
    throw InputError(
      .against(.columnType(column.field.typeName, cure), text: ""), field: column.name)
  }

  /// Returns the meaning of a record's field.
  init(_ access: FieldAccess<some FieldedRecord>) {
    switch access {
    case .id, .text: self = .word
    case .zone, .choice, .notes, .address: self = .text
    case .begin, .moment: self = .moment
    case .date: self = .date
    case .instant: self = .instant
    case .truth: self = .truth
    case .wait: self = .period
    case .texts, .labelled: self = .list
    case .userInfo, .drug: self = .any
    }
  }
}

extension InputError.Rule {
  /// A column type that does not suit the column's meaning.
  fileprivate static func columnType(_ type: String, _ cure: String) -> Self {
    Self("columnType", "is a column of \(type) (cast it to \(cure))")
  }
}
