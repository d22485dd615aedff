import AdherenceAnalytics
import Scheduling

/// What the values of a column mean, which says of what types they may be.
enum ColumnMeaning: Hashable, Sendable {
  /// A name, which may be a number as well.
  case word
  case text
  case date
  /// A date, a time of the patient's clock, or an instant.
  case moment
  /// A time of the patient's clock.
  case local
  case instant
  case truth
  case period
  case list
  /// What was recorded.
  case value
  case number
  /// What a program made up for itself.
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
    /// What no column may be.
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

  /// Refuses a column of a type that has no such values; one of nothing but nulls has no values at all.
  func check(_ column: ArrowTable.Column) throws(InputError) {
    let kinds = ColumnMeaning.kinds[self] ?? []
    if column.field.valueType == .null || kinds.contains(Kind(column.field)) { return }
    let cure = kinds.map(\.rawValue).joined(separator: ", ")
    throw InputError(
      .against(.columnType(column.field.typeName, cure), text: ""), field: column.name)
  }

  /// What the field of a record means.
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
  /// A column of a type that its values cannot have.
  fileprivate static func columnType(_ type: String, _ cure: String) -> Self {
    Self("columnType", "is a column of \(type) (cast it to \(cure))")
  }
}
