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
