/// The members of a rule year by year ("pages"), with cumulative counts.
///
/// A page depends only on the kind of its year, of which there are fourteen, and on the phase of the
/// interval; kinds repeat after four hundred years, phases after a multiple of that. The counts of one cycle
/// therefore determine those of every year; if all pages have equally many members, one number does.
final class YearPages: Sendable {
  /// The times of day of every entry, in seconds, ascending.
  let times: [Int64]
  private let rule: RulePages
  /// The year of page 0, and the number of years from page to page.
  private let base: Int
  private let step: Int
  private let known: KnownPages
  private let counts: PageCounts

  /// Creates the pages of a rule and counts their members.
  init(_ rule: RulePages, base: Int, step: Int, last: Int, count: Int) {
    self.rule = rule
    self.base = base
    self.step = step
    times = rule.times
    let length = min(max(0, (last - base) / step) + 2, rule.cycle)
    var known = KnownPages(rule)
    if step == 1, length == rule.cycle, count == .max, let each = known.countOfEach() {
      counts = .even(Int64(each))
    } else {
      let before = known.sums(from: base, step: step, pages: length, count: count)
      counts = .listed(before, isCyclic: before.count > rule.cycle)
    }
    self.known = known
  }
}

/// A cache of pages by the properties that they depend on, if these have few values.
struct KnownPages {
  /// The concatenated entries of all cached pages.
  private(set) var entries: [Int32] = []
  private let rule: RulePages
  private let phases: Int
  /// The ranges of the pages in `entries`, by the kind of the year and the phase of the interval.
  private var ranges: [Range<Int32>]
  /// The kind of each year in the calendar's cycle, or its length if weekdays are irrelevant.
  private let kinds: [UInt8]

  /// The maximum number of phases for which pages are cached.
  static let most = 256
  private static let unknown: Range<Int32> = -1 ..< -1

  init(_ rule: RulePages) {
    self.rule = rule
    phases = rule.isRegular && rule.phases <= KnownPages.most ? rule.phases : 0
    ranges = Array(repeating: KnownPages.unknown, count: 14 * phases)
    kinds = rule.followsWeekdays ? YearKind.cycle : YearKind.lengths
  }

  /// Returns the index of a year's page in `ranges`; the cache must be in use.
  private func rangeIndex(_ year: Int) -> Int {
    let kind = Int(kinds[YearKind.cycleIndex(ofYear: year)])
    return phases == 1 ? kind : kind * phases + rule.phase(ofYear: year)
  }

  /// Returns the range of a year's entries; `nil` if they are not cached.
  func range(_ year: Int) -> Range<Int>? {
    guard phases > 0 else { return nil }
    let range = ranges[rangeIndex(year)]
    return range.lowerBound < 0 ? nil : Int(range.lowerBound)..<Int(range.upperBound)
  }

  /// Returns the number of entries of each year, if all are equal.
  mutating func countOfEach() -> Int? {
    guard phases == 1 else { return nil }
    let each = count(ofYear: YearKind.examples[0])
    return YearKind.examples.allSatisfy { count(ofYear: $0) == each } ? each : nil
  }

  /// Returns the cumulative number of entries before each of `pages` pages and after the last, stopping when
  /// `count` is exceeded.
  mutating func sums(from base: Int, step: Int, pages: Int, count: Int) -> [Int64] {
    var sums: [Int64] = []
    sums.append(addingCapacity: pages + 1) { sums in
      sums.append(0)
      var (year, sum, first): (Int, Int64, Int64) = (base, 0, 0)
      // The first page may precede the anchor, so its members do not count towards the limit.
      while !sums.isFull, sum - first < count {
        sum += Int64(self.count(ofYear: year))
        if year == base { first = sum }
        sums.append(sum)
        year += step
      }
    }
    return sums
  }

  /// Returns the number of entries of a year, and caches its page.
  ///
  /// Safe: both ends are offsets in the entries.
  private mutating func count(ofYear year: Int) -> Int {
    guard phases > 0 else { return rule.entries(ofYear: year).count }
    let range = ranges[rangeIndex(year)]
    return range.lowerBound < 0 ? learn(year) : Int(range.upperBound &- range.lowerBound)
  }

  private mutating func learn(_ year: Int) -> Int {
    let first = entries.count
    rule.append(entriesOfYear: year, to: &entries)
    let count = entries.count - first
    if first == 0 { entries.reserveCapacity(count * (rule.followsWeekdays ? 14 : 2)) }
    ranges[rangeIndex(year)] = Int32(first)..<Int32(first + count)
    return count
  }
}

