import Scheduling

/// The versions of one entity that a query has matched.
struct Thing<Record: QueriedRecord> {
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
  func version(in range: Range<Instant>) -> Thing? {
    Record.newest(of: versions, in: range, zone: zone).map { newest in
      Thing(versions: [newest], positions: [positions[0]], zone: zone)
    }
  }

  /// Groups versions by entity, in order of first appearance; indices start at `first`.
  static func things(of versions: some Sequence<Record>, in zone: Zone, from first: Int = 0)
    -> [Thing]
  {
    var things: [Thing] = []
    var known: [String: Int] = [:]
    for (index, version) in versions.enumerated() {
      let position = first + index
      if let id = version.identity, let index = known[id] {
        things[index].versions.append(version)
        things[index].positions.append(position)
      } else {
        if let id = version.identity { known[id] = things.count }
        things.append(Thing(versions: [version], positions: [position], zone: zone))
      }
    }
    return things
  }
}
