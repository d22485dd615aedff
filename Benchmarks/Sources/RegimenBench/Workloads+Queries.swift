import Scheduling

// The rows of queries other than listing.
extension Workloads {
  static let queries: [(name: String, make: @Sendable () throws -> Row)] = [
    ("W6", { try week() }),
    (
      "W7",
      { try query("W7", "how many W3 has", weekly(), Expected.w7) { $0.count(startingIn: $1) } }
    ),
    (
      "count",
      {
        try query("count", "how many W1 has", daily(), Expected.count) { $0.count(startingIn: $1) }
      }
    ),
    ("nth", { try nth() }),
    ("previous", { try previous() }),
    (
      "compile",
      { try compile("compile", "daily 08:00 and 20:00, the zone known", twice(), Expected.compile) }
    ),
    ("compile-W3", { try compile("compile-W3", "the schedule of W3", weekly(), Expected.w3) }),
    ("compile-W4a", { try compile("compile-W4a", "the schedule of W4a", on31st(), Expected.w4a) }),
    (
      "compile-W4b",
      { try compile("compile-W4b", "the schedule of W4b", lastWeekday(), Expected.w4b) }
    ),
    ("compile-W5", { try compile("compile-W5", "the schedule of W5", composed(), Expected.w5) }),
  ]

  /// One week, twenty years after the anchor.
  private static func week() throws -> Row {
    let plan = try daily(days("2020-03-04", "2020-03-11"))
    return Row(
      name: "W6", what: "one week of daily 08:00, 20 years on", per: .query, units: 1,
      expected: Expected.w6, systems: System.listing(plan) + [known(plan)])
  }

  /// The lower bound: writing rows whose starts and ordinals are known.
  private static func known(_ plan: Plan) -> System {
    let known = plan.schedule.compiled(in: plan.zone).starting(in: plan.range)
    let (starts, first) = (known.map(\.start), known.first?.ordinal ?? 0)
    return .listing("known", \.start.seconds) { (rows: inout [Occurrence]) in
      for place in starts.indices {
        rows.append(Occurrence(start: starts[place], element: 0, ordinal: first + place))
      }
    }
  }

  private static func twice() throws -> Plan {
    var plan = try daily(days("2020-03-04", "2020-03-11"))
    plan.parts[0].times = try [time("08:00"), time("20:00")]
    return plan
  }

  private static func compile(_ name: String, _ what: String, _ plan: Plan, _ expected: Answer)
    throws -> Row
  {
    let (schedule, zone, range) = (plan.schedule, plan.zone, plan.range)
    var compiled = schedule.compiled(in: zone)
    let system = System(
      name: "regimen",
      run: { runs in for _ in 0..<runs { compiled = schedule.compiled(in: zone) } },
      answer: { Answer(compiled.starting(in: range).map(\.start.seconds)) })
    return Row(
      name: name, what: what, per: .schedule, units: 1, expected: expected, systems: [system])
  }

  /// Counts in closed form, and by listing.
  private static func query(
    _ name: String, _ what: String, _ plan: Plan, _ expected: Answer,
    _ count: @escaping (Occurrences, Range<Instant>) -> Int
  ) throws -> Row {
    let (occurrences, range) = (plan.schedule.compiled(in: plan.zone), plan.range)
    return Row(
      name: name, what: what, per: .query, units: 1, expected: expected,
      systems: [
        .counting("regimen") { _ in count(occurrences, range) },
        .counting("listing") { rows in
          occurrences.append(startingIn: range, to: &rows)
          return rows.count
        },
      ])
  }

  private static func nth() throws -> Row {
    let plan = try weekly()
    let occurrences = plan.schedule.compiled(in: plan.zone)
    return Row(
      name: "nth", what: "the ten thousandth of W3", per: .query, units: 1, expected: Expected.nth,
      systems: [.finding("regimen") { occurrences.occurrence(at: 9_999) }])
  }

  private static func previous() throws -> Row {
    let plan = try weekly()
    let (occurrences, end) = (plan.schedule.compiled(in: plan.zone), plan.range.upperBound)
    return Row(
      name: "previous", what: "the last of W3 before its 50 years end", per: .query, units: 1,
      expected: Expected.previous,
      systems: [.finding("regimen") { occurrences.previous(before: end) }])
  }
}

extension System {
  fileprivate static func counting(
    _ name: String, _ count: @escaping (inout [Occurrence]) -> Int
  ) -> System {
    var rows: [Occurrence] = []
    var total = 0
    return System(
      name: name,
      run: { runs in
        for _ in 0..<runs {
          rows.removeAll(keepingCapacity: true)
          total = count(&rows)
        }
      },
      answer: { Answer(count: total, checksum: "") })
  }

  /// A system that finds one occurrence.
  fileprivate static func finding(
    _ name: String, _ find: @escaping () -> Occurrence?
  ) -> System {
    var found: Occurrence?
    return System(
      name: name,
      run: { runs in for _ in 0..<runs { found = find() } },
      answer: { Answer(found.map { [$0.start.seconds] } ?? []) })
  }
}
