extension Zone {
  /// A zone and the moment from which a traveller's clocks follow it.
  public struct Arrival: Hashable, Sendable {
    /// The moment of change.
    public var from: Instant
    /// The zone from then on.
    public var zone: Zone

    /// Creates an arrival.
    public init(from: Instant, zone: Zone) {
      self.from = from
      self.zone = zone
    }
  }

  /// Creates the zone of a traveller's clocks: one zone at first, then another from each arrival on.
  ///
  /// It resolves as any zone does. Local times that an eastward journey leaves out are a gap, which
  /// `shiftForward` moves to the moment of change; those that a westward one brings twice are an
  /// overlap. Its ``id`` reads back as the same zone. Where a stay is in a traveller's zone, it stands there
  /// with its own arrivals.
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

  /// The same journey without stays that are journeys themselves: of these what happens during the stay.
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

  /// Whether ``init(_:)`` finds a zone by its ``id``; of a traveller's no table is made.
  package static func isKnown(_ id: String) -> Bool {
    isJourney(id) ? journey(id) != nil : Zone(id) != nil
  }

  /// Whether an ``id`` is a traveller's.
  static func isJourney(_ id: String) -> Bool {
    id.utf8.contains(UInt8(ascii: ";")) && !isOfOffsets(id)
  }

  /// The ``id`` as a part of a traveller's: one that has parts itself stands in parentheses.
  private var nestedID: String { Zone.isOfOffsets(id) ? "(\(id))" : id }

  /// The parts of a traveller's ``id``, without the parentheses of those that have parts themselves; `nil` where
  /// these do not pair.
  ///
  /// A mark that stands on a semicolon makes one character of both: scalars are looked at, as ``isJourney(_:)`` does.
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

  /// Whether an ``id`` looks unknown only because too many files were open to read the data of its zones.
  static func isLacked(_ id: String) -> Bool {
    let names = isJourney(id) ? parts(of: id) ?? [] : [id]
    return names.contains { name in
      ZoneFile.isLacked(name.split(separator: "=").last.map(String.init) ?? name)
    }
  }

  /// Reads `America/New_York;2024-06-10T22:00:00Z=Europe/Dublin`, as ``id`` has it.
  static func travelling(_ id: String) -> Zone? {
    journey(id).map { Zone(home: $0.home, arrivals: $0.arrivals) }
  }

  /// The zone at home and the arrivals that a traveller's ``id`` names; `nil` where one of the zones is a
  /// traveller's itself, which no ``id`` has.
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
