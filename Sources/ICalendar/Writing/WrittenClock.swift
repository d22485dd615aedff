import ScheduleFormats
import Scheduling

/// The type and time zone of a component's date-times.
enum WrittenClock: Hashable {
  /// Dates.
  case date
  case floating
  case utc
  case zone(Zone)

  /// Determines the clock of an element; elapsed time is in UTC.
  init(of element: ScheduleElement) {
    if element.isAllDay {
      self = .date
    } else if element.followsElapsedTime {
      self = .utc
    } else if case .fixed(let zone) = element.clockBinding {
      self = zone == .utc ? .utc : .zone(zone)
    } else {
      self = .floating
    }
  }

  /// The time zone that needs a VTIMEZONE.
  var zone: Zone? { if case .zone(let zone) = self { zone } else { nil } }

  /// Returns a property of local times.
  func line(_ name: String, _ times: [CivilDateTime]) -> ContentLine {
    var line = ContentLine(name: name, value: times.map(text).joined(separator: ","))
    switch self {
    case .date: line.parameters["VALUE"] = "DATE"
    case .zone(let zone): line.parameters["TZID"] = zone.calendarName
    case .floating, .utc: break
    }
    return line
  }

  /// Returns the text of a local time.
  func text(_ local: CivilDateTime) -> String {
    switch self {
    case .date: local.basic(isDate: true)
    case .floating, .zone: local.basic(isDate: false)
    case .utc: local.basic(isDate: false) + "Z"
    }
  }
}

extension ScheduleElement {
  /// Whether it repeats at elapsed intervals.
  var followsElapsedTime: Bool {
    if case .every(let period) = recurrence { return !period.isCivil }
    return false
  }
}

extension Zone {
  /// The TZID of the zone.
  ///
  /// A zone without an IANA name gets a checksum of its offsets, which would be too long as a name.
  ///
  /// Safe: FNV-1a wraps.
  var calendarName: String {
    guard id.utf8.contains(UInt8(ascii: ";")) else { return id }
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "Offsets-" + String(sum, radix: 16)
  }
}
