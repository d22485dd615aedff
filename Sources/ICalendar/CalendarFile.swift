public import AdherenceAnalytics
public import Diagnostics
package import Interchange
import ScheduleFormats
public import Scheduling

/// One patient's plan read from an iCalendar file (RFC 5545).
///
/// Events and to-dos are tasks with the UID as id; each component's rules, dates and exceptions
/// form a recurrence set. A changed occurrence is an override, a change of all later occurrences is
/// a version of the task, and the completion of a to-do is an outcome.
///
///     let file = try CalendarFile(text: text, patient: "ann", zone: Zone("Europe/Berlin"))
///     print(file.record.tasks.map(\.id), file.problems.count)  // ["tablet@clinic.example"] 0
///
/// An error rejects the component that contains it, for a series including its changes; a warning
/// does not. Both are reported in ``problems`` with file, line and property.
public struct CalendarFile: Sendable {
  /// The patient's record.
  public let record: CareRecord
  /// The errors of rejected components and the warnings, in order of lines.
  public let problems: [InputError]
  /// The number of tasks read, rejected, and kept with warnings.
  public private(set) var counts = RecordCounts()
  /// The number of ignored components by name, excluding nested ones.
  public let ignoredComponents: [String: Int]

  /// Reads a file, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - patient: The patient's id.
  ///   - zone: The time zone of floating times; `nil` uses X-WR-TIMEZONE, or the first named zone
  ///     if no time is floating.
  /// - Throws: `InputError` if the file cannot be read or is not a calendar, or if a time is
  ///   floating without a known time zone.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(path: String, patient: String, zone: Zone? = nil) throws(InputError) {
    let name = path == "-" ? "stdin" : path.split(separator: "/").last.map(String.init) ?? path
    try self.init(ByteSource(path: path, name: name), patient: patient, zone: zone)
  }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: The content of a file.
  ///   - name: The name in errors.
  ///   - patient: The patient's id.
  ///   - zone: The time zone of floating times; `nil` uses X-WR-TIMEZONE, or the first named zone
  ///     if no time is floating.
  /// - Throws: `InputError` if the text is not a calendar, or if a time is floating without a known
  ///   time zone.
  public init(text: String, name: String? = nil, patient: String, zone: Zone? = nil)
    throws(InputError)
  {
    try self.init(bytes: Array(text.utf8), name: name, patient: patient, zone: zone)
  }

  /// Parses bytes.
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

  /// Parses a stream.
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
    let problems = content.problems.problems + reader.problems.problems + clocks.warnings
    let name = source.name.isEmpty ? nil : source.name
    self.problems = problems.sorted { ($0.line ?? .max) < ($1.line ?? .max) }
      .map { $0.at(source: name) }
    ignoredComponents = content.ignoredComponents
    record = CareRecord(
      patient: Patient(id: patient, zone: zone), tasks: reader.tasks, outcomes: reader.outcomes)
    counts.tasks = reader.counts
    counts.tasks.read = reader.counts.rejected
  }
}

extension CalendarFile: CohortSource {
  /// The id of the one patient.
  public var patientIDs: [String] { [record.patient.id] }

  /// Creates a reader.
  public func makeReader() -> RecordList.Reader {
    RecordList(entries: [CohortEntry(unexamined: record)]).makeReader()
  }
}

extension CalendarContent {
  /// The display time zone of the file, from X-WR-TIMEZONE.
  fileprivate func zone(of source: String) throws(InputError) -> Zone? {
    guard let line = zoneName else { return nil }
    var names = ZoneNames(zones)
    if let zone = names.zone(line.value, inCalendar: 0) { return zone }
    throw line.error(.against(.unknownZone, text: line.value)).at(source: source)
  }
}
