/// A number at the top of a page, with its definition.
struct PageFigure: Hashable, Sendable {
  /// The name, in a few words.
  var name: String
  /// The formatted number with its unit; `–` if it is missing.
  var value: String
  /// The text below the number, such as an interval or the reason why it is missing.
  var note: String
  /// The definition, in a sentence.
  var definition: String

  init(_ name: String, _ value: String, note: String = "", definition: String) {
    self.name = name
    self.value = value
    self.note = note
    self.definition = definition
  }
}
