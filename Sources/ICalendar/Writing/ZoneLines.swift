import ScheduleFormats
import Scheduling

/// Writes the VTIMEZONEs of a calendar.
struct ZoneLines {
  /// The zones sorted by name, with the instants from the first anchor to the last bound.
  private var spans: [String: (zone: Zone, span: Range<Instant>)] = [:]

  /// The length described for open-ended elements: forty years in seconds.
  private static let open: Int64 = 40 * 31_556_952

  /// Adds a zone for the time in which an element uses it.
  mutating func take(_ zone: Zone, from first: Instant, to last: Instant?) {
    let day = Instant(seconds: first.seconds / 86_400 * 86_400)
    let span = day..<max(day.adding(seconds: 2), last ?? first.adding(seconds: ZoneLines.open))
    let known = spans[zone.id]?.span ?? span
    let lower = min(known.lowerBound, span.lowerBound)
    spans[zone.id] = (zone, lower..<max(known.upperBound, span.upperBound))
  }

  /// The VTIMEZONEs, sorted by name.
  var lines: [ContentLine] {
    spans.values.sorted { $0.zone.calendarName < $1.zone.calendarName }.flatMap { zone, span in
      ZoneLines.lines(zone, span)
    }
  }

  private static func lines(_ zone: Zone, _ span: Range<Instant>) -> [ContentLine] {
    let isNamed = zone.calendarName == zone.id
    // A zone without an IANA name is written completely.
    let range = isNamed ? span : Instant.earliest..<Zone.lastChange
    let changes = zone.changes(in: range)
    let first = min(span.lowerBound, changes.first?.at ?? span.lowerBound).adding(seconds: -86_400)
    var before = zone.offset(at: first)
    var groups = [Onset(from: before, to: before): [zone.civil(at: first)]]
    for change in changes {
      let onset = Onset(from: before, to: before + change.seconds)
      groups[onset, default: []].append(change.local)
      before += change.seconds
    }
    let observances = groups.sorted { $0.value[0] < $1.value[0] }.flatMap { $0.key.lines($0.value) }
    return [.begin("VTIMEZONE"), ContentLine(name: "TZID", value: zone.calendarName)] + observances
      + [.end("VTIMEZONE")]
  }
}

/// The offsets before and after a clock change.
private struct Onset: Hashable {
  var from: Int
  var to: Int

  /// Returns the observance that starts at local times.
  func lines(_ times: [CivilDateTime]) -> [ContentLine] {
    let name = to > from ? "DAYLIGHT" : "STANDARD"
    var lines: [ContentLine] = [
      .begin(name), WrittenClock.floating.line("DTSTART", [times[0]]),
      ContentLine(name: "TZOFFSETFROM", value: Onset.text(from)),
      ContentLine(name: "TZOFFSETTO", value: Onset.text(to)),
    ]
    let rest = Array(times.dropFirst())
    lines += rest.isEmpty ? [] : [WrittenClock.floating.line("RDATE", rest)]
    return lines + [.end(name)]
  }

  private static func text(_ offset: Int) -> String {
    let seconds = abs(offset)
    let parts = [seconds / 3600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
    return (offset < 0 ? "-" : "+") + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }
}

extension ContentLine {
  static func begin(_ component: String) -> ContentLine {
    ContentLine(name: "BEGIN", value: component)
  }

  static func end(_ component: String) -> ContentLine {
    ContentLine(name: "END", value: component)
  }
}
