/// A cursor over a `YearlySequence`.
struct YearlyCursor: MemberCursor {
  private let sequence: YearlySequence
  private(set) var ordinal: Int64
  private var index = 0
  private var page: YearPages.Page
  /// The index in the page's entries, and in the times.
  private var position = 0
  private var time = 0

  init(_ sequence: YearlySequence, at ordinal: Int64) {
    self.sequence = sequence
    self.ordinal = ordinal
    page = sequence.pages.page(0)
    move(to: ordinal)
  }

  var local: Int64 { page.begin + Int64(page.entries[position]) + sequence.pages.times[time] }

  mutating func move(to ordinal: Int64) {
    self.ordinal = ordinal
    (index, position, time) = sequence.position(of: ordinal)
    sequence.pages.turn(&page, to: index)
  }

  mutating func append<Row: OccurrenceRow>(_ members: MemberRange, to rows: inout OutputSpan<Row>) {
    while ordinal < members.last, !rows.isFull {
      if sequence.pages.times.count == 1 {
        appendEntries(members, to: &rows)
      } else {
        appendTimes(members, to: &rows)
      }
      guard position == page.range.upperBound, ordinal < members.last else { return }
      repeat { turnPage() } while page.range.isEmpty
    }
  }

  private mutating func turnPage() {
    index += 1
    sequence.pages.turn(&page, to: index)
    position = page.range.lowerBound
  }

  /// Appends the members of the page that are in the range, for a rule with one time of day.
  ///
  /// Safe: the count is that of rows that were written.
  private mutating func appendEntries<Row: OccurrenceRow>(
    _ members: MemberRange, to rows: inout OutputSpan<Row>
  ) {
    let most = min(Int(members.last - ordinal), rows.freeCapacity)
    let upper = min(page.range.upperBound, position + most)
    let base = page.begin + sequence.pages.times[0]
    let count = rows.append(
      page.entries.span, position..<upper, below: members.end - base, from: base - members.shift,
      packed: members.packed | UInt64(ordinal))
    ordinal &+= Int64(count)
    position &+= count
  }

  /// Appends the members of the page that are in the range, for a rule with several times of day.
  private mutating func appendTimes<Row: OccurrenceRow>(
    _ members: MemberRange, to rows: inout OutputSpan<Row>
  ) {
    while position < page.range.upperBound {
      let day = page.begin + Int64(page.entries[position])
      while time < sequence.pages.times.count {
        let local = day + sequence.pages.times[time]
        if ordinal == members.last || rows.isFull || local >= members.end { return }
        rows.append(Row(start: local - members.shift, packed: members.packed | UInt64(ordinal)))
        ordinal += 1
        time += 1
      }
      time = 0
      position += 1
    }
  }
}

/// Members that follow the calendar's months, weeks or days of the year, in one page for each year.
struct YearlySequence {
  let pages: YearPages
  /// The number of members before the anchor.
  private let skipped: Int64

  /// Creates the sequence of members at or after an anchor.
  init(_ pages: YearPages, from anchor: Int64) {
    self.pages = pages
    skipped = pages.rank(anchor)
  }

  func nominal(_ ordinal: Int64) -> Int64 {
    let (index, position, time) = position(of: ordinal)
    let page = pages.page(index)
    return page.begin + Int64(page.entries[position]) + pages.times[time]
  }

  func rank(_ local: Int64) -> Int64 { max(0, pages.rank(local) - skipped) }

  /// Returns the page of a member, the index of its entry, and the index of its time.
  func position(of ordinal: Int64) -> (page: Int, position: Int, time: Int) {
    pages.position(of: ordinal + skipped)
  }
}
