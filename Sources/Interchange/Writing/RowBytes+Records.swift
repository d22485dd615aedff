import AdherenceAnalytics
import Formats
import Scheduling

// The rows of all tables except tasks and outcomes: one column per field.
extension RowBytes {
  /// Returns the columns of a kind of record, after the given ones.
  static func columns<Record: FieldedRecord>(of kind: Record.Type, behind first: [String] = [])
    -> [String]
  {
    let columns = Record.fields.flatMap { field in
      switch field.access {
      case .address: PostalAddress.columns
      case .notes: ["note"]
      case .userInfo, .drug: [String]()
      default: [field.name]
      }
    }
    return first + columns + ["more"]
  }

  /// Writes a row, with the id of its patient unless the record is a patient.
  mutating func append<Record: FieldedRecord>(_ record: Record, of patient: String? = nil) {
    if let patient { field("patient", patient) }
    for field in Record.fields { append(field, of: record) }
    end()
  }

  private mutating func append<Record>(_ field: RecordField<Record>, of record: Record) {
    let name = field.name
    switch field.access {
    case .id(let path): self.field(name, record[keyPath: path])
    case .zone(let path): self.field(name, record[keyPath: path].id)
    case .begin(let path): self.field(name, record[keyPath: path].description)
    case .text(let path): self.field(name, record[keyPath: path])
    case .date(let path): self.field(name, record[keyPath: path]?.description)
    case .moment(let path): self.field(name, record[keyPath: path]?.description)
    case .instant(let path): self.field(name, record[keyPath: path]?.description)
    case .choice(let choice): self.field(name, choice.get(record))
    case .truth(let path, _): self.field(name, record[keyPath: path])
    case .wait(let path):
      self.field(name, record[keyPath: path].map { ISODuration(seconds: $0).description })
    case .texts(let path): self.field(name, list: record[keyPath: path])
    case .labelled(let path): self.field(name, labelled: record[keyPath: path])
    case .address(let path): append(record[keyPath: path])
    case .notes(let path): self.field("note", notes: record[keyPath: path])
    case .userInfo, .drug: more.property(field, of: record)
    }
  }

  /// Writes the parts of an address; an address with only empty parts differs from none.
  private mutating func append(_ address: PostalAddress?) {
    if address == PostalAddress() { more.property("address", texts: [:]) }
    let texts = address?.texts ?? [:]
    for (name, _) in PostalAddress.parts { field("address.\(name)", texts[name]) }
  }
}
