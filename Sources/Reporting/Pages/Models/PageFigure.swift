/// A number at the top of a page, with what it means.
struct PageFigure: Hashable, Sendable {
  /// What it is, in a few words.
  var name: String
  /// The number with its unit, as it is shown; `–` where it is missing.
  var value: String
  /// What stands below it, such as an interval or why it is missing.
  var note: String
  /// How it is computed, in a sentence.
  var definition: String

  /// Creates a figure.
  init(_ name: String, _ value: String, note: String = "", definition: String) {
    self.name = name
    self.value = value
    self.note = note
    self.definition = definition
  }
}
