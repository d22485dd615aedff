/// A place among the members of a ``YearlySequence``.
struct YearlyCursor: MemberCursor {
  private let sequence: YearlySequence
  private(set) var ordinal: Int64
  private var index = 0
  private var page: YearlySequence.Page
  /// The place in the page's entries, and among the times.
  private var place = 0
  private var time = 0

  init(_ sequence: YearlySequence, at ordinal: Int64) {
    self.sequence = sequence
    self.ordinal = ordinal
    page = sequence.page(0)
    move(to: ordinal)
  }

  var local: Int64 { page.begin + Int64(page.entries[place]) + sequence.times[time] }

  mutating func move(to ordinal: Int64) {
    let found = sequence.place(of: ordinal)
    self.ordinal = ordinal
    index = found.page
    time = found.time
    page = sequence.page(index)
    place = page.range.lowerBound + found.place
  }

  mutating func append<Row: OccurrenceRow>(_ stretch: Stretch, to rows: inout OutputSpan<Row>) {
    let last = min(stretch.last, ordinal + Int64(rows.freeCapacity))
    while ordinal < last {
      if sequence.times.count == 1 {
        appendEntries(stretch, last, to: &rows)
      } else {
        appendTimes(stretch, last, to: &rows)
      }
      guard place == page.range.upperBound, ordinal < stretch.last else { return }
      turnPage()
    }
  }

  private mutating func turnPage() {
    repeat {
      index += 1
      page = sequence.page(index)
    } while page.range.isEmpty
    place = page.range.lowerBound
  }

  /// Appends what the page has of a stretch, one member for each entry.
  private mutating func appendEntries<Row: OccurrenceRow>(
    _ stretch: Stretch, _ last: Int64, to rows: inout OutputSpan<Row>
  ) {
    let page = page
    let base = page.begin + sequence.times[0]
    let entries = page.entries.span
    let (start, end) = (base - stretch.shift, stretch.end - base)
    let upper = min(page.range.upperBound, place + Int(last - ordinal))
    var (place, packed) = (place, stretch.packed | UInt64(ordinal))
    while place < upper, Int64(entries[place]) < end {
      rows.append(Row(start: start &+ Int64(entries[place]), packed: packed))
      place &+= 1
      packed &+= 1
    }
    ordinal += Int64(place - self.place)
    self.place = place
  }

  /// Appends what the page has of a stretch, several times of each day.
  private mutating func appendTimes<Row: OccurrenceRow>(
    _ stretch: Stretch, _ last: Int64, to rows: inout OutputSpan<Row>
  ) {
    let (sequence, page) = (sequence, page)
    let times = sequence.times.span
    while place < page.range.upperBound {
      let day = page.begin + Int64(page.entries[place])
      while time < times.count {
        if ordinal == last || day + times[time] >= stretch.end { return }
        let start = day + times[time] - stretch.shift
        rows.append(Row(start: start, packed: stretch.packed | UInt64(ordinal)))
        ordinal += 1
        time += 1
      }
      time = 0
      place += 1
    }
  }
}
