import Testing

@testable import Scheduling

/// Changes in quick succession, as of a traveller with a leg a minute.
///
/// Exhaustive small cases of seconds, against a linear search of every instant.
@Suite struct ZoneTravelTests {
  /// Zones as a list of local times.
  struct World {
    var starts: [Int64] = [OffsetTable.bounds.lowerBound]
    var offsets: [Int64] = [0]
    var journeys: Set<Int64> = []
    /// The local time at every instant.
    private var shown: [(instant: Int64, clock: Int64)] = []
    private var instantsByLocal: [Int64: [Int64]] = [:]

    init(_ random: inout SplitMix64, legs: Int, mostOffset: Int64) {
      offsets[0] = Int64.random(in: -mostOffset...mostOffset, using: &random)
      var start: Int64 = 0
      for _ in 0..<legs {
        start += Int64.random(in: 1...6, using: &random)
        let offset = Int64.random(in: -mostOffset...mostOffset, using: &random)
        guard offset != offsets[offsets.count - 1] else { continue }
        starts.append(start)
        offsets.append(offset)
        if random.oneIn(2) { journeys.insert(start) }
      }
      shown = instants.map { ($0, clock($0)) }
      instantsByLocal = Dictionary(grouping: shown, by: \.clock).mapValues { $0.map(\.instant) }
    }

    var table: OffsetTable { OffsetTable(starts: starts, offsets: offsets, journeys: journeys) }
    /// More than the total of all shifts.
    var instants: Range<Int64> { -60..<(last + 130) }
    var locals: Range<Int64> { -30..<(last + 100) }
    private var last: Int64 { starts.count > 1 ? starts[starts.count - 1] : 0 }

    func clock(_ instant: Int64) -> Int64 {
      instant + offsets[(starts.lastIndex { $0 <= instant }) ?? 0]
    }

    func showing(_ local: Int64) -> [Int64] { instantsByLocal[local] ?? [] }

    /// The first instant with a local time or a later one.
    func reaching(_ local: Int64) -> Int64 { shown.first { $0.clock >= local }?.instant ?? .max }

    /// The starts of a local time, by the wording of the policies.
    func starts(of local: Int64, _ gap: GapPolicy, _ overlap: OverlapPolicy) -> [Int64] {
      let all = showing(local)
      if let first = all.first, let last = all.last {
        switch overlap {
        case .first: return [first]
        case .last: return [last]
        case .both: return first == last ? [first] : [first, last]
        }
      }
      let change = reaching(local)
      let before = local - (clock(change - 1) - (change - 1))
      switch gap {
      case .skip: return []
      case .shiftForward: return [journeys.contains(change) ? change : before]
      case .shiftBack: return [local - (clock(change) - change)]
      }
    }
  }

