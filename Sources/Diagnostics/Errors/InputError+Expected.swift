extension InputError {
  /// A type of value that a field requires; the modules that parse a type declare it.
  public struct Expected: Hashable, Sendable {
    /// The code of the type, such as `wholeNumber`.
    public let code: String
    /// The type with its article.
    let name: String
    /// Returns the suggested fix for a text of another type.
    let cure: @Sendable (String) -> String

    /// Creates a type from its code, its name with its article, and the suggested fix.
    package init(_ code: String, _ name: String, _ cure: String) {
      self.init(code, name) { _ in cure }
    }

    /// Creates a type whose suggested fix depends on the text; it is computed when an error is described.
    package init(_ code: String, _ name: String, cure: @escaping @Sendable (String) -> String) {
      (self.code, self.name, self.cure) = (code, name, cure)
    }

    /// Compares the codes.
    public static func == (a: Expected, b: Expected) -> Bool { a.code == b.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
  }
}

extension InputError.Expected {
  /// A number.
  public static let number = Self("number", "a number", "use a point, as in 2.5")
  /// An integer.
  public static let wholeNumber = Self("wholeNumber", "a whole number", "as in 14")
  /// A Boolean.
  public static let boolean = Self("boolean", "a Boolean", "use true or false")
  /// A string.
  public static let text = Self("text", "a string", "put it in quotes")
  /// An object.
  public static let object = Self("object", "an object", "put it in braces")
  /// A list.
  public static let list = Self("list", "a list", "put it in brackets")
  /// Any JSON value.
  public static let json = Self("json", "a JSON value", "check quotes, commas and braces")
}
