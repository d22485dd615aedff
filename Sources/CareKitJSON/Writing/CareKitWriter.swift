public import AdherenceAnalytics
public import Scheduling

/// Writes records as CareKit's revision records.
///
///     let document = CareKitWriter().document(of: record)
///     print(try CareKitRecords(document.bytes).patientIDs)  // ["ann"]
///
/// The same record gives the same bytes: the keys of objects are sorted, and versions without a
/// UUID get one that is made of their names (version 5 of RFC 9562).
///
/// CareKit knows fewer plans. A task whose plan it cannot have is left out with its outcomes; what
/// only loses a part, such as a window, is written without it. Both are said.
public struct CareKitWriter: Sendable {
  /// How documents are written.
  public var options: Options

  /// The form of documents.
  public struct Options: Hashable, Sendable {
    /// The release whose coding is written.
    public var form = Form.v4
    /// How dates are written.
    public var dates = Dates.seconds
    /// The days whose occurrences are written one by one where a plan has exclusions or changes,
    /// which CareKit has not; `nil` refuses such plans.
    public var expanding: Range<CivilDate>?

    /// Creates the options of CareKit 4.0.
    public init() {}
  }

  /// The codings that are written.
  public enum Form: String, CaseIterable, Hashable, Sendable {
    /// That of CareKit 4.0, in which each element has a calendar.
    case v4 = "4.0"
    /// That of CareKit 3.1.
    case v3 = "3.1"
  }

  /// The ways to write dates.
  public enum Dates: String, CaseIterable, Hashable, Sendable {
    /// Seconds since 2001, as Foundation's encoder does by itself.
    case seconds
    /// Texts of ISO 8601.
    case iso8601
  }

  /// Creates a writer.
  public init(_ options: Options = Options()) { self.options = options }

  /// The document of a patient.
  public func document(of record: CareRecord) -> CareKitDocument {
    var draft = RecordDraft(record, options)
    let entities = draft.entities()
    var json = SortedJSON()
    json.write(
      .object([
        "entities": .array(entities),
        "knowledgeVector": .object(["processes": .array([])]),
      ]))
    let source = "patient \(record.patient.id)"
    return CareKitDocument(
      bytes: json.bytes, problems: draft.problems.problems.map { $0.at(source: source) })
  }
}

/// A document for CareKit.
///
///     for problem in document.problems { print(problem) }
///     // patient ann: 'tasks.tablet.matching' has no place in CareKit and is left out (the rest is written): 'window'
///     // patient ann: 'outcomes.0.key' has no place in CareKit and is left out (the rest is written)
///     // patient ann: 'outcomes.1.key' has no place in CareKit and is left out (the rest is written)
public struct CareKitDocument: Hashable, Sendable {
  /// The text.
  public let bytes: [UInt8]
  /// What is left out of it, and what CareKit will show otherwise.
  public let problems: [InputError]
}
