public import AdherenceAnalytics
public import Diagnostics
import Formats
public import Scheduling

/// Writes records as CareKit revision records.
///
///     let document = CareKitWriter().document(of: record)
///     print(try CareKitRecords(document.bytes).patientIDs)  // ["ann"]
///
/// The output is deterministic: object keys are sorted, and versions without a UUID get a
/// name-based one (version 5 of RFC 9562).
///
/// CareKit supports fewer plans. A task whose plan it cannot represent is omitted with its
/// outcomes; a property without a counterpart, such as a window, is omitted. Both are reported.
public struct CareKitWriter: Sendable {
  /// The choices of the written document.
  public var options: Options

  /// Options for writing documents.
  public struct Options: Hashable, Sendable {
    /// The CareKit release of the format.
    public var form = Form.v4
    /// The format of dates.
    public var dates = Dates.seconds
    /// The dates whose occurrences are written one by one for plans with exclusions or overrides,
    /// which CareKit does not support; `nil` omits such plans.
    public var expanding: Range<CivilDate>?

    /// Creates the default options, for CareKit 4.0.
    public init() {}
  }

  /// The supported formats.
  public enum Form: String, CaseIterable, Hashable, Sendable {
    /// CareKit 4.0, in which each element has a calendar.
    case v4 = "4.0"
    /// CareKit 3.1.
    case v3 = "3.1"
  }

  /// The formats of dates.
  public enum Dates: String, CaseIterable, Hashable, Sendable {
    /// Seconds since 2001, the default of Foundation's encoder.
    case seconds
    /// ISO 8601 strings.
    case iso8601
  }

  /// Creates a writer.
  public init(_ options: Options = Options()) { self.options = options }

  /// Returns the document of a patient.
  public func document(of record: CareRecord) -> CareKitDocument {
    var draft = RecordDraft(record, options)
    let entities = draft.entities()
    let document = JSONValue.sorted([
      "entities": .list(entities),
      "knowledgeVector": ["processes": []],
    ])
    let source = "patient \(record.patient.id)"
    return CareKitDocument(
      bytes: document.bytes, problems: draft.problems.problems.map { $0.at(source: source) })
  }
}

/// A CareKit document.
///
///     for problem in document.problems { print(problem) }
///     // patient ann: 'tasks.tablet.matching' has no counterpart in CareKit and is omitted (the rest is written): 'window'
///     // patient ann: 'outcomes.0.key' has no counterpart in CareKit and is omitted (the rest is written)
///     // patient ann: 'outcomes.1.key' has no counterpart in CareKit and is omitted (the rest is written)
public struct CareKitDocument: Hashable, Sendable {
  /// The JSON text.
  public let bytes: [UInt8]
  /// The omissions, and the differences in CareKit's display.
  public let problems: [InputError]
}
