/// An error in input data: the invalid value and its location.
///
/// The properties are structured; ``description`` is the text. Programming errors trap instead.
///
///     do {
///       print(try Schedule(words: "evry day at 08:00").summary)
///     } catch {
///       print(error)
///       // is not understood at 'evry' (did you mean 'every'?); try 'every day at 08:00'
///     }
public struct InputError: Error, Sendable {
  /// The file or stream, as the caller named it.
  public var source: String?
  /// The line in the source, from 1; in a FHIR Bundle the number of the entry.
  public var line: Int?
  /// The name of the record in its format, such as `MedicationRequest/17`.
  public var record: String?
  /// The column or property; nested properties are given by a key path such as `elements.0.every`.
  public var field: String?
  /// Whether the field is a parameter of a call and not part of the data, so that a caller may substitute the
  /// name of its own option.
  public private(set) var isParameter = false
  /// The kind of error, with the value.
  public var problem: Problem
  /// At most three valid texts to use in place of a plan in words; ignored in comparisons.
  public package(set) var suggestions: [String] = []
  /// The underlying error of the operating system or a database; ignored in comparisons.
  public private(set) var cause: (any Error)?

  /// Creates an error; callers that know the location add it.
  public init(
    _ problem: Problem, field: String? = nil, line: Int? = nil, source: String? = nil,
    cause: (any Error)? = nil
  ) {
    self.problem = problem
    self.field = field
    self.line = line
    self.source = source
    self.cause = cause
  }

  /// Creates an error in a parameter of a call.
  public init(_ problem: Problem, parameter: String, source: String? = nil) {
    self.init(problem, field: parameter, source: source)
    isParameter = true
  }

  /// Returns the error as one in `parameter`, unless it names a field.
  package func of(parameter: String) -> InputError {
    guard field == nil else { return self }
    var error = self
    (error.field, error.isParameter) = (parameter, true)
    return error
  }

  /// Returns the error with the parts of its location that are not set yet.
  package func at(source: String? = nil, line: Int? = nil, record: String? = nil) -> InputError {
    var error = self
    error.record = error.record ?? record
    error.source = error.source ?? source
    error.line = error.line ?? line
    return error
  }

  /// The kinds of error in input data.
  public enum Problem: Hashable, Sendable {
    /// A value is not of the type that the field requires.
    case malformed(text: String, Expected)
    /// A word of a plan in plain words or of a date cannot be parsed; `word` is empty if the text ends too
    /// early, and `cure` suggests a correction or states the expected input.
    case notUnderstood(word: String, after: String, cure: String)
    /// A value has the right type but is out of range; `rule` completes "must …".
    case outOfRange(text: String, rule: String)
    /// A value is none of those allowed.
    case notOneOf(text: String, allowed: [String])
    /// A required field is absent.
    case missing
    /// A field is unknown.
    case unknown(allowed: [String])
    /// Two fields exclude each other.
    case conflict(with: String)
    /// A part of a standard that this version does not evaluate.
    case unsupported(part: String)
    /// A value refers to a record that does not exist.
    case noSuch(kind: String, id: String)
    /// An id occurs twice where it must be unique; the input is rejected.
    case duplicate(kind: String, id: String)
    /// Two records have the same identity; the first is used.
    case repeated(kind: String, id: String)
    /// Two versions of one record have the same effective time and the same recorded time.
    case overlappingVersions(kind: String, id: String)
    /// A value has units that no target has.
    case otherUnits(text: String, known: [String])
    /// An event precedes the start of its task.
    case tooEarly(text: String, begin: String)
    /// All records of a kind were rejected.
    case allRejected(what: String, count: Int)
    /// A size exceeds a limit; `cure` is a suggested fix where the limit alone does not suggest one.
    case tooLarge(what: String, limit: Int, cure: String = "")
    /// A file or folder cannot be read.
    case unreadable(reason: String)
    /// A file or folder cannot be written.
    case unwritable(reason: String)
    /// The data are ambiguous; the text asks which reading is meant and names the options that select it.
    case undecided(String)
    /// The bytes are not valid in the format.
    case broken(Defect)
    /// A value violates a rule of a format; `text` is the value, or empty if there is none.
    case against(Rule, text: String)
  }

