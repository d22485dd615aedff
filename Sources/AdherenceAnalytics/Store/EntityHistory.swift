import Scheduling

/// The versions of one entity that a query has matched.
struct EntityHistory<Record: QueriedRecord> {
  /// The versions in order of recording.
  var versions: [Record]
  /// The index of each version among all of its kind.
  var positions: [Int]
  /// The zone of its patient.
  var zone: Zone

  /// The version that filters and sort orders apply to.
  var newest: Record { versions[versions.count - 1] }

  /// Returns the sort value of a property.
  func value(of key: SortKey) -> SortValue { newest.value(of: key, in: zone) }

  /// Returns the entity with only its newest version in a range; `nil` if it has none.
  func version(in range: Range<Instant>) -> EntityHistory? {
    Record.newest(of: versions, in: range, zone: zone).map { newest in
      EntityHistory(versions: [newest], positions: [positions[0]], zone: zone)
    }
  }

  /// Groups versions by entity, in order of first appearance; indices start at `first`.
  static func histories(of versions: some Sequence<Record>, in zone: Zone, from first: Int = 0)
    -> [EntityHistory]
  {
    var histories: [EntityHistory] = []
    var known: [String: Int] = [:]
    for (index, version) in versions.enumerated() {
      let position = first + index
      if let id = version.identity, let index = known[id] {
        histories[index].versions.append(version)
        histories[index].positions.append(position)
      } else {
        if let id = version.identity { known[id] = histories.count }
        histories.append(EntityHistory(versions: [version], positions: [position], zone: zone))
      }
    }
    return histories
  }
}
