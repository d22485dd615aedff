public import AdherenceAnalytics
package import Interchange
public import Scheduling

/// One patient's plan as calendar files have it: iCalendar, RFC 5545.
///
/// Events and to-dos are tasks, of which UID is the id; the rules, dates and exceptions of each are a distinct
/// recurrence set. A change of an occurrence is an override, one of all later occurrences a version of the
/// task, and what is done of a to-do an outcome.
///
///     let file = try CalendarFile(text: text, patient: "ann", zone: Zone("Europe/Berlin"))
///     print(file.record.tasks.map(\.id), file.problems.count)  // ["tablet@clinic.example"] 0
///
/// What is wrong sets aside the component that has it, a series with its changes; what is doubtful is kept.
/// Both are among the ``problems``, with file, line and property.
public struct CalendarFile: Sendable {
  /// The patient's record.
  public let record: CareRecord
  /// What is wrong, which was set aside, and what is doubtful, in order of the lines.
  public let problems: [InputError]
  /// How many tasks were set aside or are doubtful; those of the record count with it.
  public private(set) var counts = RecordCounts()
  /// How many components were passed over, by their names; those within others do not count.
  public let passedOver: [String: Int]

  /// Reads a file, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: Where it lies.
  ///   - patient: Whose plan it is.
  ///   - zone: The zone in which floating times resolve; `nil` means that of X-WR-TIMEZONE, and where nothing
  ///     floats the first one that is named.
  /// - Throws: `InputError` where the file cannot be read or is no calendar, or where a time floats and nobody
  ///   names a zone.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(path: String, patient: String, zone: Zone? = nil) throws(InputError) {
    let name = path == "-" ? "stdin" : path.split(separator: "/").last.map(String.init) ?? path
    try self.init(ByteSource(path: path, name: name), patient: patient, zone: zone)
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The content of a file.
  ///   - name: What errors call it.
  ///   - patient: Whose plan it is.
  ///   - zone: The zone in which floating times resolve; `nil` means that of X-WR-TIMEZONE, and where nothing
  ///     floats the first one that is named.
  /// - Throws: `InputError` where the text is no calendar, or where a time floats and nobody names a zone.
  public init(text: String, name: String? = nil, patient: String, zone: Zone? = nil)
    throws(InputError)
  {
    try self.init(bytes: Array(text.utf8), name: name, patient: patient, zone: zone)
  }

  /// Reads bytes.
  package init(bytes: [UInt8], name: String? = nil, patient: String, zone: Zone? = nil)
    throws(InputError)
  {
    var rest: [UInt8]? = bytes
    let source = ByteSource(name: name ?? "") { block throws(InputError) in
      guard let bytes = rest, !bytes.isEmpty else { return false }
      block += bytes
      rest = nil
      return true
    }
    try self.init(source, patient: patient, zone: zone)
  }

  /// Reads a stream.
  package init(_ source: ByteSource, patient: String, zone: Zone?) throws(InputError) {
    var content = try ComponentReader.content(of: source)
    guard content.isCalendar else {
      throw InputError(.against(.noCalendar, text: ""), source: source.name)
    }
    var known = zone
    if known == nil { known = try content.zone(of: source.name) }
    let groups = ComponentGroup.groups(of: &content)
    let clocks = CalendarClocks(content.zones, patientZone: known ?? .utc)
    var reader = TaskReader(clocks, content.calendars)
    for group in groups { reader.read(group) }
    if known == nil, let line = clocks.floating {
      throw InputError(.against(.noZone, text: ""), parameter: "zone", source: source.name)
        .at(line: line.line)
    }
    let zone = known ?? clocks.firstZone ?? .utc
    let problems = content.problems.problems + reader.problems.problems + clocks.doubts
    let name = source.name.isEmpty ? nil : source.name
    self.problems = problems.sorted { ($0.line ?? .max) < ($1.line ?? .max) }
      .map { $0.at(source: name) }
    passedOver = content.passedOver
    record = CareRecord(
      patient: Patient(id: patient, zone: zone), tasks: reader.tasks, outcomes: reader.outcomes)
    counts.tasks = reader.counts
    counts.tasks.read = reader.counts.setAside
  }
}

extension CalendarFile: CohortSource {
  /// The one patient.
  public var patientIDs: [String] { [record.patient.id] }

  /// Makes a reader.
  public func makeReader() -> RecordList.Reader {
    RecordList(entries: [CohortEntry(unexamined: record)]).makeReader()
  }
}

extension CalendarContent {
  /// The zone that the file names for whom it is shown to.
  fileprivate func zone(of source: String) throws(InputError) -> Zone? {
    guard let line = zoneName else { return nil }
    var names = ZoneNames(zones)
    if let zone = names.zone(line.value, inCalendar: 0) { return zone }
    throw line.error(.against(.unknownZone, text: line.value)).at(source: source)
  }
}
