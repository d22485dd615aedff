import Scheduling

/// The versions of one thing that a query has chosen.
struct Thing<Record: QueriedRecord> {
  /// In the order in which they were recorded.
  var versions: [Record]
  /// The place of each version among all of its kind.
  var places: [Int]
  /// The zone of its patient.
  var zone: Zone

  /// The version that filters and orders look at.
  var newest: Record { versions[versions.count - 1] }

  /// What a property is compared by.
  func value(of key: SortKey) -> SortValue { newest.value(of: key, in: zone) }

  /// The thing as its newest version in a range alone; `nil` where it has none.
  func version(in range: Range<Instant>) -> Thing? {
    Record.newest(of: versions, in: range, zone: zone).map { newest in
      Thing(versions: [newest], places: [places[0]], zone: zone)
    }
  }

  /// The things that versions belong to, in order of first appearance; places count from a number.
  static func things(of versions: some Sequence<Record>, in zone: Zone, from first: Int = 0)
    -> [Thing]
  {
    var things: [Thing] = []
    var known: [String: Int] = [:]
    for (index, version) in versions.enumerated() {
      let place = first + index
      if let id = version.identity, let index = known[id] {
        things[index].versions.append(version)
        things[index].places.append(place)
      } else {
        if let id = version.identity { known[id] = things.count }
        things.append(Thing(versions: [version], places: [place], zone: zone))
      }
    }
    return things
  }
}
