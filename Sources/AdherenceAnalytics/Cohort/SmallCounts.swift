/// The withheld counts of patients in shown parts of a cohort: those where a count or a difference of counts
/// is about fewer than a minimum number of patients.
///
/// Each part, such as a group's patients with one task, has counts of nested sets: the patients with a ratio
/// are a subset of all, and those that reach the threshold a subset of these. A count is withheld if it, or
/// its complement in a set that contains it, is small. Among sets that may be nested, such as those observed
/// in consecutive weeks, no two shown counts have a small difference. Then further counts are withheld so
/// that none follows from those of the whole cohort and of the other groups.
package struct SmallCounts<CountName: Hashable> {
  /// A number of patients.
  package struct Count {
    package var name: CountName
    var value: Int
    /// The sizes of sets that contain it.
    var wholes: [Int]
    /// Its rank among the nested sets, of which lower ranks are preferred for showing; `nil` if it is not one
    /// of them.
    var rank: Int?
    /// The counts without which it is not shown, as it is shown as a share of them.
    var needs: [CountName]
    /// Whether it is already withheld together with its row.
    var isWithheld: Bool

    package init(
      _ name: CountName, _ value: Int, of wholes: [Int] = [], rank: Int? = nil,
      needs: [CountName] = [],
      isWithheld: Bool = false
    ) {
      (self.name, self.value, self.wholes, self.rank) = (name, value, wholes, rank)
      (self.needs, self.isWithheld) = (needs, isWithheld)
    }
  }

  /// The patients of a group, or the whole cohort.
  package struct Part {
    package var group: String?
    /// Whether any of its counts may be shown.
    package var isShown: Bool
    var counts: [Count]
    /// The counts that are withheld in any case, with whether they are small themselves.
    var withheld: [CountName: Bool]

    package init(
      group: String?, isShown: Bool = true, counts: [Count], withheld: [CountName: Bool] = [:]
    ) {
      (self.group, self.isShown, self.counts) = (group, isShown, counts)
      self.withheld = withheld
    }
  }

  /// From this rank on all are equal, and the most frequent values are shown.
  package static var lastRank: Int { 100 }

  private let parts: [Part]
  private let smallest: Int
  /// By part: the counts that depend on each count.
  private let dependents: [[CountName: [CountName]]]
  /// By part: the names of small counts.
  package private(set) var primary: [Set<CountName>]
  /// By part: the names of all hidden counts.
  private var hidden: [Set<CountName>]

  /// Determines the withheld counts.
  package init(_ parts: [Part], smallest: Int, areApart: Bool = true) {
    (self.parts, self.smallest) = (parts, smallest)
    dependents = parts.map { part in
      part.counts.reduce(into: [:]) { all, count in
        for name in count.needs { all[name, default: []].append(count.name) }
      }
    }
    hidden = parts.map { Set($0.counts.filter(\.isWithheld).map(\.name)).union($0.withheld.keys) }
    primary = []
    for (part, about) in parts.enumerated() where about.isShown {
      for name in small(of: about) { withhold(name, of: part) }
    }
    primary = zip(parts, withheld).map { part, names in
      names.filter { part.withheld[$0] ?? true }
    }
    guard areApart else { return }
    var known = -1
    while known < hidden.reduce(0, { $0 + $1.count }) {
      known = hidden.reduce(0) { $0 + $1.count }
      protect()
    }
  }

  /// By part: the names of all counts that are withheld here, and not together with their rows.
  package var withheld: [Set<CountName>] {
    zip(parts, hidden).map { part, names in
      part.isShown ? names.subtracting(part.counts.filter(\.isWithheld).map(\.name)) : []
    }
  }

  private mutating func withhold(_ name: CountName, of part: Int) {
    guard hidden[part].insert(name).inserted else { return }
    for name in dependents[part][name] ?? [] { withhold(name, of: part) }
  }

  private func isSmall(_ patients: Int) -> Bool { 0 < patients && patients < smallest }

  /// Returns the names of the counts of a part that are small, or have a small difference to another one.
  private func small(of part: Part) -> Set<CountName> {
    let counts = part.counts.filter { !$0.isWithheld && part.withheld[$0.name] == nil }
    var names = Set(
      counts.filter { count in
        isSmall(count.value) || count.wholes.contains { isSmall($0 - count.value) }
      }.map(\.name))
    var shown: [Int] = []
    for count in ordered(counts) where !names.contains(count.name) {
      if shown.contains(where: { isSmall(abs($0 - count.value)) }) {
        names.insert(count.name)
      } else if shown.last != count.value {
        shown.append(count.value)
      }
    }
    return names
  }

  /// Returns the counts of nested sets in order of preference.
  private func ordered(_ counts: [Count]) -> [Count] {
    let nested = counts.compactMap { count in count.rank.map { (rank: $0, count: count) } }
    let last = nested.filter { $0.rank >= SmallCounts.lastRank }
    let often = Dictionary(last.map { ($0.count.value, 1) }, uniquingKeysWith: +)
    return nested.enumerated().sorted { a, b in
      let (one, other) = (a.element, b.element)
      if one.rank != other.rank { return one.rank < other.rank }
      if one.rank < SmallCounts.lastRank { return a.offset < b.offset }
      let (mine, theirs) = (often[one.count.value] ?? 0, often[other.count.value] ?? 0)
      return (theirs, other.count.value, a.offset) < (mine, one.count.value, b.offset)
    }.map(\.element.count)
  }

  /// Withholds further counts of each name, until those of the withheld groups and of the cohort cannot be
  /// computed.
  private mutating func protect() {
    guard let whole = parts.firstIndex(where: { $0.group == nil && $0.isShown }) else { return }
    let values = parts.map { part in
      Dictionary(part.counts.map { ($0.name, $0.value) }) { first, _ in first }
    }
    let groups = parts.indices.filter { parts[$0].group != nil }
    guard !groups.isEmpty else { return }
    for count in parts[whole].counts {
      let own = values.map { $0[count.name] ?? 0 }
      if hidden[whole].contains(count.name) {
        protectSum(count.name, count.value, own, groups)
      } else {
        protect(count.name, count.value, own, whole: whole, groups)
      }
    }
  }

  /// Withholds the smallest count of a group if that of the whole cohort is withheld but is the sum of all
  /// groups.
  private mutating func protectSum(_ name: CountName, _ sum: Int, _ values: [Int], _ groups: [Int])
  {
    let some = groups.filter { values[$0] > 0 }
    guard some.reduce(0, { $0 + values[$1] }) == sum,
      some.allSatisfy({ parts[$0].isShown && !hidden[$0].contains(name) }),
      let least = some.min(by: { (values[$0], $0) < (values[$1], $1) })
    else { return }
    withhold(name, of: least)
  }

  /// Withholds the smallest counts of groups until several are withheld and their sum is not small; if that
  /// is not possible, that of the whole cohort.
  private mutating func protect(
    _ name: CountName, _ sum: Int, _ values: [Int], whole: Int, _ groups: [Int]
  ) {
    let ungrouped = groups.reduce(sum) { $0 - values[$1] }
    func isHidden(_ part: Int) -> Bool { !parts[part].isShown || hidden[part].contains(name) }
    while ungrouped >= 0 {
      // A group with a count of 0 protects nothing, as that may be known.
      let withheld = groups.filter { isHidden($0) && values[$0] > 0 }
      let rest = withheld.reduce(ungrouped) { $0 + values[$1] }
      let count = withheld.count + (ungrouped > 0 ? 1 : 0)
      if count == 0 || count > 1 && !isSmall(rest) { return }
      let shown = groups.filter { !isHidden($0) && values[$0] > 0 }
      guard let next = shown.min(by: { (values[$0], $0) < (values[$1], $1) }) else {
        return withhold(name, of: whole)
      }
      withhold(name, of: next)
    }
  }
}
