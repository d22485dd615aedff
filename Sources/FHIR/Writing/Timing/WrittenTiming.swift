import Formats
import Interchange
import Scheduling

/// A Timing with the surrounding members of its Dosage, before it is written.
struct WrittenTiming: Hashable {
  var events: [String] = []
  var start: String?
  /// The last moment (inclusive).
  var end: String?
  var count: Int?
  var duration: WrittenLength?
  var frequency: Int?
  var period: WrittenLength?
  var days = ListedDays()
  var times: [CivilTime] = []
  var isAsNeeded = false
  /// The maximum uses per period, which are written as a dose.
  var maximum: Int?
  var maximumPeriod: WrittenLength?
  var leastGap: WrittenLength?
  var target: ScheduleElement.Target?
  var text: String?
}

/// A length in one unit of time.
struct WrittenLength: Hashable {
  var value: Int
  var unit: UnitOfTime

  /// Creates the length in its largest unit; `nil` if it has civil and elapsed parts.
  init?(_ period: ISODuration) {
    switch (period.months, period.days, period.seconds) {
    case (let months, 0, 0) where months > 0:
      self = WrittenLength(of: months, [(12, .a), (1, .mo)])
    case (0, let days, 0) where days > 0: self = WrittenLength(of: days, [(7, .wk), (1, .d)])
    case (0, 0, let seconds) where seconds > 0:
      self = WrittenLength(of: seconds, [(3600, .h), (60, .min), (1, .s)])
    default: return nil
    }
  }

  private init(of count: Int, _ units: [(count: Int, unit: UnitOfTime)]) {
    let largest = units.first { count.isMultiple(of: $0.count) } ?? (1, .s)
    (value, unit) = (count / largest.count, largest.unit)
  }

  /// The length in minutes if it is in hours, because whole days in hours would be read as civil
  /// days.
  var inMinutes: WrittenLength {
    unit == .h ? WrittenLength(value: value * 60, unit: .min) : self
  }

  private init(value: Int, unit: UnitOfTime) { (self.value, self.unit) = (value, unit) }
}

// Conversion to the members of a Dosage.
extension WrittenTiming {
  /// Returns the members of the Dosage.
  func dosage(_ release: FHIRRelease) -> WrittenDosage {
    var members: [(name: String, json: [UInt8])] = []
    func add(_ name: String, _ isThere: Bool = true, _ write: (inout JSONBytes) -> Void) {
      if !isThere { return }
      var json = JSONBytes()
      write(&json)
      members.append((name, json.bytes))
    }
    let text = text?.fhirText
    add("modifierExtension", leastGap != nil, writeLeastGap)
    add("text", text != nil) { $0.text(text ?? "") }
    add("timing", hasTiming, writeTiming)
    add(release == .r4 ? "asNeededBoolean" : "asNeeded", isAsNeeded) { $0.raw("true".utf8) }
    add("doseAndRate", target != nil) { json in
      json.items([()]) { json, _ in json.object(writeDose) }
    }
    add("maxDosePerPeriod", maximum != nil) { json in
      if release == .r4 {
        writeMaximum(&json)
      } else {
        json.items([()]) { json, _ in writeMaximum(&json) }
      }
    }
    return WrittenDosage(members)
  }

  private var hasTiming: Bool { !events.isEmpty || start != nil || period != nil }

  private func writeLeastGap(_ json: inout JSONBytes) {
    json.items([()]) { json, _ in
      json.object { json in
        json.property("url", TimingExtension.leastGap)
        json.property(
          "valueDuration", object: { json in if let leastGap { json.length(leastGap) } })
      }
    }
  }

  private func writeTiming(_ json: inout JSONBytes) {
    json.object { json in
      if !events.isEmpty { json.property("event", items: events) { $0.text($1) } }
      if duration != nil || start != nil || period != nil {
        json.property("repeat", object: writeRepeat)
      }
    }
  }

  private func writeRepeat(_ json: inout JSONBytes) {
    writeMonthDays(&json)
    if let start {
      json.property(
        "boundsPeriod",
        object: { json in
          json.property("start", start)
          json.property("end", end)
        })
    }
    json.whole("count", count)
    json.length("duration", duration)
    json.whole("frequency", frequency)
    json.length("period", period)
    writeWeekdays(&json)
    if !times.isEmpty { json.property("timeOfDay", items: times) { $0.text($1.fhirText) } }
  }
}

// Days.
extension WrittenTiming {
  private func writeMonthDays(_ json: inout JSONBytes) {
    let numbers = (1...31).filter { days.monthDays & 1 << $0 != 0 }
    if numbers.isEmpty { return }
    json.property("extension", items: numbers) { json, day in
      json.object { json in
        json.property("url", TimingExtension.dayOfMonth)
        json.whole("valuePositiveInt", day)
      }
    }
  }

  private func writeWeekdays(_ json: inout JSONBytes) {
    let listed = ListedDays.weekdayCodes.indices.filter { days.weekdays & 1 << $0 != 0 }
    if listed.isEmpty { return }
    json.property("dayOfWeek", items: listed) { $0.text(ListedDays.weekdayCodes[$1]) }
  }
}

// Doses.
extension WrittenTiming {
  private func writeDose(_ json: inout JSONBytes) {
    guard let target else { return }
    switch target.condition {
    case .within(let range):
      json.property(
        "doseRange",
        object: { json in
          json.quantity("low", range.lowerBound, unit: target.units)
          json.quantity("high", range.upperBound, unit: target.units)
        })
    case .atLeast(.number(let amount)):
      json.quantity("doseQuantity", amount, unit: target.units)
    case .atLeast, .atMost, .exactly: break
    }
  }

  private func writeMaximum(_ json: inout JSONBytes) {
    json.object { json in
      let dose = target?.leastAmount ?? 0
      json.quantity("numerator", Double(maximum ?? 0) * dose, unit: target?.units)
      json.property(
        "denominator",
        object: { json in
          if let maximumPeriod { json.length(maximumPeriod) }
        })
    }
  }
}

extension ScheduleElement.Target {
  /// The lower end of the amount; `nil` if there is none.
  var leastAmount: Double? {
    switch condition {
    case .atLeast(.number(let amount)): amount
    case .within(let range): range.lowerBound
    case .atLeast, .atMost, .exactly: nil
    }
  }
}

extension JSONBytes {
  fileprivate mutating func whole(_ name: String, _ number: Int?) {
    guard let number else { return }
    self.name(name)
    raw("\(number)".utf8)
  }

  /// Writes a length as two members, such as `period` and `periodUnit`.
  fileprivate mutating func length(_ name: String, _ length: WrittenLength?) {
    whole(name, length?.value)
    property(name + "Unit", length?.unit.rawValue)
  }

  /// Writes the members of a Duration.
  fileprivate mutating func length(_ length: WrittenLength) {
    whole("value", length.value)
    property("system", "http://unitsofmeasure.org")
    property("code", length.unit.rawValue)
  }
}

extension CivilTime {
  /// The time with seconds, which FHIR requires.
  fileprivate var fhirText: String { second == 0 ? "\(self):00" : "\(self)" }
}
