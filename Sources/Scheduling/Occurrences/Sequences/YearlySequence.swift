/// Members that follow the calendar's months, weeks or days of the year: pages of a year each, and how
/// many members the pages before have.
///
/// A page depends on the kind of its year alone, of which there are fourteen, and kinds repeat after
/// four hundred years; so the counts of one cycle say the place of every year there is. Rules whose
/// interval shifts against the year have no cycle, and their counts run to the calendar's end.
struct YearlySequence {
  /// The times of every entry's day, in seconds, ascending.
  let times: [Int64]
  /// Whether a page may hold days of a neighbouring year.
  private let reachesOver: Bool
  /// The pages, where they depend on more than the kind of the year.
  private let pages: RulePages?
  /// The year of page 0, and the years from page to page.
  private let base: Int
  private let step: Int
  /// The entries of each kind of year that was met, where pages depend on the kind, one after the other.
  private var entries: [Int32] = []
  private var kinds: [Range<Int>] = []
  /// The entries of the pages before each page of one cycle, and of the whole cycle at the end.
  private var before: [Int64] = [0]
  /// The members before the anchor.
  private(set) var skipped: Int64 = 0

  /// The entries of one cycle.
  private var total: Int64 { before[before.count - 1] }
  private var cycle: Int { before.count - 1 }

  /// Creates the sequence of the members at or after an anchor.
  ///
  /// - Parameters:
  ///   - pages: The members of each year.
  ///   - base: The year of the first page.
  ///   - step: The years from one page to the next.
  ///   - last: The last year that may matter, for rules without a cycle.
  ///   - anchor: The first local time that may be a member.
  init(_ pages: RulePages, base: Int, step: Int, last: Int, from anchor: Int64) {
    times = pages.times
    reachesOver = pages.reachesOver
    self.pages = pages.isCyclic ? nil : pages
    self.base = base
    self.step = step
    let most = max(0, (last - base) / step) + 2
    if pages.isCyclic {
      countKinds(pages, min(most, 400 / greatestCommonDivisor(400, step)))
    } else {
      countPages(pages, most)
    }
    skipped = total == 0 ? 0 : rank(anchor)
  }

  /// Counts the pages of a cycle, with the entries of each kind of year that it meets.
  private mutating func countKinds(_ pages: RulePages, _ length: Int) {
    var met = [Range<Int>?](repeating: nil, count: 14)
    before.reserveCapacity(length + 1)
    var sum: Int64 = 0
    for index in 0..<length {
      let year = base + index * step
      let kind = YearKind(year: year).index
      if met[kind] == nil {
        let first = entries.count
        entries += pages.entries(ofYear: year)
        met[kind] = first..<entries.count
      }
      sum += Int64(met[kind]?.count ?? 0)
      before.append(sum)
    }
    kinds = met.map { $0 ?? 0..<0 }
  }

  private mutating func countPages(_ pages: RulePages, _ length: Int) {
    before.reserveCapacity(length + 1)
    for index in 0..<length {
      before.append(before[index] + Int64(pages.count(ofYear: base + index * step)))
    }
  }

  /// The members of one year.
  struct Page {
    /// The local second at which the year begins.
    var begin: Int64
    /// The entries, in seconds from the beginning, and those that are the page's.
    var entries: [Int32]
    var range: Range<Int>
  }

  func page(_ index: Int) -> Page {
    let year = base + index * step
    let first = CivilDate.dayNumber(year: year, month: 1, day: 1)
    let begin = Int64(first) * 86_400
    if let pages {
      let entries = pages.entries(ofYear: year)
      return Page(begin: begin, entries: entries, range: entries.indices)
    }
    return Page(begin: begin, entries: entries, range: kinds[YearKind(year, from: first).index])
  }

  /// The entries of all pages before a page.
  private func entries(beforePage page: Int) -> Int64 {
    if page < before.count { return before[max(0, page)] }
    guard pages == nil else { return total }
    let (turn, rest) = page.quotientAndRemainder(dividingBy: cycle)
    return Int64(turn) * total + before[rest]
  }

  /// The page of a member, the place of its entry in the page, and that of its time.
  func place(of ordinal: Int64) -> (page: Int, place: Int, time: Int) {
    let (entry, time) = (ordinal + skipped).quotientAndRemainder(dividingBy: Int64(times.count))
    let (turn, rest) = entry.quotientAndRemainder(dividingBy: total)
    // Pages have about as many entries each, so that the first guess is mostly right.
    var page = Int(rest * Int64(cycle) / total)
    while before[page] > rest { page -= 1 }
    while before[page + 1] <= rest { page += 1 }
    return (Int(turn) * cycle + page, Int(rest - before[page]), Int(time))
  }

  func nominal(_ ordinal: Int64) -> Int64 {
    let (index, place, time) = place(of: ordinal)
    let page = page(index)
    return page.begin + Int64(page.entries[page.range.lowerBound + place]) + times[time]
  }

  func rank(_ local: Int64) -> Int64 {
    guard total > 0 else { return 0 }
    let year = CivilDateTime(clamping: local).date.year
    let first = (year - (reachesOver ? 1 : 0) - base).flooredQuotient(step)
    let last = (year + (reachesOver ? 1 : 0) - base).flooredQuotient(step)
    var rank = entries(beforePage: first) * Int64(times.count)
    for page in max(0, first)...max(0, first, last) where hasPage(page) {
      rank += members(of: self.page(page), before: local)
    }
    return max(0, rank - skipped)
  }

  private func hasPage(_ page: Int) -> Bool { pages == nil || page < cycle }

  private func members(of page: Page, before local: Int64) -> Int64 {
    let entries = page.entries[page.range]
    let distance = local - page.begin
    if times.count == 1 {
      let place = entries.partitionPoint { Int64($0) + times[0] < distance }
      return Int64(place - page.range.lowerBound)
    }
    let day = distance.flooredQuotient(86_400) * 86_400
    let place = entries.partitionPoint { Int64($0) < day }
    let isIn = place < page.range.upperBound && Int64(entries[place]) == day
    let within = isIn ? times.partitionPoint { $0 < distance - day } : 0
    return Int64((place - page.range.lowerBound) * times.count + within)
  }
}

/// The greatest number that divides both.
func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}
