import Scheduling

/// Writes local seconds as `2025-01-13T08:00:00`; the date written last is remembered.
struct TimeBytes {
  private var day = Int64.min
  private var date: [UInt8] = []
  private var clock = Array("00:00:00".utf8)

  /// The seconds that have four digits for their year.
  static let range = CivilDateTime.first.localSeconds...CivilDateTime.last.localSeconds

  mutating func append(_ seconds: Int64, to bytes: inout [UInt8]) {
    var (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    if second < 0 { (day, second) = (day - 1, second + 86_400) }
    if day != self.day {
      self.day = day
      date = Array("\(CivilDate(dayNumber: Int(day)))T".utf8)
    }
    bytes.append(contentsOf: date)
    let minute = second / 60
    set(minute / 60, at: 0)
    set(minute % 60, at: 3)
    set(second % 60, at: 6)
    bytes.append(contentsOf: clock)
  }

  private mutating func set(_ number: Int64, at place: Int) {
    clock[place] = UInt8(truncatingIfNeeded: 48 + number / 10)
    clock[place + 1] = UInt8(truncatingIfNeeded: 48 + number % 10)
  }
}
