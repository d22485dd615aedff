import Scheduling
import TestSupport
import Testing

/// A Timing with arbitrary parts of `repeat`, compatible or not.
struct AnyTiming {
  let json: String
  let start: String
  private(set) var count: Int?
  private(set) var end: CivilDate?

  init(_ random: inout RandomRecords) throws {
    let first = try day("2024-03-07").adding(days: random.number(0...300))
    let clock = CivilTime(secondOfDay: random.number(0...95) * 900)
    start = random.isTrue(oneIn: 2) ? "\(first)" : "\(first)T\(clock):00Z"
    var parts: [String] = []
    func list(_ values: [String], _ random: inout RandomRecords) -> String {
      let some = values.shuffled(using: &random.random).prefix(random.number(1...3))
      return "[" + some.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
    if random.isTrue(oneIn: 2) { parts.append(#""frequency": \#(random.number(1...6))"#) }
    if random.isTrue(oneIn: 2) {
      let unit = try random.any(["min", "h", "d", "d", "wk", "wk", "mo", "a"])
      let length = try random.any(["1", "1", "2", "3", "7", "14", "24", "0.5", "1.5", "90"])
      parts.append(#""period": \#(length), "periodUnit": "\#(unit)""#)
      if random.isTrue(oneIn: 5) { parts.append(#""periodMax": 95"#) }
    }
    if random.isTrue(oneIn: 3) {
      parts.append(
        #""dayOfWeek": "# + list(["mon", "tue", "wed", "thu", "fri", "sat", "sun"], &random))
    }
    if random.isTrue(oneIn: 6) {
      let url = "http://hl7.org/fhir/StructureDefinition/timing-dayOfMonth"
      parts.append(
        #""extension": [{"url": "\#(url)", "valuePositiveInt": \#(random.number(1...31))}]"#)
    }
    switch random.number(1...6) {
    case 1:
      parts.append(
        #""timeOfDay": "# + list(["00:30:00", "02:30:00", "08:00:00", "23:59:00"], &random))
    case 2: parts.append(#""when": "# + list(["MORN", "EVE", "C", "HS", "PCV", "NIGHT"], &random))
    case 3: parts.append(#""when": "# + list(["ACM", "PHS", "HS"], &random) + #", "offset": 600"#)
    default: break
    }
    if random.isTrue(oneIn: 3) {
      let count = random.number(1...12)
      self.count = count
      parts.append(#""count": \#(count)"#)
    }
    if random.isTrue(oneIn: 3) {
      let last = first.adding(days: random.number(1...60))
      end = last.adding(days: 1)
      parts.append(#""boundsPeriod": {"start": "\#(start)", "end": "\#(last)"}"#)
    }
    json = "{\(parts.joined(separator: ", "))}"
  }
}
