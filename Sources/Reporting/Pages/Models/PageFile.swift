/// A file that a page links to.
struct PageFile: Hashable, Sendable {
  /// What the link says, such as `CSV`.
  var label: String
  /// Where the file lies, seen from the page: names separated by `/`, not yet encoded for a URL.
  var path: String

  /// Creates a link to a file.
  init(_ label: String, _ path: String) {
    self.label = label
    self.path = path
  }
}

/// Something said in a name and a value, such as a definition.
struct PageFact: Hashable, Sendable {
  /// What it is about.
  var name: String
  /// What is said.
  var value: String

  /// Creates a fact.
  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
