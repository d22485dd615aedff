import AdherenceAnalytics
import Diagnostics
import Scheduling

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
