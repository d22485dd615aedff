/// The members of a rule in each year, and how many members the years before have.
///
/// A page depends on the kind of its year alone, of which there are fourteen, and on the place of the
/// interval against the year; kinds repeat after four hundred years, places after some times as many. So
/// the counts of one cycle say the place of every year there is; where all pages have as many members,
/// their number does.
final class YearPages: Sendable {
  /// The times of every entry's day, in seconds, ascending.
  let times: [Int64]
  private let rule: RulePages
  /// The year of page 0, and the years from page to page.
  private let base: Int
  private let step: Int
  private let known: KnownPages
  private let counts: PageCounts

  /// Counts the pages of a rule.
  ///
  /// - Parameters:
  ///   - rule: The members of each year.
  ///   - base: The year of the first page.
  ///   - step: The years from one page to the next.
  ///   - last: The last year that may matter.
  ///   - count: The most members that may matter.
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

/// The pages that were met, by what they depend on, as far as they are few.
struct KnownPages {
  /// The entries of all pages, one page after the other.
  private(set) var entries: [Int32] = []
  private let rule: RulePages
  private let phases: Int
  /// Where the pages are, by the kind of the year and the place of the interval.
  private var ranges: [Range<Int32>]
  /// For each year of the calendar's cycle, where the pages of its kind are.
  private let kinds: [UInt8]

  /// The most places of an interval for which pages are kept.
  static let most = 256
  private static let unknown: Range<Int32> = -1 ..< -1

  init(_ rule: RulePages) {
    self.rule = rule
    phases = rule.isRegular && rule.phases <= KnownPages.most ? rule.phases : 0
    ranges = Array(repeating: KnownPages.unknown, count: 14 * phases)
    kinds = rule.followsWeekdays ? YearKind.cycle : YearKind.lengths
  }

  /// Where the range of a year is; there are some.
  private func place(_ year: Int) -> Int {
    let kind = Int(kinds[YearKind.place(ofYear: year)])
    return phases == 1 ? kind : kind * phases + rule.phase(ofYear: year)
  }

  /// Where the entries of a year are; `nil` where they are not known.
  func range(_ year: Int) -> Range<Int>? {
    guard phases > 0 else { return nil }
    let range = ranges[place(year)]
    return range.lowerBound < 0 ? nil : Int(range.lowerBound)..<Int(range.upperBound)
  }

  /// The number of entries of each year, where all have as many.
  mutating func countOfEach() -> Int? {
    guard phases == 1 else { return nil }
    let each = count(ofYear: YearKind.examples[0])
    return YearKind.examples.allSatisfy { count(ofYear: $0) == each } ? each : nil
  }

  /// The entries before each of so many pages and after the last, or up to so many entries.
  mutating func sums(from base: Int, step: Int, pages: Int, count: Int) -> [Int64] {
    var sums: [Int64] = []
    sums.append(addingCapacity: pages + 1) { sums in
      sums.append(0)
      var (year, sum, first): (Int, Int64, Int64) = (base, 0, 0)
      // The first page may lie before the anchor, so that its members are not counted on.
      while !sums.isFull, sum - first < count {
        sum += Int64(self.count(ofYear: year))
        if year == base { first = sum }
        sums.append(sum)
        year += step
      }
    }
    return sums
  }

  /// The number of entries of a year; its page is known from now on.
  ///
  /// Safe: both ends are places in the entries.
  private mutating func count(ofYear year: Int) -> Int {
    guard phases > 0 else { return rule.entries(ofYear: year).count }
    let range = ranges[place(year)]
    return range.lowerBound < 0 ? learn(year) : Int(range.upperBound &- range.lowerBound)
  }

  private mutating func learn(_ year: Int) -> Int {
    let first = entries.count
    rule.append(entriesOfYear: year, to: &entries)
    let count = entries.count - first
    if first == 0 { entries.reserveCapacity(count * (rule.followsWeekdays ? 14 : 2)) }
    ranges[place(year)] = Int32(first)..<Int32(first + count)
    return count
  }
}

extension YearPages {
  /// The members of one year.
  struct Page {
    /// The local second at which the year begins.
    var begin: Int64 = 0
    /// The entries of this and perhaps other pages, in seconds from the beginning of their years.
    var entries: [Int32]
    /// Where the page's own are.
    var range = 0..<0
    /// Whether the entries are those of all known pages.
    var isKnown = true
  }

  /// The page of a number, counted from the anchor's year.
  func page(_ index: Int) -> Page {
    var page = Page(entries: known.entries)
    turn(&page, to: index)
    return page
  }

  /// Makes another page of a page.
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

  /// The page of a member, the place of its entry there, and that of its time.
  func place(of member: Int64) -> (page: Int, place: Int, time: Int) {
    let (entry, time) = member.quotientAndRemainder(dividingBy: Int64(times.count))
    let (page, place) = counts.place(ofEntry: entry)
    return (page, self.page(page).range.lowerBound + place, Int(time))
  }

  /// The number of members before a local time.
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
