import AdherenceAnalytics
import Scheduling

/// The versions of one thing in order of recording.
struct VersionChain<Record> {
  private(set) var versions: [Draft<Record>]
  /// The indices of versions whose predecessor already has a successor.
  private(set) var forks: [Int] = []

  /// Sorts versions by recording time; versions with equal or no times are sorted by their links.
  init(_ drafts: [Draft<Record>]) {
    versions = drafts
    guard drafts.count > 1 else { return }
    let depths = VersionChain.depths(of: drafts)
    let order = drafts.indices.sorted { a, b in
      let (first, second) = (drafts[a].facts.recordedAt, drafts[b].facts.recordedAt)
      if first != second { return first ?? .earliest < second ?? .earliest }
      return (depths[a], a) < (depths[b], b)
    }
    versions = order.map { drafts[$0] }
    findForks()
  }

  private mutating func findForks() {
    var followed: Set<String> = []
    for (index, version) in versions.enumerated() {
      let previous = Set(version.facts.previous)
      if !followed.isDisjoint(with: previous) { forks.append(index) }
      followed.formUnion(previous)
    }
  }

  /// Returns the number of predecessors of each version, following the first link; cycles are cut.
  private static func depths(of drafts: [Draft<Record>]) -> [Int] {
    var indices: [String: Int] = [:]
    for (index, draft) in drafts.enumerated() {
      if let identity = draft.facts.identity { indices[identity] = index }
    }
    var depths = [Int](repeating: -1, count: drafts.count)
    for index in drafts.indices {
      var path: [Int] = []
      var next: Int? = index
      while let current = next, depths[current] < 0 {
        depths[current] = 0
        path.append(current)
        next = drafts[current].facts.previous.first.flatMap { indices[$0] }
      }
      var depth = next.map { depths[$0] + 1 } ?? 0
      for step in path.reversed() { (depths[step], depth) = (depth, depth + 1) }
    }
    return depths
  }
}

extension VersionChain {
  /// Returns the chains of drafts, in order of first appearance.
  static func chains(of drafts: [Draft<Record>], by id: (Record) -> String) -> [VersionChain] {
    var indices: [String: Int] = [:]
    var groups: [[Draft<Record>]] = []
    for draft in drafts {
      let name = id(draft.record)
      if let index = indices[name] {
        groups[index].append(draft)
      } else {
        indices[name] = groups.count
        groups.append([draft])
      }
    }
    return groups.map(VersionChain.init)
  }
}
