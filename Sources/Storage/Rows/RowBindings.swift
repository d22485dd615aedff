package import AdherenceAnalytics
package import Scheduling

/// The values of a row's columns, given one after the other.
package protocol RowBindings {
  mutating func bind(_ value: Int64?)
  /// The number of a row of another table.
  mutating func bind(reference: Int64?)
  mutating func bind(_ value: Bool?)
  mutating func bind(_ value: Double?)
  mutating func bind(_ text: String?)
  mutating func bind(_ bytes: [UInt8]?)
  mutating func bind(_ date: CivilDate?)
  /// An instant; one outside the years 1 to 9999 in every zone is refused, as no reader takes it.
  mutating func bind(_ instant: Instant?) throws(InputError)
  /// A moment as its text, or as seconds where no text can say it.
  mutating func bind(_ moment: LocalOrInstant?) throws(InputError)
  /// A list; nothing where it is empty.
  mutating func bind(texts: [String]) throws(InputError)
  mutating func bind(json: String?)
}

extension RowBindings {
  /// A list or object as JSON; nothing where it is empty.
  package mutating func bind(json value: some Encodable & Collection) throws(InputError) {
    bind(json: value.isEmpty ? nil : try JSONColumn.text(of: value))
  }

  mutating func bind(_ notes: [RecordNote]) throws(InputError) {
    if let time = notes.compactMap(\.time).first(where: { !$0.isReadable }) {
      throw .outOfRange(time, field: "notes")
    }
    try bind(json: notes.map { NoteForm($0) })
  }

  mutating func bind(_ values: [LabelledValue]) throws(InputError) {
    try bind(json: values.map { LabelledForm($0) })
  }

  /// Gives `number, boolean, text, date, data` their values, one of which is there.
  package mutating func bind(_ content: OutcomeValue.Content) throws(InputError) {
    var columns: ContentColumns = (nil, nil, nil, nil, nil)
    switch content {
    case .number(let number): columns.number = number
    case .boolean(let truth): columns.boolean = truth
    case .text(let text): columns.text = text
    case .date(let moment): columns.date = moment
    case .data(let bytes): columns.data = bytes
    }
    bind(columns.number)
    bind(columns.boolean)
    bind(columns.text)
    try bind(columns.date)
    bind(columns.data)
  }
}

/// The columns of which one has the content of a value.
private typealias ContentColumns = (
  number: Double?, boolean: Bool?, text: String?, date: LocalOrInstant?, data: [UInt8]?
)

extension LocalOrInstant {
  /// The text that says the moment; `nil` for an instant that none can say.
  package var exactText: String? {
    if case .instant(let instant) = self, Instant(instant.description) != instant { return nil }
    return description
  }
}