  /// Invalid bytes below the level of fields; formats add their own defects to the general ones.
  public struct Defect: Hashable, Sendable {
    /// What is invalid, and the suggested fix.
    let text: String

    /// Creates a defect from a description with the suggested fix in parentheses.
    package init(_ text: String) { self.text = text }

    /// The bytes are not valid UTF-8.
    public static let invalidUTF8 = Defect("is not valid UTF-8 (save the file as UTF-8)")
    /// The bytes end too early.
    public static let truncated = Defect("ends in the middle of a record (the file was cut off)")
  }
}

extension InputError {
  /// A rule of a format, such as FHIR, that data can violate.
  public struct Rule: Hashable, Sendable {
    /// The rule's code, such as `noAnchor`.
    public let code: String
    /// The violation and the suggested fix.
    let text: String
    /// Whether a record that violates the rule is used, with a warning.
    public let keepsRecord: Bool

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - code: The rule's code.
    ///   - text: The violation, with the suggested fix in parentheses.
    ///   - keepsRecord: Whether a record that violates the rule is used, with a warning.
    package init(_ code: String, _ text: String, keepsRecord: Bool = false) {
      (self.code, self.text, self.keepsRecord) = (code, text, keepsRecord)
    }
  }
}

extension InputError: Hashable {
  /// Compares the problem and its location.
  public static func == (a: InputError, b: InputError) -> Bool {
    a.problem == b.problem && a.field == b.field && a.line == b.line && a.source == b.source
      && a.record == b.record && a.isParameter == b.isParameter
  }

  /// Hashes the problem and its location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(problem)
    hasher.combine(field)
    hasher.combine(line)
    hasher.combine(source)
    hasher.combine(record)
  }
}

extension InputError {
  /// Rejects a path that may be a server address, without repeating it in the message.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - exists: Whether a file of that name exists.
  /// - Throws: `InputError` that explains how files and servers are named.
  package static func refuseAddress(
    _ path: String, exists: @autoclosure () -> Bool = false
  ) throws(InputError) {
    let text = ServerAddressText(path)
    guard text.isLikeAddress, text.isAddress || !exists() else { return }
    throw InputError(
      .unreadable(
        reason: "it looks like the address of a server and is not repeated, as it may have a"
          + " password (name a server as postgresql://user@host/database, a file as ./name)"),
      source: "…")
  }
}

extension InputError.Problem {
  /// Whether the record is used despite the problem, which is then a warning and not a rejection.
  public var keepsRecord: Bool {
    switch self {
    case .otherUnits, .tooEarly, .noSuch("occurrence", _): true
    case .against(let rule, _): rule.keepsRecord
    default: false
    }
  }

  /// The problem's code, by which reports count problems.
  public var kind: String {
    switch self {
    case .malformed: "malformed"
    case .notUnderstood: "notUnderstood"
    case .outOfRange: "outOfRange"
    case .notOneOf: "notOneOf"
    case .missing: "missing"
    case .unknown: "unknownField"
    case .conflict: "conflict"
    case .unsupported: "unsupported"
    case .noSuch(let kind, _): "unknown" + InputError.Problem.joined(kind)
    case .duplicate(let kind, _), .repeated(let kind, _):
      "duplicate" + InputError.Problem.joined(kind)
    case .overlappingVersions: "overlappingVersions"
    case .otherUnits: "unknownUnits"
    case .tooEarly: "beforeTaskBegan"
    case .allRejected: "dataRejected"
    case .tooLarge: "tooLarge"
    case .unreadable: "unreadable"
    case .unwritable: "unwritable"
    case .undecided: "undecided"
    case .broken: "broken"
    case .against(let rule, _): rule.code
    }
  }

  /// Returns the words in upper camel case: `task group` becomes `TaskGroup`.
  private static func joined(_ words: String) -> String {
    words.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

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

    /// Hashes the code.
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
