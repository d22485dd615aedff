import Scheduling

/// Every row by name; it is made when its turn comes.
enum Workloads {
  static let all: [(name: String, make: @Sendable () throws -> Row)] = [
    ("W1", { try list("W1", "daily 08:00 New York, 100 years", daily(), Expected.w1) }),
    ("W2", { try list("W2", "every 8 hours elapsed, 10 years", elapsed(), Expected.w2) }),
    (
      "W3",
      { try list("W3", "Mo We Fr 07:30 and 21:15 Berlin, 50 years", weekly(), Expected.w3) }
    ),
    ("W5", { try list("W5", "four elements without 14 holidays", composed(), Expected.w5) }),
    ("W6", { try week() }),
    ("compile", { try compile() }),
    ("count", { try count() }),
    ("read", { try DatasetRows().read() }),
    ("report", { try DatasetRows().report() }),
    ("tables", { try DatasetRows().tables() }),
  ]

  private static func list(_ name: String, _ what: String, _ plan: Plan, _ expected: Answer)
    throws -> Row
  {
    Row(
      name: name, what: what, per: .occurrence, units: expected.count, expected: expected,
      systems: System.listing(plan) + [.memset(occurrences: expected.count)])
  }

  /// One week, twenty years after the anchor.
  private static func week() throws -> Row {
    let plan = try daily(days("2020-03-04", "2020-03-11"))
    return Row(
      name: "W6", what: "one week of daily 08:00, 20 years on", per: .query, units: 1,
      expected: Expected.w6, systems: System.listing(plan))
  }

  private static func compile() throws -> Row {
    var plan = try daily(days("2020-03-04", "2020-03-11"))
    plan.parts[0].times = try [time("08:00"), time("20:00")]
    let (schedule, zone, range) = (plan.schedule, plan.zone, plan.range)
    var compiled = Occurrences(of: schedule, in: zone)
    let system = System(
      name: "regimen",
      run: { runs in for _ in 0..<runs { compiled = Occurrences(of: schedule, in: zone) } },
      answer: { Answer(compiled.starting(in: range).map(\.start.seconds)) })
    return Row(
      name: "compile", what: "daily 08:00 and 20:00, the zone known", per: .schedule, units: 1,
      expected: Expected.compile, systems: [system])
  }

  private static func count() throws -> Row {
    let plan = try daily()
    let (occurrences, range) = (Occurrences(of: plan.schedule, in: plan.zone), plan.range)
    return Row(
      name: "count", what: "how many W1 has", per: .query, units: 1, expected: Expected.count,
      systems: [
        .counting("regimen") { _ in occurrences.count(startingIn: range) },
        .counting("listing") { rows in
          occurrences.append(startingIn: range, to: &rows)
          return rows.count
        },
      ])
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
}
