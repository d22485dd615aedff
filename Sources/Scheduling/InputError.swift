/// One thing that is wrong with data from outside, and where it stands.
///
/// The properties are facts; ``description`` makes the text. Programmer mistakes trap instead.
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
  /// The line in the source, from 1; in a Bundle of FHIR the number of the entry.
  public var line: Int?
  /// The record that is meant by the name that its format gives it, such as `MedicationRequest/17`.
  public var record: String?
  /// The column or property; for nested properties a path such as `elements.0.every`.
  public var field: String?
  /// Whether the field is a parameter of what was asked and not a part of data, so that whoever asked may
  /// call it otherwise.
  public private(set) var isParameter = false
  /// What is wrong.
  public var problem: Problem
  /// Texts that would be accepted in place of a plan in words, at most three; they play no part in comparisons.
  public package(set) var suggestions: [String] = []
  /// The error below that it comes from, of the system or of a database; it plays no part in comparisons.
  public private(set) var cause: (any Error)?

  /// Creates an error; whoever knows the place fills it in.
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

  /// Creates the error of a parameter of what was asked.
  public init(_ problem: Problem, parameter: String, source: String? = nil) {
    self.init(problem, field: parameter, source: source)
    isParameter = true
  }

  /// The same error as one of a parameter, where it has no field of its own.
  package func of(parameter: String) -> InputError {
    guard field == nil else { return self }
    var error = self
    (error.field, error.isParameter) = (parameter, true)
    return error
  }

  /// The same error with the parts of its place that it lacked.
  package func at(source: String? = nil, line: Int? = nil, record: String? = nil) -> InputError {
    var error = self
    error.record = error.record ?? record
    error.source = error.source ?? source
    error.line = error.line ?? line
    return error
  }

  /// The ways in which data from outside can be wrong.
  public enum Problem: Hashable, Sendable {
    /// A value is not of the kind that its field takes.
    case malformed(text: String, Expected)
    /// A word of a plan in plain words or of a date is not understood, or the words end too early where
    /// `word` is empty; `cure` says what may have been meant, or was expected.
    case notUnderstood(word: String, after: String, cure: String)
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
    /// Something is named twice where one was meant, and nothing of it is taken.
    case duplicate(kind: String, id: String)
    /// Two records have one identity; the first is used.
    case repeated(kind: String, id: String)
    /// Two versions of one record hold from the same moment and were known at the same moment.
    case overlappingVersions(kind: String, id: String)
    /// A value is in units that no target has.
    case otherUnits(text: String, known: [String])
    /// An event is earlier than the task that it is of.
    case tooEarly(text: String, begin: String)
    /// All records of a kind that belong together could not be read.
    case allSetAside(what: String, count: Int)
    /// Something grew over a bound; `cure` says what to do where the bound alone does not.
    case tooLarge(what: String, limit: Int, cure: String = "")
    /// A file or folder cannot be read.
    case unreadable(reason: String)
    /// A file or folder cannot be written.
    case unwritable(reason: String)
    /// The data can be read in several ways; the text asks which, and names the options that decide.
    case undecided(String)
    /// The bytes are not what the format is made of.
    case broken(Defect)
    /// A value breaks a rule of a format; `text` is the value, empty where there is none.
    case against(Rule, text: String)
  }

  /// The kinds of value that fields take.
  public enum Expected: String, CaseIterable, Sendable {
    case number, wholeNumber, boolean, text, object, list
    case date, time, dateTime, instant, moment, basicMoment, period, zone, occurrenceKey, rule,
      weekday, json, property, base64
    /// Dates and times whose meaning depends on a ``MomentFormat``.
    case writtenMoment, orderedMoment, countedMoment, dayFirst, monthFirst, countOfSeconds,
      excelSerial, patternedMoment
  }

  /// Damage below the level of fields; formats have their own beside those of any text.
  public struct Defect: Hashable, Sendable {
    /// What the bytes do, and the cure.
    let text: String

    /// Creates a defect from what the bytes do, and the cure in parentheses.
    package init(_ text: String) { self.text = text }

    /// The bytes are no text.
    public static let invalidUTF8 = Defect("is not valid UTF-8 (save the file as UTF-8)")
    /// The bytes end too early.
    public static let truncated = Defect("ends in the middle of a record (the file was cut off)")
  }
}

extension InputError {
  /// A rule of a format, such as FHIR, that data can break.
  public struct Rule: Hashable, Sendable {
    /// The rule in one word, such as `noAnchor`.
    public let code: String
    /// What the value does, and the cure.
    let text: String
    /// Whether what breaks it is kept all the same, and is doubtful only.
    public let keepsRecord: Bool

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - code: The rule in one word.
    ///   - text: What a value does that breaks it, and the cure in parentheses.
    ///   - keepsRecord: Whether the record is kept.
    package init(_ code: String, _ text: String, keepsRecord: Bool = false) {
      (self.code, self.text, self.keepsRecord) = (code, text, keepsRecord)
    }
  }
}

extension InputError: Hashable {
  /// Compares what is wrong and where.
  public static func == (a: InputError, b: InputError) -> Bool {
    a.problem == b.problem && a.field == b.field && a.line == b.line && a.source == b.source
      && a.record == b.record && a.isParameter == b.isParameter
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(problem)
    hasher.combine(field)
    hasher.combine(line)
    hasher.combine(source)
    hasher.combine(record)
  }
}
