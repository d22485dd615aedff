/// A file that a page links to.
struct PageFile: Hashable, Sendable {
  /// The text of the link, such as `CSV`.
  var label: String
  /// The path relative to the page: names separated by `/`, not yet encoded for a URL.
  var path: String

  init(_ label: String, _ path: String) {
    self.label = label
    self.path = path
  }
}

/// A name with a value, such as a definition.
struct PageFact: Encodable, Hashable, Sendable {
  var name: String
  var value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
