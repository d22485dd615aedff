package import AdherenceAnalytics
package import Diagnostics
package import Scheduling

/// A sequential writer of a row's columns.
package protocol RowBindings {
  mutating func bind(_ value: Int64?)
  /// Binds a foreign key.
  mutating func bind(reference: Int64?)
  mutating func bind(_ value: Bool?)
  mutating func bind(_ value: Double?)
  mutating func bind(_ text: String?)
  mutating func bind(_ bytes: [UInt8]?)
  mutating func bind(_ date: CivilDate?)
  /// Binds an instant; rejects instants outside the years 1 to 9999, which readers do not accept.
  mutating func bind(_ instant: Instant?) throws(InputError)
  /// Binds a moment as text, or as seconds if text cannot represent it.
  mutating func bind(_ moment: LocalOrInstant?) throws(InputError)
  /// Binds a list; null if it is empty.
  mutating func bind(texts: [String]) throws(InputError)
  mutating func bind(json: String?)
}

extension RowBindings {
  /// Binds a list or object as JSON; null if it is empty.
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

  /// Binds `number, boolean, text, date, data`, exactly one of which is set.
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

/// The columns of a value's content, exactly one of which is set.
private typealias ContentColumns = (
  number: Double?, boolean: Bool?, text: String?, date: LocalOrInstant?, data: [UInt8]?
)

extension LocalOrInstant {
  /// The text that represents the moment exactly; `nil` for an instant without such text.
  package var exactText: String? {
    if case .instant(let instant) = self, Instant(instant.description) != instant { return nil }
    return description
  }
}

// The JSON of list elements.

/// The JSON of a note.
struct NoteForm: Codable {
  var content: String
  var title: String?
  var author: String?
  /// The instant as text; `nil` if text cannot represent it and `seconds` is used.
  var time: String?
  var seconds: Int64?

  init(_ note: RecordNote) {
    content = note.content
    title = note.title
    author = note.author
    let text = note.time?.description
    if text.flatMap({ Instant($0) }) == note.time {
      time = text
    } else {
      seconds = note.time?.seconds
    }
  }

  func note() throws(InputError) -> RecordNote {
    var note = RecordNote(content, title: title, author: author)
    if let time {
      guard let instant = Instant(time) else {
        throw InputError(.malformed(text: time, .instant), field: "time")
      }
      note.time = instant
    }
    if let seconds {
      let instant = Instant(seconds: seconds)
      guard instant.isReadable else { throw .outOfRange(instant, field: "seconds") }
      note.time = instant
    }
    return note
  }
}

/// The JSON of a labelled value.
struct LabelledForm: Codable {
  var label: String
  var value: String

  init(_ value: LabelledValue) {
    label = value.label
    self.value = value.value
  }

  var labelled: LabelledValue { LabelledValue(label, value) }
}

extension RowColumns {
  mutating func userInfo() throws(InputError) -> [String: String] {
    try json([String: String].self) ?? [:]
  }

  mutating func notes() throws(InputError) -> [RecordNote] {
    guard let forms = try json([NoteForm].self) else { return [] }
    var notes: [RecordNote] = []
    for form in forms {
      do throws(InputError) { notes.append(try form.note()) } catch { throw inside(error) }
    }
    return notes
  }

  mutating func labelled() throws(InputError) -> [LabelledValue] {
    try json([LabelledForm].self)?.map(\.labelled) ?? []
  }
}
