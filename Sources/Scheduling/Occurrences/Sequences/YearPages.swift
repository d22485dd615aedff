/// The members of a rule in each year, and how many members the years before have.
///
/// A page depends on the kind of its year alone, of which there are fourteen, and kinds repeat after
/// four hundred years; so the counts of one cycle say the place of every year there is. Rules whose
/// interval shifts against the year have no cycle, and their counts run to the calendar's end.
final class YearPages: Sendable {
  /// The times of every entry's day, in seconds, ascending.
  let times: [Int64]
  /// The rule, where its pages depend on more than the kind of the year.
  private let rule: RulePages?
  /// Whether a page may hold days of a neighbouring year.
  private let reachesOver: Bool
  /// The year of page 0, and the years from page to page.
  private let base: Int
  private let step: Int
  /// The entries of each kind of year, where pages depend on the kind.
  private let kinds: KindEntries
  /// The entries of the pages before each page of one cycle, and of the whole cycle at the end.
  private let before: [Int64]

  /// The entries of one cycle.
  private var total: Int64 { before[before.count - 1] }
  private var cycle: Int { before.count - 1 }

  /// Counts the pages of a rule.
  ///
  /// - Parameters:
  ///   - rule: The members of each year.
  ///   - base: The year of the first page.
  ///   - step: The years from one page to the next.
  ///   - last: The last year that may matter, for rules without a cycle.
  init(_ rule: RulePages, base: Int, step: Int, last: Int) {
    times = rule.times
    reachesOver = rule.reachesOver
    self.rule = rule.isCyclic ? nil : rule
    self.base = base
    self.step = step
    let most = max(0, (last - base) / step) + 2
    if rule.isCyclic {
      let length = min(most, 400 / greatestCommonDivisor(400, step))
      (kinds, before) = YearPages.counted(rule, (0..<length).lazy.map { base + $0 * step })
    } else {
      kinds = KindEntries()
      before = (0..<most).reduce(into: [0]) { before, index in
        before.append(before[index] + Int64(rule.count(ofYear: base + index * step)))
      }
    }
  }

  private static func counted(_ rule: RulePages, _ years: some Collection<Int>)
    -> (KindEntries, [Int64])
  {
    var kinds = KindEntries()
    var before: [Int64] = [0]
    before.reserveCapacity(years.count + 1)
    var sum: Int64 = 0
    for year in years {
      let kind = YearKind(year: year)
      if !kinds.knows(kind) { kinds.learn(kind, rule.entries(ofYear: year)) }
      sum += Int64(kinds[kind].count)
      before.append(sum)
    }
    return (kinds, before)
  }
}

/// The entries of the fourteen kinds of year, one after the other.
struct KindEntries {
  private(set) var entries: [Int32] = []
  private var bounds: [Range<Int>] = Array(repeating: -1 ..< -1, count: 14)

  subscript(kind: YearKind) -> Range<Int> { bounds[kind.index] }

  func knows(_ kind: YearKind) -> Bool { bounds[kind.index].lowerBound >= 0 }

  mutating func learn(_ kind: YearKind, _ entries: [Int32]) {
    bounds[kind.index] = self.entries.count..<(self.entries.count + entries.count)
    self.entries += entries
  }
}

extension YearPages {
  /// The members of one year.
  struct Page {
    /// The local second at which the year begins.
    var begin: Int64 = 0
    /// The entries of this and perhaps other pages, in seconds from the beginning of their years.
    var entries: [Int32] = []
    /// Where the page's own are.
    var range = 0..<0
  }

  /// The page of a number, counted from the anchor's year.
  func page(_ index: Int) -> Page {
    var page = Page(entries: kinds.entries)
    turn(&page, to: index)
    return page
  }

  /// Makes another page of a page.
  func turn(_ page: inout Page, to index: Int) {
    let year = base + index * step
    let first = CivilDate.dayNumber(year: year, month: 1, day: 1)
    page.begin = Int64(first) * 86_400
    if let rule {
      page.entries = rule.entries(ofYear: year)
      page.range = page.entries.indices
    } else {
      page.range = kinds[YearKind(year, from: first)]
    }
  }

  /// The entries of all pages before a page.
  private func entries(beforePage page: Int) -> Int64 {
    if page < before.count { return before[max(0, page)] }
    guard rule == nil else { return total }
    let (turn, rest) = page.quotientAndRemainder(dividingBy: cycle)
    return Int64(turn) * total + before[rest]
  }

  /// The page of a member, the place of its entry there, and that of its time.
  func place(of member: Int64) -> (page: Int, place: Int, time: Int) {
    let (entry, time) = member.quotientAndRemainder(dividingBy: Int64(times.count))
    let (turn, rest) = entry.quotientAndRemainder(dividingBy: total)
    // Pages have about as many entries each, so that the first guess is mostly right.
    var index = Int(rest * Int64(cycle) / total)
    while before[index] > rest { index -= 1 }
    while before[index + 1] <= rest { index += 1 }
    let page = Int(turn) * cycle + index
    return (page, self.page(page).range.lowerBound + Int(rest - before[index]), Int(time))
  }

  /// The number of members before a local time.
  func rank(_ local: Int64) -> Int64 {
    guard total > 0 else { return 0 }
    let year = CivilDateTime(clamping: local).date.year
    let first = (year - (reachesOver ? 1 : 0) - base).flooredQuotient(step)
    let last = (year + (reachesOver ? 1 : 0) - base).flooredQuotient(step)
    var rank = entries(beforePage: first) * Int64(times.count)
    for index in max(0, first)...max(0, first, last) where rule == nil || index < cycle {
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
