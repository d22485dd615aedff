/// Members that follow the calendar's months, weeks or days of the year, in pages of a year each.
struct YearlySequence {
  let pages: YearPages
  /// The members of the pages before the anchor.
  private let skipped: Int64

  /// Creates the sequence of the members at or after an anchor.
  init(_ pages: YearPages, from anchor: Int64) {
    self.pages = pages
    skipped = pages.rank(anchor)
  }

  func nominal(_ ordinal: Int64) -> Int64 {
    let (index, place, time) = place(of: ordinal)
    let page = pages.page(index)
    return page.begin + Int64(page.entries[place]) + pages.times[time]
  }

  func rank(_ local: Int64) -> Int64 { max(0, pages.rank(local) - skipped) }

  /// The page of a member, the place of its entry there, and that of its time.
  func place(of ordinal: Int64) -> (page: Int, place: Int, time: Int) {
    pages.place(of: ordinal + skipped)
  }
}
