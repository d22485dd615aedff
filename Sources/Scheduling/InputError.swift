/// One thing that is wrong with data from outside, and where it stands.
///
/// The properties are facts; ``description`` makes the text. Programmer mistakes trap instead.
public struct InputError: Error, Hashable, Sendable {
  /// The file or stream, as the caller named it.
  public var source: String?
  /// The line in the source, from 1.
  public var line: Int?
  /// The column or property; for nested properties a path such as `elements.0.every`.
  public var field: String?
  /// What is wrong.
  public var problem: Problem

  /// Creates an error; whoever knows the place fills it in.
  public init(_ problem: Problem, field: String? = nil, line: Int? = nil, source: String? = nil) {
    self.problem = problem
    self.field = field
    self.line = line
    self.source = source
  }

  /// The same error with the parts of its place that it lacked.
  package func at(source: String? = nil, line: Int? = nil) -> InputError {
    var error = self
    error.source = error.source ?? source
    error.line = error.line ?? line
    return error
  }

  /// The ways in which data from outside can be wrong.
  public enum Problem: Hashable, Sendable {
    /// A value is not of the kind that its field takes.
    case malformed(text: String, Expected)
    /// A value is of the right kind and impossible here; `rule` completes "must …".
    case outOfRange(text: String, rule: String)
    /// A value is none of those the field knows.
    case notOneOf(text: String, allowed: [String])
    /// A field is required and absent.
    case missing
    /// A field is known to nobody.
    case unknown(allowed: [String])
    /// Two fields contradict each other.
    case conflict(with: String)
    /// A part of a standard that this version does not evaluate.
    case unsupported(part: String)
    /// A value names a record that is not there.
    case noSuch(kind: String, id: String)
    /// Two records have one identity.
    case duplicate(kind: String, id: String)
    /// Two versions of one record hold from the same moment and were known at the same moment.
    case overlappingVersions(kind: String, id: String)
    /// A value is in units that no target has.
    case otherUnits(text: String, known: [String])
    /// An event is earlier than the task that it is of.
    case tooEarly(text: String, begin: String)
    /// Something grew over a bound.
    case tooLarge(what: String, limit: Int)
    /// A file or folder cannot be read.
    case unreadable(reason: String)
    /// A file or folder cannot be written.
    case unwritable(reason: String)
    /// The bytes are not what the format is made of.
    case broken(Defect)
  }

  /// The kinds of value that fields take.
  public enum Expected: String, CaseIterable, Sendable {
    case number, wholeNumber, boolean, text, object, list
    case date, time, dateTime, instant, moment, basicMoment, period, zone, occurrenceKey, rule,
      weekday, json, property, base64
  }

  /// Damage below the level of fields.
  public enum Defect: Hashable, Sendable {
    case invalidUTF8
    case unclosedQuote
    case strayQuote
    case fieldCount(found: Int, expected: Int)
    case truncated
  }
}
