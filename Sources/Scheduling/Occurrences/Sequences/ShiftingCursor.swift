/// A place among the members of a `ShiftingSequence`.
struct ShiftingCursor: MemberCursor {
  private let sequence: ShiftingSequence
  private(set) var ordinal: Int64
  private var year = 0
  /// The days of the year, and the place of the day.
  private var days: [Int] = []
  private var day = 0
  /// The members of the day, and the place of the member.
  private var members: [Int64] = []
  private var place = 0

  init(_ sequence: ShiftingSequence, at ordinal: Int64) {
    self.sequence = sequence
    self.ordinal = ordinal
    move(to: ordinal)
  }

  var local: Int64 { members[place] }

  mutating func move(to ordinal: Int64) {
    place += Int(ordinal - self.ordinal)
    self.ordinal = ordinal
    // Where clocks skip, each member is moved to by itself, and most are of the same day.
    guard ordinal < sequence.total, !members.indices.contains(place) else { return }
    (year, days, day, place) = sequence.place(of: ordinal)
    members = sequence.members(ofDay: days[day])
  }

  mutating func append<Row: OccurrenceRow>(_ stretch: MemberStretch, to rows: inout OutputSpan<Row>)
  {
    while ordinal < stretch.last, !rows.isFull, local < stretch.end {
      rows.append(Row(start: local - stretch.shift, packed: stretch.packed | UInt64(ordinal)))
      ordinal += 1
      place += 1
      if place == members.count { findDay() }
    }
  }

  /// Goes on to the next day that has members.
  private mutating func findDay() {
    guard ordinal < sequence.total else { return }
    repeat { turnDay() } while members.isEmpty
    place = 0
  }

  private mutating func turnDay() {
    day += 1
    while day >= days.count {
      year += 1
      days = sequence.days(of: year)
      day = 0
    }
    members = sequence.members(ofDay: days[day])
  }
}
