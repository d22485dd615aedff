import AdherenceAnalytics
import Foundation
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import AdherenceStatistics

/// Initiation, implementation and persistence as separate phases, and the causes that end
/// persistence.
@Suite struct PhaseSummaryTests {
  private static let parameters: MeasureParameters = {
    var parameters = MeasureParameters()
    parameters.resamples = 0
    return parameters
  }()

  private func run(_ letter: Character, _ count: Int) -> String {
    String(repeating: letter, count: count)
  }

  /// The share without the event after a day, by definition.
  private func survival(at day: Double, of followUps: [FollowUp]) -> Double {
    let times = Set(followUps.filter { $0.hasEvent && $0.time <= day }.map(\.time))
    return times.reduce(1) { share, time in
      let atRisk = followUps.count { $0.entry < time && $0.time >= time }
      let events = followUps.count { $0.hasEvent && $0.time == time }
      return share * (1 - Double(events) / Double(atRisk))
    }
  }

  @Test("The phases of the monitoring cohort are those of the reference's patients")
  func monitoring() throws {
    let reference = try Reference("expected.json")
    let patients = reference.patients
    let cohort = try MonitoringCohort.shared(asOf: reference.asOf, whole: true)
    let ratios = patients.compactMap { $0["implementation"] as? Double }
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    let begun = patients.count { $0["initiated"] as? Bool == true }
    let phases = try #require(
      cohort.collection.phases(MeasureParameters())
        .first { $0.part == .init(task: "med", group: nil) }?.phases)
    #expect(phases.patients == patients.count && phases.implementers == ratios.count)
    #expect(phases.initiated.value == Double(begun) / Double(patients.count))
    #expect(isClose(phases.implementation, mean))
    // Patients without a stop are censored on the last day on which one would have been seen.
    let followUps = cohort.patients.compactMap { patient -> FollowUp? in
      guard let course = patient.measures["med"]?.phases?.course.value,
        let days = course.isDiscontinued ? course.persistenceDays : course.judgedDays
      else { return nil }
      return FollowUp(time: Double(days), hasEvent: course.isDiscontinued)
    }
    #expect(phases.day == 150)
    let persistent = survival(at: 150, of: followUps)
    #expect(isClose(phases.persistent, persistent))
    let product = Double(begun) / Double(patients.count) * persistent * mean
    #expect(isClose(phases.product, product))
    let interval = try #require(phases.implementationInterval.value)
    #expect(interval.lower < mean && mean < interval.upper && interval.width < 0.05)
  }

  /// Members with drawn courses.
  private func members(_ random: inout Seeded) -> [CohortMember] {
    (0..<Int.random(in: 1...60, using: &random)).map { place in
      var member = CohortMember(
        patient: place, expected: 0, taken: 0, isInitiated: Bool.random(using: &random),
        isDiscontinued: false)
      if member.isInitiated {
        member.persistenceDays =
          [nil, Int.random(in: 1...200, using: &random)].randomElement(
            using: &random) ?? nil
        member.isDiscontinued = member.persistenceDays != nil && Bool.random(using: &random)
        member.implementationDue = Double(Int.random(in: 0...9, using: &random))
        member.implementationDone = Double(
          Int.random(in: 0...Int(member.implementationDue), using: &random))
      } else if Bool.random(using: &random) {
        member.initiationDays = 9
      }
      return member
    }
  }

  @Test(
    "Drawn members have the phases that their definition gives",
    arguments: (1...60 as ClosedRange<UInt64>).sampled(15))
  func drawnMembers(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    let members = members(&random)
    let followUps = members.compactMap(\.persistence)
    let curve = SurvivalCurve(followUps)
    let phases = PhaseSummary(members, curve, on: curve.summaryDay, level: 0.95)
    let observed = members.filter { $0.isInitiated || $0.initiationDays != nil }
    let begun = Double(members.count { $0.isInitiated })
    #expect(phases.initiated.value == (observed.isEmpty ? nil : begun / Double(observed.count)))
    let ratios = members.filter { $0.implementationDue > 0 }.map {
      $0.implementationDone / $0.implementationDue
    }
    let mean = ratios.isEmpty ? nil : ratios.reduce(0, +) / Double(ratios.count)
    #expect(phases.implementers == ratios.count)
    #expect(mean == nil ? phases.implementation.value == nil : isClose(phases.implementation, mean))
    let carried = Set(followUps.map(\.time)).union(SurvivalCurve.landmarks).filter { day in
      10 * followUps.count { $0.time >= day } >= followUps.count && !followUps.isEmpty
    }
    let day = carried.intersection(SurvivalCurve.landmarks).max() ?? carried.max()
    #expect(phases.day.map(Double.init) == day)
    let persistent = day.map { survival(at: $0, of: followUps) }
    #expect(
      persistent == nil
        ? phases.persistent.value == nil : isClose(phases.persistent, persistent))
  }

  /// A patient whose observation ends on a day of the plan.
  private func world(
    _ doses: String, endsAfter days: Int? = nil, _ cause: EndCause? = nil, name: String = "ann"
  ) throws -> DoseWorld {
    let start = try day("2025-03-03")
    let period = ObservationPeriod(
      to: days.map { start.adding(days: $0 - 1) }, endCause: cause)
    return try DoseWorld(doses, Self.parameters, name: name, observation: period)
  }

  private func statistics(_ collection: CohortCollection) throws -> GroupStatistics {
    try #require(CohortStatistics(collection, Self.parameters).tasks.first?.whole)
  }

  private func follow(_ world: DoseWorld) throws -> CompetingFollowUp<PersistenceEnd>? {
    let measures = try #require(world.summary.tasks.first)
    return CohortMember(0, measures, FollowUpEnd(of: world.summary.summary)).competing
  }

  @Test("An end competes with discontinuation if patients cannot stop after it")
  func endsThatCompete() throws {
    let all = run("x", 100)
    for cause in [EndCause.death, .withdrawal, .switch] {
      let end = try #require(FollowUpEnd(rawValue: cause.rawValue))
      let own = try follow(world(all, endsAfter: 50, cause))
      #expect(own == CompetingFollowUp(time: 50, cause: .observation(end)))
    }
    let other = try follow(world(all, endsAfter: 50, EndCause("adverse event")))
    #expect(other == CompetingFollowUp(time: 50, cause: .observation(.other)))
    for cause in [EndCause.completed, .deviceReturned, .dataEnd] {
      #expect(
        try follow(world(all, endsAfter: 50, cause)) == CompetingFollowUp(time: 20, cause: nil))
    }
    // A discontinuation at least one gap before death is detected, but none after day 70.
    let stopped = try world(run("x", 15) + run(".", 85), endsAfter: 50, .death)
    #expect(try follow(stopped) == CompetingFollowUp(time: 15, cause: .discontinuation))
    #expect(
      try follow(world(all, endsAfter: 69, .death))
        == CompetingFollowUp(time: 69, cause: .observation(.death)))
    #expect(
      try follow(world(all, endsAfter: 71, .death)) == CompetingFollowUp(time: 41, cause: nil))
  }

  /// Of four patients one stops after 10 days, one dies on day 20 and two go on: *F* = 1/4 each,
  /// *S* = 1/2.
  @Test("Incidences of all causes and those who go on add up to 1")
  func incidences() throws {
    let all = run("x", 100)
    var collection = CohortCollection(Self.parameters)
    let worlds = [
      try world(run("x", 10) + run(".", 90), name: "a"),
      try world(all, endsAfter: 20, .death, name: "b"), try world(all, name: "c"),
      try world(all, name: "d"),
    ]
    for world in worlds { collection.add(world.summary, to: []) }
    let found = try statistics(collection).incidences
    #expect(found.map(\.cause.name) == ["discontinuation", "death"])
    #expect(found.map { $0.incidence.incidence(at: 9).value } == [0, 0])
    #expect(found.map { $0.incidence.incidence(at: 60).value } == [0.25, 0.25])
  }

  @Test(
    "Parts that merge in any order have the phases of the whole",
    arguments: (1...10 as ClosedRange<UInt64>).sampled(2))
  func merging(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    let causes: [EndCause?] = [.death, .completed, .switch, nil]
    let worlds = try (0..<24).map { place in
      let days = Int.random(in: 0...100, using: &random)
      let ends = Bool.random(using: &random)
      return try world(
        run("x", days) + run(".", 100 - days),
        endsAfter: ends ? Int.random(in: 20...90, using: &random) : nil,
        causes.randomElement(using: &random) ?? nil, name: "p\(100 + place)")
    }
    var whole = CohortCollection(Self.parameters)
    for world in worlds { whole.add(world.summary, to: []) }
    var parts = (0..<3).map { _ in CohortCollection(Self.parameters) }
    for world in worlds.shuffled(using: &random) {
      parts[Int.random(in: 0..<3, using: &random)].add(world.summary, to: [])
    }
    var merged = CohortCollection(Self.parameters)
    for part in parts {
      merged.merge(
        try JSONDecoder().decode(CohortCollection.self, from: JSONEncoder().encode(part)))
    }
    let (one, other) = (try statistics(whole), try statistics(merged))
    #expect(one.phases == other.phases)
    #expect(one.incidences.map(\.cause) == other.incidences.map(\.cause))
    #expect(one.incidences.map(\.incidence) == other.incidences.map(\.incidence))
    #expect(merged.phases(Self.parameters).map(\.phases) == [other.phases])
  }
}