  @Test(arguments: [(1, 3), (2, 5), (3, 5), (6, 9), (12, 9), (40, 20)] as [(Int, Int64)])
  func localTimesMeanWhatClocksShow(_ legs: Int, _ mostOffset: Int64) {
    var random = SplitMix64(seed: UInt64(legs))
    for _ in 0..<60 {
      let world = World(&random, legs: legs, mostOffset: mostOffset)
      let table = world.table
      for local in world.locals {
        let all = world.showing(local)
        switch table.resolve(local) {
        case .unique(let instant): #expect(all == [instant], "\(local) in \(world)")
        case .overlap(let first, let last):
          #expect(all.count > 1 && all.first == first && all.last == last, "\(local) in \(world)")
        case .gap(let change, _, _):
          #expect(all.isEmpty && change == world.reaching(local), "\(local) in \(world)")
        }
        #expect(
          table.firstInstant(atOrAfter: local) == world.reaching(local), "\(local) in \(world)")
      }
      for (piece, next) in zip(table.pieces, table.pieces.dropFirst()) {
        #expect(piece.end <= next.start && piece.localEnd <= next.localStart, "\(world)")
      }
    }
  }

  /// Each second or every few seconds, listed and counted over every range.
  @Test(arguments: GapPolicy.allCases, OverlapPolicy.allCases)
  func occurrencesAgreeWithTheClocks(_ gap: GapPolicy, _ overlap: OverlapPolicy) {
    var random = SplitMix64(seed: 7)
    for legs in [1, 2, 3, 5, 12] {
      for _ in 0..<8 {
        let world = World(&random, legs: legs, mostOffset: 7)
        let step = Int.random(in: 1...5, using: &random)
        let members = stride(from: Int64(-20), to: world.locals.upperBound, by: step)
        let planned = members.flatMap { local in
          world.starts(of: local, gap, overlap).map { (start: $0, local: local) }
        }.sorted { ($0.start, $0.local) < ($1.start, $1.local) }
        let occurrences = everyFew(step, gap, overlap, in: world)
        for lower in stride(from: Int64(-40), to: world.locals.upperBound - 60, by: 3) {
          for length in [0, 1, 4, 30] as [Int64] {
            let range = lower..<(lower + length)
            let rows = occurrences.starting(
              in: Instant(seconds: range.lowerBound)..<Instant(seconds: range.upperBound))
            let expected = planned.filter { range.contains($0.start) }
            #expect(rows.map(\.start.seconds) == expected.map(\.start), "\(range) in \(world)")
            #expect(
              occurrences.count(
                startingIn: Instant(seconds: range.lowerBound)..<Instant(seconds: range.upperBound))
                == expected.count, "\(range) in \(world)")
          }
        }
      }
    }
  }

  private func everyFew(
    _ step: Int, _ gap: GapPolicy, _ overlap: OverlapPolicy, in world: World
  ) -> Occurrences {
    var element = ScheduleElement("e", from: CivilDateTime(localSeconds: -20))
    element.recurrence = .rule(RecurrenceRule(.secondly, interval: step))
    (element.gap, element.overlap) = (gap, overlap)
    return compiled(Schedule([element]), in: Zone(id: "small world", table: world.table))
  }

  /// Travel in forms found in records: legs at one moment, within an hour, and by the second.
  @Test(
    arguments: [
      [0], [0, 0], [0, 1, 2], [0, 1200, 2400], [0, 60, 120, 180, 240], Array(0..<50),
    ] as [[Int64]])
  func legsInQuickSuccession(_ seconds: [Int64]) {
    let zones = ["Pacific/Apia", "America/Juneau", "Pacific/Niue", "Asia/Tokyo", "Europe/Berlin"]
    let landing = at("2025-03-10T12:00:00Z")
    let journey = Zone(
      home: zone("Pacific/Kiritimati"),
      arrivals: seconds.enumerated().map { index, second in
        .init(from: landing.adding(seconds: second), zone: zone(zones[index % zones.count]))
      })
    let rules = [
      "FREQ=MINUTELY;INTERVAL=7", "FREQ=DAILY;BYHOUR=0,8,23",
      "FREQ=YEARLY;BYMONTH=3;BYDAY=MO,TU;BYSETPOS=2,-1",
    ]
    for text in rules {
      let element = ScheduleElement.test("2025-03-01T00:00:00", rule(text))
      let plan = compiled(Schedule([element]), in: journey)
      let range = at("2025-03-05T00:00:00Z")..<at("2025-03-15T00:00:00Z")
      let rows = plan.starting(in: range)
      #expect(rows == rows.sorted())
      #expect(plan.count(startingIn: range) == rows.count)
      for row in rows { #expect(plan.occurrence(for: plan.key(of: row)) == row) }
    }
  }

  /// Days never begin before the preceding one, whatever times occur twice.
  @Test func daysBeginInOrder() {
    let journey = Zone(
      home: zone("Pacific/Niue"),
      arrivals: [
        .init(from: at("2025-03-10T12:00:00Z"), zone: zone("Pacific/Kiritimati")),
        .init(from: at("2025-03-10T13:00:00Z"), zone: zone("Pacific/Niue")),
        .init(from: at("2025-03-10T13:00:01Z"), zone: zone("Pacific/Kiritimati")),
      ])
    let days = (0..<8).map { date("2025-03-07").adding(days: $0) }
    let starts = days.map { journey.firstInstant(atOrAfter: CivilDateTime(date: $0)) }
    #expect(starts == starts.sorted())
  }

  /// A stay in a zone that itself has travel follows its changes meanwhile; zones with names contain no
  /// travel.
  @Test func nestedTravel() throws {
    func arrival(_ from: String, _ zone: Zone) throws -> Zone.Arrival {
      Zone.Arrival(from: try #require(Instant(from)), zone: zone)
    }
    let abroad = Zone(
      home: zone("Asia/Kolkata"),
      arrivals: [
        try arrival("2024-01-01T00:00:00Z", zone("Asia/Tokyo")),
        try arrival("2024-06-01T00:00:00Z", zone("Asia/Dubai")),
        try arrival("2024-09-01T00:00:00Z", zone("Asia/Seoul")),
      ])
    let traveller = Zone(
      home: abroad,
      arrivals: [
        try arrival("2023-01-01T00:00:00Z", zone("Europe/Paris")),
        try arrival("2024-03-01T00:00:00Z", abroad),
        try arrival("2024-07-01T00:00:00Z", .utc),
      ])
    #expect(
      traveller.id
        == "Asia/Kolkata;2023-01-01T00:00:00Z=Europe/Paris;2024-03-01T00:00:00Z=Asia/Tokyo"
        + ";2024-06-01T00:00:00Z=Asia/Dubai;2024-07-01T00:00:00Z=UTC")
    #expect(Zone(traveller.id) == traveller)
    for (day, hours) in [
      ("2022-01-01", 5.5), ("2024-04-01", 9), ("2024-06-10", 4), ("2024-08-01", 0),
    ] {
      let moment = try #require(Instant(day + "T00:00:00Z"))
      #expect(Double(traveller.offset(at: moment)) == hours * 3600, "\(day)")
    }
    #expect(Zone("UTC;(2023-07-01T00:00:00Z=Asia/Tokyo;2024-07-01T00:00:00Z=UTC") == nil)
    #expect(Zone("UTC;2023-07-01T00:00:00Z=(Asia/Tokyo;2024-07-01T00:00:00Z=UTC)") == nil)
    for id in ["UTC;(2023-07-01T00:00:00Z=Asia/Tokyo", "UTC);2023-07-01T00:00:00Z=Asia/Tokyo"] {
      #expect(Zone(id) == nil)
    }
  }
}