extension YearPages {
  /// The members of one year.
  struct Page {
    /// The local second at which the year begins.
    var begin: Int64 = 0
    /// The entries of this page and possibly others, in seconds from the start of the year.
    var entries: [Int32]
    /// The range of the page in `entries`.
    var range = 0..<0
    /// Whether `entries` is the cache.
    var isKnown = true
  }

  /// Returns the page with a number, counted from the anchor's year.
  func page(_ index: Int) -> Page {
    var page = Page(entries: known.entries)
    turn(&page, to: index)
    return page
  }

  /// Replaces a page with another.
  ///
  /// Safe: pages are those of years of the calendar.
  func turn(_ page: inout Page, to index: Int) {
    let year = base &+ index &* step
    page.begin = Int64(YearKind.begin(ofYear: year)) &* 86_400
    if let range = known.range(year) {
      if !page.isKnown { page.entries = known.entries }
      page.range = range
      page.isKnown = true
    } else {
      page.entries = rule.entries(ofYear: year)
      page.range = page.entries.indices
      page.isKnown = false
    }
  }

  /// Returns the page of a member, the index of its entry, and the index of its time.
  func position(of member: Int64) -> (page: Int, position: Int, time: Int) {
    let (entry, time) = member.quotientAndRemainder(dividingBy: Int64(times.count))
    let (page, position) = counts.position(ofEntry: entry)
    return (page, self.page(page).range.lowerBound + position, Int(time))
  }

  /// Returns the number of members before a local time.
  func rank(_ local: Int64) -> Int64 {
    guard counts.areAny else { return 0 }
    let year = CivilDateTime(clamping: local).date.year
    let first = (year - (rule.reachesOver ? 1 : 0) - base).flooredQuotient(step)
    let last = (year + (rule.reachesOver ? 1 : 0) - base).flooredQuotient(step)
    var rank = counts.entries(beforePage: first) * Int64(times.count)
    for index in max(0, first)...max(0, first, last) where counts.reach(page: index) {
      rank += members(of: page(index), before: local)
    }
    return rank
  }

  private func members(of page: Page, before local: Int64) -> Int64 {
    let entries = page.entries[page.range]
    let distance = local - page.begin
    if times.count == 1 {
      let position = entries.partitionPoint { Int64($0) + times[0] < distance }
      return Int64(position - page.range.lowerBound)
    }
    let day = distance.flooredQuotient(86_400) * 86_400
    let position = entries.partitionPoint { Int64($0) < day }
    let isIn = position < page.range.upperBound && Int64(entries[position]) == day
    let within = isIn ? times.partitionPoint { $0 < distance - day } : 0
    return Int64((position - page.range.lowerBound) * times.count + within)
  }
}

/// Returns the greatest common divisor.
func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}

/// The numbers of entries on the pages of a rule.
enum PageCounts {
  /// The same number on each page.
  case even(Int64)
  /// The cumulative numbers before each page of one cycle, and after all of it.
  ///
  /// If the pages are not cyclic, pages after the last one listed are irrelevant.
  case listed([Int64], isCyclic: Bool)

  /// Returns the number of entries on all pages before a page.
  func entries(beforePage page: Int) -> Int64 {
    switch self {
    case .even(let each): return Int64(max(0, page)) * each
    case .listed(let before, let isCyclic):
      if page < before.count { return before[max(0, page)] }
      let cycle = before.count - 1
      guard isCyclic else { return before[cycle] }
      let (turn, rest) = page.quotientAndRemainder(dividingBy: cycle)
      return Int64(turn) * before[cycle] + before[rest]
    }
  }

  /// Returns the page of an entry and its index on that page; there must be at least one entry.
  func position(ofEntry entry: Int64) -> (page: Int, position: Int) {
    switch self {
    case .even(let each):
      let (page, position) = entry.quotientAndRemainder(dividingBy: each)
      return (Int(page), Int(position))
    case .listed(let before, _):
      let cycle = before.count - 1
      let (turn, rest) = entry.quotientAndRemainder(dividingBy: before[cycle])
      // Pages have similar numbers of entries, so the first guess is usually right.
      var index = Int(rest * Int64(cycle) / before[cycle])
      while before[index] > rest { index -= 1 }
      while before[index + 1] <= rest { index += 1 }
      return (Int(turn) * cycle + index, Int(rest - before[index]))
    }
  }

  /// Whether any page has entries.
  var areAny: Bool {
    switch self {
    case .even(let each): each > 0
    case .listed(let before, _): before[before.count - 1] > 0
    }
  }

  /// Returns whether a page may have entries.
  func reach(page: Int) -> Bool {
    guard case .listed(let before, false) = self else { return true }
    return page < before.count - 1
  }
}
