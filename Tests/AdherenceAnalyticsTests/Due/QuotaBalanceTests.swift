import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// The remainder of quotas, and the next time an as-needed element may be used.
@Suite struct QuotaBalanceTests {
  private func record(
    _ recurrence: Recurrence, used: [Instant] = [], in zone: String = "UTC",
    until end: String? = nil
  ) throws -> CareRecord {
    var walk = try element("walk", from: "2024-01-01", every: nil, until: end)
    walk.recurrence = recurrence
    return CareRecord(
      patient: try patient(in: zone), tasks: [task("walk", .window, walk)],
      outcomes: used.map { Outcome(task: "walk", time: $0) })
  }

  private func balance(_ record: CareRecord, _ instant: Instant) throws -> QuotaBalance? {
    for case .quota(let balance) in try record.due(at: instant) { return balance }
    return nil
  }

  private func allowance(_ record: CareRecord, _ instant: Instant) throws -> UseAllowance? {
    for case .asNeeded(let allowance) in try record.due(at: instant) { return allowance }
    return nil
  }

  @Test func twoOfThreeAreLeftThisWeek() throws {
    let week = Quota(3, per: ISODuration(days: 7))
    let record = try record(.quota(week), used: [try at("2024-01-08T18:00:00Z")])
    let wednesday = try #require(try balance(record, try at("2024-01-10T12:00:00Z")))
    #expect(wednesday.done == 1 && wednesday.left == 2 && wednesday.required == 3)
    #expect(wednesday.days == (try days("2024-01-08", "2024-01-15")))
    #expect(wednesday.close == (try at("2024-01-15T00:00:00Z")))
    #expect(wednesday.task.id == "walk" && wednesday.element == "walk")
  }

  /// Refused uses are not requested again, whether or not the ratio excuses them.
  @Test(arguments: [false, true]) func refusedUsesDoNotRemain(isExcused: Bool) throws {
    var record = try record(
      .quota(Quota(3, per: ISODuration(days: 7))), used: [try at("2024-01-08T18:00:00Z")])
    record.outcomes += [try event("2024-01-09T18:00", of: "walk", status: .declined)]
    var definitions = AdherenceQuery(try days("2024-01-01", "2024-01-08"))
    definitions.excusesDeclined = isExcused
    var finder = DueFinder(at: try at("2024-01-10T12:00:00Z"), by: definitions)
    let lefts = finder.find(in: record).items.compactMap { item in
      if case .quota(let balance) = item { balance.left } else { nil }
    }
    #expect(lefts == [1])
  }

  @Test func quotasThatAreMetOnHoldOrOverAreNotDue() throws {
    let day = Quota(1, per: ISODuration(days: 1))
    let noon = try at("2024-01-10T12:00:00Z")
    #expect(try balance(record(.quota(day), used: [noon]), noon) == nil)
    #expect(try balance(record(.quota(day), until: "2024-01-10"), noon) == nil)
    var held = try record(.quota(day))
    #expect(try balance(held, noon)?.left == 1)
    held.holds = [Hold(from: try moment("2024-01-10"), to: try moment("2024-01-11"))]
    #expect(try balance(held, noon) == nil)
  }

  @Test func rollingQuotasIncludeEarlierDays() throws {
    let rolling = Quota(2, per: ISODuration(days: 3), isRolling: true)
    let record = try record(.quota(rolling), used: [try at("2024-01-08T18:00:00Z")])
    let balances = try (8...12).map {
      try balance(record, try at("2024-01-\($0 < 10 ? "0" : "")\($0)T20:00:00Z"))
    }
    #expect(balances.map { $0?.left } == [1, 1, 1, 2, 2])
    #expect(balances[2]?.days == (try days("2024-01-08", "2024-01-11")))
  }

