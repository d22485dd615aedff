/// Members that follow the calendar's months, weeks or days of the year: pages of a year each, and how
/// many members the pages before have.
///
/// A page depends on the kind of its year alone, of which there are fourteen, and on the place of the
/// interval against the year; kinds repeat after four hundred years, places after some times as many. So
/// the counts of one cycle say the place of every year there is.
struct YearlySequence {
  private let pages: RulePages
  /// The year of page 0, and the years from page to page.
  private let base: Int
  private let step: Int
  private let known: KnownPages
  /// The entries of the pages before each page of one cycle, and of the whole cycle at the end.
  private let before: [Int64]
  /// Whether the pages go on as they began; otherwise nothing matters behind the last one counted.
  private let isCyclic: Bool
  /// The members before the anchor.
  private var skipped: Int64 = 0

  /// The entries of one cycle.
  private var total: Int64 { before[before.count - 1] }
  private var cycle: Int { before.count - 1 }
  private var times: [Int64] { pages.times }

  /// Creates the sequence of the members at or after an anchor.
  ///
  /// - Parameters:
  ///   - pages: The members of each year.
  ///   - base: The year of the first page.
  ///   - step: The years from one page to the next.
  ///   - last: The last year that may matter.
  ///   - count: The most members that may matter.
  ///   - anchor: The first local time that may be a member.
  init(_ pages: RulePages, base: Int, step: Int, last: Int, count: Int, from anchor: Int64) {
    self.pages = pages
    self.base = base
    self.step = step
    let length = min(max(0, (last - base) / step) + 2, pages.cycle)
    var known = KnownPages(pages)
    var before: [Int64] = [0]
    // The first page may lie before the anchor, so that its members are not counted on.
    while before.count <= length,
      before[before.count - 1] - before[min(1, before.count - 1)] < count
    {
      let year = base + (before.count - 1) * step
      before.append(before[before.count - 1] + Int64(known.count(ofYear: year)))
    }
    self.known = known
    self.before = before
    isCyclic = before.count > pages.cycle
    skipped = total == 0 ? 0 : rank(anchor)
  }

  private func year(ofPage page: Int) -> Int { base + page * step }

  private func entries(ofPage page: Int) -> [Int32] { known.entries(ofYear: year(ofPage: page)) }

  /// The local second at which a page's year begins.
  private func begin(ofPage page: Int) -> Int64 {
    Int64(CivilDate.dayNumber(year: year(ofPage: page), month: 1, day: 1)) * 86_400
  }

  /// The entries of all pages before a page.
  private func entries(beforePage page: Int) -> Int64 {
    if page < before.count { return before[max(0, page)] }
    guard isCyclic else { return total }
    let (turn, rest) = page.quotientAndRemainder(dividingBy: cycle)
    return Int64(turn) * total + before[rest]
  }

  /// The page of an entry and its place there.
  private func place(ofEntry entry: Int64) -> (page: Int, place: Int) {
    let (turn, rest) = entry.quotientAndRemainder(dividingBy: total)
    // Pages have about as many entries each, so that the first guess is mostly right.
    var page = Int(rest * Int64(cycle) / total)
    while before[page] > rest { page -= 1 }
    while before[page + 1] <= rest { page += 1 }
    return (Int(turn) * cycle + page, Int(rest - before[page]))
  }

  func nominal(_ ordinal: Int64) -> Int64 {
    let (entry, time) = (ordinal + skipped).quotientAndRemainder(dividingBy: Int64(times.count))
    let (page, place) = place(ofEntry: entry)
    return begin(ofPage: page) + Int64(entries(ofPage: page)[place]) + times[Int(time)]
  }

  func rank(_ local: Int64) -> Int64 {
    guard total > 0 else { return 0 }
    let year = CivilDateTime(clamping: local).date.year
    let first = (year - (pages.reachesOver ? 1 : 0) - base).flooredQuotient(step)
    let last = (year + (pages.reachesOver ? 1 : 0) - base).flooredQuotient(step)
    var rank = entries(beforePage: first) * Int64(times.count)
    for page in max(0, first)...max(0, first, last) where hasPage(page) {
      rank += members(ofPage: page, before: local)
    }
    return max(0, rank - skipped)
  }

  private func hasPage(_ page: Int) -> Bool { isCyclic || page < cycle }

  private func members(ofPage page: Int, before local: Int64) -> Int64 {
    let entries = entries(ofPage: page)
    let distance = local - begin(ofPage: page)
    if times.count == 1 {
      return Int64(entries.partitionPoint { Int64($0) + times[0] < distance })
    }
    let day = distance.flooredQuotient(86_400) * 86_400
    let count = entries.partitionPoint { Int64($0) < day }
    let isIn = count < entries.count && Int64(entries[count]) == day
    let within = isIn ? times.partitionPoint { $0 < distance - day } : 0
    return Int64(count * times.count + within)
  }

  /// Hands on the local seconds of members one by one, from an ordinal on.
  func forEach(from ordinal: Int64, count: Int, _ body: (Int64) -> Void) {
    var (entry, time) = (ordinal + skipped).quotientAndRemainder(dividingBy: Int64(times.count))
    var (page, place) = place(ofEntry: entry)
    entry = 0
    var left = count
    while left > 0 {
      let entries = entries(ofPage: page)
      let begin = begin(ofPage: page)
      while place < entries.count, left > 0 {
        let day = begin + Int64(entries[place])
        while time < times.count, left > 0 {
          body(day + times[Int(time)])
          time += 1
          left -= 1
        }
        time = 0
        place += 1
      }
      place = 0
      page += 1
    }
  }
}

/// The pages that were met, by what they depend on, as far as they are few.
private struct KnownPages {
  private let pages: RulePages
  private let phases: Int
  private var known: [[Int32]?]

  private static let most = 256

  init(_ pages: RulePages) {
    self.pages = pages
    phases = pages.isRegular && pages.phases <= KnownPages.most ? pages.phases : 0
    known = Array(repeating: nil, count: 14 * phases)
  }

  private func place(ofYear year: Int) -> Int {
    YearKind(year: year).index * phases + (phases > 1 ? pages.phase(ofYear: year) : 0)
  }

  func entries(ofYear year: Int) -> [Int32] {
    guard phases > 0 else { return pages.entries(ofYear: year) }
    return known[place(ofYear: year)] ?? pages.entries(ofYear: year)
  }

  /// The number of entries of a year; its page is known from now on.
  mutating func count(ofYear year: Int) -> Int {
    let entries = entries(ofYear: year)
    if phases > 0 { known[place(ofYear: year)] = entries }
    return entries.count
  }
}

/// The greatest number that divides both.
func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}
