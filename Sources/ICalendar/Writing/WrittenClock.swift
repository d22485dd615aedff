import Scheduling

/// The clock that the stamps of a component follow, and how they are written.
enum WrittenClock: Hashable {
  /// All day.
  case date
  case floating
  case utc
  case zone(Zone)

  /// The clock of an element; that of elapsed time is UTC.
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

  /// The zone that has to be described.
  var zone: Zone? { if case .zone(let zone) = self { zone } else { nil } }

  /// A line of local times.
  func line(_ name: String, _ times: [CivilDateTime]) -> ContentLine {
    var line = ContentLine(name: name, value: times.map(text).joined(separator: ","))
    switch self {
    case .date: line.parameters["VALUE"] = "DATE"
    case .zone(let zone): line.parameters["TZID"] = zone.calendarName
    case .floating, .utc: break
    }
    return line
  }

  /// A local time as it is written.
  func text(_ local: CivilDateTime) -> String {
    switch self {
    case .date: local.basic(isDate: true)
    case .floating, .zone: local.basic(isDate: false)
    case .utc: local.basic(isDate: false) + "Z"
    }
  }
}

extension ScheduleElement {
  /// Whether it repeats after so much elapsed time, and no clock matters but at its start.
  var followsElapsedTime: Bool {
    if case .every(let period) = recurrence { return !period.isCivil }
    return false
  }
}

extension Zone {
  /// The name by which a calendar calls the zone.
  ///
  /// One that is known by its offsets alone is called by a sum of these, since they would fill many lines.
  ///
  /// Safe: FNV-1a wraps.
  var calendarName: String {
    guard id.utf8.contains(UInt8(ascii: ";")) else { return id }
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "Offsets-" + String(sum, radix: 16)
  }
}
