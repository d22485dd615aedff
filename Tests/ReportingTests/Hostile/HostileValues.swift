import Scheduling

/// Boundary values of fields, and the generator that chooses among them.
struct HostileValues: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64: the same numbers on every machine.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func happens(oneIn count: Int) -> Bool { number(1...count) == 1 }

  mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[number(0...choices.count - 1)]
  }

  /// Neither empty nor in another order than given.
  private mutating func few<Choice>(_ choices: [Choice]) -> [Choice] {
    let count = number(1...3)
    return (0..<count).map { _ in pick(choices) }
  }
}

// Times.
extension HostileValues {
  private static let dates = [
    "0001-01-01", "0001-01-02", "1600-02-29", "1899-12-31", "1970-01-01", "2011-12-30",
    "2024-02-29", "2024-12-31", "2025-01-06", "2025-01-10", "2025-01-31", "2025-02-01",
    "2025-03-09", "2025-11-02", "2400-02-29", "9999-12-30", "9999-12-31",
  ]
  private static let clocks = [
    "00:00:00", "00:00:01", "02:30:00", "03:00:00", "08:00:00", "12:00:00", "23:59:59",
  ]

  mutating func date() -> String { pick(HostileValues.dates) }
  mutating func clock() -> String { pick(HostileValues.clocks) }
  mutating func local() -> String { "\(date())T\(clock())" }
  mutating func instant() -> String { local() + pick(["Z", "Z", "+14:00", "-12:00", "+05:45"]) }

  mutating func moment() -> String {
    switch number(0...3) {
    case 0: date()
    case 1: instant()
    default: local()
    }
  }

  private static let zones = [
    "UTC", "America/New_York", "Europe/Berlin", "Pacific/Apia", "Pacific/Kiritimati",
    "Pacific/Niue", "America/Juneau", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Manila",
    "America/Havana", "Africa/Monrovia",
  ]

  /// A zone, or a journey whose legs may follow each other at once.
  mutating func zone() -> String {
    let home = pick(HostileValues.zones)
    if happens(oneIn: 2) { return home }
    var leg = pick([1_736_200_000, 1_741_500_000, 1_325_000_000, -62_135_596_800, 13_574_000_000])
    var journey = home
    for _ in 0..<pick([1, 2, 3, 12, 40]) {
      journey += ";\(Self.text(ofSecond: leg))=\(pick(HostileValues.zones))"
      leg += pick([0, 0, 1, 60, 1800, 3600, 86_400, 200_000])
    }
    return journey
  }

  private mutating func unit(_ letter: String) -> String {
    "\(pick([0, 1, 1, 2, 3, 7, 24, 30, 400, 86_400, 120_000, 3_660_000, 999_999_999_999]))\(letter)"
  }

  mutating func period() -> String {
    switch number(0...9) {
    case 0: "PT0S"
    case 1: "P10000Y"
    case 2: "PT400000000000S"
    case 3: "P" + unit("M")
    case 4: "P" + unit("D") + "T" + unit("S")
    case 5: "PT" + unit("H")
    case 6: "PT" + unit("S")
    default: pick(["P1D", "P1W", "P1M", "PT8H", "PT1M", "P2D"])
    }
  }
}

// Rules and numbers.
extension HostileValues {
  private static let frequencies = [
    "SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY",
  ]
  private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// A rule by the grammar of RFC 5545, with parts that rarely fit each other.
  mutating func rule() -> String {
    var parts = ["FREQ=\(pick(HostileValues.frequencies))"]
    if happens(oneIn: 2) {
      let intervals = [2, 3, 5, 6, 7, 12, 100, 400, 1200, 1441, 86_399, 146_097, 2_147_483_647]
      parts.append("INTERVAL=\(pick(intervals))")
    }
    for part in ["BYMONTH", "BYMONTHDAY", "BYDAY", "BYHOUR", "BYSETPOS"] where happens(oneIn: 3) {
      parts.append(self.part(part))
    }
    for part in ["BYWEEKNO", "BYYEARDAY", "BYMINUTE", "BYSECOND"] where happens(oneIn: 6) {
      parts.append(self.part(part))
    }
    if happens(oneIn: 3) { parts.append("COUNT=\(pick([1, 2, 25, 1000, 2_147_483_647]))") }
    if happens(oneIn: 6) {
      parts.append("UNTIL=\(pick(["00010101", "20250201T120000Z", "99991231"]))")
    }
    if happens(oneIn: 6) { parts.append("WKST=\(pick(HostileValues.weekdays))") }
    if happens(oneIn: 6) { parts.append("SKIP=\(pick(["OMIT", "FORWARD", "BACKWARD"]))") }
    return parts.joined(separator: ";")
  }

  private mutating func part(_ name: String) -> String {
    let values: [String] =
      switch name {
      case "BYMONTH": few(Array(1...12)).map(String.init)
      case "BYMONTHDAY": few([1, 15, 28, 29, 30, 31, -1, -30, -31]).map(String.init)
      case "BYDAY": weekdays()
      case "BYHOUR": few([0, 1, 2, 8, 23]).map(String.init)
      case "BYSETPOS": few([1, 2, 7, 366, -1, -2, -366]).map(String.init)
      case "BYWEEKNO": few([1, 5, 20, 53, -1, -53]).map(String.init)
      case "BYYEARDAY": few([1, 60, 365, 366, -1, -365, -366]).map(String.init)
      case "BYSECOND": few([0, 30, 59, 60]).map(String.init)
      default: few([0, 15, 59]).map(String.init)
      }
    return "\(name)=\(values.joined(separator: ","))"
  }

  private mutating func weekdays() -> [String] {
    let ordinal = pick(["", "", "", "1", "6", "-1", "53", "-53"])
    return few(HostileValues.weekdays).map { ordinal + $0 }
  }

  /// A number as JSON has it.
  mutating func numeral() -> String {
    pick([
      "0", "1", "-1", "2", "0.1", "-0.0", "1.7e308", "-1e300", "1e-320", "2147483647", "2147483648",
      "4294967296", "9007199254740993", "9223372036854775807", "-9223372036854775808", "1e400",
    ])
  }

  private static func text(ofSecond second: Int) -> String { "\(Instant(seconds: Int64(second)))" }
}