  /// This number of further uses completes the week, and one fewer does not.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func remainderCompletesTheQuota(seed: UInt64) throws {
    var random = Seeded(state: seed)
    var asked = 0
    for _ in 0..<15 {
      let start = try at("2024-01-01T12:00:00Z")
      func noon(_ day: Int) -> Instant { start.adding(seconds: Int64(day) * 86_400) }
      let quota = Quota(Int.random(in: 1...5, using: &random), per: ISODuration(days: 7))
      let today = Int.random(in: 0..<28, using: &random)
      let uses = (0..<28).filter { _ in Int.random(in: 0..<5, using: &random) == 0 }.map(noon)
      var record = try record(
        .quota(quota), used: uses, until: "2024-01-\(Int.random(in: 10...28, using: &random))")
      let held = try #require(CivilDate("2024-01-01")).adding(
        days: Int.random(in: 0..<28, using: &random))
      record.holds = [
        Hold(
          from: .local(CivilDateTime(date: held)),
          to: .local(CivilDateTime(date: held.adding(days: 2))))
      ]
      guard let balance = try balance(record, noon(today)) else { continue }
      asked += 1
      record.outcomes = OutcomeTable(
        uses.filter { $0 <= noon(today) }.map {
          Outcome(task: "walk", time: $0)
        })
      let week = AdherenceQuery(balance.days, by: .all)
      for more in 0..<balance.left {
        let counts = record.adherence(week).total.periods[0].quota
        #expect(counts.credited < counts.required, "\(more) of \(balance.left)")
        record.outcomes.append(Outcome(task: "walk", time: noon(today)))
      }
      let counts = record.adherence(week).total.periods[0].quota
      #expect(counts.credited == counts.required)
    }
    #expect(asked > 0)
  }

  /// A use from that moment on exceeds no limit, and one a second earlier does.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func theNextUseBreaksNoLimit(seed: UInt64) throws
  {
    var random = Seeded(state: seed)
    for _ in 0..<20 {
      let pers = ["PT6H", "PT24H", "P1D", "P3D", "P7D", "P1M", "P1DT6H"]
      let gaps = [nil, "PT4H", "P1D", "P1M", "P1DT2H"]
      let caps = UseCaps(
        maximum: Int.random(in: 1...3, using: &random),
        per: try period(try #require(pers.randomElement(using: &random))),
        minGap: try #require(gaps.randomElement(using: &random)).map(period))
      let start = try at("2024-01-25T00:00:00Z").seconds
      let uses = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Instant(seconds: start + Int64.random(in: 0..<50 * 86_400, using: &random))
      }
      let now = Instant(seconds: start + Int64.random(in: 0..<50 * 86_400, using: &random))
      let record = try record(
        .asNeeded(caps), used: uses,
        in: try #require(["UTC", "America/New_York"].randomElement(using: &random)))
      let allowance = try #require(try allowance(record, now))
      let from = try #require(allowance.allowedFrom)
      #expect(from >= now && allowance.isAllowed == (from == now))
      #expect(allowance.lastUse == uses.filter { $0 <= now }.max())
      #expect(try !breaks(record, uses.filter { $0 <= now }, at: from))
      if from > now {
        #expect(try breaks(record, uses.filter { $0 <= now }, at: from.adding(seconds: -1)))
      }
    }
  }

  /// Whether a use at a moment exceeds a limit, after others.
  private func breaks(_ record: CareRecord, _ uses: [Instant], at moment: Instant) throws -> Bool {
    var record = record
    record.outcomes = OutcomeTable((uses + [moment]).map { Outcome(task: "walk", time: $0) })
    let query = AdherenceQuery(try days("2024-01-01", "2025-01-01"))
    let last = try #require(
      try record.evaluate(record.tasks[0], query).flexible?.uses.last { $0.time == moment })
    return last.exceedsMaximum || last.breaksGap
  }

  @Test func respectsHoldsAndTheEndOfThePlan() throws {
    var record = try record(
      .asNeeded(UseCaps(maximum: 1, per: ISODuration(days: 1))),
      used: [try at("2024-01-09T08:00:00Z")],
      until: "2024-01-12")
    func from(_ instant: String) throws -> Instant? {
      try allowance(record, try at(instant))?.allowedFrom
    }
    #expect(try from("2024-01-09T09:00:00Z") == (try at("2024-01-10T00:00:00Z")))
    record.holds = [Hold(from: try moment("2024-01-10"), to: try moment("2024-01-11"))]
    #expect(try from("2024-01-09T09:00:00Z") == (try at("2024-01-11T00:00:00Z")))
    record.holds = [Hold(from: try moment("2024-01-10"), to: nil)]
    #expect(try from("2024-01-09T09:00:00Z") == nil)
    #expect(try allowance(record, try at("2024-01-12T00:00:00Z")) == nil)
  }
}
