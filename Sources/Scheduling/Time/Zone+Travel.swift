extension Zone {
  /// A zone and the instant from which a traveller's clocks follow it.
  public struct Arrival: Hashable, Sendable {
    /// The instant of the change.
    public var from: Instant
    /// The zone from then on.
    public var zone: Zone

    /// Creates an arrival.
    public init(from: Instant, zone: Zone) {
      self.from = from
      self.zone = zone
    }
  }

  /// Creates the zone of a traveller's clocks: a home zone, then another zone from each arrival on.
  ///
  /// It is resolved like any zone. Local times skipped by an eastward journey are a gap, which `shiftForward`
  /// resolves to the instant of the change; those repeated by a westward one are an overlap. Its ``id`` is
  /// parsed to an equal zone. If a stay is in a traveller's zone, it is replaced by that zone's arrivals.
  ///
  ///     let zone = Zone(home: newYork, arrivals: [.init(from: landing, zone: dublin)])
  ///     print(Zone(zone.id) == zone)  // true
  ///
  /// - Complexity: O(*n*) for *n* changes of offset in all the zones.
  public init(home: Zone, arrivals: [Arrival]) {
    let (home, arrivals) = Zone.unnested(home, arrivals.sorted { $0.from < $1.from })
    let stays =
      [(zone: home, from: OffsetTable.bounds.lowerBound)]
      + arrivals.map { (zone: $0.zone, from: $0.from.adding(seconds: 0).seconds) }
    let ends = stays.dropFirst().map(\.from) + [OffsetTable.bounds.upperBound]
    var (starts, offsets) = ([Int64](), [Int64]())
    for (stay, end) in zip(stays, ends) where stay.from < end {
      let table = stay.zone.table
      let segment = table.segment(at: stay.from)
      if offsets.last != table.offsets[segment] {
        starts.append(stay.from)
        offsets.append(table.offsets[segment])
      }
      let later = segment + 1..<table.starts.partitionPoint { $0 < end }
      starts += table.starts[later]
      offsets += table.offsets[later]
    }
    let names = arrivals.map { "\($0.from)=\($0.zone.nestedID)" }
    let id = ([home.nestedID] + names).joined(separator: ";")
    let journeys = Set(arrivals.map(\.from.seconds))
    self.init(
      id: id, table: OffsetTable(starts: starts, offsets: offsets, journeys: journeys))
  }

  /// Returns the journey with nested journeys replaced by their legs during the stay.
  private static func unnested(_ home: Zone, _ arrivals: [Arrival]) -> (Zone, [Arrival]) {
    let stays = [Arrival(from: .earliest, zone: home)] + arrivals
    guard stays.contains(where: { isJourney($0.zone.id) }) else { return (home, arrivals) }
    var all: [Arrival] = []
    for (index, stay) in stays.enumerated() {
      guard isJourney(stay.zone.id), let (own, later) = journey(stay.zone.id) else {
        all.append(stay)
        continue
      }
      let end = index + 1 < stays.count ? stays[index + 1].from : .latest
      let first = later.last { $0.from <= stay.from }?.zone ?? own
      all.append(Arrival(from: stay.from, zone: first))
      all += later.filter { stay.from < $0.from && $0.from < end }
    }
    return (all[0].zone, Array(all.dropFirst()))
  }

  /// Returns whether ``init(_:)`` finds a zone by its ``id``, without building a traveller's table.
  package static func isKnown(_ id: String) -> Bool {
    isJourney(id) ? journey(id) != nil : Zone(id) != nil
  }

  /// Returns whether an ``id`` is a traveller's.
  static func isJourney(_ id: String) -> Bool {
    id.utf8.contains(UInt8(ascii: ";")) && !isOfOffsets(id)
  }

  /// The ``id`` as a part of a traveller's: in parentheses if it has parts itself.
  private var nestedID: String { Zone.isOfOffsets(id) ? "(\(id))" : id }

  /// Splits a traveller's ``id`` into its parts, removing the parentheses of nested ones; `nil` if these are
  /// unbalanced.
  ///
  /// Scalars are compared, as in ``isJourney(_:)``, since a semicolon and a following combining mark are one
  /// character.
  private static func parts(of id: String) -> [String]? {
    var (parts, isNested) = ([""], false)
    for scalar in id.unicodeScalars {
      switch scalar {
      case "(" where !isNested: isNested = true
      case ")" where isNested: isNested = false
      case "(", ")": return nil
      case ";" where !isNested: parts.append("")
      default: parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    return isNested ? nil : parts
  }

  /// Returns whether an ``id`` cannot be resolved only because too many files were open to read the zone
  /// data.
  static func isLacked(_ id: String) -> Bool {
    let names = isJourney(id) ? parts(of: id) ?? [] : [id]
    return names.contains { name in
      ZoneFile.isLacked(name.split(separator: "=").last.map(String.init) ?? name)
    }
  }

  /// Parses `America/New_York;2024-06-10T22:00:00Z=Europe/Dublin`, the form of ``id``.
  static func travelling(_ id: String) -> Zone? {
    journey(id).map { Zone(home: $0.home, arrivals: $0.arrivals) }
  }

  /// Parses the home zone and the arrivals of a traveller's ``id``; `nil` if one of the zones is a
  /// traveller's itself, which no ``id`` contains.
  static func journey(_ id: String) -> (home: Zone, arrivals: [Arrival])? {
    guard let parts = parts(of: id), !isJourney(parts[0]), let home = Zone(parts[0]) else {
      return nil
    }
    var arrivals: [Arrival] = []
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, let from = Instant(pair[0]), !isJourney(pair[1]),
        let zone = Zone(pair[1])
      else { return nil }
      arrivals.append(Arrival(from: from, zone: zone))
    }
    return (home, arrivals)
  }
}
